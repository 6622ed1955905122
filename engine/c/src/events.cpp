// Returns the lists after a step: events, projectiles, squads, circles and sight questions. Also returns the names of
// events, commands, causes, wait reasons and systems.
#include "api.h"
#include "layouts.h"

#include <cstring>

namespace fray::c {
namespace {

fray_events lists_of(const Events& e) {
    fray_events c = {};
    show(e.order, c.order, c.count);
    show(e.spawns, c.spawns, c.spawn_count);
    show(e.despawns, c.despawns, c.despawn_count);
    show(e.orders, c.orders, c.order_count);
    show(e.targets, c.targets, c.target_count);
    show(e.bands, c.bands, c.band_count);
    show(e.states, c.states, c.state_count);
    show(e.requests, c.requests, c.request_count);
    show(e.withdrawals, c.withdrawals, c.withdrawal_count);
    show(e.arrivals, c.arrivals, c.arrival_count);
    show(e.attacks, c.attacks, c.attack_count);
    show(e.attack_ends, c.attack_ends, c.attack_end_count);
    show(e.hits, c.hits, c.hit_count);
    show(e.misses, c.misses, c.miss_count);
    show(e.hurts, c.hurts, c.hurt_count);
    show(e.deaths, c.deaths, c.death_count);
    show(e.unslots, c.unslots, c.unslot_count);
    show(e.slots, c.slots, c.slot_count);
    show(e.tokens, c.tokens, c.token_count);
    show(e.capacities, c.capacities, c.capacity_count);
    show(e.reservations, c.reservations, c.reservation_count);
    show(e.waits, c.waits, c.wait_count);
    show(e.reactions, c.reactions, c.reaction_count);
    show(e.staggers, c.staggers, c.stagger_count);
    show(e.heals, c.heals, c.heal_count);
    show(e.phases, c.phases, c.phase_count);
    show(e.acts, c.acts, c.act_count);
    show(e.act_ends, c.act_ends, c.act_end_count);
    show(e.lines, c.lines, c.line_count);
    show(e.buffs, c.buffs, c.buff_count);
    show(e.colors, c.colors, c.color_count);
    show(e.skills, c.skills, c.skill_count);
    show(e.poses, c.poses, c.pose_count);
    show(e.summons, c.summons, c.summon_count);
    show(e.leaders, c.leaders, c.leader_count);
    show(e.joins, c.joins, c.join_count);
    show(e.move_inputs, c.move_inputs, c.move_input_count);
    show(e.launches, c.launches, c.launch_count);
    show(e.reloads, c.reloads, c.reload_count);
    show(e.drops, c.drops, c.drop_count);
    show(e.skips, c.skips, c.skip_count);
    show(e.morales, c.morales, c.morale_count);
    show(e.orders_done, c.orders_done, c.order_done_count);
    show(e.archetypes, c.archetypes, c.archetype_count);
    show(e.storeys, c.storeys, c.storey_count);
    show(e.steps, c.steps, c.step_count);
    return c;
}

/// Returns a list of the engine to the caller, without a copy.
template <typename C, typename D> void hand_out(std::span<const D> list, const C** out, size_t* count) {
    given(count, "count") = 0;
    given(out, "out") = seen_as<C>(list);
    *count = list.size();
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_events(fray_world_id world, const fray_events** out) {
    return in_world(world, [&](OpenWorld& w) {
        const fray_events now = lists_of(w.world.events());
        // Other threads may still read the lists that an earlier call returned. So they are written only if they have
        // changed.
        if (std::memcmp(&w.events, &now, sizeof now) != 0) w.events = now;
        given(out, "out") = &w.events;
    });
}

fray_error fray_world_projectiles(fray_world_id world, const fray_projectile** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.projectiles(), out, count); });
}

fray_error fray_world_squads(fray_world_id world, const fray_squad_info** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.squads(), out, count); });
}

fray_error fray_world_circles(fray_world_id world, const fray_circle_info** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.circles(), out, count); });
}

fray_error fray_world_sight_questions(fray_world_id world, const fray_sight_question** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.sight_questions(), out, count); });
}

fray_error fray_world_set_event_mask(fray_world_id world, uint64_t mask) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_event_mask(mask); });
}

fray_error fray_world_event_mask(fray_world_id world, uint64_t* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.event_mask(); });
}

fray_error fray_world_state_name(fray_world_id world, uint8_t state, const char** out) {
    return in_world(
        world, [&](OpenWorld& w) { given(out, "out") = w.world.state_name(static_cast<fray::State>(state)).data(); });
}

const char* fray_event_name(fray_event_type type) { return fray::to_string(narrowed<fray::EventType>(type)); }
const char* fray_command_name(fray_command_type type) { return fray::to_string(narrowed<fray::CommandType>(type)); }
const char* fray_cause_name(fray_cause cause) { return fray::to_string(narrowed<fray::Cause>(cause)); }
const char* fray_wait_reason_name(fray_wait_reason wait_reason) {
    return fray::to_string(narrowed<fray::WaitReason>(wait_reason));
}
const char* fray_system_name(fray_system system) { return fray::to_string(narrowed<fray::System>(system)); }
const char* fray_exchange_name(fray_exchange exchange) { return fray::to_string(narrowed<fray::Exchange>(exchange)); }
