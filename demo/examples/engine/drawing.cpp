#include "drawing.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace game {
namespace {

constexpr float right_angle = 0.5f * std::numbers::pi_v<float>;
constexpr float at_rest = 0.75f, raised = 2.7f, struck = -0.15f;      // rad, Puppet::arm
constexpr double flash_time = 0.2, fall_time = 0.55, sink_time = 1.0; // s

Model model_of(Kind kind) {
    constexpr std::array models = {Model::soldier, Model::archer, Model::ogre, Model::hero};
    return models[static_cast<size_t>(kind)];
}
float scale_of(Kind kind) {
    constexpr std::array scales = {1.0f, 1.0f, 2.3f, 1.35f};
    return scales[static_cast<size_t>(kind)];
}

/// The team's colour, a little lighter or darker from fighter to fighter, and dull when it has died.
glm::vec3 cloth_of(const Fighter& fighter) {
    const glm::vec3 team = fighter.team == Team::blue ? glm::vec3{0.13f, 0.29f, 0.72f} : glm::vec3{0.72f, 0.13f, 0.09f};
    const float shade = 0.75f + 0.5f * static_cast<float>(fighter.agent.index * 37 % 64) / 64.0f;
    return fighter.clip == Clip::fall ? glm::mix(shade * team, glm::vec3{0.2f}, 0.5f) : shade * team;
}

float yaw_of(fray::Vec2 direction) { return std::atan2(direction.y, direction.x); }

/// From 0 at `begin` to 1 at `end`, smoothly.
float between(double time, double begin, double end) {
    const float x = static_cast<float>(std::clamp((time - begin) / std::max(end - begin, 1e-6), 0.0, 1.0));
    return x * x * (3.0f - 2.0f * x);
}

/// The weapon comes down at the moment at which fray has the hit.
void pose_attack(Puppet& puppet, const Fighter& fighter, double time) {
    if (fighter.kind == Kind::archer) { // it raises the bow, and holds it until the arrow flies
        const float up = fighter.clip == Clip::windup ? between(time, fighter.began, fighter.began + 0.35)
                                                      : 1.0f - between(time, fighter.strikes_at, fighter.ends);
        puppet.arm = glm::mix(at_rest, right_angle, up);
    } else if (fighter.clip == Clip::windup) {
        const double top = glm::mix(fighter.began, fighter.strikes_at, 0.65);
        const float up = between(time, fighter.began, top), down = between(time, top, fighter.strikes_at);
        puppet.arm = glm::mix(glm::mix(at_rest, raised, up), struck, down);
        puppet.lean += -0.25f * up + 0.65f * down;
    } else {
        const float back = between(time, fighter.strikes_at, fighter.ends);
        puppet.arm = glm::mix(struck, at_rest, back);
        puppet.lean += 0.4f * (1.0f - back);
    }
}

void pose_fall(Puppet& puppet, const Fighter& fighter, double time) {
    const float down = between(time, fighter.began, fighter.began + fall_time);
    const float side = fighter.agent.index % 3 == 0 ? -1.0f : 1.0f; // some fall on their faces
    const double end = fighter.began + Fighters::lies_for;
    puppet.pitch = side * right_angle * down;
    puppet.arm = glm::mix(at_rest, 2.2f, down);
    puppet.position.z = puppet.scale * (0.16f * down - 0.5f * between(time, end - sink_time, end));
}

Puppet puppet_of(const Fighter& fighter, fray::Vec2 at, double time, float part) {
    Puppet puppet;
    puppet.position = {at.x, at.y, 0.0f};
    puppet.yaw = yaw_of(glm::mix(fighter.facing_before, fighter.facing, part));
    puppet.stride = glm::mix(fighter.stride_before, fighter.stride, part);
    puppet.pace = fighter.pace;
    puppet.lean = 0.2f * fighter.pace;
    puppet.arm = at_rest;
    puppet.scale = scale_of(fighter.kind);
    puppet.cloth = cloth_of(fighter);
    puppet.flash = 0.8f * (1.0f - between(time, fighter.hurt, fighter.hurt + flash_time));
    switch (fighter.clip) {
    case Clip::none: break;
    case Clip::windup:
    case Clip::recover: pose_attack(puppet, fighter, time); break;
    case Clip::stagger: puppet.lean -= 0.6f * (1.0f - between(time, fighter.began, fighter.ends)); break;
    case Clip::fall: pose_fall(puppet, fighter, time); break;
    }
    return puppet;
}

/// An arrow flies in an arc to where its target is drawn, or half a metre beside, so that a volley does not become
/// thin.
Puppet arrow(const fray::Projectile& projectile, fray::Vec2 target, double time) {
    const float angle = static_cast<float>(projectile.number % 628) * 0.01f;
    const fray::Vec2 to = target + 0.5f * fray::Vec2{std::cos(angle), std::sin(angle)};
    const double flight = std::max(projectile.landing_time - projectile.launch_time, 1e-6);
    const float way = static_cast<float>(std::clamp((time - projectile.launch_time) / flight, 0.0, 1.0));
    const fray::Vec2 at = glm::mix(projectile.from, to, way);
    const float distance = glm::distance(projectile.from, to), height = 0.16f * distance;
    Puppet puppet;
    puppet.position = {at.x, at.y, 1.4f + 4.0f * height * way * (1.0f - way)};
    puppet.yaw = yaw_of(to - projectile.from);
    puppet.pitch = std::atan2(4.0f * height * (1.0f - 2.0f * way), std::max(distance, 0.1f));
    return puppet;
}

} // namespace

void set_scene(Scene& scene, const fray::World& world, const Fighters& fighters, double part, double dt) {
    for (std::vector<Puppet>& list : scene.puppets) list.clear();
    scene[Model::ground].push_back({});
    const double time = world.time() - (1.0 - part) * dt;
    const float mixed = static_cast<float>(part);
    // Rows change from step to step, so the id of a row leads to its fighter.
    const auto ids = world.ids();
    for (size_t row = 0; row < ids.size(); ++row)
        if (const Fighter* const fighter = fighters.find(ids[row]))
            scene[model_of(fighter->kind)].push_back(
                puppet_of(*fighter, world.interpolated_position(row, part), time, mixed));
    for (const fray::Projectile& projectile : world.projectiles())
        if (const auto target = world.interpolated_position(projectile.target, part))
            scene[Model::arrow].push_back(arrow(projectile, *target, time));
}

} // namespace game
