#include "defs.h"

#include "api.h"
#include "layouts.h"

#include <algorithm>
#include <cstddef>

namespace fray::c {
namespace {

// ---- Fields, once for both ways -------------------------------------------------------------------------------------

/// From a C struct to the engine's.
struct ToEngine {
    template <typename C, typename D> void operator()(const C& c, D& d) const {
        if constexpr (std::is_enum_v<D>)
            d = narrowed<D>(static_cast<int32_t>(c));
        else
            d = c;
    }
    template <typename C, typename D, size_t n> void operator()(const C (&c)[n], std::array<D, n>& d) const {
        for (size_t i = 0; i < n; ++i) (*this)(c[i], d[i]);
    }
};

/// And back.
struct ToC {
    template <typename C, typename D> void operator()(C& c, const D& d) const { c = static_cast<C>(d); }
    template <typename C, typename D, size_t n> void operator()(C (&c)[n], const std::array<D, n>& d) const {
        for (size_t i = 0; i < n; ++i) (*this)(c[i], d[i]);
    }
};

template <typename Put, typename C, typename D> void world_fields(Put put, C&& c, D&& d) {
    put(c.seed, d.seed);
    put(c.hz, d.hz);
    put(c.events, d.events);
    put(c.refusals, d.refusals);
    put(c.hash, d.hash);
    put(c.tree_every, d.tree_every);
    put(c.search, d.search);
    put(c.reorder_every, d.reorder_every);
    put(c.off_ground, d.off_ground);
    put(c.allocator.allocate, d.allocator.allocate);
    put(c.allocator.free, d.allocator.free);
    put(c.allocator.user, d.allocator.user);
    put(c.memory_budget, d.memory_budget);
    put(c.layout.shuffle_storage, d.debug.shuffle_storage);
    put(c.layout.shuffle_chunks, d.debug.shuffle_chunks);
    put(c.layout.chunk_size, d.debug.chunk_size);
}

template <typename Put, typename C, typename D> void attack_fields(Put put, C&& c, D&& d) {
    put(c.weight, d.weight);
    put(c.damage, d.damage);
    put(c.range, d.range);
    put(c.angle, d.angle);
    put(c.windup, d.windup);
    put(c.duration, d.duration);
    put(c.recovery, d.recovery);
    put(c.score, d.score);
    put(c.projectile_speed, d.projectile_speed);
    put(c.cooldown.agent, d.cooldown.agent);
    put(c.cooldown.archetype, d.cooldown.archetype);
    put(c.cooldown.uses, d.cooldown.uses);
    put(c.cooldown.global, d.cooldown.global);
    put(c.cooldown.scope, d.cooldown.scope);
}

template <typename Put, typename C, typename D> void circle_fields(Put put, C&& c, D&& d) {
    put(c.slots, d.slots);
    put(c.grid_capacity, d.grid_capacity);
    put(c.attack_capacity, d.attack_capacity);
    put(c.attack_radius, d.attack_radius);
    put(c.approach_radius, d.approach_radius);
    put(c.roam_gap, d.roam_gap);
    put(c.arrive, d.arrive);
    put(c.patience, d.patience);
    put(c.permit_patience, d.permit_patience);
    put(c.reach_limit, d.reach_limit);
    put(c.attack_timeout, d.attack_timeout);
    put(c.rebalance, d.rebalance);
    put(c.switch_gain, d.switch_gain);
    put(c.switch_dwell, d.switch_dwell);
    put(c.steal, d.steal);
    put(c.steal_after, d.steal_after);
    put(c.outside, d.outside);
    put(c.surround, d.surround);
    put(c.attack_gap, d.attack_gap);
    put(c.rest, d.rest);
    put(c.hold_limit, d.hold_limit);
    put(c.interrupt_grace, d.interrupt_grace);
    put(c.offscreen_limit, d.offscreen_limit);
}

template <typename Put, typename C, typename D> void reaction_fields(Put put, C&& c, D&& d) {
    for (size_t band = 0; band < 3; ++band) {
        put(c.table[band].stay, d.table[band].stay);
        put(c.table[band].combat, d.table[band].combat);
        put(c.table[band].heal, d.table[band].heal);
        put(c.hurt[band].stay, d.hurt[band].stay);
        put(c.hurt[band].combat, d.hurt[band].combat);
        put(c.hurt[band].heal, d.hurt[band].heal);
    }
}

template <typename Put, typename C, typename D> void archetype_fields(Put put, C&& c, D&& d) {
    put(c.staged, d.staged);
    put(c.brain, d.brain);
    put(c.health, d.health);
    put(c.host_health, d.host_health);
    put(c.radius, d.radius);
    put(c.mass, d.mass);
    put(c.walk_speed, d.walk_speed);
    put(c.run_speed, d.run_speed);
    put(c.acceleration, d.acceleration);
    put(c.turn_rate, d.turn_rate);
    put(c.grid_weight, d.grid_weight);
    put(c.release, d.release);
    put(c.choice, d.choice);
    put(c.targeting, d.targeting);
    put(c.motion, d.motion);
    put(c.bands, d.bands);
    put(c.period, d.period);
    put(c.alert, d.alert);
    put(c.attack_start, d.attack_start);
    put(c.effective, d.effective);
    put(c.alert_every, d.alert_every);
    put(c.target_margin, d.target_margin);
    put(c.target_dwell, d.target_dwell);
    put(c.sight, d.sight);
    put(c.fov, d.fov);
    put(c.line_of_sight, d.line_of_sight);
    put(c.stagger, d.stagger);
    put(c.super_armour, d.super_armour);
    put(c.reacts, d.reacts);
    put(c.timed, d.timed);
    reaction_fields(put, c.reactions, d.reactions);
    put(c.timers.run, d.timers.run);
    put(c.timers.close, d.timers.close);
    put(c.slide_back.time, d.slide_back.time);
    put(c.slide_back.distance, d.slide_back.distance);
    put(c.heal.below, d.heal.below);
    put(c.heal.flasks, d.heal.flasks);
    put(c.heal.time, d.heal.time);
    put(c.heal.amount, d.heal.amount);
    circle_fields(put, c.circle, d.circle);
}

template <typename Put, typename C, typename D> void squad_fields(Put put, C&& c, D&& d) {
    put(c.follow, d.follow);
    put(c.max_distance, d.max_distance);
    put(c.control, d.control);
    put(c.ahead, d.ahead);
    put(c.renew, d.renew);
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

/// A list of C's as one of the engine's; `most`: no number is trusted before anything is read.
template <typename D, typename C, typename Convert>
std::vector<D> list_of(const C* elements, size_t count, size_t most, const char* name, Convert convert) {
    if (count > most)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE, std::string(name) + ": given " + std::to_string(count) +
                                                   " elements, allowed 0 to " + std::to_string(most)};
    given(elements, count, name);
    std::vector<D> list;
    list.reserve(count);
    for (size_t i = 0; i < count; ++i) list.push_back(convert(elements[i]));
    return list;
}

AttackDef attack_def(const fray_attack_def& c) {
    AttackDef d;
    filled_in(&c, attack_cookie, "attack");
    attack_fields(ToEngine{}, c, d);
    d.name = text_or_empty(c.name);
    d.attack_class = text_or_empty(c.attack_class);
    return d;
}

PhaseDef phase_def(const fray_phase_def& c) {
    PhaseDef d;
    filled_in(&c, phase_cookie, "phase");
    d.below = c.below;
    d.attacks = list_of<std::string>(c.attacks, c.attack_count, max_attacks, "phases: attacks", text_or_empty);
    if (c.sets_reactions) reaction_fields(ToEngine{}, c.reactions, d.reactions.emplace());
    if (c.sets_super_armour) d.super_armour = c.super_armour;
    if (c.sets_walk_speed) d.walk_speed = c.walk_speed;
    if (c.sets_run_speed) d.run_speed = c.run_speed;
    return d;
}

UserStateUse state_use(const fray_state_use& c) { return {text_or_empty(c.name), c.below, c.idle}; }

ClassLimit class_limit(const fray_class_limit& c) { return {text_or_empty(c.attack_class), c.permits}; }

fray_circle_def circle_def(const CircleDef& d) {
    fray_circle_def c = {};
    circle_fields(ToC{}, c, d);
    return c;
}

void check_byte(const char* field, int32_t given, int32_t most) {
    if (given < 0 || given > most)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE, std::string(field) + ": given " + std::to_string(given) +
                                                   ", allowed 0 to " + std::to_string(most)};
}

} // namespace

