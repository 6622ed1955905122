// Grid maps: what is walkable, what is in sight, how a move slides along walls, and what a map file may contain.
#include "fray/spatial/grid_map.h"

#include "parsed_map.h"
#include "random_maps.h"
#include "temporary_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

namespace fray {
namespace {

using test::grainy_map, test::length, test::parsed;

TEST(GridMap, TheFirstRowIsTheHighest) {
    const GridMap map = parsed("@@.\n"
                               "...\n",
                               2.0f, {-1.0f, 10.0f});
    EXPECT_EQ(map.columns(), 3);
    EXPECT_EQ(map.lines(), 2);
    EXPECT_TRUE(map.walkable(Vec2{-0.5f, 10.5f}));
    EXPECT_FALSE(map.walkable(Vec2{-0.5f, 12.5f}));
    EXPECT_TRUE(map.walkable(Vec2{4.5f, 13.5f}));
    EXPECT_EQ(map.high(), (Vec2{5.0f, 14.0f}));
    EXPECT_TRUE(map.walkable(map.low())) << "low edges belong to the map, high edges do not";
    EXPECT_FALSE(map.walkable(map.high()));
    for (const Vec2 outside : {Vec2{-1.1f, 11.0f}, Vec2{5.1f, 11.0f}, Vec2{0.0f, 9.9f}, Vec2{0.0f, 14.1f},
                               Vec2{NAN, 11.0f}, Vec2{1e30f, -1e30f}})
        EXPECT_FALSE(map.walkable(outside));
}

TEST(GridMap, CellsThatTouchAtACornerAreTwoIslands) {
    const GridMap map = parsed("..@@\n"
                               "..@@\n"
                               "@@..\n"
                               "@@.@\n");
    EXPECT_EQ(map.island_count(), 2u);
    EXPECT_NE(map.island({0.5f, 3.5f}), map.island({2.5f, 1.5f}));
    EXPECT_EQ(map.island({2.5f, 0.5f}), map.island({3.5f, 1.5f}));
    EXPECT_EQ(map.island_cells(map.island({0.5f, 3.5f})), 4u);
    EXPECT_EQ(map.island({0.5f, 0.5f}), GridMap::no_island);
    EXPECT_FALSE(map.clear({1.5f, 2.5f}, {2.5f, 1.5f})); // through the corner
}

TEST(GridMap, WaterStopsWalkingAlone) {
    const GridMap map = parsed("..W..\n"
                               "..@..\n"
                               "..T..\n"
                               "..W..\n");
    EXPECT_EQ(map.kind(2, 0), GridMap::water);
    EXPECT_EQ(map.kind(2, 1), GridMap::wall);
    EXPECT_EQ(map.kind(1, 1), GridMap::passable);
    EXPECT_EQ(map.kind(9, 1), GridMap::wall);
    EXPECT_FALSE(map.walkable(Vec2{2.5f, 0.5f}));
    for (const float y : {0.5f, 1.5f, 2.5f, 3.5f}) {
        const Vec2 a = {0.5f, y}, b = {4.5f, y}, middle = {2.5f, y};
        const bool water = y == 0.5f || y == 3.5f;
        EXPECT_FALSE(map.clear(a, b));
        EXPECT_EQ(map.lets_through(a, b), water) << y;
        EXPECT_EQ(map.lets_through(b, a), water) << y;
        EXPECT_EQ(map.lets_through(middle, middle), water) << y;
        EXPECT_FALSE(map.lets_through(a, {8.0f, y})) << "outside";
    }
    std::vector<std::byte> bytes;
    ASSERT_TRUE(map.write(&bytes));
    const auto read = GridMap::read(bytes);
    ASSERT_NE(read, nullptr);
    for (int line = 0; line < 4; ++line)
        for (int column = 0; column < 5; ++column) EXPECT_EQ(read->kind(column, line), map.kind(column, line));
    EXPECT_EQ(GridMap::read(std::span(bytes).first(bytes.size() - 1)), nullptr);
    bytes.push_back(std::byte{0});
    EXPECT_EQ(GridMap::read(bytes), nullptr);
}

TEST(GridMap, SlidesAlongAWall) {
    const GridMap map = parsed("......\n"
                               "@@@@@.\n"
                               "......\n");
    const Vec2 end = map.slide({0.5f, 0.5f}, {3.5f, 2.0f});
    EXPECT_NEAR(end.x, 3.5f, 0.01f);
    EXPECT_NEAR(end.y, 1.0f, 0.01f);
    EXPECT_LT(end.y, 1.0f);
    EXPECT_EQ(map.slide({0.5f, 0.5f}, {4.5f, 0.5f}), (Vec2{4.5f, 0.5f}));
    const Vec2 corner = map.slide({5.5f, 0.5f}, {9.0f, -3.0f}); // into the corner of the map
    EXPECT_TRUE(map.walkable(corner));
    // Of a list, each move slides as it does alone, and what follows the list stays.
    const std::vector<Vec2> from(3, {0.5f, 0.5f}), to = {{3.5f, 2.0f}, {4.5f, 0.5f}, {3.5f, 2.0f}};
    std::vector<Vec2> moved = to;
    map.slide(std::span(from).first(2), std::span(moved).first(2));
    EXPECT_EQ(moved, (std::vector{map.slide(from[0], to[0]), to[1], to[2]}));
}

/// Samples the line between two points. The samples may miss a corner that the line touches.
bool walkable_along(const GridMap& map, Vec2 a, Vec2 b, int samples) {
    bool all = map.walkable(b);
    for (int k = 0; k <= samples && all; ++k) {
        const float t = static_cast<float>(k) / static_cast<float>(samples);
        all = map.walkable(Vec2{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
    }
    return all;
}

struct RandomMaps : testing::Test {
    std::mt19937 random{11};
    uint32_t dice(uint32_t sides) { return static_cast<uint32_t>(random() % sides); }
    Vec2 point_near(const GridMap& map) { return test::point_near(random, map); }
    /// Calls check(map) for maps of many sizes, cell sizes and densities.
    template <typename Check> void for_maps(Check&& check) {
        for (int i = 0; i < 60; ++i) {
            const int columns = 1 + static_cast<int>(random() % 40), lines = 1 + static_cast<int>(random() % 40);
            const float cell = i % 3 == 0 ? 1.0f : i % 3 == 1 ? 0.3f : 7.0f;
            const Vec2 low = i % 2 == 0 ? Vec2{} : Vec2{-20.5f, 300.25f};
            check(grainy_map(random, columns, lines, dice(90), cell, low));
        }
    }
};

TEST_F(RandomMaps, AClearLineIsWalkableAlongItsLength) {
    int clear = 0, blocked = 0, touching = 0;
    for_maps([&](const GridMap& map) {
        for (int i = 0; i < 200; ++i) {
            const Vec2 a = point_near(map), b = point_near(map);
            const bool said = map.clear(a, b), all = walkable_along(map, a, b, 2000);
            ++(said ? clear : blocked);
            touching += all && !said;
            if (said) {
                EXPECT_TRUE(all) << a.x << " " << a.y << " to " << b.x << " " << b.y;
            }
        }
    });
    EXPECT_GT(clear, 100);
    EXPECT_GT(blocked, 1000);
    EXPECT_LT(touching, 5);
}

TEST_F(RandomMaps, ClearLinesOnOpenGroundAreWalkableToo) {
    int clear = 0;
    for (int i = 0; i < 40; ++i) {
        const GridMap map = grainy_map(random, 60, 50, dice(4), 0.5f, {3.0f, -4.0f});
        for (int k = 0; k < 300; ++k) {
            const Vec2 a = point_near(map), b = {a.x + static_cast<float>(dice(100)) * 0.08f - 4.0f,
                                                 a.y + static_cast<float>(dice(100)) * 0.08f - 4.0f};
            const bool said = map.clear(a, b);
            EXPECT_TRUE(!said || walkable_along(map, a, b, 500));
            clear += said;
            uint32_t islands[2];
            const Vec2 both[] = {a, b};
            map.islands(both, islands);
            EXPECT_EQ(islands[0], map.island(a));
            EXPECT_EQ(islands[1], map.island(b));
        }
    }
    EXPECT_GT(clear, 2000);
}

TEST_F(RandomMaps, NoMoveLeavesTheGround) {
    for_maps([&](const GridMap& map) {
        for (int i = 0; i < 200; ++i) {
            Vec2 at{};
            if (!map.nearest(point_near(map), 1e6f, &at)) FAIL();
            const uint32_t island = map.island(at);
            for (int step = 0; step < 20; ++step) {
                const Vec2 to = point_near(map), before = at;
                at = map.slide(at, to);
                ASSERT_EQ(map.island(at), island);
                ASSERT_LE(length(before, at), length(before, to) * 1.001f + 1e-4f);
            }
        }
    });
}

TEST_F(RandomMaps, WallsAreTheSidesAndCornersOfTheClosedCellsBeside) {
    size_t walls = 0, corners = 0;
    for_maps([&](const GridMap& map) {
        const float cell = map.cell_size();
        for (int i = 0; i < 100; ++i) {
            Vec2 at{};
            if (!map.nearest(point_near(map), 1e6f, &at)) FAIL();
            const float reach = cell * static_cast<float>(1 + dice(12)) * 0.1f;
            Wall found[Ground::max_walls];
            std::span<const Wall> left(found, map.walls(at, reach, found));
            const Vec2 centre = map.middle(map.cell_at(at));
            size_t expected = 0;
            for (const float y : {-cell, 0.0f, cell})
                for (const float x : {-cell, 0.0f, cell}) {
                    if (map.walkable(Vec2{centre.x + x, centre.y + y})) continue;
                    const bool corner = x != 0.0f && y != 0.0f;
                    if (corner &&
                        !(map.walkable(Vec2{centre.x + x, centre.y}) && map.walkable(Vec2{centre.x, centre.y + y})))
                        continue; // it belongs to a longer wall
                    const Vec2 way = {x == 0.0f ? 0.0f : centre.x + 0.5f * x - at.x,
                                      y == 0.0f ? 0.0f : centre.y + 0.5f * y - at.y};
                    const float distance = std::hypot(way.x, way.y);
                    if (distance >= reach) continue;
                    ++expected;
                    walls += !corner, corners += corner;
                    EXPECT_TRUE(std::any_of(
                        left.begin(), left.end(),
                        [&](const Wall& wall) {
                            return std::abs(wall.distance - std::max(distance - 0.001f * cell, 0.0f)) < 1e-4f &&
                                   length(way, {wall.normal.x * distance, wall.normal.y * distance}) < 1e-4f;
                        }))
                        << x << ", " << y;
                }
            ASSERT_EQ(left.size(), expected);
        }
    });
    EXPECT_GT(walls, 1000u);
    EXPECT_GT(corners, 50u);
}

TEST_F(RandomMaps, TheNearestWalkablePointEqualsBruteForce) {
    for_maps([&](const GridMap& map) {
        for (int i = 0; i < 100; ++i) {
            const Vec2 at = point_near(map);
            const uint32_t island = i % 2 == 0 ? GridMap::no_island : dice(map.island_count());
            float truth = 1e30f;
            for (int y = 0; y < map.lines(); ++y) {
                for (int x = 0; x < map.columns(); ++x) {
                    const Vec2 low = {map.low().x + static_cast<float>(x) * map.cell_size(),
                                      map.low().y + static_cast<float>(y) * map.cell_size()};
                    const Vec2 middle = {low.x + 0.5f * map.cell_size(), low.y + 0.5f * map.cell_size()};
                    if (!map.walkable(x, y) || (island != GridMap::no_island && map.island(middle) != island)) continue;
                    const Vec2 nearest = {std::clamp(at.x, low.x, low.x + map.cell_size()),
                                          std::clamp(at.y, low.y, low.y + map.cell_size())};
                    truth = std::min(truth, length(at, nearest));
                }
            }
            Vec2 found{};
            ASSERT_TRUE(map.nearest(at, 1e6f, &found, island));
            ASSERT_TRUE(map.walkable(found));
            ASSERT_NEAR(length(at, found), truth, 0.03f * map.cell_size());
            if (truth > 0.1f) {
                EXPECT_FALSE(map.nearest(at, truth * 0.9f, &found, island));
            }
        }
    });
}

TEST_F(RandomMaps, AWrittenMapIsReadAgain) {
    for_maps([&](const GridMap& map) {
        std::vector<std::byte> bytes;
        ASSERT_TRUE(map.write(&bytes));
        const auto again = GridMap::read(bytes);
        ASSERT_NE(again, nullptr);
        EXPECT_EQ(again->low(), map.low());
        EXPECT_EQ(again->high(), map.high());
        EXPECT_EQ(again->cell_size(), map.cell_size());
        for (int y = -1; y <= map.lines(); ++y)
            for (int x = -1; x <= map.columns(); ++x) ASSERT_EQ(again->walkable(x, y), map.walkable(x, y));
        // Truncated or extended bytes are refused. Changed bytes are refused or give another map.
        for (int i = 0; i < 20; ++i) {
            std::vector<std::byte> damaged = bytes;
            const size_t at = random() % damaged.size();
            if (i % 3 == 0)
                damaged.resize(at);
            else if (i % 3 == 1)
                damaged.push_back(static_cast<std::byte>(random()));
            else
                damaged[at] ^= static_cast<std::byte>(1 + random() % 255);
            const auto other = read_ground(damaged);
            if (i % 3 != 2) {
                EXPECT_EQ(other, nullptr);
            }
        }
    });
    EXPECT_EQ(read_ground({}), nullptr);
}

std::string complaint(const std::string& text) {
    const Result<GridMap> map = GridMap::parse(text, "bad.map");
    if (map) return "taken";
    EXPECT_EQ(map.error(), Error::bad_file);
    return map.error_text();
}

TEST(GridMap, BadFilesAreRefusedWithThePlace) {
    const std::string head = "type octile\nheight 2\nwidth 3\nmap\n";
    EXPECT_EQ(complaint(head + "...\n...\n"), "taken");
    EXPECT_EQ(complaint(head + "...\r\n...\r\n\n"), "taken");
    EXPECT_EQ(complaint(""), "bad.map:1:1: the file ends; allowed: 'type octile'");
    EXPECT_EQ(complaint("type tile\n"), "bad.map:1:1: given 'type tile'; allowed: 'type octile'");
    EXPECT_EQ(complaint("type octile\n"), "bad.map:2:1: the file ends; allowed: 'height N', N from 1 to 16384");
    EXPECT_EQ(complaint("type octile\nheight x\n"),
              "bad.map:2:1: given 'height x'; allowed: 'height N', N from 1 to 16384");
    EXPECT_EQ(complaint("type octile\nheight 99999999999999999999\n").substr(0, 18), "bad.map:2:1: given");
    EXPECT_EQ(complaint("type octile\nheight 0\nwidth 3\nmap\n").substr(0, 18), "bad.map:2:1: given");
    EXPECT_EQ(complaint(head + "...\n..\n"), "bad.map:6:3: a row of 2 cells; width is 3");
    EXPECT_EQ(complaint(head + "....\n...\n"), "bad.map:5:4: a row of 4 cells; width is 3");
    EXPECT_EQ(complaint(head + "...\n"), "bad.map:6:1: the file ends; missing rows: 1");
    EXPECT_EQ(complaint(head + "...\n...\n...\n"), "bad.map:7:1: a row too many: height is 2");
    EXPECT_EQ(complaint(head + "...\n.x.\n"), "bad.map:6:2: given 'x'; allowed: . G S (walkable) @ O T W (not)");
    EXPECT_EQ(complaint(head + "@@@\nTWO\n"), "bad.map:5:1: no cell is walkable");
    EXPECT_EQ(GridMap::load("/no/such.map").error(), Error::bad_file);
    EXPECT_EQ(GridMap::create(2, 2, {1, 1, 1}).error(), Error::out_of_range);
    EXPECT_EQ(GridMap::create(2, 1, {1, 1}, 0.0f).error(), Error::out_of_range);
    EXPECT_EQ(GridMap::create(2, 1, {1, 1}, 1.0f, {NAN, 0.0f}).error(), Error::out_of_range);
    EXPECT_EQ(GridMap::create(2, 1, {0, 0}).error(), Error::out_of_range);
}

TEST(GridMap, TheLimitsAreAllowedAndWhatLiesBeyondIsNot) {
    const auto text = [](int width) {
        return "type octile\nheight 1\nwidth " + std::to_string(width) + "\nmap\n" +
               std::string(static_cast<size_t>(width), '.');
    };
    for (const int width : {1, 9, 90, GridMap::max_side}) EXPECT_EQ(GridMap::parse(text(width), "")->columns(), width);
    EXPECT_EQ(complaint(text(16385)), "bad.map:3:1: given 'width 16385'; allowed: 'width N', N from 1 to 16384");
    EXPECT_EQ(GridMap::create(1, 1, {1}, 0.01f)->cell_size(), 0.01f);
    EXPECT_EQ(GridMap::create(1, 1, {1}, 100.0f)->cell_size(), 100.0f);
    EXPECT_EQ(GridMap::create(1, 1, {1}, std::nextafter(0.01f, 0.0f)).error(), Error::out_of_range);
    EXPECT_EQ(GridMap::create(1, 1, {1}, std::nextafter(100.0f, 200.0f)).error(), Error::out_of_range);
    const test::TemporaryFile file("limits.map");
    std::ofstream(file.path) << text(7);
    EXPECT_EQ(GridMap::load(file.path)->columns(), 7);
}

TEST(GridMap, AMapOfARealGameIsRead) {
    const char* const folder = std::getenv("FRAY_MAPS");
    if (folder == nullptr || !std::filesystem::exists(std::string(folder) + "/den312d.map"))
        GTEST_SKIP() << "FRAY_MAPS does not name a folder with MovingAI's maps";
    const GridMap den = GridMap::load(std::string(folder) + "/den312d.map").value();
    EXPECT_EQ(den.columns(), 65);
    EXPECT_EQ(den.lines(), 81);
    uint32_t cells = 0;
    for (uint32_t i = 0; i < den.island_count(); ++i) cells += den.island_cells(i);
    EXPECT_EQ(cells, 2445u);
}

} // namespace
} // namespace fray
