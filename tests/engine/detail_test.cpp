// Level of detail: which agents are updated, and which effects wait for the next update. The reference model checks the
// decisions; this test checks what a host sees.
#include "engine/arena.h"
#include "engine/frame_time.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fray {
namespace {

struct Detail : test::Arena {
    AgentId spawn(Vec2 at) { return Arena::spawn(dummy, us, at); }
    Vec2 position(AgentId id) { return *world.position(id); }
    void steps(int count) {
        for (int i = 0; i < count; ++i) ASSERT_EQ(world.step(dt), Error::ok);
    }
};

TEST_F(Detail, AnUpdateMovesAnAgentForAllFramesUntilTheNext) {
    const AgentId walker = spawn({0.0f, 0.0f});
    must(world.set_update_interval(walker, 8));
    steps(8);
    ASSERT_EQ(world.update_interval(walker), 8);
    // A new goal in every frame: the agent heads for another only in the frames in which it is updated. Then it goes as
    // far as in eight frames, and in the others it stands.
    Vec2 before = position(walker);
    for (int frame = 0; frame < 64; ++frame) {
        const float angle = static_cast<float>(frame) * 0.1f;
        must(world.set_order(walker,
                             {.kind = OrderKind::move, .point = {50.0f * std::cos(angle), 50.0f * std::sin(angle)}}));
        const bool due = world.frame() % 8 == 0; // its serial is 0
        steps(1);
        const Vec2 now = position(walker);
        const float step = std::hypot(now.x - before.x, now.y - before.y);
        const Vec2 velocity = *world.velocity(walker);
        EXPECT_EQ(step > 0.0f, due) << "frame " << frame;
        if (due) {
            EXPECT_NEAR(std::hypot(velocity.x, velocity.y) * 8.0f * dt, step, 1e-3f);
        }
        before = now;
    }
}

TEST_F(Detail, AnAgentIsDrawnOnItsWayToItsNextUpdate) {
    for (const int interval : {1, 2, 4, 8}) {
        const AgentId walker = spawn({0.0f, 3.0f * static_cast<float>(interval)});
        must(world.set_update_interval(walker, interval));
        must(
            world.set_order(walker, {.kind = OrderKind::move, .point = {200.0f, 3.0f * static_cast<float>(interval)}}));
        steps(64); // it has reached its speed
        const float speed = world.velocity(walker)->x;
        float before = world.interpolated_position(walker, 1.0)->x, farthest = 0.0f;
        for (int frame = 0; frame < 32; ++frame) {
            steps(1);
            const float begin = world.interpolated_position(walker, 0.0)->x,
                        end = world.interpolated_position(walker, 1.0)->x;
            EXPECT_NEAR(begin, before, 1e-3f) << "interval " << interval << ", frame " << frame;
            EXPECT_NEAR(end - begin, speed * dt, 1e-3f) << "interval " << interval << ", frame " << frame;
            EXPECT_NEAR(world.interpolated_position(walker, 0.5)->x, 0.5f * (begin + end), 1e-3f);
            farthest = std::max(farthest, position(walker).x - end);
            before = end;
        }
        EXPECT_NEAR(farthest, speed * static_cast<float>(dt) * static_cast<float>(interval - 1), 1e-3f);
    }
}

TEST_F(Detail, AWalkerThatIsUpdatedLessOftenDoesNotFallBehind) {
    const AgentId often = spawn({0.0f, 0.0f}), seldom = spawn({0.0f, 50.0f});
    must(world.set_order(often, {.kind = OrderKind::move, .point = {200.0f, 0.0f}}));
    must(world.set_order(seldom, {.kind = OrderKind::move, .point = {200.0f, 50.0f}}));
    steps(120); // both walk on as planned
    must(world.set_update_interval(seldom, 8));
    for (int frame = 0; frame < 64; ++frame) {
        steps(1);
        EXPECT_GT(position(seldom).x, position(often).x - 1e-3f) << "frame " << frame;
    }
}

TEST_F(Detail, InvalidDetailIsRefusedAsAWhole) {
    constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const AgentId agent = spawn({40.0f, 0.0f});
    ASSERT_EQ(world.set_detail({.distances = {10.0f, 20.0f, inf}, .points = {{0.0f, 0.0f}}}), Error::ok);
    steps(8);
    ASSERT_EQ(world.update_interval(agent), 4);
    EXPECT_EQ(world.set_detail({.distances = {10.0f, 5.0f, 20.0f}}), Error::out_of_range);
    EXPECT_NE(world.error_text().find("beyond[1]: given 5"), std::string::npos) << world.error_text();
    EXPECT_EQ(world.set_detail({.distances = {nan, 5.0f, 20.0f}}), Error::out_of_range);
    EXPECT_EQ(world.set_detail({.distances = {-1.0f, 5.0f, 20.0f}}), Error::out_of_range);
    EXPECT_EQ(world.set_detail({.points = {{nan, 0.0f}}}), Error::not_finite);
    EXPECT_EQ(world.set_detail({.points = {{20000.0f, 0.0f}}}), Error::out_of_range);
    EXPECT_EQ(world.set_detail({.points = std::vector<Vec2>(max_detail_points + 1)}), Error::out_of_range);
    for (const int frames : {-1, 3, 5, 6, 7, 9, 16})
        EXPECT_EQ(world.set_update_interval(agent, frames), Error::out_of_range);
    EXPECT_EQ(world.set_update_interval({}, 2), Error::stale_id);
    EXPECT_EQ(world.update_interval({}), std::nullopt);
    steps(9);
    EXPECT_EQ(world.update_interval(agent), 4);
    ArchetypeDef odd = test::melee_archetypes()[0];
    odd.name = "odd";
    odd.update_interval = 3;
    EXPECT_EQ(world.add_archetype(odd), Error::out_of_range);
    EXPECT_NE(world.error_text().find("update_interval"), std::string::npos) << world.error_text();
}

/// A melee in which most agents are far from the point of interest.
struct Far {
    World world;
    explicit Far(double seconds) : world(World::create({.threads = 1}).value()) {
        test::fill_melee(world, 600);
        must(world.set_detail({.distances = {5.0f, 15.0f, 30.0f}, .points = {{10.0f, 10.0f}}}));
        for (int i = 0; i < static_cast<int>(seconds * 60.0); ++i) must(world.step(dt));
    }
};

TEST(DetailBattle, ABattleGoesOnFromASnapshotAndKeepsItsInvariants) {
    Far battle(4.0);
    must(battle.world.set_detail({.distances = {5.0f, 10.0f, 20.0f}, .points = {{60.0f, 10.0f}}}));
    must(battle.world.set_update_interval(*battle.world.find(3), 8));
    const std::vector<std::byte> saved = test::bytes_of(battle.world);
    std::vector<uint64_t> hashes;
    for (int i = 0; i < 120; ++i) {
        must(battle.world.step(dt));
        hashes.push_back(battle.world.state_hash());
        EXPECT_EQ(check_invariants(battle.world), "");
        EXPECT_LT(battle.world.counters().updates, battle.world.counters().living);
    }
    Far other(0.5);
    ASSERT_EQ(other.world.restore(saved), Error::ok) << other.world.error_text();
    for (const uint64_t hash : hashes) {
        must(other.world.step(dt));
        ASSERT_EQ(other.world.state_hash(), hash);
    }
}

/// What 200 attackers of a target cost in 20 s. `interval`: frames from one update to the next.
struct Cost {
    uint64_t neighbours = 0, awake = 0;
    explicit Cost(int interval) {
        World world = World::create({.threads = 1}).value();
        ArchetypeDef kind = test::melee_archetypes()[0];
        kind.body.health = unlimited_health;
        must(world.add_archetype(kind));
        must(world.add_team("us"));
        must(world.add_team("them"));
        AgentId id;
        must(world.spawn({.team = 1}, &id));
        must(world.set_order(id, {.kind = OrderKind::hold}));
        for (int i = 0; i < 200; ++i) {
            const Vec2 at = {-16.0f + static_cast<float>(i % 10), -10.0f + static_cast<float>(i / 10)};
            must(world.spawn({.position = at}, &id));
            must(world.set_update_interval(id, interval));
        }
        for (int frame = 0; frame < 1200; ++frame) {
            must(world.step(dt));
            neighbours += world.counters().neighbours;
            awake += world.counters().awake;
        }
    }
};

/// Walkers plan 15 times a second, and agents that rest look around ten times a second: not more often because they are
/// updated more rarely than in every frame. (Once, a world with an interval of 2 took longer than one without.)
TEST(DetailBattle, FewerUpdatesCostLess) {
    const Cost full(1), two(2), eight(8);
    EXPECT_LT(static_cast<double>(two.neighbours), 1.1 * static_cast<double>(full.neighbours));
    EXPECT_LT(eight.neighbours, full.neighbours);
    EXPECT_LT(static_cast<double>(two.awake), 1.1 * static_cast<double>(full.awake));
    EXPECT_LT(static_cast<double>(eight.awake), 0.5 * static_cast<double>(full.awake));
}

} // namespace
} // namespace fray
