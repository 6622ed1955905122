// Bodies and reach: the lengths that follow from the bodies where an archetype leaves them out; free ways; promised
// places.

// # Time, numbers, ties
// The arithmetic is in `engine/src/storage/rules_math.h`; the reference model shares no other code with the engine.
// - Time counts whole microseconds from 0 (`add_time`). The API takes and gives seconds. Frames count from 0.
// - Timers have a slack (`due_slack`). Wherever `t` is the due time of a timer (a time at which something began, and a
//   duration), `now >= t` stands for `now + slack >= t`, and `now < t` for the opposite.
// - Schedules do not begin with an event, and have no slack: the scans of squads (`falls_due`), looks (`has_look`),
//   surveys (`commit_support`), and the seconds in which a question of sight is open.
// - Positions are those of the frame's start: after this frame's teleports and host poses, and before locomotion.
// - Lengths are compared in whole millimetres unless a rule says "float". mm(x) is a length x in whole millimetres.
// - Ties: the lower slot goes first, then the lower serial, unless a rule says otherwise.
// - Weights, capacities, uses and scores are integers.

#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # Bodies and reach
// Some lengths of an archetype may be left out (0, or all numbers 0 for `bands` and `range`). They then follow from the
// radii of the bodies, so that agents of any size can fight. The two agents of these rules are an agent and its target
// (for a managed agent with a role, the target of its circle). All attacks of an agent's table count, whatever its
// phase uses.
//
// *Example.* A soldier of radius 0.4 m fights an ogre of radius 0.9 m; touch is 1300. If nothing is given, the
// soldier's bands for this ogre are 1.7, 5.5, 10.5 and 12.5 m, its range is 0 to 2.5 m, its engage range 3.5 m and its
// hit range 3 m. The ogre's approach radius is 4.5 m. A club with range 0 to 2.5 m has lo = 1300 and hi = 2500, so its
// striking distance is 2350. With range 0 to 1.8 m it would be 1650, and with range 0 to 1.2 m there is none.

namespace {

bool has_range(const AttackDef& attack) { return attack.range != std::array<float, 2>{}; }

} // namespace

/// mm(radius of the agent) + mm(radius of the other).
int64_t ReferenceModel::touch(const Agent& agent, const Agent& other) const {
    return int64_t{millimetres_of(radius_of(agent))} + millimetres_of(radius_of(other));
}

/// The thresholds of the distance bands, in metres: `bands`, or if not given 1.2, 5, 10 and 12, to each of which `(r +
/// r') - 0.8` is added (float, in this order), with the radii of the two. The track distance of a monster's state
/// (`action_distances`) replaces the last of the four.
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

/// Unless given, the range of an attack is 0 to touch + 1200.
std::array<int64_t, 2> ReferenceModel::range_of(const Agent& agent, const AttackDef& attack,
                                                const Agent& target) const {
    if (!has_range(attack)) return {0, touch(agent, target) + 1200};
    return {millimetres_of(attack.range[0]), millimetres_of(attack.range[1])};
}

/// Unless given, the engage range is the greater of touch + 2200 and the greatest range[1] that is given in the agent's
/// attack table; but at most the archetype's `hit_range`, if that is given.
int64_t ReferenceModel::engage_range_of(const Agent& agent, const Agent& target) const {
    const ArchetypeDef& def = archetype_of(agent);
    if (def.engagement.engage_range != 0.0f) return millimetres_of(def.engagement.engage_range);
    int64_t range = touch(agent, target) + 2200;
    for (const AttackDef& attack : def.attacks)
        if (has_range(attack)) range = std::max<int64_t>(range, millimetres_of(attack.range[1]));
    if (def.engagement.hit_range != 0.0f) range = std::min<int64_t>(range, millimetres_of(def.engagement.hit_range));
    return range;
}

/// The hit range of an attack is its `reach`. Unless given, it is range[1] + 500; with a `lunge` less by its mm, but
/// then at least touch + 500. It is at most the archetype's `hit_range`, if that is given.
int64_t ReferenceModel::hit_range_of(const Agent& agent, const AttackDef& attack, const Agent& target) const {
    const ArchetypeDef& def = archetype_of(agent);
    int64_t reach = range_of(agent, attack, target)[1] + 500;
    if (attack.lunge != 0.0f) reach = std::max(reach - millimetres_of(attack.lunge), touch(agent, target) + 500);
    if (attack.reach != 0.0f) reach = millimetres_of(attack.reach);
    if (def.engagement.hit_range == 0.0f) return reach;
    return std::min<int64_t>(reach, millimetres_of(def.engagement.hit_range));
}

