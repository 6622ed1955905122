// Designs: features that are added to a fuzz scenario besides its crowds. Each function changes an existing scenario
// with a random generator of its own, so that the scenario of a seed stays the same when a design is left out.
#pragma once

#include "comparison.h"

namespace fray::model {

/// Unmanaged agents, sight, stagger, healing, phases, reactions and clocks for some archetypes, and a host that makes
/// use of them. Times and distances are so small that everything happens within seconds.
void add_brains(FuzzScenario& fuzz_scenario);
/// A few bosses among players that run about and hunters that fight them. `frames` 0: the seed decides.
FuzzScenario boss_fuzz_scenario(uint64_t seed, int frames);

/// Two or three teams of managed agents in lines that fight each other, and reserves behind them. `frames` 0: the seed
/// decides.
FuzzScenario battle_fuzz_scenario(uint64_t seed, int frames);
/// Gives archetypes a `relief_time`.
void add_relief(FuzzScenario& fuzz_scenario);
/// Gives archetypes a `supports` or `support_radius` other than the default.
void add_support(FuzzScenario& fuzz_scenario);

/// Bodies of 0.2 to 4 m radius, and archetypes that leave out the lengths that follow from the bodies. Also adds short
/// `no_attack_timeout`s, commands stagger, and damage in the name of an agent. Runs before the other designs, which may
/// read the lengths.
void add_reach(FuzzScenario& fuzz_scenario);

/// Random fields of the archetypes get random allowed values. The fields come from the field lists, so that a new field
/// is covered without a change here.
void add_fields(FuzzScenario& fuzz_scenario);

/// Tables of states, conditions and acts, for archetypes with brains.
void add_monsters(FuzzScenario& fuzz_scenario);

/// Leaders, move input, squad orders, followers, target bias, targeting `spread` and projectiles. Some existing squads
/// get definitions and commands, and squads are added; some archetypes shoot, some spread.
void add_squads(FuzzScenario& fuzz_scenario);

/// Squads with morale, few of them with most agents, that lose members fast. Agents that waver or rout get orders and
/// move input, join other squads, lead and die. Runs after the squads, so that those have morale too.
void add_morale(FuzzScenario& fuzz_scenario);

/// Orders `perform`: to agents of every kind and in every state, against near and far agents of any team. Other orders
/// replace them; reports, staggers, deaths and reloads disturb them. Some players get an attack. Runs after the
/// reloads, because it gives orders in their frames.
void add_performances(FuzzScenario& fuzz_scenario);

/// Orders to agents and squads, at once and into queues: routes, patrols, queues that overflow, posts, escorts and
/// advances. Agents that carry them out die, go, join other squads, are put elsewhere and lose attacks by reloads. Runs
/// after the performances, because it adds reloads, which must keep the archetypes that those have changed.
void add_orders(FuzzScenario& fuzz_scenario);

/// Stuns, pushes, and other radii, speeds and avoidance factors: of agents of every kind and in every state, several
/// to the same agent, and to dead agents.
void add_bodies(FuzzScenario& fuzz_scenario);

/// Copies of archetypes that differ in a few fields, for agents that change. Runs before the designs that give agents
/// monsters and reload them.
void add_shapes(FuzzScenario& fuzz_scenario);
/// Threat tables, clear lines, friendly fire and charges; line of sight; agents that leave squads, go to other floors
/// and get other archetypes; squads that are removed. Runs after the reloads, which then change targetings, too.
void add_rearming(FuzzScenario& fuzz_scenario);

/// Links between floors that are made, changed and removed, agents on several floors, and orders from one to another.
/// Agents that head for links die, go, are stunned, are put elsewhere and get other orders.
void add_links(FuzzScenario& fuzz_scenario);

/// Reloads: archetypes and monster tables are replaced between two frames.
void add_reloads(FuzzScenario& fuzz_scenario);

/// Walls, rivers and islands where the scenario's agents are, with cells of all sizes.
void add_ground(FuzzScenario& fuzz_scenario);

/// Obstacles that are set on this ground and removed: doors, walls around agents, obstacles on agents and slots. The
/// host also saves the world and restores it. Runs after the ground, and does nothing without ground.
void add_obstacles(FuzzScenario& fuzz_scenario);

/// Archetypes with `host_owns_health`, answers to hurts, and health set by the host. Runs after the reloads, because it
/// edits their archetypes, and before the level of detail, which adds reloads that must change nothing else.
void add_health(FuzzScenario& fuzz_scenario);

/// Update intervals of archetypes and of single agents, points of interest, and update budgets.
void add_detail(FuzzScenario& fuzz_scenario);

/// Moves of the origin between two frames.
void add_shifts(FuzzScenario& fuzz_scenario);

} // namespace fray::model
