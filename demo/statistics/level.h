// Finds the place at which a figure has a given value, where the figure is known only from noisy battles.
#pragma once

#include "intervals.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace fray::demo {

/// The range of the search.
struct SearchRange {
    double low = 0.0, high = 0.0;
    bool whole = false; ///< only whole numbers are searched

    /// The nearest place in the range that has a short decimal text.
    double nearest(double place) const;
};

/// Seeds by number. All places use the same seeds, so that a difference between two places is not due to the seeds.
struct Seeds {
    size_t first = 0, count = 0;
};

/// Returns the values of the figure by place and seed, in the given order. NaN: the figure is undefined in that battle.
using Probe = std::function<std::vector<std::vector<double>>(const std::vector<double>& places, Seeds seeds)>;

struct Probed {
    double place = 0.0;
    Mean figure;
};

enum class Reach {
    reached, ///< the figure crosses the goal
    touched, ///< the figure never crosses the goal, but it comes so near that this may be chance
    missed,  ///< the figure stays above or below the goal
    unknown, ///< the figure is undefined in too many battles
};

/// The result of a search.
struct Level {
    Reach reach = Reach::unknown;
    double place = 0.0;           ///< the best place found
    Mean figure;                  ///< mean of the figure at `place`
    std::optional<Interval> sure; ///< 95 % interval of the place; none for whole numbers or if missed
    std::optional<Probed> other;  ///< for whole numbers: the neighbour on the other side of the goal
    bool nearer_is_sure = false;  ///< whether `place` is nearer to the goal than `other`, with 95 % confidence
    int crossings = 0;            ///< how often the survey crosses the goal; of several crossings the steepest is used
    std::vector<Probed> survey;   ///< evenly spaced places, and all places that were probed later
    Probed least, greatest;       ///< the places of the survey with the least and the greatest mean
};

/// Surveys the range at up to nine places with `seeds` seeds. Takes the two neighbouring places between which the
/// figure crosses the goal; of several such pairs, the pair with the greatest difference relative to its noise. Probes
/// there again with four times as many seeds. The final figure comes from as many seeds that were not used before, so
/// the choice of the place does not bias it.
///
/// For whole numbers it repeats this in smaller and smaller ranges until it has probed every number of the range. It
/// takes the place with the mean nearest to the goal.
///
/// Otherwise it fits straight lines through five places (root.h), and repeats that in a narrower or wider window, up to
/// four times. The window becomes small, but not so small that the slope is lost in the noise. The result comes from
/// parabolas through five places in the last window. The figure at that place comes from the seeds of the lines, which
/// the parabolas did not use.
Level find_level(const Probe& probe, const SearchRange& range, double goal, size_t seeds);

/// A search uses at most this many times its number of seeds; for whole numbers fewer, for ranges up to millions.
inline constexpr int64_t most_seeds_of_a_search = 300;

/// The places at which a survey probes.
std::vector<double> spread_over(const SearchRange& range, size_t most);

} // namespace fray::demo
