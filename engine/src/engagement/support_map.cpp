#include "engagement/support_map.h"

#include "atomic_ref.h"
#include "definitions/bodies.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace fray {
namespace {

constexpr float cell_side = 5.0f;         ///< m, of a cell
constexpr int32_t straight = 5000;        ///< mm
constexpr int32_t diagonal = 7071;        ///< mm
constexpr int64_t free_crowd = 5'000'000; ///< mm^2: up to here friends cost nothing: a fifth of the cell
constexpr int64_t crowd_per_mm = 1250;    ///< mm^2 of crowd that cost one mm
constexpr int32_t most_friends = 1;       ///< in an opening

struct CellStep {
    int32_t dx, dy;
    int32_t length;
};
/// The cell_steps, in the order in which equal ways are preferred (rules.md, C9.9).
constexpr CellStep cell_steps[8] = {{1, 0, straight}, {0, 1, straight},  {-1, 0, straight},  {0, -1, straight},
                                    {1, 1, diagonal}, {-1, 1, diagonal}, {-1, -1, diagonal}, {1, -1, diagonal}};

/// The direction of the way back.
constexpr uint32_t opposite(uint32_t direction) {
    return direction < 4 ? (direction + 2) % 4 : 4 + (direction - 2) % 4;
}

int32_t cell_index(float coordinate) {
    const float cells = coordinate / cell_side;
    const auto whole = static_cast<int32_t>(cells);
    return whole - (cells < static_cast<float>(whole)); // rounded down
}

/// A storey and the indices of a tile in one number.
uint64_t key_of(int32_t tx, int32_t ty, int16_t storey) {
    return static_cast<uint64_t>(static_cast<uint16_t>(storey)) << 32 |
           static_cast<uint64_t>(static_cast<uint16_t>(ty)) << 16 | static_cast<uint16_t>(tx);
}

/// Lowers `value` to `to` if that is less. Returns what it was.
template <typename T> T lower_to(T& value, T to) {
    atomic_ref<T> shared(value);
    T was = shared.load(std::memory_order_relaxed);
    while (to < was && !shared.compare_exchange_weak(was, to, std::memory_order_relaxed)) {
    }
    return was;
}

template <typename T> void add_to(T& value, T more) { atomic_ref<T>(value).fetch_add(more, std::memory_order_relaxed); }

} // namespace

/// Where a point lies: the key of its tile, and the number of its cell in the tile.
struct SupportMap::Place {
    Place(Vec2 position, int16_t storey) {
        const int32_t x = cell_index(position.x), y = cell_index(position.y);
        key = key_of(x >> tile_bits, y >> tile_bits, storey);
        inside = static_cast<uint32_t>((y & (tile_side - 1)) << tile_bits | (x & (tile_side - 1)));
    }
    /// Its entry in RecentTiles: neighbouring tiles have different entries.
    size_t slot() const { return (key & 3) | (key >> 16 & 3) << 2; }

    uint64_t key;
    uint32_t inside;
};

inline uint32_t SupportMap::CellFinder::cell_of(const Place& place) {
    RecentTile& tile = recent_[place.slot()];
    if (tile.key != place.key) tile = {place.key, map_.find_tile(place.key)};
    return tile.number * tile_area + place.inside;
}

uint32_t SupportMap::CellFinder::cell_of(Vec2 position, int16_t storey) { return cell_of(Place(position, storey)); }

void SupportMap::draw(const CombatLayer& layer, TeamIndex team, ParallelLoops& loops) {
    tiles_.clear();
    cells_.clear();
    numbers_.clear();
    asked_ = 0;
    asked_cells_.clear();
    asked_tiles_.clear();
    list_tiles(layer, loops);
    count(layer, team, loops);
    measure_to_engaged(loops);
    count_near(layer, team, loops);
}

uint64_t SupportMap::memory() const {
    uint64_t sum = cells_.capacity() * sizeof(Cell) + tiles_.capacity() * sizeof(Tile) +
                   numbers_.capacity() * sizeof(numbers_[0]) + chunks_.capacity() * sizeof(Chunk) +
                   chunk_openings_.capacity() * sizeof(chunk_openings_[0]) +
                   (asked_cells_.capacity() + asked_tiles_.capacity() + engaged_tiles_.capacity() + way_.capacity()) *
                       sizeof(uint32_t) +
                   buckets_.capacity() * sizeof(buckets_[0]);
    for (const auto& openings : chunk_openings_) sum += openings.capacity() * sizeof(uint32_t);
    for (const Chunk& chunk : chunks_) sum += chunk.keys.capacity() * sizeof(uint64_t);
    for (const auto& bucket : buckets_) sum += bucket.capacity() * sizeof(uint32_t);
    return sum;
}

