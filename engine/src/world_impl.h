// What stands behind a World: the core, the frame, and the door at which the host's calls are checked.
#pragma once

#include "core.h"
#include "frame.h"
#include "fray/world.h"

#include <functional>

namespace fray {

struct World::Impl {
    WorldDef def;
    std::unique_ptr<JobSystem> own_jobs;
    JobSystem* jobs = nullptr;
    Core core;
    std::unique_ptr<Frame> frame;
    int64_t leftover_us = 0; ///< of `advance`
    bool stepping = false;
    bool started = false;    ///< by the job system, in step_begin
    std::function<void()> run_frame;
    mutable std::string error;

    /// Notes what is wrong and answers the code.
    Error fail(Error code, std::string text) const {
        error = std::move(text);
        return code;
    }
    Error check_idle() const {
        return stepping ? fail(Error::stepping, "called between step_begin and step_end: only step_end may be")
                        : Error::ok;
    }
    Error check_agent(AgentId agent, const char* what) const;
    Error check_point(Vec2 point, const char* what) const;
    Error check_heading(Vec2 heading) const;
    void set_dt(double seconds);
};

} // namespace fray
