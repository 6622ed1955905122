// The overhead of a frame without work: its loops, its graph, and a step of a world without agents.
#include "files/require.h"
#include "world/world_impl.h"

#include <benchmark/benchmark.h>

#include <string>

namespace fray {
namespace {

struct Backend {
    const char* name;
    std::unique_ptr<JobSystem> (*make)();
};
constexpr Backend backends[] = {
    {"serial", make_serial_jobs},
    {"tbb_1", [] { return make_tbb_jobs({.threads = 1}).value(); }},
    {"tbb_2", [] { return make_tbb_jobs({.threads = 2}).value(); }},
};

constexpr uint32_t pieces = 8;

/// Starts a loop of eight empty chunks.
void empty_loop(benchmark::State& state, const Backend& backend) {
    const auto jobs = backend.make();
    ParallelLoops loops(*jobs, 0);
    jobs->execute([&] {
        for (auto _ : state)
            loops.parallel_for(pieces, 1, [](uint32_t chunk, uint32_t, uint32_t) { benchmark::DoNotOptimize(chunk); });
    });
}

/// Runs the graph of the frame's systems with empty systems.
void empty_graph(benchmark::State& state, const Backend& backend) {
    const World world = World::create().value();
    GraphPlan plan = impl_of(world).frame->graph().plan();
    plan.run_system = [](void*, uint32_t system) { benchmark::DoNotOptimize(system); };
    const auto jobs = backend.make();
    jobs->execute([&] {
        for (auto _ : state) jobs->run_graph(plan);
    });
    jobs->forget_graph(plan);
}

/// A step without agents: every system finds nothing to do, and starts no loop.
void empty_step(benchmark::State& state, const Backend& backend) {
    const auto jobs = backend.make();
    World world = World::create({.hashes = false, .jobs = jobs.get()}).value();
    for (auto _ : state) demo::require(world.step(1.0 / 60.0), world);
}

const bool added = [] {
    const auto add = [](const char* name, auto* measure) {
        for (const Backend& backend : backends)
            benchmark::RegisterBenchmark((std::string(name) + "/" + backend.name).c_str(),
                                         [=, &backend](benchmark::State& state) { measure(state, backend); })
                ->UseRealTime();
    };
    add("empty_loop", empty_loop);
    add("empty_graph", empty_graph);
    add("empty_step", empty_step);
    return true;
}();

} // namespace
} // namespace fray
