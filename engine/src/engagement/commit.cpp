// commit: carries out serially what involves several circles: token passes where clocks of the world count, changes of
// target, the end of circles. Everything else has been carried out in parallel by plan_engagements.
//
// Reads what plan_engagements has collected in `Proposals` and `AlertScratch::changes`. The order is that of random
// numbers or of serials, never that of threads or of storage.
#include "circles/blocked_slots.h"
#include "circles/slot_holding.h"
#include "engagement/stage_manager.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <utility>

namespace fray {
namespace {

// ---- Attack tokens --------------------------------------------------------------------------------------------------

/// Lists the deferred circles in the order of their token passes. The order is drawn anew in every frame. A fixed order
/// would favour the same circles again and again, since a shared cooldown tends to end at regular times.
void list_deferred(EngagementLayer& core) {
    auto& order = core.proposals.deferred;
    order.clear();
    for (uint32_t chunk = 0; chunk < core.proposals.used_chunks; ++chunk)
        for (const uint32_t circle : core.proposals.chunks[chunk].deferred) {
            const Serial target = core.circles.list[circle].target_serial;
            order.push_back({random_bits(core.settings.seed, target, core.clock.frame, RandomPurpose::token_order, 0),
                             target, circle});
        }
    std::sort(order.begin(), order.end(), [](const DeferredCircle& a, const DeferredCircle& b) {
        return a.drawn != b.drawn ? a.drawn < b.drawn : a.target < b.target;
    });
}

/// Runs the token passes of the deferred circles. Their events then go among those of the other circles, by target.
void give_deferred_tokens(EngagementLayer& core) {
    list_deferred(core);
    if (core.proposals.deferred.empty()) return;
    ManagerScratch& scratch = core.proposals.chunks[0];
    const EventWriter events = core.log.writer(System::commit, core.proposals.token_buffer);
    StageManager manager(core, {events, events, events, events, events, events}, scratch);
    for (const DeferredCircle& one : core.proposals.deferred) manager.visit_deferred(one.circle);
    core.counters.tokens_given += std::exchange(scratch.tokens_given, 0);
    core.log.sort_by_target(System::commit, core.proposals.token_buffer, core.proposals.used_chunks);
}

// ---- Change of target -----------------------------------------------------------------------------------------------

/// Carries out proposals, in the order of the requesters' serials.
class TargetChanger {
public:
    TargetChanger(EngagementLayer& core, EventWriter events) : core_(core), agents_(core.agents), events_(events) {}

    /// Moves a requester from its queue into a slot of another target's circle. Does nothing if an earlier proposal has
    /// taken the slot, or the grid capacity that it needs.
    void carry_out(const TargetChange& change) {
        const uint32_t row = core_.ids.row_of_serial(change.requester);
        const uint32_t target_row = core_.ids.row_of(change.target);
        const int32_t weight = core_.kinds.archetypes[agents_.archetype.any()[row]].grid_weight;
        const uint32_t number = circle_round(target_row);
        Circle& circle = core_.circles.list[number];
        if (circle.grid_free < weight || !circle.slots[static_cast<uint32_t>(change.slot)].open()) return;
        leave(row);
        turn_to(row, change.target, circle.target_serial);
        come_in(core_, number, row, change.slot, Cause::rebalanced, events_);
        // take_slot does not mark a circle for rebalancing if the cause is rebalancing; here the holder is new to it.
        circle.rebalance_due = true;
        core_.circles.visits.due[number] = long_ago;
        ++core_.counters.slots_given;
        ++core_.counters.target_changes;
    }

private:
    /// The number of the target's circle, which is made if there is none.
    uint32_t circle_round(uint32_t target_row) {
        uint32_t& number = agents_.own_circle.write_any()[target_row];
        if (number != no_index) return number;
        number = make_circle(core_, target_row);
        if (core_.terrain.ground != nullptr) survey(core_, core_.circles.list[number]);
        return number;
    }

