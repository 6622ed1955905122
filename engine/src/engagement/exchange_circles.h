// What ranks tell each other about plan_engagements (division.h): first the circles that they have planned, then the
// proposals, which are made on the state of all planned circles.
#pragma once

#include "engagement/engagement_layer.h"

#include <array>
#include <cstddef>

namespace fray {

/// What a circle was like, to see whether planning has changed it.
class CirclePrint {
public:
    CirclePrint() = default; ///< of a key without a circle
    CirclePrint(const Circles& all, uint32_t number);
    friend bool operator==(const CirclePrint&, const CirclePrint&) = default;

private:
    std::array<std::byte, sizeof(Circle)> members_{}; ///< of the circle, pointers to its arrays included
    uint64_t arrays_ = 0;                             ///< a checksum of what is in the arrays
    int64_t due_ = 0, tokens_due_ = 0;
};

/// Tells the other ranks what this rank's chunks of `Proposals::keys` have decided, and reads what theirs have.
/// Afterwards all chunks are as if this rank had run them. `size`: keys in a chunk; `share`: this rank's chunks;
/// `first_buffers`: the event buffer of chunk 0, by phase. Does nothing if the work is not divided.
void exchange_circles(EngagementLayer& layer, uint32_t size, Share share,
                      const std::array<uint32_t, commit_phases>& first_buffers);

/// The same for the proposals of the chunks of acquire_targets.
void exchange_proposals(EngagementLayer& layer, Share share);

} // namespace fray
