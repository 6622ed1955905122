// Replaces archetypes and monsters while the world runs (rules.md, Reloading). A reload first ends everything that
// depends on the old definitions, then compiles the new definitions into the same places, then wakes every agent.
#pragma once

#include "commands/commands_layer.h"

namespace fray {

/// Executes all waiting reloads in call order. apply_commands calls this before it executes commands.
void carry_out_reloads(CommandsLayer& layer);
/// Starts a new patrol for every agent in FrameInput::patrols. apply_commands calls this after commands and poses, when
/// every agent stands where the host wants it.
void begin_patrols(CommandsLayer& layer);

/// The definitions that the world will have when all waiting reloads are executed.
Definitions definitions_to_be(const CommandsLayer& layer);
/// The attack classes that the world will have when all waiting reloads are executed.
AttackClasses classes_to_be(const CommandsLayer& layer);

} // namespace fray
