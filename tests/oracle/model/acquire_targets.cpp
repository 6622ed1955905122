// acquire_targets: which target each agent has. Scans by sight are in brain.cpp, threat tables in threat.cpp.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # acquire_targets

/// The scans of the squads become due first (`schedule_scan`). Then each living agent with a brain, and each living
/// agent without a brain that is performing or has a target, gets its target (`acquire_target`).
void ReferenceModel::acquire_targets() {
    for (size_t number = 1; number <= squads_.size(); ++number) schedule_scan(static_cast<int64_t>(number));
    for (auto& [serial, agent] : agents_) {
        agent.scanned = agent.changed = false;
        const bool concerned = archetype_of(agent).autonomous || agent.performing() || agent.target != no_serial;
        if (agent.living() && concerned) acquire_target(agent);
        agent.seen.clear(); // a positive answer holds for this frame only
    }
    close_system(true);
}

/// The first of these that applies decides. Only the last one scans.
/// - The agent has no brain and is not performing: it has no target any more (cause ordered).
/// - It is led: no target any more (cause led; routed if it routs). This and the next two hold for an agent with a
///   token, too.
/// - It is in state return and not performing: no target any more (cause returned).
/// - It is ordered away: no target any more (cause ordered).
/// - It is performing: if its target is gone since this frame's apply_commands, it keeps it until resolve_hits.
///   Otherwise the ordered agent is its target, hostile or not, if it is living and on the same floor; if not, its
///   target is none (cause ordered if this is a change).
/// - It is `locked`: it keeps its target, or goes on without one.
/// - Its target is gone since this frame's apply_commands: resolve_hits clears the target, and the agent scans in the
///   next frame.
/// - It has an order `attack`, and the ordered agent is living and on the same floor: that agent is the target, hostile
///   or not (cause ordered if this is a change).
/// - Its order `attack` or `escort` names an agent that is dead, gone, or on another floor: the order becomes `free`,
///   the agent is flagged, and the last two lines follow, so that it scans in this very frame.
/// - It supports, and its target is living, hostile to it and on its floor (`keeps_supported_target`): it keeps its
///   target.
/// - The host's answer gives it a target (`take_by_answer`): it takes that target.
/// - It is flagged, or a scan of its squad is due: it scans (`scan`).
void ReferenceModel::acquire_target(Agent& agent) {
    if (!archetype_of(agent).autonomous && !agent.performing()) {
        change_target(agent, no_serial, Cause::ordered);
        return;
    }
    if (led(agent)) {
        if (agent.target != no_serial) change_target(agent, no_serial, routs(agent) ? Cause::routed : Cause::led);
        return;
    }
    if (agent.state == AgentState::returning && !agent.performing()) {
        if (agent.target != no_serial) change_target(agent, no_serial, Cause::returned);
        return;
    }
    if (agent.ordered_away()) {
        if (agent.target != no_serial) change_target(agent, no_serial, Cause::ordered);
        return;
    }
    if (agent.performing()) {
        if (agent.target != no_serial && agents_.at(agent.target).gone) return;
        const Serial target = ordered_agent_is_there(agent) ? agent.order.target : no_serial;
        if (agent.target != target) change_target(agent, target, Cause::ordered);
        return;
    }
    if (locked(agent)) return;
    if (agent.target != no_serial && agents_.at(agent.target).gone) return;
    bool scans = agent.flagged || squads_[agent.squad - 1].scan_due;
    if (agent.order.kind == OrderKind::attack && ordered_agent_is_there(agent)) {
        if (agent.target != agent.order.target) change_target(agent, agent.order.target, Cause::ordered);
        return;
    }
    const bool names_target = agent.order.kind == OrderKind::attack || agent.escorting();
    if (names_target && !ordered_agent_is_there(agent)) {
        end_order(agent);
        scans = true;
    } else if (keeps_supported_target(agent)) {
        return;
    }
    if (take_by_answer(agent)) return;
    if (scans) scan(agent);
}

// Whether the agent that its order names is living and on its floor.
bool ReferenceModel::ordered_agent_is_there(const Agent& agent) const {
    return living(agent.order.target) && agents_.at(agent.order.target).floor == agent.floor;
}

/// A managed agent is *locked* while it has a token and a slot. An unmanaged agent is locked while it is in state
/// attack. But after its hit has been handed over it is not locked any more if it has no target, or if the end of its
/// attack is due or reported in this frame.
bool ReferenceModel::locked(const Agent& agent) const {
    if (!is_free(agent)) return agent.token && agent.role == Role::holder;
    if (agent.state != AgentState::attack) return false;
    // Without a token it still performs an attack, and has another order already.
    const bool handed = agent.token ? agent.token->hit_handed : agent.performance->hit_handed;
    const int64_t end_due = agent.token ? agent.token->end_due : agent.performance->end_due;
    const bool ends = reached(end_due) || agent.reports.count(AttackReport::end) != 0;
    return !handed || (agent.target != no_serial && !ends);
}

