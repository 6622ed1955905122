// What the host has asked for, carried out. Reads the host's commands and poses, writes every column.
#pragma once

#include "commands/frame_input.h"
#include "locomotion/locomotion_layer.h"
#include "parallel.h"

namespace fray {

struct CommandsLayer : LocomotionLayer {
    FrameInput input;
};

/// The host's commands take effect, in call order. Serial; poses in parallel.
void ingest(CommandsLayer& core, Loops& loops);
Access ingest_access();

} // namespace fray
