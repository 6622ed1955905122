// DividedLoops: the loops of a system that several processes share, if they step one world together.
//
// A divided loop is a loop of ParallelLoops. If processes share the work, each runs some of its chunks, and at its end
// all have what all chunks have written; so a system is written as if it ran alone. What a chunk may write:
// - columns, circles and squads that the loop's views let it write. A row or a circle may be written by one chunk only;
// - event buffers that were opened for the loop, one for each chunk (EventLog::open);
// - what it hands to the code after the loop, which `results` lists, because nothing else says what that is.
#pragma once

#include "division.h"
#include "fray/events.h"
#include "parallel.h"
#include "storage/archive.h"
#include "storage/views.h"

#include <cassert>
#include <functional>

namespace fray {

/// A divided loop as a LoopSharer sees it.
struct DividedLoop {
    size_t number; ///< the same for the same loop of each frame, less than `most_divided_loops`
    uint32_t count, size;
    const FieldSet& written; ///< what its views may write
    bool every_row;          ///< chunk i visits the rows of piece i, and writes most of them
    std::function<void(uint32_t chunk, uint32_t begin, uint32_t end)> body;
    /// Write or read the results of a chunk. False: the bytes are damaged.
    std::function<bool(Writer&, uint32_t chunk)> write;
    std::function<bool(Reader&, uint32_t chunk)> read;

    uint32_t chunks() const { return ParallelLoops::chunk_count(count, size); }
};
inline constexpr size_t most_loops_of_system = 2;
inline constexpr size_t most_divided_loops = system_count * most_loops_of_system;
// Numbers of other messages of ranks.
inline constexpr size_t message_of_commands = most_divided_loops, message_of_agreement = most_divided_loops + 1;
static_assert(message_of_agreement < Division::most_kinds);

/// Runs divided loops together with other processes.
class LoopSharer {
public:
    virtual ~LoopSharer() = default;
    virtual bool shares() const = 0; ///< are there other processes?
    /// Runs this process's chunks, and does what those of the others have done.
    virtual void run(ParallelLoops& loops, const DividedLoop& loop) = 0;
};

class DividedLoops : public ParallelLoops {
public:
    DividedLoops(JobSystem& jobs, uint64_t shuffle_seed, FrameSystem system, LoopSharer& sharer)
        : ParallelLoops(jobs, shuffle_seed), system_(system), sharer_(&sharer) {}

    /// Call it before the system runs.
    void begin_system() { next_ = 0; }

    /// As `parallel_for`. `ItsViews`: what the body uses. results(archive, chunk): writes or reads what the chunk hands
    /// to the code after the loop; false: the bytes are damaged.
    template <typename... ItsViews, typename Body, typename Results>
    void divide(uint32_t count, uint32_t size, Body&& body, Results&& results) {
        run<ItsViews...>(count, size, body, results, false);
    }
    /// The same for a loop over all rows that writes most of them.
    template <typename... ItsViews, typename Body, typename Results>
    void divide_rows(uint32_t rows, uint32_t size, Body&& body, Results&& results) {
        run<ItsViews...>(rows, size, body, results, true);
    }

private:
    template <typename... ItsViews, typename Body, typename Results>
    void run(uint32_t count, uint32_t size, Body& body, Results& results, bool every_row) {
        if (!sharer_->shares()) return parallel_for(count, size, body);
        static const FieldSet written = fields_written(access_of<ItsViews...>());
        assert(next_ < most_loops_of_system);
        const size_t number = static_cast<size_t>(system_) * most_loops_of_system + next_++;
        sharer_->run(*this,
                     {number, count, size, written, every_row, std::ref(body), std::ref(results), std::ref(results)});
    }

    FrameSystem system_;
    LoopSharer* sharer_;
    size_t next_ = 0; ///< loops of the system that have run in this frame
};

} // namespace fray
