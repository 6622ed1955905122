// Spawns the groups of a scenario and keeps the ids, positions and squads of their agents. A serial is here the number
// of an agent among those that the spawner has spawned, from 0. Agents that monsters summon are not among them, so the
// world's serials of agents that are spawned later are greater.
#pragma once

#include "army/standing.h"
#include "fray/scenario.h"
#include "fray/world.h"

#include <vector>

namespace fray::scenario {

class Spawner {
public:
    /// `counts` are the numbers of agents by group. Throws BadResult if their sum is too small or too large.
    /// `spawn_start` and `spawn` throw it if agents would be outside the world or find no room on its ground, and if
    /// the world refuses agents. Of a large group a part may be spawned then, and the spawner knows this part only.
    Spawner(const Scenario& scenario, std::vector<int64_t> counts);

    void spawn_start(World& world);
    void spawn(World& world, size_t group);

    /// The numbers of agents and of runs, to which `return_to` can go back.
    struct Mark {
        size_t agents, runs;
    };
    Mark mark() const { return {ids_.size(), runs_.size()}; }
    /// Forgets all agents and runs after the mark. Returns false and changes nothing if there are fewer than the mark
    /// says.
    bool return_to(Mark mark);

    /// The agents that a command of the script has spawned, and their squads.
    struct Wave {
        size_t group = 0;
        std::vector<AgentId> agents{};
        std::vector<SquadId> squads{};
    };
    /// All waves, in order.
    std::vector<Wave> waves() const;
    /// Takes over the waves of another battle of the same scenario. Throws BadResult and changes nothing if they are
    /// not such waves, or if this spawner has waves of its own.
    void take_over(const std::vector<Wave>& waves);

    int64_t spawn_count() const { return static_cast<int64_t>(ids_.size()); }
    AgentId id(int64_t serial) const { return ids_[static_cast<size_t>(serial)]; }
    Vec2 spawned_at(int64_t serial) const { return places_[static_cast<size_t>(serial)]; }
    /// Serials of all agents of a group that were ever spawned.
    std::vector<int64_t> members(size_t group) const;
    /// The squads of a group, in the order in which they were made.
    std::vector<SquadId> squads(size_t group) const;
    /// The archetype of an agent, with the changes of reloads.
    const ArchetypeDef& archetype_of(int64_t serial) const;
    /// The squad in which the agent was spawned; null: it was spawned without one.
    SquadId squad_of(int64_t serial) const { return squads_[static_cast<size_t>(serial)]; }
    /// Index of the group with this name; -1: there is none.
    int group_index(const std::string& name) const;

private:
    /// The agents of a group that were spawned at once: `count` serials from `first` on.
    struct Run {
        size_t group;
        int64_t first;
        int64_t count;
    };

    /// Where a group is spawned. Throws BadResult if there is no room for it.
    std::vector<Vec2> places_of(size_t group, Standing& standing) const;
    void spawn(World& world, size_t group, Standing& standing);
    void spawn_agents(World& world, const GroupDef& group, const SpawnDef& common, const std::vector<Vec2>& positions);

    const Scenario& scenario_;
    std::vector<int64_t> counts_;
    std::vector<AgentId> ids_;    ///< by serial
    std::vector<Vec2> places_;    ///< m, by serial: positions at the spawn
    std::vector<SquadId> squads_; ///< by serial; null: spawned without a squad
    std::vector<Run> runs_;
    size_t first_runs_ = 0; ///< how many of them `spawn_start` has made
};

} // namespace fray::scenario
