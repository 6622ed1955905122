// The host's scheduler behind C functions: no exception of ours may come out of a task on the host's threads.
#pragma once

#include "fray/fray_c.h"

#include "fray/jobs.h"

#include <memory>

namespace fray::c {

/// Throws Refused for a def that cannot be used.
std::unique_ptr<JobSystem> make_caller_jobs(const fray_host_jobs& def);

} // namespace fray::c
