// Queries for inspection: circles, the wait reasons of agents, and invariants.
#include "api.h"

#include "fray/inspect.h"

#include <algorithm>

namespace fray::c {
namespace {

/// Copies as many elements as the caller's list has room for, and writes their full number to `*count`. Returns false
/// if the list is too small; null is not too small.
bool fill(const std::vector<AgentId>& from, fray_agent_id* to, size_t capacity, size_t* count) {
    *count = from.size();
    for (size_t i = 0; i < std::min(capacity, from.size()); ++i) to[i] = agent(from[i]);
    return to == nullptr || capacity >= from.size();
}

void fill_circle(const CircleView& circle, fray_circle_view& out) {
    given(out.slots, out.slot_capacity, "slots");
    given(out.queue, out.queue_capacity, "queue");
    given(out.token_queue, out.token_queue_capacity, "token_queue");
    given(out.strikers, out.striker_capacity, "strikers");
    out.grid_capacity = circle.grid_capacity;
    out.grid_free = circle.grid_free;
    out.attack_capacity = circle.attack_capacity;
    out.attack_free = circle.attack_free;
    out.reserver = agent(circle.reserver);
    bool fits = fill(circle.slots, out.slots, out.slot_capacity, &out.slot_count);
    fits &= fill(circle.queue, out.queue, out.queue_capacity, &out.queue_count);
    fits &= fill(circle.token_queue, out.token_queue, out.token_queue_capacity, &out.token_queue_count);
    fits &= fill(circle.strikers, out.strikers, out.striker_capacity, &out.striker_count);
    for (size_t i = 0; out.closed != nullptr && i < std::min(out.slot_capacity, circle.closed.size()); ++i)
        out.closed[i] = circle.closed[i];
    if (!fits) throw Refused{FRAY_ERROR_BAD_SIZE, "circle: a list has too little room; its count is what it needs"};
}

/// Notes the error of a query without a result: there is no such agent, or else `what`.
fray_error missing(OpenWorld& w, fray_agent_id id, const char* what) {
    return w.world.row_of(agent(id)) ? note(FRAY_ERROR_UNKNOWN, what, &w) : no_agent(w);
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_inspect_circle(fray_world_id world, fray_agent_id target, fray_circle_view* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out");
        const auto circle = inspect_circle(w.world, agent(target));
        if (!circle) return missing(w, target, "circle: this agent has none");
        fill_circle(*circle, *out);
        return FRAY_OK;
    });
}

fray_error fray_world_wait_reason(fray_world_id world, fray_agent_id id, fray_wait_info* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {};
        const auto why = wait_reason(w.world, agent(id));
        if (!why) return no_agent(w);
        *out = {static_cast<fray_wait_reason>(why->reason), agent(why->target), why->required, why->available};
        return FRAY_OK;
    });
}

fray_error fray_world_ready_at(fray_world_id world, fray_agent_id id, int attack, double* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = 0.0;
        const auto time = ready_at(w.world, agent(id), attack);
        if (!time) return missing(w, id, "attack: this agent has no such attack");
        *out = *time;
        return FRAY_OK;
    });
}

fray_error fray_world_check_invariants(fray_world_id world, const char** breach) {
    return in_world(world, [&](OpenWorld& w) {
        given(breach, "breach") = nullptr;
        w.text = check_invariants(w.world);
        if (!w.text.empty()) *breach = w.text.c_str();
    });
}
