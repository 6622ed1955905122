#include "engine/frame_time.h"
#include "melee.h"
#include "scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace fray {
namespace {

void steps(World& world, int count, std::vector<uint64_t>* hashes = nullptr) {
    for (int i = 0; i < count; ++i) {
        ASSERT_EQ(world.step(dt), Error::ok);
        if (hashes != nullptr) hashes->push_back(world.state_hash());
    }
}

TEST(Snapshot, ARestoredWorldGoesOnWithTheSameHashes) {
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
    test::fill_melee(other, 10); // other agents, which the snapshot replaces
    steps(other, 3);
    ASSERT_EQ(other.restore(saved), Error::ok) << other.error_text();
    steps(other, 150, &elsewhere);
    EXPECT_TRUE(elsewhere == never_stopped) << "restored into another world";
}

/// Three circles that together contain a reservation, attackers without slots, closed slots, a view, and clocks of all
/// tiers.
struct MidFight {
    World world{{.wait_reasons = true, .threads = 2}};
    AgentId reserved, watched, closed;
    MidFight() {
        world.add_team("heroes");
        world.add_team("foes");
        ArchetypeDef hero;
        hero.brain = false;
        hero.health = unlimited_health;
        hero.circle.offscreen_limit = 1;
        hero.circle.class_limits = {{"heavy", 2}};
        hero.circle.attack_gap = 0.125;
        hero.circle.interrupt_grace = 0.5;
        hero.circle.rest = 0.25;
        hero.circle.attack_capacity = 6;
        world.add_archetype(hero);
        for (const Release release : {Release::attack, Release::all, Release::launch}) {
            ArchetypeDef def = test::walker({test::swing(4, 1.5, 0.5), test::swing(2, 1.0, 0.5)});
            def.name = to_string(release);
            def.release = release;
            def.alert = 30.0f;
            def.attacks[0].attack_class = "heavy";
            def.attacks[0].cooldown = {.agent = 5.0, .global = 0.75};
            def.attacks[1].cooldown = {.archetype = 2.0, .uses = 3, .scope = Scope::world};
            world.add_archetype(def);
        }
        ArchetypeDef giant = test::walker({test::swing(5)});
        giant.grid_weight = 6;
        giant.alert = 30.0f;
        world.add_archetype(giant);
        world.spawn({.position = {0.0f, 0.0f}}, &reserved);
        world.spawn({.position = {60.0f, 0.0f}}, &watched);
        world.spawn({.position = {120.0f, 0.0f}}, &closed);
        for (int i = 0; i < 45; ++i) {
            const Vec2 offset = test::on_ring(9.0f, 0.53f * static_cast<float>(i));
            const float x = i < 8 ? 0.0f : i % 2 == 0 ? 60.0f : 120.0f;
            world.spawn(
                {.archetype = static_cast<ArchetypeIndex>(1 + i % 3), .team = 1, .position = {x + offset.x, offset.y}});
        }
        world.spawn({.archetype = 4, .team = 1, .position = {14.0f, 0.0f}});
        world.view(watched, {1.0f, 0.0f}, 0.75f);
        world.close_slots(closed, std::vector<int>{0, 3});
        world.capacity(reserved, 8, 6);
        world.capacity(closed, 9, 7);
    }
    bool has_it_all() const {
        World::CircleView a, b, c;
        if (!world.circle(reserved, &a) || !world.circle(watched, &b) || !world.circle(closed, &c)) return false;
        const auto waits = [&](WaitReason reason) {
            return std::any_of(world.ids().begin(), world.ids().end(),
                               [&](AgentId id) { return world.wait_reason(id).reason == reason; });
        };
        return a.reserver && !a.strikers.empty() + !b.strikers.empty() + !c.strikers.empty() >= 2 && !b.queue.empty() &&
               !c.queue.empty() && c.closed[3] && waits(WaitReason::cooldown);
    }
};

TEST(Snapshot, ASnapshotContainsEverythingThatTheStageManagerKeeps) {
    MidFight fight;
    World& world = fight.world;
    int found = 0;
    for (int frame = 0; frame < 15000 && found < 2; ++frame) {
        steps(world, 1);
        if (!fight.has_it_all()) continue;
        ++found;
        world.report(world.ids()[static_cast<size_t>(frame) % world.agent_count()], AttackReport::interrupt);
        world.view(fight.reserved, {0.0f, 1.0f}, 1.0f); // pending commands
        world.close_slots(fight.watched, std::vector<int>{1, 2, found});
        std::vector<std::byte> saved, again;
        ASSERT_EQ(world.save(&saved), Error::ok);
        std::vector<uint64_t> never_stopped, went_on, elsewhere;
        steps(world, 200, &never_stopped);
        ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
        ASSERT_EQ(world.save(&again), Error::ok);
        EXPECT_TRUE(again == saved);
        EXPECT_EQ(world.check_invariants(), "");
        EXPECT_TRUE(fight.has_it_all());
        steps(world, 200, &went_on);
        EXPECT_TRUE(went_on == never_stopped) << "restored into the world that was saved";
        MidFight other;
        steps(other.world, 7);
        ASSERT_EQ(other.world.restore(saved), Error::ok) << other.world.error_text();
        steps(other.world, 200, &elsewhere);
        EXPECT_TRUE(elsewhere == never_stopped) << "restored into another world";
        EXPECT_EQ(other.world.check_invariants(), "");
    }
    EXPECT_EQ(found, 2) << "moments that have it all";
}

TEST(Snapshot, RestoringGivesBackTheSavedStateBitForBit) {
    World world({.threads = 1});
    const auto ids = test::fill_melee(world, 300);
    steps(world, 100);
    // Pending commands and gaps in the ids are part of it.
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

TEST(Snapshot, PendingPosesAreSaved) {
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
    world.restore(before); // the pending poses of this world are dropped
    steps(world, 1);
    EXPECT_EQ(world.positions()[0], (Vec2{0.0f, 0.0f}));
}

TEST(Snapshot, ASnapshotReplacesArchetypesOfTheSameNameAndKindOnly) {
    const auto world_with = [](int weight, const char* name, bool managed) {
        World world({.threads = 1});
        ArchetypeDef def = test::melee_archetypes()[0];
        def.name = name;
        def.managed = managed;
        def.attacks[0].weight = weight;
        def.attacks[0].cooldown = {};
        world.add_archetype(def);
        return world;
    };
    std::vector<std::byte> saved;
    world_with(3, "scout", true).save(&saved);
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

TEST(Snapshot, UserColumnsAreSaved) {
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

TEST(Snapshot, AnInvalidSnapshotIsRefusedAndChangesNothing) {
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
    EXPECT_EQ(world.error_text(), "not a snapshot: bad magic number at byte 0");

    World other({.seed = 2, .threads = 1});
    test::fill_melee(other, 100);
    EXPECT_EQ(other.restore(good), Error::bad_snapshot);

    EXPECT_EQ(world.state_hash(), hash);
    std::vector<std::byte> again;
    world.save(&again);
    EXPECT_TRUE(again == good);
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

/// The earlier layout of the neighbour grid decides nothing. A heap of agents comes apart in the same way with a grid
/// that was measured at another time.
TEST(Snapshot, TheLayoutOfTheNeighbourGridIsNotPartOfTheState) {
    const auto heap = [](World& world) {
        ArchetypeDef big, small;
        big.name = "big";
        big.radius = 1.0f;
        small.name = "small";
        small.radius = 0.3f;
        world.add_archetype(big);
        world.add_archetype(small);
        world.add_team("red");
        for (int i = 0; i < 400; ++i)
            world.spawn(
                {.archetype = static_cast<ArchetypeIndex>(i % 2),
                 .position = {static_cast<float>(i * 37 % 101) * 0.25f, static_cast<float>(i * 53 % 103) * 0.25f}});
        for (int i = 0; i < 20; ++i)
            world.order(world.find(i), {.kind = OrderKind::go, .point = {static_cast<float>(i * 9 - 90), 60.0f}});
    };
    World once({.threads = 1}), again({.threads = 1});
    heap(once);
    steps(once, 1);
    std::vector<std::byte> snapshot;
    ASSERT_EQ(once.save(&snapshot), Error::ok);
    heap(again);
    steps(again, 7); // its grid has other bounds when it is restored
    for (int i = 0; i < 40; ++i) again.place(again.find(i), {-500.0f, static_cast<float>(i)});
    steps(again, 40);
    ASSERT_EQ(again.restore(snapshot), Error::ok);
    for (int i = 0; i < 600; ++i) {
        steps(once, 1);
        steps(again, 1);
        ASSERT_EQ(once.state_hash(), again.state_hash()) << i;
    }
}

TEST(Snapshot, AForgedCountIsRefusedBeforeItTakesMemory) {
    World world({.threads = 1});
    test::fill_melee(world, 123);
    steps(world, 30);
    std::vector<std::byte> good;
    world.save(&good);
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
    EXPECT_GE(counts, 5);
    EXPECT_EQ(world.restore(good), Error::ok);
    steps(world, 1);
}

} // namespace
} // namespace fray
