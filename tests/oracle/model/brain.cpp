// acquire_targets: sight; evaluate_fsm: unmanaged agents, timed states, phases, reactions,
// clocks.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// ---- acquire_targets: sight ---------------------------------------------------------------------------------------

/// Scans for the agent alone, not for its squad. It never changes to a nearer target.
void ReferenceModel::scan_by_sight(Agent& agent) {
    if (agent.target != no_serial && keeps_in_sight(agent)) return;
    const Serial before = agent.target;
    const Cause cause = before != no_serial ? Cause::lost : Cause::found;
    std::vector<Serial> seen = in_sight(agent);
    if (archetype_of(agent).perception.needs_line_of_sight && ground_ == nullptr) {
        if (seen.size() > 4) {
            ++tally_["sight: more than four to ask about"];
            seen.resize(4);
        }
        for (const Serial other : seen) {
            questions_.emplace_back(agent.serial, other);
            asked_[{agent.serial, other}] = now_;
        }
        if (!seen.empty()) ++tally_["sight: asks"];
        seen.clear(); // without ground the host must be asked first
    }
    if (archetype_of(agent).perception.needs_line_of_sight && ground_ != nullptr)
        ++tally_[seen.empty() ? "ground: no hostile is in line of sight" : "ground: a hostile is in line of sight"];
    const Serial found = seen.empty() ? no_serial : seen.front();
    if (found == no_serial && cause == Cause::found) return;
    if (found != no_serial && found == before) {
        ++tally_["sight: takes the target again that it has just lost"];
        return;
    }
    if (found != no_serial && cause == Cause::lost && found != before)
        ++tally_["sight: lost its target, takes another"];
    change_target(agent, found, cause);
}

/// The agent keeps its target while the target is hostile, on its floor, and nearer than the last threshold.
bool ReferenceModel::keeps_in_sight(const Agent& agent) const {
    const Agent& target = agents_.at(agent.target);
    const float track = thresholds_of(agent, target)[3];
    return hostile_[agent.team][target.team] && target.floor == agent.floor && !apart(agent, target) &&
           !held_back_from(agent, target) && distance_squared(agent.position, target.position) < track * track;
}

/// The agents that the agent sees, sorted by distance, then serial.
std::vector<Serial> ReferenceModel::in_sight(const Agent& agent) const {
    std::vector<Key> seen;
    for (const auto& [serial, other] : agents_)
        if (within_sight(agent, other) && in_field_of_view(agent, other) && in_line(agent, other))
            seen.push_back(key(agent, other));
    std::sort(seen.begin(), seen.end());
    std::vector<Serial> result;
    for (const Key& one : seen) result.push_back(std::get<Serial>(one));
    return result;
}

/// Whether `other` is another agent that is living, hostile, on the same floor and within its sight radius.
bool ReferenceModel::within_sight(const Agent& agent, const Agent& other) const {
    const float sight = sight_radius_of(agent);
    return other.serial != agent.serial && other.living() && hostile_[agent.team][other.team] &&
           other.floor == agent.floor && !apart(agent, other) && !held_back_from(agent, other) &&
           distance_squared(agent.position, other.position) <= sight * sight;
}

bool ReferenceModel::in_field_of_view(const Agent& agent, const Agent& other) const {
    const float half = archetype_of(agent).perception.fov * 0.5f;
    const float angle = bearing(agent.position, agent.heading, other.position);
    return -half <= angle && angle <= half;
}

/// Takes the nearest of the targets that the host has confirmed, then the lower serial. The field of view is not
/// checked again.
bool ReferenceModel::take_by_answer(Agent& agent) {
    const ArchetypeDef& def = archetype_of(agent);
    if (def.perception.targeting != Targeting::sight || !def.perception.needs_line_of_sight) return false;
    if (agent.target != no_serial && !agent.seen.empty()) ++tally_["sight: answer to an agent that has a target"];
    if (agent.target != no_serial) return false;
    const Agent* nearest = nullptr;
    for (const Serial serial : agent.seen) {
        const auto found = agents_.find(serial);
        if (found == agents_.end() || !within_sight(agent, found->second)) {
            ++tally_["sight: yes about an agent that is gone or out of sight"];
            continue;
        }
        const Agent& other = found->second;
        if (!in_field_of_view(agent, other)) ++tally_["sight: yes about an agent outside the field of view"];
        if (nearest == nullptr || key(agent, other) < key(agent, *nearest)) nearest = &other;
    }
    if (nearest == nullptr) return false;
    ++tally_["sight: found by the host's answer"];
    if (agent.flagged) ++tally_["sight: found by the host's answer, keeps its flag"];
    change_target(agent, nearest->serial, Cause::found);
    return true;
}

