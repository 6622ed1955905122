// Draws the state of the stage manager: circles, slots, lines from agents to their targets; and projectiles.
#pragma once

#include "recent.h"
#include "view.h"

#include <vector>

namespace fray::demo {

/// What is drawn, in pixels.
struct StageMarks {
    struct Ring {
        Vec2 at{};
        float attack, approach, roam; ///< radii
        std::vector<bool> slots;      ///< whether each slot has a holder
        uint32_t holders;
        AgentId target;
    };
    struct Line {
        Vec2 from{}, to{};
        size_t team;
        bool attacks;
    };
    struct Streak {
        Vec2 tail{}, tip{};
        Vec2 shadow{}; ///< the place on the ground under its tip
    };
    std::vector<Ring> rings;
    std::vector<Line> lines; ///< from slot holders to their targets
    std::vector<Streak> projectiles;
    float projectile_width = 1.5f;
};

StageMarks stage_marks_of(const View& view, const World& world, const Moment& moment);

void draw_circles(Canvas& canvas, const StageMarks& marks);
void draw_target_lines(Canvas& canvas, const StageMarks& marks);
void draw_projectiles(Canvas& canvas, const StageMarks& marks);

} // namespace fray::demo
