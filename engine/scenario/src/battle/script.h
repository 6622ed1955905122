// Carries out a scenario's script in a world: it gives commands when they are due, and poses to the agents that the
// script moves (commands `path` and `evade`).
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"

#include <optional>
#include <utility>
#include <vector>

namespace fray::scenario {

class Spawner;
struct Pose;

class ScriptRunner {
public:
    struct Walker {
        AgentId agent{};
        const CommandDef* command = nullptr;
        std::vector<Vec2> corners; ///< m; the first is the agent's position at the start of the walk
        int64_t began_us = 0;
    };
    /// How far the script has run. It does not contain the state of the world.
    struct Progress {
        size_t next = 0; ///< index in the script of the next command
        std::vector<Walker> walkers;
        std::vector<Vec2> points; ///< focus points of the level of detail, without those of its group
        DetailDef focus;          ///< the level of detail last given to the world
    };

    explicit ScriptRunner(const Scenario& scenario) : scenario_(scenario) {
        if (scenario.detail) now_.points = scenario.detail->points;
    }

    /// Gives all commands that are due at the start of the world's next frame. Throws BadResult if the world refuses
    /// a command.
    void give(World& world, Spawner& spawner);
    bool spawns_more() const;
    /// The script no longer moves the agent.
    void stop_walking(AgentId agent);

    const Progress& progress() const { return now_; }
    void return_to(Progress progress) { now_ = std::move(progress); }

private:
    void carry_out(World& world, Spawner& spawner, const CommandDef& def);
    /// Gives a command to a single agent. `offset` is added to the points of the command.
    void command_agent(World& world, const Spawner& spawner, const CommandDef& def, int64_t serial, Vec2 offset);
    /// Gives a command to the living members of a group. Each member keeps its offset from their middle.
    void move_group(World& world, const Spawner& spawner, const CommandDef& def, const std::vector<int64_t>& members,
                    bool relative);
    void command_squads(World& world, const Spawner& spawner, const CommandDef& def);
    /// The agent that is named; null: no such agent exists now.
    static AgentId named_agent(const World& world, const Spawner& spawner, const ScriptAgent& named);
    /// An order without its attack. Empty: it names a target that does not exist now.
    static std::optional<OrderDef> order_of(const World& world, const Spawner& spawner, const ScriptOrder& given);
    /// An order for an agent. Empty: it cannot be carried out now.
    std::optional<OrderDef> order_to(const World& world, const Spawner& spawner, const ScriptOrder& given,
                                     int64_t serial) const;
    void start_walk(const World& world, const Spawner& spawner, const CommandDef& def, int64_t serial, Vec2 offset);
    static Pose pose_of(const Walker& walker, double seconds);
    void walk(World& world);
    void focus(World& world, const Spawner& spawner);

    const Scenario& scenario_;
    Progress now_;
    std::vector<AgentId> ids_; ///< buffer of `walk`
    std::vector<Vec2> positions_, headings_;
};

} // namespace fray::scenario
