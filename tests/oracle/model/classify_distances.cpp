// classify_distances: distance bands, gaits, arrivals at slots, promised places, and journeys.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray::model {

// # classify_distances

/// Each living agent that is updated (`is_updated`) gets its band and its arrival, if it has a target that is not gone,
/// and its gait. Then come, for all living agents, updated in this frame or not: promised places, the places of all
/// journeys (`find_place`), the numbers of `count_waypoints`, the journeys, and the agents that have come to a halt.
///
/// Without a target the band is 4, without an event. An agent that lost its target in resolve_hits, and got another in
/// acquire_targets, still has the band of the old target.
void ReferenceModel::classify_distances() {
    for (auto& [serial, agent] : agents_) {
        if (!agent.living()) continue;
        agent.band_changed = agent.in_place = false;
        if (agent.target == no_serial) agent.band = 4;
        if (!is_updated(agent)) continue;
        if (agent.target != no_serial && !agents_.at(agent.target).gone) {
            classify_band(agent);
            look_at_arrival(agent);
        }
        classify_gait(agent);
    }
    promise_places();
    for (auto& [serial, agent] : agents_)
        if (agent.living() && agent.journey) find_place(agent);
    count_waypoints();
    for (auto& [serial, agent] : agents_)
        if (agent.living() && agent.journey) look_at_journey(agent);
    look_at_halts();
    close_system(true);
}

/// The band is the number of the agent's four thresholds t (`thresholds_of`) with `distance_squared >= t * t` (float).
/// If it differs from the band that the agent had: event band. If an agent with targeting `sight` comes into band 4 in
/// this way, it is flagged to scan.
///
/// *Example.* The bands are 1.2, 5, 10 and 12 m. At 4.99 m the band is 1 (one threshold is passed), at 5 m exactly it
/// is 2, and at 12 m it is 4.
void ReferenceModel::classify_band(Agent& agent) {
    const Agent& target = agents_.at(agent.target);
    const float d2 = distance_squared(agent.position, target.position);
    int band = 0;
    for (const float t : thresholds_of(agent, target))
        if (d2 >= t * t) ++band;
    if (band == agent.band) return;
    agent.band = band;
    agent.band_changed = true;
    if (band == 4 && archetype_of(agent).perception.targeting == Targeting::sight) agent.flagged = true;
    Event event;
    event.type = EventType::band;
    event.agent = agent.serial;
    event.target = agent.target;
    event.a = band;
    event.x = std::sqrt(d2);
    emit(event);
}

// ## Gait

/// An unmanaged agent runs only if it has a target that is not gone, and is in state pursue as the last evaluate_fsm
/// left it. It then runs
/// - if it has no reactions (`reacts`), or if its band is 2 or 3;
/// - with reactions, if it ran in the frame before, its band is 0 or 1, and `distance_squared >= half * half` (float).
///   half is half of the second of its `bands`. If they are not given, half is 2.5 + ((r + r') - 0.8) m, with the radii
///   of the agent and its target.
///
/// Otherwise it walks. This hysteresis comes from the soulslike boss.
void ReferenceModel::classify_gait(Agent& agent) {
    const bool ran = agent.runs;
    agent.runs = false;
    if (!is_free(agent) || agent.target == no_serial || agent.state != AgentState::pursue) return;
    const Agent& target = agents_.at(agent.target);
    if (target.gone) return;
    if (!archetype_of(agent).boss.reacts || agent.band == 2 || agent.band == 3) {
        agent.runs = true;
    } else if (ran && (agent.band == 0 || agent.band == 1)) {
        const std::array<float, 4>& given = archetype_of(agent).perception.bands;
        const float more = (radius_of(agent) + radius_of(target)) - 0.8f;
        const float half = given == std::array<float, 4>{} ? 2.5f + more : given[1] / 2;
        agent.runs = distance_squared(agent.position, target.position) >= half * half;
    }
}

// ## Arrival

/// It concerns a holder that has not arrived and has no token, and has the target of its circle. It is *in
/// place*, and arrives in evaluate_fsm, if one of these holds:
/// - mm(its distance to its slot's position, `holder_place`) <= mm(`arrival_radius`);
/// - it fights from where it stands (`fights_from_here`);
/// - it is under an order `hold`, and has the target in reach;
/// - its target holds a slot itself, mm(its distance to the target) <= its `approach_distance` + mm(`arrival_radius`),
///   and it is not walled off from the target.
///
/// An arrived holder stays arrived wherever it is, until its slot changes, or it is given another slot (the same slot
/// included), or it is staggered, makes a backstep or heals.
void ReferenceModel::look_at_arrival(Agent& agent) {
    if (agent.role != Role::holder || agent.arrived || agent.token) return;
    if (agent.circle != agent.target) return; // it leaves that circle in this frame
    const Agent& target = agents_.at(agent.circle);
    const CircleDef& def = circle_def(agent.circle);
    const Vec2 place = holder_place(agent, target, agent.slot);
    if (millimetres(distance_squared(agent.position, place)) <= millimetres_of(def.arrival_radius))
        agent.in_place = true;
    if (!agent.in_place && fights_from_here(agent, target)) agent.in_place = true;
    if (!agent.in_place && agent.holding() && in_reach(agent, target)) agent.in_place = true;
    if (target.role != Role::holder || agent.in_place) return;
    const int64_t near = approach_distance(agent, target) + millimetres_of(def.arrival_radius);
    if (distance_mm(agent, target) <= near && !walled_off(agent, target)) agent.in_place = true;
}

// ## Promised places

