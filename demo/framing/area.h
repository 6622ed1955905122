// Which part of the world is worth showing.
#pragma once

#include "fray/world.h"

namespace fray::demo {

/// A rectangle of the world.
struct Area {
    Vec2 centre{};         ///< m
    Vec2 size{1.0f, 1.0f}; ///< m
};

/// Whether a living agent is in the area; if no agent lives, whether a dead agent is.
bool shows_agent(const World& world, const Area& area);

/// All living agents but a few stragglers, with a margin; if no agent lives, the dead.
Area whole_area(const World& world);

/// The part of the world that the attacks are in, and the meeting of those that run towards each other; as wide as
/// `widest` at most. `aspect`: width of the picture by its height.
Area action_area(const World& world, float widest, float aspect);

/// The agents around a point, in an area that is as wide as `widest` at most.
Area area_around(const World& world, Vec2 centre, float widest, float aspect);

/// How wide a picture of `pixels` may be, in m, so that a mark of an ordinary agent has the radius `radius` in pixels.
float width_for_marks(const World& world, float pixels, float radius);

/// What a picture opens on: all agents while none attacks, or if they fill it with marks that can be told apart; else
/// the action.
Area open_area(const World& world, float width, float height);

} // namespace fray::demo
