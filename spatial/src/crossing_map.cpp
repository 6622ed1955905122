#include "crossing_map.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace fray {
namespace {

/// Areas stay apart if the place where they meet is narrower than this part of either, and than so many metres.
constexpr float narrow = 0.5f, widest = 40.0f;
/// m^2: a smaller area joins the first area that it meets.
constexpr float least_area = 9.0f;
/// m: how far a crossing's mouths are from it.
constexpr float mouth_away = 2.0f;
/// m: by how much the box around a crossing is wider than it and its mouths.
constexpr float box_margin = 2.0f;

/// By bit of GridMap::steps: the neighbour.
constexpr int step_x[8] = {-1, 0, 1, -1, 1, -1, 0, 1}, step_y[8] = {-1, -1, -1, 0, 0, 1, 1, 1};

} // namespace

/// Makes a map of crossings.
class CrossingMap::Maker {
public:
    Maker(CrossingMap& out, const GridMap& map)
        : out_(out), map_(map), columns_(out.columns_), lines_(out.lines_), cells_(columns_ * lines_) {}

    void run() {
        measure_room();
        const Vector<uint32_t> order = by_room();
        for (float least = least_area;; least *= 4.0f) {
            grow_areas(order, least);
            if (!number_areas()) {
                if (least_cells_ <= cells_) continue;
                // Only islands are left, and there are too many of them.
                out_.areas_ = {};
                out_.local_ = {};
                out_.first_exit_.assign(1, 0);
                return;
            }
            find_crossings();
            join_dead_ends();
            number_areas();
            find_crossings();
            if (groups_.size() <= most_crossings) break;
        }
        make_exits();
        find_ways();
        find_mouths();
        out_.move_to(map_);
        if (out_.crossings_.empty()) out_.local_ = {}; // it serves the ways to crossings
    }

private:
    /// A cell beside another area.
    struct Verge {
        uint32_t areas; ///< the lower number, then the higher
        uint32_t cell;
        friend auto operator<=>(const Verge&, const Verge&) = default;
    };
    /// Cells that make up a crossing.
    struct Group {
        uint32_t areas;
        Vector<uint32_t> cells[2]; ///< by side, in ascending order
    };

    /// Calls visit(neighbour, cost) for each step from a cell.
    template <typename Visit> void for_steps(uint32_t cell, Visit&& visit) const {
        const int x = static_cast<int>(cell % columns_), y = static_cast<int>(cell / columns_);
        for (unsigned free = map_.steps(x, y); free != 0; free &= free - 1) {
            const int bit = std::countr_zero(free);
            const bool turned = step_x[bit] != 0 && step_y[bit] != 0;
            visit(static_cast<uint32_t>((y + step_y[bit]) * static_cast<int>(columns_) + x + step_x[bit]),
                  turned ? diagonal : straight);
        }
    }
    bool walkable(uint32_t cell) const {
        return map_.walkable(static_cast<int>(cell % columns_), static_cast<int>(cell / columns_));
    }

    /// Finds the distance of each cell from the next cell that is not walkable, in costs of steps. Two passes over the
    /// map are enough (Borgefors 1986).
    void measure_room() {
        room_.assign(cells_, 0);
        const auto at = [&](int x, int y) -> uint32_t {
            const bool outside = x < 0 || y < 0 || x >= static_cast<int>(columns_) || y >= static_cast<int>(lines_);
            return outside ? 0u : room_[static_cast<uint32_t>(y) * columns_ + static_cast<uint32_t>(x)];
        };
        const auto pass = [&](uint32_t cell, int sign) {
            const int x = static_cast<int>(cell % columns_), y = static_cast<int>(cell / columns_);
            uint32_t least = room_[cell];
            for (int bit = 0; bit < 4; ++bit) { // all neighbours with lower numbers, or with higher
                const uint32_t step = step_x[bit] != 0 && step_y[bit] != 0 ? diagonal : straight;
                least = std::min(least, at(x + sign * step_x[bit], y + sign * step_y[bit]) + step);
            }
            room_[cell] = static_cast<uint16_t>(std::min<uint32_t>(least, 0xfffe));
        };
        for (uint32_t cell = 0; cell < cells_; ++cell)
            if (walkable(cell)) room_[cell] = 0xffff;
        for (uint32_t cell = 0; cell < cells_; ++cell)
            if (room_[cell] != 0) pass(cell, 1);
        for (uint32_t cell = cells_; cell-- > 0;)
            if (room_[cell] != 0) pass(cell, -1);
    }

