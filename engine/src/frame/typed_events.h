// The events of a step as the host reads them: a list for each kind (fray/events.h), made from the event records that
// the systems have written (storage/event_record.h).
#pragma once

#include "host_memory.h"
#include "parallel.h"
#include "storage/clock.h"
#include "storage/event_record.h"
#include "storage/id_table.h"
#include "storage/views.h"

#include <array>

namespace fray {

/// What the events of the host are made from, besides the records.
struct EventView : Views<Read<column::id, column::user_data>, const Clock, const IdTable> {
    using Views::Views;
};

class TypedEvents {
public:
    TypedEvents();
    ~TypedEvents();
    /// Makes events from the records and appends them in the order of the records. Agents that were despawned in this
    /// frame must still have their rows, because the ids of the events are read there.
    void add(ParallelLoops& loops, const Vector<EventRecord>& records, const EventView& world);
    /// Removes all events. Allocates nothing.
    void clear() noexcept;
    const Events& view() const { return view_; }
    uint64_t memory() const;

private:
    struct Lists; // not defined here, because a tuple of so many types makes every file slow to compile

    using Places = std::array<uint32_t, event_type_count>; ///< by EventType

    void show() noexcept;

    Vector<Lists> lists_; ///< a single element
    Vector<EventRef> order_;
    Vector<EventStep> steps_;
    Vector<Places> places_; ///< by chunk of records: scratch memory
    Events view_;
};

} // namespace fray
