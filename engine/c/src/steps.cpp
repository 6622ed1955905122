// Steps, time, and the job system that runs the steps.
#include "api.h"

namespace fray::c {
namespace {

std::unique_ptr<JobSystem> make_caller_jobs(const fray_host_jobs& def) {
    if (def.enqueue == nullptr || def.finish == nullptr)
        throw Refused{FRAY_ERROR_NULL_POINTER, "host_jobs: enqueue and finish must both be set"};
    return value_of(
        make_host_jobs({def.enqueue, def.finish, def.workers, def.user, def.start_frame, def.finish_frame}));
}

} // namespace

std::unique_ptr<JobSystem> make_jobs(fray_jobs kind, int threads, bool pin, const fray_host_jobs& host) {
    switch (kind) {
    case FRAY_JOBS_THREADS: return value_of(make_tbb_jobs({.threads = threads, .pin = pin}));
    case FRAY_JOBS_SERIAL: return make_serial_jobs();
    case FRAY_JOBS_HOST: return make_caller_jobs(host);
    default: throw Refused{FRAY_ERROR_OUT_OF_RANGE, "jobs: given " + std::to_string(kind) + ", allowed 0 to 2"};
    }
}

} // namespace fray::c

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
