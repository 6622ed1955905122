// Places the agents of groups on a scenario's ground: an agent with a position off the ground is moved to the nearest
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
        int64_t off_ground = 0;   ///< given positions off the ground; moved if `off_ground` is `move` and there is room
        int64_t without_room = 0; ///< of these, the positions for which there was no room
        Vec2 first{};             ///< the first given position off the ground
    };
    /// Call it for each group in turn: a group keeps clear of the groups before it. Positions stay as given without
    /// ground, and for an archetype that the host moves.
    Places stand(const GroupDef& group, std::vector<Vec2> positions);
    /// The island at a position; no_island off the ground, and in a scenario without ground.
    uint32_t island(Vec2 at) const { return ground() == nullptr ? Ground::no_island : ground()->island(at); }

private:
    const Ground* ground() const { return scenario_.ground ? scenario_.ground->made.get() : nullptr; }
    bool find_room(Vec2 at, uint32_t island, double apart, Vec2* found);
    bool free(Vec2 at, double apart) const;
    void occupy(Vec2 at);

    const Scenario& scenario_;
    std::unordered_map<uint64_t, std::vector<Vec2>> occupied_; ///< positions by cell of the hash grid
    std::unordered_map<uint64_t, int64_t> full_; ///< by lattice cell of the search's start: the last ring without room
};

} // namespace fray::scenario
