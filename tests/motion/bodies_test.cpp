// Bodies that the host changes while they move: speed factor, radius, avoidance factor, stun and push
// (engine/docs/movement.md).
#include "agents.h"
#include "rates.h"
#include "spatial/parsed_map.h"

#include "fray/spatial/grid_map.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

/// Agents without a brain, with a radius of 0.4 m, that walk at 3 m/s where they are ordered to go.
struct Walkers : Agents {
    std::vector<float> radii;

    explicit Walkers(double rate, const std::shared_ptr<const Ground>& ground = nullptr)
        : Agents(rate, {.name = "walker", .autonomous = false}, ground) {}
    AgentId spawn(Vec2 at) {
        radii.push_back(0.4f);
        return Agents::spawn({.position = at});
    }
    void resize(size_t agent, float radius) {
        must(world.set_radius(agents[agent], radius));
        radii[agent] = radius;
    }
    /// The greatest overlap of two agents, as a share of the sum of their radii.
    double overlap() const {
        double worst = 0.0;
        for (size_t i = 0; i < agents.size(); ++i)
            for (size_t j = i + 1; j < agents.size(); ++j) {
                const float touching = radii[i] + radii[j];
                worst = std::max(worst, 1.0 - double{distance(at(agents[i]), at(agents[j]))} / double{touching});
            }
        return worst;
    }
};

TEST(Bodies, ASlowAgentTakesLongerAndARootedAgentStands) {
    for (const double hz : rates) {
        Walkers all(hz);
        const AgentId plain = all.spawn({0.0f, 0.0f}), slow = all.spawn({0.0f, 5.0f}),
                      rooted = all.spawn({0.0f, 10.0f}), hasty = all.spawn({0.0f, 15.0f});
        must(all.world.set_speed_factor(slow, 0.5f));
        must(all.world.set_speed_factor(rooted, 0.0f));
        must(all.world.set_speed_factor(hasty, 2.0f));
        must(all.world.step(0.0));
        for (const AgentId agent : all.agents) all.go(agent, {60.0f, all.at(agent).y});
        all.seconds(5.0);
        EXPECT_NEAR(all.at(plain).x, 15.0f, 0.7f) << hz;
        EXPECT_NEAR(all.at(slow).x, 7.5f, 0.4f) << hz;
        EXPECT_NEAR(all.at(hasty).x, 30.0f, 1.5f) << hz;
        EXPECT_EQ(all.at(rooted).x, 0.0f);
        must(all.world.set_speed_factor(rooted, 1.0f));
        must(all.world.set_speed_factor(slow, 1.0f));
        const float before = all.at(slow).x;
        all.seconds(2.0);
        EXPECT_GT(all.at(rooted).x, 5.0f) << hz;
        EXPECT_NEAR(all.at(slow).x - before, 6.0f, 0.5f) << hz;
    }
}

TEST(Bodies, APushLeadsAsFarAsItSays) {
    for (const double hz : rates) {
        Walkers all(hz);
        const AgentId agent = all.spawn({0.0f, 0.0f});
        all.go(agent, {-40.0f, 0.0f});
        all.seconds(2.0);
        const Vec2 before = all.at(agent), heading = all.world.heading(agent).value();
        must(all.world.push(agent, {3.0f, 4.0f}, 0.5));
        all.seconds(0.5);
        EXPECT_NEAR(distance(all.at(agent), before + Vec2{3.0f, 4.0f}), 0.0f, 0.001f) << hz;
        EXPECT_EQ(all.world.heading(agent).value(), heading);
        all.seconds(20.0);
        EXPECT_NEAR(all.at(agent).x, -40.0f, 0.5f) << "it goes on with its order";
    }
}

TEST(Bodies, APushEndsInTimeAtAnyUpdateInterval) {
    for (const double hz : rates)
        for (const int interval : {2, 4, 8}) {
            Walkers all(hz);
            const AgentId agent = all.spawn({0.0f, 0.0f}), other = all.spawn({0.0f, 20.0f});
            for (const AgentId each : all.agents) must(all.world.set_update_interval(each, interval));
            all.seconds(2.0);
            must(all.world.push(agent, {2.0f, 0.0f}, 0.1));
            must(all.world.push(other, {0.0f, 20.0f}, 2.0));
            all.seconds(1.0);
            must(all.world.stun(other, 0.0));
            const Vec2 there = all.at(other);
            all.seconds(2.0);
            EXPECT_NEAR(distance(all.at(agent), {2.0f, 0.0f}), 0.0f, 0.001f) << hz << " Hz, every " << interval;
            EXPECT_EQ(all.at(other), there) << hz << " Hz, every " << interval;
        }
}

