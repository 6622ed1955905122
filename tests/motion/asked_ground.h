// A grid map that a world knows only as a `Ground`, and that notes which paths it is asked for.
#pragma once

#include "fray/spatial/grid_map.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace fray::motion {

struct AskedGround final : Ground {
    struct Finder final : RouteFinder {
        std::unique_ptr<RouteFinder> routes;
        std::vector<Route>* asked;
        void find(const RouteJobs& jobs, std::span<Route> wanted) override {
            asked->insert(asked->end(), wanted.begin(), wanted.end());
            routes->find(jobs, wanted);
        }
        uint64_t memory() const override { return 0; }
    };

    explicit AskedGround(GridMap what) : map(std::move(what)) {}
    uint32_t island(Vec2 at) const override { return map.island(at); }
    bool clear(Vec2 a, Vec2 b) const override { return map.clear(a, b); }
    void slide(std::span<const Vec2> from, std::span<Vec2> to) const override { map.slide(from, to); }
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island) const override {
        return map.nearest(at, reach, found, island);
    }
    std::unique_ptr<RouteFinder> routes() const override {
        auto finder = std::make_unique<Finder>();
        finder->routes = map.routes();
        finder->asked = &asked;
        return finder;
    }
    bool extent(Vec2* low, Vec2* high) const override { return map.extent(low, high); }
    uint64_t memory() const override { return 0; }

    GridMap map;
    mutable std::vector<Route> asked; ///< of one world, which asks from one thread at a time
};

} // namespace fray::motion