void SupportMap::ask_for(uint32_t cell) {
    if (std::exchange(cells_[cell].asked, uint8_t{1}) != 0) return;
    ++asked_;
    asked_cells_.push_back(cell);
    Tile& tile = tiles_[cell / tile_area];
    if (tile.asked.low[0] > tile.asked.high[0]) asked_tiles_.push_back(cell / tile_area);
    const std::array<int32_t, 2> at = indices(cell);
    for (const size_t axis : {0u, 1u}) {
        tile.asked.low[axis] = std::min(tile.asked.low[axis], at[axis]);
        tile.asked.high[axis] = std::max(tile.asked.high[axis], at[axis]);
    }
}

/// The shortest possible way from a cell that is asked for to a cell of the tile with this key: one straight step for
/// each line or column between them.
int64_t SupportMap::way_to_asked(uint64_t key) const {
    int64_t least = INT32_MAX;
    for (const uint32_t number : asked_tiles_) {
        const Tile& asked = tiles_[number];
        if (asked.key >> 32 != key >> 32) continue;
        int64_t cells = 0;
        for (const size_t axis : {0u, 1u}) {
            const int32_t low = static_cast<int16_t>(key >> (16 * axis)) * tile_side, high = low + tile_side - 1;
            cells = std::max<int64_t>({cells, asked.asked.low[axis] - high, low - asked.asked.high[axis]});
        }
        least = std::min(least, cells * straight);
    }
    return least;
}

/// Makes the tiles that agents stand in.
void SupportMap::list_tiles(const CombatLayer& layer, ParallelLoops& loops) {
    const Agents& agents = layer.agents;
    const uint32_t chunks = layer.settings.chunks(agents.rows());
    if (chunks_.size() < chunks) chunks_.resize(chunks);
    loops.parallel_for(agents.rows(), layer.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        auto& keys = chunks_[chunk].keys;
        keys.reserve(128); // so that hardly any later survey allocates
        keys.clear();
        RecentTiles recent{};
        for (uint32_t row = begin; row < end; ++row) {
            const Place place(agents.position.any()[row], agents.storey.any()[row]);
            uint64_t& met = recent[place.slot()].key;
            if (met == place.key) continue;
            met = place.key;
            keys.push_back(place.key);
        }
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    });
    for (uint32_t chunk = 0; chunk < chunks; ++chunk)
        for (const uint64_t key : chunks_[chunk].keys)
            if (find_tile(key) == no_tile) add_tile(key);
    low_ = {INT32_MAX, INT32_MAX};
    high_ = {INT32_MIN, INT32_MIN};
    for (const Tile& tile : tiles_)
        for (const size_t axis : {0u, 1u}) {
            const int32_t index = static_cast<int16_t>(tile.key >> (16 * axis));
            low_[axis] = std::min(low_[axis], index);
            high_[axis] = std::max(high_[axis], index);
        }
}

/// Is the cell at most a tile beyond all agents? In a world without a ground no shortest way leads farther out: put
/// back to the border of the agents' tiles it would be no longer, and meet no friend and no enemy there.
bool SupportMap::is_near_agents(uint32_t cell) const {
    const uint64_t key = tiles_[cell / tile_area].key;
    for (const size_t axis : {0u, 1u}) {
        const int32_t index = static_cast<int16_t>(key >> (16 * axis));
        if (index < low_[axis] - 1 || index > high_[axis] + 1) return false;
    }
    return true;
}

/// Counts the agents of the chunks with enemies of the team. Most of the other chunks lie far from the enemy.
void SupportMap::count(const CombatLayer& layer, TeamIndex team, ParallelLoops& loops) {
    loops.parallel_for(
        layer.agents.rows(), layer.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            const TeamIndex* const teams = layer.agents.team.any();
            chunks_[chunk].counted = std::any_of(teams + begin, teams + end,
                                                 [&](TeamIndex its) { return layer.kinds.is_hostile(team, its); });
            if (chunks_[chunk].counted) count_rows(layer, team, begin, end);
        });
}