    void leave(uint32_t row) {
        const uint32_t number = agents_.engagement.any()[row].circle;
        CircleQueue(core_, number).remove(row);
        core_.circles.visits.due[number] = long_ago; // another requester may be the first in the queue now
        core_.proposals.left.push_back(number);
    }

    void turn_to(uint32_t row, AgentId target, Serial serial) {
        agents_.target.write_any()[row] = target;
        agents_.target_since.write_any()[row] = core_.clock.now;
        agents_.wake.write_any()[row] |= wake_target;
        events_.add({.type = EventType::target,
                     .cause = Cause::open_slot,
                     .agent = agents_.serial.any()[row],
                     .target = serial});
    }

    EngagementLayer& core_;
    Agents& agents_;
    EventWriter events_;
};

/// Carries out the proposals of all chunks of plan_engagements.
void change_targets(EngagementLayer& core) {
    auto& changes = core.proposals.changes;
    changes.clear();
    core.proposals.left.clear();
    for (const AlertScratch& scratch : core.perception.alert_scratch)
        changes.insert(changes.end(), scratch.changes.begin(), scratch.changes.end());
    std::sort(changes.begin(), changes.end(),
              [](const TargetChange& a, const TargetChange& b) { return a.requester < b.requester; });
    TargetChanger changer(core, core.log.writer(System::commit, core.log.open(System::commit, 1)));
    for (const TargetChange& change : changes) changer.carry_out(change);
}

// ---- The end of circles ---------------------------------------------------------------------------------------------

/// Ends a circle if it can still end: a change of target may have brought a member since it was listed. A circle may be
/// listed twice.
void end_if_over(EngagementLayer& core, uint32_t number) {
    const Circle& circle = core.circles.list[number];
    if (!circle.in_use || !circle.over(core.clock.now, core.kinds.archetypes)) return;
    core.agents.own_circle.write_any()[core.ids.row[circle.target]] = no_index;
    core.circles.destroy(number);
}

void end_circles(EngagementLayer& core) {
    for (uint32_t chunk = 0; chunk < core.proposals.used_chunks; ++chunk)
        for (const uint32_t number : core.proposals.chunks[chunk].over) end_if_over(core, number);
    for (const uint32_t number : core.proposals.left) end_if_over(core, number);
}

// ---- Wait reasons ---------------------------------------------------------------------------------------------------

/// Writes an event if the agent's wait reason differs from that of the frame before and is not none.
void report_wait_reason(EngagementLayer& core, TokenRules& judge, uint32_t row, EventWriter& events) {
    Agents& agents = core.agents;
    const Waiting waiting = judge.explain(row);
    if (std::exchange(agents.wait_reason.write_any()[row], waiting.reason) == waiting.reason) return;
    if (waiting.reason == WaitReason::none) return;
    events.add({.type = EventType::wait,
                .c = static_cast<int16_t>(waiting.reason),
                .agent = agents.serial.any()[row],
                .target = agents.serial.any()[core.ids.row[agents.target.any()[row].index]],
                .a = static_cast<int32_t>(waiting.need),
                .b = static_cast<int32_t>(waiting.free)});
}

} // namespace

Access commit_access() {
    using enum Field;
    return every_column(write_any) + uses({decisions, target_info}, read_any) +
           uses({row_table, squads, circles, visits, cooldowns, proposals, counters, events, acts, trees}, write_any);
}

void commit(EngagementLayer& core, Loops&) {
    give_deferred_tokens(core);
    change_targets(core);
    end_circles(core);
}

// The events are written into the buffers of publish, so that they come last in the frame.
void report_wait_reasons(EngagementLayer& core, Loops& loops) {
    const uint32_t first = core.log.open(System::publish, core.settings.chunks(core.agents.rows()));
    loops.parallel_for(core.agents.rows(), core.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        EventWriter events = core.log.writer(System::publish, first + chunk);
        TokenRules judge(core);
        for (uint32_t row = begin; row < end; ++row) report_wait_reason(core, judge, row, events);
    });
}

} // namespace fray
