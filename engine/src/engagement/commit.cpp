// commit: carries out serially what involves several circles: token passes where clocks of the world count, changes of
// target, the end of circles. Everything else has been carried out in parallel by plan_engagements.
//
// Reads what plan_engagements has collected in `Proposals` and `AlertScratch::changes`. The order is that of random
// numbers or of serials, never that of threads or of storage.
#include "circles/blocked_slots.h"
#include "circles/slot_holding.h"
#include "engagement/stage_manager.h"
#include "engagement/support.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <utility>

namespace fray {
namespace {

// ---- Attack tokens --------------------------------------------------------------------------------------------------

/// Lists the deferred circles in the order of their token passes. The order is drawn anew in every frame. A fixed order
/// would favour the same circles again and again, since a shared cooldown tends to end at regular times.
void list_deferred(EngagementLayer& layer) {
    auto& order = layer.proposals.deferred;
    order.clear();
    for (uint32_t chunk = 0; chunk < layer.proposals.used_chunks; ++chunk)
        for (const uint32_t circle : layer.proposals.chunks[chunk].deferred) {
            const Serial target = layer.circles[circle].target_serial;
            order.push_back({random_bits(layer.settings.seed, target, layer.clock.frame, RandomPurpose::token_order, 0),
                             target, circle});
        }
    std::sort(order.begin(), order.end(), [](const DeferredCircle& a, const DeferredCircle& b) {
        return a.drawn != b.drawn ? a.drawn < b.drawn : a.target < b.target;
    });
}

/// Runs the token passes of the deferred circles. Then sorts their events in among those of the other circles, by the
/// serial of the target.
void give_deferred_tokens(EngagementLayer& layer) {
    list_deferred(layer);
    if (layer.proposals.deferred.empty()) return;
    ManagerScratch& scratch = layer.proposals.chunks[0];
    const EventWriter events = layer.log.writer(FrameSystem::commit, layer.proposals.token_buffer);
    StageManager manager(layer, {events, events, events, events, events, events}, scratch);
    for (const DeferredCircle& one : layer.proposals.deferred) manager.plan_deferred(one.circle);
    layer.counters.tokens_given += std::exchange(scratch.tokens_given, 0);
    layer.log.sort_by_target(FrameSystem::commit, layer.proposals.token_buffer, layer.proposals.used_chunks);
}

// ---- Change of target -----------------------------------------------------------------------------------------------

/// Carries out proposals, in the order of the requesters' serials.
class TargetChanger {
public:
    TargetChanger(EngagementLayer& layer, EventWriter events) : layer_(layer), agents_(layer.agents), events_(events) {}

    /// Moves an agent from its queue or its slot into a slot of another target's circle. Does nothing if an earlier
    /// proposal has taken the slot, or the grid capacity that it needs. An agent that takes an enemy in reach must have
    /// no token, and there must be attack capacity for it.
    void carry_out(const TargetChange& change) {
        const uint32_t row = layer_.ids.row_of_serial(change.agent);
        const uint32_t target_row = layer_.ids.row_of(change.target);
        const Archetype& kind = layer_.kinds.archetypes[agents_.archetype.any()[row]];
        if (change.in_reach && (agents_.attack.any()[row] >= 0 || !may_attack(kind, target_row))) return;
        const int32_t weight = kind.grid_weight;
        const uint32_t number = circle_round(target_row);
        Circle& circle = layer_.circles.change(number);
        if (circle.grid_free < weight || !circle.slots[static_cast<uint32_t>(change.slot)].open()) return;
        if (agents_.role.any()[row] == Role::holder)
            give_up_slot(row);
        else
            leave_queue(row);
        turn_to(row, change.target, circle.target_serial);
        admit(layer_, number, row, change.slot, SlotCause::rebalanced, events_);
        // take_slot marks no circle for rebalancing if the cause is `rebalanced`; but this holder is new to the circle.
        circle.rebalance_due = true;
        layer_.circles.marks.due[number] = long_ago;
        ++layer_.counters.slots_given;
        ++layer_.counters.target_changes;
    }

private:
    /// The number of the target's circle, which is made if there is none.
    uint32_t circle_round(uint32_t target_row) {
        uint32_t& number = agents_.own_circle.write_any()[target_row];
        if (number != no_index) return number;
        number = make_circle(layer_, target_row);
        if (layer_.terrain.ground != nullptr) survey(layer_, layer_.circles.change(number));
        return number;
    }

    /// Has the circle of the target enough free attack capacity for the lightest attack of such an agent?
    bool may_attack(const Archetype& kind, uint32_t target_row) const {
        const uint32_t number = agents_.own_circle.any()[target_row];
        const int32_t free = number == no_index ? agents_.capacity.any()[target_row].attack_capacity
                                                : layer_.circles[number].attack_free;
        return std::any_of(kind.attacks.begin(), kind.attacks.end(),
                           [&](const Attack& attack) { return attack.weight <= free; });
    }

