// Level of detail: in which frames an agent is updated, and its update interval. Motion around a target with a slot.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <numeric>

namespace fray::model {

// # Level of detail
// An agent's *update interval* is 1, 2, 4 or 8 frames, at first the `update_interval` of its archetype. The host sets
// that of an agent with `set_update_interval` (0: not any more), and points of interest, `distances` and
// `update_budget` with `set_detail`, until the next such command. Neither has an event. `interpolated_position` says
// where to draw an agent between its updates: as if its step were spread evenly over the frames.

/// An agent is *updated* in frame f if (f + its serial) mod its update interval = 0. These things wait for it:
/// - classify_distances: only an agent that is updated gets a gait, an arrival, and, with a target, a band. The others
///   keep their gait, and their band as long as they have a target.
/// - evaluate_fsm: an unmanaged agent is evaluated only if it is updated, or is in state attack. What it would have
///   decided waits, except reports, which are forgotten. Managed agents are evaluated when there is something to
///   decide; no clock of theirs is late.
/// - locomotion: an agent that is updated finds its goal, turns, and moves at once as far as in all frames until its
///   next update. In between it stands, with the heading and the goal of its update. An agent that steps in, is pushed
///   or stunned, or is moved by the host moves in every frame instead, each time for that frame only.
/// - acquire_targets: a squad that is far away leaves scans out. When a scan is due, let u be the least update interval
///   of its living members (1 without any). Of the following times, the first u / 2 - 1 make no scan due. But to the
///   time that makes the next scan due, at most 1 s is left between two scans: with a scan interval of 0.5 s one is
///   left out at most, with 0.6 s or more none. Flagged agents never wait. When the scan interval becomes lower, or a
///   reload changes it, the next time makes a scan due.
///
/// *Example.* The scans of a squad fall on 0.1 s, 0.35 s, 0.6 s, and so on. At 0.1 s all its members have interval 8.
/// So it scans at 1.1 s again: 0.35, 0.6 and 0.85 s are left out. If its target dies at 0.5 s, it scans in the next
/// frame all the same.
bool ReferenceModel::is_updated(const Agent& agent) const {
    return (static_cast<int64_t>(frame_) + agent.serial) % agent.update_interval == 0;
}

/// Before anything else in locomotion, the interval of a living agent becomes its `due_interval`, but only in frames f
/// with (f + serial) mod 8 = 0. Updates are counted by the intervals after that. In frames f with f mod 16 = 15 the
/// overload level changes after locomotion (`change_overload_level`).
void ReferenceModel::locomotion() {
    int64_t updates = 0;
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        if ((static_cast<int64_t>(frame_) + serial) % 8 == 0) agent.update_interval = due_interval(agent);
        updates += is_updated(agent);
    }
    updates_.push_back(updates);
    if (updates_.size() > 8) updates_.pop_front();
    if (frame_ % 16 == 15) change_overload_level();
}

/// The interval that the host has set for the agent. Otherwise the greater of the archetype's and
/// `interval_of_distance`, doubled as often as the overload level says; 8 at most.
int ReferenceModel::due_interval(const Agent& agent) {
    if (agent.host_update_interval) return *agent.host_update_interval;
    int interval = std::max(archetype_of(agent).update_interval, interval_of_distance(agent));
    for (int i = 0; i < overload_level_; ++i) interval *= 2;
    return std::min(max_update_interval, interval);
}

/// The *overload level* is 0 to 3, and 0 at first. `update_budget` (0: no budget) says how many updates a frame may
/// have. t is the number of updates of living agents in this frame and the seven before. Without a budget the level is
/// 0. Otherwise it grows by one (to 3 at most) if t > 8 * `update_budget`, and falls by one (to 0 at least) if 2 * t <=
/// 8 * `update_budget`: to the budget at most, so it does not go to and fro. No event.
///
/// *Example.* 1000 agents with interval 1 and `update_budget` 400: t = 8000 > 3200, so the overload level becomes 1.
/// With interval 2, t = 4000 > 3200: level 2. With interval 4, t = 2000: neither 2000 > 3200 nor 4000 <= 3200, so it
/// stays 2.
void ReferenceModel::change_overload_level() {
    const int64_t t = std::accumulate(updates_.begin(), updates_.end(), int64_t{0});
    const int64_t allowed = 8 * int64_t{detail_.update_budget};
    if (detail_.update_budget == 0) {
        overload_level_ = 0;
        return;
    }
    if (t > allowed)
        overload_level_ = std::min(3, overload_level_ + 1);
    else if (2 * t <= allowed)
        overload_level_ = std::max(0, overload_level_ - 1);
}

/// 1 without points of interest. Otherwise 1, 2, 4 or 8 if none, one, two or three of the `distances` are passed:
/// `distance_squared > distance * distance` (float), from the agent's position at the frame's start to the nearest
/// point.
int ReferenceModel::interval_of_distance(const Agent& agent) {
    if (detail_.points.empty()) return 1;
    float nearest = distance_squared(agent.position, detail_.points.front());
    for (const Vec2 point : detail_.points) nearest = std::min(nearest, distance_squared(agent.position, point));
    int interval = 1;
    for (const float beyond : detail_.distances) {
        if (nearest > beyond * beyond) interval *= 2;
    }
    return interval;
}

} // namespace fray::model
