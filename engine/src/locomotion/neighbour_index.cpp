// Updates the neighbour grid. The grid is kept from frame to frame, and exists only while the engine moves at least one
// agent.
#include "locomotion/neighbour.h"

#include <algorithm>

namespace fray {
namespace {

/// Gives the grid what it stores of each row: the `Crowd` parameter of `NeighbourGrid::update`.
class Crowd {
public:
    explicit Crowd(const LocomotionLayer& layer) : layer_(layer), agents_(layer.agents) {}

    /// Fills in `item`. False: the agent is not living, and no search finds it.
    bool item(uint32_t row, GridItem& item) const {
        item = {agents_.position.own()[row], row % GridItem::most_rows, asleep(row), agents_.archetype.own()[row],
                agents_.storey.own()[row]};
        return agents_.life.own()[row] == Life::living;
    }
    /// True: the item of this row is the same as in the last frame, so the grid skips it.
    bool still(uint32_t row) const {
        return asleep(row) && agents_.moved.own()[row] == 0 && agents_.life.own()[row] == Life::living;
    }
    /// Prefetches what `walker` reads.
    void prefetch_walker(uint32_t row) const {
        if (asleep(row)) return;
        agents_.velocity.prefetch(row);
        agents_.preferred_velocity.prefetch(row);
        agents_.serial.prefetch(row);
        agents_.priority.prefetch(row);
        agents_.stalled.prefetch(row);
    }
    /// What the grid stores besides the item, for agents that are awake.
    GridWalker walker(uint32_t row) const {
        const Archetype& archetype = layer_.kinds.archetypes[agents_.archetype.own()[row]];
        // A host-moved agent does not yield. Its preferred velocity is unknown, so its velocity takes that place.
        const bool carried = archetype.motion == Motion::host;
        const AvoidancePriority kind = carried ? AvoidancePriority::stands : agents_.priority.own()[row];
        const Vec2 velocity = agents_.velocity.own()[row];
        const PreferredVelocity preferred = carried ? quantised(velocity) : agents_.preferred_velocity.own()[row];
        const float priority =
            priority_of(layer_, archetype.mass, kind, agents_.serial.own()[row], agents_.stalled.own()[row]);
        return {velocity, priority, preferred.x, preferred.y};
    }

private:
    bool asleep(uint32_t row) const { return agents_.sleep.own()[row] != Sleep::awake; }

    const LocomotionLayer& layer_;
    const Agents& agents_;
};

} // namespace

Access refresh_neighbours_access() {
    using enum Field;
    return uses({identity, life, position}, read_any) +
           uses({velocity, priority, sleep, stalled, preferred_velocity, moved}, read_own) + uses({grid}, write_any);
}

void refresh_neighbours(LocomotionLayer& layer, ParallelLoops& loops) {
    float widest = 0.0f; // m: the greatest radius of any agent in the world
    bool moves = false;  // the engine moves at least one agent
    for (size_t i = 0; i < layer.kinds.archetypes.size(); ++i) {
        if (layer.kinds.population[i] == 0) continue;
        widest = std::max(widest, layer.kinds.archetypes[i].radius);
        moves |= layer.kinds.archetypes[i].motion == Motion::fray;
    }
    if (moves)
        layer.grid.update(loops, layer.agents.rows(), widest, Crowd(layer));
    else
        layer.grid.forget(); // the grid serves only agents that the engine moves
}

} // namespace fray
