// What tests of routes and of obstacles need on grid maps and on navmeshes alike.
#pragma once

#include "fray/spatial/ground.h"
#include "random_maps.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <vector>

namespace fray::test {

inline void run_in_order(void*, uint32_t count, void (*work)(void*, uint32_t), void* context) {
    for (uint32_t i = 0; i < count; ++i) work(context, i);
}
inline void run_backwards(void*, uint32_t count, void (*work)(void*, uint32_t), void* context) {
    for (uint32_t i = count; i-- > 0;) work(context, i);
}
inline void run_in_threads(void*, uint32_t count, void (*work)(void*, uint32_t), void* context) {
    std::vector<std::thread> others;
    for (uint32_t first = 0; first < 4; ++first)
        others.emplace_back([=] {
            for (uint32_t i = first; i < count; i += 4) work(context, i);
        });
    for (std::thread& other : others) other.join();
}
inline constexpr RouteJobs in_order{run_in_order, nullptr}, backwards{run_backwards, nullptr},
    threads{run_in_threads, nullptr};

struct Walk {
    bool arrived = false;
    float way = 0.0f; ///< m
};
/// Walks along the waypoints in steps of `step` metres, for `most` metres at most. `in_sight`: each waypoint must be.
/// `allowed`: called with the ends of a step and the waypoint; if it returns false, the walk ends.
template <typename Kind>
Walk walk(RouteFinder& finder, const Kind& ground, Vec2 from, Vec2 to, float step, float most, bool in_sight = false,
          const std::function<bool(Vec2, Vec2, Vec2)>& allowed = {}) {
    Walk walk;
    Vec2 at = from;
    while (walk.way < most) {
        Route route{at, to};
        finder.find(in_order, {&route, 1});
        EXPECT_TRUE(route.found);
        EXPECT_TRUE(!in_sight || ground.clear(at, route.waypoint));
        const float distance = length(at, route.waypoint), part = std::min(step / distance, 1.0f);
        if (route.waypoint == to && (distance == 0.0f || part == 1.0f)) return {true, walk.way + distance};
        if (distance == 0.0f) return walk;
        const Vec2 next =
            ground.slide(at, {at.x + (route.waypoint.x - at.x) * part, at.y + (route.waypoint.y - at.y) * part});
        if (allowed && !allowed(at, next, route.waypoint)) return walk;
        walk.way += std::max(length(at, next), 0.01f * step);
        at = next;
    }
    return walk;
}

/// A ground of a kind on which obstacles are set and removed.
template <typename Kind> struct Site {
    std::shared_ptr<const Kind> bare, now;
    std::vector<Obstacle> obstacles;
    ChangedGround last;

    explicit Site(Kind ground) : bare(std::make_shared<Kind>(std::move(ground))), now(bare) {}
    void change(const Obstacle& changed) {
        last = bare->with_obstacles(obstacles, {&changed, 1}, *now);
        now = std::static_pointer_cast<const Kind>(last.ground);
    }
    void add(const Obstacle& obstacle) {
        obstacles.push_back(obstacle);
        change(obstacle);
    }
    void remove(size_t i) {
        const Obstacle obstacle = obstacles[i];
        obstacles.erase(obstacles.begin() + static_cast<std::ptrdiff_t>(i));
        change(obstacle);
    }
};

} // namespace fray::test
