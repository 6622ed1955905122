#include "script.h"

#include "poses.h"

#include <algorithm>
#include <stdexcept>

namespace plain {
namespace {

constexpr double half_microsecond = 5e-7;

std::vector<Agent*> commanded(const fray::Scenario& scenario, const fray::CommandDef& command,
                              const std::vector<std::vector<Agent*>>& groups, const std::vector<Agent*>& agents) {
    for (size_t i = 0; i < groups.size(); ++i)
        if (scenario.groups[i].name == command.group) return groups[i];
    const auto serial = static_cast<size_t>(command.agent);
    if (command.agent < 0 || serial >= agents.size()) return {};
    return {agents[serial]};
}

bool led(const Agent* agent) {
    return !agent->archetype.def.autonomous && agent->archetype.def.body.motion == fray::MotionType::host;
}

} // namespace

Script::Script(const fray::Scenario& scenario, const std::vector<std::vector<Agent*>>& groups,
               const std::vector<Agent*>& agents) {
    for (const fray::CommandDef& command : scenario.script) {
        const auto* const path = std::get_if<fray::ScriptPath>(&command.command);
        Order order{command, commanded(scenario, command, groups, agents)};
        // A group with more than one agent is refused: fray would keep its formation, which the port cannot do.
        const bool known = path ? !path->relative && order.agents.size() <= 1
                                : std::holds_alternative<fray::ScriptEvade>(command.command);
        if (!known || !std::all_of(order.agents.begin(), order.agents.end(), led))
            throw std::invalid_argument("the plain port carries out no scripts but the path of an agent and evade, "
                                        "of agents with autonomous = false and motion = \"host\"");
        orders_.push_back(std::move(order));
    }
}

void Script::update(double now) {
    for (; next_ < orders_.size() && orders_[next_].command.time < now + half_microsecond; ++next_)
        start(orders_[next_], now);
    std::erase_if(walkers_,
                  [now](const Walker& walker) { return !walker.agent->alive() || walk(walker, now - walker.since); });
}

void Script::start(const Order& order, double now) {
    for (Agent* const agent : order.agents) {
        std::erase_if(walkers_, [agent](const Walker& walker) { return walker.agent == agent; });
        std::vector<Vec2> corners = {agent->position};
        if (const auto* const path = std::get_if<fray::ScriptPath>(&order.command.command))
            corners.insert(corners.end(), path->points.begin(), path->points.end());
        walkers_.push_back({agent, &order.command, std::move(corners), now});
    }
}

/// Returns whether the agent has arrived.
bool Script::walk(const Walker& walker, double seconds) {
    const auto* const evade = std::get_if<fray::ScriptEvade>(&walker.command->command);
    const auto* const path = std::get_if<fray::ScriptPath>(&walker.command->command);
    const fray::scenario::Pose pose =
        evade ? fray::scenario::pose_evading(*evade, walker.corners.front(), seconds)
              : fray::scenario::pose_along(walker.corners, path->loop, seconds * double{path->speed});
    walker.agent->position = pose.position;
    const float size = length(pose.heading);
    walker.agent->heading = size > 0.0f ? pose.heading * (1.0f / size) : Vec2{1.0f, 0.0f};
    return pose.arrived;
}

} // namespace plain
