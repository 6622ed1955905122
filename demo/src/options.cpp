#include "options.h"

#include "example_states.h"

#include "bad_input.h"
#include "paths.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <oneapi/tbb/global_control.h>

namespace fray::demo {
namespace {

/// An arena alone cannot: oneTBB's limit is the machine's number of cores, and it is the whole program's to change.
std::shared_ptr<void> allow_threads(int threads) {
    using tbb::global_control;
    const auto wanted = static_cast<size_t>(threads);
    if (wanted <= global_control::active_value(global_control::max_allowed_parallelism)) return nullptr;
    return std::make_shared<global_control>(global_control::max_allowed_parallelism, wanted);
}

} // namespace

Scenario read_scenario(const BattleChoice& choice) {
    ScenarioResult result = load_scenario(find_scenario(choice.scenario), choice.sets);
    if (!result.ok()) throw BadInput(fmt::format("{}", fmt::join(result.errors, "\n")));
    if (!choice.quiet) {
        for (const std::string& warning : result.warnings) fmt::print(stderr, "{}\n", warning);
    }
    return std::move(result.scenario);
}

Setup set_up(const BattleChoice& choice, EventMask events, bool refusals) {
    const Scenario scenario = read_scenario(choice);
    std::shared_ptr<void> more_threads = allow_threads(choice.threads);
    std::unique_ptr<JobSystem> jobs =
        choice.jobs == "serial" ? make_serial_jobs() : make_tbb_jobs({choice.threads, false});
    BattleOptions options;
    // Their column is part of every agent: only where a scenario names them.
    if (std::any_of(scenario.archetypes.begin(), scenario.archetypes.end(),
                    [](const ArchetypeDef& archetype) { return !archetype.states.empty(); }))
        options.prepare = add_example_states;
    options.agents = choice.agents;
    options.seed = choice.seed;
    if (choice.search == "grid") options.world.search = SearchBackend::grid;
    options.world.events = events;
    options.world.refusals = refusals;
    options.world.jobs = jobs.get();
    const int threads = jobs->worker_count();
    try {
        return {std::move(more_threads), std::move(jobs), Battle(scenario, options), threads};
    } catch (const std::invalid_argument& error) {
        throw BadInput(fmt::format("{}: {}", choice.scenario, error.what()));
    }
}

int64_t last_frame(const Scenario& scenario, int64_t frames) {
    return frames > 0 ? frames : static_cast<int64_t>(std::max(scenario.duration, 3600.0) * scenario.hz) + 1;
}

} // namespace fray::demo
