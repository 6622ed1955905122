// A counting-sort grid for each group of points: the other way to find the nearest that passes a test, beside KdForest,
// with the same questions and the same answers.
#pragma once

#include "kd_forest.h"

namespace fray {

class GroupGrid {
public:
    /// As in KdForest.
    List<KdPoint>& points() { return points_; }
    void build(Loops& loops, std::span<const uint32_t> group_end, double moved);
    float nearest(uint32_t group, Vec2 at, float bound_squared, double moved, KdForest::Visit visit,
                  void* context) const;
    uint64_t memory() const;

private:
    struct Group {
        Vec2 low, high;    ///< m, bounds of its points
        float cell = 1.0f; ///< m
        int columns = 0, lines = 0;
        uint32_t first_cell = 0; ///< in cell_begin_
        uint32_t begin = 0, end = 0;
    };
    void measure(Group& group) const;
    void sort(Group& group);

    double moved_ = 0.0; ///< m, as it was at the build
    List<KdPoint> points_, sorted_;
    List<Group> groups_;
    List<uint32_t> cell_begin_; ///< of all groups, cell by cell, line by line; one more at the end of each
};

} // namespace fray
