#include "engagement/support_map.h"

#include "atomic_ref.h"
#include "bodies/bodies.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <span>
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
/// The cell_steps, in the order in which equal ways are preferred (rule next_cell).
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

/// A floor and the indices of a tile in one number.
uint64_t key_of(int32_t tx, int32_t ty, int16_t floor) {
    return static_cast<uint64_t>(static_cast<uint16_t>(floor)) << 32 |
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

void sort_unique(Vector<uint64_t>& keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

std::span<const uint64_t> part_of(const Vector<uint64_t>& keys, Vector<uint64_t>::iterator begin,
                                  Vector<uint64_t>::iterator end) {
    return std::span(keys).subspan(static_cast<size_t>(begin - keys.begin()), static_cast<size_t>(end - begin));
}

/// Is an enemy of the team engaged (rule draw_map)? `target_row`: that of its target.
bool is_engaged(const MapView& world, Row row, Row target_row, TeamIndex team) {
    return world.kinds.archetypes[world.archetype[row]].fights_in_slots() && world.life[target_row] == Life::living &&
           world.team[target_row] == team;
}

template <typename T> void add_to(T& value, T more) { atomic_ref<T>(value).fetch_add(more, std::memory_order_relaxed); }

} // namespace

/// Where a point lies: the key of its tile, and the number of its cell in the tile.
struct SupportMap::Place {
    Place(Vec2 position, int16_t floor) {
        const int32_t x = cell_index(position.x), y = cell_index(position.y);
        key = key_of(x >> tile_bits, y >> tile_bits, floor);
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
    return tile.number == no_tile ? no_cell : tile.number * tile_area + place.inside;
}

uint32_t SupportMap::CellFinder::cell_of(Vec2 position, int16_t floor) { return cell_of(Place(position, floor)); }

void SupportMap::draw(const MapView& world, TeamIndex team, ParallelLoops& loops) {
    tiles_.clear();
    cells_.clear();
    numbers_.assign(64, no_tile);
    engaged_tiles_.clear();
    asked_ = 0;
    asked_cells_.clear();
    asked_tiles_.clear();
    const uint32_t chunks = world.settings.chunks(world.rows);
    if (chunks_.size() < chunks) chunks_.resize(chunks);
    if (!list_engaged(world, team, loops)) {
        for (Chunk& chunk : chunks_) chunk.is_near = false;
        return;
    }
    list_keys(world, loops);
    collect(engaged_keys_, &Chunk::engaged, chunks, loops);
    collect(keys_, &Chunk::keys, chunks, loops);
    int32_t most = 0;
    for (const Archetype& kind : world.kinds.archetypes)
        if (kind.supports) most = std::max(most, kind.support_radius_mm);
    make_tiles_near(most);
    count(world, team, loops);
}

uint64_t SupportMap::memory() const {
    uint64_t sum = cells_.capacity() * sizeof(Cell) + tiles_.capacity() * sizeof(Tile) +
                   numbers_.capacity() * sizeof(numbers_[0]) + chunks_.capacity() * sizeof(Chunk) +
                   (keys_.capacity() + engaged_keys_.capacity() + sort_.keys.capacity()) * sizeof(uint64_t) +
                   sort_.counts.capacity() * sizeof(uint32_t) + steps_.capacity() * sizeof(steps_[0]) +
                   chunk_openings_.capacity() * sizeof(chunk_openings_[0]) +
                   (asked_cells_.capacity() + asked_tiles_.capacity() + engaged_tiles_.capacity() + way_.capacity()) *
                       sizeof(uint32_t) +
                   buckets_.capacity() * sizeof(buckets_[0]);
    for (const auto& openings : chunk_openings_) sum += openings.capacity() * sizeof(uint32_t);
    for (const Chunk& chunk : chunks_) sum += (chunk.keys.capacity() + chunk.engaged.capacity()) * sizeof(uint64_t);
    for (const auto& bucket : buckets_) sum += bucket.capacity() * sizeof(uint32_t);
    return sum;
}

void SupportMap::ask_for(uint32_t cell) {
    if (cell == no_cell) return;
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
/// each line or column between them. INT32_MAX if it is longer than `most_`.
int64_t SupportMap::way_to_asked(uint64_t key) const {
    int64_t least = INT32_MAX;
    const int32_t tx = static_cast<int16_t>(key), ty = static_cast<int16_t>(key >> 16);
    const auto look_at = [&](const Tile& asked) {
        if (asked.key >> 32 != key >> 32) return;
        int64_t cells = 0;
        for (const size_t axis : {0u, 1u}) {
            const int32_t low = (axis == 0 ? tx : ty) * tile_side, high = low + tile_side - 1;
            cells = std::max<int64_t>({cells, asked.asked.low[axis] - high, low - asked.asked.high[axis]});
        }
        if (cells * straight <= most_) least = std::min(least, cells * straight);
    };
    // Looks at all tiles that are asked for, or at all that are near enough, whichever are fewer.
    const int64_t reach = most_ / (tile_side * straight) + 1, side = 2 * reach + 1;
    if (static_cast<int64_t>(asked_tiles_.size()) <= side * side) {
        for (const uint32_t number : asked_tiles_) look_at(tiles_[number]);
        return least;
    }
    const auto far = static_cast<int32_t>(reach);
    for (int32_t y = ty - far; y <= ty + far; ++y)
        for (int32_t x = tx - far; x <= tx + far; ++x) {
            const uint32_t number = find_tile(key_of(x, y, static_cast<int16_t>(key >> 32)));
            if (number != no_tile && tiles_[number].asked.low[0] <= tiles_[number].asked.high[0])
                look_at(tiles_[number]);
        }
    return least;
}

/// Lists the tiles in which engaged enemies of the team stand, by chunk of rows. False: there is none.
bool SupportMap::list_engaged(const MapView& world, TeamIndex team, ParallelLoops& loops) {
    std::atomic<bool> any = false;
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        auto& keys = chunks_[chunk].engaged;
        keys.reserve(128); // so that hardly any later survey allocates
        keys.clear();
        RecentTiles recent{};
        for (Row row{begin}; row < end; ++row) {
            if (!world.kinds.is_hostile(team, world.team[row])) continue;
            const AgentId target = world.target[row];
            if (!target || world.life[row] != Life::living) continue;
            const Place place(world.position[row], world.floor[row]);
            uint64_t& met = recent[place.slot()].key;
            if (met == place.key || !is_engaged(world, row, world.ids.row[target.index], team)) continue;
            met = place.key;
            keys.push_back(place.key);
        }
        sort_unique(keys);
        if (!keys.empty()) any.store(true, std::memory_order_relaxed);
    });
    return any;
}

/// Lists the tiles in which agents stand, by chunk of rows.
void SupportMap::list_keys(const MapView& world, ParallelLoops& loops) {
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        auto& keys = chunks_[chunk].keys;
        keys.reserve(128); // so that hardly any later survey allocates
        keys.clear();
        RecentTiles recent{};
        for (Row row{begin}; row < end; ++row) {
            const Place place(world.position[row], world.floor[row]);
            uint64_t& met = recent[place.slot()].key;
            if (met == place.key) continue;
            met = place.key;
            keys.push_back(place.key);
        }
        sort_unique(keys);
    });
}

