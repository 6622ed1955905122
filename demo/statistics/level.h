// Where a figure that is known only from battles, and so with noise, has a wanted value.
#pragma once

#include "intervals.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace fray::demo {

/// What may be chosen.
struct SearchRange {
    double low = 0.0, high = 0.0;
    bool whole = false; ///< whole numbers alone

    /// The nearest place in it that is written with few digits.
    double nearest(double place) const;
};

/// Seeds by number: the same one everywhere, so that what differs between two places is their own.
struct Seeds {
    size_t first = 0, count = 0;
};

/// The figure at each place, with each of these seeds, in their order. Not a number: it is not defined there.
using Probe = std::function<std::vector<std::vector<double>>(const std::vector<double>& places, Seeds seeds)>;

struct Probed {
    double place = 0.0;
    Mean figure;
};

enum class Reach {
    reached, ///< the figure passes the goal
    touched, ///< it does not pass the goal anywhere, but comes so near that this may be chance
    missed,  ///< it stays above or below
    unknown, ///< it is not defined in enough battles
};

/// What was found.
struct Level {
    Reach reach = Reach::unknown;
    double place = 0.0;           ///< the best there is
    Mean figure;                  ///< there
    std::optional<Interval> sure; ///< where the place lies, with 95 % confidence; none: of whole numbers, or missed
    std::optional<Probed> other;  ///< of whole numbers: the next one, towards the goal
    bool nearer_is_sure = false;  ///< than that, with 95 % confidence
    int crossings = 0;            ///< how often the survey passes the goal; more than once: the steepest was taken
    std::vector<Probed> survey;   ///< evenly spread over the range, with all those that were looked at after them
    Probed least, greatest;       ///< of the survey
};

/// Surveys the range at up to nine places with `seeds`, takes the two neighbours between which the figure passes the
/// goal (of several pairs that which differ most, by their noise), and looks there again with four times as many. What
/// it says in the end comes from as many that were not used before: so the choice of the place does not flatter it.
///
/// Of whole numbers it looks at fewer and fewer, and takes the one whose mean is nearest.
///
/// Else it draws straight lines through five places (root.h), and again in a narrower or wider part of the range, up to
/// four times: so narrow that it is a small part, but not so narrow that the slope is lost in the noise. What it says
/// comes from parabolas through five places there; the figure at the place that they lead to from the seeds of the
/// lines, which have not led to it.
Level find_level(const Probe& probe, const SearchRange& range, double goal, size_t seeds);

/// So many times its seeds a search fights at most; of whole numbers less, up to ranges of millions.
inline constexpr int64_t most_seeds_of_a_search = 300;

/// Those places at which a survey looks.
std::vector<double> spread_over(const SearchRange& range, size_t most);

} // namespace fray::demo
