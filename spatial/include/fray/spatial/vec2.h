// A point or direction on the ground plane, in metres.
//
// Threads: the type may be used on any thread.
#pragma once

#include <glm/vec2.hpp>

namespace fray {

/// The same type as glm::vec2. In a program that asks glm for aligned types it is glm's packed vector, with the same
/// layout.
using Vec2 = glm::vec<2, float, glm::packed_highp>;

} // namespace fray
