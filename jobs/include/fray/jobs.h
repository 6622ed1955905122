// Job systems: how fray runs loops on many threads. Bring your own, or take one of these. Functions that make one: on
// any thread.
#pragma once

#include "fray/api.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace fray {

/// One piece of a loop: handle items [begin, end). May be called on any thread, from many threads at once.
using RangeTask = void (*)(void* context, uint32_t begin, uint32_t end);

/// Stages and their order, for `JobSystem::run_graph`. Stages are numbered so that each comes after those it needs.
struct GraphPlan {
    uint32_t stages = 0;                       ///< how many
    const uint32_t* successor_begin = nullptr; ///< stages + 1 offsets into `successors`
    const uint32_t* successors = nullptr;      ///< numbers of stages
    /// Any thread, each stage once; at once where neither needs the other.
    void (*run_stage)(void* context, uint32_t stage) = nullptr;
    void* context = nullptr;
};

/// Runs loops. A world uses its job system for its steps, in `World::set_host_poses`, and in a Rollback's functions:
/// from the thread that calls it, `run` and `wait` from those that run its stages, too. Several worlds may share one,
/// and step at the same time, as far as its functions allow (fray's own do). fray never waits inside a task: who
/// started a loop, the thread of a frame or of a stage, waits for it.
class FRAY_API JobSystem {
public:
    virtual ~JobSystem() = default;

    /// Threads that may run tasks at once, the calling one included; >= 1.
    virtual int worker_count() const = 0;

    /// Starts `task` over [0, count) in pieces of about `grain` items; any size and order will do, as long as each item
    /// is in just one. Returns a handle for `wait`, or null if everything already ran inline. `task` throws nothing.
    virtual void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) = 0;

    /// Returns when all pieces of the handle ran; the calling thread may run pieces meanwhile, so that it can
    /// finish a frame alone. Called exactly once for each non-null handle.
    virtual void wait(void* handle) = 0;

    /// Runs every stage once, each after all those that lead to it; by default one after the other, here. A plan
    /// stays at its address, unchanged, until `forget_graph`. Worlds that share a job system have a plan each.
    virtual void run_graph(const GraphPlan& plan) {
        for (uint32_t stage = 0; stage < plan.stages; ++stage) plan.run_stage(plan.context, stage);
    }
    /// The plan will not be run again.
    virtual void forget_graph(const GraphPlan& plan) { static_cast<void>(plan); }

    /// Runs `frame` where its loops are cheapest to start; oneTBB: inside its arena. Returns when it ran.
    virtual void execute(const std::function<void()>& frame) { frame(); }

    /// Starts `frame` for step_begin, on another thread if one comes; step_end then calls `finish` with the handle,
    /// which helps or waits. Null: nothing was started, and step_end runs the frame itself. `frame` outlives `finish`.
    virtual void* start(const std::function<void()>& frame) {
        static_cast<void>(frame);
        return nullptr;
    }
    /// Returns when the frame of a handle of `start` ran. Called exactly once for each.
    virtual void finish(void* handle) { static_cast<void>(handle); }
};

/// Everything on the calling thread, in order.
FRAY_API std::unique_ptr<JobSystem> make_serial_jobs();

/// For `make_tbb_jobs`.
struct TbbJobsDef {
    int threads = 0;  ///< 1 to 1024, the calling one included; 0: as many as the machine has
    bool pin = false; ///< keep every thread on one core (task_scheduler_observer)
    /// Where there are several NUMA nodes, and at least as many threads: an arena for each, whose threads stay there,
    /// and begin with the same part of every loop in every frame. `pin` then concerns no loops.
    bool numa = true;
};

/// NUMA nodes that oneTBB knows of; 1 where its tbbbind or hwloc is missing, and under sanitizers.
FRAY_API int tbb_numa_nodes();

/// A private oneTBB arena. Touches no global oneTBB state; no thread spins between frames. Throws
/// std::invalid_argument for a number of threads that is not allowed.
FRAY_API std::unique_ptr<JobSystem> make_tbb_jobs(const TbbJobsDef& def = {});

/// The host's scheduler, in the style of Box2D's callbacks. A null handle from `enqueue` means: it ran inline. Both are
/// called on the thread that steps, or that calls the world; `task` may run on any, on many at once.
struct HostJobsDef {
    /// Starts `task` over [0, count), best in pieces of `grain` items.
    void* (*enqueue)(RangeTask task, uint32_t count, uint32_t grain, void* context, void* user) = nullptr;
    /// Waits for a handle that is not null, once for each. The thread may run pieces meanwhile.
    void (*finish)(void* handle, void* user) = nullptr;
    int workers = 1; ///< threads that may run tasks at once, the calling one included; 1 to 1024
    void* user = nullptr;
};

/// The pieces that the host hands out may be of any size and in any order, as long as each item is in just one. Throws
/// std::invalid_argument: a function is missing, or `workers` is not allowed.
FRAY_API std::unique_ptr<JobSystem> make_host_jobs(const HostJobsDef& def);

} // namespace fray
