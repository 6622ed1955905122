// The marks of agents.
#pragma once

#include "canvas.h"
#include "fray/events.h"
#include "palette.h"

namespace fray::demo {

struct Mark {
    Vec2 at{};           ///< pixels
    Vec2 heading{};      ///< unit vector in pixel coordinates, y down
    float radius = 0.0f; ///< pixels
    size_t team = 0;
    State state = State::idle;

    // Motion; each is negative where there is none.
    float windup = -1.0f; ///< 0: the attack begins; 1: its hit lands
    float swing = -1.0f;  ///< s since its hit landed
    float hurt = -1.0f;   ///< s since it was hit
    float dead = -1.0f;   ///< s since it died
    float reach = 0.0f;   ///< pixels, how far its attack reaches
    bool shoots = false;  ///< its attack launches a projectile
};

/// Draws an agent large enough to show its team by shape, its state by filling, and its heading.
void draw_mark(Canvas& canvas, const Palette& palette, const Mark& mark);

} // namespace fray::demo
