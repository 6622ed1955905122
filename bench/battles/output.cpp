#include "output.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fray::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr double percent = 100.0;

// ---- Text -----------------------------------------------------------------------------------------------------------

std::string origin_text(const Origin& origin) {
    const demo::Machine& machine = origin.machine;
    const demo::Build& build = origin.build;
    std::string out = fmt::format("{}; {} CPUs, {} threads usable; load before: {:.1f}\n", machine.cpu, machine.online,
                                  machine.usable_threads, origin.load_average_before);
    return out + fmt::format("fray {}, commit {}, {}, {}: {}\n", build.version, build.commit, build.compiler,
                             build.type, build.flags);
}

std::string times_text(const std::vector<Row>& rows) {
    std::string out =
        fmt::format("\n{:<15} {:>7} {:>8} {:>8} {:>6}  {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>8} {:>7} {:>7} {:>7}  "
                    "{:<16} {:>6}\n",
                    "battle", "threads", "agents", "at end", "frames", "mean ms", "p50", "p95", "p99", "max", "p99/p50",
                    "core-ns", "moved", "awake", "others", "hash", "after");
    for (const Row& row : rows) {
        out += fmt::format("{:<15} {:>7} {:>8} {:>8} {:>6}  {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>7.2f} "
                           "{:>8.0f} {:>6.1f}% {:>6.1f}% {:>6.0f}%  {:016x} {:>6}",
                           row.name, row.threads, row.agents_first, row.agents_last, row.frames, row.mean, row.p50,
                           row.p95, row.p99, row.max, row.tail, row.core_ns, percent * row.moved, percent * row.awake,
                           percent * (row.load.steal + row.load.others), row.hash, row.hash_frames);
        if (row.repeats > 1)
            out += fmt::format("  means of {} repeats: {:.3f} to {:.3f}", row.repeats, row.mean_least, row.mean_most);
        out += "\n";
    }
    return out + "core-ns: for a living agent and a frame. moved, awake (neither asleep nor at rest): of the living "
                 "agents, in a frame. others: CPU time that others used meanwhile. hash: of the state after so many "
                 "frames\n";
}

std::string systems_text(const std::vector<Row>& rows) {
    std::string out = fmt::format("\n{:<15} {:>7}", "system, mean ms", "threads");
    const auto name = [](size_t system) { return to_string(static_cast<FrameSystem>(system)); };
    const auto width = [&](size_t system) { return std::max<size_t>(8, std::string_view(name(system)).size()); };
    for (size_t i = 0; i < system_count; ++i) out += fmt::format(" {:>{}}", name(i), width(i));
    out += "\n";
    for (const Row& row : rows) {
        out += fmt::format("{:<15} {:>7}", row.name, row.threads);
        for (size_t i = 0; i < system_count; ++i) out += fmt::format(" {:>{}.3f}", row.system_ms[i], width(i));
        out += "\n";
    }
    return out;
}

std::string cell(std::optional<double> value, int width) {
    return value ? fmt::format("{:>{}.2f}", *value, width) : fmt::format("{:>{}}", "-", width);
}

std::optional<double> ratio(std::optional<double> peer, double fray) {
    return peer && fray > 0.0 ? std::optional(*peer / fray) : std::nullopt;
}

/// ORCA, ORCA with few neighbours, DetourCrowd.
std::array<std::optional<double>, 3> peers_of(const CrowdTimes& row) { return {row.orca, row.orca_few, row.detour}; }

