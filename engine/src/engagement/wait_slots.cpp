// The stage manager, phase 7, wait slots (`roam_mode: flank`): each requester gets a slot in front of which it waits,
// and a place there (circles/wait_places.h).
//
// Requesters spread over the sides of the target on which the fewest others are, so they surround and flank it,
// although no agent knows of the others (Game AI Pro, chapter 28, section 28.4). A wait slot is kept until the agent
// leaves the queue; but while the target moves, and leaves agents behind, some change over to an empty side. With
// `waits_in_view` they leave what is not in the target's view any more.
//
// Writes `Agents::wait_slot`, `Agents::wait_place`, `Slot::waiting` and `Slot::places`.
#include "engagement/stage_manager.h"

#include "bodies/bodies.h"
#include "circles/wait_places.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace fray {

/// Gives wait slots to the requesters without one, by serial. `moves`: the target moves, and a look of the circle falls
/// in this frame.
void StageManager::assign_wait_slots(bool moves) {
    move_up();
    auto& rows = scratch_.rows;
    rows.clear();
    if (circle_->queued != 0) CircleQueue(world_, number_).list_without_wait_slot(rows);
    if (shape_->waits_in_view && circle_->has_look(world_.clock)) leave_slots_out_of_view();
    if (rows.empty() && (!moves || circle_->queued == 0)) return;
    count_sides();
    by_serial(rows);
    for (const Row row : rows) take_wait_slot(row);
    if (moves) change_sides();
}

/// rad: how far the slot is outside the view of the target; <= 0: it is in the view.
float StageManager::outside_view(uint32_t slot) const {
    const TargetInfo* const info = shape_->waits_in_view ? world_.target_infos.find(circle_->target) : nullptr;
    if (info == nullptr || info->view_half > pi) return 0.0f;
    const Vec2 here = world_.position[target_row_];
    return std::abs(bearing(here, info->view_direction, here + offset_of(slot))) - info->view_half;
}

/// What speaks against waiting before the slot: 0: nothing; 1: it is not in the view; 2: it is closed.
int StageManager::hindrance(uint32_t slot) const {
    return circle_->slots[slot].closed != 0 ? 2 : outside_view(slot) > 0.0f ? 1 : 0;
}
int StageManager::least_hindrance() const {
    int least = 2;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) least = std::min(least, hindrance(slot));
    return least;
}

/// Requesters with a wait slot well outside the view give it up, if a slot is in the view and not closed. Adds them
/// to `scratch_.rows`.
void StageManager::leave_slots_out_of_view() {
    if (circle_->queued == 0 || least_hindrance() != 0) return;
    const float step = pi / static_cast<float>(circle_->slots.size);
    list_queue(*circle_, world_, scratch_.others);
    for (const Row row : scratch_.others) {
        const int16_t slot = world_.wait_slot[row];
        if (slot < 0 || !(outside_view(static_cast<uint32_t>(slot)) > step)) continue;
        slot_at(slot).leave_place(world_.wait_place[row]);
        world_.wait_slot.change(row) = -1;
        scratch_.rows.push_back(row);
    }
}

/// Counts for each slot the holders that are nearer to its direction than to that of any other slot.
void StageManager::count_sides() {
    std::fill_n(sides_, circle_->slots.size, 0u);
    for (const uint32_t index : circle_->token_queue) {
        const Vec2 way = world_.position[row_of(index)] - world_.position[target_row_];
        ++sides_[slot_towards(way, static_cast<int>(circle_->slots.size))];
    }
}

/// In each file an agent behind a free place moves up, from the front to the back.
void StageManager::move_up() {
    if (std::none_of(circle_->slots.begin(), circle_->slots.end(), [](const Slot& slot) { return slot.has_gap(); }))
        return;
    auto& rows = scratch_.rows;
    list_queue(*circle_, world_, rows);
    std::erase_if(rows,
                  [&](Row row) { return world_.wait_slot[row] < 0 || !slot_at(world_.wait_slot[row]).has_gap(); });
    std::sort(rows.begin(), rows.end(), [&](Row a, Row b) {
        return std::pair(world_.wait_place[a], world_.serial[a]) < std::pair(world_.wait_place[b], world_.serial[b]);
    });
    for (const Row row : rows) {
        const uint32_t abreast =
            WaitFiles(*shape_, circle_->slots.size, radius_of(world_, row, archetype_of(row))).abreast;
        Slot& slot = slot_at(world_.wait_slot[row]);
        uint32_t place = world_.wait_place[row];
        while (place >= abreast && slot.is_free(place - abreast)) place -= abreast;
        if (place == world_.wait_place[row]) continue;
        slot.leave_place(world_.wait_place[row]);
        slot.take_place(place);
        world_.wait_place.change(row) = static_cast<uint8_t>(place);
    }
}

/// The agent waits in front of the slot on whose side the fewest are, holders and requesters; ties: the nearest slot,
/// then the lower slot. Slots out of the view count only if no other is open, closed slots if all are. The agent must
/// not be counted in `Slot::waiting` now.
void StageManager::take_wait_slot(Row row) {
    const int least_hindered = least_hindrance();
    auto least = std::tuple(UINT32_MAX, INT32_MAX, 0u);
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot)
        if (hindrance(slot) == least_hindered)
            least = std::min(least, std::tuple(on_side(slot), distance_to_slot(row, slot), slot));
    wait_before(row, std::get<2>(least));
}

/// A requester changes over from the side on which most are to that on which the fewest are, if that is at least two
/// less: of these sides, and of the requesters that wait there, the pair with the least distance (mm); ties: the lower
/// slot, then the lower serial. From several such sides: that of the lower slot.
void StageManager::change_sides() {
    const int least_hindered = least_hindrance();
    if (least_hindered == 2) return;
    uint32_t from = 0, least = UINT32_MAX;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        const Slot& s = circle_->slots[slot];
        if (s.waiting != 0 && (circle_->slots[from].waiting == 0 || on_side(slot) > on_side(from))) from = slot;
        if (hindrance(slot) == least_hindered) least = std::min(least, on_side(slot));
    }
    if (circle_->slots[from].waiting == 0 || on_side(from) < least + 2) return;
    auto& rows = scratch_.rows;
    list_queue(*circle_, world_, rows);
    auto best = std::tuple(INT32_MAX, UINT32_MAX, no_serial);
    for (const Row row : rows) {
        if (world_.wait_slot[row] != static_cast<int16_t>(from)) continue;
        for (uint32_t slot = 0; slot < circle_->slots.size; ++slot)
            if (hindrance(slot) == least_hindered && on_side(slot) == least)
                best = std::min(best, std::tuple(distance_to_slot(row, slot), slot, world_.serial[row]));
    }
    const Row row = world_.ids.row_of_serial(std::get<2>(best));
    circle_->slots[from].leave_place(world_.wait_place[row]);
    wait_before(row, std::get<1>(best));
}

void StageManager::wait_before(Row row, uint32_t slot) {
    world_.wait_slot.change(row) = static_cast<int16_t>(slot);
    world_.wait_place.change(row) = circle_->slots[slot].take_place();
}

} // namespace fray
