// What the host has asked for, until the next step carries it out.
#pragma once

#include "commands/commands.h"
#include "definitions/definitions.h"
#include "host_memory.h"

#include <vector>

namespace fray {

/// What the host gave for this frame.
struct FrameInput {
    List<Command> commands;
    uint32_t spawns = 0; ///< among them
    DetailDef detail;    ///< the last one of the frame, if `sets_detail`
    bool sets_detail = false;
    std::vector<Definitions> reloads; ///< each whole, as the world is to be
    HostPoses poses;                  ///< borrowed until ingest is over
    List<AgentId> restored_agents;    ///< what `poses` shows after a restore
    List<Vec2> restored_positions, restored_headings;

    // Scratch of ingest.
    List<uint32_t> patrols; ///< ids (by index) whose patrol a reload of this frame has changed
    List<float> chunk_steps;
    List<uint32_t> chunk_drops;
};

} // namespace fray
