// The stage manager, phase 4: holders exchange slots so that their ways are short.
#include "engagement/stage_manager.h"

#include <algorithm>

namespace fray {

/// Unlocked holders; answers whether one of them was given another slot so lately that all stay.
bool StageManager::list_participants() {
    auto& rows = scratch_.rows;
    rows.clear();
    const bool arrived_too = agents_.moved.any()[target_row_] != 0 && shape_->arc_bonuses.empty();
    bool lately = false;
    for (const uint32_t index : circle_->ring) {
        const uint32_t row = row_of(index);
        if (permitted(row) || (!arrived_too && agents_.arrived.any()[row] != 0)) continue;
        rows.push_back(row);
        const int64_t until = agents_.switched.any()[row] + shape_->switch_dwell;
        if (core_.clock.now >= until) continue;
        lately = true;
        // One that has arrived takes no part as soon as the target stands.
        due_ = std::min(due_, agents_.arrived.any()[row] != 0 ? long_ago : until);
    }
    return lately;
}

/// How far all participants have to go as things are; no exchange can save more.
int64_t StageManager::way_to_own_slots() const {
    int64_t sum = 0;
    for (const uint32_t row : scratch_.rows)
        sum += distance_to_slot(row, static_cast<uint32_t>(agents_.slot.any()[row]));
    return sum;
}

/// The costs of all slots that are to be dealt out, to all participants. Answers what the least of each add up to.
int64_t StageManager::measure_slots() {
    auto& rows = scratch_.rows;
    by_serial(rows);
    const auto takes_part = [&](uint32_t holder) {
        return holder != no_index && std::find(rows.begin(), rows.end(), row_of(holder)) != rows.end();
    };
    auto& columns = scratch_.columns;
    columns.clear();
    // Which slots are taken is `surround`'s choice: with it they are exchanged only.
    const bool open_too = shape_->arc_bonuses.empty();
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        const Slot& s = circle_->slots[slot];
        if ((open_too && s.open()) || takes_part(s.holder)) columns.push_back(static_cast<int16_t>(slot));
    }
    scratch_.costs.clear();
    int64_t sum = 0;
    for (const uint32_t row : rows) {
        int32_t least = INT32_MAX;
        for (const int16_t slot : columns) {
            scratch_.costs.push_back(distance_to_slot(row, static_cast<uint32_t>(slot)));
            least = std::min(least, scratch_.costs.back());
        }
        sum += least;
    }
    return sum;
}

/// Answers whether anybody was given another slot.
bool StageManager::rebalance() {
    if (shape_->rebalance == Rebalance::off) return false;
    circle_->rebalance_due = circle_->rebalance_due || agents_.moved.any()[target_row_] != 0;
    if (!circle_->rebalance_due) return false;
    blocked_ = list_participants();
    if (blocked_) return false;
    circle_->rebalance_due = false;
    // Most who are looked at are best off as they are: two bounds show it before a solver has to.
    const int64_t way = way_to_own_slots();
    if (way <= shape_->switch_gain_mm || way - measure_slots() <= shape_->switch_gain_mm) return false;
    return exchange_slots(way);
}

bool StageManager::exchange_slots(int64_t way) {
    const auto& rows = scratch_.rows;
    const auto& columns = scratch_.columns;
    const int count = static_cast<int>(rows.size()), slots = static_cast<int>(columns.size());
    scratch_.assignment.resize(rows.size());
    int16_t* const found = scratch_.assignment.data();
    const auto solve = shape_->rebalance == Rebalance::exact ? assign_exact : assign_nearest;
    const int64_t total = solve(scratch_.costs.data(), count, slots, solver_, found);
    if (way - total <= shape_->switch_gain_mm) return false;
    for (const uint32_t row : rows) slot_at(agents_.slot.any()[row]).holder = no_index;
    for (size_t i = 0; i < rows.size(); ++i) {
        const int slot = columns[static_cast<size_t>(found[i])];
        if (slot == agents_.slot.any()[rows[i]]) {
            slot_at(slot).holder = agents_.id.any()[rows[i]].index;
            continue;
        }
        agents_.switched.write_any()[rows[i]] = core_.clock.now;
        take_slot(rows[i], slot, Cause::rebalanced, CommitPhase::rebalancing);
        ++scratch_.switches;
    }
    return true;
}

} // namespace fray
