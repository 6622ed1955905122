// Navmeshes as ground: what is walkable, what is in sight, and how a move slides along walls. The meshes are made from
// grid maps, with which they are compared, or from hand-made tiles.
#include "fray/spatial/navmesh.h"

#include "detour_tiles.h"
#include "parsed_map.h"
#include "random_maps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fray {
namespace {

using test::grainy_map, test::HandMesh, test::length, test::parsed, test::point_near, test::two_squares,
    test::walled_map;

NavMesh made(const std::string& rows, float cell = 1.0f, Vec2 low = {}) {
    return NavMesh::from_grid(parsed(rows, cell, low)).value();
}
NavMesh made(const HandMesh& mesh) { return NavMesh::parse(test::tile_of(mesh), "hand").value(); }

TEST(NavMesh, KnowsWhetherFloorsLieOverEachOther) {
    Vec2 at{};
    EXPECT_FALSE(made(two_squares()).has_floors(&at));
    std::mt19937 random(1);
    EXPECT_FALSE(NavMesh::from_grid(grainy_map(random, 40, 30, 20)).value().has_floors(&at));
    ASSERT_TRUE(made(test::two_squares_and_a_deck()).has_floors(&at));
    EXPECT_TRUE(at.x >= 18.0f && at.x <= 20.0f && at.y >= 2.0f && at.y <= 8.0f) << at.x << " " << at.y;
}

// ---- Made from a grid map -------------------------------------------------------------------------------------------

TEST(NavMesh, WallsKeepTheRadiusAway) {
    const GridMap map = parsed(".......\n"
                               ".......\n"
                               ".......\n"
                               "...@...\n"
                               ".......\n"
                               ".......\n"
                               ".......\n");
    for (const float radius : {0.1f, 0.25f, 0.4f, 0.5f, 1.0f, 1.3f}) {
        const NavMesh mesh = NavMesh::from_grid(map, radius).value();
        // The radius is rounded up by an eighth of a cell at most.
        EXPECT_FALSE(mesh.walkable({radius - 0.01f, 3.5f}));
        EXPECT_TRUE(mesh.walkable({radius + 0.13f, 3.5f}));
        EXPECT_FALSE(mesh.walkable({3.0f - radius + 0.01f, 3.5f}));
        EXPECT_TRUE(mesh.walkable({3.0f - radius - 0.13f, 3.5f}));
        EXPECT_FALSE(mesh.walkable({3.0f - radius + 0.01f, 3.0f - radius + 0.01f})) << "corners stay square";
    }
    EXPECT_NEAR(NavMesh::from_grid(map, 0.4f)->low().x, 0.4f, 1e-5f) << "two fifths of a cell";
    for (const Vec2 nowhere : {Vec2{NAN, 11.0f}, Vec2{1e30f, -1e30f}})
        EXPECT_FALSE(NavMesh::from_grid(map, 0.4f)->walkable(nowhere)) << nowhere.x;
    EXPECT_EQ(NavMesh::from_grid(map, 3.6f).error(), Error::out_of_range) << "nothing is left";
    EXPECT_EQ(NavMesh::from_grid(map, -0.1f).error(), Error::out_of_range);
    EXPECT_EQ(NavMesh::from_grid(map, NAN).error(), Error::out_of_range);
    EXPECT_EQ(NavMesh::from_grid(map, 0.0f, {.search_nodes = 15}).error(), Error::out_of_range);
    EXPECT_EQ(NavMesh::from_grid(map, 0.0f, {.search_nodes = 1048577}).error(), Error::out_of_range);
}

TEST(NavMesh, ItsEdgeIsAWallUnlessItsGapsAreOpen) {
    const GridMap plain = parsed("..@..\n"
                                 "..@..\n"
                                 ".....\n");
    const GridMap wet = parsed("..@..\n"
                               "..W..\n"
                               ".....\n");
    struct Case {
        const GridMap& map;
        bool open_gaps, wall, water;
    };
    for (const Case& one : {Case{plain, false, false, false}, {plain, true, true, true}, {wet, false, false, true}}) {
        const NavMesh mesh = NavMesh::from_grid(one.map, 0.2f, {.open_gaps = one.open_gaps}).value();
        std::vector<std::byte> bytes;
        ASSERT_TRUE(mesh.write(&bytes));
        const auto read = NavMesh::read(bytes);
        ASSERT_NE(read, nullptr);
        for (const NavMesh* ground : {&mesh, read.get()}) {
            EXPECT_FALSE(ground->clear({0.5f, 1.5f}, {4.5f, 1.5f}));
            EXPECT_EQ(ground->lets_through({0.5f, 2.5f}, {4.5f, 2.5f}), one.wall);
            EXPECT_EQ(ground->lets_through({0.5f, 1.5f}, {4.5f, 1.5f}), one.water);
            EXPECT_TRUE(ground->lets_through({0.5f, 0.5f}, {4.5f, 0.5f}));
        }
    }
}

TEST(NavMesh, AMoveIntoAWallSlidesAlongIt) {
    const NavMesh mesh = made("....\n"
                              "@@..\n"
                              "....\n");
    const float hair = mesh.hair();
    EXPECT_EQ(mesh.slide({0.5f, 0.5f}, {1.0f, 0.7f}), (Vec2{1.0f, 0.7f}));
    const Vec2 along = mesh.slide({0.5f, 0.9f}, {0.8f, 1.2f});
    EXPECT_NEAR(along.x, 0.8f, 1e-3f);
    EXPECT_NEAR(along.y, 1.0f - hair, 1e-4f);
    // Along the wall and past its end.
    Vec2 at = {1.5f, 0.9f};
    for (int i = 0; i < 20; ++i) at = mesh.slide(at, {at.x + 0.05f, at.y + 0.02f});
    EXPECT_NEAR(at.x, 2.5f, 0.01f);
    EXPECT_GT(at.y, 1.1f);
    // Into the corner of the room and no farther.
    for (int i = 0; i < 20; ++i) at = mesh.slide(at, {at.x + 1.0f, at.y - 0.7f});
    EXPECT_NEAR(at.x, 4.0f - hair, 2e-3f);
    EXPECT_NEAR(at.y, hair, 2e-3f);
    EXPECT_EQ(mesh.slide({0.5f, 1.5f}, {0.5f, 0.5f}), (Vec2{0.5f, 1.5f})) << "from a position that is not walkable";
    EXPECT_EQ(mesh.slide({0.5f, 0.5f}, {NAN, 0.5f}), (Vec2{0.5f, 0.5f}));
}

TEST(NavMesh, AMoveThatMeetsACornerPassesIt) {
    // A blocked cell lies ahead, with its corner on the line of the move or close to it. The move passes it and does
    // not get stuck.
    const NavMesh mesh = made(".....\n"
                              "..@..\n"
                              ".....\n");
    for (const float y : {0.99f, 0.999f, 1.0f, 2.0f, 2.001f, 2.01f}) {
        Vec2 at = {1.5f, y};
        if (!mesh.walkable(at)) continue;
        for (int i = 0; i < 100 && at.x < 3.5f; ++i)
            at = mesh.slide(at, {at.x + 0.05f, at.y + (y < 1.5f ? -0.002f : 0.002f)});
        EXPECT_GE(at.x, 3.5f) << y;
    }
}

TEST(NavMesh, ReportsWallsWithinReachTheNearestFirst) {
    const NavMesh mesh = made(".....\n"
                              ".....\n"
                              "..@..\n"
                              ".....\n"
                              ".....\n");
    Wall walls[Ground::max_walls];
    EXPECT_EQ(mesh.walls({1.2f, 1.2f}, 0.2f, walls), 0u);
    ASSERT_EQ(mesh.walls({1.8f, 2.5f}, 0.5f, walls), 1u);
    EXPECT_EQ(walls[0].normal, (Vec2{1.0f, 0.0f}));
    EXPECT_NEAR(walls[0].distance, 0.2f, 2e-3f);
    // Diagonally before a convex corner: the wall is at right angles to the line to the corner.
    ASSERT_EQ(mesh.walls({1.7f, 1.7f}, 0.5f, walls), 1u);
    EXPECT_NEAR(walls[0].normal.x, std::sqrt(0.5f), 1e-4f);
    EXPECT_NEAR(walls[0].normal.y, std::sqrt(0.5f), 1e-4f);
    EXPECT_NEAR(walls[0].distance, 0.3f * std::sqrt(2.0f), 2e-3f);
    // In front of a wall of the cell only that wall counts.
    ASSERT_EQ(mesh.walls({2.1f, 1.7f}, 0.5f, walls), 1u);
    EXPECT_EQ(walls[0].normal, (Vec2{0.0f, 1.0f}));
    // In a corner of the room both walls count, the nearer first.
    ASSERT_EQ(mesh.walls({0.2f, 0.1f}, 0.5f, walls), 2u);
    EXPECT_EQ(walls[0].normal, (Vec2{0.0f, -1.0f}));
    EXPECT_EQ(walls[1].normal, (Vec2{-1.0f, 0.0f}));
}

// ---- Random maps ----------------------------------------------------------------------------------------------------

struct RandomMeshes : testing::Test {
    std::mt19937 random{29};

