// Not compiled but by the tests wrong_access_*: each WRONG is one fault that views and rows (storage/views.h, row.h)
// must not let pass.
#include "bodies/bodies.h"
#include "perception/systems.h"

namespace fray {

/// What a function of perception may do.
void allowed(const DistanceView& world, Row row) {
    if (world.life[row] == Life::living) world.wake.change(row) |= wake_arrival;
    is_due(world, row);
}

#if WRONG == 1 // it writes a walker's detour
void wrong(const DistanceView& world, Row row) { world.walk.change(row).detour = {}; }
#elif WRONG == 2 // it writes what it may only read
void wrong(const DistanceView& world, Row row) { world.position.change(row) = {}; }
#elif WRONG == 3 // it calls a function that may do more
void wrong(const DistanceView& world, Row row) { push_body(world, row, {}, 0); }
#elif WRONG == 4 // it changes a part that it may only read
void wrong(const DistanceView& world) { world.clock.now = 0; }
#elif WRONG == 5 // it reads any row of what it may use of its own row only
void wrong(const DistanceView& world) { Views<Read<column::wake>> any(world); }
#elif WRONG == 6 // it takes the index of an id for a row
bool wrong(const DistanceView& world, AgentId id) { return world.life[id.index] == Life::living; }
#elif WRONG == 7 // it takes a row for a serial
Serial wrong(Row row) { return row; }
#endif

} // namespace fray
