// commit: carries out serially what involves several circles: token passes where clocks of the world count, changes of
// target, the end of circles. Everything else has been carried out in parallel by plan_engagements.
//
// Reads what plan_engagements has collected in `Proposals` and `AlertScratch::changes`. The order is that of random
// numbers or of serials, never that of threads or of storage.
#include "circles/blocked_slots.h"
#include "circles/slot_holding.h"
#include "engagement/stage_manager.h"
#include "engagement/systems.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <utility>

namespace fray {
namespace {

// ---- Attack tokens --------------------------------------------------------------------------------------------------

/// Lists the deferred circles in the order of their token passes. The order is drawn anew in every frame. A fixed order
/// would favour the same circles again and again, since a shared cooldown tends to end at regular times.
void list_deferred(const DeferredView& world) {
    auto& order = world.proposals.deferred;
    order.clear();
    for (uint32_t chunk = 0; chunk < world.proposals.used_chunks; ++chunk)
        for (const uint32_t circle : world.proposals.chunks[chunk].deferred) {
            const Serial target = world.circles[circle].target_serial;
            order.push_back({random_bits(world.settings.seed, target, world.clock.frame, RandomPurpose::token_order, 0),
                             target, circle});
        }
    std::sort(order.begin(), order.end(), [](const DeferredCircle& a, const DeferredCircle& b) {
        return a.drawn != b.drawn ? a.drawn < b.drawn : a.target < b.target;
    });
}

/// Runs the token passes of the deferred circles. Then sorts their events in among those of the other circles, by the
/// serial of the target.
void give_deferred_tokens(const DeferredView& world) {
    list_deferred(world);
    if (world.proposals.deferred.empty()) return;
    ManagerScratch& scratch = world.proposals.chunks[0];
    const EventWriter events = world.log.writer(FrameSystem::commit, world.proposals.token_buffer);
    StageManager manager(world, {events, events, events, events, events, events}, scratch);
    for (const DeferredCircle& one : world.proposals.deferred) manager.plan_deferred(one.circle);
    world.counters.tokens_given += std::exchange(scratch.tokens_given, 0);
    world.log.sort_by_target(FrameSystem::commit, world.proposals.token_buffer, world.proposals.used_chunks);
}

// ---- Change of target -----------------------------------------------------------------------------------------------

/// Carries out proposals, in the order of the requesters' serials.
class TargetChanger {
public:
    TargetChanger(const TargetChanges& world, EventWriter events) : world_(world), events_(events) {}

    /// Moves an agent from its queue or its slot into a slot of another target's circle. Does nothing if an earlier
    /// proposal has taken the slot, or the grid capacity that it needs. An agent that takes an enemy in reach must have
    /// no token, and there must be attack capacity for it.
    void carry_out(const TargetChange& change) {
        const Row row = world_.ids.row_of_serial(change.agent);
        const Row target_row = world_.ids.row_of(change.target);
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
        if (change.in_reach && (world_.attack[row] >= 0 || !may_attack(kind, target_row))) return;
        const int32_t weight = kind.grid_weight;
        const uint32_t number = circle_round(target_row);
        Circle& circle = world_.circles.change(number);
        if (circle.grid_free < weight || !circle.slots[static_cast<uint32_t>(change.slot)].open()) return;
        if (world_.role[row] == Role::holder)
            give_up_slot(row);
        else
            leave_queue(row);
        turn_to(row, change.target, circle.target_serial);
        admit(world_, number, row, change.slot, SlotCause::rebalanced, events_);
        // take_slot marks no circle for rebalancing if the cause is `rebalanced`; but this holder is new to the circle.
        circle.rebalance_due = true;
        world_.circles.marks.due[number] = long_ago;
        ++world_.counters.slots_given;
        ++world_.counters.target_changes;
    }

private:
    /// The number of the target's circle, which is made if there is none.
    uint32_t circle_round(Row target_row) {
        uint32_t& number = world_.as_target.change(target_row).own_circle;
        if (number != no_index) return number;
        number = make_circle(world_, target_row);
        if (world_.terrain.ground != nullptr) survey(world_, world_.circles.change(number));
        return number;
    }

    /// Has the circle of the target enough free attack capacity for the lightest attack of such an agent?
    bool may_attack(const Archetype& kind, Row target_row) const {
        const uint32_t number = world_.as_target[target_row].own_circle;
        const int32_t free = number == no_index ? world_.as_target[target_row].capacity.attack_capacity
                                                : world_.circles[number].attack_free;
        return std::any_of(kind.attacks.begin(), kind.attacks.end(),
                           [&](const Attack& attack) { return attack.weight <= free; });
    }

    void give_up_slot(Row row) {
        const uint32_t number = world_.engagement[row].circle;
        give_slot_up(world_, world_.circles.change(number), row, UnslotCause::retargeted, events_);
        world_.circles.marks.due[number] = long_ago;
        world_.proposals.left.push_back(number);
    }

    void leave_queue(Row row) {
        const uint32_t number = world_.engagement[row].circle;
        CircleQueue(world_, number).remove(row);
        world_.circles.marks.due[number] = long_ago; // another requester may be the first in the queue now
        world_.proposals.left.push_back(number);
    }

    void turn_to(Row row, AgentId target, Serial serial) {
        world_.target.change(row) = target;
        world_.target_since.change(row) = world_.clock.now;
        world_.wake.change(row) |= wake_target;
        events_.add({.type = EventType::target,
                     .cause = TargetCause::open_slot,
                     .agent = world_.serial[row],
                     .target = serial});
    }

    TargetChanges world_;
    EventWriter events_;
};

/// Carries out the proposals of all chunks of plan_engagements.
void change_targets(const TargetChanges& world) {
    auto& changes = world.proposals.changes;
    changes.clear();
    world.proposals.left.clear();
    for (const AlertScratch& scratch : world.perception.alert_scratch)
        changes.insert(changes.end(), scratch.changes.begin(), scratch.changes.end());
    std::sort(changes.begin(), changes.end(),
              [](const TargetChange& a, const TargetChange& b) { return a.agent < b.agent; });
    TargetChanger changer(world, world.log.writer(FrameSystem::commit, world.log.open(FrameSystem::commit, 1)));
    for (const TargetChange& change : changes) changer.carry_out(change);
}

// ---- The end of circles ---------------------------------------------------------------------------------------------

/// Ends a circle if it can still end: a change of target may have brought a member since it was listed. A circle may be
/// listed twice.
void end_if_over(const CircleEnds& world, uint32_t number) {
    const Circle& circle = world.circles[number];
    if (!circle.in_use || !circle.over(world.clock.due_by, world.kinds.archetypes)) return;
    world.as_target.change(world.ids.row[circle.target]).own_circle = no_index;
    world.circles.destroy(number);
}

} // namespace

void commit(const CommitSystem& world) {
    give_deferred_tokens(world);
    change_targets(world);
}

void end_circles(const CircleEnds& world) {
    for (uint32_t chunk = 0; chunk < world.proposals.used_chunks; ++chunk)
        for (const uint32_t number : world.proposals.chunks[chunk].over) end_if_over(world, number);
    for (const uint32_t number : world.proposals.left) end_if_over(world, number);
}

} // namespace fray
