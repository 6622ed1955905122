// Ground: islands, blocked slots and line of sight.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <limits>

namespace fray::model {

/// Whether the agents stand on two different islands. An agent off the ground counts as being on every island.
bool ReferenceModel::apart(const Agent& agent, const Agent& other) const {
    return apart(agent.position, other.position);
}

bool ReferenceModel::apart(Vec2 a, Vec2 b) const {
    if (ground_ == nullptr) return false;
    const uint32_t island = ground_->island(a), other = ground_->island(b);
    return island != other && island != Ground::no_island && other != Ground::no_island;
}

/// G15, for a target at `at`.
bool ReferenceModel::blocked(const Agent& target, Vec2 at, int slot) const {
    if (ground_ == nullptr) return false;
    const Vec2 place = slot_position(at, approach_radius_of(target), slot, archetype_of(target).circle.slots);
    if (ground_->walkable(at)) return !ground_->clear(at, place);
    if (ground_->walkable(place) && walled_off(at, radius_of(target), place, 0.0f)) ++tally_["walls: before a slot"];
    return !ground_->walkable(place) || walled_off(at, radius_of(target), place, 0.0f);
}

/// Whether the slot is closed by the host or blocked. A circle remembers which slots are blocked; without a circle the
/// present state counts.
bool ReferenceModel::closed(const Circle& circle, int slot) const {
    const Agent& target = agents_.at(circle.target);
    if (target.closed.count(slot) != 0) return true;
    return circle.surveyed_at ? circle.blocked.count(slot) != 0 : blocked(target, target.position, slot);
}

/// Recomputes the blocked slots when the circle is new and when its target has moved more than 250 mm since the last
/// time.
void ReferenceModel::survey(Circle& circle) {
    if (ground_ == nullptr) return;
    const Agent& target = agents_.at(circle.target);
    if (circle.surveyed_at && !moved(target)) return;
    if (circle.surveyed_at && millimetres(distance_squared(*circle.surveyed_at, target.position)) <= 250) return;
    const std::set<int> before = circle.blocked;
    const bool is_new = !circle.surveyed_at;
    survey_from(circle, target.position);
    if (is_new)
        ++tally_[circle.blocked.empty() ? "ground: a circle on open ground" : "ground: a circle with blocked slots"];
    else if (before != circle.blocked)
        ++tally_["ground: other slots are blocked"];
    if (static_cast<int>(circle.blocked.size()) == archetype_of(target).circle.slots)
        ++tally_["ground: all slots are blocked"];
}

/// Computes the blocked slots as if the target stood at this place.
void ReferenceModel::survey_from(Circle& circle, Vec2 place) {
    const Agent& target = agents_.at(circle.target);
    circle.surveyed_at = place;
    circle.blocked.clear();
    for (int slot = 0; slot < archetype_of(target).circle.slots; ++slot)
        if (blocked(target, place, slot)) circle.blocked.insert(slot);
}

/// Forgets the blocked slots of circles round agents that a reload has changed. They are computed again in this frame.
void ReferenceModel::survey_anew(const Definitions& before) {
    if (ground_ == nullptr) return;
    for (auto& [serial, circle] : circles_) {
        const ArchetypeIndex archetype = agents_.at(serial).archetype;
        if (before.archetypes[archetype] == definitions_.archetypes[archetype]) continue;
        circle.surveyed_at.reset();
        circle.blocked.clear();
    }
}

/// G13, G13a: no wall is between the two, or the agent sees through walls.
bool ReferenceModel::in_line(const Agent& agent, const Agent& other) const {
    return !archetype_of(agent).perception.needs_line_of_sight || !walled_off(agent, other);
}

// ---- Walls (I7) -------------------------------------------------------------------------------------------------

bool ReferenceModel::walled_off(const Agent& agent, const Agent& other) const {
    return walled_off(agent.position, radius_of(agent), other.position, radius_of(other));
}

/// I7, I7a.
bool ReferenceModel::walled_off(Vec2 a, float radius, Vec2 b, float other_radius) const {
    if (ground_ == nullptr) return false;
    if (ground_->clear(a, b)) return false;
    const bool a_in = in_wall(a), b_in = in_wall(b);
    Vec2 found;
    const bool a_deep = a_in && !bare_ground_->nearest(a, radius, &found);
    const bool b_deep = b_in && !bare_ground_->nearest(b, other_radius, &found);
    if (a_deep || b_deep) ++tally_["walls: an agent deep in a wall"];
    const bool a_ends = a_in && !a_deep, b_ends = b_in && !b_deep;
    const float left_out = (a_ends ? radius : 0.0f) + (b_ends ? other_radius : 0.0f);
    if (distance_squared(a, b) <= left_out * left_out) return false;
    const Vec2 from = a_ends ? point_on_way(a, b, radius) : a, to = b_ends ? point_on_way(b, a, other_radius) : b;
    const auto open = [&](Vec2 p, Vec2 q) {
        if (ground_->clear(p, q)) return true;
        if (!a_deep && !b_deep && !bare_ground_->lets_through(p, q)) return false;
        return std::none_of(obstacles_.begin(), obstacles_.end(), [&](const auto& one) {
            const Obstacle& obstacle = one.second;
            return obstacle.blocks == ObstacleBlocks::all && !is_in(obstacle, a) && !is_in(obstacle, b) &&
                   crosses(obstacle, p, q);
        });
    };
    if (open(from, to)) {
        ++tally_["walls: over water, past an obstacle, or to a gate"];
        return false;
    }
    const Vec2 u = normalised(b - a);
    for (const Vec2 normal : {Vec2{-u.y, u.x}, Vec2{u.y, -u.x}}) {
        const Vec2 n = normal * std::min(radius, other_radius);
        if (!open(from + n, to + n) || !open(from, from + n) || !open(to, to + n)) continue;
        ++tally_["walls: a corner is clipped"];
        return false;
    }
    ++tally_["walls: a wall is between"];
    return true;
}

/// I7b.
bool ReferenceModel::in_wall(Vec2 at) const {
    return !bare_ground_->walkable(at) && !bare_ground_->lets_through(at, at);
}

/// The end of the patrol, or the nearest point to it on the island of the post.
Vec2 ReferenceModel::patrol_end(const Agent& agent, Vec2 way) const {
    const Vec2 end = agent.monster->post + way * monster_state(agent).patrol_distance;
    const uint32_t island = ground_ == nullptr ? Ground::no_island : ground_->island(agent.monster->post);
    Vec2 found = end;
    if (island != Ground::no_island && ground_->island(end) != island)
        ground_->nearest(end, std::numeric_limits<float>::max(), &found, island);
    return found;
}

/// Where a summoned agent appears: its place, or the nearest walkable point on the owner's island.
Vec2 ReferenceModel::place_to_stand(const Agent& owner, const ArchetypeDef& def, Vec2 place) {
    if (ground_ == nullptr || def.body.motion == MotionType::host) return place;
    const uint32_t island = ground_->island(owner.position), there = ground_->island(place);
    if (there != Ground::no_island && (there == island || island == Ground::no_island)) return place;
    ++tally_["ground: summoned off it"];
    ++moved_to_ground_;
    Vec2 found = place;
    ground_->nearest(place, std::numeric_limits<float>::max(), &found, island);
    return found;
}

} // namespace fray::model
