// Gathering: agents that are ordered to the same point get places of their own around it (rules.md, Y42a to Y42d).
//
// There is room at a point for a single agent. Without places, the first that come stand in the way of the others,
// which have to go round them. So the agents share out a disc of places before they arrive: those in front get the
// places behind the point, and hardly any has to pass another. An agent's place is a `MarchPlace` of the kind
// `gathers`.
#pragma once

#include "fray/id.h"
#include "host_memory.h"
#include "perception/perception.h"

#include <cstdint>

namespace fray {

struct LocomotionLayer;

struct Gatherer {
    Destination goal;
    Serial serial = 0;
    uint32_t row = 0;
};

/// Scratch arrays of `find_places`. They keep their memory between frames; they are neither saved nor hashed.
struct Gatherings {
    /// Agents with the same hash of their destinations.
    struct Bucket {
        uint32_t members = 0, restless = 0;
    };
    Vector<Bucket> buckets;
    Vector<uint32_t> rows, by_place;
    Vector<Gatherer> members;

    uint64_t memory() const; ///< bytes
};

/// Gives places to agents that come near the point of their order, four times a second. Call it after the orders of the
/// frame have been given. Not thread-safe.
void find_places(LocomotionLayer& layer);

} // namespace fray
