// Squads: leaders, move input, followers; target bias and room; projectiles.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fray::model {

// ---- apply_commands -----------------------------------------------------------------------------------------------

/// The agent leaves its squad (`leave_squad`) for the host squad (`enter_squad`), and is of its team. If it is there
/// already, nothing happens. It is flagged to scan. Event join. Its target, and the agents that have it as target,
/// notice the change in their next target scans. Attacks that have begun still hit. An agent that has neither recovery
/// nor rest, and gets token after token, does not scan in between.
void ReferenceModel::apply(Agent& agent, const command::Join& c) {
    if (agent.squad == c.squad.value) {
        ++tally_["join: its own squad"];
        return;
    }
    tally_join(agent, squads_[c.squad.value - 1]);
    leave_squad(agent);
    agent.squad = c.squad.value;
    agent.order.of_squad = false;
    const Squad& squad = squads_[agent.squad - 1];
    agent.team = squad.team;
    if (enter_squad(agent)) ++tally_["join: leads, as no other member lives"];
    agent.flagged = true;
    emit_join(agent);
}

/// Event join names the agent's new squad, and its `leader`.
void ReferenceModel::emit_join(const Agent& agent) {
    Event event;
    event.type = EventType::join;
    event.agent = agent.serial;
    event.target = squad_of(agent).leader;
    event.b = static_cast<int32_t>(agent.squad);
    event.c = agent.team;
    emit(event);
}

/// An own squad ends. If the agent led a host squad, the living member with the lowest serial leads there from now on:
/// event leader of that member; its `previous_leader` is the agent that left. Without a living member the squad has no
/// leader, without an event.
void ReferenceModel::leave_squad(const Agent& agent) {
    Squad& squad = squads_[agent.squad - 1];
    std::erase(squad.members, agent.serial);
    if (squad.leader != agent.serial) return;
    const auto next = std::find_if(squad.members.begin(), squad.members.end(), [this](Serial s) { return living(s); });
    squad.leader = next != squad.members.end() ? *next : no_serial;
    squad.appointed = false;
    if (squad.made && squad.leader != no_serial) emit(EventType::leader, agents_.at(squad.leader), agent.serial);
    if (squad.made)
        ++tally_[squad.leader != no_serial ? "join: the leader leaves others"
                                           : "join: the leader leaves no living member"];
}

/// The agent leads the squad, without an event, if it has no other living member. Its `scan_interval` counts for the
/// squad from now on, also when it has left again.
bool ReferenceModel::enter_squad(const Agent& agent) {
    Squad& squad = squads_[agent.squad - 1];
    const int64_t every = microseconds_of(archetype_of(agent).perception.scan_interval);
    if (squad.founded && every < squad.scan_interval) squad.left_out_until = -1;
    squad.scan_interval = squad.founded ? std::min(squad.scan_interval, every) : every;
    squad.founded = true;
    const bool alone = std::none_of(squad.members.begin(), squad.members.end(), [this](Serial s) { return living(s); });
    squad.members.insert(std::lower_bound(squad.members.begin(), squad.members.end(), agent.serial), agent.serial);
    if (!alone) return false;
    squad.leader = agent.serial;
    squad.appointed = true;
    if (squad.mood != SquadMood::steady) ++tally_["morale: a squad that was not steady begins anew"];
    squad.morale = full_morale; // Q24
    squad.mood = SquadMood::steady;
    squad.routs = 0;
    squad.counts = {};
    return true;
}

/// For the tally: counts the kinds of agents that join, and of squads that they join.
void ReferenceModel::tally_join(const Agent& agent, const Squad& to) {
    ++tally_[squad_of(agent).made ? "join: from a squad of the host's" : "join: from a squad of its own"];
    ++tally_[to.team != agent.team ? "join: of another team" : "join: of its team"];
    if (agent.token) ++tally_["join: an agent with a token"];
    if (agent.role != Role::none) ++tally_["join: an agent with a role at a circle"];
    if (circles_.count(agent.serial) != 0) ++tally_["join: an agent with a circle"];
    if (agent.spawned_frame == frame_) ++tally_["join: an agent that has just been spawned"];
    if (!to.founded) ++tally_["join: founds a squad"];
    if (!to.members.empty() && agent.serial < to.members.back()) ++tally_["join: spawned before others there"];
    if (to.leader != no_serial && !living(to.leader)) ++tally_["join: where the leader has just gone"];
}

