// Working data of the stage manager in a frame, and what plan_engagements hands over to commit.
//
// A proposal (`TargetChange`) says that a requester wants to leave its queue for an open slot of another target's
// circle. All proposals are made in parallel on the state that admission has left. Then commit carries them out in the
// order of the requesters' serials. It drops a proposal if an earlier proposal has taken the slot or the grid capacity.
//
// A deferred circle has a holder with an attack that a cooldown of the whole world can delay. Its token pass is left to
// commit, because circles that share a clock cannot be worked on in parallel.
//
// Nothing here outlasts a frame but the memory: every list is overwritten, so that a steady frame allocates nothing.
#pragma once

#include "behaviour/decisions.h"
#include "fray/id.h"
#include "host_memory.h"
#include "perception/perception.h"
#include "storage/sort_keys.h"

#include <cstdint>

namespace fray {

/// The phases of the commit pass that write events about a single circle, in order (rules.md, commit 1 to 6). Phase 7,
/// waiting positions, writes no events. Phase 8, changes of target, has its own event buffer.
enum class CommitPhase : uint8_t { capacity, stealing, reslotting, rebalancing, admission, tokens };
inline constexpr uint32_t commit_phases = 6;

/// Working memory and results of a chunk of plan_engagements.
struct ManagerScratch {
    // Working memory for the circle at hand; each phase uses it in its own way.
    List<uint32_t> rows, others;
    List<int32_t> costs;               ///< mm, by participant and then by slot (rebalancing)
    List<int16_t> columns, assignment; ///< slots that rebalancing assigns; for each participant an index into them
    // Results of all circles of the chunk.
    List<uint32_t> deferred; ///< circles that wait for commit to run their token pass
    List<uint32_t> over;     ///< circles that can end
    uint32_t slots_given = 0, tokens_given = 0, switches = 0, thefts = 0; ///< for the counters

    /// Reserves what a circle commonly needs, so that a steady frame allocates nothing.
    ManagerScratch() {
        for (auto* list : {&rows, &others, &deferred, &over}) list->reserve(128);
        costs.reserve(512);
        columns.reserve(64);
        assignment.reserve(64);
    }
};

/// A circle that waits for commit to run its token pass.
struct DeferredCircle {
    uint64_t drawn; ///< random number of this frame; circles take their turn in ascending order of it
    Serial target;  ///< breaks ties
    uint32_t circle;
};

struct Proposals {
    /// What plan_engagements has to do, sorted. High half: the target's serial. Low half: the circle's number, perhaps
    /// with the bit `only_moved`; or the bit `no_circle` and an index into `Settling::for_targets`.
    List<uint64_t> keys;
    List<List<uint64_t>> chunk_keys; ///< the same, by chunk of the scan that collects them
    List<ManagerScratch> chunks;     ///< by chunk of `keys`; never shrinks
    uint32_t used_chunks = 0;        ///< how many of `chunks` this frame uses
    List<uint64_t> misplaced;        ///< requesters that need another waiting position: target's serial, own serial
    List<TargetChange> changes;      ///< by the requester's serial
    List<DeferredCircle> deferred;   ///< in the order of their token passes
    List<SummonWish> wishes;         ///< by the owner's serial; for phase 9, which is in commands/spawning.cpp
    List<uint32_t> left;             ///< circles that a requester has left for another target; they may be empty now
    uint32_t token_buffer = 0;       ///< number of the first event buffer of the phase `tokens`
    SortScratch scratch;

    Proposals() {
        misplaced.reserve(256);
        changes.reserve(256);
    }
};

} // namespace fray
