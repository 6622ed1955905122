#include "ways/ways.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray {
namespace {

/// The way of the agent of `row` from `from` to `to`.
struct Way {
    const WayView& world;
    Row row, target_row;
    Vec2 from{}, to{};

    /// Does the agent of the row `other` wait, and make way for the heavier agent (rule makes_way)?
    bool makes_way(Row other) const {
        const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
        const Archetype& its = world.kinds.archetypes[world.archetype[other]];
        if (!outweighs(yielding_mass(world, row, kind), yielding_mass(world, other, its))) return false;
        const AgentState state = world.state[other];
        const StoredOrder order = world.orders[other].kind;
        return (state == AgentState::pursue || state == AgentState::roam) && world.team[other] == world.team[row] &&
               its.fights_in_slots() && its.motion == MotionType::simulated && kind.motion == MotionType::simulated &&
               (order == StoredOrder::free || order == StoredOrder::advance);
    }
    /// Is the ground free beside an agent at `at` with this radius, so that it can step aside (rule steps_aside)?
    bool steps_aside(Vec2 at, float radius) const {
        const Ground* const ground = world.terrain.ground.get();
        if (ground == nullptr) return true;
        const Vec2 way = normalised(to - from);
        const Vec2 aside = Vec2{-way.y, way.x} * (3.0f * (radius_of(world, row) + radius));
        return ground->clear(at, at + aside) || ground->clear(at, at - aside);
    }
    /// Is the agent of the row `other` in the way, which is at `at` and has this radius?
    bool holds(Row other, Vec2 at, float radius) const {
        return in_way(from, to, at, 0.9f * (radius_of(world, row) + radius)) && other != row && other != target_row &&
               world.life[other] == Life::living && world.floor[other] == world.floor[row];
    }
};

constexpr float line_margin = 0.1f; // m: how near a shot passes bodies that it does not strike
constexpr int aside_steps = 6;      // of rule place_beside, to either side
constexpr float most_aside = 1.51f; // m: they lead less far

/// Calls visit(other) for the living agents of these teams on the floor of the agent of `target_row`, other than it and
/// that of `row`: for each whose body comes within `margin` metres of the straight line between the two, and for some
/// others. It may call it twice for an agent. After a visit that returns false the search may end.
template <typename Visit>
void for_each_near_line(const LineView& world, Row row, Row target_row, const TeamSet& teams, float margin,
                        Visit&& visit) {
    struct Line {
        const LineView& world;
        Row row, target_row;
        Visit& visit;
    } line{world, row, target_row, visit};
    const auto look = [](void* context, uint32_t item, float bound_squared) {
        const Line& l = *static_cast<Line*>(context);
        const Row other = l.world.ids.row[item];
        if (other == Row::none() || other == l.target_row || other == l.row || l.world.life[other] != Life::living ||
            l.world.floor[other] != l.world.floor[l.target_row])
            return bound_squared;
        return l.visit(other) ? bound_squared : -1.0f;
    };
    const Vec2 here = world.position[row], there = world.position[target_row];
    const float reach =
        (0.5f * std::sqrt(distance_squared(here, there)) + widest_radius(world) + margin) * 1.0001f + 0.001f;
    search_teams(world, teams, (here + there) * 0.5f, reach * reach, look, &line);
}

/// Calls visit(other) for each agent of these teams in the line from an agent to its target, as `for_each_near_line`.
template <typename Visit>
void for_each_in_line(const LineView& world, Row row, Row target_row, const TeamSet& teams, Visit&& visit) {
    for_each_near_line(world, row, target_row, teams, line_margin, [&](Row other) {
        return !in_way(world.position[row], world.position[target_row], world.position[other],
                       radius_of(world, other) + line_margin) ||
               visit(other);
    });
}

} // namespace

bool has_clear_line(const LineView& world, Row row, Row target_row) {
    const TeamIndex team = world.team[row];
    bool clear = true;
    for_each_in_line(world, row, target_row, TeamSet::all(), [&](Row other) {
        clear = clear && world.kinds.is_hostile(team, world.team[other]);
        return clear;
    });
    return clear;
}