/// The agent leads its squad from now on, as an appointed leader. If it did not lead it before: event leader; its
/// `previous_leader` is the leader before. The command is dropped if the agent has left its squad in this frame (leave,
/// set_team) and joined no other.
void ReferenceModel::apply(Agent& agent, const command::SetLeader& c) {
    Squad& squad = squads_[agent.squad - 1];
    if (!squad.made) return drop(c);
    if (squad.def.morale.enabled && !squad.appointed) ++tally_["morale: a leader is appointed after a successor"];
    squad.appointed = true;
    if (squad.leader == agent.serial) {
        ++tally_["lead: it does already"];
        return;
    }
    const Serial before = std::exchange(squad.leader, agent.serial);
    emit(EventType::leader, agent, before);
}

/// The *move input* of a squad is a vector of length 0 (released) to 1. It is held until the next such command. Event
/// move_input: the squad, its leader if it has one, and the direction.
void ReferenceModel::apply(const command::SetMoveInput& c) {
    Squad& squad = squads_[c.squad.value - 1];
    squad.move_input = c.direction;
    Event event;
    event.type = EventType::move_input;
    event.agent = squad.leader;
    event.a = static_cast<int32_t>(c.squad.value);
    event.x = c.direction.x;
    event.y = c.direction.y;
    emit(event);
}

/// The target bias says how many metres nearer (negative: farther) a target seems, to every agent or to a single
/// viewer. It replaces the one before for this target and viewer; 0 means no nearer than it is. No event. The command
/// is dropped if the viewer that it names has died or was despawned earlier.
void ReferenceModel::apply(Agent& agent, const command::SetTargetBias& c) {
    const Serial viewer = serial_of(c.viewer);
    if (viewer != no_serial && !living(viewer)) return drop(c);
    float& bias = target_biases_[{agent.serial, viewer}];
    if (bias != 0.0f) ++tally_[c.target_bias == 0.0f ? "set_target_bias: taken back" : "set_target_bias: replaced"];
    bias = c.target_bias;
}

// ---- acquire_targets ----------------------------------------------------------------------------------------------

/// The nearest agent has the least key: mm(distance) - mm(target bias), then distance squared, then the serial.
ReferenceModel::Key ReferenceModel::key(const Agent& agent, const Agent& other) const {
    const float d2 = distance_squared(agent.position, other.position);
    return {int64_t{millimetres(d2)} - preferred(agent, other), d2, other.serial};
}

/// The sum of the other agent's biases for every viewer and for this agent, in mm.
int64_t ReferenceModel::preferred(const Agent& agent, const Agent& other) const {
    int64_t sum = 0;
    for (const Serial viewer : {no_serial, agent.serial}) {
        const auto found = target_biases_.find({other.serial, viewer});
        if (found != target_biases_.end())
            sum += found->second < 0.0f ? -millimetres_of(-found->second) : millimetres_of(found->second);
    }
    return sum;
}

/// Whether the other agent's circle has room: the agent's grid weight is free, a slot is open, and no capacity is
/// reserved, as the last commit left it. Without a circle the whole grid capacity counts, and every slot that is not
/// closed. A slot that the agent itself holds there counts as taken.
bool ReferenceModel::room(const Agent& agent, const Agent& other) {
    const Circle circle = circle_or_empty(other.serial);
    if (weight_of(agent.serial) > grid_free(circle)) return false;
    const auto filed = closures_.find(other.serial);
    const bool as_commanded = circles_.count(other.serial) == 0 && filed != closures_.end();
    int open = as_commanded ? 0 : open_slots(circle);
    for (int slot = 0; as_commanded && slot < circle_def(other.serial).slots; ++slot)
        open += filed->second.count(slot) == 0 && !blocked(other, other.position, slot);
    if (open == 0) {
        ++tally_["spread: no room, no slot is open"];
        return false;
    }
    if (circle.reserver == no_serial) return true;
    ++tally_[circle.reserver == agent.serial ? "spread: no room, it reserves itself"
                                             : "spread: no room, another agent reserves"];
    return false;
}

// ---- Led ----------------------------------------------------------------------------------------------------------

/// Q31: an agent that routs counts as led in all rules.
bool ReferenceModel::led(const Agent& agent) const { return led_by_input(agent) || routs(agent); }

/// While the squad's move input is held: the leader; with control `all` every member; with `paths` also members with a
/// brain, under no order, and not busy. An agent that performs is not led.
bool ReferenceModel::led_by_input(const Agent& agent) const {
    const Squad& squad = squad_of(agent);
    if (!squad.move_input_held() || agent.performing()) return false;
    if (squad.leader == agent.serial || squad.def.control == SquadControl::all) return true;
    return squad.def.control == SquadControl::paths && archetype_of(agent).autonomous &&
           agent.order.kind == OrderKind::free && !busy(agent);
}