    uint32_t root(uint32_t label) {
        while (parent_[label] != label) label = parent_[label] = parent_[parent_[label]];
        return label;
    }

    /// Lets areas grow from the cells with most room to those with least.
    void grow_areas(const Vector<uint32_t>& order, float least) {
        label_.assign(cells_, far);
        for (auto* list : {&parent_, &top_, &size_}) list->clear();
        const float metre = static_cast<float>(straight) / out_.cell_; // a metre as a cost
        most_room_ = static_cast<uint32_t>(std::min(widest * 0.5f * metre, 65535.0f));
        least_cells_ = static_cast<uint32_t>(std::min(least / (out_.cell_ * out_.cell_), 1e9f)) + 1;
        for (const uint32_t cell : order) {
            // It joins the area of the neighbour with most room.
            uint32_t best = far, widest_neighbour = 0;
            for_steps(cell, [&](uint32_t beside, uint32_t) {
                if (label_[beside] == far || room_[beside] < widest_neighbour) return;
                const uint32_t other = root(label_[beside]);
                if (room_[beside] > widest_neighbour || best == far || other < best) best = other;
                widest_neighbour = room_[beside];
            });
            if (best == far) {
                best = static_cast<uint32_t>(parent_.size());
                parent_.push_back(best);
                top_.push_back(room_[cell]);
                size_.push_back(0);
            }
            label_[cell] = best;
            ++size_[best];
            for_steps(cell, [&](uint32_t beside, uint32_t) {
                if (label_[beside] != far) meet(root(label_[cell]), root(label_[beside]), room_[cell]);
            });
        }
    }

    /// Two areas meet at a cell with some room: they become a single area, unless the place is narrow.
    void meet(uint32_t a, uint32_t b, uint32_t room) {
        if (a == b) return;
        if (top_[a] < top_[b] || (top_[a] == top_[b] && b < a)) std::swap(a, b);
        const bool is_narrow = static_cast<float>(room) <= narrow * static_cast<float>(top_[b]) && room <= most_room_;
        if (is_narrow && std::min(size_[a], size_[b]) >= least_cells_) return;
        parent_[b] = a;
        size_[a] += size_[b];
    }

    /// The walkable cells, those with most room first, then by number.
    Vector<uint32_t> by_room() const {
        Vector<uint32_t> first(size_t{1} << 16, 0), order;
        uint32_t count = 0;
        for (uint32_t cell = 0; cell < cells_; ++cell)
            if (room_[cell] != 0) ++first[0xffff - room_[cell]], ++count;
        uint32_t sum = 0;
        for (uint32_t& entry : first) sum += std::exchange(entry, sum);
        order.resize(count);
        for (uint32_t cell = 0; cell < cells_; ++cell)
            if (room_[cell] != 0) order[first[0xffff - room_[cell]]++] = cell;
        return order;
    }

    /// Numbers the areas by their lowest cells. False: there are too many.
    bool number_areas() {
        out_.areas_.assign(cells_, no_area);
        Vector<uint16_t> number(parent_.size(), no_area);
        labels_.clear();
        for (uint32_t cell = 0; cell < cells_; ++cell) {
            if (label_[cell] == far) continue;
            const uint32_t label = root(label_[cell]);
            if (number[label] == no_area) {
                if (labels_.size() == no_area) return false;
                number[label] = static_cast<uint16_t>(labels_.size());
                labels_.push_back(label);
            }
            out_.areas_[cell] = number[label];
        }
        return true;
    }

