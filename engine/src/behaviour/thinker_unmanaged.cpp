// The state machine of unmanaged agents, which choose their attacks themselves (rules.md, The unmanaged machine). With
// reactions it is the state machine of a soulslike boss.
#include "behaviour/thinker.h"
#include "definitions/attack_choice.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"

#include <algorithm>

namespace fray {

void Thinker::think_unmanaged() {
    if (!archetype_->has_brain_columns) return;
    if (sent_away_ && (led_ || state() != AgentState::idle)) {
        if (has_token()) end_attack_without_token(AttackEndCause::withdrew, world_.clock.now, target_serial());
        if (led_) return be_led();
        go(AgentState::idle);
        return;
    }
    if (!recovers() || begins_to_return() || backsteps()) return;
    while (step_unmanaged()) {
    }
}

bool Thinker::step_unmanaged() {
    switch (state()) {
    case AgentState::idle: return idle();
    case AgentState::patrol: return patrol();
    case AgentState::follow: return follow();
    case AgentState::returning: return return_to_leader();
    case AgentState::led:
    case AgentState::rout: return go(AgentState::idle);
    case AgentState::pursue: return pursue_unmanaged();
    case AgentState::combat: return combat_unmanaged();
    case AgentState::attack: return attack_free();
    default: return false;
    }
}

bool Thinker::pursue_unmanaged() {
    if (!has_target()) return go(AgentState::idle);
    if (!archetype_->reacts) {
        if (begins_attack()) return true;
    } else if (brain().rolled != band()) {
        const Reaction reaction = react();
        if (reaction == Reaction::combat) return go(AgentState::combat);
        again_ = reaction == Reaction::stay && is_close();
        return false;
    }
    if (world_.clock.reached(clocks().run)) {
        clocks().run = never;
        return go(AgentState::combat);
    }
    return is_close() && go(AgentState::combat);
}

bool Thinker::combat_unmanaged() {
    if (!has_target()) return go(AgentState::idle);
    return begins_attack() || (!is_close() && go(AgentState::pursue));
}

/// Is the agent so near to its target that it does not have to walk any farther (rule close_to_target)?
bool Thinker::is_close() const {
    const float squared = distance_squared(world_.position[row_], world_.position[target_row_]);
    return fray::is_close(*archetype_, reach(), band(), squared, world_.orders[row_].kind == StoredOrder::hold) &&
           !is_walled_off(world_, row_, target_row_);
}

/// Begins one of the attacks that fit, if the agent has recovered. Returns whether it did.
bool Thinker::begins_attack() {
    if (!world_.clock.reached(world_.engagement[row_].recovered)) return false;
    const Vec2 here = world_.position[row_];
    const Vec2 there = world_.position[target_row_];
    const int32_t distance = millimetres(distance_squared(here, there));
    const Reach reach = this->reach();
    uint8_t fitting[max_attacks];
    size_t count = 0;
    const CircleShape& shape = world_.kinds.archetypes[world_.archetype[target_row_]].circle;
    const LimitedAttack* const answer = shape.limits_unmanaged ? this->answer() : nullptr;
    const uint8_t* const usable = this->usable();
    for (size_t i = 0; i < archetype_->attacks.size(); ++i) {
        const bool refused = answer != nullptr && answer->granted == 0 && answer->attack == static_cast<int>(i);
        if (!refused && fits(i, usable, distance, reach) && in_angle(archetype_->attacks[i], here, there) &&
            will_reach(archetype_->attacks[i], distance, reach) && has_line(archetype_->attacks[i]))
            fitting[count++] = static_cast<uint8_t>(i);
    }
    if (count == 0) return false;
    const bool may = answer != nullptr && answer->granted != 0 &&
                     std::find(fitting, fitting + count, answer->attack) != fitting + count;
    const int number = may ? answer->attack : choose_attack(world_, *archetype_, serial(), {fitting, count});
    if (!may && shape.limits_unmanaged &&
        shape.limit_of(archetype_->attacks[static_cast<size_t>(number)].attack_class) != nullptr) {
        out_.wishes.push_back({row_, number});
        again_ = true;
        return false;
    }
    world_.attack.change(row_) = static_cast<int16_t>(number);
    go(AgentState::attack);
    begin_attack();
    times().token_at = world_.clock.now;
    start_agent_clock();
    return true;
}

/// What resolve_hits has answered to a wish to attack the present target; null: nothing that still counts.
const LimitedAttack* Thinker::answer() const {
    const LimitedAttack* const answer = world_.limited_attacks.find(world_.id[row_].index);
    const bool counts =
        answer != nullptr && answer->target == world_.target[row_].index && world_.clock.frame <= answer->until;
    return counts ? answer : nullptr;
}

/// Starts the clock of the agent's present attack, if the attack has a cooldown by agent.
void Thinker::start_agent_clock() {
    const int number = world_.attack[row_];
    const uint32_t index = world_.id[row_].index;
    const int64_t cooldown =
        agent_cooldown_of(world_, *archetype_, world_.monster.data(), row_, index, static_cast<size_t>(number));
    if (cooldown != 0) world_.agent_clocks.set(index, number, archetype_->agent_clocks, world_.clock.now + cooldown);
}

/// Checks whether an attack may begin, except for its angle: it is usable, in range, and its cooldown is over.
bool Thinker::fits(size_t number, const uint8_t* usable, int32_t distance, const Reach& reach) const {
    const Attack& attack = archetype_->attacks[number];
    if (usable != nullptr && usable[number] == 0) return false;
    if (!in_range(attack, distance, reach)) return false;
    return !attack.agent_clock ||
           world_.clock.reached(world_.agent_clocks.ready_at(world_.id[row_].index, static_cast<int>(number)));
}

/// An attack of an agent that is not at a circle: of an unmanaged agent, by an order, or of a managed agent which has
/// lost its circle since the hit. Once it has hit, it is played to its end, whatever becomes of its target.
bool Thinker::attack_free() {
    if (!has_target() && phase() != AttackPhase::struck) {
        end_attack_without_token(AttackEndCause::target_gone, world_.clock.now, no_serial);
        again_ = true;
        return stop(AgentState::idle);
    }
    if (reported(report_interrupt)) return finish_unmanaged(AttackEndCause::interrupted, world_.clock.now);
    if (phase() == AttackPhase::begun) {
        if (reported(report_hit)) times().hit_due = std::min(times().hit_due, world_.clock.now);
        if (world_.clock.reached(times().hit_due)) return strike();
        return reported(report_end) && finish_unmanaged(AttackEndCause::finished, world_.clock.now);
    }
    if (!world_.clock.reached(times().end_due) && !reported(report_end)) return false;
    return finish_unmanaged(AttackEndCause::finished, std::min(times().end_due, world_.clock.now));
}

/// Ends the attack. The agent is evaluated again in the next frame. If its attack has come to its end, and has not hit
/// in this evaluation, an unmanaged agent that is updated in this frame goes on now: else it would lose a frame between
/// two attacks.
bool Thinker::finish_unmanaged(AttackEndCause cause, int64_t recovery_from) {
    if (performs()) {
        end_performance(cause, recovery_from);
        return stop(archetype_->brain ? AgentState::pursue : AgentState::idle);
    }
    again_ = true;
    const bool hits_now = !out_.hits.empty() && out_.hits.back() == row_; // resolve_hits needs the attack
    const bool goes_on = !archetype_->managed && cause == AttackEndCause::finished && !hits_now && is_due(world_, row_);
    if (!goes_on) {
        end_attack_without_token(cause, recovery_from, target_serial());
        return stop(AgentState::pursue);
    }
    end_attack(cause, recovery_from, target_serial());
    world_.attack.change(row_) = -1;
    phase() = AttackPhase::none;
    go(AgentState::pursue);
    return !begins_to_return() && !backsteps();
}

/// Ends the attack. resolve_hits clears it from the agent's columns, after it has resolved the attack's hit.
void Thinker::end_attack_without_token(AttackEndCause cause, int64_t recovery_from, Serial target) {
    end_attack(cause, recovery_from, target);
    phase() = AttackPhase::over;
    out_.ended.push_back(row_);
}

int64_t Thinker::unmanaged_due() {
    if (state() == AgentState::attack)
        return world_.attack_phase[row_] == AttackPhase::begun ? times().hit_due : times().end_due;
    if (state() != AgentState::combat) return never;
    const int64_t recovered = world_.engagement[row_].recovered;
    if (!world_.clock.reached(recovered)) return recovered;
    again_ = true; // the agent turns, so an attack may fit in the next frame
    return never;
}

} // namespace fray
