// The states of a fighter, each a class with a virtual tick (seed 001). They have no data of their own, so one object
// each is enough for everybody.
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

/// What states need of the frame at hand.
struct Frame {
    double now = 0.0;
    std::vector<Hit> hits; ///< fell due in this frame
    int attacks_started = 0;
};

/// What an agent wants to do with its feet.
struct Steering {
    Vec2 goal;
    float speed = 0.0f;
    bool standing = false;
    Vec2 facing; ///< a point to look at
};

class State {
public:
    virtual ~State() = default;
    /// The state to be in from now on; `*this` to stay. Who moves on to a state in which there is something to do at
    /// once, ticks that too.
    virtual const State& tick(Agent& agent, Frame& frame) const = 0;
    virtual Steering steer(const Agent& agent) const;
};

class IdleState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
};

/// Runs to its target, and asks for a place on its circle.
class PursueState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Waits outside the circle, walking round it.
class RoamState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Goes to its slot.
class ApproachState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Stands in its slot, and waits for a permit.
class CombatState : public State {
public:
    const State& tick(Agent& agent, Frame& frame) const override;
    Steering steer(const Agent& agent) const override;
};

/// Steps in, and strikes.
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