/// The state of an agent that is led.
AgentState ReferenceModel::led_state(const Agent& agent) const {
    return routs(agent) ? AgentState::rout : AgentState::led;
}

bool ReferenceModel::busy(const Agent& agent) const {
    return agent.token || agent.state == AgentState::attack || takes_time(agent.state);
}

/// For the tally: counts which agents the move input steers and which it does not.
void ReferenceModel::tally_led(const Agent& agent) {
    const Squad& squad = squad_of(agent);
    if (squad.mood == SquadMood::routing && !routs(agent))
        ++tally_[!archetype_of(agent).autonomous ? "rout: not without a brain"
                 : !agent.loose() ? std::string("rout: not under an order ") + to_string(agent.order.kind)
                                  : "rout: led by the move input instead"];
    if (!squad.move_input_held() || agent.state == AgentState::led) return;
    const std::string control = to_string(squad.def.control);
    if (agent.performing() && squad.leader == agent.serial) ++tally_["perform: a leader is not led"];
    if (!led_by_input(agent)) {
        ++tally_["not led, control " + control + (agent.order.kind != OrderKind::free ? ": under an order" : "")];
        return;
    }
    ++tally_["led, control " + control + (squad.leader == agent.serial ? ": the leader" : ": another")];
    if (agent.order.kind != OrderKind::free) ++tally_["led in spite of an order"];
}

/// An agent that is no longer led, and does not rout, goes to idle, and its think goes on from there.
bool ReferenceModel::think_led(Agent& agent) {
    if (led(agent)) return false;
    ++tally_[agent.state == AgentState::rout ? "rout: no longer" : "no longer led"];
    go_to(agent, AgentState::idle);
    return true;
}

// ---- Followers ----------------------------------------------------------------------------------------------------

/// An agent with a brain that follows its leader or escorts, if the other agent is living, on its floor and not apart.
bool ReferenceModel::follower(const Agent& agent) const {
    if (!archetype_of(agent).autonomous || !(agent.escorting() || follows_leader(agent))) return false;
    const Serial other = followed(agent);
    return living(other) && agents_.at(other).floor == agent.floor && !apart(agent, agents_.at(other));
}

/// A member, not the leader, of a squad with `follow_distance`, under no order. While the move input is held with
/// control `all` or `paths` there are no followers.
bool ReferenceModel::follows_leader(const Agent& agent) const {
    const Squad& squad = squad_of(agent);
    if (!squad.made || squad.def.follow_distance == 0.0f || squad.leader == agent.serial) return false;
    if (agent.order.kind != OrderKind::free) return false;
    return !squad.move_input_held() || squad.def.control == SquadControl::leader;
}

/// The leader, or the agent that it escorts (Q12a).
Serial ReferenceModel::followed(const Agent& agent) const {
    return agent.escorting() ? agent.order.target : squad_of(agent).leader;
}

/// `follow_distance`, in metres.
float ReferenceModel::follow_distance(const Agent& agent) const {
    return agent.escorting() ? agent.order.distance : squad_of(agent).def.follow_distance;
}

/// `max_leader_distance`, in metres.
float ReferenceModel::return_distance(const Agent& agent) const {
    return agent.escorting() ? 3.0f * agent.order.distance : squad_of(agent).def.max_leader_distance;
}

/// Distance to the leader in mm (D in the rules).
int32_t ReferenceModel::leader_distance(const Agent& agent) const {
    return distance_mm(agent, agents_.at(followed(agent)));
}

/// Whether the leader is far enough away for an idle agent to start to follow.
bool ReferenceModel::far_from_leader(const Agent& agent) const {
    return follower(agent) && leader_distance(agent) > millimetres_of(follow_distance(agent));
}

/// Whether the agent has reached its leader, or is no longer a follower.
bool ReferenceModel::near_leader(const Agent& agent) const {
    return !follower(agent) || leader_distance(agent) <= millimetres_of(follow_distance(agent) / 2);
}

bool ReferenceModel::think_follow(Agent& agent) {
    if (agent.target != no_serial) {
        ++tally_[agent.escorting() ? "escort: breaks off for a target" : "follow: breaks off for a target"];
        go_to(agent, AgentState::pursue);
        return true;
    }
    if (!near_leader(agent)) return false;
    ++tally_[!follower(agent)    ? "follow: no follower any more"
             : agent.escorting() ? "escort: has come to the agent that it escorts"
                                 : "follow: has come to its leader"];
    go_to(agent, AgentState::idle);
    return true;
}

