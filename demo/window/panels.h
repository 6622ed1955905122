// The panels around the picture: time at the top, layers and times on the left, the agent and the tuning on the right.
#pragma once

#include "times.h"
#include "tuning_panel.h"
#include "viewing/viewing.h"

namespace fray::demo {

struct Panels {
    bool layers = true;
    bool sides = true; ///< whether the right panel is shown
    bool times = true;
    bool help = false;
    bool shows_tuning = false; ///< the right panel shows the tuning instead of the agent
    bool turn_page = false;    ///< the right panel must switch to the tab of `shows_tuning`
    std::string about;         ///< the renderer's name
    std::string message;       ///< the message shown last
    double message_since = 0.0;
    TuningPanel tuning;
};

/// Draws the panels into the current frame of Dear ImGui, and sets the camera's field to the room between them.
void draw_panels(Panels& panels, Viewing& viewing, const Times& times, Vec2 window);

} // namespace fray::demo
