// A host's own bodies, and a character controller that does not quite do as it is told: it lags, and it slides.
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
    glm::vec3 root_motion{}; ///< m/s, of the animation that plays
    glm::vec3 behind{};      ///< m, where it is not yet of what was wanted of it in the last second
    float radius = 0.4f;     ///< m
};

struct SlidingDef {
    float lag = 0.2f;     ///< s, with which a body takes up the velocity of its animation
    float braking = 4.0f; ///< 1/s: this many times its distance from the goal is the most speed there
    float bounce = 0.5f;  ///< part of the speed that a wall gives back
    glm::vec2 low{-30.0f, -12.0f}, high{30.0f, 12.0f}; ///< m: walls round the field, x and z
};

class SlidingBodies {
public:
    explicit SlidingBodies(const SlidingDef& def = {});

    void add(AgentId agent, Vec2 position, float radius);
    /// By what the last step has left in the world; the dead are taken away. Between steps.
    void move(const World& world, float dt);
    /// Valid until the bodies are moved, or one is added: that is, until the next step is over.
    HostPoses poses() const;
    std::span<Body> bodies() { return bodies_; }
    float metres_behind() const; ///< on average

private:
    void follow(Body& body, const World& world, size_t row, float dt) const;
    void push_apart();
    void keep_inside(Body& body) const;
    size_t cell_of(glm::vec3 position) const;

    SlidingDef def_;
    std::vector<Body> bodies_;
    // The grid, with borders: first body in each cell, and who comes after whom there.
    int columns_ = 0, rows_ = 0;
    std::vector<int> first_, next_;
};

} // namespace fray::demo
