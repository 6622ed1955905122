// evaluate_fsm: agents under an order `perform`.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # Performing an attack
// An attack that an agent begins because of an order `perform` is a *performed* attack. It takes no token, and nothing
// of any circle. These rules hold for managed and unmanaged agents, and for agents without a brain. For an agent that
// is performing they take the place of the user states (but for the stagger), of `managed_withdraw` or
// `unmanaged_withdraw`, of `begins_return`, a due close clock and a reaction, and of the machine.
//
// Each order `perform` that an agent takes up ends with exactly one event attack_end. Its cause is finished,
// interrupted, timeout, target_gone, withdrew or died.
//
// *Example.* A player's knight without a brain stands 6 m from an ogre; touch is 1300. At 2.0 s the host orders it to
// perform `lunge`, with range 0 to 2.5 m, windup 0.4 s and duration 0.9 s. In this frame the ogre becomes its target
// (cause ordered), its state goes from idle to attack, and it runs to the striking distance of 2350 mm. At 2.8 s it is
// 2480 mm away and faces the ogre: event attack, the hit is due at 3.2 s, the end at 3.7 s. At 3.7 s: attack_end
// (finished), state idle, and the order is `free`. Had the ogre walked away faster than the knight runs, attack_end
// (timeout) would have come at 6.0 s.

/// Before an agent takes up its order (`take_up_order`), it gives up what it has, also from a timed state:
/// - With a role, what it has at its circle as by an order (with a token: attack_end, cause withdrew; withdraw; unslot,
///   cause withdrew).
/// - Without a role, an attack in progress (stepping in or begun), perhaps of an earlier order `perform`: event
///   attack_end, cause withdrew, without a target.
///
/// Recovery counts from now. → pursue (without a brain → idle), and its evaluation ends.
///
/// If an order of another kind has replaced that of a performed attack, the attack ends in the same way, but → pursue
/// with a target, idle without a target or without a brain.
bool ReferenceModel::perform_withdraw(Agent& agent) {
    if (agent.has_taken_up_order()) return false;
    if (!agent.performing()) {
        end_performance(agent, Cause::withdrew, no_serial, now_);
        go_to(agent,
              archetype_of(agent).autonomous && agent.target != no_serial ? AgentState::pursue : AgentState::idle);
        return true;
    }
    if (agent.role == Role::none && !agent.performance && !agent.token) return false;
    if (agent.role != Role::none) {
        if (agent.token) end_attack(agent, Cause::withdrew, now_);
        emit(EventType::withdraw, agent, agent.circle);
        give_up(agent, Cause::withdrew);
    } else if (agent.performance) {
        end_performance(agent, Cause::withdrew, no_serial, now_);
    } else { // an unmanaged agent's own attack
        emit(EventType::attack_end, agent, no_serial, Cause::withdrew, agent.token->attack);
        agent.ready_at = now_ + attack_time(agent, figures_of(agent, agent.token->attack).recovery);
        agent.token.reset();
    }
    go_to(agent, archetype_of(agent).autonomous ? AgentState::pursue : AgentState::idle);
    return true;
}

/// Without a target, because the ordered agent died, is gone, or is on another floor, and before the hit has been
/// handed over: event attack_end, cause target_gone, without a target, with the ordered attack even if it was never
/// begun. Recovery counts from now. → idle, and the order ends (`end_order`).
///
/// Otherwise an agent that has not taken up the order does so (`take_up_order`). It steps in (`performance_step_in`)
/// until the attack begins, then `performance_hit_and_end` follows. A reported interruption of a begun attack goes
/// first: `finish_order`, cause interrupted, and recovery counts from now, without a grace.
///
/// A stunned agent without a brain that has not taken up the order waits with all this until it is not stunned.
void ReferenceModel::perform(Agent& agent) {
    if (!agent.performance && !archetype_of(agent).autonomous && stunned(agent)) return;
    if (agent.target == no_serial && !(agent.performance && agent.performance->hit_handed)) {
        emit(EventType::attack_end, agent, no_serial, Cause::target_gone, agent.order.attack);
        agent.ready_at = now_ + attack_time(agent, figures_of(agent, agent.order.attack).recovery);
        agent.performance.reset();
        go_to(agent, AgentState::idle);
        end_order(agent);
        return;
    }
    if (!agent.performance) take_up_order(agent);
    const bool before = agent.performance->begun;
    if (before && agent.reports.count(AttackReport::interrupt) != 0)
        return finish_order(agent, Cause::interrupted, now_);
    if (!before) performance_step_in(agent);
    if (agent.performance && agent.performance->begun) performance_hit_and_end(agent, before);
}

