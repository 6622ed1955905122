// Ground: the interface to the area where agents can walk, and to the walls that stop hits, projectiles and sight.
// GridMap and NavMesh implement it, and a host can implement its own. Ground says where the centres of agents may be,
// so it must keep the radius of the widest agent away from visible walls. Many threads may call a Ground at once; only
// the steps of its world call a RouteFinder, one step after the other.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/spatial/vec2.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fray {

class Ground;

/// What a change of obstacles has made of a ground. All points that have changed lie in the box from `low` to `high`.
struct ChangedGround {
    std::shared_ptr<const Ground> ground; ///< null: this kind of ground cannot have obstacles
    Vec2 low{}, high{};                   ///< m
};

/// What an obstacle stops.
enum class ObstacleBlocks : int32_t {
    all,     ///< walking, hits, projectiles and sight: a door, a wall, a gate
    walking, ///< walking alone: a pit, a ditch, a fence to shoot over
};

/// An obstacle: a rectangle on the ground on which no agent can stand, such as a closed door or a fallen tree. Like the
/// ground itself it says where the centres of agents may be, so it must be larger than what is seen by the radius of
/// the widest agent.
struct Obstacle {
    Vec2 at{};                        ///< m, its middle
    Vec2 half_extents = {0.5f, 0.5f}; ///< m, half its length and half its width; 0.01 to 10 000
    Vec2 axis = {1.0f, 0.0f};         ///< direction of its length, of any length but 0
    ObstacleBlocks blocks = ObstacleBlocks::all;

    friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// A path request and its answer. The agent walks from `from` to `to` and now heads straight for `waypoint`. If `found`
/// is false there is no path, and `waypoint` is `from`. In metres.
struct Route {
    Vec2 from{}, to{};
    Vec2 waypoint{};
    bool found = false;
};

/// Lets a RouteFinder use the threads of the world: `run` calls `work(context, i)` for every i below `count`, in
/// parallel or not, and returns when all calls have ended. Pass `jobs` as its first argument.
struct RouteJobs {
    void (*run)(void* jobs, uint32_t count, void (*work)(void* context, uint32_t i), void* context);
    void* jobs;
};

/// Finds paths over a ground for one world. Caches must never change an answer. The step of the world calls `find`, one
/// call at a time; `memory` is called between steps, from many threads at once.
class FRAY_API RouteFinder {
public:
    virtual ~RouteFinder() = default;
    /// Fills in `waypoint` and `found` of all routes. An answer depends on `from` and `to` of its own route alone. If
    /// `to` cannot be reached, the path leads to the nearest point that can be reached.
    virtual void find(const RouteJobs& jobs, std::span<Route> routes) = 0;
    /// Goes on with `now`, which differs from the ground so far by the obstacle `changed`. Answers are those of a new
    /// finder for `now`. False: it cannot, and the world makes a new finder.
    virtual bool go_on(const Ground& now, const Obstacle& changed) {
        static_cast<void>(now), static_cast<void>(changed);
        return false;
    }
    virtual uint64_t memory() const = 0; ///< bytes
};

/// A wall near a point `at`: no agent can stand at a point p with dot(normal, p - at) > distance.
struct Wall {
    Vec2 normal{};         ///< a unit vector
    float distance = 0.0f; ///< m
};

/// The area where agents can walk. It never changes once it is made; safe from many threads at once. Points are in
/// metres.
class FRAY_API Ground {
public:
    static constexpr uint32_t no_island = ~0u; ///< the island of points that are not walkable

    virtual ~Ground() = default;
    /// The number of the connected area in which `at` lies. Two points have the same number if agents can walk from
    /// each to the other. no_island: the point is not walkable.
    virtual uint32_t island(Vec2 at) const = 0;
    /// Finds the islands of many points: found[i] is the island of at[i].
    virtual void islands(std::span<const Vec2> at, std::span<uint32_t> found) const {
        for (size_t i = 0; i < at.size(); ++i) found[i] = island(at[i]);
    }
    /// True if an agent can stand at this point.
    bool walkable(Vec2 at) const { return island(at) != no_island; }
    /// True if an agent can walk straight from a to b (a raycast).
    virtual bool clear(Vec2 a, Vec2 b) const = 0;
    /// True if hits, projectiles and sight pass straight from a to b: there may be water or a pit between them, but no
    /// wall. a and b may be the same point. What agents can walk over must let them through. A world asks the ground
    /// without obstacles, and looks at its obstacles itself. Unless a ground says otherwise, whatever stops walking is
    /// a wall.
    virtual bool lets_through(Vec2 a, Vec2 b) const { return clear(a, b); }
    /// Moves agents from from[i], which is walkable, straight towards to[i], and along a wall if there is a wall.
    /// Overwrites to[i] with the point that the agent reaches, which is always walkable. An agent with to[i] == from[i]
    /// must stay where it is.
    virtual void slide(std::span<const Vec2> from, std::span<Vec2> to) const = 0;
    /// Finds the nearest walkable point within `reach` metres, on `island` unless that is no_island. False: there is no
    /// such point.
    virtual bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island = no_island) const = 0;
    static constexpr uint32_t max_walls = 8; ///< the most walls that `walls` returns
    /// Finds the walls within `reach` metres of `at`, which is walkable, and returns their number. A step of at most
    /// `reach` metres that crosses none of them stays on the ground. A ground may always return 0: then only `slide`
    /// keeps agents on it.
    virtual uint32_t walls([[maybe_unused]] Vec2 at, [[maybe_unused]] float reach,
                           [[maybe_unused]] Wall (&found)[max_walls]) const {
        return 0;
    }
    /// Makes this ground with obstacles on it. `all`: the obstacles. `before`: what this function made for the
    /// obstacles before those of `changed` were added or removed; with no obstacles before, this ground itself.
    virtual ChangedGround with_obstacles(std::span<const Obstacle> all, std::span<const Obstacle> changed,
                                         const Ground& before) const {
        static_cast<void>(all), static_cast<void>(changed), static_cast<void>(before);
        return {};
    }
    /// Makes a RouteFinder for a world that uses this ground. The ground must outlive it.
    virtual std::unique_ptr<RouteFinder> routes() const = 0;
    /// Writes the corners of a box that contains all walkable points, for drawings and for crossings.
    /// False: the box is not known. Then crowds do not spread over the doors that lead to their goals.
    virtual bool extent([[maybe_unused]] Vec2* low, [[maybe_unused]] Vec2* high) const { return false; }
    virtual uint64_t memory() const = 0; ///< bytes
    /// Appends bytes that identify this ground. A `read_ground` function that knows this kind of ground makes an equal
    /// ground from them. False: the ground cannot be written, and a recording cannot hold a world with it.
    virtual bool write(std::vector<std::byte>* out) const {
        static_cast<void>(out);
        return false;
    }
};

/// Makes ground from the bytes that `Ground::write` has written. Null: the bytes are something else, or of a kind of
/// ground that the reader does not know.
using GroundReader = std::shared_ptr<const Ground> (*)(std::span<const std::byte> bytes);
/// A GroundReader that knows only GridMap. Any thread.
FRAY_API std::shared_ptr<const Ground> read_ground(std::span<const std::byte> bytes);

} // namespace fray

#include "fray/end_header.h"
