// Level of detail: turns, and how often an agent has them.
#include "reference_model.h"

#include "rules_math.h"

#include <algorithm>
#include <string>

namespace fray::model {

bool ReferenceModel::has_turn(const Agent& agent) const {
    return (static_cast<int64_t>(frame_) + agent.serial) % agent.period == 0;
}

/// Of move only what decides something: the change of period.
void ReferenceModel::move() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        const int due = due_period(agent);
        tally_period(agent, due);
        if ((static_cast<int64_t>(frame_) + serial) % 8 == 0) agent.period = due;
    }
}

/// As long as the host has set one, that one; else the greater of the archetype's and that of its distance.
int ReferenceModel::due_period(const Agent& agent) {
    if (agent.host_period) return *agent.host_period;
    return std::max(archetype_of(agent).period, period_of_distance(agent));
}

/// 1, 2, 4 or 8, as none, one, two or three of `beyond` are passed; 1 where there are no points.
int ReferenceModel::period_of_distance(const Agent& agent) {
    if (detail_.points.empty()) return 1;
    float nearest = distance_squared(agent.position, detail_.points.front());
    for (const Vec2 point : detail_.points) nearest = std::min(nearest, distance_squared(agent.position, point));
    int period = 1;
    for (const float beyond : detail_.beyond) {
        if (nearest > beyond * beyond) period *= 2;
        if (nearest == beyond * beyond) ++tally_["period: right on the border"];
    }
    return period;
}

void ReferenceModel::tally_period(const Agent& agent, int due) {
    if (due == agent.period) return;
    if ((static_cast<int64_t>(frame_) + agent.serial) % 8 != 0) {
        ++tally_["period: waits for its frame"];
        return;
    }
    const std::string why = agent.host_period                  ? "the host's"
                            : due > archetype_of(agent).period ? "its distance's"
                                                               : "its archetype's";
    ++tally_["period: " + why + (due > agent.period ? ", longer" : ", shorter")];
    if (agent.permit) ++tally_["period: changes of one with a permit"];
    if (agent.spawned_frame == frame_) ++tally_["period: changes in the frame of its spawn"];
}

} // namespace fray::model
