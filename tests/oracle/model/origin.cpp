// Moving the origin: all points that the model keeps.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <cmath>
#include <utility>

namespace fray::model {

// # Moving the origin

/// Between two steps the host may move the world by a vector v. Every point p that the world keeps becomes p + v
/// (float, each coordinate): those of `points` and `move_orders`, and
/// - where each agent wants to be and is sent; waypoints; ends of patrols; marks of agents (`has_mark`) and journeys;
/// - obstacles; the last orders of squads; where projectiles were launched and where they land;
/// - the points of commands that wait for the next step (spawn, teleport, set_nav_link, orders `move` and `advance`).
///   Host poses that wait are not moved: the host gives them afterwards.
///
/// Directions, velocities and distances stay, and nothing else changes (but the cells of a survey begin at the new
/// origin, `cell_of`). With a ground, the host brings the same ground, moved. An agent that fray moves, and that only
/// rounding puts slightly off the ground, comes to the nearest place on it.
///
/// Nothing is moved if an agent, living or dead, would come to lie outside the world: a coordinate beyond ± its extent.
/// So with a point that the host has named and that is still in force: of an order, in a queue too, of `set_detail`, of
/// a link, of a command that waits. All other points may have coordinates of up to ± four times that extent.
bool ReferenceModel::shift_origin(Vec2 by, std::shared_ptr<const Ground> ground, const std::map<Serial, Pose>& poses) {
    const std::vector<Vec2*> all = points();
    for (const Vec2* point : all) {
        const Vec2 moved = *point + by;
        if (std::abs(moved.x) <= world_extent && std::abs(moved.y) <= world_extent) continue;
        return false;
    }
    for (const auto& [serial, pose] : poses)
        if (Agent& agent = agents_.at(serial); !agent.walked) agent.walked = pose.position != agent.previous_position;
    for (Vec2* point : all) *point = *point + by;
    // These points may leave the world. The model does not know which points of orders the host has named.
    for (auto& [serial, agent] : agents_) {
        if (agent.monster) agent.monster->end = agent.monster->end + by;
        if (agent.mark) *agent.mark = *agent.mark + by;
        agent.waypoint = agent.waypoint + by;
        move_orders(agent, by);
        if (agent.journey) {
            if (agent.journey->mark) agent.journey->mark = *agent.journey->mark + by;
            if (agent.journey->place) agent.journey->place = *agent.journey->place + by;
            agent.journey->island.reset();
        }
    }
    for (Projectile& projectile : projectiles_) {
        projectile.from = projectile.from + by;
        projectile.to = projectile.to + by;
    }
    for (Squad& squad : squads_)
        if (leads_to_point(squad.ordered.kind)) squad.ordered.point = squad.ordered.point + by;
    for (auto& [number, obstacle] : obstacles_) obstacle.at = obstacle.at + by;
    set_ground(std::move(ground));
    return true;
}

bool ReferenceModel::shift_blocks_other_slots(Vec2 by, std::shared_ptr<const Ground> ground) const {
    ReferenceModel here = *this, there = *this;
    if (!there.shift_origin(by, std::move(ground), {})) return false;
    for (const auto& [serial, circle] : circles_) {
        if (!circle.surveyed_at) continue;
        Circle &one = here.circles_.at(serial), &other = there.circles_.at(serial);
        here.survey_from(one, *one.surveyed_at);
        there.survey_from(other, *other.surveyed_at);
        if (one.blocked != other.blocked) return true;
    }
    return false;
}

/// The points of the agent's orders `move` and `advance`, in the queue too, and the post of `hold`. Offsets stay.
void ReferenceModel::move_orders(Agent& agent, Vec2 by) {
    if (leads_to_point(agent.order.kind) || agent.holding()) agent.order.point = agent.order.point + by;
    for (AgentOrder& order : agent.order_queue) {
        if (!leads_to_point(order.kind)) continue;
        order.point = order.point + by;
    }
}

/// Where each agent is, and was a frame ago; posts of monsters; where a circle's target was when the blocked slots were
/// last computed; the ends of links; the points of `set_detail`.
std::vector<Vec2*> ReferenceModel::points() {
    std::vector<Vec2*> result;
    for (auto& [serial, agent] : agents_) {
        result.push_back(&agent.position);
        result.push_back(&agent.previous_position);
        if (agent.monster) result.push_back(&agent.monster->post);
    }
    for (auto& [target, circle] : circles_)
        if (circle.surveyed_at) result.push_back(&*circle.surveyed_at);
    for (auto& [number, link] : links_) result.insert(result.end(), {&link.def.from, &link.def.to});
    for (Vec2& point : detail_.points) result.push_back(&point);
    return result;
}

} // namespace fray::model
