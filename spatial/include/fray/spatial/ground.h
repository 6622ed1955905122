// Where agents can walk: an interface for grid maps, navmeshes and whatever a host brings. Ground says where the
// centres of agents may be; walls stand as far from it as the widest agent's radius. Ground is asked by many threads at
// once; a RouteFinder by the steps of its world, one after the other.
#pragma once

#include "fray/api.h"
#include "fray/spatial/vec2.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fray {

/// From where somebody walks, and to where; `waypoint` is where to head for now, straight. Where `found` is false there
/// is no way, and `waypoint` is `from`.
struct Route {
    Vec2 from, to;
    Vec2 waypoint = {};
    bool found = false;
};

/// Runs `work(context, i)` for every i below count, side by side or not.
struct RouteJobs {
    void (*run)(void* jobs, uint32_t count, void (*work)(void* context, uint32_t i), void* context);
    void* jobs;
};

/// Finds ways over a ground; of one world. What it keeps to be quicker never shows in an answer. `find` is called by
/// the world's step, once at a time; `memory` between steps, from many threads at once.
class FRAY_API RouteFinder {
public:
    virtual ~RouteFinder() = default;
    /// Fills in `waypoint` and `found` of all; each depends on its own `from` and `to` alone. `to` that cannot be
    /// reached is taken for the nearest place that can.
    virtual void find(const RouteJobs& jobs, std::span<Route> routes) = 0;
    virtual uint64_t memory() const = 0; ///< bytes
};

/// Beyond it nobody can stand: points p with dot(normal, p - at) > distance.
struct Wall {
    Vec2 normal;    ///< a unit vector
    float distance; ///< m
};

/// Never changes once it is made; safe from many threads at once. Points are metres.
class FRAY_API Ground {
public:
    static constexpr uint32_t no_island = ~0u; ///< of places where nobody can stand

    virtual ~Ground() = default;
    /// Places from which each other can be reached have one number; no_island: nobody can stand there.
    virtual uint32_t island(Vec2 at) const = 0;
    /// The same for many: found[i] is that of at[i].
    virtual void islands(std::span<const Vec2> at, std::span<uint32_t> found) const {
        for (size_t i = 0; i < at.size(); ++i) found[i] = island(at[i]);
    }
    /// Can one stand there?
    bool walkable(Vec2 at) const { return island(at) != no_island; }
    /// Can one walk, and see, straight from a to b?
    virtual bool clear(Vec2 a, Vec2 b) const = 0;
    /// Where those come to who walk from `from`, which is walkable, straight towards `to`, and along a wall where there
    /// is one: `to` is overwritten. Always walkable.
    virtual void slide(std::span<const Vec2> from, std::span<Vec2> to) const = 0;
    /// The nearest point that is walkable, and of an island if one is named, within `reach` metres. False: there is
    /// none.
    virtual bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island = no_island) const = 0;
    static constexpr uint32_t most_walls = 8; ///< that `walls` tells of
    /// The walls within `reach` metres of `at`, which is walkable: a step that keeps to all of them stays on the
    /// ground, if it is no longer than `reach`. Answers how many: none, where there is only `slide` to keep to the
    /// ground.
    virtual uint32_t walls([[maybe_unused]] Vec2 at, [[maybe_unused]] float reach,
                           [[maybe_unused]] Wall (&found)[most_walls]) const {
        return 0;
    }
    /// For a world that takes this ground; the ground outlives it.
    virtual std::unique_ptr<RouteFinder> routes() const = 0;
    /// The box outside of which nothing is walkable, for pictures; false: it is not known.
    virtual bool extent([[maybe_unused]] Vec2* low, [[maybe_unused]] Vec2* high) const { return false; }
    virtual uint64_t memory() const = 0; ///< bytes
    /// Appends what tells this ground from every other, and what `read_ground` makes the same of again, if it knows the
    /// kind. False: it cannot be written; then a recording cannot hold a world with it.
    virtual bool write(std::vector<std::byte>* out) const {
        static_cast<void>(out);
        return false;
    }
};

/// Makes ground of what `Ground::write` has written; null: not that, or of a kind that it does not know.
using GroundReader = std::shared_ptr<const Ground> (*)(std::span<const std::byte> bytes);
/// Of kind GridMap alone. Any thread.
FRAY_API std::shared_ptr<const Ground> read_ground(std::span<const std::byte> bytes);

} // namespace fray
