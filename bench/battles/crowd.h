// The crowd of a battle at a frame: what another engine needs to move the same agents to the same goals.
#pragma once

#include "battles.h"

#include "fray/spatial/vec2.h"

#include <vector>

namespace fray::bench {

/// The living agents. The lists have an element for each agent.
struct Crowd {
    double hz = 60.0;
    std::vector<Vec2> positions, velocities; ///< m, m/s
    std::vector<Vec2> goals;                 ///< m
    std::vector<float> radii;                ///< m
    std::vector<float> speeds;               ///< m/s, to the goal; 0: the agent stands
    std::vector<float> max_speeds;           ///< m/s

    size_t size() const { return positions.size(); }
};

/// Takes the crowd of the battle's world after its last step. The goals and speeds are those of the next step. They
/// come from a copy of the world, which lets the host move all agents: then fray says how fast each wants to go.
Crowd take_crowd(const ReadBattle& read, const World& world, JobSystem& jobs);

/// Preferred velocities of agents at `positions`: to the goal, at the agent's speed, not past the goal.
void aim(const Crowd& crowd, std::span<const Vec2> positions, std::vector<Vec2>& velocities);

} // namespace fray::bench
