#include "navmesh_routes.h"

#include <algorithm>
#include <limits>

namespace fray {
namespace {

constexpr uint32_t routes_a_job = 8;

} // namespace

std::unique_ptr<WaySearch> NavMeshRoutes::take() {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto search = std::move(idle_.back());
            idle_.pop_back();
            return search;
        }
        idle_.reserve(++made_);
    }
    return std::make_unique<WaySearch>(static_cast<uint32_t>(data_->options.search_nodes));
}

void NavMeshRoutes::give_back(std::unique_ptr<WaySearch> search) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(search));
}

/// Searches keep no results, so all answers are those for the new mesh.
bool NavMeshRoutes::go_on(const Ground& now, const Obstacle&) {
    data_ = static_cast<const NavMesh&>(now).data_;
    return true;
}

void NavMeshRoutes::find(const RouteJobs& jobs, std::span<Route> routes) {
    struct Context {
        NavMeshRoutes* finder;
        std::span<Route> routes;
    } context{this, routes};
    const auto count = static_cast<uint32_t>((routes.size() + routes_a_job - 1) / routes_a_job);
    const auto work = [](void* with, uint32_t job) {
        const Context& c = *static_cast<Context*>(with);
        auto search = c.finder->take();
        const size_t end = std::min(c.routes.size(), size_t{job + 1} * routes_a_job);
        for (size_t i = size_t{job} * routes_a_job; i < end; ++i) c.finder->find_one(*search, c.routes[i]);
        c.finder->give_back(std::move(search));
    };
    if (count == 1) return work(&context, 0);
    if (count != 0) jobs.run(jobs.jobs, count, work, &context);
}

void NavMeshRoutes::find_one(WaySearch& search, Route& route) const {
    const Floor& floor = data_->floor;
    const uint32_t island = floor.island(route.from);
    route.waypoint = route.from;
    route.found = island != Ground::no_island;
    if (!route.found) return;
    Vec2 goal = route.to;
    if (floor.island(goal) != island && !floor.nearest(goal, std::numeric_limits<float>::max(), &goal, island)) return;
    route.waypoint = goal;
    if (floor.clear(route.from, goal)) return;
    const uint32_t start = floor.polygon_at(route.from), end = floor.polygon_at(goal);
    if (start != Floor::no_polygon && end != Floor::no_polygon)
        route.waypoint = search.first_corner(floor, route.from, start, goal, end);
}

uint64_t NavMeshRoutes::memory() const {
    const std::lock_guard lock(mutex_);
    uint64_t bytes = sizeof *this;
    for (const auto& search : idle_) bytes += search->memory();
    return bytes;
}

} // namespace fray
