// The colours of the picture. Teams differ in lightness and in shape, not only in hue.
#pragma once

#include "colour.h"

#include <array>
#include <cstddef>

namespace fray::demo {

struct Palette {
    Colour ground = colour_of(0x0e1319);
    Colour wall = colour_of(0x2a3b52);
    Colour panel = colour_of(0x161d26);
    Colour grid = colour_of(0x1b232d);
    Colour rule = colour_of(0x2c3846);
    Colour text = colour_of(0xe6ebf1);
    Colour dim_text = colour_of(0x93a1b1);
    Colour ring = colour_of(0x74869a);
    Colour dead = colour_of(0x56606c);
    Colour link = colour_of(0xd9a066);
    Colour projectile = colour_of(0xfff2c2);
    Colour white = colour_of(0xffffff);
    std::array<Colour, 8> teams = {colour_of(0xffb13d), colour_of(0x3d8bff), colour_of(0x7ee0a1), colour_of(0xd6499f),
                                   colour_of(0xf2ef8a), colour_of(0x9d6bff), colour_of(0xff6b4a), colour_of(0x35c9d6)};

    Colour team(size_t index) const { return teams[index % teams.size()]; }
};
inline const Palette palette;

} // namespace fray::demo
