// What is drawn of a world at a moment between its last two steps.
#pragma once

#include "fighters.h"
#include "renderer.h"

namespace game {

// `part` is the moment, from 0 (the beginning of the last step) to 1 (its end).

/// Overwrites `scene`. `dt`: the length of a step in s.
void set_scene(Scene& scene, const fray::World& world, const Fighters& fighters, double part, double dt);

} // namespace game