/// Unless given, the approach radius is the radius of the target's archetype (whatever its present radius is) + 3.6 m
/// (float); but at least the circle's `attack_radius` + 1 m, if that is given.
float ReferenceModel::approach_radius_of(const Agent& target) const {
    const ArchetypeDef& def = archetype_of(target);
    if (def.circle.approach_radius != 0.0f) return def.circle.approach_radius;
    const float radius = def.body.radius + 3.6f;
    return def.circle.attack_radius != 0.0f ? std::max(radius, def.circle.attack_radius + 1.0f) : radius;
}

/// The striking distance of an attack at a circle is `attack_radius`, if that is given. Otherwise let lo be the greater
/// of range[0] and touch, and hi the lesser of range[1] and the engage range.
/// - If hi < lo, there is none: the attack does not reach past the bodies.
/// - If hi - lo < 300, it is (lo + hi) / 2, rounded down.
/// - Otherwise it is touch + 1200, but at least lo + 150 and at most hi - 150.
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

/// The slot itself, on the approach radius, whatever agent holds it.
Vec2 ReferenceModel::slot_place(const Agent& target, int slot) const {
    return slot_position(target.position, approach_radius_of(target), slot, slots_round(target.serial));
}

/// The approach distance in metres: the approach radius itself, or the float quotient of whole millimetres by 1000.
float ReferenceModel::holder_radius(const Agent& agent, const Agent& target) const {
    const int64_t out = touch(agent, target) + 500;
    const float radius = approach_radius_of(target);
    return out <= millimetres_of(radius) ? radius : static_cast<float>(out) / 1000.0f;
}

/// The approach distance of an agent at a circle is the approach radius, or touch + 500 if that is more.
int64_t ReferenceModel::approach_distance(const Agent& agent, const Agent& target) const {
    return std::max(int64_t{millimetres_of(approach_radius_of(target))}, touch(agent, target) + 500);
}

/// The position of a slot for an agent lies in the direction of the slot, at the approach distance. Arrival, promised
/// places, `can_reach`, the costs of admission and rebalancing, and motion use it. All other rules use `slot_place`.
Vec2 ReferenceModel::holder_place(const Agent& agent, const Agent& target, int slot) const {
    return slot_position(target.position, holder_radius(agent, target), slot, slots_round(target.serial));
}

/// The *reach* of an attack is the lesser of range[1] and the engage range. An agent's *greatest reach* is the greatest
/// of those of its attacks, and 0 without attacks.
int64_t ReferenceModel::greatest_reach(const Agent& agent, const Agent& target) const {
    int64_t reach = 0;
    for (const AttackDef& attack : archetype_of(agent).attacks)
        reach = std::max(reach, std::min(range_of(agent, attack, target)[1], engage_range_of(agent, target)));
    return reach;
}

/// The chase distance of an unmanaged agent: touch + 300, but at most its greatest reach - 100, and then at least
/// touch + 50. Without attacks it is touch + 300.
int64_t ReferenceModel::chase_distance(const Agent& agent, const Agent& target) const {
    const int64_t bodies = touch(agent, target);
    if (archetype_of(agent).attacks.empty()) return bodies + 300;
    return std::max(std::min(bodies + 300, greatest_reach(agent, target) - 100), bodies + 50);
}

/// An unmanaged agent is *close* to its target if it is not walled off from it, and one of these holds:
/// - mm(distance) <= its chase distance + 50;
/// - it has no reactions (`reacts`), and *reaches well*: `all_reach` holds for mm(distance) + 150;
/// - it has reactions, its band is 0, and mm(distance) <= its greatest reach;
/// - it is under an order `hold`, and has its target in reach.
bool ReferenceModel::close_to_target(const Agent& agent) {
    const Agent& target = agents_.at(agent.target);
    const int64_t distance = distance_mm(agent, target);
    if (walled_off(agent, target)) return false;
    const bool by_distance = distance <= chase_distance(agent, target) + 50;
    const bool reacts = archetype_of(agent).boss.reacts;
    const bool by_band = reacts ? agent.band == 0 && distance <= greatest_reach(agent, target)
                                : all_reach(agent, target, distance + 150);
    const bool by_hold = agent.holding() && in_reach(agent, target);
    return by_distance || by_band || by_hold;
}

/// The agent has attacks, and the distance is at most the reach of each of them.
bool ReferenceModel::all_reach(const Agent& agent, const Agent& target, int64_t distance) const {
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    return !attacks.empty() && std::all_of(attacks.begin(), attacks.end(), [&](const AttackDef& attack) {
        return distance <= std::min(range_of(agent, attack, target)[1], engage_range_of(agent, target));
    });
}

