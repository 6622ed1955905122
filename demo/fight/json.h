#pragma once

#include "figures.h"
#include "fray/battle.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::demo {

/// The figures as JSON. Times are in seconds, angles in degrees.
nlohmann::ordered_json fight_json(const FightFigures& figures, const World& world);

} // namespace fray::demo
