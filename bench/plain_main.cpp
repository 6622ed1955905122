// fray_plain: runs a scenario with the plain port and prints the times of its systems.
#include "battle.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace plain {
namespace {

struct Options {
    std::string scenario;
    int64_t agents = 0; ///< 0: the scenario's number
    int64_t frames = 300;
    int64_t warmup = 600; ///< frames before the first measured frame
    std::optional<uint64_t> seed;
};

fray::Scenario read(const std::string& file) {
    fray::ScenarioResult result = fray::load_scenario(file);
    if (result.ok()) return std::move(result.scenario);
    std::string all;
    for (const std::string& error : result.errors) all += (all.empty() ? "" : "\n") + error;
    throw std::invalid_argument(all);
}

/// The figures of all measured frames.
struct Figures {
    std::array<std::vector<double>, system_count> system_ms;
    std::vector<double> frame_ms;
    double agent_frames = 0.0;
    double near = 0.0; ///< the part of `agent_frames` in distance band 0 or 1
    double attacks = 0.0;
    int living = 0;

    void add(const Report& report) {
        double sum = 0.0;
        for (size_t i = 0; i < system_count; ++i) {
            system_ms[i].push_back(report.system_ms[i]);
            sum += report.system_ms[i];
        }
        frame_ms.push_back(sum);
        agent_frames += report.living;
        near += report.bands[0] + report.bands[1];
        attacks += report.attacks_started;
        living = report.living;
    }
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void print(const Options& options, const fray::Scenario& scenario, const Figures& figures) {
    constexpr std::array<const char*, system_count> names = {"acquire_targets", "evaluate_fsm", "stage manager",
                                                             "resolve_hits", "locomotion"};
    const double frames = static_cast<double>(figures.frame_ms.size());
    const double per_frame = figures.agent_frames / frames;
    std::printf("%s, plain port, one thread: %.0f agents, frames %lld to %lld\n", scenario.name.c_str(), per_frame,
                static_cast<long long>(options.warmup), static_cast<long long>(options.warmup + options.frames - 1));
    const auto line = [&](const char* name, double ms) {
        std::printf("  %-14s %9.3f ms %9.1f ns/agent\n", name, ms, per_frame > 0.0 ? ms * 1e6 / per_frame : 0.0);
    };
    for (size_t i = 0; i < system_count; ++i) line(names[i], median(figures.system_ms[i]));
    line("frame", median(figures.frame_ms));
    const double agents = std::max(figures.agent_frames, 1.0);
    std::printf("  in bands 0, 1  %9.1f %%\n", 100.0 * figures.near / agents);
    std::printf("  attacks        %9.0f a second per 100 thousand agents\n",
                figures.attacks / agents * scenario.hz * 1e5);
    std::printf("  living         %9d\n", figures.living);
}

void run(const Options& options) {
    const fray::Scenario scenario = read(options.scenario);
    Battle battle(scenario, options.agents, options.seed);
    for (int64_t i = 0; i < options.warmup; ++i) battle.step();
    Figures figures;
    for (int64_t i = 0; i < options.frames; ++i) figures.add(battle.step());
    print(options, scenario, figures);
}

} // namespace
} // namespace plain

int main(int argc, char** argv) {
    plain::Options options;
    CLI::App app{"Runs a scenario with the plain port, and prints the times of its systems."};
    app.add_option("scenario", options.scenario, "a scenario file")->required();
    app.add_option("--agents", options.agents, "default: the scenario's number")->check(CLI::PositiveNumber);
    app.add_option("--frames", options.frames, "measured frames; default: 300")->check(CLI::PositiveNumber);
    app.add_option("--warmup", options.warmup, "frames before the first measured frame; default: 600")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--seed", options.seed, "default: the scenario's");
    CLI11_PARSE(app, argc, argv);
    try {
        plain::run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fray_plain: %s\n", error.what());
        return 2;
    }
    return 0;
}
