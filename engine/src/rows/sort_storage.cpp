// The system sort_storage: sorts rows along a Z curve (Morton order), so that neighbours in space are neighbours in
// memory. No result depends on the order of rows.
//
// Each frame sorts a part of the rows, in windows of 4096 rows. Only when most of the order is lost are all rows sorted
// at once: at the start of a world, or after as many spawns as there are other agents.
#include "rows/rows.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <numeric>

namespace fray {
namespace {

constexpr uint32_t window_rows = RowOrder::window_rows;

/// Reorders every column: what was in row `world.order.permutation[i]` moves to row i.
void permute_everything(const SortView& world, ParallelLoops& loops) {
    world.grid.forget();
    constexpr uint32_t piece = 16384;
    const uint32_t rows = world.agents.rows();
    for (ColumnBase* column : world.agents.registry.columns()) {
        const size_t size = column->element_size();
        world.order.permute_scratch.resize(std::max(world.order.permute_scratch.size(), size * rows));
        std::byte* const scratch = world.order.permute_scratch.data();
        loops.parallel_for(rows, piece, [&](uint32_t, uint32_t begin, uint32_t end) {
            column->gather(scratch + begin * size, world.order.permutation.data() + begin, end - begin);
        });
        loops.parallel_for(rows, piece, [&](uint32_t, uint32_t begin, uint32_t end) {
            std::memcpy(column->bytes() + begin * size, scratch + begin * size, (end - begin) * size);
        });
    }
}

void update_row_table(const SortView& world, uint32_t begin, uint32_t end) {
    const AgentId* const id = world.agents.id.data();
    for (uint32_t row = begin; row < end; ++row) world.ids.row[id[row].index] = Row(row);
}

/// Finds the order of the rows [begin, end), which form a window.
void find_order(const Agents& agents, uint32_t begin, uint32_t end, RowOrder::Window& window) {
    const Vec2* const position = agents.position.data();
    const Life* const life = agents.life.data();
    auto& keys = window.keys;
    keys.clear();
    for (uint32_t row = begin; row < end; ++row) keys.push_back(order_key(position[row], life[row], Row(row)));
    window.order.clear();
    if (std::is_sorted(keys.begin(), keys.end())) return;
    std::sort(keys.begin(), keys.end());
    for (const uint64_t key : keys) window.order.push_back(Row(static_cast<uint32_t>(key)));
}

/// Puts the rows of a window in order, in one of several parts of the columns, which have about as many bytes each.
void permute_columns(const SortView& world, uint32_t begin, const RowOrder::Window& window, uint32_t part,
                     uint32_t parts, Vector<std::byte>& scratch) {
    const std::vector<ColumnBase*>& columns = world.agents.registry.columns();
    const auto add = [](size_t sum, const ColumnBase* column) { return sum + column->element_size(); };
    const size_t all = std::accumulate(columns.begin(), columns.end(), size_t{0}, add);
    const auto rows = static_cast<uint32_t>(window.order.size());
    size_t before = 0;
    for (ColumnBase* column : columns) {
        const size_t size = column->element_size(), its_part = before * parts / all;
        before += size;
        if (its_part != part) continue;
        scratch.resize(std::max(scratch.size(), size * window_rows));
        column->gather(scratch.data(), window.order.data(), rows);
        std::memcpy(column->bytes() + begin * size, scratch.data(), rows * size);
    }
}

/// Sorts all rows, in parallel.
void order_everything(const SortView& world, ParallelLoops& loops) {
    const uint32_t rows = world.agents.rows();
    world.order.keys.resize(rows);
    loops.parallel_for(rows, 8192, [&](uint32_t, uint32_t begin, uint32_t end) {
        const Vec2* const position = world.agents.position.data();
        const Life* const life = world.agents.life.data();
        for (uint32_t i = begin; i < end; ++i) world.order.keys[i] = order_key(position[i], life[i], Row(i));
    });
    sort_keys(loops, world.order.keys, world.order.sort);
    world.order.permutation.resize(rows);
    for (uint32_t i = 0; i < rows; ++i) world.order.permutation[i] = Row(static_cast<uint32_t>(world.order.keys[i]));
    permute_everything(world, loops);
    update_row_table(world, 0, rows);
    // These lists are needed again only after the next large spawn.
    free_memory(world.order.keys);
    free_memory(world.order.sort.keys);
    free_memory(world.order.permutation);
    free_memory(world.order.permute_scratch);
}

/// For tests (`Settings::shuffle_storage`): puts the rows in a random order, which must not change any result.
void shuffle_everything(const SortView& world, ParallelLoops& loops) {
    const uint32_t rows = world.agents.rows();
    world.order.permutation.resize(rows);
    for (uint32_t row = 0; row < rows; ++row) world.order.permutation[row] = Row(row);
    uint64_t x = world.settings.shuffle_storage + world.clock.frame;
    for (uint32_t i = rows; i > 1; --i) {
        x = mix_bits(x + i);
        std::swap(world.order.permutation[i - 1], world.order.permutation[x % i]);
    }
    permute_everything(world, loops);
    update_row_table(world, 0, rows);
}

/// Sorts this frame's share of the windows; a round over all windows takes `sort_interval` frames. In every second
/// round the windows lie half a window further on, so that rows can travel from window to window.
void order_share(const SortView& world, ParallelLoops& loops) {
    const uint32_t rows = world.agents.rows();
    const uint32_t every = world.settings.sort_interval;
    const uint32_t phase = static_cast<uint32_t>(world.clock.frame % every);
    const uint32_t offset = world.clock.frame / every % 2 == 0 ? 0 : window_rows / 2;
    if (rows <= offset) return;
    const uint32_t windows = ParallelLoops::chunk_count(rows - offset, window_rows);
    const uint32_t mine = windows > phase ? (windows - phase - 1) / every + 1 : 0;
    if (mine == 0) return;
    Vector<RowOrder::Window>& sorted = world.order.windows;
    sorted.resize(std::max<size_t>(sorted.size(), mine));
    const auto begin_of = [&](uint32_t i) { return offset + (phase + i * every) * window_rows; };
    loops.parallel_for(mine, 1, [&](uint32_t i, uint32_t, uint32_t) {
        find_order(world.agents, begin_of(i), std::min(begin_of(i) + window_rows, rows), sorted[i]);
    });
    // With few windows, threads share the columns of each.
    const uint32_t parts = (loops.at_once(~0u) + mine - 1) / mine;
    Vector<Vector<std::byte>>& bytes = world.order.window_bytes;
    bytes.resize(std::max<size_t>(bytes.size(), mine * parts));
    loops.parallel_for(mine * parts, 1, [&](uint32_t task, uint32_t, uint32_t) {
        const uint32_t i = task / parts;
        if (!sorted[i].order.empty()) permute_columns(world, begin_of(i), sorted[i], task % parts, parts, bytes[task]);
    });
    loops.parallel_for(mine, 1, [&](uint32_t i, uint32_t, uint32_t) {
        const uint32_t begin = begin_of(i), count = static_cast<uint32_t>(sorted[i].order.size());
        if (count == 0) return;
        update_row_table(world, begin, begin + count);
        const auto order = [&](uint32_t at) { return sorted[i].order[at].number(); };
        if (world.grid.knows(rows)) world.grid.reorder(begin, count, sorted[i].places, order);
    });
}

} // namespace

void sort_storage(ParallelLoops& loops, const SortView& world) {
    if (world.settings.shuffle_storage != 0) return shuffle_everything(world, loops);
    const uint32_t rows = world.agents.rows();
    if (rows - world.order.sorted_rows + world.order.strays > rows / 2) {
        world.order.set_sorted(rows);
        return order_everything(world, loops);
    }
    order_share(world, loops);
}

} // namespace fray
