// Makes error texts from parts.
#pragma once

#include "fray/text.h"
#include "storage/shortest_digits.h"

#include <sstream>
#include <string>
#include <type_traits>

namespace fray {

/// Writes a floating-point number as the shortest decimal that reads back as the same number. So in an error message a
/// refused value never looks equal to the limit that it exceeds.
template <typename Part> void put_part(std::ostream& out, const Part& part) {
    if constexpr (std::is_floating_point_v<Part>) {
        char digits[32];
        out.write(digits, put_shortest_digits(digits, part) - digits);
    } else {
        out << part;
    }
}

/// Joins the parts as a stream would write them. Unsafe characters, for example in names, are escaped.
template <typename... Parts> std::string text(const Parts&... parts) {
    std::ostringstream out;
    (put_part(out, parts), ...);
    return escaped(out.str());
}

} // namespace fray
