// How fray's walkers get on with those whom the host moves: they give no way, and where they go is known.
#include "fray/fray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fray::motion {
namespace {

constexpr float dt = 1.0f / 60.0f;
constexpr float radius = 0.4f;

float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Agents of fray's and of the host's, nobody fighting anybody.
class Meeting {
public:
    World world{{.events = 0, .threads = 1}};

    Meeting() {
        ArchetypeDef def;
        def.name = "walker";
        def.brain = false;
        def.radius = radius;
        world.add_archetype(def);
        def.name = "carried";
        def.motion = Motion::host;
        world.add_archetype(def);
        world.add_team("one");
    }
    AgentId walker(Vec2 from, Vec2 to, OrderKind order = OrderKind::go) {
        AgentId agent;
        world.spawn({.archetype = 0, .position = from}, &agent);
        world.order(agent, {.kind = order, .point = to});
        return agent;
    }
    void carried(Vec2 from, Vec2 velocity) {
        AgentId agent;
        world.spawn({.archetype = 1, .position = from}, &agent);
        agents.push_back(agent);
        places.push_back(from);
        velocities.push_back(velocity);
    }
    void step(float seconds = dt) {
        ASSERT_EQ(world.set_host_poses(agents, places), Error::ok) << world.error_text();
        ASSERT_EQ(world.step(seconds), Error::ok);
        for (size_t i = 0; i < places.size(); ++i)
            places[i] = {places[i].x + velocities[i].x * seconds, places[i].y + velocities[i].y * seconds};
    }
    Vec2 at(AgentId agent) const { return world.positions()[static_cast<size_t>(world.row_of(agent))]; }
    /// m: how near it comes to touching anybody of the host's; negative: it overlaps.
    float gap(AgentId agent) const {
        float least = 1e9f;
        for (const AgentId other : agents) least = std::min(least, distance(at(agent), at(other)) - 2.0f * radius);
        return least;
    }

    /// The least gap of so many frames.
    float nearest(AgentId agent, int frames) {
        float least = 1e9f;
        for (int frame = 0; frame < frames; ++frame) {
            step();
            least = std::min(least, gap(agent));
        }
        return least;
    }

    std::vector<AgentId> agents; ///< the host's
    std::vector<Vec2> places, velocities;
};

/// They would meet, or nearly so, if the walker walked straight on. One counts on the other's going on by 2 % of their
/// radii.
TEST(HostMoved, AWalkerPassesWhoCrossesItsWay) {
    for (const OrderKind order : {OrderKind::go, OrderKind::retreat})
        for (const float speed : {1.0f, 2.0f, 3.0f, 5.0f})
            for (int shift = -10; shift <= 10; ++shift) {
                Meeting meeting;
                const AgentId walker = meeting.walker({-9.0f, 0.0f}, {9.0f, 0.0f}, order);
                const float time = order == OrderKind::go ? 3.0f : 9.0f / 5.5f;
                meeting.carried({0.0f, -time * speed + static_cast<float>(shift) * 0.15f}, {0.0f, speed});
                const float nearest = meeting.nearest(walker, 400);
                EXPECT_GT(nearest, -0.0165f) << to_string(order) << ", speed " << speed << ", shift " << shift;
                EXPECT_LT(distance(meeting.at(walker), {9.0f, 0.0f}), 0.1f) << "speed " << speed << ", shift " << shift;
            }
}

TEST(HostMoved, AWalkerPassesWhoComesAgainstIt) {
    for (int shift = -8; shift <= 8; ++shift) {
        Meeting meeting;
        const AgentId walker = meeting.walker({-9.0f, 0.0f}, {9.0f, 0.0f});
        meeting.carried({9.0f, static_cast<float>(shift) * 0.1f}, {-3.0f, 0.0f});
        EXPECT_GT(meeting.nearest(walker, 400), -0.0165f) << "shift " << shift;
        EXPECT_LT(distance(meeting.at(walker), {9.0f, 0.0f}), 0.1f) << "shift " << shift;
    }
}

TEST(HostMoved, WhoHasArrivedStepsAsideAndComesBack) {
    Meeting meeting;
    const AgentId walker = meeting.walker({-2.0f, 0.0f}, {0.0f, 0.0f});
    meeting.carried({0.1f, -12.0f}, {0.0f, 3.0f});
    EXPECT_GT(meeting.nearest(walker, 600), 0.02f) << "before the other is there";
    EXPECT_LT(distance(meeting.at(walker), {0.0f, 0.0f}), 0.1f);
}

TEST(HostMoved, AWalkerGetsThroughACrowdOfThem) {
    Meeting meeting;
    const AgentId walker = meeting.walker({-12.0f, 0.0f}, {12.0f, 0.0f});
    for (int i = 0; i < 60; ++i)
        meeting.carried({static_cast<float>(i % 10) * 1.8f - 8.0f, -6.0f - static_cast<float>(i / 10) * 3.0f},
                        {0.0f, 1.0f + static_cast<float>(i % 3)});
    EXPECT_GT(meeting.nearest(walker, 1200), -0.05f);
    EXPECT_LT(distance(meeting.at(walker), {12.0f, 0.0f}), 0.1f);
}

/// Who is put elsewhere has not gone there: nobody runs from it.
TEST(HostMoved, WhoIsPutElsewhereHasNoVelocity) {
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

/// Its velocity is over the frame in which it moved, and not over the next.
TEST(HostMoved, FramesMayDiffer) {
    Meeting meeting;
    const AgentId walker = meeting.walker({0.0f, 0.0f}, {9.0f, 0.0f});
    meeting.carried({4.0f, -2.2f}, {0.0f, 0.2f});
    for (int frame = 0; frame < 200; ++frame) {
        meeting.step(frame % 2 == 0 ? 0.004f : 0.04f);
        EXPECT_EQ(meeting.at(walker).y, 0.0f) << "it passes in front of one who hardly moves, frame " << frame;
    }
}

} // namespace
} // namespace fray::motion
