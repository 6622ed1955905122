// Replaces archetypes and monsters while the world runs (rules.md, Reloading), and the archetype of a single agent. A
// reload first ends everything that depends on the old definitions, then replaces these by the compiled new
// definitions, then wakes every agent.
#pragma once

#include "commands/commands_layer.h"

namespace fray {

/// Executes all waiting reloads in call order. apply_commands calls this before it executes commands.
void carry_out_reloads(CommandsLayer& layer);
/// Gives the agent another archetype (rule set_archetype); `managed` and `autonomous` of both are the same.
void change_archetype(CommandsLayer& layer, uint32_t row, ArchetypeIndex archetype, EventWriter& events);
/// Starts a new patrol for every agent in FrameInput::patrols. apply_commands calls this after commands and poses, when
/// all agents have the positions that the host gave them.
void begin_patrols(CommandsLayer& layer);

/// The definitions that the world will have after all waiting reloads.
Definitions definitions_to_be(const CommandsLayer& layer);
/// The attack classes that the world will have after all waiting reloads.
AttackClasses classes_to_be(const CommandsLayer& layer);

} // namespace fray
