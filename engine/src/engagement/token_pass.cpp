#include "engagement/token_pass.h"

#include "definitions/attack_choice.h"

#include <algorithm>

namespace fray {

bool TokenPass::shares_world(const Circle& circle) const {
    return core_.kinds.shares_world && std::any_of(circle.ring.begin(), circle.ring.end(), [&](uint32_t index) {
               return archetype_of(row_of(index)).shares_world;
           });
}

int64_t TokenPass::run(Circle& circle, EventWriter events) {
    circle_ = &circle;
    shape_ = &core_.kinds.archetypes[circle.archetype].circle;
    granted_ = false;
    if (circle.ring.size == 0) return never;
    judge_.open(circle);
    if (core_.clock.now >= circle.gap_until) {
        if (circle.attack_free > 0)
            take_turns(events);
        else
            wait_at_head();
    }
    return look_at_clocks();
}

/// The pass when attack capacity is free. A holder that has to wait for weight or a cooldown ends the pass: see the
/// comment at the top of the header.
void TokenPass::take_turns(EventWriter& events) {
    PoolArray<uint32_t>& ring = circle_->ring;
    for (uint32_t looked = 0; looked < ring.size && circle_->attack_free > 0; ++looked) {
        const uint32_t row = row_of(ring[0]);
        if (!judge_.ready(row)) {
            ring.rotate_to_back(0);
            continue;
        }
        switch (judge_.judge(row)) {
        case WaitReason::none:
            ring.rotate_to_back(0);
            grant(row, events);
            if (shape_->attack_gap != 0) return;
            break;
        // These do not depend on the free attack capacity: to end the pass here would delay the other holders in vain.
        case WaitReason::range:
        case WaitReason::offscreen:
        case WaitReason::attack_class: ring.rotate_to_back(0); break;
        case WaitReason::attack:
            if (!patient(row)) ring.rotate_to_back(0);
            return;
        default: ring.rotate_to_back(0); return;
        }
    }
}

/// Has this holder waited for attack weight so long that it stays at the head of the ring?
bool TokenPass::patient(uint32_t row) const {
    const int64_t clock = agents_.engagement.any()[row].refused_since;
    return shape_->token_patience != 0 && clock != never && core_.clock.now - clock >= shape_->token_patience;
}

/// The pass when no attack capacity is free: gives no token, but brings a holder to the head that can use what is freed
/// next. Holders that are not ready, or are stopped by a limit, go to the back; the first other holder stays.
void TokenPass::wait_at_head() {
    PoolArray<uint32_t>& ring = circle_->ring;
    for (uint32_t looked = 0; looked < ring.size; ++looked) {
        const uint32_t row = row_of(ring[0]);
        if (judge_.ready(row)) {
            if (!judge_.limited()) return;
            const WaitReason wait_reason = judge_.judge(row);
            if (wait_reason != WaitReason::offscreen && wait_reason != WaitReason::attack_class) return;
        }
        ring.rotate_to_back(0);
    }
}

/// Gives a holder a token for an attack of `TokenRules::fitting`.
void TokenPass::grant(uint32_t row, EventWriter& events) {
    const int attack = choose_attack(core_, archetype_of(row), agents_.serial.any()[row], judge_.fitting());
    const Attack& table = archetype_of(row).attacks[static_cast<size_t>(attack)];
    circle_->attack_free -= table.weight;
    if (shape_->attack_gap != 0) circle_->gap_until = core_.clock.now + shape_->attack_gap;
    spend_cooldowns(core_, *circle_, row, attack);
    agents_.engagement.write_any()[row].refused_since = never;
    agents_.attack.write_any()[row] = static_cast<int16_t>(attack);
    agents_.attack_phase.write_any()[row] = AttackPhase::stepping_in;
    agents_.engagement.write_any()[row].times = {core_.clock.now, 0, core_.clock.now + shape_->attack_timeout};
    agents_.wake.write_any()[row] |= wake_permission;
    ++tokens;
    granted_ = true;
    events.add({.type = EventType::token,
                .attack = static_cast<int16_t>(attack),
                .slot = agents_.slot.any()[row],
                .agent = agents_.serial.any()[row],
                .target = circle_->target_serial,
                .a = table.weight});
}

/// Starts and ends the token patience clocks of all holders, also of those that the pass did not come to. Returns when
/// the next pass is due although nothing changes (see `run`).
///
/// A circle must be due whenever a pass could give a token, turn the ring, or start or end a clock. To be due too early
/// costs time; to be due too late is a wrong result.
int64_t TokenPass::look_at_clocks() {
    const bool nothing_free = circle_->attack_free <= 0;
    const bool in_gap = core_.clock.now < circle_->gap_until;
    // If this pass took the last free capacity, the next pass is of the other kind (wait_at_head) and may turn the
    // ring.
    bool anybody = false, again = nothing_free && granted_;
    for (const uint32_t index : circle_->ring) {
        const uint32_t row = row_of(index);
        int64_t& clock = agents_.engagement.write_any()[row].refused_since;
        if (!judge_.ready(row)) {
            clock = never;
            continue;
        }
        anybody = true;
        const WaitReason wait_reason = judge_.judge(row);
        if (wait_reason == WaitReason::attack)
            clock = std::min(clock, core_.clock.now);
        else if (wait_reason != WaitReason::none)
            clock = never;
        // While no attack capacity is free, or the attack gap runs, no token is given. Then the next pass repeats this
        // pass if no ready holder's wait reason can change by itself. Such a holder waits for attack weight, or has
        // only attacks that are too heavy, or fits and waits for the end of the gap. In addition, neither movement, nor
        // the tokens of other agents, nor clocks of the world may matter to it.
        const Archetype& archetype = archetype_of(row);
        const bool steady = judge_.always_reaches(archetype) && !judge_.limited() && !archetype.shares_world;
        const bool settled = steady && (wait_reason == WaitReason::attack || wait_reason == WaitReason::too_heavy ||
                                        (in_gap && wait_reason == WaitReason::none));
        again = again || !settled || !(nothing_free || in_gap);
    }
    if (again) return long_ago;
    return in_gap && anybody ? circle_->gap_until : never;
}

} // namespace fray
