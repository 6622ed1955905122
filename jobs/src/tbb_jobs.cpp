#include "fray/jobs.h"

#include "numa_arenas.h"
#include "thread_count.h"
#include "worker_names.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>
#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif

namespace fray {
namespace {

namespace tbb = oneapi::tbb;

#ifdef __linux__
/// Keeps each thread on one core while it is in the arena. An unpinned worker that has been idle for a few milliseconds
/// wakes too late to help with a short frame.
class PinThreads final : public tbb::task_scheduler_observer {
public:
    explicit PinThreads(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) {
        cpu_set_t allowed;
        CPU_ZERO(&allowed);
        sched_getaffinity(0, sizeof allowed, &allowed);
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &allowed)) cpus_.push_back(cpu);
        observe(true);
    }
    /// Workers may still be in the arena, waiting for more work; then nothing is called when they leave it.
    ~PinThreads() override {
        observe(false);
        for (auto it = inside_.rbegin(); it != inside_.rend(); ++it) let_run(*it);
    }

    void on_scheduler_entry(bool) override {
        const int slot = tbb::this_task_arena::current_thread_index();
        if (cpus_.empty() || slot < 0) return;
        Pinned pinned{gettid(), {}};
        CPU_ZERO(&pinned.before);
        sched_getaffinity(pinned.thread, sizeof pinned.before, &pinned.before);
        {
            const std::lock_guard lock(mutex_);
            inside_.push_back(pinned);
        }
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpus_[static_cast<size_t>(slot) % cpus_.size()], &one);
        sched_setaffinity(pinned.thread, sizeof one, &one);
    }
    void on_scheduler_exit(bool) override {
        const std::lock_guard lock(mutex_);
        const pid_t self = gettid();
        const auto last =
            std::find_if(inside_.rbegin(), inside_.rend(), [&](const Pinned& pinned) { return pinned.thread == self; });
        if (last == inside_.rend()) return;
        let_run(*last);
        inside_.erase(std::next(last).base());
    }

private:
    /// A thread in the arena, and the cores on which it was allowed to run before.
    struct Pinned {
        pid_t thread;
        cpu_set_t before;
    };
    static void let_run(const Pinned& pinned) {
        sched_setaffinity(pinned.thread, sizeof pinned.before, &pinned.before);
    }

    std::vector<int> cpus_;
    std::mutex mutex_;
    std::vector<Pinned> inside_; ///< in the order of entry; a thread that enters again has several
};
#else
/// Threads are pinned on Linux only.
struct PinThreads {
    explicit PinThreads(tbb::task_arena&) {}
};
#endif

/// The flow graph of a plan. A flow graph belongs to the arena in which it is constructed, so construct a PlanGraph
/// inside the arena.
class PlanGraph {
public:
    explicit PlanGraph(const GraphPlan& plan) : plan_(&plan), root_(graph_) {
        std::vector<bool> has_predecessor(plan.systems, false);
        nodes_.reserve(plan.systems);
        for (uint32_t system = 0; system < plan.systems; ++system)
            nodes_.push_back(std::make_unique<Node>(graph_, [&plan, system](const tbb::flow::continue_msg&) {
                name_worker();
                plan.run_system(plan.context, system);
            }));
        for (uint32_t system = 0; system < plan.systems; ++system)
            for (uint32_t i = plan.successor_begin[system]; i < plan.successor_begin[system + 1]; ++i) {
                tbb::flow::make_edge(*nodes_[system], *nodes_[plan.successors[i]]);
                has_predecessor[plan.successors[i]] = true;
            }
        for (uint32_t system = 0; system < plan.systems; ++system)
            if (!has_predecessor[system]) tbb::flow::make_edge(root_, *nodes_[system]);
    }

    const GraphPlan* plan() const { return plan_; }

    void run() {
        root_.try_put({});
        graph_.wait_for_all();
    }

private:
    using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;
    const GraphPlan* plan_;
    tbb::flow::graph graph_;
    tbb::flow::broadcast_node<tbb::flow::continue_msg> root_;
    std::vector<std::unique_ptr<Node>> nodes_;
};

