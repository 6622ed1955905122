// evaluate_fsm: performing an attack (rules: Z1 to Z11 of Performing an attack).
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <string>

namespace fray::model {

/// Z2 and Z10, in the place of step 0. Returns true if the think ends.
bool ReferenceModel::perform_step_0(Agent& agent) {
    if (agent.has_taken_up_order()) return false;
    if (!agent.performing()) { // Z10: another order has replaced the order `perform`
        end_performance(agent, Cause::withdrew, no_serial, now_);
        go_to(agent,
              archetype_of(agent).autonomous && agent.target != no_serial ? AgentState::pursue : AgentState::idle);
        return true;
    }
    if (agent.role == Role::none && !agent.performance && !agent.token) return false; // it has nothing to give up
    tally_taking_up(agent);
    if (agent.role != Role::none) {
        if (agent.token) end_attack(agent, Cause::withdrew, now_);
        emit(EventType::withdraw, agent, agent.circle);
        give_up(agent, Cause::withdrew);
    } else if (agent.performance) {
        end_performance(agent, Cause::withdrew, no_serial, now_);
    } else { // an unmanaged agent's own attack
        emit(EventType::attack_end, agent, no_serial, Cause::withdrew, agent.token->attack);
        agent.ready_at = now_ + microseconds_of(figures_of(agent, agent.token->attack).recovery);
        agent.token.reset();
    }
    go_to(agent, archetype_of(agent).autonomous ? AgentState::pursue : AgentState::idle);
    return true;
}

/// For the tally: counts what an agent gives up for an order `perform`.
void ReferenceModel::tally_taking_up(const Agent& agent) {
    const std::string before = takes_time(agent.state)         ? "in a timed state"
                               : agent.role == Role::requester ? "a requester"
                               : agent.role == Role::striker   ? "a striker"
                               : agent.role == Role::holder    ? agent.token ? "a holder with token" : "a holder"
                               : agent.performance             ? "a performed attack"
                                                               : "its own attack";
    ++tally_["perform: gives up: " + before];
}

/// Z4 to Z8, in the place of the machine.
void ReferenceModel::perform(Agent& agent) {
    if (!agent.performance && !archetype_of(agent).autonomous && stunned(agent)) return;      // E18f
    if (agent.target == no_serial && !(agent.performance && agent.performance->hit_handed)) { // Z4
        ++tally_[agent.performance ? "perform: its target is gone" : "perform: its target is gone before Z5"];
        emit(EventType::attack_end, agent, no_serial, Cause::target_gone, agent.order.attack);
        agent.ready_at = now_ + microseconds_of(attack_def(agent, agent.order.attack).recovery);
        agent.performance.reset();
        go_to(agent, AgentState::idle);
        end_order(agent);
        return;
    }
    if (!agent.performance) take_up_order(agent);
    const bool before = agent.performance->begun;
    if (!before && !agent.reports.empty()) ++tally_["perform: report void, the windup had not begun"];
    if (before && agent.reports.count(AttackReport::interrupt) != 0) { // Z8, as U4.3
        ++tally_["perform: interrupted by a report"];
        return finish_order(agent, Cause::interrupted, now_);
    }
    if (!before) performance_steps_in(agent);
    if (agent.performance && agent.performance->begun) performance_begun(agent, before);
}

/// Z5.
void ReferenceModel::take_up_order(Agent& agent) {
    ++tally_[std::string(archetype_of(agent).autonomous ? "perform: taken up in "
                                                        : "perform: taken up without a brain in ") +
             to_string(agent.state)];
    agent.performance = Performance{.attack = agent.order.attack, .since = now_};
    go_to(agent, AgentState::attack);
}

/// Z6 and Z7.
void ReferenceModel::performance_steps_in(Agent& agent) {
    Performance& performance = *agent.performance;
    const AttackDef& attack = attack_def(agent, performance.attack);
    const Agent& target = agents_.at(agent.target);
    if (range_met(agent, attack, target, distance_mm(agent, target)) &&
        angle_met(attack, bearing(agent.position, agent.heading, target.position)) && has_line(agent, attack, target)) {
        const auto clock = agent.cooldowns.find(performance.attack);
        if (clock != agent.cooldowns.end() && !reached(clock->second))
            ++tally_["perform: begins in spite of its clock"];
        if (!reached(agent.ready_at)) ++tally_["perform: begins in spite of recovery"];
        if (!uses(agent, performance.attack)) ++tally_["perform: begins in spite of a phase or an act"];
        if (!hostile_[agent.team][target.team]) ++tally_["perform: begins against an agent that is not hostile"];
        performance.begun = true;
        performance.hit_due = now_ + microseconds_of(attack.windup);
        performance.end_due = now_ + microseconds_of(attack.duration);
        note_impact(agent, attack, target);
        emit_attack(agent, agent.target, performance.attack);
        const int64_t own = own_cooldown(agent, performance.attack);
        if (own > 0) agent.cooldowns[performance.attack] = now_ + own;
        return;
    }
    const int64_t limit = performance.since + microseconds_of(4.0);
    if (reached(limit)) finish_order(agent, Cause::timeout, limit);
}

/// Z8: hit and end, as M6.9 to M6.12 say. `before`: the windup had begun before this think. Otherwise reports are void.
void ReferenceModel::performance_begun(Agent& agent, bool before) {
    Performance& performance = *agent.performance;
    const bool hit_reported = before && agent.reports.count(AttackReport::hit) != 0;
    const bool end_reported = before && agent.reports.count(AttackReport::end) != 0;
    if (!performance.hit_handed && (reached(performance.hit_due) || hit_reported)) {
        performance.hit_handed = true;
        const int64_t due = hit_reported ? std::min(performance.hit_due, now_) : performance.hit_due;
        if (due < performance.hit_due) ++tally_["perform: hit reported"];
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
    if (!reached(performance.end_due)) ++tally_["perform: end reported"];
    finish_order(agent, Cause::finished, std::min(performance.end_due, now_));
}

/// The performed attack ends: event attack_end, and its recovery. The order is left as it is.
void ReferenceModel::end_performance(Agent& agent, Cause cause, Serial target, int64_t recovery_from) {
    const int attack = agent.performance->attack;
    agent.ready_at = recovery_from + microseconds_of(figures_of(agent, attack).recovery);
    agent.performance.reset();
    emit(EventType::attack_end, agent, target, cause, attack);
}

/// Z7 and Z8: the performed attack ends, and the order with it. The think ends.
void ReferenceModel::finish_order(Agent& agent, Cause cause, int64_t recovery_from) {
    end_performance(agent, cause, agent.target, recovery_from);
    go_to(agent, archetype_of(agent).autonomous ? AgentState::pursue : AgentState::idle);
    end_order(agent);
}

} // namespace fray::model
