// The stage manager, phase 2, stealing: a requester that is inside takes the slot of a holder that is outside. Inside
// means at most `leash_mm` from the target: approach radius + roam gap + 500 mm.
//
// A holder can lose its slot only if it has no token, is outside, and was admitted at least `steal_grace_time` ago.
// When the target runs towards waiting agents, they can attack at once, and the holders that it left behind go to the
// queue.
//
// Source: Game AI Pro, chapter 28, section 28.6.1: the stage manager may steal a slot if the assigned creature is
// outside the grid and another creature is within it.
#include "engagement/stage_manager.h"

#include "perception/target_search.h"
#include "terrain/reach.h"

#include <algorithm>

namespace fray {

bool StageManager::inside(Row row) const {
    const float squared = distance_squared(world_.position[row], world_.position[target_row_]);
    return millimetres(squared) <= shape_->leash_mm;
}

/// Lists in `scratch_.others` the holders that can lose their slot. Returns true if there are any.
bool StageManager::list_stealable() {
    auto& rows = scratch_.others;
    rows.clear();
    for (const uint32_t index : circle_->token_queue) {
        const Row row = row_of(index);
        if (!has_token(row) && world_.clock.reached(world_.joined[row].admitted_at + shape_->steal_grace_time) &&
            !inside(row))
            rows.push_back(row);
    }
    return !rows.empty();
}

/// us: when the first of the holders that are outside now can lose its slot; `long_ago`: it can already; `never`: none
/// is outside.
int64_t StageManager::next_theft() const {
    int64_t first = never;
    for (const uint32_t index : circle_->token_queue) {
        const Row row = row_of(index);
        if (!has_token(row) && !inside(row))
            first = std::min(first, world_.joined[row].admitted_at + shape_->steal_grace_time);
    }
    if (may_be_held_up() && circle_->token_queue.size != 0)
        first = std::min(first, circle_->next_look(world_.clock.now));
    return world_.clock.reached(first) ? long_ago : first;
}

/// Lists in `scratch_.rows` the requesters that are inside, in queue order. A short queue is walked. For a long queue a
/// search around the target in the trees is cheaper, since most requesters are far away.
void StageManager::list_requesters_inside() {
    constexpr uint32_t few = 24;
    auto& rows = scratch_.rows;
    if (circle_->queued <= few) {
        list_queue(*circle_, world_, rows);
        std::erase_if(rows, [&](Row row) { return !inside(row); });
        return;
    }
    rows.clear();
    const auto visit = [](void* self, uint32_t item, float bound_squared) {
        static_cast<StageManager*>(self)->list_if_requester_inside(item);
        return bound_squared;
    };
    // 1 mm wider than the limit because `inside` compares rounded mm; it then decides exactly.
    const float reach = static_cast<float>(shape_->leash_mm + 1) * 0.001f;
    search_teams(world_, TeamSet::all(), world_.position[target_row_], reach * reach, visit, this);
    std::sort(rows.begin(), rows.end(),
              [&](Row a, Row b) { return world_.joined[a].admitted_at < world_.joined[b].admitted_at; });
    // The search may visit an agent twice.
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

void StageManager::list_if_requester_inside(uint32_t id_index) {
    const Row row = world_.ids.row[id_index];
    // An agent with another target belongs to another circle. Another thread may be planning that circle right now, so
    // its role and circle must not be read. The target is not written by any thread in this system.
    if (row == Row::none() || world_.target[row].index != circle_->target) return;
    if (world_.role[row] == Role::requester && world_.engagement[row].circle == number_ && inside(row))
        scratch_.rows.push_back(row);
}

/// Does the circle look for holders that are held up? Only between walls they are, and then a quarter of a second or
/// longer.
bool StageManager::may_be_held_up() const { return world_.terrain.ground != nullptr && circle_->queued != 0; }

/// A holder that is held up, on its way to its slot or to strike, loses the slot to a requester that is nearer to the
/// target and has a way (rule replace_held_up).
void StageManager::replace_held_up() {
    auto& held_up = scratch_.others;
    held_up.clear();
    for (const uint32_t index : circle_->token_queue) {
        const Row row = row_of(index);
        const bool keeps_it = world_.give_up[row].moves(); // it has just ended an attack
        const bool stands = world_.arrived[row] != 0 && world_.engagement[row].clock.unusable_since() == never;
        if (!has_token(row) && !stands && !keeps_it && is_held_up(row)) held_up.push_back(row);
    }
    by_serial(held_up);
    CircleQueue queue(world_, number_);
    for (const Row loser : held_up) {
        const auto slot = static_cast<uint32_t>(world_.slot[loser]);
        const int32_t nearer_than = distance_mm(world_, loser, target_row_);
        const int32_t room = circle_->grid_free + archetype_of(loser).grid_weight;
        const auto list = [&](Vector<Candidate>& candidates) {
            queue.begin_walk(scratch_.cursors);
            for (Row row; (row = queue.next_of_walk(scratch_.cursors, room)) != Row::none();)
                if (may_steal(row) && distance_mm(world_, row, target_row_) < nearer_than)
                    candidates.push_back({row, slot, rank_of(row, slot)});
        };
        const Candidate thief = first_in_order(list, [](Row) {});
        if (thief.sees) rob(loser, thief.row);
    }
}

/// The requester takes the slot of the holder, which goes to the back of the queue.
void StageManager::rob(Row loser, Row requester) {
    hand_over(loser, requester, UnslotCause::stolen, SlotCause::stolen);
    CircleQueue(world_, number_).push_back(loser);
    write_request(loser, CommitPhase::stealing);
    ++scratch_.thefts;
}

void StageManager::steal() {
    if (may_be_held_up() && circle_->has_look(world_.clock)) replace_held_up();
    if (circle_->queued == 0 || !list_stealable()) return;
    list_requesters_inside();
    for (const Row requester : scratch_.rows)
        if (may_steal(requester)) steal_for(requester);
}

/// The requester takes the slot of the holder in `scratch_.others` that is farthest from the target and frees enough
/// grid capacity; ties: the lower slot. The loser goes to the back of the queue.
void StageManager::steal_for(Row requester) {
    const int32_t weight = archetype_of(requester).grid_weight;
    if (weight <= circle_->grid_free && circle_->any_open_slot()) return; // admission can serve it without a theft
    Row loser = Row::none();
    int32_t farthest = -1;
    for (const Row row : scratch_.others) {
        if (weight > circle_->grid_free + archetype_of(row).grid_weight) continue;
        const int32_t distance = distance_mm(world_, row, target_row_);
        if (distance < farthest) continue;
        if (distance == farthest && world_.slot[row] > world_.slot[loser]) continue;
        loser = row;
        farthest = distance;
    }
    if (loser == Row::none()) return;
    std::erase(scratch_.others, loser);
    rob(loser, requester);
}

} // namespace fray
