// Gives a scenario's script to a world: commands when they are due, and walkers on their ways.
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"

#include <vector>

namespace fray::scenario {

class Spawner;
struct Pose;

class ScriptRunner {
public:
    explicit ScriptRunner(const Scenario& scenario) : scenario_(scenario) {
        if (scenario.detail) points_ = scenario.detail->points;
    }

    /// Everything that is due at the start of the world's next frame.
    void give(World& world, Spawner& spawner);
    bool spawns_more() const;

private:
    struct Walker {
        AgentId agent;
        const CommandDef* command;
        std::vector<Vec2> corners; ///< the first one is where it started
        int64_t began_us;
    };

    void carry_out(World& world, Spawner& spawner, const CommandDef& command);
    void command_agent(World& world, const Spawner& spawner, const CommandDef& command, int64_t serial);
    void command_squads(World& world, const Spawner& spawner, const CommandDef& command);
    /// Whom an order to attack names; null: nobody now.
    static AgentId target_of(const World& world, const Spawner& spawner, const CommandDef& command);
    void order_attack(World& world, const Spawner& spawner, const CommandDef& command, AgentId agent);
    void start_walk(const World& world, const Spawner& spawner, const CommandDef& command, int64_t serial);
    static Pose pose_of(const Walker& walker, double seconds);
    void walk(World& world);
    void focus(World& world, const Spawner& spawner);

    const Scenario& scenario_;
    size_t next_ = 0;
    std::vector<Walker> walkers_;
    std::vector<Vec2> points_; ///< that matter, those of the group aside
    DetailDef focus_;          ///< as the world was told last
    std::vector<AgentId> ids_; ///< scratch of `walk`
    std::vector<Vec2> positions_, headings_;
};

} // namespace fray::scenario
