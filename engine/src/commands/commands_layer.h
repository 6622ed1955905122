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

/// Executes reloads, then the host's commands in call order, then copies the host's poses. Runs on one thread, but
/// copies the poses in parallel. It is the first system of a frame.
void apply_commands(CommandsLayer& layer, ParallelLoops& loops);
Access apply_commands_access();

} // namespace fray
