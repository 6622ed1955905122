// Finds where curves through noisy values, fitted per seed, meet a given value.
#pragma once

#include "intervals.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fray::demo {

struct Root {
    double place = 0.0;           ///< where the mean curve meets the goal, or comes nearest to it
    std::optional<Interval> sure; ///< 95 % confidence interval of `place`; none: the slope is lost in the noise
    bool meets = true;            ///< false: the curve only comes near the goal
    size_t seeds = 0;             ///< seeds that have a value at every place; fewer than three give no result
};

/// `samples` holds values by place, then seed. A curve is fitted to the values of each seed by least squares, so an
/// offset that a seed adds to all of its values counts only once. The root may lie wherever the goal is within the t
/// interval of the mean curve (after Fieller 1954, with straight lines).
///
/// Fits straight lines. They are precise, but biased by the curvature of the figure between the places.
Root root_of_lines(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal);
/// Fits parabolas. They are less precise than lines, but unbiased if the curvature is constant. The root is searched
/// within `range`, at most half the span of the places beyond the outermost places.
Root root_of_parabolas(const std::vector<double>& places, const std::vector<std::vector<double>>& samples, double goal,
                       const Interval& range);

} // namespace fray::demo
