// The stage manager, phase 4, rebalancing: holders exchange slots so that the total distance to their slots is short.
//
// When the target moves, its slots move with it, and a holder may end up far from its own slot and near another. So
// this phase assigns slots anew whenever the target has moved, or a slot has changed hands. It is an assignment
// problem: rows are the participants, columns the slots, costs the distances in mm. The exact solver is that of
// Jonker and Volgenant (1987), see spatial/src/assignment.h.
//
// Two limits keep agents from changing slots to and fro. A change must save more than `switch_margin` in total. After a
// rebalancing changed a holder's slot, the whole circle waits until `switch_dwell_time` is over for that holder.
//
// Source: Game AI Pro, chapter 28, section 28.6.1: transfers try to reduce the total travel of all creatures, and an
// attacking creature is locked. The chapter's greedy listing corresponds to `RebalanceMode::nearest`.
#include "engagement/stage_manager.h"

#include "storage/rules_math.h"
#include "terrain/reach.h"

#include <algorithm>

namespace fray {

/// Lists the participants in `scratch_.rows`. These are the holders without a token. Holders that have arrived take
/// part only if the target has moved, `even_spacing` is 0, and it does not fight in slots: in a melee they fight from
/// where they stand. Returns true if rebalancing has to wait for `switch_dwell_time`.
bool StageManager::list_participants() {
    auto& rows = scratch_.rows;
    rows.clear();
    const bool arrived_too = world_.moved[target_row_] != 0 && shape_->even_spacing == 0.0f &&
                             !world_.kinds.archetypes[circle_->archetype].fights_in_slots();
    bool lately = false;
    for (const uint32_t index : circle_->token_queue) {
        const Row row = row_of(index);
        if (has_token(row) || (world_.arrived[row] != 0 && !arrived_too)) continue;
        rows.push_back(row);
        const int64_t until = world_.switched[row] + shape_->switch_dwell_time;
        if (world_.clock.reached(until)) continue;
        lately = true;
        // An arrived holder is no participant any more as soon as the target stands, so check again in the next frame.
        due_ = std::min(due_, world_.arrived[row] != 0 ? long_ago : until);
    }
    return lately;
}

/// mm: total distance of all participants to the slots that they have now. No exchange can save more than this.
int64_t StageManager::distance_to_own_slots() const {
    int64_t sum = 0;
    for (const Row row : scratch_.rows)
        sum += distance_as_holder(row, archetype_of(row), static_cast<uint32_t>(world_.slot[row]));
    return sum;
}

/// Fills `scratch_.columns` with the slots to assign and `scratch_.costs` with each participant's distance to each of
/// them. Returns the sum of each participant's least distance, in mm: no assignment can cost less than this.
int64_t StageManager::measure_slots() {
    auto& rows = scratch_.rows;
    by_serial(rows);
    const auto takes_part = [&](uint32_t holder) {
        return holder != no_index && std::find(rows.begin(), rows.end(), row_of(holder)) != rows.end();
    };
    auto& columns = scratch_.columns;
    columns.clear();
    // With `even_spacing` admission has chosen which slots are held, by a bonus that depends on all of them together.
    // So the holders only exchange the slots that they have; otherwise open slots are assigned too.
    const bool open_too = shape_->even_spacing == 0.0f;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        const Slot& s = circle_->slots[slot];
        if ((open_too && s.open()) || takes_part(s.holder)) columns.push_back(static_cast<int16_t>(slot));
    }
    scratch_.costs.clear();
    int64_t sum = 0;
    for (const Row row : rows) {
        const Archetype& kind = archetype_of(row);
        int32_t least = INT32_MAX;
        for (const int16_t slot : columns) {
            scratch_.costs.push_back(distance_as_holder(row, kind, static_cast<uint32_t>(slot)));
            least = std::min(least, scratch_.costs.back());
        }
        sum += least;
    }
    return sum;
}

/// Runs the phase if it is due. Returns true if a holder was given another slot.
bool StageManager::rebalance() {
    if (shape_->rebalance == RebalanceMode::off) return false;
    circle_->rebalance_due = circle_->rebalance_due || world_.moved[target_row_] != 0;
    if (!circle_->rebalance_due) return false;
    blocked_ = list_participants();
    if (blocked_) return false;
    circle_->rebalance_due = false;
    // Most circles are already best as they are. Two lower bounds of the new total show this without the solver: it
    // cannot be less than 0, nor less than the sum of the least distances.
    const int64_t distance = distance_to_own_slots();
    if (distance <= shape_->switch_gain_mm || distance - measure_slots() <= shape_->switch_gain_mm) return false;
    return exchange_slots(distance);
}

/// Solves the assignment and carries it out if it saves more than `switch_margin`. `distance`: present total distance,
/// mm.
bool StageManager::exchange_slots(int64_t distance) {
    const auto& rows = scratch_.rows;
    const auto& columns = scratch_.columns;
    const int count = static_cast<int>(rows.size()), slots = static_cast<int>(columns.size());
    scratch_.assignment.resize(rows.size());
    int16_t* const found = scratch_.assignment.data();
    const auto solve = shape_->rebalance == RebalanceMode::exact ? assign_exact : assign_nearest;
    const int64_t total = solve(scratch_.costs.data(), count, slots, solver_, found);
    if (distance - total <= shape_->switch_gain_mm) return false;
    // Empty all slots first, since a slot's new holder may come before its old holder in the list.
    for (const Row row : rows) slot_at(world_.slot[row]).holder = no_index;
    for (size_t i = 0; i < rows.size(); ++i) {
        const int slot = columns[static_cast<size_t>(found[i])];
        if (slot == world_.slot[rows[i]]) {
            slot_at(slot).holder = world_.id[rows[i]].index;
            continue;
        }
        world_.switched.change(rows[i]) = world_.clock.now;
        take_slot(rows[i], slot, SlotCause::rebalanced, CommitPhase::rebalancing);
        ++scratch_.switches;
    }
    return true;
}

} // namespace fray
