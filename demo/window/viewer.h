// The window in which a battle is viewed.
#pragma once

#include "viewing/viewing.h"

#include <functional>
#include <string>

namespace fray::demo {

struct ViewerOptions {
    int width = 1280, height = 720;
    bool paused = false;
    double measure = 0.0;  ///< s after which it prints how fast it was, and closes; 0: it stays
    std::string state_log; ///< a file to write its state to, a line whenever it changes; empty: none
    /// Where a picture of this name goes.
    std::function<std::string(const std::string& name)> picture_of = [](const std::string& name) { return name; };
    std::string screenshot; ///< the picture at the end; empty: none
};

/// Shows the battle that `make` makes until the window is closed. Throws NoWindow before `make` is called, where there
/// is no display.
void show_viewer(const std::function<std::unique_ptr<Viewing>()>& make, const std::string& title,
                 const ViewerOptions& options);

} // namespace fray::demo
