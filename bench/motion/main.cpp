// fray_bench_motion: compares how crowds walk in different engines.
#include "detour_crowd.h"
#include "fray_crowd.h"
#include "results.h"
#include "run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fstream>
#include <memory>

namespace fray::motion {
namespace {

struct Options {
    std::vector<std::string> scenes;
    std::vector<int> agents = {0};
    std::string engine = "all";
    int repeats = 1;
    double wall_seconds = 120.0;
    std::string json_file;
};

struct Engine {
    std::string name;
    std::function<std::unique_ptr<Crowd>(const Scene&)> make;
};

Engine detour(std::string name, const DetourDef& def) {
    return {std::move(name), [def](const Scene& scene) { return std::make_unique<DetourCrowd>(scene, def); }};
}

/// low and high: RecastDemo's quality settings, with separation. demo: RecastDemo's initial settings. tuned: the
/// settings with which crowds passed these scenes soonest, among query ranges of 3 to 12 radii, both qualities, with
/// and without separation.
std::vector<Engine> engines() {
    using Quality = DetourDef::Quality;
    return {{"fray", [](const Scene& scene) { return std::make_unique<FrayCrowd>(scene); }},
            detour("detour-low", {.quality = Quality::low}),
            detour("detour-high", {.quality = Quality::high}),
            detour("detour-demo", {.quality = Quality::high, .separation = false}),
            detour("detour-tuned", {.quality = Quality::low, .separation = false, .query_range = 3.0f})};
}

std::vector<std::string> engine_names() {
    std::vector<std::string> names = {"all"};
    for (const Engine& engine : engines()) names.push_back(engine.name);
    return names;
}

void write(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    if (!(out << text).flush()) throw std::runtime_error(file + ": cannot be written");
}

Result run_all(const Options& options, const Engine& engine, const std::string& name, int agents) {
    const Scene frozen = make_scene(name, agents);
    Result result{.scene = name,
                  .engine = engine.name,
                  .agents = frozen.walkers.size(),
                  .free_time = frozen.free_time,
                  .time_limit = frozen.time_limit};
    for (int i = 0; i < options.repeats; ++i) {
        const Scene scene = make_scene(name, agents, static_cast<uint32_t>(i));
        const std::unique_ptr<Crowd> crowd = engine.make(scene);
        result.runs.push_back(run(scene, *crowd, {}, options.wall_seconds));
        fmt::print(stderr, "{} {} {}, run {}: {:.1f} s, {} of {} stuck\n", name, frozen.walkers.size(), engine.name,
                   i + 1, result.runs.back().figures.seconds, result.runs.back().figures.stuck,
                   result.runs.back().figures.walkers);
    }
    return result;
}

std::vector<Result> run_all(const Options& options) {
    std::vector<Result> results;
    for (const std::string& scene : options.scenes.empty() ? scene_names() : options.scenes)
        for (const int agents : options.agents)
            for (const Engine& engine : engines())
                if (options.engine == "all" || options.engine == engine.name)
                    results.push_back(run_all(options, engine, scene, agents));
    return results;
}

void add_options(CLI::App& app, Options& options) {
    app.add_option("--scene", options.scenes, "default: all of them")->check(CLI::IsMember(scene_names()));
    app.add_option("--agents", options.agents, "numbers of agents; 0: each scene's default")
        ->check(CLI::Range(0, 1'000'000));
    app.add_option("--engine", options.engine)->check(CLI::IsMember(engine_names()));
    app.add_option("--repeats", options.repeats, "runs; the second and later runs have slightly shifted starts")
        ->check(CLI::Range(1, 1000));
    app.add_option("--wall", options.wall_seconds, "cut a run short after so many seconds; 0: never")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--json", options.json_file, "FILE for all figures");
}

} // namespace
} // namespace fray::motion

int main(int argc, char** argv) {
    using namespace fray::motion;
    Options options;
    CLI::App app{"How crowds walk: fray beside DetourCrowd."};
    add_options(app, options);
    CLI11_PARSE(app, argc, argv);
    try {
        const std::vector<Result> results = run_all(options);
        fmt::print("{}", table(results));
        if (!options.json_file.empty()) write(options.json_file, json(results));
    } catch (const std::exception& error) {
        fmt::print(stderr, "fray_bench_motion: {}\n", error.what());
        return 2;
    }
    return 0;
}
