#pragma once

#include "fray/world.h"

#include <stdexcept>

namespace fray {

/// Throws std::invalid_argument, in the world's words, where it refused.
inline void require(Error error, const World& world) {
    if (error != Error::ok) throw std::invalid_argument(world.error_text());
}

} // namespace fray