std::string crowds_text(const std::vector<CrowdTimes>& crowds) {
    std::string out =
        fmt::format("\n{:<15} {:>6} {:>7} {:>8} {:>8}  {:>10} {:>8} {:>8}  {:>8} {:>8} {:>8}  {:>7} {:>7} "
                    "{:>7}\n",
                    "crowd, ms", "frame", "threads", "agents", "walking", "locomotion", "indices", "frame", "orca",
                    "orca-6", "detour", "orca/", "orca-6/", "detour/");
    for (const CrowdTimes& row : crowds) {
        out += fmt::format("{:<15} {:>6} {:>7} {:>8} {:>7.1f}%  {:>10.2f} {:>8.2f} {:>8.2f}  ", row.crowd.battle,
                           row.crowd.frame, row.threads, row.agents, percent * row.walking, row.locomotion, row.indices,
                           row.frame);
        for (const std::optional<double>& peer : peers_of(row)) out += fmt::format("{} ", cell(peer, 8));
        for (const std::optional<double>& peer : peers_of(row))
            out += fmt::format(" {}", cell(ratio(peer, row.locomotion + row.indices), 7));
        out += "\n";
    }
    return out + "locomotion, indices, frame: of fray, means of the 30 frames around. The others: means of 30 frames "
                 "from there\n"
                 "orca: 10 neighbours within 5 m, 2 s; orca-6: 6 within 2 m, 0.5 s; detour: DetourCrowd, Low, on one "
                 "thread\n"
                 "orca/ and so on: divided by fray's locomotion and indices, as the others search their neighbours in "
                 "their step\n";
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

Json origin_json(const Origin& origin) {
    return {{"cpu", origin.machine.cpu},
            {"cpus", origin.machine.online},
            {"usable_threads", origin.machine.usable_threads},
            {"memory", origin.machine.memory},
            {"load_average_before", origin.load_average_before},
            {"version", origin.build.version},
            {"commit", origin.build.commit},
            {"compiler", origin.build.compiler},
            {"flags", origin.build.flags},
            {"build_type", origin.build.type}};
}

Json row_json(const Row& row) {
    Json systems;
    for (size_t i = 0; i < system_count; ++i) systems[to_string(static_cast<FrameSystem>(i))] = row.system_ms[i];
    return {{"battle", row.name},
            {"scenario", row.scenario},
            {"threads", row.threads},
            {"repeats", row.repeats},
            {"frames", row.frames},
            {"agents", row.agents_first},
            {"agents_at_end", row.agents_last},
            {"mean_ms", row.mean},
            {"mean_ms_least", row.mean_least},
            {"mean_ms_most", row.mean_most},
            {"p50_ms", row.p50},
            {"p95_ms", row.p95},
            {"p99_ms", row.p99},
            {"max_ms", row.max},
            {"p99_over_p50", row.tail},
            {"core_ns_per_agent", row.core_ns},
            {"system_ms", systems},
            {"movement", {{"moved_share", row.moved}, {"awake_share", row.awake}}},
            {"steal", row.load.known ? Json(row.load.steal) : Json(nullptr)},
            {"used_by_others", row.load.known ? Json(row.load.others) : Json(nullptr)},
            {"hash", fmt::format("{:016x}", row.hash)},
            {"hash_after_frames", row.hash_frames}};
}

Json number(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json crowd_json(const CrowdTimes& row) {
    Json out = {{"battle", row.crowd.battle},
                {"frame", row.crowd.frame},
                {"threads", row.threads},
                {"agents", row.agents},
                {"walking_share", row.walking},
                {"fray_locomotion_ms", row.locomotion},
                {"fray_build_indices_ms", row.indices},
                {"fray_frame_ms", row.frame}};
    const auto add = [&](const std::string& name, std::optional<double> ms) {
        out[name + "_ms"] = number(ms);
        out[name + "_over_locomotion"] = number(ratio(ms, row.locomotion));
        out[name + "_over_locomotion_and_indices"] = number(ratio(ms, row.locomotion + row.indices));
    };
    add("orca_10_neighbours", row.orca);
    add("orca_6_neighbours", row.orca_few);
    add("detour_low", row.detour);
    return out;
}

} // namespace

std::string text(const Results& results) {
    std::string out = origin_text(results.origin);
    if (!results.rows.empty()) out += times_text(results.rows) + systems_text(results.rows);
    if (!results.crowds.empty()) out += crowds_text(results.crowds);
    for (const Skipped& skipped : results.skipped) out += fmt::format("{}: skipped: {}\n", skipped.part, skipped.why);
    return out;
}

std::string json(const Results& results) {
    Json out = {{"origin", origin_json(results.origin)}};
    for (const Row& row : results.rows) out["battles"].push_back(row_json(row));
    for (const CrowdTimes& row : results.crowds) out["crowds"].push_back(crowd_json(row));
    for (const Skipped& skipped : results.skipped)
        out["skipped"].push_back({{"battle", skipped.part}, {"why", skipped.why}});
    return out.dump(2) + "\n";
}

std::string list_text(const std::vector<BattleDef>& battles) {
    std::string out;
    for (const BattleDef& battle : battles)
        for (const Part& part : battle.parts) {
            const std::string agents = battle.agents > 0 ? fmt::format("{} agents", battle.agents) : "its own agents";
            const std::string end = part.end > 0 ? fmt::format("to {}", part.end) : "to its end";
            out += fmt::format("{:<15} {:<15} frames {} {}{}\n", part.name, agents, part.first, end,
                               battle.map.empty() ? "" : ", needs " + battle.map);
        }
    return out;
}

} // namespace fray::bench
