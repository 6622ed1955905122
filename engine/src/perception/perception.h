// What agents notice: the host's answers about sight, target biases, and the memory of target scans.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "perception/box_tree.h"
#include "perception/quiet_squads.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <cstdint>

namespace fray {

/// A target bias (threat, taunt): how much nearer a target seems than it is.
struct TargetBias {
    uint32_t by = no_index; ///< index of the viewer's id; no_index: for every viewer
    uint32_t target = 0;    ///< index of the target's id
    int32_t mm = 0;         ///< mm, subtracted from the distance; negative: the target seems farther away
    uint32_t unused = 0;
};

/// The host has answered that the viewer sees the target. Valid for one frame.
struct Sighting {
    uint32_t viewer; ///< index of the viewer's id
    AgentId target;
};

/// A living member of the squad that acquire_targets works on.
struct AlertMember {
    Row row;
    Vec2 position{};     ///< m
    float alert_squared; ///< m^2: the square of `alert`
    float alert;         ///< m: the radius within which the member notices enemies for its squad
    int16_t floor;       ///< number of the floor that the member is on
    uint32_t island;     ///< island of the ground that the member is on; no_island: none, or a world without ground
    bool holds;          ///< it is under an order `hold`: only agents that it has in reach are candidates
    bool advances;       ///< it is under an order `advance`: agents that it can never strike are no candidates
    bool looks;          ///< it notices only what it can see over the ground (rule in_line)
};

/// A living member, in the tree that says which members notice a point.
struct Watcher {
    Vec2 position{};     ///< m
    float alert_squared; ///< m^2
    uint32_t member;     ///< in the list of members
    int16_t floor;
    bool looks;
};
/// The watchers of a box.
struct WatchersOfBox {
    float least_squared = 0.0f, most_squared = 0.0f; ///< m^2: of `alert_squared`
    int16_t floor = 0;                               ///< of all of them, if not `several_floors`
    bool several_floors = false;
    bool any_looks = false;
    WatchersOfBox() = default;
    explicit WatchersOfBox(const Watcher& w)
        : least_squared(w.alert_squared), most_squared(w.alert_squared), floor(w.floor), any_looks(w.looks) {}
    void add(const WatchersOfBox& other) {
        least_squared = std::min(least_squared, other.least_squared);
        most_squared = std::max(most_squared, other.most_squared);
        several_floors |= other.several_floors || floor != other.floor;
        any_looks |= other.any_looks;
    }
};

/// An enemy that a squad notices.
struct NoticedEnemy {
    Vec2 position{}; ///< m
    Row row;
    int32_t room; ///< it has room for agents of at most this grid weight; INT32_MAX: not yet known
    int16_t floor;
    uint32_t island; ///< as in AlertMember
};
/// The noticed enemies of a box.
struct NoticedInBox {
    int32_t most_room = 0;
    int16_t floor = 0; ///< of all of them, if not `several_floors`
    bool several_floors = false;
    uint32_t island = Ground::no_island; ///< of all of them; no_island: unknown
    NoticedInBox() = default;
    explicit NoticedInBox(const NoticedEnemy& e) : most_room(e.room), floor(e.floor), island(e.island) {}
    void add(const NoticedInBox& other) {
        most_room = std::max(most_room, other.most_room);
        several_floors |= other.several_floors || floor != other.floor;
        if (island != other.island) island = Ground::no_island;
    }
};

/// The memory of a SquadView, which is used again for the next squad. The trees are only built for squads that need
/// them.
struct SquadMemory {
    Vector<AlertMember> members;                 ///< living members of the squad at hand
    BoxTree<Watcher, WatchersOfBox> watchers;    ///< all of them
    BoxTree<NoticedEnemy, NoticedInBox> noticed; ///< enemies that any of them notices
    Vector<uint64_t> numbers;                    ///< from which a tree is built
    SquadMemory() { members.reserve(16); }
    /// Makes room for as much as another memory has room for.
    void reserve_like(const SquadMemory& other) {
        members.reserve(other.members.capacity());
        watchers.reserve_like(other.watchers);
        noticed.reserve_like(other.noticed);
        numbers.reserve(other.numbers.capacity());
    }
    uint64_t memory() const {
        return members.capacity() * sizeof(AlertMember) + watchers.memory() + noticed.memory() +
               numbers.capacity() * sizeof(uint64_t);
    }
};

/// A proposal: an agent changes its target to another target that has an open slot.
struct TargetChange {
    Serial agent;
    AgentId target; ///< the new target
    int16_t slot;   ///< number of the open slot at the new target
    bool in_reach;  ///< the agent has the new target in reach or at hand (rule may_take_enemy_in_reach); it may be a
                    ///< holder
};

/// A member of a squad, in a list of several squads.
struct ListedMember {
    uint32_t squad; ///< its index
    Row row;
};

/// Working memory and results of a chunk of squads in acquire_targets. plan_engagements reads the results.
struct AlertScratch {
    uint32_t scans = 0, queries = 0, switches = 0; ///< numbers of target scans, of tree searches, of changes of target
    uint32_t slot_queries = 0;                     ///< number of searches for open slots, made by plan_engagements
    Vector<uint32_t> squads;                       ///< indices of the squads that are due in this frame
    Vector<uint32_t> busy;                         ///< of these, without quiet squads
    Vector<SightQuestion> questions;
    Vector<ListedMember> seekers;      ///< members without a slot that may change their target
    Vector<ListedMember> out_of_reach; ///< members with a target out of reach, which may take an enemy in reach
    Vector<TargetChange> changes;      ///< proposals that plan_engagements has made
    AlertScratch() {
        for (auto* list : {&squads, &busy}) list->reserve(64);
        for (auto* list : {&seekers, &out_of_reach}) list->reserve(32);
        changes.reserve(16);
    }
    /// Write or read what acquire_targets, or plan_engagements, has found. False: the bytes are damaged.
    template <typename Archive> bool findings(Archive& archive) {
        return archive.value(scans) && archive.value(queries) && archive.value(switches) && archive.list(seekers) &&
               archive.list(out_of_reach) && archive.list(questions);
    }
    template <typename Archive> bool proposals(Archive& archive) {
        return archive.list(changes) && archive.value(slot_queries);
    }
};

/// A question of sight that the host may answer.
struct OpenQuestion {
    SightQuestion question;
    int64_t asked = 0; ///< us: the start of the frame in which it was last asked
};

struct Perception {
    Vector<TargetBias> target_biases; ///< sorted by `by`, then by target
    Vector<Sighting> sightings;       ///< the host's answers, received by this frame's apply_commands; sorted by viewer
    Vector<OpenQuestion> open_questions;   ///< sorted (open_questions.h)
    Vector<SightQuestion> sight_questions; ///< asked in this frame's acquire_targets; sorted by the viewer's serial

    // Scratch.
    /// mm: no bias for all viewers, and no other bias, is greater; 0 or more. Set by acquire_targets.
    int32_t most_shared_bias = 0, most_own_bias = 0;
    Vector<uint64_t> movers; ///< a bit by index of id: the agent moved in the last frame; as of classify_distances
    Vector<uint8_t> follows; ///< by squad: 1 if its members follow a leader; as of classify_distances, if any do
    QuietSquads quiet;       ///< by squad; as of acquire_targets
    Vector<AlertScratch> alert_scratch; ///< by chunk of squads
};

FRAY_PART(Perception, perception, Field::trees);

} // namespace fray
