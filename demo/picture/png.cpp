#include "png.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace fray::demo {

bool write_png(const Canvas& canvas, const std::string& path) {
    return write_png(canvas.pixels(), canvas.width(), canvas.height(), path);
}

bool write_png(const std::vector<uint8_t>& pixels, int width, int height, const std::string& path) {
    return stbi_write_png(path.c_str(), width, height, 3, pixels.data(), width * 3) != 0;
}

} // namespace fray::demo
