// A crowd goes round corners side by side, not in a single file (rule merge).
#include "must.h"
#include "scenes.h"

#include "fray/fray.h"
#include "repetitions.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

constexpr float radius = 0.4f; // m
constexpr int agents = 300;

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
    World world = World::create({.hz = hz, .threads = 1}).value();
    must(world.set_ground(map_where({-40, -30}, {100, 76}, 0.25f, [&](Vec2 at) {
        return std::any_of(way.rooms.begin(), way.rooms.end(), [&](const Room& room) { return room.holds(at); });
    })));
    ArchetypeDef def{.name = "soldier"};
    def.body.run_speed = 3.0f;
    must(world.add_archetype(def));
    must(world.add_team("team"));
    std::vector<AgentId> crowd(agents);
    for (int i = 0; i < agents; ++i)
        must(world.spawn({.position = {-13.0f - static_cast<float>(i / 15),
                                       static_cast<float>(i % 15 - 7) + 0.05f * static_cast<float>(i * 3 % 5)}},
                         &crowd[static_cast<size_t>(i)]));
    must(world.step(0.0));
    for (const AgentId agent : crowd) must(world.set_order(agent, {.kind = OrderKind::move, .point = way.goal}));
    double first = 0.0;
    for (;;) {
        must(world.step(1.0 / hz));
        const auto round = std::count_if(crowd.begin(), crowd.end(),
                                         [&](AgentId agent) { return way.end.holds(world.position(agent).value()); });
        if (first == 0.0 && round >= agents / 4) first = world.time();
        if (round >= agents * 3 / 4) return agents * 0.5 / (world.time() - first);
        if (world.time() > 150.0) return 0.0;
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
