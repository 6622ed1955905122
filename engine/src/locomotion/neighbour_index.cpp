// Updates the neighbour grid. The grid is kept from frame to frame, and exists only while the engine moves at least one
// agent.
#include "definitions/bodies.h"
#include "locomotion/neighbour.h"

#include <algorithm>
#include <array>
#include <limits>

namespace fray {
namespace {

/// s: a walker crosses a cell of its level in no less than this. It lets the grid be kept for some frames.
constexpr float least_crossing = 0.2f;

/// m: the cells that suit agents of an archetype with this radius (m). Two of them that touch are in the same cell or
/// in cells side by side.
float suitable_cell(const Archetype& archetype, float radius) {
    return std::max(2.5f * radius, least_crossing * archetype.fastest);
}

/// Calls visit(archetype, radius, fastest) for each archetype that has agents, and for each agent that the host has
/// made wider or faster.
template <typename Visit> void for_each_body(const DefinitionsLayer& layer, Visit&& visit) {
    for (size_t i = 0; i < layer.kinds.archetypes.size(); ++i) {
        const Archetype& kind = layer.kinds.archetypes[i];
        if (layer.kinds.population[i] != 0) visit(kind, kind.radius, kind.fastest);
    }
    for (const uint32_t index : layer.bodies.agents) {
        const uint32_t row = layer.ids.row[index];
        const Archetype& kind = layer.kinds.archetypes[layer.agents.archetype.any()[row]];
        visit(kind, radius_of(layer, row, kind), fastest_of(layer, row, kind));
    }
}

/// Groups the bodies that are present by the size of their cells: each level holds cells up to twice the smallest. An
/// agent that the host has made faster stays in the level of its size. Returns the number of levels.
uint32_t group_by_level(const DefinitionsLayer& layer, GridLevels& grid_levels,
                        std::array<GridLevel, NeighbourGrid::most_levels>& levels) {
    float least = std::numeric_limits<float>::infinity(), most = 0.0f;
    for_each_body(layer, [&](const Archetype& kind, float radius, float) {
        least = std::min(least, suitable_cell(kind, radius));
        most = std::max(most, suitable_cell(kind, radius));
    });
    // More levels than there are would be needed for agents that are much smaller than the rest: they get wide cells.
    grid_levels.least_cell = std::max(least, most * (1.0f / 128.0f));
    std::array<bool, NeighbourGrid::most_levels> present{};
    for_each_body(layer, [&](const Archetype& kind, float radius, float) {
        present[grid_levels.group_of(suitable_cell(kind, radius))] = true;
    });
    uint8_t count = 0;
    for (size_t group = 0; group < present.size(); ++group) grid_levels.of_group[group] = present[group] ? count++ : 0;
    for (uint32_t i = 0; i < count; ++i) levels[i] = {0.0f, 0.0f, 0.0f};
    for_each_body(layer, [&](const Archetype& kind, float radius, float fastest) {
        GridLevel& level = levels[grid_levels.of_cell(suitable_cell(kind, radius))];
        level.cell = std::max(level.cell, suitable_cell(kind, radius));
        level.widest = std::max(level.widest, radius);
        level.fastest = std::max(level.fastest, fastest);
    });
    grid_levels.of_archetype.assign(layer.kinds.archetypes.size(), 0);
    for (size_t i = 0; i < layer.kinds.archetypes.size(); ++i)
        if (layer.kinds.population[i] != 0)
            grid_levels.of_archetype[i] = static_cast<uint8_t>(
                grid_levels.of_cell(suitable_cell(layer.kinds.archetypes[i], layer.kinds.archetypes[i].radius)));
    return count;
}

/// Gives the grid what it stores of each row: the `Crowd` parameter of `NeighbourGrid::update`.
class Crowd {
public:
    explicit Crowd(const LocomotionLayer& layer) : layer_(layer), agents_(layer.agents) {}

