// The shortest decimal of a floating-point number that reads back as the same number, also where the standard library
// cannot write it: libc++ before version 14, which is that of emscripten on Debian 12.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace fray {

/// Writes the digits to `first`, which must have room for 32 characters. Returns the end.
template <typename T> char* put_shortest_digits(char* first, T number) {
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000
    int length = 0;
    for (int digits = 1; digits <= std::numeric_limits<T>::max_digits10; ++digits) {
        length = std::snprintf(first, 32, "%.*g", digits, static_cast<double>(number));
        if (static_cast<T>(std::strtod(first, nullptr)) == number) break;
    }
    return first + length;
#else
    return std::to_chars(first, first + 32, number).ptr;
#endif
}

} // namespace fray