    /// Finds the groups of cells where two areas meet.
    void find_crossings() {
        Vector<Verge> verges;
        for (uint32_t cell = 0; cell < cells_; ++cell) {
            const uint32_t here = out_.areas_[cell];
            if (here == no_area) continue;
            for_steps(cell, [&](uint32_t beside, uint32_t) {
                const uint32_t there = out_.areas_[beside];
                if (there != here && there != no_area)
                    verges.push_back({std::min(here, there) << 16 | std::max(here, there), cell});
            });
        }
        std::sort(verges.begin(), verges.end());
        verges.erase(std::unique(verges.begin(), verges.end()), verges.end());
        groups_.clear();
        Vector<uint8_t> taken(verges.size(), 0);
        Vector<size_t> open;
        for (size_t i = 0; i < verges.size(); ++i) {
            if (taken[i]) continue;
            Group& group = groups_.emplace_back();
            group.areas = verges[i].areas;
            open.assign(1, i);
            taken[i] = 1;
            while (!open.empty()) {
                const Verge verge = verges[open.back()];
                open.pop_back();
                group.cells[out_.areas_[verge.cell] == (verge.areas & 0xffff)].push_back(verge.cell);
                for_steps(verge.cell, [&](uint32_t beside, uint32_t) {
                    const auto found = std::lower_bound(verges.begin(), verges.end(), Verge{verge.areas, beside});
                    if (found == verges.end() || *found != Verge{verge.areas, beside}) return;
                    const auto index = static_cast<size_t>(found - verges.begin());
                    if (!std::exchange(taken[index], uint8_t{1})) open.push_back(index);
                });
            }
            for (auto& cells : group.cells) std::sort(cells.begin(), cells.end());
        }
    }

    /// Joins areas with a single crossing to their neighbours, until each area has two crossings or none.
    void join_dead_ends() {
        Vector<uint32_t> first(labels_.size() + 1, 0), count(labels_.size(), 0), of_area(2 * groups_.size());
        for (const Group& group : groups_)
            for (const uint32_t area : {group.areas >> 16, group.areas & 0xffff}) ++first[area + 1], ++count[area];
        std::partial_sum(first.begin(), first.end(), first.begin());
        Vector<uint32_t> next = first;
        for (uint32_t i = 0; i < groups_.size(); ++i)
            for (const uint32_t area : {groups_[i].areas >> 16, groups_[i].areas & 0xffff}) of_area[next[area]++] = i;
        Vector<uint8_t> gone(groups_.size(), 0);
        Vector<uint32_t> ends;
        for (uint32_t area = 0; area < labels_.size(); ++area)
            if (count[area] == 1) ends.push_back(area);
        while (!ends.empty()) {
            const uint32_t area = ends.back();
            ends.pop_back();
            for (uint32_t k = first[area]; k < first[area + 1]; ++k) {
                const uint32_t group = of_area[k];
                if (std::exchange(gone[group], uint8_t{1}) != 0) continue;
                const uint32_t other =
                    groups_[group].areas >> 16 == area ? groups_[group].areas & 0xffff : groups_[group].areas >> 16;
                parent_[root(labels_[area])] = root(labels_[other]);
                if (--count[other] == 1) ends.push_back(other);
            }
        }
    }

