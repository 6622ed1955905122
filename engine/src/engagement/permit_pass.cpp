#include "engagement/permit_pass.h"

#include "definitions/attack_choice.h"

#include <algorithm>

namespace fray {

bool PermitPass::shares_world(const Circle& circle) const {
    return core_.kinds.shares_world && std::any_of(circle.ring.begin(), circle.ring.end(), [&](uint32_t index) {
               return archetype_of(row_of(index)).shares_world;
           });
}

int64_t PermitPass::run(Circle& circle, EventWriter events) {
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

/// The first that is refused for weight or cooldown goes to the back and ends the pass (seed 000), unless it has been
/// refused for weight for so long that the others have to wait for it.
void PermitPass::take_turns(EventWriter& events) {
    PoolArray<uint32_t>& ring = circle_->ring;
    for (uint32_t looked = 0; looked < ring.size && circle_->attack_free > 0; ++looked) {
        const uint32_t row = row_of(ring[0]);
        if (!judge_.ready(row)) {
            ring.rotate_to_back(0);
            continue;
        }
        switch (judge_.judge(row)) {
        case Refusal::none:
            ring.rotate_to_back(0);
            grant(row, events);
            if (shape_->attack_gap != 0) return;
            break;
        case Refusal::range:
        case Refusal::offscreen:
        case Refusal::attack_class: ring.rotate_to_back(0); break;
        case Refusal::attack:
            if (!patient(row)) ring.rotate_to_back(0);
            return;
        default: ring.rotate_to_back(0); return;
        }
    }
}

/// Has it been refused for weight for so long that it stays first?
bool PermitPass::patient(uint32_t row) const {
    const int64_t clock = agents_.engagement.any()[row].refused_since;
    return shape_->permit_patience != 0 && clock != never && core_.clock.now - clock >= shape_->permit_patience;
}

/// With nothing free the first that could attack keeps its place.
void PermitPass::wait_at_head() {
    PoolArray<uint32_t>& ring = circle_->ring;
    for (uint32_t looked = 0; looked < ring.size; ++looked) {
        const uint32_t row = row_of(ring[0]);
        if (judge_.ready(row)) {
            if (!judge_.limited()) return;
            const Refusal refusal = judge_.judge(row);
            if (refusal != Refusal::offscreen && refusal != Refusal::attack_class) return;
        }
        ring.rotate_to_back(0);
    }
}

void PermitPass::grant(uint32_t row, EventWriter& events) {
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
    ++permits;
    granted_ = true;
    events.add({.type = EventType::permit,
                .attack = static_cast<int16_t>(attack),
                .slot = agents_.slot.any()[row],
                .agent = agents_.serial.any()[row],
                .target = circle_->target_serial,
                .a = table.weight});
}

/// Starts and ends the clocks, and sees when a pass, or a clock, could turn out differently although nothing changes:
/// while somebody is ready.
int64_t PermitPass::look_at_clocks() {
    const bool nothing_free = circle_->attack_free <= 0;
    const bool in_gap = core_.clock.now < circle_->gap_until;
    bool anybody = false, again = nothing_free && granted_;
    for (const uint32_t index : circle_->ring) {
        const uint32_t row = row_of(index);
        int64_t& clock = agents_.engagement.write_any()[row].refused_since;
        if (!judge_.ready(row)) {
            clock = never;
            continue;
        }
        anybody = true;
        const Refusal refusal = judge_.judge(row);
        if (refusal == Refusal::attack)
            clock = std::min(clock, core_.clock.now);
        else if (refusal != Refusal::none)
            clock = never;
        // With nothing free nobody gets a permit, and clocks that run go on; unless what is in reach, or what others
        // do, may change. Attacks that are too heavy for the whole circle stay so.
        const Archetype& archetype = archetype_of(row);
        const bool steady = judge_.always_reaches(archetype) && !judge_.limited() && !archetype.shares_world;
        const bool settled = steady && (refusal == Refusal::attack || refusal == Refusal::too_heavy ||
                                        (in_gap && refusal == Refusal::none));
        again = again || !settled || !(nothing_free || in_gap);
    }
    if (again) return long_ago;
    return in_gap && anybody ? circle_->gap_until : never;
}

} // namespace fray
