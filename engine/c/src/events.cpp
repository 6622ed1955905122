// The events of a step, and the names of events, causes, wait reasons and systems.
#include "api.h"
#include "layouts.h"

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

fray_error fray_world_events(fray_world_id world, const fray_event** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.events(), out, count); });
}

fray_error fray_world_projectiles(fray_world_id world, const fray_projectile** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.projectiles(), out, count); });
}

fray_error fray_world_sight_questions(fray_world_id world, const fray_sight_question** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) { hand_out(w.world.sight_questions(), out, count); });
}

fray_error fray_world_set_events(fray_world_id world, uint64_t mask) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_events(mask); });
}

fray_error fray_world_state_name(fray_world_id world, uint8_t state, const char** out) {
    return in_world(
        world, [&](OpenWorld& w) { given(out, "out") = w.world.state_name(static_cast<fray::State>(state)).data(); });
}

const char* fray_event_name(fray_event_type type) { return fray::to_string(narrowed<fray::EventType>(type)); }
const char* fray_cause_name(fray_cause cause) { return fray::to_string(narrowed<fray::Cause>(cause)); }
const char* fray_wait_reason_name(fray_wait_reason wait_reason) {
    return fray::to_string(narrowed<fray::WaitReason>(wait_reason));
}
const char* fray_system_name(fray_system stage) { return fray::to_string(narrowed<fray::System>(stage)); }
