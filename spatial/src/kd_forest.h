// Many KD-trees (nanoflann) side by side: the points of each group, cut into tiles of neighbours, a tree each. Built in
// parallel with each other; searched for the nearest point that passes a test.
#pragma once

#include "fray/spatial/vec2.h"
#include "parallel.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

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
    std::vector<KdPoint>& points() { return points_; }
    /// `group_end[g]` is where group g ends in `points`. Memory of the last build is used again.
    void build(Loops& loops, std::span<const uint32_t> group_end);

    /// Called with a point that may be among the nearest; answers the new bound: the square of the distance, in m^2
    /// and inclusive, beyond which nothing is of interest any more. The caller measures, tests and remembers.
    using Visit = float (*)(void* context, uint32_t item, float bound_squared);

    /// Visits every point of a group that, as it stood at the build, lies within sqrt(bound_squared) + drift of `at`
    /// (and some beyond), near ones mostly first. `drift`: metres any point may have moved since the build. Exact:
    /// rounding is always outwards. Returns the last bound. Safe from many threads at once.
    float nearest(uint32_t group, Vec2 at, float bound_squared, float drift, Visit visit, void* context) const;

    uint64_t memory() const;

private:
    struct Tile;
    std::vector<KdPoint> points_;
    std::vector<std::unique_ptr<Tile>> tiles_;
    std::vector<uint32_t> group_tiles_; ///< group g has the tiles from [g] to [g + 1]
};

} // namespace fray
