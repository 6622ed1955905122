// Team alert at scale: the time of build_trees and build_grid (`index`) and acquire_targets (`alert`), trees included,
// where every squad scans for targets four times a second. A third of the agents is engaged, a third sees enemies, and
// a third is far from any enemy. If the host moves the agents, there is no grid to build.
//
// `armies` has the same two armies in squads of any size: they stand face to face, or so far apart that few agents or
// none notice an enemy.
#include "fray/fray.h"
#include "require.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fray {
namespace {

constexpr int warmup = 90, measured = 240;

ArchetypeDef soldier(Motion motion) {
    ArchetypeDef def;
    def.name = "soldier";
    def.body.motion = motion;
    def.body.health = unlimited_health;
    def.body.walk_speed = def.body.run_speed =
        0.5f; // so that agents stay in their third of the field, and all of them move
    AttackDef swing;
    swing.name = "swing";
    swing.weight = 3;
    swing.damage = 0.0f;
    def.attacks = {swing};
    return def;
}

/// Squads of the two teams in separate squares. `apart`: m between the two squares of a hostile pair of squads.
class Field {
public:
    Field(World& world, int squad) : world_(world), squad_(squad) {}

    void fill(int agents, float x, float apart, bool alone) {
        const int squads = agents / squad_;
        const float side = std::sqrt(static_cast<float>(squad_)) * 1.5f;
        const float step = alone ? side + 4.0f : 2.0f * (side + apart) + 30.0f;
        const int pairs = alone ? squads : squads / 2;
        const int columns = std::max(static_cast<int>(std::sqrt(static_cast<float>(pairs))), 1);
        for (int i = 0; i < squads; ++i) {
            const int pair = alone ? i : i / 2;
            const Vec2 corner = {x + static_cast<float>(pair % columns) * step +
                                     (alone ? 0.0f : static_cast<float>(i % 2) * (side + apart)),
                                 static_cast<float>(pair / columns) * step};
            spawn(static_cast<TeamIndex>(alone ? 0 : i % 2), corner);
        }
        width = static_cast<float>(columns) * step;
    }
    float width = 0.0f;

private:
    void spawn(TeamIndex team, Vec2 corner) {
        SquadId squad;
        bench::require(world_.add_squad(team, &squad), world_);
        const int files = static_cast<int>(std::sqrt(static_cast<float>(squad_)) + 0.999f);
        for (int i = 0; i < squad_; ++i)
            bench::require(world_.spawn({.team = team,
                                         .squad = squad,
                                         .position = {corner.x + static_cast<float>(i % files) * 1.5f - 8000.0f,
                                                      corner.y + static_cast<float>(i / files) * 1.5f - 8000.0f}}),
                           world_);
    }

