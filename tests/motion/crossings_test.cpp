// Crowds spread over the doors and bridges that lead to their goal (rule next_stage).
#include "agents.h"
#include "asked_ground.h"
#include "scenes.h"

#include "fray/spatial/grid_map.h"
#include "repetitions.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>
#include <vector>

namespace fray::motion {
namespace {

constexpr float radius = 0.4f; // m

struct Door {
    float at = 0.0f, width = 0.0f; ///< m: its middle, and how far its jambs are apart
};

/// Two halls with a wall between them that begins at x = 0. The first is 60 m long.
struct Halls {
    std::vector<Door> doors;
    float thickness = 1.0f; ///< m, of the wall
    float breadth = 100.0f; ///< m, of the halls
    float length = 40.0f;   ///< m, of the wall and the second hall

    std::shared_ptr<const GridMap> map() const {
        return map_where({-60.0f, -0.5f * breadth}, {60.0f + length, breadth}, 0.25f, [this](Vec2 at) {
            return at.x < 0.0f || at.x > thickness || std::any_of(doors.begin(), doors.end(), [&](const Door& door) {
                       return std::abs(at.y - door.at) <= 0.5f * door.width - radius;
                   });
        });
    }
};

struct Crowd : Agents {
    Crowd(const Halls& ground, int count, double rate, int threads = 1)
        : Agents(rate, soldier(), ground.map(), threads), halls(ground), goal{ground.length - 15.0f, 0.0f} {
        for (int i = 0; i < count; ++i) {
            const Vec2 at = {-8.0f - static_cast<float>(i / 20) + 0.05f * static_cast<float>(i * 7 % 5),
                             static_cast<float>(i % 20 - 10) + 0.05f * static_cast<float>(i * 3 % 5)};
            spawn({.position = at});
        }
        must(world.step(0.0));
        used.assign(halls.doors.size(), 0);
        times.assign(agents.size(), 0.0);
    }
    void order(size_t agent, Vec2 to) { go(agents[agent], to); }
    void order_all() {
        for (const AgentId agent : agents) go(agent, goal);
    }
    void step() {
        Agents::step();
        for (size_t i = 0; i < agents.size(); ++i) {
            const Vec2 at = this->at(agents[i]);
            if (times[i] != 0.0 || at.x < halls.thickness + 1.2f) continue;
            times[i] = world.time();
            ++used[nearest_door(at)];
            if (sent) order(i, goal);
        }
    }
    size_t nearest_door(Vec2 at) const {
        size_t nearest = 0;
        for (size_t i = 0; i < halls.doors.size(); ++i)
            if (std::abs(halls.doors[i].at - at.y) < std::abs(halls.doors[nearest].at - at.y)) nearest = i;
        return nearest;
    }
    size_t through() const {
        return static_cast<size_t>(std::count_if(times.begin(), times.end(), [](double time) { return time != 0.0; }));
    }
    /// s: until nine of ten have passed the wall.
    double time_of_most() {
        while (through() < agents.size() && world.time() < 200.0) step();
        std::vector<double> sorted = times;
        for (double& time : sorted)
            if (time == 0.0) time = world.time();
        std::sort(sorted.begin(), sorted.end());
        return sorted[agents.size() * 9 / 10 - 1];
    }
    /// Sends each agent through a door: of the agents from low y to high, so many parts to each door in their order.
    void send(const std::vector<double>& parts) {
        sent = true;
        std::vector<size_t> order_of(agents.size()), doors(halls.doors.size());
        std::iota(order_of.begin(), order_of.end(), size_t{0});
        std::iota(doors.begin(), doors.end(), size_t{0});
        const auto y_of = [&](size_t i) { return world.position(agents[i]).value().y; };
        std::stable_sort(order_of.begin(), order_of.end(), [&](size_t a, size_t b) { return y_of(a) < y_of(b); });
        std::sort(doors.begin(), doors.end(),
                  [&](size_t a, size_t b) { return halls.doors[a].at < halls.doors[b].at; });
        double end = 0.0;
        size_t i = 0;
        for (const size_t door : doors) {
            end += parts[door];
            for (; i < agents.size() && static_cast<double>(i) < end * static_cast<double>(agents.size()) - 1e-6; ++i)
                order(order_of[i], {halls.thickness + 2.5f, halls.doors[door].at});
        }
    }

