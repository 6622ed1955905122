// The ranks that follow rank 0 (fray/communicator.h).
//
// Threads: `follow` may be called on any thread; it makes a world of its own.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/communicator.h"
#include "fray/defs.h"
#include "fray/error.h"
#include "fray/states.h"

#include <span>
#include <string>

namespace fray {

/// For the ranks other than 0: makes a world like that of rank 0 and takes part in all its steps. Returns when rank 0
/// has destroyed its world. It receives every command that rank 0 gives.
///
/// `own` has what belongs to this process: `read_ground`, `jobs`, `threads`, `allocator`, `memory_budget`, `log` and
/// `profiler`; everything else comes from rank 0. `states`: the user states that rank 0 adds, matched by name. Their
/// functions must decide as those of rank 0 do. The ground of the world must implement Ground::write.
///
/// `out_of_range`: `own` is not allowed, or this is rank 0. `dead`: a rank has failed, or has another version of fray.
/// Any other result is that of a command that rank 0 could carry out and this rank could not, and then all ranks fail.
/// `*text`: the reason.
FRAY_API Error follow(Communicator& communicator, const WorldDef& own = {}, std::span<const StateDef> states = {},
                      std::string* text = nullptr);

} // namespace fray

#include "fray/end_header.h"
