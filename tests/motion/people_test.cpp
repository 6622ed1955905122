// People on foot (pedestrian_archetype) against measurements and guidelines: flows through doors (EG 2006), speeds in a
// corridor (Weidmann 1993), RiMEA test 9, counterflow. The measured flows are not part of this repository: the variable
// FRAY_PEDESTRIAN names the file.
#include "agents.h"
#include "rates.h"
#include "scenes.h"

#include "fray/spatial/grid_map.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

constexpr float radius = 0.2f; // m

struct People : Agents {
    People(double rate, const std::shared_ptr<const Ground>& ground, int threads = 1, float personal_space = 0.0f)
        : Agents(rate, person(personal_space), ground, threads) {}
    static ArchetypeDef person(float personal_space) {
        ArchetypeDef def = pedestrian_archetype();
        def.name = "person";
        def.body.personal_space = personal_space;
        return def;
    }
    void spawn(Vec2 at) { Agents::spawn({.position = at}); }
    /// Rows of people 0.6 m apart, a little crooked, `across` beside each other from `from` on.
    void spawn_block(int count, int across, Vec2 from, Vec2 along, Vec2 aside) {
        for (int i = 0; i < count; ++i) {
            const float crooked = 0.05f * static_cast<float>(i * 7 % 5);
            spawn(from + along * (0.6f * static_cast<float>(i / across) + crooked) +
                  aside * (0.6f * static_cast<float>(i % across) + crooked));
        }
    }
    void go(size_t agent, Vec2 to) { Agents::go(agents[agent], to); }
    Vec2 at(size_t agent) const { return Agents::at(agents[agent]); }
};

/// People a second through a passage of 2 m, from the 20th to the 180th of 200.
double flow_through(double width, double hz) {
    People people(hz, map_where({-14.0f, -6.0f}, {25.0f, 12.0f}, 0.05f, [=](Vec2 p) {
                      return p.x < -radius || p.x > 2.0f + radius ||
                             std::abs(static_cast<double>(p.y)) <= 0.5 * width - 0.2 + 1e-6;
                  }));
    people.spawn_block(200, 16, {-1.0f, -4.6f}, {-1.0f, 0.0f}, {0.0f, 1.0f});
    must(people.world.step(0.0));
    for (size_t i = 0; i < people.agents.size(); ++i) people.go(i, {9.0f, people.at(i).y * 0.9f});
    std::vector<double> times;
    std::vector<char> through(people.agents.size());
    while (times.size() < 180 && people.world.time() < 300.0) {
        people.step();
        for (size_t i = 0; i < people.agents.size(); ++i)
            if (through[i] == 0 && people.at(i).x > 1.0f) {
                through[i] = 1;
                times.push_back(people.world.time());
            }
    }
    return times.size() < 180 ? 0.0 : 160.0 / (times[179] - times[19]);
}

TEST(People, PassDoorsAsFastAsInTheLaboratory) {
    const char* const path = std::getenv("FRAY_PEDESTRIAN");
    if (path == nullptr) GTEST_SKIP() << "FRAY_PEDESTRIAN names no file with measured flows";
    std::ifstream file(path);
    const auto measured = nlohmann::json::parse(file)["bottleneck"]["width_m_flow_per_s"]["EG 2006"];
    ASSERT_EQ(measured.size(), 10u);
    for (const double hz : {10.0, 60.0})
        for (const auto& pair : measured) {
            const double width = pair[0], flow = pair[1];
            EXPECT_NEAR(flow_through(width, hz) / flow, 1.0, 0.15) << width << " m, at " << hz << " Hz";
        }
}

