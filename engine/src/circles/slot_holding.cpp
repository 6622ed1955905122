#include "circles/slot_holding.h"

namespace fray {

void take_slot(const SlotChanges& world, Circle& circle, Row row, int slot, SlotCause cause, EventWriter& events) {
    circle.slots[static_cast<uint32_t>(slot)].holder = world.id[row].index;
    world.slot.change(row) = static_cast<int16_t>(slot);
    world.engagement.change(row).place_since = world.clock.now; // the time limit `arrival_timeout` starts now
    world.arrived.change(row) = 0;
    world.engagement.change(row).clock.end(); // the clocks run only for a ready holder
    world.give_up.change(row) = {};
    world.wake.change(row) |= wake_engagement;
    // A change by rebalancing must not request rebalancing again, or it would run in every frame.
    if (cause != SlotCause::rebalanced) circle.rebalance_due = true;
    events.add({.type = EventType::slot,
                .cause = cause,
                .slot = static_cast<int16_t>(slot),
                .agent = world.serial[row],
                .target = circle.target_serial});
}

void admit(const SlotChanges& world, uint32_t number, Row row, int slot, SlotCause cause, EventWriter& events) {
    Circle& circle = world.circles.change(number);
    circle.grid_free -= world.kinds.archetypes[world.archetype[row]].grid_weight;
    circle.token_queue.push_back(world.circles.pool, world.id[row].index);
    world.role.change(row) = Role::holder;
    world.engagement.change(row).circle = number;
    world.joined.change(row).admitted_at = world.clock.now;
    if (world.fighting_since) world.fighting_since.change(row) = never;
    take_slot(world, circle, row, slot, cause, events);
}

void give_slot_up(const SlotReturns& world, Circle& circle, Row row, UnslotCause cause, EventWriter& events) {
    int16_t& slot = world.slot.change(row);
    events.add({.type = EventType::unslot,
                .cause = cause,
                .slot = slot,
                .agent = world.serial[row],
                .target = circle.target_serial});
    circle.slots[static_cast<uint32_t>(slot)].holder = no_index;
    slot = -1;
    circle.grid_free += world.kinds.archetypes[world.archetype[row]].grid_weight;
    circle.token_queue.erase(circle.token_queue.find(world.id[row].index));
    circle.rebalance_due = true;
    world.role.change(row) = Role::none;
    world.arrived.change(row) = 0;
    world.engagement.change(row).clock.end();
    world.give_up.change(row) = {};
    world.wake.change(row) |= wake_engagement;
}

} // namespace fray
