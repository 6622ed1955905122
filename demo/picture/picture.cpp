#include "picture.h"

#include "files/bad_input.h"
#include "files/paths.h"
#include "png.h"

#include <fmt/format.h>

namespace fray::demo {

Picture::Picture(const PictureChoice& choice, const Scenario& scenario)
    : file_(from_caller(choice.file)), frame_(choice.frame.value_or(scenario.picture.frame)),
      asked_(choice.frame.has_value()) {
    draw_.width = choice.width;
    draw_.height = choice.height;
    if (frame_ == scenario.picture.frame) { // the scenario's part of the field is meant for its frame
        draw_.focus = scenario.picture.focus;
        draw_.focus_width = scenario.picture.width;
    }
    if (choice.focus.size() == 3) {
        if (choice.focus[2] <= 0.0)
            throw BadInput(fmt::format("--focus: the width is {:g}; allowed: more than 0", choice.focus[2]));
        draw_.focus = {static_cast<float>(choice.focus[0]), static_cast<float>(choice.focus[1])};
        draw_.focus_width = static_cast<float>(choice.focus[2]);
    }
}

void Picture::frame(const Battle& battle) {
    const bool is_due = frame_ >= 0 && static_cast<int64_t>(battle.world().counters().frame) == frame_;
    if (file_.wanted() && png_.empty() && is_due) take(battle);
}

void Picture::finish(const Battle& battle) {
    if (!file_.wanted()) return;
    if (png_.empty()) take(battle);
    file_.write(png_);
}

std::string Picture::text(const Battle& battle) const {
    const std::string open = ": open it in an image viewer or a web browser";
    if (!asked_ || !png_.empty()) return "a picture" + open;
    return fmt::format("a picture of frame {}, the last, because frame {} was not reached{}",
                       battle.world().counters().frame, frame_, open);
}

void Picture::take(const Battle& battle) { png_ = png(draw(battle, draw_)); }

} // namespace fray::demo
