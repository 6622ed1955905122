// Gathering: agents that are ordered to the same point get places of their own around it. An agent's place is a
// `MarchPlace` of the kind `gathers`.
#pragma once

#include "bodies/bodies.h"
#include "fray/id.h"
#include "host_memory.h"
#include "orders/journeys.h"
#include "storage/views.h"
#include "terrain/terrain.h"

#include <cstdint>

namespace fray {

struct Gatherer {
    Destination goal;
    Serial serial = 0;
    Row row{};
};

/// Scratch arrays of `find_places`. They keep their memory between frames; they are neither saved nor hashed.
struct Gatherings {
    /// Agents with the same hash of their destinations.
    struct Bucket {
        uint32_t members = 0, restless = 0;
    };
    Vector<Bucket> buckets;
    Vector<Row> rows, by_place;
    Vector<Gatherer> members;

    uint64_t memory() const; ///< bytes
};

FRAY_PART(Gatherings, gatherings);

/// What giving places to agents touches. It may create the column `march`.
struct GatheringChanges : Views<BodyView, OrderView, Read<column::id, column::life, column::position>, const IdTable,
                                const Terrain, const Journeys, const OrderQueues, RowCount, Gatherings, Agents> {
    using Views::Views;
};

// ## Gathering
// Two agents *gather* if the points of their orders `move` are nearer to each other than the sum of their radii.

// Call it after the orders of the frame have been given. Not thread-safe.
/// Rule: Agents that are ordered (`move`) to exactly the same point on the same floor get *places* around it before
/// they arrive, looked at four times a second: a lattice of triangles, as far from each other as the widest is wide and
/// 0.14 m more, or the greatest `personal_space` if that is more. An agent gets one only when it sees the point and the
/// place, and is within 10 m and two radii of the disc. Agents in each other's way exchange places.
///
/// There are no places for host-moved agents, bound agents and orders with a formation, nor while an order waits in the
/// agent's queue, nor if one of these agents is more than 1.5 times as wide as another.
void find_places(const GatheringChanges& world);

} // namespace fray
