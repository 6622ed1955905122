// Queries about a single agent, squad or circle.
#include "api.h"
#include "defs.h"

#include <algorithm>
#include <type_traits>

namespace fray::c {
namespace {

// Convert values of the engine to C.
fray_vec2 to_c(Vec2 v) { return vec(v); }
fray_agent_id to_c(AgentId id) { return agent(id); }
fray_squad_id to_c(SquadId id) { return squad(id); }
fray_order to_c(const Order& order) { return order_def(order); }
fray_capacity to_c(const Capacity& capacity) { return {capacity.grid, capacity.attack}; }
fray_body to_c(const Body& body) {
    return {body.speed_factor, body.radius, body.avoidance_factor, to_c(body.push), body.stunned, body.push_left};
}
fray_threat to_c(const Threat& threat) { return {agent(threat.attacker), threat.points}; }
fray_link_def to_c(const LinkDef& def) { return link_def(def); }
fray_view_cone to_c(const ViewCone& view) { return {vec(view.direction), view.half_angle}; }

/// Writes the result of `ask(World)` about an agent to `*out`; notes FRAY_ERROR_STALE_ID if there is no such agent.
template <typename C, typename Ask> fray_error get(fray_world_id world, C* out, Ask ask) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {};
        const auto found = ask(w.world);
        if (!found) return no_agent(w);
        if constexpr (std::is_arithmetic_v<C>)
            *out = static_cast<C>(*found);
        else
            *out = to_c(*found);
        return FRAY_OK;
    });
}

/// Writes the result of `ask(World)` about a squad to `*out`; notes FRAY_ERROR_UNKNOWN if there is no such squad.
template <typename C, typename Ask> fray_error get_of_squad(fray_world_id world, C* out, Ask ask) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {};
        const auto found = ask(w.world);
        if (!found) return note(FRAY_ERROR_UNKNOWN, "squad: null, or not made by fray_world_add_squad", &w);
        *out = to_c(*found);
        return FRAY_OK;
    });
}

} // namespace
} // namespace fray::c

using namespace fray::c;
using fray::World;

fray_error fray_world_position(fray_world_id world, fray_agent_id id, fray_vec2* out) {
    return get(world, out, [&](const World& w) { return w.position(agent(id)); });
}

fray_error fray_world_drawn_position(fray_world_id world, fray_agent_id id, double part, fray_vec2* out) {
    return get(world, out, [&](const World& w) { return w.drawn_position(agent(id), part); });
}

fray_error fray_world_velocity(fray_world_id world, fray_agent_id id, fray_vec2* out) {
    return get(world, out, [&](const World& w) { return w.velocity(agent(id)); });
}

fray_error fray_world_heading(fray_world_id world, fray_agent_id id, fray_vec2* out) {
    return get(world, out, [&](const World& w) { return w.heading(agent(id)); });
}

fray_error fray_world_state(fray_world_id world, fray_agent_id id, uint8_t* out) {
    return get(world, out, [&](const World& w) { return w.state(agent(id)); });
}

fray_error fray_world_target(fray_world_id world, fray_agent_id id, fray_agent_id* out) {
    return get(world, out, [&](const World& w) { return w.target(agent(id)); });
}

fray_error fray_world_health(fray_world_id world, fray_agent_id id, float* out) {
    return get(world, out, [&](const World& w) { return w.health(agent(id)); });
}

fray_error fray_world_team(fray_world_id world, fray_agent_id id, uint8_t* out) {
    return get(world, out, [&](const World& w) { return w.team(agent(id)); });
}

fray_error fray_world_squad(fray_world_id world, fray_agent_id id, fray_squad_id* out) {
    return get(world, out, [&](const World& w) { return w.squad(agent(id)); });
}

fray_error fray_world_archetype_of(fray_world_id world, fray_agent_id id, uint16_t* out) {
    return get(world, out, [&](const World& w) { return w.archetype_of(agent(id)); });
}

fray_error fray_world_monster_of(fray_world_id world, fray_agent_id id, int64_t* out) {
    return get(world, out, [&](const World& w) { return w.monster_of(agent(id)); });
}

fray_error fray_world_order(fray_world_id world, fray_agent_id id, fray_order* out) {
    return get(world, out, [&](const World& w) { return w.order(agent(id)); });
}

fray_error fray_world_link(fray_world_id world, int link, fray_link_def* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = {};
        const auto found = w.world.link(link);
        if (!found) return note(FRAY_ERROR_UNKNOWN, "link: there is none of this number", &w);
        *out = to_c(*found);
        return FRAY_OK;
    });
}

fray_error fray_world_link_of(fray_world_id world, fray_agent_id id, int* out) {
    return get(world, out, [&](const World& w) { return w.link_of(agent(id)); });
}

fray_error fray_world_body(fray_world_id world, fray_agent_id id, fray_body* out) {
    return get(world, out, [&](const World& w) { return w.body(agent(id)); });
}

fray_error fray_world_update_interval(fray_world_id world, fray_agent_id id, int* out) {
    return get(world, out, [&](const World& w) { return w.update_interval(agent(id)); });
}

fray_error fray_world_target_bias(fray_world_id world, fray_agent_id target, fray_agent_id by, float* out) {
    return get(world, out, [&](const World& w) { return w.target_bias(agent(target), agent(by)); });
}

fray_error fray_world_capacity(fray_world_id world, fray_agent_id target, fray_capacity* out) {
    return get(world, out, [&](const World& w) { return w.capacity(agent(target)); });
}

/// Copies a list to the host's memory. `out` null and `capacity` 0: only counts.
template <typename List, typename Out>
fray_error copy_out(OpenWorld& w, const char* what, const std::optional<List>& list, Out* out, size_t capacity,
                    size_t* count) {
    given(count, "count") = 0;
    if (!list) return no_agent(w);
    copy_list(what, *list, out, capacity, count, [](const auto& element) {
        if constexpr (std::is_same_v<std::decay_t<decltype(element)>, Out>)
            return element;
        else
            return to_c(element);
    });
    return FRAY_OK;
}

fray_error fray_world_closed_slots(fray_world_id world, fray_agent_id target, int* out, size_t capacity,
                                   size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        return copy_out(w, "closed slots", w.world.closed_slots(agent(target)), out, capacity, count);
    });
}

fray_error fray_world_order_queue(fray_world_id world, fray_agent_id id, fray_order* out, size_t capacity,
                                  size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        return copy_out(w, "queue of orders", w.world.order_queue(agent(id)), out, capacity, count);
    });
}

fray_error fray_world_threats(fray_world_id world, fray_agent_id id, fray_threat* out, size_t capacity, size_t* count) {
    return in_world(
        world, [&](OpenWorld& w) { return copy_out(w, "threats", w.world.threats(agent(id)), out, capacity, count); });
}

fray_error fray_world_view_cone(fray_world_id world, fray_agent_id target, fray_view_cone* out) {
    return get(world, out, [&](const World& w) { return w.view(agent(target)); });
}

fray_error fray_world_move_input(fray_world_id world, fray_squad_id id, fray_vec2* out) {
    return get_of_squad(world, out, [&](const World& w) { return w.move_input(squad(id)); });
}

fray_error fray_world_leader(fray_world_id world, fray_squad_id id, fray_agent_id* out) {
    return get_of_squad(world, out, [&](const World& w) { return w.leader(squad(id)); });
}
