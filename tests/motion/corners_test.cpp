// A crowd goes round corners side by side, not in a single file (rule merge).
#include "agents.h"
#include "scenes.h"

#include "repetitions.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

constexpr float radius = 0.4f; // m
constexpr int count = 300;     ///< agents

/// Where middles of agents may be, in m.
struct Room {
    Vec2 low, high;
    bool holds(Vec2 at) const {
        return at.x >= low.x + radius && at.x <= high.x - radius && at.y >= low.y + radius && at.y <= high.y - radius;
    }
};

/// A hall, and a way to another hall.
struct Way {
    std::vector<Room> rooms; ///< they overlap; the first is the hall where the crowd begins
    Vec2 goal;               ///< m
    Room end;                ///< an agent in here is round the corner
};

/// A corridor `width` m broad that turns to the left by a right angle.
Way bend(float width) {
    return {
        {{{-40, -20}, {-10, 20}}, {{-11, 0}, {10 + width, width}}, {{10, 0}, {10 + width, 30}}, {{-10, 25}, {40, 45}}},
        {20, 35},
        {{-10, width + 2}, {40, 45}}};
}

/// A passage through a thick wall, 15 m to the left of the crowd.
Way passage_aside(float width) {
    return {
        {{{-40, -20}, {-10, 30}}, {{-11, 15}, {5, 15 + width}}, {{4, -30}, {60, 40}}}, {50, 0}, {{5, -30}, {60, 40}}};
}

/// Agents a second that come round the corner, the first and the last quarter left out.
double flow(const Way& way, double hz) {
    Agents crowd(hz, soldier(), map_where({-40, -30}, {100, 76}, 0.25f, [&](Vec2 at) {
                     return std::any_of(way.rooms.begin(), way.rooms.end(),
                                        [&](const Room& room) { return room.holds(at); });
                 }));
    for (int i = 0; i < count; ++i)
        crowd.spawn({.position = {-13.0f - static_cast<float>(i / 15),
                                  static_cast<float>(i % 15 - 7) + 0.05f * static_cast<float>(i * 3 % 5)}});
    must(crowd.world.step(0.0));
    for (const AgentId agent : crowd.agents) crowd.go(agent, way.goal);
    double first = 0.0;
    for (;;) {
        crowd.step();
        const auto round = std::count_if(crowd.agents.begin(), crowd.agents.end(),
                                         [&](AgentId agent) { return way.end.holds(crowd.at(agent)); });
        const double now = crowd.world.time();
        if (first == 0.0 && round >= count / 4) first = now;
        if (round >= count * 3 / 4) return count * 0.5 / (now - first);
        if (now > 150.0) return 0.0;
    }
}

// In a single file it is 3 agents a second, whatever the width (engine/docs/movement.md, Doors and corners).
TEST(Corners, ACrowdGoesRoundSideBySide) {
    for (const double hz : {30.0, 60.0}) {
        if (hz > test::repetitions(60, 30, 30)) continue;
        EXPECT_GT(flow(bend(4.0f), hz), 3.2) << hz;
        EXPECT_GT(flow(bend(6.0f), hz), 5.0) << hz;
        EXPECT_GT(flow(passage_aside(4.0f), hz), 4.2) << hz;
        EXPECT_GT(flow(passage_aside(6.0f), hz), 5.7) << hz;
    }
}

} // namespace
} // namespace fray::motion
