// One battle of a sweep.
#pragma once

#include "battle/setup.h"
#include "figures.h"
#include "player.h"

namespace fray::demo {

/// Fights it to its end, on the thread that calls and no other; from many threads at once. `choice`: without a seed.
/// `frames`: the end at the latest; 0: the scenario's. Throws BadInput.
RunFigures fight(const BattleChoice& choice, const Scenario& scenario, const Player& player, uint64_t seed,
                 int64_t frames);

} // namespace fray::demo