/// Every change of target is an event target, and starts `target_dwell_time`. With cause ordered, led, routed or
/// returned it ends the agent's support.
void ReferenceModel::change_target(Agent& agent, Serial target, Cause cause) {
    const bool ends =
        cause == Cause::ordered || cause == Cause::led || cause == Cause::routed || cause == Cause::returned;
    if (ends) agent.supports = false;
    agent.target = target;
    agent.target_since = now_;
    agent.changed = true;
    emit(EventType::target, agent, target, cause);
}

// ## Scans of a squad
// All agents of a squad scan at the same times. An agent spawned without a squad has an *own squad*. No other agent
// joins it. It ends with the agent, or when the agent joins another squad.

/// The interval of a squad's scans is the least `scan_interval` of all agents that were ever in the squad, at the
/// moment of the scan; at least 1 us. A reload that changes it sets it anew (`renew_interval`), and each agent that
/// enters later may lower it. A scan is due if it `falls_due`, but a squad that is far away leaves scans out
/// (`is_updated`).
void ReferenceModel::schedule_scan(int64_t number) {
    Squad& squad = squads_[static_cast<size_t>(number - 1)];
    const int64_t interval = std::max<int64_t>(squad.scan_interval, 1);
    const int64_t last = last_on_schedule(number, interval);
    squad.scan_due = falls_due(number, interval) && last > squad.left_out_until;
    if (!squad.scan_due) return;
    int least = 8;
    bool any = false;
    for (const Serial serial : squad.members) {
        if (!living(serial)) continue;
        least = std::min(least, agents_.at(serial).update_interval);
        any = true;
    }
    if (!any || least < 4) return;
    int64_t left_out = least / 2 - 1;
    while (left_out > 0 && (left_out + 1) * interval > 1'000'000) --left_out;
    squad.left_out_until = last + left_out * interval;
}

/// The schedule of a number n: the times phase + k * interval, k = 0, 1, …, with
/// phase = (n * 40503 mod 65536) * interval / 65536 in whole microseconds (rounded down). For the scans of a squad, n
/// is the number of the squad: squads are numbered from 1 in the order in which they are made, host squads and own
/// squads together. 40503 is 65536 divided by the golden ratio, so that the phases of squads that are made one after
/// the other lie evenly in the interval.
int64_t ReferenceModel::last_on_schedule(int64_t n, int64_t interval) const {
    const int64_t phase = n * 40503 % 65536 * interval / 65536;
    return now_ < phase ? -1 : phase + (now_ - phase) / interval * interval;
}

/// A schedule falls due in a frame if one of its times lies in (the previous frame's now, now]; in frame 0,
/// in [0, now].
///
/// *Example.* The squad has the number 5 and `scan_interval` is 0.25 s. So interval = 250000 us, 5 * 40503 mod 65536 =
/// 5907, phase = 5907 * 250000 / 65536 = 22533 us, and the scans fall on 22533, 272533, 522533, 772533 us. With
/// dt = 0.1 s, frame 1 scans (22533 lies in (0, 100000]), and so do frame 3 (200000, 300000], frame 6 and frame 8.
/// Frames 0, 2, 4, 5 and 7 do not.
bool ReferenceModel::falls_due(int64_t n, int64_t interval) const {
    return last_on_schedule(n, interval) > (frame_ == 0 ? -1 : previous_now_);
}

// ## Candidates
// U is the set of the candidates of an agent i.

/// U holds the agents e that i could fight (`could_fight`) and that are *alerted* by a member of i's squad: by a living
/// member on i's floor that alerts e (`alerted_by`). With targeting `self` or `threat` only i itself counts as a
/// member. With `threat` the attackers that have points in i's threat table are candidates, too, at any distance.
///
/// A member with `needs_line_of_sight` alerts e only if e is `in_line`. This does not matter for whether an agent keeps
/// its target: there U is as if no member had it.
///
/// *Example.* A stands at (0, 0), B of the same squad at (30, 0), both with `alert_radius` 20 m. An enemy stands at
/// (45, 0). B is 15 m away and alerts it. So it is a candidate of A too, 45 m away, if A has targeting `team` or
/// `spread`. With targeting `self` it is not.
bool ReferenceModel::is_candidate(const Agent& agent, const Agent& other, bool looks) const {
    if (!could_fight(agent, other)) return false;
    const Targeting targeting = archetype_of(agent).perception.targeting;
    if (targeting == Targeting::threat && points_of(agent, other.serial) > 0.0f) return true;
    const auto alerts = [&](const Agent& member) {
        return alerted_by(member, other) && (!looks || in_line(member, other));
    };
    if (targeting == Targeting::self || targeting == Targeting::threat) return alerts(agent);
    for (const Serial serial : squads_[agent.squad - 1].members) {
        if (!living(serial)) continue;
        const Agent& member = agents_.at(serial);
        if (member.floor == agent.floor && alerts(member)) return true;
    }
    return false;
}

