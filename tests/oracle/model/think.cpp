#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray::model {

// ---- evaluate_fsm -----------------------------------------------------------------------------------------------

void ReferenceModel::think() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living() || !is_evaluated(agent)) continue;
        if (agent.target != no_serial && agents_.at(agent.target).gone) { // resolve_hits handles it
            if (agent.performing()) ++tally_["perform: left out, its target has gone"];
            continue;
        }
        if (is_free(agent) && agent.state != AgentState::attack && !is_updated(agent)) {
            ++tally_[agent.staggered ? "detail: a free one does not think, and is staggered"
                                     : "detail: a free one does not think"];
            continue; // the agent is not updated in this frame, so its decisions wait
        }
        think_one(agent);
    }
    for (auto& [serial, agent] : agents_) agent.reports.clear(); // reports hold for this frame's think only
    close_system(true);
}

/// An agent without a brain is evaluated only while it performs, or has to end a performed attack.
bool ReferenceModel::is_evaluated(const Agent& agent) const {
    return archetype_of(agent).autonomous || agent.performing() || agent.state == AgentState::attack;
}

void ReferenceModel::think_one(Agent& agent) {
    if (takes_time(agent.state)) {
        if (!agent.reports.empty() && agent.token) ++tally_["report void: staggered"];
        agent.reports.clear();
    }
    evaluate_monster(agent);
    if (archetype_of(agent).autonomous) look_at_phases(agent);
    think_in_order(agent);
    look_at_close_clock(agent); // runs wherever the think ended
    look_at_run_clock(agent);
}

/// A think, in the order of the rules. The function returns where the think ends.
void ReferenceModel::think_in_order(Agent& agent) {
    const bool staggered = agent.staggered;
    agent.staggered = false;
    if (staggered && led(agent))
        ++tally_["stagger void: led"];
    else if (staggered && agent.ordered_away())
        ++tally_["stagger void: ordered away"];
    tally_led(agent);
    agent.wavers = wavers(agent);
    if (agent.performing() || agent.performance) {
        if (perform_step_0(agent)) {
            if (staggered) ++tally_["perform: stagger void"];
            return;
        }
    } else if (step_0(agent)) {
        return;
    }
    if (staggered_or_stunned(agent, staggered)) return;
    const bool held = agent.state == AgentState::stagger && stunned(agent); // E18c
    if (takes_time(agent.state) && reached(agent.until) && !held) state_over(agent);
    if (takes_time(agent.state)) return;
    if (agent.performing()) return perform(agent);
    if (begins_return(agent)) return;
    if (close_clock_due(agent)) return backstep(agent, false);
    if (!is_free(agent) && reacts_now(agent) && react(agent) == Reaction::heal) return;
    while (is_free(agent) ? think_unmanaged(agent) : think_state(agent)) {
    }
}

/// Step 0 of both FSMs, and of managed agents without a role in timed states.
bool ReferenceModel::step_0(Agent& agent) {
    if (is_free(agent)) return free_step_0(agent);
    if (leaves_circle(agent)) return true;
    if (agent.token && agent.role == Role::none && (led(agent) || agent.ordered_away())) { // M0.8a
        ++tally_["plays on: led, or ordered away"];
        end_attack(agent, Cause::withdrew, now_);
        go_to(agent, led(agent) ? led_state(agent) : AgentState::idle);
        return true;
    }
    if (led(agent)) { // the agent has nothing at a circle; applies in any state
        const AgentState state = led_state(agent);
        if (agent.state == state) return false;
        if (takes_time(agent.state)) ++tally_["led without role: staggered, sliding or healing"];
        if (agent.state == AgentState::led) ++tally_["rout: an agent that was led by the move input"];
        if (agent.state == AgentState::rout) ++tally_["rout: ends by the move input"];
        go_to(agent, state);
        return true;
    }
    if (agent.role != Role::none || !agent.ordered_away() || !takes_time(agent.state)) return false;
    ++tally_["ordered away without role: staggered, sliding or healing"];
    go_to(agent, AgentState::idle);
    return true;
}

