// The progress of a battle as JSON (Battle::progress): how much of the script was given, which agents it walks, and
// which agents it has spawned. What a new battle of the same scenario has anyway is left out.
#pragma once

#include "battle/script.h"
#include "battle/spawner.h"
#include "fray/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace fray::scenario {

struct BattleProgress {
    ScriptRunner::Progress script;
    std::vector<Spawner::Wave> waves;
    bool decided = false;
};

std::string to_json(const Scenario& scenario, const BattleProgress& progress);
/// Throws BadResult if it is not the progress of a battle of this scenario. `now_us` is the time of the world; no walk
/// can have begun later.
BattleProgress progress_from_json(const Scenario& scenario, std::string_view json, int64_t now_us);

} // namespace fray::scenario
