// The letters of pictures: the font DejaVu Sans of the system, where it is installed.
#pragma once

#include "canvas.h"

#include <string_view>

namespace fray::demo {

/// One thread at a time. `text` is UTF-8; `scale` as in `Canvas::text`.
class Font {
public:
    static bool is_there();
    static void draw(Canvas& canvas, Vec2 at, float scale, std::string_view text, Colour colour, float alpha);
    static float width(std::string_view text, float scale);
};

} // namespace fray::demo
