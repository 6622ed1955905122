// Nearest neighbours: the forest of KD-trees, a single tree, all pairs, and the neighbour grid.
#include "kd_forest.h"
#include "neighbour_grid.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <nanoflann.hpp>
#include <random>
#include <vector>

namespace fray {
namespace {

/// Positions with 0.25 agents per square metre, in rows sorted as in storage order.
std::vector<Vec2> crowd(uint32_t count) {
    const uint32_t side = static_cast<uint32_t>(std::sqrt(static_cast<double>(count)));
    std::mt19937 random(7);
    std::uniform_real_distribution<float> jitter(-0.8f, 0.8f);
    std::vector<Vec2> positions;
    for (uint32_t i = 0; i < count; ++i) {
        // In tiles of 64 x 64 agents, so that agents near in space are near in the list.
        const uint32_t tile = i / 4096, within = i % 4096, tiles = std::max(1u, side / 64);
        const float x = static_cast<float>(tile % tiles * 64 + within % 64),
                    y = static_cast<float>(tile / tiles * 64 + within / 64);
        positions.push_back({2.0f * x + jitter(random), 2.0f * y + jitter(random)});
    }
    return positions;
}

struct Nearest {
    const std::vector<Vec2>& positions;
    Vec2 at{};
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

void fill(KdForest& index, ParallelLoops& loops, const std::vector<Vec2>& positions) {
    index.points().clear();
    for (uint32_t i = 0; i < positions.size(); ++i) index.points().push_back({positions[i], i});
    const uint32_t end[] = {static_cast<uint32_t>(positions.size())};
    index.build(loops, end, Drift());
}

/// Measures `build(loops, positions)`.
template <typename Build> void measure_build(benchmark::State& state, Build&& build) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))}).value();
    ParallelLoops loops(*jobs, 0);
    for (auto _ : state) jobs->execute([&] { build(loops, positions); });
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
/// Measures the answer `ask(i)` for one agent after the other.
template <typename Ask> void measure_answers(benchmark::State& state, size_t agents, Ask&& ask) {
    uint32_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(ask(i));
        i = (i + 1) % static_cast<uint32_t>(agents);
    }
}

void kd_build(benchmark::State& state) {
    KdForest index;
    measure_build(state, [&](ParallelLoops& loops, const auto& positions) { fill(index, loops, positions); });
}
void build_sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgsProduct({{10000, 100000, 1000000}, {1, 2}})->UseRealTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(kd_build)->Apply(build_sizes);

/// Finds the nearest other agent; `drift` in centimetres: how far agents may have moved since the index was built.
void kd_nearest(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    Drift drift;
    drift.widen(static_cast<double>(state.range(1)) * 0.01);
    const auto jobs = make_serial_jobs();
    ParallelLoops loops(*jobs, 0);
    KdForest index;
    fill(index, loops, positions);
    measure_answers(state, positions.size(), [&](uint32_t i) {
        Nearest nearest{positions, positions[i]};
        index.nearest(0, nearest.at, 400.0f, drift, Nearest::visit, &nearest);
        return nearest.best;
    });
}
BENCHMARK(kd_nearest)->ArgsProduct({{10000, 100000, 1000000}, {0, 50, 200}});

/// nanoflann as it is: a single tree over all agents, built on one thread and always up to date.
struct Points {
    const std::vector<Vec2>& positions;
    size_t kdtree_get_point_count() const { return positions.size(); }
    float kdtree_get_pt(uint32_t i, size_t axis) const { return axis == 0 ? positions[i].x : positions[i].y; }
    template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};
using OneTree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Points>, Points, 2, uint32_t>;

void one_tree_build(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const Points points{positions};
    OneTree tree(2, points);
    for (auto _ : state) tree.buildIndex();
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(one_tree_build)->Arg(10000)->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);

/// A nanoflann result set for the nearest agent that is not the querying agent.
struct NearestOther {
    using DistanceType = float;
    float best_squared = 400.0f;
    uint32_t best = ~0u;
    size_t size() const { return 1; }
    bool full() const { return true; }
    float worstDist() const { return best_squared; }
    bool addPoint(float squared, uint32_t item) {
        if (squared > 0.0f && squared < best_squared) best_squared = squared, best = item;
        return true;
    }
};

void one_tree_nearest(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const Points points{positions};
    const OneTree tree(2, points);
    measure_answers(state, positions.size(), [&](uint32_t i) {
        NearestOther nearest;
        tree.findNeighbors(nearest, &positions[i].x, {});
        return nearest.best;
    });
}
BENCHMARK(one_tree_nearest)->Arg(10000)->Arg(100000)->Arg(1000000);

void brute_force_nearest(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    measure_answers(state, positions.size(), [&](uint32_t i) {
        Nearest nearest{positions, positions[i]};
        float bound = 400.0f;
        for (uint32_t j = 0; j < positions.size(); ++j) bound = Nearest::visit(&nearest, j, bound);
        return nearest.best;
    });
}
BENCHMARK(brute_force_nearest)->Arg(10000);

/// One agent in twelve counts as walking, although no position changes.
struct Crowd {
    const Vec2* positions;

    bool place(uint32_t row, Vec2& position) const {
        position = positions[row];
        return true;
    }
    uint32_t level(uint32_t) const { return 0; }
    GridItem item(uint32_t row) const {
        return {.position = positions[row],
                .velocity = {},
                .radius = 0.4f,
                .row = row % GridItem::most_rows,
                .asleep = row % 12 != 0,
                .preferred_x = 0,
                .preferred_y = 0,
                .floor = 0};
    }
    static uint32_t frames(uint32_t) { return 1; }
    static bool still(uint32_t, bool asleep, bool) { return asleep; }
    static void asleep(uint32_t begin, uint32_t end, uint8_t* marks) { std::fill_n(marks, end - begin, uint8_t{1}); }
    void prefetch(uint32_t) const {}
};

constexpr GridLevel level[] = {{.cell = 1.0f, .widest = 0.4f, .fastest = 3.0f}};

void build_grid(NeighbourGrid& grid, ParallelLoops& loops, const std::vector<Vec2>& positions) {
    grid.forget();
    grid.update(loops, static_cast<uint32_t>(positions.size()), level, Crowd{positions.data()});
}

void grid_build(benchmark::State& state) {
    NeighbourGrid grid;
    measure_build(state, [&](ParallelLoops& loops, const auto& positions) { build_grid(grid, loops, positions); });
}
BENCHMARK(grid_build)->Apply(build_sizes);

/// The same grid a frame later, when only the walking agents are updated.
void grid_refresh(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))}).value();
    ParallelLoops loops(*jobs, 0);
    NeighbourGrid grid;
    build_grid(grid, loops, positions);
    const auto rows = static_cast<uint32_t>(positions.size());
    for (auto _ : state) jobs->execute([&] { grid.update(loops, rows, level, Crowd{positions.data()}); });
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(grid_refresh)->Apply(build_sizes);

void grid_neighbours(benchmark::State& state) {
    const auto positions = crowd(static_cast<uint32_t>(state.range(0)));
    const auto jobs = make_serial_jobs();
    ParallelLoops loops(*jobs, 0);
    NeighbourGrid grid;
    build_grid(grid, loops, positions);
    measure_answers(state, positions.size(), [&](uint32_t i) {
        uint32_t found = 0;
        grid.within(positions[i], 1.0f, [&](const GridItem&) { ++found; });
        return found;
    });
}
BENCHMARK(grid_neighbours)->Arg(10000)->Arg(1000000);

} // namespace
} // namespace fray
