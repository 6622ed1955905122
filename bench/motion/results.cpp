#include "results.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::motion {
namespace {

/// A number of a run: its name in JSON, and its heading in the table with the digits behind the point.
struct Field {
    const char *key, *heading;
    int digits;
    double (*of)(const Run&);
};

constexpr std::array<Field, 14> fields = {{
    {"t50_s", "t50", 2, [](const Run& run) { return run.figures.half; }},
    {"t99_s", "t99", 2, [](const Run& run) { return run.figures.most; }},
    {"t100_s", "t100", 2, [](const Run& run) { return run.figures.all; }},
    {"stuck", "stuck", 0, [](const Run& run) { return static_cast<double>(run.figures.stuck); }},
    {"distance_left_m", "left", 2, [](const Run& run) { return run.figures.distance_left; }},
    {"astray", "astray", 0, [](const Run& run) { return static_cast<double>(run.figures.astray); }},
    {"deep_share", "deep", 3, [](const Run& run) { return run.figures.deep_share; }},
    {"worst_overlap", "worst", 2, [](const Run& run) { return run.figures.worst_overlap; }},
    {"path_ratio", "path", 3, [](const Run& run) { return run.figures.path_ratio; }},
    {"standing_moved_m", "moved", 2, [](const Run& run) { return run.figures.standing_moved; }},
    {"off_ground", "off", 0, [](const Run& run) { return static_cast<double>(run.figures.off_ground); }},
    {"whole_ns", "ns", 0, [](const Run& run) { return run.whole_ns; }},
    {"motion_ns", "motion", 0, [](const Run& run) { return run.motion_ns; }},
    {"cut", "cut", 0, [](const Run& run) { return run.cut ? 1.0 : 0.0; }},
}};

double median(const Result& result, double (*of)(const Run&)) {
    std::vector<double> values;
    for (const Run& run : result.runs) values.push_back(of(run));
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 == 1 || std::isinf(values[half]) ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

constexpr const char* legend =
    "t50, t99, t100: s until so many per cent had been within 0.3 m of their goals; -: not within the time limit\n"
    "stuck: agents that never reached the goal; left: m, from there to it\n"
    "astray: agents that reached the goal and are elsewhere at the end\n"
    "deep: share of the touching pairs that overlap by a tenth or more; worst: overlap\n"
    "path: length taken over shortest; moved: m, the most of a standing agent; off: agents found off the ground\n"
    "ns: an agent and frame, while less than half have arrived; motion: of that, neighbours, paths and steering\n"
    "cut: 1: cut short by --wall\n";

nlohmann::json number(double value) { return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr); }

} // namespace

std::string table(const std::vector<Result>& results) {
    std::string out = fmt::format("{:<8} {:<13} {:>6}", "scene", "engine", "agents");
    for (const Field& field : fields) out += fmt::format(" {:>7}", field.heading);
    for (const Result& result : results) {
        out += fmt::format("\n{:<8} {:<13} {:>6}", result.scene, result.engine, result.agents);
        for (const Field& field : fields) {
            const double value = median(result, field.of);
            out += std::isfinite(value) ? fmt::format(" {:>7.{}f}", value, field.digits) : fmt::format(" {:>7}", "-");
        }
    }
    return out + "\n" + legend;
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
