// A world with two teams, a fighter and a dummy, for tests of single calls.
#pragma once

#include "melee.h"

#include <gtest/gtest.h>

#include <new>
#include <span>

namespace fray::test {

struct Arena : testing::Test {
    World world = World::create({.threads = 1}).value();
    ArchetypeIndex fighter = 0, dummy = 0; ///< the dummy has no brain
    TeamIndex us = 0, them = 0;

    void SetUp() override {
        ArchetypeDef def = melee_archetypes()[0];
        fighter = add(def);
        def.name = "dummy";
        def.autonomous = false;
        dummy = add(def);
        must(world.add_team("us", &us));
        must(world.add_team("them", &them));
    }
    ArchetypeIndex add(const ArchetypeDef& def) {
        ArchetypeIndex index = 0;
        EXPECT_EQ(world.add_archetype(def, &index), Error::ok) << world.error_text();
        return index;
    }
    AgentId spawn(ArchetypeIndex archetype, TeamIndex team = 0, Vec2 at = {}, SquadId squad = {}) {
        AgentId id;
        EXPECT_EQ(world.spawn({.archetype = archetype, .team = team, .squad = squad, .position = at}, &id), Error::ok)
            << world.error_text();
        return id;
    }
    SquadId squad_of(TeamIndex team) {
        SquadId squad;
        EXPECT_EQ(world.add_squad(team, &squad), Error::ok) << world.error_text();
        return squad;
    }
    /// A stale id: it was valid in an earlier step.
    AgentId gone() {
        const AgentId agent = spawn(dummy, us, {-100.0f, -100.0f});
        step();
        must(world.despawn(agent));
        step();
        return agent;
    }
    /// The only element of a list.
    template <typename T> static T only(std::span<const T> list) {
        EXPECT_EQ(list.size(), 1u);
        return list.empty() ? T{} : list[0];
    }
    void step(int count = 1) {
        for (int i = 0; i < count; ++i) ASSERT_EQ(world.step(1.0 / 64.0), Error::ok) << world.error_text();
    }
};

/// Gives no block of more than 64 MiB.
inline AllocatorDef stingy_allocator() {
    return {.allocate = [](size_t bytes, size_t alignment, void*) -> void* {
                if (bytes > size_t{64} << 20) return nullptr;
                return ::operator new(bytes, std::align_val_t(alignment), std::nothrow);
            },
            .free = [](void* block, size_t, size_t alignment,
                       void*) { ::operator delete(block, std::align_val_t(alignment)); }};
}

/// An archer that shoots once in ten seconds. A projectile flies at 16 m/s.
inline ArchetypeDef archer() {
    ArchetypeDef def;
    def.name = "archer";
    def.body.walk_speed = def.body.run_speed = 0.0f;
    def.perception.alert_radius = 40.0f;
    def.perception.bands = {20.0f, 21.0f, 22.0f, 23.0f};
    def.engagement.managed = false;
    def.engagement.engage_range = 20.0f;
    def.engagement.hit_range = 24.0f;
    def.attacks = {melee_attack("shot", 1, 0.25, 0.5, 10.0)};
    def.attacks[0].range = {0.0f, 20.0f};
    def.attacks[0].projectile_speed = 16.0f;
    return def;
}

/// An archer with a projectile in flight towards a target 16 m away.
struct ShotArena : Arena {
    AgentId shooter, target;

    void SetUp() override {
        Arena::SetUp();
        target = spawn(dummy, them, {16.0f, 0.0f});
        shooter = spawn(add(archer()), us);
        for (int frame = 0; frame < 300 && world.events().launches.empty(); ++frame) step();
        ASSERT_EQ(world.events().launches.size(), 1u);
    }
    /// Steps until the projectile hits.
    void land() {
        for (int frame = 0; frame < 100 && world.events().hits.empty(); ++frame) step();
        ASSERT_EQ(world.events().hits.size(), 1u);
    }
};

} // namespace fray::test
