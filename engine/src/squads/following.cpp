#include "squads/following.h"

#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>
#include <cstring>

namespace fray {
namespace {

/// The share of a squad in `Squads::hash`.
uint64_t hash_of(const SquadTraits& traits, uint32_t squad) {
    uint64_t bits[3] = {squad, traits.leader, 0};
    std::memcpy(&bits[2], &traits.move_input, sizeof traits.move_input);
    uint64_t sum = 0;
    for (const uint64_t word : bits) sum = mix_bits(sum ^ word);
    return sum;
}

/// Calls change(traits) and updates what is derived from all traits: the hash, the number of held inputs. The hash is a
/// sum over squads, so a change takes the old share away and adds the new share.
template <typename Change> void change(SquadsLayer& core, uint32_t squad, Change change) {
    SquadTraits& traits = *core.squads.traits_of(squad);
    core.squads.hash -= hash_of(traits, squad);
    core.squads.move_inputs -= traits.held();
    change(traits);
    core.squads.move_inputs += traits.held();
    core.squads.hash += hash_of(traits, squad);
}

} // namespace

void set_leader(SquadsLayer& core, uint32_t squad, uint32_t index) {
    change(core, squad, [=](SquadTraits& traits) { traits.leader = index; });
}

void set_move_input(SquadsLayer& core, uint32_t squad, Vec2 move_input) {
    change(core, squad, [=](SquadTraits& traits) { traits.move_input = move_input; });
}

void lead(SquadsLayer& core, uint32_t squad, uint32_t row, Serial before, EventWriter& events) {
    const uint32_t index = core.agents.id.any()[row].index;
    if (core.squads.traits_of(squad)->leader == index) return;
    set_leader(core, squad, index);
    events.add({.type = EventType::leader, .agent = core.agents.serial.any()[row], .target = before});
    // Followers have a new leader, and an agent that leads does not follow: all of them have to decide again.
    for (const uint32_t member : core.squads.list[squad].members)
        core.agents.wake.write_any()[core.ids.row[member]] |= wake_order;
}

void succeed(SquadsLayer& core, uint32_t squad, Serial before, EventWriter& events) {
    const Agents& agents = core.agents;
    set_leader(core, squad, no_index);
    uint32_t heir = no_index;
    for (const uint32_t index : core.squads.list[squad].members) {
        const uint32_t other = core.ids.row[index];
        if (agents.life.any()[other] != Life::living) continue;
        if (heir == no_index || agents.serial.any()[other] < agents.serial.any()[heir]) heir = other;
    }
    if (heir != no_index) lead(core, squad, heir, before, events);
}

void attend_move_inputs(SquadsLayer& core) {
    if (core.squads.move_inputs == 0) return;
    for (const auto& [number, place] : core.squads.made) {
        const SquadTraits& traits = *core.squads.traits_of(place);
        if (!traits.held()) continue;
        Squad& squad = core.squads.list[place];
        squad.attention = 1;
        for (const uint32_t index : squad.members)
            if (traits.control != Control::leader || index == traits.leader)
                core.agents.wake.write_any()[core.ids.row[index]] |= wake_order;
    }
}

void keep_formations(SquadsLayer& core) {
    Agents& agents = core.agents;
    for (const auto& [index, place, point] : core.squads.formations) {
        const uint32_t leader_index = core.squads.traits_of(place)->leader;
        const uint32_t row = core.ids.row[index];
        if (leader_index == no_index || row == no_index) continue;
        const uint32_t leader = core.ids.row[leader_index];
        if (leader == no_index || leader == row) continue;
        Orders& orders = agents.orders.write_any()[row];
        const bool goes = orders.kind == OrderKind::go || orders.kind == OrderKind::retreat;
        const bool same = orders.point.x == point.x && orders.point.y == point.y;
        if (!goes || !same) continue; // a later command of this frame has replaced the order
        orders.point = within_world(point + (agents.position.any()[row] - agents.position.any()[leader]));
    }
}

bool is_led(const SquadsLayer& core, const SquadTraits& traits, uint32_t row, bool brain, OrderKind order, State state,
            int16_t attack) {
    if (!traits.held()) return false;
    if (traits.control == Control::all || core.agents.id.any()[row].index == traits.leader) return true;
    if (traits.control == Control::leader || !brain || order != OrderKind::free) return false;
    // An agent ends its attack, or a state that takes its time, before it minds the move input.
    const bool busy = attack >= 0 || state == State::attack || state == State::stagger || state == State::backstep ||
                      state == State::heal;
    return !busy;
}

int32_t follower_distance(const SquadsLayer& core, const SquadTraits& traits, uint32_t row, OrderKind order) {
    if (traits.follow_mm == 0 || traits.leader == no_index || order != OrderKind::free || traits.move_input_moves_all())
        return -1;
    const Agents& agents = core.agents;
    const uint32_t leader = core.ids.row[traits.leader];
    if (leader == row || agents.life.any()[leader] != Life::living ||
        agents.storey.any()[leader] != agents.storey.any()[row] || apart_rows(core, row, leader))
        return -1;
    return millimetres(distance_squared(agents.position.any()[row], agents.position.any()[leader]));
}

} // namespace fray
