// Assignment of slots to the agents around a target.
#include "assignment.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

namespace fray {
namespace {

/// Circles with holders at random positions around their ring of slots, with costs in mm as in the engine.
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

/// `excess_percent`: how much the total costs exceed the least possible totals.
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

} // namespace
} // namespace fray
