// Scenes in which a crowd walks, for benches and tests, and for any engine: who starts where, and is to come where.
// What a name makes with its default number of agents is frozen.
#pragma once

#include "fray/spatial/grid_map.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fray::motion {

/// One agent of a scene. Who stands starts where its goal is, and is not to move.
struct Walker {
    Vec2 start, goal;
    float radius = 0.4f; ///< m
    float speed = 3.0f;  ///< m/s
    bool stands = false;
    double way = 0.0; ///< m, the shortest to its goal, or to as near as one can come; no walker in the way
};

struct Scene {
    std::string name;
    std::vector<Walker> walkers;
    std::shared_ptr<const GridMap> ground; ///< where centres may be; null: everywhere
    bool reachable = true;                 ///< false: nobody can come to its goal
    double free_time =
        0.0; ///< s, as good as can be: the longest way alone, or what a door lets through, if that is more
    double time_limit = 0.0; ///< s
};

struct Box {
    Vec2 low, high;
};

/// Two columns, ten abreast and 1 m apart, that cross at right angles; their middles meet. More agents: longer columns.
Scene columns(int agents = 1000, uint32_t variant = 0);
/// A circle, 1 m from each to the next, where all go to the opposite place. More agents: a wider circle.
Scene circle(int agents = 200, uint32_t variant = 0);
/// A block, 1 m from each to the next, that goes through a door of 2 m to the same block in the other room. Centres
/// have three cells of 0.4 m. More agents: a door and a block for every 500, side by side in the same two rooms.
Scene door(int agents = 500, uint32_t variant = 0);
/// A line of standing ones, 12 m long, 0.9 m from each to the next, with a gap of 2 m between bodies off the straight
/// way. More agents: more who walk, three abreast.
Scene line(int agents = 1, uint32_t variant = 0);
/// A ring of standing ones, 0.9 m from each to the next, round the goal: nobody comes through. More agents: more who
/// walk.
Scene closed(int agents = 1, uint32_t variant = 0);

/// In this order.
std::span<const std::string_view> scene_names();

/// By name; `agents` 0: the default. A `variant` other than 0 shifts every start by up to 5 cm each way, so that
/// figures of several runs can be told from luck. Throws std::invalid_argument, saying what is allowed.
Scene make_scene(std::string_view name, int agents = 0, uint32_t variant = 0);

/// Of all starts and goals.
Box bounds(const Scene& scene);

} // namespace fray::motion
