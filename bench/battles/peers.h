// Other engines that move a crowd.
#pragma once

#include "crowd.h"
#include "orca.h"

#include <optional>

namespace fray::bench {

/// Moves the crowd by `steps` frames from where it is. Returns the mean time of a step in ms, without the time to tell
/// the engine the preferred velocities.
double time_orca(const Crowd& crowd, const peers::OrcaDef& def, int steps, int threads);

/// The same with DetourCrowd on one thread, with the quality Low of RecastDemo and separation. Paths are found before
/// the clock starts. Empty: this build has no Detour, or the crowd is too large for it.
std::optional<double> time_detour(const Crowd& crowd, int steps);

} // namespace fray::bench
