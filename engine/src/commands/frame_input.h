// What the host has asked for, until the next step carries it out.
#pragma once

#include "circles/target_info.h"
#include "definitions/definitions.h"
#include "fray/defs.h"
#include "fray/host_poses.h"
#include "fray/id.h"
#include "host_memory.h"

#include <cstdint>
#include <vector>

namespace fray {

struct Command {
    enum class Type : uint8_t {
        spawn,
        despawn,
        place,
        order,
        damage,
        capacity,
        close_slots,
        view,
        report,
        sight,
        lead,
        stick,
        order_squad,
        prefer,
        join,
        period,
        health
    };
    Type type = Type::spawn;
    TeamIndex team = 0;
    ArchetypeIndex archetype = 0;
    int16_t layer = 0;
    OrderKind order = OrderKind::free;
    bool has_heading = false;
    AgentId agent;
    AgentId other;             ///< who damages, or whom to attack
    uint32_t squad = 0;        ///< its place in Squads::list
    Serial serial = no_serial; ///< of spawn
    Vec2 point;
    Vec2 heading;
    float amount = 0.0f; ///< of damage; health; of a view, half its angle in rad
    int32_t grid = 0, attack = 0;
    uint32_t detail = 0; ///< close_slots: which of `FrameInput::slot_sets`; report: the bit of Report; period: frames;
                         ///< spawn and place: 1, if the point is not the one that was given
    uint64_t host_bits = 0;
};

/// What the host gave for this frame.
struct FrameInput {
    List<Command> commands;
    uint32_t spawns = 0;     ///< among them
    List<SlotSet> slot_sets; ///< of the commands `close_slots`
    DetailDef detail;        ///< the last one of the frame, if `sets_detail`
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
