// The interface of an engine that moves the walkers of a scene.
#pragma once

#include "fray/spatial/vec2.h"

#include <cstdint>
#include <span>
#include <string>

namespace fray::motion {

/// Wall time of the last frame, in nanoseconds.
struct FrameCost {
    int64_t whole = 0;  ///< without hashing
    int64_t motion = 0; ///< of that: finding neighbours and paths, steering, moving
};

class Crowd {
public:
    virtual ~Crowd() = default;
    virtual std::string engine() const = 0;
    virtual double frame_seconds() const { return 1.0 / 60.0; }
    /// Advances by one frame.
    virtual void step() = 0;
    /// Writes the positions in the order of the scene's walkers. `out` has as many elements.
    virtual void positions(std::span<Vec2> out) const = 0;
    virtual FrameCost cost() const = 0;
    /// Hash of the state after the last step. Equal runs give equal hashes.
    virtual uint64_t hash() const = 0;
};

} // namespace fray::motion
