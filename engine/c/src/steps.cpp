// Steps, time, and the job system that runs the steps.
#include "api.h"
#include "host_jobs.h"

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

fray_error fray_world_set_jobs(fray_world_id world, fray_jobs jobs, int threads, bool pin, const fray_host_jobs* host) {
    return in_world(world, [&](OpenWorld& w) {
        auto next = make_jobs(jobs, threads, pin, jobs == FRAY_JOBS_HOST ? given(host, "host") : fray_host_jobs{});
        const fray::Error e = w.world.set_jobs(next.get());
        if (e == fray::Error::ok) w.jobs = std::move(next);
        return e;
    });
}
