// What a job system's threads do in a frame, and when. Costs nothing where no recorder is. A recorder is used by one
// thread at a time, while no frame runs, but for what its job system calls.
#pragma once

#include "fray/api.h"
#include "fray/jobs.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace fray {

/// A stretch of time on one thread. Spans of one thread lie within each other or apart, never across.
struct JobSpan {
    /// What was done.
    enum class Kind : uint8_t {
        frame, ///< on the thread that runs the frame
        stage, ///< on one thread
        loop,  ///< on the thread that started it, until all pieces ran
        chunk  ///< one piece of a loop, on any thread
    };
    static constexpr uint32_t none = ~0u; ///< no such number

    Kind kind = Kind::frame;
    uint32_t stage = none;            ///< the plan's number
    uint32_t loop = none;             ///< in the order in which the stage started them; chunk and loop only
    uint32_t chunk = none;            ///< piece of the loop
    int64_t begin_ns = 0, end_ns = 0; ///< of std::chrono::steady_clock

    int64_t ns() const { return end_ns - begin_ns; }
};

/// Collects spans, each thread in a list of its own.
class FRAY_API JobRecorder {
public:
    JobRecorder();
    ~JobRecorder();
    JobRecorder(const JobRecorder&) = delete;
    JobRecorder& operator=(const JobRecorder&) = delete;

    /// What each thread that ever worked has done since the last call, in the order in which it ended; threads keep
    /// their places. One that works for another recorder in between takes a new one. Not while a frame runs.
    std::vector<std::vector<JobSpan>> take();

    /// Of the stages that were run last: which must be over before which. Not while a frame runs.
    const std::vector<std::pair<uint32_t, uint32_t>>& edges() const { return edges_; }

    void add(const JobSpan& span);    ///< of the calling thread; any thread, for the job system
    void know(const GraphPlan& plan); ///< what `edges` tells; on the thread that runs the frame, for the job system

private:
    struct Lane;
    Lane& lane();

    uint64_t number_; ///< no other recorder has it
    std::mutex mutex_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::vector<std::pair<uint32_t, uint32_t>> edges_;
};

/// `jobs`, with all that it runs recorded, chunk by chunk. The recorder outlives it. For one world at a time.
FRAY_API std::unique_ptr<JobSystem> make_recording_jobs(std::unique_ptr<JobSystem> jobs, JobRecorder& recorder);

} // namespace fray
