#include "options.h"

#include "bad_input.h"
#include "paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fray::demo {

Scenario read_scenario(const BattleChoice& choice) {
    ScenarioResult result = load_scenario(find_scenario(choice.scenario), choice.sets);
    if (!result.ok()) throw BadInput(fmt::format("{}", fmt::join(result.errors, "\n")));
    return std::move(result.scenario);
}

Setup set_up(const BattleChoice& choice, EventMask events) {
    const Scenario scenario = read_scenario(choice);
    std::unique_ptr<JobSystem> jobs =
        choice.jobs == "serial" ? make_serial_jobs() : make_tbb_jobs({choice.threads, false});
    BattleOptions options;
    options.agents = choice.agents;
    options.seed = choice.seed;
    options.world.events = events;
    options.world.jobs = jobs.get();
    const int threads = jobs->worker_count();
    try {
        return {std::move(jobs), Battle(scenario, options), threads};
    } catch (const std::invalid_argument& error) {
        throw BadInput(fmt::format("{}: {}", choice.scenario, error.what()));
    }
}

int64_t last_frame(const Scenario& scenario, int64_t frames) {
    return frames > 0 ? frames : static_cast<int64_t>(std::max(scenario.duration, 3600.0) * scenario.hz) + 1;
}

} // namespace fray::demo