    void make_exits() {
        for (const Group& group : groups_) {
            Crossing& crossing = out_.crossings_.emplace_back();
            crossing.areas[0] = static_cast<uint16_t>(group.areas >> 16);
            crossing.areas[1] = static_cast<uint16_t>(group.areas & 0xffff);
            crossing.low_x = crossing.low_y = far;
            for (const int side : {0, 1}) {
                crossing.cells[side] = central(group.cells[side]);
                for (const uint32_t cell : group.cells[side]) {
                    crossing.low_x = std::min(crossing.low_x, cell % columns_);
                    crossing.low_y = std::min(crossing.low_y, cell / columns_);
                    crossing.high_x = std::max(crossing.high_x, cell % columns_);
                    crossing.high_y = std::max(crossing.high_y, cell / columns_);
                }
            }
            crossing.width = std::min(width_at(group.cells[0]), width_at(group.cells[1]));
        }
        const auto areas = static_cast<uint32_t>(labels_.size());
        out_.first_exit_.assign(areas + 1, 0);
        for (const Crossing& crossing : out_.crossings_)
            for (const uint16_t area : crossing.areas) ++out_.first_exit_[area + 1u];
        std::partial_sum(out_.first_exit_.begin(), out_.first_exit_.end(), out_.first_exit_.begin());
        out_.exits_.resize(out_.first_exit_.back());
        Vector<uint32_t> next = out_.first_exit_;
        for (size_t i = 0; i < out_.crossings_.size(); ++i)
            for (const uint32_t side : {0u, 1u}) {
                const auto& [a, b] = out_.crossings_[i].areas;
                const uint32_t number = next[side == 0 ? a : b]++;
                out_.exits_[number] = {static_cast<uint16_t>(i), side == 0 ? a : b, side == 0 ? b : a, number, side, 0};
            }
    }

    /// The cell of a list that is nearest to the mean of all.
    uint32_t central(const Vector<uint32_t>& cells) const {
        int64_t sum_x = 0, sum_y = 0, least = INT64_MAX;
        for (const uint32_t cell : cells) sum_x += cell % columns_, sum_y += cell / columns_;
        const auto count = static_cast<int64_t>(cells.size());
        uint32_t best = cells.front();
        for (const uint32_t cell : cells) {
            const int64_t x = count * (cell % columns_) - sum_x, y = count * (cell / columns_) - sum_y;
            if (x * x + y * y < least) least = x * x + y * y, best = cell;
        }
        return best;
    }

    /// How wide the ground is at cells in a row across it: by the length of the row, and by the room beside its middle.
    float width_at(const Vector<uint32_t>& row) const {
        uint32_t low_x = far, low_y = far, high_x = 0, high_y = 0, room = 0;
        for (const uint32_t cell : row) {
            low_x = std::min(low_x, cell % columns_), high_x = std::max(high_x, cell % columns_);
            low_y = std::min(low_y, cell / columns_), high_y = std::max(high_y, cell / columns_);
            room = std::max<uint32_t>(room, room_[cell]);
        }
        const auto across = static_cast<float>(high_x - low_x), along = static_cast<float>(high_y - low_y);
        return std::min((std::sqrt(across * across + along * along) + 1.0f) * out_.cell_, out_.metres(2 * room));
    }

    /// Finds the ways through each area to its crossings, by Dijkstra's algorithm.
    void find_ways() {
        Vector<uint32_t> size(labels_.size(), 0);
        out_.local_.assign(cells_, 0);
        for (uint32_t cell = 0; cell < cells_; ++cell)
            if (out_.areas_[cell] != no_area) out_.local_[cell] = size[out_.areas_[cell]]++;
        size_t total = 0;
        for (Exit& exit : out_.exits_) {
            exit.ways = total;
            total += size[exit.area];
        }
        out_.ways_.assign(total, 0xffff);
        for (const Exit& exit : out_.exits_) spread(exit, groups_[exit.crossing].cells[exit.side]);
    }

    void spread(const Exit& exit, const Vector<uint32_t>& sources) {
        const auto cost_of = [&](uint32_t cell) -> uint16_t& { return out_.ways_[exit.ways + out_.local_[cell]]; };
        Vector<uint32_t> open[diagonal + 1]; // by cost, modulo their number
        size_t waiting = sources.size();
        for (const uint32_t cell : sources) cost_of(cell) = 0;
        open[0] = sources;
        for (uint32_t front = 0; waiting != 0; ++front) {
            Vector<uint32_t>& list = open[front % std::size(open)];
            for (const uint32_t cell : list) {
                if (cost_of(cell) != front) continue; // it has got a lower cost since
                for_steps(cell, [&](uint32_t beside, uint32_t step) {
                    const uint32_t cost = front + step;
                    // Beyond 13 106 cells it stays the greatest cost.
                    if (cost > 0xfffe || out_.areas_[beside] != exit.area || cost_of(beside) <= cost) return;
                    cost_of(beside) = static_cast<uint16_t>(cost);
                    open[cost % std::size(open)].push_back(beside);
                    ++waiting;
                });
            }
            waiting -= list.size();
            list.clear();
        }
    }

