// Tables as CSV (RFC 4180, with a line of names).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fray::demo {

/// A line for each object of plain values, under a line with the names of the first one's; null is an empty field.
std::string csv_text(const std::vector<nlohmann::ordered_json>& rows);

} // namespace fray::demo
