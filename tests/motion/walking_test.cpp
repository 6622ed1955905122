// How crowds of fray walk: properties that always hold, and target figures of the scenes.
#include "agents.h"
#include "fray_crowd.h"
#include "rates.h"
#include "run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fray::motion {
namespace {

void expect_decent(const Figures& f) {
    EXPECT_LT(f.deep_share, 0.001) << "of touching pairs, a tenth and more";
    EXPECT_LT(f.worst_overlap, 0.12);
    EXPECT_LT(f.standing_moved, 0.001);
    EXPECT_EQ(f.off_ground, 0);
}

Figures expect_all_arrive(const Scene& scene, double hz = 60.0) {
    FrayCrowd crowd(scene, {1}, hz);
    const Figures f = run(scene, crowd).figures;
    expect_decent(f);
    EXPECT_EQ(f.stuck, 0);
    return f;
}

TEST(Walking, TwoColumnsOfAHundredCross) { expect_all_arrive(columns(200)); }

TEST(Walking, AHundredWalkersPassADoor) { expect_all_arrive(door(100)); }

TEST(Walking, AWalkerDoesNotPushThroughAClosedRing) {
    const Scene scene = closed();
    FrayCrowd crowd(scene);
    Vec2 before{};
    float walked = 0.0f; // m, in the last 10 s
    const Figures f = run(scene, crowd, [&](double seconds, std::span<const Vec2> now) {
                          if (seconds > scene.time_limit - 10.0) walked += distance(now[0], before);
                          before = now[0];
                      }).figures;
    expect_decent(f);
    EXPECT_EQ(f.stuck, 1);
    EXPECT_LT(walked / 10.0f, 0.3f) << "it waits";
}

TEST(Walking, ALoneWalkerPassesStandingAgentsThroughAGapInTheSameTimeAtFourFrameRates) {
    const Figures at_60 = expect_all_arrive(line());
    EXPECT_LT(at_60.path_ratio, 1.3);
    for (const double hz : {10.0, 30.0, 144.0})
        EXPECT_NEAR(expect_all_arrive(line(), hz).all, at_60.all, 0.05 * at_60.all) << hz;
}

/// In a crowd an agent sees how the others move once in a frame. So long frames make a dense crowd slower.
TEST(Walking, AgentsOnACircleReachTheOppositeSideInAboutTheSameTimeAtFourFrameRates) {
    const Figures at_60 = expect_all_arrive(circle());
    EXPECT_LT(at_60.all, 1.6 * 30.0) << "1.6 times what DetourCrowd takes, at its best";
    for (const double hz : {10.0, 30.0, 144.0}) {
        const double most = hz == 10.0 ? 0.15 : 0.05;
        EXPECT_NEAR(expect_all_arrive(circle(), hz).half, at_60.half, most * at_60.half) << hz << " frames a second";
    }
}

/// Between two shots an archer pursues for a frame. It must not come nearer by that.
TEST(Walking, AnArcherDoesNotCreepTowardsItsTarget) {
    for (const double hz : rates) {
        SCOPED_TRACE(std::to_string(hz) + " frames a second");
        ArchetypeDef archer{.name = "archer"};
        archer.body.health = 1e6f;
        archer.engagement.managed = false;
        archer.engagement.engage_range = 30.0f;
        archer.perception.targeting = Targeting::self;
        archer.perception.bands = {30.0f, 32.0f, 34.0f, 36.0f};
        archer.perception.alert_radius = 40.0f;
        archer.attacks = {{.name = "arrow", .range = {0.0f, 30.0f}, .windup = 0.3, .duration = 0.6, .recovery = 0.2}};
        Agents all(hz, archer);
        must(all.world.add_team("marks"));
        const AgentId shooter = all.spawn({}), mark = all.spawn({.team = 1, .position = {20.0f, 0.0f}});
        must(all.world.set_order(mark, {.kind = OrderKind::stand}));
        int attacks = 0;
        for (double time = 0.0; time < 60.0; time += 1.0 / hz) {
            all.step();
            attacks += static_cast<int>(all.world.counters().attacks_started);
        }
        EXPECT_GE(attacks, 60);
        EXPECT_LT(all.between(shooter, {}), 0.01f);
    }
}

/// Level of detail: between their updates the agents keep their velocity, and so do the agents that they meet.
TEST(Walking, AgentsThatSteerEveryEighthFrameDoNotCollide) {
    for (const std::vector<int>& intervals : {std::vector{8}, std::vector{1, 2, 4, 8}})
        for (const Scene& scene : {circle(), columns(200), door(100)}) {
            SCOPED_TRACE(scene.name + " with " + std::to_string(intervals.size()) + " update intervals");
            FrayCrowd crowd(scene, intervals);
            const Figures f = run(scene, crowd).figures;
            EXPECT_LT(f.deep_share, 0.005) << "of touching pairs, a tenth and more";
            EXPECT_LT(f.worst_overlap, 0.12); // in a jam walkers squeeze into each other by up to 0.09
            EXPECT_EQ(f.off_ground, 0);
            EXPECT_LE(f.stuck, static_cast<int>(scene.walkers.size()) / 20);
        }
}

/// A random crowd of different radii, speeds and goals. Some of its agents stand.
Scene random_crowd(uint32_t seed) {
    std::mt19937 random(seed);
    const auto between = [&](float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(random);
    };
    Scene scene;
    scene.name = "at random";
    scene.time_limit = 15.0;
    const int count = 40 + static_cast<int>(random() % 160);
    const float side = std::sqrt(static_cast<float>(count)) * between(1.6f, 3.0f); // room for all
    for (int i = 0; i < count; ++i) {
        Walker walker;
        walker.start = {between(0.0f, side), between(0.0f, side)};
        walker.goal = {between(0.0f, side), between(0.0f, side)};
        walker.radius = random() % 8 == 0 ? 0.9f : 0.35f;
        walker.speed = random() % 4 == 0 ? 6.0f : 2.0f;
        walker.stands = random() % 6 == 0;
        if (walker.stands) walker.goal = walker.start;
        walker.way = std::hypot(walker.goal.x - walker.start.x, walker.goal.y - walker.start.y);
        scene.walkers.push_back(walker);
    }
    return scene;
}

/// The pairs that overlap by at least a tenth of the sum of their radii. Without `all`, pairs of two standing agents do
/// not count.
int deep_pairs(const Scene& scene, std::span<const Vec2> at, bool all = false) {
    int count = 0;
    for (size_t i = 0; i < at.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            if (!all && scene.walkers[i].stands && scene.walkers[j].stands) continue;
            const float touching = scene.walkers[i].radius + scene.walkers[j].radius;
            count += distance(at[i], at[j]) < 0.9f * touching;
        }
    return count;
}

TEST(Walking, NoAgentExceedsItsSpeedAndOverlapsDisappear) {
    for (uint32_t seed = 1; seed <= 12; ++seed) {
        const Scene scene = random_crowd(seed);
        FrayCrowd crowd(scene);
        crowd.step();
        std::vector<Vec2> before = crowd.positions();
        for (int frame = 1; frame < 600; ++frame) {
            crowd.step();
            const std::vector<Vec2> now = crowd.positions();
            for (size_t i = 0; i < now.size(); ++i) {
                const float step = distance(now[i], before[i]);
                ASSERT_LE(step, scene.walkers[i].speed / 60.0f * 1.01f + 1e-4f) << "seed " << seed << ", walker " << i;
            }
            before = now;
        }
        // A walker that was spawned overlapping standing agents and enclosed by them may have no way out.
        EXPECT_LE(deep_pairs(scene, before), 1) << "seed " << seed;
    }
}

/// No agent has a goal elsewhere. Younger agents make room for older agents, and outer agents for inner agents.
TEST(Walking, AHeapOfStandingAgentsSeparates) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> within(0.0f, 3.0f);
    Scene scene;
    for (int i = 0; i < 80; ++i) {
        const Vec2 at = {within(random), within(random)};
        scene.walkers.push_back({.start = at, .goal = at, .stands = true});
    }
    FrayCrowd crowd(scene);
    crowd.step();
    EXPECT_GT(deep_pairs(scene, crowd.positions(), true), 300);
    for (int frame = 0; frame < 60 * 30; ++frame) crowd.step();
    const std::vector<Vec2> at = crowd.positions();
    EXPECT_EQ(deep_pairs(scene, at, true), 0);
    for (int frame = 0; frame < 60; ++frame) crowd.step();
    const std::vector<Vec2> later = crowd.positions();
    for (size_t i = 0; i < at.size(); ++i) EXPECT_LT(distance(later[i], at[i]), 0.01f) << "and then it rests: " << i;
}

