#pragma once

#include "fray/world.h"

#include <stdexcept>

namespace fray {

/// Throws std::invalid_argument with the world's error text if `error` is not `ok`.
inline void require(Error error, const World& world) {
    if (error != Error::ok) throw std::invalid_argument(world.error_text());
}

} // namespace fray
