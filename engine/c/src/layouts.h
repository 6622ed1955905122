// Asserts that the structs of C have the same layout as the structs of the engine that C reads without a copy.
// `seen_as` casts lists of them.
#pragma once

#include "fray/fray_c.h"

#include "fray/world.h"

#include <cstddef>
#include <span>
#include <type_traits>

namespace fray::c {

/// A list of the engine's structs as a list of the C structs with the same layout.
template <typename C, typename D> const C* seen_as(std::span<const D> list) {
    static_assert(sizeof(C) == sizeof(D) && alignof(C) == alignof(D) && std::is_trivially_copyable_v<D>);
    return reinterpret_cast<const C*>(list.data());
}

#define FRAY_SAME(c, c_field, d, d_field)                                                                              \
    static_assert(offsetof(c, c_field) == offsetof(d, d_field) && sizeof(c::c_field) == sizeof(d::d_field))

static_assert(sizeof(fray_vec2) == sizeof(Vec2));
FRAY_SAME(fray_vec2, x, Vec2, x);
FRAY_SAME(fray_vec2, y, Vec2, y);
static_assert(sizeof(fray_agent_id) == sizeof(AgentId));
FRAY_SAME(fray_agent_id, index, AgentId, index);
FRAY_SAME(fray_agent_id, generation, AgentId, generation);
static_assert(sizeof(fray_sight_question) == sizeof(SightQuestion));
FRAY_SAME(fray_sight_question, viewer, SightQuestion, viewer);
FRAY_SAME(fray_sight_question, target, SightQuestion, target);

static_assert(sizeof(fray_event) == sizeof(Event));
FRAY_SAME(fray_event, type, Event, type);
FRAY_SAME(fray_event, cause, Event, cause);
FRAY_SAME(fray_event, attack, Event, attack);
FRAY_SAME(fray_event, slot, Event, slot);
FRAY_SAME(fray_event, c, Event, c);
FRAY_SAME(fray_event, agent, Event, agent);
FRAY_SAME(fray_event, target, Event, target);
FRAY_SAME(fray_event, a, Event, a);
FRAY_SAME(fray_event, b, Event, b);
FRAY_SAME(fray_event, x, Event, x);
FRAY_SAME(fray_event, y, Event, y);

static_assert(sizeof(fray_projectile) == sizeof(Projectile));
FRAY_SAME(fray_projectile, from, Projectile, from);
FRAY_SAME(fray_projectile, target, Projectile, target);
FRAY_SAME(fray_projectile, by, Projectile, by);
FRAY_SAME(fray_projectile, attack, Projectile, attack);
FRAY_SAME(fray_projectile, archetype, Projectile, archetype);
FRAY_SAME(fray_projectile, launched_us, Projectile, launched_us);
FRAY_SAME(fray_projectile, lands_us, Projectile, lands_us);
FRAY_SAME(fray_projectile, damage, Projectile, damage);
FRAY_SAME(fray_projectile, hit_range_mm, Projectile, hit_range_mm);
FRAY_SAME(fray_projectile, number, Projectile, number);

static_assert(sizeof(fray_counters) == sizeof(Counters));
FRAY_SAME(fray_counters, frame, Counters, frame);
FRAY_SAME(fray_counters, time_us, Counters, time_us);
FRAY_SAME(fray_counters, living, Counters, living);
FRAY_SAME(fray_counters, dead, Counters, dead);
FRAY_SAME(fray_counters, squads, Counters, squads);
FRAY_SAME(fray_counters, circles, Counters, circles);
FRAY_SAME(fray_counters, commands, Counters, commands);
FRAY_SAME(fray_counters, commands_dropped, Counters, commands_dropped);
FRAY_SAME(fray_counters, moved_to_ground, Counters, moved_to_ground);
FRAY_SAME(fray_counters, turns, Counters, turns);
FRAY_SAME(fray_counters, looks, Counters, looks);
FRAY_SAME(fray_counters, kd_queries, Counters, kd_queries);
FRAY_SAME(fray_counters, retargets, Counters, retargets);
FRAY_SAME(fray_counters, thinks, Counters, thinks);
FRAY_SAME(fray_counters, circles_visited, Counters, circles_visited);
FRAY_SAME(fray_counters, slots_given, Counters, slots_given);
FRAY_SAME(fray_counters, slot_switches, Counters, slot_switches);
FRAY_SAME(fray_counters, slots_stolen, Counters, slots_stolen);
FRAY_SAME(fray_counters, target_changes, Counters, target_changes);
FRAY_SAME(fray_counters, tokens_given, Counters, tokens_given);
FRAY_SAME(fray_counters, attacks_started, Counters, attacks_started);
FRAY_SAME(fray_counters, hits, Counters, hits);
FRAY_SAME(fray_counters, deaths, Counters, deaths);
FRAY_SAME(fray_counters, bands, Counters, bands);
FRAY_SAME(fray_counters, events, Counters, events);

static_assert(sizeof(fray_profile) == sizeof(Profile));
FRAY_SAME(fray_profile, system_ns, Profile, system_ns);
FRAY_SAME(fray_profile, serial_ns, Profile, serial_ns);
FRAY_SAME(fray_profile, hash_ns, Profile, hash_ns);
FRAY_SAME(fray_profile, step_ns, Profile, step_ns);

static_assert(sizeof(fray_memory_use) == sizeof(MemoryUse));
FRAY_SAME(fray_memory_use, columns, MemoryUse, columns);
FRAY_SAME(fray_memory_use, allocated, MemoryUse, allocated);
FRAY_SAME(fray_memory_use, index, MemoryUse, index);
FRAY_SAME(fray_memory_use, circles, MemoryUse, circles);
FRAY_SAME(fray_memory_use, squads, MemoryUse, squads);
FRAY_SAME(fray_memory_use, scratch, MemoryUse, scratch);

#undef FRAY_SAME

} // namespace fray::c
