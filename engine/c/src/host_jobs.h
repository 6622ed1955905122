// The host's scheduler behind C functions. Loops let no exception out of a task (jobs/src/parallel.h).
#pragma once

#include "fray/fray_c.h"

#include "fray/jobs.h"

#include <memory>

namespace fray::c {

/// Throws Refused for a def that cannot be used.
std::unique_ptr<JobSystem> make_caller_jobs(const fray_host_jobs& def);

} // namespace fray::c
