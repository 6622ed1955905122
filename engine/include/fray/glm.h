// Conversions between fray's vectors and glm's vectors. They are for hosts that use glm; fray's frame does not use it.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/defs.h"

#include <glm/vec2.hpp>
#include <span>

namespace fray {

/// Converts a vector to glm.
inline glm::vec2 to_glm(Vec2 v) { return {v.x, v.y}; }
/// Converts a vector from glm.
inline Vec2 from_glm(const glm::vec2& v) { return {v.x, v.y}; }

static_assert(sizeof(glm::vec2) == sizeof(Vec2) && alignof(glm::vec2) == alignof(Vec2));

/// Views the same memory as glm vectors. Nothing is copied.
inline std::span<const glm::vec2> as_glm(std::span<const Vec2> v) {
    return {reinterpret_cast<const glm::vec2*>(v.data()), v.size()};
}

} // namespace fray
