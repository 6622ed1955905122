// CrossingMap: where a ground is narrow. It divides the ground into *areas* and finds the *crossings* between them:
// doors, bridges, gaps. For each area it knows the way from each of its points to each of its crossings, and for each
// crossing the ways on. So an agent that wants to leave its area can compare its ways out.
//
// Areas grow from the widest places of the ground to narrower places (a watershed; Halldorsson and Bjornsson,
// "Automated decomposition of game maps", 2015). Two areas that meet become a single area, unless the place where they
// meet is much narrower than both. An area with a single crossing then joins its neighbour: there is nothing to choose.
#pragma once

#include "fray/spatial/grid_map.h"
#include "host_memory.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace fray {

/// The areas and crossings of a ground. Only `move_to` changes it; all else is safe from many threads at once. All
/// lengths are metres. Ways go from the middle of a cell to the middle of a neighbour, so they are up to 8 % too long.
class CrossingMap {
public:
    static constexpr uint16_t no_area = 0xffff;
    static constexpr size_t most_cells = size_t{1} << 22; ///< larger maps get no crossings
    /// On a map with more crossings, small areas join their neighbours.
    static constexpr size_t most_crossings = 128;

    struct Crossing {
        Vec2 middle{};
        float width = 0.0f;  ///< of the ground, so without the radius of an agent on either side
        uint16_t areas[2]{}; ///< the lower number first
        Vec2 mouths[2]{};    ///< a point in each of these areas, a few metres from the crossing
        Vec2 low{}, high{};  ///< corners of a box around the crossing and its mouths
        uint32_t cells[2]{}; ///< numbers of the cells in the middle of each side
        uint32_t mouth_cells[2]{};
        uint32_t low_x = 0, low_y = 0, high_x = 0, high_y = 0; ///< columns and lines of the cells beside the crossing
    };
    /// A crossing as a way out of an area.
    struct Exit {
        uint16_t crossing = 0;
        uint16_t area = 0, beyond = 0; ///< the area that it leaves, and the area that it leads to
        uint32_t number = 0;           ///< of all exits
        uint32_t side = 0;             ///< index in Crossing::areas of `area`
        size_t ways = 0;               ///< index in ways_ of the first cell of the area
    };

    explicit CrossingMap(const GridMap& map);

