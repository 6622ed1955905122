// Paths over grid maps: they arrive, they are short, and they depend neither on cached fields nor on other requests.
#include "grid_routes.h"

#include "repetitions.h"
#include "route_jobs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <random>

namespace fray {
namespace {

using test::grainy_map, test::length, test::walled_map, test::in_order, test::backwards, test::threads;

struct Walkers : testing::Test {
    std::mt19937 random{23};

    Vec2 point_on(const GridMap& map) {
        for (;;) {
            const auto x = static_cast<int>(random() % static_cast<uint32_t>(map.columns()));
            const auto y = static_cast<int>(random() % static_cast<uint32_t>(map.lines()));
            if (!map.walkable(x, y)) continue;
            std::uniform_real_distribution<float> part(0.02f, 0.98f);
            return {map.low().x + (static_cast<float>(x) + part(random)) * map.cell_size(),
                    map.low().y + (static_cast<float>(y) + part(random)) * map.cell_size()};
        }
    }
    Vec2 point_near(const GridMap& map) {
        const float margin = 5.0f * map.cell_size();
        return {std::uniform_real_distribution<float>(map.low().x - margin, map.high().x + margin)(random),
                std::uniform_real_distribution<float>(map.low().y - margin, map.high().y + margin)(random)};
    }

    struct Ratio {
        double ways = 0.0, shortest = 0.0;
        int walks = 0;
    };
    /// Walks between random points. Each walk arrives and is hardly longer than the shortest path from cell to cell.
    void walk_about(const GridMap& map, int walks, float stride, Ratio& ratio) {
        GridRoutes routes(map);
        for (int i = 0; i < walks; ++i) {
            const Vec2 from = point_on(map), to = point_on(map);
            if (map.island(from) != map.island(to)) continue;
            FlowField truth(map, std::vector<uint32_t>{map.cell_at(to)});
            truth.reach(map.cell_at(from));
            const float shortest = 0.1f * map.cell_size() * static_cast<float>(truth.cost(map.cell_at(from)));
            const test::Walk walked = test::walk(routes, map, from, to, stride * map.cell_size(),
                                                 3.0f * shortest + 100.0f * map.cell_size(), true);
            ASSERT_TRUE(walked.arrived) << from.x << " " << from.y << " to " << to.x << " " << to.y << ", way "
                                        << walked.way << " of " << shortest;
            EXPECT_LE(walked.way, 1.1f * shortest + 12.0f * map.cell_size())
                << from.x << " " << from.y << " to " << to.x << " " << to.y;
            ratio.ways += walked.way / map.cell_size();
            ratio.shortest += shortest / map.cell_size();
            ++ratio.walks;
        }
    }
};

TEST_F(Walkers, ArriveByShortPaths) {
    Ratio ratio;
    for (int i = 0; i < 60; ++i) {
        const int columns = 1 + static_cast<int>(random() % 150), lines = 1 + static_cast<int>(random() % 150);
        const float cell = i % 3 == 0 ? 0.4f : 1.0f;
        const Vec2 low = i % 2 == 0 ? Vec2{} : Vec2{-300.0f, 77.5f};
        const bool grainy = i % 4 == 0;
        const GridMap map = grainy
                                ? grainy_map(random, columns, lines, static_cast<unsigned>(random() % 40), cell, low)
                                : walled_map(random, columns, lines, static_cast<unsigned>(random() % 80), cell, low);
        walk_about(map, 20, i % 5 == 0 ? 1.7f : 0.3f, ratio);
    }
    EXPECT_GT(ratio.walks, 500);
    EXPECT_LE(ratio.ways, 1.02 * ratio.shortest);
    RecordProperty("ways_per_shortest", std::to_string(ratio.ways / ratio.shortest));
}

TEST_F(Walkers, ArriveOnMapsOfRealGames) {
    const char* const folder = std::getenv("FRAY_MAPS");
    if (folder == nullptr) GTEST_SKIP() << "FRAY_MAPS does not name a folder with MovingAI's maps";
    for (const char* const name : {"den312d", "Boston_0_256", "BigGameHunters", "icecrown"}) {
        Ratio ratio;
        walk_about(GridMap::load(std::string(folder) + "/" + name + ".map").value(), 40, 0.5f, ratio);
        EXPECT_GT(ratio.walks, 20) << name;
        EXPECT_LE(ratio.ways, 1.04 * ratio.shortest) << name;
    }
}

bool same(const std::vector<Route>& a, const std::vector<Route>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Route& x, const Route& y) {
        return x.waypoint == y.waypoint && x.found == y.found && x.from == y.from && x.to == y.to;
    });
}

