// The frame: all stages, in one graph, made once.
#pragma once

#include "frame/world_state.h"
#include "frame_graph.h"

namespace fray {

class Frame {
public:
    Frame(WorldState& core, JobSystem& jobs, Memory& memory, uint64_t shuffle_chunks);
    ~Frame() { jobs_->forget_graph(graph_.plan()); }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    /// Runs all stages on the calling thread and the job system's. Throws nothing: what a stage has thrown, after which
    /// no further one began, is for `rethrow`.
    void run() noexcept;
    /// Between frames: from the next one on. The old ones may go afterwards.
    void set_jobs(JobSystem& jobs);
    void rethrow() { failure_.rethrow(); }
    const FrameGraph& graph() const { return graph_; }

private:
    using StageFunction = void (*)(WorldState&, Loops&);
    void add(Stage stage, const char* why, StageFunction function, Access access);
    void run_stage(Stage stage, StageFunction function);

    WorldState& core_;
    JobSystem* jobs_;
    FrameGraph graph_;
    Memory& memory_;
    Failure failure_;
    std::vector<Loops> loops_; ///< one a stage: stages may run at the same time
};

} // namespace fray
