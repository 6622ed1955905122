// What is written on a film: the scenario's name at the start, the teams and the time, and the leading team at the end.
#pragma once

#include "fray/battle.h"
#include "picture/canvas.h"
#include "picture/view.h"

#include <string>

namespace fray::demo {

struct FilmTime {
    double at = 0.0;     ///< s since the start of the film
    double length = 0.0; ///< s
    double battle = 0.0; ///< s of the battle
    double speed = 1.0;
};

/// The scenario's name and its numbers, in the first seconds. `remark`: a line below; may be empty.
void draw_opening(Canvas& canvas, const Battle& battle, const std::string& remark, const FilmTime& time);
/// What has been counted in a battle since the first frame of its film.
struct FilmCounts {
    int64_t hits = 0;
    int64_t most_attacks = 0; ///< the most attacks at the same time
};
/// The team that leads or has won, in the last seconds; if no agent has died, the counts.
void draw_verdict(Canvas& canvas, const Battle& battle, const FilmCounts& counts, const FilmTime& time);
/// How many agents of each team live, and the time of the battle, along the lower edge of the view.
void draw_score(Canvas& canvas, const View& view, const Battle& battle, const FilmTime& time);

/// What one half of a film side by side shows.
struct HalfLabel {
    std::string title, figures;
};
/// Along the upper edge of the view.
void draw_label(Canvas& canvas, const View& view, const HalfLabel& label);

} // namespace fray::demo
