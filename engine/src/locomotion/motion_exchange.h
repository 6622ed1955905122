// What ranks tell each other about the system locomotion (division.h): how the agents that it has changed differ from
// what all ranks can foretell.
//
// All ranks have the same agents when the loop begins. So a column that has not changed takes no bytes, and a column
// that has changed is told as its difference (ranks/differences.h) from a value that every rank computes with the same
// bits:
//  - next_position: that of an agent that goes on with the velocity of its last step.
//  - velocity: that of the step to `next_position`, or as before.
//  - moved: the frames of the update interval, if `next_position` is another position.
//  - goal: as before, or the position of the agent's target, or its own.
//  - heading: as before, or towards the goal, or towards the target.
//  - facing: the heading. An agent that has turned all the way faces where it is to face.
//  - All others: as before.
//
// A chunk of rows has a message of its own, so chunks are written and read in parallel. Agents that are not told of
// keep everything, also their position.
#pragma once

#include "division.h"
#include "host_memory.h"
#include "scratch_pool.h"
#include "storage/agents.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace fray {

struct MotionRanks;

/// An agent when the loop began: the columns that locomotion writes.
struct MotionNote {
    Vec2 velocity, goal, heading, facing;
    Walk walk;
    Path path;
    float preferred_speed;
    UpdateInterval update_interval;
    Sleep sleep;
    uint8_t moved;
};

/// The notes of a block of rows.
struct MotionNotes {
    static constexpr uint32_t rows = 512;

    std::array<MotionNote, rows> by_row;   ///< by row of the block; only of rows in `noted`
    std::array<uint64_t, rows / 64> noted; ///< a bit for each row of the block
};

/// Messages and notes. Scratch: neither saved nor hashed.
struct MotionExchange {
    ScratchPool<MotionNotes> notes;
    Vector<Vector<std::byte>> messages; ///< by chunk; only those of this rank's share are in use

    uint64_t memory() const; ///< bytes
};

/// Writes the message of a chunk of rows, a block after the other. If the work is not divided, it does nothing.
class MotionTeller {
public:
    /// `seconds`: duration of the frame.
    MotionTeller(const MotionRanks& world, uint32_t chunk, float seconds);

    /// Begins a block of at most `MotionNotes::rows` rows.
    void begin_block(uint32_t first) {
        if (!lease_) return;
        first_ = first;
        lease_->memory().noted.fill(0);
    }
    /// Notes what an agent of the block is like. Call it before the agent is changed.
    void note(uint32_t row) {
        if (lease_) take_note(row);
    }
    /// Writes how the agents that were noted have changed.
    void end_block() {
        if (lease_) tell();
    }

private:
    void take_note(uint32_t row);
    void tell();

    const MotionRanks& world_;
    float seconds_;
    std::optional<ScratchPool<MotionNotes>::Lease> lease_;
    Vector<std::byte>* message_ = nullptr;
    uint32_t first_ = 0; ///< row of the block
    uint32_t next_ = 0;  ///< the row after the last row that was told of
};

/// Makes room for the messages of the frame. Call it before the loop.
void begin_motion_exchange(const MotionRanks& world);
/// Tells the other ranks how this rank's chunks of agents have moved, and reads how theirs have. Does nothing if the
/// work is not divided.
void exchange_motion(const MotionRanks& world, ParallelLoops& loops, Share share, float seconds);

} // namespace fray