/// An agent *could fight* another agent that is living, of a team hostile to its own, on its floor, not `apart` from
/// it, and from which it is not held back (`held_back_from`).
bool ReferenceModel::could_fight(const Agent& agent, const Agent& other) const {
    return other.serial != agent.serial && other.living() && other.floor == agent.floor &&
           hostile_[agent.team][other.team] && !apart(agent, other) && !held_back_from(agent, other);
}

/// A member m *alerts* e if `distance_squared(m, e) <= alert_m * alert_m` (float). `alert_m` is the `alert_radius` of
/// m, or what the state of its monster says instead (`alert_radius_of`).
bool ReferenceModel::alerted_by(const Agent& member, const Agent& other) const {
    const float alert = alert_radius_of(member);
    return distance_squared(member.position, other.position) <= alert * alert;
}

/// An agent is *held back* from all agents that it does not have in reach (`in_reach`)
/// - under an order `hold`;
/// - under an order `advance`, if it has an island and the other has none, and no point of its island lies within its
///   greatest reach (`greatest_reach`) of the other. It can never strike such an agent off the ground: an army passes
///   an enemy on a rock;
/// - if it is a follower of an agent without a brain, and mm(distance of the other from that leader) >
///   mm(`max_leader_distance`) (`return_distance`). Such a leader does not go to the enemy that its squad has noticed:
///   without this rule a follower would set out for that enemy and turn back, again and again.
///
/// With targeting `sight` it does not see them, asks about none of them, takes none by an answer, and does not keep
/// one.
bool ReferenceModel::held_back_from(const Agent& agent, const Agent& other) const {
    if (in_reach(agent, other)) return false;
    if (agent.holding()) return true;
    if (agent.order.kind == OrderKind::advance && ground_ != nullptr && ground_->walkable(agent.position) &&
        !ground_->walkable(other.position)) {
        const float reach = static_cast<float>(greatest_reach(agent, other)) * 0.001f;
        Vec2 found{};
        if (!ground_->nearest(other.position, reach, &found, ground_->island(agent.position))) return true;
    }
    if (!follower(agent)) return false;
    const Agent& leader = agents_.at(followed(agent));
    return !archetype_of(leader).autonomous && distance_mm(other, leader) > millimetres_of(return_distance(agent));
}

/// Of the candidates, a target that the agent `chases` among them, the nearest (`key`) goes first. With targeting
/// `spread`, those with `room` go before all others; among these, and among the others, the nearest goes first. With
/// `threat` the `most_threatening` goes before all others.
const Agent* ReferenceModel::first_candidate(const Agent& agent) {
    const bool spread = archetype_of(agent).perception.targeting == Targeting::spread;
    if (const Agent* threatening = most_threatening(agent)) return threatening;
    const Agent* first = nullptr;
    std::pair<bool, Key> least;
    for (const auto& [serial, other] : agents_) {
        if (!is_candidate(agent, other) && !(serial == agent.target && chases(agent, other))) continue;
        const std::pair<bool, Key> worth = {spread && !room(agent, other), key(agent, other)};
        if (first != nullptr && worth >= least) continue;
        first = &other;
        least = worth;
    }
    return first;
}

// ## What a scan decides

/// A scan clears the agent's flag. With targeting `sight` it goes by `scan_by_sight`. Otherwise:
/// - The agent has no target: it takes the first candidate (`first_candidate`), if there is any (cause found).
/// - Its target is not in U, and it does not chase it (`chases`): it takes the first candidate, or no target (cause
///   lost).
/// - Otherwise, with `threat` and if a candidate has points, `change_to_more_threatening` decides, else
///   `change_to_nearer`.
void ReferenceModel::scan(Agent& agent) {
    agent.flagged = false;
    agent.scanned = true;
    agent.slotless = agent.role != Role::holder;
    if (archetype_of(agent).perception.targeting == Targeting::sight) return scan_by_sight(agent);
    const Agent* first = first_candidate(agent);
    const Serial found = first != nullptr ? first->serial : no_serial;
    if (agent.target == no_serial) {
        if (first != nullptr) change_target(agent, found, Cause::found);
        return;
    }
    const Agent& target = agents_.at(agent.target);
    if (!is_candidate(agent, target, false) && !chases(agent, target)) {
        change_target(agent, found, Cause::lost);
        return;
    }
    if (const Agent* threatening = most_threatening(agent))
        change_to_more_threatening(agent, *threatening);
    else
        change_to_nearer(agent, first);
}