// ---- To the engine --------------------------------------------------------------------------------------------------

WorldDef world_def(const fray_world_def& c, JobSystem* jobs) {
    check_byte("search", c.search, FRAY_SEARCH_GRID);
    check_byte("off_ground", c.off_ground, FRAY_OFF_GROUND_REFUSE);
    WorldDef d;
    world_fields(ToEngine{}, c, d);
    d.jobs = jobs;
    return d;
}

ArchetypeDef archetype_def(const fray_archetype_def& c) {
    filled_in(&c, archetype_cookie, "archetype");
    ArchetypeDef d;
    archetype_fields(ToEngine{}, c, d);
    d.name = text_or_empty(c.name);
    d.monster = text_or_empty(c.monster);
    d.circle.class_limits = list_of<ClassLimit>(c.circle.class_limits, c.circle.class_limit_count, max_attack_classes,
                                                "circle.class_limits", class_limit);
    d.phases = list_of<PhaseDef>(c.phases, c.phase_count, max_phases, "phases", phase_def);
    d.states = list_of<UserStateUse>(c.states, c.state_count, FRAY_MAX_STATE_USES, "states", state_use);
    d.attacks = list_of<AttackDef>(c.attacks, c.attack_count, max_attacks, "attacks", attack_def);
    return d;
}

