// Commands to many agents at once: stale ids are skipped and counted, any other error refuses the whole list, and
// spawning many agents is the same as spawning them one by one.
#include "engine/arena.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace fray {
namespace {

struct Batches : test::Arena {
    AgentId a, b, stale;

    void SetUp() override {
        Arena::SetUp();
        stale = gone();
        a = spawn(dummy, us), b = spawn(dummy, them, {30.0f, 0.0f});
        step();
    }
};

TEST_F(Batches, StaleIdsAreSkippedAndCounted) {
    size_t skipped = 99;
    EXPECT_EQ(world.teleport(std::array{TeleportCommand{stale, {1, 1}}, TeleportCommand{a, {5, 6}},
                                        TeleportCommand{{}, {2, 2}}, TeleportCommand{b, {7, 8}, {0, 2}}},
                             &skipped),
              Error::ok);
    EXPECT_EQ(skipped, 2u);
    EXPECT_EQ(
        world.set_health(std::array{HealthCommand{a, 90}, HealthCommand{stale, 10}, HealthCommand{b, 80}}, &skipped),
        Error::ok);
    EXPECT_EQ(skipped, 1u);
    EXPECT_EQ(world.damage(std::array{DamageCommand{stale, 1}, DamageCommand{a, 10}, DamageCommand{b, 1, stale},
                                      DamageCommand{b, 20, a}},
                           &skipped),
              Error::ok);
    EXPECT_EQ(skipped, 2u) << "damage to and by a stale agent";
    EXPECT_EQ(world.teleport(std::span<const TeleportCommand>(), &skipped), Error::ok);
    EXPECT_EQ(skipped, 0u);
    EXPECT_EQ(world.position(a), (Vec2{0, 0})) << "it waits for the step";
    step();
    EXPECT_EQ(world.counters().commands, 6u);
    EXPECT_EQ(world.position(a), (Vec2{5, 6}));
    EXPECT_EQ(world.heading(a), (Vec2{1, 0}));
    EXPECT_EQ(world.position(b), (Vec2{7, 8}));
    EXPECT_EQ(world.heading(b), (Vec2{0, 1}));
    EXPECT_EQ(world.health(a), 80.0f);
    EXPECT_EQ(world.health(b), 60.0f);
}

TEST_F(Batches, AnotherErrorRefusesTheWholeList) {
    constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(world.teleport(std::array{TeleportCommand{a, {5, 6}}, TeleportCommand{stale, {1, 1}},
                                        TeleportCommand{b, {not_a_number, 0}}}),
              Error::not_finite);
    EXPECT_EQ(world.damage(std::array{DamageCommand{a, 1}, DamageCommand{b, -1}, DamageCommand{a, 1}}),
              Error::out_of_range);
    EXPECT_EQ(world.set_health(std::array{HealthCommand{a, 50}, HealthCommand{b, 101}}), Error::out_of_range);
    EXPECT_NE(world.error_text().find("given 101, allowed 0 to 100"), std::string::npos) << world.error_text();
    step();
    EXPECT_EQ(world.counters().commands, 0u);
    EXPECT_EQ(world.position(a), (Vec2{0, 0}));
    EXPECT_EQ(world.health(a), 100.0f);
}

/// 60 agents in two teams; every third is in the squad of its team.
std::vector<SpawnDef> crowd(const std::array<SquadId, 2>& squads) {
    std::vector<SpawnDef> defs;
    for (int i = 0; i < 60; ++i) {
        SpawnDef& def = defs.emplace_back();
        def.team = static_cast<TeamIndex>(i % 2);
        if (i % 3 == 0) def.squad = squads[def.team];
        def.position = {static_cast<float>(i % 10) * 2.0f, static_cast<float>(i / 10) * 2.0f};
        def.heading = {0.0f, 3.0f};
        def.user_data = static_cast<uint64_t>(i);
    }
    return defs;
}

/// A world with the archetypes and teams of the melee, and a squad for each team.
struct CrowdWorld {
    World world = World::create({.threads = 1}).value();
    std::array<SquadId, 2> squads;

    CrowdWorld() {
        test::fill_melee(world, 0);
        for (const TeamIndex team : {TeamIndex{0}, TeamIndex{1}}) must(world.add_squad(team, &squads[team]));
    }
};

TEST(BatchSpawn, SpawningManyIsTheSameAsSpawningOneByOne) {
    CrowdWorld many, single;
    const std::vector<SpawnDef> defs = crowd(many.squads);
    std::vector<AgentId> ids(defs.size()), expected;
    ASSERT_EQ(many.world.spawn(defs, ids), Error::ok) << many.world.error_text();
    for (const SpawnDef& def : defs) must(single.world.spawn(def, &expected.emplace_back()));
    EXPECT_EQ(ids, expected);
    EXPECT_EQ(many.world.spawn_count(), 60);
    for (int frame = 0; frame < 120; ++frame) {
        must(many.world.step(1.0 / 64.0));
        must(single.world.step(1.0 / 64.0));
        ASSERT_EQ(many.world.state_hash(), single.world.state_hash()) << frame;
    }
}

TEST(BatchSpawn, SpawningManyIsAllOrNone) {
    CrowdWorld world, untouched;
    std::vector<SpawnDef> defs = crowd(world.squads);
    defs.back().archetype = 77;
    EXPECT_EQ(world.world.spawn(defs), Error::unknown);
    defs.back().archetype = 0;
    defs.back().squad = world.squads[1 - defs.back().team];
    EXPECT_EQ(world.world.spawn(defs), Error::wrong_squad);
    EXPECT_EQ(world.world.spawn_count(), 0);
    EXPECT_EQ(test::bytes_of(world.world), test::bytes_of(untouched.world)) << "a refused list changes nothing";
    EXPECT_EQ(world.world.spawn(std::span<const SpawnDef>()), Error::ok) << "an empty list";
}

TEST(BatchSpawn, AListBeyondTheMemoryBudgetIsRefusedAsAWhole) {
    World world = test::melee(0, 0, {.threads = 1, .memory_budget = uint64_t{4} << 20});
    EXPECT_EQ(world.spawn(std::vector<SpawnDef>(50'000)), Error::full);
    EXPECT_EQ(world.spawn_count(), 0);
    EXPECT_EQ(world.spawn(std::vector<SpawnDef>(50)), Error::ok) << world.error_text();
    must(world.step(1.0 / 64.0));
    EXPECT_EQ(world.agent_count(), 50u);
}

TEST_F(Batches, ACommandLogHoldsWhatABatchHasDone) {
    test::Mirror mirror;
    ASSERT_EQ(add_command_listener(world, mirror), Error::ok);
    must(world.teleport(
        std::array{TeleportCommand{a, {5, 6}}, TeleportCommand{stale, {1, 1}}, TeleportCommand{b, {7, 8}}}));
    must(world.spawn(std::vector<SpawnDef>(20)));
    EXPECT_EQ(world.spawn(std::vector<SpawnDef>(3, SpawnDef{.archetype = 77})), Error::unknown);
    step();
    EXPECT_EQ(mirror.world.state_hash(), world.state_hash());
    EXPECT_EQ(mirror.world.agent_count(), 22u);
    must(remove_command_listener(world, mirror));
}

} // namespace
} // namespace fray
