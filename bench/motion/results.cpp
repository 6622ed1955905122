#include "results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::motion {
namespace {

/// A number of a run, with its name in JSON.
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

/// A run that pushes standing agents farther than this has not solved the scene.
constexpr double pushed_aside = 0.1; ///< m

/// The least median of `key` among Detour's results in the scene of `like`. Results with standing agents pushed aside
/// do not count. Infinite if no result counts, or if no run arrived.
double best_of_detour(const std::vector<Result>& results, const Result& like, std::string_view key) {
    double best = Figures::never;
    for (const Result& each : results)
        if (each.engine.starts_with("detour") && each.scene == like.scene && each.agents == like.agents &&
            median(each, "standing_moved_m") < pushed_aside)
            best = std::min(best, median(each, key));
    return best;
}

/// "-" if the value is not finite.
std::string text(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}
std::string ratio(double value, double by) {
    return std::isfinite(value) && std::isfinite(by) && by > 0.0 ? fmt::format("{:.2f}", value / by) : "-";
}

/// A result, and all results of the table.
struct Shown {
    const std::vector<Result>& all;
    const Result& one;

    double value(std::string_view key) const { return median(one, key); }
    std::string number(std::string_view key, int digits, double times = 1.0) const {
        return text(times * value(key), digits);
    }
    std::string beside_detour(std::string_view key) const { return ratio(value(key), best_of_detour(all, one, key)); }
};

struct Column {
    const char* heading;
    int width;
    std::string (*cell)(const Shown&);
};

constexpr std::array<Column, 21> table_columns = {{
    {"agents", 6, [](const Shown& of) { return std::to_string(of.one.agents); }},
    {"t50", 7, [](const Shown& of) { return of.number("t50_s", 2); }},
    {"t99", 7, [](const Shown& of) { return of.number("t99_s", 2); }},
    {"t100", 7, [](const Shown& of) { return of.number("t100_s", 2); }},
    {"/free", 6, [](const Shown& of) { return ratio(of.value("t100_s"), of.one.free_time); }},
    {"/d99", 6, [](const Shown& of) { return of.beside_detour("t99_s"); }},
    {"/d100", 6, [](const Shown& of) { return of.beside_detour("t100_s"); }},
    {"stuck", 6, [](const Shown& of) { return of.number("stuck", 0); }},
    {"left", 6, [](const Shown& of) { return of.number("distance_left_m", 2); }},
    {"astray", 6, [](const Shown& of) { return of.number("astray", 0); }},
    {"deep%", 6, [](const Shown& of) { return of.number("deep_share", 1, 100.0); }},
    {"deep", 7, [](const Shown& of) { return of.number("deep_per_100", 2); }},
    {"worst", 6, [](const Shown& of) { return of.number("worst_overlap", 2); }},
    {"jitter", 6, [](const Shown& of) { return of.number("jitter_m_s2", 1); }},
    {"rest", 6, [](const Shown& of) { return of.number("resting_cm_s", 1); }},
    {"wait", 6, [](const Shown& of) { return of.number("waiting_cm_s", 1); }},
    {"path", 6, [](const Shown& of) { return of.number("path_ratio", 3); }},
    {"moved", 6, [](const Shown& of) { return of.number("standing_moved_m", 2); }},
    {"off", 6, [](const Shown& of) { return of.number("off_ground", 0); }},
    {"ns", 7, [](const Shown& of) { return of.number("whole_ns", 0); }},
    {"motion", 7, [](const Shown& of) { return of.number("motion_ns", 0); }},
}};

std::string line(const Shown& shown) {
    std::string out = fmt::format("{:<8} {:<13}", shown.one.scene, shown.one.engine);
    for (const Column& column : table_columns) out += fmt::format(" {:>{}}", column.cell(shown), column.width);
    if (shown.value("cut") > 0.0) out += fmt::format("  cut short at {} s", shown.number("seconds", 0));
    return out + "\n";
}

constexpr const char* legend =
    "t50, t99, t100: s until so many per cent had been within 0.3 m of their goals; -: not within the time limit\n"
    "/free: t100 over the ideal; /d99, /d100: over the best of Detour's t99, t100 in this table, of the runs\n"
    "that pushed no standing agent aside\n"
    "stuck: agents that never reached the goal; astray: agents that reached it and are elsewhere at the end\n"
    "deep%: touching pairs that overlap by a tenth or more; deep: such pairs at a time for 100 agents; worst: overlap\n"
    "jitter: m/s^2; rest, wait: cm/s, of arrived agents, and of stuck agents in their last 5 to 10 s\n"
    "left: m, from stuck agents to their goals\n"
    "path: length taken over shortest; moved: m, the most of a standing agent; off: agents found off the ground\n"
    "ns: an agent and frame, while less than half have arrived; motion: of that, neighbours, paths and steering\n";

nlohmann::json number(double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr); }

} // namespace

std::string table(const std::vector<Result>& results) {
    std::string out = fmt::format("{:<8} {:<13}", "scene", "engine");
    for (const Column& column : table_columns) out += fmt::format(" {:>{}}", column.heading, column.width);
    out += "\n";
    for (const Result& result : results) out += line({results, result});
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
