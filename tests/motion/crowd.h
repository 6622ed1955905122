// What walks a scene: an engine with the scene's walkers in it.
#pragma once

#include "fray/spatial/vec2.h"

#include <cstdint>
#include <span>
#include <string>

namespace fray::motion {

inline constexpr double frame_seconds = 1.0 / 60.0;

/// Wall time of the last frame, in nanoseconds.
struct FrameCost {
    int64_t whole = 0;  ///< without hashing
    int64_t motion = 0; ///< of that: finding neighbours and ways, steering, moving
};

class Crowd {
public:
    virtual ~Crowd() = default;
    virtual std::string engine() const = 0;
    /// A frame of `frame_seconds`.
    virtual void step() = 0;
    /// In the order of the scene's walkers, as many.
    virtual void positions(std::span<Vec2> out) const = 0;
    virtual FrameCost cost() const = 0;
    /// Of the state after the last step: the same for the same course of things.
    virtual uint64_t hash() const = 0;
};

} // namespace fray::motion