    uint32_t dice(uint32_t sides) { return static_cast<uint32_t>(random() % sides); }

    template <typename Check> void for_maps(Check&& check) {
        for (const int side : {1, 2, 7, 30, 90, 150})
            for (const float cell : {1.0f, 0.3f, 4.0f})
                for (const Vec2 low : {Vec2{}, Vec2{-1000.7f, 77.3f}, Vec2{12000.5f, -16100.25f}}) {
                    const int lines = 1 + static_cast<int>(dice(static_cast<uint32_t>(side)));
                    const GridMap map = dice(2) == 0 ? grainy_map(random, side, lines, dice(60), cell, low)
                                                     : walled_map(random, side, lines, dice(60), cell, low);
                    check(map, NavMesh::from_grid(map).value());
                    if (HasFatalFailure()) return;
                }
    }
};

/// True if the point is farther than `hair` from the sides of its cell, so that rounding cannot put it on the other
/// side.
bool well_inside(const GridMap& map, Vec2 at, float hair) {
    const uint32_t cell = map.cell_at(at);
    if (cell == GridMap::no_cell)
        return at.x < map.low().x - hair || at.y < map.low().y - hair || at.x > map.high().x + hair ||
               at.y > map.high().y + hair;
    const Vec2 middle = map.middle(cell);
    return std::max(std::abs(at.x - middle.x), std::abs(at.y - middle.y)) < 0.5f * map.cell_size() - hair;
}

TEST_F(RandomMeshes, IslandsEqualThoseOfTheMap) {
    for_maps([&](const GridMap& map, const NavMesh& mesh) {
        ASSERT_EQ(mesh.island_count(), map.island_count());
        std::map<uint32_t, uint32_t> same;
        std::vector<Vec2> points;
        for (int i = 0; i < 500; ++i) {
            const Vec2 at = point_near(random, map);
            if (!well_inside(map, at, 4.0f * mesh.hair())) continue;
            points.push_back(at);
            const uint32_t in_map = map.island(at), in_mesh = mesh.island(at);
            ASSERT_EQ(in_map == Ground::no_island, in_mesh == Ground::no_island) << at.x << " " << at.y;
            ASSERT_EQ(same.emplace(in_map, in_mesh).first->second, in_mesh);
        }
        std::vector<uint32_t> all(points.size());
        mesh.islands(points, all);
        for (size_t i = 0; i < points.size(); ++i) ASSERT_EQ(all[i], mesh.island(points[i]));
    });
}

/// True if the line from `a` to `b` comes close to a wall.
bool comes_near(const NavMesh& mesh, Vec2 a, Vec2 b) {
    const int steps = 2 + static_cast<int>(length(a, b) / mesh.hair());
    for (int i = 0; i <= steps; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(steps);
        Wall walls[Ground::max_walls];
        if (mesh.walls({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}, 3.0f * mesh.hair(), walls) > 0) return true;
    }
    return false;
}

TEST_F(RandomMeshes, NoMoveLeavesTheMesh) {
    for_maps([&](const GridMap& map, const NavMesh& mesh) {
        for (int i = 0; i < 100; ++i) {
            Vec2 at{};
            ASSERT_TRUE(mesh.nearest(point_near(random, map), 1e6f, &at));
            const uint32_t island = mesh.island(at);
            const float stride = map.cell_size() * (dice(2) == 0 ? 3.0f : 0.05f);
            const Vec2 drift = {0.01f * static_cast<float>(dice(200)) - 1.0f,
                                0.01f * static_cast<float>(dice(200)) - 1.0f};
            for (int step = 0; step < 50; ++step) {
                Vec2 to = {at.x + stride * drift.x, at.y + stride * drift.y};
                if (dice(8) == 0) to = point_near(random, map);
                const Vec2 before = at;
                at = mesh.slide(at, to);
                ASSERT_NE(island, Ground::no_island);
                ASSERT_EQ(mesh.island(at), island) << before.x << " " << before.y << " to " << to.x << " " << to.y;
                ASSERT_LE(length(before, at), length(before, to) * 1.001f + 4.0f * mesh.hair());
                if (mesh.clear(before, to) && at != to) {
                    ASSERT_TRUE(comes_near(mesh, before, to)) << "only walls stop a move";
                }
            }
        }
    });
}

TEST_F(RandomMeshes, SightEqualsThatOfTheMap) {
    int different = 0, alike = 0;
    for_maps([&](const GridMap& map, const NavMesh& mesh) {
        for (int i = 0; i < 300; ++i) {
            const Vec2 a = point_near(random, map), b = point_near(random, map);
            if (!well_inside(map, a, 4.0f * mesh.hair()) || !well_inside(map, b, 4.0f * mesh.hair())) continue;
            ASSERT_EQ(mesh.clear(a, b), mesh.clear(b, a));
            (mesh.clear(a, b) == map.clear(a, b) ? alike : different) += 1;
        }
    });
    EXPECT_GT(alike, 10000);
    EXPECT_LT(different, 5) << "but right at a corner";
}

TEST_F(RandomMeshes, TheNearestWalkablePointEqualsThatOfTheMap) {
    for_maps([&](const GridMap& map, const NavMesh& mesh) {
        for (int i = 0; i < 100; ++i) {
            const Vec2 at = point_near(random, map);
            Vec2 in_map{}, in_mesh{};
            ASSERT_TRUE(map.nearest(at, 1e6f, &in_map));
            ASSERT_TRUE(mesh.nearest(at, 1e6f, &in_mesh));
            ASSERT_TRUE(mesh.walkable(in_mesh));
            ASSERT_NEAR(length(at, in_map), length(at, in_mesh), 0.05f * map.cell_size() + 4.0f * mesh.hair());
            const uint32_t island = dice(mesh.island_count());
            ASSERT_TRUE(mesh.nearest(at, 1e6f, &in_mesh, island));
            ASSERT_EQ(mesh.island(in_mesh), island);
            const float distance = length(at, in_mesh);
            if (distance > 0.1f) {
                Vec2 none{};
                ASSERT_FALSE(mesh.nearest(at, distance * 0.9f, &none, island));
            }
        }
    });
}

TEST_F(RandomMeshes, AStepWithinTheReportedWallsStaysOnTheMesh) {
    int walled = 0;
    for_maps([&](const GridMap& map, const NavMesh& mesh) {
        for (int i = 0; i < 300; ++i) {
            Vec2 at{};
            ASSERT_TRUE(mesh.nearest(point_near(random, map), 1e6f, &at));
            const float reach = 0.5f * map.cell_size();
            Wall walls[Ground::max_walls];
            const uint32_t count = mesh.walls(at, reach, walls);
            walled += count != 0;
            for (uint32_t k = 0; k < count; ++k) {
                ASSERT_NEAR(length({}, walls[k].normal), 1.0f, 1e-5f);
                ASSERT_GE(walls[k].distance, 0.0f);
            }
            for (int step = 0; step < 20; ++step) {
                const float turn = 0.01f * static_cast<float>(dice(629)),
                            far = reach * 0.01f * static_cast<float>(dice(100));
                const Vec2 way = {far * std::cos(turn), far * std::sin(turn)};
                bool keeps = true;
                for (uint32_t k = 0; k < count; ++k)
                    keeps = keeps && walls[k].normal.x * way.x + walls[k].normal.y * way.y <= walls[k].distance;
                const Vec2 to = {at.x + way.x, at.y + way.y};
                if (keeps && count < Ground::max_walls) {
                    ASSERT_TRUE(mesh.clear(at, to)) << at.x << " " << at.y << " to " << to.x << " " << to.y;
                }
            }
        }
    });
    EXPECT_GT(walled, 1000);
}

// ---- Made by hand ---------------------------------------------------------------------------------------------------

TEST(HandNavMesh, PolygonsWithoutFlagsAreNotWalkable) {
    HandMesh mesh = two_squares();
    EXPECT_EQ(made(mesh).polygon_count(), 2u);
    EXPECT_TRUE(made(mesh).clear({5.0f, 5.0f}, {15.0f, 5.0f}));
    mesh.flags = {1, 0};
    const NavMesh one = made(mesh);
    EXPECT_EQ(one.polygon_count(), 1u);
    EXPECT_FALSE(one.walkable({15.0f, 5.0f}));
    EXPECT_NEAR(one.slide({5.0f, 5.0f}, {15.0f, 5.0f}).x, 10.0f, 0.01f);
}

TEST(HandNavMesh, PolygonsMayBeClockwiseOrCounterClockwise) {
    HandMesh mesh = two_squares();
    for (auto& polygon : mesh.polygons) std::reverse(polygon.begin(), polygon.end());
    const NavMesh turned = made(mesh);
    EXPECT_EQ(turned.island_count(), 1u);
    EXPECT_TRUE(turned.clear({5.0f, 5.0f}, {15.0f, 5.0f}));
    EXPECT_NEAR(turned.slide({5.0f, 5.0f}, {5.0f, 25.0f}).y, 10.0f, 0.01f);
}

/// The second square is higher than an agent can climb and has an edge of its own: a cliff.
TEST(HandNavMesh, CliffsAreWalls) {
    HandMesh mesh;
    mesh.corners = {0, 0, 0, 100, 0, 0, 0, 0, 100, 100, 0, 100, 100, 30, 0, 200, 30, 0, 100, 30, 100, 200, 30, 100};
    mesh.polygons = {{0, 2, 3, 1}, {4, 6, 7, 5}};
    const NavMesh cliff = made(mesh);
    EXPECT_EQ(cliff.island_count(), 2u);
    EXPECT_FALSE(cliff.clear({5.0f, 5.0f}, {15.0f, 5.0f}));
    Vec2 low = {5.0f, 5.0f}, high = {15.0f, 5.0f};
    for (int i = 0; i < 50; ++i) {
        low = cliff.slide(low, {low.x + 0.3f, low.y + 0.01f});
        high = cliff.slide(high, {high.x - 0.3f, high.y + 0.01f});
    }
    EXPECT_EQ(cliff.island(low), cliff.island({5.0f, 5.0f}));
    EXPECT_EQ(cliff.island(high), cliff.island({15.0f, 5.0f}));
    EXPECT_NEAR(low.x, 10.0f, 0.01f);
    EXPECT_NEAR(high.x, 10.0f, 0.01f);
    EXPECT_NEAR(low.y, 5.5f, 0.01f);
    // And away from the wall again.
    EXPECT_LT(cliff.slide(low, {9.0f, 5.0f}).x, 9.1f);
}

TEST(HandNavMesh, FloorsAboveEachOtherAreOneFloor) {
    const NavMesh bridge = made(test::deck_over_a_road());
    EXPECT_EQ(bridge.island_count(), 1u);
    EXPECT_TRUE(bridge.clear({1.0f, 5.0f}, {19.0f, 5.0f})) << "under the deck";
    EXPECT_TRUE(bridge.clear({10.0f, 1.0f}, {10.0f, 9.0f})) << "over the road";
    EXPECT_FALSE(bridge.clear({1.0f, 5.0f}, {10.0f, 9.0f}));
    Wall walls[Ground::max_walls];
    EXPECT_EQ(bridge.walls({7.9f, 5.0f}, 0.5f, walls), 0u) << "where the deck's edge crosses the road";
    EXPECT_EQ(bridge.walls({10.0f, 4.0f}, 0.5f, walls), 0u);
    EXPECT_GE(bridge.walls({7.9f, 4.1f}, 0.5f, walls), 1u) << "the road's edge, up to the deck";
    Vec2 at = {1.0f, 5.0f};
    for (int i = 0; i < 300; ++i) at = bridge.slide(at, {at.x + 0.1f, at.y});
    EXPECT_NEAR(at.x, 20.0f, 0.01f);
}

TEST(HandNavMesh, TilesAreJoinedWhereTheirEdgesOverlap) {
    const NavMesh mesh = NavMesh::parse(test::two_tiles(), "set").value();
    EXPECT_EQ(mesh.polygon_count(), 3u);
    EXPECT_EQ(mesh.island_count(), 1u);
    for (const float y : {3.1f, 5.0f, 6.1f, 6.9f}) EXPECT_TRUE(mesh.clear({9.0f, y}, {11.0f, y})) << y;
    EXPECT_FALSE(mesh.clear({9.0f, 2.5f}, {10.5f, 3.1f}));
    EXPECT_FALSE(mesh.clear({11.0f, 7.1f}, {9.0f, 7.0f}));
    EXPECT_NEAR(mesh.slide({9.0f, 2.0f}, {11.0f, 2.0f}).x, 10.0f, 0.01f);
    EXPECT_NEAR(mesh.slide({11.0f, 8.0f}, {9.0f, 8.0f}).x, 10.0f, 0.01f);
    EXPECT_EQ(mesh.slide({9.0f, 5.0f}, {11.0f, 5.0f}), (Vec2{11.0f, 5.0f}));
}

TEST(HandNavMesh, OffMeshConnectionsAreIgnored) {
    HandMesh mesh = two_squares();
    for (size_t i = 3; i < mesh.corners.size(); i += 3)
        if (mesh.corners[i] == 200) mesh.corners[i] = 300;
    mesh.corners.insert(mesh.corners.end(), {200, 0, 0, 200, 0, 100});
    mesh.polygons = {{0, 3, 4, 1}, {6, 7, 5, 2}};
    mesh.jump = {9.5f, 0.0f, 5.0f, 20.5f, 0.0f, 5.0f};
    const NavMesh apart = made(mesh);
    EXPECT_EQ(apart.polygon_count(), 2u);
    EXPECT_EQ(apart.island_count(), 2u);
    EXPECT_FALSE(apart.walkable({15.0f, 5.0f}));
}

} // namespace
} // namespace fray
