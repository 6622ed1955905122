// Finds walkers that touch, and how deep they overlap.
#pragma once

#include "scenes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fray::motion {

/// The overlap of two walkers is (sum of their radii - distance) / sum of their radii.
struct Overlaps {
    static constexpr double deep_from = 0.1;

    int64_t touching = 0; ///< pairs that overlap
    int64_t deep = 0;     ///< of these: pairs that overlap by at least deep_from
    double worst = 0.0;   ///< 0 to 1

    void add(const Overlaps& other);
};

class OverlapSearch {
public:
    explicit OverlapSearch(std::span<const Walker> walkers);
    /// Finds every pair once. `positions` are in the order of the walkers and finite.
    Overlaps find(std::span<const Vec2> positions);

private:
    struct Placed {
        int64_t line, column;
        uint32_t walker;
    };
    void sort_into_cells(std::span<const Vec2> positions);
    /// Pairs `placed_[one]` with the walkers in the cells `first` to `last` of `line`. `from` is where the search in
    /// `placed_` goes on.
    void pair_with_line(size_t one, int64_t line, int64_t first, int64_t last, size_t& from,
                        std::span<const Vec2> positions, Overlaps& all) const;
    void pair(uint32_t a, uint32_t b, std::span<const Vec2> positions, Overlaps& all) const;

    std::span<const Walker> walkers_;
    double cell_ = 0.0; ///< m; two walkers that touch are in the same cell or in adjacent cells
    std::vector<Placed> placed_;
};

} // namespace fray::motion