/// Counts the agents of the other chunks that ways may meet. `Tile::to_engaged` is known.
void SupportMap::count_near(const CombatLayer& layer, TeamIndex team, ParallelLoops& loops) {
    int32_t most = 0;
    for (const Archetype& kind : layer.kinds.archetypes)
        if (kind.supports) most = std::max(most, kind.support_radius_mm);
    loops.parallel_for(
        layer.agents.rows(), layer.settings.chunk_size, [&](uint32_t number, uint32_t begin, uint32_t end) {
            Chunk& chunk = chunks_[number];
            chunk.is_near = std::any_of(chunk.keys.begin(), chunk.keys.end(),
                                        [&](uint64_t key) { return tiles_[find_tile(key)].to_engaged <= most; });
            if (!chunk.counted && chunk.is_near) count_rows(layer, team, begin, end);
        });
}

void SupportMap::count_rows(const CombatLayer& layer, TeamIndex team, uint32_t begin, uint32_t end) {
    const Agents& agents = layer.agents;
    CellFinder cells(*this);
    // Neighbours in memory mostly stand in one cell, so they are added to it at once.
    Cell* friendly = nullptr;
    int32_t friends = 0;
    int64_t crowd = 0;
    const auto add_friends = [&] {
        if (friends == 0) return;
        add_to(friendly->friends, std::exchange(friends, 0));
        add_to(friendly->crowd, std::exchange(crowd, 0));
    };
    for (uint32_t row = begin; row < end; ++row) {
        const TeamIndex its = agents.team.any()[row];
        const bool hostile = layer.kinds.is_hostile(team, its);
        if (agents.life.any()[row] != Life::living || (its != team && !hostile)) continue;
        const Archetype& kind = layer.kinds.archetypes[agents.archetype.any()[row]];
        const uint32_t number = cells.cell_of(Place(agents.position.any()[row], agents.storey.any()[row]));
        Cell& cell = cells_[number];
        if (its == team) {
            if (friendly != &cell) add_friends();
            friendly = &cell;
            const int64_t diameter = 2 * int64_t{millimetres_of(radius_of(layer, row, kind))};
            ++friends;
            crowd += diameter * diameter;
        }
        if (!hostile) continue; // a team can be hostile to itself
        atomic_ref<uint8_t>(cell.hostile).store(1, std::memory_order_relaxed);
        const AgentId target = agents.target.any()[row];
        const Serial serial = agents.serial.any()[row];
        if (!kind.fights_in_slots() || !target) continue;
        if (serial >= atomic_ref<Serial>(cell.engaged).load(std::memory_order_relaxed)) continue;
        const uint32_t target_row = layer.ids.row[target.index];
        if (agents.life.any()[target_row] != Life::living || agents.team.any()[target_row] != team) continue;
        lower_to(cell.engaged, serial);
        atomic_ref<uint8_t>(tiles_[number / tile_area].engaged).store(1, std::memory_order_relaxed);
    }
    add_friends();
}

/// An opening lies beside an engaged enemy, and a way takes a straight step at least for each line or column of cells
/// between them.
void SupportMap::measure_to_engaged(ParallelLoops& loops) {
    engaged_tiles_.clear();
    for (uint32_t number = 0; number < tiles_.size(); ++number)
        if (tiles_[number].engaged != 0) engaged_tiles_.push_back(number);
    constexpr uint32_t tiles_a_chunk = 64;
    loops.parallel_for(
        static_cast<uint32_t>(tiles_.size()), tiles_a_chunk, [&](uint32_t, uint32_t begin, uint32_t end) {
            for (uint32_t number = begin; number < end; ++number) {
                Tile& tile = tiles_[number];
                int32_t least = tile.engaged != 0 ? 0 : INT32_MAX; // lines or columns of tiles between them
                for (size_t i = 0; i < engaged_tiles_.size() && least > 0; ++i) {
                    const uint64_t other = tiles_[engaged_tiles_[i]].key;
                    if (other >> 32 != tile.key >> 32) continue;
                    int32_t tiles = 0;
                    for (const size_t axis : {0u, 1u})
                        tiles = std::max(tiles, std::abs(static_cast<int16_t>(tile.key >> (16 * axis)) -
                                                         static_cast<int16_t>(other >> (16 * axis))) -
                                                    1);
                    least = std::min(least, tiles);
                }
                tile.to_engaged = int64_t{least} * tile_side * straight;
            }
        });
}

uint32_t SupportMap::find_tile(uint64_t key) const {
    const auto place = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair<uint64_t, uint32_t>{key, 0});
    return place != numbers_.end() && place->first == key ? place->second : no_tile;
}

uint32_t SupportMap::add_tile(uint64_t key) {
    const auto number = static_cast<uint32_t>(tiles_.size());
    const std::pair<uint64_t, uint32_t> entry{key, number};
    numbers_.insert(std::lower_bound(numbers_.begin(), numbers_.end(), entry), entry);
    tiles_.push_back({.key = key, .around = {}, .to_asked = way_to_asked(key)});
    tiles_.back().around.fill(no_tile);
    tiles_.back().around[4] = number;
    cells_.resize(cells_.size() + tile_area);
    return number;
}