// ---- evaluate_fsm: the FSM of unmanaged agents --------------------------------------------------------------------

/// Returns true if the state has changed and the think goes on.
bool ReferenceModel::think_unmanaged(Agent& agent) {
    switch (agent.state) {
    case AgentState::idle: return think_idle(agent);
    case AgentState::pursue: return unmanaged_pursue(agent);
    case AgentState::combat: return unmanaged_combat(agent);
    case AgentState::attack: return free_attack(agent);
    case AgentState::patrol: return evaluate_patrol(agent);
    case AgentState::follow: return evaluate_follow(agent);
    case AgentState::returning: return evaluate_return(agent);
    case AgentState::led:
    case AgentState::rout: return evaluate_led(agent);
    default: return false;
    }
}

bool ReferenceModel::free_step_0(Agent& agent) {
    const AgentState away = led(agent) ? led_state(agent) : AgentState::idle;
    if (away == AgentState::idle && !agent.ordered_away()) return false;
    if (agent.state == away) return false;
    if (takes_time(agent.state))
        ++tally_[away != AgentState::idle ? "free: led while staggered, sliding or healing"
                                          : "free: ordered away while staggered, sliding or healing"];
    if (agent.token && away == AgentState::led) ++tally_["free: led in attack"];
    if (agent.token && away == AgentState::rout) ++tally_["free: routs in attack"];
    if (agent.token) end_attack(agent, Cause::withdrew, now_);
    go_to(agent, away);
    return true;
}

bool ReferenceModel::unmanaged_pursue(Agent& agent) {
    if (agent.target == no_serial) {
        go_to(agent, AgentState::idle);
        return true;
    }
    if (!archetype_of(agent).boss.reacts) {
        if (take_fitting_attack(agent)) {
            ++tally_["free: attacks in pursue"];
            return true;
        }
    } else if (agent.band != agent.reaction_band) {
        const std::optional<Reaction> reaction = react(agent);
        if (reaction != Reaction::combat) return false; // the think ends, in bands 3 and 4 too
        go_to(agent, AgentState::combat);
        return true;
    }
    if (agent.run_due && reached(*agent.run_due)) {
        ++tally_["run clock due"];
        agent.run_due.reset(); // reset, because the FSM may come back to pursue in this think
    } else if (!close_to_target(agent)) {
        return false;
    }
    go_to(agent, AgentState::combat);
    return true;
}

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
    ++tally_[!reached(agent.ready_at) ? "free: recovers in combat" : "free: waits in combat for an attack that fits"];
    return false;
}

/// U2.2a and U3.2. Returns true if the agent goes to state attack.
bool ReferenceModel::take_fitting_attack(Agent& agent) {
    if (!reached(agent.ready_at)) return false;
    const std::vector<int> fitting = fitting_now(agent);
    if (fitting.empty()) return false;
    Token token;
    token.attack = choose_attack(agent, fitting);
    agent.token = token;
    go_to(agent, AgentState::attack);
    return true;
}

/// Begins the attack if it has not begun. Then state attack continues as for managed agents.
bool ReferenceModel::free_attack(Agent& agent) {
    const bool before = agent.token->begun;
    if (agent.target == no_serial && !agent.token->hit_handed) { // the target died or was despawned
        end_attack(agent, Cause::target_gone, now_);
        go_to(agent, AgentState::idle);
        return false; // the think ends
    }
    const AttackDef& attack = attack_def(agent, agent.token->attack);
    if (before && agent.reports.count(AttackReport::interrupt) != 0) {
        interrupted(agent);
        return false;
    }
    if (!before) {
        begin_attack(agent, attack);
        const int64_t own = own_cooldown(agent, agent.token->attack);
        if (own > 0) agent.cooldowns[agent.token->attack] = now_ + own;
    }
    const size_t hits = pending_hits_.size();
    begun(agent, before);
    if (agent.token || pending_hits_.size() != hits || !is_updated(agent)) return false;
    ++tally_["free: goes on after an attack"]; // U4.5: with E11
    if (begins_return(agent)) return false;
    if (!close_clock_due(agent)) return true;
    backstep(agent, false);
    return false;
}

