// What has just happened to each agent, so that a picture can show motion: the attack in progress, the last hit on it,
// its death.
#pragma once

#include "fray/world.h"

#include <vector>

namespace fray::demo {

class Recent {
public:
    /// The event types that the world has to record.
    static constexpr EventMask events =
        event_bits(EventType::attack, EventType::hit, EventType::launch, EventType::death);

    /// Takes in the events of the last step. Call it after every step.
    void add(const World& world);
    /// Forgets what has happened after this time of the world, in s. Call it when the world has gone back.
    void forget_after(double time);

    /// Times in s of the world's time; `never` if it has not happened.
    struct Times {
        double attack = never; ///< the windup of the last attack began
        double hit = never;    ///< a hit of the agent landed, or it launched a projectile
        double hurt = never;   ///< the agent was hit
        double death = never;
        int16_t kind = -1; ///< of the last attack: index in the attack table
    };
    const Times& of(Serial serial) const;

    static constexpr double never = -1e9;

private:
    Times* at(Serial serial);

    std::vector<Times> times_; ///< by serial
};

/// The moment that a picture shows.
struct Moment {
    float part = 1.0f;              ///< of the last step, 0 to 1: positions are interpolated
    const Recent* recent = nullptr; ///< null: no motion is shown
};

/// The world's time at the moment, in s.
double time_at(const World& world, const Moment& moment);
Vec2 position_at(const World& world, size_t row, const Moment& moment);

} // namespace fray::demo
