// Compiled twice, as the table FRAY_FLOORS_KERNELS. Contains only loops over arrays: the linker might replace other
// sources' copy of a shared inline function by this file's copy, with instructions that they must not use.
#include "world.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace fray::floors {
namespace {

constexpr uint32_t piece = 128; ///< rows; their intermediate results stay in the first-level cache between two loops

void bands(World& world, uint32_t, uint32_t begin, uint32_t end) {
    const Vec2* const position = world.position.data();
    const uint32_t* const target = world.target.data();
    for (; begin < end; begin += piece) {
        const uint32_t count = std::min(piece, end - begin);
        Vec2 there[piece]; // gathered separately, so that the following loop vectorises on every machine
        for (uint32_t i = 0; i < count; ++i) there[i] = position[target[begin + i]];
        const Vec2* const here = position + begin;
        uint8_t* const __restrict band = &world.band[begin];
        for (uint32_t i = 0; i < count; ++i) {
            const float dx = here[i].x - there[i].x, dy = here[i].y - there[i].y;
            const float squared = dx * dx + dy * dy;
            band[i] = static_cast<uint8_t>((squared >= band_squared[0]) + (squared >= band_squared[1]) +
                                           (squared >= band_squared[2]) + (squared >= band_squared[3]));
        }
    }
}

/// The column or line of a position. Positions are never negative, so truncation rounds down.
int cell_at(float metres) { return static_cast<int>(metres * (1.0f / cell)); }

void count_cells(World& world, uint32_t thread, uint32_t begin, uint32_t end) {
    uint32_t* const counts = world.counts[thread].data();
    const int side = static_cast<int>(world.side);
    std::memset(counts, 0, world.side * world.side * sizeof *counts);
    for (; begin < end; begin += piece) {
        const uint32_t count = std::min(piece, end - begin);
        const Vec2* const position = &world.position[begin];
        uint32_t* const __restrict cells = &world.cell_of[begin];
        for (uint32_t i = 0; i < count; ++i)
            cells[i] = static_cast<uint32_t>(cell_at(position[i].y) * side + cell_at(position[i].x));
        for (uint32_t i = 0; i < count; ++i) ++counts[cells[i]];
    }
}

void sum_cells(World& world, uint32_t block, uint32_t begin, uint32_t end) {
    uint32_t sum = 0;
    for (const auto& counts : world.counts)
        for (uint32_t i = begin; i < end; ++i) sum += counts[i];
    world.block_begin[block] = sum;
}

void begin_cells(World& world, uint32_t block, uint32_t begin, uint32_t end) {
    uint32_t before = world.block_begin[block];
    for (uint32_t i = begin; i < end; ++i) {
        world.cell_begin[i] = before;
        for (auto& counts : world.counts) {
            const uint32_t count = counts[i];
            counts[i] = before;
            before += count;
        }
    }
}

void scatter(World& world, uint32_t thread, uint32_t begin, uint32_t end) {
    const Vec2* const position = world.position.data();
    const uint8_t* const team = world.team.data();
    const uint32_t* const cells = world.cell_of.data();
    uint32_t* const cursors = world.counts[thread].data();
    GridItem* const items = world.items.data();
    for (uint32_t i = begin; i < end; ++i) items[cursors[cells[i]]++] = {position[i], 2 * i + team[i]};
}

/// Searches ring by ring of cells, until no agent farther out can be nearer. Distance and row are combined in a single
/// number, so that the minimum needs no branch.
uint32_t nearest_to(const World& world, uint32_t row) {
    const GridItem* const items = world.items.data();
    const uint32_t* const begins = world.cell_begin.data();
    const int side = static_cast<int>(world.side);
    const Vec2 at = world.position[row];
    const uint32_t team = world.team[row];
    const int x = cell_at(at.x), y = cell_at(at.y);
    uint64_t best = ~uint64_t{0};
    const auto look = [&](int line, int left, int right) {
        if (line < 0 || line >= side || right < 0 || left >= side) return;
        const uint32_t end = begins[line * side + std::min(right, side - 1) + 1];
        for (uint32_t i = begins[line * side + std::max(left, 0)]; i < end; i += at_once)
            for (uint32_t k = i; k < i + at_once; ++k) {
                const float dx = items[k].position.x - at.x, dy = items[k].position.y - at.y;
                const uint64_t squared = std::bit_cast<uint32_t>(dx * dx + dy * dy);
                const uint64_t friendly = (items[k].agent & 1) == team;
                best = std::min(best, friendly << 63 | squared << 32 | items[k].agent);
            }
    };
    const auto to_edge = [](float metres, int i) {
        const float beyond = metres - static_cast<float>(i) * cell;
        return std::min(beyond, cell - beyond);
    };
    const float edge = std::min(to_edge(at.x, x), to_edge(at.y, y));
    for (int line = y - 1; line <= y + 1; ++line) look(line, x - 1, x + 1);
    for (int ring = 2; ring <= static_cast<int>(world.side); ++ring) {
        const float seen = edge + static_cast<float>(ring - 1) * cell;
        if (best >> 32 <= std::bit_cast<uint32_t>(seen * seen)) break;
        for (const int line : {y - ring, y + ring}) look(line, x - ring, x + ring);
        for (int line = y - ring + 1; line < y + ring; ++line)
            for (const int column : {x - ring, x + ring}) look(line, column, column);
    }
    return static_cast<uint32_t>(best) / 2;
}

void targets(World& world, uint32_t, uint32_t begin, uint32_t end) {
    for (uint32_t row = begin; row < end; ++row) world.target[row] = nearest_to(world, row);
}

void nearest(World& world, uint32_t, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) world.nearest[i] = nearest_to(world, i * asking);
}