/// The attacks that its phase uses, if their cooldowns are over and their range and angles hold now.
std::vector<int> ReferenceModel::fitting_now(const Agent& agent) const {
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    const Agent& target = agents_.at(agent.target);
    std::vector<int> fitting;
    for (int i = 0; i < static_cast<int>(attacks.size()); ++i) {
        const auto own = agent.cooldowns.find(i);
        const bool over = own == agent.cooldowns.end() || reached(own->second);
        if (uses(agent, i) && over && range_met(agent, attacks[i], target, distance_mm(agent, target)) &&
            angle_met(attacks[i], bearing(agent.position, agent.heading, target.position)) &&
            has_line(agent, attacks[i], target))
            fitting.push_back(i);
    }
    return fitting;
}

// ---- evaluate_fsm: timed states -----------------------------------------------------------------------------------

bool ReferenceModel::takes_time(AgentState state) {
    return state == AgentState::stagger || state == AgentState::backstep || state == AgentState::heal;
}

/// A holder that enters a timed state is no longer arrived, and `arrival_timeout` counts from now.
void ReferenceModel::come_into(Agent& agent, AgentState state, int64_t until) {
    agent.until = until;
    if (agent.state == state) return;
    if (agent.role == Role::holder) {
        if (agent.arrived) ++tally_["arrival ends: staggered, slides back or heals"];
        agent.arrived = false;
        agent.slot_since = now_;
    }
    go_to(agent, state);
}

/// E9, E18a, E18d and E18f. Returns true if the think ends.
bool ReferenceModel::staggered_or_stunned(Agent& agent, bool staggered) {
    if (led(agent) || agent.ordered_away()) {
        if (stunned(agent)) ++tally_[led(agent) ? "stun: not staggered, led" : "stun: not staggered, ordered away"];
        return false;
    }
    const bool stuns = stunned(agent);
    if (stuns) tally_stun(agent, staggered);
    if (!archetype_of(agent).autonomous) {
        if (!stuns || !agent.has_taken_up_order()) return false;
        finish_order(agent, Cause::interrupted, now_);
        return true;
    }
    const bool anew = staggered || (stuns && agent.state != AgentState::stagger);
    if (anew) stagger(agent, staggered ? microseconds_of(archetype_of(agent).poise.stagger_time) : 0);
    if (stuns && agent.role == Role::holder) agent.slot_since = agent.stunned_until;
    return anew;
}

/// For the tally: counts what a stun meets.
void ReferenceModel::tally_stun(const Agent& agent, bool staggered) {
    if (!archetype_of(agent).autonomous) {
        ++tally_[!agent.has_taken_up_order() ? "stun: without a brain, an order is not taken up"
                 : agent.performance->begun  ? "stun: without a brain, ends a performed attack"
                                             : "stun: without a brain, ends an order in which it steps in"];
        return;
    }
    if (staggered) ++tally_[agent.state == AgentState::stagger ? "stun: staggered again" : "stun: staggered as well"];
    if (agent.state == AgentState::stagger) {
        if (!reached(agent.until)) ++tally_["stun: in stagger for longer, or by a hit"];
        return;
    }
    ++tally_[std::string(is_free(agent) ? "stun: free, in " : "stun: managed, in ") + to_string(agent.state)];
    if (agent.role == Role::requester) ++tally_["stun: a requester"];
    if (agent.role == Role::striker) ++tally_["stun: a striker"];
    if (agent.role == Role::holder) ++tally_[agent.token ? "stun: a holder with token" : "stun: a holder"];
    if (agent.state == AgentState::backstep && agent.slides_to_heal) ++tally_["stun: in a backstep to heal"];
    if (agent.order.kind != OrderKind::free) ++tally_[std::string("stun: under ") + to_string(agent.order.kind)];
    if (super_armour_of(agent)) ++tally_["stun: in spite of super armour"];
    if (archetype_of(agent).poise.stagger_time == 0.0) ++tally_["stun: in spite of a stagger of 0"];
}

/// An attack in progress, or a token, is interrupted as if the host had reported it, before anything else.
void ReferenceModel::stagger(Agent& agent, int64_t time) {
    if (agent.state == AgentState::backstep && agent.slides_to_heal) ++tally_["stagger: a heal charge is kept"];
    if (agent.state == AgentState::stagger) ++tally_["stagger: staggered again"];
    if (agent.token) {
        ++tally_[is_free(agent) ? "stagger: interrupts a free one" : "stagger: interrupts one with a token"];
        interrupted(agent);
    }
    if (agent.has_taken_up_order()) { // the order ends first (Z3)
        ++tally_[agent.performance->begun ? "perform: staggered, begun" : "perform: staggered, stepping in"];
        end_performance(agent, Cause::interrupted, agent.target, now_);
        end_order(agent);
    } else if (agent.performing()) {
        ++tally_["perform: staggered before the order is taken up"];
    }
    come_into(agent, AgentState::stagger, now_ + time);
}

