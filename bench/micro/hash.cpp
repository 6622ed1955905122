// The state hash of `clash`.
#include "frame/hash.h"

#include "clash.h"
#include "world/world_impl.h"

#include <benchmark/benchmark.h>

namespace fray {
namespace {

/// The bytes per agent in the columns that belong to the state.
size_t state_bytes(const WorldState& world_state) {
    size_t bytes = 0;
    for (const ColumnBase* column : world_state.agents.registry.columns())
        if (column->persist() == Persist::state) bytes += column->element_size();
    return bytes;
}

void state_hash(benchmark::State& state) {
    WorldState& world_state = impl_of(clash_of(static_cast<int>(state.range(0)), 1).world()).state;
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))}).value();
    ParallelLoops loops(*jobs, 0);
    jobs->execute([&] {
        for (auto _ : state) {
            world_state.agents.hash_is_kept = false; // so that all agents are hashed
            benchmark::DoNotOptimize(hash_state(world_state, loops));
        }
    });
    const auto agents = state.iterations() * int64_t{world_state.agents.rows()};
    state.SetBytesProcessed(agents * static_cast<int64_t>(state_bytes(world_state)));
    state.counters["bytes_per_agent"] = static_cast<double>(state_bytes(world_state));
    state.counters["ns_per_agent"] =
        benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(state_hash)->ArgsProduct({{10000, 100000}, {1, 2}})->UseRealTime()->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace fray
