// std::bit_cast, also where the standard library has none: libc++ before version 14, which is that of Debian's
// emscripten.
#pragma once

#include <bit>

namespace fray {

#ifdef __cpp_lib_bit_cast
using std::bit_cast;
#else
template <typename To, typename From> constexpr To bit_cast(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}
#endif

} // namespace fray
