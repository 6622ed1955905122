// A picture taken in the course of a run.
#pragma once

#include "draw.h"
#include "options.h"

namespace fray::demo {

class Picture {
public:
    /// Throws BadInput if the file cannot be written. Without a file nothing is ever drawn.
    Picture(const PictureChoice& choice, const Scenario& scenario);

    /// Draws after the frame that was asked for.
    void frame(const Battle& battle);
    /// Draws the end, if that frame never came. Throws BadInput if the file cannot be written.
    void finish(const Battle& battle);

private:
    void take(const Battle& battle);

    std::string file_;
    int64_t frame_;
    DrawOptions draw_;
    bool taken_ = false;
};

/// Fights up to the frame of the picture and draws it. Returns the exit code.
int shot(const BattleChoice& battle, const PictureChoice& choice);

} // namespace fray::demo
