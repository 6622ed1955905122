// The host's functions of fray_communicator as a Communicator of the engine.
#pragma once

#include "fray/fray_c.h"

#include "fray/communicator.h"

#include <memory>

namespace fray::c {

/// Null if `def` has no function: then a world has a single process. Throws Refused for invalid numbers.
std::unique_ptr<Communicator> make_communicator(const fray_communicator& def);

} // namespace fray::c
