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
    return !agent->archetype.def.brain && agent->archetype.def.body.motion == fray::Motion::host;
}

} // namespace

Script::Script(const fray::Scenario& scenario, const std::vector<std::vector<Agent*>>& groups,
               const std::vector<Agent*>& agents) {
    for (const fray::CommandDef& command : scenario.script) {
        const bool path = command.kind == fray::CommandKind::path;
        Order order{command, commanded(scenario, command, groups, agents)};
        // A group with more than one agent is refused: fray would keep its formation, which the port cannot do.
        const bool known =
            path ? !command.relative && order.agents.size() <= 1 : command.kind == fray::CommandKind::evade;
        if (!known || !std::all_of(order.agents.begin(), order.agents.end(), led))
            throw std::invalid_argument("the plain port carries out no scripts but the path of an agent and evade, "
                                        "of agents with brain = false and motion = \"host\"");
        orders_.push_back(std::move(order));
    }
}

void Script::update(double now) {
    for (; next_ < orders_.size() && orders_[next_].command.at < now + half_microsecond; ++next_)
        start(orders_[next_], now);
    std::erase_if(walkers_,
                  [now](const Walker& walker) { return !walker.agent->alive() || walk(walker, now - walker.since); });
}

void Script::start(const Order& order, double now) {
    for (Agent* const agent : order.agents) {
        std::erase_if(walkers_, [agent](const Walker& walker) { return walker.agent == agent; });
        std::vector<Vec2> corners = {agent->position};
        corners.insert(corners.end(), order.command.points.begin(), order.command.points.end());
        walkers_.push_back({agent, &order.command, std::move(corners), now});
    }
}

/// Returns whether the agent has arrived.
bool Script::walk(const Walker& walker, double seconds) {
    const fray::CommandDef& command = *walker.command;
    const fray::scenario::Pose pose =
        command.kind == fray::CommandKind::evade
            ? fray::scenario::pose_evading(command, walker.corners.front(), seconds)
            : fray::scenario::pose_along(walker.corners, command.loop, seconds * double{command.speed});
    walker.agent->position = pose.position;
    const float size = length(pose.heading);
    walker.agent->heading = size > 0.0f ? pose.heading * (1.0f / size) : Vec2{1.0f, 0.0f};
    return pose.arrived;
}

} // namespace plain
