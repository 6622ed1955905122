// Counters and times of a step, as plain structs that any tool can print. Any thread; World says when they may be read.
#pragma once

#include "fray/events.h"

#include <array>
#include <cstdint>

namespace fray {

/// What one step did. Counts are exact and the same for any number of threads; times are not.
struct Counters {
    uint64_t frame = 0;  ///< the frame these belong to
    int64_t time_us = 0; ///< the world's time at the frame's start
    uint32_t living = 0; ///< after the step
    uint32_t dead = 0;   ///< in the world, not despawned; after the step
    uint32_t squads = 0;
    uint32_t circles = 0;          ///< after the step
    uint32_t commands = 0;         ///< taken in by this step
    uint32_t commands_dropped = 0; ///< of these, and of the host's poses, to agents that had died or gone meanwhile
    uint32_t moved_to_ground = 0;  ///< agents spawned or placed off the ground, and put where one can stand
    uint32_t turns = 0;            ///< living agents that had their turn (rules: Level of detail)
    uint32_t looks = 0;            ///< agents that looked for a target
    uint32_t kd_queries = 0;       ///< searches in the trees: for the nearest hostile, for the nearest open slot
    uint32_t retargets = 0;        ///< changes from one living target to another
    uint32_t thinks = 0;           ///< agents visited by think
    uint32_t circles_visited = 0;  ///< by propose; those whose target has only moved are counted too
    uint32_t slots_given = 0;
    uint32_t slot_switches = 0; ///< by rebalancing
    uint32_t slots_stolen = 0;
    uint32_t target_changes = 0; ///< of askers, to where a slot was open
    uint32_t permits_given = 0;
    uint32_t attacks_started = 0;
    uint32_t hits = 0;
    uint32_t deaths = 0;
    std::array<uint32_t, 5> bands{}; ///< living agents with a target by band; without: band 4
    uint32_t events = 0;             ///< recorded, after the mask
};

/// Wall time of the last step, in nanoseconds. `Stage` is the index.
struct Profile {
    std::array<int64_t, stage_count> stage_ns{};
    std::array<int64_t, stage_count> serial_ns{}; ///< of that: in which only one thread had work
    int64_t hash_ns = 0;                          ///< part of emit
    int64_t step_ns = 0;                          ///< the whole step
};

/// Bytes held by a world.
struct MemoryUse {
    uint64_t columns = 0; ///< per-agent columns, the user's included
    uint64_t index = 0;   ///< trees and grid
    uint64_t circles = 0; ///< with all cooldowns
    uint64_t squads = 0;
    uint64_t scratch = 0;   ///< what stages hand over and work with, the events of the last step among it
    uint64_t allocated = 0; ///< all that is in use of WorldDef::allocator, or would be; it does not count what is left
                            ///< out there, nor nanoflann's lists of indices, oneTBB's tasks and a navmesh's ways
    uint64_t total() const { return columns + index + circles + squads + scratch; }
};

} // namespace fray
