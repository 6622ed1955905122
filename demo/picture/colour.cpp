#include "colour.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace fray::demo {
namespace {

float linear(uint32_t byte) {
    const float s = static_cast<float>(byte) / 255.0f;
    return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
}

constexpr int light_steps = 8192; ///< fine enough for every step of a byte

std::vector<uint8_t> make_bytes_of_light() {
    std::vector<uint8_t> bytes(light_steps + 1);
    for (int i = 0; i <= light_steps; ++i) {
        const float x = static_cast<float>(i) / light_steps;
        const float s = x <= 0.0031308f ? x * 12.92f : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
        bytes[static_cast<size_t>(i)] = static_cast<uint8_t>(s * 255.0f + 0.5f);
    }
    return bytes;
}

uint8_t encoded(float light) {
    static const std::vector<uint8_t> bytes = make_bytes_of_light();
    return bytes[static_cast<size_t>(std::clamp(light, 0.0f, 1.0f) * light_steps + 0.5f)];
}

} // namespace

Colour colour_of(uint32_t hex) { return {linear(hex >> 16 & 255), linear(hex >> 8 & 255), linear(hex & 255)}; }

Colour mix(Colour a, Colour b, float t) {
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

std::array<uint8_t, 3> bytes_of(Colour colour) { return {encoded(colour.r), encoded(colour.g), encoded(colour.b)}; }

} // namespace fray::demo
