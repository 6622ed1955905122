// Moves agents without a brain as the scenario's script says. It computes their poses with fray's own functions, so
// that both engines fight the same player.
#pragma once

#include "agent.h"
#include "fray/scenario.h"

namespace plain {

class Script {
public:
    Script() = default;
    /// `groups`: the members of each group; `agents`: by serial. Throws std::invalid_argument if the script commands
    /// anything but `path` and `evade`, or an agent that the host does not move.
    Script(const fray::Scenario& scenario, const std::vector<std::vector<Agent*>>& groups,
           const std::vector<Agent*>& agents);

    /// Call it at the start of a frame. Starts the commands that are due, and moves all walkers.
    void update(double now);

private:
    struct Order {
        fray::CommandDef command;
        std::vector<Agent*> agents;
    };
    struct Walker {
        Agent* agent;
        const fray::CommandDef* command;
        std::vector<Vec2> corners; ///< the first corner is the start
        double since;
    };

    void start(const Order& order, double now);
    static bool walk(const Walker& walker, double seconds);

    std::vector<Order> orders_; ///< sorted by time
    size_t next_ = 0;
    std::vector<Walker> walkers_;
};

} // namespace plain
