// Returns the lists after a step: events, projectiles, squads, circles and sight questions. Also returns the names of
// events, commands, causes, wait reasons and systems.
#include "api.h"
#include "layouts.h"

#include <cstring>

namespace fray::c {
namespace {

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
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = w.world.state_name(static_cast<fray::AgentState>(state)).data();
    });
}

const char* fray_event_name(fray_event_type type) { return fray::to_string(narrowed<fray::EventType>(type)); }
const char* fray_command_name(fray_command_type type) { return fray::to_string(narrowed<fray::CommandType>(type)); }
const char* fray_target_cause_name(fray_target_cause cause) {
    return fray::to_string(narrowed<fray::TargetCause>(cause));
}
const char* fray_slot_cause_name(fray_slot_cause cause) { return fray::to_string(narrowed<fray::SlotCause>(cause)); }
const char* fray_unslot_cause_name(fray_unslot_cause cause) {
    return fray::to_string(narrowed<fray::UnslotCause>(cause));
}
const char* fray_attack_end_cause_name(fray_attack_end_cause cause) {
    return fray::to_string(narrowed<fray::AttackEndCause>(cause));
}
const char* fray_act_end_cause_name(fray_act_end_cause cause) {
    return fray::to_string(narrowed<fray::ActEndCause>(cause));
}
const char* fray_order_done_cause_name(fray_order_done_cause cause) {
    return fray::to_string(narrowed<fray::OrderDoneCause>(cause));
}
const char* fray_wait_reason_name(fray_wait_reason wait_reason) {
    return fray::to_string(narrowed<fray::WaitReason>(wait_reason));
}
const char* fray_frame_system_name(fray_frame_system system) {
    return fray::to_string(narrowed<fray::FrameSystem>(system));
}
const char* fray_exchange_name(fray_exchange exchange) { return fray::to_string(narrowed<fray::Exchange>(exchange)); }
