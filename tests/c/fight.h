// The same small fight in the C interface and in C++.
#pragma once

#include "fray/fray.h"
#include "fray/fray_c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace fray::test {

#define EXPECT_OK(call) EXPECT_EQ(call, FRAY_OK) << fray_last_error()
#define ASSERT_OK(call) ASSERT_EQ(call, FRAY_OK) << fray_last_error()

/// A struct filled in by its fray_init_ function: `initialised(fray_init_spawn_def)`.
template <typename Def> Def initialised(fray_error (*init)(Def*, size_t)) {
    Def def = {};
    EXPECT_OK(init(&def, sizeof def));
    return def;
}

/// A world that is destroyed with its test.
struct OwnedWorld {
    explicit OwnedWorld(fray_world_def def = initialised(fray_init_world_def)) {
        EXPECT_OK(fray_create_world(&def, &id));
    }
    ~OwnedWorld() { fray_destroy_world(id); }
    OwnedWorld(const OwnedWorld&) = delete;
    OwnedWorld& operator=(const OwnedWorld&) = delete;

    fray_world_id id = {};
};

inline fray_world_def serial_world() {
    fray_world_def def = initialised(fray_init_world_def);
    def.jobs = FRAY_JOBS_SERIAL;
    return def;
}

inline void add_archetypes(fray_world_id world, const char* idle_state = nullptr) {
    const fray_user_state_use use = {idle_state, 0.0f, true};
    fray_attack_def attacks[2] = {initialised(fray_init_attack_def), initialised(fray_init_attack_def)};
    attacks[0].name = "thrust";
    attacks[0].damage = 7.0f;
    attacks[0].attack_class = "blade";
    attacks[0].cooldown.agent = 1.5;
    attacks[1].name = "shot";
    attacks[1].weight = 3;
    attacks[1].damage = 11.0f;
    attacks[1].range[1] = 3.0f;
    attacks[1].projectile_speed = 12.0f;
    const char* const left[] = {"thrust"};
    fray_phase_def phase = initialised(fray_init_phase_def);
    phase.attacks = left;
    phase.attack_count = 1;
    phase.has_super_armour = phase.super_armour = true;
    const fray_class_limit limit = {"blade", 2};

    fray_archetype_def soldier = initialised(fray_init_archetype_def);
    soldier.name = "soldier";
    soldier.attacks = attacks;
    soldier.attack_count = 2;
    soldier.boss.phases = &phase;
    soldier.boss.phase_count = 1;
    soldier.poise.stagger_time = 0.2;
    soldier.perception.alert_radius = 30.0f;
    EXPECT_OK(fray_init_belgian_circle_def(&soldier.circle, sizeof soldier.circle, 9, 7));
    soldier.circle.class_limits = &limit;
    soldier.circle.class_limit_count = 1;
    if (idle_state != nullptr) {
        soldier.states = &use;
        soldier.state_count = 1;
    }
    EXPECT_OK(fray_world_add_archetype(world, &soldier, nullptr));

    fray_archetype_def boss = initialised(fray_init_boss_archetype_def);
    boss.name = "boss";
    boss.attacks = attacks;
    boss.attack_count = 1;
    attacks[0].attack_class = nullptr;
    boss.perception.sight_radius = 30.0f;
    constexpr float bands[4] = {1.2f, 5.0f, 10.0f, 40.0f};
    std::copy(std::begin(bands), std::end(bands), boss.perception.bands);
    EXPECT_OK(fray_world_add_archetype(world, &boss, nullptr));
}

/// The same archetypes in C++.
inline std::vector<ArchetypeDef> archetypes() {
    const std::vector<AttackDef> attacks = {
        {.name = "thrust", .attack_class = "blade", .damage = 7.0f, .cooldown = {.agent = 1.5}},
        {.name = "shot", .weight = 3, .damage = 11.0f, .range = {0.0f, 3.0f}, .projectile_speed = 12.0f}};
    ArchetypeDef soldier;
    soldier.name = "soldier";
    soldier.attacks = attacks;
    soldier.boss.phases = {{.attacks = {"thrust"}, .super_armour = true}};
    soldier.poise.stagger_time = 0.2;
    soldier.perception.alert_radius = 30.0f;
    soldier.circle = belgian_circle(9, 7);
    soldier.circle.class_limits = {{"blade", 2}};
    ArchetypeDef boss = boss_archetype();
    boss.name = "boss";
    boss.attacks = {attacks[0]};
    boss.attacks[0].attack_class.clear();
    boss.perception.sight_radius = 30.0f;
    boss.perception.bands = {1.2f, 5.0f, 10.0f, 40.0f};
    return {soldier, boss};
}

