// A call that a benchmark relies on. A refused call ends the benchmark, because its figures would be wrong.
#pragma once

#include "fray/world.h"

namespace fray::bench {

/// Throws if the world has refused the call.
inline void require(Error error, const World& world) {
    if (error != Error::ok) throw BadResult({error, world.error_text()});
}

} // namespace fray::bench
