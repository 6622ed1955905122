// Gives a scenario's script to a world: commands when they are due, and walkers on their ways.
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"

#include <optional>
#include <vector>

namespace fray::scenario {

class Spawner;
struct Pose;

class ScriptRunner {
public:
    struct Walker {
        AgentId agent;
        const CommandDef* command;
        std::vector<Vec2> corners; ///< the first one is where it started
        int64_t began_us;
    };
    /// How far it is.
    struct Progress {
        size_t next = 0; ///< of the script's commands
        std::vector<Walker> walkers;
        std::vector<Vec2> points; ///< that matter, those of the group aside
        DetailDef focus;          ///< as the world was told last
    };

    explicit ScriptRunner(const Scenario& scenario) : scenario_(scenario) {
        if (scenario.detail) now_.points = scenario.detail->points;
    }

    /// Everything that is due at the start of the world's next frame.
    void give(World& world, Spawner& spawner);
    bool spawns_more() const;
    /// Nobody walks it any further.
    void let_go(AgentId agent);

    const Progress& progress() const { return now_; }
    void return_to(const Progress& progress) { now_ = progress; }

private:
    void carry_out(World& world, Spawner& spawner, const CommandDef& command);
    void command_agent(World& world, const Spawner& spawner, const CommandDef& command, int64_t serial);
    void command_squads(World& world, const Spawner& spawner, const CommandDef& command);
    /// Whom an order to attack names; null: nobody now.
    static AgentId target_of(const World& world, const Spawner& spawner, const CommandDef& command);
    /// None: to attack a target that is not there now.
    static std::optional<Order> order_of(const World& world, const Spawner& spawner, const CommandDef& command);
    void start_walk(const World& world, const Spawner& spawner, const CommandDef& command, int64_t serial);
    static Pose pose_of(const Walker& walker, double seconds);
    void walk(World& world);
    void focus(World& world, const Spawner& spawner);

    const Scenario& scenario_;
    Progress now_;
    std::vector<AgentId> ids_; ///< scratch of `walk`
    std::vector<Vec2> positions_, headings_;
};

} // namespace fray::scenario
