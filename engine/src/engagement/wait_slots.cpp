// The stage manager, phase 7, wait slots (`roam_mode: flank`): each requester gets a slot in front of which it waits.
// It stands on the roam ring outside that slot.
//
// Requesters go to free slots first, so they spread over the open sides of the target and flank it, although no agent
// knows of the others (Game AI Pro, chapter 28, section 28.4). A wait slot is kept until the agent leaves the
// queue. It is chosen anew only if acquire_targets found the slot taken while another slot was free.
//
// Reads the queue and `Proposals::misplaced`. Writes `Agents::wait_slot` and `Slot::waiting`.
#include "engagement/stage_manager.h"

#include <algorithm>

namespace fray {

/// Gives wait slots to the requesters without a wait slot first, then to those that need another, each by serial.
void StageManager::assign_wait_slots() {
    auto& rows = scratch_.rows;
    rows.clear();
    if (circle_->queued != 0) CircleQueue(world_, number_).list_without_wait_slot(rows);
    by_serial(rows);
    for (const Row row : rows) take_wait_slot(row);
    // The list covers all circles, sorted by the target's serial in the high half: find the range of this circle.
    const auto& misplaced = world_.proposals.misplaced;
    const uint64_t mine = static_cast<uint64_t>(circle_->target_serial) << 32;
    auto at = std::lower_bound(misplaced.begin(), misplaced.end(), mine);
    for (; at != misplaced.end() && *at >> 32 == mine >> 32; ++at) {
        const Row row = world_.ids.row_of_serial(static_cast<Serial>(*at));
        // The list was made before the phases of this frame: the agent may have got a slot or left since.
        if (world_.role[row] != Role::requester || world_.engagement[row].circle != number_) continue;
        int16_t& wait_slot = world_.wait_slot.change(row);
        if (wait_slot < 0) continue;
        --slot_at(wait_slot).waiting;
        take_wait_slot(row);
    }
}

/// The agent waits in front of the open slot with the fewest waiting agents; ties: the nearest slot, then the lower
/// slot. If no slot is open, all slots count. The agent must not be counted in `Slot::waiting` at this time.
void StageManager::take_wait_slot(Row row) {
    const bool free_only = circle_->any_open_slot();
    int best = -1;
    int32_t least = 0;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        const Slot& s = circle_->slots[slot];
        if (free_only && !s.open()) continue;
        if (best >= 0 && s.waiting > slot_at(best).waiting) continue;
        const int32_t distance = distance_to_slot(row, slot);
        if (best >= 0 && s.waiting == slot_at(best).waiting && distance >= least) continue;
        best = static_cast<int>(slot);
        least = distance;
    }
    world_.wait_slot.change(row) = static_cast<int16_t>(best);
    ++slot_at(best).waiting;
}

} // namespace fray
