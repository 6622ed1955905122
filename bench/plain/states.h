// The states of an agent, each a class with a virtual tick, as in the state machine of a soulslike boss. They have no
// data, so all agents share an object per state.
#pragma once

#include "agent.h"

#include <vector>

namespace plain {

struct Hit {
    double due;
    Agent* attacker;
    Agent* target;
    int attack;
};

/// The data of the current frame that states use.
struct Frame {
    double now = 0.0;
    std::vector<Hit> hits; ///< the hits that are due in this frame
    int attacks_started = 0;
};

/// The movement that a state asks for.
struct Steering {
    Vec2 goal{};
    float speed = 0.0f;
    bool standing = false;
    Vec2 facing{}; ///< the point that the agent faces
};

class State {
public:
    virtual ~State() = default;
    /// Returns the next state; `*this` to stay. A state that changes to another state which has work to do at once also
    /// ticks that state.
    virtual const State& tick(Agent& agent, Frame& frame) const = 0;
    virtual Steering steer(const Agent& agent) const;
};

class IdleState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
};

/// Runs to its target and requests a slot on its circle.
class PursueState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Waits outside the circle and walks around it.
class RoamState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Walks to its slot.
class ApproachState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Stands in its slot and waits for an attack token.
class CombatState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Steps in and attacks.
class AttackState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;

private:
    static bool can_begin(const Agent& agent, const fray::AttackDef& attack);
    static void begin(Agent& agent, const fray::AttackDef& attack, Frame& frame);
    static const State& finish(Agent& agent, int attack, double when, double now);
};

class DeadState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
};

namespace states {
extern const IdleState idle;
extern const PursueState pursue;
extern const RoamState roam;
extern const ApproachState approach;
extern const CombatState combat;
extern const AttackState attack;
extern const DeadState dead;
} // namespace states

} // namespace plain
