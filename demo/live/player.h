// The agent that the person at the page plays: the first living agent without a brain. It is taken over at the first
// input, so until then a script may move it.
#pragma once

#include "fray/battle.h"

namespace fray::live {

class Player {
public:
    static constexpr double dash_time = 0.28;  ///< s
    static constexpr double dash_pause = 0.9;  ///< s between the starts of two dashes
    static constexpr float dash_speed = 15.0f; ///< m/s

    /// What the keys or the finger say.
    struct Input {
        Vec2 direction{}; ///< of length 0 to 1
        bool attack = false, dash = false;
    };

    /// Finds the agent. Call it once agents are spawned.
    void find(const World& world);
    /// Gives the commands of the next step to the battle's world. Returns the error of a command that is refused.
    Error before_step(Battle& battle, const Input& input);

    AgentId agent() const { return agent_; } ///< null: there is none
    bool lives(const World& world) const;
    bool taken() const { return taken_; }
    bool dashes(const World& world) const { return world.time() < dash_until_; }
    bool attacks(const World& world) const; ///< performs an attack, from the order to its end
    /// The position before the last step, which shows how the agent moved in it.
    Vec2 before() const { return before_; }

private:
    Error move(Battle& battle, Vec2 direction, float speed);
    Error strike(World& world);

    AgentId agent_{};
    Vec2 before_{}, at_{}; ///< before and after the movement of the next step
    Vec2 dash_direction_{};
    double dash_until_ = -1.0, dash_again_ = 0.0;
    bool taken_ = false, stands_ = true;
};

} // namespace fray::live
