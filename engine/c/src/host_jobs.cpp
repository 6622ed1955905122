#include "host_jobs.h"

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
