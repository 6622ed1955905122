// KdForest: many KD-trees (nanoflann) for groups of moving points. The points of a group are cut into tiles of points
// that are near each other, and each tile has a tree of its own. The trees are built in parallel. Each frame refreshes
// a share of them, and deals the points of a few neighbouring tiles out anew. So tiles stay compact while their points
// walk, come and go, and it is hardly ever necessary to build all trees at once. A search finds the nearest point of a
// group that passes a test of the caller. Positions in a tree may be stale; a search allows for the distance that
// points may have moved since (the drift).
#pragma once

#include "drift.h"
#include "fray/spatial/vec2.h"
#include "host_memory.h"
#include "parallel.h"

#include <cstdint>
#include <memory>
#include <span>

namespace fray {

struct KdPoint {
    Vec2 position{};
    uint32_t item; ///< the caller's number for the point
};

class KdForest {
public:
    KdForest();
    ~KdForest();
    KdForest(KdForest&&) noexcept;
    KdForest& operator=(KdForest&&) noexcept;

    /// The caller puts the points of all groups here before `build`, one group after the other. Points that are near in
    /// space should be near in the list.
    Vector<KdPoint>& points() { return points_; }
    /// Builds all trees. `group_end[g]` is the end of group g in `points`. Reuses the memory of the last build. `drift`
    /// is how far any point may have moved so far; the caller keeps it, and never begins anew. All functions below take
    /// the same.
    void build(ParallelLoops& loops, std::span<const uint32_t> group_end, const Drift& drift);

    /// Gives the present position of an item. False: the item no longer belongs to this group.
    using Locate = bool (*)(const void* context, uint32_t group, uint32_t item, Vec2& now);
    /// Refreshes the positions in a share of the trees; call it with share 0, 1, ..., shares - 1 in turn. Removes each
    /// point that is farther from its old position than `drift` allows. The caller must `add` such a point again, and
    /// must search it by other means until then.
    void refresh(ParallelLoops& loops, uint32_t share, uint32_t shares, const Drift& drift, Locate locate,
                 const void* context);
    /// Deals the points of some tiles out anew between them and their neighbours in the list, at their present
    /// positions, and builds their trees. Call it with step 0, 1, 2, ...: it takes `deal_steps` steps for all tiles.
    /// Drops the same points as `refresh`.
    void deal_out(ParallelLoops& loops, uint64_t step, const Drift& drift, Locate locate, const void* context);
    static constexpr uint32_t deal_steps = 256;
    /// True: the tiles reach much farther than they did when all were built, as where a crowd has parted in two. Then
    /// it is better to build them anew.
    bool has_spread() const { return spread_ > 2.0 * spread_when_built_ + 100.0; }
    /// Adds new points: points[i] joins group groups[i]. False: too many points were added since the last build, and
    /// the forest must be built anew.
    bool add(std::span<const uint32_t> groups, std::span<const KdPoint> points, const Drift& drift, Locate locate,
             const void* context);

    /// Called with each point that may be among the nearest. The callback measures, tests and remembers the point. It
    /// returns the new bound: the square of the distance, m^2, beyond which points are of no interest. A point exactly
    /// at the bound still counts.
    using Visit = float (*)(void* context, uint32_t item, float bound_squared);

    /// Visits every point of a group that now lies within sqrt(bound_squared) of `at`, near points mostly first. It may
    /// also visit points beyond, and visit a point twice. It misses no point, because all rounding goes outwards.
    /// Returns the last bound. Safe from many threads at once.
    float nearest(uint32_t group, Vec2 at, float bound_squared, const Drift& drift, Visit visit, void* context) const;

    uint64_t memory() const;

private:
    struct Tile;
    /// A bounding box. The tiles of a group have a hierarchy of boxes, stored as a heap: the children of node i are 2 i
    /// and 2 i + 1, and the last row holds the boxes of the tiles.
    struct Box {
        Vec2 low{}, high{}; ///< m; an empty box has low > high
    };
    struct Group {
        uint32_t first_tile = 0;
        uint32_t tiles = 0; ///< the last tile also gets the added points that lie in the boxes of no tile
        uint32_t width = 1; ///< boxes in the last row of the heap: `tiles` rounded up to a power of two
        uint32_t first_box = 0;
    };
    struct Search;
    class Present;
    void refresh_boxes();
    void deal_out(Tile& tile, Tile& next, Vector<KdPoint>& points, const Drift& drift, Locate locate,
                  const void* context);
    uint32_t tile_for(const Group& group, Vec2 at) const;
    void search_boxes(Search& search, const Group& group, uint32_t node, float gap_squared) const;

    Vector<KdPoint> points_;        ///< scratch; holds memory only from `points` to `build`
    Vector<Vector<KdPoint>> dealt_; ///< scratch of `deal_out`
    Vector<Own<Tile>> tiles_;
    uint32_t tile_count_ = 0;
    size_t built_ = 0; ///< number of points at the last build
    Vector<Group> groups_;
    Vector<Box> boxes_;
    double spread_ = 0.0, spread_when_built_ = 0.0; ///< m: sum of half the circumferences of the tiles' boxes
    double oldest_ = 0.0; ///< Drift::sum when the tile with the stalest positions was refreshed
};

} // namespace fray
