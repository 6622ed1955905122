#include "circle.h"

#include <limits>

namespace plain {

KungFuCircle::KungFuCircle(const Agent& centre)
    : centre_(centre), offsets_(centre.archetype.slot_offsets), taken_(offsets_.size(), false),
      free_(static_cast<int>(offsets_.size())) {}

int KungFuCircle::closest_free_slot(Vec2 from) const {
    int closest = -1;
    float least = std::numeric_limits<float>::max();
    for (size_t i = 0; i < offsets_.size(); ++i) {
        if (taken_[i]) continue;
        const float squared = squared_distance(from, centre_.position + offsets_[i]);
        if (squared >= least) continue;
        least = squared;
        closest = static_cast<int>(i);
    }
    return closest;
}

void KungFuCircle::set_taken(int slot, bool taken) {
    taken_[static_cast<size_t>(slot)] = taken;
    free_ += taken ? -1 : 1;
}

Vec2 KungFuCircle::outward(const Agent& agent, float distance) const {
    return distance > 1e-3f ? (agent.position - centre_.position) * (1.0f / distance) : Vec2{1.0f, 0.0f};
}

Steering KungFuCircle::patrol(const Agent& agent) const {
    const fray::BodyDef& body = agent.archetype.def.body;
    const float radius = centre_.archetype.roam_radius + agent.roam_jitter;
    const float distance = length(agent.position - centre_.position);
    const Vec2 out = outward(agent, distance);
    const bool inside = distance < def().approach_radius;
    if (inside || distance > radius + 0.5f) {
        const float speed = inside || distance > radius + 5.0f ? body.run_speed : body.walk_speed;
        return {centre_.position + out * radius, speed, false, centre_.position};
    }
    // The point after one second of walking along the tangent.
    const Vec2 ahead = out * radius + Vec2{-out.y, out.x} * body.walk_speed;
    const Vec2 on_ring = ahead * (radius / length(ahead));
    return {centre_.position + on_ring, body.walk_speed * 0.5f, false, centre_.position};
}

Vec2 KungFuCircle::attack_position(const Agent& agent) const {
    const float distance = length(agent.position - centre_.position);
    return centre_.position + outward(agent, distance) * def().attack_radius;
}

} // namespace plain
