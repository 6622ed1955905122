// Draws the frames of a film of a battle, or of two battles side by side.
#pragma once

#include "camera.h"
#include "picture/canvas.h"
#include "picture/recent.h"
#include "titles.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

struct FilmDef {
    int width = 1280, height = 720;
    double fps = 30.0;
    double speed = 1.0;             ///< s of the battle in a second of the film
    double from = 0.0, until = 0.0; ///< s of the battle
    std::optional<Area> focus;      ///< the camera rests on it
    std::string remark;             ///< below the title
};

struct Filmed {
    Battle* battle;             ///< its world records `Recent::events`
    std::function<bool()> step; ///< makes a step; false: the battle is over, and no step was made
    std::string title;          ///< of a film side by side
};

class Film {
public:
    /// The first filmed battle is on the left. The battles must outlive the film.
    Film(const FilmDef& def, std::vector<Filmed> filmed);

    /// Frames of the film. It becomes shorter when a battle is over.
    int64_t frames() const { return frames_; }
    /// How many steps the battles make before the first frame.
    int64_t steps_before() const;
    /// Makes a step of each battle before the first frame. Returns false when the first frame is reached.
    bool step_before();
    /// True: the battles were over before the first frame.
    bool is_over() const;

    /// Draws the next frame. Returns null after the last.
    const Canvas* next();

private:
    struct Half {
        Filmed filmed;
        FilmCamera camera;
        Recent recent;
        View view;
        FilmCounts counts;
        bool over = false;

        bool step();
        void advance(double time);
        Moment moment(double time) const;
    };

    void draw_half(Half& half, double time, const FilmTime& at);
    void shorten();
    HalfLabel label(const Half& half) const;

    FilmDef def_;
    std::vector<Half> halves_;
    Canvas canvas_;
    int64_t frames_ = 0, next_ = 0;
};

} // namespace fray::demo