/// m/s: the mean speed round a ring corridor 2 m wide, with so many people a square metre.
double speed_at(double density, double hz) {
    constexpr float middle = 16.0f, half = 1.0f;
    People people(hz, map_where({-18.0f, -18.0f}, {36.0f, 36.0f}, 0.1f,
                                [=](Vec2 p) { return std::abs(std::hypot(p.x, p.y) - middle) < half - radius; }));
    const int count = static_cast<int>(std::lround(density * 2.0 * 3.14159265 * double{middle} * 2.0 * double{half}));
    std::vector<float> ring;
    const auto on_ring = [](float r, float angle) { return Vec2{r * std::cos(angle), r * std::sin(angle)}; };
    for (int i = 0; i < count; ++i) {
        ring.push_back(middle + 0.7f * static_cast<float>(i % 3 - 1));
        const float place =
            static_cast<float>(i / 3) + 0.5f * static_cast<float>(i % 2) + 0.02f * static_cast<float>(i * 7 % 10);
        people.spawn(on_ring(ring.back(), 6.2831853f * 3.0f * place / static_cast<float>(count)));
    }
    must(people.world.step(0.0));
    double sum = 0.0, samples = 0.0;
    for (int frame = 0; people.world.time() < 40.0; ++frame) {
        for (size_t i = 0; i < people.agents.size() && frame % static_cast<int>(hz / 2.0) == 0; ++i)
            people.go(i, on_ring(ring[i], std::atan2(people.at(i).y, people.at(i).x) + 0.175f));
        people.step();
        for (size_t i = 0; i < people.agents.size() && people.world.time() > 20.0; ++i) {
            const Vec2 at = people.at(i), velocity = people.world.velocity(people.agents[i]).value();
            sum += double{at.x * velocity.y - at.y * velocity.x} / std::hypot(double{at.x}, double{at.y});
            ++samples;
        }
    }
    return sum / samples;
}

TEST(People, WalkInACorridorAsFastAsWeidmannMeasured) {
    for (const double hz : {10.0, 60.0})
        for (const double density : {0.5, 0.75, 1.0}) {
            const double measured = 1.34 * (1.0 - std::exp(-1.913 * (1.0 / density - 1.0 / 5.4)));
            EXPECT_NEAR(speed_at(density, hz) / measured, 1.0, 0.15)
                << density << " a square metre, at " << hz << " Hz";
        }
}

/// s until 1000 people have left a hall of 30 x 20 m through doors of 1 m: four of them, or two.
double leaving(bool all_doors) {
    constexpr std::array<float, 4> doors = {7.5f, 22.5f, 7.5f, 22.5f}; // m: two in the south, two in the north
    const auto door_at = [=](float x, bool north) {
        for (size_t i = 0; i < doors.size(); ++i)
            if ((i >= 2) == north && (all_doors || i % 2 == 0) && std::abs(x - doors[i]) <= 0.5f - radius) return true;
        return false;
    };
    People people(10.0, map_where({0.0f, -6.0f}, {30.0f, 32.0f}, 0.1f, [=](Vec2 p) {
                      if (p.x < radius || p.x > 30.0f - radius) return false;
                      const bool hall = p.y > radius && p.y < 20.0f - radius, outside = p.y < -0.5f || p.y > 20.5f;
                      return hall || outside || door_at(p.x, p.y > 10.0f);
                  }));
    for (int i = 0; i < 1000; ++i)
        people.spawn({1.0f + 0.7f * static_cast<float>(i % 40), 1.6f + 0.7f * static_cast<float>(i / 40)});
    must(people.world.step(0.0));
    for (size_t i = 0; i < 1000; ++i) {
        const Vec2 at = people.at(i);
        const float x = all_doors && at.x > 15.0f ? 22.5f : 7.5f;
        people.go(i, {x + 0.1f * (at.x - x), at.y > 10.0f ? 24.0f : -4.0f});
    }
    std::vector<char> left(1000);
    size_t inside = 1000;
    while (inside != 0 && people.world.time() < 600.0) {
        people.step();
        for (size_t i = 0; i < 1000; ++i) {
            if (left[i] != 0 || (people.at(i).y > -1.5f && people.at(i).y < 21.5f)) continue;
            must(people.world.despawn(people.agents[i])); // it goes away, and does not stand before the door
            left[i] = 1;
            --inside;
        }
    }
    return people.world.time();
}

TEST(People, NeedTwiceTheTimeWithHalfTheDoors) {
    const double four = leaving(true), two = leaving(false);
    EXPECT_LT(two, 599.0);
    EXPECT_NEAR(two / four, 2.0, 0.2) << four << " and " << two << " s";
}

