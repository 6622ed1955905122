// Lets a person control an agent by keys or gamepad. Every action is a command given to the session, so it is replayed
// after going back.
#pragma once

#include "session.h"

namespace fray::demo {

class Steering {
public:
    static constexpr float reach = 2.0f;       ///< m, greatest distance of a hit, between the edges of both bodies
    static constexpr float half_angle = 1.0f;  ///< rad, angle of a hit to either side of the agent's heading
    static constexpr double pause = 0.4;       ///< s between two hits
    static constexpr float bare_hands = 10.0f; ///< damage if the archetype has no attack

    /// The move input of the keys or the gamepad.
    struct MoveInput {
        Vec2 direction{}; ///< direction of movement, length 0 to 1: up to `walking` the agent walks, above it runs
        bool attack = false;
    };
    static constexpr float walking = 0.6f;

    /// The steered agent; no_serial: none.
    Serial agent() const { return agent_; }
    /// Starts to steer the agent. From then on it ignores its brain and the script's movements. Returns false if the
    /// agent is not alive.
    bool take(Session& session, Serial agent);
    /// Stops steering. The agent decides for itself again; an agent without a brain stands still.
    void release(Session& session);
    /// Call it before each step. While recorded frames are replayed, it does nothing until the person gives input. If
    /// fray moves the agent, it walks or runs by an order. If the host moves it, it is teleported at these speeds and
    /// kept on the ground. A hit takes the damage of the archetype's first attack from the nearest hostile agent within
    /// reach and angle. An agent that has died is no longer steered. While recorded frames are replayed, an agent that
    /// does not exist yet stays steered.
    void before_step(Session& session, const MoveInput& move_input);

    /// The first living agent without a brain; no_serial: there is none.
    static Serial first_without_brain(const World& world);
    /// The agent that a hit would strike now; null: none.
    static AgentId in_front(const World& world, AgentId agent);

private:
    void move(Session& session, AgentId agent, Vec2 direction);
    void strike(Session& session, AgentId agent);

    Serial agent_ = no_serial;
    bool stands_ = true;
    int64_t struck_us_ = 0;
    bool has_struck_ = false;
};

} // namespace fray::demo
