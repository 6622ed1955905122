#pragma once

#include "canvas.h"

#include <string>

namespace fray::demo {

bool write_png(const Canvas& canvas, const std::string& path);

} // namespace fray::demo
