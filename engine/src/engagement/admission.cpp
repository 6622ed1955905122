// The stage manager, phase 5, admission: requesters become slot holders.
//
// Requesters are admitted in queue order as long as grid capacity and slots are free; a requester that is too heavy is
// passed over. This alone would starve heavy agents, since light agents keep taking every bit of capacity that is
// freed. So the first requester that fits the whole grid capacity has slot patience. When its patience is over, it
// reserves: nothing is given to others until enough is free for it.
//
// Around a target that fights in slots itself, an agent gets a slot if it is there already. Else the first metres of
// its way there must be free, and no other circle may have promised that place (`can_reach`). Otherwise it is held up:
// it is passed over until the next look of the circle, four times a second, so that few ways are looked at.
//
// An agent takes the open slot with the least cost. The cost is its distance in mm, less a bonus for slots far from
// held slots if the circle has `even_spacing`.
#include "engagement/stage_manager.h"

#include "bodies/bodies.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"
#include "ways/ways.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace fray {

/// Computes for each slot the bonus of `even_spacing`, in mm: it grows with the number of steps along the ring to the
/// nearest held slot. If no slot is held, all bonuses are 0.
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

/// The open slot with the least cost for the requester; ties: the lower slot; -1: no slot is open.
int StageManager::cheapest_open_slot(Row row) const {
    const Archetype& kind = archetype_of(row);
    Nearest best;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        if (!circle_->slots[slot].open()) continue;
        const int32_t cost = distance_as_holder(row, kind, slot) - (shape_->arc_bonuses.empty() ? 0 : bonus_[slot]);
        if (best.slot < 0 || cost < best.cost) best = {static_cast<int>(slot), cost};
    }
    return best.slot;
}

/// Can the requester reach the slot (rule can_reach)? In a melee its way must be free and the place not promised,
/// unless it is there already.
bool StageManager::can_reach(Row row, uint32_t slot) const {
    const Archetype& kind = archetype_of(row);
    const Archetype& other = world_.kinds.archetypes[circle_->archetype];
    if (!other.fights_in_slots()) return true;
    const Vec2 here = world_.position[row], there = world_.position[target_row_];
    const int32_t mm = millimetres(distance_squared(here, there));
    const Reach reach = reach_of(world_, row, kind, target_row_, other);
    if (has_in_reach(world_, row, target_row_) || mm <= arrive_at_holder(*shape_, reach.touch)) return true;
    const Vec2 place = there + slot_offset_for(*shape_, slot, reach.touch);
    return is_way_free(world_, row, target_row_, point_on_way(here, place, looks_ahead)) &&
           !world_.promised.leaves_no_room(place, radius_of(world_, row, kind), world_.floor[row], circle_->target);
}

/// An admission pass: admits requesters while grid capacity and slots are free, unless the first requester reserves.
void StageManager::admit_requesters() {
    if (circle_->queued == 0) return;
    CircleQueue queue(world_, number_);
    if (!reserve(queue)) {
        circle_->reserver = no_index;
        queue.begin_walk(scratch_.cursors);
        while (circle_->grid_free > 0 && circle_->any_open_slot()) {
            const Row row = queue.next_of_walk(scratch_.cursors, circle_->grid_free);
            if (row == Row::none()) break;
            if (queue.held_up(row)) continue;
            give_bonuses(); // anew for each agent: every admission changes which slots are held
            const int slot = cheapest_open_slot(row);
            if (can_reach(row, static_cast<uint32_t>(slot)))
                admit(row, slot, SlotCause::admitted, CommitPhase::admission);
            else
                queue.hold_up(row);
        }
    }
    queue.end_pass();
    if (circle_->queued != 0 && circle_->may_hold_up(world_.clock.now))
        due_ = std::min(due_, circle_->next_look(world_.clock.now));
    // A reservation has no time limit: it ends when the free capacity changes, and that makes the circle dirty.
    if (!circle_->reserving()) due_ = std::min(due_, patience_ends(queue));
}

/// Does the first requester reserve? Writes the event when a reservation begins.
bool StageManager::reserve(const CircleQueue& queue) {
    if (!world_.clock.reached(patience_ends(queue))) return false;
    const Row first = queue.first_within(circle_->grid_capacity);
    const uint32_t index = world_.id[first].index;
    if (std::exchange(circle_->reserver, index) == index) return true;
    events(CommitPhase::admission)
        .add({.type = EventType::reserve, .agent = world_.serial[first], .target = circle_->target_serial});
    wake_holders();
    return true;
}

/// us: when the first requester that fits the whole grid capacity will reserve. `never`: there is no such requester, or
/// it fits now, or its clock does not run. Requesters heavier than the whole capacity never reserve: they could not be
/// admitted however long the others waited.
int64_t StageManager::patience_ends(const CircleQueue& queue) const {
    if (shape_->slot_patience == 0) return never;
    const Row first = queue.first_within(circle_->grid_capacity);
    if (first == Row::none() || archetype_of(first).grid_weight <= circle_->grid_free) return never;
    const int64_t since = queue.too_heavy_since(first);
    return since == never ? never : since + shape_->slot_patience;
}

} // namespace fray