/// A holder keeps its target, and so does an agent until `target_dwell_time` has passed since its last change of
/// target. Otherwise the agent changes to the first candidate (cause nearer) if (the key's millimetres of that
/// candidate) + mm(`target_margin`) <= (the key's millimetres of the target).
///
/// Before that, an unmanaged agent with `retargets_in_reach` and an attack that needs a clear line changes to the
/// nearest (`key`) candidate at which it has a shot (`has_shot`), if it has its target in reach and no shot at it. If
/// it has one, it does not change to a candidate at which it has none.
///
/// With `spread`, it changes without this condition (cause open_slot) if the candidate has room and the target has not.
/// It keeps its target if only the target has room. If both have room, or neither has, the margin decides.
///
/// *Example.* The target has the key 6000, another candidate 5600, and `target_margin` is 0.5 m. 5600 + 500 = 6100 >
/// 6000: the agent keeps its target. At 5500 it changes. With `spread`, if the other has room and the target has not,
/// it changes at 5600 too, and even at 9000.
void ReferenceModel::change_to_nearer(Agent& agent, const Agent* first) {
    const ArchetypeDef& def = archetype_of(agent);
    const Agent& target = agents_.at(agent.target);
    if (agent.role == Role::holder || !reached(agent.target_since + microseconds_of(def.perception.target_dwell_time)))
        return;
    const bool shoots =
        is_free(agent) && def.perception.retargets_in_reach &&
        std::any_of(def.attacks.begin(), def.attacks.end(), [](const AttackDef& a) { return a.needs_clear_line; });
    if (shoots && in_reach(agent, target) && !has_shot(agent, target)) {
        const Agent* nearest = nullptr;
        for (const auto& [serial, other] : agents_)
            if (is_candidate(agent, other) && has_shot(agent, other) &&
                (nearest == nullptr || key(agent, other) < key(agent, *nearest)))
                nearest = &other;
        if (nearest != nullptr) return change_target(agent, nearest->serial, Cause::nearer);
    }
    if (first == nullptr || first->serial == agent.target) return;
    if (shoots && has_shot(agent, target) && !has_shot(agent, *first)) return;
    if (def.perception.targeting == Targeting::spread && room(agent, *first) && !room(agent, target)) {
        change_target(agent, first->serial, Cause::open_slot);
        return;
    }
    if (def.perception.targeting == Targeting::spread && !room(agent, *first) && room(agent, target)) return;
    const int64_t margin = millimetres_of(def.perception.target_margin);
    if (std::get<0>(key(agent, *first)) + margin <= std::get<0>(key(agent, target)))
        change_target(agent, first->serial, Cause::nearer);
}

/// An agent keeps its target until `target_dwell_time` has passed since its last change of target. Any other agent,
/// a holder too, changes to the `most_threatening` (cause threat) if the faded points of that are greater than
/// 1.1 * the faded points of the target (float; 0 without a row).
///
/// *Example.* A boss with a half-life of 10 s is hit by a mage for 40 at 0 s, and by a knight for 30 at 10 s. At 10 s
/// the mage has 20 points, the knight 30. The boss has the mage as target, and changes at its next scan: 30 > 22. If
/// the host had added 10 points for the mage at 10 s (30 points), it would keep the mage: 30 is not greater than 33.
void ReferenceModel::change_to_more_threatening(Agent& agent, const Agent& threatening) {
    if (!reached(agent.target_since + microseconds_of(archetype_of(agent).perception.target_dwell_time))) return;
    const float best = points_of(agent, threatening.serial), present = points_of(agent, agent.target);
    if (!(best > 1.1f * present)) return;
    change_target(agent, threatening.serial, Cause::threat);
}

/// An agent with targeting `sight` or `threat` gets its targets here only: commit gives it no other.
bool ReferenceModel::keeps_to_its_target(const Agent& agent) const {
    const Targeting targeting = archetype_of(agent).perception.targeting;
    return targeting == Targeting::sight || targeting == Targeting::threat;
}

} // namespace fray::model
