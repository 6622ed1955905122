// Obstacles on a floor. Each polygon of the bare mesh under an obstacle is replaced by its pieces (cut.h). A change
// makes new only the polygons that it touches and their neighbours. All else is shared with the floor before.
//
// What the pieces, portals and borders are, and their order, depends on the bare mesh and the list of obstacles alone.
// Their numbers, and those of corners, also depend on what was there before, so no answer may depend on a number.
#pragma once

#include "cut.h"
#include "floor_shapes.h"
#include "fray/spatial/ground.h"

#include <memory>
#include <span>
#include <vector>

namespace fray {

class Floor;

/// What stands in the place of a polygon of the bare mesh: its pieces under obstacles; or, beside them, the polygon
/// itself with other portals and borders.
struct FloorPatch {
    static constexpr uint32_t none = ~0u;
    struct Part {
        Piece piece;
        uint32_t number = none; ///< of the polygon; none: a speck that was dropped
        std::vector<Edge> edges;
        std::vector<Portal> portals;
        std::vector<uint32_t> borders;
    };
    std::vector<Obstacle> obstacles;   ///< over the polygon, in the order of setting
    std::vector<Footprint> rectangles; ///< of these obstacles
    std::vector<Part> parts;
};

/// What a floor with obstacles holds besides its shapes.
struct FloorPatches {
    SharedArray<std::shared_ptr<const FloorPatch>, 8> patches; ///< by polygon of the bare mesh; null: it is as it was
    std::vector<uint32_t> free_polygons, free_borders, free_corners; ///< numbers that are not in use
    std::vector<uint32_t> corners;                                   ///< that the bare floor does not have, by place
    std::vector<uint32_t> corner_uses; ///< by number of a corner, less those of the bare floor: its number of portals

    uint64_t memory() const;
};

/// The floor with the obstacles `all`; null if too many polygons of the mesh lie over each other. `before` is the floor
/// before those of `changed` were added or removed.
std::unique_ptr<Floor> with_obstacles(const Floor& bare, const Floor& before, std::span<const Obstacle> all,
                                      std::span<const Obstacle> changed);

} // namespace fray
