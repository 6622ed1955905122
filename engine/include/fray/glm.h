// glm at the door: conversions between fray's plain vectors and glm's. No fray frame runs code of glm.
// Any thread.
#pragma once

#include "fray/defs.h"

#include <glm/vec2.hpp>
#include <span>

namespace fray {

/// The same vector, as glm's.
inline glm::vec2 to_glm(Vec2 v) { return {v.x, v.y}; }
/// And back.
inline Vec2 from_glm(const glm::vec2& v) { return {v.x, v.y}; }

static_assert(sizeof(glm::vec2) == sizeof(Vec2) && alignof(glm::vec2) == alignof(Vec2));

/// The same memory seen as glm vectors.
inline std::span<const glm::vec2> as_glm(std::span<const Vec2> v) {
    return {reinterpret_cast<const glm::vec2*>(v.data()), v.size()};
}

} // namespace fray
