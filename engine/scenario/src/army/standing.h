// Where the agents of groups stand on a scenario's ground: who would stand off it comes to the nearest free place.
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
        int64_t off_ground = 0; ///< of those given; they were moved, if there was room, and off_ground is `move`
        int64_t without_room = 0;
        Vec2 first; ///< of those off the ground
    };
    /// One group after the other. Without ground, and of those whom the host moves, all stay as they are.
    Places stand(const GroupDef& group, std::vector<Vec2> positions);
    /// The island on which somebody stands; no_island also without ground.
    uint32_t island(Vec2 at) const { return ground() == nullptr ? Ground::no_island : ground()->island(at); }

private:
    const Ground* ground() const { return scenario_.ground ? scenario_.ground->made.get() : nullptr; }
    bool find_room(Vec2 at, uint32_t island, double apart, Vec2* found);
    bool free(Vec2 at, double apart) const;
    void occupy(Vec2 at);

    const Scenario& scenario_;
    std::unordered_map<uint64_t, std::vector<Vec2>> occupied_; ///< by square
    std::unordered_map<uint64_t, int64_t> full_;               ///< by place: so many rings round it have no room
};

} // namespace fray::scenario
