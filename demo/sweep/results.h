// What a sweep found, before it is written.
#pragma once

#include "axes.h"
#include "figures.h"
#include "statistics/intervals.h"
#include "statistics/level.h"
#include "sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

/// With 95 % confidence the mean lies between: Wilson's interval of a share, else Student's, without what the figure
/// cannot be; none: it cannot be said.
std::optional<Interval> interval_of(Figure figure, const Mean& mean);

/// A variant's battles, by seed, and what they add up to.
struct VariantResult {
    VariantResult(Variant values, std::string who, std::vector<RunFigures> fought);

    Variant variant;
    std::string player; ///< in words
    std::vector<RunFigures> runs;
    std::array<Mean, figure_count> figures; ///< of those battles in which it is defined

    const Mean& operator[](Figure figure) const { return figures[static_cast<size_t>(figure)]; }
    std::optional<Interval> interval(Figure figure) const { return interval_of(figure, (*this)[figure]); }
};

struct Goal {
    Figure figure = Figure::pressure;
    double value = 0.0;
};

/// A key that is searched.
struct Varied {
    std::string key;
    SearchRange range;
};

/// Of two keys: what the second has to be, where the first is this.
struct LevelAt {
    std::optional<double> first; ///< none: there is but one key
    Level level;
};

struct GoalResult {
    Goal goal;
    std::vector<Varied> varied;
    std::vector<LevelAt> line; ///< one, or one for each value of the first key
    size_t chosen = 0;         ///< of `line`
};

struct SweepResults {
    SweepOptions options;
    std::string scenario, version;
    uint64_t first_seed = 0;
    std::vector<Axis> axes;
    std::vector<VariantResult> variants; ///< in the order of the axes; of a search by place
    std::optional<GoalResult> goal;

    size_t battles() const;
};

} // namespace fray::demo
