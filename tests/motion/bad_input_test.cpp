// Walkers under input that no host would give on purpose: goals and starts in walls, a whole crowd at one point, very
// high speeds.
#include "agents.h"
#include "repetitions.h"
#include "scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace fray::motion {
namespace {

constexpr double dt = 1.0 / 60.0;

ArchetypeDef pilgrim(float speed = 3.0f) {
    ArchetypeDef def{.name = "pilgrim", .autonomous = false};
    def.body.walk_speed = def.body.run_speed = speed;
    def.body.acceleration = 1000.0f;
    return def;
}

bool all_finite(const World& world) {
    return std::all_of(world.positions().begin(), world.positions().end(),
                       [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

/// Open ground of 40 m by 40 m, with a block of 8 m by 8 m in its middle.
std::shared_ptr<const Ground> round_a_block() {
    return map_where({-20.0f, -20.0f}, {40.0f, 40.0f}, 1.0f,
                     [](Vec2 at) { return std::max(std::abs(at.x), std::abs(at.y)) > 4.0f; });
}

struct OnBlockedGround : testing::Test, Agents {
    OnBlockedGround() : Agents(60.0, pilgrim(), round_a_block()) {}
    void expect_all_on_ground() const {
        for (const Vec2 p : world.positions()) ASSERT_TRUE(world.ground()->walkable(p)) << p.x << ", " << p.y;
    }
};

TEST_F(OnBlockedGround, AGoalInAWallIsReplacedByTheNearestWalkablePoint) {
    for (const Vec2 goal : {Vec2{2.5f, 0.5f}, Vec2{-3.0f, 3.5f}, Vec2{0.0f, 25.0f}, Vec2{-500.0f, -500.0f}}) {
        const AgentId agent = spawn({.position = {-12.0f, -1.0f}});
        go(agent, goal);
        Vec2 nearest{};
        ASSERT_TRUE(world.ground()->nearest(goal, 1000.0f, &nearest));
        seconds(20.0);
        EXPECT_LT(distance(at(agent), nearest), 1.5f) << "goal " << goal.x << ", " << goal.y;
        const Vec2 there = at(agent);
        seconds(1.0);
        EXPECT_LT(distance(at(agent), there), 0.1f) << "it stays";
        expect_all_on_ground();
        must(world.despawn(agent));
    }
}

TEST_F(OnBlockedGround, ACrowdSpawnedInAWallComesOutOfIt) {
    for (int i = 0; i < 400; ++i)
        spawn({.position = {static_cast<float>(i % 20) * 0.3f - 3.0f, static_cast<float>(i / 20) * 0.3f - 3.0f}});
    for (int frame = 0; frame < 600; ++frame) {
        step();
        if (frame == 0) {
            EXPECT_EQ(world.counters().moved_to_ground, 400u);
        }
        expect_all_on_ground();
        ASSERT_TRUE(all_finite(world));
    }
}

constexpr int throng = test::repetitions(4000, 2000, 2000);

/// All agents start at one point, so every agent is a neighbour of all others. They must separate.
TEST(BadInput, ThousandsOfAgentsAtOnePointSeparate) {
    World world = World::create({.event_mask = 0, .threads = 2}).value();
    must(world.add_archetype(pilgrim()));
    must(world.add_team("one"));
    const Vec2 point = {3.0f, 4.0f};
    for (int i = 0; i < throng; ++i) must(world.spawn({.position = point}));
    float before = 0.0f;
    for (int frame = 1; frame <= 20; ++frame) {
        must(world.step(dt));
        ASSERT_TRUE(all_finite(world));
        float widest = 0.0f;
        for (const Vec2 p : world.positions()) widest = std::max(widest, distance(p, point));
        EXPECT_GE(widest, before);
        EXPECT_LE(widest, 3.0f * 1.01f / 60.0f * static_cast<float>(frame)) << "no quicker than they walk";
        before = widest;
    }
    EXPECT_GT(before, 0.4f);
    std::vector<Vec2> places(world.positions().begin(), world.positions().end());
    std::sort(places.begin(), places.end(), [](Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
    const auto distinct = std::unique(places.begin(), places.end()) - places.begin();
    EXPECT_GT(distinct, throng * 9 / 10);
}

/// There are more neighbours than an agent takes into account. The choice must not depend on threads or storage order.
TEST(BadInput, ADenseCrowdMovesTheSameOnAnyNumberOfThreads) {
    std::vector<uint64_t> truth;
    for (const int variant : {0, 1, 2}) {
        World world =
            World::create(
                {.event_mask = 0, .threads = 1 + variant % 2, .debug = {.shuffle_storage = variant == 0 ? 0u : 7u}})
                .value();
        must(world.add_archetype(pilgrim()));
        must(world.add_team("one"));
        for (int i = 0; i < 900; ++i) must(world.spawn({.position = {static_cast<float>(i % 3) * 0.1f, 0.0f}}));
        std::vector<uint64_t> hashes;
        for (int frame = 0; frame < 40; ++frame) {
            must(world.step(dt));
            hashes.push_back(world.state_hash());
            if (variant == 2 && frame == 20) {
                std::vector<std::byte> saved;
                must(world.save(&saved));
                World later = World::create({.event_mask = 0, .threads = 2}).value();
                must(later.add_archetype(pilgrim()));
                must(later.add_team("one"));
                must(later.restore(saved));
                world = std::move(later);
            }
        }
        if (variant == 0) truth = hashes;
        EXPECT_EQ(hashes, truth) << "variant " << variant;
    }
}

/// Steps of up to 100 m must not carry an agent through a wall or off the map. A wall that shortens a step changes the
/// velocity, too.
TEST(BadInput, NoAgentIsFastEnoughToCrossAWall) {
    std::mt19937 random(5);
    const auto ground = map_where({-30.0f, -30.0f}, {60.0f, 60.0f}, 1.0f, [&](Vec2) { return random() % 100 >= 20; });
    Agents all(60.0, pilgrim(100.0f), ground, 2);
    World& world = all.world;
    std::uniform_real_distribution<float> anywhere(-40.0f, 40.0f);
    for (int i = 0; i < 300; ++i) all.spawn({.position = {anywhere(random), anywhere(random)}});
    must(world.step(0.0));
    for (int frame = 0; frame < 200; ++frame) {
        for (const AgentId agent : all.agents)
            if (random() % 8 == 0) {
                const OrderDef order{
                    .kind = OrderKind::move, .run = true, .point = {anywhere(random), anywhere(random)}};
                must(world.set_order(agent, order));
            }
        std::vector<Vec2> before;
        for (const AgentId agent : all.agents) before.push_back(all.at(agent));
        const double seconds = frame % 3 == 0 ? 1.0 : 1.0 / 60.0;
        must(world.step(seconds));
        ASSERT_TRUE(all_finite(world));
        for (const Vec2 p : world.positions()) ASSERT_TRUE(ground->walkable(p)) << p.x << ", " << p.y;
        for (size_t i = 0; i < before.size(); ++i) {
            const Vec2 way = world.velocity(all.agents[i]).value() * static_cast<float>(seconds);
            EXPECT_LT(distance(all.at(all.agents[i]), before[i] + way), 1e-3f) << "agent " << i << ", frame " << frame;
        }
    }
    EXPECT_EQ(check_invariants(world), "");
}

} // namespace
} // namespace fray::motion
