// The part of the world that the picture shows, and its place in the picture.
#pragma once

#include "draw.h"
#include "framing/area.h"

namespace fray::demo {

struct View {
    Vec2 centre{};      ///< m, point of the world in the middle of the field
    Vec2 middle{};      ///< pixels, middle of the field in the picture
    float scale = 1.0f; ///< pixels per metre
    float left = 0.0f;  ///< pixels; the field lies between left and right, top and bottom
    float right = 0.0f;
    float top = 0.0f;
    float bottom = 0.0f;
    float ui = 1.0f; ///< scale of texts and panels; 1 for a picture of 900 rows

    float width() const { return right - left; }
    float height() const { return bottom - top; }

    Vec2 pixel(Vec2 p) const { return {middle.x + (p.x - centre.x) * scale, middle.y - (p.y - centre.y) * scale}; }
    bool sees(Vec2 p, float margin) const;
    /// Shows an area, as large as it fits into the field.
    void show(const Area& area);
};

/// The field of a picture with panels above and below.
View view_of(const World& world, const DrawOptions& options);

/// 1, 2 or 5 times a power of ten, at least `least`.
float round_length(float least);

} // namespace fray::demo
