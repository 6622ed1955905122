// `fray run --timeline`: writes the work of every thread as trace events for Perfetto and chrome://tracing.
#pragma once

#include "fray/battle.h"
#include "fray/job_recorder.h"
#include "output.h"

#include <string>
#include <vector>

namespace fray::demo {

/// The begin ("B") or the end ("E") of a span on a thread, in the trace-event format.
struct TimelineEvent {
    int64_t ns = 0;
    size_t thread = 0;
    bool begins = false;
    JobSpan span;
    bool helps = false; ///< the loop and its system on a thread that did not start the loop, from its first chunk there
                        ///< to the last
};

/// Converts the spans of a frame, by thread, to events sorted by time. The events of each thread are strictly nested.
std::vector<TimelineEvent> timeline_events(const std::vector<std::vector<JobSpan>>& threads);

class Timeline {
public:
    /// `recorder` must outlive this object. Throws BadInput.
    Timeline(const std::string& path, JobRecorder& recorder);

    /// Call it after every step.
    void frame(const World& world);
    void finish();

private:
    void write(const std::string& event);
    void name_threads(size_t count);

    OutputFile file_;
    JobRecorder& recorder_;
    int64_t origin_ns_ = 0;
    size_t named_ = 0;
    bool empty_ = true;
};

} // namespace fray::demo
