// Many KD-trees (nanoflann) side by side: the points of each group, cut into tiles of neighbours, a tree each. Built in
// parallel with each other, brought up to date a share at a time; searched for the nearest point that passes a test.
#pragma once

#include "fray/spatial/vec2.h"
#include "host_memory.h"
#include "parallel.h"

#include <cstdint>
#include <memory>
#include <span>

namespace fray {

struct KdPoint {
    Vec2 position;
    uint32_t item; ///< the caller's number for it
};

class KdForest {
public:
    KdForest();
    ~KdForest();
    KdForest(KdForest&&) noexcept;
    KdForest& operator=(KdForest&&) noexcept;

    /// Where the caller puts the points of all groups, one group after the other, before `build`; points that are
    /// neighbours in space should be neighbours in the list.
    List<KdPoint>& points() { return points_; }
    /// `group_end[g]` is where group g ends in `points`. Memory of the last build is used again. `moved`: metres that
    /// any point may have moved so far, by a count of the caller's that only grows; so everywhere below.
    void build(Loops& loops, std::span<const uint32_t> group_end, double moved);

    /// Where an item is now; false: it is no longer of this group.
    using Locate = bool (*)(const void* context, uint32_t group, uint32_t item, Vec2& now);
    /// Brings one of so many shares of the trees up to date; share 0, 1, ... by turns. Whoever is farther from where
    /// it was than it may have moved is taken out: the caller adds it, and looks after it until then.
    void refresh(Loops& loops, uint32_t share, uint32_t shares, double moved, Locate locate, const void* context);
    /// Adds newcomers to their groups; those on `groups[i]` and `points[i]` belong together. False, and nothing is
    /// done: there are too many since the last build.
    bool add(std::span<const uint32_t> groups, std::span<const KdPoint> points, double moved);

    /// Called with a point that may be among the nearest; answers the new bound: the square of the distance, in m^2
    /// and inclusive, beyond which nothing is of interest any more. The caller measures, tests and remembers.
    using Visit = float (*)(void* context, uint32_t item, float bound_squared);

    /// Visits every point of a group that lies within sqrt(bound_squared) of `at` now (and some beyond, some perhaps
    /// twice), near ones mostly first. Exact: rounding is always outwards. Returns the last bound. Safe from many
    /// threads at once.
    float nearest(uint32_t group, Vec2 at, float bound_squared, double moved, Visit visit, void* context) const;

    uint64_t memory() const;

private:
    struct Tile;
    /// Over the tiles of a group: a heap of boxes, the children of node i at 2 i and 2 i + 1, its tiles in the last
    /// row.
    struct Box {
        Vec2 low, high; ///< m; empty: low beyond high
    };
    struct Group {
        uint32_t first_tile = 0;
        uint32_t tiles = 0; ///< the last one is for newcomers
        uint32_t width = 1; ///< of the last row of the heap: the power of two from `tiles` on
        uint32_t first_box = 0;
    };
    struct Search;
    void refresh_boxes();
    void search_boxes(Search& search, const Group& group, uint32_t node, float gap_squared) const;

    List<KdPoint> points_;
    List<Own<Tile>> tiles_;
    uint32_t tile_count_ = 0;
    List<Group> groups_;
    List<Box> boxes_;
    double oldest_ = 0.0; ///< `moved` when the oldest of the tiles was brought up to date
};

} // namespace fray
