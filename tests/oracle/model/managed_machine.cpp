// The states of managed agents, and what they share with unmanaged agents: the parts of an attack.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray::model {

// # The managed machine
// *Example.* A soldier gets a token for a dash with windup 0.3 s, duration 0.6 s and recovery 2 s in the frame at 1.0
// s. At 1.1 s it is within range and angle: event attack, hit due at 1.4 s, end at 1.7 s. At 1.4 s the hit is handed
// over. At 1.7 s the event attack_end (finished) follows, and the soldier is ready again at 3.7 s at the earliest. If
// the host had reported the hit at 1.3 s, it would be due at 1.3 s. An interruption at 1.3 s with
// `interrupt_grace_time` 0.5 s lets it step in again from the next frame until 1.8 s.

/// The states are `idle`, `managed_pursue`, `roam`, `approach`, `managed_combat` and `managed_attack`; and patrol,
/// follow, return, led and rout, which unmanaged agents have, too (see Monsters, Squads).
bool ReferenceModel::managed_machine(Agent& agent) {
    switch (agent.state) {
    case AgentState::idle: return idle(agent);
    case AgentState::pursue: return managed_pursue(agent);
    case AgentState::roam: return roam(agent);
    case AgentState::approach: return approach(agent);
    case AgentState::combat: return managed_combat(agent);
    case AgentState::attack: return managed_attack(agent);
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

// ## Giving up what it has at a circle

/// Where one of these cases applies, also in a timed state, the evaluation ends.
/// - `leave_circle`.
/// - An agent that plays its attack on (`managed_attack`) and is led or ordered away: event attack_end, cause withdrew,
///   with its target. Recovery counts from now. → led, or idle if it is not led.
/// - An agent without a role that is led and not in state led: → led, from any state.
/// - An agent without a role that is ordered away, in a timed state: → idle.
///
/// For an agent that routs led means rout (`led_state`).
bool ReferenceModel::managed_withdraw(Agent& agent) {
    if (leave_circle(agent)) return true;
    if (agent.token && agent.role == Role::none && (led(agent) || agent.ordered_away())) {
        end_attack(agent, Cause::withdrew, now_);
        go_to(agent, led(agent) ? led_state(agent) : AgentState::idle);
        return true;
    }
    if (led(agent)) {
        const AgentState state = led_state(agent);
        if (agent.state == state) return false;
        go_to(agent, state);
        return true;
    }
    if (agent.role != Role::none || !agent.ordered_away() || !is_timed_state(agent.state)) return false;
    go_to(agent, AgentState::idle);
    return true;
}

/// It concerns an agent with a role that is led or ordered away, a requester that wavers, and a requester or holder
/// whose target is not that of its circle.
///
/// With a token: event attack_end, cause withdrew, with the target of its circle, and recovery counts from now. (A
/// holder with a token keeps its target, `locked`.) Then event withdraw, with the target of the circle. The slot goes
/// back in resolve_hits: event unslot. Its cause is withdrew if the agent is led or ordered away, or wavers; otherwise
/// retargeted with a new target, lost without. → led if it is led. Otherwise → pursue with a target, idle without. It
/// requests again in the next frame at the earliest.
bool ReferenceModel::leave_circle(Agent& agent) {
    if (agent.role == Role::none) return false;
    const bool away = led(agent);
    const bool ordered = away || agent.ordered_away();
    const bool despairs = !ordered && agent.wavers;
    const bool stays = agent.role == Role::striker || agent.target == agent.circle;
    if (!ordered && stays && !(despairs && agent.role == Role::requester)) return false;
    if (agent.token) end_attack(agent, Cause::withdrew, now_);
    emit(EventType::withdraw, agent, agent.circle);
    give_up(agent, ordered || despairs ? Cause::withdrew : agent.target != no_serial ? Cause::retargeted : Cause::lost);
    go_to(agent, away ? led_state(agent) : agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    return true;
}

// resolve_hits takes back what the agent has at the circle.
void ReferenceModel::give_up(Agent& agent, Cause cause) {
    agent.gives_up = true;
    agent.gives_up_cause = cause;
}

// ## States without a slot

/// With a target → pursue. Without a target → follow, if it is far from the leader that it follows (`far_from_leader`);
/// otherwise → patrol, if it has patrols left (`patrols`); otherwise it may go to a user state.
bool ReferenceModel::idle(Agent& agent) {
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

/// Without a target → idle. A requester → roam. A holder → approach. Without a role, and if it rests (`leave_slot`)
/// → roam. Otherwise it requests, if it is near enough (`near_enough`): event request, and its evaluation ends. An
/// agent that supports or wavers (`wavers`), or is not near enough, does not request, and stays in pursue.
bool ReferenceModel::managed_pursue(Agent& agent) {
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
        go_to(agent, AgentState::roam);
        return true;
    }
    if (agent.supports || agent.wavers || !near_enough(agent)) return false;
    emit(EventType::request, agent, agent.target);
    agent.asks = true;
    return false;
}

/// An agent is near enough if it can be at the circle, or have its target in reach, within the `request_time` of the
/// circle: if this is 0, or mm(distance) - the greater of mm(approach radius) and its `greatest_reach` <= mm(speed *
/// `request_time`). The speed is `run_speed` of its archetype, whatever its phase,
/// times its speed factor. Both products are float, with `request_time` rounded to float. This is checked in every
/// frame, whether the agent is updated or not (`is_updated`).
bool ReferenceModel::near_enough(const Agent& agent) {
    const Agent& target = agents_.at(agent.target);
    const double time = circle_def(agent.target).request_time;
    if (time == 0.0) return true;
    const int64_t from = std::max<int64_t>(millimetres_of(approach_radius_of(target)), greatest_reach(agent, target));
    const int64_t way = distance_mm(agent, target) - from;
    const float speed = archetype_of(agent).body.run_speed * agent.speed_factor;
    return way <= millimetres_of(speed * static_cast<float>(time));
}

/// Without a target → idle. Without a role, and if it rests no longer → pursue. A holder → approach.
bool ReferenceModel::roam(Agent& agent) {
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

// ## States with a slot

/// An agent without a role → pursue, or idle without a target. A requester → roam.
bool ReferenceModel::not_a_holder(Agent& agent) {
    if (agent.role == Role::holder) return false;
    if (agent.role == Role::requester)
        go_to(agent, AgentState::roam);
    else
        go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    return true;
}

/// If the agent is not a holder: `not_a_holder`. In place, as classify_distances found it: event arrive, → combat.
/// Otherwise, if `arrival_timeout` (not 0) has passed since its last change of slot: event withdraw, → pursue, and its
/// evaluation ends. The slot goes back in resolve_hits (event unslot, cause arrival_timeout). The agent requests again
/// in the next frame.
bool ReferenceModel::approach(Agent& agent) {
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
    return false;
}

/// If the agent is not a holder: `not_a_holder`. If its slot has changed since it arrived → approach. With a token
/// → attack. Otherwise, if it has waited too long (`waited_too_long`): event withdraw, → pursue, and its evaluation
/// ends. The slot goes back in resolve_hits: event unslot, cause token_wait_timeout.
bool ReferenceModel::managed_combat(Agent& agent) {
    if (not_a_holder(agent)) return true;
    if (!agent.arrived) {
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
    return false;
}

/// A holder without a token gives up its slot
/// - if the circle's `token_wait_timeout` (not 0) has passed since it arrived;
/// - if 5 s have passed since it arrived, and a requester reserves there;
/// - if its unusable clock (`update_unusable_clock`) has run `no_attack_timeout` (not 0): the slot is of no use to it.
bool ReferenceModel::waited_too_long(const Agent& agent) {
    const int64_t limit = microseconds_of(circle_def(agent.circle).token_wait_timeout);
    if (limit != 0 && reached(agent.arrived_at + limit)) return true;
    if (reached(agent.arrived_at + microseconds_of(5.0)) && circles_.at(agent.circle).reserver != no_serial)
        return true;
    const int64_t unusable = microseconds_of(circle_def(agent.circle).no_attack_timeout);
    return unusable != 0 && agent.unusable_since && reached(*agent.unusable_since + unusable);
}

// ## Attack

/// Without a token, because resolve_hits (or a reload) has taken it back before the hit: `not_a_holder`. Otherwise a
/// reported interruption goes first (`interrupt`), then `step_in` until the attack begins, then `hit_and_end`.
///
/// *Playing on.* If the target dies or is gone after the hit has been handed over, its circle ends, and with it the
/// agent's slot, its token and its attack weight. But the agent *plays on*: it stays in state attack, without a role,
/// until the attack ends. It may scan, and take another target. The event attack_end names the target that it has by
/// then, or none.
bool ReferenceModel::managed_attack(Agent& agent) {
    if (!agent.token) return not_a_holder(agent);
    if (agent.reports.count(AttackReport::interrupt) != 0) {
        interrupt(agent);
        return false;
    }
    const AttackDef& attack = attack_def(agent, agent.token->attack);
    const bool before = agent.token->begun;
    if (!before) step_in(agent, attack);
    if (agent.token->begun) hit_and_end(agent, before);
    return false;
}

/// An agent is interrupted by the host's report, or by a stagger. The other reports of the frame are void then. If the
/// hit was handed over already, `interrupt_grace_time` is 0, or there is no circle (an unmanaged agent, or one that
/// plays on): event attack_end, cause interrupted, recovery counts from now, and `after_attack`.
///
/// Otherwise the agent steps in again, from the next frame's evaluation until now + `interrupt_grace_time`, which
/// replaces what was left of `attack_timeout`. There is no event; the next event attack begins the attack again. All
/// this holds for an agent that has not begun its windup, too.
void ReferenceModel::interrupt(Agent& agent) {
    Token& token = *agent.token;
    const int64_t grace =
        agent.circle == no_serial ? 0 : microseconds_of(circle_def(agent.circle).interrupt_grace_time);
    if (token.hit_handed || grace == 0) {
        end_attack(agent, Cause::interrupted, now_);
        after_attack(agent);
        return;
    }
    token.kept.reset();
    token.begun = false;
    token.interrupted = true;
    token.begin_until = now_ + grace;
}

/// The attack begins if it can (`can_begin`). Otherwise, when the time is over (`attack_timeout` since the token; after
/// an interruption, the grace): event attack_end, cause timeout (after an interruption: interrupted), and
/// `after_attack`. Recovery counts from that limit.
void ReferenceModel::step_in(Agent& agent, const AttackDef& attack) {
    Token& token = *agent.token;
    if (can_begin(agent, attack, agents_.at(agent.circle))) {
        begin_attack(agent, attack);
        return;
    }
    if (!reached(token.begin_until)) return;
    end_attack(agent, token.interrupted ? Cause::interrupted : Cause::timeout, token.begin_until);
    after_attack(agent);
}

/// An attack can begin if range[0] <= d <= range[1] and d <= engage range (`range_met`) for the distance d, and the
/// bearing (float) lies within the attack's angles. The target must also be on the agent's floor, the agent must not be
/// walled off from it (`walled_off`), the attack must have a clear line (`has_line`), and it must reach the target at
/// its hit (`will_reach`).
bool ReferenceModel::can_begin(const Agent& agent, const AttackDef& attack, const Agent& target) const {
    return range_met(agent, attack, target, distance_mm(agent, target)) &&
           angle_met(attack, bearing(agent.position, agent.heading, target.position)) &&
           will_reach(agent, attack, target) && has_line(agent, attack, target);
}

/// No attack begins that will miss its target only because that walks away, or because the agent cannot turn to it in
/// time.
///
/// Let d be the distance now, and d' that at the hit, if the target keeps its velocity; if the attack `keeps_speed`, so
/// does the agent (float; the windup in s is that in us, `attack_time`, * 1e-6). Then d in mm is at most its hit range
/// (`hit_range_of`) + its `lunge` - (d' - d). But any distance will do if the target is faster than the agent's
/// `run_speed`, or if that sum is less than touch + mm(the way of the target in this frame): waiting would not help.
///
/// The bearing of the target is at most `arc` / 2 + `turn_rate` * the part of the windup in which the agent still turns
/// (`tracking`; in s as above).
///
/// A projectile always reaches.
///
/// *Example.* An agent stands 1.9 m behind a target that walks away at 2 m/s. Its windup is 0.3 s, its hit range 2.5 m:
/// 1900 + 600 = 2500, so it may begin. At 1.901 m it comes nearer first.
bool ReferenceModel::will_reach(const Agent& agent, const AttackDef& attack, const Agent& target) const {
    if (attack.projectile_speed != 0.0f) return true;
    const Vec2 way = target.position - agent.position;
    const float run = archetype_of(agent).body.run_speed;
    const bool outruns = glm::dot(target.velocity, target.velocity) > run * run;
    const Vec2 moves = attack.keeps_speed ? target.velocity - agent.velocity : target.velocity;
    const Vec2 then = way + moves * (static_cast<float>(attack_time(agent, attack.windup)) * 1e-6f);
    const int64_t away = int64_t{millimetres(glm::dot(then, then))} - millimetres(glm::dot(way, way));
    const int64_t from = hit_range_of(agent, attack, target) + millimetres_of(attack.lunge) - away;
    const float step = std::sqrt(glm::dot(target.velocity, target.velocity)) * static_cast<float>(dt_);
    const bool helps = !outruns && from >= touch(agent, target) + millimetres_of(step);
    if (helps && distance_mm(agent, target) > from) return false;
    const int64_t turns_for = attack_time(agent, attack.windup * static_cast<double>(attack.tracking));
    const float half = attack.arc < 6.2831855f ? 0.5f * attack.arc : 4.0f;
    const float most = half + archetype_of(agent).body.turn_rate * (static_cast<float>(turns_for) * 1e-6f);
    return std::abs(bearing(agent.position, agent.heading, target.position)) <= most;
}

/// Event attack. The hit is due at now + windup, the end at now + duration.
void ReferenceModel::begin_attack(Agent& agent, const AttackDef& attack) {
    Token& token = *agent.token;
    token.begun = true;
    token.ever_begun = true;
    token.hit_due = now_ + attack_time(agent, attack.windup);
    token.end_due = now_ + attack_time(agent, attack.duration);
    note_impact(agent, attack, agents_.at(opponent(agent)));
    emit_attack(agent, opponent(agent), token.attack);
}

/// When the hit is due or reported, it is handed to resolve_hits. It is due then, or now if it was reported earlier.
/// When the end is due or reported: event attack_end, cause finished, and `after_attack`. Recovery counts from the due
/// time, or from now if that is earlier. An end that is reported before the hit is due leaves the hit out. Reports are
/// void for an agent that had not begun its windup before this evaluation, except for an interruption of a managed
/// agent.
void ReferenceModel::hit_and_end(Agent& agent, bool before) {
    // `before`: the windup had begun before this evaluation.
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
    }
    if (!reached(token.end_due) && !end_reported) return;
    end_attack(agent, Cause::finished, std::min(token.end_due, now_));
    after_attack(agent);
}

/// *Recovery*: the agent is not ready before the attack's `recovery` has passed since the time from which it counts.
void ReferenceModel::end_attack(Agent& agent, Cause cause, int64_t recovery_from) {
    Token& token = *agent.token;
    token.ended = true;
    agent.ready_at = recovery_from + attack_time(agent, figures_of(agent, token.attack).recovery);
    emit(EventType::attack_end, agent, opponent(agent), cause, token.attack);
    if (agent.circle == no_serial) agent.token.reset(); // otherwise resolve_hits takes it back
}

/// After an interruption, a timeout and the end, the evaluation ends. With `release_policy: attack`, if the agent has a
/// slot, and unless a requester reserves at its circle: → approach, and commit exchanges its slot (`commit_reslot`).
/// Otherwise → pursue, and the slot, if it still has one, goes back in resolve_hits: event unslot, cause finished.
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
    give_up(agent, Cause::finished);
    go_to(agent, AgentState::pursue);
}

} // namespace fray::model
