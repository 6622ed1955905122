// Where curves that are drawn through noisy values, one a seed, meet a wanted value.
#pragma once

#include "intervals.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fray::demo {

struct Root {
    double place = 0.0;           ///< where the seeds' mean curve meets the goal, or comes nearest to it
    std::optional<Interval> sure; ///< where it lies, with 95 % confidence; none: the slope is lost in the noise
    bool meets = true;            ///< else it comes near it only
    size_t seeds = 0;             ///< that have a value at every place; fewer than three say nothing
};

/// `samples`: at each place, by seed. A curve a seed, fitted to its values by least squares: what a seed adds to all of
/// them counts once. Places at which the goal is within the t interval of the curves' mean are where the root may lie
/// (after Fieller 1954, who did so with lines).
///
/// Straight lines. Sharp, and wrong by as much as the figure is bent between the places.
Root root_of_lines(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal);
/// Parabolas. Half as sharp again, and right as long as the bend itself is even. Looked for within `range`, not farther
/// off the places than half of what they span.
Root root_of_parabolas(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal,
                       const Interval& range);

} // namespace fray::demo
