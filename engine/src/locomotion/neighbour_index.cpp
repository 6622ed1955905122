// Updates the neighbour grid. The grid is kept from frame to frame, and exists only while the engine moves at least one
// agent.
#include "bodies/bodies.h"
#include "locomotion/neighbour.h"
#include "locomotion/systems.h"

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
template <typename Visit> void for_each_body(const LevelView& world, Visit&& visit) {
    for (size_t i = 0; i < world.kinds.archetypes.size(); ++i) {
        const Archetype& kind = world.kinds.archetypes[i];
        if (world.kinds.population[i] != 0) visit(kind, kind.radius, kind.fastest);
    }
    for (const uint32_t index : world.bodies.agents) {
        const Row row = world.ids.row[index];
        const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
        visit(kind, radius_of(world, row, kind), fastest_of(world, row, kind));
    }
}

/// Groups the bodies that are present by the size of their cells: each level holds cells up to twice the smallest. An
/// agent that the host has made faster stays in the level of its size. Returns the number of levels.
uint32_t group_by_level(const LevelView& world, GridLevels& grid_levels,
                        std::array<GridLevel, NeighbourGrid::most_levels>& levels) {
    float least = std::numeric_limits<float>::infinity(), most = 0.0f;
    for_each_body(world, [&](const Archetype& kind, float radius, float) {
        least = std::min(least, suitable_cell(kind, radius));
        most = std::max(most, suitable_cell(kind, radius));
    });
    // More levels than there are would be needed for agents that are much smaller than the rest: they get wide cells.
    grid_levels.least_cell = std::max(least, most * (1.0f / 128.0f));
    std::array<bool, NeighbourGrid::most_levels> present{};
    for_each_body(world, [&](const Archetype& kind, float radius, float) {
        present[grid_levels.group_of(suitable_cell(kind, radius))] = true;
    });
    uint8_t count = 0;
    for (size_t group = 0; group < present.size(); ++group) grid_levels.of_group[group] = present[group] ? count++ : 0;
    for (uint32_t i = 0; i < count; ++i) levels[i] = {0.0f, 0.0f, 0.0f};
    for_each_body(world, [&](const Archetype& kind, float radius, float fastest) {
        GridLevel& level = levels[grid_levels.of_cell(suitable_cell(kind, radius))];
        level.cell = std::max(level.cell, suitable_cell(kind, radius));
        level.widest = std::max(level.widest, radius);
        level.fastest = std::max(level.fastest, fastest);
    });
    grid_levels.of_archetype.assign(world.kinds.archetypes.size(), 0);
    for (size_t i = 0; i < world.kinds.archetypes.size(); ++i)
        if (world.kinds.population[i] != 0)
            grid_levels.of_archetype[i] = static_cast<uint8_t>(
                grid_levels.of_cell(suitable_cell(world.kinds.archetypes[i], world.kinds.archetypes[i].radius)));
    return count;
}

/// Gives the grid what it stores of each row: the `Crowd` parameter of `NeighbourGrid::update`. The grid knows rows as
/// numbers.
class Crowd {
public:
    explicit Crowd(const CrowdView& world) : world_(world) {}

