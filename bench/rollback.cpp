// Rollback in `clash`: the time to save a frame, and the time to go back eight frames and make the first of them again.
#include "fray/rollback.h"
#include "clash.h"
#include "files/require.h"

#include <benchmark/benchmark.h>

#include <chrono>

namespace fray {
namespace {

using demo::require;

constexpr int ahead = 8;
constexpr double dt = 1.0 / 60.0;

template <typename Work> void time_it(benchmark::State& state, Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

World& world_of(benchmark::State& state) {
    return clash_of(static_cast<int>(state.range(0)), static_cast<int>(state.range(1))).world();
}

void steady_step(benchmark::State& state) {
    World& world = world_of(state);
    for (auto _ : state) time_it(state, [&] { require(world.step(dt), world); });
}

void save(benchmark::State& state) {
    World& world = world_of(state);
    Rollback rollback = Rollback::create(world, ahead).value();
    for (int i = 0; i < ahead; ++i) {
        require(world.step(dt), world);
        require(rollback.save(), world);
    }
    for (auto _ : state) {
        require(world.step(dt), world);
        time_it(state, [&] { require(rollback.save(), world); });
    }
    state.counters["bytes_per_agent"] =
        static_cast<double>(rollback.memory()) / ahead / static_cast<double>(state.range(0));
}

void restore_and_step(benchmark::State& state) {
    World& world = world_of(state);
    Rollback rollback = Rollback::create(world, ahead).value();
    for (auto _ : state) {
        const uint64_t begin = world.frame();
        uint64_t hash = 0;
        for (int i = 0; i < ahead; ++i) {
            require(rollback.save(), world);
            require(world.step(dt), world);
            if (i == 0) hash = world.state_hash();
        }
        time_it(state, [&] {
            require(rollback.restore(begin), world);
            require(world.step(dt), world);
        });
        if (world.state_hash() == hash) continue;
        state.SkipWithError("another hash than the first time");
        break;
    }
}

/// The alternative without Rollback: a snapshot.
void snapshot_and_step(benchmark::State& state) {
    World& world = world_of(state);
    std::vector<std::byte> snapshot;
    for (auto _ : state) {
        require(world.save(&snapshot), world);
        for (int i = 0; i < ahead; ++i) require(world.step(dt), world);
        time_it(state, [&] {
            require(world.restore(snapshot), world);
            require(world.step(dt), world);
        });
    }
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"agents", "threads"})->ArgsProduct({{2000, 10000, 100000}, {1, 2}});
    bench->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(40)->Repetitions(3)->ReportAggregatesOnly(true);
}
BENCHMARK(steady_step)->Apply(sizes);
BENCHMARK(save)->Apply(sizes);
BENCHMARK(restore_and_step)->Apply(sizes);
BENCHMARK(snapshot_and_step)->Apply(sizes);

} // namespace
} // namespace fray

BENCHMARK_MAIN();
