// The plane on which a navmesh lies: what NavMesh answers, but for routes.
#pragma once

#include "floor_borders.h"
#include "floor_cells.h"
#include "fray/spatial/ground.h"

namespace fray {

class Floor {
public:
    static constexpr uint32_t no_polygon = ~0u;

    Floor(const dtNavMesh& mesh, const std::string& name); ///< see shapes_of

    /// The first of all on which a point lies: within a quarter of a hair, and within two where the floor goes on.
    uint32_t polygon_at(Vec2 at) const;
    uint32_t island(Vec2 at) const;
    bool clear(Vec2 a, Vec2 b) const;
    Vec2 slide(Vec2 from, Vec2 to) const;
    bool nearest(Vec2 at, float reach, Vec2* found, uint32_t island) const;
    uint32_t walls(Vec2 at, float reach, Wall (&found)[Ground::most_walls]) const;

    /// A corner of the floor, some hairs off its walls, so that it is seen from where it was to be seen.
    Vec2 off_corner(Vec2 at) const;

    uint32_t polygon_count() const { return static_cast<uint32_t>(shapes_.polygons.size()); }
    uint32_t island_count() const { return shapes_.island_count; }
    const FloorShapes& shapes() const { return shapes_; }
    /// The point of a polygon that is nearest.
    Spot nearest_in(const Polygon& polygon, Spot at) const;
    Spot low() const { return shapes_.low; }
    Spot high() const { return shapes_.high; }
    double hair() const { return shapes_.hair; }
    uint64_t memory() const;

private:
    /// Where a way comes too near to a border, or to one of its tips.
    struct Hit {
        double part = 2.0; ///< of the way; above 1: nowhere
        Spot inward;       ///< a unit vector
        double distance = 0.0;
    };
    double depth_in(const Polygon& polygon, Spot at) const;
    bool behind(const Border& border, Spot at) const { return depth(border, at) < -0.25 * shapes_.hair; }
    bool crosses(const Border& border, Spot a, Spot b) const;
    Hit first_hit(Spot a, Spot b) const;
    void hit_line(const Border& border, Spot a, Spot b, Hit& first) const;
    void hit_tip(Spot tip, Spot a, Spot b, Hit& first) const;
    bool place_in(uint32_t polygon, Spot at, Vec2* found) const;
    bool wall_of(const Border& border, Spot at, double reach, Wall* wall) const;

    FloorShapes shapes_;
    FloorCells cells_;
};

} // namespace fray
