// The results of a sweep, before they are written.
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

/// The 95 % confidence interval of the mean: Wilson's interval for a share, otherwise Student's interval without the
/// values that the figure cannot have. None: there are too few values.
std::optional<Interval> interval_of(Figure figure, const Mean& mean);

/// The battles of a variant, by seed, and their means.
struct VariantResult {
    VariantResult(Variant values, std::string who, std::vector<RunFigures> fought);

    Variant variant;
    std::string player; ///< a description
    std::vector<RunFigures> runs;
    std::array<Mean, figure_count> figures; ///< over the battles in which each figure is defined

    const Mean& operator[](Figure figure) const { return figures[static_cast<size_t>(figure)]; }
    std::optional<Interval> interval(Figure figure) const { return interval_of(figure, (*this)[figure]); }
};

struct Goal {
    Figure figure = Figure::pressure;
    double value = 0.0;
};

/// A key that a goal search varies.
struct Varied {
    std::string key;
    SearchRange range;
};

/// In a search over two keys: the value of the second key that reaches the goal, for a value of the first key.
struct LevelAt {
    std::optional<double> first; ///< value of the first key; none: the search has a single key
    Level level;
};

struct GoalResult {
    Goal goal;
    std::vector<Varied> varied;
    std::vector<LevelAt> line; ///< a single element, or an element for each value of the first key
    size_t chosen = 0;         ///< index into `line`
};

struct SweepResults {
    SweepOptions options;
    std::string scenario, version;
    uint64_t first_seed = 0;
    std::vector<Axis> axes;
    std::vector<VariantResult> variants; ///< all variants, in the order of the axes; in a search, by place
    std::optional<GoalResult> goal;

    size_t battles() const;
};

} // namespace fray::demo
