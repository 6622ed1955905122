// Job systems: how fray runs loops and systems on several threads. Derive your own from JobSystem, or take a serial
// job system, oneTBB, or callbacks into a scheduler of the host. The functions that make a job system may be called on
// any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/result.h"

#include <cstdint>
#include <memory>
#include <type_traits>

namespace fray {

/// Runs one piece of a loop: the items [begin, end). May be called on any thread, from several threads at once.
using RangeTask = void (*)(void* context, uint32_t begin, uint32_t end);

/// Work for the thread that begins a frame, such as the frame itself. Throws nothing.
using FrameTask = void (*)(void* context);

/// The systems of a frame and their order, for `JobSystem::run_graph`. A system has a higher number than every system
/// that must run before it.
struct GraphPlan {
    uint32_t systems = 0; ///< number of systems
    /// `systems` + 1 offsets into `successors`. The successors of system i are the elements from successor_begin[i] to
    /// before successor_begin[i + 1].
    const uint32_t* successor_begin = nullptr;
    const uint32_t* successors = nullptr; ///< numbers of the systems that must run after a system
    /// Runs one system. The job system calls it once for each system, on any thread. Systems may run at the same time
    /// unless one of them must run before the other.
    void (*run_system)(void* context, uint32_t system) = nullptr;
    void* context = nullptr; ///< passed to `run_system`
};

/// Runs loops. A world uses its job system for its steps, in `World::set_host_poses`, and in the functions of
/// `Rollback`. It calls the job system from the thread that calls the world, and `run` and `wait` also from the threads
/// that run its systems. Several worlds may share a job system and step at the same time, if its functions allow that;
/// the job systems of fray do. fray never waits inside a task: the thread that started a loop waits for it, and that is
/// the thread of the frame or of a system.
class FRAY_API JobSystem {
public:
    virtual ~JobSystem() = default;

    /// Number of threads that may run tasks at once, the calling thread included; >= 1.
    virtual int worker_count() const = 0;

    /// Starts `task` over [0, count) in pieces of about `grain` items. The pieces may have any size and any order, but
    /// each item must be in exactly one piece. Returns a handle for `wait`, or null if all pieces already ran inline.
    /// `task` throws nothing.
    virtual void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) = 0;

    /// Returns when all pieces of the handle have run. The calling thread may run pieces meanwhile, so that it can
    /// finish a frame alone. fray calls it exactly once for each non-null handle.
    virtual void wait(void* handle) = 0;

    /// Runs every system once, each after all its predecessors. By default the systems run one after the other on the
    /// calling thread. A plan stays at its address, unchanged, until `forget_graph`. Each world that shares a job
    /// system has its own plan.
    virtual void run_graph(const GraphPlan& plan) {
        for (uint32_t system = 0; system < plan.systems; ++system) plan.run_system(plan.context, system);
    }
    /// Drops whatever the job system keeps for this plan, because the plan will not run again.
    virtual void forget_graph(const GraphPlan& plan) { static_cast<void>(plan); }

    /// Runs `frame(context)` where its loops are cheapest to start; for oneTBB this is inside its arena. Returns when
    /// it has run.
    virtual void execute(FrameTask frame, void* context) { frame(context); }
    /// The same for a function object.
    template <typename Function> void execute(Function&& function) {
        using Object = std::remove_reference_t<Function>;
        execute([](void* object) { (*static_cast<Object*>(object))(); },
                const_cast<std::remove_const_t<Object>*>(&function));
    }

    /// Starts `frame(context)` for `World::step_begin`, on another thread if one is available. `World::step_end` then
    /// calls `finish` with the handle, which runs the frame or waits for it. Null means that nothing was started:
    /// step_end runs the frame itself.
    virtual void* start(FrameTask frame, void* context) {
        static_cast<void>(frame), static_cast<void>(context);
        return nullptr;
    }
    /// Returns when the frame of a handle from `start` has run. fray calls it exactly once for each non-null handle.
    virtual void finish(void* handle) { static_cast<void>(handle); }
};

/// Runs everything on the calling thread, in order.
FRAY_API std::unique_ptr<JobSystem> make_serial_jobs();

/// Options of `make_tbb_jobs`. On Linux, workers of oneTBB that have the name of the program are named "fray worker"
/// when they first run a task.
struct TbbJobsDef {
    int threads = 0;  ///< 1 to 1024, the calling thread included; 0: as many as the machine has
    bool pin = false; ///< keep every thread on one core (task_scheduler_observer); on Linux only
    /// On a machine with several NUMA nodes, and with at least as many threads as nodes: make an arena for each node.
    /// The threads of an arena stay on its node and begin with the same part of every loop in every frame. `pin` then
    /// has no effect on loops.
    bool numa = true;
};

/// Whether this library was built with oneTBB. Without it (CMake option FRAY_TBB off) `make_tbb_jobs` makes serial
/// jobs, whatever `threads` says, and so does a world without a job system of the host; `worker_count` is 1 then. No
/// result changes.
FRAY_API bool has_tbb();

/// Number of NUMA nodes that oneTBB knows; 1 where its tbbbind or hwloc is missing, under sanitizers, and without
/// oneTBB.
FRAY_API int tbb_numa_nodes();

/// A job system with a private oneTBB arena; serial jobs if this library has no oneTBB (`has_tbb`). It changes no
/// global state of oneTBB, and no thread spins between frames. `out_of_range`: `threads` is not allowed.
FRAY_API Result<std::unique_ptr<JobSystem>> make_tbb_jobs(const TbbJobsDef& def = {});

/// Callbacks into the host's scheduler, in the style of Box2D. fray calls `enqueue` and `finish` on the thread that
/// runs the frame, or that otherwise calls the world. It calls `start_frame` and `finish_frame` on the thread that
/// calls `World::step_begin` and `step_end`. `task` may run on any thread, and on several at once.
struct HostJobsDef {
    /// Starts `task` over [0, count), ideally in pieces of `grain` items. Returns a handle for `finish`, or null if all
    /// pieces already ran inline.
    void* (*enqueue)(RangeTask task, uint32_t count, uint32_t grain, void* context, void* user) = nullptr;
    /// Waits for the pieces of a handle. fray calls it once for each non-null handle. The calling thread may run pieces
    /// meanwhile.
    void (*finish)(void* handle, void* user) = nullptr;
    int workers = 1;      ///< threads that may run tasks at once, the thread of the frame included; 1 to 1024
    void* user = nullptr; ///< passed to all functions
    /// Optional, both or neither: they make a frame that `World::step_begin` begins asynchronous. `start_frame` calls
    /// `frame(context)` once, on another thread. Returns a handle for `finish_frame`, or null if it was not started:
    /// then `World::step_end` runs the frame on its own thread. The frame calls `enqueue` and `finish` on its thread,
    /// so a job that runs it must be able to wait for other jobs.
    void* (*start_frame)(FrameTask frame, void* context, void* user) = nullptr;
    /// Returns when the frame of a handle has run. fray calls it once for each non-null handle.
    void (*finish_frame)(void* handle, void* user) = nullptr;
};

/// A job system over the host's callbacks. The host may run pieces of any size in any order, but each item must be in
/// exactly one piece. `out_of_range`: a function is missing, or `workers` is not allowed.
FRAY_API Result<std::unique_ptr<JobSystem>> make_host_jobs(const HostJobsDef& def);

} // namespace fray

#include "fray/end_header.h"