/// An agent has another agent *in reach* if it is not walled off from it, and range[0] <= mm(distance) <= range[1] and
/// mm(distance) <= engage range hold for one of its attacks. Angles and cooldowns make no difference.
bool ReferenceModel::in_reach(const Agent& agent, const Agent& other) const {
    const int64_t distance = distance_mm(agent, other);
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    return !walled_off(agent, other) && std::any_of(attacks.begin(), attacks.end(), [&](const AttackDef& attack) {
        return range_met(agent, attack, other, distance);
    });
}

/// An agent has a *shot* at another agent that it has in reach, if one of the attacks that reach it needs no clear
/// line, or has one (`has_line`) from where the agent stands or from a place up to 1.5 m to either side of it: from
/// `place_beside(here, there, i)` with i from -6 to 6. A place is taken if a living third agent that is not hostile to
/// the agent's team is nearer to it than 0.9 times the sum of the two body radii (float), on the floor of the other
/// agent.
bool ReferenceModel::has_shot(const Agent& agent, const Agent& other) const {
    const auto has_line_from = [&](Vec2 place) {
        return std::none_of(agents_.begin(), agents_.end(), [&](const auto& one) {
            const Agent& third = one.second;
            const float apart = 0.9f * (radius_of(agent) + radius_of(third));
            const bool stands_there = place != agent.position && third.living() && third.floor == other.floor &&
                                      third.serial != agent.serial && third.serial != other.serial &&
                                      !hostile_[agent.team][third.team] &&
                                      distance_squared(place, third.position) < apart * apart;
            return stands_there || blocks_line(agent, place, other, third);
        });
    };
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    if (!in_reach(agent, other)) return false;
    for (const AttackDef& attack : attacks)
        if (!attack.needs_clear_line && range_met(agent, attack, other, distance_mm(agent, other))) return true;
    for (int i = -6; i <= 6; ++i)
        if (has_line_from(place_beside(agent.position, other.position, i))) return true;
    return false;
}

/// A holder is in place, too, if it has its target in reach, and that fights in slots, or its own recovery is over.
bool ReferenceModel::fights_from_here(const Agent& agent, const Agent& target) const {
    return (fights_in_slots(target) || reached(agent.ready_at)) && in_reach(agent, target);
}

// # Free ways
// In a melee an agent gets a slot, or a token, only if it can use it: no other agent is in its way. Around a target
// that does not fight in slots itself (a player, a boss), agents make room for each other where they can. Between walls
// they cannot: there an agent gets a slot, or a token, only if no agent plugs its way.

/// An agent *fights in slots* if its archetype is managed and has a brain.
bool ReferenceModel::fights_in_slots(const Agent& agent) const {
    return archetype_of(agent).engagement.managed && archetype_of(agent).autonomous;
}

/// The *way* of an agent from its position a to a point b is *free* if no third agent is in it. A third agent is a
/// living agent on its floor, other than the agent and the target of its circle. At p it is in the way if `in_way(a, b,
/// p, width)`, unless it makes way (`makes_way`). width is 0.9 * (r + r') (float, the sum first), with the radii of the
/// two: agents in contact are not in each other's way. Nothing else about the third agent makes a difference, not even
/// its team. If the target does not fight in slots, every way is free.
///
/// *Example.* An agent wants to go from (0, 0) to (4, 0); all radii are 0.4 m, so width is 0.72 m. Agents at (2, 0.7)
/// and (4.5, 0) are in its way; agents at (2, 0.75), (4.8, 0) and, behind it, (-0.5, 0) are not.
bool ReferenceModel::way_free(const Agent& agent, Vec2 to, Serial target) const {
    if (!fights_in_slots(agents_.at(target))) return true;
    for (const auto& [serial, third] : agents_) {
        if (serial == agent.serial || serial == target || !third.living() || third.floor != agent.floor) continue;
        const float width = 0.9f * (radius_of(agent) + radius_of(third));
        if (in_way(agent.position, to, third.position, width) && !makes_way(third, agent)) return false;
    }
    return true;
}

