#include "fray/jobs.h"

namespace fray {
namespace {

class SerialJobs final : public JobSystem {
public:
    int worker_count() const override { return 1; }

    void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) override {
        for (uint32_t begin = 0; begin < count;) {
            const uint32_t end = count - begin > grain ? begin + grain : count;
            task(context, begin, end);
            begin = end;
        }
        return nullptr;
    }

    void wait(void*) override {}
};

} // namespace

std::unique_ptr<JobSystem> make_serial_jobs() { return std::make_unique<SerialJobs>(); }

} // namespace fray
