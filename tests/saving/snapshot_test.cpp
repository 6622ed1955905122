#include "engine/frame_time.h"
#include "melee.h"
#include "repetitions.h"
#include "saving/bytes_of.h"
#include "saving/steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <string>

namespace fray {
namespace {

/// The hashes of the next frames.
std::vector<uint64_t> hashes_of(World& world, int frames) {
    std::vector<uint64_t> hashes;
    steps(world, frames, &hashes);
    return hashes;
}

TEST(Snapshot, ARestoredWorldGoesOnWithTheSameHashes) {
    constexpr int frames = test::repetitions(150, 150, 50);
    World world = test::melee(1000, frames, {.threads = 2});
    const std::vector<std::byte> saved = test::bytes_of(world);
    const std::vector<uint64_t> never_stopped = hashes_of(world, frames);

    ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
    EXPECT_EQ(world.frame(), static_cast<uint64_t>(frames));
    EXPECT_TRUE(hashes_of(world, frames) == never_stopped) << "restored into the world that was saved";

    World other = test::melee(10, 3, {.tree_interval = 3, .threads = 1}); // other agents, which the snapshot replaces
    ASSERT_EQ(other.restore(saved), Error::ok) << other.error_text();
    EXPECT_TRUE(hashes_of(other, frames) == never_stopped) << "restored into another world";
}

TEST(Snapshot, PendingPosesAreDroppedByARestore) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.body.motion = MotionType::host;
    World world = test::world_of(def);
    AgentId id;
    must(world.spawn({}, &id));
    steps(world, 1);
    const std::vector<std::byte> before = test::bytes_of(world);
    const Vec2 at{5.0f, 0.0f};
    must(world.set_host_poses({&id, 1}, {&at, 1}));
    must(world.restore(before));
    steps(world, 1);
    EXPECT_EQ(world.positions()[0], (Vec2{0.0f, 0.0f}));
}

TEST(Snapshot, ASnapshotReplacesArchetypesOfTheSameNameAndKindOnly) {
    const auto world_with = [](int weight, const char* name, bool managed) {
        World world = World::create({.threads = 1}).value();
        ArchetypeDef def = test::melee_archetypes()[0];
        def.name = name;
        def.engagement.managed = managed;
        def.attacks[0].weight = weight;
        def.attacks[0].cooldown = {};
        must(world.add_archetype(def));
        return world;
    };
    const std::vector<std::byte> saved = test::bytes_of(world_with(3, "scout", true));
    World other = world_with(5, "scout", true);
    EXPECT_EQ(other.restore(saved), Error::ok);
    EXPECT_EQ(other.archetype(0).attacks[0].weight, 3);
    World named = world_with(3, "spy", true), free = world_with(3, "scout", false);
    for (World* const different : {&named, &free}) EXPECT_EQ(different->restore(saved), Error::bad_snapshot);
    EXPECT_EQ(named.error_text(),
              "snapshot: of another world: archetypes[0]: given 'scout' (managed), this world has 'spy' (managed)");
    EXPECT_EQ(free.error_text(),
              "snapshot: of another world: archetypes[0]: given 'scout' (managed), this world has 'scout' (unmanaged)");
}

TEST(Snapshot, AnInvalidSnapshotIsRefusedAndChangesNothing) {
    World world = test::melee(100, 30);
    const std::vector<std::byte> good = test::bytes_of(world);
    const uint64_t hash = world.state_hash();

    std::vector<std::byte> bad = good;
    bad[bad.size() / 2] ^= std::byte{16};
    EXPECT_EQ(world.restore(bad), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "snapshot: damaged, its checksum does not match");
    EXPECT_EQ(world.restore({}), Error::bad_snapshot);
    EXPECT_EQ(world.restore(std::span(good).first(good.size() - 9)), Error::bad_snapshot);
    const std::vector<std::byte> noise(1000, std::byte{0x5a});
    EXPECT_EQ(world.restore(noise), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "not a snapshot: bad magic number at byte 0");

    World other = test::melee(100, 0, {.seed = 2, .threads = 1});
    EXPECT_EQ(other.restore(good), Error::bad_snapshot);

    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_TRUE(test::bytes_of(world) == good);
}

/// Recomputes the checksum in the last eight bytes, as `save` does.
void sign(std::vector<std::byte>& snapshot) {
    const size_t size = snapshot.size() - 8;
    uint64_t sum = size;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, snapshot.data() + at, std::min<size_t>(8, size - at));
        sum = (std::rotl(sum, 23) ^ word) * 0x9e3779b97f4a7c15ull;
    }
    std::memcpy(snapshot.data() + size, &sum, sizeof sum);
}

