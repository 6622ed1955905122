// resolve_hits: hits and deaths of the frame, what goes back to the circles, and requests.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fray::model {

// # resolve_hits
// The hits, projectiles and damage of this frame take effect. Then all goes back that dead and gone agents held, or
// that agents gave up: tokens, slots, places in queues. Requests join the queues of the circles last.

/// The events of an agent come in this order: its launch; hits and misses, by their target's serial, those of the same
/// target in the order of `settle_hits`; hurts; death, or stagger; act_end; attack_end; unslot; state; target; leader.
void ReferenceModel::resolve_hits() {
    settle_hits();
    die_with_owners();
    settle_returns();
    for (const auto& [serial, agent] : agents_)
        if (agent.died_now || agent.gone) settle_target_lost(agent);
    answer_wishes();
    settle_requests();
    replace_leaders();
    settle_removed();
    close_system(true, true);
}

/// Hits and damage take effect against each target in the order of (due time, attacker's serial, kind). First come
/// projectiles in the order of their launch, then hits, then the commands damage, stagger and set_health in call order.
/// Such a command is due now. Its attacker is the agent that it names, otherwise the host (serial -1). Agents that die
/// in this frame still hit.
///
/// *Example.* A target with 30 health, at now = 1.1 s:
///
/// | due | attacker | kind | health |
/// |---|---|---|---|
/// | 1.05 s | 4 | hit, 20 | 30 → 10 |
/// | 1.1 s | -1 | damage, 5 | 10 → 5 |
/// | 1.1 s | 2 | projectile, 10 | 5 → -5: event death, killer 2 |
/// | 1.1 s | 2 | hit, 15 | -5 → -20: hit and hurt are still reported |
void ReferenceModel::settle_hits() {
    launch_projectiles();
    fly_projectiles();
    strike_bodies();
    std::map<Serial, Serial> staggered_by; // agents that a hit with damage, damage by a named attacker or a command
                                           // stagger met, and the attacker of the first of these
    while (!pending_hits_.empty()) {
        const auto next =
            std::min_element(pending_hits_.begin(), pending_hits_.end(), [](const PendingHit& a, const PendingHit& b) {
                return std::tie(a.due, a.by, a.kind, a.nth) < std::tie(b.due, b.by, b.kind, b.nth);
            });
        const PendingHit pending = *next;
        pending_hits_.erase(next);
        settle_hit(pending, staggered_by);
    }
    settle_staggers(staggered_by);
    settle_pushes();
}

/// The hit of a managed agent is aimed at the target of the circle where the token was given. The hit of an unmanaged
/// agent, and of a performed attack, is aimed at the agent's target. If the target is gone, nothing happens.
void ReferenceModel::settle_hit(PendingHit pending, std::map<Serial, Serial>& staggered_by) {
    switch (pending.kind) {
    case PendingHit::Kind::projectile:
    case PendingHit::Kind::hit: {
        if (agents_.at(pending.target).gone) return;
        const bool flies = pending.kind == PendingHit::Kind::projectile;
        const Vec2 from = flies ? pending.projectile.from : agents_.at(pending.by).position;
        pending.amount = damage_taken(pending);
        tell_hit(pending, from, !pending.misses);
        if (!pending.misses) settle_hurt(pending, from, staggered_by);
        return;
    }
    case PendingHit::Kind::damage:
        if (agents_.at(pending.target).gone) return;
        if (pending.sets) return settle_health(pending);
        return settle_hurt(pending, std::nullopt, staggered_by);
    }
}

