// What ranks tell each other about plan_engagements (division.h): first the circles that they have planned, then the
// proposals, which are made on the state of all planned circles.
#pragma once

#include "engagement/engagement_layer.h"

namespace fray {

/// Tells the other ranks what this rank's chunks of `Proposals::keys` have decided, and reads what theirs have.
/// Afterwards all chunks are as if this rank had run them. `size`: keys in a chunk; `share`: this rank's chunks;
/// `first_buffers`: the event buffer of chunk 0, by phase. Does nothing if the work is not divided.
void exchange_circles(EngagementLayer& layer, uint32_t size, Share share,
                      const std::array<uint32_t, commit_phases>& first_buffers);

/// The same for the proposals of the chunks of acquire_targets.
void exchange_proposals(EngagementLayer& layer, Share share);

} // namespace fray