    void give_up_slot(uint32_t row) {
        const uint32_t number = agents_.engagement.any()[row].circle;
        give_slot_up(layer_, layer_.circles.change(number), row, UnslotCause::retargeted, events_);
        layer_.circles.marks.due[number] = long_ago;
        layer_.proposals.left.push_back(number);
    }

    void leave_queue(uint32_t row) {
        const uint32_t number = agents_.engagement.any()[row].circle;
        CircleQueue(layer_, number).remove(row);
        layer_.circles.marks.due[number] = long_ago; // another requester may be the first in the queue now
        layer_.proposals.left.push_back(number);
    }

    void turn_to(uint32_t row, AgentId target, Serial serial) {
        agents_.target.write_any()[row] = target;
        agents_.target_since.write_any()[row] = layer_.clock.now;
        agents_.wake.write_any()[row] |= wake_target;
        events_.add({.type = EventType::target,
                     .cause = TargetCause::open_slot,
                     .agent = agents_.serial.any()[row],
                     .target = serial});
    }

    EngagementLayer& layer_;
    Agents& agents_;
    EventWriter events_;
};

/// Carries out the proposals of all chunks of plan_engagements.
void change_targets(EngagementLayer& layer) {
    auto& changes = layer.proposals.changes;
    changes.clear();
    layer.proposals.left.clear();
    for (const AlertScratch& scratch : layer.perception.alert_scratch)
        changes.insert(changes.end(), scratch.changes.begin(), scratch.changes.end());
    std::sort(changes.begin(), changes.end(),
              [](const TargetChange& a, const TargetChange& b) { return a.agent < b.agent; });
    TargetChanger changer(layer, layer.log.writer(FrameSystem::commit, layer.log.open(FrameSystem::commit, 1)));
    for (const TargetChange& change : changes) changer.carry_out(change);
}

// ---- The end of circles ---------------------------------------------------------------------------------------------

/// Ends a circle if it can still end: a change of target may have brought a member since it was listed. A circle may be
/// listed twice.
void end_if_over(EngagementLayer& layer, uint32_t number) {
    const Circle& circle = layer.circles[number];
    if (!circle.in_use || !circle.over(layer.clock.due_by, layer.kinds.archetypes)) return;
    layer.agents.own_circle.write_any()[layer.ids.row[circle.target]] = no_index;
    layer.circles.destroy(number);
}

void end_circles(EngagementLayer& layer) {
    for (uint32_t chunk = 0; chunk < layer.proposals.used_chunks; ++chunk)
        for (const uint32_t number : layer.proposals.chunks[chunk].over) end_if_over(layer, number);
    for (const uint32_t number : layer.proposals.left) end_if_over(layer, number);
}

// ---- Wait reasons ---------------------------------------------------------------------------------------------------

/// Writes an event if the agent's wait reason differs from that of the frame before and is not none.
void report_wait_reason(EngagementLayer& layer, TokenRules& rules, uint32_t row, EventWriter& events) {
    Agents& agents = layer.agents;
    const Waiting waiting = rules.explain(row);
    if (std::exchange(agents.wait_reason.write_any()[row], waiting.reason) == waiting.reason) return;
    if (waiting.reason == WaitReason::none) return;
    events.add({.type = EventType::wait,
                .c = static_cast<int16_t>(waiting.reason),
                .agent = agents.serial.any()[row],
                .target = agents.serial.any()[layer.ids.row[agents.target.any()[row].index]],
                .a = static_cast<int32_t>(waiting.need),
                .b = static_cast<int32_t>(waiting.free)});
}

} // namespace

Access commit_access() {
    using enum Field;
    return every_column(write_any) + uses({decisions, target_info}, read_any) +
           uses({row_table, squads, circles, dirty_circles, cooldowns, proposals, counters, events, acts, trees},
                write_any);
}

void commit(EngagementLayer& layer, ParallelLoops& loops) {
    give_deferred_tokens(layer);
    change_targets(layer);
    survey_teams(layer, loops, layer.log.writer(FrameSystem::commit, layer.log.open(FrameSystem::commit, 1)));
    end_circles(layer);
}

// The events are written into the buffers of publish, so that they come last in the frame.
void report_wait_reasons(EngagementLayer& layer, ParallelLoops& loops) {
    const uint32_t first = layer.log.open(FrameSystem::publish, layer.settings.chunks(layer.agents.rows()));
    loops.parallel_for(layer.agents.rows(), layer.settings.chunk_size,
                       [&](uint32_t chunk, uint32_t begin, uint32_t end) {
                           EventWriter events = layer.log.writer(FrameSystem::publish, first + chunk);
                           TokenRules rules(layer);
                           for (uint32_t row = begin; row < end; ++row) report_wait_reason(layer, rules, row, events);
                       });
}

} // namespace fray