/// What a hit strikes is decided when resolve_hits begins, from where the attacker stands and faces then. It strikes at
/// most `max_hits` agents: its target first, then the nearest (mm, then serial), of those that it can strike
/// (`strikes`). Beside the target these are living agents that are hostile to the attacker's team; with `friendly_fire`
/// all others but the attacker. Each of them is hit: event hit. If there is none, the target is missed: event miss.
///
/// *Example.* A sweep with `max_hits` 3 is aimed at agent 9, which has stepped back out of reach. Agents 4, 5, 7 and 8
/// are in reach and in the arc, at 1.2, 0.9, 1.2 and 1.5 m: events hit of 4, 5 and 7, and no miss.
void ReferenceModel::strike_bodies() {
    std::vector<PendingHit> all;
    for (const PendingHit& pending : std::exchange(pending_hits_, {})) {
        all.push_back(pending);
        if (pending.kind != PendingHit::Kind::hit || agents_.at(pending.target).gone) continue;
        const std::vector<Serial> struck = struck_bodies(pending);
        all.back().misses = struck.empty();
        for (size_t i = 0; i < struck.size(); ++i) {
            if (i != 0) all.push_back(pending);
            all.back().target = struck[i];
        }
    }
    pending_hits_ = all;
}

std::vector<Serial> ReferenceModel::struck_bodies(const PendingHit& pending) const {
    const Agent& attacker = agents_.at(pending.by);
    const bool friends = attack_def(attacker, pending.attack).friendly_fire;
    std::vector<std::tuple<bool, int64_t, Serial>> found;
    for (const auto& [serial, other] : agents_) {
        const bool is_target = serial == pending.target;
        if (!is_target && (!other.living() || serial == pending.by)) continue;
        if (!is_target && !friends && !hostile_[attacker.team][other.team]) continue;
        if (strikes(pending, other)) found.emplace_back(!is_target, distance_mm(attacker, other), serial);
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), static_cast<size_t>(figures_of(pending).max_hits)));
    std::vector<Serial> struck;
    for (const auto& [beside, mm, serial] : found) struck.push_back(serial);
    return struck;
}

/// An attack can strike an agent that is on the attacker's floor, at most its hit range away (`hit_range_of`), within
/// its arc, and not walled off from the attacker (`walled_off`). Within the arc: the bearing of the agent from the
/// attacker's heading is at most `arc` / 2 to either side (float); any is with an arc of 2 pi, and for an agent in the
/// attacker's place.
bool ReferenceModel::strikes(const PendingHit& pending, const Agent& other) const {
    const Agent& attacker = agents_.at(pending.by);
    const int64_t hit_range =
        pending.kept ? pending.kept->hit_range : hit_range_of(attacker, attack_def(attacker, pending.attack), other);
    return attacker.floor == other.floor && distance_mm(attacker, other) <= hit_range &&
           within_arc(attacker, figures_of(pending).arc, other) && !walled_off(attacker, other);
}

bool ReferenceModel::within_arc(const Agent& attacker, float arc, const Agent& other) const {
    return arc >= 6.2831855f || attacker.position == other.position ||
           std::abs(bearing(attacker.position, attacker.heading, other.position)) <= 0.5f * arc;
}

/// What a hit or a projectile does to an agent: the damage of the attack (`damage_of`), times the damage that the
/// attacker deals (`combat_factors`; of a projectile at its launch), times the factor in the agent's `damage_factors`
/// for the `damage_class` of the attack, if there is one, times the damage that the agent takes. After each product it
/// is at most 1e9 (`multiplied`). A projectile whose attack a reload has removed has no class.
///
/// *Example.* A spear of class "spear" does 20. Cavalry has 3 for "spear", and its team takes half: it loses 30.
float ReferenceModel::damage_taken(const PendingHit& pending) const {
    const bool flies = pending.kind == PendingHit::Kind::projectile;
    const Agent& target = agents_.at(pending.target);
    float damage = pending.amount;
    if (!flies) damage = multiplied(damage, combat_factors(agents_.at(pending.by)).damage_dealt);
    const ArchetypeIndex by = flies ? pending.projectile.archetype : agents_.at(pending.by).archetype;
    if (pending.attack >= 0) {
        const std::string& name = definitions_.archetypes[by].attacks[static_cast<size_t>(pending.attack)].damage_class;
        for (const DamageFactor& factor : archetype_of(target).body.damage_factors)
            if (factor.damage_class == name) damage = multiplied(damage, factor.factor);
    }
    return multiplied(damage, combat_factors(target).damage_taken);
}