    /// A mouth is the widest place in a small distance of its crossing.
    void find_mouths() {
        const auto away = static_cast<uint32_t>(mouth_away * static_cast<float>(straight) / out_.cell_) + straight;
        Vector<uint32_t> best(out_.exits_.size(), far);
        for (uint32_t cell = 0; cell < cells_; ++cell) {
            if (out_.areas_[cell] == no_area) continue;
            for (const Exit& exit : out_.exits(out_.areas_[cell])) {
                const uint32_t cost = out_.ways_[exit.ways + out_.local_[cell]];
                if (cost > away) continue;
                uint32_t& present = best[exit.number];
                const auto worth = [&](uint32_t at) { // far enough, then wide
                    return uint32_t{out_.ways_[exit.ways + out_.local_[at]] + 2 * straight > away} << 16 | room_[at];
                };
                if (present == far || worth(cell) > worth(present)) present = cell;
            }
        }
        for (const Exit& exit : out_.exits_) out_.crossings_[exit.crossing].mouth_cells[exit.side] = best[exit.number];
    }

    CrossingMap& out_;
    const GridMap& map_;
    uint32_t columns_, lines_, cells_;
    uint32_t most_room_ = 0, least_cells_ = 0; ///< `widest` and `least_area`, as costs and in cells
    Vector<uint16_t> room_;                    ///< by cell
    Vector<uint32_t> label_;                   ///< by cell: the label with which it was found
    Vector<uint32_t> parent_;                  ///< by label: the label that it belongs to
    Vector<uint32_t> top_, size_;              ///< by label: the most room of a cell, and the number of cells
    Vector<uint32_t> labels_;                  ///< by area
    Vector<Group> groups_;                     ///< the crossings
};

CrossingMap::CrossingMap(const GridMap& map)
    : columns_(static_cast<uint32_t>(map.columns())), lines_(static_cast<uint32_t>(map.lines())),
      cell_(map.cell_size()), per_cell_(1.0f / map.cell_size()), low_(map.low()) {
    if (size_t{columns_} * lines_ > most_cells)
        first_exit_.assign(1, 0);
    else
        Maker(*this, map).run();
}

uint32_t CrossingMap::cell_at(Vec2 at) const {
    const float x = std::floor((at.x - low_.x) * per_cell_), y = std::floor((at.y - low_.y) * per_cell_);
    if (!(x >= 0.0f && y >= 0.0f && x < static_cast<float>(columns_) && y < static_cast<float>(lines_))) return far;
    return static_cast<uint32_t>(y) * columns_ + static_cast<uint32_t>(x);
}

uint16_t CrossingMap::area_at(Vec2 at) const {
    const uint32_t cell = areas_.empty() ? far : cell_at(at);
    return cell == far ? no_area : areas_[cell];
}

void CrossingMap::find_ways_from(const Exit& start, std::span<const uint8_t> closed, WaysOn& ways) const {
    struct Entry {
        uint32_t cost, crossing;
        bool operator<(const Entry& other) const { // the least comes first
            return cost != other.cost ? cost > other.cost : crossing > other.crossing;
        }
    };
    uint32_t* const costs = ways.data() + start.number * crossings_.size();
    Vector<Entry> queue(1, {0, start.crossing});
    costs[start.crossing] = 0;
    while (!queue.empty()) {
        std::pop_heap(queue.begin(), queue.end());
        const Entry here = queue.back();
        queue.pop_back();
        if (costs[here.crossing] != here.cost) continue;
        const Crossing& crossing = crossings_[here.crossing];
        for (const uint32_t side : {0u, 1u}) {
            if (crossing.areas[side] == start.area) continue;
            for (const Exit& next : exits(crossing.areas[side])) {
                const uint32_t way = ways_[next.ways + local_[crossing.cells[side]]];
                if (closed[next.crossing] != 0 || way == 0xffff || here.cost + way >= costs[next.crossing]) continue;
                costs[next.crossing] = here.cost + way;
                queue.push_back({costs[next.crossing], next.crossing});
                std::push_heap(queue.begin(), queue.end());
            }
        }
    }
}

