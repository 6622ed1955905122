// Bodies and reach: the lengths that follow from the bodies where an archetype leaves them out (rules: J1 to J11); free
// ways (rules: I1 to I5); promised places (rule: D15).
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

namespace {

/// J3: {0, 0} is not a range that was given.
bool has_range(const AttackDef& attack) { return attack.range != std::array<float, 2>{}; }

} // namespace

/// J1. In millimetres.
int64_t ReferenceModel::touch(const Agent& agent, const Agent& other) const {
    return int64_t{millimetres_of(radius_of(agent))} + millimetres_of(radius_of(other));
}

/// J2 and B26. In metres.
std::array<float, 4> ReferenceModel::thresholds_of(const Agent& agent, const Agent& target) const {
    const ArchetypeDef& def = archetype_of(agent);
    std::array<float, 4> thresholds = def.perception.bands;
    if (thresholds == std::array<float, 4>{}) {
        const float more = (radius_of(agent) + radius_of(target)) - 0.8f;
        thresholds = {1.2f + more, 5.0f + more, 10.0f + more, 12.0f + more};
    }
    if (has_action_distances(agent)) thresholds[3] = monster_state(agent).action_distances[1];
    return thresholds;
}

/// J3.
std::array<int64_t, 2> ReferenceModel::range_of(const Agent& agent, const AttackDef& attack,
                                                const Agent& target) const {
    if (!has_range(attack)) return {0, touch(agent, target) + 1200};
    return {millimetres_of(attack.range[0]), millimetres_of(attack.range[1])};
}

/// J4. All attacks of the table count, whatever the phase uses.
int64_t ReferenceModel::engage_range_of(const Agent& agent, const Agent& target) const {
    const ArchetypeDef& def = archetype_of(agent);
    if (def.engagement.engage_range != 0.0f) return millimetres_of(def.engagement.engage_range);
    int64_t range = touch(agent, target) + 2200;
    for (const AttackDef& attack : def.attacks)
        if (has_range(attack)) range = std::max<int64_t>(range, millimetres_of(attack.range[1]));
    if (def.engagement.hit_range != 0.0f) range = std::min<int64_t>(range, millimetres_of(def.engagement.hit_range));
    return range;
}

/// J5.
int64_t ReferenceModel::hit_range_of(const Agent& agent, const AttackDef& attack, const Agent& target) const {
    const ArchetypeDef& def = archetype_of(agent);
    const int64_t reach = range_of(agent, attack, target)[1] + 500;
    if (def.engagement.hit_range == 0.0f) return reach;
    return std::min<int64_t>(reach, millimetres_of(def.engagement.hit_range));
}

/// J6. In metres. It follows from the radius of the archetype, whatever the present radius is.
float ReferenceModel::approach_radius_of(const Agent& target) const {
    const ArchetypeDef& def = archetype_of(target);
    if (def.circle.approach_radius != 0.0f) return def.circle.approach_radius;
    const float radius = def.body.radius + 3.6f;
    return def.circle.attack_radius != 0.0f ? std::max(radius, def.circle.attack_radius + 1.0f) : radius;
}

/// J7. None: the attack does not reach past the bodies.
std::optional<int64_t> ReferenceModel::striking_distance(const Agent& agent, const AttackDef& attack,
                                                         const Agent& target) const {
    const CircleDef& circle = archetype_of(target).circle;
    if (circle.attack_radius != 0.0f) return millimetres_of(circle.attack_radius);
    const int64_t bodies = touch(agent, target);
    const std::array<int64_t, 2> range = range_of(agent, attack, target);
    const int64_t lo = std::max(range[0], bodies);
    const int64_t hi = std::min(range[1], engage_range_of(agent, target));
    if (hi < lo) return std::nullopt;
    if (hi - lo < 300) return (lo + hi) / 2;
    return std::clamp(bodies + 1200, lo + 150, hi - 150);
}

/// The slot itself, whatever holds it.
Vec2 ReferenceModel::slot_place(const Agent& target, int slot) const {
    return slot_position(target.position, approach_radius_of(target), slot, archetype_of(target).circle.slots);
}

/// J8: how far out, in metres, the slots lie for this agent. A body too wide for the approach ring stands farther out.
float ReferenceModel::holder_radius(const Agent& agent, const Agent& target) const {
    const int64_t out = touch(agent, target) + 500;
    const float radius = approach_radius_of(target);
    return out <= millimetres_of(radius) ? radius : static_cast<float>(out) / 1000.0f;
}

/// J8, in millimetres.
int64_t ReferenceModel::approach_distance(const Agent& agent, const Agent& target) const {
    return std::max(int64_t{millimetres_of(approach_radius_of(target))}, touch(agent, target) + 500);
}

Vec2 ReferenceModel::holder_place(const Agent& agent, const Agent& target, int slot) const {
    return slot_position(target.position, holder_radius(agent, target), slot, archetype_of(target).circle.slots);
}

/// J9. All attacks of the table count, whatever the phase uses. 0 without attacks.
int64_t ReferenceModel::greatest_reach(const Agent& agent, const Agent& target) const {
    int64_t reach = 0;
    for (const AttackDef& attack : archetype_of(agent).attacks)
        reach = std::max(reach, std::min(range_of(agent, attack, target)[1], engage_range_of(agent, target)));
    return reach;
}

