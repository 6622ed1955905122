// The hot parts by themselves, each beside what it competes with.
#include "assignment.h"
#include "hungarian.h"
#include "kd_forest.h"
#include "neighbour_grid.h"
#include "sort_keys.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace fray {
namespace {

std::vector<Vec2> crowd(uint32_t count) { // a quarter of an agent a square metre, in rows as storage order has them
    const uint32_t side = static_cast<uint32_t>(std::sqrt(static_cast<double>(count)));
    std::mt19937 random(7);
    std::uniform_real_distribution<float> jitter(-0.8f, 0.8f);
    std::vector<Vec2> positions;
    for (uint32_t i = 0; i < count; ++i) {
        // Tiles of 64 by 64: near in space is near in the list.
        const uint32_t tile = i / 4096, within = i % 4096, tiles = std::max(1u, side / 64);
        const float x = static_cast<float>(tile % tiles * 64 + within % 64),
                    y = static_cast<float>(tile / tiles * 64 + within / 64);
        positions.push_back({2.0f * x + jitter(random), 2.0f * y + jitter(random)});
    }
    return positions;
}

struct Nearest {
    const std::vector<Vec2>& positions;
    Vec2 at;
    uint32_t best = ~0u;
    static float visit(void* raw, uint32_t item, float bound) {
        auto& self = *static_cast<Nearest*>(raw);
        const float dx = self.positions[item].x - self.at.x, dy = self.positions[item].y - self.at.y;
        const float squared = dx * dx + dy * dy;
        if (squared > bound || squared == 0.0f) return bound;
        self.best = item;
        return squared;
    }
};

void fill(KdForest& forest, Loops& loops, const std::vector<Vec2>& positions) {
    forest.points().clear();
    for (uint32_t i = 0; i < positions.size(); ++i) forest.points().push_back({positions[i], i});
    const uint32_t end[] = {static_cast<uint32_t>(positions.size())};
    forest.build(loops, end, 0.0);
}

void kd_build(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))});
    Loops loops(*jobs, 0);
    KdForest forest;
    for (auto _ : state) jobs->execute([&] { fill(forest, loops, positions); });
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(kd_build)->ArgsProduct({{10000, 100000, 1000000}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);

/// The nearest other agent; `drift` in centimetres: how stale the trees may be.
void kd_nearest(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const float drift = static_cast<float>(state.range(1)) * 0.01f;
    const auto jobs = make_serial_jobs();
    Loops loops(*jobs, 0);
    KdForest forest;
    fill(forest, loops, positions);
    uint32_t i = 0;
    for (auto _ : state) {
        Nearest nearest{positions, positions[i]};
        forest.nearest(0, nearest.at, 400.0f, drift, Nearest::visit, &nearest);
        benchmark::DoNotOptimize(nearest.best);
        i = (i + 1) % static_cast<uint32_t>(positions.size());
    }
}
BENCHMARK(kd_nearest)->ArgsProduct({{10000, 100000, 1000000}, {0, 50, 200}});

void brute_force_nearest(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    uint32_t i = 0;
    for (auto _ : state) {
        Nearest nearest{positions, positions[i]};
        float bound = 400.0f;
        for (uint32_t j = 0; j < positions.size(); ++j) bound = Nearest::visit(&nearest, j, bound);
        benchmark::DoNotOptimize(nearest.best);
        i = (i + 1) % static_cast<uint32_t>(positions.size());
    }
}
BENCHMARK(brute_force_nearest)->Arg(10000);

void build_grid(NeighbourGrid& grid, Loops& loops, const std::vector<Vec2>& positions) {
    const auto item_of = [&](uint32_t row, GridItem& item) {
        item = {.position = positions[row], .row = row % GridItem::most_rows, .rests = 1, .kind = 0, .layer = 0};
        return true;
    };
    grid.build(loops, static_cast<uint32_t>(positions.size()), 0.4f, item_of, [](uint32_t) { return GridWalker{}; });
}

void grid_build(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))});
    Loops loops(*jobs, 0);
    NeighbourGrid grid;
    for (auto _ : state) jobs->execute([&] { build_grid(grid, loops, positions); });
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(grid_build)->ArgsProduct({{10000, 100000, 1000000}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);

void grid_neighbours(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const auto jobs = make_serial_jobs();
    Loops loops(*jobs, 0);
    NeighbourGrid grid;
    build_grid(grid, loops, positions);
    uint32_t i = 0;
    for (auto _ : state) {
        uint32_t found = 0;
        grid.within(positions[i], 1.0f, [&](const GridItem&) { ++found; });
        benchmark::DoNotOptimize(found);
        i = (i + 1) % static_cast<uint32_t>(positions.size());
    }
}
BENCHMARK(grid_neighbours)->Arg(10000)->Arg(1000000);

std::vector<uint64_t> keys_of(size_t count) {
    std::mt19937_64 random(3);
    std::vector<uint64_t> keys(count);
    for (uint64_t& key : keys) key = random();
    return keys;
}

void sort_keys_here(benchmark::State& state) {
    const auto source = keys_of(static_cast<size_t>(state.range(0)));
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))});
    Loops loops(*jobs, 0);
    SortScratch scratch;
    std::vector<uint64_t> keys;
    for (auto _ : state) {
        keys = source;
        jobs->execute([&] { sort_keys(loops, keys, scratch); });
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(sort_keys_here)->ArgsProduct({{1000, 100000, 1000000}, {1, 2}})->UseRealTime();

void std_sort(benchmark::State& state) {
    const auto source = keys_of(static_cast<size_t>(state.range(0)));
    std::vector<uint64_t> keys;
    for (auto _ : state) {
        keys = source;
        std::sort(keys.begin(), keys.end());
        benchmark::DoNotOptimize(keys.data());
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(std_sort)->Arg(1000)->Arg(100000)->Arg(1000000);

/// Circles of holders who stand at random round their ring of slots, with the costs in mm as the engine has them.
struct Circles {
    static constexpr int count = 1024;
    int rows, columns;
    std::vector<int32_t> cost;

    explicit Circles(const benchmark::State& state)
        : rows(static_cast<int>(state.range(0))), columns(static_cast<int>(state.range(1))) {
        const double ring = columns < 64 ? 4.0 : 12.0, turn = 6.283185307179586;
        std::mt19937 random(5);
        std::uniform_real_distribution<double> angle(0.0, turn), radius(0.5 * ring, 2.0 * ring);
        for (int i = 0; i < count * rows; ++i) {
            const double a = angle(random), r = radius(random);
            for (int j = 0; j < columns; ++j) {
                const double slot = turn * j / columns;
                const double x = r * std::cos(a) - ring * std::cos(slot), y = r * std::sin(a) - ring * std::sin(slot);
                cost.push_back(static_cast<int32_t>(std::lround(1000.0 * std::hypot(x, y))));
            }
        }
    }
    const int32_t* of(int circle) const { return &cost[static_cast<size_t>(circle) * rows * columns]; }
};

int64_t assign_textbook(const int32_t* cost, int rows, int columns, AssignmentScratch&, int16_t* out) {
    return hungarian(cost, rows, columns, out);
}

/// `excess_percent`: by how much its totals exceed the least ones.
void assign(benchmark::State& state, decltype(assign_exact)* solve) {
    const Circles circles(state);
    AssignmentScratch scratch;
    int16_t column[max_assignment];
    int i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(solve(circles.of(i), circles.rows, circles.columns, scratch, column));
        i = (i + 1) % Circles::count;
    }
    state.SetItemsProcessed(state.iterations());
    double total = 0.0, least = 0.0;
    for (i = 0; i < Circles::count; ++i) {
        total += static_cast<double>(solve(circles.of(i), circles.rows, circles.columns, scratch, column));
        least += static_cast<double>(assign_exact(circles.of(i), circles.rows, circles.columns, scratch, column));
    }
    state.counters["excess_percent"] = 100.0 * (total / least - 1.0);
}
void assignment_sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"rows", "columns"});
    bench->Args({1, 8})->Args({2, 8});
    for (const int slots : {4, 8, 16, 64}) bench->Args({slots / 2, slots})->Args({slots, slots});
}
BENCHMARK_CAPTURE(assign, exact, assign_exact)->Apply(assignment_sizes);
BENCHMARK_CAPTURE(assign, nearest, assign_nearest)->Apply(assignment_sizes);
BENCHMARK_CAPTURE(assign, textbook, assign_textbook)->Apply(assignment_sizes);

/// What starting a loop of eight empty pieces costs on each job system.
void empty_loop(benchmark::State& state, std::unique_ptr<JobSystem> jobs) {
    Loops loops(*jobs, 0);
    jobs->execute([&] {
        for (auto _ : state)
            loops.chunks(8, 1, [](uint32_t chunk, uint32_t, uint32_t) { benchmark::DoNotOptimize(chunk); });
    });
}
BENCHMARK_CAPTURE(empty_loop, serial, make_serial_jobs())->UseRealTime();
BENCHMARK_CAPTURE(empty_loop, tbb_1, make_tbb_jobs({.threads = 1}))->UseRealTime();
BENCHMARK_CAPTURE(empty_loop, tbb_2, make_tbb_jobs({.threads = 2}))->UseRealTime();

} // namespace
} // namespace fray

BENCHMARK_MAIN();
