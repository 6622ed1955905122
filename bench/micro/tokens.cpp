// Admission and attack tokens in `clash`, measured per event: the engine's stage manager (plan_engagements and commit)
// compared with that of the plain port, which starts as many attacks.
#include "battle.h"
#include "clash.h"

#include <benchmark/benchmark.h>

namespace fray {
namespace {

constexpr int agents = 10000, warm_up = 600;

/// The mean time per event, for `all` events in the measured time.
benchmark::Counter time_of_each(double all) { return {all, benchmark::Counter::kIsRate | benchmark::Counter::kInvert}; }

void stage_manager(benchmark::State& state) {
    Battle& battle = clash_of(agents, static_cast<int>(state.range(0)));
    double tokens = 0, slots = 0, attacks = 0, visits = 0;
    for (auto _ : state) {
        battle.step().value();
        const auto& ns = battle.world().profile().system_ns;
        state.SetIterationTime(static_cast<double>(ns[static_cast<size_t>(FrameSystem::plan_engagements)] +
                                                   ns[static_cast<size_t>(FrameSystem::commit)]) *
                               1e-9);
        const Counters& counters = battle.world().counters();
        tokens += counters.tokens_given;
        slots += counters.slots_given;
        attacks += counters.attacks_started;
        visits += counters.dirty_circles;
    }
    const auto frames = static_cast<double>(state.iterations());
    state.counters["tokens"] = tokens / frames;
    state.counters["slots"] = slots / frames;
    state.counters["ns_per_event"] = time_of_each(tokens + slots);
    state.counters["ns_per_attack"] = time_of_each(attacks);
    state.counters["ns_per_circle"] = time_of_each(visits);
}
BENCHMARK(stage_manager)->Arg(1)->Arg(2)->ArgName("threads")->UseManualTime()->Unit(benchmark::kMicrosecond);

void plain_stage_manager(benchmark::State& state) {
    const ScenarioResult loaded = load_scenario(FRAY_SCENARIO_DIR "/clash.toml");
    plain::Battle battle(loaded.scenario, agents, {});
    for (int frame = 0; frame < warm_up; ++frame) battle.step();
    double attacks = 0;
    for (auto _ : state) {
        const plain::Report& report = battle.step();
        state.SetIterationTime(report.system_ms[static_cast<size_t>(plain::System::stage_manager)] * 1e-3);
        attacks += report.attacks_started;
    }
    state.counters["ns_per_attack"] = time_of_each(attacks);
}
BENCHMARK(plain_stage_manager)->UseManualTime()->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace fray
