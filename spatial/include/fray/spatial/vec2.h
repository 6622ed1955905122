// A point or direction on the ground plane, in metres. Any thread.
#pragma once

#include "fray/api.h"

namespace fray {

/// Layout-compatible with glm::vec2 (see fray/glm.h).
struct FRAY_API Vec2 {
    float x = 0.0f;
    float y = 0.0f;

    friend bool operator==(const Vec2&, const Vec2&) = default;
};

} // namespace fray
