// The cost of a user-defined state compared with a built-in state. Pairs of agents stand face to face, and each agent
// decides in every frame that none of its attacks reaches. The benchmark uses the built-in combat state of unmanaged
// agents, then a user-defined function that computes the same distances.
#include "fray/fray.h"
#include "require.h"

#include <benchmark/benchmark.h>

namespace fray {
namespace {

constexpr int attacks = 3;

void stand_by(void*, const StateBatch& batch, StateWriter& out) {
    for (size_t i = 0; i < batch.size(); ++i) {
        if (!batch.has_target(i)) {
            out.next(i, State::idle);
            continue;
        }
        const Vec2 here = batch.position(i), there = batch.target_position(i);
        const float x = there.x - here.x, y = there.y - here.y;
        bool fits = false;
        for (int attack = 0; attack < attacks; ++attack)
            fits = fits || x * x + y * y >= 25.0f + static_cast<float>(attack);
        if (fits)
            out.next(i, State::pursue);
        else
            out.stand(i);
    }
}

/// Agents in pairs, 1 m apart; the pairs are 4 m apart.
void fill(World& world, int agents, bool users) {
    bench::require(world.add_state({"stand by", stand_by, nullptr}), world);
    ArchetypeDef def = boss_archetype();
    def.name = "fighter";
    def.perception.targeting = Targeting::self;
    def.perception.alert = 10.5f;
    def.boss.timers.close = {3600.0, 3600.0};
    def.attacks.resize(attacks);
    for (AttackDef& attack : def.attacks) attack.range = {5.0f, 6.0f};
    if (users) def.states = {{"stand by", 1.0f, false}};
    bench::require(world.add_archetype(def), world);
    bench::require(world.add_team("red"), world);
    bench::require(world.add_team("blue"), world);
    for (int i = 0; i < agents; ++i) {
        const int pair = i / 2;
        AgentId id;
        bench::require(world.spawn({.team = static_cast<TeamIndex>(i % 2),
                                    .position = {static_cast<float>(pair % 256) * 4.0f + static_cast<float>(i % 2),
                                                 static_cast<float>(pair / 256) * 4.0f}},
                                   &id),
                       world);
        bench::require(world.damage(id, 1.0f), world); // the hurt agent changes to the user-defined state
    }
    for (int frame = 0; frame < 120; ++frame) bench::require(world.step(1.0 / 60.0), world);
}

void evaluate(benchmark::State& state, bool users) {
    World world = World::create({.hash = false, .threads = 1}).value();
    fill(world, static_cast<int>(state.range(0)), users);
    double evaluations = 0.0;
    for (auto _ : state) {
        bench::require(world.step(1.0 / 60.0), world);
        const int64_t ns = world.profile().system_ns[static_cast<size_t>(System::evaluate_fsm)];
        state.SetIterationTime(static_cast<double>(ns) * 1e-9);
        evaluations += world.counters().evaluations;
    }
    state.counters["evaluations"] = evaluations / static_cast<double>(state.iterations());
    state.counters["ns_per_evaluation"] =
        benchmark::Counter(evaluations, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void built_in(benchmark::State& state) { evaluate(state, false); }
void users(benchmark::State& state) { evaluate(state, true); }

BENCHMARK(built_in)->Arg(10'000)->Arg(100'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(200);
BENCHMARK(users)->Arg(10'000)->Arg(100'000)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(200);

} // namespace
} // namespace fray

BENCHMARK_MAIN();