void ReferenceModel::backstep(Agent& agent, bool to_heal) {
    if (!to_heal) ++tally_["close clock due"];
    agent.slides_to_heal = to_heal;
    agent.close_due.reset();
    come_into(agent, AgentState::backstep, now_ + microseconds_of(archetype_of(agent).boss.backstep.duration));
}

void ReferenceModel::begin_heal(Agent& agent) {
    --agent.heal_charges;
    come_into(agent, AgentState::heal, now_ + microseconds_of(archetype_of(agent).boss.heal.duration));
}

/// Ends state heal. Unlimited health stays as it is, and so does health that the host owns.
void ReferenceModel::heal(Agent& agent) {
    const ArchetypeDef& def = archetype_of(agent);
    const float before = agent.health;
    const bool unlimited = before == unlimited_health;
    const float after =
        unlimited ? before : std::min(def.body.health, before + def.body.health * def.boss.heal.restored_share);
    Event event;
    event.type = EventType::heal;
    event.agent = agent.serial;
    event.x = unlimited ? 0.0f : after - before;
    emit(event);
    if (def.body.host_owns_health)
        ++tally_["health: healed, and it is the host's"];
    else
        agent.health = after;
}

/// Ends a timed state; the think goes on from the new state. After a stun `arrival_timeout` counts from now at the
/// latest (E18e).
void ReferenceModel::state_over(Agent& agent) {
    if (agent.state == AgentState::stagger && agent.role == Role::holder) {
        if (agent.slot_since > now_) ++tally_["stun: of a holder, has ended early"];
        agent.slot_since = std::min(agent.slot_since, now_);
    }
    if (agent.state == AgentState::backstep && agent.slides_to_heal && agent.heal_charges > 0) return begin_heal(agent);
    if (agent.state == AgentState::heal) heal(agent);
    if (is_free(agent) || agent.role == Role::none)
        go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    else if (agent.token)
        go_to(agent, AgentState::attack);
    else
        go_to(agent, agent.role == Role::holder ? AgentState::approach : AgentState::roam);
}

// ---- evaluate_fsm: phases -----------------------------------------------------------------------------------------

void ReferenceModel::look_at_phases(Agent& agent) {
    const ArchetypeDef& def = archetype_of(agent);
    while (agent.phase < static_cast<int>(def.boss.phases.size()) &&
           agent.health < def.body.health * def.boss.phases[agent.phase].health_threshold) {
        ++agent.phase;
        Event event;
        event.type = EventType::phase;
        event.agent = agent.serial;
        event.a = agent.phase;
        emit(event);
    }
}

/// Whether the agent can use the attack. If an act with `attacks` runs in its monster table, these decide in any
/// phase. Otherwise the last entered phase that names attacks decides.
bool ReferenceModel::uses(const Agent& agent, int attack) const {
    const ArchetypeDef& def = archetype_of(agent);
    const int skills = deciding_act(agent, [](const ActDef& act) { return !act.attacks.empty(); });
    if (skills >= 0) {
        const std::vector<std::string>& named = act_def(agent, skills).attacks;
        return std::find(named.begin(), named.end(), def.attacks[attack].name) != named.end();
    }
    for (int i = agent.phase - 1; i >= 0; --i) {
        const std::vector<std::string>& named = def.boss.phases[i].attacks;
        if (!named.empty()) return std::find(named.begin(), named.end(), def.attacks[attack].name) != named.end();
    }
    return true;
}

const ReactionDef& ReferenceModel::reactions_of(const Agent& agent) const {
    const ArchetypeDef& def = archetype_of(agent);
    for (int i = agent.phase - 1; i >= 0; --i)
        if (def.boss.phases[i].reactions) return *def.boss.phases[i].reactions;
    return def.boss.reactions;
}

bool ReferenceModel::super_armour_of(const Agent& agent) const {
    const ArchetypeDef& def = archetype_of(agent);
    for (int i = agent.phase - 1; i >= 0; --i)
        if (def.boss.phases[i].super_armour) return *def.boss.phases[i].super_armour;
    return def.poise.super_armour;
}

