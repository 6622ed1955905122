// All state of a world, as layers: one for each subsystem. Each layer derives from the layers below. So a function that
// takes a layer cannot access the state of the layers above.
#pragma once

#include "commands/commands_layer.h"
#include "frame/publication.h"

namespace fray {

struct WorldState : CommandsLayer {
    Profile profile;
    Publication publication;

    /// Removes all agents, circles and events. It allocates nothing, so it is safe when no memory is left.
    void drop_everything() noexcept;
    /// Memory use of all parts, in bytes.
    MemoryUse memory() const;
};

/// The system collect_events: sorts the frame's events and makes typed events of them. Parallel over events.
void collect_events(WorldState& state, ParallelLoops& loops);
Access collect_events_access();
/// The system publish: computes counters and the state hash. Parallel over agents.
void publish(WorldState& state, ParallelLoops& loops);

} // namespace fray
