// What the stage manager works with in a frame, and hands from propose to commit.
#pragma once

#include "behaviour/decisions.h"
#include "fray/id.h"
#include "host_memory.h"
#include "perception/perception.h"
#include "storage/sort_keys.h"

#include <cstdint>

namespace fray {

/// The phases of commit that concern one circle at a time, in order; then come changes of target.
enum class CommitPhase : uint8_t { capacity, stealing, reslotting, rebalancing, admission, permits };
inline constexpr uint32_t commit_phases = 6;

/// What the stage manager works with on one circle; of one chunk of propose.
struct ManagerScratch {
    List<uint32_t> rows, others;
    List<int32_t> costs;
    List<int16_t> columns, assignment;
    List<uint32_t> deferred; ///< circles whose permits wait for commit: their cooldowns are the world's
    List<uint32_t> over;     ///< circles that have nothing to do any more
    uint32_t slots_given = 0, permits_given = 0, switches = 0, thefts = 0;

    ManagerScratch() {
        for (auto* list : {&rows, &others, &deferred, &over}) list->reserve(128);
        costs.reserve(512);
        columns.reserve(64);
        assignment.reserve(64);
    }
};

/// A circle whose permits wait for clocks of the world, and its place in this frame's order.
struct DeferredCircle {
    uint64_t drawn;
    Serial target;
    uint32_t circle;
};

struct Proposals {
    List<uint64_t> keys; ///< what is visited: target's serial, then circle, or `no_circle` and a target's row
    List<List<uint64_t>> chunk_keys;
    List<ManagerScratch> chunks;
    uint32_t used_chunks = 0;
    List<uint64_t> misplaced; ///< askers whose place is not free: target's serial, asker's serial
    List<TargetChange> changes;
    List<DeferredCircle> deferred;
    List<SummonWish> wishes;
    List<uint32_t> left;        ///< circles whose asker has changed to another target
    uint32_t permit_buffer = 0; ///< first of the event buffers of the phase `permits`
    SortScratch scratch;

    Proposals() {
        misplaced.reserve(256);
        changes.reserve(256);
    }
};

} // namespace fray
