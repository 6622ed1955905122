// An agent that a person moves and fights with, by keys or gamepad. All that it does are commands of the host, given to
// the session: so it is part of what is repeated after going back.
#pragma once

#include "session.h"

namespace fray::demo {

class Steering {
public:
    static constexpr float reach = 2.0f;       ///< m between the edges of two bodies
    static constexpr float half_angle = 1.0f;  ///< rad to either side of where it looks
    static constexpr double pause = 0.4;       ///< s between two blows
    static constexpr float bare_hands = 10.0f; ///< damage, where its archetype has no attack

    /// What the keys say.
    struct Stick {
        Vec2 direction; ///< to where, of length 0 to 1: up to `walking` it walks, beyond it runs
        bool attack = false;
    };
    static constexpr float walking = 0.6f;

    /// The one who is steered; no_serial: nobody.
    Serial agent() const { return agent_; }
    /// It carries out nothing but what it is told here: its brain and the script's ways rest. False: nobody lives
    /// there.
    bool take(Session& session, Serial agent);
    /// It decides for itself again; who has no brain stands.
    void release(Session& session);
    /// Before each step. While what was gone back is fought again he watches, until the stick is moved. With fray's own
    /// motion it walks, or runs, as an order says; else it is placed, at these speeds, and kept on the ground. A blow
    /// takes the damage of the first attack of its table from the nearest hostile within reach and angle. Somebody who
    /// has died is let go.
    void before_step(Session& session, const Stick& stick);

    /// The first living agent without a brain; no_serial: all have one.
    static Serial first_without_brain(const World& world);
    /// Who would take a blow now; null: nobody.
    static AgentId in_front(const World& world, AgentId agent);

private:
    void go(Session& session, AgentId agent, Vec2 direction);
    void place(Session& session, AgentId agent, Vec2 direction);
    void strike(Session& session, AgentId agent);

    Serial agent_ = no_serial;
    bool stands_ = true;
    int64_t struck_us_ = 0;
    bool has_struck_ = false;
};

} // namespace fray::demo
