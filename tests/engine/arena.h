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
    AgentId spawn(ArchetypeIndex archetype, TeamIndex team = 0, Vec2 at = {}) {
        AgentId id;
        EXPECT_EQ(world.spawn({.archetype = archetype, .team = team, .position = at}, &id), Error::ok)
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

} // namespace fray::test
