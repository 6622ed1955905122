// A world's manifest (its columns, teams, archetypes and states) has a version. A rollback image or snapshot of another
// manifest is refused with the name of the difference, and the world stays as it was.
#include "engine/frame_time.h"
#include "melee.h"
#include "saving/random_life.h"
#include "saving/steps.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace fray {
namespace {

/// An addition to the world, and the difference that a later restore has to name.
struct Addition {
    const char* name;
    std::function<void(World&)> add;
    const char* difference;
};

const Addition additions[] = {
    {"column", [](World& world) { EXPECT_EQ(world.add_column<int64_t>("loot", 7, nullptr), Error::ok); },
     "columns[0]: given none, this world has 'loot' of 8 bytes"},
    {"team", [](World& world) { EXPECT_EQ(world.add_team("green"), Error::ok); },
     "teams[2]: given none, this world has 'green'"},
    {"archetype", [](World& world) { EXPECT_EQ(world.add_archetype(test::archetype_of("giant")), Error::ok); },
     "archetypes[4]: given none, this world has 'giant' (managed)"},
    {"state", [](World& world) { EXPECT_EQ(world.add_state(test::state_of("dance")), Error::ok); },
     "states[0]: given none, this world has 'dance'"},
};

TEST(Manifest, RollbacksAndSnapshotsAreRefusedAfterAnAddition) {
    for (const Addition& addition : additions) {
        SCOPED_TRACE(addition.name);
        World world = test::melee(100, 60);
        Rollback rollback = Rollback::create(world, 4).value();
        ASSERT_EQ(rollback.save(), Error::ok);
        steps(world, 2);
        const std::vector<std::byte> saved = test::bytes_of(world);
        addition.add(world);
        const std::vector<std::byte> added = test::bytes_of(world);
        EXPECT_EQ(world.restore(saved), Error::bad_snapshot);
        EXPECT_EQ(world.error_text(), "snapshot: of another world: " + std::string(addition.difference));
        EXPECT_EQ(test::bytes_of(world), added);
        steps(world, 1);
        const std::vector<std::byte> before = test::bytes_of(world);
        EXPECT_FALSE(rollback.keeps(60));
        EXPECT_EQ(rollback.restore(60), Error::bad_snapshot);
        EXPECT_EQ(world.error_text(), "rollback: frame 60 is of another world: " + std::string(addition.difference));
        EXPECT_EQ(test::bytes_of(world), before);
        ASSERT_EQ(rollback.save(), Error::ok);
        steps(world, 5);
        ASSERT_EQ(rollback.restore(63), Error::ok) << world.error_text();
        EXPECT_EQ(test::bytes_of(world), before);
        steps(world, 5);
        EXPECT_EQ(check_invariants(world), "");
    }
}

TEST(Manifest, TheDifferenceIsNamedFromBothSides) {
    World given = World::create({.threads = 1}).value(), world = World::create({.threads = 1}).value();
    must(given.add_team("a"));
    must(given.add_team("b"));
    must(world.add_team("a"));
    must(world.add_state(test::state_of("b")));
    EXPECT_EQ(world.restore(test::bytes_of(given)), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "snapshot: of another world: teams[1]: given 'b', this world has none");
    World wide = World::create({.threads = 1}).value(), narrow = World::create({.threads = 1}).value();
    must(wide.add_column<int64_t>("loot", 0, nullptr));
    must(narrow.add_column<int32_t>("loot", 0, nullptr));
    EXPECT_EQ(narrow.restore(test::bytes_of(wide)), Error::bad_snapshot);
    EXPECT_EQ(narrow.error_text(), "snapshot: of another world: columns[0]: given 'loot' of 8 bytes, this world has "
                                   "'loot' of 4 bytes");
    World seeded = World::create({.seed = 2, .threads = 1}).value();
    EXPECT_EQ(seeded.restore(test::bytes_of(World::create({.threads = 1}).value())), Error::bad_snapshot);
    EXPECT_EQ(seeded.error_text(), "snapshot: of another world: seed: given 1, this world has 2");
}

TEST(Manifest, GroundIsPartOfTheManifest) {
    World world = World::create({.threads = 1}).value();
    Rollback rollback = Rollback::create(world, 4).value();
    ASSERT_EQ(rollback.save(), Error::ok);
    const std::vector<std::byte> saved = test::bytes_of(world);
    ASSERT_EQ(world.set_ground(test::ground_of(40)), Error::ok);
    EXPECT_FALSE(rollback.keeps(0));
    EXPECT_NE(rollback.restore(0), Error::ok);
    EXPECT_EQ(world.restore(saved), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "snapshot: of another world: ground: given none, this world has one");
    test::fill_melee(world, 20);
    steps(world, 3);
}

/// Each rollback has its own images. If a world goes back with one of them, younger images of the other are invalid.
TEST(Manifest, AWorldMayHaveTwoRollbacks) {
    World world = test::melee(200);
    Rollback near = Rollback::create(world, 8).value(), far = Rollback::create(world, 64).value();
    steps(world, 30);
    ASSERT_EQ(far.save(), Error::ok);
    steps(world, 300); // circles, squads and clocks take memory meanwhile
    ASSERT_EQ(near.save(), Error::ok);
    ASSERT_EQ(far.save(), Error::ok);
    const uint64_t hash = world.state_hash();
    steps(world, 2);
    ASSERT_EQ(near.restore(330), Error::ok);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_FALSE(far.keeps(330)) << "its image is younger than the restored image";
    ASSERT_EQ(far.restore(30), Error::ok);
    EXPECT_FALSE(near.keeps(330));
    EXPECT_EQ(near.restore(330), Error::unknown);
    steps(world, 300);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(check_invariants(world), "");
    {
        Rollback third = Rollback::create(world, 2).value();
        ASSERT_EQ(third.save(), Error::ok);
        third = Rollback::create(world, 3).value();
    }
    ASSERT_EQ(far.restore(30), Error::ok);
    steps(world, 3);
}

} // namespace
} // namespace fray
