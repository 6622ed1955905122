// The queue of the host's input: it holds checked commands until the next step executes them.
#pragma once

#include "commands/commands.h"
#include "definitions/definitions.h"
#include "host_memory.h"
#include "storage/fields.h"

#include <vector>

namespace fray {

/// What the host has given for the next frame.
struct FrameInput {
    Vector<WaitingCommand> commands;
    uint32_t spawns = 0; ///< number of spawns among `commands`
    DetailDef detail;    ///< settings of the last set_detail before the step; valid if `sets_detail`
    bool sets_detail = false;
    std::vector<Definitions> reloads; ///< one entry for each reload: all definitions of the world after it
    HostPoses poses; ///< points to the host's memory, which must stay valid until apply_commands is over
    Vector<AgentId> restored_agents; ///< after a restore or in a replay, `poses` points to these three lists
    Vector<Vec2> restored_positions, restored_headings;

    // Scratch memory of apply_commands.
    Vector<uint32_t> patrols;     ///< indices of ids: agents that start a new patrol because of a reload in this frame
    Vector<float> chunk_steps;    ///< m^2, for each chunk of poses: the square of the longest step of an agent
    Vector<uint32_t> chunk_skips; ///< for each chunk of poses: number of skipped poses
};

FRAY_PART(FrameInput, input, Field::commands);

} // namespace fray
