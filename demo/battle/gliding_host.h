// The simplest host there can be: whom fray wants somewhere glides there straight, at the speed that fray wants,
// through whoever is in the way. To measure what fray costs those who move everybody themselves.
#pragma once

#include "fray/world.h"

#include <vector>

namespace fray::demo {

class GlidingHost {
public:
    /// By what the last step wanted of everybody; `seconds`: of a frame. Whoever is new, or gone, is seen to.
    void move(const World& world, float seconds);
    HostPoses poses() const;

private:
    struct Body {
        AgentId agent;
        Vec2 position, heading;
    };
    std::vector<Body> bodies_; ///< as they came
};

} // namespace fray::demo
