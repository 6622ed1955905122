#include "melee.h"

#include <gtest/gtest.h>

#include <cstring>

namespace fray {
namespace {

constexpr double dt = 1.0 / 60.0;

void steps(World& world, int count, std::vector<uint64_t>* hashes = nullptr) {
    for (int i = 0; i < count; ++i) {
        ASSERT_EQ(world.step(dt), Error::ok);
        if (hashes != nullptr) hashes->push_back(world.state_hash());
    }
}

TEST(Snapshot, GoingOnGivesTheHashesOfNeverHavingStopped) {
    World world({.threads = 2});
    test::fill_melee(world, 1000);
    steps(world, 150);
    std::vector<std::byte> saved;
    ASSERT_EQ(world.save(&saved), Error::ok);
    std::vector<uint64_t> never_stopped, went_on, elsewhere;
    steps(world, 150, &never_stopped);

    ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
    EXPECT_EQ(world.frame(), 150u);
    steps(world, 150, &went_on);
    EXPECT_TRUE(went_on == never_stopped) << "restored into the world that was saved";

    World other({.tree_every = 3, .threads = 1});
    test::fill_melee(other, 10); // other agents: they make way
    steps(other, 3);
    ASSERT_EQ(other.restore(saved), Error::ok) << other.error_text();
    steps(other, 150, &elsewhere);
    EXPECT_TRUE(elsewhere == never_stopped) << "restored into another world";
}

TEST(Snapshot, RestoringGivesBackBitForBitWhatWasSaved) {
    World world({.threads = 1});
    const auto ids = test::fill_melee(world, 300);
    steps(world, 100);
    // Commands that wait, and gaps in the ids, are part of it.
    world.despawn(ids[5]);
    steps(world, 1);
    world.damage(ids[7], 3.0f);
    SpawnDef def;
    world.spawn(def);
    std::vector<std::byte> first, second;
    ASSERT_EQ(world.save(&first), Error::ok);
    steps(world, 20);
    ASSERT_EQ(world.restore(first), Error::ok);
    ASSERT_EQ(world.save(&second), Error::ok);
    EXPECT_TRUE(first == second);
    EXPECT_FALSE(world.valid(ids[5]));
    EXPECT_TRUE(world.valid(ids[7]));
}

TEST(Snapshot, PosesThatWaitAreSaved) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.motion = Motion::host;
    World world({.threads = 1});
    world.add_archetype(def);
    world.add_team("us");
    AgentId id;
    world.spawn({}, &id);
    steps(world, 1);
    std::vector<std::byte> before, waiting;
    world.save(&before);
    std::vector<AgentId> ids = {id};
    std::vector<Vec2> poses = {{9.0f, 0.0f}};
    world.set_host_poses(ids, poses);
    world.save(&waiting);
    steps(world, 1);
    const uint64_t hash = world.state_hash();
    poses[0] = {};
    world.restore(waiting);
    steps(world, 1);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(world.positions()[0], (Vec2{9.0f, 0.0f}));

    poses[0] = {5.0f, 0.0f};
    world.set_host_poses(ids, poses);
    world.restore(before); // and what waited here is forgotten
    steps(world, 1);
    EXPECT_EQ(world.positions()[0], (Vec2{0.0f, 0.0f}));
}

TEST(Snapshot, ArchetypesAreComparedWhole) {
    const auto world_with = [](int weight) {
        World world({.threads = 1});
        ArchetypeDef def = test::melee_archetypes()[0];
        def.attacks[0].weight = weight;
        world.add_archetype(def);
        return world;
    };
    std::vector<std::byte> saved;
    world_with(3).save(&saved);
    EXPECT_EQ(world_with(3).restore(saved), Error::ok);
    World other = world_with(5);
    EXPECT_EQ(other.restore(saved), Error::bad_snapshot);
    EXPECT_EQ(other.error_text(), "snapshot: of a world with another seed, other archetypes, teams or columns");
}

TEST(Snapshot, TheUsersColumnsTravelAlong) {
    struct Loot {
        int32_t gold;
        int32_t gems;
    };
    World world({.threads = 1});
    UserColumn column;
    ASSERT_EQ(world.add_column("loot", Loot{7, 0}, &column), Error::ok);
    const auto ids = test::fill_melee(world, 200);
    steps(world, 1);
    const uint64_t before = world.state_hash();
    world.column<Loot>(column)[static_cast<size_t>(world.row_of(ids[11]))].gold = 99;
    std::vector<std::byte> saved;
    world.save(&saved);
    steps(world, 70); // rows are reordered meanwhile
    EXPECT_EQ(world.column<Loot>(column)[static_cast<size_t>(world.row_of(ids[11]))].gold, 99);
    EXPECT_EQ(world.column<Loot>(column)[static_cast<size_t>(world.row_of(ids[12]))].gold, 7);
    world.restore(saved);
    EXPECT_EQ(world.column<Loot>(column)[static_cast<size_t>(world.row_of(ids[11]))].gold, 99);
    EXPECT_NE(before, 0u);
}

TEST(Snapshot, WhatIsNotASnapshotOfSuchAWorldIsRefusedAndTheWorldUnharmed) {
    World world({.threads = 1});
    test::fill_melee(world, 100);
    steps(world, 30);
    std::vector<std::byte> good;
    world.save(&good);
    const uint64_t hash = world.state_hash();

    std::vector<std::byte> bad = good;
    bad[bad.size() / 2] ^= std::byte{16};
    EXPECT_EQ(world.restore(bad), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "snapshot: damaged, its checksum does not match");
    EXPECT_EQ(world.restore({}), Error::bad_snapshot);
    EXPECT_EQ(world.restore(std::span(good).first(good.size() - 9)), Error::bad_snapshot);
    const std::vector<std::byte> noise(1000, std::byte{0x5a});
    EXPECT_EQ(world.restore(noise), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "snapshot: not one");

    World other({.seed = 2, .threads = 1});
    test::fill_melee(other, 100);
    EXPECT_EQ(other.restore(good), Error::bad_snapshot);

    EXPECT_EQ(world.state_hash(), hash);
    std::vector<std::byte> again;
    world.save(&again);
    EXPECT_TRUE(again == good);
}

} // namespace
} // namespace fray
