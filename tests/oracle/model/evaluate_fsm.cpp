// evaluate_fsm: the order within an evaluation; timed states, phases, reactions and clocks; user states.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # evaluate_fsm
// It runs the state machine of the agents: `managed_machine` or `unmanaged_machine`. An agent's run in one frame is its
// *evaluation*. These rules write "→ pursue" if the agent goes to state pursue.
//
// Roles and slots change only in resolve_hits and commit, so an agent that requests is queued in resolve_hits. What the
// machine reads of a circle (reservation, capacities) is what the last commit left.

/// It concerns every living agent with a brain, and every living agent without a brain that is performing or in state
/// attack. An agent is left out if its target is gone since this frame's apply_commands: resolve_hits clears it. An
/// unmanaged agent is also left out if it is neither in state attack nor updated (`is_updated`): what it would have
/// decided waits. Reports hold for this frame only.
void ReferenceModel::evaluate_fsm() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living() || !is_evaluated(agent)) continue;
        if (agent.target != no_serial && agents_.at(agent.target).gone) continue;
        if (is_free(agent) && agent.state != AgentState::attack && !is_updated(agent)) continue;
        evaluate(agent);
    }
    for (auto& [serial, agent] : agents_) agent.reports.clear();
    close_system(true);
}

bool ReferenceModel::is_evaluated(const Agent& agent) const {
    return archetype_of(agent).autonomous || agent.performing() || agent.state == AgentState::attack;
}

/// An evaluation has these parts:
/// 1. If the agent is in a timed state, the reports on it are void.
/// 2. The monster table (`evaluate_monster`), if the agent follows one.
/// 3. The phases (`enter_phases`), then the user states (see User states).
/// 4. `evaluate_in_order`.
/// 5. `update_close_clock` and `update_run_clock`, whatever has ended the evaluation.
void ReferenceModel::evaluate(Agent& agent) {
    if (is_timed_state(agent.state)) agent.reports.clear();
    evaluate_monster(agent);
    if (archetype_of(agent).autonomous) enter_phases(agent);
    evaluate_in_order(agent);
    update_close_clock(agent);
    update_run_clock(agent);
}

/// The parts of an evaluation that can end it:
/// 1. `managed_withdraw` or `unmanaged_withdraw`; `perform_withdraw` if the agent is performing, or has a performed
///    attack. If that ends the evaluation, a stagger that waited for it is void.
/// 2. `staggered_or_stunned`.
/// 3. If a timed state is over (`timed_state_over`), `leave_timed_state`. If the agent is in a timed state now, its
///    evaluation ends.
/// 4. If the agent is performing, `perform`, and the evaluation ends.
/// 5. `begins_return`, then `close_clock_due`, then the reaction of a managed agent (`reacts_now`, `react`), which ends
///    the evaluation if it is heal.
/// 6. The machine. It goes on from state to state until nothing changes, or a rule says that the evaluation ends.
void ReferenceModel::evaluate_in_order(Agent& agent) {
    const bool staggered = agent.staggered;
    agent.staggered = false;
    agent.wavers = wavers(agent);
    if (agent.performing() || agent.performance) {
        if (perform_withdraw(agent)) return;
    } else if (is_free(agent) ? unmanaged_withdraw(agent) : managed_withdraw(agent)) {
        return;
    }
    if (staggered_or_stunned(agent, staggered)) return;
    if (timed_state_over(agent)) leave_timed_state(agent);
    if (is_timed_state(agent.state)) return;
    if (agent.performing()) return perform(agent);
    if (begins_return(agent)) return;
    if (close_clock_due(agent)) return backstep(agent, false);
    if (!is_free(agent) && reacts_now(agent) && react(agent) == Reaction::heal) return;
    while (is_free(agent) ? unmanaged_machine(agent) : managed_machine(agent)) {
    }
}

/// Each change of state is an event state. Going to the state in which the agent is already causes none.
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

// ## Timed states
// Managed and unmanaged agents have the timed states stagger, backstep and heal. A managed agent in a timed state keeps
// its place in the queue, its slot and its token. It does not request, give up or arrive, and as a holder it is not
// `ready`. In heal an agent is invulnerable (`resolve_hit`, `settle_hurt`).

bool ReferenceModel::is_timed_state(AgentState state) {
    return state == AgentState::stagger || state == AgentState::backstep || state == AgentState::heal;
}

