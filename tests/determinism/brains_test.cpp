// Determinism with brains of every kind: bosses, monsters, summons, stagger and line-of-sight questions.
#include "brawl.h"
#include "golden_hashes.h"
#include "saving/bytes_of.h"
#include "thread_limit.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace fray {
namespace {

constexpr int frames = 600;
constexpr int agents = 400;

void step(World& world) {
    test::answer_sight(world);
    ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
}

struct Seen {
    std::vector<uint64_t> hashes;
    std::vector<uint32_t> events = std::vector<uint32_t>(event_type_count); ///< counts by type
};

Seen run(WorldDef def) {
    World world = World::create(def).value();
    test::fill_brawl(world, agents);
    Seen seen;
    for (int frame = 0; frame < frames; ++frame) {
        step(world);
        seen.hashes.push_back(world.state_hash());
        for (const EventRef& event : world.events().order) ++seen.events[static_cast<size_t>(event.type)];
    }
    return seen;
}

const Seen& truth() {
    static const Seen seen = test::run_serially(run);
    return seen;
}

TEST(BrainsDeterminism, TheBattleUsesEveryRule) {
    for (const EventType type : {EventType::react, EventType::stagger, EventType::heal, EventType::phase,
                                 EventType::act, EventType::act_end, EventType::say, EventType::buff, EventType::color,
                                 EventType::attack_set, EventType::pose, EventType::summon, EventType::death})
        EXPECT_GE(truth().events[static_cast<size_t>(type)], 1u) << to_string(type);
}

TEST(BrainsDeterminism, ThreadsStorageChunksAndTrees) {
    const test::ThreadLimit allow(8);
    const WorldDef defs[] = {
#ifndef FRAY_SLOW_BUILD
        {.threads = 1},
        {.threads = 2},
        {.tree_interval = 1, .threads = 2},
        {.threads = 2, .debug = {.shuffle_storage = 3}},
        {.threads = 2, .debug = {.shuffle_chunks = 5, .chunk_size = 7}},
        {.sort_interval = 1, .threads = 2},
        {.tree_interval = 1024, .threads = 2},
#endif
#ifndef FRAY_BRIEF_TESTS
        {.tree_interval = 1024, .threads = 8},
#endif
        {.threads = 2, .debug = {.shuffle_storage = 9, .shuffle_chunks = 9, .chunk_size = 64}},
    };
    for (size_t i = 0; i < std::size(defs); ++i) EXPECT_EQ(run(defs[i]).hashes, truth().hashes) << i;
}

TEST(BrainsDeterminism, GoldenHashes) {
    test::expect_golden(
        truth().hashes,
        {{0, 0xc14fd89bf6096021}, {99, 0x9f21df164b1ca438}, {199, 0x11f5d13f290c60ff}, {419, 0x49b806e98bb91d9b}});
}

TEST(BrainsDeterminism, ARestoredSnapshotGoesOnWithTheSameHashes) {
    World world = World::create({.threads = 2}).value();
    test::fill_brawl(world, agents);
    for (int frame = 0; frame < 200; ++frame) step(world);
    test::answer_sight(world); // pending commands are part of the snapshot
    const std::vector<std::byte> snapshot = test::bytes_of(world);

    World other = World::create({.threads = 1}).value();
    test::prepare_brawl(other);
    ASSERT_EQ(other.restore(snapshot), Error::ok) << other.error_text();
    ASSERT_EQ(other.step(1.0 / 64.0), Error::ok);
    EXPECT_EQ(other.state_hash(), truth().hashes[200]);
    for (int frame = 201; frame < frames; ++frame) {
        step(other);
        ASSERT_EQ(other.state_hash(), truth().hashes[static_cast<size_t>(frame)]) << frame;
    }
}

TEST(BrainsDeterminism, ASnapshotReplacesTheWorldsMonsters) {
    World world = World::create({.threads = 1}).value();
    test::fill_brawl(world, 20);
    step(world);
    const std::vector<std::byte> snapshot = test::bytes_of(world);
    World other = World::create({.threads = 1}).value();
    for (const ArchetypeDef& def : test::brawl_archetypes()) must(other.add_archetype(def));
    MonsterDef ogre = test::brawl_monster();
    ogre.states[0].on_health[0].value = 0.5;
    must(other.add_monsters({&ogre, 1}));
    must(other.add_team("red"));
    must(other.add_team("blue"));
    ASSERT_EQ(other.restore(snapshot), Error::ok) << other.error_text();
    EXPECT_EQ(other.monster(0), test::brawl_monster());
    step(world);
    step(other);
    EXPECT_EQ(other.state_hash(), world.state_hash());
}

} // namespace
} // namespace fray
