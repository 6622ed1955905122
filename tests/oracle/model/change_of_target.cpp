// commit: the change of target, to an open slot elsewhere or to an enemy in reach.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <tuple>

namespace fray::model {

// # Change of target
// A requester takes an open slot of another target if this is nearer than its own target. With `retargets_in_reach` a
// requester or holder takes an enemy in reach, or that a step brings into reach, instead of a target farther away.

/// Each agent makes at most one proposal, on what admission has left: `propose_enemy_in_reach` goes before
/// `propose_open_slot`. Then the proposals are carried out, by the agents' serials.
void ReferenceModel::commit_change_of_target() {
    std::vector<Proposal> proposals;
    for (const auto& [serial, agent] : agents_) {
        if (may_take_enemy_in_reach(agent)) {
            if (const std::optional<Proposal> proposal = propose_enemy_in_reach(agent)) {
                proposals.push_back(*proposal);
                continue; // it makes no other proposal
            }
        }
        if (!may_change_target(agent)) continue;
        if (const std::optional<Proposal> proposal = propose_open_slot(agent)) proposals.push_back(*proposal);
    }
    for (const Proposal& proposal : proposals) carry_out_change(proposal);
}

/// The agent is a requester at a circle with a `rebalance_mode` that is not off, and its targeting is neither `sight`
/// nor `threat`. It scanned in this frame's acquire_targets, held no slot then, and did not change its target in it. It
/// changed its target at least `target_dwell_time` ago.
bool ReferenceModel::may_change_target(const Agent& agent) {
    if (!agent.scanned || !agent.slotless || agent.changed || agent.role != Role::requester) return false;
    if (circle_def(agent.circle).rebalance_mode == RebalanceMode::off) return false;
    if (keeps_to_its_target(agent)) return false;
    return reached(agent.target_since + microseconds_of(archetype_of(agent).perception.target_dwell_time));
}

/// If it `may_change_target`, the agent considers its candidates (`is_candidate`) other than its target whose circle
/// takes it in (`takes_in`). Of all their open slots it takes the nearest in mm; ties: the lower slot, then the lower
/// serial of the target. It proposes it if mm(the distance to it) + mm(`switch_margin`, of the circle that it leaves)
/// <= mm(the distance to its target).
///
/// If that other target fights in slots, the first 6 m of the way to the slot itself must be free
/// (`beginning_of_way_free`; third agents are all but these two), and the slot not promised to others.
///
/// *Example.* A requester is 12 m from its target, and `switch_margin` is 0.5 m. An open slot of another candidate is
/// 11.5 m away: 11500 + 500 <= 12000, so it changes. At 11.501 m it stays.
std::optional<ReferenceModel::Proposal> ReferenceModel::propose_open_slot(const Agent& agent) {
    std::optional<Proposal> nearest;
    for (const auto& [serial, other] : agents_) {
        if (serial == agent.target || !is_candidate(agent, other)) continue;
        const Circle circle = circle_or_empty(serial);
        if (!takes_in(circle, agent)) continue;
        for (int slot = 0; slot < slots_round(serial); ++slot) {
            if (!open(circle, slot)) continue;
            const int64_t distance = slot_distance(circle, agent, slot);
            if (nearest &&
                std::tie(nearest->distance, nearest->slot, nearest->target) <= std::tie(distance, slot, serial))
                continue;
            nearest = Proposal{agent.serial, serial, slot, distance};
        }
    }
    if (!nearest) return nearest;
    const int64_t gain = millimetres_of(circle_def(agent.circle).switch_margin);
    if (nearest->distance + gain <= distance_mm(agent, agents_.at(agent.target))) {
        const Vec2 place = slot_place(agents_.at(nearest->target), nearest->slot);
        if (!beginning_of_way_free(agent, place, nearest->target)) return std::nullopt;
        if (fights_in_slots(agents_.at(nearest->target)) && promised_to_others(agent, place, nearest->target))
            return std::nullopt;
        return nearest;
    }
    return std::nullopt;
}

/// The agent is a requester or holder with `retargets_in_reach`. Its targeting, its scan and `target_dwell_time` are as
/// in `may_change_target`, but it may have held a slot. Its target is that of its circle, and it has no shot at it
/// (`has_shot`). It is in no timed state (stagger, backstep, heal).
bool ReferenceModel::may_take_enemy_in_reach(const Agent& agent) {
    const PerceptionDef& perception = archetype_of(agent).perception;
    if (agent.role != Role::requester && agent.role != Role::holder) return false;
    if (!perception.retargets_in_reach || keeps_to_its_target(agent)) return false;
    if (!agent.scanned || agent.changed || agent.target != agent.circle || is_timed_state(agent.state)) return false;
    if (has_shot(agent, agents_.at(agent.target))) return false;
    return reached(agent.target_since + microseconds_of(perception.target_dwell_time));
}

/// If it `may_take_enemy_in_reach`, the agent proposes the nearest enemy at which it has a shot. Without one it
/// proposes the nearest enemy *at hand* (`at_hand`), if the way to its target is closed (`way_to_strike_free`), for
/// example one in front of it where a fighter has fallen.
std::optional<ReferenceModel::Proposal> ReferenceModel::propose_enemy_in_reach(const Agent& agent) {
    const std::optional<Proposal> in_reach = propose_nearest_enemy(agent, &ReferenceModel::has_shot);
    const Agent& target = agents_.at(agent.target);
    if (in_reach) return in_reach;
    if (way_to_strike_free(agent, target)) return std::nullopt;
    return propose_nearest_enemy(agent, &ReferenceModel::at_hand);
}

/// mm(distance) <= 1000 + the greatest reach of its attacks (`greatest_reach`), and the way to the enemy is free
/// (`way_to_strike_free`).
bool ReferenceModel::at_hand(const Agent& agent, const Agent& enemy) const {
    return distance_mm(agent, enemy) <= 1000 + greatest_reach(agent, enemy) && way_to_strike_free(agent, enemy);
}

/// The way leads from the agent's position here to `point_before(there, here, d)`; only its first 6 m count
/// (`beginning_of_way_free`). there is the position of the other agent, and d the least `striking_distance` of the
/// agent's attacks at that agent's circle; without one the way is closed. Otherwise it is free if no third agent, none
/// of these two, is in it, or if the other agent does not fight in slots.
bool ReferenceModel::way_to_strike_free(const Agent& agent, const Agent& enemy) const {
    std::optional<int64_t> least;
    for (const AttackDef& attack : archetype_of(agent).attacks)
        if (const auto distance = striking_distance(agent, attack, enemy); distance && (!least || *distance < *least))
            least = distance;
    if (!least) return false;
    const Vec2 place = point_before(enemy.position, agent.position, static_cast<int32_t>(*least));
    return beginning_of_way_free(agent, place, enemy.serial);
}

/// It is the nearest (`key`) of the candidates (`is_candidate`) that are near enough and have room: the circle takes
/// the agent in (`takes_in`) and has an open slot. Its nearest open slot in mm is proposed (ties: the lower slot). The
/// way to that slot and the `rebalance_mode` there make no difference.
std::optional<ReferenceModel::Proposal>
ReferenceModel::propose_nearest_enemy(const Agent& agent,
                                      bool (ReferenceModel::*near)(const Agent&, const Agent&) const) {
    const Agent* nearest = nullptr;
    for (const auto& [serial, other] : agents_) {
        if (!is_candidate(agent, other) || !(this->*near)(agent, other)) continue;
        const Circle circle = circle_or_empty(serial);
        if (!takes_in(circle, agent) || open_slots(circle) == 0) continue;
        if (nearest == nullptr || key(agent, other) < key(agent, *nearest)) nearest = &other;
    }
    if (nearest == nullptr) return std::nullopt;
    const Circle circle = circle_or_empty(nearest->serial);
    return Proposal{agent.serial, nearest->serial, nearest_slot(circle, agent), 0, true};
}

/// The agent has no token, and the least attack weight in its attack table is at most the free attack capacity there
/// (without attacks: never).
bool ReferenceModel::can_attack_there(const Agent& agent, const Circle& circle) {
    if (agent.token) return false;
    const int free = attack_free(circle);
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    return std::any_of(attacks.begin(), attacks.end(),
                       [free](const AttackDef& attack) { return attack.weight <= free; });
}

/// The agent's grid weight <= the free grid capacity, and no requester reserves there.
bool ReferenceModel::takes_in(const Circle& circle, const Agent& agent) {
    return weight_of(agent.serial) <= grid_free(circle) && circle.reserver == no_serial;
}

/// A proposal is dropped if an earlier one has taken its slot, or if the agent's weight does not fit any more; an enemy
/// in reach or at hand also unless the agent `can_attack_there`. Otherwise a requester leaves its queue, and a holder
/// its slot: event unslot, cause retargeted. Events target (cause open_slot) and slot (cause rebalanced). The agent
/// goes to the back of the other token queue, and is admitted now.
void ReferenceModel::carry_out_change(const Proposal& proposal) {
    Agent& agent = agents_.at(proposal.agent);
    const Circle seen = circle_or_empty(proposal.target);
    if (!open(seen, proposal.slot) || weight_of(agent.serial) > grid_free(seen)) return;
    if (proposal.in_reach && !can_attack_there(agent, seen)) return;
    if (agent.role == Role::holder)
        leave_slot(agent, Cause::retargeted);
    else
        leave_queue(agent);
    change_target(agent, proposal.target, Cause::open_slot);
    Circle& circle = circle_round(proposal.target);
    if (!circle.surveyed_at) survey(circle);
    queue_up(circle, agent, false);
    admit(circle, agent, proposal.slot, Cause::rebalanced);
}

/// A target without a circle counts as a circle with its whole grid and attack capacity free, and all slots open that
/// are not closed.
Circle ReferenceModel::circle_or_empty(Serial target) const {
    const auto found = circles_.find(target);
    if (found != circles_.end()) return found->second;
    Circle empty;
    empty.target = target;
    return empty;
}

} // namespace fray::model
