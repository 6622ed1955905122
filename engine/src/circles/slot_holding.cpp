#include "circles/slot_holding.h"

namespace fray {

void take_slot(CirclesLayer& layer, Circle& circle, uint32_t row, int slot, SlotCause cause, EventWriter& events) {
    Agents& agents = layer.agents;
    circle.slots[static_cast<uint32_t>(slot)].holder = agents.id.any()[row].index;
    agents.slot.write_any()[row] = static_cast<int16_t>(slot);
    agents.engagement.write_any()[row].slot_since = layer.clock.now; // the time limit `arrival_timeout` starts now
    agents.arrived.write_any()[row] = 0;
    agents.engagement.write_any()[row].end_clocks(); // the clocks run only for a ready holder
    agents.give_up.write_any()[row] = {};
    agents.wake.write_any()[row] |= wake_engagement;
    // A change by rebalancing must not request rebalancing again, or it would run in every frame.
    if (cause != SlotCause::rebalanced) circle.rebalance_due = true;
    events.add({.type = EventType::slot,
                .cause = cause,
                .slot = static_cast<int16_t>(slot),
                .agent = agents.serial.any()[row],
                .target = circle.target_serial});
}

void admit(CirclesLayer& layer, uint32_t number, uint32_t row, int slot, SlotCause cause, EventWriter& events) {
    Agents& agents = layer.agents;
    Circle& circle = layer.circles.change(number);
    circle.grid_free -= layer.kinds.archetypes[agents.archetype.any()[row]].grid_weight;
    circle.token_queue.push_back(layer.circles.pool, agents.id.any()[row].index);
    agents.role.write_any()[row] = Role::holder;
    agents.engagement.write_any()[row].circle = number;
    agents.set_admitted_at(row, layer.clock.now);
    if (agents.fighting_since.in_use()) agents.fighting_since.write_any()[row] = never;
    take_slot(layer, circle, row, slot, cause, events);
}

void give_slot_up(CirclesLayer& layer, Circle& circle, uint32_t row, UnslotCause cause, EventWriter& events) {
    Agents& agents = layer.agents;
    int16_t& slot = agents.slot.write_any()[row];
    events.add({.type = EventType::unslot,
                .cause = cause,
                .slot = slot,
                .agent = agents.serial.any()[row],
                .target = circle.target_serial});
    circle.slots[static_cast<uint32_t>(slot)].holder = no_index;
    slot = -1;
    circle.grid_free += layer.kinds.archetypes[agents.archetype.any()[row]].grid_weight;
    circle.token_queue.erase(circle.token_queue.find(agents.id.any()[row].index));
    circle.rebalance_due = true;
    agents.role.write_any()[row] = Role::none;
    agents.arrived.write_any()[row] = 0;
    agents.engagement.write_any()[row].end_clocks();
    agents.give_up.write_any()[row] = {};
    agents.wake.write_any()[row] |= wake_engagement;
}

} // namespace fray
