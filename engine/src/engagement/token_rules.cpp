#include "engagement/token_rules.h"

#include "bodies/bodies.h"
#include "bodies/monster_acts.h"
#include "terrain/reach.h"
#include "ways/ways.h"

#include <algorithm>

namespace fray {

void TokenRules::select(const Circle& circle) {
    circle_ = &circle;
    target_kind_ = &world_.kinds.archetypes[circle.archetype];
    shape_ = &target_kind_->circle;
    target_row_ = world_.ids.row[circle.target];
    most_ = world_.as_target[target_row_].capacity;
    way_count_ = 0;
    info_ = shape_->max_offscreen_tokens >= 0 ? world_.target_infos.find(circle.target) : nullptr;
}

bool TokenRules::ready(Row row) const {
    return world_.arrived[row] != 0 && world_.attack[row] < 0 && world_.engagement[row].recovered <= due_by_ &&
           world_.state[row] == AgentState::combat;
}

/// Is the target within the attack's range and angle, or would it be from the striking distance? Once the holder has
/// its token, a holder walks to that distance and faces the target (angle 0).
bool TokenRules::reaches(Row row, const Archetype& archetype, const Attack& attack) const {
    return strikes(attack, *shape_, reach_of(world_, row, archetype, target_row_, *target_kind_)) ||
           reaches_from_here(row, archetype, attack);
}

/// Is the target within the attack's range and angle now?
bool TokenRules::reaches_from_here(Row row, const Archetype& archetype, const Attack& attack) const {
    const Reach reach = reach_of(world_, row, archetype, target_row_, *target_kind_);
    const Vec2 here = world_.position[row];
    const Vec2 there = world_.position[target_row_];
    if (!in_range(attack, millimetres(distance_squared(here, there)), reach)) return false;
    return attack.any_angle || attack.in_angle(bearing(here, world_.heading[row], there));
}

/// Can the attack begin from here, or is the way to its striking distance free (rule usable_now)?
bool TokenRules::usable_now(Row row, const Archetype& archetype, const Attack& attack) {
    if (is_walled_off(world_, row, target_row_)) return false;
    const bool looks = looks_ || world_.engagement[row].clock.unusable_since() == never;
    if (attack.needs_clear_line && !(looks && has_clear_line(world_, row, target_row_))) return false;
    if (reaches_from_here(row, archetype, attack)) return true;
    const Reach reach = reach_of(world_, row, archetype, target_row_, *target_kind_);
    if (!strikes(attack, *shape_, reach)) return false;
    if (!target_kind_->fights_in_slots() && world_.terrain.ground == nullptr) return true;
    return looks && has_way(row, striking_distance(attack, *shape_, reach));
}

/// Is the holder's way to the point at `to` mm from its target free? If the target does not fight in slots: is its way
/// to the target not plugged?
bool TokenRules::has_way(Row row, int32_t to) {
    for (uint32_t i = 0; i < way_count_; ++i)
        if (ways_[i].row == row && ways_[i].to == to) return ways_[i].free;
    const Vec2 here = world_.position[row], there = world_.position[target_row_];
    const bool free = target_kind_->fights_in_slots()
                          ? is_way_free(world_, row, target_row_, point_before(there, here, to))
                          : !way_to_target(world_, row, target_row_).is_plugged;
    if (way_count_ < ways_.size()) ways_[way_count_++] = {row, to, free};
    return free;
}

bool TokenRules::always_reaches(Row row, const Archetype& archetype) const {
    const Reach reach = reach_of(world_, row, archetype, target_row_, *target_kind_);
    return std::all_of(archetype.attacks.begin(), archetype.attacks.end(),
                       [&](const Attack& attack) { return strikes(attack, *shape_, reach); });
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

template <typename Visit> void TokenRules::for_each_token(Visit&& visit) const {
    const auto look_at = [&](uint32_t index) {
        const Row row = world_.ids.row[index];
        const int16_t attack = world_.attack[row];
        if (attack >= 0) visit(row, archetype_of(row).attacks[static_cast<size_t>(attack)]);
    };
    std::for_each(circle_->token_queue.begin(), circle_->token_queue.end(), look_at);
    std::for_each(circle_->strikers.begin(), circle_->strikers.end(), look_at);
}

bool TokenRules::class_full(int16_t attack_class) const {
    const CompiledClassLimit* const limit = shape_->limit_of(attack_class);
    return limit != nullptr && class_tokens(attack_class) >= limit->tokens;
}

bool TokenRules::outside_view(Row row) const {
    if (info_ == nullptr || info_->view_half > pi) return false;
    const float seen_at = bearing(world_.position[target_row_], info_->view_direction, world_.position[row]);
    return seen_at < -info_->view_half || seen_at > info_->view_half;
}

int32_t TokenRules::tokens_from_outside_view() const {
    int32_t count = 0;
    for_each_token([&](Row row, const Attack&) { count += outside_view(row); });
    return count;
}

bool TokenRules::stopped_by_view(Row row) const {
    return info_ != nullptr && outside_view(row) && tokens_from_outside_view() >= shape_->max_offscreen_tokens;
}

/// Calls visit(number, attack) for each attack of the agent's table that it uses in its phase and monster state.
template <typename Visit> void TokenRules::for_each_used(Row row, Visit&& visit) const {
    const Archetype& archetype = archetype_of(row);
    const uint8_t* const usable =
        usable_attacks(world_.kinds, archetype, world_.brain.data(), world_.monster.data(), row);
    for (size_t i = 0; i < archetype.attacks.size(); ++i)
        if (usable == nullptr || usable[i] != 0) visit(static_cast<int>(i), archetype.attacks[i]);
}

/// The greatest distance from which any attack of the agent may begin.
int32_t TokenRules::greatest_reach(Row row) const {
    const Reach reach = reach_of(world_, row, archetype_of(row), target_row_, *target_kind_);
    int32_t greatest = 0;
    for_each_used(row,
                  [&](int, const Attack& attack) { greatest = std::max(greatest, greatest_distance(attack, reach)); });
    return greatest;
}

// ---- The wait reason of a ready holder ------------------------------------------------------------------------------

template <typename Visit> void TokenRules::for_each_possible(Row row, Visit&& visit) const {
    const Archetype& archetype = archetype_of(row);
    for_each_used(row, [&](int i, const Attack& attack) {
        if (attack.weight <= most_.attack_capacity && reaches(row, archetype, attack)) visit(i, attack);
    });
}

// The loop finds which steps at least one attack passes. The view does not depend on the attack, so it is tested after
// the loop; as a wait reason it still comes before class.
WaitReason TokenRules::judge(Row row, int32_t most_weight) {
    fitting_count_ = 0;
    bool possible = false, class_free = false, cool = false, light = false;
    for_each_possible(row, [&](int i, const Attack& attack) {
        if (attack.weight > most_weight) return;
        possible = true;
        if (class_full(attack.attack_class)) return;
        class_free = true;
        if (due_by_ < cooldowns_over_at(world_, *circle_, row, i)) return;
        cool = true;
        if (attack.weight > std::max(circle_->attack_free, 0)) return;
        light = true;
        if (usable_now(row, archetype_of(row), attack)) fitting_[fitting_count_++] = static_cast<uint8_t>(i);
    });
    if (!possible) {
        bool in_reach = false;
        for_each_used(row, [&](int, const Attack& attack) { in_reach |= reaches(row, archetype_of(row), attack); });
        return in_reach ? WaitReason::too_heavy : WaitReason::range;
    }
    if (stopped_by_view(row)) return WaitReason::offscreen;
    if (!class_free) return WaitReason::attack_class;
    if (!cool) return WaitReason::cooldown;
    if (!light) return WaitReason::attack;
    return fitting_count_ == 0 ? WaitReason::way : WaitReason::none;
}

int64_t TokenRules::next_cooldown(Row row, int32_t most_weight) const {
    int64_t next = never;
    for_each_possible(row, [&](int i, const Attack& attack) {
        if (attack.weight > most_weight) return;
        const int64_t over_at = cooldowns_over_at(world_, *circle_, row, i);
        if (over_at > due_by_) next = std::min(next, over_at);
    });
    return next;
}

// ---- Reasons with numbers, for events and wait_reason ---------------------------------------------------------------

Waiting TokenRules::explain(Row row) {
    const Role role = world_.role[row];
    if (world_.life[row] != Life::living || !world_.target[row] || !archetype_of(row).brain || world_.attack[row] >= 0)
        return {};
    if (role == Role::none) {
        const int64_t until = world_.engagement[row].rest_until;
        return until > due_by_ ? Waiting{WaitReason::rest, milliseconds_until(until), 0} : Waiting{};
    }
    select(world_.circles[world_.engagement[row].circle]);
    return role == Role::requester ? explain_requester(row) : explain_holder(row);
}

// If the requester fits, a slot is open and its way was not found blocked, it waits because a requester reserves:
// otherwise it would have been admitted.
Waiting TokenRules::explain_requester(Row row) const {
    const int32_t weight = archetype_of(row).grid_weight;
    if (weight > most_.grid_capacity) return {WaitReason::too_heavy, weight, most_.grid_capacity};
    if (weight > circle_->grid_free) return {WaitReason::grid, weight, circle_->grid_free};
    if (!circle_->any_open_slot()) return {WaitReason::no_slot, 1, 0};
    const int64_t held_up_at = world_.engagement[row].clock.held_up_since();
    if (held_up_at != never && circle_->next_look(held_up_at) > now_)
        return {WaitReason::way, weight, circle_->grid_free};
    return {WaitReason::reserved, weight, circle_->grid_free};
}

Waiting TokenRules::explain_holder(Row row) {
    if (!ready(row)) return {WaitReason::not_ready, milliseconds_until(world_.engagement[row].recovered), 0};
    const WaitReason reason = judge(row);
    if (reason != WaitReason::none) return explain_wait_reason(row, reason);
    if (due_by_ < circle_->gap_until) return {WaitReason::interval, milliseconds_until(circle_->gap_until), 0};
    return {WaitReason::turn, 0, 0};
}

/// The numbers that go with the result of `judge`.
Waiting TokenRules::explain_wait_reason(Row row, WaitReason reason) const {
    const Archetype& archetype = archetype_of(row);
    int32_t least = INT32_MAX;
    switch (reason) {
    case WaitReason::range: return {reason, distance_mm(world_, row, target_row_), greatest_reach(row)};
    case WaitReason::too_heavy:
        for_each_used(row, [&](int, const Attack& attack) {
            if (reaches(row, archetype, attack)) least = std::min(least, attack.weight);
        });
        return {reason, least, most_.attack_capacity};
    case WaitReason::offscreen: return {reason, tokens_from_outside_view() + 1, shape_->max_offscreen_tokens};
    case WaitReason::attack_class: {
        Waiting waiting{reason, 0, 0};
        for_each_possible(row, [&](int, const Attack& attack) {
            if (waiting.need == 0)
                waiting = {reason, class_tokens(attack.attack_class) + 1,
                           shape_->limit_of(attack.attack_class)->tokens};
        });
        return waiting;
    }
    case WaitReason::cooldown: {
        int64_t first = never;
        for_each_possible(row, [&](int i, const Attack& attack) {
            if (!class_full(attack.attack_class)) first = std::min(first, cooldowns_over_at(world_, *circle_, row, i));
        });
        return {reason, milliseconds_until(first), 0};
    }
    case WaitReason::way: return {reason, 0, 0};
    default:
        for_each_possible(row, [&](int i, const Attack& attack) {
            if (!class_full(attack.attack_class) && due_by_ >= cooldowns_over_at(world_, *circle_, row, i))
                least = std::min(least, attack.weight);
        });
        return {reason, least, circle_->attack_free};
    }
}

} // namespace fray
