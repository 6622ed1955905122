#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace fray::model {

// ---- resolve_hits -----------------------------------------------------------------------------------------------

void ReferenceModel::settle() {
    resolve_hits();
    settle_bereft();
    settle_returns();
    for (const auto& [serial, agent] : agents_)
        if (agent.died_now || agent.gone) settle_target_lost(agent);
    settle_requests();
    settle_leaders();
    settle_removed();
    close_system(true, true);
}

/// 1. Hits and damage, in order of (due time, attacker's serial, then projectiles, hits, damage). They are applied one
/// after the other, because a launch may add a projectile that is due at once. The rules define this order per target;
/// between targets the order makes no difference.
void ReferenceModel::resolve_hits() {
    projectiles_due();
    std::map<Serial, Serial> staggered_by; // agents that a hit with damage, damage by a named attacker or a command
                                           // stagger met, and the attacker of the first of these
    while (!pending_hits_.empty()) {
        const auto next =
            std::min_element(pending_hits_.begin(), pending_hits_.end(), [](const PendingHit& a, const PendingHit& b) {
                return std::tie(a.due, a.by, a.kind, a.nth) < std::tie(b.due, b.by, b.kind, b.nth);
            });
        const PendingHit pending = *next;
        pending_hits_.erase(next);
        resolve_hit(pending, staggered_by);
    }
    number_projectiles();
    std::erase_if(projectiles_, [this](const Projectile& projectile) { return reached(projectile.lands_us); });
    std::stable_sort(projectiles_.begin(), projectiles_.end(), [](const Projectile& a, const Projectile& b) {
        return std::tie(a.frame, a.by) < std::tie(b.frame, b.by);
    });
    settle_staggers(staggered_by);
    settle_pushes();
}

/// H1.7: gives the projectiles of this frame numbers by the serials of their shooters; so far they have numbers in the
/// order in which they were launched.
void ReferenceModel::number_projectiles() {
    std::map<Serial, uint32_t> by_shooter;
    std::map<uint32_t, Serial> shooter_of;
    for (const Event& event : stage_) {
        if (event.type != EventType::launch) continue;
        by_shooter[event.agent] = 0;
        shooter_of[static_cast<uint32_t>(event.b)] = event.agent;
    }
    for (auto& [shooter, number] : by_shooter) number = launched_++;
    const auto renumber = [&](uint32_t number) {
        const auto shooter = shooter_of.find(number);
        return shooter != shooter_of.end() ? by_shooter.at(shooter->second) : number;
    };
    for (Projectile& projectile : projectiles_) projectile.number = renumber(projectile.number);
    for (Event& event : stage_) {
        if (event.type == EventType::launch) event.b = static_cast<int32_t>(renumber(static_cast<uint32_t>(event.b)));
        if (event.type == EventType::hit || event.type == EventType::miss)
            event.a = static_cast<int32_t>(renumber(static_cast<uint32_t>(event.a)));
    }
}

void ReferenceModel::resolve_hit(const PendingHit& pending, std::map<Serial, Serial>& staggered_by) {
    switch (pending.kind) {
    case PendingHit::Kind::projectile:
        if (agents_.count(pending.target) == 0 || !(living(pending.target) || agents_.at(pending.target).died_now)) {
            ++tally_["projectile: comes to nothing"];
            return;
        }
        if (!living(pending.by)) ++tally_["projectile: the shooter is no more"];
        if (strikes(pending, pending.projectile.from, pending.projectile.radius, pending.projectile.hit_range))
            settle_hurt(pending, pending.projectile.from, staggered_by);
        return;
    case PendingHit::Kind::hit: {
        if (agents_.at(pending.target).gone) return;
        const Agent& attacker = agents_.at(pending.by);
        if (figures_of(pending).projectile_speed > 0.0f) return launch(pending);
        if (strikes(pending, attacker.position, radius_of(attacker), hit_range_of(pending)))
            settle_hurt(pending, attacker.position, staggered_by);
        return;
    }
    case PendingHit::Kind::damage:
        if (agents_.at(pending.target).gone) return;
        if (pending.sets) return settle_health(pending);
        return settle_hurt(pending, std::nullopt, staggered_by);
    }
}

