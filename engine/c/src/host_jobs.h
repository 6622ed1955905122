// What runs a world's steps; the host's scheduler behind C functions. Loops let no exception out of a task
// (jobs/src/parallel.h).
#pragma once

#include "fray/fray_c.h"

#include "fray/jobs.h"

#include <memory>

namespace fray::c {

/// As fray_world_def has it. Throws Refused, or std::invalid_argument, for what cannot be used.
std::unique_ptr<JobSystem> make_jobs(fray_jobs kind, int threads, bool pin, const fray_host_jobs& host);

} // namespace fray::c
