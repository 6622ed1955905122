// The stage manager, phase 5: first come, first served, and patience.
#include "engagement/stage_manager.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace fray {

/// The millimetres that `surround` gives each open slot, by the steps to the nearest one that is held. None is held:
/// 0.
void StageManager::give_bonuses() {
    if (shape_->arc_bonuses.empty()) return;
    const int slots = static_cast<int>(circle_->slots.size);
    for (int slot = 0; slot < slots; ++slot) {
        int steps = slots;
        for (int other = 0; other < slots; ++other) {
            if (slot_at(other).holder == no_index) continue;
            const int apart = std::abs(other - slot);
            steps = std::min({steps, apart, slots - apart});
        }
        bonus_[slot] = steps < slots ? shape_->arc_bonuses[static_cast<size_t>(steps)] : 0;
    }
}

/// The open slot that costs the asker least; -1: none.
int StageManager::cheapest_open_slot(uint32_t row) const {
    Nearest best;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        if (!circle_->slots[slot].open()) continue;
        const int32_t cost = distance_to_slot(row, slot) - (shape_->arc_bonuses.empty() ? 0 : bonus_[slot]);
        if (best.slot < 0 || cost < best.cost) best = {static_cast<int>(slot), cost};
    }
    return best.slot;
}

/// One pass over the queue: first come, first served, as far as weight and slots go; unless the first has waited so
/// long that what is freed is kept for it.
void StageManager::admit() {
    if (circle_->queued == 0) return;
    CircleQueue queue(core_, number_);
    if (!reserve(queue)) {
        circle_->reserver = no_index;
        while (circle_->grid_free > 0) {
            const uint32_t row = queue.first_within(circle_->grid_free);
            if (row == no_index || !circle_->any_open_slot()) break;
            give_bonuses();
            come_in(row, cheapest_open_slot(row), Cause::admitted, CommitPhase::admission);
        }
    }
    queue.end_pass();
    if (!circle_->reserving()) due_ = std::min(due_, patience_ends(queue));
}

/// Does the first asker keep for itself what is freed?
bool StageManager::reserve(const CircleQueue& queue) {
    if (core_.clock.now < patience_ends(queue)) return false;
    const uint32_t first = queue.first_within(circle_->grid_capacity);
    const uint32_t index = agents_.id.any()[first].index;
    if (std::exchange(circle_->reserver, index) == index) return true;
    events(CommitPhase::admission)
        .add({.type = EventType::reserve, .agent = agents_.serial.any()[first], .target = circle_->target_serial});
    wake_holders();
    return true;
}

/// When the first that would fit the whole circle, but does not fit now, reserves; `never`: there is none.
int64_t StageManager::patience_ends(const CircleQueue& queue) const {
    if (shape_->patience == 0) return never;
    const uint32_t first = queue.first_within(circle_->grid_capacity);
    if (first == no_index || archetype_of(first).grid_weight <= circle_->grid_free) return never;
    const int64_t since = queue.too_heavy_since(first);
    return since == never ? never : since + shape_->patience;
}

} // namespace fray
