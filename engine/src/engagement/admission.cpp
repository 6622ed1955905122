// The stage manager, phase 5, admission: requesters become slot holders.
//
// Requesters are admitted as long as grid capacity and slots are free. The first is the one that could attack soonest,
// less a credit for the time that it has waited (`queue_credit`): the slots are not empty for long, and no agent waits
// for ever. A requester that is too heavy is passed over. This alone would starve heavy agents, since light agents keep
// taking every bit of capacity that is freed. So the longest waiting requester that fits the whole grid capacity has
// slot patience. When its patience is over, it reserves: nothing is given to others until enough is free for it.
//
// A requester that cannot reach its slot (`can_reach`) is held up: it is passed over until the next look of the circle,
// four times a second, so that few ways are looked at.
//
// An agent takes the open slot with the least cost. The cost is its distance in mm, less a bonus for slots far from
// held slots if the circle has `even_spacing`.
#include "engagement/stage_manager.h"

#include "bodies/bodies.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"
#include "ways/ways.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace fray {
namespace {

/// us: what an agent in the way costs that steps aside.
constexpr int64_t time_for_agent_in_way = 1'000'000;
/// us: what a wall between the requester and the target costs; more than any agent waits.
constexpr int64_t time_behind_wall = 1'000'000'000'000;

} // namespace

/// Computes for each slot the bonus of `even_spacing`, in mm: it grows with the number of steps along the ring to the
/// nearest held slot. If no slot is held, all bonuses are 0.
void StageManager::give_bonuses() {
    if (shape_->even_spacing == 0.0f) return;
    const int slots = static_cast<int>(circle_->slots.size);
    for (int slot = 0; slot < slots; ++slot) {
        int steps = slots;
        for (int other = 0; other < slots; ++other) {
            if (slot_at(other).holder == no_index) continue;
            const int apart = std::abs(other - slot);
            steps = std::min({steps, apart, slots - apart});
        }
        bonus_[slot] = steps < slots ? arc_bonus(shape_->even_spacing, shape_->approach_radius, steps, slots) : 0;
    }
}

/// The open slot with the least cost for the requester; ties: the lower slot; -1: no slot is open.
int StageManager::cheapest_open_slot(Row row) const {
    const Archetype& kind = archetype_of(row);
    Nearest best;
    for (uint32_t slot = 0; slot < circle_->slots.size; ++slot) {
        if (!circle_->slots[slot].open()) continue;
        const int32_t cost = distance_as_holder(row, kind, slot) - (shape_->even_spacing == 0.0f ? 0 : bonus_[slot]);
        if (best.slot < 0 || cost < best.cost) best = {static_cast<int>(slot), cost};
    }
    return best.slot;
}

/// Can the agent reach the slot (rule can_reach)? `way`: its way to the target.
bool StageManager::can_reach(Row row, uint32_t slot, const WayToTarget& way) const {
    if (has_in_reach(world_, row, target_row_)) return true;
    if (way.is_plugged) return false;
    const Archetype& kind = archetype_of(row);
    const Archetype& other = world_.kinds.archetypes[circle_->archetype];
    if (!other.fights_in_slots()) return true;
    const int32_t touch = touch_of(world_, row, kind, target_row_, other);
    if (distance_mm(world_, row, target_row_) <= arrive_at_holder(*shape_, touch)) return true;
    const Vec2 here = world_.position[row], there = world_.position[target_row_];
    const Vec2 place = there + slot_offset_for(*shape_, slot, circle_->slots.size, touch);
    return is_way_free(world_, row, target_row_, point_on_way(here, place, looks_ahead)) &&
           !world_.promised.leaves_no_room(place, radius_of(world_, row, kind), world_.floor[row], circle_->target);
}

/// us: when the requester could attack from the slot, if no agent is in its way (rule rank_of).
int64_t StageManager::time_to(Row row, uint32_t slot) const {
    const Archetype& kind = archetype_of(row);
    const Vec2 way = world_.position[row] - world_.position[target_row_];
    const float factor = speed_factor_of(world_, row);
    const int64_t time = time_round_ring(way, offset_of(slot), shape_->approach_radius, kind.run_speed * factor,
                                         kind.walk_speed * factor);
    return std::max(time, world_.engagement[row].recovered - world_.clock.now);
}

/// The place of the requester in the order of the queue: the least comes first (rule rank_of).
int64_t StageManager::rank_of(Row row, uint32_t slot) const {
    if (shape_->queue_credit == by_arrival) return world_.joined[row].queue_number;
    const auto waited = static_cast<double>(world_.clock.now - world_.engagement[row].place_since);
    return time_to(row, slot) - saturated_cast<int64_t>(shape_->queue_credit * waited);
}

/// Adds what the agents in its way cost the candidate. False: it cannot reach its slot.
bool StageManager::look_at_way(Candidate& candidate) const {
    const WayToTarget way = way_to_target(world_, candidate.row, target_row_);
    if (!can_reach(candidate.row, candidate.slot, way)) return false;
    if (shape_->queue_credit != by_arrival)
        candidate.rank += int64_t{way.agents} * time_for_agent_in_way + (way.is_straight ? 0 : time_behind_wall);
    candidate.looked = true;
    candidate.sees = way.is_straight;
    return true;
}

/// An admission pass: admits requesters while grid capacity and slots are free, unless the first requester reserves.
void StageManager::admit_requesters() {
    if (circle_->queued == 0) return;
    CircleQueue queue(world_, number_);
    if (!reserve(queue)) {
        circle_->reserver = no_index;
        while (circle_->grid_free > 0 && circle_->any_open_slot()) {
            give_bonuses(); // anew for each agent: every admission changes which slots are held
            const auto list = [&](Vector<Candidate>& candidates) {
                queue.begin_walk(scratch_.cursors);
                for (Row row; (row = queue.next_of_walk(scratch_.cursors, circle_->grid_free)) != Row::none();) {
                    if (queue.held_up(row)) continue;
                    const auto slot = static_cast<uint32_t>(cheapest_open_slot(row));
                    candidates.push_back({row, slot, rank_of(row, slot)});
                }
            };
            const Candidate first = first_in_order(list, [&](Row row) { queue.hold_up(row); });
            if (first.row == Row::none()) break;
            admit(first.row, static_cast<int>(first.slot), SlotCause::admitted, CommitPhase::admission);
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
    const Row first = queue.first_within(most_.grid_capacity);
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
    const Row first = queue.first_within(most_.grid_capacity);
    if (first == Row::none() || archetype_of(first).grid_weight <= circle_->grid_free) return never;
    const int64_t since = queue.too_heavy_since(first);
    return since == never ? never : since + shape_->slot_patience;
}

} // namespace fray
