// fray_fuzz: plays fuzz scenarios in engine and reference model. Exit code 1: a difference was found. 2: bad
// arguments.
#include "random/fuzz_scenario.h"
#include "ranks/thread_ranks.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

using namespace fray;
using namespace fray::model;

namespace {

struct Options {
    uint64_t first = 1;
    uint64_t count = 1000;
    int frames = 0;     // number of frames to play; 0: all frames of each scenario
    uint32_t ranks = 1; // that step the engine's world
    Designs designs;
};

/// How often each event came, by type and cause, over all scenarios.
struct Totals {
    uint64_t frames = 0;
    uint64_t events = 0;
    std::map<std::pair<EventType, Cause>, uint64_t> compared;

    void add(const Verdict& verdict) {
        frames += verdict.frames;
        events += verdict.events;
        for (const auto& [key, n] : verdict.compared) compared[key] += n;
    }

    void print() const {
        fmt::print("{} frames, {} events compared\n", frames, events);
        for (const auto& [key, n] : compared) {
            const std::string cause = key.second == Cause::none ? "" : to_string(key.second);
            fmt::print("  {:<11} {:<12} {:>10}\n", to_string(key.first), cause, n);
        }
    }
};

bool parse_number(const char* text, uint64_t* out) {
    char* end = nullptr;
    *out = std::strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

const std::pair<std::string_view, With Designs::*> designs[] = {
    {"--reach", &Designs::reach},         {"--fields", &Designs::fields},     {"--brains", &Designs::brains},
    {"--monsters", &Designs::monsters},   {"--reload", &Designs::reload},     {"--squads", &Designs::squads},
    {"--ground", &Designs::ground},       {"--detail", &Designs::detail},     {"--health", &Designs::health},
    {"--origin", &Designs::origin},       {"--perform", &Designs::perform},   {"--morale", &Designs::morale},
    {"--battles", &Designs::battles},     {"--orders", &Designs::orders},     {"--bodies", &Designs::bodies},
    {"--obstacles", &Designs::obstacles}, {"--rearming", &Designs::rearming}, {"--links", &Designs::links}};

/// The design that the option sets; null: there is no such option.
With* design_of(std::string_view option, Designs* with) {
    for (const auto& [name, design] : designs)
        if (name == option) return &(with->*design);
    return nullptr;
}

bool parse_with(std::string_view text, With* out) {
    if (text != "0" && text != "1" && text != "auto") return false;
    *out = text == "0" ? With::none : text == "1" ? With::always : With::by_chance;
    return true;
}

bool parse(int argc, char** argv, Options* options) {
    for (int i = 1; i < argc; i += 2) {
        const std::string_view name = argv[i];
        uint64_t value = 0;
        if (i + 1 == argc) return false;
        if (With* const with = design_of(name, &options->designs)) {
            if (!parse_with(argv[i + 1], with)) return false;
            continue;
        }
        if (!parse_number(argv[i + 1], &value)) return false;
        if (name == "--first")
            options->first = value;
        else if (name == "--count")
            options->count = value;
        else if (name == "--frames" && value <= 1'000'000)
            options->frames = static_cast<int>(value);
        else if (name == "--ranks" && value >= 1 && value <= 64)
            options->ranks = static_cast<uint32_t>(value);
        else
            return false;
    }
    return true;
}

/// Plays a fuzz scenario. On several ranks every rank has a share: its chunks have few agents.
Verdict play(const Options& options, uint64_t seed) {
    FuzzScenario scenario = random_fuzz_scenario(seed, options.frames, options.designs);
    if (options.ranks == 1) return run_both(scenario);
    test::ThreadRanks ranks(options.ranks);
    scenario.world.communicator = &ranks.leader();
    scenario.world.debug.chunk_size = 8;
    return run_both(scenario);
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, &options)) {
        fmt::print(stderr, "usage: fray_fuzz [--first SEED] [--count N] [--frames F] [--ranks N]");
        for (const auto& [name, design] : designs) fmt::print(stderr, " [{} 0|1|auto]", name);
        fmt::print(stderr, "\n");
        return 2;
    }
    const bool terminal = isatty(fileno(stderr)) != 0;
    Totals totals;
    for (uint64_t i = 0; i < options.count; ++i) {
        const Verdict verdict = play(options, options.first + i);
        totals.add(verdict);
        if (terminal) fmt::print(stderr, "\r{} of {} fuzz_scenarios", i + 1, options.count);
        if (terminal && (!verdict.same || i + 1 == options.count)) fmt::print(stderr, "\n");
        if (verdict.same) continue;
        totals.print();
        fmt::print("DIFFERENCE: {}\n", verdict.report);
        return 1;
    }
    totals.print();
    fmt::print("{} fuzz scenarios from seed {}: no difference\n", options.count, options.first);
    return 0;
}
