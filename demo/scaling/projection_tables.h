// The predictions of `fray scale` as JSON, text and HTML, separate from the measurements.
#pragma once

#include "scale/projection.h"

#include <nlohmann/json_fwd.hpp>

namespace fray::demo {

nlohmann::ordered_json projections_json(const Projections& projections);
std::string projections_text(const Projections& projections);
std::string projections_html(const Projections& projections);

} // namespace fray::demo
