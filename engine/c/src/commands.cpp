// Commands of the host to agents. They are checked at once and carried out by the next step.
#include "api.h"
#include "defs.h"
#include "layouts.h"

#include <algorithm>
#include <span>
#include <vector>

namespace fray::c {
namespace {

/// The caller's list as a list of the engine's structs with the same layout.
template <typename D, typename C> std::span<const D> list_as(const C* list, size_t count, const char* name) {
    return {read_as<D>(given(list, count, name)), count};
}

/// Sets `*skipped` to 0, unless the pointer is null, and returns the pointer.
size_t* cleared(size_t* skipped) {
    if (skipped != nullptr) *skipped = 0;
    return skipped;
}

Error spawn_many(OpenWorld& w, const fray_spawn_def* defs, size_t count, fray_agent_id* out) {
    std::vector<SpawnDef> spawns;
    spawns.reserve(count);
    for (size_t i = 0; i < count; ++i) spawns.push_back(spawn_def(defs[i]));
    std::vector<AgentId> made(count);
    const Error e = w.world.spawn(spawns, made);
    if (e == Error::ok && out != nullptr)
        std::transform(made.begin(), made.end(), out, [](AgentId id) { return agent(id); });
    return e;
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_spawn(fray_world_id world, const fray_spawn_def* def, fray_agent_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        fray::AgentId made;
        if (out != nullptr) *out = {0, 0};
        const fray::Error e = w.world.spawn(spawn_def(given(def, "def")), &made);
        if (out != nullptr) *out = agent(made);
        return e;
    });
}

fray_error fray_world_spawn_many(fray_world_id world, const fray_spawn_def* defs, size_t count, fray_agent_id* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(defs, count, "defs");
        if (out != nullptr) std::fill_n(out, count, fray_agent_id{0, 0});
        return spawn_many(w, defs, count, out);
    });
}

fray_error fray_world_despawn(fray_world_id world, fray_agent_id id) {
    return in_world(world, [&](OpenWorld& w) { return w.world.despawn(agent(id)); });
}

fray_error fray_world_join(fray_world_id world, fray_agent_id id, fray_squad_id to) {
    return in_world(world, [&](OpenWorld& w) { return w.world.join(agent(id), squad(to)); });
}

fray_error fray_world_teleport(fray_world_id world, fray_agent_id id, fray_vec2 position) {
    return in_world(world, [&](OpenWorld& w) { return w.world.teleport(agent(id), vec(position)); });
}

fray_error fray_world_teleport_facing(fray_world_id world, fray_agent_id id, fray_vec2 position, fray_vec2 heading) {
    return in_world(world, [&](OpenWorld& w) { return w.world.teleport(agent(id), vec(position), vec(heading)); });
}

fray_error fray_world_teleport_many(fray_world_id world, const fray_teleport* teleports, size_t count,
                                    size_t* skipped) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.teleport(list_as<fray::Teleport>(teleports, count, "teleports"), cleared(skipped));
    });
}

fray_error fray_world_set_order(fray_world_id world, fray_agent_id id, const fray_order* order) {
    return in_world(world,
                    [&](OpenWorld& w) { return w.world.set_order(agent(id), order_def(given(order, "order"))); });
}

fray_error fray_world_set_squad_order(fray_world_id world, fray_squad_id id, const fray_order* order) {
    return in_world(world,
                    [&](OpenWorld& w) { return w.world.set_order(squad(id), order_def(given(order, "order"))); });
}

fray_error fray_world_queue_order(fray_world_id world, fray_agent_id id, const fray_order* order) {
    return in_world(world,
                    [&](OpenWorld& w) { return w.world.queue_order(agent(id), order_def(given(order, "order"))); });
}

fray_error fray_world_queue_squad_order(fray_world_id world, fray_squad_id id, const fray_order* order) {
    return in_world(world,
                    [&](OpenWorld& w) { return w.world.queue_order(squad(id), order_def(given(order, "order"))); });
}

fray_error fray_world_set_leader(fray_world_id world, fray_agent_id id) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_leader(agent(id)); });
}

fray_error fray_world_set_move_input(fray_world_id world, fray_squad_id id, fray_vec2 direction) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_move_input(squad(id), vec(direction)); });
}

fray_error fray_world_set_target_bias(fray_world_id world, fray_agent_id target, float metres, fray_agent_id by) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_target_bias(agent(target), metres, agent(by)); });
}

fray_error fray_world_set_detail(fray_world_id world, const fray_detail_def* detail) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_detail(detail_def(given(detail, "detail"))); });
}

fray_error fray_world_set_update_interval(fray_world_id world, fray_agent_id id, int frames) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_update_interval(agent(id), frames); });
}

