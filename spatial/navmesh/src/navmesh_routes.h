// Ways over a navmesh. Who sees his goal walks straight; for everybody else Detour is asked, each for himself.
#pragma once

#include "detour.h"
#include "floor.h"
#include "fray/spatial/navmesh.h"

#include <mutex>
#include <vector>

namespace fray {

struct NavMesh::Data {
    Data(TileSet set, const std::string& name, const Options& how);

    Options options;
    TileSet tiles;
    DetourMesh mesh;
    Floor floor;
};

class NavMeshRoutes final : public RouteFinder {
public:
    explicit NavMeshRoutes(std::shared_ptr<const NavMesh::Data> data) : data_(std::move(data)) {}

    void find(const RouteJobs& jobs, std::span<Route> routes) override;
    uint64_t memory() const override;

private:
    /// One search at a time can be made with it. What it keeps from one to the next is memory alone.
    struct Search {
        explicit Search(const NavMesh::Data& data);
        DetourQuery query;
        std::vector<dtPolyRef> path;
    };
    std::unique_ptr<Search> take();
    void give_back(std::unique_ptr<Search> search);
    void find_one(Search& search, Route& route) const;
    Vec2 first_corner(Search& search, Vec2 from, Vec2 goal) const;

    std::shared_ptr<const NavMesh::Data> data_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Search>> idle_; ///< as many as there were threads at it at once
    size_t made_ = 0;
};

} // namespace fray
