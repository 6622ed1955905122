// acquire_targets: sight.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # Sight

/// Agents with targeting `sight` scan at the same times as others, but each for itself alone. They never change to a
/// nearer target. An agent that does not keep its target (`keeps_in_sight`) loses it (cause lost), and goes on as an
/// agent without a target. Without a target it takes the nearest (`key`) of the agents that it sees (`in_sight`): cause
/// found, or lost if it has just lost a target; then this is the only event target. If it takes the same target again,
/// there is no event, and nothing has changed.
///
/// With `needs_line_of_sight`, in a world without ground, it takes none of them. It asks the host about them: about the
/// four nearest at most, the nearest first. These questions stand until the next step. A question is *open* while `now
/// < t + 1 s`, without slack; t is the now of the last frame in which it was asked. It stays open when the viewer finds
/// a target. The host answers an open question with `answer_sight`, in a later apply_commands. So a host may cast its
/// rays on other threads and answer some frames later.
void ReferenceModel::scan_by_sight(Agent& agent) {
    if (agent.target != no_serial && keeps_in_sight(agent)) return;
    const Serial before = agent.target;
    const Cause cause = before != no_serial ? Cause::lost : Cause::found;
    std::vector<Serial> seen = in_sight(agent);
    if (archetype_of(agent).perception.needs_line_of_sight && ground_ == nullptr) {
        if (seen.size() > 4) seen.resize(4);
        for (const Serial other : seen) {
            questions_.emplace_back(agent.serial, other);
            asked_[{agent.serial, other}] = now_;
        }
        seen.clear(); // without ground the host must be asked first
    }
    const Serial found = seen.empty() ? no_serial : seen.front();
    if (found == no_serial && cause == Cause::found) return;
    if (found != no_serial && found == before) return;
    change_target(agent, found, cause);
}

/// An agent keeps its target while the target is hostile, on its floor and not apart from it, the agent is not held
/// back from it (`held_back_from`), and `distance_squared < track * track` (float). track is the last of its thresholds
/// (`thresholds_of`).
bool ReferenceModel::keeps_in_sight(const Agent& agent) const {
    const Agent& target = agents_.at(agent.target);
    const float track = thresholds_of(agent, target)[3];
    return hostile_[agent.team][target.team] && target.floor == agent.floor && !apart(agent, target) &&
           !held_back_from(agent, target) && distance_squared(agent.position, target.position) < track * track;
}

/// An agent *sees* the agents within its sight radius (`within_sight`) and its field of view (`in_field_of_view`), with
/// ground only those in line of sight (`in_line`).
std::vector<Serial> ReferenceModel::in_sight(const Agent& agent) const {
    std::vector<Key> seen;
    for (const auto& [serial, other] : agents_)
        if (within_sight(agent, other) && in_field_of_view(agent, other) && in_line(agent, other))
            seen.push_back(key(agent, other));
    std::sort(seen.begin(), seen.end());
    std::vector<Serial> result;
    for (const Key& one : seen) result.push_back(std::get<Serial>(one));
    return result;
}

/// Another agent is within sight if it is living, hostile, on the agent's floor and not apart from it, the agent is not
/// held back from it (`held_back_from`), and `distance_squared <= sight_radius * sight_radius` (float;
/// `sight_radius_of`).
bool ReferenceModel::within_sight(const Agent& agent, const Agent& other) const {
    const float sight = sight_radius_of(agent);
    return other.serial != agent.serial && other.living() && hostile_[agent.team][other.team] &&
           other.floor == agent.floor && !apart(agent, other) && !held_back_from(agent, other) &&
           distance_squared(agent.position, other.position) <= sight * sight;
}

/// `-half <= bearing(its position, its heading, their position) <= half` (float) with half = `fov * 0.5f`.
bool ReferenceModel::in_field_of_view(const Agent& agent, const Agent& other) const {
    const float half = archetype_of(agent).perception.fov * 0.5f;
    const float angle = bearing(agent.position, agent.heading, other.position);
    return -half <= angle && angle <= half;
}

/// An agent with targeting `sight` and `needs_line_of_sight` that has no target uses the host's answers before it
/// scans, and also when it does not scan. Of the agents for which the host answered yes in this frame's apply_commands,
/// and that are within sight (`within_sight`), it takes the nearest (`key`; cause found). The field of view is not
/// checked again. Then it does not scan in this frame, and keeps its flag.
bool ReferenceModel::take_by_answer(Agent& agent) {
    const ArchetypeDef& def = archetype_of(agent);
    if (def.perception.targeting != Targeting::sight || !def.perception.needs_line_of_sight) return false;
    if (agent.target != no_serial) return false;
    const Agent* nearest = nullptr;
    for (const Serial serial : agent.seen) {
        const auto found = agents_.find(serial);
        if (found == agents_.end() || !within_sight(agent, found->second)) continue;
        const Agent& other = found->second;
        if (nearest == nullptr || key(agent, other) < key(agent, *nearest)) nearest = &other;
    }
    if (nearest == nullptr) return false;
    change_target(agent, nearest->serial, Cause::found);
    return true;
}

} // namespace fray::model
