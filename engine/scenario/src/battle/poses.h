// Where those are whom the script moves, as functions of the time since it told them to.
#pragma once

#include "fray/scenario.h"

#include <vector>

namespace fray::scenario {

struct Pose {
    Vec2 position;
    Vec2 heading; ///< zero: none yet
    bool arrived = false;
};

/// Of one who walked `metres` along the corners. Around the loop the first corner, where it came from, is left out.
Pose pose_along(const std::vector<Vec2>& corners, bool loop, double metres);

/// Of one who evades since `seconds`, from `start` on.
Pose pose_evading(const CommandDef& command, Vec2 start, double seconds);

} // namespace fray::scenario
