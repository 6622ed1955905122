#include "fray/job_recorder.h"

#include <atomic>
#include <chrono>
#include <mutex>

namespace fray {
namespace {

int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The system for which this thread works.
struct Current {
    uint32_t system = JobSpan::none;
    uint32_t loops = 0; ///< number of loops that the system has started so far
};
Current& current() {
    thread_local Current here;
    return here;
}

class RecordingJobs final : public JobSystem {
public:
    RecordingJobs(std::unique_ptr<JobSystem> jobs, JobRecorder& recorder)
        : jobs_(std::move(jobs)), recorder_(recorder) {}

    int worker_count() const override { return jobs_->worker_count(); }

    void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) override {
        auto loop = std::make_unique<Loop>(Loop{task, context, grain, &recorder_, current().system, current().loops++});
        loop->begin_ns = now_ns();
        loop->handle = jobs_->run(run_chunks, loop.get(), count, grain);
        if (loop->handle != nullptr) return loop.release();
        finish_loop(*loop);
        return nullptr;
    }

    void wait(void* handle) override {
        const std::unique_ptr<Loop> loop(static_cast<Loop*>(handle));
        jobs_->wait(loop->handle);
        finish_loop(*loop);
    }

    void run_graph(const GraphPlan& plan) override { jobs_->run_graph(recorded(plan)); }

    void forget_graph(const GraphPlan& plan) override {
        for (auto it = plans_.begin(); it != plans_.end(); ++it) {
            if ((*it)->given != &plan) continue;
            jobs_->forget_graph((*it)->own);
            plans_.erase(it);
            return;
        }
    }

    void execute(FrameTask frame, void* context) override {
        Frame recorded{frame, context, recorder_};
        jobs_->execute(run_frame, &recorded);
    }

    void* start(FrameTask frame, void* context) override {
        auto started = std::make_unique<Frame>(Frame{frame, context, recorder_});
        started->handle = jobs_->start(run_frame, started.get());
        return started->handle != nullptr ? started.release() : nullptr;
    }

    void finish(void* handle) override {
        const std::unique_ptr<Frame> started(static_cast<Frame*>(handle));
        jobs_->finish(started->handle);
    }

private:
    struct Loop {
        RangeTask task;
        void* context;
        uint32_t grain;
        JobRecorder* recorder;
        uint32_t system, number;
        int64_t begin_ns = 0;
        void* handle = nullptr;
    };
    struct Frame {
        FrameTask task;
        void* context;
        JobRecorder& recorder;
        void* handle = nullptr; ///< of the wrapped job system
    };
    struct Plan {
        const GraphPlan* given; ///< the world's plan
        JobRecorder* recorder;
        GraphPlan own; ///< the plan that the wrapped job system runs
    };

    /// Runs and records one chunk of `grain` items at a time, even if the job system hands out several at once.
    static void run_chunks(void* raw, uint32_t begin, uint32_t end) {
        const Loop& loop = *static_cast<Loop*>(raw);
        const Current outer = current();
        current() = {loop.system, 0};
        for (uint32_t first = begin; first < end;) {
            const uint32_t chunk = first / loop.grain;
            const uint64_t next = (uint64_t{chunk} + 1) * loop.grain;
            const uint32_t last = next < end ? static_cast<uint32_t>(next) : end;
            const int64_t start = now_ns();
            loop.task(loop.context, first, last);
            loop.recorder->add({JobSpan::Kind::chunk, loop.system, loop.number, chunk, start, now_ns()});
            first = last;
        }
        current() = outer;
    }

    static void run_system(void* raw, uint32_t system) {
        const Plan& plan = *static_cast<Plan*>(raw);
        const Current outer = current();
        current() = {system, 0};
        const int64_t start = now_ns();
        plan.given->run_system(plan.given->context, system);
        plan.recorder->add({JobSpan::Kind::system, system, JobSpan::none, JobSpan::none, start, now_ns()});
        current() = outer;
    }

    void finish_loop(const Loop& loop) {
        recorder_.add({JobSpan::Kind::loop, loop.system, loop.number, JobSpan::none, loop.begin_ns, now_ns()});
    }

    static void run_frame(void* raw) {
        const Frame& frame = *static_cast<Frame*>(raw);
        const int64_t start = now_ns();
        frame.task(frame.context);
        frame.recorder.add({JobSpan::Kind::frame, JobSpan::none, JobSpan::none, JobSpan::none, start, now_ns()});
    }

    /// Returns the copy of `plan` that records its systems.
    const GraphPlan& recorded(const GraphPlan& plan) {
        for (const auto& known : plans_)
            if (known->given == &plan) return known->own;
        plans_.push_back(std::make_unique<Plan>(Plan{&plan, &recorder_, plan}));
        recorder_.know(plan);
        GraphPlan& own = plans_.back()->own;
        own.run_system = run_system;
        own.context = plans_.back().get();
        return own;
    }

    std::unique_ptr<JobSystem> jobs_;
    JobRecorder& recorder_;
    std::vector<std::unique_ptr<Plan>> plans_;
};

} // namespace

using Lane = std::vector<JobSpan>;

struct FRAY_INSIDE JobRecorder::Lanes {
    uint64_t number; ///< unique among all recorders of the process
    std::mutex mutex;
    std::vector<std::unique_ptr<Lane>> list;

    Lane& mine() {
        thread_local uint64_t owner = 0;
        thread_local Lane* lane = nullptr;
        if (owner == number) return *lane;
        const std::lock_guard lock(mutex);
        list.push_back(std::make_unique<Lane>());
        owner = number;
        lane = list.back().get();
        return *lane;
    }
};

JobRecorder::JobRecorder() : lanes_(std::make_unique<Lanes>()) {
    static std::atomic<uint64_t> made{0};
    lanes_->number = ++made;
}
JobRecorder::~JobRecorder() = default;

void JobRecorder::add(const JobSpan& span) { lanes_->mine().push_back(span); }

void JobRecorder::know(const GraphPlan& plan) {
    edges_.clear();
    for (uint32_t system = 0; system < plan.systems; ++system)
        for (uint32_t i = plan.successor_begin[system]; i < plan.successor_begin[system + 1]; ++i)
            edges_.emplace_back(system, plan.successors[i]);
}

std::vector<std::vector<JobSpan>> JobRecorder::take() {
    const std::lock_guard lock(lanes_->mutex);
    std::vector<Lane> spans(lanes_->list.size());
    for (size_t i = 0; i < spans.size(); ++i) spans[i].swap(*lanes_->list[i]);
    return spans;
}

std::unique_ptr<JobSystem> make_recording_jobs(std::unique_ptr<JobSystem> jobs, JobRecorder& recorder) {
    return std::make_unique<RecordingJobs>(std::move(jobs), recorder);
}

} // namespace fray
