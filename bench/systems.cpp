// The time of every system of the frame in `clash`, at several sizes, in the steady fight from frame 600 on.
#include "clash.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace fray {
namespace {

/// `system` is the index of the system; -1: the whole step.
void frame(benchmark::State& state, int system) {
    const int agents = static_cast<int>(state.range(0));
    Battle& battle = clash_of(agents, static_cast<int>(state.range(1)));
    double near = 0, attacks = 0, evaluations = 0, visits = 0;
    int64_t frames = 0;
    for (auto _ : state) {
        battle.step().value();
        const World& world = battle.world();
        const int64_t ns =
            system < 0 ? world.profile().step_ns : world.profile().system_ns[static_cast<size_t>(system)];
        state.SetIterationTime(static_cast<double>(ns) * 1e-9);
        const Counters& c = world.counters();
        near += static_cast<double>(c.bands[0] + c.bands[1]) / c.living;
        attacks += c.attacks_started;
        evaluations += c.evaluations;
        visits += c.dirty_circles;
        ++frames;
    }
    const double n = static_cast<double>(frames);
    state.counters["ns_per_agent"] =
        benchmark::Counter(static_cast<double>(agents) * n, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    if (system >= 0) return;
    state.counters["near"] = near / n;
    state.counters["attacks/s/100k"] = attacks / n * 60.0 * 1e5 / agents;
    state.counters["evaluations"] = evaluations / n;
    state.counters["circles"] = visits / n;
    char hash[32];
    std::snprintf(hash, sizeof hash, "hash %016llx", static_cast<unsigned long long>(battle.world().state_hash()));
    state.SetLabel(hash);
}

void add(int agents, int threads, int iterations) {
    const auto name = [](const std::string& what) { return "clash/" + what; };
    const auto finish = [&](benchmark::internal::Benchmark* b) {
        b->Args({agents, threads})->ArgNames({"agents", "threads"})->UseManualTime()->Unit(benchmark::kMillisecond);
        b->Iterations(iterations)->Repetitions(3)->ReportAggregatesOnly(true);
    };
    finish(benchmark::RegisterBenchmark(name("frame").c_str(), [](benchmark::State& s) { frame(s, -1); }));
    for (int system = 0; system < system_count; ++system)
        finish(benchmark::RegisterBenchmark(name(to_string(static_cast<System>(system))).c_str(),
                                            [system](benchmark::State& s) { frame(s, system); }));
}

} // namespace
} // namespace fray

int main(int argc, char** argv) {
    // Usage: fray_bench_systems [largest number of agents], then Google Benchmark's options.
    const int largest = argc > 1 && argv[1][0] != '-' ? std::atoi(argv[1]) : 1000000;
    for (const int threads : {1, 2}) {
        fray::add(10000, threads, 200);
        if (largest >= 100000) fray::add(100000, threads, 60);
        if (largest >= 1000000) fray::add(1000000, threads, 8);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
