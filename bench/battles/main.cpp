// fray_bench_battles: how long the frames of whole battles take, and what their crowds cost in other engines.
#include "crowd_times.h"
#include "files/paths.h"
#include "files/whole_file.h"
#include "output.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace fray::bench {
namespace {

// Exit codes.
constexpr int bad_input = 2;     ///< or an engine failed
constexpr int states_differ = 3; ///< runs of the same battle ended in different states

struct StatesDiffer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Options {
    Selection selection;
    std::vector<int> threads = {2};
    int repeats = 1;
    bool crowds = false, list = false;
    std::string json;
};

/// A battle, and its runs for each number of threads.
struct Measured {
    ReadBattle battle;
    std::vector<Runs> runs;
};

void measure(const Options& options, int repeat, Measured& measured) {
    for (size_t i = 0; i < options.threads.size(); ++i) {
        const std::vector<Sample>& sample = measured.runs[i].emplace_back(play(measured.battle, options.threads[i]));
        for (const Sample& part : sample) {
            double sum = 0.0;
            for (const double ms : part.frame_ms) sum += ms;
            fmt::print(stderr, "{}, threads: {}, repeat {} of {}: {} frames of {:.3f} ms\n", part.part.name,
                       options.threads[i], repeat + 1, options.repeats, part.frame_ms.size(),
                       sum / static_cast<double>(std::max<size_t>(part.frame_ms.size(), 1)));
        }
        const std::string differs = compare_hashes(measured.runs.front().front(), sample);
        if (!differs.empty()) throw StatesDiffer(differs);
    }
}

void measure_battles(const Options& options, const std::vector<BattleDef>& battles, Results& results) {
    std::vector<Measured> all;
    for (const BattleDef& def : battles) all.push_back({read_battle(def), std::vector<Runs>(options.threads.size())});
    for (int repeat = 0; repeat < options.repeats; ++repeat)
        for (Measured& measured : all) measure(options, repeat, measured);
    for (const Measured& measured : all)
        for (size_t i = 0; i < options.threads.size(); ++i)
            for (Row& row : make_rows(measured.battle, options.threads[i], measured.runs[i]))
                results.rows.push_back(std::move(row));
}

void measure_crowds(const Options& options, const std::vector<BattleDef>& battles, Results& results) {
    std::vector<int> threads = options.threads;
    threads.push_back(1); // DetourCrowd has a single thread
    std::sort(threads.begin(), threads.end());
    threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
    for (const CrowdDef& crowd : all_crowds()) {
        const auto has = [&](const BattleDef& battle) {
            return std::any_of(battle.parts.begin(), battle.parts.end(),
                               [&](const Part& part) { return part.name == crowd.battle; });
        };
        const auto battle = std::find_if(battles.begin(), battles.end(), has);
        if (battle == battles.end()) continue;
        fmt::print(stderr, "crowd of {}, frame {}\n", crowd.battle, crowd.frame);
        for (CrowdTimes& times : time_crowd(crowd, read_battle(*battle), threads, options.repeats))
            results.crowds.push_back(std::move(times));
    }
}

std::vector<std::string> part_names() {
    std::vector<std::string> names;
    for (const BattleDef& battle : all_battles())
        for (const Part& part : battle.parts) names.push_back(part.name);
    return names;
}

void add_options(CLI::App& app, Options& options) {
    Selection& selection = options.selection;
    app.add_option("--battle", selection.parts, "NAME, may be repeated; default: all of them")
        ->check(CLI::IsMember(part_names()));
    app.add_option("--agents", selection.agents, "how many agents each battle has; default: see --list")
        ->check(CLI::Range(int64_t{1}, max_agents));
    app.add_option("--frames", selection.frames, "measure so many frames of each battle at most")
        ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}));
    app.add_option("--threads", options.threads, "1,2,...: numbers of threads; default: 2")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    app.add_option("--repeats", options.repeats, "runs of each battle, in turn; figures are medians over them")
        ->check(CLI::Range(1, 1000));
    app.add_option("--maps", selection.maps, "DIR with the maps of MovingAI that --list names")->envname("FRAY_MAPS");
    app.add_flag("--crowds", options.crowds, "instead of battles, measure crowds of them beside other engines");
    app.add_option("--json", options.json, "FILE for all figures");
    app.add_flag("--list", options.list, "list the battles and measure nothing");
}

int run(const Options& options) {
    if (options.list) {
        fmt::print("{}", list_text(all_battles()));
        return 0;
    }
    demo::WholeFile json_file(demo::from_caller(options.json));
    Results results{.origin = {demo::read_machine(), demo::this_build(), demo::load_average()}};
    const std::vector<BattleDef> battles = selected_battles(options.selection, &results.skipped);
    if (options.crowds)
        measure_crowds(options, battles, results);
    else
        measure_battles(options, battles, results);
    fmt::print("{}", text(results));
    if (json_file.wanted()) json_file.write(json(results));
    return 0;
}

} // namespace
} // namespace fray::bench

int main(int argc, char** argv) {
    using namespace fray::bench;
    Options options;
    CLI::App app{"Whole battles: frame times, and other engines with the same crowds."};
    add_options(app, options);
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options);
    } catch (const StatesDiffer& error) {
        fmt::print(stderr, "fray_bench_battles: {}\n", error.what());
        return states_differ;
    } catch (const std::exception& error) {
        fmt::print(stderr, "fray_bench_battles: {}\n", error.what());
        return bad_input;
    }
}