inline Vec2 place_of(int i) {
    return {static_cast<float>(i % 2 == 0 ? -4 - i % 7 : 4 + i % 7), static_cast<float>(i / 2) * 0.9f - 6.0f};
}
inline bool is_boss(int i) { return i % 9 == 8; }

/// `agents` of two teams that face each other. All are in a squad of their team.
inline std::vector<fray_agent_id> fill(fray_world_id world, int agents, const char* idle_state = nullptr) {
    add_archetypes(world, idle_state);
    fray_squad_id squads[2] = {};
    for (const uint8_t team : {uint8_t{0}, uint8_t{1}}) {
        EXPECT_OK(fray_world_add_team(world, team == 0 ? "red" : "blue", nullptr));
        EXPECT_OK(fray_world_add_squad(world, team, nullptr, &squads[team]));
    }
    std::vector<fray_spawn_def> defs(static_cast<size_t>(agents), initialised(fray_init_spawn_def));
    for (int i = 0; i < agents; ++i) {
        fray_spawn_def& def = defs[static_cast<size_t>(i)];
        def.archetype = is_boss(i) ? 1 : 0;
        def.team = static_cast<uint8_t>(i % 2);
        def.squad = squads[i % 2];
        def.position = {place_of(i).x, place_of(i).y};
        def.user_data = static_cast<uint64_t>(i);
    }
    std::vector<fray_agent_id> ids(defs.size());
    EXPECT_OK(fray_world_spawn_many(world, defs.data(), defs.size(), ids.data()));
    return ids;
}

inline std::vector<AgentId> fill(World& world, int agents) {
    for (const ArchetypeDef& def : archetypes()) EXPECT_EQ(world.add_archetype(def), Error::ok) << world.error_text();
    SquadId squads[2] = {};
    for (const TeamIndex team : {TeamIndex{0}, TeamIndex{1}}) {
        EXPECT_EQ(world.add_team(team == 0 ? "red" : "blue"), Error::ok);
        EXPECT_EQ(world.add_squad(team, &squads[team]), Error::ok);
    }
    std::vector<SpawnDef> defs(static_cast<size_t>(agents));
    for (int i = 0; i < agents; ++i)
        defs[static_cast<size_t>(i)] = {.archetype = static_cast<ArchetypeIndex>(is_boss(i)),
                                        .team = static_cast<TeamIndex>(i % 2),
                                        .squad = squads[i % 2],
                                        .position = place_of(i),
                                        .user_data = static_cast<uint64_t>(i)};
    std::vector<AgentId> ids(defs.size());
    EXPECT_EQ(world.spawn(defs, ids), Error::ok) << world.error_text();
    return ids;
}

/// What a function writes to its last argument: `got<float>(fray_world_health, world, agent)`.
template <typename T, typename... P, typename... A> T got(fray_error (*get)(P...), A... arguments) {
    T value = {};
    EXPECT_OK(get(arguments..., &value));
    return value;
}
/// A list of a world: `listed(fray_world_circles, world)`.
template <typename T>
std::span<const T> listed(fray_error (*list)(fray_world_id, const T**, size_t*), fray_world_id world) {
    const T* first = nullptr;
    size_t count = 0;
    EXPECT_OK(list(world, &first, &count));
    return {first, count};
}
inline uint64_t hash_of(fray_world_id world) { return got<uint64_t>(fray_world_state_hash, world); }

inline std::vector<uint8_t> save(fray_world_id world) {
    size_t size = 0;
    EXPECT_OK(fray_world_save(world, nullptr, 0, &size));
    std::vector<uint8_t> bytes(size);
    EXPECT_OK(fray_world_save(world, bytes.data(), bytes.size(), &size));
    return bytes;
}

inline void step(fray_world_id world, int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_OK(fray_world_step(world, 1.0 / 60.0));
}

/// A world with `agents` agents, after so many frames.
struct FilledWorld : OwnedWorld {
    explicit FilledWorld(int agents, int frames = 0, const fray_world_def& def = serial_world())
        : OwnedWorld(def), ids(fill(id, agents)) {
        step(id, frames);
    }
    std::vector<fray_agent_id> ids;
};

/// A copy of a column. The view must have elements of the size of T.
template <typename T> std::vector<T> column(fray_world_id world, fray_column which) {
    const auto view = got<fray_view>(fray_world_view, world, which);
    EXPECT_TRUE(view.count == 0 || view.stride == sizeof(T));
    const T* const first = static_cast<const T*>(view.data);
    return {first, first + view.count};
}

} // namespace fray::test
