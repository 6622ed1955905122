#include "tables.h"

#include "files/csv.h"
#include "files/terminal.h"
#include "projection_tables.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

void add_spread(Json& json, const std::string& name, const Spread& spread) {
    const bool known = spread.count > 0;
    const auto value = [&](double v) { return known ? Json(v) : Json(nullptr); };
    json[name] = value(spread.median);
    json[name + "_q1"] = value(spread.q1);
    json[name + "_q3"] = value(spread.q3);
}

Json known_share(const Load& load, double share) { return load.known ? Json(share) : Json("unknown"); }

Json cache_json(const Machine& machine) {
    Json list = Json::array();
    for (const Cache& cache : machine.caches)
        list.push_back({{"level", cache.level}, {"type", cache.type}, {"size", cache.size}, {"cpus", cache.shared_by}});
    return list;
}

Json known_count(int count) { return count > 0 ? Json(count) : Json("unknown"); }

Json machine_json(const Results& results) {
    const Machine& m = results.machine;
    return {{"cpu", m.cpu},
            {"memory", m.memory},
            {"kernel", m.kernel},
            {"governor", m.governor},
            {"cpus", known_count(m.online)},
            {"cores", known_count(m.cores)},
            {"sockets", known_count(m.sockets)},
            {"numa_nodes", known_count(m.numa_nodes)},
            {"cpus_a_core", known_count(m.siblings)},
            {"caches", cache_json(m)},
            {"cpus_allowed", m.allowed.size()},
            {"quota_cpus", m.quota > 0.0 ? Json(m.quota) : Json("none")},
            {"usable_threads", m.usable_threads},
            {"load_average_before",
             results.load_average_before < 0.0 ? Json("unknown") : Json(results.load_average_before)},
            {"steal", known_share(results.load, results.load.steal)},
            {"used_by_others", known_share(results.load, results.load.others)}};
}

} // namespace

Json row_json(const Row& row) {
    const Configuration& c = row.configuration;
    Json json = {{"source", "measured"},
                 {"scenario", c.scenario},
                 {"agents", row.agents},
                 {"jobs", c.serial ? "serial" : "tbb"},
                 {"threads", c.threads},
                 {"pinned", c.pinned},
                 {"cold", c.cold},
                 {"chain", c.chain},
                 {"oversubscribed", c.oversubscribed},
                 {"repeats", row.repeats},
                 {"frames", row.frames}};
    add_spread(json, "frame_ms", row.frame_ms);
    json["frame_ms_p99"] = row.frame_ms.p99;
    json["repeat_ms_min"] = *std::min_element(row.repeat_ms.begin(), row.repeat_ms.end());
    json["repeat_ms_max"] = *std::max_element(row.repeat_ms.begin(), row.repeat_ms.end());
    json["core_ns_per_agent"] = row.ns_per_agent;
    add_spread(json, "speedup", row.speedup);
    add_spread(json, "speedup_of_one_thread", row.speedup_of_one);
    json["efficiency"] = row.efficiency;
    add_spread(json, "ceiling", row.ceiling);
    json["efficiency_of_ceiling"] = row.efficiency_of_ceiling;
    json["serial_ms"] = row.serial_ms;
    json["serial_share"] = row.serial_share;
    json["hash_ms"] = row.hash_ms;
    for (size_t i = 0; i < system_count; ++i) {
        const std::string system = to_string(static_cast<FrameSystem>(i));
        json["system_ms_" + system] = row.system_ms[i];
        json["system_share_" + system] = row.system_share[i];
    }
    json["updates"] = row.updates;
    json["evaluations"] = row.evaluations;
    json["target_scans"] = row.target_scans;
    json["circles"] = row.circles;
    json["steal"] = known_share(row.load, row.load.steal);
    json["used_by_others"] = known_share(row.load, row.load.others);
    json["hash"] = fmt::format("{:016x}", row.hash);
    return json;
}

std::string results_csv(const Results& results) {
    std::vector<Json> rows;
    for (const Row& row : results.rows) rows.push_back(row_json(row));
    return csv_text(rows);
}

std::string results_json(const Results& results) {
    const ScaleOptions& o = results.options;
    Json json = {{"fray_scale", 1},
                 {"build",
                  {{"version", results.build.version},
                   {"commit", results.build.commit},
                   {"compiler", results.build.compiler},
                   {"flags", results.build.flags},
                   {"type", results.build.type}}},
                 {"machine", machine_json(results)},
                 {"how",
                  {{"scaling", o.weak ? "weak" : "strong"},
                   {"moved_by", o.battle.host_moves ? "host" : "fray"},
                   {"events", o.events},
                   {"set", o.battle.sets},
                   {"warmup_frames", o.warmup},
                   {"warmup_shared", o.share_warmup},
                   {"frames", o.frames},
                   {"repeats", o.repeats},
                   {"idle_ms", o.idle_ms}}},
                 {"cautions", cautions(results)}};
    json["rows"] = Json::array();
    for (const Row& row : results.rows) {
        Json one = row_json(row);
        one["repeat_ms"] = row.repeat_ms;
        json["rows"].push_back(std::move(one));
    }
    if (results.projections) json["projections"] = projections_json(*results.projections);
    return json.dump(1) + "\n";
}

