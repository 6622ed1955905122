#include "navmesh_routes.h"

#include <algorithm>
#include <limits>
#include <new>

namespace fray {
namespace {

constexpr uint32_t routes_a_job = 8;
constexpr int most_polygons = 1024; ///< of a way: what is farther does not change where it begins
constexpr int most_corners = 6;     ///< that are looked at: the start, and those to come

} // namespace

NavMeshRoutes::Search::Search(const NavMesh::Data& data) : query(dtAllocNavMeshQuery()), path(most_polygons) {
    if (query == nullptr || dtStatusFailed(query->init(data.mesh.get(), data.options.search_nodes)))
        throw std::bad_alloc();
}

std::unique_ptr<NavMeshRoutes::Search> NavMeshRoutes::take() {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto search = std::move(idle_.back());
            idle_.pop_back();
            return search;
        }
        idle_.reserve(++made_);
    }
    return std::make_unique<Search>(*data_);
}

void NavMeshRoutes::give_back(std::unique_ptr<Search> search) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(search));
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

void NavMeshRoutes::find_one(Search& search, Route& route) const {
    const Floor& floor = data_->floor;
    const uint32_t island = floor.island(route.from);
    route.waypoint = route.from;
    route.found = island != Ground::no_island;
    if (!route.found) return;
    Vec2 goal = route.to;
    if (floor.island(goal) != island && !floor.nearest(goal, std::numeric_limits<float>::max(), &goal, island)) return;
    route.waypoint = floor.clear(route.from, goal) ? goal : first_corner(search, route.from, goal);
}

/// The farthest of the next few corners of the way that is seen, or else the first.
Vec2 NavMeshRoutes::first_corner(Search& search, Vec2 from, Vec2 goal) const {
    const Floor& floor = data_->floor;
    const uint32_t start = floor.polygon_at(from), end = floor.polygon_at(goal);
    if (start == Floor::no_polygon || end == Floor::no_polygon) return goal;
    const float start_at[3] = {from.x, floor.height(start), from.y};
    const float end_at[3] = {goal.x, floor.height(end), goal.y};
    const dtQueryFilter filter;
    int count = 0;
    search.query->findPath(floor.reference(start), floor.reference(end), start_at, end_at, &filter, search.path.data(),
                           &count, most_polygons);
    if (count == 0) return goal;
    // Of a way that was not found to its end, Detour heads for where it leaves the last polygon, nearest to the goal.
    float corners[3 * most_corners] = {};
    int found = 0;
    search.query->findStraightPath(start_at, end_at, search.path.data(), count, corners, nullptr, nullptr, &found,
                                   most_corners);
    Vec2 first = goal;
    bool any = false;
    const auto near = static_cast<float>(4.0 * floor.hair());
    for (int i = 1; i < found; ++i) {
        const Vec2 corner = {corners[3 * i], corners[3 * i + 2]};
        const bool here = std::abs(corner.x - from.x) < near && std::abs(corner.y - from.y) < near;
        if (here) continue;
        if (any && !floor.clear(from, corner)) break;
        first = corner;
        any = true;
    }
    return first;
}

uint64_t NavMeshRoutes::memory() const {
    const std::lock_guard lock(mutex_);
    constexpr uint64_t node = 40; // bytes, with its places in Detour's tables
    return sizeof *this +
           made_ * (static_cast<uint64_t>(data_->options.search_nodes) * node + most_polygons * sizeof(dtPolyRef));
}

} // namespace fray
