// All that a world holds: the states of all subsystems, one layer upon the other. A layer knows those below it alone.
#pragma once

#include "commands/commands_layer.h"
#include "frame/publication.h"

namespace fray {

struct WorldState : CommandsLayer {
    Profile profile;
    Publication publication;

    /// Nobody is there any more, and nothing to be read. Takes no memory.
    void drop_everything() noexcept;
    /// Bytes that the world holds.
    MemoryUse memory() const;
};

/// Events in order, counters, the state hash. Parallel over agents.
void emit(WorldState& core, Loops& loops);
Access emit_access();

} // namespace fray
