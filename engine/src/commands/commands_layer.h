// The commands subsystem, and its system apply_commands, which executes the commands that the host gave since the last
// step.
// Reads the host's commands and poses; writes every column.
#pragma once

#include "commands/frame_input.h"
#include "locomotion/locomotion_layer.h"
#include "parallel.h"

namespace fray {

struct CommandsLayer : LocomotionLayer {
    FrameInput input;
};

} // namespace fray