    /// False: the agent is not living, and no search finds it.
    bool place(uint32_t number, Vec2& position) const {
        const Row row(number);
        position = world_.position[row];
        return world_.life[row] == Life::living;
    }
    uint32_t level(uint32_t number) const {
        const Row row(number);
        const ArchetypeIndex archetype = world_.archetype[row];
        if (!world_.body || world_.body[row].radius == 0.0f)
            return world_.locomotion.grid_levels.of_archetype[archetype];
        const Archetype& kind = world_.kinds.archetypes[archetype];
        return world_.locomotion.grid_levels.of_cell(suitable_cell(kind, radius_of(world_, row, kind)));
    }
    uint32_t frames(uint32_t number) const { return std::max<uint32_t>(world_.moved[Row(number)], 1); }
    /// True: the item of this row is the same as in the last frame, so the grid skips it.
    bool still(uint32_t number, bool was_asleep, bool waited) const {
        const Row row(number);
        if (asleep(row) != was_asleep || world_.moved[row] != 0) return false;
        if (world_.life[row] != Life::living) return false;
        return was_asleep || (waited && goes_on_waiting(row));
    }
    void asleep(uint32_t begin, uint32_t end, uint8_t* marks) const {
        const Sleep* const sleep = world_.sleep.data() + begin;
        const uint8_t* const moved = world_.moved.data() + begin;
        const Life* const life = world_.life.data() + begin;
        for (uint32_t i = 0; i < end - begin; ++i)
            marks[i] = static_cast<uint8_t>((sleep[i] >= Sleep::rests) & (moved[i] == 0) & (life[i] == Life::living));
    }
    void prefetch(uint32_t number) const {
        const Row row(number);
        Views<ReadOwn<column::position, column::walk, column::floor>, Read<column::archetype>>(world_).prefetch(row);
        if (!asleep(row)) Views<ReadOwn<column::velocity>, Read<column::serial>>(world_).prefetch(row);
    }
    GridItem item(uint32_t number) const {
        const Row row(number);
        const Archetype& archetype = world_.kinds.archetypes[world_.archetype[row]];
        GridItem item = {.position = world_.position[row],
                         .radius = radius_of(world_, row, archetype),
                         .priority = never_yields,
                         .row = row.number() % GridItem::most_rows,
                         .asleep = asleep(row),
                         .makes_room = world_.walk[row].detour.mode == Detour::Mode::makes_room,
                         .slips = false,
                         .waits_for_update = !asleep(row) && waits_for_update(world_, row),
                         .preferred_x = 0,
                         .preferred_y = 0,
                         .floor = world_.floor[row]};
        const bool rests = world_.sleep[row] == Sleep::rests;
        if (rests)
            item.priority = resting_share * priority_of(world_, yielding_mass(world_, row, archetype),
                                                        resting_kind(row), world_.serial[row], 0);
        // The priority of an agent that the host moves now may be old.
        item.slips = world_.walk[row].priority == AvoidancePriority::slips && archetype.motion == MotionType::simulated;
        if (item.slips) item.radius *= slipping_width;
        if (item.asleep) return item;
        item.velocity = world_.velocity[row];
        // A host-moved agent does not yield. Its preferred velocity is unknown, so its velocity takes that place.
        const bool carried = archetype.motion == MotionType::host;
        const PreferredVelocity preferred = carried ? quantised(item.velocity) : world_.walk[row].preferred_velocity;
        item.preferred_x = preferred.x;
        item.preferred_y = preferred.y;
        if (!carried)
            item.priority = priority_of(world_, yielding_mass(world_, row, archetype), world_.walk[row].priority,
                                        world_.serial[row], world_.walk[row].stalled);
        if (item.makes_room) item.priority = std::max(item.priority, world_.walk[row].avoidance.lent_priority);
        return item;
    }

private:
    /// True: an agent that waited for its update in the last frame waits in this frame, too. A jam may change its
    /// priority all the same.
    bool goes_on_waiting(Row row) const {
        const UpdateInterval interval = world_.update_interval[row];
        return interval.frames != 1 && world_.clock.frames_since_update(world_.serial[row], interval) > 1 &&
               world_.walk[row].stalled == 0 && !world_.body && waits_for_update(world_, row);
    }
    bool asleep(Row row) const { return world_.sleep[row] >= Sleep::rests; }
    /// Of an agent that rests: in a crowd at its goal it counts as arrived.
    AvoidancePriority resting_kind(Row row) const {
        if (world_.walk[row].detour.mode == Detour::Mode::gathered) return AvoidancePriority::arrived;
        return world_.walk[row].avoidance.rests_as;
    }

    CrowdView world_;
};

} // namespace

void refresh_neighbours(ParallelLoops& loops, const GridSystem& world) {
    const GridChanges& grid = world;
    bool moves = false; // the engine moves at least one agent
    for (size_t i = 0; i < grid.kinds.archetypes.size(); ++i)
        moves |= grid.kinds.population[i] != 0 && grid.kinds.archetypes[i].motion == MotionType::simulated;
    // The grid serves only agents that the engine moves.
    grid.grid_is_current = false;
    average_velocities(world, loops);
    if (!moves) return grid.grid.clear(); // commit may yet summon an agent that moves
    std::array<GridLevel, NeighbourGrid::most_levels> levels;
    const uint32_t count = group_by_level(world, grid.locomotion.grid_levels, levels);
    grid.grid.update(loops, grid.rows, {levels.data(), count}, Crowd(world));
    grid.grid_is_current = true;
}

} // namespace fray
