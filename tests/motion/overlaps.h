// Which walkers touch, and how deep they stand in each other.
#pragma once

#include "scenes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fray::motion {

/// The overlap of two is what their distance lacks to the sum of their radii, as a share of that sum.
struct Overlaps {
    static constexpr double deep_from = 0.1;

    int64_t touching = 0; ///< pairs whose overlap is > 0
    int64_t deep = 0;     ///< of these: at least deep_from
    double worst = 0.0;   ///< 0 to 1

    void add(const Overlaps& other);
};

class OverlapSearch {
public:
    explicit OverlapSearch(std::span<const Walker> walkers);
    /// All pairs, each once. `positions` in the order of the walkers, finite.
    Overlaps find(std::span<const Vec2> positions);

private:
    struct Placed {
        int64_t line, column;
        uint32_t walker;
    };
    void sort_into_cells(std::span<const Vec2> positions);
    /// With those of the cells [first, last] of a line.
    void pair_with_line(size_t one, int64_t line, int64_t first, int64_t last, size_t& from,
                        std::span<const Vec2> positions, Overlaps& all) const;
    void pair(uint32_t a, uint32_t b, std::span<const Vec2> positions, Overlaps& all) const;

    std::span<const Walker> walkers_;
    double cell_ = 0.0; ///< m: two who touch are in the same cell, or in two that touch
    std::vector<Placed> placed_;
};

} // namespace fray::motion
