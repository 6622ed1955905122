// Texts of errors.
#pragma once

#include <sstream>
#include <string>

namespace fray {

/// The parts, one after the other, as a stream would write them.
template <typename... Parts> std::string text(const Parts&... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
}

} // namespace fray
