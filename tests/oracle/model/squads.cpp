// Squads: leaders, led agents, followers; target bias and room.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fray::model {

// # Squads
// These rules hold for host squads. None of them holds for an own squad, except those on escorts.

// ## Members and leaders

/// The agent leaves its squad (`leave_squad`), enters the host squad (`enter_squad`), and is of that squad's team. If
/// it is in that squad already, nothing happens. It is flagged to scan. Event join (`emit_join`). Nothing else happens
/// at once. Its target, and the agents that have it as target, notice the change in their next target scans. Attacks
/// that have begun still hit. An agent that has neither recovery nor rest, and gets token after token, does not scan in
/// between.
void ReferenceModel::apply(Agent& agent, const command::Join& c) {
    if (agent.squad == c.squad.value) return;
    leave_squad(agent);
    agent.squad = c.squad.value;
    agent.order.of_squad = false;
    const Squad& squad = squads_[agent.squad - 1];
    agent.team = squad.team;
    enter_squad(agent);
    agent.flagged = true;
    emit_join(agent);
}

/// Event join names the squad that the agent is in now, and as its `leader` the leader of that squad.
void ReferenceModel::emit_join(const Agent& agent) {
    Event event;
    event.type = EventType::join;
    event.agent = agent.serial;
    event.target = squad_of(agent).leader;
    event.b = static_cast<int32_t>(agent.squad);
    event.c = agent.team;
    emit(event);
}

/// An own squad ends when its agent leaves it. If the agent led a host squad, the living member with the lowest serial
/// leads there from now on: event leader of that member; its `previous_leader` is the agent that left. If no living
/// member is left there, the squad has no leader, and there is no event.
void ReferenceModel::leave_squad(const Agent& agent) {
    Squad& squad = squads_[agent.squad - 1];
    std::erase(squad.members, agent.serial);
    if (squad.leader != agent.serial) return;
    const auto next = std::find_if(squad.members.begin(), squad.members.end(), [this](Serial s) { return living(s); });
    squad.leader = next != squad.members.end() ? *next : no_serial;
    squad.appointed = false;
    if (squad.made && squad.leader != no_serial) emit(EventType::leader, agents_.at(squad.leader), agent.serial);
}

/// An agent that enters a squad leads it if the squad has no other living member. There is no event leader. The morale
/// of the squad then begins again, without an event: it is full, the mood is steady, nothing is counted, and the squad
/// has never routed. The agent's `scan_interval` counts for the squad from now on, also when it has left again.
void ReferenceModel::enter_squad(const Agent& agent) {
    Squad& squad = squads_[agent.squad - 1];
    const int64_t every = microseconds_of(archetype_of(agent).perception.scan_interval);
    if (squad.founded && every < squad.scan_interval) squad.left_out_until = -1;
    squad.scan_interval = squad.founded ? std::min(squad.scan_interval, every) : every;
    squad.founded = true;
    const bool alone = std::none_of(squad.members.begin(), squad.members.end(), [this](Serial s) { return living(s); });
    squad.members.insert(std::lower_bound(squad.members.begin(), squad.members.end(), agent.serial), agent.serial);
    if (!alone) return;
    squad.leader = agent.serial;
    squad.appointed = true;
    squad.morale = full_morale;
    squad.mood = SquadMood::steady;
    squad.routs = 0;
    squad.counts = {};
}

/// The agent leads its squad from now on, as an appointed leader, also if it led it before. If it did not: event
/// leader; its `previous_leader` is the leader before. The command is dropped if the agent has left its squad in this
/// frame (leave, set_team) and joined no other.
///
/// A leader is *appointed* by this command, or if it leads by `enter_squad`. A leader that has followed another leader
/// by `leave_squad` or `replace_leaders` is not.
void ReferenceModel::apply(Agent& agent, const command::SetLeader& c) {
    Squad& squad = squads_[agent.squad - 1];
    if (!squad.made) return drop(c);
    squad.appointed = true;
    if (squad.leader == agent.serial) return;
    const Serial before = std::exchange(squad.leader, agent.serial);
    emit(EventType::leader, agent, before);
}

/// In resolve_hits, after the requests: if the leader of a host squad has died or gone in this frame, the living member
/// with the lowest serial leads. Event leader; its `previous_leader` is the leader before. Without a living member, no
/// agent leads.
void ReferenceModel::replace_leaders() {
    for (Squad& squad : squads_) {
        if (!squad.made || squad.leader == no_serial || living(squad.leader)) continue;
        const Serial before = std::exchange(squad.leader, no_serial);
        squad.appointed = false;
        for (const Serial serial : squad.members)
            if (living(serial) && (squad.leader == no_serial || serial < squad.leader)) squad.leader = serial;
        if (squad.leader != no_serial) emit(EventType::leader, agents_.at(squad.leader), before);
    }
}

