#include "engagement/permit_judge.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray {
namespace {

/// From two times in us to ms, rounded up; 0 if `then` has passed.
int64_t milliseconds_until(int64_t then, int64_t now) { return then > now ? (then - now + 999) / 1000 : 0; }

} // namespace

void PermitJudge::open(const Circle& circle) {
    circle_ = &circle;
    shape_ = &core_.kinds.archetypes[circle.archetype].circle;
    target_row_ = core_.ids.row[circle.target];
    info_ = shape_->offscreen_limit >= 0 ? core_.target_infos.find(circle.target) : nullptr;
}

bool PermitJudge::ready(uint32_t row) const {
    return agents_.arrived.any()[row] != 0 && agents_.attack.any()[row] < 0 &&
           agents_.engagement.any()[row].recovered <= now_ && agents_.state.any()[row] == State::combat;
}

/// Are range and angle met from where the holder stands, or could they be met from the attack ring? Once it has its
/// token, a holder walks into the attack ring and faces the target (angle 0).
bool PermitJudge::reaches(uint32_t row, const Archetype& archetype, const Attack& attack) const {
    const int32_t start = archetype.attack_start_mm;
    if (attack.straight_ahead && attack.in_range(shape_->attack_radius_mm, start)) return true;
    const Vec2 here = agents_.position.any()[row];
    const Vec2 there = agents_.position.any()[target_row_];
    if (!attack.in_range(millimetres(distance_squared(here, there)), start)) return false;
    return attack.any_angle || attack.in_angle(bearing(here, agents_.heading.any()[row], there));
}

