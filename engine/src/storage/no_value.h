// Values that mean: none.
#pragma once

#include <cstdint>

namespace fray {

inline constexpr uint32_t no_index = ~0u;
inline constexpr int64_t never = INT64_MAX;
inline constexpr int64_t long_ago = INT64_MIN / 2;

inline constexpr uint16_t no_monster = 0xffff;
inline constexpr uint16_t no_act = 0xffff;

} // namespace fray
