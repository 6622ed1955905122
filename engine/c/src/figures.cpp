// Counters, times, circles, and the wait reasons of agents.
#include "api.h"
#include "layouts.h"

#include <algorithm>
#include <bit>

namespace fray::c {
namespace {

/// Fills the caller's list as far as it has room. Returns false if the list is not null and too small.
bool fill(const std::vector<AgentId>& from, fray_agent_id* to, size_t capacity, size_t* count) {
    *count = from.size();
    given(to, capacity, "a list of the circle");
    for (size_t i = 0; i < std::min(capacity, from.size()); ++i) to[i] = agent(from[i]);
    return to == nullptr || capacity >= from.size();
}

void fill_circle(const World::CircleView& circle, fray_circle_view& out) {
    out.grid_capacity = circle.grid_capacity;
    out.grid_free = circle.grid_free;
    out.attack_capacity = circle.attack_capacity;
    out.attack_free = circle.attack_free;
    out.reserver = agent(circle.reserver);
    bool fits = fill(circle.slots, out.slots, out.slot_capacity, &out.slot_count);
    fits &= fill(circle.queue, out.queue, out.queue_capacity, &out.queue_count);
    fits &= fill(circle.ring, out.ring, out.ring_capacity, &out.ring_count);
    fits &= fill(circle.strikers, out.strikers, out.striker_capacity, &out.striker_count);
    for (size_t i = 0; out.closed != nullptr && i < std::min(out.slot_capacity, circle.closed.size()); ++i)
        out.closed[i] = circle.closed[i];
    if (!fits) throw Refused{FRAY_ERROR_BAD_SIZE, "circle: a list has too little room; its count is what it needs"};
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_counters(fray_world_id world, fray_counters* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = std::bit_cast<fray_counters>(w.world.counters()); });
}

fray_error fray_world_profile(fray_world_id world, fray_profile* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = std::bit_cast<fray_profile>(w.world.profile()); });
}

fray_error fray_world_memory(fray_world_id world, fray_memory_use* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = std::bit_cast<fray_memory_use>(w.world.memory()); });
}

fray_error fray_world_frame(fray_world_id world, uint64_t* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.frame(); });
}

fray_error fray_world_time(fray_world_id world, int64_t* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.time_us(); });
}

fray_error fray_world_state_hash(fray_world_id world, uint64_t* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.state_hash(); });
}

fray_error fray_world_circle(fray_world_id world, fray_agent_id target, fray_circle_view* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out");
        if (!w.world.circle(agent(target), &w.circle))
            return note(FRAY_ERROR_UNKNOWN, "circle: this agent has none", &w);
        fill_circle(w.circle, *out);
        return FRAY_OK;
    });
}

fray_error fray_world_circle_targets(fray_world_id world, fray_agent_id* out, size_t capacity, size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        given(count, "count") = 0;
        if (!fill(w.world.circle_targets(), out, capacity, count))
            throw Refused{FRAY_ERROR_BAD_SIZE, "circle targets: there are " + std::to_string(*count) +
                                                   ", given room for " + std::to_string(capacity)};
    });
}

fray_error fray_world_wait_reason(fray_world_id world, fray_agent_id id, fray_wait_info* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out");
        const fray::World::WaitInfo why = w.world.wait_reason(agent(id));
        *out = {static_cast<fray_wait_reason>(why.reason), agent(why.target), why.need, why.free};
    });
}

fray_error fray_world_ready_at(fray_world_id world, fray_agent_id id, int attack, int64_t* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.ready_at(agent(id), attack); });
}

fray_error fray_world_update_interval(fray_world_id world, fray_agent_id id, int* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = w.world.period(agent(id));
        return *out != 0 ? FRAY_OK : note(FRAY_ERROR_STALE_ID, "update_interval: no such agent", &w);
    });
}

fray_error fray_world_load(fray_world_id world, int* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.load(); });
}

fray_error fray_world_check(fray_world_id world, const char** breach) {
    return in_world(world, [&](OpenWorld& w) {
        given(breach, "breach") = nullptr;
        w.text = w.world.check_invariants();
        if (!w.text.empty()) *breach = w.text.c_str();
    });
}
