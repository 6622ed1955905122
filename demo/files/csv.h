// Tables as CSV (RFC 4180, with a header line).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fray::demo {

/// A line for each object of plain values, after a header line with the names in the first object. Null becomes an
/// empty field.
std::string csv_text(const std::vector<nlohmann::ordered_json>& rows);

} // namespace fray::demo
