// The event log: systems write events into its buffers in parallel, and it sorts them at the end of the frame.
//
// Each chunk of a parallel loop writes into a buffer of its own. The log sorts by keys that do not depend on threads:
// system, then serial of the agent, then order of writing. So the list is the same for any number of threads.
#pragma once

#include "fray/stats.h"
#include "host_memory.h"
#include "storage/event_record.h"
#include "storage/fields.h"
#include "storage/sort_keys.h"

#include <array>

namespace fray {

/// Writes the events of a chunk. It drops events of types that are not in the mask.
class EventWriter {
public:
    EventWriter(Vector<EventRecord>& out, EventMask mask) : out_(&out), mask_(mask) {}

    bool wants(EventType type) const { return (mask_ & event_bit(type)) != 0; }
    void add(const EventRecord& event) {
        if (wants(event.type)) out_->push_back(event);
    }

private:
    Vector<EventRecord>* out_;
    EventMask mask_;
};

class EventLog {
public:
    EventMask mask = ~EventMask{0}; ///< types of events that the log keeps; others are dropped

    /// Empties the buffers and the list of collected records. It does not allocate.
    void clear();
    /// Makes `chunks` buffers for a parallel loop of a system. Not thread-safe: call it before the loop. Returns the
    /// number of the first buffer; chunk i uses that number plus i.
    uint32_t open(FrameSystem system, uint32_t chunks);
    /// Buffers of a call of `open`.
    struct Opened {
        FrameSystem system;
        uint32_t first, count;
    };
    /// All calls in this frame, in order.
    const Vector<Opened>& opened() const { return opened_; }
    bool is_empty(const Opened& buffers) const;
    EventWriter writer(FrameSystem system, uint32_t number) { return {buffer(system, number), mask}; }

    /// The buffer with this number.
    Vector<EventRecord>& buffer(FrameSystem system, uint32_t number) {
        return buffers_[static_cast<size_t>(system)].list[number];
    }

    /// Moves the events of buffers [first, first + count) into buffer `first`, sorted by the serial of their target.
    void sort_by_target(FrameSystem system, uint32_t first, uint32_t count);

    /// Appends all written events to `events`: by system, then by serial of the agent, then in the order of writing.
    /// Events of resolve_hits are sorted by agent, then by the order of its phases. Events of commit stay as written.
    void collect(ParallelLoops& loops);
    const Vector<EventRecord>& records() const { return events_; }
    uint64_t memory() const;

private:
    struct SystemBuffers {
        Vector<Vector<EventRecord>> list; ///< kept from frame to frame, so that steady frames do not allocate
        uint32_t used = 0;                ///< number of buffers in use in this frame
    };
    void append_sorted(ParallelLoops& loops, const SystemBuffers& buffers, bool by_rank);

    std::array<SystemBuffers, system_count> buffers_;
    Vector<Opened> opened_;
    Vector<EventRecord> flat_;
    Vector<uint64_t> keys_, offsets_;
    SortScratch scratch_;
    Vector<EventRecord> events_;
};

FRAY_PART(EventLog, log, Field::events);
FRAY_PART(Counters, counters, Field::counters);

} // namespace fray
