// A point or direction on the ground plane, in metres.
//
// Seen from above, x points to the right and y points up. Angles grow counter-clockwise, from +x towards +y; left of a
// heading is counter-clockwise of it. In an engine with y up, pass (x, z). If its z points towards the viewer when x
// points to the right, as in right-handed engines, that mirrors the plane: left and right swap, and so does the sense
// of rotation. Pass (x, -z) to avoid that.
//
// Threads: the type may be used on any thread.
#pragma once

#include "fray/begin_header.h"

#include <glm/vec2.hpp>

namespace fray {

/// The same type as glm::vec2. In a program that asks glm for aligned types it is glm's packed vector, with the same
/// layout.
using Vec2 = glm::vec<2, float, glm::packed_highp>;

} // namespace fray

#include "fray/end_header.h"
