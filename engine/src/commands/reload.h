// Replaces archetypes and monsters while the world runs (rules.md, Reloading), and the archetype of a single agent. A
// reload first ends everything that depends on the old definitions, then replaces these by the compiled new
// definitions, then wakes every agent.
#pragma once

#include "commands/frame_input.h"
#include "locomotion/motion.h"
#include "storage/views.h"

namespace fray {

/// What changing the archetypes of agents touches.
struct ReloadChanges : Views<Agents, const Clock, const IdTable, Kinds, ChangedBodies, ListsById<RunningAct>,
                             ListsById<ConditionPlace>, Squads, Circles, Vector<CooldownRecord>, AgentClocks,
                             TargetInfos, Perception, Combat, NeighbourGrid, Counters, FrameInput> {
    using Views::Views;
};
/// For code that begins patrols.
struct PatrolChanges : Views<Read<column::position, column::heading>, Write<column::monster>, const Kinds,
                             const IdTable, const Terrain, const FrameInput> {
    using Views::Views;
};
/// For code that asks for the definitions to be.
struct DefinitionsView : Views<const Kinds, const FrameInput> {
    using Views::Views;
};

/// Executes all waiting reloads in call order. apply_commands calls this before it executes commands.
void carry_out_reloads(const Views<ReloadChanges, EventLog>& world);
/// Gives the agent another archetype (rule set_archetype); `managed` and `autonomous` of both are the same.
void change_archetype(const ReloadChanges& world, Row row, ArchetypeIndex archetype, EventWriter& events);
/// Starts a new patrol for every agent in FrameInput::patrols. apply_commands calls this after commands and poses, when
/// all agents have the positions that the host gave them.
void begin_patrols(const PatrolChanges& world);

/// The definitions that the world will have after all waiting reloads.
Definitions definitions_to_be(const DefinitionsView& world);
/// The attack classes that the world will have after all waiting reloads.
AttackClasses classes_to_be(const DefinitionsView& world);

} // namespace fray
