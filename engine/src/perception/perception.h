// State of the perception layer: the search trees over agents, the host's answers about sight, and target biases.
//
// It is kept from frame to frame. The trees are brought up to date a share at a time, so they hold positions of the
// last few frames. Searches reach farther by the distance that agents may have moved since (`moved`) and then measure
// the present distance. The age of the trees therefore never changes a result.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "kd_forest.h"
#include "storage/agents.h"

#include <cstdint>

namespace fray {

/// A target bias (threat, taunt): how much nearer a target seems than it is.
struct TargetBias {
    uint32_t by = no_index; ///< index of the viewer's id; no_index: for every viewer
    uint32_t target = 0;    ///< index of the target's id
    int32_t mm = 0;         ///< subtracted from the distance; negative: the target seems farther away
    uint32_t unused = 0;
};

/// The host has answered that the viewer sees the target. Valid for one frame.
struct Sighting {
    uint32_t viewer; ///< index of its id
    AgentId target;
};

/// A living member of the squad that acquire_targets works on.
struct AlertMember {
    uint32_t row;
    Vec2 position{};     ///< m
    float alert_squared; ///< m^2
    float alert;         ///< m: the radius within which the member notices enemies for its squad
    int16_t storey;      ///< storey
    uint32_t island;     ///< of the ground; no_island also in a world without ground
};

/// A requester that would rather fight another target, at which a slot is open.
struct TargetChange {
    Serial requester; ///< the requester
    AgentId target;
    int16_t slot;
};

/// Working memory and results of a chunk of squads in acquire_targets. plan_engagements reads the results.
struct AlertScratch {
    uint32_t scans = 0, queries = 0, switches = 0; ///< target scans, tree searches, changes of target
    uint32_t slot_queries = 0;                     ///< searches for open slots, made by plan_engagements
    Vector<uint32_t> squads;                       ///< indices of squads that are due
    Vector<AlertMember> members;                   ///< of the squad at hand
    Vector<SightQuestion> questions;
    Vector<uint32_t> seekers;     ///< pairs: index of a squad, then row of a requester in it that may change its target
    Vector<uint32_t> misplaced;   ///< rows of requesters that wait before a slot that is not open, while another is
    Vector<TargetChange> changes; ///< made by plan_engagements
    AlertScratch() {
        members.reserve(16);
        for (auto* list : {&squads, &seekers, &misplaced}) list->reserve(256);
        changes.reserve(64);
    }
};

struct Perception {
    KdForest forest;           ///< the living agents, a group of trees for each team; items are indices of ids
    bool rebuild_trees = true; ///< requested by apply_commands or by a restore
    /// Indices of ids of agents that were spawned or teleported: the trees do not know where they are, so each search
    /// visits them all.
    Vector<uint32_t> side_list;
    double moved = 0.0;               ///< m: the sum over all frames of the longest step of any agent; it only grows
    Vector<TargetBias> target_biases; ///< sorted by `by`, then by target
    Vector<Sighting> sightings;       ///< sorted by viewer; received by apply_commands of this frame
    Vector<SightQuestion> sight_questions; ///< asked by acquire_targets of this frame; sorted by the viewer's serial

    // Scratch.
    Vector<uint32_t> team_cursors, team_end, side_teams;
    Vector<KdPoint> side_points;
    Vector<AlertScratch> alert_scratch; ///< by chunk
};

} // namespace fray