/// A holder on its way is *promised* its place: the position of its slot (`holder_place`), as it is in
/// classify_distances of this frame. On its way is a living holder that has not arrived (in place or not). Its target
/// is not gone, is the target of its circle, and fights in slots. Whether it has a token makes no difference.
///
/// The places serve `promised_to_others` in `can_reach` and `plan_engagements` of the same frame.
void ReferenceModel::promise_places() {
    promised_places_.clear();
    for (const auto& [serial, agent] : agents_) {
        if (!agent.living() || agent.role != Role::holder || agent.arrived || agent.target != agent.circle) continue;
        const Agent& target = agents_.at(agent.circle);
        if (target.gone || !fights_in_slots(target)) continue;
        promised_places_.push_back(
            {agent.circle, agent.floor, radius_of(agent), holder_place(agent, target, agent.slot)});
    }
}

// ## Journeys

/// For a bound agent that heads for a passage, the mark becomes its position, the time of the mark becomes now, and the
/// journey is not *blocked*. Otherwise the first of these that applies decides:
/// - The journey is not cut off, the agent is not bound, and mm(distance to its point) <= `point_radius`: it ends.
///   Event order_done, cause reached (without an event if the agent has come to rest). The order stays in force.
/// - The journey has no mark, or `distance_squared(position, mark) > 0.0625` (float; 0.25 m), or the agent is under an
///   order `advance` and has a target: the mark becomes the position, its time becomes now, and the journey is not
///   *blocked*.
/// - The journey is not *blocked*, and 3 s (60 s for an order with a formation) have passed since the time of its mark:
///   it is *blocked* from now on, and the agent has *come to a halt* (`look_at_halts`). The journey goes on all the
///   same, and may still be reached.
void ReferenceModel::look_at_journey(Agent& agent) {
    Journey& journey = *agent.journey;
    const bool fights_on_way = agent.order.kind == OrderKind::advance && agent.target != no_serial;
    if (agent.bound() && agent.heads_for) {
        journey.mark = agent.position;
        journey.since = now_;
        journey.blocked = false;
        return;
    }
    const int distance = millimetres(distance_squared(agent.position, agent.order.point));
    const bool near = !cut_off(agent) && distance <= point_radius(agent);
    if (near && !agent.bound()) {
        if (!journey.rests) emit_order_done(agent, Cause::reached);
        agent.journey.reset();
    } else if (!journey.mark || distance_squared(agent.position, *journey.mark) > 0.0625f || fights_on_way) {
        journey.mark = agent.position;
        journey.since = now_;
        journey.blocked = false;
    } else if (!journey.blocked && reached(journey.since + journey.patience)) {
        journey.blocked = true;
        halted_.push_back(agent.serial);
    }
}

/// An agent's point is a *waypoint* while an order waits in its queue, and the agent is not bound. The number n of a
/// waypoint counts the living agents that have a waypoint and exactly the same place on the same floor, before any
/// journey ends in this frame.
void ReferenceModel::count_waypoints() {
    at_waypoint_.clear();
    for (const auto& [serial, agent] : agents_)
        if (agent.living() && agent.journey && !agent.order_queue.empty() && !agent.bound())
            ++at_waypoint_[{destination(agent).x, destination(agent).y, agent.floor}];
}

/// It is 400 mm. For a waypoint with n > 1 it is `1200 * radius * sqrt(n)` (float, truncated), if that is more. So a
/// crowd does not jam at a waypoint.
int ReferenceModel::point_radius(const Agent& agent) const {
    if (agent.order_queue.empty() || agent.bound()) return 400;
    const int n = at_waypoint_.at({destination(agent).x, destination(agent).y, agent.floor});
    if (n == 1) return 400;
    return std::max(400, static_cast<int>(1200.0f * radius_of(agent) * std::sqrt(static_cast<float>(n))));
}

/// An agent that has come to a halt comes to *rest* at its place if it is not bound and has not come to rest on this
/// journey before. It must be near: mm(distance to its place) <= `1500 * radius * (1 + sqrt(n))` (float, truncated). n
/// counts the living agents that are on a journey to exactly this place on this floor at that time, and not bound, the
/// agent included. On a ground the straight line from its position to its place must be free. Event order_done, cause
/// reached, or blocked if the journey is cut off. From then on this journey causes no event any more.
///
/// If it neither comes to rest nor has come to rest before: event order_done, cause blocked.
///
/// *Example.* Thirty agents with a radius of 0.4 m are ordered to one point. One of them comes within 0.4 m of it:
/// reached. The others stand round it, all within 2.7 m. 3 s after its last quarter of a metre each of the other 29
/// comes to rest: 1500 * 0.4 * (1 + sqrt(29)) is 3831 mm, so it has reached the point, too. If a door is shut on the
/// way, those before the door are blocked, however near the point is: the straight line is not free. If the point
/// itself is in a closed yard, all thirty gather at the place before its wall that is nearest to the point, and each is
/// blocked when it comes to rest there. When the gate opens they go on.
void ReferenceModel::look_at_halts() {
    for (const Serial serial : halted_) {
        Agent& agent = agents_.at(serial);
        if (agent.journey->rests) continue;
        const Vec2 point = destination(agent);
        int n = 0;
        for (const auto& [other_serial, other] : agents_)
            if (other.living() && other.journey && !other.bound() && destination(other) == point &&
                other.floor == agent.floor)
                ++n;
        const float room = 1500.0f * radius_of(agent) * (1.0f + std::sqrt(static_cast<float>(n)));
        const bool near = millimetres(distance_squared(agent.position, point)) <= static_cast<int>(room);
        const bool free = ground_ == nullptr || ground_->clear(agent.position, point);
        agent.journey->rests = !agent.bound() && near && free;
        emit_order_done(agent, agent.journey->rests && !cut_off(agent) ? Cause::reached : Cause::blocked);
    }
    halted_.clear();
}

} // namespace fray::model
