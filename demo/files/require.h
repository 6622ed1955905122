#pragma once

#include "fray/world.h"

namespace fray::demo {

/// Throws BadResult with the world's error text if `error` is not `ok`.
inline void require(Error error, const World& world) {
    if (error != Error::ok) throw BadResult({error, world.error_text()});
}

} // namespace fray::demo
