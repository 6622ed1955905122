// Where an agent wants to be, by the permission it holds, and how firmly.
#pragma once

#include "locomotion/locomotion_layer.h"

namespace fray {

/// What an agent wants to do with its feet.
struct Intent {
    Vec2 goal;
    float speed = 0.0f; ///< m/s
    Stance stance = Stance::stands;
    Vec2 facing;        ///< a point to look at
    bool leaps = false; ///< at full speed at once
};

/// Reads what the stage move may read, of its own agent and of others.
class IntentFinder {
public:
    explicit IntentFinder(const LocomotionLayer& core)
        : core_(core), agents_(core.agents), position_(agents_.position.any()) {}

    Intent intend(uint32_t row, const Archetype& archetype, Vec2 here);

private:
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
    float walk_speed_ = 0.0f, run_speed_ = 0.0f; ///< m/s, of the one that is asked about
};

} // namespace fray
