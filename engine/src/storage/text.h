// Texts of errors.
#pragma once

#include "fray/text.h"

#include <charconv>
#include <sstream>
#include <string>
#include <type_traits>

namespace fray {

/// Numbers as the shortest decimal that reads back as the same: what is refused differs in print from what is allowed.
template <typename Part> void put_part(std::ostream& out, const Part& part) {
    if constexpr (std::is_floating_point_v<Part>) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, part).ptr;
        out.write(digits, end - digits);
    } else {
        out << part;
    }
}

/// The parts, one after the other, as a stream would write them; names in them may hold any characters.
template <typename... Parts> std::string text(const Parts&... parts) {
    std::ostringstream out;
    (put_part(out, parts), ...);
    return escaped(out.str());
}

} // namespace fray
