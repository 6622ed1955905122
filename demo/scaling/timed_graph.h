// The frame graph of a battle with the times of its systems, for `fray graph SCENARIO`.
#pragma once

#include "battle/setup.h"

#include <string>

namespace fray::demo {

struct GraphOptions {
    BattleChoice battle;
    std::string format = "dot"; ///< or `mermaid`
    bool timed = false;         ///< a scenario was given
    int64_t measure_from = 0, frames = 60;
};

/// Fights `options.frames` frames after `options.measure_from` on one thread, with all events. Of each system the
/// drawing has the work (its time on one thread) and the span (the time that remains with any number of threads: what
/// lies outside its loops, and the longest chunk of each loop). The critical path is the path with the longest sum of
/// spans; its edges are heavy. Throws BadInput.
std::string timed_graph(const GraphOptions& options);

} // namespace fray::demo
