// The frame: all systems of a step, as a graph that is built once with the world.
#pragma once

#include "frame/world_state.h"
#include "frame_graph.h"
#include "storage/views.h"

#include <functional>

namespace fray {

class Frame {
public:
    /// `memory`: allocates the memory of the world's vectors. `shuffle_chunks`: for tests, the seed of a random order
    /// of chunks; 0: chunks run in their order.
    Frame(WorldState& state, JobSystem& jobs, Memory& memory, uint64_t shuffle_chunks);
    ~Frame() { jobs_->forget_graph(graph_.plan()); }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    /// Runs all systems on the calling thread and the threads of the job system. It does not throw: after an exception
    /// no further system begins, and `rethrow` throws the exception.
    void run() noexcept;
    /// Changes the job system. Call it between frames. The old job system may be destroyed afterwards.
    void set_jobs(JobSystem& jobs);
    /// Throws the exception that a system has thrown in the last `run`, if there was an exception.
    void rethrow() { failure_.rethrow(); }
    const FrameGraph& graph() const { return graph_; }

private:
    using SystemFunction = std::function<void(WorldState&, DividedLoops&)>;
    /// A step of a system, parallel or serial: what it may read and write follows from its views.
    struct Step {
        Step(SystemFunction function, Access access) : run(std::move(function)), used(std::move(access)) {}
        template <typename Loops, typename... ItsViews>
        Step(void (*function)(Loops&, const ItsViews&...))
            : Step([function](WorldState& world, DividedLoops& loops) { function(loops, ItsViews(world)...); },
                   access_of<ItsViews...>()) {}
        template <typename ItsView>
        Step(void (*function)(const ItsView&))
            : Step([function](WorldState& world, DividedLoops&) { function(world); }, access_of<ItsView>()) {}

        SystemFunction run;
        Access used;
    };
    void add(FrameSystem system, const char* why, std::vector<Step> steps);
    void run_system(FrameSystem system, const std::vector<Step>& steps);
    void run_timed(FrameSystem system, const std::vector<Step>& steps);

    WorldState& state_;
    JobSystem* jobs_;
    FrameGraph graph_;
    Memory& memory_;
    CaughtException failure_;
    bool first_ = true; ///< no frame has run
    RankObserver observer_;
    std::vector<DividedLoops> loops_; ///< one for each system, because systems can run at the same time
};

} // namespace fray