    uint16_t area_count() const { return static_cast<uint16_t>(first_exit_.size() - 1); }
    /// no_area: the point is not walkable.
    uint16_t area_at(Vec2 at) const;
    std::span<const Crossing> crossings() const { return crossings_; }
    /// The ways out of an area.
    std::span<const Exit> exits(uint16_t area) const {
        return std::span(exits_).subspan(first_exit_[area], first_exit_[area + 1] - first_exit_[area]);
    }
    /// The length of the way from a point of an exit's area to the crossing, through this area alone.
    float way_to(const Exit& exit, Vec2 at) const { return metres(ways_[exit.ways + local_[cell_at(at)]]); }
    /// The lengths of the ways from a point of an area to each of its exits.
    void ways_to_exits(uint16_t area, Vec2 at, Vector<float>& found) const {
        const uint32_t local = local_[cell_at(at)];
        found.clear();
        for (const Exit& exit : exits(area)) found.push_back(metres(ways_[exit.ways + local]));
    }
    /// By exit and crossing: costs of the shortest ways from the exit to the crossing.
    using WaysOn = Vector<uint32_t>;
    /// Finds the ways on from all exits. None comes back into the area of its exit, and none passes a closed crossing.
    /// `closed`: by crossing, 1: it is closed. `each(count, find)` calls find(i) for all i below `count`, in parallel
    /// or not.
    template <typename Each> WaysOn find_ways_on(std::span<const uint8_t> closed, Each&& each) const {
        WaysOn ways(exits_.size() * crossings_.size(), far);
        each(static_cast<uint32_t>(exits_.size()), [&](uint32_t i) { find_ways_from(exits_[i], closed, ways); });
        return ways;
    }
    /// A crossing through which a way from an exit comes into another area.
    struct Entrance {
        uint32_t last; ///< its number among the exits of that area
        float way;     ///< the way to it
        float wait;    ///< the way that an agent could walk while it waits there
    };
    /// Appends the entrances of the ways from an exit into an area. It leaves out an entrance if another is at least as
    /// good for each point of the area, so few are left. `wait(crossing)`: m, as above. `all`: scratch memory.
    template <typename Wait>
    void find_entrances(const WaysOn& ways, const Exit& exit, uint16_t area, Wait&& wait, Vector<Entrance>& all,
                        Vector<Entrance>& found) const {
        const uint32_t* const costs = ways.data() + exit.number * crossings_.size();
        const std::span<const Exit> lasts = exits(area);
        all.clear();
        for (uint32_t last = 0; last < lasts.size(); ++last)
            if (const uint32_t cost = costs[lasts[last].crossing]; cost != far)
                all.push_back({last, metres(cost), wait(lasts[last].crossing)});
        std::sort(all.begin(), all.end(), [](const Entrance& a, const Entrance& b) {
            return a.way != b.way ? a.way < b.way : a.last < b.last;
        });
        const auto first = static_cast<std::ptrdiff_t>(found.size());
        for (const Entrance& next : all)
            if (std::none_of(found.begin() + first, found.end(),
                             [&](const Entrance& better) { return replaces(lasts, better, next); }))
                found.push_back(next);
    }
    /// The length of the way from an exit to a point of another area, through the best of these entrances of the exit.
    /// `from_point`: what `ways_to_exits` has found. The wait at the entrance counts, as far as it is not over after
    /// `before` m and the way to the entrance. `unreachable`: there is no way.
    static float way_on(std::span<const Entrance> entrances, std::span<const float> from_point, float before) {
        float least = unreachable;
        for (const Entrance& entrance : entrances)
            least = std::min(least, from_point[entrance.last] + std::max(entrance.way, entrance.wait - before));
        return least;
    }
    static constexpr float unreachable = 1e9f;

    /// Is `map` the map that this object was made for, or that map moved?
    bool fits(const GridMap& map) const;
    /// Moves everything with the map, which must fit. Then this object is as if it was made for that map.
    void move_to(const GridMap& map);
    /// Whether a way over the ground, which may have obstacles, leads through a crossing from mouth to mouth.
    bool is_open(const Crossing& crossing, const Ground& ground) const;

    uint64_t memory() const;

private:
    static constexpr uint32_t far = ~0u;
    class Maker;

    uint32_t cell_at(Vec2 at) const;
    /// Is the entrance `a` at least as good as `b`, whatever the point is? An agent that comes in by `a` may walk to
    /// `b`. The way between them is known up to half their widths: it leads from the middle of an entrance to any part
    /// of the other.
    bool replaces(std::span<const Exit> lasts, const Entrance& a, const Entrance& b) const {
        const Crossing &from = crossings_[lasts[a.last].crossing], &to = crossings_[lasts[b.last].crossing];
        const float between = metres(ways_[lasts[a.last].ways + local_[to.cells[lasts[b.last].side]]]);
        const float farther = between - 0.5f * (from.width + to.width);
        return a.way + farther <= b.way && a.wait + farther <= std::max(b.way, b.wait);
    }
    void find_ways_from(const Exit& start, std::span<const uint8_t> closed, WaysOn& ways) const;
    float metres(uint32_t cost) const { return static_cast<float>(cost) * (cell_ / straight); }

    static constexpr uint32_t straight = 5, diagonal = 7; ///< costs of steps

    uint32_t columns_, lines_;
    float cell_, per_cell_;
    Vec2 low_;
    Vector<uint16_t> areas_; ///< by cell
    Vector<uint32_t> local_; ///< by cell: its index among the cells of its area
    Vector<Crossing> crossings_;
    Vector<Exit> exits_;          ///< by area
    Vector<uint32_t> first_exit_; ///< by area, and the end
    Vector<uint16_t> ways_;       ///< by exit and cell of its area: costs
};

} // namespace fray