// ---- evaluate_fsm: reactions --------------------------------------------------------------------------------------

/// Draws a reaction for managed agents. For unmanaged agents the reaction is part of state pursue.
bool ReferenceModel::reacts_now(const Agent& agent) const {
    if (!archetype_of(agent).boss.reacts) return false;
    return agent.state == AgentState::pursue || agent.state == AgentState::roam ||
           agent.state == AgentState::approach || (agent.state == AgentState::combat && !agent.token);
}

/// Returns none if no reaction was drawn.
std::optional<Reaction> ReferenceModel::react(Agent& agent) {
    if (agent.band == agent.reaction_band) return std::nullopt;
    agent.reaction_band = agent.band;
    if (agent.band > 2) return std::nullopt;
    const bool need = in_need(agent);
    const ReactionDef& reactions = reactions_of(agent);
    const ReactionWeights& weights = (need ? reactions.hurt : reactions.table)[agent.band];
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::reaction, 0);
    const auto r =
        static_cast<int>(random_below(bits, static_cast<uint32_t>(weights.stay + weights.combat + weights.heal)));
    Reaction reaction = r < weights.stay                    ? Reaction::stay
                        : r < weights.stay + weights.combat ? Reaction::combat
                                                            : Reaction::heal;
    if (reaction == Reaction::heal && agent.heal_charges == 0) {
        ++tally_["would heal without a heal_charge"];
        reaction = Reaction::stay;
    }
    Event event;
    event.type = EventType::react;
    event.agent = agent.serial;
    event.target = agent.target;
    event.a = agent.band;
    event.b = static_cast<int32_t>(reaction);
    event.c = need ? 1 : 0;
    emit(event);
    ++tally_[std::string(is_free(agent) ? "free" : "managed") + " reacts: " + to_string(reaction)];
    if (reaction == Reaction::heal) {
        if (agent.band == 2)
            begin_heal(agent);
        else
            backstep(agent, true);
    }
    return reaction;
}

bool ReferenceModel::in_need(const Agent& agent) const {
    const ArchetypeDef& def = archetype_of(agent);
    return agent.health < def.body.health * def.boss.heal.health_threshold && agent.heal_charges > 0;
}

// ---- evaluate_fsm: clocks -----------------------------------------------------------------------------------------

/// Whether the agent is in a state and distance band in which the close clock runs.
bool ReferenceModel::close_clock_counts(const Agent& agent) const {
    if (agent.target == no_serial || agent.band > 1) return false;
    if (!archetype_of(agent).boss.timed) return false;
    switch (agent.state) {
    case AgentState::pursue:
    case AgentState::roam:
    case AgentState::approach: return true;
    case AgentState::combat: return !agent.token;
    default: return false;
    }
}

bool ReferenceModel::close_clock_due(const Agent& agent) const {
    return close_clock_counts(agent) && agent.close_due && reached(*agent.close_due);
}

void ReferenceModel::look_at_close_clock(Agent& agent) {
    if (!close_clock_counts(agent)) {
        if (agent.close_due) ++tally_["close clock ended"];
        agent.close_due.reset();
        return;
    }
    if (agent.close_due) return;
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::close_clock, 0);
    agent.close_due = now_ + time_between(bits, archetype_of(agent).boss.timers.close_timeout);
    ++tally_[is_free(agent) ? "close clock started: free" : "close clock started: managed"];
}

void ReferenceModel::look_at_run_clock(Agent& agent) {
    const bool counts = is_free(agent) && archetype_of(agent).boss.timed;
    if (!counts || agent.state != AgentState::pursue || !agent.runs) {
        if (agent.run_due) ++tally_["run clock ended"];
        agent.run_due.reset();
        return;
    }
    if (agent.run_due && !agent.band_changed) return;
    ++tally_[agent.run_due ? "run clock restarted by a change of band" : "run clock started"];
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::run_clock, 0);
    agent.run_due = now_ + time_between(bits, archetype_of(agent).boss.timers.run_timeout);
}

/// Microseconds between the two ends of the span (in seconds), both included.
int64_t ReferenceModel::time_between(uint64_t bits, const std::array<double, 2>& span) {
    const int64_t least = microseconds_of(span[0]);
    const int64_t most = microseconds_of(span[1]);
    return least + random_below(bits, static_cast<uint32_t>(most - least + 1));
}

} // namespace fray::model
