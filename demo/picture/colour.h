// A colour, mixed as light mixes.
#pragma once

#include <array>
#include <cstdint>

namespace fray::demo {

/// A colour in linear light; each component is 0 to 1.
struct Colour {
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
};

/// Converts an sRGB colour 0xRRGGBB.
Colour colour_of(uint32_t hex);
Colour mix(Colour a, Colour b, float part_of_b);
/// Red, green and blue as an image file stores them.
std::array<uint8_t, 3> bytes_of(Colour colour);

} // namespace fray::demo
