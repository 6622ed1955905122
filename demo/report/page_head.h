#pragma once

#include "fray/battle.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::demo {

/// What the page has to know of a battle before its first sample: names, archetypes, the columns of samples,
/// the ground.
nlohmann::ordered_json page_head(const Battle& battle);

} // namespace fray::demo