    Halls halls;
    Vec2 goal;                 ///< m, of all
    std::vector<size_t> used;  ///< by door
    std::vector<double> times; ///< s: when each agent had passed the wall; 0: not yet
    bool sent = false;         ///< it gets the order to the goal when it has passed the wall
};

const Halls two_doors{{{0.0f, 3.2f}, {30.0f, 3.2f}}};
/// The crossings of the shipped battle `bridge`.
const Halls river{.doors = {{0.0f, 6.0f}, {-29.0f, 4.0f}, {29.0f, 4.0f}}, .thickness = 14.0f, .length = 85.0f};

struct Case {
    const char* name;
    Halls halls;
    std::vector<double> best;  ///< the best split that was found, in tenths of the crowd, at 30 Hz
    std::vector<double> rates; ///< Hz
    int agents = 400;
};

TEST(Crossings, ACrowdSpreadsAsWellAsTheBestSplit) {
    const Case cases[] = {
        {"two doors, 30 m apart", two_doors, {0.6, 0.4}, {10, 30, 144}},
        {"a passage and two side passages", {{{0, 6}, {-30, 4}, {30, 4}}, 8.0f}, {0.5, 0.2, 0.3}, {10, 60}},
        {"a narrow door near by, a wide door far", {{{0, 2}, {-35, 6}}, 2.0f}, {0.4, 0.6}, {30}},
        {"three narrow doors", {{{0, 2.4f}, {-14, 2.4f}, {20, 2.4f}}}, {0.4, 0.3, 0.3}, {30}},
        {"a river with a bridge and two fords", river, {0.5, 0.25, 0.25}, {60}, 1000},
    };
    for (const Case& c : cases)
        for (const double hz : c.rates) {
            if (hz > test::repetitions(144, 10, 10)) continue; // the higher rates take by far the most time
            Crowd split(c.halls, c.agents, hz), crowd(c.halls, c.agents, hz);
            split.send(c.best);
            crowd.order_all();
            const double best = split.time_of_most(), time = crowd.time_of_most();
            EXPECT_EQ(crowd.through(), crowd.agents.size()) << c.name << " at " << hz << " Hz";
            EXPECT_LT(time, 1.3 * best) << c.name << " at " << hz << " Hz, best " << best;
        }
}

TEST(Crossings, AFewAgentsTakeTheShortestWay) {
    Crowd crowd(two_doors, 15, 60.0);
    crowd.order_all();
    crowd.time_of_most();
    EXPECT_EQ(crowd.used, (std::vector<size_t>{15, 0}));
}

TEST(Crossings, AllTakeTheOtherDoorWhenOneIsClosed) {
    Crowd crowd(two_doors, 100, 30.0);
    crowd.order_all();
    for (int i = 0; i < 90; ++i) crowd.step();
    const size_t before = crowd.through();
    ASSERT_LT(before, 50u);
    ObstacleId door;
    must(crowd.world.set_obstacle({{0.5f, 0.0f}, {0.5f, 2.0f}}, &door));
    crowd.time_of_most();
    EXPECT_GE(crowd.used[1], 85u - before);
}

TEST(Crossings, ACrowdGoesBackWhenItsDoorOpens) {
    Crowd crowd(two_doors, 100, 30.0);
    ObstacleId door;
    must(crowd.world.set_obstacle({{0.5f, 0.0f}, {0.5f, 2.0f}}, &door));
    crowd.order_all();
    for (int i = 0; i < 60; ++i) crowd.step();
    must(crowd.world.remove_obstacle(door));
    crowd.time_of_most();
    EXPECT_GT(crowd.used[0], 60u);
}

TEST(Crossings, AnAgentThatIsCalledBackGoesBackThroughItsDoor) {
    Crowd crowd({{{0.0f, 2.4f}, {45.0f, 2.4f}}}, 1, 30.0);
    crowd.order_all();
    while (crowd.at(crowd.agents[0]).x < 10.0f) crowd.step();
    const double then = crowd.world.time();
    crowd.order(0, {-15.0f, 0.0f});
    while (crowd.at(crowd.agents[0]).x > -14.0f && crowd.world.time() < 100.0) crowd.step();
    EXPECT_LT(crowd.world.time() - then, 24.0 / 3.0 + 1.5);
}

TEST(Crossings, AnAgentThatIsPushedThroughAnotherDoorGoesOnFromThere) {
    // A hall on the right, two on the left, and a door between any two: the numbers of the doors differ by `side`.
    for (const Vec2 side : {Vec2{1, 1}, Vec2{1, -1}, Vec2{-1, 1}, Vec2{-1, -1}}) {
        const auto ground = map_where({-20.0f, -20.0f}, {40.0f, 40.0f}, 0.25f, [&](Vec2 at) {
            at = at * side;
            if (std::abs(at.x) < 0.5f) return std::abs(at.y - 4.0f) < 1.0f || std::abs(at.y + 6.0f) < 1.0f;
            return at.x > 0.0f || std::abs(at.y) > 0.5f || std::abs(at.x + 3.0f) < 1.0f;
        });
        Agents all(30.0, soldier(), ground);
        const AgentId agent = all.spawn({.position = side * Vec2{-3.0f, 2.0f}});
        all.go(agent, side * Vec2{12.0f, -2.0f});
        all.seconds(0.1);
        must(all.world.push(agent, side * Vec2{0.0f, -5.0f}, 0.5));
        all.seconds(0.6);
        ASSERT_LT(all.at(agent).y * side.y, -2.0f);
        for (int i = 0; i < 240; ++i) {
            all.step();
            const Vec2 at = all.at(agent) * side;
            ASSERT_TRUE(at.x > 0.0f || at.y < 0.0f) << side.x << ", " << side.y << ": it went back";
        }
        EXPECT_LT(all.between(agent, side * Vec2{12.0f, -2.0f}), 0.5f) << side.x << ", " << side.y;
    }
}

TEST(Crossings, AWalkerAsksForItsPathFourTimesASecond) {
    const auto ground = std::make_shared<AskedGround>(*two_doors.map());
    World world = World::create({.hz = 60.0, .threads = 1}).value();
    must(world.set_ground(ground));
    must(world.add_archetype({.name = "soldier"}));
    must(world.add_team("team"));
    for (int i = 0; i < 100; ++i) {
        AgentId agent;
        must(world.spawn({.position = {-50.0f, static_cast<float>(i - 50) * 0.9f}}, &agent));
        must(world.set_order(agent, {.kind = OrderKind::move, .point = {-5.0f, static_cast<float>(i - 50) * 0.9f}}));
    }
    for (int frame = 0; frame < 600; ++frame) must(world.step(1.0 / 60.0));
    EXPECT_LT(ground->asked.size(), 100u * 10u * 5u) << "in ten seconds, within a hall";
}

TEST(Crossings, ResultsDoNotDependOnThreadsOrOnASave) {
    Crowd one(two_doors, 300, 30.0, 1), many(two_doors, 300, 30.0, 8);
    one.order_all();
    many.order_all();
    std::optional<World> saved;
    for (int i = 0; i < 600; ++i) {
        must(one.world.step(1.0 / 30.0));
        must(many.world.step(1.0 / 30.0));
        ASSERT_EQ(one.world.state_hash(), many.world.state_hash()) << "frame " << i;
        if (saved) {
            must(saved->step(1.0 / 30.0));
            ASSERT_EQ(one.world.state_hash(), saved->state_hash()) << "frame " << i << ", after a save";
        }
        if (i == 222) {
            std::vector<std::byte> snapshot;
            must(one.world.save(&snapshot));
            saved.emplace(std::move(Crowd(two_doors, 300, 30.0).world));
            must(saved->restore(snapshot));
        }
    }
}

TEST(Crossings, ASaveAfterAMoveOfTheOriginGoesOnTheSame) {
    for (const Vec2 by : {Vec2{-1410.14f, -389.52f}, Vec2{-986.14f, 721.49f}, Vec2{333.33f, 77.77f}}) {
        const auto moved = std::make_shared<GridMap>(two_doors.map()->shifted(by));
        Crowd crowd(two_doors, 200, 30.0);
        crowd.order_all();
        for (int i = 0; i < 60; ++i) must(crowd.world.step(1.0 / 30.0));
        must(crowd.world.shift_origin(by, moved));
        for (int i = 0; i < 10; ++i) must(crowd.world.step(1.0 / 30.0));
        std::vector<std::byte> snapshot;
        must(crowd.world.save(&snapshot));
        World other = World::create({.hz = 30.0, .threads = 1}).value();
        must(other.set_ground(moved));
        must(other.add_archetype(soldier()));
        must(other.add_team("team"));
        must(other.restore(snapshot));
        for (int i = 0; i < 600; ++i) {
            must(crowd.world.step(1.0 / 30.0));
            must(other.step(1.0 / 30.0));
            ASSERT_EQ(crowd.world.state_hash(), other.state_hash()) << "frame " << i << ", by " << by.x;
        }
    }
}

TEST(Crossings, AMoveOfTheOriginKeepsTheQueues) {
    Crowd crowd(two_doors, 300, 30.0);
    crowd.order_all();
    for (int i = 0; i < 150; ++i) crowd.step();
    const Vec2 by = {512.0f, -256.0f}; // exact in floats
    must(crowd.world.shift_origin(by, std::make_shared<GridMap>(two_doors.map()->shifted(by))));
    size_t used[2] = {};
    for (int frame = 0; frame < 30 * 60; ++frame) {
        must(crowd.world.step(1.0 / 30.0));
        for (size_t i = 0; i < crowd.agents.size(); ++i) {
            const Vec2 at = crowd.world.position(crowd.agents[i]).value() - by;
            if (crowd.times[i] != 0.0 || at.x < 2.2f) continue;
            crowd.times[i] = crowd.world.time();
            ++used[crowd.nearest_door(at)];
        }
    }
    EXPECT_EQ(crowd.through(), 300u);
    EXPECT_GT(used[1], 50u);
}

} // namespace
} // namespace fray::motion
