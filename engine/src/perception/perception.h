// What is known of where agents are and of which agents see which: search trees, sightings, threat. It is kept from
// frame to frame; how old the trees are never shows in an answer.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "kd_forest.h"
#include "storage/agents.h"

#include <cstdint>

namespace fray {

/// How much nearer a target seems than it is.
struct Preference {
    uint32_t by = no_index; ///< index of its id, to whom; no_index: to everybody
    uint32_t target = 0;    ///< index of its id
    int32_t mm = 0;
    uint32_t unused = 0;
};

/// A yes of the host's.
struct Sighting {
    uint32_t viewer; ///< index of its id
    AgentId target;
};

/// A living member of the squad that alert looks at.
struct AlertMember {
    uint32_t row;
    Vec2 position;
    float alert_squared;
    float alert;
    int16_t layer;
    uint32_t island; ///< no_island also without ground
};

/// An asker that would rather fight another target, where a slot is open.
struct TargetChange {
    Serial asker;
    AgentId target;
    int16_t slot;
};

/// What one chunk of alert works with.
struct AlertScratch {
    uint32_t looks = 0, queries = 0, switches = 0;
    uint32_t slot_queries = 0; ///< searches for open slots, in propose
    List<uint32_t> squads;     ///< that are due
    List<AlertMember> members;
    List<SightQuestion> questions;
    List<uint32_t> seekers;   ///< askers that may change their target, each after its squad's place
    List<uint32_t> misplaced; ///< askers' rows
    List<TargetChange> changes;
    AlertScratch() {
        members.reserve(16);
        for (auto* list : {&squads, &seekers, &misplaced}) list->reserve(256);
        changes.reserve(64);
    }
};

struct Perception {
    KdForest forest;                     ///< of the backend `kd_trees`
    bool rebuild_trees = true;           ///< asked for by ingest or restore
    List<uint32_t> side_list;            ///< ids (by index) that are not where the trees think: searched one by one
    double moved = 0.0;                  ///< m, how far anybody may have moved since the world began
    List<Preference> preferences;        ///< by `by` and target
    List<Sighting> sightings;            ///< by viewer, in this frame's ingest
    List<SightQuestion> sight_questions; ///< of this frame's alert

    // Scratch.
    List<uint32_t> team_cursors, team_end, side_teams;
    List<KdPoint> side_points;
    List<AlertScratch> alert_scratch; ///< by chunk
};

} // namespace fray