/// Whether a hit of an attack or a projectile counts; otherwise it is a miss.
bool ReferenceModel::strikes(const PendingHit& pending, Vec2 from, float radius, int64_t hit_range) {
    const Agent& target = agents_.at(pending.target);
    const float d2 = distance_squared(from, target.position);
    const int16_t floor =
        pending.kind == PendingHit::Kind::projectile ? pending.projectile.floor : agents_.at(pending.by).floor;
    if (floor != target.floor) ++tally_["hit: the target is on another floor"];
    const bool walled = walled_off(from, radius, target.position, radius_of(target));
    const bool counts = floor == target.floor && millimetres(d2) <= hit_range && !walled;
    if (floor == target.floor && millimetres(d2) <= hit_range && walled) ++tally_["hit: at a wall"];
    Event event;
    event.type = counts ? EventType::hit : EventType::miss;
    event.agent = pending.by;
    event.target = pending.target;
    event.attack = static_cast<int16_t>(pending.attack);
    event.a =
        static_cast<int32_t>(pending.kind == PendingHit::Kind::projectile ? pending.projectile.number : no_projectile);
    event.x = counts && target.state == AgentState::heal ? 0.0f : pending.amount;
    event.y = std::sqrt(d2);
    emit(event);
    if (pending.kind == PendingHit::Kind::projectile) ++tally_[counts ? "projectile: hits" : "projectile: misses"];
    return counts;
}

/// `from`: the place that a hit or a projectile comes from; none: damage by a command.
void ReferenceModel::settle_hurt(const PendingHit& pending, std::optional<Vec2> from,
                                 std::map<Serial, Serial>& staggered_by) {
    Agent& target = agents_.at(pending.target);
    if (target.state == AgentState::heal) {
        ++tally_[pending.attack >= 0     ? "invulnerable to a hit"
                 : pending.only_staggers ? "invulnerable to a command stagger"
                                         : "invulnerable to damage"];
        return;
    }
    const bool is_hit = pending.attack >= 0;
    if (pending.only_staggers || (is_hit ? pending.amount > 0.0f : pending.by != no_serial)) {
        const bool first = staggered_by.try_emplace(target.serial, pending.by).second;
        if (!is_hit) {
            ++tally_[std::string(pending.only_staggers ? "staggered by a command" : "staggered by named damage") +
                     (first ? "" : ": another attacker was first")];
        }
    }
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
    if (archetype_of(target).body.host_owns_health)
        ++tally_["health: hurt, and it is the host's"];
    else if (target.health != unlimited_health)
        target.health = target.health - pending.amount;
    if (target.died_now || target.health > 0.0f) return;
    die_by(target, pending.by);
}

void ReferenceModel::note_attacker(Agent& agent, Serial by) const {
    if (by == no_serial) return;
    agent.last_attacker = by;
    agent.last_attacked = now_;
}

/// H1.13, H1.13a.
void ReferenceModel::die_by(Agent& agent, Serial by) {
    Serial killer = by;
    if (by == no_serial && agent.last_attacker != no_serial) {
        const bool counts = !reached(agent.last_attacked + microseconds_of(archetype_of(agent).body.credit_time));
        ++tally_[counts ? "killer: the last attacker" : "killer: none, the last attacker was too early"];
        if (counts) killer = agent.last_attacker;
    }
    count_kill(agent, killer);
    die(agent, killer);
}

/// The host sets the health, without an event, also of invulnerable agents. The evaluations of phases and `on_health`
/// conditions notice the change as they notice a hurt.
void ReferenceModel::settle_health(const PendingHit& pending) {
    Agent& target = agents_.at(pending.target);
    if (target.died_now) ++tally_["health: set of an agent that has just been killed"];
    if (target.health == unlimited_health) ++tally_["health: set of an agent without limit"];
    if (target.died_now || target.health == unlimited_health) return;
    const float full = archetype_of(target).body.health;
    if (pending.amount > full) ++tally_["health: set to more than it can have"];
    if (target.state == AgentState::heal) ++tally_["health: set of an invulnerable agent"];
    ++tally_[pending.amount > target.health ? "health: set higher" : "health: set lower, or as it is"];
    const float before = std::exchange(target.health, std::min(pending.amount, full));
    if (target.health < before) {
        if (pending.by != no_serial) ++tally_["health: set lower by an attacker"];
        note_attacker(target, pending.by);
    }
    if (target.health > 0.0f) return;
    ++tally_["health: dies of what was set"];
    die_by(target, pending.by);
}

void ReferenceModel::die(Agent& agent, Serial by) {
    agent.died_now = true;
    agent.dead = true;
    count_loss(agent);
    emit(EventType::death, agent, by);
}

/// Staggers agents with a brain and a `stagger_time` that are still alive, without super armour and not under an order
/// `move` or `stand`.
void ReferenceModel::settle_staggers(const std::map<Serial, Serial>& staggered_by) {
    for (const auto& [serial, by] : staggered_by) {
        Agent& agent = agents_.at(serial);
        const ArchetypeDef& def = archetype_of(agent);
        if (!def.autonomous || microseconds_of(def.poise.stagger_time) == 0 || !agent.living()) continue;
        if (super_armour_of(agent)) ++tally_["not staggered: super armour"];
        if (agent.ordered_away()) ++tally_["not staggered: ordered away"];
        if (super_armour_of(agent) || agent.ordered_away()) continue;
        agent.staggered = true;
        emit(EventType::stagger, agent, by);
    }
}

