#include "results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::motion {
namespace {

/// A number of a run, by the name that it has in JSON.
struct Field {
    const char* key;
    double (*of)(const Run&);
};

constexpr std::array<Field, 20> fields = {{
    {"t50_s", [](const Run& run) { return run.figures.half; }},
    {"t99_s", [](const Run& run) { return run.figures.most; }},
    {"t100_s", [](const Run& run) { return run.figures.all; }},
    {"walkers", [](const Run& run) { return static_cast<double>(run.figures.walkers); }},
    {"stuck", [](const Run& run) { return static_cast<double>(run.figures.stuck); }},
    {"astray", [](const Run& run) { return static_cast<double>(run.figures.astray); }},
    {"deep_share", [](const Run& run) { return run.figures.deep_share; }},
    {"deep_per_100", [](const Run& run) { return run.figures.deep_per_hundred; }},
    {"worst_overlap", [](const Run& run) { return run.figures.worst_overlap; }},
    {"jitter_m_s2", [](const Run& run) { return run.figures.jitter; }},
    {"resting_cm_s", [](const Run& run) { return 100.0 * run.figures.resting_speed; }},
    {"waiting_cm_s", [](const Run& run) { return 100.0 * run.figures.waiting_speed; }},
    {"distance_left_m", [](const Run& run) { return run.figures.distance_left; }},
    {"path_ratio", [](const Run& run) { return run.figures.path_ratio; }},
    {"standing_moved_m", [](const Run& run) { return run.figures.standing_moved; }},
    {"off_ground", [](const Run& run) { return static_cast<double>(run.figures.off_ground); }},
    {"whole_ns", [](const Run& run) { return run.whole_ns; }},
    {"motion_ns", [](const Run& run) { return run.motion_ns; }},
    {"seconds", [](const Run& run) { return run.figures.seconds; }},
    {"cut", [](const Run& run) { return run.cut ? 1.0 : 0.0; }},
}};

double median(const Result& result, double (*of)(const Run&)) {
    std::vector<double> values;
    for (const Run& run : result.runs) values.push_back(of(run));
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 == 1 || std::isinf(values[half]) ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double median(const Result& result, std::string_view key) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& each) { return each.key == key; });
    return median(result, field->of);
}

/// Who moves those who stand has not walked the scene.
constexpr double pushed_aside = 0.1; ///< m

/// The least of those of Detour's runs in the same scene; infinite: there are none, or none arrived.
double best_of_detour(const std::vector<Result>& results, const Result& like, std::string_view key) {
    double best = Figures::never;
    for (const Result& each : results)
        if (each.engine.starts_with("detour") && each.scene == like.scene && each.agents == like.agents &&
            median(each, "standing_moved_m") < pushed_aside)
            best = std::min(best, median(each, key));
    return best;
}

/// "-" where there is nothing to tell.
std::string text(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}
std::string ratio(double value, double by) {
    return std::isfinite(value) && std::isfinite(by) && by > 0.0 ? fmt::format("{:.2f}", value / by) : "-";
}

std::string line(const std::vector<Result>& results, const Result& result) {
    const auto value = [&](std::string_view key) { return median(result, key); };
    const auto beside_detour = [&](std::string_view key) {
        return ratio(value(key), best_of_detour(results, result, key));
    };
    return fmt::format("{:<8} {:>6} {:<12} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} "
                       "{:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}{}\n",
                       result.scene, result.agents, result.engine, text(value("t50_s"), 2), text(value("t99_s"), 2),
                       text(value("t100_s"), 2), ratio(value("t100_s"), result.free_time), beside_detour("t99_s"),
                       beside_detour("t100_s"), text(value("stuck"), 0), text(value("astray"), 0),
                       text(100.0 * value("deep_share"), 1), text(value("deep_per_100"), 2),
                       text(value("worst_overlap"), 2), text(value("jitter_m_s2"), 1), text(value("resting_cm_s"), 1),
                       text(value("waiting_cm_s"), 1), text(value("path_ratio"), 3), text(value("standing_moved_m"), 2),
                       text(value("off_ground"), 0), text(value("whole_ns"), 0), text(value("motion_ns"), 0),
                       value("cut") > 0.0 ? fmt::format("  cut short at {} s", text(value("seconds"), 0)) : "");
}

constexpr const char* legend =
    "t50, t99, t100: s until so many per cent had been within 0.3 m of their goals; -: never, within the time limit\n"
    "/free: t100 over what would be ideal; /d99, /d100: over the best of Detour's t99, t100 in this table, of those "
    "that\n"
    "pushed nobody aside who stands\n"
    "stuck: never there; astray: had been there, and are not at the end\n"
    "deep%: of touching pairs, overlap of a tenth and more; deep: such pairs at a time for 100 agents; worst overlap\n"
    "jitter: m/s^2; rest, wait: cm/s, of those who have arrived, and of the stuck in their last 5 to 10 s\n"
    "left: m, from the stuck to their goals\n"
    "path: way taken over shortest; moved: m, the farthest of those who stand; off: found off the ground\n"
    "ns, motion: an agent and frame, while less than half have arrived; of that, neighbours, ways and steering\n";

nlohmann::json number(double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr); }

} // namespace

std::string table(const std::vector<Result>& results) {
    std::string out =
        fmt::format("{:<8} {:>6} {:<12} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} "
                    "{:>6} {:>6} {:>6} {:>6} {:>7} {:>7}\n",
                    "scene", "agents", "engine", "t50", "t99", "t100", "/free", "/d99", "/d100", "stuck", "astray",
                    "deep%", "deep", "worst", "jitter", "rest", "wait", "path", "moved", "off", "ns", "motion");
    for (const Result& result : results) out += line(results, result);
    return out + legend;
}

std::string json(const std::vector<Result>& results) {
    nlohmann::json all = nlohmann::json::array();
    for (const Result& result : results) {
        nlohmann::json one = {
            {"scene", result.scene},           {"agents", result.agents},           {"engine", result.engine},
            {"free_time_s", result.free_time}, {"time_limit_s", result.time_limit}, {"runs", result.runs.size()}};
        for (const Field& field : fields) one[field.key] = number(median(result, field.of));
        for (const Run& run : result.runs) {
            one["hashes"].push_back(fmt::format("{:016x}", run.hash));
            one["t100s_s"].push_back(number(run.figures.all));
        }
        all.push_back(std::move(one));
    }
    return all.dump(2) + "\n";
}

} // namespace fray::motion