/// It does not concern an agent that is led or ordered away. An agent with a brain is staggered (`stagger`), and its
/// evaluation ends,
/// - if the last resolve_hits has staggered it (`settle_staggers`): for `stagger_time`;
/// - otherwise, if it is stunned and not in stagger: for a time of 0. No event stagger. A `stagger_time` of 0, super
///   armour or invulnerability does not prevent it.
///
/// In each evaluation in which a holder is stunned, `arrival_timeout` counts from the end of its stun, from then on.
///
/// A stunned agent without a brain that has taken up an order `perform` ends it (`finish_order`, cause interrupted).
bool ReferenceModel::staggered_or_stunned(Agent& agent, bool staggered) {
    if (led(agent) || agent.ordered_away()) return false;
    const bool stuns = stunned(agent);
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

/// An attack in progress, or a token, is first interrupted as if the host had reported it (`interrupt`). An order
/// `perform` that the agent has taken up ends first: event attack_end, cause interrupted, and recovery counts from now.
/// Then, whatever that leads to, → stagger until now + the time. In stagger its time starts anew. If this stops a
/// backstep that was to lead to heal, the heal charge is not spent.
void ReferenceModel::stagger(Agent& agent, int64_t time) {
    if (agent.token) interrupt(agent);
    if (agent.has_taken_up_order()) {
        end_performance(agent, Cause::interrupted, agent.target, now_);
        end_order(agent);
    }
    enter_timed_state(agent, AgentState::stagger, now_ + time);
}

/// When a holder enters a timed state from another state, it is no longer arrived, and `arrival_timeout` counts from
/// now.
void ReferenceModel::enter_timed_state(Agent& agent, AgentState state, int64_t until) {
    agent.until = until;
    if (agent.state == state) return;
    if (agent.role == Role::holder) {
        agent.arrived = false;
        agent.slot_since = now_;
    }
    go_to(agent, state);
}

/// → backstep until now + `backstep.duration`, because of the close clock or in order to heal. The close clock ends.
void ReferenceModel::backstep(Agent& agent, bool to_heal) {
    agent.backsteps_to_heal = to_heal;
    agent.close_due.reset();
    enter_timed_state(agent, AgentState::backstep, now_ + microseconds_of(archetype_of(agent).boss.backstep.duration));
}

/// → heal until now + `heal.duration`. The agent has one heal charge less.
void ReferenceModel::begin_heal(Agent& agent) {
    --agent.heal_charges;
    enter_timed_state(agent, AgentState::heal, now_ + microseconds_of(archetype_of(agent).boss.heal.duration));
}

/// A timed state is over when now >= the time until which it lasts. But an agent that is stunned stays in stagger.
bool ReferenceModel::timed_state_over(const Agent& agent) const {
    if (!is_timed_state(agent.state) || !reached(agent.until)) return false;
    return agent.state != AgentState::stagger || !stunned(agent);
}

/// A backstep that was made to heal leads to `begin_heal`, if a heal charge is left (a reload may have taken it). State
/// heal ends with `heal`. An agent without a role → pursue with a target, idle without. With a role → attack with a
/// token, approach as a holder, roam as a requester.
///
/// When a stagger of a holder ends, `arrival_timeout` counts from now, if it would count from a later time.
void ReferenceModel::leave_timed_state(Agent& agent) {
    if (agent.state == AgentState::stagger && agent.role == Role::holder)
        agent.slot_since = std::min(agent.slot_since, now_);
    if (agent.state == AgentState::backstep && agent.backsteps_to_heal && agent.heal_charges > 0)
        return begin_heal(agent);
    if (agent.state == AgentState::heal) heal(agent);
    if (is_free(agent) || agent.role == Role::none)
        go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    else if (agent.token)
        go_to(agent, AgentState::attack);
    else
        go_to(agent, agent.role == Role::holder ? AgentState::approach : AgentState::roam);
}

/// With *full*, the `health` of its archetype, the agent's health becomes min(full, health + full *
/// `heal.restored_share`) (float). Event heal with the difference. Health without limit stays, and the difference is 0.
/// With `host_owns_health` the event says the same, but the health stays.
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
    if (!def.body.host_owns_health) agent.health = after;
}

// ## Phases
// A phase replaces what it names: the attacks that the agent uses, reactions, super armour, speeds. For the rest the
// last entered phase counts that names it, otherwise the archetype.

/// While the agent's health < full * `health_threshold` of the next phase (float), it enters that phase: event phase.
/// It never goes back. An agent without a brain enters no phase. A first phase with `health_threshold` 1 holds from the
/// spawn on, without an event.
void ReferenceModel::enter_phases(Agent& agent) {
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

/// If a phase names attacks, the other attacks of the table do not exist for any rule. Only an attack that the agent
/// has begun, or has a token for, goes on. Attacks that an act of its monster names go before (`decides`).
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

// ## Reactions
// Agents with `reacts` react when their distance band changes.
//
// *Example.* The weights are stay 60, combat 40, heal 0 in band 1, and 30, 10, 60 for an agent in need. The agent has
// 80 of 100 health, `heal.health_threshold` is 0.5, and it comes from band 2 into band 1. The sum is 100: r = 59 is
// stay, r = 60 is combat. With 40 health and a heal charge it is in need: r = 35 is combat (30 <= 35 < 40), r = 40 is
// heal, which begins with a backstep. It rolls again when it comes back to band 1, but not while it stays there.

/// A managed agent reacts in pursue, roam, approach, or combat without a token. (In the first three it may have the
/// token of an attack that has just ended.) An unmanaged agent reacts in `unmanaged_pursue`.
bool ReferenceModel::reacts_now(const Agent& agent) const {
    if (!archetype_of(agent).boss.reacts) return false;
    return agent.state == AgentState::pursue || agent.state == AgentState::roam ||
           agent.state == AgentState::approach || (agent.state == AgentState::combat && !agent.token);
}

/// The agent reacts if its band differs from the band of its last reaction (255 at first). The present band becomes the
/// band of its last reaction. In bands 0 to 2 it then rolls: r = random_below(random_bits(seed, serial, frame, 4, 0),
/// stay + combat + heal), the sum of the three weights of its band in `reactions.hurt` if it is in need (`in_need`),
/// otherwise in `reactions.table`. The result is stay if r < stay, combat if r < stay + combat, and heal otherwise.
/// heal without a heal charge left becomes stay. Event react.
///
/// With heal it goes to heal in band 2 (`begin_heal`); in bands 0 and 1 it makes a `backstep` in order to heal. For
/// managed agents combat and stay change nothing.
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
    if (reaction == Reaction::heal && agent.heal_charges == 0) reaction = Reaction::stay;
    Event event;
    event.type = EventType::react;
    event.agent = agent.serial;
    event.target = agent.target;
    event.a = agent.band;
    event.b = static_cast<int32_t>(reaction);
    event.c = need ? 1 : 0;
    emit(event);
    if (reaction == Reaction::heal) {
        if (agent.band == 2)
            begin_heal(agent);
        else
            backstep(agent, true);
    }
    return reaction;
}

