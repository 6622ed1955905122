// Commands of the host to agents. They are checked at once and carried out by the next step.
#include "api.h"
#include "defs.h"

#include <vector>

namespace fray::c {
namespace {

/// Calls `each` for 0, 1, 2 ... until a call is refused. Writes the number of accepted calls to `done`.
template <typename Each> Error in_order(size_t count, size_t* done, Each each) {
    if (done != nullptr) *done = 0;
    for (size_t i = 0; i < count; ++i) {
        if (const Error e = each(i); e != Error::ok) return e;
        if (done != nullptr) ++*done;
    }
    return Error::ok;
}

Error spawn(OpenWorld& w, const fray_spawn_def& def, fray_agent_id* out) {
    AgentId made;
    if (out != nullptr) *out = {0, 0};
    const Error e = w.world.spawn(spawn_def(def), &made);
    if (out != nullptr) *out = agent(made);
    return e;
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_spawn(fray_world_id world, const fray_spawn_def* def, fray_agent_id* out) {
    return in_world(world, [&](OpenWorld& w) { return spawn(w, given(def, "def"), out); });
}

fray_error fray_world_spawn_many(fray_world_id world, const fray_spawn_def* defs, size_t count, fray_agent_id* out,
                                 size_t* made) {
    return in_world(world, [&](OpenWorld& w) {
        given(defs, count, "defs");
        return in_order(count, made, [&](size_t i) { return spawn(w, defs[i], out != nullptr ? out + i : nullptr); });
    });
}

fray_error fray_world_despawn(fray_world_id world, fray_agent_id id) {
    return in_world(world, [&](OpenWorld& w) { return w.world.despawn(agent(id)); });
}

fray_error fray_world_join(fray_world_id world, fray_agent_id id, fray_squad_id to) {
    return in_world(world, [&](OpenWorld& w) { return w.world.join(agent(id), squad(to)); });
}

fray_error fray_world_place(fray_world_id world, fray_agent_id id, fray_vec2 position) {
    return in_world(world, [&](OpenWorld& w) { return w.world.place(agent(id), vec(position)); });
}

fray_error fray_world_place_facing(fray_world_id world, fray_agent_id id, fray_vec2 position, fray_vec2 heading) {
    return in_world(world, [&](OpenWorld& w) { return w.world.place(agent(id), vec(position), vec(heading)); });
}

fray_error fray_world_place_many(fray_world_id world, const fray_placement* placements, size_t count, size_t* done) {
    return in_world(world, [&](OpenWorld& w) {
        given(placements, count, "placements");
        return in_order(count, done, [&](size_t i) {
            const fray_placement& p = placements[i];
            const bool as_it_was = p.heading.x == 0.0f && p.heading.y == 0.0f;
            return as_it_was ? w.world.place(agent(p.agent), vec(p.position))
                             : w.world.place(agent(p.agent), vec(p.position), vec(p.heading));
        });
    });
}

fray_error fray_world_order(fray_world_id world, fray_agent_id id, const fray_order* order) {
    return in_world(world, [&](OpenWorld& w) { return w.world.order(agent(id), order_def(given(order, "order"))); });
}

fray_error fray_world_order_squad(fray_world_id world, fray_squad_id id, const fray_order* order) {
    return in_world(world, [&](OpenWorld& w) { return w.world.order(squad(id), order_def(given(order, "order"))); });
}

fray_error fray_world_lead(fray_world_id world, fray_agent_id id) {
    return in_world(world, [&](OpenWorld& w) { return w.world.lead(agent(id)); });
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

fray_error fray_world_damage(fray_world_id world, fray_agent_id id, float amount, fray_agent_id by) {
    return in_world(world, [&](OpenWorld& w) { return w.world.damage(agent(id), amount, agent(by)); });
}

fray_error fray_world_damage_many(fray_world_id world, const fray_damage* damages, size_t count, size_t* done) {
    return in_world(world, [&](OpenWorld& w) {
        given(damages, count, "damages");
        return in_order(count, done, [&](size_t i) {
            return w.world.damage(agent(damages[i].agent), damages[i].amount, agent(damages[i].by));
        });
    });
}

fray_error fray_world_set_health(fray_world_id world, fray_agent_id id, float health) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_health(agent(id), health); });
}

fray_error fray_world_set_health_many(fray_world_id world, const fray_health* healths, size_t count, size_t* done) {
    return in_world(world, [&](OpenWorld& w) {
        given(healths, count, "healths");
        return in_order(count, done,
                        [&](size_t i) { return w.world.set_health(agent(healths[i].agent), healths[i].health); });
    });
}

fray_error fray_world_capacity(fray_world_id world, fray_agent_id target, int grid, int attack) {
    return in_world(world, [&](OpenWorld& w) { return w.world.capacity(agent(target), grid, attack); });
}

fray_error fray_world_close_slots(fray_world_id world, fray_agent_id target, const int* slots, size_t count) {
    return in_world(world, [&](OpenWorld& w) {
        return w.world.close_slots(agent(target), {given(slots, count, "slots"), count});
    });
}

fray_error fray_world_set_view(fray_world_id world, fray_agent_id target, fray_vec2 direction, float half_angle) {
    return in_world(world, [&](OpenWorld& w) { return w.world.view(agent(target), vec(direction), half_angle); });
}

fray_error fray_world_answer_sight(fray_world_id world, fray_agent_id viewer, fray_agent_id target, bool seen) {
    return in_world(world, [&](OpenWorld& w) { return w.world.answer_sight(agent(viewer), agent(target), seen); });
}

fray_error fray_world_report(fray_world_id world, fray_agent_id id, fray_attack_report what) {
    return in_world(world, [&](OpenWorld& w) { return w.world.report(agent(id), narrowed<fray::AttackReport>(what)); });
}

fray_error fray_world_set_host_poses(fray_world_id world, const fray_host_poses* poses) {
    return in_world(world, [&](OpenWorld& w) { return w.world.set_host_poses(host_poses(given(poses, "poses"))); });
}