std::optional<Vec2> clear_place(const LineView& world, Row row, Row target_row) {
    const Vec2 here = world.position[row], there = world.position[target_row], way = there - here;
    const float whole = glm::dot(way, way);
    std::array<Vec2, 2 * aside_steps + 1> places; // the nearest first
    std::array<bool, places.size()> closed{};
    for (int i = 0; i <= 2 * aside_steps; ++i)
        places[static_cast<size_t>(i)] = place_beside(here, there, i % 2 == 0 ? -i / 2 : (i + 1) / 2);
    const auto look = [&](Row other) {
        if (world.kinds.is_hostile(world.team[row], world.team[other])) return true;
        const Vec2 at = world.position[other];
        const float width = radius_of(world, other) + line_margin;
        const float near = width + radius_of(world, row) + most_aside;
        const float part = whole > 0.0f ? std::clamp(glm::dot(at - here, way) / whole, 0.0f, 1.0f) : 0.0f;
        if (distance_squared(at, here + way * part) > near * near) return true;
        const float apart = 0.9f * (radius_of(world, row) + radius_of(world, other));
        for (size_t i = 0; i < places.size(); ++i)
            closed[i] = closed[i] || in_way(places[i], there, at, width) ||
                        (i != 0 && distance_squared(places[i], at) < apart * apart);
        return true;
    };
    for_each_near_line(world, row, target_row, TeamSet::all(), line_margin + most_aside + radius_of(world, row), look);
    const auto found = std::find(closed.begin(), closed.end(), false);
    if (found == closed.end()) return {};
    return places[static_cast<size_t>(found - closed.begin())];
}

Row first_foe_in_line(const LineView& world, Row row, Row target_row) {
    Row first = target_row;
    int32_t least = INT32_MAX;
    for_each_in_line(world, row, target_row, world.kinds.hostile[world.team[row]], [&](Row other) {
        if (!world.kinds.is_hostile(world.team[row], world.team[other])) return true;
        const int32_t mm = millimetres(distance_squared(world.position[row], world.position[other]));
        if (first == target_row || mm < least || (mm == least && world.serial[other] < world.serial[first])) {
            first = other;
            least = mm;
        }
        return true;
    });
    return first;
}

namespace {

/// Calls visit(other, position, radius) for each agent in the way, perhaps twice, until it returns false. The grid is
/// faster than the trees: its items lie in the order of its cells, with positions that are not stale.
template <typename Visit> void for_each_in_way(const Way& way, Visit&& visit) {
    const WayView& world = way.world;
    bool goes_on = true;
    const auto look_at = [&](Row other, Vec2 at, float radius) {
        if (goes_on && way.holds(other, at, radius)) goes_on = visit(other, at, radius);
        return goes_on;
    };
    if (world.grid_is_current) {
        world.grid.along(way.from, way.to, radius_of(world, way.row), [&](const GridItem& item) {
            look_at(Row(item.row), item.position, item.slips ? radius_of(world, Row(item.row)) : item.radius);
        });
        // Agents that this frame's commit has summoned.
        for (Row other{world.grid.rows()}; other < world.rows && goes_on; ++other)
            look_at(other, world.position[other], radius_of(world, other));
        return;
    }
    struct Look {
        const WayView& world;
        decltype(look_at)& visit;
    } look{world, look_at};
    const auto item = [](void* self, uint32_t index, float bound_squared) {
        const Look& l = *static_cast<Look*>(self);
        const Row other = l.world.ids.row[index];
        const bool on = other == Row::none() || l.visit(other, l.world.position[other], radius_of(l.world, other));
        return on ? bound_squared : -1.0f;
    };
    const float half = 0.5f * std::sqrt(distance_squared(way.from, way.to));
    const float reach = (half + radius_of(world, way.row) + widest_radius(world)) * 1.0001f + 0.001f;
    search_teams(world, TeamSet::all(), (way.from + way.to) * 0.5f, reach * reach, item, &look);
}

} // namespace

bool is_way_free(const WayView& world, Row row, Row target_row, Vec2 to) {
    const Way way{world, row, target_row, world.position[row], to};
    bool free = true;
    for_each_in_way(way, [&](Row other, Vec2, float) { return free = way.makes_way(other); });
    return free;
}

WayToTarget way_to_target(const WayView& world, Row row, Row target_row) {
    const Ground* const ground = world.terrain.ground.get();
    const Vec2 here = world.position[row], there = world.position[target_row];
    const bool straight = ground == nullptr || ground->clear(here, there);
    const Way way{world, row, target_row, here, straight ? there : point_on_way(here, there, looks_ahead)};
    WayToTarget found{.is_straight = straight};
    std::array<Row, WayToTarget::most> seen;
    for_each_in_way(way, [&](Row other, Vec2 at, float radius) {
        found.is_plugged = found.is_plugged || !way.steps_aside(at, radius);
        const auto end = seen.begin() + found.agents;
        if (found.agents < WayToTarget::most && std::find(seen.begin(), end, other) == end)
            seen[found.agents++] = other;
        return true;
    });
    return found;
}

} // namespace fray