GridMap open_map(int columns, int lines) {
    const auto cells = static_cast<size_t>(columns) * static_cast<size_t>(lines);
    return GridMap::create(columns, lines, std::vector<uint8_t>(cells, 1)).value();
}

GridMap with_path_memory(GridMap map, uint64_t bytes) {
    map.set_path_memory(bytes);
    return map;
}

TEST_F(Walkers, PathMemoryGrowsWithTheMapAndIsKeptByItsCopies) {
    EXPECT_EQ(open_map(10, 10).path_memory(), 256u << 20);
    EXPECT_EQ(open_map(1200, 1000).path_memory(), 256u * 1200 * 1000);
    const GridMap map = with_path_memory(open_map(20, 20), 5'000'000);
    EXPECT_EQ(map.shifted({1.0f, 0.0f}).path_memory(), 5'000'000u);
    const Obstacle obstacle{.at = {5.0f, 5.0f}};
    const ChangedGround changed = map.with_obstacles({&obstacle, 1}, {&obstacle, 1}, map);
    EXPECT_EQ(static_cast<const GridMap&>(*changed.ground).path_memory(), 5'000'000u);
}

TEST_F(Walkers, AnswersDependOnTheRequestAlone) {
    constexpr int maps = test::repetitions(6, 2, 2); // of both kinds
    for (int i = 0; i < maps; ++i) {
        const GridMap map = i % 2 == 0 ? walled_map(random, 140, 110, 40) : grainy_map(random, 90, 150, 30);
        std::vector<Route> asked;
        for (int k = 0; k < 300; ++k)
            asked.push_back(
                {k % 7 == 0 ? point_near(map) : point_on(map), k % 5 == 0 ? point_near(map) : point_on(map)});
        GridRoutes alone(map);
        std::vector<Route> truth = asked;
        for (Route& route : truth) alone.find(in_order, {&route, 1});

        const GridMap without_memory = with_path_memory(map, 0), with_little = with_path_memory(map, 100'000);
        GridRoutes together(map), forgetful(without_memory), small(with_little), split(map);
        for (GridRoutes* const finder : {&together, &forgetful, &small}) {
            for (const RouteJobs& jobs : {in_order, backwards, threads}) {
                std::vector<Route> found = asked;
                finder->find(jobs, found);
                EXPECT_TRUE(same(found, truth));
            }
        }
        EXPECT_EQ(forgetful.fields(), 0u);
        EXPECT_GT(forgetful.fields_made(), 2 * together.fields_made());
        EXPECT_LE(small.memory(), 400'000u + 4 * 140 * 110);
        std::vector<size_t> order(asked.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::shuffle(order.begin(), order.end(), random);
        for (size_t begin = 0; begin < order.size();) {
            const size_t end = std::min(order.size(), begin + 1 + random() % 60);
            std::vector<Route> part;
            for (size_t k = begin; k < end; ++k) part.push_back(asked[order[k]]);
            split.find(threads, part);
            for (size_t k = begin; k < end; ++k) EXPECT_TRUE(same({part[k - begin]}, {truth[order[k]]}));
            begin = end;
        }
    }
}

TEST_F(Walkers, UnreachableGoalsLeadToTheNearestReachablePoint) {
    const GridMap map = GridMap::create(5, 3,
                                        {1, 1, 1, 0, 1, //
                                         1, 0, 1, 0, 1, //
                                         1, 1, 1, 0, 1})
                            .value();
    GridRoutes routes(map);
    const auto goes = [&](Vec2 from, Vec2 to) {
        Route route{from, to};
        routes.find(in_order, {&route, 1});
        EXPECT_TRUE(route.found);
        return route.waypoint;
    };
    EXPECT_EQ(goes({0.5f, 0.5f}, {2.5f, 0.25f}), (Vec2{2.5f, 0.25f}));
    // Goals on the other island, in a wall, and off the map.
    const Vec2 shore = goes({2.5f, 1.5f}, {4.5f, 2.25f});
    EXPECT_NEAR(shore.x, 3.0f, 0.02f);
    EXPECT_NEAR(shore.y, 2.25f, 0.02f);
    EXPECT_NEAR(goes({2.5f, 0.5f}, {3.5f, 1.5f}).y, 1.5f, 0.02f);
    EXPECT_NEAR(goes({0.5f, 0.5f}, {-90.0f, 0.75f}).x, 0.0f, 0.02f);
    // There is no path from a point that is not walkable.
    for (const Vec2 from : {Vec2{1.5f, 1.5f}, Vec2{-1.0f, 0.0f}, Vec2{NAN, 1.0f}}) {
        Route route{from, {0.5f, 0.5f}};
        routes.find(in_order, {&route, 1});
        EXPECT_FALSE(route.found);
    }
}

TEST_F(Walkers, PathsToOneGoalShareAField) {
    const GridMap map = walled_map(random, 200, 200, 20);
    GridRoutes routes(map);
    const Vec2 goal = point_on(map);
    std::vector<Route> asked;
    for (int i = 0; i < 2000; ++i) asked.push_back({point_on(map), goal});
    routes.find(threads, asked);
    EXPECT_LE(routes.fields_made(), 3u);
    // Goals nearby use the same fields.
    for (Route& route : asked)
        if (length(route.from, goal) > 100.0f) route.to = {route.to.x + 0.3f, route.to.y};
    routes.find(threads, asked);
    EXPECT_LE(routes.fields_made(), 6u);
}

TEST_F(Walkers, KeepsWithinItsMemoryLimit) {
    const GridMap map = with_path_memory(walled_map(random, 150, 150, 25), 1u << 20);
    GridRoutes routes(map);
    for (int i = 0; i < test::repetitions(20, 20, 6); ++i) {
        std::vector<Route> asked;
        for (int k = 0; k < 50; ++k) asked.push_back({point_on(map), point_on(map)});
        routes.find(in_order, asked);
        EXPECT_LE(routes.memory(), (1u << 20) + 4 * 150 * 150 + 100'000u);
    }
    EXPECT_GT(routes.fields(), 0u);
}

TEST_F(Walkers, RoomsAreTheConnectedPartsOfATile) {
    for (int i = 0; i < 30; ++i) {
        const GridMap map = grainy_map(random, 1 + static_cast<int>(random() % 70), 1 + static_cast<int>(random() % 70),
                                       static_cast<unsigned>(random() % 60));
        const uint32_t side = i % 2 == 0 ? 8 : 32, columns = static_cast<uint32_t>(map.columns());
        const Rooms rooms(map, side);
        for (uint32_t cell = 0; cell < columns * static_cast<uint32_t>(map.lines()); ++cell) {
            const uint32_t x = cell % columns, y = cell / columns;
            if (!map.walkable(static_cast<int>(x), static_cast<int>(y))) continue;
            Vector<uint32_t> cells;
            rooms.cells_of(rooms.room_of(cell), cells);
            EXPECT_EQ(cells.front(), rooms.room_of(cell));
            EXPECT_TRUE(std::binary_search(cells.begin(), cells.end(), cell));
            // A walkable neighbour is in the same room exactly if it is in the same tile.
            for (const auto& [dx, dy] : {std::pair{1u, 0u}, std::pair{0u, 1u}}) {
                const uint32_t nx = x + dx, ny = y + dy;
                if (!map.walkable(static_cast<int>(nx), static_cast<int>(ny))) continue;
                EXPECT_EQ(rooms.room_of(ny * columns + nx) == rooms.room_of(cell),
                          nx / side == x / side && ny / side == y / side);
            }
        }
    }
}

} // namespace
} // namespace fray
