// Ways over a navmesh. Who sees his goal walks straight; for everybody else the shortest way is searched for.
#pragma once

#include "floor.h"
#include "fray/spatial/navmesh.h"
#include "tiles.h"
#include "way_search.h"

#include <mutex>
#include <vector>

namespace fray {

struct FRAY_INSIDE NavMesh::Data {
    Data(TileSet set, const std::string& name, const Options& how);

    Options options;
    TileSet tiles;
    Floor floor;
};

class NavMeshRoutes final : public RouteFinder {
public:
    explicit NavMeshRoutes(std::shared_ptr<const NavMesh::Data> data) : data_(std::move(data)) {}

    void find(const RouteJobs& jobs, std::span<Route> routes) override;
    uint64_t memory() const override;

private:
    std::unique_ptr<WaySearch> take();
    void give_back(std::unique_ptr<WaySearch> search);
    void find_one(WaySearch& search, Route& route) const;

    std::shared_ptr<const NavMesh::Data> data_;
    mutable std::mutex mutex_;
    /// As many as there were threads at it at once. What one keeps from way to way is memory alone.
    std::vector<std::unique_ptr<WaySearch>> idle_;
    size_t made_ = 0;
};

} // namespace fray