class TbbJobs final : public JobSystem {
public:
    explicit TbbJobs(const TbbJobsDef& def) : arena_(def.threads == 0 ? tbb::task_arena::automatic : def.threads) {
        arena_.initialize();
        if (def.numa) nodes_ = std::make_unique<NumaArenas>(worker_count());
        if (def.pin) pin_ = std::make_unique<PinThreads>(arena_);
    }
    int worker_count() const override { return arena_.max_concurrency(); }

    void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) override {
        const uint32_t pieces = count / grain + (count % grain != 0);
        if (pieces <= 1 || worker_count() == 1) {
            if (count != 0) task(context, 0, count);
            return nullptr;
        }
        if (nodes_ != nullptr && nodes_->nodes() > 1) {
            nodes_->run(task, context, count, grain);
            return nullptr;
        }
        // The loop is isolated: while this thread waits for its pieces, it must not pick up another system.
        tbb::this_task_arena::isolate([&] {
            tbb::parallel_for(
                tbb::blocked_range<uint32_t>(0, pieces, 1),
                [&](const tbb::blocked_range<uint32_t>& range) {
                    name_worker();
                    const uint64_t end = static_cast<uint64_t>(range.end()) * grain;
                    task(context, range.begin() * grain, end < count ? static_cast<uint32_t>(end) : count);
                },
                tbb::auto_partitioner());
        });
        return nullptr;
    }

    void wait(void*) override {}

    void run_graph(const GraphPlan& plan) override {
        if (worker_count() == 1) return JobSystem::run_graph(plan);
        graph_of(plan).run();
    }

    void forget_graph(const GraphPlan& plan) override {
        const std::lock_guard lock(mutex_);
        std::erase_if(graphs_, [&](const auto& graph) { return graph->plan() == &plan; });
    }

    void execute(FrameTask frame, void* context) override {
        const HostThread host;
        arena_.execute([=] { frame(context); });
    }

    void* start(FrameTask frame, void* context) override {
        tbb::task_group* group = nullptr;
        {
            const std::lock_guard lock(mutex_);
            if (idle_groups_.empty()) idle_groups_.push_back(std::make_unique<tbb::task_group>());
            group = idle_groups_.back().release();
            idle_groups_.pop_back();
        }
        arena_.execute([&] { group->run([=] { frame(context); }); });
        return group;
    }

    void finish(void* handle) override {
        auto* group = static_cast<tbb::task_group*>(handle);
        const HostThread host;
        arena_.execute([&] { group->wait(); });
        const std::lock_guard lock(mutex_);
        idle_groups_.emplace_back(group);
    }

private:
    PlanGraph& graph_of(const GraphPlan& plan) {
        const std::lock_guard lock(mutex_);
        for (const auto& graph : graphs_)
            if (graph->plan() == &plan) return *graph;
        graphs_.push_back(std::make_unique<PlanGraph>(plan));
        return *graphs_.back();
    }

    tbb::task_arena arena_;
    std::unique_ptr<PinThreads> pin_;
    std::unique_ptr<NumaArenas> nodes_;                         ///< null: TbbJobsDef::numa is false
    std::mutex mutex_;                                          ///< guards the members below
    std::vector<std::unique_ptr<PlanGraph>> graphs_;            ///< a graph for each world that steps here
    std::vector<std::unique_ptr<tbb::task_group>> idle_groups_; ///< reused by `start`; their frames have finished
};

} // namespace

bool has_tbb() { return true; }

int tbb_numa_nodes() { return std::max(static_cast<int>(numa_nodes().size()), 1); }

Result<std::unique_ptr<JobSystem>> make_tbb_jobs(const TbbJobsDef& def) {
    if (std::string complaint = check_threads(def); !complaint.empty())
        return Failure{Error::out_of_range, std::move(complaint)};
    return std::unique_ptr<JobSystem>(std::make_unique<TbbJobs>(def));
}

} // namespace fray
