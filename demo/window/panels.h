// The panels round the picture: time above, layers and times on the left, the agent and the tuning on the right.
#pragma once

#include "times.h"
#include "tuning_panel.h"
#include "viewing/viewing.h"

namespace fray::demo {

struct Panels {
    bool layers = true;
    bool sides = true; ///< the right one
    bool times = true;
    bool help = false;
    bool shows_tuning = false; ///< in the right one, else the agent
    bool turn_page = false;    ///< to what `shows_tuning` says
    std::string about;         ///< the machine that draws
    std::string message;       ///< as it was shown last
    double message_since = 0.0;
    TuningPanel tuning;
};

/// Draws them into the frame of Dear ImGui that has begun, and leaves the camera the room between them.
void draw_panels(Panels& panels, Viewing& viewing, const Times& times, Vec2 window);
/// What the batch writes into the world, and who is picked.
void draw_words(const DrawBatch& batch, const Viewing& viewing);

} // namespace fray::demo
