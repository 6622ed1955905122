// Creates agents: for the host's spawn commands, and for the summons of monsters. Also moves agents between squads.
#pragma once

#include "commands/frame_input.h"
#include "locomotion/motion.h"
#include "storage/views.h"
#include "ways/trees.h"

namespace fray {

/// For code that adds agents to squads, and removes them.
struct MemberChanges : Views<Read<column::id, column::serial, column::archetype, column::life, column::squad>,
                             const Kinds, const IdTable, Squads> {
    using Views::Views;
};
/// For code that makes room for new ids.
struct TablesById : Views<const Kinds, const IdTable, ListsById<RunningAct>, ListsById<ConditionPlace>, AgentClocks> {
    using Views::Views;
};
/// What spawning an agent touches.
struct SpawnChanges : Views<Agents, IdTable, Kinds, Squads, const Terrain, Trees> {
    using Views::Views;
};
/// What summoning agents touches.
struct SummonChanges : Views<SpawnChanges, const Clock, const ChangedBodies, const Behaviour, ListsById<RunningAct>,
                             ListsById<ConditionPlace>, AgentClocks, Combat, Proposals, Counters, EventLog> {
    using Views::Views;
};

/// Gives an agent that will be spawned its id and its serial. If `def` names no squad, creates a squad for this agent
/// alone.
NewAgent enlist(const Views<IdTable, Squads>& world, const SpawnDef& def);
/// Fills the new row `row`. `monster`: index of the monster table that the agent follows, or no_monster. If the agent
/// shortens the scan interval of its squad, the next target scan is at the first scheduled time after `scanned_until`
/// (us).
void spawn_agent(const SpawnChanges& world, Row row, const SpawnDef& def, const NewAgent& agent, uint16_t monster,
                 int64_t scanned_until, EventWriter& events);
/// Adds an agent to the squad at index `squad_index`, which may be a squad for this agent alone. The caller sets the
/// agent's columns. Returns the serial of the squad's leader, or of its founder if the host did not make the squad.
Serial enter_squad(const MemberChanges& world, uint32_t squad_index, Row row, int64_t scanned_until);
/// Removes an agent from its squad. A squad that was created for this agent alone ends.
void leave_squad(const MemberChanges& world, Row row);
/// Grows the tables that are indexed by id (agent clocks, acts, spent conditions), if the world uses them.
void make_room_for_ids(const TablesById& world);

/// Spawns the agents that monsters have summoned in this frame's evaluate_fsm, sorted by the serial of the owner
/// (rules.md, Monsters, Summons).
void summon(const SummonChanges& world);

} // namespace fray
