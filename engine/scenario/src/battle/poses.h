// Poses of the agents that the script moves, as functions of the distance or the time since the command. Lengths are in
// metres.
#pragma once

#include "fray/scenario.h"

#include <vector>

namespace fray::scenario {

struct Pose {
    Vec2 position{};
    Vec2 heading{}; ///< of any length; zero: the agent has not moved yet
    bool arrived = false;
};

/// The pose of an agent that has walked `metres` along the corners. The first corner is the start of the walk; with
/// `loop` the agent does not return to it, but walks round the other corners for ever.
Pose pose_along(const std::vector<Vec2>& corners, bool loop, double metres);

/// The pose of an agent that started to evade at `start` and has done so for `seconds`.
Pose pose_evading(const ScriptEvade& command, Vec2 start, double seconds);

} // namespace fray::scenario