bool ReferenceModel::invulnerable(const Agent& agent) const {
    return agent.state == AgentState::heal || !reached(combat_factors(agent).protected_until);
}

void ReferenceModel::tell_hit(const PendingHit& pending, Vec2 from, bool counts) {
    const Agent& target = agents_.at(pending.target);
    const float d2 = distance_squared(from, target.position);
    Event event;
    event.type = counts ? EventType::hit : EventType::miss;
    event.agent = pending.by;
    event.target = pending.target;
    event.attack = static_cast<int16_t>(pending.attack);
    event.a =
        static_cast<int32_t>(pending.kind == PendingHit::Kind::projectile ? pending.projectile.number : no_projectile);
    event.x = counts && invulnerable(target) ? 0.0f : pending.amount;
    event.y = std::sqrt(d2);
    emit(event);
}

/// An agent in state heal, as evaluate_fsm left it, or protected (`combat_factors`), is *invulnerable*: it takes no
/// hit, damage or command stagger. A hit on it has damage 0 in its event.
///
/// Otherwise each hit that counts, and each damage, is an event hurt, and the health falls (float subtraction). Health
/// without limit stays. Health of an archetype with `host_owns_health` stays too; its host is told by the events hurt.
/// The agent dies when its health first reaches 0 or less (`die_by`). A command stagger causes no event hurt, and the
/// health stays.
void ReferenceModel::settle_hurt(const PendingHit& pending, std::optional<Vec2> from,
                                 std::map<Serial, Serial>& staggered_by) {
    Agent& target = agents_.at(pending.target);
    const bool is_hit = pending.kind != PendingHit::Kind::damage;
    if (invulnerable(target)) return;
    if (pending.only_staggers || (is_hit ? pending.amount > 0.0f : pending.by != no_serial))
        staggered_by.try_emplace(target.serial, pending.by);
    if (pending.only_staggers) return; // it hurts nothing
    Event hurt;
    hurt.type = EventType::hurt;
    hurt.agent = target.serial;
    hurt.target = pending.by;
    hurt.x = pending.amount;
    emit(hurt);
    if (from) count_hit(target, *from);
    note_attacker(target, pending.by);
    if (!target.died_now && pending.by != no_serial && pending.by != target.serial)
        change_threat(target, pending.by, pending.amount);
    if (pending.kind == PendingHit::Kind::hit) {
        const Agent& attacker = agents_.at(pending.by);
        const Vec2 push = push_of(attacker, figures_of(pending), target);
        if (push != Vec2{}) pushes_[target.serial] = push;
    }
    if (!archetype_of(target).body.host_owns_health && target.health != unlimited_health)
        target.health = target.health - pending.amount;
    if (target.died_now || target.health > 0.0f) return;
    die_by(target, pending.by);
}

/// The *last attacker* of an agent is the attacker of its last event hurt that has one, or the agent that the last
/// set_health named that lowered its health, in the order of `settle_hits`.
void ReferenceModel::note_attacker(Agent& agent, Serial by) const {
    if (by == no_serial) return;
    agent.last_attacker = by;
    agent.last_attacked = now_;
}

/// Event death. Its `killer` is the attacker. If that is the host, the killer is the agent's last attacker
/// (`note_attacker`), but only while now < t + `credit_time`. t is the now of that hurt, and `credit_time` is that of
/// the agent that dies. Otherwise the death has no killer.
///
/// *Example.* Agent 7 has `host_owns_health` and a `credit_time` of 10 s. Agent 3 hits it at 4.0 s, and the host then
/// calls set_health with 0 and no attacker: event death, killer 3. At 14.0 s the death would have no killer.
void ReferenceModel::die_by(Agent& agent, Serial by) {
    Serial killer = by;
    if (by == no_serial && agent.last_attacker != no_serial) {
        const bool counts = !reached(agent.last_attacked + microseconds_of(archetype_of(agent).body.credit_time));
        if (counts) killer = agent.last_attacker;
    }
    count_kill(agent, killer);
    die(agent, killer);
}

