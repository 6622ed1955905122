// What is drawn of a world at a moment between its last two steps.
#pragma once

#include "fighters.h"
#include "renderer.h"

#include <optional>

namespace game {

// `part` is the moment, from 0 (the beginning of the last step) to 1 (its end).

/// Where an agent is drawn, in m. Empty: it was despawned, or its first step is still to come.
std::optional<fray::Vec2> drawn_position(const fray::World& world, fray::AgentId agent, double part);

/// Overwrites `scene`. `dt`: the length of a step in s.
void set_scene(Scene& scene, const fray::World& world, const Fighters& fighters, double part, double dt);

} // namespace game
