// Events as stages write them, and their order at the end of the frame.
#pragma once

#include "fray/events.h"
#include "host_memory.h"
#include "storage/sort_keys.h"

#include <array>

namespace fray {

/// Writes the events of one chunk of one loop. Masked events cost a test.
class EventWriter {
public:
    EventWriter(List<Event>& out, EventMask mask) : out_(&out), mask_(mask) {}

    bool wants(EventType type) const { return (mask_ & event_bit(type)) != 0; }
    void add(const Event& event) {
        if (wants(event.type)) out_->push_back(event);
    }

private:
    List<Event>* out_;
    EventMask mask_;
};

class EventLog {
public:
    EventMask mask = ~EventMask{0};

    /// Makes the buffers empty; and the collected events, unless they are to be kept.
    void clear(bool keep_events = false);
    /// In whatever state: there are no events.
    void drop();
    /// Room for the chunks of one more loop of a stage; call before the loop. Returns the first one's number.
    uint32_t open(Stage stage, uint32_t chunks);
    EventWriter writer(Stage stage, uint32_t number) {
        return {buffers_[static_cast<size_t>(stage)].list[number], mask};
    }

    /// Puts the events of some buffers, as one list, in the order of their targets' serials.
    void sort_by_target(Stage stage, uint32_t first, uint32_t count);

    /// Everything that was written: by stage, then by agent, one agent's in the order of writing; in settle by what
    /// happens first there; commit as written.
    void collect(Loops& loops);
    const List<Event>& events() const { return events_; }
    uint64_t memory() const;

private:
    struct StageBuffers {
        List<List<Event>> list;
        uint32_t used = 0;
    };
    void append_sorted(Loops& loops, const StageBuffers& buffers, bool by_rank);

    std::array<StageBuffers, stage_count> buffers_;
    List<Event> flat_;
    List<uint64_t> keys_;
    SortScratch scratch_;
    List<Event> events_;
};

} // namespace fray
