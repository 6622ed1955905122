// A picture taken during a run.
#pragma once

#include "draw.h"

#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

struct PictureChoice {
    std::string file;
    std::optional<int64_t> frame;
    int width = 1600;
    int height = 900;
    std::vector<double> focus; ///< x, y, width in metres; empty: the scenario's choice
};

class Picture {
public:
    /// Throws BadInput if the file cannot be written. Without a file it never draws.
    Picture(const PictureChoice& choice, const Scenario& scenario);

    /// Draws after the requested frame.
    void frame(const Battle& battle);
    /// Draws the end of the battle if the requested frame was not reached. Throws BadInput if the file cannot be
    /// written.
    void finish(const Battle& battle);

private:
    void take(const Battle& battle);

    std::string file_;
    int64_t frame_;
    DrawOptions draw_;
    bool taken_ = false;
};

} // namespace fray::demo
