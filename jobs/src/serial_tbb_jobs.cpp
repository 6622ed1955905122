// The functions of fray/jobs.h that need oneTBB, in a build without it (FRAY_TBB=OFF): one thread does all the work.
#include "fray/jobs.h"
#include "thread_count.h"

namespace fray {

bool has_tbb() { return false; }

int tbb_numa_nodes() { return 1; }

Result<std::unique_ptr<JobSystem>> make_tbb_jobs(const TbbJobsDef& def) {
    if (std::string complaint = check_threads(def); !complaint.empty())
        return Failure{Error::out_of_range, std::move(complaint)};
    return make_serial_jobs();
}

} // namespace fray
