// `fray run --timeline`: what every thread did when, as trace events that Perfetto and chrome://tracing open.
#pragma once

#include "fray/battle.h"
#include "fray/job_recorder.h"
#include "output.h"

#include <string>
#include <vector>

namespace fray::demo {

/// One event of the trace-event format: "B" or "E", of one thread.
struct TimelineEvent {
    int64_t ns = 0;
    size_t thread = 0;
    bool begins = false;
    JobSpan span;
    bool helps =
        false; ///< a loop on a thread that did not start it, and its stage: from the first chunk there to the last
};

/// The spans of one frame, by thread, as events in the order of time; each thread's are strictly nested.
std::vector<TimelineEvent> timeline_events(const std::vector<std::vector<JobSpan>>& threads);

class Timeline {
public:
    /// `recorder` outlives this. Throws BadInput.
    Timeline(const std::string& path, JobRecorder& recorder);

    /// After every step.
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
