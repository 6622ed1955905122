// The window in which a battle is viewed.
#pragma once

#include "viewing/viewing.h"

#include <functional>
#include <string>

namespace fray::demo {

struct ViewerOptions {
    int width = 1280, height = 720;
    bool paused = false;
    double measure = 0.0;  ///< s, time after which the window prints the speed and closes; 0: it stays open
    std::string state_log; ///< a file that gets a line whenever the viewer's state changes; empty: none
    /// Maps the name of a picture to the path of its file.
    std::function<std::string(const std::string& name)> picture_of = [](const std::string& name) { return name; };
    std::string screenshot; ///< file for the last picture; empty: none
};

/// Calls `make` for the battle and shows it until the window is closed. Without a display it throws NoWindow before it
/// calls `make`.
void show_viewer(const std::function<std::unique_ptr<Viewing>()>& make, const std::string& title,
                 const ViewerOptions& options);

} // namespace fray::demo
