// The measures, checked with hand-worked courses, and a measured run of fray.
#include "fray_crowd.h"
#include "run.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fray::motion {
namespace {

Scene alone(float way) { return {.name = "alone", .walkers = {{.goal = {way, 0.0f}, .way = way}}, .time_limit = 60.0}; }

void add_frames(Measures& measures, int frames, Vec2 at) {
    for (int i = 0; i < frames; ++i) measures.add(std::vector{at});
}

TEST(Measures, AStraightWalkHasPathRatioOne) {
    const Scene scene = alone(9.0f);
    Measures measures(scene);
    for (int i = 1; i <= 180; ++i) measures.add(std::vector{Vec2{0.05f * static_cast<float>(i), 0.0f}});
    const Figures figures = measures.figures();
    EXPECT_NEAR(figures.all, 174 / 60.0, 0.02); // 8.7 m of the 9 m
    EXPECT_EQ(figures.half, figures.all);
    EXPECT_EQ(figures.stuck, 0);
    EXPECT_EQ(figures.astray, 0);
    EXPECT_NEAR(figures.path_ratio, 1.0, 1e-4);
}

TEST(Measures, AnAgentThatLeavesItsGoalIsAstray) {
    const Scene scene = alone(1.0f);
    Measures measures(scene);
    add_frames(measures, 300, {1.0f, 0.0f});
    EXPECT_EQ(measures.figures().astray, 0);
    add_frames(measures, 1, {2.0f, 0.0f});
    EXPECT_EQ(measures.figures().astray, 1);
}

TEST(Measures, AnAgentThatNeverArrivesIsStuck) {
    const Scene scene = alone(5.0f);
    Measures measures(scene);
    for (int i = 0; i < 60; ++i) measures.add(std::vector{Vec2{0.05f * static_cast<float>(i), 0.0f}});
    add_frames(measures, 900, {3.0f, 0.0f});
    const Figures figures = measures.figures();
    EXPECT_EQ(figures.stuck, 1);
    EXPECT_EQ(figures.all, Figures::never);
    EXPECT_NEAR(figures.distance_left, 2.0, 1e-6);
}

TEST(Measures, OverlapsAreSharesOfTheRadii) {
    const std::vector<Walker> three(3);
    OverlapSearch search(three);
    const Overlaps light = search.find(std::vector<Vec2>{{0.0f, 0.0f}, {0.76f, 0.0f}, {0.0f, 0.81f}});
    EXPECT_EQ(light.touching, 1);
    EXPECT_EQ(light.deep, 0);
    EXPECT_NEAR(light.worst, 0.05, 1e-6);
    const Overlaps deep = search.find(std::vector<Vec2>{{-0.2f, -0.2f}, {-0.2f, 0.2f}, {0.5f, 0.2f}});
    EXPECT_EQ(deep.touching, 2);
    EXPECT_EQ(deep.deep, 2);
    EXPECT_NEAR(deep.worst, 0.5, 1e-6);
}

TEST(Measures, EveryPairIsFound) {
    const Scene scene = columns(1000);
    std::vector<Vec2> positions;
    for (size_t i = 0; i < scene.walkers.size(); ++i) { // one walker per 0.13 square metres
        const size_t row = i / 31, place = i % 31;
        positions.push_back({0.37f * static_cast<float>(place) - 5.0f, 0.353f * static_cast<float>(row) - 7.0f});
    }
    int64_t touching = 0;
    for (size_t i = 0; i < positions.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            touching += std::hypot(double{positions[i].x} - double{positions[j].x},
                                   double{positions[i].y} - double{positions[j].y}) < 2.0 * double{0.4f};
    EXPECT_EQ(OverlapSearch(scene.walkers).find(positions).touching, touching);
}

TEST(Measures, AgentsOffTheGroundOrPushedAsideAreMeasured) {
    Scene scene = alone(1.0f);
    scene.walkers[0] = {.start = {0.5f, 0.5f}, .goal = {0.5f, 0.5f}, .stands = true};
    scene.ground = std::make_shared<GridMap>(GridMap::create(1, 1, {1}).value());
    Measures measures(scene);
    add_frames(measures, 60, {1.001f, 0.5f}); // at the edge
    EXPECT_EQ(measures.figures().off_ground, 0);
    add_frames(measures, 60, {1.1f, 0.5f});
    EXPECT_EQ(measures.figures().off_ground, 10);
    EXPECT_NEAR(measures.figures().standing_moved, 0.6, 1e-6);
}

TEST(Run, ALoneWalkerOfFrayTakesTheLeastPossibleTime) {
    const Scene scene = alone(9.0f);
    FrayCrowd crowd(scene);
    const auto result = run(scene, crowd);
    EXPECT_NEAR(result.figures.all, 2.9, 0.1);
    EXPECT_NEAR(result.figures.path_ratio, 1.0, 0.001);
    EXPECT_NE(result.hash, 0u);
    EXPECT_FALSE(result.cut);
}

} // namespace
} // namespace fray::motion
