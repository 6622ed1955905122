// Working data of the stage manager in a frame, and what plan_engagements hands over to commit.
//
// A proposal (`TargetChange`) says that a requester or a holder wants to leave its circle for an open slot of another
// target's circle. All proposals are made in parallel on the state that admission has left. Then commit carries them
// out in the order of the requesters' serials. It drops a proposal if an earlier proposal has taken the slot or the
// grid capacity.
//
// A deferred circle has a holder with an attack that a clock of the world can delay. Its token pass is left to
// commit, because circles that share a clock cannot be worked on in parallel.
//
// Only the memory of the lists outlasts a frame, not their contents. No list is cleared at the frame's end; the
// function that fills a list clears it first, so that a steady frame allocates nothing:
// - plan_engagements: `keys`, `chunk_keys`, and the results of each chunk that it uses. After the circles
//   are planned it takes the counts of `ManagerScratch` into the counters and sets them to 0.
// - commit: `deferred`, `changes`, `left`. It uses the scratch of chunk 0 again and takes its count of tokens.
// - support.cpp: the map and the spare agents.
// - commands/spawning.cpp: `summons`.
// Proposals lie in `AlertScratch::changes` at first; acquire_targets clears these, plan_engagements fills them.
//
// Units: costs are whole mm. Serials fit into 32 bits and are not negative, so a key sorts as its serial does.
// Source: the lists and keys are fray's own. The order of the deferred circles and the changes of target (rules
// commit_tokens and may_change_target) are additions to the stage manager of Game AI Pro, chapter 28.
#pragma once

#include "behaviour/decisions.h"
#include "engagement/support_map.h"
#include "fray/id.h"
#include "host_memory.h"
#include "perception/perception.h"
#include "storage/fields.h"
#include "storage/sort_keys.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace fray {

/// The phases of the commit pass that write events about a single circle, in order (rule commit_capacity to 6). Phase
/// 7, wait slots, writes no events. Phases 8 and 9, changes of target and support, have event buffers of their own.
enum class CommitPhase : uint8_t { capacity, stealing, reslotting, rebalancing, admission, tokens };
inline constexpr uint32_t commit_phases = 6;

/// A requester that may get a slot (admission.cpp).
struct Candidate {
    Row row = Row::none();
    uint32_t slot = 0;
    int64_t rank = 0;    ///< the candidate with the least comes first (rule rank_of)
    uint32_t number = 0; ///< in the order of the list; breaks ties
    bool looked = false; ///< `rank` contains what its way costs, and it can reach the slot
    bool sees = false;   ///< no wall is between it and the target
};

/// Working memory and results of a chunk of plan_engagements. A `StageManager` writes it.
struct ManagerScratch {
    // Working memory for the circle at hand. Each phase overwrites it, with one exception: the rows that capacity.cpp
    // collects in `rows` pass from `evict` through `clear_closed_slots` to `put_back`.
    Vector<Row> rows, others;            ///< rows of agents
    Vector<uint32_t> cursors;            ///< of the walk through the queue (admission)
    Vector<Candidate> candidates;        ///< (admission)
    Vector<int32_t> costs;               ///< mm, by participant and then by slot (rebalancing)
    Vector<int16_t> columns, assignment; ///< slots to assign (rebalancing); by participant, an index in `columns`
    // Results of all circles of the chunk.
    Vector<uint32_t> deferred; ///< circles that wait for commit to run their token pass
    Vector<uint32_t> over;     ///< circles that can end
    uint32_t slots_given = 0, tokens_given = 0, switches = 0, thefts = 0; ///< numbers, later added to the counters

    /// Reserves what a circle commonly needs, so that a steady frame allocates nothing.
    ManagerScratch() {
        candidates.reserve(128);
        for (auto* list : {&rows, &others}) list->reserve(128);
        for (auto* list : {&cursors, &deferred, &over}) list->reserve(128);
        costs.reserve(512);
        columns.reserve(64);
        assignment.reserve(64);
    }
    /// Writes or reads the results. False: the bytes are damaged.
    template <typename Archive> bool results(Archive& archive) {
        return archive.list(deferred) && archive.list(over) && archive.value(slots_given) &&
               archive.value(tokens_given) && archive.value(switches) && archive.value(thefts);
    }
};

// Bits of the low half of a key (`Proposals::keys`).
/// The key stands for commands of the host for a target without a circle.
inline constexpr uint32_t no_circle = 1u << 31;
/// The circle is neither dirty nor due: only its target has moved, or only its token pass is due.
inline constexpr uint32_t in_part = 1u << 30;

/// Does the key stand for a circle?
inline bool has_circle(uint64_t key) { return (key & no_circle) == 0; }
/// The number of its circle.
inline uint32_t circle_of_key(uint64_t key) { return static_cast<uint32_t>(key) & ~in_part; }

/// A circle that waits for commit to run its token pass.
struct DeferredCircle {
    uint64_t drawn; ///< random number of this frame; circles take their turn in ascending order of it
    Serial target;  ///< breaks ties
    uint32_t circle;
};

/// The rows of a team's agents that a survey may send, of a chunk of rows (support.cpp).
struct SpareRows {
    Vector<Row> rows;
    uint32_t supporting = 0; ///< so many of them, the first, are agents that support

    void add_supporting(Row row) {
        rows.push_back(row);
        std::swap(rows[supporting++], rows.back());
    }
};

/// A list is valid from the function that fills it to the end of the frame; the top of the file names these functions.
struct Proposals {
    /// What plan_engagements has to do, ascending, so that events are in the order of the targets' serials. A key has
    /// the target's serial in its high 32 bits. Its low 32 bits are one of these:
    /// - the circle's number: a full plan;
    /// - the circle's number and the bit `in_part`: only a part of a plan;
    /// - the bit `no_circle` and an index into `Settling::for_targets`: commands for a target without a circle.
    Vector<uint64_t> keys;
    Vector<Vector<uint64_t>> chunk_keys; ///< working memory for `keys`, by chunk of the scan that collects them
    Vector<ManagerScratch> chunks;       ///< by chunk of `keys`; never shrinks
    uint32_t used_chunks = 0;            ///< how many of `chunks` this frame uses
    Vector<TargetChange> changes;        ///< the proposals of all chunks, by the requester's serial
    Vector<DeferredCircle> deferred;     ///< in the order of their token passes
    Vector<SummonRequest> summons;       ///< by the owner's serial; for phase 10, which is in commands/spawning.cpp
    Vector<uint32_t> left;          ///< circles that a requester has left for another target; they may be empty now
    SupportMap map;                 ///< of the last survey (support.h)
    Vector<SpareRows> chunk_spares; ///< by chunk of rows
    Vector<Row> spares;             ///< rows of the spare agents that may reach an opening, by serial
    uint32_t token_buffer = 0;      ///< number of the first event buffer of the phase `tokens`
    SortScratch scratch;

    Proposals() { changes.reserve(256); }
};

FRAY_PART(Proposals, proposals, Field::proposals);

} // namespace fray
