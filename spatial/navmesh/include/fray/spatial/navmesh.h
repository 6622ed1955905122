// A navmesh of Detour's as ground. Heights are left out: fray's (x, y) are Detour's (x, z), and floors that lie over
// each other are one; ways follow Detour's links alone: from where two floors lie over each other the way may be sought
// on the wrong one. Give such a mesh to fray a storey at a time. Never changes once it is made; safe from many threads
// at once.
//
// Same in, same out: Detour says which polygons are joined when the mesh is made. From then on all answers follow from
// the polygons' corners and the question alone, worked out by fray in doubles: they do not depend on threads, on what
// else was asked, or on the build of Detour.
#pragma once

#include "fray/api.h"
#include "fray/spatial/ground.h"

#include <memory>
#include <string>

namespace fray {

class GridMap;

/// Lengths are metres.
class FRAY_API NavMesh final : public Ground {
public:
    static constexpr float farthest = 32768.0f; ///< m: no corner lies farther from the origin, in x, in y or in height
    static constexpr float most_radius = 10.0f; ///< m
    static constexpr int least_nodes = 16, most_nodes = 1 << 20; ///< of Options::search_nodes

    /// How ways are searched for.
    struct Options {
        /// What one search for a way may look at, 16 to 1048576: parts of polygons, as they are seen from corners.
        /// 120 bytes each, as many as some search has needed, for each thread that searches. Where it needs more, the
        /// way leads to the place found that is nearest to the goal.
        int search_nodes = 1 << 18;
    };

    /// The mesh of a map with cells of 0.05 m or more. Walls stand `radius` metres off, 0 to 10 (rounded up to a part
    /// of a cell, an eighth or more), also round corners, which stay square: 0 makes a mesh exactly as large as the
    /// cells. Throws std::invalid_argument, also where nothing is left of the ground.
    static NavMesh from_grid(const GridMap& map, float radius, const Options& options);
    /// The same with the usual options.
    static NavMesh from_grid(const GridMap& map, float radius = 0.0f);

    /// One tile as Detour makes it (`dtCreateNavMeshData`), or a set of tiles as RecastDemo saves it (MSET, version 1);
    /// of this machine's byte order. Polygons with flags, other than connections off the mesh, can be walked on.
    /// `name` stands for the file in errors. Throws std::invalid_argument, `name: what was given and what is allowed`.
    static NavMesh parse(std::span<const std::byte> bytes, const std::string& name, const Options& options);
    /// The same with the usual options.
    static NavMesh parse(std::span<const std::byte> bytes, const std::string& name);
    /// The same from a file.
    static NavMesh load(const std::string& path, const Options& options);
    /// The same with the usual options.
    static NavMesh load(const std::string& path);

    ~NavMesh() override;
    NavMesh(const NavMesh&); ///< of the same tiles: they are not copied
    NavMesh& operator=(const NavMesh&);

    uint32_t polygon_count() const; ///< that can be walked on
    uint32_t island_count() const;
    Vec2 low() const, high() const; ///< m, of the box around all polygons
    /// m: between the walls and those who slide along them, 1 mm or, far from the origin, more. Points that lie no
    /// farther beyond a wall than a quarter of that still are on the mesh.
    float hair() const;

    /// Polygons have one number if one can come from one to the other over edges that they share, or if one lies over
    /// the other. From 0.
    uint32_t island(Vec2 at) const override;
    void islands(std::span<const Vec2> at, std::span<uint32_t> found) const override;
    /// The way crosses no border of the mesh; a corner that it only touches counts as crossed.
    bool clear(Vec2 a, Vec2 b) const override;
    void slide(std::span<const Vec2> from, std::span<Vec2> to) const override;
    /// A hair or more from the wall. `from` is answered where it is not walkable itself.
    Vec2 slide(Vec2 from, Vec2 to) const;
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island = no_island) const override;
    /// The nearest ones, by distance. A corner that sticks out is passed on this side of it: as long as one is before
    /// both its walls, its half plane is square to the way there.
    uint32_t walls(Vec2 at, float reach, Wall (&found)[most_walls]) const override;
    /// A search for everybody who does not see his goal, to the shortest way: for few agents with many goals. Many
    /// who go to one goal are better off with a GridMap, whose fields they share.
    std::unique_ptr<RouteFinder> routes() const override;

    bool extent(Vec2* low, Vec2* high) const override;
    uint64_t memory() const override;
    bool write(std::vector<std::byte>* out) const override;
    /// What `write` has written; null: not that.
    static std::shared_ptr<const NavMesh> read(std::span<const std::byte> bytes);

    struct Data; ///< private

private:
    explicit NavMesh(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_; ///< never null
};

/// `read_ground` for those who have navmeshes too (WorldDef::read_ground). Any thread.
FRAY_API std::shared_ptr<const Ground> read_ground_or_navmesh(std::span<const std::byte> bytes);

} // namespace fray
