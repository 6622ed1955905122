// Obstacles: the model's own ground, made from the bare map and the list of obstacles, and the agents off the ground.
#include "reference_model.h"

#include "storage/rules_math.h"

#include "fray/spatial/grid_map.h"

#include <cmath>
#include <limits>

namespace fray::model {

namespace {

// A map of which obstacles cover every cell.
class NoGround final : public Ground {
public:
    uint32_t island(Vec2) const override { return no_island; }
    bool clear(Vec2, Vec2) const override { return false; }
    void slide(std::span<const Vec2>, std::span<Vec2>) const override {}
    bool nearest(Vec2, float, Vec2*, uint32_t) const override { return false; }
    std::unique_ptr<RouteFinder> routes() const override { return nullptr; }
    uint64_t memory() const override { return 0; }
};

// How far the obstacle and a square are apart along the axis on which they are farthest apart, in metres. Negative:
// they overlap. This is the separating axis test of two rectangles.
double separation(const Obstacle& obstacle, double x, double y, double side) {
    const double length = std::hypot(static_cast<double>(obstacle.axis.x), static_cast<double>(obstacle.axis.y));
    const double ux = obstacle.axis.x / length, uy = obstacle.axis.y / length;
    const double dx = x - obstacle.at.x, dy = y - obstacle.at.y;
    const double a = obstacle.half_extents.x, b = obstacle.half_extents.y;
    const double shadow = 0.5 * side * (std::abs(ux) + std::abs(uy)); // half the cell's length along both directions
    return std::max({std::abs(dx) - 0.5 * side - a * std::abs(ux) - b * std::abs(uy),
                     std::abs(dy) - 0.5 * side - a * std::abs(uy) - b * std::abs(ux),
                     std::abs(dx * ux + dy * uy) - a - shadow, std::abs(dy * ux - dx * uy) - b - shadow});
}

// Calls `visit(column, line, separation)` for every cell of the map.
template <typename Visit> void for_cells(const GridMap& map, const Obstacle& obstacle, Visit&& visit) {
    const double side = map.cell_size();
    for (int line = 0; line < map.lines(); ++line)
        for (int column = 0; column < map.columns(); ++column)
            visit(column, line,
                  separation(obstacle, map.low().x + (column + 0.5) * side, map.low().y + (line + 0.5) * side,
                             0.998 * side));
}

} // namespace

// # Obstacles and the ground
// Between two steps the host may set and remove obstacles, rectangles on which no agent can stand. Every answer of the
// ground is then that of the changed ground. They stop hits, projectiles and sight as well (`walled_off`), unless they
// have `ObstacleBlocks::walking`.

void ReferenceModel::set_ground(std::shared_ptr<const Ground> ground) {
    bare_ground_ = std::move(ground);
    ground_ = ground_with(nullptr);
}

/// On a grid map an obstacle closes each cell that it touches. A cell counts here as smaller by 0.1 % of its side at
/// each side, so that an obstacle may end at the side of a cell. On a navmesh it closes the points under its rectangle,
/// and gaps of up to four hairs beside it.
std::shared_ptr<const Ground> ReferenceModel::ground_with(const Obstacle* one_more) const {
    const auto* map = dynamic_cast<const GridMap*>(bare_ground_.get());
    if (map == nullptr || (obstacles_.empty() && one_more == nullptr)) return bare_ground_;
    std::vector<uint8_t> cells;
    for (int line = 0; line < map->lines(); ++line)
        for (int column = 0; column < map->columns(); ++column) cells.push_back(map->walkable(column, line));
    const auto close = [&](const Obstacle& obstacle) {
        for_cells(*map, obstacle, [&](int column, int line, double apart) {
            if (apart <= 0.0) cells[static_cast<size_t>(line * map->columns() + column)] = 0;
        });
    };
    for (const auto& [number, obstacle] : obstacles_) close(obstacle);
    if (one_more != nullptr) close(*one_more);
    Result<GridMap> made = GridMap::create(map->columns(), map->lines(), cells, map->cell_size(), map->low());
    if (!made) return std::make_shared<const NoGround>();
    return std::make_shared<const GridMap>(std::move(*made));
}

bool ReferenceModel::nearly_touches(const Ground& bare, const Obstacle& obstacle) {
    bool found = false;
    if (const auto* map = dynamic_cast<const GridMap*>(&bare))
        for_cells(*map, obstacle, [&](int, int, double apart) { found = found || std::abs(apart) < 2.0e-4; });
    return found;
}

/// Agents that a new obstacle displaces (`displaced_by`) come to the nearest walkable point (`to_ground`). This is a
/// teleport without a heading, after the commands that were given before the obstacle. If the world has no walkable
/// point, it leads to where the agent is, and is not counted. With `OnObstacle::refuse` there must be no such agent.
bool ReferenceModel::set_obstacle(uint32_t number, const Obstacle& obstacle, OnObstacle agents,
                                  const std::map<Serial, Pose>& poses, std::vector<Given>& waiting) {
    const std::shared_ptr<const Ground> after = ground_with(&obstacle);
    const std::vector<Serial> displaced = displaced_by(*after, poses, waiting);
    if (agents == OnObstacle::refuse && !displaced.empty()) return false;
    obstacles_[number] = obstacle;
    ground_ = after;
    obstacles_changed_ = true;
    move_waiting_points(waiting);
    for (const Serial serial : displaced) {
        command::Teleport teleport{named(serial), poses.at(serial).position, {}};
        const bool moved = to_ground(&teleport.position);
        waiting.push_back({teleport, no_serial, moved});
    }
    return true;
}

bool ReferenceModel::remove_obstacle(uint32_t number, std::vector<Given>& waiting) {
    if (obstacles_.erase(number) == 0) return false;
    ground_ = ground_with(nullptr);
    obstacles_changed_ = true;
    move_waiting_points(waiting);
    return true;
}

/// A new obstacle displaces living agents that fray moves, on walkable ground that is not walkable any more. An agent
/// for which a teleport or despawn waits already is not concerned.
std::vector<Serial> ReferenceModel::displaced_by(const Ground& after, const std::map<Serial, Pose>& poses,
                                                 const std::vector<Given>& waiting) {
    std::vector<Serial> found;
    for (const auto& [serial, pose] : poses) {
        const Agent& agent = agents_.at(serial);
        if (archetype_of(agent).body.motion == MotionType::host) continue;
        if (!ground_->walkable(pose.position) || after.walkable(pose.position)) continue;
        if (!agent.living()) continue;
        const bool waits = std::any_of(waiting.begin(), waiting.end(), [id = named(serial)](const Given& given) {
            const auto* const teleport = std::get_if<command::Teleport>(&given.command);
            const auto* const despawn = std::get_if<command::Despawn>(&given.command);
            return (teleport != nullptr && teleport->agent == id) || (despawn != nullptr && despawn->agent == id);
        });
        if (!waits) found.push_back(serial);
    }
    return found;
}

/// When an obstacle is set or removed, points of spawns and teleports that wait are changed as `to_ground` says,
/// whatever `off_ground` is. Without a walkable point in the world they stay, and are not counted.
void ReferenceModel::move_waiting_points(std::vector<Given>& waiting) {
    std::map<Serial, ArchetypeIndex> archetypes;
    for (const auto& [serial, agent] : agents_) archetypes[serial] = agent.archetype;
    for (const Given& given : waiting)
        if (const auto* const spawn = std::get_if<command::Spawn>(&given.command))
            archetypes[given.spawned] = spawn->def.archetype;
    for (Given& given : waiting) {
        auto* const spawn = std::get_if<command::Spawn>(&given.command);
        auto* const teleport = std::get_if<command::Teleport>(&given.command);
        if (spawn == nullptr && teleport == nullptr) continue;
        const auto archetype = archetypes.find(spawn != nullptr ? given.spawned : serial_of(teleport->agent));
        if (archetype == archetypes.end()) continue;
        Vec2& point = spawn != nullptr ? spawn->def.position : teleport->position;
        if (definitions_.archetypes[archetype->second].body.motion == MotionType::host || ground_->walkable(point))
            continue;
        if (to_ground(&point)) given.moved = true;
    }
}

/// An agent that fray moves (`motion: simulated`, as it is when the command is given), and that is spawned or
/// teleported to a point that is not walkable, comes to the nearest walkable point (`off_ground: move`). It is counted
/// (`moved_to_ground`) when the command is carried out. The events name the new point. The command is refused if the
/// world has no walkable point, or with `off_ground: refuse`. An agent that the host moves is where the host says.
bool ReferenceModel::to_ground(Vec2* point) const {
    Vec2 found;
    if (!ground_->nearest(*point, std::numeric_limits<float>::max(), &found)) return false;
    *point = found;
    return true;
}

/// If an obstacle was set or removed since the last step, each circle computes its blocked slots again at the end of
/// apply_commands, for a target at the place of the last computation, which stays that place. (It may leave that out if
/// it is too far from the obstacle: it finds the same slots, unless a move of the origin has rounded points.) The
/// places of journeys are found anew, too (`find_place`).
void ReferenceModel::survey_after_obstacles() {
    if (!std::exchange(obstacles_changed_, false)) return;
    for (auto& [serial, agent] : agents_)
        if (agent.journey) agent.journey->island.reset();
    for (auto& [serial, circle] : circles_) {
        if (circle.surveyed_at) survey_from(circle, *circle.surveyed_at);
    }
}

} // namespace fray::model
