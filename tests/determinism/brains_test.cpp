// Determinism with brains of every kind: bosses, monsters, summons, stagger and line-of-sight questions.
#include "brawl.h"
#include "golden_hashes.h"
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

const Seen& truth() { return test::run_serially<run>(); }

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
        {{0, 0x3688e0d71cfe392b}, {99, 0x63b6818062177787}, {199, 0x3bdd2f11945eba63}, {419, 0x4e0e4b086224a81d}});
}

} // namespace
} // namespace fray
