// A profiler of job systems: it records what each thread does in a frame, and when. It wraps another job system, so a
// world without a recorder pays nothing. Use a recorder on one thread at a time, while no frame runs. Only the wrapping
// job system calls `add` and `know` during a frame.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/jobs.h"

#include <memory>
#include <utility>
#include <vector>

namespace fray {

/// A span of time on one thread. Spans of the same thread are nested or disjoint; they never overlap in part.
struct JobSpan {
    /// What the thread did in the span.
    enum class Kind : uint8_t {
        frame,  ///< a whole frame, on the thread that runs it
        system, ///< a system of the frame, on one thread
        loop,   ///< a loop, on the thread that started it, until all its pieces have run
        chunk   ///< one piece of a loop, on any thread
    };
    static constexpr uint32_t none = ~0u; ///< the span has no such number

    Kind kind = Kind::frame;
    uint32_t system = none; ///< number of the system in its GraphPlan; not for frames
    /// number of the loop, in the order of start within its system; only for kinds loop and chunk
    uint32_t loop = none;
    uint32_t chunk = none;            ///< number of the piece within its loop; only for kind chunk
    int64_t begin_ns = 0, end_ns = 0; ///< ns, time of std::chrono::steady_clock

    int64_t ns() const { return end_ns - begin_ns; }
};

/// Collects spans, in a separate list for each thread.
class FRAY_API JobRecorder {
public:
    JobRecorder();
    ~JobRecorder();
    JobRecorder(const JobRecorder&) = delete;
    JobRecorder& operator=(const JobRecorder&) = delete;

    /// Returns the spans recorded since the last call: for each thread a list, sorted by the end of its spans. A thread
    /// keeps its index from call to call, unless it has recorded for another recorder in between: then it gets a new
    /// index. So each switch of a thread between two recorders adds a list, which stays. Not while a frame runs.
    std::vector<std::vector<JobSpan>> take();

    /// The edges of the newest plan that was recorded, as pairs of system numbers: the first system of a pair must end
    /// before the second begins. Not while a frame runs.
    const std::vector<std::pair<uint32_t, uint32_t>>& edges() const { return edges_; }

    /// Records a span of the calling thread. Any thread; for the job system only.
    void add(const JobSpan& span);
    /// Stores the edges of `plan`, which `edges` returns. On the thread that runs the frame; for the job system only.
    void know(const GraphPlan& plan);

private:
    struct Lanes;

    std::unique_ptr<Lanes> lanes_; ///< the spans of each thread
    std::vector<std::pair<uint32_t, uint32_t>> edges_;
};

/// Wraps `jobs`, which must not be null, and records everything that it runs, chunk by chunk. The recorder must outlive
/// the result. Use the result for one world at a time.
FRAY_API std::unique_ptr<JobSystem> make_recording_jobs(std::unique_ptr<JobSystem> jobs, JobRecorder& recorder);

} // namespace fray

#include "fray/end_header.h"
