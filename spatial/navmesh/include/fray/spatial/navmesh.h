// NavMesh: ground made from a navmesh of Detour. A mesh never changes once it is made; safe from many threads at once.
//
// Heights are ignored: fray's (x, y) are Detour's (x, z). Floors that lie over each other count as the same floor.
// Paths follow Detour's links alone, so where two floors overlap a path may be searched on the wrong floor. Split such
// a mesh, and give fray a single floor at a time.
//
// Obstacles may come and go (World::set_obstacle). A mesh with obstacles shares with the mesh before what has not
// changed, and its answers depend on the bare mesh and the list of obstacles alone. On floors that lie over each other
// an obstacle closes all of them.
//
// Answers are deterministic. Detour decides which polygons are linked when the mesh is made. All later answers follow
// from the corners of the polygons and the query alone, and fray computes them in doubles. They do not depend on
// threads, on other queries, or on the build of Detour.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/result.h"
#include "fray/spatial/ground.h"

#include <memory>
#include <string>

namespace fray {

class GridMap;

/// A navmesh. Lengths are metres.
class FRAY_API NavMesh final : public Ground {
public:
    static constexpr float farthest = 32768.0f;     ///< m: greatest absolute coordinate of a corner, height included
    static constexpr float max_body_radius = 10.0f; ///< m, for `from_grid`
    static constexpr int least_nodes = 16, most_nodes = 1 << 20; ///< range of Options::search_nodes

    /// Options of the path search.
    struct Options {
        /// The most nodes that a path search may visit, 16 to 1048576. A node is a part of a polygon's edge as it is
        /// seen from a corner; it takes 92 bytes. Each thread that searches keeps the memory of its largest search. A
        /// search that needs more nodes leads to the point found that is nearest to the goal.
        int search_nodes = 1 << 18;
        /// What is where there are no polygons. False: walls, which stop hits, projectiles and sight. True: pits and
        /// water, which stop walking alone.
        bool open_gaps = false;
    };

    /// Makes the mesh of a map with cells of 0.05 m or more. The mesh keeps `radius` metres (0 to 10) from cells that
    /// are not walkable. The radius is rounded up to a multiple of 1/n of a cell, with the n from 1 to 8 that fits
    /// best. Corners stay square. With radius 0 the mesh covers exactly the walkable cells. `out_of_range`: a value is
    /// not allowed, `search_nodes` included; no walkable ground is left; or the map is too large. Allowed are 64
    /// million cells times n * n, corners within `farthest`, and 4 194 304 polygons: the tiles times the polygons of
    /// the fullest tile, each number rounded up to a power of two. A side of a tile has 32 / n cells. If the map has
    /// water, the walls of the map stop hits, projectiles and sight, and not the gaps of the mesh.
    static Result<NavMesh> from_grid(const GridMap& map, float radius, const Options& options);
    /// The same with default options.
    static Result<NavMesh> from_grid(const GridMap& map, float radius = 0.0f);

    /// Reads a tile as Detour makes it (`dtCreateNavMeshData`), or a set of tiles as RecastDemo saves it (MSET, version
    /// 1), in the byte order of this machine. Polygons with nonzero flags are walkable, except off-mesh connections.
    /// `name` stands for the file in errors. `bad_file`: the text is `name: what was given and what is allowed`.
    /// `out_of_range`: `search_nodes` is not allowed.
    static Result<NavMesh> parse(std::span<const std::byte> bytes, const std::string& name, const Options& options);
    /// The same with default options.
    static Result<NavMesh> parse(std::span<const std::byte> bytes, const std::string& name);
    /// Reads the same formats from a file of up to 1 GiB, with the same errors.
    static Result<NavMesh> load(const std::string& path, const Options& options);
    /// The same with default options.
    static Result<NavMesh> load(const std::string& path);

    ~NavMesh() override;
    NavMesh(const NavMesh&); ///< the copy shares the data of the original
    NavMesh& operator=(const NavMesh&);

    uint32_t polygon_count() const; ///< the number of walkable polygons; obstacles cut polygons into pieces
    uint32_t island_count() const;
    Vec2 low() const, high() const; ///< m, of the box around all polygons; obstacles do not change it
    /// True if floors lie over each other: two polygons overlap by more than 0.25 m. Writes a point where they do.
    bool has_floors(Vec2* at) const;
    /// The distance that sliding agents keep from walls (a hair), m. It is 1 mm, or more if the mesh reaches far from
    /// the origin. A point at most a quarter of a hair beyond a wall is still on the mesh.
    float hair() const;

    /// Two polygons have the same number if a path over shared edges leads from each to the other, or if they lie over
    /// each other. Islands are numbered from 0.
    uint32_t island(Vec2 at) const override;
    void islands(std::span<const Vec2> at, std::span<uint32_t> found) const override;
    /// True if the line crosses no border of the mesh. A corner that the line only touches counts as crossed.
    bool clear(Vec2 a, Vec2 b) const override;
    /// Unless there is water (`from_grid`) or `Options::open_gaps` is set, the borders of the mesh are walls.
    bool lets_through(Vec2 a, Vec2 b) const override;
    void slide(std::span<const Vec2> from, std::span<Vec2> to) const override;
    /// The agent stays a hair or more away from walls. If `from` is not walkable, the result is `from`.
    Vec2 slide(Vec2 from, Vec2 to) const;
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island = no_island) const override;
    /// Returns the nearest walls, sorted by distance. If the nearest point of two walls is the corner between them, and
    /// the corner sticks out into the floor, they become one wall perpendicular to the line from `at` to the corner.
    uint32_t walls(Vec2 at, float reach, Wall (&found)[max_walls]) const override;
    /// An obstacle takes its rectangle out of the mesh, and leaves the rest as it is. A gap beside it that is at most
    /// four hairs wide is closed too. `before` must be a NavMesh. If obstacles lie on this mesh already, the result
    /// does not have them. Null: more than 4 million pairs of polygons lie over each other.
    ChangedGround with_obstacles(std::span<const Obstacle> all, std::span<const Obstacle> changed,
                                 const Ground& before) const override;
    /// A route without a straight line to its goal gets its own search for the shortest path. This suits few agents
    /// with many goals. For many agents with a common goal a GridMap is cheaper, because they share its flow fields.
    std::unique_ptr<RouteFinder> routes() const override;

    bool extent(Vec2* low, Vec2* high) const override;
    uint64_t memory() const override;
    /// False if obstacles lie on the mesh. Write the mesh without them, and the obstacles.
    bool write(std::vector<std::byte>* out) const override;
    /// Reads what `write` has written. Null: the bytes are not a navmesh.
    static std::shared_ptr<const NavMesh> read(std::span<const std::byte> bytes);

    struct Data; ///< private

private:
    friend class NavMeshRoutes;
    explicit NavMesh(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_; ///< never null
};

/// A GroundReader that knows GridMap and NavMesh, for WorldDef::read_ground. Any thread.
FRAY_API std::shared_ptr<const Ground> read_ground_or_navmesh(std::span<const std::byte> bytes);

} // namespace fray

#include "fray/end_header.h"
