// Looks inside a world, for debug views, tests and tools: engagement circles, wait reasons, cooldowns, invariants, and
// checksums that find out where two worlds differ. "Rules" refers to engine/docs/rules.md.
//
// Threads: the functions of this header may be called from many threads at once, between steps, as long as no thread
// changes the world.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/events.h"
#include "fray/id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fray {

class World;

/// An engagement circle with its slots and queues. `World::circles` has the figures of all circles at once.
struct CircleView {
    int grid_capacity = 0, grid_free = 0, attack_capacity = 0, attack_free = 0;
    std::vector<AgentId> slots{};       ///< holder of each slot, or null
    std::vector<bool> closed{};         ///< for each slot: whether it is closed
    std::vector<AgentId> queue{};       ///< requesters, in the order of the queue
    std::vector<AgentId> token_queue{}; ///< holders, in the order of the token queue
    /// agents with `ReleasePolicy::launch` between hit and end of the attack, by serial
    std::vector<AgentId> strikers{};
    AgentId reserver{}; ///< the requester for which freed capacity is reserved; null: none
};
/// The circle around an agent. Empty: the id is stale, or the agent has no circle.
FRAY_API std::optional<CircleView> inspect_circle(const World& world, AgentId target);

/// A wait reason, with its numbers.
struct WaitInfo {
    WaitReason reason = WaitReason::none;   ///< none: the agent does not wait
    AgentId target{};                       ///< target of the circle at which it waits
    double required = 0.0, available = 0.0; ///< required and available: weights, counts, m or s, by reason
};
/// The wait reason of an agent after the last step, computed with the present positions. Empty: the id is stale.
FRAY_API std::optional<WaitInfo> wait_reason(const World& world, AgentId agent);

/// The world time in s at which no cooldown delays an attack of the agent at the circle of its target any more. It is
/// in the past if no cooldown runs. `attack` is an index in the attack table. Empty: the id is stale, or there is no
/// such attack.
FRAY_API std::optional<double> ready_at(const World& world, AgentId agent, int attack);

/// m: the greatest distance at which a hit of the agent's attack strikes its target, or an agent with a radius of 0.4 m
/// if it has none, as its archetype now says. `attack` is an index in the attack table. Empty: the id is stale, or
/// there is no such attack.
FRAY_API std::optional<float> hit_range(const World& world, AgentId agent, int attack);

/// Checks the invariants of rules.md, and all that is checked of a snapshot when it is restored. Returns an empty text
/// if they hold, else a description of the first breach.
FRAY_API std::string check_invariants(const World& world);

/// A checksum of a column of the state. Circles, clocks and other parts of the state have checksums too. The sums do
/// not depend on the order of the rows.
struct ColumnSum {
    std::string name{};
    uint64_t sum = 0; ///< sum of a hash of each agent's element, modulo 2^64

    /// Sum of each hash times 2 * serial + 1, modulo 2^64. If a single agent differs, the two sums give its serial. 0
    /// for parts that do not belong to agents.
    uint64_t by_serial = 0;

    friend bool operator==(const ColumnSum&, const ColumnSum&) = default;
};
/// Checksums of the whole state, by column. Reads all columns.
FRAY_API std::vector<ColumnSum> column_sums(const World& world);

} // namespace fray

#include "fray/end_header.h"
