#pragma once

#include "canvas.h"

#include <string>

namespace fray::demo {

/// The bytes of a PNG file.
std::string png(const Canvas& canvas);
/// `pixels`: rows of RGB from the top.
std::string png(const std::vector<uint8_t>& pixels, int width, int height);

} // namespace fray::demo
