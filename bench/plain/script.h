// Where the scenario's script leads agents without a brain: by fray's own functions of time, so that both fight the
// same player.
#pragma once

#include "agent.h"
#include "fray/scenario.h"

namespace plain {

class Script {
public:
    Script() = default;
    /// `groups`: the members of each; `agents`: by serial. Throws std::invalid_argument if the script commands anything
    /// but `path` and `evade`, or anybody whom the host does not move.
    Script(const fray::Scenario& scenario, const std::vector<std::vector<Agent*>>& groups,
           const std::vector<Agent*>& agents);

    /// At the start of a frame: what is due by now, and everybody on its way.
    void update(double now);

private:
    struct Order {
        fray::CommandDef command;
        std::vector<Agent*> agents;
    };
    struct Walker {
        Agent* agent;
        const fray::CommandDef* command;
        std::vector<Vec2> corners; ///< the first one is where it started
        double since;
    };

    void start(const Order& order, double now);
    static bool walk(const Walker& walker, double seconds);

    std::vector<Order> orders_; ///< by time
    size_t next_ = 0;
    std::vector<Walker> walkers_;
};

} // namespace plain