/// A command set_health takes effect on invulnerable agents too. It has no event, and staggers no agent. It has no
/// effect if this resolve_hits has already killed the agent, or if its health is without limit.
///
/// The health becomes the lesser of the given value and the `health` of its archetype; at 0 the agent dies (`die_by`).
/// Phases, conditions `on_health` and user states treat the agent as hurt, but not as hurt by a hit.
void ReferenceModel::settle_health(const PendingHit& pending) {
    Agent& target = agents_.at(pending.target);
    if (target.died_now || target.health == unlimited_health) return;
    const float full = archetype_of(target).body.health;
    const float before = std::exchange(target.health, std::min(pending.amount, full));
    if (target.health < before) note_attacker(target, pending.by);
    if (target.health > 0.0f) return;
    die_by(target, pending.by);
}

void ReferenceModel::die(Agent& agent, Serial by) {
    agent.died_now = true;
    agent.dead = true;
    count_loss(agent);
    emit(EventType::death, agent, by);
}

/// After all hits, a living agent is staggered if a hit with damage > 0 hurt it, or damage by a command that names an
/// attacker, or if a command stagger met it. It must have a brain, a `stagger_time` that is not 0 and no super armour,
/// and not be ordered away. Event stagger; its `attacker` is the first such attacker, -1 for a command stagger that
/// names none. The next evaluation carries it out (`staggered_or_stunned`).
void ReferenceModel::settle_staggers(const std::map<Serial, Serial>& staggered_by) {
    for (const auto& [serial, by] : staggered_by) {
        Agent& agent = agents_.at(serial);
        const ArchetypeDef& def = archetype_of(agent);
        if (!def.autonomous || microseconds_of(def.poise.stagger_time) == 0 || !agent.living()) continue;
        if (super_armour_of(agent) || agent.ordered_away()) continue;
        agent.staggered = true;
        emit(EventType::stagger, agent, by);
    }
}

void ReferenceModel::settle_returns() {
    for (auto& [serial, agent] : agents_) settle_return(agent);
}

/// What an agent gave up goes back, and all that a dead or gone agent held. An attack that ended returns its token
/// (`return_token`).
/// - A managed agent that died or is gone with a token: event attack_end, cause died (dead) or withdrew (gone). The
///   same holds for an unmanaged agent in state attack, and for a performed attack; the event then names the agent's
///   target.
/// - A slot goes back (`leave_slot`): event unslot. If it was given up in evaluate_fsm (at a launch too), it has the
///   cause given there, whatever else happened. Otherwise the cause is died or despawned.
/// - A place in a queue goes back without an event.
/// - Then the dead: event act_end (cause died) for the acts that run, event state to dead. Their target is none,
///   without an event.
void ReferenceModel::settle_return(Agent& agent) {
    const bool leaves = agent.died_now || agent.gone;
    if (agent.token && !agent.token->ended && leaves)
        end_attack(agent, agent.died_now ? Cause::died : Cause::withdrew, now_);
    if (agent.performance && leaves)
        end_performance(agent, agent.died_now ? Cause::died : Cause::withdrew, agent.target, now_);
    const Serial target = agent.circle;
    if (agent.token && agent.token->ended) return_token(agent);
    if (agent.gives_up || agent.launches || leaves) {
        const Cause cause = agent.launches   ? Cause::launched
                            : agent.gives_up ? agent.gives_up_cause
                            : agent.died_now ? Cause::died
                                             : Cause::despawned;
        if (agent.role == Role::holder) leave_slot(agent, cause);
        if (agent.role == Role::requester) leave_queue(agent);
        if (agent.token) become_striker(agent, target);
    }
    agent.gives_up = false;
    agent.launches = false;
    if (!agent.died_now) return;
    end_acts(agent, Cause::died);
    go_to(agent, AgentState::dead);
    agent.target = no_serial;
}

