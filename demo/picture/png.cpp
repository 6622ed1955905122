#include "png.h"

#include <new>

#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace fray::demo {

std::string png(const Canvas& canvas) { return png(canvas.pixels(), canvas.width(), canvas.height()); }

std::string png(const std::vector<uint8_t>& pixels, int width, int height) {
    std::string bytes;
    const auto add = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(size));
    };
    if (stbi_write_png_to_func(add, &bytes, width, height, 3, pixels.data(), width * 3) == 0) throw std::bad_alloc();
    return bytes;
}

} // namespace fray::demo