/// The tile beside a tile; no_tile: there is none, and none is to be added.
uint32_t SupportMap::neighbour_tile(uint32_t tile, int32_t dx, int32_t dy, bool add) {
    uint32_t& known = tiles_[tile].around[static_cast<size_t>((dy + 1) * 3 + dx + 1)];
    if (known != no_tile) return known;
    const uint64_t key = tiles_[tile].key;
    const uint64_t beside =
        key_of(static_cast<int16_t>(key) + dx, static_cast<int16_t>(key >> 16) + dy, static_cast<int16_t>(key >> 32));
    uint32_t found = find_tile(beside);
    if (found == no_tile && add) found = add_tile(beside);
    tiles_[tile].around[static_cast<size_t>((dy + 1) * 3 + dx + 1)] = found;
    return found;
}

uint32_t SupportMap::beside(uint32_t cell, int32_t dx, int32_t dy, bool add) {
    const auto inside = static_cast<int32_t>(cell % tile_area);
    int32_t x = inside % tile_side + dx, y = inside / tile_side + dy;
    constexpr auto side = static_cast<uint32_t>(tile_side);
    if (static_cast<uint32_t>(x) < side && static_cast<uint32_t>(y) < side)
        return cell + static_cast<uint32_t>(dy * tile_side + dx);
    const int32_t tx = x < 0 ? -1 : x >= tile_side, ty = y < 0 ? -1 : y >= tile_side;
    uint32_t tile = cell / tile_area;
    if (tx != 0 || ty != 0) {
        tile = neighbour_tile(tile, tx, ty, add);
        if (tile == no_tile) return no_cell;
        x -= tx * tile_side;
        y -= ty * tile_side;
    }
    return tile * tile_area + static_cast<uint32_t>(y * tile_side + x);
}

uint32_t SupportMap::neighbour(uint32_t cell, uint32_t direction, bool add) {
    return beside(cell, cell_steps[direction].dx, cell_steps[direction].dy, add);
}

/// mm: what the crowd in a cell adds to a step that leaves the cell.
int64_t SupportMap::extra(uint32_t cell) const {
    return std::max<int64_t>(cells_[cell].crowd - free_crowd, 0) / crowd_per_mm;
}

/// x and y of the cell, in cells.
std::array<int32_t, 2> SupportMap::indices(uint32_t cell) const {
    const uint64_t key = tiles_[cell / tile_area].key;
    const auto inside = static_cast<int32_t>(cell % tile_area);
    return {static_cast<int16_t>(key) * tile_side + inside % tile_side,
            static_cast<int16_t>(key >> 16) * tile_side + inside / tile_side};
}

Vec2 SupportMap::centre(uint32_t cell) const {
    const auto [x, y] = indices(cell);
    return {(static_cast<float>(x) + 0.5f) * cell_side, (static_cast<float>(y) + 0.5f) * cell_side};
}

Vec2 SupportMap::waypoint(uint32_t cell) const {
    for (int i = 0; i < 3 && cells_[cell].next != no_cell; ++i) cell = cells_[cell].next;
    return centre(cell);
}

/// Is the step possible (rules.md, C9.7)?
bool SupportMap::may_step(uint32_t from, uint32_t direction, uint32_t to, const Ground* ground) {
    if (is_hostile(from) || is_hostile(to)) return false;
    const CellStep& step = cell_steps[direction];
    if (step.dx != 0 && step.dy != 0 &&
        (is_hostile(beside(from, step.dx, 0, false)) || is_hostile(beside(from, 0, step.dy, false))))
        return false;
    return ground == nullptr || ground->clear(centre(from), centre(to));
}

