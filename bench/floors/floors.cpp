#include "floors.h"

#include <algorithm>
#include <numeric>

namespace fray::floors {
namespace {

void over(const Run& run, Kernel* kernel, uint32_t count, uint32_t size) {
    run.loops.parallel_for(count, size,
                           [&](uint32_t part, uint32_t begin, uint32_t end) { kernel(run.world, part, begin, end); });
}

void over_rows(const Run& run, Kernel* kernel) { over(run, kernel, run.world.agents, chunk); }

/// Processes column after column, because a single column fits into a cache that is too small for all columns.
void over_columns(const Run& run, Kernel* kernel) {
    const uint32_t agents = run.world.agents, parts = ParallelLoops::chunk_count(agents, chunk);
    run.loops.parallel_for(columns * parts, 1, [&](uint32_t i, uint32_t, uint32_t) {
        const uint32_t begin = i % parts * chunk;
        kernel(run.world, i / parts, begin, std::min(begin + chunk, agents));
    });
}

void copy(const Run& run) { over_columns(run, run.kernels.copy); }
void bands(const Run& run) { over_rows(run, run.kernels.bands); }
void separation(const Run& run) { over_rows(run, run.kernels.separate); }

/// A parallel counting sort. Each thread counts its part of the rows, and later scatters these rows. In each cell the
/// items of the first thread come first, then those of the next thread.
void grid(const Run& run) {
    constexpr uint32_t block = 16384;
    World& world = run.world;
    const uint32_t cells = world.side * world.side, part = (world.agents + run.threads - 1) / run.threads;
    if (world.counts.size() != run.threads) world.counts.assign(run.threads, std::vector<uint32_t>(cells));
    world.block_begin.resize(ParallelLoops::chunk_count(cells, block));
    over(run, run.kernels.count_cells, world.agents, part);
    over(run, run.kernels.sum_cells, cells, block);
    std::exclusive_scan(world.block_begin.begin(), world.block_begin.end(), world.block_begin.begin(), 0u);
    over(run, run.kernels.begin_cells, cells, block);
    over(run, run.kernels.scatter, world.agents, part);
}

void nearest_enemy(const Run& run) {
    over(run, run.kernels.nearest, static_cast<uint32_t>(run.world.nearest.size()), chunk / asking);
}

template <Order World::*order> void host(const Run& run) {
    run.world.order = &(run.world.*order);
    over_rows(run, run.kernels.read_host);
    over_rows(run, run.kernels.write_host);
}

template <Order World::*order> void permute(const Run& run) {
    run.world.order = &(run.world.*order);
    over_columns(run, run.kernels.permute);
}

void hash(const Run& run) {
    run.world.chunk_sums.resize(ParallelLoops::chunk_count(run.world.agents, chunk));
    over_rows(run, run.kernels.hash);
}

/// The work that a frame cannot avoid where the host moves all agents.
void host_moves_frame(const Run& run) {
    run.world.order = &run.world.nearly_sorted;
    over_rows(run, run.kernels.read_host);
    bands(run);
    nearest_enemy(run);
    over_rows(run, run.kernels.write_host);
}

} // namespace

std::span<const Floor> all_floors() {
    constexpr uint32_t word = 8, row = 4;
    static constexpr Floor floors[] = {
        {"copy", copy, 2 * word * columns},
        {"bands", bands, word + row + 1},
        {"grid", grid, 0},
        {"nearest_enemy", nearest_enemy, 0},
        {"separation", separation, 0},
        {"host/nearly_sorted", host<&World::nearly_sorted>, 2 * (2 * word + row)},
        {"host/random", host<&World::random>, 2 * (2 * word + row)},
        {"permute/nearly_sorted", permute<&World::nearly_sorted>, (2 * word + row) * columns},
        {"permute/random", permute<&World::random>, (2 * word + row) * columns},
        {"hash", hash, word * columns},
        {"host_moves_frame", host_moves_frame, 0},
    };
    return floors;
}

void find_targets(const Run& run) {
    grid(run);
    over_rows(run, run.kernels.targets);
}

} // namespace fray::floors
