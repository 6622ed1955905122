// Scenes in which a crowd walks, for benchmarks and tests and for any engine: the start and the goal of each walker.
// The content of a named scene with its default number of agents is frozen.
#pragma once

#include "fray/spatial/grid_map.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fray::motion {

/// One agent of a scene. A standing agent starts at its goal and must not move.
struct Walker {
    Vec2 start{}, goal{};
    float radius = 0.4f; ///< m
    float speed = 3.0f;  ///< m/s
    bool stands = false;
    double way = 0.0; ///< m, the shortest path to its goal, or to the nearest reachable point, without other walkers
};

struct Scene {
    std::string name;
    std::vector<Walker> walkers;
    std::shared_ptr<const GridMap> ground; ///< where centres may be; null: anywhere
    bool reachable = true;                 ///< false: no walker can reach its goal
    double free_time =
        0.0; ///< s, a lower bound: the longest path of a lone walker or, if longer, the time a door needs
    double time_limit = 0.0; ///< s
};

/// Two columns, ten abreast and 1 m apart, that cross at right angles in their middles. More agents give longer
/// columns.
Scene columns(int agents = 1000, uint32_t variant = 0);
/// A circle of agents 1 m apart. Each walks to the opposite point. More agents give a wider circle.
Scene circle(int agents = 200, uint32_t variant = 0);
/// A block of agents 1 m apart that walks through a door of 2 m and forms the same block in the other room. The door is
/// three cells of 0.4 m wide for centres. Every 500 agents have a door and a block of their own, side by side in the
/// same two rooms.
Scene door(int agents = 500, uint32_t variant = 0);
/// A line of standing agents, 12 m long and 0.9 m apart, with a gap of 2 m between bodies beside the straight path.
/// More agents give more walkers, three abreast.
Scene line(int agents = 1, uint32_t variant = 0);
/// A closed ring of standing agents, 0.9 m apart, round the goal. More agents give more walkers.
Scene closed(int agents = 1, uint32_t variant = 0);

/// The names of the scenes, in the order above.
std::vector<std::string> scene_names();

/// Makes a scene by its name. `agents` 0 means the default number. A `variant` other than 0 shifts every start by up to
/// 5 cm in x and y, so that several runs show how far a figure depends on chance. Throws std::invalid_argument with the
/// allowed values.
Scene make_scene(std::string_view name, int agents = 0, uint32_t variant = 0);

/// A room of 52 by 14 m round the origin, for centres, with walls of 0.4 m across it at these x (m). Each wall has a
/// door of `width` m in its middle. The cells are 0.1 m.
std::shared_ptr<const GridMap> walls_with_a_door(double width, std::initializer_list<double> walls);

/// A map of `size` metres from the corner `low`. `free` says of the middle of a cell whether a body can stand there.
std::shared_ptr<const GridMap> map_where(Vec2 low, Vec2 size, float cell, const std::function<bool(Vec2)>& free);

} // namespace fray::motion