/// Rule 0: the agent gives up what it has at a circle, because it is led, because of an order, (a requester) because it
/// wavers, or (not for a striker) because it has another target now.
bool ReferenceModel::leaves_circle(Agent& agent) {
    if (agent.role == Role::none) return false;
    const bool away = led(agent);
    const bool ordered = away || agent.ordered_away();
    const bool despairs = !ordered && agent.wavers;
    const bool stays = agent.role == Role::striker || agent.target == agent.circle;
    if (!ordered && stays && !(despairs && agent.role == Role::requester)) return false;
    if (despairs && agent.role == Role::requester)
        ++tally_[stays ? "waver: a requester leaves its queue" : "waver: a requester leaves, with another target"];
    if (despairs && agent.role == Role::holder) ++tally_["waver: a holder changes its target"];
    if (routs(agent))
        ++tally_[agent.token                     ? "rout: gives up its token"
                 : agent.role == Role::requester ? "rout: leaves a queue"
                                                 : "rout: leaves a slot"];
    if (agent.role == Role::striker) ++tally_[away ? "a striker is led" : "a striker is ordered away"];
    if (away && agent.token && agent.role == Role::holder) ++tally_["a holder with token is led"];
    if (agent.token) end_attack(agent, Cause::withdrew, now_);
    emit(EventType::withdraw, agent, agent.circle);
    give_up(agent, ordered || despairs ? Cause::withdrew : agent.target != no_serial ? Cause::retargeted : Cause::lost);
    go_to(agent, away ? led_state(agent) : agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    return true;
}

/// The agent gives up what it has at the circle; resolve_hits takes it back.
void ReferenceModel::give_up(Agent& agent, Cause cause) {
    agent.gives_up = true;
    agent.gives_up_cause = cause;
}

/// Returns true if the state has changed and the think goes on.
bool ReferenceModel::think_state(Agent& agent) {
    switch (agent.state) {
    case AgentState::idle: return think_idle(agent);
    case AgentState::pursue: return think_pursue(agent);
    case AgentState::roam: return think_roam(agent);
    case AgentState::approach: return think_approach(agent);
    case AgentState::combat: return think_combat(agent);
    case AgentState::attack: return think_attack(agent);
    case AgentState::patrol: return evaluate_patrol(agent);
    case AgentState::follow: return evaluate_follow(agent);
    case AgentState::returning: return evaluate_return(agent);
    case AgentState::led:
    case AgentState::rout: return evaluate_led(agent);
    case AgentState::backstep:
    case AgentState::heal:
    case AgentState::stagger:
    case AgentState::dead: break;
    }
    return false;
}

/// A change of state causes an event; there is none if the agent is in that state already.
void ReferenceModel::go_to(Agent& agent, AgentState state) {
    if (agent.state == state) return;
    Event event;
    event.type = EventType::state;
    event.agent = agent.serial;
    event.a = static_cast<int32_t>(agent.state);
    event.b = static_cast<int32_t>(state);
    emit(event);
    agent.state = state;
}

bool ReferenceModel::think_idle(Agent& agent) {
    if (agent.target != no_serial)
        go_to(agent, AgentState::pursue);
    else if (far_from_leader(agent))
        go_to(agent, AgentState::follow);
    else if (patrols(agent))
        go_to(agent, AgentState::patrol);
    else
        return false;
    return true;
}

bool ReferenceModel::think_pursue(Agent& agent) {
    if (agent.target == no_serial) {
        go_to(agent, AgentState::idle);
        return true;
    }
    switch (agent.role) {
    case Role::requester: go_to(agent, AgentState::roam); return true;
    case Role::holder: go_to(agent, AgentState::approach); return true;
    case Role::striker:
    case Role::none: break;
    }
    if (rests(agent)) {
        ++tally_["rests"];
        go_to(agent, AgentState::roam);
        return true;
    }
    if (agent.supports) { // M2.7
        ++tally_["support: does not request"];
        return false;
    }
    if (agent.wavers) { // M2.7
        ++tally_["waver: does not request"];
        return false;
    }
    if (!near_enough(agent)) return false; // it stays in pursue
    emit(EventType::request, agent, agent.target);
    agent.asks = true;
    return false; // the think ends
}

/// M2.5: it can run to the circle within `request_time`. Checked in every frame, whether or not it is updated.
bool ReferenceModel::near_enough(const Agent& agent) {
    const Agent& target = agents_.at(agent.target);
    const double time = circle_def(agent.target).request_time;
    if (time == 0.0) return true;
    const int64_t way = int64_t{distance_mm(agent, target)} - millimetres_of(approach_radius_of(target));
    const float speed = archetype_of(agent).body.run_speed * agent.speed_factor;
    const bool near = way <= millimetres_of(speed * static_cast<float>(time));
    if (!near)
        ++tally_[is_updated(agent) ? "not near enough to request" : "not near enough to request, not updated"];
    else if (!is_updated(agent))
        ++tally_["near enough to request, not updated"];
    return near;
}

bool ReferenceModel::think_roam(Agent& agent) {
    if (agent.target == no_serial)
        go_to(agent, AgentState::idle);
    else if (agent.role == Role::none && !rests(agent))
        go_to(agent, AgentState::pursue);
    else if (agent.role == Role::holder)
        go_to(agent, AgentState::approach);
    else
        return false;
    return true;
}

/// Without a role it goes to pursue (idle without a target); a requester goes to roam.
bool ReferenceModel::not_a_holder(Agent& agent) {
    if (agent.role == Role::holder) return false;
    if (agent.role == Role::requester)
        go_to(agent, AgentState::roam);
    else
        go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    return true;
}

bool ReferenceModel::think_approach(Agent& agent) {
    if (not_a_holder(agent)) return true;
    if (agent.in_place) {
        agent.arrived = true;
        agent.arrived_at = now_;
        emit(EventType::arrive, agent, agent.circle, Cause::none, -1, agent.slot);
        go_to(agent, AgentState::combat);
        return true;
    }
    const int64_t limit = microseconds_of(circle_def(agent.circle).arrival_timeout);
    if (limit == 0 || !reached(agent.slot_since + limit)) return false;
    emit(EventType::withdraw, agent, agent.circle);
    give_up(agent, Cause::arrival_timeout);
    go_to(agent, AgentState::pursue);
    return false; // the think ends
}

bool ReferenceModel::think_combat(Agent& agent) {
    if (not_a_holder(agent)) return true;
    if (!agent.arrived) { // its slot has changed since it arrived
        go_to(agent, AgentState::approach);
        return true;
    }
    if (agent.token) {
        go_to(agent, AgentState::attack);
        return true;
    }
    if (!waited_too_long(agent)) return false;
    emit(EventType::withdraw, agent, agent.circle);
    give_up(agent, Cause::token_wait_timeout);
    go_to(agent, AgentState::pursue);
    return false; // the think ends
}

/// `token_wait_timeout` has passed since it arrived; or 5 s have, and capacity is reserved there; or its unusable clock
/// has run `no_attack_timeout`.
bool ReferenceModel::waited_too_long(const Agent& agent) {
    const int64_t limit = microseconds_of(circle_def(agent.circle).token_wait_timeout);
    if (limit != 0 && reached(agent.arrived_at + limit)) {
        ++tally_["gives up by token_wait_timeout"];
        return true;
    }
    if (reached(agent.arrived_at + microseconds_of(5.0)) && circles_.at(agent.circle).reserver != no_serial) {
        ++tally_["gives up after 5 s: an agent reserves"];
        return true;
    }
    const int64_t unusable = microseconds_of(circle_def(agent.circle).no_attack_timeout);
    if (unusable == 0 || !agent.unusable_since || !reached(*agent.unusable_since + unusable)) return false;
    ++tally_["gives up by no_attack_timeout"];
    return true;
}

bool ReferenceModel::think_attack(Agent& agent) {
    if (!agent.token) return not_a_holder(agent); // the token was returned: the target died or was despawned
    if (agent.reports.count(AttackReport::interrupt) != 0) {
        interrupted(agent);
        return false;
    }
    const AttackDef& attack = attack_def(agent, agent.token->attack);
    const bool before = agent.token->begun;
    if (!before && !agent.reports.empty()) ++tally_["report void: the windup had not begun"];
    if (!before) stepping_in(agent, attack);
    if (agent.token->begun) begun(agent, before);
    return false;
}

/// An interruption goes before the other reports of the frame, and before hits and ends that are due.
void ReferenceModel::interrupted(Agent& agent) {
    Token& token = *agent.token;
    const int64_t grace =
        agent.circle == no_serial ? 0 : microseconds_of(circle_def(agent.circle).interrupt_grace_time);
    if (agent.reports.size() > 1) ++tally_["report void: an interruption goes before"];
    if (token.hit_handed || grace == 0) {
        if (agent.role == Role::striker) ++tally_["a striker is interrupted"];
        end_attack(agent, Cause::interrupted, now_);
        after_attack(agent);
        return;
    }
    ++tally_[token.begun ? "interrupted with grace: in the windup" : "interrupted with grace: while stepping in"];
    token.kept.reset();
    token.begun = false; // it may begin again, from the next frame's think on
    token.interrupted = true;
    token.begin_until = now_ + grace;
}

void ReferenceModel::stepping_in(Agent& agent, const AttackDef& attack) {
    Token& token = *agent.token;
    if (steps_in(agent, attack)) {
        if (token.ever_begun) ++tally_["begins anew after an interruption"];
        begin_attack(agent, attack);
        return;
    }
    if (!reached(token.begin_until)) return;
    end_attack(agent, token.interrupted ? Cause::interrupted : Cause::timeout, token.begin_until);
    after_attack(agent);
}

/// `before`: the windup had begun before this think. Otherwise reports are void.
void ReferenceModel::begun(Agent& agent, bool before) {
    Token& token = *agent.token;
    const bool hit_reported = before && agent.reports.count(AttackReport::hit) != 0;
    const bool end_reported = before && agent.reports.count(AttackReport::end) != 0;
    if (!token.hit_handed && (reached(token.hit_due) || hit_reported)) {
        const int64_t due = hit_reported ? std::min(token.hit_due, now_) : token.hit_due;
        token.hit_handed = true;
        pending_hits_.push_back({due,
                                 agent.serial,
                                 PendingHit::Kind::hit,
                                 0,
                                 opponent(agent),
                                 token.attack,
                                 damage_of(agent, figures_of(agent, token.attack)),
                                 {},
                                 token.kept});
        agent.launches = !is_free(agent) && archetype_of(agent).engagement.release_policy == ReleasePolicy::launch;
        if (due < token.hit_due) ++tally_["hit reported"];
    }
    if (!reached(token.end_due) && !end_reported) return;
    if (!reached(token.end_due)) ++tally_["end reported"];
    if (!token.hit_handed) ++tally_["end reported before the hit"];
    if (agent.launches) ++tally_["hit and end of a launch in one think"];
    end_attack(agent, Cause::finished, std::min(token.end_due, now_));
    after_attack(agent);
}

/// The attack may begin: the distance satisfies the attack's range and the engage range, and the bearing lies within
/// the angles.
bool ReferenceModel::steps_in(const Agent& agent, const AttackDef& attack) const {
    const Agent& target = agents_.at(agent.circle);
    return range_met(agent, attack, target, distance_mm(agent, target)) &&
           angle_met(attack, bearing(agent.position, agent.heading, target.position)) &&
           has_line(agent, attack, target);
}

void ReferenceModel::begin_attack(Agent& agent, const AttackDef& attack) {
    Token& token = *agent.token;
    token.begun = true;
    token.ever_begun = true;
    token.hit_due = now_ + microseconds_of(attack.windup);
    token.end_due = now_ + microseconds_of(attack.duration);
    note_impact(agent, attack, agents_.at(opponent(agent)));
    emit_attack(agent, opponent(agent), token.attack);
}

/// The attack ends. resolve_hits returns its weight, and refunds its cooldowns if no windup began.
void ReferenceModel::end_attack(Agent& agent, Cause cause, int64_t recovery_from) {
    Token& token = *agent.token;
    token.ended = true;
    agent.ready_at = recovery_from + microseconds_of(figures_of(agent, token.attack).recovery);
    emit(EventType::attack_end, agent, opponent(agent), cause, token.attack);
    if (agent.circle == no_serial) agent.token.reset(); // an agent without a circle has nothing to return
}

/// What follows the end of an attack. The think ends.
void ReferenceModel::after_attack(Agent& agent) {
    if (agent.circle == no_serial) return go_to(agent, AgentState::pursue);
    const bool keeps =
        agent.role == Role::holder && archetype_of(agent).engagement.release_policy == ReleasePolicy::attack;
    const bool reserved = circles_.at(agent.circle).reserver != no_serial;
    if (keeps && !reserved) {
        agent.reslots = true;
        go_to(agent, AgentState::approach);
        return;
    }
    if (keeps) ++tally_["slot given up after an attack: an agent reserves"];
    give_up(agent, Cause::finished);
    go_to(agent, AgentState::pursue);
}

} // namespace fray::model