/// First collects all pairs in reach without a branch, then computes their pushes with vector instructions.
void separate(World& world, uint32_t, uint32_t begin, uint32_t end) {
    constexpr uint32_t most = 16 * piece; // enough: at this density no agent has 16 neighbours in reach
    const GridItem* const items = world.items.data();
    const uint32_t* const begins = world.cell_begin.data();
    const int side = static_cast<int>(world.side);
    Vec2* const push = world.push.data();
    float x[most], y[most];
    uint32_t whose[most];
    for (; begin < end; begin += piece) {
        uint32_t pairs = 0;
        for (uint32_t row = begin; row < std::min(begin + piece, end); ++row) {
            const Vec2 at = world.position[row];
            const int left = cell_at(std::max(at.x - arm, 0.0f)), right = std::min(cell_at(at.x + arm), side - 1);
            const int low = cell_at(std::max(at.y - arm, 0.0f)), high = std::min(cell_at(at.y + arm), side - 1);
            push[row] = {};
            for (int line = low; line <= high; ++line) {
                const uint32_t last = begins[line * side + right + 1];
                for (uint32_t i = begins[line * side + left]; i < last; i += at_once)
                    for (uint32_t k = i; k < i + at_once; ++k) {
                        x[pairs] = at.x - items[k].position.x;
                        y[pairs] = at.y - items[k].position.y;
                        whose[pairs] = row;
                        const float squared = x[pairs] * x[pairs] + y[pairs] * y[pairs];
                        pairs += (squared < arm * arm) & (squared > 0.0f); // excludes the agent itself
                    }
            }
        }
        for (uint32_t i = 0; i < pairs; ++i) {
            const float share = arm / std::sqrt(x[i] * x[i] + y[i] * y[i]) - 1.0f;
            x[i] *= share;
            y[i] *= share;
        }
        for (uint32_t i = 0; i < pairs; ++i) {
            push[whose[i]].x += x[i];
            push[whose[i]].y += y[i];
        }
    }
}

void read_host(World& world, uint32_t, uint32_t begin, uint32_t end) {
    const HostAgent* const host = world.order->host.data();
    const uint32_t* const row = world.order->row.data();
    Vec2* const __restrict position = world.position.data();
    for (uint32_t i = begin; i < end; ++i) position[i] = host[row[i]].position;
}

void write_host(World& world, uint32_t, uint32_t begin, uint32_t end) {
    HostAgent* const __restrict host = world.order->host.data();
    const uint32_t* const row = world.order->row.data();
    const Vec2* const position = world.position.data();
    for (uint32_t i = begin; i < end; ++i) host[row[i]].goal = position[i];
}

void permute(World& world, uint32_t column, uint32_t begin, uint32_t end) {
    const uint64_t* const from = world.column[column].data();
    const uint32_t* const row = world.order->row.data();
    uint64_t* const __restrict to = world.moved_column[column].data();
    for (uint32_t i = begin; i < end; ++i) to[i] = from[row[i]];
}

/// A sum over the agents, so that it does not depend on the storage order.
void hash(World& world, uint32_t part, uint32_t begin, uint32_t end) {
    constexpr uint64_t odd = 0x9e3779b97f4a7c15ull;
    static_assert(columns % 3 == 0);
    uint64_t sum = 0;
    for (; begin < end; begin += piece) {
        const uint32_t count = std::min(piece, end - begin);
        uint64_t folds[piece] = {};
        for (uint32_t c = 0; c < columns; c += 3) {
            const uint64_t* const first = &world.column[c][begin];
            const uint64_t* const second = &world.column[c + 1][begin];
            const uint64_t* const third = &world.column[c + 2][begin];
            for (uint32_t i = 0; i < count; ++i) {
                const uint64_t fold = std::rotl(std::rotl(folds[i], 9) ^ first[i], 9) ^ second[i];
                folds[i] = (std::rotl(fold, 9) ^ third[i]) * odd;
            }
        }
        for (uint32_t i = 0; i < count; ++i) sum += folds[i] ^ folds[i] >> 32;
    }
    world.chunk_sums[part] = sum;
}

void copy(World& world, uint32_t column, uint32_t begin, uint32_t end) {
    std::memcpy(&world.moved_column[column][begin], &world.column[column][begin], (end - begin) * sizeof(uint64_t));
}

} // namespace

const Kernels FRAY_FLOORS_KERNELS = {FRAY_FLOORS_NAME, copy,       permute,   bands,      separate,    hash,
                                     targets,          nearest,    read_host, write_host, count_cells, scatter,
                                     sum_cells,        begin_cells};

} // namespace fray::floors
