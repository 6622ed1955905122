// Columns, including user columns, the rows of agents, and events.
#include "world_functions.h"

#include <algorithm>
#include <cstring>

namespace fray::c {
namespace {

float distance(float radius) {
    if (radius >= 0.0f) return radius;
    throw Refused{FRAY_ERROR_OUT_OF_RANGE, "radius: given " + std::to_string(radius) + ", allowed 0 and more m"};
}
/// Calls `ask` with a list of ids to fill, and copies the found ids to `out` and their number to `*count`.
template <typename Ask>
void list_near(const OpenWorld& w, fray_agent_id* out, size_t capacity, size_t* count, Ask ask) {
    given(out, capacity, "out");
    std::vector<AgentId> found(std::min(capacity, w.world.agent_count()));
    found.resize(ask(found));
    std::transform(found.begin(), found.end(), out, [](AgentId id) { return agent(id); });
    *count = found.size();
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_view(fray_world_id world, fray_column column, fray_view* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {nullptr, 0, 0};
        *out = column_of(w.world, column);
    });
}

fray_error fray_world_is_valid_agent(fray_world_id world, fray_agent_id id, bool* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = w.world.is_valid(agent(id)); });
}

fray_error fray_world_row_of(fray_world_id world, fray_agent_id id, size_t* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = 0;
        const auto row = w.world.row_of(agent(id));
        if (!row) return no_agent(w);
        *out = *row;
        return FRAY_OK;
    });
}

fray_error fray_world_find(fray_world_id world, int32_t serial, fray_agent_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        const auto found = w.world.find(serial);
        given(out, "out") = agent(found.value_or(fray::AgentId{}));
        return found ? FRAY_OK : note(FRAY_ERROR_STALE_ID, "serial: no agent has it now", &w);
    });
}

fray_error fray_world_nearest(fray_world_id world, fray_vec2 at, float radius, const uint8_t* teams, size_t team_count,
                              int16_t floor, fray_agent_id* out, size_t capacity, size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        given(count, "count") = 0;
        const std::span<const fray::TeamIndex> among(given(teams, team_count, "teams"), team_count);
        list_near(w, out, capacity, count,
                  [&](auto& found) { return w.world.nearest(vec(at), distance(radius), found, among, floor); });
    });
}

fray_error fray_world_nearest_hostiles(fray_world_id world, fray_agent_id id, float radius, fray_agent_id* out,
                                       size_t capacity, size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        given(count, "count") = 0;
        if (!w.world.row_of(agent(id))) return no_agent(w);
        list_near(w, out, capacity, count,
                  [&](auto& found) { return w.world.nearest_hostiles(agent(id), distance(radius), found); });
        return FRAY_OK;
    });
}

fray_error fray_world_add_column(fray_world_id world, const char* name, size_t size, const void* initial,
                                 fray_user_column_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {0};
        const char* const text = &given(name, "name");
        if (initial == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, "initial: given null"};
        if (size == 0 || size > FRAY_MAX_COLUMN_SIZE)
            throw Refused{FRAY_ERROR_OUT_OF_RANGE, "size: given " + std::to_string(size) + ", allowed 1 to " +
                                                       std::to_string(FRAY_MAX_COLUMN_SIZE) + " bytes"};
        fray::UserColumn made;
        const fray::Error e = w.world.add_column_bytes(text, size, 1, initial, &made);
        out->value = made.value;
        return e;
    });
}

fray_error fray_world_user_column(fray_world_id world, fray_user_column_id column, size_t size, void** out,
                                  size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = nullptr;
        given(count, "count") = 0;
        void* const data = find_column([&] { return w.world.column_bytes({column.value}, size); });
        *count = w.world.agent_count();
        if (*count != 0) *out = data;
    });
}

fray_error fray_world_events(fray_world_id world, const fray_events** out) {
    return in_world(world, [&](OpenWorld& w) {
        const fray_events now = lists_of(w.world.events());
        // Other threads may still read the lists that an earlier call returned. So they are written only if they have
        // changed.
        if (std::memcmp(&w.events, &now, sizeof now) != 0) w.events = now;
        given(out, "out") = &w.events;
    });
}
