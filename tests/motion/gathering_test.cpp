// Many agents that are ordered to one point become about a disc round it and come to rest (rules.md, Y40 to Y42).
#include "fray_crowd.h"
#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

constexpr float radius = 0.4f, speed = 3.0f; // m, m/s: the defaults of Walker

/// A block of `count` walkers, 1 m apart, with its middle 25 m from the point that all are ordered to.
Scene block_to_one_point(int count) {
    Scene scene{.name = "gathering"};
    const int side = static_cast<int>(std::ceil(std::sqrt(count)));
    for (int i = 0; i < count; ++i) {
        const Vec2 start = {-25.0f + static_cast<float>(i % side) - 0.5f * static_cast<float>(side),
                            static_cast<float>(i / side) - 0.5f * static_cast<float>(side) +
                                0.03f * static_cast<float>(i % 7)};
        scene.walkers.push_back({.start = start, .goal = {}});
    }
    return scene;
}

struct Gathering {
    explicit Gathering(int count, double rate = 60.0)
        : scene(block_to_one_point(count)), crowd(scene, {1}, rate), hz(rate), at(scene.walkers.size()) {
        for (const Walker& walker : scene.walkers)
            free_flow = std::max(free_flow, std::hypot(walker.start.x, walker.start.y) / double{speed});
    }
    void seconds(double duration) {
        for (double left = duration * hz; left > 0.5; --left) crowd.step();
        crowd.positions(at);
    }
    /// Walkers that move by 2 cm or more in `duration` s.
    long restless(double duration) {
        crowd.positions(at);
        const std::vector<Vec2> before = at;
        seconds(duration);
        long count = 0;
        for (size_t i = 0; i < at.size(); ++i)
            count += std::hypot(at[i].x - before[i].x, at[i].y - before[i].y) >= 0.02f;
        return count;
    }
    float mean_distance() const {
        float sum = 0.0f;
        for (const Vec2 p : at) sum += std::hypot(p.x, p.y);
        return sum / static_cast<float>(at.size());
    }
    AgentId agent(size_t serial) {
        const auto serials = crowd.world().serials();
        const auto row = std::find(serials.begin(), serials.end(), static_cast<Serial>(serial)) - serials.begin();
        return crowd.world().ids()[static_cast<size_t>(row)];
    }

    Scene scene;
    FrayCrowd crowd;
    double hz, free_flow = 0.0; ///< s: when the last walker would arrive if it were alone
    std::vector<Vec2> at;
};

struct Case {
    int count;
    double hz;
    double seconds; ///< after the latest arrival in free flow: then all rest, or 99 of a hundred
};

// The aim is 5 s (engine/docs/locomotion.md, Gathering).
TEST(Gathering, AgentsOrderedToOnePointComeToRestAsADisc) {
    for (const Case c : {Case{2, 60, 5},
                         {6, 10, 5},
                         {6, 60, 5},
                         {6, 144, 5},
                         {30, 10, 10},
                         {30, 30, 10},
                         {30, 60, 10},
                         {30, 144, 10},
                         {200, 30, 25},
                         {200, 60, 25}}) {
        Gathering gathering(c.count, c.hz);
        gathering.seconds(gathering.free_flow + c.seconds);
        EXPECT_LE(gathering.restless(10.0), c.count / 100) << c.count << " agents at " << c.hz << " Hz";
        // In a disc without gaps the mean distance is 2/3 of its radius.
        const float disc = radius * std::sqrt(static_cast<float>(c.count));
        EXPECT_LT(gathering.mean_distance(), 1.7f * 2.0f / 3.0f * disc) << c.count << " agents at " << c.hz << " Hz";
    }
}

TEST(Gathering, AnAgentInTheMiddleOfACrowdLeavesByOrder) {
    Gathering gathering(30);
    gathering.seconds(gathering.free_flow + 8.0);
    const auto nearest = std::min_element(gathering.at.begin(), gathering.at.end(),
                                          [](Vec2 a, Vec2 b) { return std::hypot(a.x, a.y) < std::hypot(b.x, b.y); });
    const auto inner = static_cast<size_t>(nearest - gathering.at.begin());
    World& world = gathering.crowd.world();
    ASSERT_EQ(world.set_order(gathering.agent(inner), {.kind = OrderKind::go, .point = {0.0f, 15.0f}}), Error::ok);
    gathering.seconds(10.0);
    EXPECT_LT(std::hypot(gathering.at[inner].x, gathering.at[inner].y - 15.0f), 0.5f);
    gathering.seconds(5.0);
    EXPECT_EQ(gathering.restless(5.0), 0) << "the crowd rests again";
}

TEST(Gathering, AWalkerPassesThroughACrowdAtRest) {
    Scene scene = block_to_one_point(30);
    FrayCrowd crowd(scene);
    for (int frame = 0; frame < 20 * 60; ++frame) crowd.step();
    World& world = crowd.world();
    AgentId walker;
    ASSERT_EQ(world.spawn({.position = {0.0f, -12.0f}}, &walker), Error::ok);
    ASSERT_EQ(world.set_order(walker, {.kind = OrderKind::go, .point = {0.0f, 12.0f}}), Error::ok);
    for (int frame = 0; frame < 16 * 60; ++frame) crowd.step();
    const Vec2 there = world.positions()[*world.row_of(walker)];
    EXPECT_LT(std::hypot(there.x, there.y - 12.0f), 0.5f) << "24 m take 8 s alone";
}

} // namespace
} // namespace fray::motion