/// Parallel over the tiles with engaged enemies.
void SupportMap::find_openings(ParallelLoops& loops) {
    // Tiles cannot be added in the parallel loop, so those beyond the border of a tile come first. The loop goes along
    // the border: through the first and the last line, and from side to side in the others.
    const auto is_at_border = [](uint32_t inside) {
        const uint32_t x = inside % tile_side, y = inside / tile_side;
        return x == 0 || y == 0 || x == tile_side - 1 || y == tile_side - 1;
    };
    for (const uint32_t tile : engaged_tiles_)
        for (uint32_t inside = 0; inside < tile_area; inside += is_at_border(inside + 1) ? 1 : tile_side - 1) {
            const uint32_t cell = tile * tile_area + inside;
            if (cells_[cell].engaged == no_engaged) continue;
            for (uint32_t direction = 0; direction < 8; ++direction) neighbour(cell, direction);
        }
    constexpr uint32_t tiles_a_chunk = 8;
    const auto tiles = static_cast<uint32_t>(engaged_tiles_.size());
    const uint32_t chunks = ParallelLoops::chunk_count(tiles, tiles_a_chunk);
    if (chunk_openings_.size() < chunks) chunk_openings_.resize(chunks);
    loops.parallel_for(tiles, tiles_a_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        auto& openings = chunk_openings_[chunk];
        openings.reserve(2 * tile_area); // so that hardly any later survey allocates
        openings.clear();
        for (uint32_t i = begin * tile_area; i < end * tile_area; ++i) {
            const uint32_t cell = engaged_tiles_[i / tile_area] * tile_area + i % tile_area;
            const Serial engaged = cells_[cell].engaged;
            if (engaged == no_engaged) continue;
            for (uint32_t direction = 0; direction < 8; ++direction) {
                const uint32_t other = neighbour(cell, direction, false);
                Cell& opening = cells_[other];
                if (opening.hostile != 0 || opening.friends > most_friends) continue;
                if (lower_to(opening.enemy, engaged) == no_engaged) openings.push_back(other);
            }
        }
    });
    for (uint32_t chunk = 0; chunk < chunks; ++chunk)
        for (const uint32_t opening : chunk_openings_[chunk]) put(opening, 0);
}

/// Notes that a way of this length leads from a cell.
void SupportMap::put(uint32_t cell, int32_t cost) {
    cells_[cell].cost = cost;
    const auto bucket = static_cast<size_t>(cost / straight);
    if (buckets_.size() <= bucket) buckets_.resize(bucket + 1);
    buckets_[bucket].push_back(cell);
}

void SupportMap::find_ways(int32_t most, const Ground* ground, ParallelLoops& loops) {
    for (auto& bucket : buckets_) bucket.clear();
    for (Tile& tile : tiles_) tile.to_asked = way_to_asked(tile.key);
    find_openings(loops);
    for (size_t bucket = 0; bucket < buckets_.size() && asked_ != 0; ++bucket)
        for (size_t i = 0; i < buckets_[bucket].size() && asked_ != 0; ++i) {
            const uint32_t cell = buckets_[bucket][i];
            if (cells_[cell].settled != 0) continue;
            cells_[cell].settled = 1;
            asked_ -= cells_[cell].asked;
            reach_neighbours(cell, most, ground);
        }
    for (const uint32_t cell : asked_cells_)
        if (cells_[cell].settled != 0) trace(cell, ground);
}

/// Finds the way from a cell to its opening. Costs are final.
void SupportMap::trace(uint32_t cell, const Ground* ground) {
    way_.clear();
    for (; cells_[cell].cost != 0 && cells_[cell].opening == no_cell; cell = cells_[cell].next) {
        cells_[cell].next = next_on_way(cell, ground);
        way_.push_back(cell);
    }
    const uint32_t opening = cells_[cell].cost == 0 ? cell : cells_[cell].opening;
    cells_[cell].opening = opening;
    for (const uint32_t before : way_) cells_[before].opening = opening;
}

/// The next cell on the way from a cell that is no opening: the first over which the way costs no more than it has to.
uint32_t SupportMap::next_on_way(uint32_t cell, const Ground* ground) {
    const int64_t own = extra(cell);
    for (uint32_t direction = 0; direction < 8; ++direction) {
        const uint32_t other = neighbour(cell, direction, false);
        if (other != no_cell && cells_[other].cost != no_cost &&
            cells_[other].cost + cell_steps[direction].length + own == cells_[cell].cost &&
            may_step(cell, direction, other, ground))
            return other;
    }
    assert(false); // a neighbour has given the cell its cost
    return no_cell;
}

void SupportMap::reach_neighbours(uint32_t cell, int32_t most, const Ground* ground) {
    const int64_t here = cells_[cell].cost;
    if (here + tiles_[cell / tile_area].to_asked > most) return;
    if (ground == nullptr && !is_near_agents(cell)) return;
    for (uint32_t direction = 0; direction < 8; ++direction) {
        if (here + cell_steps[direction].length > most) continue;
        const uint32_t from = neighbour(cell, direction);
        const int64_t cost = here + cell_steps[direction].length + extra(from);
        if (cost > most || cost >= cells_[from].cost || !may_step(from, opposite(direction), cell, ground)) continue;
        put(from, static_cast<int32_t>(cost));
    }
}

} // namespace fray
