// Finds groups that are spawned on each other.
#pragma once

#include "fray/scenario.h"

#include <cstddef>
#include <vector>

namespace fray::scenario {

/// Two agents that overlap when they are spawned.
struct Crowding {
    size_t group = 0, other = 0; ///< indices of their groups; `other` is the earlier group, or the same
    Vec2 at{}, other_at{};       ///< m
    double apart = 0.0;          ///< m, between their centres
    double needed = 0.0;         ///< m, the sum of their radii
};

/// The deepest overlap of each group, and of each two groups, in the order of the groups. It is left out if it is
/// nearer to touching than to the same place and fewer than one in eight of their agents overlap: they make room for
/// each other. `jitter` does not count, and neither does an overlap of a hundredth of `needed`. Groups of the start
/// meet each other on their floors; a group that the script spawns meets itself alone, because the others will have
/// moved. Of more than a million agents none is looked at.
std::vector<Crowding> crowdings(const Scenario& scenario);

} // namespace fray::scenario
