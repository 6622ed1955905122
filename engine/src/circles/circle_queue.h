// The queue of requesters of a circle.
//
// A requester is a managed agent that has asked to engage the circle's target and has no slot yet. admission.cpp says
// in which order requesters are served. Source: Game AI Pro, chapter 28, section 28.4, where the stage manager queues
// requests. Lanes and slot patience clocks are additions.
//
// Storage: one doubly linked list for each grid weight that occurs (`Lane`), linked through the agents'
// `queue_links`. Either all requesters of a lane fit into the free capacity or none does. So the first requester that
// fits is at the front of a lane.
// Every requester has a number (the column `joined`), which is unique within its circle. The queue's order is that
// of the numbers, across all lanes and within each lane. Numbers are never used again: `push_back` counts
// `Circle::back` up, `push_front` counts `Circle::front` down (it may become negative).
//
// Cost: most functions take O(number of lanes), however many wait. `list_queue` and `list_without_wait_slot` visit all,
// and a search for the first that may be admitted visits those that are held up before it.
//
// Invariants: a requester is in exactly one queue; `Circle::queued` is the sum of the lanes' counts; a requester has
// `Role::requester`, and its `engagement.circle` is this circle.
#pragma once

#include "circles/circle_views.h"
#include "storage/id_table.h"
#include "storage/views.h"

namespace fray {

/// For code that joins and leaves queues.
struct QueueChanges : Views<Read<column::id, column::archetype>,
                            Write<column::engagement, column::joined, column::queue_links, column::role,
                                  column::wait_place, column::wait_slot>,
                            const Kinds, const Clock, const IdTable, Circles> {
    using Views::Views;
};

/// A view of the queue of a circle; cheap to make, without state of its own. Parameters are rows of agents. Keeps the
/// agents' columns `role`, `engagement.circle`, `joined`, `queue_links` and `wait_slot` up to date. Different circles
/// at once are safe, because an agent belongs to at most one circle. It sets no dirty mark: the caller marks the circle
/// dirty or due (systems.h).
class CircleQueue {
public:
    CircleQueue(const QueueChanges& world, uint32_t circle)
        : world_(world), number_(circle), circle_(world.circles.change(circle)) {}

    /// Adds an agent behind all requesters. Its waiting time starts now (`engagement.place_since`).
    void push_back(Row row);
    /// Adds an agent before all requesters. Used for a holder that did not give up its slot by its own decision.
    void push_front(Row row);
    /// Adds a requester after a restore, to rebuild the links. `number` is its queue number in the snapshot. Call it in
    /// ascending order of the numbers.
    void restore(Row row, int64_t number);
    /// Removes a requester, which then has `Role::none` and no circle. Ends its reservation and gives up its wait slot.
    void remove(Row row);
    /// The row of the first requester with a grid weight <= `greatest` that is not held up; `no_index`: there is none.
    Row first_within(int32_t greatest) const;
    /// Begins a walk through the queue. `cursors` is its state.
    void begin_walk(Vector<uint32_t>& cursors) const;
    /// The row of the next requester of the walk with a grid weight <= `greatest`, held up or not; `no_index`: there is
    /// none. `greatest` must not grow during a walk. The walk goes on correctly if the requester is then removed.
    Row next_of_walk(Vector<uint32_t>& cursors, int32_t greatest) const;
    /// Is the requester held up (rule held_up)?
    bool held_up(Row row) const;
    /// Holds the requester up, until the next look of the circle.
    void hold_up(Row row);
    /// us: when the slot patience clock of this requester started; `never`: it does not run.
    int64_t too_heavy_since(Row row) const;
    /// Call at the end of an admission pass. Starts the slot patience clocks of requesters that are too heavy for the
    /// free grid capacity, and stops the others.
    void end_pass();
    /// Appends to `rows` all requesters without a wait slot, in no particular order. These are the requesters that
    /// joined since the last call of `StageManager::assign_wait_slots`.
    void list_without_wait_slot(Vector<Row>& rows) const;
    /// Takes the wait slots of all requesters, without a change to the slots.
    void forget_wait_slots();

private:
    void join(Row row, int64_t number, bool at_back);
    Lane& lane_of(int32_t weight);
    Row row_of(uint32_t index) const { return world_.ids.row[index]; }

    QueueChanges world_;
    uint32_t number_;
    Circle& circle_;
};

/// For code that reads queues.
struct QueueView : Views<Read<column::joined, column::queue_links>, const IdTable> {
    using Views::Views;
};
/// Overwrites `rows` with the rows of all requesters of a circle in queue order. O(n log n); for short queues.
void list_queue(const Circle& circle, const QueueView& world, Vector<Row>& rows);

} // namespace fray
