// NavMeshRoutes: the RouteFinder of NavMesh. An agent with a straight line to its goal walks straight. For every other
// agent a WaySearch finds the shortest path.
#pragma once

#include "floor.h"
#include "fray/spatial/navmesh.h"
#include "tiles.h"
#include "way_search.h"

#include <mutex>
#include <vector>

namespace fray {

/// What a NavMesh holds; copies of a NavMesh share it.
struct FRAY_INSIDE NavMesh::Data {
    Data(TileSet set, const std::string& name, const Options& how, std::shared_ptr<const GridMap> walls);
    /// With obstacles.
    Data(std::shared_ptr<const Data> mesh, Floor&& with)
        : options(mesh->options), map(mesh->map), bare(std::move(mesh)), floor(std::move(with)) {}

    Options options;
    std::shared_ptr<const GridMap> map; ///< has the walls; null: there are walls, or none, beside the mesh
    TileSet tiles;                      ///< none if there are obstacles
    std::shared_ptr<const Data> bare;   ///< the mesh without obstacles; null: this
    Floor floor;
};

class NavMeshRoutes final : public RouteFinder {
public:
    explicit NavMeshRoutes(std::shared_ptr<const NavMesh::Data> data) : data_(std::move(data)) {}

    void find(const RouteJobs& jobs, std::span<Route> routes) override;
    bool go_on(const Ground& now, const Obstacle& changed) override;
    uint64_t memory() const override;

private:
    std::unique_ptr<WaySearch> take();
    void give_back(std::unique_ptr<WaySearch> search);
    void find_one(WaySearch& search, Route& route) const;

    std::shared_ptr<const NavMesh::Data> data_;
    mutable std::mutex mutex_;
    /// Searches that are not in use. There are as many searches as threads have searched at the same time. A search
    /// keeps its memory for the next path, but no results.
    std::vector<std::unique_ptr<WaySearch>> idle_;
    size_t made_ = 0; ///< number of searches that were made
};

} // namespace fray