/// With `release_policy: launch` the slot goes back in the resolve_hits that resolves the hit (event unslot, cause
/// launched). The agent is a striker until its attack ends. If the hit and the end fall into the same evaluation, the
/// cause is launched, too. If its attack is interrupted or times out before the hit, it is treated as with
/// `release_policy: all` (`after_attack`), and it rests.
void ReferenceModel::become_striker(Agent& agent, Serial target) {
    agent.role = Role::striker;
    agent.circle = target;
    circles_.at(target).strikers.insert(agent.serial);
}

/// A target that died or is gone frees its circle and every agent on it, except agents that died or are gone
/// themselves:
/// - With a token: event attack_end, cause target_gone, and recovery counts from now. But if its hit has been handed
///   over, it plays on, without an event.
/// - With a slot: event unslot, cause target_gone.
///
/// Every living agent that had it as target has none: event target, cause died or despawned. It is flagged to scan.
void ReferenceModel::settle_target_lost(const Agent& target) {
    for (auto& [serial, agent] : agents_) {
        if (agent.circle != target.serial) continue;
        if (agent.token && !agent.token->hit_handed) {
            end_attack(agent, Cause::target_gone, now_);
            return_token(agent);
        }
        if (agent.role == Role::holder) leave_slot(agent, Cause::target_gone);
        if (agent.role == Role::requester) leave_queue(agent);
        agent.role = Role::none;
        agent.circle = no_serial;
    }
    circles_.erase(target.serial);
    for (auto& [serial, agent] : agents_) {
        if (!agent.living() || agent.target != target.serial) continue;
        change_target(agent, no_serial, target.gone ? Cause::despawned : Cause::died);
        agent.flagged = true;
    }
}

/// An answer is forgotten if its agent is not living or has another target, and from its last frame on, unless the
/// attack that it grants goes on. Then the wishes of this frame for attacks (`take_fitting_attack`) are answered, by
/// serial, as far as agent and target live: the attack is granted if its class is not full (`class_full`). The answer
/// takes the place of the one before. Its last frame is as many frames away as the agent's update interval.
///
/// *Example.* Three bosses with a `grab` attack a player. Its circle has `class_limits` grab = 1 and
/// `limits_unmanaged`. All wish to grab in the same frame. The first may, and begins in the next frame. The others
/// choose from their other attacks in that frame, and wish again in the frame after it, until the grab is over.
void ReferenceModel::answer_wishes() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.answer) continue;
        const Answer& answer = *agent.answer;
        const bool goes_on =
            answer.granted && agent.token && agent.token->begun && agent.token->attack == answer.attack;
        const bool is_known = answer.attack < static_cast<int>(archetype_of(agent).attacks.size());
        if (!agent.living() || agent.target != answer.target || !is_known || (!goes_on && frame_ >= answer.until))
            agent.answer.reset();
    }
    for (auto& [serial, agent] : agents_) {
        const std::optional<int> wish = std::exchange(agent.wish, std::nullopt);
        if (!wish || !agent.living() || agent.target == no_serial) continue;
        agent.answer.reset();
        const bool granted = !class_full(circle_or_empty(agent.target), attack_def(agent, *wish));
        agent.answer = Answer{agent.target, *wish, granted, frame_ + static_cast<uint64_t>(agent.update_interval)};
    }
}

/// The requests of this frame are queued at the back of their circle, by serial. A request is void if the agent or its
/// target died or is gone in this frame.
void ReferenceModel::settle_requests() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.asks) continue;
        agent.asks = false;
        if (!agent.living() || agent.target == no_serial) continue;
        queue_up(circle_round(agent.target), agent, false);
    }
}

void ReferenceModel::settle_removed() {
    for (auto it = agents_.begin(); it != agents_.end();) {
        it->second.died_now = false;
        it = it->second.gone ? agents_.erase(it) : std::next(it);
    }
}

