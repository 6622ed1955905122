// Archetypes and monsters replaced while the world runs (rules: Reloading).
#pragma once

#include "commands/commands_layer.h"

namespace fray {

/// In ingest, before the commands: all that wait, in the order in which they were given.
void carry_out_reloads(CommandsLayer& core);
/// At ingest's end, when everybody is where the host wants him: of those whose patrol is another.
void begin_patrols(CommandsLayer& core);

/// Those of the world, as the reloads that wait will have left them.
Definitions definitions_to_be(const CommandsLayer& core);
/// Those of the world, with all that reloads that wait will add.
AttackClasses classes_to_be(const CommandsLayer& core);

} // namespace fray
