// The stage manager, phase 1, capacity: commands of the host that change capacities or close slots take effect. Holders
// that no longer fit, or stand in a closed slot, are moved or put back into the queue. If the number of slots follows
// the capacity, all holders change to the new slots.
//
// Locked holders (with an attack token) stay. So the free grid capacity may be negative until their attacks end.
#include "engagement/stage_manager.h"

#include <algorithm>

namespace fray {

void StageManager::apply_filed(Row target_row, uint32_t circle, std::span<const FiledForTarget> filed) {
    if (filed.empty()) return;
    for (const FiledForTarget& one : filed) {
        if (one.closes) {
            if (circle == no_index) continue; // the next circle takes it from `target_infos`
            world_.circles.change(circle).close(one.closed);
            continue;
        }
        events(CommitPhase::capacity)
            .add({.type = EventType::capacity,
                  .target = world_.serial[target_row],
                  .a = one.capacity.grid_capacity,
                  .b = one.capacity.attack_capacity});
        // A director sets the capacities within those of its target.
        if (circle != no_index && world_.circles[circle].directed.size == 0)
            world_.circles.change(circle).change_capacity(one.capacity);
    }
    if (circle == no_index) return;
    select(circle);
    wake_holders();
}

/// Takes slots from holders without a token, the last admitted first, until the remaining holders fit into the grid
/// capacity. Ties: the higher serial goes first. Leaves their rows in `scratch_.rows`.
void StageManager::evict() {
    scratch_.rows.clear();
    const auto later = [&](Row a, Row b) {
        const int64_t admitted_a = world_.joined[a].admitted_at, admitted_b = world_.joined[b].admitted_at;
        return admitted_a != admitted_b ? admitted_a > admitted_b : world_.serial[a] > world_.serial[b];
    };
    while (circle_->grid_free < 0) {
        Row last = Row::none();
        for (const uint32_t index : circle_->token_queue) {
            const Row row = row_of(index);
            if (!has_token(row) && (last == Row::none() || later(row, last))) last = row;
        }
        if (last == Row::none()) return;
        leave_slot(last, UnslotCause::evicted, CommitPhase::capacity);
        scratch_.rows.push_back(last);
    }
}

/// Makes as many slots as the capacity of the target says, unless there are more holders (rule respace). Each holder
/// gets the nearest of the new slots, closed or not: those with a token first, then by serial. A holder with a token
/// keeps all else.
void StageManager::respace() {
    const uint32_t count = shape_->slots_for(most_);
    if (count == circle_->slots.size || circle_->token_queue.size > count) return;
    auto& rows = scratch_.others;
    rows.clear();
    for (const uint32_t index : circle_->token_queue) rows.push_back(row_of(index));
    std::sort(rows.begin(), rows.end(), [&](Row a, Row b) {
        return has_token(a) != has_token(b) ? has_token(a) : world_.serial[a] < world_.serial[b];
    });
    CircleQueue(world_, number_).forget_wait_slots();
    circle_->make_slots(world_.circles.pool, count);
    for (const Row row : rows) {
        const int slot = nearest_open_slot(row).slot;
        if (!has_token(row)) {
            take_slot(row, slot, SlotCause::moved, CommitPhase::capacity);
            continue;
        }
        slot_at(slot).holder = world_.id[row].index;
        world_.slot.change(row) = static_cast<int16_t>(slot);
        events(CommitPhase::capacity)
            .add({.type = EventType::slot,
                  .cause = SlotCause::moved,
                  .slot = static_cast<int16_t>(slot),
                  .agent = world_.serial[row],
                  .target = circle_->target_serial});
    }
    circle_->close(world_.target_infos.closed(circle_->target));
    if (world_.terrain.ground != nullptr) survey(world_, *circle_);
}

/// Moves each holder without a token from a closed slot to the nearest open slot, by serial. If no slot is open, the
/// holder loses its slot, and its row is added to `scratch_.rows`.
void StageManager::clear_closed_slots() {
    auto& rows = scratch_.others;
    rows.clear();
    for (const Slot& slot : circle_->slots)
        if (slot.closed != 0 && slot.holder != no_index && !has_token(row_of(slot.holder)))
            rows.push_back(row_of(slot.holder));
    by_serial(rows);
    for (const Row row : rows) {
        const int slot = nearest_open_slot(row).slot;
        if (slot >= 0) {
            slot_at(world_.slot[row]).holder = no_index;
            take_slot(row, slot, SlotCause::moved, CommitPhase::capacity);
        } else {
            leave_slot(row, UnslotCause::closed, CommitPhase::capacity);
            scratch_.rows.push_back(row);
        }
    }
}

/// Puts the agents in `scratch_.rows`, which have just lost their slots, at the front of the queue. Among themselves
/// they keep the order of their admission, then of their serials.
void StageManager::put_back() {
    auto& rows = scratch_.rows;
    if (rows.empty()) return;
    std::sort(rows.begin(), rows.end(), [&](Row a, Row b) {
        const int64_t admitted_a = world_.joined[a].admitted_at, admitted_b = world_.joined[b].admitted_at;
        return admitted_a != admitted_b ? admitted_a < admitted_b : world_.serial[a] < world_.serial[b];
    });
    CircleQueue queue(world_, number_);
    for (const Row row : rows) write_request(row, CommitPhase::capacity);
    for (size_t i = rows.size(); i-- > 0;) queue.push_front(rows[i]); // backwards: each push goes to the front
}

} // namespace fray