// ## Led agents
// The leader, and every member under control `all`, runs as the move input says: at its length times the agent's run
// speed. With `paths` the others run to a point `lookahead_distance` metres ahead of where they stand, in the direction
// of the move input, renewed every `lookahead_interval` s for each member.

/// The *move input* of a squad is a vector of length 0 (released) to 1. It is held until the next such command. Event
/// move_input: the squad, its leader if it has one, and the direction. Nothing else happens at once.
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

/// An agent is *led* by the move input, or because it routs. acquire_targets and evaluate_fsm each check this as it is
/// then: an order that ends in acquire_targets is over in the evaluate_fsm of that frame. A led agent does not request
/// or react. Its clocks end as in other states.
bool ReferenceModel::led(const Agent& agent) const { return led_by_input(agent) || routs(agent); }

/// While the move input of its squad is not released, these agents are led, unless they are performing: the leader;
/// with `control` `all`, every living member; with `paths`, also each other member that has a brain, is under no order,
/// and is not `busy`. So the move input goes before all orders except `perform`.
bool ReferenceModel::led_by_input(const Agent& agent) const {
    const Squad& squad = squad_of(agent);
    if (!squad.move_input_held() || agent.performing()) return false;
    if (squad.leader == agent.serial || squad.def.control == SquadControl::all) return true;
    return squad.def.control == SquadControl::paths && archetype_of(agent).autonomous &&
           agent.order.kind == OrderKind::free && !busy(agent);
}

AgentState ReferenceModel::led_state(const Agent& agent) const {
    return routs(agent) ? AgentState::rout : AgentState::led;
}

/// It has a token, or is in state attack, stagger, backstep or heal.
bool ReferenceModel::busy(const Agent& agent) const {
    return agent.token || agent.state == AgentState::attack || is_timed_state(agent.state);
}

/// An agent that is no longer led → idle, from where it goes on in this evaluation.
bool ReferenceModel::evaluate_led(Agent& agent) {
    if (led(agent)) return false;
    go_to(agent, AgentState::idle);
    return true;
}

// ## Followers
// In follow and in return an agent runs to its leader, or to the agent that it escorts.

/// A *follower* has a brain, and follows its leader (`follows_leader`) or is under an order `escort`. That agent is
/// living, on its floor and not `apart` from it.
///
/// The rules on followers hold for an agent under `escort`, in an own squad too, as if the agent that it escorts were
/// its leader, with `follow_distance` = `escort_distance` and `max_leader_distance` = 3 * `escort_distance` (float).
bool ReferenceModel::follower(const Agent& agent) const {
    if (!archetype_of(agent).autonomous || !(agent.escorting() || follows_leader(agent))) return false;
    const Serial other = followed(agent);
    return living(other) && agents_.at(other).floor == agent.floor && !apart(agent, agents_.at(other));
}

/// A member, not the leader, of a squad with `follow_distance` (not 0), under no order. While the move input is held
/// with control `all` or `paths`, none follows.
bool ReferenceModel::follows_leader(const Agent& agent) const {
    const Squad& squad = squad_of(agent);
    if (!squad.made || squad.def.follow_distance == 0.0f || squad.leader == agent.serial) return false;
    if (agent.order.kind != OrderKind::free) return false;
    return !squad.move_input_held() || squad.def.control == SquadControl::leader;
}

// The leader, or the agent that it escorts.
Serial ReferenceModel::followed(const Agent& agent) const {
    return agent.escorting() ? agent.order.target : squad_of(agent).leader;
}

// m
float ReferenceModel::follow_distance(const Agent& agent) const {
    return agent.escorting() ? agent.order.distance : squad_of(agent).def.follow_distance;
}

// `max_leader_distance`, in metres.
float ReferenceModel::return_distance(const Agent& agent) const {
    return agent.escorting() ? 3.0f * agent.order.distance : squad_of(agent).def.max_leader_distance;
}

/// D: mm(the distance to its leader), by the positions of the frame's start.
///
/// *Example.* `follow_distance` is 6 m and `max_leader_distance` 10 m. An idle member follows when it is more than 6000
/// mm from its leader, and stops at 3000 mm or less. A member that fights returns when it is more than 10000 mm away,
/// and is free to fight again at 3000 mm.
int32_t ReferenceModel::leader_distance(const Agent& agent) const {
    return distance_mm(agent, agents_.at(followed(agent)));
}

/// A follower in idle, without a target, with D > mm(`follow_distance`) → follow. This goes before patrol, and before
/// user states.
bool ReferenceModel::far_from_leader(const Agent& agent) const {
    return follower(agent) && leader_distance(agent) > millimetres_of(follow_distance(agent));
}