bool CrossingMap::fits(const GridMap& map) const {
    if (static_cast<uint32_t>(map.columns()) != columns_ || static_cast<uint32_t>(map.lines()) != lines_ ||
        map.cell_size() != cell_)
        return false;
    for (uint32_t cell = 0; cell < areas_.size(); ++cell)
        if (map.walkable(static_cast<int>(cell % columns_), static_cast<int>(cell / columns_)) !=
            (areas_[cell] != no_area))
            return false;
    return true;
}

void CrossingMap::move_to(const GridMap& map) {
    low_ = map.low();
    const float margin = (std::ceil(box_margin * per_cell_) + 1.0f) * cell_; // whole cells
    for (Crossing& crossing : crossings_) {
        crossing.low = map.middle(crossing.low_y * columns_ + crossing.low_x);
        crossing.high = map.middle(crossing.high_y * columns_ + crossing.high_x);
        for (const int side : {0, 1}) {
            const Vec2 mouth = crossing.mouths[side] = map.middle(crossing.mouth_cells[side]);
            crossing.low = {std::min(crossing.low.x, mouth.x), std::min(crossing.low.y, mouth.y)};
            crossing.high = {std::max(crossing.high.x, mouth.x), std::max(crossing.high.y, mouth.y)};
        }
        crossing.low = crossing.low - Vec2{margin, margin};
        crossing.high = crossing.high + Vec2{margin, margin};
        crossing.middle = 0.5f * (map.middle(crossing.cells[0]) + map.middle(crossing.cells[1]));
    }
}

/// Looks for a way from mouth to mouth within the box of the crossing, from sample to sample of the ground.
bool CrossingMap::is_open(const Crossing& crossing, const Ground& ground) const {
    const auto columns = static_cast<uint32_t>((crossing.high.x - crossing.low.x) * per_cell_ + 1.5f),
               lines = static_cast<uint32_t>((crossing.high.y - crossing.low.y) * per_cell_ + 1.5f);
    std::vector<Vec2> points;
    for (uint32_t y = 0; y < lines; ++y)
        for (uint32_t x = 0; x < columns; ++x)
            points.push_back(crossing.low + Vec2{static_cast<float>(x), static_cast<float>(y)} * cell_);
    std::vector<uint32_t> islands(points.size());
    ground.islands(points, islands);
    const auto sample_at = [&](Vec2 at) {
        const auto x = static_cast<uint32_t>((at.x - crossing.low.x) * per_cell_ + 0.5f),
                   y = static_cast<uint32_t>((at.y - crossing.low.y) * per_cell_ + 0.5f);
        return std::min(y, lines - 1) * columns + std::min(x, columns - 1);
    };
    const uint32_t end = sample_at(crossing.mouths[1]);
    Vector<uint32_t> open(1, sample_at(crossing.mouths[0]));
    while (!open.empty()) {
        const uint32_t here = open.back();
        open.pop_back();
        if (islands[here] == Ground::no_island) continue;
        if (here == end) return true;
        islands[here] = Ground::no_island; // it has been visited
        if (here % columns != 0) open.push_back(here - 1);
        if (here % columns != columns - 1) open.push_back(here + 1);
        if (here >= columns) open.push_back(here - columns);
        if (here + columns < islands.size()) open.push_back(here + columns);
    }
    return false;
}

uint64_t CrossingMap::memory() const {
    return sizeof *this + areas_.capacity() * sizeof(uint16_t) + local_.capacity() * sizeof(uint32_t) +
           crossings_.capacity() * sizeof(Crossing) + exits_.capacity() * sizeof(Exit) +
           first_exit_.capacity() * sizeof(uint32_t) + ways_.capacity() * sizeof(uint16_t);
}

} // namespace fray