/// A step that was planned for short frames must not be carried through a long frame.
TEST(Walking, ALongFrameCarriesNoAgentThroughALine) {
    for (int hitch = 20; hitch < 200; hitch += 4) {
        ArchetypeDef def{.autonomous = false};
        def.body.walk_speed = def.body.run_speed = 6.0f;
        Agents all(60.0, def);
        const AgentId walker = all.spawn({.position = {-4.0f, 0.0f}});
        must(all.world.set_update_interval(walker, 8));
        for (int i = -20; i <= 20; ++i) all.spawn({.position = {0.0f, static_cast<float>(i) * 0.82f}});
        all.go(walker, {6.0f, 0.0f});
        for (int frame = 0; frame < 240; ++frame) {
            must(all.world.step(frame == hitch ? 0.25 : 1.0 / 120.0));
            for (size_t i = 1; i < all.agents.size(); ++i)
                ASSERT_GT(all.between(walker, all.at(all.agents[i])), 0.72f)
                    << "hitch at " << hitch << ", frame " << frame;
        }
    }
}

/// A fast runner stops at its goal. It accelerates and brakes only as its archetype allows.
TEST(Walking, NoAgentOvershootsItsGoal) {
    Scene scene;
    scene.walkers.push_back({.start = {0.0f, 0.0f}, .goal = {30.0f, 0.0f}, .speed = 12.0f});
    FrayCrowd crowd(scene);
    float before = 0.0f, speed = 0.0f;
    for (int frame = 0; frame < 360; ++frame) {
        crowd.step();
        const float x = crowd.positions()[0].x, now = (x - before) * 60.0f;
        EXPECT_LE(x, 30.0f + 0.01f) << "frame " << frame;
        EXPECT_LE(now - speed, BodyDef{}.acceleration / 60.0f + 0.01f) << "frame " << frame;
        before = x;
        speed = now;
    }
    EXPECT_NEAR(before, 30.0f, 0.02f);
}

