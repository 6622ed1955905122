// `fray scale`: how a frame's time grows with agents and shrinks with threads, on this machine.
#pragma once

#include "results.h"

#include <functional>
#include <string>
#include <vector>

namespace fray::demo {

/// What will be measured.
struct ScalePlan {
    ScaleOptions options; ///< without what was asked for twice
    Machine machine;
    std::vector<Configuration> configurations;
};

/// Reads all scenarios, and warns about them. Throws BadInput where anything cannot be measured.
ScalePlan plan_scaling(ScaleOptions options);

/// Called while a plan is measured.
struct ScaleProgress {
    std::function<void(int repeat, const Configuration& configuration)> next; ///< before each measurement
    std::function<void()> done;                                               ///< after the last one
};

/// Measures, fits the laws and predicts. Empty: `*results` is whole. Else the same battle came to different states, and
/// this says which. Throws BadInput.
std::string measure_scaling(const ScalePlan& plan, const ScaleProgress& progress, Results* results);

} // namespace fray::demo