/// J9.
int64_t ReferenceModel::chase_distance(const Agent& agent, const Agent& target) const {
    const int64_t bodies = touch(agent, target);
    if (archetype_of(agent).attacks.empty()) return bodies + 300;
    return std::max(std::min(bodies + 300, greatest_reach(agent, target) - 100), bodies + 50);
}

/// J10.
bool ReferenceModel::close_to_target(const Agent& agent) {
    const Agent& target = agents_.at(agent.target);
    const int64_t distance = distance_mm(agent, target);
    if (walled_off(agent, target)) return false;
    const bool by_distance = distance <= chase_distance(agent, target) + 50;
    const bool reacts = archetype_of(agent).boss.reacts;
    const bool by_band = reacts ? agent.band == 0 && distance <= greatest_reach(agent, target)
                                : all_reach(agent, target, distance + 150);
    if (by_distance && agent.band != 0) ++tally_["close to its target beyond band 0"];
    const bool by_hold = agent.holding() && in_reach(agent, target);
    if (!by_distance && by_band)
        ++tally_[reacts ? "close to its target by band 0 alone" : "close to its target by the reach of all alone"];
    if (!by_distance && !by_band && by_hold) ++tally_["hold: close to its target by reach alone"];
    return by_distance || by_band || by_hold;
}

/// J10. Whether each attack of the table could begin at this distance or at a greater one.
bool ReferenceModel::all_reach(const Agent& agent, const Agent& target, int64_t distance) const {
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    return !attacks.empty() && std::all_of(attacks.begin(), attacks.end(), [&](const AttackDef& attack) {
        return distance <= std::min(range_of(agent, attack, target)[1], engage_range_of(agent, target));
    });
}

/// J11. All attacks of the table count, whatever the phase uses; angles and cooldowns make no difference.
bool ReferenceModel::in_reach(const Agent& agent, const Agent& other) const {
    const int64_t distance = distance_mm(agent, other);
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    return !walled_off(agent, other) && std::any_of(attacks.begin(), attacks.end(), [&](const AttackDef& attack) {
        return range_met(agent, attack, other, distance);
    });
}

/// D10a.
bool ReferenceModel::fights_from_here(const Agent& agent, const Agent& target) const {
    return fights_in_slots(target) && in_reach(agent, target);
}

/// I3a: whether ways matter around the agent.
bool ReferenceModel::fights_in_slots(const Agent& agent) const {
    return archetype_of(agent).engagement.managed && archetype_of(agent).autonomous;
}

/// I1: no living agent on the agent's floor, other than the agent and the target, is in the way to the point.
bool ReferenceModel::way_free(const Agent& agent, Vec2 to, Serial target) const {
    if (!fights_in_slots(agents_.at(target))) return true;
    for (const auto& [serial, third] : agents_) {
        if (serial == agent.serial || serial == target || !third.living() || third.floor != agent.floor) continue;
        const float width = 0.9f * (radius_of(agent) + radius_of(third));
        if (in_way(agent.position, to, third.position, width) && !makes_way(third, agent)) return false;
    }
    return true;
}

/// I4a: the third agent waits, and makes way for the heavier agent.
bool ReferenceModel::makes_way(const Agent& third, const Agent& agent) const {
    const auto mass = [&](const Agent& of) { return archetype_of(of).body.mass * of.avoidance_factor; };
    if (!(1.5f * mass(third) < mass(agent))) return false;
    const auto moved_by_host = [&](const Agent& of) { return archetype_of(of).body.motion == MotionType::host; };
    if (third.team != agent.team || moved_by_host(third) || moved_by_host(agent) || !fights_in_slots(third))
        return false;
    if (third.order.kind != OrderKind::free && third.order.kind != OrderKind::advance) return false;
    return third.state == AgentState::pursue || third.state == AgentState::roam;
}

/// The first 6 m of the way to the point are free (C5.9, C8.6a).
bool ReferenceModel::beginning_of_way_free(const Agent& agent, Vec2 to, Serial target) const {
    return way_free(agent, point_on_way(agent.position, to, 6.0f), target);
}

/// D15: a holder of another circle was promised a place too near to the point, as classify_distances found it (D16).
/// `target` is that of the circle at which the agent would take the point.
bool ReferenceModel::promised_to_others(const Agent& agent, Vec2 point, Serial target) const {
    return std::any_of(promised_places_.begin(), promised_places_.end(), [&](const PromisedPlace& promised) {
        const float width = 0.9f * (radius_of(agent) + promised.radius);
        return promised.circle != target && promised.floor == agent.floor &&
               distance_squared(point, promised.place) < width * width;
    });
}

/// B26a: the state's track distance keeps the target, whether or not it is alerted.
bool ReferenceModel::chases(const Agent& agent, const Agent& target) const {
    if (!has_action_distances(agent) || archetype_of(agent).perception.targeting == Targeting::sight) return false;
    const float track = monster_state(agent).action_distances[1];
    return target.serial != agent.serial && target.living() && hostile_[agent.team][target.team] &&
           target.floor == agent.floor && !apart(agent, target) &&
           distance_squared(agent.position, target.position) < track * track;
}

} // namespace fray::model
