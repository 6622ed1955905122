#include "defs.h"

#include "api.h"
#include "layouts.h"

#include <algorithm>
#include <cstddef>

namespace fray::c {
namespace {

// ---- Fields ---------------------------------------------------------------------------------------------------------

// Lists and texts are pointers in C structs. They are converted separately below.
template <typename C, typename D>
concept Listed = std::is_pointer_v<C> || std::is_same_v<D, std::string>;

/// Copies the values of a C struct to the engine's struct, by the engine's list of fields.
struct ToEngine {
    template <typename C, typename D> void operator()(const C& c, D& d) const {
        if constexpr (Listed<C, D>)
            return;
        else if constexpr (std::is_enum_v<D>)
            d = narrowed<D>(static_cast<int32_t>(c));
        else if constexpr (std::is_arithmetic_v<D>)
            d = c;
        else
            describe(ForEachField([this](auto& to, auto& from) { (*this)(from, to); }), d, c);
    }
    template <typename C, typename D, size_t n> void operator()(const C (&c)[n], std::array<D, n>& d) const {
        for (size_t i = 0; i < n; ++i) (*this)(c[i], d[i]);
    }
};

/// Copies them back.
struct ToC {
    template <typename C, typename D> void operator()(C& c, const D& d) const {
        if constexpr (Listed<C, D>)
            return;
        else if constexpr (std::is_arithmetic_v<D> || std::is_enum_v<D>)
            c = static_cast<C>(d);
        else
            describe(ForEachField([this](auto& from, auto& to) { (*this)(to, from); }), d, c);
    }
    template <typename C, typename D, size_t n> void operator()(C (&c)[n], const std::array<D, n>& d) const {
        for (size_t i = 0; i < n; ++i) (*this)(c[i], d[i]);
    }
};

// ---- Lists ----------------------------------------------------------------------------------------------------------

/// Converts a C list to a list of the engine. The count is checked against `most` before anything is read.
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
    ToEngine{}(c, d);
    d.name = text_or_empty(c.name);
    d.attack_class = text_or_empty(c.attack_class);
    return d;
}

PhaseDef phase_def(const fray_phase_def& c) {
    PhaseDef d;
    filled_in(&c, phase_cookie, "phase");
    d.below = c.below;
    d.attacks = list_of<std::string>(c.attacks, c.attack_count, max_attacks, "phases: attacks", text_or_empty);
    if (c.sets_reactions) ToEngine{}(c.reactions, d.reactions.emplace());
    if (c.sets_super_armour) d.super_armour = c.super_armour;
    if (c.sets_walk_speed) d.walk_speed = c.walk_speed;
    if (c.sets_run_speed) d.run_speed = c.run_speed;
    return d;
}

UserStateUse state_use(const fray_state_use& c) { return {text_or_empty(c.name), c.below, c.idle}; }

ClassLimit class_limit(const fray_class_limit& c) { return {text_or_empty(c.attack_class), c.tokens}; }

fray_circle_def circle_def(const CircleDef& d) {
    fray_circle_def c = {};
    ToC{}(c, d);
    return c;
}

} // namespace

// ---- To the engine --------------------------------------------------------------------------------------------------

WorldDef world_def(const fray_world_def& c, JobSystem* jobs) {
    WorldDef d;
    ToEngine{}(c, d);
    ToEngine{}(c.layout, d.debug);
    d.allocator = {c.allocator.allocate, c.allocator.free, c.allocator.user};
    d.jobs = jobs;
    return d;
}

ArchetypeDef archetype_def(const fray_archetype_def& c) {
    filled_in(&c, archetype_cookie, "archetype");
    ArchetypeDef d;
    ToEngine{}(c, d);
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
    SquadDef d;
    ToEngine{}(c, d);
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
            .user_data = c.user_data};
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
    // The engine reads the ids in place; layouts.h asserts that their layouts are the same.
    return {.count = c.count,
            .agents = {reinterpret_cast<const AgentId*>(c.agents), c.agent_stride},
            .positions = {{c.x, c.x_stride}, {c.y, c.y_stride}},
            .headings = {{c.heading_x, c.heading_x_stride}, {c.heading_y, c.heading_y_stride}}};
}

fray_archetype_def figures_of(const ArchetypeDef& d) {
    fray_archetype_def c = {};
    ToC{}(c, d);
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
    ToC{}(def, fray::WorldDef{});
    def.host_jobs.workers = 1;
    def.cookie = world_cookie;
    return def;
}

namespace {

/// Clears the names, because those of figures_of point into a temporary def.
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
    ToC{}(def, fray::AttackDef{});
    def.cookie = attack_cookie;
    return def;
}

fray_phase_def fray_default_phase_def(void) {
    fray_phase_def def = {};
    def.below = fray::PhaseDef{}.below;
    ToC{}(def.reactions, fray::ReactionDef{});
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
    ToC{}(def, fray::SquadDef{});
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
