// Places the agents of groups on a scenario's ground. An agent with a position off the ground is moved to the nearest
// free place. Positions are in metres.
#pragma once

#include "fray/scenario.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fray::scenario {

class Standing {
public:
    explicit Standing(const Scenario& scenario) : scenario_(scenario) {}

    struct Places {
        std::vector<Vec2> positions;
        int64_t off_ground = 0;   ///< number of given positions off the ground, moved or not
        int64_t without_room = 0; ///< number of positions that were not moved, because there was no room
        Vec2 first{};             ///< the first given position off the ground
    };
    /// Returns the positions of a group, moved to the ground. Call it for the groups in order, because a group keeps
    /// clear of earlier groups. Without ground, or if the host moves the archetype, no position changes.
    Places stand(const GroupDef& group, std::vector<Vec2> positions);
    /// The island of the ground at a position; no_island: the position is off the ground, or the scenario has no
    /// ground.
    uint32_t island(Vec2 at) const { return ground() == nullptr ? Ground::no_island : ground()->island(at); }

private:
    const Ground* ground() const { return scenario_.ground ? scenario_.ground->made.get() : nullptr; }
    bool find_room(Vec2 at, uint32_t island, double apart, Vec2* found);
    bool free(Vec2 at, double apart) const;
    void occupy(Vec2 at);

    const Scenario& scenario_;
    std::unordered_map<uint64_t, std::vector<Vec2>> occupied_; ///< positions by cell of the hash grid
    std::unordered_map<uint64_t, int64_t> full_; ///< last ring known to be full, by the cell where a search starts
};

} // namespace fray::scenario
