// commit: rebalancing, and change of target.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>

namespace fray::model {

// ---- 4. Rebalancing -----------------------------------------------------------------------------------------------

void ReferenceModel::commit_rebalancing(Circle& circle) {
    const CircleDef& def = circle_def(circle.target);
    if (def.rebalance_mode == RebalanceMode::off) return;
    if (moved(agents_.at(circle.target))) circle.rebalancing_due = true;
    if (!circle.rebalancing_due) return;
    const std::vector<Serial> agents = participants(circle);
    const int64_t dwell = microseconds_of(def.switch_dwell_time);
    for (const Serial serial : agents) {
        const Agent& agent = agents_.at(serial);
        if (!agent.rebalanced_at || reached(*agent.rebalanced_at + dwell)) continue;
        ++tally_["rebalancing: put off by switch_dwell_time"];
        return; // a rebalancing that is due stays due
    }
    circle.rebalancing_due = false;
    if (!agents.empty()) look_at_slots(circle, agents);
}

/// Whether the target is not where it was at the start of the frame before, or was teleported in this frame. False in
/// the frame of its spawn.
bool ReferenceModel::moved(const Agent& target) const {
    if (target.spawned_frame == frame_) return false;
    if (target.walked) // positions that a move of the origin has rounded tell nothing
        return target.teleported || *target.walked || target.position != target.stood;
    return target.teleported || target.position.x != target.previous_position.x ||
           target.position.y != target.previous_position.y;
}

/// The participants of rebalancing: holders without a token, by serial. Holders that have arrived are left out if
/// `even_spacing` > 0, the target stands, or it fights in slots.
std::vector<Serial> ReferenceModel::participants(const Circle& circle) {
    const Agent& target = agents_.at(circle.target);
    const bool spares_arrived =
        circle_def(circle.target).even_spacing > 0.0f || !moved(target) || fights_in_slots(target);
    std::vector<Serial> result;
    for (const Serial serial : circle.token_queue) {
        const Agent& agent = agents_.at(serial);
        if (agent.token) continue;
        if (agent.arrived && spares_arrived)
            ++tally_["rebalancing: an arrived one is left alone"];
        else
            result.push_back(serial);
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// Assigns the participants' slots and the open slots (only with `even_spacing` 0) to the participants.
void ReferenceModel::look_at_slots(Circle& circle, const std::vector<Serial>& agents) {
    const CircleDef& def = circle_def(circle.target);
    std::vector<int> slots;
    for (int slot = 0; slot < def.slots; ++slot) {
        const auto holder = circle.slots.find(slot);
        const bool of_participant =
            holder != circle.slots.end() && std::binary_search(agents.begin(), agents.end(), holder->second);
        if (of_participant || (def.even_spacing == 0.0f && open(circle, slot))) slots.push_back(slot);
    }
    int64_t total = 0;
    std::vector<std::vector<int64_t>> costs;
    for (const Serial serial : agents) {
        total += holder_distance(circle, agents_.at(serial), agents_.at(serial).slot);
        costs.emplace_back();
        for (const int slot : slots) costs.back().push_back(holder_distance(circle, agents_.at(serial), slot));
    }
    const bool exact = def.rebalance_mode == RebalanceMode::exact;
    std::vector<int> dealt = exact ? assign_exactly(costs) : assign_nearest(costs);
    int64_t new_total = 0;
    bool differs = false;
    for (size_t i = 0; i < agents.size(); ++i) {
        new_total += costs[i][static_cast<size_t>(dealt[i])];
        dealt[i] = slots[static_cast<size_t>(dealt[i])];
        differs = differs || dealt[i] != agents_.at(agents[i]).slot;
    }
    if (total - new_total <= millimetres_of(def.switch_margin)) {
        ++tally_[differs ? "rebalancing: stays, gain too small" : "rebalancing: stays, it is best as it is"];
        return;
    }
    ++tally_[exact ? "rebalanced exactly" : "rebalanced by the nearest pairs"];
    if (def.even_spacing > 0.0f) ++tally_["rebalanced with surround"];
    rebalance(circle, agents, dealt);
}

/// `costs` is indexed by participant and column. Returns the column of each participant: the assignment of least total
/// cost, of several the lexicographically smallest. `least[taken]` is the least cost of all participants after the
/// first |taken|, if the columns in the bit set `taken` are used.
std::vector<int> ReferenceModel::assign_exactly(const std::vector<std::vector<int64_t>>& costs) {
    const size_t columns = costs.front().size();
    if (columns > 20) throw std::logic_error("the reference model rebalances 20 slots at most");
    std::vector<int64_t> least(size_t{1} << columns, 0);
    const auto with = [&](size_t taken, size_t column) {
        const size_t participant = static_cast<size_t>(std::popcount(taken));
        return costs[participant][column] + least[taken | size_t{1} << column];
    };
    const auto is_free = [](size_t taken, size_t column) { return (taken >> column & 1) == 0; };
    for (size_t taken = least.size(); taken-- > 0;) {
        if (static_cast<size_t>(std::popcount(taken)) >= costs.size()) continue;
        bool first = true;
        for (size_t column = 0; column < columns; ++column) {
            if (!is_free(taken, column)) continue;
            if (first || with(taken, column) < least[taken]) least[taken] = with(taken, column);
            first = false;
        }
    }
    std::vector<int> result;
    size_t taken = 0;
    bool tie = false;
    while (result.size() < costs.size()) {
        std::vector<size_t> best;
        for (size_t column = 0; column < columns; ++column)
            if (is_free(taken, column) && with(taken, column) == least[taken]) best.push_back(column);
        tie = tie || best.size() > 1;
        result.push_back(static_cast<int>(best.front()));
        taken |= size_t{1} << best.front();
    }
    if (tie) ++tally_["rebalancing: several assignments of least cost"];
    return result;
}

/// Takes pairs by cost, then serial, then slot, until every participant has a slot.
std::vector<int> ReferenceModel::assign_nearest(const std::vector<std::vector<int64_t>>& costs) {
    std::vector<std::tuple<int64_t, size_t, size_t>> pairs;
    for (size_t i = 0; i < costs.size(); ++i)
        for (size_t column = 0; column < costs[i].size(); ++column) pairs.emplace_back(costs[i][column], i, column);
    std::sort(pairs.begin(), pairs.end());
    std::vector<int> result(costs.size(), -1);
    std::set<size_t> taken;
    for (const auto& [cost, participant, column] : pairs)
        if (result[participant] < 0 && taken.insert(column).second) result[participant] = static_cast<int>(column);
    return result;
}

/// Moves every participant with a new slot, by serial.
void ReferenceModel::rebalance(Circle& circle, const std::vector<Serial>& agents, const std::vector<int>& slots) {
    std::vector<std::pair<Serial, int>> changes;
    for (size_t i = 0; i < agents.size(); ++i)
        if (agents_.at(agents[i]).slot != slots[i]) changes.emplace_back(agents[i], slots[i]);
    for (const auto& [serial, slot] : changes) circle.slots.erase(agents_.at(serial).slot);
    for (const auto& [serial, slot] : changes) {
        hold(circle, agents_.at(serial), slot, Cause::rebalanced);
        agents_.at(serial).rebalanced_at = now_;
    }
    circle.rebalancing_due = false; // slots given by rebalancing do not make another rebalancing due
}

// ---- 8. Change of target ------------------------------------------------------------------------------------------

/// All proposals are made on the state that admission left, then they are carried out; both by the agents' serials.
void ReferenceModel::commit_change_of_target() {
    std::vector<Proposal> proposals;
    for (const auto& [serial, agent] : agents_) {
        if (may_take_enemy_in_reach(agent)) {
            if (const std::optional<Proposal> proposal = plan_enemy_in_reach(agent)) {
                if (may_change_target(agent)) ++tally_["change of target: an enemy in reach goes before an open slot"];
                proposals.push_back(*proposal);
                continue; // it makes no other proposal
            }
        }
        if (!may_change_target(agent)) continue;
        if (const std::optional<Proposal> proposal = plan_engagements(agent)) proposals.push_back(*proposal);
    }
    for (const Proposal& proposal : proposals) carry_out(proposal);
}

bool ReferenceModel::may_change_target(const Agent& agent) {
    if (!agent.scanned || !agent.slotless || agent.changed || agent.role != Role::requester) return false;
    if (circle_def(agent.circle).rebalance_mode == RebalanceMode::off) return false;
    if (keeps_to_its_target(agent)) return false;
    if (reached(agent.target_since + microseconds_of(archetype_of(agent).perception.target_dwell_time))) return true;
    ++tally_["change of target: too early by target_dwell_time"];
    return false;
}

/// The nearest open slot at all targets that take the agent in; ties: the lower slot, then the target's lower serial.
std::optional<ReferenceModel::Proposal> ReferenceModel::plan_engagements(const Agent& agent) {
    std::optional<Proposal> nearest;
    for (const auto& [serial, other] : agents_) {
        if (serial == agent.target || !is_candidate(agent, other)) continue;
        const Circle circle = circle_or_empty(serial);
        if (!takes_in(circle, agent)) continue;
        for (int slot = 0; slot < circle_def(serial).slots; ++slot) {
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
        if (!beginning_of_way_free(agent, place, nearest->target)) { // C8.6a
            ++tally_["change of target: the way to the slot is not free"];
            return std::nullopt;
        }
        if (fights_in_slots(agents_.at(nearest->target)) && promised_to_others(agent, place, nearest->target)) {
            ++tally_["change of target: the slot was promised to others"];
            return std::nullopt;
        }
        if (circles_.count(nearest->target) == 0) ++tally_["change of target: to one without circle"];
        return nearest;
    }
    ++tally_["change of target: not nearer by switch_margin"];
    return std::nullopt;
}

/// C8.6b: whether the agent would take an enemy in reach instead of its target.
bool ReferenceModel::may_take_enemy_in_reach(const Agent& agent) {
    const PerceptionDef& perception = archetype_of(agent).perception;
    if (agent.role != Role::requester && agent.role != Role::holder) return false;
    if (!perception.retargets_in_reach || keeps_to_its_target(agent)) return false;
    if (!agent.scanned || agent.changed || agent.target != agent.circle || is_timed_state(agent.state)) return false;
    if (in_reach(agent, agents_.at(agent.target))) return false;
    if (reached(agent.target_since + microseconds_of(perception.target_dwell_time))) return true;
    ++tally_["enemy in reach: too early by target_dwell_time"];
    return false;
}

/// C8.6c and C8.6f: an enemy in reach; without one, an enemy at hand if the way to its target is closed.
std::optional<ReferenceModel::Proposal> ReferenceModel::plan_enemy_in_reach(const Agent& agent) {
    const std::optional<Proposal> in_reach = plan_enemy(agent, &ReferenceModel::in_reach);
    const Agent& target = agents_.at(agent.target);
    if (in_reach) return in_reach;
    if (way_to_strike_free(agent, target)) {
        ++tally_["enemy at hand: the way to its target is free"];
        return std::nullopt;
    }
    const std::optional<Proposal> next = plan_enemy(agent, &ReferenceModel::at_hand);
    if (next) ++tally_["enemy at hand: proposed"];
    return next;
}

/// C8.6f: whether a step brings the agent within reach of the enemy, on a free way.
bool ReferenceModel::at_hand(const Agent& agent, const Agent& enemy) const {
    return distance_mm(agent, enemy) <= 1000 + greatest_reach(agent, enemy) && way_to_strike_free(agent, enemy);
}

/// C8.6f: whether the way to the place from which the agent strikes the enemy is free, or the first 6 m of it.
bool ReferenceModel::way_to_strike_free(const Agent& agent, const Agent& enemy) const {
    std::optional<int64_t> least;
    for (const AttackDef& attack : archetype_of(agent).attacks)
        if (const auto distance = striking_distance(agent, attack, enemy); distance && (!least || *distance < *least))
            least = distance;
    if (!least) return false;
    const Vec2 place = point_before(enemy.position, agent.position, static_cast<int32_t>(*least));
    return beginning_of_way_free(agent, place, enemy.serial);
}

/// The nearest candidate that is near enough, as `near` says, and that has room for the agent, with the nearest open
/// slot there.
std::optional<ReferenceModel::Proposal>
ReferenceModel::plan_enemy(const Agent& agent, bool (ReferenceModel::*near)(const Agent&, const Agent&) const) {
    const Agent* nearest = nullptr;
    for (const auto& [serial, other] : agents_) {
        if (!is_candidate(agent, other) || !(this->*near)(agent, other)) continue;
        const Circle circle = circle_or_empty(serial);
        if (!takes_in(circle, agent) || open_slots(circle) == 0) {
            ++tally_["enemy in reach: it has no room"];
            continue;
        }
        if (nearest == nullptr || key(agent, other) < key(agent, *nearest)) nearest = &other;
    }
    if (nearest == nullptr) return std::nullopt;
    const Circle circle = circle_or_empty(nearest->serial);
    return Proposal{agent.serial, nearest->serial, nearest_slot(circle, agent), 0, true};
}

/// C8.6d: the agent has no token, and the free attack capacity is enough for the lightest attack of its table.
bool ReferenceModel::can_attack_there(const Agent& agent, const Circle& circle) {
    if (agent.token) {
        ++tally_["enemy in reach: dropped, it has a token"];
        return false;
    }
    const int free = attack_free(circle);
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    if (std::any_of(attacks.begin(), attacks.end(), [free](const AttackDef& attack) { return attack.weight <= free; }))
        return true;
    ++tally_["enemy in reach: dropped, too little attack capacity is free"];
    return false;
}

/// Whether the agent's weight fits at the other circle, and no capacity is reserved there.
bool ReferenceModel::takes_in(const Circle& circle, const Agent& agent) {
    if (weight_of(agent.serial) > grid_free(circle)) return false;
    if (circle.reserver == no_serial) return true;
    if (open_slots(circle) > 0) ++tally_["change of target: not to a circle with a reserver"];
    return false;
}

void ReferenceModel::carry_out(const Proposal& proposal) {
    Agent& agent = agents_.at(proposal.agent);
    const Circle seen = circle_or_empty(proposal.target);
    if (!open(seen, proposal.slot) || weight_of(agent.serial) > grid_free(seen)) {
        ++tally_[open(seen, proposal.slot) ? "change of target: dropped, the weight does not fit any more"
                                           : "change of target: dropped, the slot is taken"];
        return;
    }
    if (proposal.in_reach) {
        if (!can_attack_there(agent, seen)) return;
        ++tally_[agent.role == Role::holder ? "enemy in reach: a holder takes it"
                                            : "enemy in reach: a requester takes it"];
        if (held_up(agent)) ++tally_["enemy in reach: a requester that is held up takes it"];
        if (circles_.count(proposal.target) == 0) ++tally_["enemy in reach: one without circle"];
    }
    if (agent.role == Role::holder)
        leave_slot(agent, Cause::retargeted);
    else
        leave_queue(agent);
    change_target(agent, proposal.target, Cause::open_slot);
    Circle& circle = circles_[proposal.target];
    circle.target = proposal.target;
    if (!circle.surveyed_at) survey(circle);
    queue_up(circle, agent, false);
    admit(circle, agent, proposal.slot, Cause::rebalanced);
}

/// A target without a circle counts as a circle with the whole grid capacity and all slots that are not closed.
Circle ReferenceModel::circle_or_empty(Serial target) const {
    const auto found = circles_.find(target);
    if (found != circles_.end()) return found->second;
    Circle empty;
    empty.target = target;
    return empty;
}

} // namespace fray::model
