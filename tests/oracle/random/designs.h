// What a random drama may have besides its crowds. Each changes a drama that is there, with dice of its own, so that a
// seed's drama stays as it is where a design is left out.
#pragma once

#include "judge.h"

namespace fray::model {

/// Free agents, sight, stagger, healing, phases, reactions and clocks, with times and distances so small that
/// everything happens within seconds: for some archetypes of a drama, and its host knows what to do with them.
void add_brains(Drama& drama);
/// A few bosses among players that run about and hunters that fight them. `frames` 0: as many as the seed says.
Drama boss_drama(uint64_t seed, int frames);

/// Any fields of the archetypes at any values that they allow, from the lists of fields: a new field is tried without
/// a line here.
void add_fields(Drama& drama);

/// Tables of states, conditions and acts, for archetypes with brains.
void add_monsters(Drama& drama);

/// Leaders, sticks, orders of squads, followers, preference, spread, missiles: some of the drama's squads are given
/// definitions and a host that plays with them, others are added; some archetypes shoot, some spread.
void add_squads(Drama& drama);

/// Archetypes and monsters replaced between two frames.
void add_reloads(Drama& drama);

/// Walls, rivers and islands where the drama's people are, of cells of all sizes.
void add_ground(Drama& drama);

/// Archetypes with host_health, answers to hurts, health set by the host. After the reloads, whose archetypes it sees
/// to, and before the level of detail, whose reloads change nothing else.
void add_health(Drama& drama);

/// Periods of archetypes, points that matter, the host's periods, budgets of turns.
void add_detail(Drama& drama);

/// The origin moved between two frames.
void add_shifts(Drama& drama);

} // namespace fray::model
