// Paths over a grid map and over its navmesh: the cost of a path for many agents with a common goal, and for agents
// with separate goals. The map consists of walls of up to 12 cells, or is a MovingAI map named by FRAY_MAP.
#include "fray/spatial/grid_map.h"
#ifdef FRAY_NAVMESH
#include "fray/spatial/navmesh.h"
#endif
#include "parallel.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

namespace fray {
namespace {

const GridMap& ground() {
    static const GridMap map = [] {
        if (const char* const file = std::getenv("FRAY_MAP")) return GridMap::load(file).value();
        std::mt19937 random(1);
        constexpr size_t side = 512;
        std::vector<uint8_t> cells(side * side, 1);
        for (size_t i = 0; i < cells.size(); ++i) {
            if (random() % 1000 >= 25) continue;
            const size_t step = random() % 2 == 0 ? 1 : side;
            for (size_t k = 0, n = 2 + random() % 12; k < n && i + k * step < cells.size(); ++k)
                cells[i + k * step] = 0;
        }
        return GridMap::create(side, side, cells).value();
    }();
    return map;
}

/// The ground of all path requests, which is the last argument of a benchmark. Both have exactly the same walkable
/// area.
enum Kind : int64_t { grid, navmesh };

const Ground& ground_of([[maybe_unused]] int64_t kind) {
#ifdef FRAY_NAVMESH
    static const NavMesh mesh = NavMesh::from_grid(ground()).value();
    if (kind == navmesh) return mesh;
#endif
    return ground();
}

std::vector<int64_t> kinds() {
#ifdef FRAY_NAVMESH
    return {grid, navmesh};
#else
    return {grid};
#endif
}

Vec2 point_near(std::mt19937& random, Vec2 at, float reach) {
    std::uniform_real_distribution<float> offset(-reach, reach);
    const uint32_t island = ground().island(at);
    for (;;) {
        const Vec2 point = {at.x + offset(random), at.y + offset(random)};
        if (ground().island(point) == island) return point;
    }
}

/// A random point on the largest island of the map.
Vec2 somewhere(std::mt19937& random) {
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < ground().island_count(); ++i)
        if (ground().island_cells(i) > ground().island_cells(greatest)) greatest = i;
    std::uniform_real_distribution<float> x(ground().low().x, ground().high().x),
        y(ground().low().y, ground().high().y);
    for (;;) {
        const Vec2 point = {x(random), y(random)};
        if (ground().island(point) == greatest) return point;
    }
}

void run_jobs(void* loops, uint32_t count, void (*work)(void*, uint32_t), void* context) {
    static_cast<ParallelLoops*>(loops)->parallel_for(count, 1,
                                                     [&](uint32_t i, uint32_t, uint32_t) { work(context, i); });
}

/// Requests all routes repeatedly; `warm`: the flow fields exist already.
void ask(benchmark::State& state, const Ground& over, const std::vector<Route>& routes, int threads, bool warm) {
    const auto jobs = make_tbb_jobs({.threads = threads}).value();
    ParallelLoops loops(*jobs, 0);
    const RouteJobs in_loops{run_jobs, &loops};
    std::vector<Route> asked = routes;
    auto finder = over.routes();
    if (warm) jobs->execute([&] { finder->find(in_loops, asked); });
    for (auto _ : state) {
        if (!warm) {
            state.PauseTiming();
            finder = over.routes();
            state.ResumeTiming();
        }
        jobs->execute([&] { finder->find(in_loops, asked); });
    }
    size_t unseen = 0;
    for (const Route& route : asked) unseen += !(route.waypoint == route.to);
    state.counters["out_of_sight"] = static_cast<double>(unseen) / static_cast<double>(asked.size());
    state.counters["MB"] = static_cast<double>(finder->memory()) * 1e-6;
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(asked.size()));
}

/// Arguments: agents, threads, warm, kind.
void many_to_one(benchmark::State& state) {
    std::mt19937 random(3);
    const Vec2 goal = somewhere(random);
    std::vector<Route> routes;
    for (int64_t i = 0; i < state.range(0); ++i) routes.push_back({somewhere(random), goal});
    ask(state, ground_of(state.range(3)), routes, static_cast<int>(state.range(1)), state.range(2) != 0);
}
BENCHMARK(many_to_one)
    ->ArgsProduct({{1000, 10000, 100000}, {1, 2}, {0, 1}, kinds()})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

