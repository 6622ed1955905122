// Intent: where an agent wants to be, how fast it goes there, and with which avoidance priority.
//
// An agent without a token and without a slot may not enter the engagement circle of its target. What it does with its
// feet therefore follows from what it holds: with an attack token it steps into the attack ring, with a slot it runs to
// the slot, and without either it waits outside on the roam ring. The kung-fu circle ("Beyond the Kung-Fu Circle", Game
// AI Pro, chapter 28) is the source of these rings. The distances are defined in `CircleShape`; the rules are in
// engine/docs/rules.md, sections Outside and Motion.
//
// An intent ignores neighbours and the ground: steering and paths see to these. It depends only on the frame's start.
#pragma once

#include "locomotion/locomotion_layer.h"

namespace fray {

/// What an agent wants to do with its feet.
struct Intent {
    Vec2 goal{};        ///< m
    float speed = 0.0f; ///< m/s, on the way; it brakes before the goal
    AvoidancePriority priority = AvoidancePriority::stands;
    Vec2 facing{};      ///< m: the point that it turns to; its own position: it keeps its heading
    bool leaps = false; ///< it moves at `speed` at once, without acceleration (backstep)
};

/// Finds the intent of single agents. It reads the columns that the system `locomotion` declares (`locomotion_access`),
/// of the agent itself and of others, and writes none. Each thread has its own.
class IntentFinder {
public:
    explicit IntentFinder(const LocomotionLayer& core)
        : core_(core), agents_(core.agents), position_(agents_.position.any()) {}

    Intent intend(uint32_t row, const Archetype& archetype, Vec2 here);

private:
    /// Sets the speeds below: those of the agent's phase, else of its archetype.
    void know_speeds(uint32_t row, const Archetype& archetype);
    Intent go_as_led(uint32_t row, const SquadTraits& traits, Vec2 here) const;
    Intent to_leader(const SquadTraits& traits, Vec2 here) const;
    Intent go_as_told(uint32_t row, Vec2 here, AgentId target) const;
    Intent patrol_to_and_fro(uint32_t row, Vec2 here) const;
    Intent chase(uint32_t row, uint32_t target_row, const Archetype& archetype, Vec2 here) const;
    Intent slide(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there) const;
    static Intent stand(Vec2 here, Vec2 facing);
    static Intent wait(Vec2 here, Vec2 facing);
    static Intent walk_to(Vec2 goal, float speed, Vec2 here, Vec2 facing);
    Intent wait_outside(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there,
                        const CircleShape& shape) const;
    static float give_way_radius(const CircleShape& shape);
    Intent flank(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                 float radius, Vec2 outward) const;
    Intent patrol(Vec2 there, float radius, float distance, Vec2 outward) const;
    float jitter_of(uint32_t row) const;
    Intent hold(uint32_t row, uint32_t target_row, Vec2 here, const CircleShape& shape) const;
    Intent attack(uint32_t row, Vec2 here, Vec2 there, const CircleShape& shape) const;

    const LocomotionLayer& core_;
    const Agents& agents_;
    const Vec2* position_;
    float walk_speed_ = 0.0f, run_speed_ = 0.0f; ///< m/s, of the agent at hand
};

} // namespace fray