TEST(Walking, NoAgentExceedsItsTurnRate) {
    ArchetypeDef slow{.autonomous = false};
    slow.body.turn_rate = 1.0f;
    Agents all(60.0, slow);
    all.spawn({});
    must(all.world.set_update_interval(all.spawn({.position = {0.0f, 20.0f}}), 8));
    all.seconds(8.0 / 60.0);
    for (const AgentId agent : all.agents) all.go(agent, {-40.0f, 10.0f});
    all.seconds(64.0 / 60.0);
    for (const AgentId agent : all.agents) {
        const Vec2 heading = all.world.heading(agent).value();
        EXPECT_NEAR(std::abs(std::atan2(heading.y, heading.x)), 64.0f / 60.0f, 0.02f);
    }
}

TEST(Walking, ALongFrameAtAHundredMetresPerSecondCausesNoCollision) {
    ArchetypeDef quick{.name = "quick", .autonomous = false};
    quick.body.walk_speed = quick.body.run_speed = 100.0f;
    quick.body.acceleration = 1000.0f;
    Agents all(60.0, quick);
    const AgentId runner = all.spawn({}), wall = all.spawn({.position = {50.0f, 0.0f}});
    must(all.world.set_order(wall, {.kind = OrderKind::stand}));
    all.go(runner, {90.0f, 0.0f});
    for (int frame = 0; frame < 60; ++frame) {
        must(all.world.step(1.0));
        const Vec2 a = all.at(runner), b = all.at(wall);
        ASSERT_TRUE(std::isfinite(a.x) && std::isfinite(a.y));
        ASSERT_EQ(b, (Vec2{50.0f, 0.0f}));
        EXPECT_GT(distance(a, b), 0.75f);
    }
}

uint64_t hash_after(const Scene& scene, double hz, int threads) {
    FrayCrowd crowd(scene, {1}, hz, threads);
    for (int frame = 0; frame < static_cast<int>(6.0 * hz); ++frame) crowd.step();
    return crowd.hash();
}

TEST(Walking, EverySceneIsTheSameForAnyNumberOfThreads) {
    for (const std::string& name : scene_names())
        for (const double hz : rates) {
            const Scene scene = make_scene(name, 100);
            const uint64_t hash = hash_after(scene, hz, 1);
            EXPECT_EQ(hash_after(scene, hz, 2), hash) << name << " at " << hz << " Hz";
            EXPECT_EQ(hash_after(scene, hz, 8), hash) << name << " at " << hz << " Hz";
        }
}

} // namespace
} // namespace fray::motion
