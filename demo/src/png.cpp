#include "png.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace fray::demo {

bool write_png(const Canvas& canvas, const std::string& path) {
    const std::vector<uint8_t> pixels = canvas.pixels();
    return stbi_write_png(path.c_str(), canvas.width(), canvas.height(), 3, pixels.data(), canvas.width() * 3) != 0;
}

} // namespace fray::demo
