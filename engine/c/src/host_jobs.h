// Makes the job system that runs a world's steps: a job system of fray, or calls of the C functions of the host's
// scheduler. No exception leaves a task (jobs/src/parallel.h).
#pragma once

#include "fray/fray_c.h"

#include "fray/jobs.h"

#include <memory>

namespace fray::c {

/// The arguments are as in fray_world_def. Throws Refused for invalid arguments.
std::unique_ptr<JobSystem> make_jobs(fray_jobs kind, int threads, bool pin, const fray_host_jobs& host);

} // namespace fray::c
