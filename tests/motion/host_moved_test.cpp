// How walkers moved by fray avoid agents moved by the host. Host-moved agents never yield, but their velocity is known.
#include "agents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fray::motion {
namespace {

constexpr float dt = 1.0f / 60.0f;
constexpr float radius = 0.4f; ///< m, the default

/// A world of fray-moved and host-moved agents. No agent fights.
struct Meeting : Agents {
    Meeting() : Agents(60.0, {.name = "walker", .autonomous = false}) {
        ArchetypeDef carried{.name = "carried", .autonomous = false};
        carried.body.motion = MotionType::host;
        must(world.add_archetype(carried));
    }
    AgentId walker(Vec2 from, Vec2 to, bool run = false) {
        const AgentId agent = spawn({.position = from});
        must(world.set_order(agent, {.kind = OrderKind::move, .run = run, .point = to}));
        return agent;
    }
    void carried(Vec2 from, Vec2 velocity) {
        must(world.spawn({.archetype = 1, .position = from}, &others.emplace_back()));
        places.push_back(from);
        velocities.push_back(velocity);
    }
    void step(float seconds = dt) {
        must(world.set_host_poses(others, places));
        must(world.step(seconds));
        for (size_t i = 0; i < places.size(); ++i)
            places[i] = {places[i].x + velocities[i].x * seconds, places[i].y + velocities[i].y * seconds};
    }
    /// The gap in m between the agent and the nearest host-moved agent. Negative: they overlap.
    float gap(AgentId agent) const {
        float least = 1e9f;
        for (const AgentId other : others) least = std::min(least, distance(at(agent), at(other)) - 2.0f * radius);
        return least;
    }

    /// Steps `frames` times and returns the least gap.
    float nearest(AgentId agent, int frames) {
        float least = 1e9f;
        for (int frame = 0; frame < frames; ++frame) {
            step();
            least = std::min(least, gap(agent));
        }
        return least;
    }

    std::vector<AgentId> others; ///< host-moved
    std::vector<Vec2> places, velocities;
};

/// On its straight line the walker would hit the other agent or come close to it. A planned step assumes that the other
/// agent continues by at most 2 % of the sum of the radii (0.016 m), which is the tolerance here.
TEST(HostMoved, AWalkerAvoidsAnAgentThatCrossesItsPath) {
    for (const bool run : {false, true})
        for (const float speed : {1.0f, 2.0f, 3.0f, 5.0f})
            for (int shift = -10; shift <= 10; ++shift) {
                Meeting meeting;
                const AgentId walker = meeting.walker({-9.0f, 0.0f}, {9.0f, 0.0f}, run);
                const float time = run ? 9.0f / 5.5f : 3.0f;
                meeting.carried({0.0f, -time * speed + static_cast<float>(shift) * 0.15f}, {0.0f, speed});
                const float nearest = meeting.nearest(walker, 400);
                EXPECT_GT(nearest, -0.0165f) << (run ? "runs" : "walks") << ", speed " << speed << ", shift " << shift;
                EXPECT_LT(distance(meeting.at(walker), {9.0f, 0.0f}), 0.1f) << "speed " << speed << ", shift " << shift;
            }
}

TEST(HostMoved, AWalkerAvoidsAnAgentThatApproachesHeadOn) {
    for (int shift = -8; shift <= 8; ++shift) {
        Meeting meeting;
        const AgentId walker = meeting.walker({-9.0f, 0.0f}, {9.0f, 0.0f});
        meeting.carried({9.0f, static_cast<float>(shift) * 0.1f}, {-3.0f, 0.0f});
        EXPECT_GT(meeting.nearest(walker, 400), -0.0165f) << "shift " << shift;
        EXPECT_LT(distance(meeting.at(walker), {9.0f, 0.0f}), 0.1f) << "shift " << shift;
    }
}

TEST(HostMoved, AnArrivedAgentStepsAsideAndReturns) {
    Meeting meeting;
    const AgentId walker = meeting.walker({-2.0f, 0.0f}, {0.0f, 0.0f});
    meeting.carried({0.1f, -12.0f}, {0.0f, 3.0f});
    EXPECT_GT(meeting.nearest(walker, 600), 0.01f) << "before the other is there";
    EXPECT_LT(distance(meeting.at(walker), {0.0f, 0.0f}), 0.1f);
}

TEST(HostMoved, AWalkerPassesThroughACrowdOfHostMovedAgents) {
    Meeting meeting;
    const AgentId walker = meeting.walker({-12.0f, 0.0f}, {12.0f, 0.0f});
    for (int i = 0; i < 60; ++i)
        meeting.carried({static_cast<float>(i % 10) * 1.8f - 8.0f, -6.0f - static_cast<float>(i / 10) * 3.0f},
                        {0.0f, 1.0f + static_cast<float>(i % 3)});
    EXPECT_GT(meeting.nearest(walker, 1200), -0.05f);
    EXPECT_LT(distance(meeting.at(walker), {12.0f, 0.0f}), 0.1f);
}

/// A teleport gives the agent no velocity, so the walker does not evade.
TEST(HostMoved, ATeleportedAgentHasNoVelocity) {
    Meeting meeting;
    const AgentId walker = meeting.walker({0.0f, 0.0f}, {9.0f, 0.0f});
    meeting.carried({1.5f, -50.0f}, {});
    for (int frame = 0; frame < 30; ++frame) meeting.step();
    ASSERT_NEAR(meeting.at(walker).x, 1.3f, 0.1f);
    meeting.places[0] = {1.5f, -1.8f};
    for (int frame = 0; frame < 30; ++frame) {
        meeting.step();
        EXPECT_EQ(meeting.at(walker).y, 0.0f) << "frame " << frame;
    }
}

/// The velocity of a host-moved agent is its movement divided by the duration of that frame, not of the next frame.
TEST(HostMoved, FramesOfDifferentLengthKeepTheVelocity) {
    Meeting meeting;
    const AgentId walker = meeting.walker({0.0f, 0.0f}, {9.0f, 0.0f});
    meeting.carried({4.0f, -2.2f}, {0.0f, 0.2f});
    for (int frame = 0; frame < 200; ++frame) {
        meeting.step(frame % 2 == 0 ? 0.004f : 0.04f);
        EXPECT_EQ(meeting.at(walker).y, 0.0f) << "it passes in front of an agent that hardly moves, frame " << frame;
    }
}

} // namespace
} // namespace fray::motion
