// The askers of a circle: first come, first served, as far as weights go. Nothing here takes longer because many wait.
#pragma once

#include "circles/circles_layer.h"

namespace fray {

/// One circle's queue. Agents are rows; what their columns hold is kept right: role, circle, number, links, place.
class CircleQueue {
public:
    CircleQueue(CirclesLayer& core, uint32_t circle)
        : core_(core), number_(circle), circle_(core.circles.list[circle]), agents_(core.agents) {}

    void push_back(uint32_t row);
    void push_front(uint32_t row);
    /// After a restore: in the order of their numbers.
    void restore(uint32_t row, int64_t number);
    /// The agent has role none after it.
    void remove(uint32_t row);
    /// The row of the first asker with a weight <= `greatest`; no_index: there is none.
    uint32_t first_within(int32_t greatest) const;
    /// us: since when this asker's patience clock runs; `never`: it does not.
    int64_t too_heavy_since(uint32_t row) const;
    /// After an admission pass: clocks start and end.
    void end_pass();
    /// Those that have no place yet, in no order: all that joined since places were last dealt out.
    void list_without_place(List<uint32_t>& rows) const;
    /// All askers' rows, in order; slow.
    void list(List<uint32_t>& rows) const;

private:
    void join(uint32_t row, int64_t number, bool at_back);
    Lane& lane_of(int32_t weight);
    uint32_t row_of(uint32_t index) const { return core_.ids.row[index]; }

    CirclesLayer& core_;
    uint32_t number_;
    Circle& circle_;
    Agents& agents_;
};

} // namespace fray
