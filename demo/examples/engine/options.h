// The command line of the game.
#pragma once

#include <cstdint>
#include <string>

namespace game {

struct Options {
    int frames = 0; ///< 0: until the window is closed
    uint64_t seed = 1;
    std::string screenshot; ///< name of the file; empty: none
    bool window = true;
    bool near_hero = false; ///< the camera follows the hero at first
};

/// Throws std::invalid_argument, which says what was given and what is allowed.
Options read_options(int argc, char** argv);

} // namespace game
