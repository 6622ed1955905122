#include "defs.h"

#include "conversions.h"
#include "fray/lists.h"
#include "layouts.h"

#ifdef FRAY_C_NAVMESH
#include "fray/spatial/navmesh.h"
#endif

#include <algorithm>
#include <cstddef>

namespace fray::c {
namespace {

// ---- Fields ---------------------------------------------------------------------------------------------------------

/// Copies the fields of a C struct to the engine's struct, except lists. These are pointers in C, and the functions
/// below convert them one by one. It visits the engine's list of fields.
struct ToEngine {
    template <typename C, typename D> void operator()(const C& c, D& d) const {
        if constexpr (std::is_same_v<D, std::string>)
            d = text_or_empty(c);
        else if constexpr (std::is_pointer_v<C>)
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

/// Copies the fields of the engine's struct to a C struct, except lists and texts.
struct ToC {
    template <typename C, typename D> void operator()(C& c, const D& d) const {
        if constexpr (std::is_pointer_v<C>)
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

/// Converts a C list to a list of the engine. A count above `most` is refused before an element is read.
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

/// The engine's struct for a C struct. Its lists are empty.
template <typename D, typename C> D engine_def(const C& c) {
    D d;
    ToEngine{}(c, d);
    return d;
}

AttackDef attack_def(const fray_attack_def& c) { return engine_def<AttackDef>(initialised(&c, "attack_def")); }

PhaseDef phase_def(const fray_phase_def& c) {
    PhaseDef d;
    initialised(&c, "phase_def");
    d.health_threshold = c.health_threshold;
    d.attacks = list_of<std::string>(c.attacks, c.attack_count, max_attacks, "boss.phases: attacks", text_or_empty);
    if (c.has_reactions) d.reactions = engine_def<ReactionDef>(c.reactions);
    if (c.has_super_armour) d.super_armour = c.super_armour;
    if (c.has_walk_speed) d.walk_speed = c.walk_speed;
    if (c.has_run_speed) d.run_speed = c.run_speed;
    return d;
}

/// A C struct with the values of `d`, or with the engine's defaults. Its lists and texts are null.
template <typename C, typename D> C values_of(const D& d = {}) {
    C c = {};
    ToC{}(c, d);
    return c;
}

} // namespace

// ---- To the engine --------------------------------------------------------------------------------------------------

WorldDef world_def(const fray_world_def& c, JobSystem* jobs, Communicator* ranks, fray_profiler* profiler) {
    auto d = engine_def<WorldDef>(c);
    d.allocator = {c.allocator.allocate, c.allocator.free, c.allocator.user};
    d.jobs = jobs;
    d.communicator = ranks;
#ifdef FRAY_C_NAVMESH
    d.read_ground = read_ground_or_navmesh;
#endif
    d.profiler.context = profiler;
    if (profiler->begin != nullptr)
        d.profiler.begin = [](void* context, const char* system) {
            const auto& functions = *static_cast<const fray_profiler*>(context);
            functions.begin(system, functions.user);
        };
    if (profiler->end != nullptr)
        d.profiler.end = [](void* context, const char* system) {
            const auto& functions = *static_cast<const fray_profiler*>(context);
            functions.end(system, functions.user);
        };
    return d;
}

ArchetypeDef archetype_def(const fray_archetype_def& c) {
    auto d = engine_def<ArchetypeDef>(initialised(&c, "archetype_def"));
    d.circle.class_limits = list_of<ClassLimit>(c.circle.class_limits, c.circle.class_limit_count, max_attack_classes,
                                                "circle.class_limits", engine_def<ClassLimit, fray_class_limit>);
    d.body.damage_factors = list_of<DamageFactor>(c.body.damage_factors, c.body.damage_factor_count, max_attack_classes,
                                                  "body.damage_factors", engine_def<DamageFactor, fray_damage_factor>);
    d.boss.phases = list_of<PhaseDef>(c.boss.phases, c.boss.phase_count, max_phases, "boss.phases", phase_def);
    d.states = list_of<UserStateUse>(c.states, c.state_count, FRAY_MAX_STATE_USES, "states",
                                     engine_def<UserStateUse, fray_user_state_use>);
    d.attacks = list_of<AttackDef>(c.attacks, c.attack_count, max_attacks, "attacks", attack_def);
    return d;
}

DetailDef from_c(const fray_detail_def& c) {
    initialised(&c, "detail_def");
    DetailDef d;
    std::copy_n(c.distances, 3, d.distances.begin());
    d.points = list_of<Vec2>(c.points, c.point_count, max_detail_points, "points", [](fray_vec2 v) { return vec(v); });
    d.update_budget = c.update_budget;
    return d;
}

HostPoses host_poses(const fray_host_poses& c) {
    initialised(&c, "host_poses");
    // The engine reads the ids in the host's memory; layouts.h asserts that both types of id have the same layout.
    return {.count = c.count,
            .agents = {reinterpret_cast<const AgentId*>(c.agents), c.agent_stride},
            .positions = {{c.x, c.x_stride}, {c.y, c.y_stride}},
            .headings = {{c.heading_x, c.heading_x_stride}, {c.heading_y, c.heading_y_stride}}};
}

// ---- To C -----------------------------------------------------------------------------------------------------------

fray_detail_def to_c(const DetailDef& d) {
    fray_detail_def c = {};
    c.struct_size = sizeof c;
    std::copy(d.distances.begin(), d.distances.end(), c.distances);
    c.points = seen_as<fray_vec2>(std::span<const Vec2>(d.points));
    c.point_count = d.points.size();
    c.update_budget = d.update_budget;
    return c;
}

fray_archetype_def figures_of(const ArchetypeDef& d) {
    auto c = values_of<fray_archetype_def>(d);
    c.struct_size = sizeof c;
    c.name = d.name.c_str();
    c.monster = d.monster.c_str();
    return c;
}

} // namespace fray::c

using namespace fray::c;

// ---- Defaults -------------------------------------------------------------------------------------------------------

fray_error fray_init_world_def(fray_world_def* def, size_t size) {
    return fill_in(def, size, "world_def", [] {
        auto world = values_of<fray_world_def, fray::WorldDef>();
        world.host_jobs.workers = 1;
        return world;
    });
}

fray_error fray_init_archetype_def(fray_archetype_def* def, size_t size) {
    return fill_in(def, size, "archetype_def", [] { return values_of<fray_archetype_def, fray::ArchetypeDef>(); });
}
fray_error fray_init_boss_archetype_def(fray_archetype_def* def, size_t size) {
    return fill_in(def, size, "archetype_def", [] { return values_of<fray_archetype_def>(fray::boss_archetype()); });
}

fray_error fray_init_attack_def(fray_attack_def* def, size_t size) {
    return fill_in(def, size, "attack_def", [] { return values_of<fray_attack_def, fray::AttackDef>(); });
}

fray_error fray_init_phase_def(fray_phase_def* def, size_t size) {
    return fill_in(def, size, "phase_def", [] {
        const fray::BodyDef body;
        fray_phase_def phase = {};
        phase.health_threshold = fray::PhaseDef{}.health_threshold;
        phase.reactions = values_of<fray_reaction_def, fray::ReactionDef>();
        phase.walk_speed = body.walk_speed;
        phase.run_speed = body.run_speed;
        return phase;
    });
}

fray_error fray_init_kungfu_circle_def(fray_circle_def* def, size_t size, int grid_capacity, int attack_capacity) {
    return fill_in(def, size, "circle_def",
                   [&] { return values_of<fray_circle_def>(fray::kungfu_circle(grid_capacity, attack_capacity)); });
}
fray_error fray_init_belgian_circle_def(fray_circle_def* def, size_t size, int grid_capacity, int attack_capacity) {
    return fill_in(def, size, "circle_def",
                   [&] { return values_of<fray_circle_def>(fray::belgian_circle(grid_capacity, attack_capacity)); });
}

fray_error fray_init_detail_def(fray_detail_def* def, size_t size) {
    return fill_in(def, size, "detail_def", [] {
        fray_detail_def detail = to_c(fray::DetailDef{});
        detail.points = nullptr;
        return detail;
    });
}

fray_error fray_init_host_poses(fray_host_poses* poses, size_t size) {
    return fill_in(poses, size, "host_poses", [] {
        fray_host_poses def = {};
        def.agent_stride = sizeof(fray_agent_id);
        def.x_stride = def.y_stride = def.heading_x_stride = def.heading_y_stride = sizeof(fray_vec2);
        return def;
    });
}

fray_error fray_init_class_limit(fray_class_limit* limit, size_t size) {
    return fill_in(limit, size, "class_limit", [] { return fray_class_limit{nullptr, fray::ClassLimit{}.max_tokens}; });
}

fray_error fray_init_damage_factor(fray_damage_factor* factor, size_t size) {
    return fill_in(factor, size, "damage_factor", [] {
        return fray_damage_factor{nullptr, fray::DamageFactor{}.factor};
    });
}

fray_error fray_init_obstacle(fray_obstacle* obstacle, size_t size) {
    return fill_in(obstacle, size, "obstacle", [] {
        const fray::Obstacle from;
        return fray_obstacle{vec(from.at), vec(from.half_extents), vec(from.axis)};
    });
}

fray_error fray_init_recording_def(fray_recording_def* def, size_t size) {
    return fill_in(def, size, "recording_def", [] {
        fray_recording_def recording = {};
        recording.snapshot_interval = 4.0;
        recording.level = 3;
        return recording;
    });
}