/// Collects the keys of so many chunks, each once.
void SupportMap::collect(Vector<uint64_t>& to, Vector<uint64_t> Chunk::*keys, uint32_t chunks, ParallelLoops& loops) {
    to.clear();
    for (uint32_t chunk = 0; chunk < chunks; ++chunk)
        to.insert(to.end(), (chunks_[chunk].*keys).begin(), (chunks_[chunk].*keys).end());
    sort_keys(loops, to, sort_);
    to.erase(std::unique(to.begin(), to.end()), to.end());
}

SupportMap::Box SupportMap::box_of(std::span<const uint64_t> keys) {
    Box box;
    for (const uint64_t key : keys)
        for (const size_t axis : {0u, 1u}) {
            const int32_t index = static_cast<int16_t>(key >> (16 * axis));
            box.low[axis] = std::min(box.low[axis], index);
            box.high[axis] = std::max(box.high[axis], index);
        }
    return box;
}

/// Makes the tiles with agents from which a way of at most `most` mm may lead to an opening.
void SupportMap::make_tiles_near(int32_t most) {
    most_ = most;
    with_agents_ = box_of(keys_);
    // Keys of a floor are neighbours in both lists.
    for (auto engaged = engaged_keys_.begin(); engaged != engaged_keys_.end();) {
        const uint64_t floor = *engaged >> 32;
        const auto is_below = [](uint64_t key, uint64_t of) { return key >> 32 < of; };
        const auto engaged_end = std::lower_bound(engaged, engaged_keys_.end(), floor + 1, is_below);
        const auto begin = std::lower_bound(keys_.begin(), keys_.end(), floor, is_below);
        const auto end = std::lower_bound(begin, keys_.end(), floor + 1, is_below);
        make_tiles_of_floor(part_of(keys_, begin, end), part_of(engaged_keys_, engaged, engaged_end), most);
        engaged = engaged_end;
    }
    for (const uint64_t key : engaged_keys_) engaged_tiles_.push_back(find_tile(key));
}

