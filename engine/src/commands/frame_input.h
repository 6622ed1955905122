// The queue of what the host has asked for: it holds checked commands until the next step executes them.
#pragma once

#include "commands/commands.h"
#include "definitions/definitions.h"
#include "host_memory.h"

#include <vector>

namespace fray {

/// What the host gave for the next frame.
struct FrameInput {
    Vector<Command> commands;
    uint32_t spawns = 0; ///< number of spawns among `commands`
    DetailDef detail;    ///< of the last set_detail before the step; valid if `sets_detail`
    bool sets_detail = false;
    std::vector<Definitions> reloads; ///< each entry holds all definitions that the world has after that reload
    HostPoses poses;                  ///< points to the host's memory, borrowed until apply_commands is over
    Vector<AgentId> restored_agents;  ///< with the next two: the memory of `poses` after a restore or in a replay
    Vector<Vec2> restored_positions, restored_headings;

    // Scratch memory of apply_commands.
    Vector<uint32_t> patrols;     ///< indices of ids: a reload of this frame has changed the patrols of these agents
    Vector<float> chunk_steps;    ///< m^2, by chunk of poses: the square of the longest step of an agent
    Vector<uint32_t> chunk_skips; ///< by chunk of poses: how many were skipped
};

} // namespace fray
