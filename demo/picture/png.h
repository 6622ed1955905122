#pragma once

#include "canvas.h"

#include <string>

namespace fray::demo {

bool write_png(const Canvas& canvas, const std::string& path);
/// `pixels`: rows of RGB from the top.
bool write_png(const std::vector<uint8_t>& pixels, int width, int height, const std::string& path);

} // namespace fray::demo