/// 2. Takes back the slots, tokens and queue positions of agents that died, were despawned or gave up.
void ReferenceModel::settle_returns() {
    for (auto& [serial, agent] : agents_) settle_return(agent);
}

void ReferenceModel::settle_return(Agent& agent) {
    const bool leaves = agent.died_now || agent.gone;
    if (agent.token && !agent.token->ended && leaves)
        end_attack(agent, agent.died_now ? Cause::died : Cause::withdrew, now_);
    if (agent.performance && leaves) {
        ++tally_[agent.died_now ? "perform: the agent dies" : "perform: the agent is despawned"];
        end_performance(agent, agent.died_now ? Cause::died : Cause::withdrew, agent.target, now_);
    }
    const Serial target = agent.circle;
    if (agent.token && agent.token->ended) return_token(agent);
    if (agent.gives_up || agent.launches || leaves) {
        // The hit comes before the end: if both are in the same think, the slot still goes back by release `launch`.
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
    agent.target = no_serial; // without an event
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

/// 3. A target that died or was despawned frees its circle and every agent on it.
void ReferenceModel::settle_target_lost(const Agent& target) {
    for (auto& [serial, agent] : agents_) {
        if (agent.circle != target.serial) continue;
        if (agent.token) {
            if (agent.role == Role::striker) ++tally_["a striker's circle ends"];
            if (agent.token->hit_handed) { // M6.19
                ++tally_["plays on: its circle has ended"];
            } else {
                end_attack(agent, Cause::target_gone, now_);
                return_token(agent);
            }
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

/// 4. Requests of this frame are queued at the back of their circle, by serial.
void ReferenceModel::settle_requests() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.asks) continue;
        agent.asks = false;
        if (!agent.living() || agent.target == no_serial) { // void: the agent or its target died
            ++tally_["request void"];
            continue;
        }
        Circle& circle = circles_[agent.target];
        circle.target = agent.target;
        queue_up(circle, agent, false);
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

/// Removes the agent from the queue. The agent also loses its wait slot and the reservation.
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

/// Returns the attack weight. If the windup never began, the cooldowns are refunded.
void ReferenceModel::return_token(Agent& agent) {
    const Token token = *agent.token;
    agent.token.reset();
    if (!token.ever_begun) give_cooldowns_back(agent, token);
    if (agent.role != Role::striker) return;
    circles_.at(agent.circle).strikers.erase(agent.serial);
    agent.role = Role::none;
    agent.circle = no_serial;
}

void ReferenceModel::give_cooldowns_back(Agent& agent, const Token& token) {
    const AttackDef& attack = attack_def(agent, token.attack);
    Circle& circle = circles_.at(agent.circle);
    // The clock may be older than this token, but then it was over when the token was given, so that setting it to now
    // changes nothing.
    if (agent.cooldowns.count(token.attack) != 0) {
        agent.cooldowns[token.attack] = now_;
        ++tally_["agent's clock given back"];
    }
    give_class_clock_back(circle, token, attack);
    give_use_back(circle, agent, token);
}

/// Ends the class's clock if this token is the last that set it.
void ReferenceModel::give_class_clock_back(Circle& circle, const Token& token, const AttackDef& attack) {
    if (microseconds_of(attack.cooldown.global) == 0) return;
    ClassClock& clock = cooldowns_of(circle, attack.cooldown).of_classes.at(attack.attack_class);
    if (clock.token != token.number) {
        ++tally_["class's clock: another token's by now"];
        return;
    }
    ++tally_[!reached(clock.due) ? "class's clock given back" : "class's clock: over already"];
    clock.due = std::min(clock.due, now_);
}

/// Refunds the use to its round while that round is not refilled. If this round started the clock, and the clock still
/// runs, the clock is over and the round has one use again.
void ReferenceModel::give_use_back(Circle& circle, const Agent& agent, const Token& token) {
    if (token.round < 0) return;
    const CooldownDef& def = attack_def(agent, token.attack).cooldown;
    Cooldown& cooldown = cooldowns_of(circle, def).of_archetypes.at({agent.archetype, token.attack});
    if (token.round == cooldown.round) {
        ++cooldown.uses_left;
        ++tally_["use given back to its round"];
        return;
    }
    if (token.round == cooldown.clock_round && !reached(cooldown.due)) {
        cooldown.due = now_;
        cooldown.round = token.round;
        cooldown.uses_left = 1;
        ++tally_["archetype's clock given back"];
        return;
    }
    ++tally_["nothing to give back: the round's clock has run out"];
}

} // namespace fray::model
