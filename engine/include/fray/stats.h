// Counters, times and memory use of a world, as plain structs. World::counters, World::profile and World::memory return
// them.
//
// Threads: the structs may be used on any thread. World says when they may be read.
#pragma once

#include "fray/begin_header.h"

#include "fray/events.h"

#include <array>
#include <cstdint>

namespace fray {

/// What the last step did. The counts are exact and the same for any number of threads.
struct Counters {
    uint64_t frame = 0;            ///< number of the last frame
    double time = 0.0;             ///< world time at the start of the frame, s
    uint32_t living = 0;           ///< living agents after the step
    uint32_t dead = 0;             ///< dead agents that are not despawned, after the step
    uint32_t squads = 0;           ///< after the step
    uint32_t circles = 0;          ///< engagement circles after the step
    uint32_t commands = 0;         ///< commands applied by this step, dropped commands included
    uint32_t commands_dropped = 0; ///< commands without effect, most often because the agent had died
    uint32_t poses_skipped = 0;    ///< host poses of agents that do not live or are moved by fray
    uint32_t moved_to_ground = 0;  ///< agents that were put on the nearest walkable point (WorldDef::off_ground)
    uint32_t updates = 0;          ///< living agents that were due for an update (rules: Level of detail)
    /// Living agents that locomotion moved, turned or looked around for: all but those that sleep or rest.
    uint32_t awake = 0;
    uint32_t neighbours = 0;          ///< agents that moving agents came across when they searched for neighbours
    uint32_t neighbours_left_out = 0; ///< of these, near enough to matter, but not among the eight nearest of a walker
    /// Target scans; a scan of a squad counts once for each agent that it serves. Scans that are left out, because all
    /// members of the squad sleep and all enemies are far away, do not count.
    uint32_t target_scans = 0;
    uint32_t kd_queries = 0;    ///< searches in the KD-trees for the nearest hostile agent or open slot
    uint32_t retargets = 0;     ///< changes from a target to another target in target scans
    uint32_t evaluations = 0;   ///< agents that evaluate_fsm visited
    uint32_t dirty_circles = 0; ///< circles that plan_engagements visited, also if only their target has moved
    uint32_t slots_given = 0;
    uint32_t slot_switches = 0; ///< slots changed by rebalancing
    uint32_t slots_stolen = 0;
    uint32_t target_changes = 0; ///< requesters that changed to a target with an open slot
    uint32_t tokens_given = 0;   ///< attack tokens given
    uint32_t attacks_started = 0;
    uint32_t hits = 0;
    uint32_t deaths = 0;
    std::array<uint32_t, 5> bands{}; ///< living agents by distance band; agents without a target count in band 4
    uint32_t events = 0;             ///< events recorded (WorldDef::event_mask)
};

/// Wall time of the last step, in ns.
struct Profile {
    std::array<int64_t, system_count> system_ns{}; ///< by system; the index is `FrameSystem`
    std::array<int64_t, system_count> serial_ns{}; ///< part of `system_ns` in which a single thread had work
    int64_t hash_ns = 0;                           ///< state hash, a part of publish
    int64_t step_ns = 0;                           ///< the whole step
};

// The ranks exchange a message after each loop that they have shared; it has the number of its `FrameSystem`. The
// others have these numbers.
inline constexpr size_t exchange_of_commands = 13;  ///< those of rank 0, given since the last step
inline constexpr size_t exchange_of_agreement = 14; ///< that all have completed the step, with the same result
inline constexpr size_t exchange_count = 15;
/// The name of a message; "?" for other numbers.
FRAY_API const char* exchange_name(size_t exchange);

/// What this rank exchanged in the last step, by the number of the message; all 0 in a world without a communicator.
/// Each message is a call of `all_gather`. Times are wall times.
struct ExchangeStats {
    std::array<uint64_t, exchange_count> sent{};        ///< bytes that this rank sent to each other rank
    std::array<uint64_t, exchange_count> received{};    ///< bytes that this rank received from all others together
    std::array<int64_t, exchange_count> work_ns{};      ///< of this rank's share of the work before the exchange
    std::array<int64_t, exchange_count> most_work_ns{}; ///< of the rank that took longest for its share
    std::array<int64_t, exchange_count> wait_ns{};      ///< in `all_gather`: waiting for the others, and the messages
    std::array<int64_t, exchange_count> copy_ns{};      ///< of writing the message and reading the others'
};

/// Memory that a world holds, in bytes.
struct MemoryUse {
    uint64_t columns = 0; ///< per-agent columns, user columns included
    uint64_t index = 0;   ///< KD-trees, neighbour grid and route finder
    uint64_t circles = 0; ///< engagement circles, cooldowns, projectiles and running acts
    uint64_t squads = 0;
    uint64_t scratch = 0; ///< working memory of the systems, with the events of the last step

    /// Memory in use that came from WorldDef::allocator, or from the heap if there is no allocator. It does not count
    /// what WorldDef::allocator leaves out, nor nanoflann's index lists, oneTBB's tasks and the paths of navmeshes.
    uint64_t allocated = 0;
    /// The sum of all fields except `allocated`.
    uint64_t total() const { return columns + index + circles + squads + scratch; }
};

} // namespace fray

#include "fray/end_header.h"
