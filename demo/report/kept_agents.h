// Selects the agents that the page shows: all agents, or a sample of a large crowd. The sample is the same in every
// run.
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

class KeptAgents {
public:
    explicit KeptAgents(size_t most) : most_(most) {}

    /// Call it after every step. The first call takes all agents if they are at most `most`. Otherwise half of the
    /// sample are the agents nearest to the focus, so that whole fights are visible there. The other half is taken
    /// evenly by serial. An agent that is spawned later is taken while there is room.
    void update(const World& world, const PictureDef& picture);

    size_t size() const { return size_; }
    /// The agent's index on the page; -1: the agent is not shown.
    int32_t index_of(Serial serial) const;
    /// m; within this distance from the focus every agent is shown. 0: every agent is shown everywhere.
    float radius() const { return radius_; }
    Vec2 focus() const { return focus_; }

private:
    void choose(const World& world, const PictureDef& picture);
    void keep(Serial serial);

    size_t most_;
    bool chosen_ = false;
    float radius_ = 0.0f;
    Vec2 focus_{};
    Serial next_ = 0; ///< the lowest serial that was not considered yet
    size_t size_ = 0;
    std::vector<int32_t> index_; ///< index of each agent on the page, by serial
};

} // namespace fray::demo