/// No follower any more, or D <= mm(`follow_distance` / 2).
bool ReferenceModel::near_leader(const Agent& agent) const {
    return !follower(agent) || leader_distance(agent) <= millimetres_of(follow_distance(agent) / 2);
}

/// With a target → pursue. Otherwise, `near_leader` → idle. Otherwise its evaluation ends.
bool ReferenceModel::evaluate_follow(Agent& agent) {
    if (agent.target != no_serial) {
        go_to(agent, AgentState::pursue);
        return true;
    }
    if (!near_leader(agent)) return false;
    go_to(agent, AgentState::idle);
    return true;
}

/// A follower with D > mm(`max_leader_distance`) in state pursue, roam, approach, or combat (without a token) gives up
/// what it has at its circle as by an order: event withdraw; event unslot, cause withdrew. → return, and its evaluation
/// ends.
bool ReferenceModel::begins_return(Agent& agent) {
    const bool fights = agent.state == AgentState::pursue || agent.state == AgentState::roam ||
                        agent.state == AgentState::approach || (agent.state == AgentState::combat && !agent.token);
    if (!fights || !follower(agent)) return false;
    if (leader_distance(agent) <= millimetres_of(return_distance(agent))) return false;
    if (agent.role != Role::none) {
        emit(EventType::withdraw, agent, agent.circle);
        give_up(agent, Cause::withdrew);
    }
    go_to(agent, AgentState::returning);
    return true; // the evaluation ends
}

/// `near_leader` → idle, from where it goes on. Otherwise its evaluation ends. It has no target from the next frame's
/// acquire_targets on.
bool ReferenceModel::evaluate_return(Agent& agent) {
    if (!near_leader(agent)) return false;
    go_to(agent, AgentState::idle);
    return true;
}

// # Nearest targets and room

/// The target bias says how many metres nearer (negative: farther) a target seems, to every agent or to a single
/// viewer. It replaces the last one for the same target and the same viewer; 0 means no nearer than it is. No event.
/// The command is dropped, too, if the viewer that it names has died or was despawned earlier.
void ReferenceModel::apply(Agent& agent, const command::SetTargetBias& c) {
    const Serial viewer = serial_of(c.viewer);
    if (viewer != no_serial && !living(viewer)) return drop(c);
    float& bias = target_biases_[{agent.serial, viewer}];
    bias = c.target_bias;
}

/// *Nearest* means the least key, for all targets that an agent looks for. The key of e for i is: mm(distance) - bias,
/// then `distance_squared(i, e)`, then the serial of e. Without target biases this is the order of `distance_squared`.
///
/// *Example.* e1 is 6 m away and e2 is 7 m away. e2 has a target bias of 2 m for every agent. The keys are 6000 and
/// 7000 - 2000 = 5000: e2 is nearest.
ReferenceModel::Key ReferenceModel::key(const Agent& agent, const Agent& other) const {
    const float d2 = distance_squared(agent.position, other.position);
    return {int64_t{millimetres(d2)} - target_bias_of(agent, other), d2, other.serial};
}

/// The bias is the sum of two target biases of e: the bias for every agent and the bias for the viewer i. Each is in
/// whole millimetres (those of its absolute value, with its sign).
int64_t ReferenceModel::target_bias_of(const Agent& agent, const Agent& other) const {
    int64_t sum = 0;
    for (const Serial viewer : {no_serial, agent.serial}) {
        const auto found = target_biases_.find({other.serial, viewer});
        if (found != target_biases_.end())
            sum += found->second < 0.0f ? -millimetres_of(-found->second) : millimetres_of(found->second);
    }
    return sum;
}

/// A candidate has *room* for the agent if its circle has the agent's grid weight free and an open slot, and no
/// requester reserves there, as the last commit left it. For a candidate without a circle (`circle_or_empty`) a command
/// of this frame that closes slots counts already. What the agent itself has at a circle makes no difference: if it is
/// queued or holds there, the target has room for it exactly if it has room for another agent of its weight.
bool ReferenceModel::room(const Agent& agent, const Agent& other) {
    const Circle circle = circle_or_empty(other.serial);
    if (weight_of(agent.serial) > grid_free(circle)) return false;
    const auto filed = closures_.find(other.serial);
    const bool as_commanded = circles_.count(other.serial) == 0 && filed != closures_.end();
    int open = as_commanded ? 0 : open_slots(circle);
    for (int slot = 0; as_commanded && slot < slots_round(other.serial); ++slot)
        open += filed->second.count(slot) == 0 && !blocked(other, other.position, slot);
    return open != 0 && circle.reserver == no_serial;
}

} // namespace fray::model
