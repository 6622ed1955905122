#pragma once

namespace fray {

/// The frame time of most tests, in s.
inline constexpr double dt = 1.0 / 60.0;

} // namespace fray
