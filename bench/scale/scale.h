// `fray scale`: measures how the time of a frame grows with agents and shrinks with threads on this machine.
#pragma once

#include "results.h"

#include <functional>
#include <string>
#include <vector>

namespace fray::demo {

/// The measurements to make.
struct ScalePlan {
    ScaleOptions options; ///< without duplicates
    Machine machine;
    std::vector<Configuration> configurations;
    FileUses inputs;
};

/// Reads all scenarios and prints their warnings. Throws BadInput if anything cannot be measured.
ScalePlan plan_scaling(ScaleOptions options);

/// Callbacks during the measurement.
struct ScaleProgress {
    std::function<void(int repeat, const Configuration& configuration)> next; ///< before each measurement
    std::function<void()> done;                                               ///< after the last measurement
};

/// Measures and predicts. Returns an empty text if `*results` is complete. Otherwise the same battle
/// ended in different states, and the text describes the difference. Throws BadInput.
std::string measure_scaling(const ScalePlan& plan, const ScaleProgress& progress, Results* results);

} // namespace fray::demo
