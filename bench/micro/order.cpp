// Storage order: sorting of keys, and the cost of putting a world's rows into Z order, all at once or a share per
// frame.
#include "files/require.h"
#include "world/world_impl.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

namespace fray {
namespace {

Vector<uint64_t> keys_of(size_t count) {
    std::mt19937_64 random(3);
    Vector<uint64_t> keys(count);
    for (uint64_t& key : keys) key = random();
    return keys;
}

void sort_keys_here(benchmark::State& state) {
    const auto source = keys_of(static_cast<size_t>(state.range(0)));
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))}).value();
    ParallelLoops loops(*jobs, 0);
    SortScratch scratch;
    Vector<uint64_t> keys;
    for (auto _ : state) {
        keys = source;
        jobs->execute([&] { sort_keys(loops, keys, scratch); });
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(sort_keys_here)->ArgsProduct({{1000, 100000, 1000000}, {1, 2}})->UseRealTime();

void std_sort(benchmark::State& state) {
    const auto source = keys_of(static_cast<size_t>(state.range(0)));
    Vector<uint64_t> keys;
    for (auto _ : state) {
        keys = source;
        std::sort(keys.begin(), keys.end());
        benchmark::DoNotOptimize(keys.data());
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(std_sort)->Arg(1000)->Arg(100000)->Arg(1000000);

/// A world of `agents` agents at random positions, with four square metres per agent.
class Field {
public:
    explicit Field(int64_t agents) : world_(World::create({.hashes = false, .threads = 1}).value()) {
        const float side = 2.0f * std::sqrt(static_cast<float>(agents));
        std::uniform_real_distribution<float> anywhere(-0.5f * side, 0.5f * side);
        demo::require(world_.add_archetype({.name = "soldier"}), world_);
        demo::require(world_.add_team("red"), world_);
        for (int64_t i = 0; i < agents; ++i) {
            home_.push_back({anywhere(dice_), anywhere(dice_)});
            demo::require(world_.spawn({.position = home_.back()}), world_);
        }
        demo::require(world_.step(1.0 / 60.0), world_);
    }
    WorldState& world_state() { return world_.impl().state; }

    void shuffle(ParallelLoops& loops) {
        world_state().settings.shuffle_storage = dice_() | 1;
        sort_storage(world_state(), loops);
        world_state().settings.shuffle_storage = 0;
    }
    /// Moves every agent to within 2 m of its spawn position on each axis.
    void walk() {
        std::uniform_real_distribution<float> step(-2.0f, 2.0f);
        const auto position = world_state().agents.position.write_any();
        const Serial* const serial = world_state().agents.serial.any();
        for (uint32_t row = 0; row < world_state().agents.rows(); ++row) {
            const Vec2 home = home_[static_cast<size_t>(serial[row])];
            position[row] = {home.x + step(dice_), home.y + step(dice_)};
        }
    }

private:
    World world_;
    std::vector<Vec2> home_;
    std::mt19937_64 dice_{11};
};

/// The time of `disturb(field, loops)` is not measured.
template <typename Disturb, typename Work> void measure(benchmark::State& state, Disturb&& disturb, Work&& work) {
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))}).value();
    ParallelLoops loops(*jobs, 0);
    Field field(state.range(0));
    for (auto _ : state) {
        jobs->execute([&] { disturb(field, loops); });
        const auto start = std::chrono::steady_clock::now();
        jobs->execute([&] { work(field.world_state(), loops); });
        state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    uint64_t bytes = 0;
    for (const ColumnBase* column : field.world_state().agents.registry.columns()) bytes += column->element_size();
    state.counters["bytes_per_agent"] = static_cast<double>(bytes);
    state.counters["ns_per_agent"] =
        benchmark::Counter(static_cast<double>(state.range(0)) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void walk(Field& field, ParallelLoops&) { field.walk(); }
void shuffle(Field& field, ParallelLoops& loops) { field.shuffle(loops); }

/// Orders all rows at once, as after a large spawn.
void order_all(WorldState& world_state, ParallelLoops& loops) {
    world_state.order.sorted_rows = 0;
    sort_storage(world_state, loops);
}
/// Orders a share of the rows per frame, for as many frames as one round over all agents takes.
void order_round(WorldState& world_state, ParallelLoops& loops) {
    for (uint32_t i = 0; i < world_state.settings.sort_interval; ++i, ++world_state.clock.frame)
        sort_storage(world_state, loops);
}

void reorder_all_random(benchmark::State& state) { measure(state, shuffle, order_all); }
void reorder_all_nearly_sorted(benchmark::State& state) { measure(state, walk, order_all); }
void reorder_by_shares_nearly_sorted(benchmark::State& state) { measure(state, walk, order_round); }

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgsProduct({{10000, 100000, 1000000}, {1, 2}})->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(reorder_all_random)->Apply(sizes);
BENCHMARK(reorder_all_nearly_sorted)->Apply(sizes);
BENCHMARK(reorder_by_shares_nearly_sorted)->Apply(sizes);

} // namespace
} // namespace fray
