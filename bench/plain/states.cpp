#include "states.h"

#include "stage_manager.h"

#include <cmath>

namespace plain {

namespace states {
const IdleState idle;
const PursueState pursue;
const RoamState roam;
const ApproachState approach;
const CombatState combat;
const AttackState attack;
const DeadState dead;
} // namespace states

namespace {

Steering stand(const Agent& agent, Vec2 facing) { return {agent.position, 0.0f, true, facing}; }
Steering run_to_target(const Agent& agent) {
    return {agent.target->position, agent.archetype.def.body.run_speed, false, agent.target->position};
}

/// The state of an agent that has lost its slot.
const State& without_slot(const Agent& agent) {
    if (agent.target == nullptr) return states::idle;
    if (agent.at == nullptr) return states::pursue;
    return states::roam;
}

/// Whether the agent is at its slot or, if the target holds a slot itself, near enough to the target.
bool in_place(const Agent& agent) {
    const fray::CircleDef& circle = agent.at->circle().def();
    const Vec2 slot = agent.at->slot_position(agent.at->slot_of(agent));
    if (squared_distance(agent.position, slot) <= circle.arrival_radius * circle.arrival_radius) return true;
    return agent.distance <= circle.approach_radius + circle.arrival_radius && agent.target->has_slot();
}

Steering hold_slot(const Agent& agent) {
    const int slot = agent.at != nullptr ? agent.at->slot_of(agent) : -1;
    if (slot < 0) return run_to_target(agent);
    const Agent& target = *agent.target;
    const Vec2 place = agent.at->slot_position(slot);
    if (agent.arrived) {
        const float arrive = target.archetype.def.circle.arrival_radius;
        const float stand_distance = target.archetype.stand_distance;
        if (squared_distance(agent.position, place) <= arrive * arrive) return stand(agent, target.position);
        if (squared_distance(agent.position, target.position) <= stand_distance * stand_distance && target.has_slot())
            return stand(agent, target.position);
    }
    return {place, agent.archetype.def.body.run_speed, false, target.position};
}

} // namespace

Steering State::steer(const Agent& agent) const {
    return stand(agent, agent.target != nullptr ? agent.target->position : agent.position);
}

const State& IdleState::tick(Agent& agent, Frame& frame) const {
    if (agent.target != nullptr) return states::pursue.tick(agent, frame);
    return *this;
}

const State& PursueState::tick(Agent& agent, Frame& frame) const {
    if (agent.target == nullptr) return states::idle;
    if (agent.at == nullptr) {
        agent.target->stage().request_attack(agent);
        return *this;
    }
    if (agent.at->slot_of(agent) >= 0) return states::approach.tick(agent, frame);
    return states::roam;
}

Steering PursueState::steer(const Agent& agent) const {
    return agent.target != nullptr ? run_to_target(agent) : State::steer(agent);
}

const State& RoamState::tick(Agent& agent, Frame& frame) const {
    if (agent.at == nullptr) return without_slot(agent);
    if (agent.at->slot_of(agent) >= 0) return states::approach.tick(agent, frame);
    return *this;
}

Steering RoamState::steer(const Agent& agent) const {
    if (agent.target == nullptr) return State::steer(agent);
    return agent.target->stage().circle().patrol(agent);
}

const State& ApproachState::tick(Agent& agent, Frame& frame) const {
    if (agent.at == nullptr || agent.at->slot_of(agent) < 0) return without_slot(agent);
    if (in_place(agent)) {
        agent.arrived = true;
        return states::combat;
    }
    const double limit = agent.target->archetype.def.circle.arrival_timeout;
    if (limit > 0.0 && frame.now - agent.slot_since >= limit) {
        agent.leave_circle();
        return states::pursue;
    }
    return *this;
}

Steering ApproachState::steer(const Agent& agent) const {
    return agent.target != nullptr ? hold_slot(agent) : State::steer(agent);
}

const State& CombatState::tick(Agent& agent, Frame& frame) const {
    if (agent.at == nullptr || agent.at->slot_of(agent) < 0) return without_slot(agent);
    if (!agent.arrived) return states::approach;
    if (agent.at->attack_of(agent) >= 0) return states::attack.tick(agent, frame);
    return *this;
}

Steering CombatState::steer(const Agent& agent) const {
    return agent.target != nullptr ? hold_slot(agent) : State::steer(agent);
}

const State& AttackState::tick(Agent& agent, Frame& frame) const {
    const int index = agent.at != nullptr ? agent.at->attack_of(agent) : -1;
    if (index < 0) return without_slot(agent);
    const fray::AttackDef& attack = agent.attack_def(index);
    if (!agent.swinging) {
        if (can_begin(agent, attack)) {
            begin(agent, attack, frame);
            return *this;
        }
        const double latest = agent.token_since + agent.target->archetype.def.circle.attack_timeout;
        if (frame.now < latest) return *this;
        agent.at->give_back_cooldown(agent, index, frame.now);
        return finish(agent, index, latest, frame.now);
    }
    if (agent.hit_pending && frame.now >= agent.hit_at) {
        agent.hit_pending = false;
        frame.hits.push_back({agent.hit_at, &agent, agent.target, index});
    }
    if (frame.now >= agent.end_at) return finish(agent, index, agent.end_at, frame.now);
    return *this;
}

bool AttackState::can_begin(const Agent& agent, const fray::AttackDef& attack) {
    if (agent.distance < attack.range[0] || agent.distance > attack.range[1]) return false;
    if (agent.distance > agent.archetype.def.engagement.engage_range) return false;
    const Vec2 way = agent.target->position - agent.position;
    const float angle = std::atan2(cross(agent.heading, way), dot(agent.heading, way));
    return attack.angle[0] <= angle && angle <= attack.angle[1];
}

void AttackState::begin(Agent& agent, const fray::AttackDef& attack, Frame& frame) {
    agent.swinging = true;
    agent.hit_pending = true;
    agent.hit_at = frame.now + attack.windup;
    agent.end_at = frame.now + attack.duration;
    ++frame.attacks_started;
}

const State& AttackState::finish(Agent& agent, int attack, double when, double now) {
    agent.end_attack(attack, when);
    if (agent.archetype.def.engagement.release_policy == fray::ReleasePolicy::attack) {
        agent.at->release_attack_weight(agent);
        agent.at->reset_wait_position(agent, now);
        return states::approach;
    }
    agent.leave_circle();
    return states::pursue;
}

Steering AttackState::steer(const Agent& agent) const {
    if (agent.target == nullptr) return State::steer(agent);
    if (agent.swinging) return stand(agent, agent.target->position);
    return {agent.target->stage().circle().attack_position(agent), agent.archetype.def.body.run_speed, false,
            agent.target->position};
}

const State& DeadState::tick(Agent&, Frame&) const { return *this; }

} // namespace plain
