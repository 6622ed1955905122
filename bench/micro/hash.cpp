// The state hash of `clash`, compared with xxHash over the same columns. Unlike the state hash, xxHash depends on the
// storage order.
#include "frame/hash.h"

#include "clash.h"
#include "world/world_impl.h"

#include <benchmark/benchmark.h>
#ifdef FRAY_XXHASH
#include <xxhash.h>
#endif

namespace fray {
namespace {

/// The bytes per agent in the columns that belong to the state.
size_t state_bytes(const WorldState& world_state) {
    size_t bytes = 0;
    for (const ColumnBase* column : world_state.agents.registry.columns())
        if (column->persist() == Persist::state) bytes += column->element_size();
    return bytes;
}

void count(benchmark::State& state, const WorldState& world_state) {
    const auto agents = state.iterations() * int64_t{world_state.agents.rows()};
    state.SetBytesProcessed(agents * static_cast<int64_t>(state_bytes(world_state)));
    state.counters["bytes_per_agent"] = static_cast<double>(state_bytes(world_state));
    state.counters["ns_per_agent"] =
        benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void state_hash(benchmark::State& state) {
    WorldState& world_state = clash_of(static_cast<int>(state.range(0)), 1).world().impl().state;
    const auto jobs = make_tbb_jobs({.threads = static_cast<int>(state.range(1))}).value();
    ParallelLoops loops(*jobs, 0);
    jobs->execute([&] {
        for (auto _ : state) {
            world_state.agents.hash_is_kept = false; // so that all agents are hashed
            benchmark::DoNotOptimize(hash_state(world_state, loops));
        }
    });
    count(state, world_state);
}
BENCHMARK(state_hash)->ArgsProduct({{10000, 100000}, {1, 2}})->UseRealTime()->Unit(benchmark::kMicrosecond);

#ifdef FRAY_XXHASH
template <auto hash_bytes> void xxhash(benchmark::State& state) {
    const WorldState& world_state = clash_of(static_cast<int>(state.range(0)), 1).world().impl().state;
    for (auto _ : state) {
        uint64_t sum = 0;
        for (const ColumnBase* column : world_state.agents.registry.columns())
            if (column->persist() == Persist::state)
                sum = hash_bytes(column->bytes(), column->element_size() * world_state.agents.rows(), sum);
        benchmark::DoNotOptimize(sum);
    }
    count(state, world_state);
}
BENCHMARK(xxhash<XXH64>)->Name("xxh64")->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);
BENCHMARK(xxhash<XXH3_64bits_withSeed>)->Name("xxh3")->Arg(10000)->Arg(100000)->Unit(benchmark::kMicrosecond);
#endif

} // namespace
} // namespace fray