/// An opening lies beside an engaged enemy, and a way takes a straight step at least for each line or column of cells
/// between them. So it takes the steps of a king in chess from tile to tile, all from the nearest engaged enemy, which
/// two passes over the places of all tiles find (Rosenfeld and Pfaltz 1968).
void SupportMap::make_tiles_of_floor(std::span<const uint64_t> keys, std::span<const uint64_t> engaged, int32_t most) {
    const Box box = box_of(keys);
    const int32_t columns = box.high[0] - box.low[0] + 1, lines = box.high[1] - box.low[1] + 1;
    const auto place_of = [&](uint64_t key) {
        const int32_t x = static_cast<int16_t>(key) - box.low[0], y = static_cast<int16_t>(key >> 16) - box.low[1];
        return static_cast<size_t>(y) * static_cast<size_t>(columns) + static_cast<size_t>(x);
    };
    constexpr uint16_t far = UINT16_MAX - 1;
    steps_.assign(static_cast<size_t>(columns) * static_cast<size_t>(lines), far);
    for (const uint64_t key : engaged) steps_[place_of(key)] = 0;
    const auto pass = [&](int32_t forward) {
        for (int32_t i = 0; i < lines; ++i)
            for (int32_t j = 0; j < columns; ++j) {
                const int32_t y = forward > 0 ? i : lines - 1 - i, x = forward > 0 ? j : columns - 1 - j;
                const auto at = [&](int32_t ax, int32_t ay) -> uint16_t& {
                    return steps_[static_cast<size_t>(ay) * static_cast<size_t>(columns) + static_cast<size_t>(ax)];
                };
                uint16_t least = far;
                if (i > 0)
                    for (int32_t ax = std::max(x - 1, 0); ax <= std::min(x + 1, columns - 1); ++ax)
                        least = std::min(least, at(ax, y - forward));
                if (j > 0) least = std::min(least, at(x - forward, y));
                at(x, y) = std::min<uint16_t>(at(x, y), static_cast<uint16_t>(least + 1));
            }
    };
    pass(1);
    pass(-1);
    for (const uint64_t key : keys) {
        const int64_t way = int64_t{std::max(steps_[place_of(key)] - 1, 0)} * tile_side * straight;
        if (way <= most) tiles_[add_tile(key)].to_engaged = way;
    }
}