/// A follower that is too far from its leader returns, before its FSM runs. It gives up what it has at its circle as by
/// an order.
bool ReferenceModel::begins_return(Agent& agent) {
    const bool fights = agent.state == AgentState::pursue || agent.state == AgentState::roam ||
                        agent.state == AgentState::approach || (agent.state == AgentState::combat && !agent.token);
    if (!fights || !follower(agent)) return false;
    if (leader_distance(agent) <= millimetres_of(return_distance(agent))) return false;
    if (agent.escorting()) ++tally_["escort: returns"];
    ++tally_[is_free(agent)                  ? "return: a free one"
             : agent.role == Role::holder    ? "return: a holder"
             : agent.role == Role::requester ? "return: a requester"
                                             : "return: one with nothing at a circle"];
    if (agent.role != Role::none) {
        emit(EventType::withdraw, agent, agent.circle);
        give_up(agent, Cause::withdrew);
    }
    go_to(agent, AgentState::returning);
    return true; // the think ends
}

bool ReferenceModel::think_return(Agent& agent) {
    if (!near_leader(agent)) return false;
    ++tally_[!follower(agent)    ? "return: no follower any more"
             : agent.escorting() ? "escort: returned to the agent that it escorts"
                                 : "return: has come to its leader"];
    go_to(agent, AgentState::idle);
    return true;
}

// ---- resolve_hits: projectiles ------------------------------------------------------------------------------------

/// The hit of an attack with `projectile_speed` launches a projectile, which may be due in the same resolve_hits.
void ReferenceModel::launch(const PendingHit& pending) {
    const Agent& shooter = agents_.at(pending.by);
    const AttackDef& attack = figures_of(pending);
    const int64_t flight =
        int64_t{distance_mm(shooter, agents_.at(pending.target))} * 1'000'000 / millimetres_of(attack.projectile_speed);
    Event event;
    event.type = EventType::launch;
    event.agent = shooter.serial;
    event.target = pending.target;
    event.attack = static_cast<int16_t>(pending.attack);
    event.a = static_cast<int32_t>(flight);
    Projectile projectile;
    // For now; see number_projectiles. Far above all numbers that are given at the end of a frame.
    projectile.number = 1'000'000'000u + static_cast<uint32_t>(projectiles_.size());
    event.b = static_cast<int32_t>(projectile.number);
    emit(event);
    projectile.frame = frame_;
    projectile.by = shooter.serial;
    projectile.target = pending.target;
    projectile.archetype = shooter.archetype;
    projectile.attack = pending.attack;
    projectile.damage = pending.amount;
    projectile.hit_range = hit_range_of(pending);
    projectile.from = shooter.position;
    projectile.radius = radius_of(shooter);
    projectile.lands_us = pending.due + flight;
    projectile.floor = shooter.floor;
    projectile.friendly_fire = attack_def(shooter, pending.attack).friendly_fire;
    projectiles_.push_back(projectile);
    if (!reached(projectile.lands_us)) return;
    ++tally_["projectile: lands in the settle of its launch"];
    pending_hits_.push_back(landing(projectile, projectiles_.size() - 1));
}

/// Projectiles that land now, in the order of their launch.
void ReferenceModel::projectiles_due() {
    for (size_t i = 0; i < projectiles_.size(); ++i)
        if (reached(projectiles_[i].lands_us)) pending_hits_.push_back(landing(projectiles_[i], i));
}

ReferenceModel::PendingHit ReferenceModel::landing(const Projectile& projectile, size_t nth) {
    PendingHit pending;
    pending.due = projectile.lands_us;
    pending.by = projectile.by;
    pending.kind = PendingHit::Kind::projectile;
    pending.nth = static_cast<int>(nth);
    pending.target = struck_by(projectile);
    pending.attack = projectile.attack;
    pending.amount = projectile.damage;
    pending.projectile = projectile;
    return pending;
}

// ---- resolve_hits: 5. Leaders -------------------------------------------------------------------------------------

/// If the leader has died or was despawned in this frame, the living member with the lowest serial leads; else no
/// agent.
void ReferenceModel::settle_leaders() {
    for (Squad& squad : squads_) {
        if (!squad.made || squad.leader == no_serial || living(squad.leader)) continue;
        const Serial before = std::exchange(squad.leader, no_serial);
        squad.appointed = false;
        for (const Serial serial : squad.members)
            if (living(serial) && (squad.leader == no_serial || serial < squad.leader)) squad.leader = serial;
        if (squad.leader != no_serial)
            emit(EventType::leader, agents_.at(squad.leader), before);
        else
            ++tally_["a squad without a living member has no leader"];
    }
}

} // namespace fray::model
