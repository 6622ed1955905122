// A random drama from a seed: small crowds with extreme archetypes, close together, and a host that meddles, also with
// those who attack. Some have a plot, for what chance alone does not bring about; about half have brains
// (random_brains.h), about a third follow monsters (random_monsters.h), in about a third archetypes and monsters are
// reloaded (random_reloads.h), in about two fifths squads have leaders, sticks and orders (random_squads.h); about
// a quarter have ground with walls (random_ground.h), about three tenths level of detail (random_detail.h), in about
// three tenths health is the host's, or set by it (random_health.h), in about a quarter the origin is moved
// (random_origin.h).
#pragma once

#include "judge.h"

namespace fray::model {

/// Free agents, sight, stagger, healing, phases, reactions, clocks.
enum class Brains : uint8_t { none, by_chance, always };

/// Tables of states, conditions and acts.
enum class Monsters : uint8_t { none, by_chance, always };

/// Archetypes and monsters replaced between two frames.
enum class Reloads : uint8_t { none, by_chance, always };

/// Leaders, sticks, followers, preference, missiles.
enum class Squads : uint8_t { none, by_chance, always };

/// Walls, rivers, islands.
enum class Grounds : uint8_t { none, by_chance, always };

/// Periods of archetypes, points that matter, the host's periods, budgets of turns.
enum class Details : uint8_t { none, by_chance, always };

/// Health that the host sets, of its own archetypes and of others.
enum class Healths : uint8_t { none, by_chance, always };

/// The origin moved between two frames.
enum class Origins : uint8_t { none, by_chance, always };

/// `frames` 0: as many as the seed says, 100 to 400. `Brains::none`, `Monsters::none`, `Reloads::none`,
/// `Squads::none`, `Grounds::none`, `Details::none`, `Healths::none` and `Origins::none` leave a seed's drama as it was
/// before there were any.
Drama random_drama(uint64_t seed, int frames = 0, Brains brains = Brains::by_chance,
                   Monsters monsters = Monsters::by_chance, Reloads reloads = Reloads::by_chance,
                   Squads squads = Squads::by_chance, Grounds grounds = Grounds::by_chance,
                   Details details = Details::by_chance, Healths healths = Healths::by_chance,
                   Origins origins = Origins::by_chance);

} // namespace fray::model