/// The earlier layout of the neighbour grid decides nothing. Crowded agents separate in the same way if the grid's
/// bounds come from another time.
TEST(Snapshot, TheLayoutOfTheNeighbourGridIsNotPartOfTheState) {
    const auto heap = [](World& world) {
        ArchetypeDef big, small;
        big.name = "big";
        big.body.radius = 1.0f;
        small.name = "small";
        small.body.radius = 0.3f;
        must(world.add_archetype(big));
        must(world.add_archetype(small));
        must(world.add_team("red"));
        std::vector<AgentId> agents(400);
        for (int i = 0; i < 400; ++i)
            must(world.spawn(
                {.archetype = static_cast<ArchetypeIndex>(i % 2),
                 .position = {static_cast<float>(i * 37 % 101) * 0.25f, static_cast<float>(i * 53 % 103) * 0.25f}},
                &agents[static_cast<size_t>(i)]));
        for (int i = 0; i < 20; ++i)
            must(world.set_order(agents[static_cast<size_t>(i)],
                                 {.kind = OrderKind::move, .point = {static_cast<float>(i * 9 - 90), 60.0f}}));
    };
    World once = World::create({.threads = 1}).value(), again = World::create({.threads = 1}).value();
    heap(once);
    steps(once, 1);
    const std::vector<std::byte> snapshot = test::bytes_of(once);
    heap(again);
    steps(again, 7); // so that the world's grid has other bounds at the restore
    for (int i = 0; i < 40; ++i) must(again.teleport(*again.find(i), {-500.0f, static_cast<float>(i)}));
    steps(again, 40);
    ASSERT_EQ(again.restore(snapshot), Error::ok);
    for (int i = 0; i < test::repetitions(600, 600, 150); ++i) {
        steps(once, 1);
        steps(again, 1);
        ASSERT_EQ(once.state_hash(), again.state_hash()) << i;
    }
}

TEST(Snapshot, AForgedCountIsRefusedBeforeItTakesMemory) {
    World world = test::melee(123, 30);
    const std::vector<std::byte> good = test::bytes_of(world);
    std::vector<std::byte> same = good;
    sign(same);
    ASSERT_TRUE(same == good);
    int counts = 0;
    for (size_t at = 0; at + 16 < good.size(); ++at) {
        uint64_t count = 0;
        std::memcpy(&count, good.data() + at, sizeof count);
        if (count != 123) continue;
        std::vector<std::byte> forged = good;
        count = 0xffff'fff0; // a count of agents beyond any machine
        std::memcpy(forged.data() + at, &count, sizeof count);
        sign(forged);
        const Error answer = world.restore(forged);
        EXPECT_TRUE(answer == Error::bad_snapshot || answer == Error::ok) << "byte " << at;
        ++counts;
    }
    EXPECT_GE(counts, 4);
    EXPECT_EQ(world.restore(good), Error::ok);
    steps(world, 1);
}

TEST(Snapshot, TwoAgentsThatWaitHaveTwoIds) {
    World world = test::melee(0);
    for (int i = 0; i < 2; ++i) must(world.spawn(SpawnDef{}));
    std::vector<std::byte> forged = test::bytes_of(world);
    const std::array second{1, 1, 1, 1}, twice{0, 1, 1, 1}; // index, generation, serial, squad
    const auto words = std::as_bytes(std::span(second));
    const auto at = std::search(forged.begin(), forged.end(), words.begin(), words.end());
    ASSERT_NE(at, forged.end());
    std::memcpy(&*at, &twice, sizeof twice);
    sign(forged);
    EXPECT_EQ(world.restore(forged), Error::bad_snapshot);
    EXPECT_NE(world.error_text().find("one id"), std::string::npos) << world.error_text();
}

TEST(Snapshot, ADeadAgentKeepsAnOrderThatAReloadHasOutdated) {
    ArchetypeDef def{.name = "soldier"};
    def.attacks = {{.name = "jab"}, {.name = "swing"}};
    World world = test::world_of(def);
    AgentId agent, enemy;
    must(world.spawn({.team = 0}, &agent));
    must(world.spawn({.team = 1, .position = {9.0f, 0.0f}}, &enemy));
    must(world.set_order(agent, {.kind = OrderKind::perform, .target = enemy, .attack = 1}));
    steps(world, 2);
    must(world.damage(agent, 1000.0f));
    steps(world, 2);
    ASSERT_EQ(world.states()[*world.row_of(agent)], AgentState::dead);
    def.attacks.pop_back();
    must(world.reload({&def, 1}));
    steps(world, 2);
    const std::vector<std::byte> snapshot = test::bytes_of(world);
    EXPECT_EQ(world.restore(snapshot), Error::ok) << world.error_text();
}

/// Changes of an archetype that need columns which the world did not have before. They stay when a reload takes the
/// change back, so a world is saved with more columns than its definitions need.
struct Enlarging : testing::TestWithParam<void (*)(ArchetypeDef&)> {
    World world = test::melee(60, 30);
    ArchetypeDef plain = test::melee_archetypes()[0], large = plain;

    Enlarging() { GetParam()(large); }
    void reload(const ArchetypeDef& def) {
        must(world.reload({&def, 1}));
        steps(world, 5);
    }
    std::vector<uint64_t> go_on() { return hashes_of(world, 10); }
};

