#include "sliding_bodies.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fray::demo {
namespace {

constexpr float cell = 1.0f;     ///< m; at least the greatest distance of two bodies that touch
constexpr float turn_lag = 0.1f; ///< s
constexpr int no_body = -1;

/// Converts a 3D vector to fray's plane: fray's y is the host's z.
glm::vec3 on_floor(Vec2 point) { return {point.x, 0.0f, point.y}; }

float part_of(float dt, float lag) { return 1.0f - std::exp(-dt / lag); }

void separate(Body& a, Body& b) {
    const glm::vec3 apart = b.position - a.position;
    const float distance = glm::length(apart), touching = a.radius + b.radius;
    if (distance >= touching) return;
    const glm::vec3 way = distance > 1e-4f ? apart / distance : glm::vec3{1.0f, 0.0f, 0.0f};
    a.position -= way * (0.5f * (touching - distance));
    b.position += way * (0.5f * (touching - distance));
}

void bounce(float& position, float& velocity, float low, float high, float part) {
    const float inside = std::clamp(position, low, high);
    if (inside != position && (inside < position) == (velocity > 0.0f)) velocity *= -part;
    position = inside;
}

} // namespace

SlidingBodies::SlidingBodies(const SlidingDef& def) : def_(def) {
    columns_ = static_cast<int>((def.high.x - def.low.x) / cell) + 3;
    rows_ = static_cast<int>((def.high.y - def.low.y) / cell) + 3;
    first_.resize(static_cast<size_t>(columns_ * rows_));
}

void SlidingBodies::add(AgentId agent, Vec2 position, float radius) {
    bodies_.push_back({.agent = agent, .position = on_floor(position), .radius = radius});
}

void SlidingBodies::move(const World& world, float dt) {
    std::erase_if(bodies_, [&](const Body& body) {
        return !world.is_valid(body.agent) || world.state(body.agent) == AgentState::dead;
    });
    for (Body& body : bodies_)
        if (const auto row = world.row_of(body.agent)) // bodies without a row are spawned by the next step
            follow(body, world, *row, dt);
    push_apart();
    for (Body& body : bodies_) keep_inside(body);
}

void SlidingBodies::follow(Body& body, const World& world, size_t row, float dt) const {
    const glm::vec3 way = on_floor(world.goals()[row]) - body.position;
    const float distance = glm::length(way);
    const float speed = std::min(world.preferred_speeds()[row], distance * def_.braking);
    // The animation plays what is asked for now, and moves the body by it in the next frame.
    const glm::vec3 wanted = distance > 1e-4f ? way * (speed / distance) : glm::vec3{};
    const glm::vec3 root_motion = std::exchange(body.root_motion, wanted);
    body.velocity += (root_motion - body.velocity) * part_of(dt, def_.lag);
    body.position += body.velocity * dt;
    body.behind += (wanted - body.velocity - body.behind) * dt;

    const glm::vec3 facing = on_floor(world.facings()[row]);
    const glm::vec3 turned = glm::mix(body.forward, facing, part_of(dt, turn_lag));
    body.forward = glm::length(turned) > 1e-3f ? glm::normalize(turned) : facing;
}

size_t SlidingBodies::cell_of(glm::vec3 position) const {
    const auto number = [](float from, float to, int count) {
        return std::clamp(static_cast<int>((to - from) / cell) + 1, 1, count - 2);
    };
    return static_cast<size_t>(number(def_.low.y, position.z, rows_) * columns_ +
                               number(def_.low.x, position.x, columns_));
}

void SlidingBodies::push_apart() {
    std::fill(first_.begin(), first_.end(), no_body);
    next_.resize(bodies_.size());
    for (size_t i = 0; i < bodies_.size(); ++i)
        next_[i] = std::exchange(first_[cell_of(bodies_[i].position)], static_cast<int>(i));
    for (size_t i = 0; i < bodies_.size(); ++i) {
        const size_t here = cell_of(bodies_[i].position);
        for (const int line : {-columns_, 0, columns_})
            for (const int column : {-1, 0, 1})
                for (int other = first_[here + static_cast<size_t>(line + column)]; other > static_cast<int>(i);
                     other = next_[static_cast<size_t>(other)])
                    separate(bodies_[i], bodies_[static_cast<size_t>(other)]);
    }
}

void SlidingBodies::keep_inside(Body& body) const {
    bounce(body.position.x, body.velocity.x, def_.low.x, def_.high.x, def_.bounce);
    bounce(body.position.z, body.velocity.z, def_.low.y, def_.high.y, def_.bounce);
}

float SlidingBodies::metres_behind() const {
    float sum = 0.0f;
    for (const Body& body : bodies_) sum += glm::length(body.behind);
    return bodies_.empty() ? 0.0f : sum / static_cast<float>(bodies_.size());
}

HostPoses SlidingBodies::poses() const {
    return {.count = bodies_.size(),
            .agents = strided(bodies_, &Body::agent),
            .positions = {strided(bodies_, [](const Body& b) -> const float& { return b.position.x; }),
                          strided(bodies_, [](const Body& b) -> const float& { return b.position.z; })},
            .headings = {strided(bodies_, [](const Body& b) -> const float& { return b.forward.x; }),
                         strided(bodies_, [](const Body& b) -> const float& { return b.forward.z; })}};
}

} // namespace fray::demo
