// Level of detail: in which frames an agent is updated, and its update interval.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace fray::model {

bool ReferenceModel::is_updated(const Agent& agent) const {
    return (static_cast<int64_t>(frame_) + agent.serial) % agent.update_interval == 0;
}

/// The part of locomotion that affects decisions: changes of the update interval, and the count of updates.
void ReferenceModel::move() {
    int64_t updates = 0;
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        const int due = due_interval(agent);
        tally_interval(agent, due);
        if ((static_cast<int64_t>(frame_) + serial) % 8 == 0) agent.update_interval = due;
        updates += is_updated(agent);
    }
    updates_.push_back(updates);
    if (updates_.size() > 8) updates_.pop_front();
    if (frame_ % 16 == 15) look_at_overload();
}

/// The host's interval if it has set one. Otherwise the greater of the archetype's and the distance's interval, doubled
/// as often as the overload level says; at most 8 frames.
int ReferenceModel::due_interval(const Agent& agent) {
    if (agent.host_update_interval) return *agent.host_update_interval;
    int interval = std::max(archetype_of(agent).update_interval, interval_of_distance(agent));
    for (int i = 0; i < overload_level_; ++i) interval *= 2;
    return std::min(max_update_interval, interval);
}

/// Compares the updates of the last eight frames with the budget. The overload level rises if they exceed the budget,
/// and falls if they are at most half of it.
void ReferenceModel::look_at_overload() {
    const int before = overload_level_;
    const int64_t t = std::accumulate(updates_.begin(), updates_.end(), int64_t{0});
    const int64_t allowed = 8 * int64_t{detail_.update_budget};
    if (detail_.update_budget == 0) {
        overload_level_ = 0;
        if (before > 0) ++tally_["overload: no budget any more"];
        return;
    }
    if (t > allowed)
        overload_level_ = std::min(3, overload_level_ + 1);
    else if (2 * t <= allowed)
        overload_level_ = std::max(0, overload_level_ - 1);
    if (t == allowed || 2 * t == allowed) ++tally_["overload: right on the border"];
    if (overload_level_ == before)
        ++tally_[t > allowed        ? "overload: too many updates at the greatest level"
                 : 2 * t <= allowed ? "overload: few updates at level 0"
                                    : "overload: the level stays"];
    else
        ++tally_[(overload_level_ > before ? "overload: grows to " : "overload: falls to ") +
                 std::to_string(overload_level_)];
}

/// The interval by the distance to the nearest point of interest: 1, 2, 4 or 8 frames, if none, one, two or three of
/// the `distances` are exceeded; 1 without points.
int ReferenceModel::interval_of_distance(const Agent& agent) {
    if (detail_.points.empty()) return 1;
    float nearest = distance_squared(agent.position, detail_.points.front());
    for (const Vec2 point : detail_.points) nearest = std::min(nearest, distance_squared(agent.position, point));
    int interval = 1;
    for (const float beyond : detail_.distances) {
        if (nearest > beyond * beyond) interval *= 2;
        if (nearest == beyond * beyond) ++tally_["update interval: right on the border"];
    }
    return interval;
}

void ReferenceModel::tally_interval(const Agent& agent, int due) {
    if (due == agent.update_interval) return;
    if ((static_cast<int64_t>(frame_) + agent.serial) % 8 != 0) {
        ++tally_["update interval: waits for its frame"];
        return;
    }
    const bool far = due > archetype_of(agent).update_interval;
    const std::string why = agent.host_update_interval   ? "the host's"
                            : far && overload_level_ > 0 ? "the overload's, or its distance's"
                            : far                        ? "its distance's"
                                                         : "its archetype's";
    ++tally_["update interval: " + why + (due > agent.update_interval ? ", longer" : ", shorter")];
    if (agent.token) ++tally_["update interval: changes of an agent with a token"];
    if (agent.spawned_frame == frame_) ++tally_["update interval: changes in the frame of its spawn"];
}

} // namespace fray::model