fray_error fray_world_set_speed_factor(fray_world_id world, fray_agent_id id, float factor) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_speed_factor(agent(id), factor); });
}

fray_error fray_world_set_radius(fray_world_id world, fray_agent_id id, float radius) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_radius(agent(id), radius); });
}

fray_error fray_world_set_avoidance_factor(fray_world_id world, fray_agent_id id, float factor) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_avoidance_factor(agent(id), factor); });
}

fray_error fray_world_add_threat(fray_world_id world, fray_agent_id id, fray_agent_id attacker, float points) {
    return in_world(world, [&](OpenWorld& w) { return w.world.add_threat(agent(id), agent(attacker), points); });
}

fray_error fray_world_set_user_data(fray_world_id world, fray_agent_id id, uint64_t data) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_user_data(agent(id), data); });
}

fray_error fray_world_leave(fray_world_id world, fray_agent_id id) {
    return in_world(world, [&](OpenWorld& w) { return w.world.leave(agent(id)); });
}

fray_error fray_world_set_team(fray_world_id world, fray_agent_id id, uint8_t team) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_team(agent(id), team); });
}

fray_error fray_world_set_squad_team(fray_world_id world, fray_squad_id id, uint8_t team) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_team(squad(id), team); });
}

fray_error fray_world_set_storey(fray_world_id world, fray_agent_id id, int16_t storey) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_storey(agent(id), storey); });
}

fray_error fray_world_set_link(fray_world_id world, int link, const fray_link_def* def) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_link(link, link_def(given(def, "def"))); });
}

fray_error fray_world_remove_link(fray_world_id world, int link) {
    return in_world(world, [&](OpenWorld& w) { return w.world.remove_link(link); });
}

fray_error fray_world_set_archetype(fray_world_id world, fray_agent_id id, uint16_t archetype) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_archetype(agent(id), archetype); });
}

fray_error fray_world_stun(fray_world_id world, fray_agent_id id, double seconds) {
    return in_world(world, [&](OpenWorld& w) { return w.world.stun(agent(id), seconds); });
}

fray_error fray_world_push(fray_world_id world, fray_agent_id id, fray_vec2 by, double seconds) {
    return in_world(world, [&](OpenWorld& w) { return w.world.push(agent(id), vec(by), seconds); });
}

fray_error fray_world_damage(fray_world_id world, fray_agent_id id, float amount, fray_agent_id by) {
    return in_world(world, [&](OpenWorld& w) { return w.world.damage(agent(id), amount, agent(by)); });
}

fray_error fray_world_damage_many(fray_world_id world, const fray_damage* damages, size_t count, size_t* skipped) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.damage(list_as<fray::Damage>(damages, count, "damages"), cleared(skipped));
    });
}

fray_error fray_world_stagger(fray_world_id world, fray_agent_id id, fray_agent_id by) {
    return in_world(world, [&](OpenWorld& w) { return w.world.stagger(agent(id), agent(by)); });
}

fray_error fray_world_set_health(fray_world_id world, fray_agent_id id, float health, fray_agent_id by) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_health(agent(id), health, agent(by)); });
}

fray_error fray_world_set_health_many(fray_world_id world, const fray_health* healths, size_t count, size_t* skipped) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.set_health(list_as<fray::Health>(healths, count, "healths"), cleared(skipped));
    });
}

fray_error fray_world_set_capacity(fray_world_id world, fray_agent_id target, fray_capacity capacity) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.set_capacity(agent(target), {capacity.grid, capacity.attack});
    });
}

fray_error fray_world_set_closed_slots(fray_world_id world, fray_agent_id target, const int* slots, size_t count) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.set_closed_slots(agent(target), {given(slots, count, "slots"), count});
    });
}

fray_error fray_world_set_view(fray_world_id world, fray_agent_id target, fray_view_cone view) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.set_view(agent(target), {.direction = vec(view.direction), .half_angle = view.half_angle});
    });
}

fray_error fray_world_answer_sight(fray_world_id world, fray_agent_id viewer, fray_agent_id target, bool seen) {
    return in_world(world, [&](OpenWorld& w) { return w.world.answer_sight(agent(viewer), agent(target), seen); });
}

fray_error fray_world_report_attack(fray_world_id world, fray_agent_id id, fray_attack_report report) {
    return in_world(
        world, [&](OpenWorld& w) { return w.world.report_attack(agent(id), narrowed<fray::AttackReport>(report)); });
}

fray_error fray_world_set_host_poses(fray_world_id world, const fray_host_poses* poses) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_host_poses(host_poses(given(poses, "poses"))); });
}