/// Is the cell at most a tile beyond all agents? In a world without a ground no shortest way leads farther out: put
/// back to the border of the agents' tiles it would be no longer, and meet no friend and no enemy there.
bool SupportMap::is_near_agents(uint32_t cell) const {
    const uint64_t key = tiles_[cell / tile_area].key;
    for (const size_t axis : {0u, 1u}) {
        const int32_t index = static_cast<int16_t>(key >> (16 * axis));
        if (index < with_agents_.low[axis] - 1 || index > with_agents_.high[axis] + 1) return false;
    }
    return true;
}

/// Counts the agents of the chunks that ways may meet.
void SupportMap::count(const MapView& world, TeamIndex team, ParallelLoops& loops) {
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t number, uint32_t begin, uint32_t end) {
        Chunk& chunk = chunks_[number];
        chunk.is_near =
            std::any_of(chunk.keys.begin(), chunk.keys.end(), [&](uint64_t key) { return find_tile(key) != no_tile; });
        if (chunk.is_near) count_rows(world, team, begin, end);
    });
}

void SupportMap::count_rows(const MapView& world, TeamIndex team, uint32_t begin, uint32_t end) {
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
    for (Row row{begin}; row < end; ++row) {
        const TeamIndex its = world.team[row];
        const bool hostile = world.kinds.is_hostile(team, its);
        if (world.life[row] != Life::living || (its != team && !hostile)) continue;
        const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
        const uint32_t number = cells.cell_of(Place(world.position[row], world.floor[row]));
        if (number == no_cell) continue;
        Cell& cell = cells_[number];
        if (its == team) {
            if (friendly != &cell) add_friends();
            friendly = &cell;
            const int64_t diameter = 2 * int64_t{millimetres_of(radius_of(world, row, kind))};
            ++friends;
            crowd += diameter * diameter;
        }
        if (!hostile) continue; // a team can be hostile to itself
        atomic_ref<uint8_t>(cell.hostile).store(1, std::memory_order_relaxed);
        const AgentId target = world.target[row];
        const Serial serial = world.serial[row];
        if (!target) continue;
        if (serial >= atomic_ref<Serial>(cell.engaged).load(std::memory_order_relaxed)) continue;
        if (is_engaged(world, row, world.ids.row[target.index], team)) lower_to(cell.engaged, serial);
    }
    add_friends();
}

uint32_t SupportMap::find_tile(uint64_t key) const {
    const size_t last = numbers_.size() - 1;
    for (size_t i = mix_bits(key) & last;; i = (i + 1) & last)
        if (numbers_[i] == no_tile || tiles_[numbers_[i]].key == key) return numbers_[i];
}

void SupportMap::note_number(uint32_t number) {
    const size_t last = numbers_.size() - 1;
    size_t i = mix_bits(tiles_[number].key) & last;
    while (numbers_[i] != no_tile) i = (i + 1) & last;
    numbers_[i] = number;
}

uint32_t SupportMap::add_tile(uint64_t key) {
    const auto number = static_cast<uint32_t>(tiles_.size());
    tiles_.push_back({.key = key, .around = {}, .to_asked = way_to_asked(key)});
    tiles_.back().around.fill(no_tile);
    tiles_.back().around[4] = number;
    cells_.resize(cells_.size() + tile_area);
    if (2 * tiles_.size() <= numbers_.size()) {
        note_number(number);
    } else {
        numbers_.assign(2 * numbers_.size(), no_tile);
        for (uint32_t i = 0; i <= number; ++i) note_number(i);
    }
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

/// Is the step possible (rule step_possible)?
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
    while (buckets_.size() <= bucket)
        buckets_.emplace_back().reserve(1024); // so that hardly any later survey allocates
    buckets_[bucket].push_back(cell);
}

void SupportMap::find_ways(int32_t most, const Ground* ground, ParallelLoops& loops) {
    for (auto& bucket : buckets_) bucket.clear();
    most_ = most;
    loops.parallel_for(static_cast<uint32_t>(tiles_.size()), 64, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (uint32_t number = begin; number < end; ++number)
            tiles_[number].to_asked = way_to_asked(tiles_[number].key);
    });
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
