#include "picture.h"

#include "files/bad_input.h"
#include "files/output.h"
#include "files/paths.h"
#include "png.h"

#include <fmt/format.h>

namespace fray::demo {

Picture::Picture(const PictureChoice& choice, const Scenario& scenario)
    : file_(from_caller(choice.file)), frame_(choice.frame.value_or(scenario.picture.frame)) {
    draw_.width = choice.width;
    draw_.height = choice.height;
    draw_.focus = scenario.picture.focus;
    draw_.focus_width = scenario.picture.width;
    if (choice.focus.size() == 3) {
        draw_.focus = {static_cast<float>(choice.focus[0]), static_cast<float>(choice.focus[1])};
        draw_.focus_width = static_cast<float>(choice.focus[2]);
    }
    if (!file_.empty()) OutputFile(file_).close(); // a path that cannot be written must fail before the battle
}

void Picture::frame(const Battle& battle) {
    if (!file_.empty() && !taken_ && frame_ >= 0 && static_cast<int64_t>(battle.world().counters().frame) == frame_) {
        take(battle);
    }
}

void Picture::finish(const Battle& battle) {
    if (!file_.empty() && !taken_) take(battle);
}

void Picture::take(const Battle& battle) {
    taken_ = true;
    const Canvas canvas = draw(battle, draw_);
    if (!write_png(canvas, file_)) throw BadInput(fmt::format("{}: cannot be written", file_));
}

} // namespace fray::demo