/// How far the people within 6 m of the middle walk in lanes: the mean square of the balance between those that go
/// their way and those that come towards them, of the people within 4 m before or behind and 0.3 m to the side. 1:
/// lanes.
double order_of_lanes(const People& people) {
    double sum = 0.0;
    int counted = 0;
    const size_t half = people.agents.size() / 2;
    for (size_t i = 0; i < people.agents.size(); ++i) {
        if (std::abs(people.at(i).x) > 6.0f) continue;
        int same = 0, other = 0;
        for (size_t k = 0; k < people.agents.size(); ++k) {
            const Vec2 apart = people.at(k) - people.at(i);
            if (i != k && std::abs(apart.x) < 4.0f && std::abs(apart.y) < 0.3f)
                ++((i < half) == (k < half) ? same : other);
        }
        if (same + other == 0) continue;
        const double balance = static_cast<double>(same - other) / (same + other);
        sum += balance * balance;
        ++counted;
    }
    return counted > 20 ? sum / counted : -1.0;
}

/// Fifty against fifty in a corridor of 4 m.
People counterflow(double hz, int threads) {
    const auto corridor =
        map_where({-30.0f, -2.0f}, {60.0f, 4.0f}, 0.1f, [](Vec2 p) { return std::abs(p.y) < 2.0f - radius; });
    People people(hz, corridor, threads);
    people.spawn_block(50, 5, {-12.0f, -1.2f}, {-1.0f, 0.0f}, {0.0f, 1.0f});
    people.spawn_block(50, 5, {12.0f, -1.2f}, {1.0f, 0.0f}, {0.0f, 1.0f});
    must(people.world.step(0.0));
    for (size_t i = 0; i < 100; ++i) people.go(i, {i < 50 ? 25.0f : -25.0f, people.at(i).y});
    return people;
}

TEST(People, PassEachOtherInACorridor) {
    for (const double hz : rates) {
        People people = counterflow(hz, 1);
        size_t left = 100;
        double order = 0.0;
        int samples = 0;
        while (left != 0 && people.world.time() < 150.0) {
            people.step();
            left = 0;
            for (size_t i = 0; i < 100; ++i) left += i < 50 ? people.at(i).x < 14.0f : people.at(i).x > -14.0f;
            const double now = order_of_lanes(people);
            if (now >= 0.0) order += now, ++samples;
        }
        EXPECT_EQ(left, 0u) << hz;
        ASSERT_GT(samples, 0) << hz;
        EXPECT_GT(order / samples, 0.5) << hz;
    }
}

TEST(People, WalkTheSameForAnyNumberOfThreads) {
    for (const double hz : rates) {
        People one = counterflow(hz, 1), two = counterflow(hz, 2), eight = counterflow(hz, 8);
        for (int frame = 0; frame < static_cast<int>(20.0 * hz); ++frame)
            for (People* people : {&one, &two, &eight}) people->step();
        EXPECT_EQ(two.world.state_hash(), one.world.state_hash()) << hz;
        EXPECT_EQ(eight.world.state_hash(), one.world.state_hash()) << hz;
    }
}

/// A file of six walks along a lane as wide as a body. The first is slow.
TEST(People, KeepTheirPersonalSpaceInAFile) {
    constexpr float space = 0.4f, slow = 0.2f;
    const BodyDef body = pedestrian_archetype().body;
    for (const double hz : rates) {
        const auto lane = map_where({-12.0f, -0.2f}, {40.0f, 0.4f}, 0.1f, [](Vec2 p) { return std::abs(p.y) < 0.1f; });
        People people(hz, lane, 1, space);
        for (int i = 0; i < 6; ++i) people.spawn({-1.5f * static_cast<float>(i), 0.0f});
        must(people.world.step(0.0));
        must(people.world.set_speed_factor(people.agents[0], slow));
        for (size_t i = 0; i < 6; ++i) people.go(i, {24.0f, 0.0f});
        people.seconds(30.0);
        for (size_t i = 1; i < 6; ++i) {
            const float gap = people.at(i - 1).x - people.at(i).x - 2.0f * radius;
            EXPECT_GT(gap, space) << i << " at " << hz << " Hz";
            EXPECT_LT(gap, space + body.headway_time * slow * body.walk_speed) << i << " at " << hz << " Hz";
        }
    }
}

} // namespace
} // namespace fray::motion
