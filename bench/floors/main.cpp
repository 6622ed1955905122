// fray_bench_floors: the least time that this machine allows for each part of a frame. See bench/README.md.
#include "floors.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <memory>

namespace fray::floors {
namespace {

JobSystem& jobs_of(uint32_t threads) {
    static const std::unique_ptr<JobSystem> jobs[] = {make_tbb_jobs({.threads = 1}).value(),
                                                      make_tbb_jobs({.threads = 2}).value()};
    return *jobs[threads - 1];
}

/// Keeps a single world, because a million agents take about 300 MB.
World& world_of(uint32_t agents) {
    static std::unique_ptr<World> world;
    if (world && world->agents == agents) return *world;
    world.reset();
    world = std::make_unique<World>(agents);
    ParallelLoops loops(jobs_of(2), 0);
    find_targets({*world, loops, 2, library_kernels});
    return *world;
}

void measure(benchmark::State& state, const Floor& floor, const Kernels& kernels) {
    const auto agents = static_cast<uint32_t>(state.range(0)), threads = static_cast<uint32_t>(state.range(1));
    JobSystem& jobs = jobs_of(threads);
    ParallelLoops loops(jobs, 0);
    const Run run{world_of(agents), loops, threads, kernels};
    jobs.execute([&] {
        floor.run(run);
        for (auto _ : state) {
            floor.run(run);
            benchmark::ClobberMemory();
        }
    });
    state.counters["ns_per_agent"] =
        benchmark::Counter(static_cast<double>(agents) * static_cast<double>(state.iterations()),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    if (floor.bytes != 0) state.SetBytesProcessed(state.iterations() * agents * floor.bytes);
}

void add_all() {
    for (const int agents : {10'000, 100'000, 1'000'000})
        for (const Floor& floor : all_floors())
            for (const Kernels* const kernels : {&library_kernels, &native_kernels})
                benchmark::RegisterBenchmark(
                    (std::string(floor.name) + "/" + kernels->name).c_str(),
                    [&floor, kernels](benchmark::State& state) { measure(state, floor, *kernels); })
                    ->ArgsProduct({{agents}, {1, 2}})
                    ->ArgNames({"agents", "threads"})
                    ->UseRealTime()
                    ->Unit(benchmark::kMillisecond);
}

} // namespace
} // namespace fray::floors

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (const std::string wrong = fray::floors::check_floors(); !wrong.empty()) {
        std::fprintf(stderr, "fray_bench_floors: %s; nothing was measured\n", wrong.c_str());
        return 1;
    }
    fray::floors::add_all();
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
