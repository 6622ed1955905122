// Moving the origin: all points that the model keeps.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <cmath>
#include <utility>

namespace fray::model {

bool ReferenceModel::shift_origin(Vec2 by, std::shared_ptr<const Ground> ground) {
    const std::vector<Vec2*> all = points();
    for (const Vec2* point : all) {
        const Vec2 moved = *point + by;
        if (std::abs(moved.x) <= world_extent && std::abs(moved.y) <= world_extent) continue;
        ++tally_["origin: not moved, something would leave the world"];
        return false;
    }
    for (Vec2* point : all) *point = *point + by;
    for (auto& [serial, agent] : agents_) { // O5 and O6 do not name these points: they may leave the world
        if (agent.mark) *agent.mark = *agent.mark + by;
        agent.waypoint = agent.waypoint + by;
        if (agent.journey) {
            agent.journey->point = agent.journey->point + by;
            if (agent.journey->mark) agent.journey->mark = *agent.journey->mark + by;
            ++tally_["origin: moved with agents on journeys"];
        }
        if (agent.supports) ++tally_["origin: moved with agents that support"];
    }
    ++tally_[ground != nullptr ? "origin: moved, with the ground" : "origin: moved"];
    if (!projectiles_.empty()) ++tally_["origin: moved with projectiles on their way"];
    ground_ = std::move(ground);
    return true;
}

/// The points that decisions depend on. The rules name more, which only locomotion uses.
std::vector<Vec2*> ReferenceModel::points() {
    std::vector<Vec2*> result;
    for (auto& [serial, agent] : agents_) {
        result.push_back(&agent.position);
        result.push_back(&agent.previous_position);
        if (agent.monster) result.push_back(&agent.monster->post);
    }
    for (auto& [target, circle] : circles_)
        if (circle.surveyed_at) result.push_back(&*circle.surveyed_at);
    for (Projectile& projectile : projectiles_) result.push_back(&projectile.from);
    for (Vec2& point : detail_.points) result.push_back(&point);
    return result;
}

} // namespace fray::model
