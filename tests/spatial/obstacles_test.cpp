// Obstacles on grid maps: the changed map is the map that would be made anew, and paths are those of a new finder.
#include "grid_routes.h"

#include "repetitions.h"
#include "route_jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace fray {
namespace {

using test::in_order, test::point_near;

using Site = test::Site<GridMap>;

/// The cells of a map as a new map; empty if no cell is walkable.
std::optional<GridMap> made_anew(const GridMap& map) {
    std::vector<uint8_t> cells;
    for (int y = 0; y < map.lines(); ++y)
        for (int x = 0; x < map.columns(); ++x) cells.push_back(map.walkable(x, y));
    auto made = GridMap::create(map.columns(), map.lines(), cells, map.cell_size(), map.low());
    return made ? std::optional(std::move(*made)) : std::nullopt;
}

struct Obstacles : testing::TestWithParam<unsigned> {
    std::mt19937 random{GetParam()};

    float between(float least, float most) { return std::uniform_real_distribution<float>(least, most)(random); }
    GridMap any_map(int most_side) {
        const auto side = [&] { return 1 + static_cast<int>(random() % static_cast<unsigned>(most_side)); };
        const float cell = random() % 2 == 0 ? 1.0f : between(0.2f, 3.0f);
        const Vec2 low = {between(-50.0f, 50.0f), between(-50.0f, 50.0f)};
        return random() % 2 == 0
                   ? test::walled_map(random, side(), side(), 60, cell, low)
                   : test::grainy_map(random, side(), side(), static_cast<unsigned>(random() % 50), cell, low);
    }
    Obstacle any_obstacle(const GridMap& map) {
        const float cell = map.cell_size();
        const float most = random() % 4 == 0 ? 12.0f * cell : 2.0f * cell;
        Obstacle obstacle{.at = point_near(random, map), .half_extents = {between(0.05f, most), between(0.05f, most)}};
        if (random() % 2 == 0) obstacle.axis = {between(-1.0f, 1.0f), between(0.1f, 1.0f)};
        return obstacle;
    }
    void change(Site& site) {
        if (site.obstacles.empty() || random() % 5 < 3)
            site.add(any_obstacle(*site.bare));
        else
            site.remove(random() % site.obstacles.size());
    }
};

void expect_same(const GridMap& map, const GridMap& anew) {
    std::map<uint32_t, uint32_t> islands;
    for (int y = 0; y < map.lines(); ++y)
        for (int x = 0; x < map.columns(); ++x) {
            ASSERT_EQ(map.steps(x, y), anew.steps(x, y)) << x << ", " << y;
            if (!map.walkable(x, y)) continue;
            const Vec2 at = map.middle(static_cast<uint32_t>(y * map.columns() + x));
            const auto [pair, is_new] = islands.try_emplace(map.island(at), anew.island(at));
            ASSERT_EQ(pair->second, anew.island(at)) << x << ", " << y;
            ASSERT_EQ(map.island_cells(map.island(at)), anew.island_cells(anew.island(at)));
        }
    EXPECT_EQ(islands.size(), anew.island_count()) << "two islands have become one";
}

TEST_P(Obstacles, AChangedMapIsAsIfMadeAnew) {
    Site site(any_map(40));
    for (int i = 0; i < 12; ++i) {
        change(site);
        const auto anew = made_anew(*site.now);
        if (!anew) continue;
        ASSERT_NO_FATAL_FAILURE(expect_same(*site.now, *anew)) << "change " << i;
        for (int k = 0; k < 200; ++k) {
            const Vec2 a = point_near(random, *anew), b = point_near(random, *anew);
            EXPECT_EQ(site.now->clear(a, b), anew->clear(a, b));
            Vec2 one{}, other{};
            EXPECT_EQ(site.now->nearest(a, 20.0f, &one), anew->nearest(a, 20.0f, &other));
            EXPECT_EQ(one, other);
        }
    }
    while (!site.obstacles.empty()) site.remove(random() % site.obstacles.size());
    expect_same(*site.now, *site.bare);
}

TEST_P(Obstacles, AFinderThatGoesOnAnswersAsANewFinder) {
    Site site(any_map(120));
    GridRoutes kept(*site.now);
    std::vector<std::shared_ptr<const GridMap>> maps; // the finder may still stand on the map before
    for (int i = 0; i < 8; ++i) {
        maps.push_back(site.now);
        const Obstacle obstacle = any_obstacle(*site.bare);
        site.add(obstacle);
        ASSERT_TRUE(kept.go_on(*site.now, obstacle));
        std::vector<Route> routes, expected;
        const Vec2 goals[] = {point_near(random, *site.now), point_near(random, *site.now)};
        for (int k = 0; k < 60; ++k)
            routes.push_back({.from = point_near(random, *site.now),
                              .to = k % 3 == 0 ? point_near(random, *site.now) : goals[k % 2]});
        expected = routes;
        kept.find(in_order, routes);
        GridRoutes(*site.now).find(in_order, expected);
        for (size_t k = 0; k < routes.size(); ++k) {
            ASSERT_EQ(routes[k].found, expected[k].found) << i;
            ASSERT_EQ(routes[k].waypoint, expected[k].waypoint) << i;
        }
        if (i % 3 != 2) continue;
        const Obstacle removed = site.obstacles.front();
        site.remove(0);
        ASSERT_TRUE(kept.go_on(*site.now, removed));
    }
}

INSTANTIATE_TEST_SUITE_P(Random, Obstacles, testing::Range(0u, test::repetitions(60u, 60u, 15u)));

TEST(Obstacle, ClosesTheCellsThatItTouches) {
    Site site(GridMap::create(8, 8, std::vector<uint8_t>(64, 1)).value());
    site.add({.at = {3.0f, 4.0f}, .half_extents = {1.0f, 2.0f}});
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
            EXPECT_EQ(site.now->walkable(x, y), !(x >= 2 && x < 4 && y >= 2 && y < 6)) << x << ", " << y;
    site.remove(0);
    site.add({.at = {4.0f, 4.0f}, .half_extents = {2.0f, 0.3f}, .axis = {3.0f, 3.0f}});
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x) {
            const float middle_x = static_cast<float>(x) + 0.5f, middle_y = static_cast<float>(y) + 0.5f;
            const float along = (middle_x + middle_y - 8.0f) * 0.70710678f,
                        across = (middle_y - middle_x) * 0.70710678f;
            if (std::abs(along) < 2.0f && std::abs(across) < 0.3f) {
                EXPECT_FALSE(site.now->walkable(x, y));
            }
            if (std::abs(along) > 2.71f || std::abs(across) > 1.01f) {
                EXPECT_TRUE(site.now->walkable(x, y));
            }
        }
}

TEST(Obstacle, SplitsAnIslandAndJoinsItAgain) {
    Site site(GridMap::create(9, 3, std::vector<uint8_t>(27, 1)).value());
    const Vec2 left = {0.5f, 1.5f}, right = {8.5f, 1.5f};
    const uint32_t whole = site.now->island(left);
    site.add({.at = {4.5f, 1.5f}, .half_extents = {0.3f, 1.5f}});
    EXPECT_NE(site.now->island(left), site.now->island(right));
    EXPECT_EQ(site.now->island_cells(site.now->island(right)), 12u);
    EXPECT_FALSE(site.now->clear(left, right));
    EXPECT_EQ(site.bare->island(left), site.bare->island(right)) << "the map before is as it was";
    site.remove(0);
    EXPECT_EQ(site.now->island(left), site.now->island(right));
    EXPECT_EQ(site.now->island_cells(whole), 27u);
}

} // namespace
} // namespace fray