TEST_P(Enlarging, ReloadsAreTakenBackBySnapshots) {
    const std::vector<std::byte> before = test::bytes_of(world);
    const std::vector<uint64_t> truth = go_on();
    reload(large);
    const std::vector<std::byte> within = test::bytes_of(world);
    reload(plain);
    const std::vector<std::byte> after = test::bytes_of(world);
    ASSERT_EQ(world.restore(before), Error::ok) << world.error_text();
    EXPECT_EQ(go_on(), truth);
    ASSERT_EQ(world.restore(within), Error::ok) << world.error_text();
    ASSERT_EQ(world.restore(after), Error::ok) << world.error_text();
    World other = test::melee(60);
    ASSERT_EQ(other.restore(after), Error::ok) << other.error_text();
    EXPECT_EQ(hashes_of(other, 10), go_on());
}

TEST_P(Enlarging, ReloadsAreTakenBackByRollbacks) {
    Rollback rollback = Rollback::create(world, 64).value();
    const uint64_t before = world.frame();
    must(rollback.save());
    const std::vector<uint64_t> truth = go_on();
    must(rollback.restore(before));
    reload(large);
    const uint64_t within = world.frame();
    must(rollback.save());
    reload(plain);
    must(rollback.restore(within));
    must(rollback.restore(before));
    EXPECT_EQ(go_on(), truth);
}

INSTANTIATE_TEST_SUITE_P(Columns, Enlarging,
                         testing::Values([](ArchetypeDef& def) { def.perception.targeting = Targeting::threat; },
                                         [](ArchetypeDef& def) { def.attacks[0].impact_push = 0.5f; },
                                         [](ArchetypeDef& def) { def.attacks[0].impact_damage = 0.5f; },
                                         [](ArchetypeDef& def) {
                                             def.boss.phases = {
                                                 {.health_threshold = 0.9f, .attacks = {def.attacks[0].name}}};
                                         },
                                         [](ArchetypeDef& def) { def.poise.stagger_time = 0.5; }));

TEST(Snapshot, AForgedColumnIsNamed) {
    World world = test::melee(40, 30);
    std::vector<std::byte> forged = test::bytes_of(world);
    const Vec2 place = world.positions()[7], nowhere{std::numeric_limits<float>::quiet_NaN(), 0.0f};
    for (size_t at = 0; at + sizeof place <= forged.size(); ++at)
        if (std::memcmp(forged.data() + at, &place, sizeof place) == 0)
            std::memcpy(forged.data() + at, &nowhere, sizeof nowhere);
    sign(forged);
    EXPECT_EQ(world.restore(forged), Error::bad_snapshot);
    EXPECT_NE(world.error_text().find("forged: agent "), std::string::npos) << world.error_text();
    EXPECT_NE(world.error_text().find("column 'position'"), std::string::npos) << world.error_text();
    EXPECT_EQ(world.step(dt), Error::dead);
}

/// A world that can be saved can be restored.
void expect_restores(World& world) { EXPECT_EQ(world.restore(test::bytes_of(world)), Error::ok) << world.error_text(); }

TEST(Snapshot, AWorldThatHasComeFarIsRestored) {
    ArchetypeDef def;
    def.autonomous = false;
    def.body.motion = MotionType::host;
    World world = test::world_of(def);
    AgentId player;
    must(world.spawn({}, &player));
    steps(world, 1);
    const Vec2 start{};
    for (int i = 0; i < 10; ++i) { // 80 km on foot, with the origin near the player
        ASSERT_EQ(world.shift_origin({-8000.0f, 0.0f}), Error::ok) << world.error_text();
        ASSERT_EQ(world.set_host_poses({&player, 1}, {&start, 1}), Error::ok);
        steps(world, 1);
    }
    expect_restores(world);
}

TEST(Snapshot, ALongColumnIsRestored) {
    World world = test::world_of({});
    SquadId squad;
    must(world.add_squad(0, &squad));
    for (int i = 0; i < 700; ++i) must(world.spawn({.squad = squad, .position = {static_cast<float>(i), 0.0f}}));
    must(world.set_order(
        squad, {.kind = OrderKind::move, .point = {2000.0f, 0.0f}, .formation = {.files = 1, .spacing = 100.0f}}));
    steps(world, 2);
    expect_restores(world); // its trail begins 70 km behind it
}

TEST(Snapshot, ThreatsBeyondAllNumbersAreRestored) {
    ArchetypeDef def;
    def.body.health = unlimited_health;
    def.perception.targeting = Targeting::threat;
    World world = test::world_of(def);
    AgentId hero, orc;
    must(world.spawn({.team = 0}, &hero));
    must(world.spawn({.team = 1, .position = {5.0f, 0.0f}}, &orc));
    steps(world, 1);
    for (int i = 0; i < 2; ++i) must(world.damage(hero, 3e38f, orc));
    steps(world, 1);
    expect_restores(world);
}

TEST(Snapshot, AWaitingLeaderOfARemovedSquadIsRestored) {
    World world = test::world_of({});
    SquadId squad;
    must(world.add_squad(0, &squad));
    AgentId last;
    must(world.spawn({.squad = squad}, &last));
    steps(world, 1);
    must(world.set_health(last, 0.0f));
    steps(world, 1);
    must(world.set_leader(last));
    must(world.remove_squad(squad));
    expect_restores(world);
    steps(world, 1);
}

} // namespace
} // namespace fray
