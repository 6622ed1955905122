// Typed, generational identifiers. Small enough to pass by value; a zero-initialised id is null.
// Any thread.
#pragma once

#include <cstdint>

namespace fray {

/// Names one agent of one world. `index` is reused after a despawn, `generation` then differs, so a stale id is
/// recognised and refused. Generations start at 1: `AgentId{}` is null.
struct AgentId {
    uint32_t index = 0;
    uint32_t generation = 0;

    friend bool operator==(AgentId, AgentId) = default;
    explicit operator bool() const { return generation != 0; }
};

/// Names a squad of one world, made by `World::add_squad`; it lives as long as the world. `value` is its number in the
/// order in which squads were made, those of agents that were spawned without one included; 0 is null.
struct SquadId {
    uint32_t value = 0;

    friend bool operator==(SquadId, SquadId) = default;
    explicit operator bool() const { return value != 0; }
};

/// An archetype's number in the order of `World::add_archetype`, from 0.
using ArchetypeIndex = uint16_t;

/// A team's number in the order of `World::add_team`, from 0.
using TeamIndex = uint8_t;

/// An agent's number in spawn order, from 0, never used again within a world. Traces, events and ties use serials.
using Serial = int32_t;

/// Stands in events and spans for "no agent", or for the host as the author of a command.
inline constexpr Serial no_serial = -1;

} // namespace fray
