#pragma once

namespace fray {

/// s: of the frames of most tests.
inline constexpr double dt = 1.0 / 60.0;

} // namespace fray
