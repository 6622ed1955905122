// The stage manager, phase 7: where those wait that have no slot.
#include "engagement/stage_manager.h"

#include <algorithm>

namespace fray {

void StageManager::deal_out_places() {
    auto& rows = scratch_.rows;
    rows.clear();
    if (circle_->queued != 0) CircleQueue(core_, number_).list_without_place(rows);
    by_serial(rows);
    for (const uint32_t row : rows) take_place(row);
    const auto& misplaced = core_.proposals.misplaced;
    const uint64_t mine = static_cast<uint64_t>(circle_->target_serial) << 32;
    auto at = std::lower_bound(misplaced.begin(), misplaced.end(), mine);
    for (; at != misplaced.end() && *at >> 32 == mine >> 32; ++at) {
        const uint32_t row = core_.ids.row_of_serial(static_cast<Serial>(*at));
        if (agents_.role.any()[row] != Role::asker || agents_.engagement.any()[row].circle != number_) continue;
        int16_t& place = agents_.place.write_any()[row];
        if (place < 0) continue;
        --slot_at(place).waiting;
        take_place(row);
    }
}

/// Before the free slot with the fewest who wait there, then the nearest; before any, where none is free.
void StageManager::take_place(uint32_t row) {
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
    agents_.place.write_any()[row] = static_cast<int16_t>(best);
    ++slot_at(best).waiting;
}

} // namespace fray
