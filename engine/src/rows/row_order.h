// The order of the rows, along a Z curve (Morton order): neighbours in space are mostly neighbours in it. How much of
// the order is lost, and the scratch memory of sort_storage and remove_rows.
#pragma once

#include "fray/spatial/vec2.h"
#include "host_memory.h"
#include "saturated_cast.h"
#include "storage/agents.h"
#include "storage/fields.h"
#include "storage/rules_math.h"
#include "storage/sort_keys.h"

#include <cstddef>
#include <cstdint>

namespace fray {
namespace {

constexpr float z_cell = 4.0f; ///< m: side of a cell of the Z curve

/// Moves the 16 low bits of x to the even bit positions.
inline uint32_t spread_bits(uint32_t x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/// The position on the Z curve in the upper half, the row in the lower. Agents that are not living come last.
inline uint64_t order_key(Vec2 position, Life life, Row row) {
    if (life != Life::living) return uint64_t{~0u} << 32 | row.number();
    const auto cell = [](float v) { return saturated_cast<uint32_t>((v + world_extent) / z_cell) & 0xffff; };
    return uint64_t{spread_bits(cell(position.x)) | spread_bits(cell(position.y)) << 1} << 32 | row.number();
}

} // namespace

struct RowOrder {
    static constexpr uint32_t window_rows = 4096; ///< sort_storage sorts so many rows at a time

    uint32_t sorted_rows = 0; ///< the rows behind these were added since all rows were last sorted
    uint32_t strays = 0; ///< number of agents that have moved to a row far from their place in the order since then

    /// All of these rows are in order.
    void set_sorted(uint32_t rows) {
        sorted_rows = rows;
        strays = 0;
    }

    // Scratch.
    Vector<Row> permutation; ///< the old row of each new row
    Vector<std::byte> permute_scratch;
    Vector<uint64_t> keys; ///< position on the Z curve in the upper half, row in the lower
    struct Window {        ///< scratch memory of a window that is sorted in this frame
        Vector<uint64_t> keys;
        Vector<Row> order; ///< the old row of each new row; empty: the window is in order
        Vector<uint32_t> places;
    };
    Vector<Window> windows;
    Vector<Vector<std::byte>> window_bytes; ///< a column of a window, for each part of the columns of each window
    SortScratch sort;
    Vector<uint64_t> movers; ///< `order_key` of each
    Vector<Row> from;
};

FRAY_PART(RowOrder, order);

} // namespace fray