/// A battle within 100 m, in which each agent follows another within `reach` metres. Arguments: agents, threads, warm,
/// reach, kind.
void each_to_another(benchmark::State& state) {
    std::mt19937 random(3);
    const Vec2 field = somewhere(random);
    std::vector<Route> routes;
    for (int64_t i = 0; i < state.range(0); ++i) {
        const Vec2 from = point_near(random, field, 50.0f);
        routes.push_back({from, point_near(random, from, static_cast<float>(state.range(3)))});
    }
    ask(state, ground_of(state.range(4)), routes, static_cast<int>(state.range(1)), state.range(2) != 0);
}
BENCHMARK(each_to_another)
    ->ArgsProduct({{10000}, {1, 2}, {0, 1}, {6, 20, 60}, kinds()})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

/// A few agents all over the map, each with a goal anywhere on it. Arguments: agents, threads, warm, kind.
void few_to_many(benchmark::State& state) {
    std::mt19937 random(3);
    std::vector<Route> routes;
    for (int64_t i = 0; i < state.range(0); ++i) routes.push_back({somewhere(random), somewhere(random)});
    ask(state, ground_of(state.range(3)), routes, static_cast<int>(state.range(1)), state.range(2) != 0);
}
BENCHMARK(few_to_many)
    ->ArgsProduct({{10, 100, 1000}, {1}, {0, 1}, kinds()})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

void straight_line(benchmark::State& state) {
    std::mt19937 random(5);
    std::vector<Route> routes;
    for (int i = 0; i < 4096; ++i) {
        const Vec2 from = somewhere(random);
        routes.push_back({from, point_near(random, from, static_cast<float>(state.range(0)))});
    }
    size_t i = 0;
    for (auto _ : state) {
        const Route& route = routes[i++ % routes.size()];
        benchmark::DoNotOptimize(ground_of(state.range(1)).clear(route.from, route.to));
    }
}
BENCHMARK(straight_line)->ArgsProduct({{5, 20, 60}, kinds()});

/// The queries of every agent in every frame, for steps of 5 cm all over the map. Argument: kind.
void step(benchmark::State& state) {
    const Ground& over = ground_of(state.range(0));
    std::mt19937 random(5);
    std::vector<Vec2> from, steps, to;
    for (int i = 0; i < 4096; ++i) {
        from.push_back(somewhere(random));
        over.nearest(from.back(), 1.0f, &from.back(), Ground::no_island);
        steps.push_back({from.back().x + 0.04f, from.back().y + 0.03f});
    }
    std::vector<uint32_t> islands(from.size());
    for (auto _ : state) {
        over.islands(from, islands);
        to = steps;
        over.slide(from, to);
        Wall walls[Ground::max_walls];
        for (const Vec2 at : from) benchmark::DoNotOptimize(over.walls(at, 0.2f, walls));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(from.size()));
}
BENCHMARK(step)->ArgsProduct({kinds()});

void run_in_order(void*, uint32_t count, void (*work)(void*, uint32_t), void* context) {
    for (uint32_t i = 0; i < count; ++i) work(context, i);
}

/// An obstacle of 1 by 3 m is set, and later removed, anywhere on the grid: the changed map, and what the finder of ten
/// thousand walkers does at once. Then all of them ask for their paths again, on one thread. Arguments: number of
/// goals; 0: time of the changes, 1: of the paths after each change, 2: of the paths without a change.
void obstacle(benchmark::State& state) {
    const GridMap& bare = ground();
    const std::unique_ptr<RouteFinder> finder = bare.routes();
    const RouteJobs one_thread{run_in_order, nullptr};
    std::mt19937 random(5);
    std::vector<Vec2> goals;
    for (int64_t i = 0; i < state.range(0); ++i) goals.push_back(somewhere(random));
    std::vector<Route> routes;
    for (size_t i = 0; i < 10'000; ++i) routes.push_back({somewhere(random), goals[i % goals.size()]});
    finder->find(one_thread, routes);
    std::vector<Obstacle> there;
    std::shared_ptr<const Ground> now(&bare, [](const Ground*) {});
    for (auto _ : state) {
        const Obstacle changed =
            there.empty() ? Obstacle{.at = somewhere(random), .half_extents = {0.5f, 1.5f}} : there.front();
        if (there.empty())
            there.push_back(changed);
        else
            there.clear();
        const auto begin = std::chrono::steady_clock::now();
        if (state.range(1) != 2) {
            const ChangedGround made = bare.with_obstacles(there, {&changed, 1}, *now);
            finder->go_on(*made.ground, changed);
            now = made.ground;
        }
        const auto middle = std::chrono::steady_clock::now();
        finder->find(one_thread, routes);
        const auto end = std::chrono::steady_clock::now();
        const std::chrono::duration<double> time = state.range(1) == 0 ? middle - begin : end - middle;
        state.SetIterationTime(time.count());
    }
}
BENCHMARK(obstacle)->ArgsProduct({{1, 8}, {0, 1, 2}})->Iterations(100)->UseManualTime()->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace fray

BENCHMARK_MAIN();
