// acquire_targets: sight; classify_distances: gait.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// ---- acquire_targets: sight ---------------------------------------------------------------------------------------

/// Scans for the agent alone, not for its squad. It never changes to a nearer target.
void ReferenceModel::scan_by_sight(Agent& agent) {
    if (agent.target != no_serial && keeps_in_sight(agent)) return;
    const Serial before = agent.target;
    const Cause cause = before != no_serial ? Cause::lost : Cause::found;
    std::vector<Serial> seen = in_sight(agent);
    if (archetype_of(agent).perception.needs_line_of_sight && ground_ == nullptr) {
        if (seen.size() > 4) {
            ++tally_["sight: more than four to ask about"];
            seen.resize(4);
        }
        for (const Serial other : seen) {
            questions_.emplace_back(agent.serial, other);
            asked_[{agent.serial, other}] = now_;
        }
        if (!seen.empty()) ++tally_["sight: asks"];
        seen.clear(); // without ground the host must be asked first
    }
    if (archetype_of(agent).perception.needs_line_of_sight && ground_ != nullptr)
        ++tally_[seen.empty() ? "ground: no hostile is in line of sight" : "ground: a hostile is in line of sight"];
    const Serial found = seen.empty() ? no_serial : seen.front();
    if (found == no_serial && cause == Cause::found) return;
    if (found != no_serial && found == before) {
        ++tally_["sight: takes the target again that it has just lost"];
        return;
    }
    if (found != no_serial && cause == Cause::lost && found != before)
        ++tally_["sight: lost its target, takes another"];
    change_target(agent, found, cause);
}

/// The agent keeps its target while the target is hostile, on its floor, and nearer than the last threshold.
bool ReferenceModel::keeps_in_sight(const Agent& agent) const {
    const Agent& target = agents_.at(agent.target);
    const float track = thresholds_of(agent, target)[3];
    return hostile_[agent.team][target.team] && target.floor == agent.floor && !apart(agent, target) &&
           !held_back_from(agent, target) && distance_squared(agent.position, target.position) < track * track;
}

/// The agents that the agent sees, sorted by distance, then serial.
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

/// Whether `other` is another agent that is living, hostile, on the same floor and within its sight radius.
bool ReferenceModel::within_sight(const Agent& agent, const Agent& other) const {
    const float sight = sight_radius_of(agent);
    return other.serial != agent.serial && other.living() && hostile_[agent.team][other.team] &&
           other.floor == agent.floor && !apart(agent, other) && !held_back_from(agent, other) &&
           distance_squared(agent.position, other.position) <= sight * sight;
}

bool ReferenceModel::in_field_of_view(const Agent& agent, const Agent& other) const {
    const float half = archetype_of(agent).perception.fov * 0.5f;
    const float angle = bearing(agent.position, agent.heading, other.position);
    return -half <= angle && angle <= half;
}

/// Takes the nearest of the targets that the host has confirmed, then the lower serial. The field of view is not
/// checked again.
bool ReferenceModel::take_by_answer(Agent& agent) {
    const ArchetypeDef& def = archetype_of(agent);
    if (def.perception.targeting != Targeting::sight || !def.perception.needs_line_of_sight) return false;
    if (agent.target != no_serial && !agent.seen.empty()) ++tally_["sight: answer to an agent that has a target"];
    if (agent.target != no_serial) return false;
    const Agent* nearest = nullptr;
    for (const Serial serial : agent.seen) {
        const auto found = agents_.find(serial);
        if (found == agents_.end() || !within_sight(agent, found->second)) {
            ++tally_["sight: yes about an agent that is gone or out of sight"];
            continue;
        }
        const Agent& other = found->second;
        if (!in_field_of_view(agent, other)) ++tally_["sight: yes about an agent outside the field of view"];
        if (nearest == nullptr || key(agent, other) < key(agent, *nearest)) nearest = &other;
    }
    if (nearest == nullptr) return false;
    ++tally_["sight: found by the host's answer"];
    if (agent.flagged) ++tally_["sight: found by the host's answer, keeps its flag"];
    change_target(agent, nearest->serial, Cause::found);
    return true;
}

} // namespace fray::model
