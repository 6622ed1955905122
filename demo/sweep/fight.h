// A single battle of a sweep.
#pragma once

#include "battle/setup.h"
#include "figures.h"
#include "player.h"

namespace fray::demo {

/// Runs the battle to its end on the calling thread alone. Thread-safe. The seed of `choice` is not used. `frames`
/// limits the length; 0: the scenario's own limit. Throws BadInput.
RunFigures fight(const BattleChoice& choice, const Scenario& scenario, const Player& player, uint64_t seed,
                 int64_t frames);

} // namespace fray::demo
