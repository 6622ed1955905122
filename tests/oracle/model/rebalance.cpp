// commit: rebalancing.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>

namespace fray::model {

// # commit: rebalancing
// Holders take other slots where that makes their ways shorter in all.

/// It runs at circles with `rebalance_mode` `exact` or `nearest`. Rebalancing is *due* if the target has moved
/// (`moved`), or if a slot there was given (admission, stealing, relief, cause moved, change of target) or given back,
/// for whatever cause, since it was last evaluated. Rebalancing itself makes nothing due.
///
/// If rebalancing gave a participant another slot less than `switch_dwell_time` ago (now < then + `switch_dwell_time`),
/// nothing happens, and what was due stays due. A rebalancing at another circle counts too, a change of target does
/// not. Otherwise the circle is evaluated (`reassign_slots`).
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
        return;
    }
    circle.rebalancing_due = false;
    if (!agents.empty()) reassign_slots(circle, agents);
}

/// A target has *moved* if it stands elsewhere than at the start of the frame before, or was teleported or got a radius
/// in this frame. In the frame of its spawn it has never moved. What a move of the origin does to its position makes no
/// difference.
bool ReferenceModel::moved(const Agent& target) const {
    if (target.spawned_frame == frame_) return false;
    if (target.walked) // positions that a move of the origin has rounded tell nothing
        return target.teleported || *target.walked || target.position != target.stood;
    return target.teleported || target.position.x != target.previous_position.x ||
           target.position.y != target.previous_position.y;
}

/// *Participants* are the holders without a token. Holders that have arrived (at the slot that they have now) do not
/// participate if `even_spacing` > 0, if the target has not moved, or if it fights in slots (`fights_in_slots`).
std::vector<Serial> ReferenceModel::participants(const Circle& circle) {
    const Agent& target = agents_.at(circle.target);
    const bool spares_arrived =
        circle_def(circle.target).even_spacing > 0.0f || !moved(target) || fights_in_slots(target);
    std::vector<Serial> result;
    for (const Serial serial : circle.token_queue) {
        const Agent& agent = agents_.at(serial);
        if (agent.token || (agent.arrived && spares_arrived)) continue;
        result.push_back(serial);
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// The participants are assigned anew (`assign_exactly`, `assign_nearest`) to the slots that they have and, with
/// `even_spacing` 0, to all open slots. The *cost* of a slot to a participant is its distance (`holder_distance`). If
/// the present total cost exceeds that of the new assignment by more than mm(`switch_margin`), every participant with a
/// new slot gets it (`rebalance`). Otherwise everything stays.
///
/// *Example.* A (serial 5) holds slot 1 and B (serial 6) slot 0, with `even_spacing` 0.5 and `switch_margin` 0.5 m. The
/// costs in mm:
///
/// | | slot 0 | slot 1 |
/// |---|---|---|
/// | A | 1500 | 4000 |
/// | B | 1000 | 2000 |
///
/// The present total is 5000. `exact`: A on slot 0 and B on slot 1 cost 3500. The gain exceeds 500: event slot for A,
/// then for B. `nearest` takes the pair (B, slot 0) first, which leaves slot 1 to A: no gain, everything stays.
void ReferenceModel::reassign_slots(Circle& circle, const std::vector<Serial>& agents) {
    const CircleDef& def = circle_def(circle.target);
    std::vector<int> slots;
    for (int slot = 0; slot < slots_round(circle.target); ++slot) {
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
    std::vector<int> dealt = def.rebalance_mode == RebalanceMode::exact ? assign_exactly(costs) : assign_nearest(costs);
    int64_t new_total = 0;
    for (size_t i = 0; i < agents.size(); ++i) {
        new_total += costs[i][static_cast<size_t>(dealt[i])];
        dealt[i] = slots[static_cast<size_t>(dealt[i])];
    }
    if (total - new_total > millimetres_of(def.switch_margin)) rebalance(circle, agents, dealt);
}

/// `exact`: the assignment of least total cost. Of several, it is that with the lexicographically smallest list of
/// slots, in the order of the participants' serials.
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
    while (result.size() < costs.size()) {
        std::vector<size_t> best;
        for (size_t column = 0; column < columns; ++column)
            if (is_free(taken, column) && with(taken, column) == least[taken]) best.push_back(column);
        result.push_back(static_cast<int>(best.front()));
        taken |= size_t{1} << best.front();
    }
    return result;
}

/// `nearest`: of all pairs (participant, slot), the pair with the least cost comes first, then the lower serial, then
/// the lower slot. Each participant and each slot is used once, until all participants have a slot.
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

/// By serial: event slot, cause rebalanced.
void ReferenceModel::rebalance(Circle& circle, const std::vector<Serial>& agents, const std::vector<int>& slots) {
    std::vector<std::pair<Serial, int>> changes;
    for (size_t i = 0; i < agents.size(); ++i)
        if (agents_.at(agents[i]).slot != slots[i]) changes.emplace_back(agents[i], slots[i]);
    for (const auto& [serial, slot] : changes) circle.slots.erase(agents_.at(serial).slot);
    for (const auto& [serial, slot] : changes) {
        give_slot(circle, agents_.at(serial), slot, Cause::rebalanced);
        agents_.at(serial).rebalanced_at = now_;
    }
    circle.rebalancing_due = false;
}

} // namespace fray::model
