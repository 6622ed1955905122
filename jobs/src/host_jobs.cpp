#include "fray/jobs.h"

#include <string>

namespace fray {
namespace {

class HostJobs final : public JobSystem {
public:
    explicit HostJobs(const HostJobsDef& def) : def_(def) {}

    int worker_count() const override { return def_.workers; }

    void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) override {
        return def_.enqueue(task, count, grain, context, def_.user);
    }

    void wait(void* handle) override { def_.finish(handle, def_.user); }

    void* start(FrameTask frame, void* context) override {
        return def_.start_frame != nullptr ? def_.start_frame(frame, context, def_.user) : nullptr;
    }

    void finish(void* handle) override { def_.finish_frame(handle, def_.user); }

private:
    HostJobsDef def_;
};

} // namespace

Result<std::unique_ptr<JobSystem>> make_host_jobs(const HostJobsDef& def) {
    if (def.enqueue == nullptr || def.finish == nullptr)
        return Failure{Error::out_of_range, "HostJobsDef: enqueue and finish must both be set"};
    if ((def.start_frame == nullptr) != (def.finish_frame == nullptr))
        return Failure{Error::out_of_range,
                       "HostJobsDef: of start_frame and finish_frame, both or neither must be set"};
    if (def.workers < 1 || def.workers > 1024)
        return Failure{Error::out_of_range,
                       "HostJobsDef.workers: given " + std::to_string(def.workers) + ", allowed 1 to 1024"};
    return std::unique_ptr<JobSystem>(std::make_unique<HostJobs>(def));
}

} // namespace fray
