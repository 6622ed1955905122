// All state of a world: the states of all subsystems as layers. Each layer derives from the layers below, so a function
// that takes a layer cannot name the state above it.
#pragma once

#include "commands/commands_layer.h"
#include "frame/publication.h"

namespace fray {

struct WorldState : CommandsLayer {
    Profile profile;
    Publication publication;

    /// Leaves a world without agents, circles and events. It allocates nothing, so it is safe when memory has run out.
    void drop_everything() noexcept;
    /// In bytes.
    MemoryUse memory() const;
};

/// The system publish: events in order, counters, the state hash. Parallel over agents.
void publish(WorldState& state, ParallelLoops& loops);
Access publish_access();

} // namespace fray