bool PermitJudge::always_reaches(const Archetype& archetype) const {
    return std::all_of(archetype.attacks.begin(), archetype.attacks.end(), [&](const Attack& attack) {
        return attack.straight_ahead && attack.in_range(shape_->attack_radius_mm, archetype.attack_start_mm);
    });
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

template <typename Visit> void PermitJudge::for_each_permit(Visit&& visit) const {
    const auto look_at = [&](uint32_t index) {
        const uint32_t row = core_.ids.row[index];
        const int16_t attack = agents_.attack.any()[row];
        if (attack >= 0) visit(row, archetype_of(row).attacks[static_cast<size_t>(attack)]);
    };
    std::for_each(circle_->ring.begin(), circle_->ring.end(), look_at);
    std::for_each(circle_->strikers.begin(), circle_->strikers.end(), look_at);
}

/// Null: the circle does not limit this class.
const CompiledClassLimit* PermitJudge::limit_of(int16_t attack_class) const {
    for (const CompiledClassLimit& limit : shape_->class_limits)
        if (limit.attack_class == attack_class) return &limit;
    return nullptr;
}

/// How many tokens for attacks of this class are held at the circle.
int32_t PermitJudge::class_permits(int16_t attack_class) const {
    int32_t count = 0;
    for_each_permit([&](uint32_t, const Attack& attack) { count += attack.attack_class == attack_class; });
    return count;
}

bool PermitJudge::class_full(int16_t attack_class) const {
    const CompiledClassLimit* const limit = limit_of(attack_class);
    return limit != nullptr && class_permits(attack_class) >= limit->permits;
}

bool PermitJudge::outside_view(uint32_t row) const {
    if (info_ == nullptr || info_->view_half > pi) return false;
    const float seen_at =
        bearing(agents_.position.any()[target_row_], info_->view_direction, agents_.position.any()[row]);
    return seen_at < -info_->view_half || seen_at > info_->view_half;
}

int32_t PermitJudge::permits_from_outside_view() const {
    int32_t count = 0;
    for_each_permit([&](uint32_t row, const Attack&) { count += outside_view(row); });
    return count;
}

bool PermitJudge::stopped_by_view(uint32_t row) const {
    return info_ != nullptr && outside_view(row) && permits_from_outside_view() >= shape_->offscreen_limit;
}

/// Calls visit(number, attack) for each attack of the agent's table that it uses in its phase and monster state.
template <typename Visit> void PermitJudge::for_each_used(uint32_t row, Visit&& visit) const {
    const Archetype& archetype = archetype_of(row);
    const uint8_t* const usable = usable_attacks(core_, archetype, agents_.brain.any(), agents_.monster.any(), row);
    for (size_t i = 0; i < archetype.attacks.size(); ++i)
        if (usable == nullptr || usable[i] != 0) visit(static_cast<int>(i), archetype.attacks[i]);
}

/// The greatest distance from which any attack of the agent may begin.
int32_t PermitJudge::greatest_reach(uint32_t row) const {
    int32_t greatest = 0;
    for_each_used(row, [&](int, const Attack& attack) {
        greatest = std::max(greatest, std::min(attack.range_max_mm, archetype_of(row).attack_start_mm));
    });
    return greatest;
}

// ---- The wait reason of a ready holder ------------------------------------------------------------------------------

template <typename Visit> void PermitJudge::for_each_possible(uint32_t row, Visit&& visit) const {
    const Archetype& archetype = archetype_of(row);
    for_each_used(row, [&](int i, const Attack& attack) {
        if (attack.weight <= circle_->attack_capacity && reaches(row, archetype, attack)) visit(i, attack);
    });
}

// The loop finds how many steps some attack passes. The view is tested after it, because it does not depend on the
// attack; as a reason it still comes before class.
Refusal PermitJudge::judge(uint32_t row) {
    fitting_count_ = 0;
    bool possible = false, class_free = false, cool = false;
    for_each_possible(row, [&](int i, const Attack& attack) {
        possible = true;
        if (class_full(attack.attack_class)) return;
        class_free = true;
        if (now_ < cooldowns_over_at(core_, *circle_, row, i)) return;
        cool = true;
        if (attack.weight <= circle_->attack_free) fitting_[fitting_count_++] = static_cast<uint8_t>(i);
    });
    if (!possible) {
        bool in_reach = false;
        for_each_used(row, [&](int, const Attack& attack) { in_reach |= reaches(row, archetype_of(row), attack); });
        return in_reach ? Refusal::too_heavy : Refusal::range;
    }
    if (stopped_by_view(row)) return Refusal::offscreen;
    if (!class_free) return Refusal::attack_class;
    if (!cool) return Refusal::cooldown;
    return fitting_count_ == 0 ? Refusal::attack : Refusal::none;
}

// ---- Reasons with numbers, for events and World::why ----------------------------------------------------------------

Waiting PermitJudge::explain(uint32_t row) {
    const Role role = agents_.role.any()[row];
    if (agents_.life.any()[row] != Life::living || !agents_.target.any()[row] || !archetype_of(row).brain ||
        agents_.attack.any()[row] >= 0)
        return {};
    if (role == Role::none) {
        const int64_t until = agents_.engagement.any()[row].rest_until;
        return now_ < until ? Waiting{Refusal::rest, milliseconds_until(until, now_), 0} : Waiting{};
    }
    open(core_.circles.list[agents_.engagement.any()[row].circle]);
    return role == Role::asker ? explain_asker(row) : explain_holder(row);
}

// A requester that fits, with a slot open, waits because a requester reserves: otherwise it would have been admitted.
Waiting PermitJudge::explain_asker(uint32_t row) const {
    const int32_t weight = archetype_of(row).grid_weight;
    if (weight > circle_->grid_capacity) return {Refusal::too_heavy, weight, circle_->grid_capacity};
    if (weight > circle_->grid_free) return {Refusal::grid, weight, circle_->grid_free};
    if (!circle_->any_open_slot()) return {Refusal::no_slot, 1, 0};
    return {Refusal::reserved, weight, circle_->grid_free};
}

Waiting PermitJudge::explain_holder(uint32_t row) {
    if (!ready(row)) return {Refusal::not_ready, milliseconds_until(agents_.engagement.any()[row].recovered, now_), 0};
    const Refusal reason = judge(row);
    if (reason != Refusal::none) return explain_refusal(row, reason);
    if (now_ < circle_->gap_until) return {Refusal::gap, milliseconds_until(circle_->gap_until, now_), 0};
    return {Refusal::turn, 0, 0};
}

/// The numbers that go with the result of `judge`.
Waiting PermitJudge::explain_refusal(uint32_t row, Refusal reason) const {
    const Archetype& archetype = archetype_of(row);
    int32_t least = INT32_MAX;
    switch (reason) {
    case Refusal::range:
        return {reason, millimetres(distance_squared(agents_.position.any()[row], agents_.position.any()[target_row_])),
                greatest_reach(row)};
    case Refusal::too_heavy:
        for_each_used(row, [&](int, const Attack& attack) {
            if (reaches(row, archetype, attack)) least = std::min(least, attack.weight);
        });
        return {reason, least, circle_->attack_capacity};
    case Refusal::offscreen: return {reason, permits_from_outside_view() + 1, shape_->offscreen_limit};
    case Refusal::attack_class: {
        Waiting waiting{reason, 0, 0};
        for_each_possible(row, [&](int, const Attack& attack) {
            if (waiting.need == 0)
                waiting = {reason, class_permits(attack.attack_class) + 1, limit_of(attack.attack_class)->permits};
        });
        return waiting;
    }
    case Refusal::cooldown: {
        int64_t first = never;
        for_each_possible(row, [&](int i, const Attack& attack) {
            if (!class_full(attack.attack_class)) first = std::min(first, cooldowns_over_at(core_, *circle_, row, i));
        });
        return {reason, milliseconds_until(first, now_), 0};
    }
    default:
        for_each_possible(row, [&](int i, const Attack& attack) {
            if (!class_full(attack.attack_class) && now_ >= cooldowns_over_at(core_, *circle_, row, i))
                least = std::min(least, attack.weight);
        });
        return {reason, least, circle_->attack_free};
    }
}

} // namespace fray
