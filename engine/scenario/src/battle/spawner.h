// Spawns the groups of a scenario and knows which agents they are.
#pragma once

#include "army/standing.h"
#include "fray/scenario.h"
#include "fray/world.h"

#include <vector>

namespace fray::scenario {

class Spawner {
public:
    /// Throws std::invalid_argument if there are too few or too many agents; the others, if they do not fit into the
    /// world, or find no room on its ground.
    Spawner(const Scenario& scenario, std::vector<int64_t> counts);

    void spawn_start(World& world);
    void spawn(World& world, size_t group);

    /// How many were there.
    struct Mark {
        size_t agents, runs;
    };
    Mark mark() const { return {ids_.size(), runs_.size()}; }
    /// False: there are fewer than that, and nothing has changed.
    bool return_to(Mark mark);

    int64_t spawned() const { return static_cast<int64_t>(ids_.size()); }
    AgentId id(int64_t serial) const { return ids_[static_cast<size_t>(serial)]; }
    Vec2 spawned_at(int64_t serial) const { return places_[static_cast<size_t>(serial)]; }
    /// Serials of everybody ever spawned of a group.
    std::vector<int64_t> members(size_t group) const;
    /// The squads of a group, in the order of their making; of an agent its own, or none.
    std::vector<SquadId> squads(size_t group) const;
    SquadId squad_of(int64_t serial) const { return squads_[static_cast<size_t>(serial)]; }
    /// -1: no such group.
    int group_index(const std::string& name) const;

private:
    struct Run {
        size_t group;
        int64_t first;
        int64_t count;
    };

    void spawn(World& world, size_t group, Standing& standing);
    void spawn_agents(World& world, const GroupDef& group, const SpawnDef& common, const std::vector<Vec2>& positions);

    const Scenario& scenario_;
    std::vector<int64_t> counts_;
    std::vector<AgentId> ids_; ///< by serial: nobody else spawns into this world
    std::vector<Vec2> places_;
    std::vector<SquadId> squads_; ///< by serial; null: of its own
    std::vector<Run> runs_;
};

} // namespace fray::scenario
