// An agent comes into the world: by the host's command, or summoned by a monster.
#pragma once

#include "commands/commands_layer.h"

namespace fray {

/// Gives an agent that is to be spawned its id, its serial, and where it has no squad one of its own.
void enlist(CommandsLayer& core, command::Spawn& command);
/// Fills a new row. Its squad's looks are those after `looked_until`, in us.
void spawn_agent(CommandsLayer& core, uint32_t row, const command::Spawn& command, uint16_t monster,
                 int64_t looked_until, EventWriter& events);
/// Makes an agent a member of a squad, one of its own included; its columns are the caller's. Its leader, or founder.
Serial enter_squad(CommandsLayer& core, uint32_t place, uint32_t row, int64_t looked_until);
/// The other way. A squad of its own ends.
void leave_squad(CommandsLayer& core, uint32_t row);
/// Room for what is kept by id.
void make_room_for_ids(CommandsLayer& core);

/// Those whom this frame's think has called, by owner (rules: Summons).
void summon(CommandsLayer& core);

} // namespace fray
