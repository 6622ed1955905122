// Level of detail: in which frames an agent is updated, and its update interval.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace fray::model {

bool ReferenceModel::has_turn(const Agent& agent) const {
    return (static_cast<int64_t>(frame_) + agent.serial) % agent.period == 0;
}

/// Of locomotion only what decides something: changes of the update interval, and the count of updates.
void ReferenceModel::move() {
    int64_t turns = 0;
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        const int due = due_period(agent);
        tally_period(agent, due);
        if ((static_cast<int64_t>(frame_) + serial) % 8 == 0) agent.period = due;
        turns += has_turn(agent);
    }
    turns_.push_back(turns);
    if (turns_.size() > 8) turns_.pop_front();
    if (frame_ % 16 == 15) look_at_load();
}

/// The host's interval if it has set one. Otherwise the greater of the archetype's and the distance's interval, doubled
/// once per load level; at most 8 frames.
int ReferenceModel::due_period(const Agent& agent) {
    if (agent.host_period) return *agent.host_period;
    int period = std::max(archetype_of(agent).period, period_of_distance(agent));
    for (int i = 0; i < load_; ++i) period *= 2;
    return std::min(8, period);
}

/// Load control: compares the updates of the last eight frames with the budget. The level rises above it and falls at
/// half of it.
void ReferenceModel::look_at_load() {
    const int before = load_;
    const int64_t t = std::accumulate(turns_.begin(), turns_.end(), int64_t{0});
    const int64_t allowed = 8 * int64_t{detail_.turns};
    if (detail_.turns == 0) {
        load_ = 0;
        if (before > 0) ++tally_["load: no budget any more"];
        return;
    }
    if (t > allowed)
        load_ = std::min(3, load_ + 1);
    else if (2 * t <= allowed)
        load_ = std::max(0, load_ - 1);
    if (t == allowed || 2 * t == allowed) ++tally_["load: right on the border"];
    if (load_ == before)
        ++tally_[t > allowed        ? "load: too many turns, and no more load"
                 : 2 * t <= allowed ? "load: few turns, and no load"
                                    : "load: stays"];
    else
        ++tally_[(load_ > before ? "load: grows to " : "load: falls to ") + std::to_string(load_)];
}

/// 1, 2, 4 or 8, if none, one, two or three of `beyond` are exceeded; 1 without points of interest.
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
    const bool far = due > archetype_of(agent).period;
    const std::string why = agent.host_period  ? "the host's"
                            : far && load_ > 0 ? "the load's, or its distance's"
                            : far              ? "its distance's"
                                               : "its archetype's";
    ++tally_["period: " + why + (due > agent.period ? ", longer" : ", shorter")];
    if (agent.token) ++tally_["period: changes of an agent with a token"];
    if (agent.spawned_frame == frame_) ++tally_["period: changes in the frame of its spawn"];
}

} // namespace fray::model
