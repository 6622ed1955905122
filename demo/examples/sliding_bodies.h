// A host's own bodies with an imperfect character controller: it lags behind, and it slides.
#pragma once

#include "fray/fray.h"

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace fray::demo {

struct Body {
    AgentId agent;
    glm::vec3 position{}; ///< m, y up
    glm::vec3 velocity{}; ///< m/s
    glm::vec3 forward{1.0f, 0.0f, 0.0f};
    glm::vec3 root_motion{}; ///< m/s, velocity of the animation that plays
    glm::vec3 behind{};      ///< m, wanted minus actual movement, summed over about the last second
    float radius = 0.4f;     ///< m
};

struct SlidingDef {
    float lag = 0.2f;     ///< s, time constant with which a body's velocity approaches that of its animation
    float braking = 4.0f; ///< 1/s, greatest speed divided by the distance from the goal
    float bounce = 0.5f;  ///< fraction of the speed that remains after a bounce off a wall
    glm::vec2 low{-30.0f, -12.0f}, high{30.0f, 12.0f}; ///< m, positions of the walls around the field, in x and z
};

class SlidingBodies {
public:
    explicit SlidingBodies(const SlidingDef& def = {});

    void add(AgentId agent, Vec2 position, float radius);
    /// Moves all bodies as the last step asked for, and removes the dead. Call it between steps.
    void move(const World& world, float dt);
    /// Valid until the bodies are moved or a body is added, so until the end of the next step.
    HostPoses poses() const;
    std::span<Body> bodies() { return bodies_; }
    float metres_behind() const; ///< mean length of `behind` over all bodies

private:
    void follow(Body& body, const World& world, size_t row, float dt) const;
    void push_apart();
    void keep_inside(Body& body) const;
    size_t cell_of(glm::vec3 position) const;

    SlidingDef def_;
    std::vector<Body> bodies_;
    // A grid with border cells, as linked lists: the first body in each cell, and for each body the next in its cell.
    int columns_ = 0, rows_ = 0;
    std::vector<int> first_, next_;
};

} // namespace fray::demo