/// The agent is *in need* if its health < full * `heal.health_threshold` (float) and a heal charge is left.
bool ReferenceModel::in_need(const Agent& agent) const {
    const ArchetypeDef& def = archetype_of(agent);
    return agent.health < def.body.health * def.boss.heal.health_threshold && agent.heal_charges > 0;
}

// ## Close clock and run clock
// They are clocks of agents with `timed`.

/// The close clock counts for an unmanaged agent in pursue or combat, and for a managed agent in pursue, roam,
/// approach, or combat without a token. It counts only with a target in band 0 or 1.
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

/// If the close clock counts and is due, a `backstep` ends the clock and the evaluation.
bool ReferenceModel::close_clock_due(const Agent& agent) const {
    return close_clock_counts(agent) && agent.close_due && reached(*agent.close_due);
}

/// The close clock starts at the end of an evaluation in which it counts, if it is not running. It is due after a time
/// between the two `timers.close_timeout` (purpose 6). If it does not count, it ends.
void ReferenceModel::update_close_clock(Agent& agent) {
    if (!close_clock_counts(agent)) {
        agent.close_due.reset();
        return;
    }
    if (agent.close_due) return;
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::close_clock, 0);
    agent.close_due = now_ + time_between(bits, archetype_of(agent).boss.timers.close_timeout);
}

/// Unmanaged agents have a run clock. At the end of an evaluation, if the agent runs (gait) and is in pursue, it starts
/// if it is not running, or anew if the band has changed in this frame. It is due after a time between the two
/// `timers.run_timeout` (purpose 5). If the agent does not run, or is not in pursue, the clock ends.
void ReferenceModel::update_run_clock(Agent& agent) {
    const bool counts = is_free(agent) && archetype_of(agent).boss.timed;
    if (!counts || agent.state != AgentState::pursue || !agent.runs) {
        agent.run_due.reset();
        return;
    }
    if (agent.run_due && !agent.band_changed) return;
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::run_clock, 0);
    agent.run_due = now_ + time_between(bits, archetype_of(agent).boss.timers.run_timeout);
}

// Microseconds between the two ends of the span (in seconds), both included.
int64_t ReferenceModel::time_between(uint64_t bits, const std::array<double, 2>& span) {
    const int64_t least = microseconds_of(span[0]);
    const int64_t most = microseconds_of(span[1]);
    return least + random_below(bits, static_cast<uint32_t>(most - least + 1));
}

// # User states
// An archetype may name states that the host has made (`World::add_state`). The reference model has none. Their rules
// come after `enter_phases`. For a performing agent only the stagger holds.
// - *Leaving.* From a user state, an agent that is led → led. Ordered away and not led → idle. Staggered → stagger, as
//   from any other state; afterwards it goes on with its machine.
// - *When hurt.* It concerns an agent that is not in a user state, neither led nor ordered away, not staggered, not in
//   a timed state, and hurt since its last evaluation that came to this rule. Of the user states that its archetype
//   names, it enters the first with health < full * `health_threshold` (float). What it has at a circle is given up as
//   by an order (attack_end, cause withdrew; withdraw; unslot, cause withdrew). An attack without a role, of an
//   unmanaged agent or after a launch, ends (cause withdrew).
// - *When idle.* In idle, without a target, under no order, and without patrols left: → the first user state that its
//   archetype names with `when_idle`.
// - *Within.* It has no machine: it does not request, attack or pursue. Targets, bands and clocks go on. When it is
//   evaluated, the function of its state decides for it, together with others in that state: where it goes, and how
//   fast; when it is evaluated again (in the next frame or later, sooner if something wakes it); and whether it leaves,
//   to idle, pursue, or another user state. A function that throws decides nothing in that frame.

} // namespace fray::model
