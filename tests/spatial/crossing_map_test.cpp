// The map of crossings: where areas meet, and how long the ways to and from their crossings are.
#include "crossing_map.h"

#include "parsed_map.h"
#include "random_maps.h"
#include "repetitions.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fray {
namespace {

constexpr uint8_t all_open[64] = {};

/// The distance of a cell from the next cell that is not walkable, in steps of 1 and, if turned, 1.4 cells.
float room_at(const GridMap& map, Vec2 at) {
    const int cell = static_cast<int>(map.cell_at(at)), column = cell % map.columns(), line = cell / map.columns();
    float least = 1e9f;
    for (int y = -1; y <= map.lines(); ++y)
        for (int x = -1; x <= map.columns(); ++x) {
            if (map.walkable(x, y)) continue;
            const auto [less, more] = std::minmax({std::abs(x - column), std::abs(y - line)});
            least = std::min(least, static_cast<float>(more) + 0.4f * static_cast<float>(less));
        }
    return least;
}

/// Two halls of 16 m by 24 m with a wall between them, and doors in it 2 m and 4 m wide.
const std::string two_doors = [] {
    std::string rows;
    for (int y = 0; y < 24; ++y) {
        const bool door = (y >= 4 && y < 6) || (y >= 16 && y < 20);
        rows += std::string(16, '.') + (door ? "..." : "@@@") + std::string(16, '.') + '\n';
    }
    return rows;
}();

float no_wait(uint32_t) { return 0.0f; }

CrossingMap::WaysOn ways_on(const CrossingMap& map, std::span<const uint8_t> closed) {
    return map.find_ways_on(closed, [](uint32_t count, auto&& find) {
        for (uint32_t i = 0; i < count; ++i) find(i);
    });
}

/// The length of the way from an exit to a point of another area.
float way_on(const CrossingMap& map, const CrossingMap::WaysOn& ways, const CrossingMap::Exit& exit, uint16_t area,
             Vec2 at) {
    Vector<CrossingMap::Entrance> all, entrances;
    map.find_entrances(ways, exit, area, no_wait, all, entrances);
    Vector<float> from_point;
    map.ways_to_exits(area, at, from_point);
    return map.way_on(entrances, from_point, 0.0f);
}

std::vector<CrossingMap::Exit> exits_of(const CrossingMap& map, uint16_t area) {
    return {map.exits(area).begin(), map.exits(area).end()};
}

TEST(CrossingMap, FindsTheDoorsBetweenTwoHalls) {
    const CrossingMap map(test::parsed(two_doors));
    ASSERT_EQ(map.area_count(), 2);
    ASSERT_EQ(map.crossings().size(), 2u);
    EXPECT_NE(map.area_at({5, 12}), map.area_at({30, 12}));
    EXPECT_EQ(map.area_at({17, 12}), CrossingMap::no_area) << "a wall";
    EXPECT_EQ(map.area_at({-1, 12}), CrossingMap::no_area) << "outside the map";
    for (const CrossingMap::Crossing& crossing : map.crossings()) {
        const bool upper = crossing.middle.y > 12.0f;
        EXPECT_NEAR(crossing.middle.x, 17.5f, 1.1f);
        EXPECT_NEAR(crossing.middle.y, upper ? 19.0f : 6.0f, 0.6f);
        EXPECT_EQ(crossing.width, upper ? 2.0f : 4.0f);
        for (const int side : {0, 1}) {
            const Vec2 mouth = crossing.mouths[side];
            EXPECT_EQ(map.area_at(mouth), crossing.areas[side]);
            EXPECT_NEAR(std::abs(mouth.x - 17.5f), 3.0f, 1.1f);
        }
    }
}

TEST(CrossingMap, KnowsTheWaysToACrossingAndOn) {
    const CrossingMap map(test::parsed(two_doors, 0.5f, {100.0f, -50.0f})); // cells of 0.5 m: half as large
    const auto at = [](float x, float y) { return Vec2{100.0f + 0.5f * x, -50.0f + 0.5f * y}; };
    const uint16_t left = map.area_at(at(5, 12)), right = map.area_at(at(30, 12));
    const auto onward = ways_on(map, {all_open, map.crossings().size()});
    for (const auto& exit : exits_of(map, left)) {
        EXPECT_EQ(exit.beyond, right);
        const Vec2 door = map.crossings()[exit.crossing].middle;
        for (const Vec2 from : {at(1.5f, 1.5f), at(8.5f, 12.5f), at(14.5f, 22.5f)}) {
            const float straight = test::length(from, door), way = map.way_to(exit, from);
            EXPECT_GT(way, straight - 1.5f);
            EXPECT_LT(way, 1.1f * straight + 1.0f);
        }
        const float on = way_on(map, onward, exit, right, at(30.5f, 12.5f));
        EXPECT_NEAR(on, test::length(door, at(30.5f, 12.5f)), 1.5f);
    }
}

TEST(CrossingMap, AnAreaWithASingleCrossingIsPartOfItsNeighbour) {
    std::string rows = two_doors;
    for (size_t y = 16; y < 20; ++y) rows.replace(y * 36 + 16, 3, "@@@");
    const CrossingMap map(test::parsed(rows));
    EXPECT_EQ(map.area_count(), 1);
    EXPECT_TRUE(map.crossings().empty());
}

TEST(CrossingMap, AWideOpeningIsNoCrossing) {
    std::string rows;
    for (int y = 0; y < 80; ++y)
        rows += std::string(60, '.') + (y % 79 == 0 ? "@@@" : "...") + std::string(60, '.') + '\n';
    EXPECT_TRUE(CrossingMap(test::parsed(rows)).crossings().empty());
}

/// Halls of 30 and 16 by 40 cells with two equal openings between them, turned and mirrored by the bits of `turn`.
GridMap two_openings(int wide, unsigned turn, float cell = 1.0f) {
    constexpr int columns = 49, lines = 40;
    std::vector<uint8_t> cells(columns * lines);
    for (int y = 0; y < lines; ++y)
        for (int x = 0; x < columns; ++x) {
            const int u = (turn & 1) != 0 ? columns - 1 - x : x, v = (turn & 2) != 0 ? lines - 1 - y : y;
            const bool open = (y >= 6 && y < 6 + wide) || (y >= 24 && y < 24 + wide) || x < 30 || x >= 33;
            cells[static_cast<size_t>((turn & 4) != 0 ? u * lines + v : v * columns + u)] = open;
        }
    const bool turned = (turn & 4) != 0;
    return GridMap::create(turned ? lines : columns, turned ? columns : lines, cells, cell).value();
}

TEST(CrossingMap, AnOpeningHalfAsWideAsTheNarrowerHallIsACrossing) {
    for (unsigned turn = 0; turn < 8; ++turn) {
        const CrossingMap map(two_openings(8, turn));
        ASSERT_EQ(map.crossings().size(), 2u) << turn;
        for (const CrossingMap::Crossing& crossing : map.crossings()) EXPECT_EQ(crossing.width, 8.0f) << turn;
        EXPECT_TRUE(CrossingMap(two_openings(9, turn)).crossings().empty()) << turn;
    }
    EXPECT_EQ(CrossingMap(two_openings(8, 0, 5.0f)).crossings().size(), 2u) << "40 m wide";
    EXPECT_TRUE(CrossingMap(two_openings(8, 0, 5.1f)).crossings().empty()) << "wider";
}

TEST(CrossingMap, ASmallRoomBetweenTwoHallsIsNoArea) {
    // Two halls with a passage between them, and beside it a room with a door to each.
    const auto areas = [](int side) {
        std::string rows;
        for (int y = 0; y < 24; ++y)
            for (int x = 0; x <= 40; ++x) {
                const bool passage =
                    y >= 19 && y<21, door = y == 9, room = x> 16 && x <= 16 + side && y >= 8 && y < 8 + side;
                rows += x == 40 ? '\n' : x < 16 || x > 16 + side + 1 || passage || door || room ? '.' : '@';
            }
        return CrossingMap(test::parsed(rows)).area_count();
    };
    EXPECT_EQ(areas(3), 2);
    EXPECT_EQ(areas(4), 3);
}

TEST(CrossingMap, WaysOnPassNoClosedCrossingAndDoNotComeBack) {
    // Four rooms in a ring: each has a door to the next.
    std::string rows;
    for (int y = 0; y < 25; ++y)
        for (int x = 0; x < 26; ++x) {
            const bool upright = x == 12 && y % 13 != 6, level = y == 12 && x % 13 != 6;
            rows += x == 25 ? '\n' : upright || level ? '@' : '.';
        }
    const GridMap ground = test::parsed(rows);
    const CrossingMap map(ground);
    ASSERT_EQ(map.area_count(), 4);
    ASSERT_EQ(map.crossings().size(), 4u);
    const uint16_t here = map.area_at({5, 5}), opposite = map.area_at({20, 20});
    for (const auto& exit : exits_of(map, here)) {
        const auto open = ways_on(map, {all_open, 4});
        EXPECT_NEAR(way_on(map, open, exit, opposite, {20, 20}), 17.0f, 1.0f);
        std::vector<uint8_t> closed(4, 0);
        for (const auto& second : exits_of(map, exit.beyond)) closed[second.crossing] = second.beyond == opposite;
        const auto shut = ways_on(map, closed);
        EXPECT_EQ(way_on(map, shut, exit, opposite, {20, 20}), CrossingMap::unreachable)
            << "the only other way leads back through the area";
    }
}

TEST(CrossingMap, AThinGateClosesADoorAndACrateDoesNot) {
    const GridMap bare = test::parsed(two_doors);
    const CrossingMap map(bare);
    for (const CrossingMap::Crossing& crossing : map.crossings()) {
        EXPECT_TRUE(map.is_open(crossing, bare));
        const auto open_with = [&](const Obstacle& obstacle) {
            return map.is_open(crossing, *bare.with_obstacles({&obstacle, 1}, {&obstacle, 1}, bare).ground);
        };
        EXPECT_FALSE(open_with({{17.5f, crossing.middle.y}, {0.1f, 4.0f}}));
        EXPECT_FALSE(open_with({{16.2f, crossing.middle.y}, {0.1f, 4.0f}}));
        EXPECT_TRUE(open_with({{17.5f, crossing.middle.y < 12.0f ? 4.5f : 18.5f}, {0.1f, 0.1f}}));
        EXPECT_TRUE(open_with({{17.5f, 12.0f}, {0.4f, 2.0f}}));
    }
}

TEST(CrossingMap, OfAMazeIsMadeInTime) {
    // A chain of rooms without loops, and a map with thousands of gaps.
    std::vector<uint8_t> chain(300 * 300, 1), rooms(300 * 300, 1);
    for (int y = 0; y < 300; ++y)
        for (int x = 0; x < 300; ++x) {
            const bool upright = x % 8 == 0, level = y % 8 == 0, odd = y / 8 % 2 != 0;
            const bool turn = level && x % 8 == 4 && x / 8 == (odd ? 36 : 0);
            const auto i = static_cast<size_t>(y * 300 + x);
            chain[i] = !(upright || level) || (upright && y % 8 == 4 && x != 0) || turn;
            rooms[i] = !(upright || level) || y % 8 == 4 || x % 8 == 4;
        }
    EXPECT_TRUE(CrossingMap(GridMap::create(300, 300, chain).value()).crossings().empty());
    const CrossingMap many(GridMap::create(300, 300, rooms).value());
    EXPECT_LE(many.crossings().size(), CrossingMap::most_crossings);
}

TEST(CrossingMap, MovesWithItsMap) {
    std::mt19937 random(3);
    const GridMap map = test::walled_map(random, 60, 60, 20, 0.3f, {-40.3f, -50.7f}),
                  moved = map.shifted({-1410.14f, 389.52f});
    CrossingMap same(map);
    const CrossingMap anew(moved);
    ASSERT_TRUE(same.fits(moved));
    same.move_to(moved);
    ASSERT_EQ(same.crossings().size(), anew.crossings().size());
    ASSERT_FALSE(anew.crossings().empty());
    for (size_t i = 0; i < anew.crossings().size(); ++i) {
        EXPECT_EQ(same.crossings()[i].middle, anew.crossings()[i].middle);
        EXPECT_EQ(same.crossings()[i].width, anew.crossings()[i].width);
        for (const int side : {0, 1}) EXPECT_EQ(same.crossings()[i].mouths[side], anew.crossings()[i].mouths[side]);
    }
    for (const GridMap& other :
         {test::walled_map(random, 60, 60, 20, 0.3f), test::walled_map(random, 60, 30, 20, 0.3f)})
        EXPECT_FALSE(same.fits(other));
}

TEST(CrossingMap, WaysThroughAreasEqualAPlainSearchOnRandomMaps) {
    std::mt19937 random(7);
    size_t crossings = 0;
    for (int i = 0; i < test::repetitions(60, 60, 20); ++i) {
        const int columns = 20 + static_cast<int>(random() % 60), lines = 20 + static_cast<int>(random() % 60);
        const GridMap ground = i % 2 == 0
                                   ? test::walled_map(random, columns, lines, 10 + static_cast<unsigned>(random() % 40))
                                   : test::grainy_map(random, columns, lines, static_cast<unsigned>(random() % 20));
        const CrossingMap map(ground);
        EXPECT_TRUE(map.fits(ground));
        crossings += map.crossings().size();
        struct Seen { // of a crossing's cells, which are those from where there is no way to it
            Vec2 low{1e9f, 1e9f}, high{-1e9f, -1e9f};
            float width = 1e9f;
        };
        std::vector<Seen> seen(map.crossings().size());
        for (uint16_t area = 0; area < map.area_count(); ++area)
            for (const CrossingMap::Exit& exit : map.exits(area)) {
                ASSERT_EQ(exit.area, area);
                ASSERT_NE(exit.beyond, area);
                const auto& crossing = map.crossings()[exit.crossing];
                ASSERT_EQ(crossing.areas[exit.side], area);
                ASSERT_EQ(map.area_at(crossing.mouths[exit.side]), area);
                ASSERT_EQ(map.way_to(exit, ground.middle(crossing.cells[exit.side])), 0.0f);
                // The mouth is a place 2 or 3 m away, if there is such a place; of these it is the widest.
                const auto worth = [&](Vec2 at) {
                    return (map.way_to(exit, at) > 1.0f ? 1000.0f : 0.0f) + room_at(ground, at);
                };
                const Vec2 mouth = crossing.mouths[exit.side];
                ASSERT_LE(map.way_to(exit, mouth), 3.0f);
                const float worth_of_mouth = worth(mouth);
                Seen side;
                float room = 0.0f;
                // From each cell there is a neighbour in the same area from where the way is shorter by the step.
                for (int y = 0; y < lines; ++y)
                    for (int x = 0; x < columns; ++x) {
                        const Vec2 at = ground.middle(static_cast<uint32_t>(y * columns + x));
                        if (map.area_at(at) != area) continue;
                        const float way = map.way_to(exit, at);
                        if (way <= 3.0f) {
                            ASSERT_LE(worth(at), worth_of_mouth + 1e-3f);
                        }
                        if (way == 0.0f) {
                            side = {glm::min(side.low, at), glm::max(side.high, at)};
                            room = std::max(room, room_at(ground, at));
                        }
                        float least = way == 0.0f ? 0.0f : 1e9f;
                        for (int bit = 0; bit < 8; ++bit) {
                            if ((ground.steps(x, y) >> bit & 1) == 0) continue;
                            const int number = bit < 4 ? bit : bit + 1, dx = number % 3 - 1, dy = number / 3 - 1;
                            const Vec2 beside = ground.middle(static_cast<uint32_t>((y + dy) * columns + x + dx));
                            if (map.area_at(beside) != area) continue;
                            least = std::min(least, map.way_to(exit, beside) + (dx != 0 && dy != 0 ? 1.4f : 1.0f));
                        }
                        ASSERT_NEAR(way, least, 1e-3f) << "map " << i << ", cell " << x << ", " << y;
                    }
                Seen& both = seen[exit.crossing];
                both = {glm::min(both.low, glm::min(side.low, mouth)), glm::max(both.high, glm::max(side.high, mouth)),
                        std::min({both.width, test::length(side.low, side.high) + 1.0f, 2.0f * room})};
            }
        for (size_t k = 0; k < seen.size(); ++k) {
            const CrossingMap::Crossing& crossing = map.crossings()[k];
            EXPECT_NEAR(crossing.width, seen[k].width, 1e-3f);
            EXPECT_EQ(crossing.low, seen[k].low - Vec2(3.0f, 3.0f));
            EXPECT_EQ(crossing.high, seen[k].high + Vec2(3.0f, 3.0f));
        }
    }
    EXPECT_GT(crossings, 100u);
}

TEST(CrossingMap, TheFewEntrancesThatAreKeptAreTheBestWhateverTheGoalAndTheWaits) {
    std::mt19937 random(11);
    size_t pairs = 0, kept = 0, all = 0;
    double longer = 0.0;
    for (int i = 0; i < test::repetitions(20, 20, 5); ++i) {
        const GridMap ground = test::grainy_map(random, 90, 90, 6);
        const CrossingMap map(ground);
        const size_t crossings = map.crossings().size();
        const std::vector<uint8_t> open(crossings, 0);
        const auto ways = ways_on(map, open);
        float widest = 0.0f;
        for (const CrossingMap::Crossing& crossing : map.crossings()) widest = std::max(widest, crossing.width);
        std::vector<float> waits(crossings);
        for (float& wait : waits) wait = random() % 3 == 0 ? static_cast<float>(random() % 60) : 0.0f;
        for (uint16_t area = 0; area < map.area_count(); ++area)
            for (const CrossingMap::Exit& exit : map.exits(area))
                for (uint16_t other = 0; other < map.area_count(); ++other) {
                    if (other == area || map.exits(other).empty()) continue;
                    Vector<CrossingMap::Entrance> scratch, entrances, without_waits;
                    map.find_entrances(ways, exit, other, no_wait, scratch, without_waits);
                    map.find_entrances(
                        ways, exit, other, [&](uint32_t crossing) { return waits[crossing]; }, scratch, entrances);
                    ++pairs;
                    kept += without_waits.size();
                    all += map.exits(other).size();
                    const Vec2 at = map.crossings()[map.exits(other)[random() % map.exits(other).size()].crossing]
                                        .mouths[random() % 2];
                    if (map.area_at(at) != other) continue;
                    Vector<float> from_point;
                    map.ways_to_exits(other, at, from_point);
                    for (const float before : {0.0f, 5.0f, 1e6f}) {
                        float least = CrossingMap::unreachable;
                        for (const CrossingMap::Exit& last : map.exits(other))
                            if (const uint32_t cost = ways[exit.number * crossings + last.crossing]; cost != ~0u)
                                least = std::min(least, map.way_to(last, at) + std::max(static_cast<float>(cost) * 0.2f,
                                                                                        waits[last.crossing] - before));
                        const float way = map.way_on(entrances, from_point, before);
                        ASSERT_GE(way, least - 1e-3f);
                        longer += way - least;
                        ASSERT_LE(way, 1.1f * least + 3.0f * widest) << "ways begin in the middles of crossings";
                    }
                }
    }
    EXPECT_LT(longer / static_cast<double>(pairs), 1.0) << "m, on the mean";
    std::printf("%.2f of %.2f entrances\n", static_cast<double>(kept) / static_cast<double>(pairs),
                static_cast<double>(all) / static_cast<double>(pairs));
    EXPECT_GT(all, 3 * kept) << "so a choice takes time in proportion to the exits";
}

TEST(CrossingMap, MoreIslandsThanNumbersHaveNoCrossings) {
    constexpr int side = 512; // a chessboard, of which each white cell is an island
    std::vector<uint8_t> walkable(side * side);
    for (int i = 0; i < side * side; ++i) walkable[static_cast<size_t>(i)] = (i / side + i) % 2 == 0;
    const CrossingMap map(GridMap::create(side, side, walkable).value());
    EXPECT_TRUE(map.crossings().empty());
    EXPECT_EQ(map.area_count(), 0);
    EXPECT_EQ(map.area_at({0.5f, 0.5f}), CrossingMap::no_area);
}

} // namespace
} // namespace fray
