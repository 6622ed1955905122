// The simplest possible host: it moves every agent in a straight line to its goal, at the speed that fray asks for, and
// through other agents. It hands over only those that have moved or turned. It serves to measure the cost of fray for
// hosts that move all agents themselves.
#pragma once

#include "fray/world.h"

#include <vector>

namespace fray::demo {

class GlidingHost {
public:
    /// Moves all agents as the last step asked for. `seconds`: duration of a frame. Handles agents that were spawned or
    /// removed meanwhile.
    void move(const World& world, float seconds);
    HostPoses poses() const;

private:
    struct Body {
        AgentId agent;
        Vec2 position{}, heading{};
    };
    std::vector<Body> bodies_; ///< the bodies, in the order in which their agents were spawned
    std::vector<Body> moved_;  ///< those that the last `move` has moved or turned
};

} // namespace fray::demo
