// A picture taken during a run.
#pragma once

#include "draw.h"
#include "files/whole_file.h"

#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

struct PictureChoice {
    std::string file;
    std::optional<int64_t> frame;
    int width = 1600;
    int height = 900;
    std::vector<double> focus; ///< x, y and width of the shown area in metres; empty: the scenario decides
};

class Picture {
public:
    /// Throws BadInput if the file cannot be written. If `choice` names no file, nothing is ever drawn.
    Picture(const PictureChoice& choice, const Scenario& scenario);

    /// Call it after every step. Draws the picture when the requested frame is reached.
    void frame(const Battle& battle);
    /// Writes the picture: of the requested frame, or of the end of the battle if that frame was not reached. Throws
    /// BadInput if the file cannot be written.
    void finish(const Battle& battle);
    /// What `finish` will write now, in words.
    std::string text(const Battle& battle) const;

private:
    void take(const Battle& battle);

    WholeFile file_;
    int64_t frame_;
    bool asked_; ///< the caller asked for that frame
    DrawOptions draw_;
    std::string png_; ///< the drawn picture; empty: not drawn yet
};

} // namespace fray::demo