/// A third agent *makes way* for the agent if 1.5 times its mass is less than the agent's mass, both are of the same
/// team and moved by fray, and it fights in slots, in state pursue or roam, under an order `free` or `advance`. Masses
/// are those of the archetypes times the avoidance factors; each product is float. So a heavy agent gets a slot, or a
/// token, behind the waiting ranks of its own team. They part for it while it goes there, for as long as
/// `arrival_timeout` (see Motion).
///
/// *Example.* A giant of 600 kg stands 9 m from an enemy, and a soldier of 80 kg in the line between them. If the
/// soldier waits (state roam), it makes way, because 1.5 * 80 = 120 < 600. If it has a slot (state approach, combat or
/// attack), the giant is held up.
bool ReferenceModel::makes_way(const Agent& third, const Agent& agent) const {
    const auto mass = [&](const Agent& of) { return archetype_of(of).body.mass * of.avoidance_factor; };
    if (!(1.5f * mass(third) < mass(agent))) return false;
    const auto moved_by_host = [&](const Agent& of) { return archetype_of(of).body.motion == MotionType::host; };
    if (third.team != agent.team || moved_by_host(third) || moved_by_host(agent) || !fights_in_slots(third))
        return false;
    if (third.order.kind != OrderKind::free && third.order.kind != OrderKind::advance) return false;
    return third.state == AgentState::pursue || third.state == AgentState::roam;
}

/// The *way to the target* of an agent is *straight* if the straight way over the ground is clear from the position of
/// the agent to that of its target, or there is no ground. Then it leads to its target, otherwise to the point 6 m
/// ahead
/// (`point_on_way`). Third agents are in it as in `way_free`, whether they make way or not; at most 20 count. It is
/// *plugged* if one of them cannot step aside (`steps_aside`).
WayToTarget ReferenceModel::way_to_target(const Agent& agent, const Agent& target) const {
    WayToTarget way;
    way.is_straight = ground_ == nullptr || ground_->clear(agent.position, target.position);
    const Vec2 to = way.is_straight ? target.position : point_on_way(agent.position, target.position, 6.0f);
    for (const auto& [serial, third] : agents_) {
        if (serial == agent.serial || serial == target.serial || !third.living() || third.floor != agent.floor)
            continue;
        const float width = 0.9f * (radius_of(agent) + radius_of(third));
        if (!in_way(agent.position, to, third.position, width)) continue;
        way.agents = std::min(way.agents + 1, 20);
        way.is_plugged = way.is_plugged || !steps_aside(agent, third, to);
    }
    return way;
}

/// A third agent *steps aside* if there is no ground, or it is clear on at least one side of it: from its position, at
/// right angles to the way, over 3 * (r + r') (float, the sum first).
///
/// *Example.* In a corridor of 2 m two agents pass each other, but a third beside them would not get through, and an
/// agent that comes back would be in the way. With radii of 0.4 m an agent steps aside if 2.4 m are free on one side.
bool ReferenceModel::steps_aside(const Agent& agent, const Agent& third, Vec2 to) const {
    if (ground_ == nullptr) return true;
    const Vec2 way = normalised(to - agent.position);
    const Vec2 aside = Vec2{-way.y, way.x} * (3.0f * (radius_of(agent) + radius_of(third)));
    return ground_->clear(third.position, third.position + aside) ||
           ground_->clear(third.position, third.position - aside);
}

/// The first 6 m of the way to a point b are free: the way to `point_on_way(a, b, 6)`.
bool ReferenceModel::beginning_of_way_free(const Agent& agent, Vec2 to, Serial target) const {
    return way_free(agent, point_on_way(agent.position, to, 6.0f), target);
}

/// A point p is *promised to others* for an agent at a circle if `distance_squared(p, q) < width * width` for a place q
/// that `promise_places` has promised to a holder of another circle on the agent's floor. width is that of `way_free`.
/// Teams make no difference. Holders that come, go or arrive later in the frame do not change it. So two circles may
/// give slots in the same place in the same frame.
bool ReferenceModel::promised_to_others(const Agent& agent, Vec2 point, Serial target) const {
    return std::any_of(promised_places_.begin(), promised_places_.end(), [&](const PromisedPlace& promised) {
        const float width = 0.9f * (radius_of(agent) + promised.radius);
        return promised.circle != target && promised.floor == agent.floor &&
               distance_squared(point, promised.place) < width * width;
    });
}

/// With any targeting but `sight`, an agent in a state with `action_distances` *chases* its target while that is
/// living, hostile, on its floor and not apart, and `distance_squared < track * track` (float), with the track distance
/// of the state. The target then counts as its candidate, alerted or not.
bool ReferenceModel::chases(const Agent& agent, const Agent& target) const {
    if (!has_action_distances(agent) || archetype_of(agent).perception.targeting == Targeting::sight) return false;
    const float track = monster_state(agent).action_distances[1];
    return target.serial != agent.serial && target.living() && hostile_[agent.team][target.team] &&
           target.floor == agent.floor && !apart(agent, target) &&
           distance_squared(agent.position, target.position) < track * track;
}

} // namespace fray::model
