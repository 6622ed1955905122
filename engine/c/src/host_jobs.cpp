#include "host_jobs.h"

#include "api.h"

namespace fray::c {

std::unique_ptr<JobSystem> make_caller_jobs(const fray_host_jobs& def) {
    if (def.enqueue == nullptr || def.finish == nullptr)
        throw Refused{FRAY_ERROR_NULL_POINTER, "host_jobs: enqueue and finish must both be set"};
    if (def.workers < 1 || def.workers > 1024)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE,
                      "host_jobs.workers: given " + std::to_string(def.workers) + ", allowed 1 to 1024"};
    return make_host_jobs({def.enqueue, def.finish, def.workers, def.user});
}

} // namespace fray::c
