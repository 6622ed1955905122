#include "squads/following.h"

#include "storage/rules_math.h"
#include "terrain/footing.h"
#include "terrain/reach.h"

#include <algorithm>
#include <cstring>

namespace fray {
namespace {

/// The value that a squad adds to the sum `Squads::hash`.
uint64_t hash_of(const SquadTraits& traits, uint32_t squad) {
    uint64_t bits[3] = {squad, traits.leader, 0};
    std::memcpy(&bits[2], &traits.move_input, sizeof traits.move_input);
    uint64_t sum = 0;
    for (const uint64_t word : bits) sum = mix_bits(sum ^ word);
    return sum;
}

/// Calls change(traits), and updates `Squads::hash` and `Squads::move_inputs`. The hash is a sum over squads, so the
/// old value of this squad is subtracted and the new value added.
template <typename Change> void change(Squads& squads, uint32_t squad, Change change) {
    SquadTraits& traits = *squads.traits_of(squad);
    squads.hash -= hash_of(traits, squad);
    squads.move_inputs -= traits.held();
    change(traits);
    squads.move_inputs += traits.held();
    squads.hash += hash_of(traits, squad);
}

} // namespace

void set_leader(Squads& squads, uint32_t squad, uint32_t index) {
    change(squads, squad, [=](SquadTraits& traits) { traits.leader = index; });
    if (SquadMorale* const morale = squads.morale_of(squad)) morale->appointed = true;
}

void set_move_input(Squads& squads, uint32_t squad, Vec2 move_input) {
    change(squads, squad, [=](SquadTraits& traits) { traits.move_input = move_input; });
}

void begin_morale(Squads& squads, uint32_t squad) {
    SquadMorale* const morale = squads.morale_of(squad);
    if (morale == nullptr) return;
    squads.unsteady -= morale->mood != SquadMood::steady;
    morale->points = full_morale;
    morale->mood = SquadMood::steady;
    morale->routs = 0;
    morale->forget();
}

void remove_squad(Squads& squads, uint32_t squad) {
    change(squads, squad, [](SquadTraits& traits) { traits.move_input = {}; });
    const SquadTraits traits = *squads.traits_of(squad);
    squads.hash -= hash_of(traits, squad);
    if (SquadMorale* const morale = squads.morale_of(squad)) {
        squads.unsteady -= morale->mood != SquadMood::steady;
        squads.morales.erase(squads.morales.begin() + traits.morale);
        for (SquadTraits& other : squads.traits)
            if (other.morale != Squads::none && other.morale > traits.morale) --other.morale;
    }
    const uint32_t place = squads.list[squad].traits;
    squads.traits.erase(squads.traits.begin() + place);
    squads.made.erase(squads.made.begin() + place);
    for (const auto& [number, index] : squads.made)
        if (squads.list[index].traits > place) --squads.list[index].traits;
    squads.end(squad);
}

void lead(const LeaderChanges& world, uint32_t squad, Row row, Serial before, EventWriter& events) {
    const uint32_t index = world.id[row].index;
    if (SquadMorale* const morale = world.squads.morale_of(squad)) morale->appointed = true;
    if (world.squads.traits_of(squad)->leader == index) return;
    set_leader(world.squads, squad, index);
    events.add({.type = EventType::leader, .agent = world.serial[row], .target = before});
    // Followers have a new leader, and the leader itself follows no agent. So all members must decide again.
    for (const uint32_t member : world.squads.list[squad].members)
        world.wake.change(world.ids.row[member]) |= wake_order;
}

void succeed(const LeaderChanges& world, uint32_t squad, Serial before, EventWriter& events) {
    set_leader(world.squads, squad, no_index);
    Row heir = Row::none();
    for (const uint32_t index : world.squads.list[squad].members) {
        const Row other = world.ids.row[index];
        if (world.life[other] != Life::living) continue;
        if (heir == Row::none() || world.serial[other] < world.serial[heir]) heir = other;
    }
    if (heir != Row::none()) lead(world, squad, heir, before, events);
    if (SquadMorale* const morale = world.squads.morale_of(squad)) morale->appointed = false;
}

void succeed_leaders(const SuccessionView& world, const Vector<Row>& fallen) {
    if (fallen.empty()) return;
    EventWriter events = world.log.writer(FrameSystem::resolve_hits, world.log.open(FrameSystem::resolve_hits, 1));
    for (const Row row : fallen) {
        const uint32_t squad_index = world.squad[row];
        const SquadTraits* const traits = world.squads.traits_of(squad_index);
        if (traits == nullptr || traits->leader != world.id[row].index) continue;
        succeed(world, squad_index, world.serial[row], events);
    }
}

void attend_routs(Squads& squads) {
    if (squads.unsteady == 0) return;
    for (const SquadMorale& morale : squads.morales)
        if (morale.mood == SquadMood::routing) squads.list[morale.squad].attention = 1;
}

void attend_move_inputs(const Views<Write<column::wake>, Squads, const IdTable>& world) {
    if (world.squads.move_inputs == 0) return;
    for (const auto& [number, squad_index] : world.squads.made) {
        const SquadTraits& traits = *world.squads.traits_of(squad_index);
        if (!traits.held()) continue;
        Squad& squad = world.squads.list[squad_index];
        squad.attention = 1;
        for (const uint32_t index : squad.members)
            if (traits.control != SquadControl::leader || index == traits.leader)
                world.wake.change(world.ids.row[index]) |= wake_order;
    }
}

void keep_formations(const Views<Read<column::position>, Write<column::orders>, const Squads, const IdTable>& world) {
    for (const auto& [index, squad_index, point, journey] : world.squads.formations) {
        const uint32_t leader_index = world.squads.traits_of(squad_index)->leader;
        const Row row = world.ids.row[index];
        if (leader_index == no_index || row == Row::none()) continue;
        const Row leader = world.ids.row[leader_index];
        if (leader == Row::none() || leader == row) continue;
        Orders& orders = world.orders.change(row);
        const bool same = orders.journey == journey && orders.point.x == point.x && orders.point.y == point.y;
        if (!gathers(orders.kind) || !same) continue; // a later command of this frame has replaced the order
        orders.go_to(within_world(point + (world.position[row] - world.position[leader])));
    }
}

bool is_led(const Views<Read<column::id>>& world, const SquadTraits& traits, Row row, bool brain, StoredOrder order,
            AgentState state, int16_t attack) {
    if (!traits.held() || order == StoredOrder::perform) return false;
    if (traits.control == SquadControl::all || world.id[row].index == traits.leader) return true;
    if (traits.control == SquadControl::leader || !brain || order != StoredOrder::free) return false;
    // An agent obeys the move input only after the end of its attack or of its timed state.
    const bool busy = attack >= 0 || state == AgentState::attack || state == AgentState::stagger ||
                      state == AgentState::backstep || state == AgentState::heal;
    return !busy;
}

Following following_of(const FollowView& world, const SquadTraits* traits, Row row, const Orders& orders) {
    Following following;
    Row leader = Row::none();
    if (orders.kind == StoredOrder::escort) {
        const float distance = orders.escort_distance;
        following = {-1, millimetres_of(distance), millimetres_of(distance / 2.0f), millimetres_of(3.0f * distance)};
        leader = world.ids.row_of(orders.target);
    } else if (traits != nullptr && traits->follow_mm != 0 && traits->leader != no_index &&
               orders.kind == StoredOrder::free && !traits->move_input_moves_all()) {
        following = {-1, traits->follow_mm, traits->half_mm, traits->max_mm};
        leader = world.ids.row[traits->leader];
    }
    if (leader == Row::none() || leader == row || world.life[leader] != Life::living ||
        !on_same_floor(world, leader, row) || apart_rows(world, row, leader))
        return {};
    following.leader = leader;
    following.distance = distance_mm(world, row, leader);
    return following;
}

} // namespace fray