SquadDef squad_def(const fray_squad_def& c) {
    filled_in(&c, squad_cookie, "squad");
    check_byte("control", c.control, FRAY_CONTROL_PATHS);
    SquadDef d;
    squad_fields(ToEngine{}, c, d);
    return d;
}

SpawnDef spawn_def(const fray_spawn_def& c) {
    filled_in(&c, spawn_cookie, "spawn");
    return {.archetype = c.archetype,
            .team = c.team,
            .layer = c.layer,
            .squad = squad(c.squad),
            .position = vec(c.position),
            .heading = vec(c.heading),
            .host_bits = c.host_bits};
}

DetailDef detail_def(const fray_detail_def& c) {
    filled_in(&c, detail_cookie, "detail");
    DetailDef d;
    std::copy_n(c.beyond, 3, d.beyond.begin());
    d.points = list_of<Vec2>(c.points, c.point_count, max_detail_points, "points", vec);
    d.turns = c.turns;
    return d;
}

Order order_def(const fray_order& c) {
    return {.kind = narrowed<OrderKind>(c.kind), .target = agent(c.target), .point = vec(c.point)};
}

HostPoses host_poses(const fray_host_poses& c) {
    if (c.cookie != poses_cookie)
        throw Refused{FRAY_ERROR_BAD_DEF, "fray_host_poses: begin with fray_default_host_poses()"};
    // The engine reads ids where they lie; layouts.h sees to it that it can.
    return {.count = c.count,
            .agents = {reinterpret_cast<const AgentId*>(c.agents), c.agent_stride},
            .positions = {{c.x, c.x_stride}, {c.y, c.y_stride}},
            .headings = {{c.heading_x, c.heading_x_stride}, {c.heading_y, c.heading_y_stride}}};
}

fray_archetype_def figures_of(const ArchetypeDef& d) {
    fray_archetype_def c = {};
    archetype_fields(ToC{}, c, d);
    c.name = d.name.c_str();
    c.monster = d.monster.c_str();
    c.cookie = archetype_cookie;
    return c;
}

} // namespace fray::c

using namespace fray::c;

// ---- Defaults -------------------------------------------------------------------------------------------------------

fray_world_def fray_default_world_def(void) {
    fray_world_def def = {};
    world_fields(ToC{}, def, fray::WorldDef{});
    def.host_jobs.workers = 1;
    def.cookie = world_cookie;
    return def;
}

namespace {

/// The names in figures_of are those of a def that is about to go.
fray_archetype_def nameless(const fray::ArchetypeDef& d) {
    fray_archetype_def def = figures_of(d);
    def.name = def.monster = nullptr;
    return def;
}

} // namespace

fray_archetype_def fray_default_archetype_def(void) { return nameless({}); }
fray_archetype_def fray_boss_archetype_def(void) { return nameless(fray::boss_archetype()); }

fray_attack_def fray_default_attack_def(void) {
    fray_attack_def def = {};
    attack_fields(ToC{}, def, fray::AttackDef{});
    def.cookie = attack_cookie;
    return def;
}

fray_phase_def fray_default_phase_def(void) {
    fray_phase_def def = {};
    def.below = fray::PhaseDef{}.below;
    reaction_fields(ToC{}, def.reactions, fray::ReactionDef{});
    def.walk_speed = fray::ArchetypeDef{}.walk_speed;
    def.run_speed = fray::ArchetypeDef{}.run_speed;
    def.cookie = phase_cookie;
    return def;
}

fray_circle_def fray_kungfu_circle_def(int grid_capacity, int attack_capacity) {
    return circle_def(fray::kungfu_circle(grid_capacity, attack_capacity));
}
fray_circle_def fray_belgian_circle_def(int grid_capacity, int attack_capacity) {
    return circle_def(fray::belgian_circle(grid_capacity, attack_capacity));
}

fray_squad_def fray_default_squad_def(void) {
    fray_squad_def def = {};
    squad_fields(ToC{}, def, fray::SquadDef{});
    def.cookie = squad_cookie;
    return def;
}

fray_spawn_def fray_default_spawn_def(void) {
    fray_spawn_def def = {};
    def.heading = {1.0f, 0.0f};
    def.cookie = spawn_cookie;
    return def;
}

fray_detail_def fray_default_detail_def(void) {
    fray_detail_def def = {};
    const fray::DetailDef d;
    std::copy(d.beyond.begin(), d.beyond.end(), def.beyond);
    def.cookie = detail_cookie;
    return def;
}

fray_host_poses fray_default_host_poses(void) {
    fray_host_poses def = {};
    def.agent_stride = sizeof(fray_agent_id);
    def.x_stride = def.y_stride = def.heading_x_stride = def.heading_y_stride = sizeof(fray_vec2);
    def.cookie = poses_cookie;
    return def;
}

fray_recording_def fray_default_recording_def(void) {
    fray_recording_def def = {};
    def.snapshot_every = 4.0;
    def.level = 3;
    def.cookie = recording_cookie;
    return def;
}
