// Time.
#include "api.h"

using namespace fray::c;

fray_error fray_world_step(fray_world_id world, double dt) {
    return in_world(world, Use::frame, [&](OpenWorld& w) { return w.world.step(dt); });
}

fray_error fray_world_step_begin(fray_world_id world, double dt) {
    return in_world(world, Use::frame, [&](OpenWorld& w) {
        const fray::Error e = w.world.step_begin(dt);
        w.begun = e == fray::Error::ok;
        return e;
    });
}

fray_error fray_world_step_end(fray_world_id world) {
    return in_world(world, Use::end, [&](OpenWorld& w) {
        w.begun = false;
        return w.world.step_end();
    });
}

fray_error fray_world_advance(fray_world_id world, double elapsed, int* steps) {
    return in_world(world, Use::frame, [&](OpenWorld& w) { return w.world.advance(elapsed, steps); });
}
