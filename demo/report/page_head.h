#pragma once

#include "fray/battle.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::demo {

/// JSON with everything that the page needs before the first sample: names, archetypes, the columns of samples, the
/// ground.
nlohmann::ordered_json page_head(const Battle& battle);

} // namespace fray::demo