    World& world_;
    int squad_;
};

World two_teams(Motion motion, Targeting targeting) {
    World world = World::create({.event_mask = 0, .hash = false, .threads = 2}).value();
    ArchetypeDef def = soldier(motion);
    def.perception.targeting = targeting;
    bench::require(world.add_archetype(def), world);
    bench::require(world.add_team("red"), world);
    bench::require(world.add_team("blue"), world);
    return world;
}

/// Steps the world and measures two of its systems.
void measure(benchmark::State& state, World& world, Motion motion) {
    std::vector<Vec2> places;
    const auto step = [&] {
        if (motion == Motion::host) {
            // All agents walk back and forth at 0.5 m/s.
            const float way = (world.frame() % 240 < 120 ? 0.5f : -0.5f) / 60.0f;
            places.assign(world.positions().begin(), world.positions().end());
            for (Vec2& place : places) place.x += way;
            bench::require(world.set_host_poses(world.ids(), places), world);
        }
        bench::require(world.step(1.0 / 60.0), world);
    };
    for (int frame = 0; frame < warmup; ++frame) step();
    std::vector<double> index, alert, plan;
    double target_scans = 0.0, queries = 0.0, targets = 0.0;
    for (auto _ : state) {
        step();
        const auto& ns = world.profile().system_ns;
        index.push_back(static_cast<double>(ns[static_cast<size_t>(System::build_trees)] +
                                            ns[static_cast<size_t>(System::build_grid)]) *
                        1e-6);
        alert.push_back(static_cast<double>(ns[static_cast<size_t>(System::acquire_targets)]) * 1e-6);
        plan.push_back(static_cast<double>(ns[static_cast<size_t>(System::plan_engagements)]) * 1e-6);
        state.SetIterationTime((index.back() + alert.back()) * 1e-3);
        target_scans += world.counters().target_scans;
        queries += world.counters().kd_queries;
    }
    for (const AgentId target : world.targets()) targets += static_cast<bool>(target);
    const auto mean = [](const std::vector<double>& v) {
        double sum = 0.0;
        for (const double value : v) sum += value;
        return sum / static_cast<double>(v.size());
    };
    const auto worst = [](const std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); };
    state.counters["index_ms"] = mean(index);
    state.counters["alert_ms"] = mean(alert);
    state.counters["plan_ms"] = mean(plan);
    state.counters["worst_index_ms"] = worst(index);
    state.counters["worst_alert_ms"] = worst(alert);
    state.counters["target_scans"] = target_scans / static_cast<double>(state.iterations());
    state.counters["queries"] = queries / static_cast<double>(state.iterations());
    state.counters["with_target"] = targets / static_cast<double>(world.agent_count());
}

void alert(benchmark::State& state, Motion motion) {
    const int agents = static_cast<int>(state.range(0)), squad = static_cast<int>(state.range(1));
    World world = two_teams(motion, Targeting::team);
    Field field(world, squad);
    float x = 0.0f;
    field.fill(agents / 3, x, 2.0f, false); // engaged
    field.fill(agents / 3, x += field.width + 200.0f, 14.0f, false);
    field.fill(agents / 3, x += field.width + 200.0f, 0.0f, true);
    measure(state, world, motion);
}

/// Two armies of a hundred ranks, 1.5 m from agent to agent. A squad has a stretch of the line, or a part of a file.
void armies(benchmark::State& state, Targeting targeting) {
    constexpr int agents = 100'000, ranks = 100;
    const int squad = static_cast<int>(state.range(0));
    const float gap = static_cast<float>(state.range(1));
    World world = two_teams(Motion::host, targeting);
    for (TeamIndex team = 0; team < 2; ++team) {
        SquadId id;
        for (int i = 0; i < agents / 2; ++i) {
            if (i % squad == 0) bench::require(world.add_squad(team, &id), world);
            const float depth = gap * 0.5f + static_cast<float>(i % ranks) * 1.5f;
            bench::require(
                world.spawn({.team = team,
                             .squad = id,
                             .position = {team == 0 ? -depth : depth, static_cast<float>(i / ranks) * 1.5f - 375.0f}}),
                world);
        }
    }
    measure(state, world, Motion::host);
}

void armies_by_distance(benchmark::State& state) { armies(state, Targeting::team); }
void armies_by_room(benchmark::State& state) { armies(state, Targeting::spread); }

void fray_moves(benchmark::State& state) { alert(state, Motion::fray); }
void host_moves(benchmark::State& state) { alert(state, Motion::host); }

void sizes(benchmark::internal::Benchmark* bench) {
    for (const int agents : {10'000, 100'000, 1'000'000})
        for (const int squad : {5, 500}) bench->Args({agents, squad});
    bench->ArgNames({"agents", "squad"})->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(measured);
}
BENCHMARK(fray_moves)->Apply(sizes);
BENCHMARK(host_moves)->Apply(sizes);

void squad_sizes(benchmark::internal::Benchmark* bench) {
    for (const int gap : {2, 18, 200})
        for (const int squad : {40, 400, 2'000, 6'250, 50'000}) bench->Args({squad, gap});
    bench->ArgNames({"squad", "gap"})->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(measured);
}
BENCHMARK(armies_by_distance)->Apply(squad_sizes);
BENCHMARK(armies_by_room)->Apply(squad_sizes);

} // namespace
} // namespace fray

BENCHMARK_MAIN();
