// Ground: islands, line of sight, blocked slots and walls.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <limits>

namespace fray::model {

// # Ground
// A world may have ground, which says where an agent can stand and walk (`Ground` in `fray/spatial/ground.h`): a grid
// map (`GridMap`) or, in a build with Detour, a navmesh (`NavMesh`). It is set before the first agent, for all floors.
// Without ground none of these rules holds. The ground says
// - what is *walkable*, which points are on the same *island*, whether the straight way between two points is *clear*,
//   and which walkable point is nearest to a point;
// - what it *lets through*: whether hits, projectiles and sight pass straight from a point to another. Walls stop them;
//   water and pits do not. On a grid map the cells `W` are water. All other cells that are not walkable are walls, and
//   so is everything outside the map. The edge of a navmesh is a wall, unless it has `open_gaps`; made from a grid map
//   with water, it has the walls of that map. A ground of the host that does not say has walls wherever it is not
//   walkable.
//
// An agent's island is that of its position at the frame's start. An agent off the ground has none; only the host puts
// agents there.

/// Two agents are *apart* if each has an island, and the islands differ. An agent that is apart from another is not
/// among its candidates, is not seen by it, and is not kept as target by sight. So an agent loses in its next scan a
/// target from which it has come to be apart. An agent apart from its leader is no follower. Islands make no difference
/// to which members of a squad alert which enemies, nor to an order `attack`.
bool ReferenceModel::apart(const Agent& agent, const Agent& other) const {
    return apart(agent.position, other.position);
}

bool ReferenceModel::apart(Vec2 a, Vec2 b) const {
    if (ground_ == nullptr) return false;
    const uint32_t island = ground_->island(a), other = ground_->island(b);
    return island != other && island != Ground::no_island && other != Ground::no_island;
}

/// An agent with `needs_line_of_sight` notices only agents from which it is not walled off.
/// - With targeting `sight` it takes at once the nearest of those in its sight radius and field of view. It asks the
///   host nothing, and `answer_sight` has no effect.
/// - With any other targeting it alerts its squad only to them. For whether an agent keeps its target (`scan`) this
///   makes no difference: there it is as if no member had `needs_line_of_sight`.
bool ReferenceModel::in_line(const Agent& agent, const Agent& other) const {
    return !archetype_of(agent).perception.needs_line_of_sight || !walled_off(agent, other);
}

/// A patrol ends at the nearest point of the post's island, if the post has one and the end of the way is not on it.
/// This end is found when the patrol begins, and stays when obstacles change the ground.
Vec2 ReferenceModel::patrol_end(const Agent& agent, Vec2 way) const {
    const Vec2 end = agent.monster->post + way * monster_state(agent).patrol_distance;
    const uint32_t island = ground_ == nullptr ? Ground::no_island : ground_->island(agent.monster->post);
    Vec2 found = end;
    if (island != Ground::no_island && ground_->island(end) != island)
        ground_->nearest(end, std::numeric_limits<float>::max(), &found, island);
    return found;
}

/// A summoned agent that fray moves, with a place that is not walkable or apart from its owner, comes to the nearest
/// point of the owner's island (of any, if the owner has none), and is counted (`moved_to_ground`).
Vec2 ReferenceModel::place_to_stand(const Agent& owner, const ArchetypeDef& def, Vec2 place) {
    if (ground_ == nullptr || def.body.motion == MotionType::host) return place;
    const uint32_t island = ground_->island(owner.position), there = ground_->island(place);
    if (there != Ground::no_island && (there == island || island == Ground::no_island)) return place;
    ++moved_to_ground_;
    Vec2 found = place;
    ground_->nearest(place, std::numeric_limits<float>::max(), &found, island);
    return found;
}

// ## Blocked slots

/// A slot (`slot_place`) is *blocked* if the straight way from its target to it is not clear. Around a target off the
/// ground, such as a gate, it is blocked if it is not walkable, or if the target is walled off from an agent there with
/// the radius 0.
bool ReferenceModel::blocked(const Agent& target, Vec2 at, int slot) const {
    if (ground_ == nullptr) return false;
    const Vec2 place = slot_position(at, approach_radius_of(target), slot, slots_round(target.serial));
    if (ground_->walkable(at)) return !ground_->clear(at, place);
    return !ground_->walkable(place) || walled_off(at, radius_of(target), place, 0.0f);
}

/// A slot is *closed* if the host has closed it or it is blocked. A circle remembers which are blocked (`survey`). For
/// a target without a circle the present state counts.
bool ReferenceModel::closed(const Circle& circle, int slot) const {
    const Agent& target = agents_.at(circle.target);
    if (target.closed.count(slot) != 0) return true;
    return circle.surveyed_at ? circle.blocked.count(slot) != 0 : blocked(target, target.position, slot);
}

/// A circle computes its blocked slots when it is made (in resolve_hits: at the beginning of that frame's commit). It
/// does so again at the beginning of commit if its target has moved (`moved`), and is more than 250 mm away from where
/// it was at the last computation.
void ReferenceModel::survey(Circle& circle) {
    if (ground_ == nullptr) return;
    const Agent& target = agents_.at(circle.target);
    if (circle.surveyed_at && !moved(target)) return;
    if (circle.surveyed_at && millimetres(distance_squared(*circle.surveyed_at, target.position)) <= 250) return;
    survey_from(circle, target.position);
}

// Computes the blocked slots as if the target stood at this place.
void ReferenceModel::survey_from(Circle& circle, Vec2 place) {
    const Agent& target = agents_.at(circle.target);
    circle.surveyed_at = place;
    circle.blocked.clear();
    for (int slot = 0; slot < slots_round(target.serial); ++slot)
        if (blocked(target, place, slot)) circle.blocked.insert(slot);
}

/// A circle also computes them again, at the end of apply_commands, if a reload changes the archetype of its target, or
/// a set_archetype gives the target another.
void ReferenceModel::survey_anew(const Definitions& before) {
    if (ground_ == nullptr) return;
    for (auto& [serial, circle] : circles_) {
        const ArchetypeIndex archetype = agents_.at(serial).archetype;
        if (before.archetypes[archetype] == definitions_.archetypes[archetype]) continue;
        circle.surveyed_at.reset();
        circle.blocked.clear();
    }
}

// ## Walls

bool ReferenceModel::walled_off(const Agent& agent, const Agent& other) const {
    return walled_off(agent.position, radius_of(agent), other.position, radius_of(other));
}

/// Two agents at a and b with the radii r and r' are *walled off* from each other if none of these lines is *open*:
/// - the straight line from a to b;
/// - the bent lines from a to a + n, b + n and b: n is `normalised(b - a)`, turned by 90 degrees to the left or to the
///   right, times the lesser of r and r' (float).
///
/// So a corner that the line clips by less than the narrower body makes no difference. The launch point of a
/// projectile, with the radius of the shooter at the launch, may take the place of an agent.
///
/// A bent line is open if each of its three parts is. A straight line from p to q is open if it is clear. Otherwise it
/// is open if the ground without obstacles lets it through, and no obstacle with `ObstacleBlocks::all` stops it. An
/// obstacle stops it if `crosses(obstacle, p, q)`, unless a or b is in it (`is_in`): an obstacle around an agent
/// belongs to it, like a gate that can be broken or a tower that shoots.
///
/// If an agent is in a wall (`in_wall`), and a walkable point of the ground without obstacles lies within its radius,
/// the lines begin or end that far from it: at `point_on_way(a, b, r)`, or `point_on_way(b, a, r')`. n and `is_in` stay
/// those of a and b. The two are not walled off if their distance is at most the sum of the radii left out (float). If
/// no such point lies there, the agent is over the wall, or in it like a tower: then the ground lets all lines of this
/// pair through, and only obstacles count.
///
/// *Example.* A swordsman stands at (0, 0) and its enemy at (1.5, 0), both of radius 0.4 m. A wall between them reaches
/// from (0.8, -0.3) and (1, -0.3) upwards. It stops the straight line, and the bent line through (0, 0.4). The bent
/// line through (0, -0.4) and (1.5, -0.4) passes below it, so they are not walled off. If the wall begins at y = -0.5,
/// they are.
bool ReferenceModel::walled_off(Vec2 a, float radius, Vec2 b, float other_radius) const {
    if (ground_ == nullptr) return false;
    if (ground_->clear(a, b)) return false;
    const bool a_in = in_wall(a), b_in = in_wall(b);
    Vec2 found;
    const bool a_deep = a_in && !bare_ground_->nearest(a, radius, &found);
    const bool b_deep = b_in && !bare_ground_->nearest(b, other_radius, &found);
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
    if (open(from, to)) return false;
    const Vec2 u = normalised(b - a);
    for (const Vec2 normal : {Vec2{-u.y, u.x}, Vec2{u.y, -u.x}}) {
        const Vec2 n = normal * std::min(radius, other_radius);
        if (!open(from + n, to + n) || !open(from, from + n) || !open(to, to + n)) continue;
        return false;
    }
    return true;
}

/// An agent is *in a wall* if on the ground without obstacles its position is neither walkable nor let through (from
/// the position to itself). Only agents that the host moves can be.
bool ReferenceModel::in_wall(Vec2 at) const {
    return !bare_ground_->walkable(at) && !bare_ground_->lets_through(at, at);
}

} // namespace fray::model