/// → attack, from any state. The agent *steps in* from now on, for 4 s at most.
void ReferenceModel::take_up_order(Agent& agent) {
    agent.performance = Performance{.attack = agent.order.attack, .since = now_};
    go_to(agent, AgentState::attack);
}

/// If the attack `can_begin`: event attack. The hit is due at now + windup, the end at now + duration. The attack's
/// clock per agent starts (`own_cooldown`). Neither this clock nor another cooldown, a phase, a state of a monster,
/// recovery, weight or capacity keeps the attack from beginning.
///
/// Otherwise, when now is 4 s or more after the agent took up the order: event attack_end, cause timeout
/// (`finish_order`). Recovery counts from these 4 s.
void ReferenceModel::performance_step_in(Agent& agent) {
    Performance& performance = *agent.performance;
    const AttackDef& attack = attack_def(agent, performance.attack);
    const Agent& target = agents_.at(agent.target);
    if (can_begin(agent, attack, target)) {
        performance.begun = true;
        performance.hit_due = now_ + attack_time(agent, attack.windup);
        performance.end_due = now_ + attack_time(agent, attack.duration);
        note_impact(agent, attack, target);
        emit_attack(agent, agent.target, performance.attack);
        const int64_t own = own_cooldown(agent, performance.attack);
        if (own > 0) agent.cooldowns[performance.attack] = now_ + own;
        return;
    }
    const int64_t limit = performance.since + microseconds_of(4.0);
    if (reached(limit)) finish_order(agent, Cause::timeout, limit);
}

/// The hit, the end and reports of them as in `hit_and_end`, with `finish_order` at the end.
void ReferenceModel::performance_hit_and_end(Agent& agent, bool before) {
    // `before`: the windup had begun before this evaluation.
    Performance& performance = *agent.performance;
    const bool hit_reported = before && agent.reports.count(AttackReport::hit) != 0;
    const bool end_reported = before && agent.reports.count(AttackReport::end) != 0;
    if (!performance.hit_handed && (reached(performance.hit_due) || hit_reported)) {
        performance.hit_handed = true;
        const int64_t due = hit_reported ? std::min(performance.hit_due, now_) : performance.hit_due;
        pending_hits_.push_back({due,
                                 agent.serial,
                                 PendingHit::Kind::hit,
                                 0,
                                 agent.target,
                                 performance.attack,
                                 damage_of(agent, figures_of(agent, performance.attack)),
                                 {},
                                 performance.kept});
    }
    if (!reached(performance.end_due) && !end_reported) return;
    finish_order(agent, Cause::finished, std::min(performance.end_due, now_));
}

// The order is left as it is.
void ReferenceModel::end_performance(Agent& agent, Cause cause, Serial target, int64_t recovery_from) {
    const int attack = agent.performance->attack;
    agent.ready_at = recovery_from + attack_time(agent, figures_of(agent, attack).recovery);
    agent.performance.reset();
    emit(EventType::attack_end, agent, target, cause, attack);
}

/// When a performed attack ends (event attack_end), its order ends, too (`end_order`). → pursue, without a brain →
/// idle, and its evaluation ends. An agent with a brain is evaluated again in the next frame.
void ReferenceModel::finish_order(Agent& agent, Cause cause, int64_t recovery_from) {
    end_performance(agent, cause, agent.target, recovery_from);
    go_to(agent, archetype_of(agent).autonomous ? AgentState::pursue : AgentState::idle);
    end_order(agent);
}

} // namespace fray::model
