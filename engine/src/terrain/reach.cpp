#include "terrain/reach.h"
#include "bodies/bodies.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// The lines between two ends.
class Lines {
public:
    Lines(const Terrain& terrain, const LineEnd& from, const LineEnd& to) : terrain_(terrain), from_(from), to_(to) {}

    bool all_are_stopped() {
        if (terrain_.ground->clear(from_.at, to_.at)) return false;
        float inside = 0.0f; // m: the parts of the line that lie in walls, within the bodies
        const Vec2 a = end(from_, to_, inside), b = end(to_, from_, inside);
        if (distance_squared(from_.at, to_.at) <= inside * inside || is_open(a, b)) return false;
        const Vec2 ahead = normalised(to_.at - from_.at);
        const Vec2 side = Vec2{-ahead.y, ahead.x} * std::min(from_.radius, to_.radius);
        return !passes(a, b, side) && !passes(a, b, Vec2{} - side);
    }

private:
    /// Where the line ends or begins. It leaves out what lies in a wall within the body. An agent that stands so deep
    /// in a wall that no floor is within its body is above the wall, or within it as in a tower: then walls do not
    /// count.
    Vec2 end(const LineEnd& here, const LineEnd& there, float& inside) {
        const Ground& bare = *terrain_.bare;
        if (bare.walkable(here.at) || bare.lets_through(here.at, here.at)) return here.at;
        Vec2 found{};
        if (!bare.nearest(here.at, here.radius, &found)) {
            walls_count_ = false;
            return here.at;
        }
        inside += here.radius;
        return point_on_way(here.at, there.at, here.radius);
    }

    bool is_open(Vec2 a, Vec2 b) const {
        return terrain_.ground->clear(a, b) ||
               ((!walls_count_ || terrain_.bare->lets_through(a, b)) && !terrain_.solid.stop(a, b, from_.at, to_.at));
    }
    bool passes(Vec2 a, Vec2 b, Vec2 side) const {
        return is_open(a + side, b + side) && is_open(a, a + side) && is_open(b, b + side);
    }

    const Terrain& terrain_;
    const LineEnd &from_, &to_;
    bool walls_count_ = true; ///< false: only obstacles do
};

LineEnd end_at(const WallView& world, Row row) { return {world.position[row], radius_of(world, row)}; }

} // namespace

bool is_walled_off(const Views<const Terrain>& world, const LineEnd& from, const LineEnd& to) {
    return world.terrain.ground != nullptr && Lines(world.terrain, from, to).all_are_stopped();
}

bool is_walled_off(const WallView& world, Row row, Row other_row) {
    return world.terrain.ground != nullptr && is_walled_off(world, end_at(world, row), end_at(world, other_row));
}

bool has_in_reach(const WallView& world, Row row, Row other_row) {
    return has_in_reach(world.kinds.archetypes[world.archetype[row]], reach_of(world, row, other_row),
                        distance_mm(world, row, other_row)) &&
           !is_walled_off(world, row, other_row);
}

} // namespace fray