std::vector<std::pair<std::string, std::string>> machine_lines(const Results& results) {
    const Json m = machine_json(results);
    const auto text = [&](const char* name) {
        return m[name].is_string() ? m[name].get<std::string>() : m[name].dump();
    };
    std::vector<std::string> caches;
    for (const Cache& cache : results.machine.caches)
        caches.push_back(fmt::format("L{} {} {} (cpus {})", cache.level, cache.type, cache.size, cache.shared_by));
    const auto percent = [&](double share) {
        return results.load.known ? fmt::format("{:.1f} %", 100.0 * share) : std::string("unknown");
    };
    return {{"processor", results.machine.cpu},
            {"cpus", fmt::format("{} on {} cores, {} sockets, {} NUMA nodes; {} cpus a core", text("cpus"),
                                 text("cores"), text("sockets"), text("numa_nodes"), text("cpus_a_core"))},
            {"this process may use", fmt::format("{} cpus, quota {}: {} threads", text("cpus_allowed"),
                                                 text("quota_cpus"), text("usable_threads"))},
            {"caches of the first", caches.empty() ? "unknown" : fmt::format("{}", fmt::join(caches, ", "))},
            {"memory", results.machine.memory},
            {"governor", results.machine.governor},
            {"kernel", results.machine.kernel},
            {"time stolen by the host", percent(results.load.steal)},
            {"time used by others", percent(results.load.others)},
            {"load average before", text("load_average_before")},
            {"fray", fmt::format("{}, commit {}", results.build.version, results.build.commit)},
            {"compiler", results.build.compiler},
            {"build", fmt::format("{}: {}", results.build.type, results.build.flags)}};
}

std::vector<std::string> cautions(const Results& results) {
    std::vector<std::string> list;
    const auto any = [&](auto&& is) { return std::any_of(results.rows.begin(), results.rows.end(), is); };
    if (any([](const Row& row) { return row.configuration.oversubscribed; }))
        list.push_back(fmt::format("Rows marked as oversubscribed use more threads than the {} that this process can "
                                   "run at once: they say nothing about cores.",
                                   results.machine.usable_threads));
    if (results.machine.quota_below_a_core)
        list.push_back("The control group's quota is less than one cpu: every row was held up by it.");
    if (results.load.known && results.load.steal > 0.01)
        list.push_back(fmt::format("{:.1f} % of the cpus' time was taken by other machines on the same host.",
                                   100.0 * results.load.steal));
    if (results.load.known && results.load.others > 0.05)
        list.push_back(
            fmt::format("Other processes used {:.1f} % of the cpus' time: read speed-ups beside the ceiling.",
                        100.0 * results.load.others));
    if (results.machine.siblings > 1)
        list.push_back(fmt::format("{} cpus share a core: threads beyond {} may share cores.", results.machine.siblings,
                                   std::max(results.machine.allowed_cores, 1)));
    if (results.build.type != "Release" && results.build.type != "RelWithDebInfo")
        list.push_back(fmt::format("Built as {}: times are no marks.", results.build.type));
    return list;
}

std::string results_text(const Results& results) {
    std::string text;
    const auto add = [&](const std::string& what, const std::string& value, size_t column) {
        text += two_columns("  " + what, value, column, STDOUT_FILENO);
    };
    for (const auto& [what, value] : machine_lines(results)) add(what, value, 27);
    for (const std::string& caution : cautions(results)) add("caution:", caution, 12);
    const ScaleOptions& o = results.options;
    text += fmt::format("{} scaling: {} frames after {}, {} interleaved repeats\n", o.weak ? "weak" : "strong",
                        o.frames, o.warmup, o.repeats);
    text += "  times in ms, without the state's hash\n";
    std::vector<std::vector<std::string>> table = {{"scenario", "agents", "threads", "", "frame", "quartile 1",
                                                    "quartile 3", "p99", "speed-up", "efficiency", "ceiling",
                                                    "ns/agent", "serial", "hash"}};
    for (const Row& row : results.rows) {
        const Configuration& c = row.configuration;
        const auto digits = [](int count, double value) { return fmt::format("{:.{}f}", value, count); };
        const Spread& ms = row.frame_ms;
        table.push_back({c.scenario, std::to_string(row.agents), c.serial ? "serial" : std::to_string(c.threads),
                         fmt::format("{}{}{}{}", c.cold ? "cold" : "warm", c.pinned ? ",pin" : "",
                                     c.chain ? ",chain" : "", c.oversubscribed ? ",OVER" : ""),
                         digits(3, ms.median), digits(3, ms.q1), digits(3, ms.q3), digits(3, ms.p99),
                         digits(2, row.speedup.median), digits(2, row.efficiency), digits(2, row.ceiling.median),
                         digits(1, row.ns_per_agent), fmt::format("{:.1f} %", 100.0 * row.serial_share),
                         fmt::format("{:016x}", row.hash)});
    }
    text += folded_table(table, 4, STDOUT_FILENO);
    if (results.projections) text += projections_text(*results.projections);
    return text;
}

} // namespace fray::demo