    /// False: the agent is not living, and no search finds it.
    bool place(uint32_t row, Vec2& position) const {
        position = agents_.position.own()[row];
        return agents_.life.own()[row] == Life::living;
    }
    uint32_t level(uint32_t row) const {
        const ArchetypeIndex archetype = agents_.archetype.own()[row];
        if (!agents_.body.in_use() || agents_.body.any()[row].radius == 0.0f)
            return layer_.locomotion.grid_levels.of_archetype[archetype];
        const Archetype& kind = layer_.kinds.archetypes[archetype];
        return layer_.locomotion.grid_levels.of_cell(suitable_cell(kind, radius_of(layer_, row, kind)));
    }
    uint32_t frames(uint32_t row) const { return std::max<uint32_t>(agents_.moved.own()[row], 1); }
    /// True: the item of this row is the same as in the last frame, so the grid skips it.
    bool still(uint32_t row, bool was_asleep, bool waited) const {
        if (asleep(row) != was_asleep || agents_.moved.own()[row] != 0) return false;
        if (agents_.life.own()[row] != Life::living) return false;
        return was_asleep || (waited && goes_on_waiting(row));
    }
    void asleep(uint32_t begin, uint32_t end, uint8_t* marks) const {
        const Sleep* const sleep = agents_.sleep.own() + begin;
        const uint8_t* const moved = agents_.moved.own() + begin;
        const Life* const life = agents_.life.own() + begin;
        for (uint32_t i = 0; i < end - begin; ++i)
            marks[i] = static_cast<uint8_t>((sleep[i] >= Sleep::rests) & (moved[i] == 0) & (life[i] == Life::living));
    }
    void prefetch(uint32_t row) const {
        agents_.archetype.prefetch(row);
        agents_.position.prefetch(row);
        agents_.detour.prefetch(row);
        agents_.floor.prefetch(row);
        if (asleep(row)) return;
        agents_.velocity.prefetch(row);
        agents_.preferred_velocity.prefetch(row);
        agents_.serial.prefetch(row);
        agents_.priority.prefetch(row);
        agents_.stalled.prefetch(row);
    }
    GridItem item(uint32_t row) const {
        const Archetype& archetype = layer_.kinds.archetypes[agents_.archetype.own()[row]];
        GridItem item = {.position = agents_.position.own()[row],
                         .radius = radius_of(layer_, row, archetype),
                         .priority = never_yields,
                         .row = row % GridItem::most_rows,
                         .asleep = asleep(row),
                         .makes_room = agents_.detour.own()[row].mode == Detour::Mode::makes_room,
                         .slips = false,
                         .waits_for_update = !asleep(row) && waits_for_update(layer_, row),
                         .preferred_x = 0,
                         .preferred_y = 0,
                         .floor = agents_.floor.own()[row]};
        const bool rests = agents_.sleep.own()[row] == Sleep::rests;
        if (rests)
            item.priority = resting_share * priority_of(layer_, yielding_mass(layer_, row, archetype),
                                                        resting_kind(row), agents_.serial.own()[row], 0);
        // The priority of an agent that the host moves now may be old.
        item.slips =
            agents_.priority.own()[row] == AvoidancePriority::slips && archetype.motion == MotionType::simulated;
        if (item.slips) item.radius *= slipping_width;
        if (item.asleep) return item;
        item.velocity = agents_.velocity.own()[row];
        // A host-moved agent does not yield. Its preferred velocity is unknown, so its velocity takes that place.
        const bool carried = archetype.motion == MotionType::host;
        const PreferredVelocity preferred = carried ? quantised(item.velocity) : agents_.preferred_velocity.own()[row];
        item.preferred_x = preferred.x;
        item.preferred_y = preferred.y;
        if (!carried)
            item.priority = priority_of(layer_, yielding_mass(layer_, row, archetype), agents_.priority.own()[row],
                                        agents_.serial.own()[row], agents_.stalled.own()[row]);
        if (item.makes_room) item.priority = std::max(item.priority, agents_.avoidance.own()[row].lent_priority());
        return item;
    }

private:
    /// True: an agent that waited for its update in the last frame waits in this frame, too. A jam may change its
    /// priority all the same.
    bool goes_on_waiting(uint32_t row) const {
        const UpdateInterval interval = agents_.update_interval.own()[row];
        return interval.frames != 1 && layer_.clock.frames_since_update(agents_.serial.own()[row], interval) > 1 &&
               agents_.stalled.own()[row] == 0 && !agents_.body.in_use() && waits_for_update(layer_, row);
    }
    bool asleep(uint32_t row) const { return agents_.sleep.own()[row] >= Sleep::rests; }
    /// Of an agent that rests: in a crowd at its goal it counts as arrived.
    AvoidancePriority resting_kind(uint32_t row) const {
        if (agents_.detour.own()[row].mode == Detour::Mode::gathered) return AvoidancePriority::arrived;
        return agents_.avoidance.own()[row].rests_as;
    }

    const LocomotionLayer& layer_;
    const Agents& agents_;
};

} // namespace

Access refresh_neighbours_access() {
    using enum Field;
    return uses({identity, life, position, body}, read_any) +
           uses({priority, sleep, stalled, preferred_velocity, avoidance, detour, moved, attack_phase, update_interval},
                read_own) +
           uses({velocity, mean_velocity}, write_own) + uses({grid}, write_any);
}

void refresh_neighbours(LocomotionLayer& layer, ParallelLoops& loops) {
    bool moves = false; // the engine moves at least one agent
    for (size_t i = 0; i < layer.kinds.archetypes.size(); ++i)
        moves |= layer.kinds.population[i] != 0 && layer.kinds.archetypes[i].motion == MotionType::simulated;
    // The grid serves only agents that the engine moves.
    layer.grid_is_current = false;
    average_velocities(layer, loops);
    if (!moves) return layer.grid.clear(); // commit may yet summon an agent that moves
    std::array<GridLevel, NeighbourGrid::most_levels> levels;
    const uint32_t count = group_by_level(layer, layer.locomotion.grid_levels, levels);
    layer.grid.update(loops, layer.agents.rows(), {levels.data(), count}, Crowd(layer));
    layer.grid_is_current = true;
}

} // namespace fray