/// *Rest*: when a slot goes back with cause finished or launched, its holder rests until now + the `rest_time` of that
/// circle. A relieved holder rests, too (`go_back`).
void ReferenceModel::leave_slot(Agent& agent, Cause cause) {
    emit(EventType::unslot, agent, agent.circle, cause, -1, agent.slot);
    if (cause == Cause::finished || cause == Cause::launched)
        agent.rest_until = now_ + microseconds_of(circle_def(agent.circle).rest_time);
    Circle& circle = circles_.at(agent.circle);
    circle.slots.erase(agent.slot);
    std::erase(circle.token_queue, agent.serial);
    circle.rebalancing_due = true;
    agent.role = Role::none;
    agent.circle = no_serial;
    agent.slot = -1;
    agent.arrived = false;
    agent.reslots = false;
    agent.clock.reset();
    agent.unusable_since.reset();
}

/// With its place in the queue an agent loses its wait slot, its reservation and its slot patience clock, and is not
/// held up any more.
void ReferenceModel::leave_queue(Agent& agent) {
    Circle& circle = circles_.at(agent.circle);
    std::erase(circle.queue, agent.serial);
    if (circle.reserver == agent.serial) circle.reserver = no_serial;
    agent.patience_since.reset();
    agent.held_up_since.reset();
    agent.role = Role::none;
    agent.circle = no_serial;
    agent.wait_slot = -1;
}

/// The token returns its attack weight. If the windup never began (no event attack), its cooldowns are given back. This
/// also holds for an end by death, and at the end of the circle for what the world keeps.
void ReferenceModel::return_token(Agent& agent) {
    const Token token = *agent.token;
    agent.token.reset();
    if (!token.ever_begun) give_cooldowns_back(agent, token);
    if (agent.role != Role::striker) return;
    circles_.at(agent.circle).strikers.erase(agent.serial);
    agent.role = Role::none;
    agent.circle = no_serial;
}

/// Given back, the agent's clock is over. `give_class_clock_back` and `give_use_back` say what else.
void ReferenceModel::give_cooldowns_back(Agent& agent, const Token& token) {
    const AttackDef& attack = attack_def(agent, token.attack);
    Circle& circle = circles_.at(agent.circle);
    // A clock older than this token was over when the token was given: setting it to now changes nothing.
    if (agent.cooldowns.count(token.attack) != 0) agent.cooldowns[token.attack] = now_;
    give_class_clock_back(circle, token, attack);
    give_use_back(circle, agent, token);
}

/// The class's clock is over if it still is the clock that this token set.
void ReferenceModel::give_class_clock_back(Circle& circle, const Token& token, const AttackDef& attack) {
    if (microseconds_of(attack.cooldown.global) == 0) return;
    ClassClock& clock = cooldowns_of(circle, attack.cooldown).of_classes.at(attack.attack_class);
    if (clock.token != token.number) return;
    clock.due = std::min(clock.due, now_);
}

/// A use of `archetype` is given back to its round while the uses that it was taken from are not refilled: one use more
/// is left. If that round is the last that started the clock, and the clock runs: the clock is over, and one use of
/// that round is left. Otherwise nothing is given back.
///
/// *Example.* An attack has `archetype` 5 s and two `uses`. Tokens at 1 s and 2 s take both: the clock is due at 7 s.
/// If the second attack is called off at 3 s before its windup, the clock is over, and one use of the old round is
/// left. At 8 s nothing is given back.
void ReferenceModel::give_use_back(Circle& circle, const Agent& agent, const Token& token) {
    if (token.round < 0) return;
    const CooldownDef& def = attack_def(agent, token.attack).cooldown;
    Cooldown& cooldown = cooldowns_of(circle, def).of_archetypes.at({agent.archetype, token.attack});
    if (token.round == cooldown.round) {
        ++cooldown.uses_left;
        return;
    }
    if (token.round == cooldown.clock_round && !reached(cooldown.due)) {
        cooldown.due = now_;
        cooldown.round = token.round;
        cooldown.uses_left = 1;
    }
}

} // namespace fray::model
