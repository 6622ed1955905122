// Floor: a navmesh projected onto the plane. It answers all queries of NavMesh except routes: point location, raycasts,
// sliding, nearest points and walls. It never changes once it is made, and needs Detour only while it is made. A floor
// with obstacles is made from another floor of the same mesh (floor_obstacles.h).
//
// A *hair* is the small distance that sliding agents keep from walls (NavMesh::hair).
#pragma once

#include "floor_borders.h"
#include "floor_cells.h"
#include "floor_obstacles.h"
#include "fray/spatial/ground.h"

#include <optional>

namespace fray {

class Floor {
public:
    static constexpr uint32_t no_polygon = ~0u;

    Floor(const dtNavMesh& mesh, const std::string& name); ///< throws what shapes_of throws

    /// The polygon with the lowest number on which a point lies, or no_polygon. The point may lie up to a quarter of a
    /// hair beyond an edge at a border, and up to two hairs beyond an edge where the floor continues.
    uint32_t polygon_at(Vec2 at) const;
    uint32_t island(Vec2 at) const;
    bool clear(Vec2 a, Vec2 b) const;
    Vec2 slide(Vec2 from, Vec2 to) const;
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island) const;
    uint32_t walls(Vec2 at, float reach, Wall (&found)[Ground::max_walls]) const;

    /// Moves a corner of the floor some hairs away from its walls, so that rounding does not block the straight line to
    /// it. Returns `at` if the moved point would be on another island.
    Vec2 off_corner(Vec2 at) const;

    uint32_t polygon_count() const { return shapes_.polygon_count; }
    uint32_t island_count() const { return shapes_.island_count; }
    const FloorShapes& shapes() const { return shapes_; }
    /// The point of a polygon that is nearest to `at`.
    Spot nearest_in(const Polygon& polygon, Spot at) const;
    Spot low() const { return shapes_.low; }
    Spot high() const { return shapes_.high; }
    double hair() const { return shapes_.hair; }
    /// A point at which polygons of a floor without obstacles overlap by more than `least_floor`.
    std::optional<Spot> floors() const;
    uint64_t memory() const;

private:
    /// The point where a line comes too near to a border, or to an end of a border.
    struct Hit {
        double part = 2.0;     ///< 0 to 1, part of the line up to the hit; above 1: no hit
        Spot inward;           ///< unit vector away from the border
        double distance = 0.0; ///< m, from the border
    };
    double depth_in(const Polygon& polygon, Spot at) const;
    bool behind(const Border& border, Spot at) const { return depth(border, at) < -0.25 * shapes_.hair; }
    bool crosses(const Border& border, Spot a, Spot b) const;
    Hit first_hit(Spot a, Spot b) const;
    void hit_line(const Border& border, Spot a, Spot b, Hit& first) const;
    void hit_tip(Spot tip, Spot a, Spot b, Hit& first) const;
    bool place_in(uint32_t polygon, Spot at, Vec2* found) const;
    bool wall_of(const Border& border, Spot at, double reach, Wall* wall) const;

    friend class FloorChange;

    FloorShapes shapes_;
    FloorCells cells_;
    FloorPatches patches_; ///< empty without obstacles
};

} // namespace fray
