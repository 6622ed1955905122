// The states of unmanaged agents.
#include "reference_model.h"

#include "storage/rules_math.h"

namespace fray::model {

// # The unmanaged machine
// Unmanaged agents have no role, and no cooldowns by archetype or class. Without reactions an agent attacks wherever an
// attack fits. With reactions (`reacts`) it decides at the borders of distance bands, and begins no attack in pursue.

/// The states are `idle`, `unmanaged_pursue`, `unmanaged_combat` and `unmanaged_attack`, and those that managed agents
/// have, too (`managed_machine`).
bool ReferenceModel::unmanaged_machine(Agent& agent) {
    switch (agent.state) {
    case AgentState::idle: return idle(agent);
    case AgentState::pursue: return unmanaged_pursue(agent);
    case AgentState::combat: return unmanaged_combat(agent);
    case AgentState::attack: return unmanaged_attack(agent);
    case AgentState::patrol: return evaluate_patrol(agent);
    case AgentState::follow: return evaluate_follow(agent);
    case AgentState::returning: return evaluate_return(agent);
    case AgentState::led:
    case AgentState::rout: return evaluate_led(agent);
    default: return false;
    }
}

/// It applies to an agent that is led and not in state led, or ordered away, not led and not in idle. In attack: event
/// attack_end, cause withdrew, without a target (acquire_targets has cleared it), and recovery counts from now. → led,
/// or idle if it is not led, and its evaluation ends. (For an agent that routs led means rout, `led_state`.)
bool ReferenceModel::unmanaged_withdraw(Agent& agent) {
    const AgentState away = led(agent) ? led_state(agent) : AgentState::idle;
    if (away == AgentState::idle && !agent.ordered_away()) return false;
    if (agent.state == away) return false;
    if (agent.token) end_attack(agent, Cause::withdrew, now_);
    go_to(agent, away);
    return true;
}

/// Without a target → idle. Then,
/// - with reactions, after a change of band: it reacts (`react`). combat → combat. With stay, with heal, and in bands 3
///   and 4, its evaluation ends;
/// - without reactions: `take_fitting_attack`, in every frame in which it is updated.
///
/// Otherwise, if the run clock is due: the clock ends, → combat. Otherwise, close to its target (`close_to_target`)
/// → combat.
bool ReferenceModel::unmanaged_pursue(Agent& agent) {
    if (agent.target == no_serial) {
        go_to(agent, AgentState::idle);
        return true;
    }
    if (!archetype_of(agent).boss.reacts) {
        if (take_fitting_attack(agent)) return true;
    } else if (agent.band != agent.reaction_band) {
        const std::optional<Reaction> reaction = react(agent);
        if (reaction != Reaction::combat) return false;
        go_to(agent, AgentState::combat);
        return true;
    }
    if (agent.run_due && reached(*agent.run_due)) {
        agent.run_due.reset(); // the machine may come back to pursue in this evaluation
    } else if (!close_to_target(agent)) {
        return false;
    }
    go_to(agent, AgentState::combat);
    return true;
}

/// Without a target → idle. Otherwise `take_fitting_attack`, with or without reactions. Otherwise, not close to its
/// target (`close_to_target`) → pursue. Otherwise it stays, and checks again in every frame.
bool ReferenceModel::unmanaged_combat(Agent& agent) {
    if (agent.target == no_serial) {
        go_to(agent, AgentState::idle);
        return true;
    }
    if (take_fitting_attack(agent)) return true;
    if (!close_to_target(agent)) {
        go_to(agent, AgentState::pursue);
        return true;
    }
    return false;
}

/// If it has recovered (now >= the end of its recovery), and an attack fits → attack, with one of the attacks that fit,
/// by `attack_choice` (`choose_attack`). If the target's circle has `limits_unmanaged`, an attack of a class with a
/// limit there begins only with an answer that grants it (`answer_wishes`); then the agent chooses that. If it chooses
/// such an attack without an answer, it wishes for it and goes on. An attack that an answer refuses does not fit. An
/// answer counts for the target that it was given for, up to its last frame.
bool ReferenceModel::take_fitting_attack(Agent& agent) {
    if (!reached(agent.ready_at)) return false;
    std::vector<int> fitting = fitting_attacks(agent);
    const CircleDef& circle = archetype_of(agents_.at(agent.target)).circle;
    const bool counts = circle.limits_unmanaged && !circle.class_limits.empty() && agent.answer &&
                        agent.answer->target == agent.target && frame_ <= agent.answer->until;
    if (counts && !agent.answer->granted) std::erase(fitting, agent.answer->attack);
    if (fitting.empty()) return false;
    const bool may = counts && agent.answer->granted &&
                     std::find(fitting.begin(), fitting.end(), agent.answer->attack) != fitting.end();
    Token token;
    token.attack = may ? agent.answer->attack : choose_attack(agent, fitting);
    if (!may && circle.limits_unmanaged && class_limit(circle, attack_def(agent, token.attack).attack_class) >= 0) {
        agent.wish = token.attack;
        return false;
    }
    agent.token = token;
    go_to(agent, AgentState::attack);
    return true;
}

/// An attack *fits* an unmanaged agent if the agent uses it (`uses`), its clock per agent is over, and it `can_begin`
/// now.
std::vector<int> ReferenceModel::fitting_attacks(const Agent& agent) const {
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    const Agent& target = agents_.at(agent.target);
    std::vector<int> fitting;
    for (int i = 0; i < static_cast<int>(attacks.size()); ++i) {
        const auto own = agent.cooldowns.find(i);
        const bool over = own == agent.cooldowns.end() || reached(own->second);
        if (uses(agent, i) && over && can_begin(agent, attacks[i], target)) fitting.push_back(i);
    }
    return fitting;
}

/// The attack begins at once (`begin_attack`), and its clock per agent starts (`own_cooldown`).
/// - Without a target, because the target died or was despawned, and before the hit has been handed over: event
///   attack_end, cause target_gone, without a target. Recovery counts from now. → idle, and its evaluation ends. (An
///   attack_end after the hit names the target that the agent has by then, or none.)
/// - A reported interruption: `interrupt`.
/// - Otherwise `hit_and_end`.
///
/// After an interruption or an end → pursue, and its evaluation ends. But after an end, if this evaluation has not
/// handed over the hit, and the agent is updated in this frame (`is_updated`), it goes on with `begins_return`, a due
/// close clock and the machine. So an agent loses no frame between two attacks.
bool ReferenceModel::unmanaged_attack(Agent& agent) {
    const bool before = agent.token->begun;
    if (agent.target == no_serial && !agent.token->hit_handed) {
        end_attack(agent, Cause::target_gone, now_);
        go_to(agent, AgentState::idle);
        return false;
    }
    const AttackDef& attack = attack_def(agent, agent.token->attack);
    if (before && agent.reports.count(AttackReport::interrupt) != 0) {
        interrupt(agent);
        return false;
    }
    if (!before) {
        begin_attack(agent, attack);
        const int64_t own = own_cooldown(agent, agent.token->attack);
        if (own > 0) agent.cooldowns[agent.token->attack] = now_ + own;
    }
    const size_t hits = pending_hits_.size();
    hit_and_end(agent, before);
    if (agent.token || pending_hits_.size() != hits || !is_updated(agent)) return false;
    if (begins_return(agent)) return false;
    if (!close_clock_due(agent)) return true;
    backstep(agent, false);
    return false;
}

} // namespace fray::model
