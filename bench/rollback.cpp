// Rollback in `clash`: the time to save a frame, and the time to go back eight frames and make the first of them again.
#include "fray/rollback.h"
#include "clash.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace fray {
namespace {

constexpr int ahead = 8;
constexpr double dt = 1.0 / 60.0;

void require(Error e, const World& world) {
    if (e == Error::ok) return;
    std::fprintf(stderr, "fray_bench_rollback: %s\n", world.error_text().c_str());
    std::exit(1);
}

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
    for (auto _ : state) time_it(state, [&] { world.step(dt); });
}

void save(benchmark::State& state) {
    World& world = world_of(state);
    Rollback rollback(world, ahead);
    for (int i = 0; i < ahead; ++i) require((world.step(dt), rollback.save()), world);
    for (auto _ : state) {
        world.step(dt);
        time_it(state, [&] { require(rollback.save(), world); });
    }
    state.counters["bytes_per_agent"] =
        static_cast<double>(rollback.memory()) / ahead / static_cast<double>(state.range(0));
}

void restore_and_step(benchmark::State& state) {
    World& world = world_of(state);
    Rollback rollback(world, ahead);
    for (auto _ : state) {
        const uint64_t begin = world.frame();
        uint64_t hash = 0;
        for (int i = 0; i < ahead; ++i) {
            require(rollback.save(), world);
            world.step(dt);
            if (i == 0) hash = world.state_hash();
        }
        time_it(state, [&] {
            require(rollback.restore(begin), world);
            world.step(dt);
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
        for (int i = 0; i < ahead; ++i) world.step(dt);
        time_it(state, [&] {
            require(world.restore(snapshot), world);
            world.step(dt);
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