TEST(Bodies, ARadiusOfItsOwnOutlivesAReload) {
    Walkers all(60.0);
    const AgentId giant = all.spawn({0.0f, 0.0f}), walker = all.spawn({-12.0f, 0.5f});
    must(all.world.step(0.0));
    must(all.world.set_radius(giant, 0.4f)); // that of its archetype
    all.seconds(0.1);
    must(all.world.set_radius(giant, 3.0f));
    all.seconds(0.1);
    ArchetypeDef def = all.world.archetype(0);
    def.body.radius = 3.0f;
    must(all.world.reload({&def, 1}));
    all.seconds(0.1);
    def.body.radius = 0.2f;
    must(all.world.reload({&def, 1}));
    all.go(walker, {12.0f, 0.5f});
    float nearest = 100.0f;
    for (int i = 0; i < 900; ++i) {
        must(all.world.step(1.0 / 60.0));
        nearest = std::min(nearest, distance(all.at(giant), all.at(walker)));
    }
    EXPECT_GT(nearest, 3.1f);
    EXPECT_GT(all.at(walker).x, 11.0f);
}

TEST(Bodies, APushEndsAtAWall) {
    const auto map = std::make_shared<GridMap>(test::parsed("....@....\n....@....\n....@....\n", 1.0f, {}));
    for (const double hz : rates) {
        Walkers all(hz, map);
        const AgentId agent = all.spawn({1.5f, 1.5f});
        must(all.world.push(agent, {40.0f, 0.5f}, 0.5));
        all.seconds(1.0);
        EXPECT_LT(all.at(agent).x, 4.0f) << hz;
        EXPECT_GT(all.at(agent).x, 3.0f) << hz;
        all.go(agent, {0.5f, 0.5f});
        all.seconds(3.0);
        EXPECT_NEAR(all.at(agent).x, 0.5f, 0.4f) << "it is not stuck at the wall";
    }
}

TEST(Bodies, APushedAgentMovesOthersButNotThroughThem) {
    for (const double hz : rates) {
        Walkers all(hz);
        const AgentId flies = all.spawn({0.0f, 0.0f});
        for (int i = 0; i < 5; ++i) all.spawn({3.0f, 0.85f * static_cast<float>(i - 2)});
        all.seconds(0.2);
        must(all.world.push(flies, {6.0f, 0.0f}, 0.5));
        double overlap = 0.0;
        for (int i = 0; i < static_cast<int>(hz); ++i) {
            all.step();
            overlap = std::max(overlap, all.overlap());
        }
        EXPECT_LT(overlap, 0.03) << hz;
        EXPECT_LT(all.at(flies).x, 2.5f) << "idle agents stand: a closed rank of them is a wall";
    }
}

TEST(Bodies, AnAgentThatGrowsInAJamPushesTheOthersApart) {
    for (const double hz : rates) {
        Walkers all(hz);
        for (int i = 0; i < 49; ++i)
            all.spawn({0.9f * static_cast<float>(i % 7 - 3), 0.9f * static_cast<float>(i / 7 - 3)});
        for (const AgentId agent : all.agents) all.go(agent, {});
        all.seconds(3.0);
        all.resize(24, 1.6f);
        all.seconds(9.0);
        EXPECT_LT(all.overlap(), 0.1) << hz;
        all.resize(24, 0.1f);
        all.resize(3, 0.0f); // as its archetype says
        all.radii[3] = 0.4f;
        all.seconds(3.0);
        EXPECT_LT(all.overlap(), 0.1) << hz;
    }
}

/// How far the first of two agents that meet head on leaves its line, in metres, and how far the second does.
std::pair<float, float> meet(double hz, float factor) {
    Walkers all(hz);
    const AgentId first = all.spawn({-6.0f, 0.0f}), second = all.spawn({6.0f, 0.0f});
    must(all.world.set_avoidance_factor(first, factor));
    all.go(first, {6.0f, 0.0f});
    all.go(second, {-6.0f, 0.0f});
    std::pair<float, float> aside;
    for (int i = 0; i < static_cast<int>(6.0 * hz); ++i) {
        all.step();
        aside.first = std::max(aside.first, std::abs(all.at(first).y));
        aside.second = std::max(aside.second, std::abs(all.at(second).y));
    }
    EXPECT_LT(distance(all.at(first), {6.0f, 0.0f}), 0.5f) << hz;
    EXPECT_LT(distance(all.at(second), {-6.0f, 0.0f}), 0.5f) << hz;
    return aside;
}

TEST(Bodies, AnAgentOfGreaterAvoidanceFactorYieldsLess) {
    for (const double hz : rates) {
        const auto equal = meet(hz, 1.0f), firm = meet(hz, 10.0f);
        EXPECT_NEAR(equal.first, equal.second, 0.15f) << hz;
        EXPECT_LT(firm.first, 0.6f * firm.second) << hz << ": " << firm.first << ", " << firm.second;
    }
}

} // namespace
} // namespace fray::motion
