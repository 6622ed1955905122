// Typed identifiers. They are small enough to pass by value. A zero-initialised id is null.
//
// Threads: identifiers are plain values and may be used on any thread.
#pragma once

#include "fray/begin_header.h"

#include <cstdint>

namespace fray {

/// Identifies an agent of a world. After a despawn `index` is reused with another `generation`, so that stale ids are
/// recognised and refused. Generations start at 1; a null id has generation 0.
struct AgentId {
    uint32_t index = 0;
    uint32_t generation = 0;

    friend bool operator==(AgentId, AgentId) = default;
    explicit operator bool() const { return generation != 0; }
};

/// Identifies a squad that was made by `World::add_squad`. The squad lives until `World::remove_squad`. `value` is its
/// number in the order of creation; squads of agents that were spawned without a squad count too. 0 is null.
struct SquadId {
    uint32_t value = 0;

    friend bool operator==(SquadId, SquadId) = default;
    explicit operator bool() const { return value != 0; }
};

/// Identifies an obstacle on the ground (`World::set_obstacle`). Numbers are never used again. 0 is null.
struct ObstacleId {
    uint32_t value = 0;

    friend bool operator==(ObstacleId, ObstacleId) = default;
    explicit operator bool() const { return value != 0; }
};

/// Number of an archetype in the order of `World::add_archetype`, from 0.
using ArchetypeIndex = uint16_t;

/// Number of a team in the order of `World::add_team`, from 0.
using TeamIndex = uint8_t;

/// Number of an agent in the order of spawning, from 0. It is never reused within a world. Events and traces name
/// agents by serial, and ties are broken by it.
using Serial = int32_t;

/// Means "no agent" in events and lists, or the host as the author of a command.
inline constexpr Serial no_serial = -1;

} // namespace fray

#include "fray/end_header.h"
