#include "ways/ways.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// Looks for an agent in the way from `from` to `to`.
struct WaySearch {
    const WayView& world;
    Row row, target_row;
    Vec2 from{}, to{};
    bool blocked = false;

    float radius_of(Row of) const { return fray::radius_of(world, of); }
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
    /// Is the agent of the row `other` in the way, which is at `at` and has this radius?
    bool blocks(Row other, Vec2 at, float radius) const {
        return in_way(from, to, at, 0.9f * (radius_of(row) + radius)) && other != row && other != target_row &&
               world.life[other] == Life::living && world.floor[other] == world.floor[row] && !makes_way(other);
    }
    /// For the trees. Returns the new bound in m^2; less than 0 ends the search.
    float visit(uint32_t item, float bound_squared) {
        const Row other = world.ids.row[item];
        blocked = blocked || (other != Row::none() && blocks(other, world.position[other], radius_of(other)));
        return blocked ? -1.0f : bound_squared;
    }
};

/// Calls visit(other) for each agent of these teams in the line from an agent to its target, perhaps twice. After a
/// visit that returns false the search may end.
template <typename Visit>
void for_each_in_line(const LineView& world, Row row, Row target_row, const TeamSet& teams, Visit&& visit) {
    struct Line {
        const LineView& world;
        Vec2 from, to;
        Row row, target_row;
        Visit& visit;
    } line{world, world.position[row], world.position[target_row], row, target_row, visit};
    constexpr float margin = 0.1f; // m: how near a shot passes bodies that it does not strike
    const auto look = [](void* context, uint32_t item, float bound_squared) {
        const Line& l = *static_cast<Line*>(context);
        const Row other = l.world.ids.row[item];
        if (other == Row::none() || other == l.target_row || other == l.row || l.world.life[other] != Life::living ||
            l.world.floor[other] != l.world.floor[l.target_row] ||
            !in_way(l.from, l.to, l.world.position[other], fray::radius_of(l.world, other) + margin))
            return bound_squared;
        return l.visit(other) ? bound_squared : -1.0f;
    };
    const float half = 0.5f * std::sqrt(distance_squared(line.from, line.to));
    const float reach = (half + widest_radius(world) + margin) * 1.0001f + 0.001f;
    search_teams(world, teams, (line.from + line.to) * 0.5f, reach * reach, look, &line);
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

// The grid is faster: its items lie in the order of its cells, with positions that are not stale.
bool is_way_free(const WayView& world, Row row, Row target_row, Vec2 to) {
    const Vec2 from = world.position[row];
    WaySearch search{world, row, target_row, from, to};
    if (world.grid_is_current) {
        world.grid.along(from, to, search.radius_of(row), [&](const GridItem& item) {
            const float radius = item.slips ? search.radius_of(Row(item.row)) : item.radius;
            search.blocked = search.blocked || search.blocks(Row(item.row), item.position, radius);
        });
        // Agents that this frame's commit has summoned.
        for (Row other{world.grid.rows()}; other < world.rows && !search.blocked; ++other)
            search.blocked = search.blocks(other, world.position[other], search.radius_of(other));
        return !search.blocked;
    }
    const float half = 0.5f * std::sqrt(distance_squared(from, to));
    const float reach = (half + search.radius_of(row) + widest_radius(world)) * 1.0001f + 0.001f;
    const auto visit = [](void* self, uint32_t item, float bound_squared) {
        return static_cast<WaySearch*>(self)->visit(item, bound_squared);
    };
    search_teams(world, TeamSet::all(), (from + to) * 0.5f, reach * reach, visit, &search);
    return !search.blocked;
}

} // namespace fray
