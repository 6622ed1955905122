// Obstacles on navmeshes: the changed mesh is the mesh that would be made anew, no point under an obstacle is walkable,
// all others are as before, and paths lead round obstacles.
#include "detour_tiles.h"
#include "route_jobs.h"

#include "fray/spatial/navmesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fray {
namespace {

using test::grainy_map, test::HandMesh, test::in_order, test::length, test::point_near, test::walled_map;

/// How far a point is inside an obstacle, m; below 0: outside.
double depth_in(const Obstacle& obstacle, Vec2 at) {
    const double length = std::hypot(double{obstacle.axis.x}, double{obstacle.axis.y});
    const double x = double{obstacle.axis.x} / length, y = double{obstacle.axis.y} / length;
    const double dx = double{at.x} - double{obstacle.at.x}, dy = double{at.y} - double{obstacle.at.y};
    return std::min(double{obstacle.half_extents.x} - std::abs(dx * x + dy * y),
                    double{obstacle.half_extents.y} - std::abs(dy * x - dx * y));
}

/// A mesh on which obstacles are set and removed.
struct Site : test::Site<NavMesh> {
    using test::Site<NavMesh>::Site;

    std::shared_ptr<const NavMesh> anew() const {
        return std::static_pointer_cast<const NavMesh>(bare->with_obstacles(obstacles, obstacles, *bare).ground);
    }
    /// The depth of a point in the obstacle in which it is deepest.
    double deepest(Vec2 at) const {
        double most = -1e9;
        for (const Obstacle& obstacle : obstacles) most = std::max(most, depth_in(obstacle, at));
        return most;
    }
};

struct NavMeshObstacles : testing::TestWithParam<unsigned> {
    std::mt19937 random{GetParam()};

    uint32_t dice(uint32_t sides) { return static_cast<uint32_t>(random() % sides); }
    float between(float least, float most) { return std::uniform_real_distribution<float>(least, most)(random); }
    GridMap any_map(int most_side) {
        const auto side = [&] { return 1 + static_cast<int>(dice(static_cast<uint32_t>(most_side))); };
        const float cell = dice(2) == 0 ? 1.0f : between(0.3f, 3.0f);
        Vec2 low = {between(-50.0f, 50.0f), between(-50.0f, 50.0f)};
        if (dice(3) == 0) low = {std::round(low.x), std::round(low.y)};
        if (dice(8) == 0) low = {12000.5f, -16100.25f};
        return dice(3) != 0 ? walled_map(random, side(), side(), dice(60), cell, low)
                            : grainy_map(random, side(), side(), dice(50), cell, low);
    }
    /// An obstacle on the map, often with sides on those of cells, or beside another obstacle.
    Obstacle any_obstacle(const GridMap& map, std::span<const Obstacle> others) {
        const float cell = map.cell_size(), most = dice(5) == 0 ? 12.0f * cell : 2.0f * cell;
        Obstacle obstacle{.at = point_near(random, map),
                          .half_extents = {between(0.05f, most), dice(3) == 0 ? 0.05f : between(0.05f, most)}};
        const auto on_cell = [&](float v, float low) {
            return low + 0.5f * cell * std::round(2.0f * (v - low) / cell);
        };
        switch (dice(4)) {
        case 0: // on sides of cells
            obstacle.at = {on_cell(obstacle.at.x, map.low().x), on_cell(obstacle.at.y, map.low().y)};
            obstacle.half_extents = {0.5f * cell * static_cast<float>(1 + dice(6)),
                                     0.5f * cell * static_cast<float>(1 + dice(3))};
            if (dice(3) == 0) obstacle.axis = {0.0f, -2.0f};
            break;
        case 1: // turned
            obstacle.axis = {between(-1.0f, 1.0f), between(0.1f, 1.0f)};
            break;
        case 2: // turned hardly
            obstacle.axis = {1.0f, between(-1e-4f, 1e-4f)};
            break;
        default: break;
        }
        if (others.empty() || dice(3) != 0) return obstacle;
        const Obstacle& other = others[dice(static_cast<uint32_t>(others.size()))];
        switch (dice(3)) {
        case 0: // the same again
            return other;
        case 1: // side on side
            obstacle.axis = other.axis, obstacle.half_extents = {other.half_extents.x, between(0.05f, most)};
            obstacle.at = other.at;
            if (other.axis == Vec2{1.0f, 0.0f}) obstacle.at.y += other.half_extents.y + obstacle.half_extents.y;
            return obstacle;
        default: // across
            obstacle.at = other.at;
            return obstacle;
        }
    }
    void change(Site& site, const GridMap& map) {
        if (site.obstacles.empty() || dice(5) < 3)
            site.add(any_obstacle(map, site.obstacles));
        else
            site.remove(dice(static_cast<uint32_t>(site.obstacles.size())));
    }
    /// A point on the map, often beside an obstacle.
    Vec2 any_point(const Site& site, const GridMap& map) {
        if (site.obstacles.empty() || dice(2) == 0) return point_near(random, map);
        const Obstacle& obstacle = site.obstacles[dice(static_cast<uint32_t>(site.obstacles.size()))];
        const float size = length({}, obstacle.axis),
                    off = dice(2) == 0 ? 0.5f * map.cell_size() : 4.0f * site.bare->hair();
        const Vec2 along = {obstacle.axis.x / size, obstacle.axis.y / size};
        float u = between(-1.0f, 1.0f), v = dice(2) == 0 ? -1.0f : 1.0f;
        if (dice(2) == 0) std::swap(u, v);
        if (dice(4) == 0) u = std::copysign(1.0f, u), v = std::copysign(1.0f, v);
        u = u * obstacle.half_extents.x + between(-off, off), v = v * obstacle.half_extents.y + between(-off, off);
        return {obstacle.at.x + along.x * u - along.y * v, obstacle.at.y + along.y * u + along.x * v};
    }

    void expect_same(const Site& site, const GridMap& map, const NavMesh& now, const NavMesh& anew, int points) {
        ASSERT_EQ(now.polygon_count(), anew.polygon_count());
        ASSERT_EQ(now.island_count(), anew.island_count());
        const auto finder = now.routes(), new_finder = anew.routes();
        for (int k = 0; k < points; ++k) {
            const Vec2 a = any_point(site, map), b = any_point(site, map);
            ASSERT_EQ(now.island(a), anew.island(a)) << a.x << " " << a.y;
            ASSERT_EQ(now.clear(a, b), anew.clear(a, b));
            Vec2 one{}, other{};
            ASSERT_EQ(now.nearest(a, 20.0f, &one), anew.nearest(a, 20.0f, &other));
            ASSERT_EQ(one, other);
            ASSERT_EQ(now.slide(a, b), anew.slide(a, b));
            ASSERT_EQ(now.slide(one, b), anew.slide(one, b));
            Wall walls[Ground::max_walls], new_walls[Ground::max_walls];
            const uint32_t count = now.walls(a, map.cell_size(), walls);
            ASSERT_EQ(count, anew.walls(a, map.cell_size(), new_walls));
            for (uint32_t i = 0; i < count; ++i) {
                ASSERT_EQ(walls[i].normal, new_walls[i].normal);
                ASSERT_EQ(walls[i].distance, new_walls[i].distance);
            }
            if (k % 8 != 0) continue;
            Route route{.from = one, .to = b}, new_route = route;
            finder->find(in_order, {&route, 1});
            new_finder->find(in_order, {&new_route, 1});
            ASSERT_EQ(route.found, new_route.found);
            ASSERT_EQ(route.waypoint, new_route.waypoint);
        }
    }

    /// Points under obstacles are not walkable, and all others are as before.
    void expect_cut_exactly(const Site& site, const GridMap& map, int points) {
        const double hair = double{site.bare->hair()};
        for (int k = 0; k < points; ++k) {
            const Vec2 at = any_point(site, map);
            const double depth = site.deepest(at);
            if (depth > 2.0 * hair) {
                ASSERT_FALSE(site.now->walkable(at)) << at.x << " " << at.y << ", " << depth << " m inside";
            }
            if (depth < -8.0 * hair) {
                ASSERT_EQ(site.now->walkable(at), site.bare->walkable(at)) << at.x << " " << at.y << ", " << depth;
            }
        }
    }

    void expect_sound_moves(const Site& site, const GridMap& map, int count) {
        const NavMesh& mesh = *site.now;
        for (int i = 0; i < count; ++i) {
            Vec2 at = any_point(site, map);
            if (!mesh.walkable(at) && !mesh.nearest(at, 1e6f, &at)) continue;
            const uint32_t island = mesh.island(at);
            ASSERT_NE(island, Ground::no_island);
            const float stride = map.cell_size() * (dice(2) == 0 ? 3.0f : 0.05f);
            const Vec2 drift = {between(-1.0f, 1.0f), between(-1.0f, 1.0f)};
            for (int step = 0; step < 30; ++step) {
                Vec2 to = {at.x + stride * drift.x, at.y + stride * drift.y};
                if (dice(8) == 0) to = any_point(site, map);
                const Vec2 from = at;
                at = mesh.slide(at, to);
                ASSERT_EQ(mesh.island(at), island) << from.x << " " << from.y << " to " << to.x << " " << to.y;
                ASSERT_LE(length(from, at), length(from, to) * 1.001f + 4.0f * mesh.hair());
                const double depth = site.deepest(at);
                ASSERT_LT(depth, 2.0 * double{mesh.hair()});
            }
        }
    }
    /// Checks the mesh after each of so many changes.
    void expect_changes(Site& site, const GridMap& map, int changes, int same, int cut) {
        for (int i = 0; i < changes; ++i) {
            change(site, map);
            ASSERT_NE(site.now, nullptr);
            ASSERT_NO_FATAL_FAILURE(expect_same(site, map, *site.now, *site.anew(), same)) << "change " << i;
            ASSERT_NO_FATAL_FAILURE(expect_cut_exactly(site, map, cut)) << "change " << i;
            ASSERT_NO_FATAL_FAILURE(expect_sound_moves(site, map, 20)) << "change " << i;
        }
    }
    void expect_bare_again(Site& site, const GridMap& map, int points) {
        while (!site.obstacles.empty()) site.remove(dice(static_cast<uint32_t>(site.obstacles.size())));
        expect_same(site, map, *site.now, *site.bare, points);
    }
};

TEST_P(NavMeshObstacles, AChangedMeshIsAsIfMadeAnew) {
    const GridMap map = any_map(40);
    auto eroded = NavMesh::from_grid(map, dice(2) == 0 ? 0.0f : 0.2f * map.cell_size()); // there may be nothing left
    Site site(eroded ? std::move(*eroded) : NavMesh::from_grid(map).value());
    ASSERT_NO_FATAL_FAILURE(expect_changes(site, map, 14, 300, 1000));
    expect_bare_again(site, map, 2000);
}

/// Squares of `side` metres, marked by the part of the floor that they belong to. Two squares side by side belong
/// together if the way between their middles is free for brute force.
struct Raster {
    Vec2 low{};
    float side = 0.1f;
    int columns = 0, lines = 0;
    std::vector<int> marks; ///< -1: not on the floor

    Vec2 middle(int x, int y) const {
        return {low.x + (static_cast<float>(x) + 0.5f) * side, low.y + (static_cast<float>(y) + 0.5f) * side};
    }
    int mark(int x, int y) const {
        return x < 0 || y < 0 || x >= columns || y >= lines ? -1 : marks[static_cast<size_t>(y * columns + x)];
    }
};

/// Only what is `away` from obstacles, and from what is not walkable on the bare mesh, counts as floor: two points with
/// the same mark can surely reach each other. With `away` below 0 two points with different marks surely cannot.
Raster flooded(const Site& site, float side, double away) {
    Raster raster{.low = site.bare->low(), .side = side};
    raster.columns = static_cast<int>((site.bare->high().x - raster.low.x) / side) + 1;
    raster.lines = static_cast<int>((site.bare->high().y - raster.low.y) / side) + 1;
    raster.marks.assign(static_cast<size_t>(raster.columns * raster.lines), -1);
    for (int y = 0; y < raster.lines; ++y)
        for (int x = 0; x < raster.columns; ++x)
            if (const Vec2 at = raster.middle(x, y); site.bare->walkable(at) && site.deepest(at) < -away)
                raster.marks[static_cast<size_t>(y * raster.columns + x)] = 0;
    int next = 0;
    for (int y = 0; y < raster.lines; ++y)
        for (int x = 0; x < raster.columns; ++x) {
            if (raster.mark(x, y) != 0) continue;
            ++next;
            std::vector<std::pair<int, int>> open = {{x, y}};
            raster.marks[static_cast<size_t>(y * raster.columns + x)] = next;
            while (!open.empty()) {
                const auto [u, v] = open.back();
                open.pop_back();
                for (const auto& [p, q] : {std::pair{u - 1, v}, {u + 1, v}, {u, v - 1}, {u, v + 1}}) {
                    if (raster.mark(p, q) != 0 || !site.bare->clear(raster.middle(u, v), raster.middle(p, q))) continue;
                    raster.marks[static_cast<size_t>(q * raster.columns + p)] = next;
                    open.emplace_back(p, q);
                }
            }
        }
    return raster;
}

/// Walks as the finder says, in steps of `step` metres. False: the way leads nowhere, or through an obstacle.
bool arrives(RouteFinder& finder, const Site& site, Vec2 from, Vec2 to, float step) {
    const auto allowed = [&](Vec2 at, Vec2 next, Vec2 waypoint) {
        double deepest = site.now->walkable(waypoint) ? -1.0 : 1.0;
        for (int i = 0; i <= 8; ++i)
            deepest = std::max(deepest, site.deepest(at + (next - at) * (0.125f * static_cast<float>(i))));
        return deepest <= 6.0 * double{site.now->hair()};
    };
    return test::walk(finder, *site.now, from, to, step, 4000.0f * step, false, allowed).arrived;
}

TEST_P(NavMeshObstacles, PathsLeadRoundThem) {
    const GridMap map = any_map(16);
    Site site(NavMesh::from_grid(map).value());
    const int count = 1 + static_cast<int>(dice(14));
    for (int i = 0; i < count; ++i) site.add(any_obstacle(map, site.obstacles));
    const float side = 0.125f * map.cell_size();
    const Raster raster = flooded(site, side, double{side});
    const auto finder = site.now->routes();
    for (int k = 0; k < 60; ++k) {
        const auto square = [&] {
            return std::pair{static_cast<int>(dice(static_cast<uint32_t>(raster.columns))),
                             static_cast<int>(dice(static_cast<uint32_t>(raster.lines)))};
        };
        const auto [x, y] = square();
        const auto [u, v] = square();
        if (raster.mark(x, y) <= 0 || raster.mark(x, y) != raster.mark(u, v)) continue;
        const Vec2 from = raster.middle(x, y), to = raster.middle(u, v);
        ASSERT_EQ(site.now->island(from), site.now->island(to))
            << from.x << " " << from.y << ", " << to.x << " " << to.y;
        ASSERT_TRUE(arrives(*finder, site, from, to, 0.3f * map.cell_size()))
            << from.x << " " << from.y << " to " << to.x << " " << to.y;
    }
    // And the other way about: points on the same island reach each other.
    for (int k = 0; k < 20; ++k) {
        const Vec2 from = any_point(site, map), to = any_point(site, map);
        if (!site.now->walkable(from) || site.now->island(from) != site.now->island(to)) continue;
        if (site.deepest(to) > -2.0 * double{site.now->hair()}) continue; // moves end a hair before a wall
        ASSERT_TRUE(arrives(*finder, site, from, to, 0.3f * map.cell_size()))
            << from.x << " " << from.y << " to " << to.x << " " << to.y;
    }
}

TEST_P(NavMeshObstacles, AFinderThatGoesOnAnswersAsANewFinder) {
    const GridMap map = any_map(30);
    Site site(NavMesh::from_grid(map).value());
    const auto kept = site.now->routes();
    for (int i = 0; i < 10; ++i) {
        const size_t before = site.obstacles.size();
        change(site, map);
        ASSERT_TRUE(kept->go_on(*site.now, site.obstacles.size() > before ? site.obstacles.back() : Obstacle{}));
        for (int k = 0; k < 20; ++k) {
            Route route{.from = any_point(site, map), .to = any_point(site, map)}, other = route;
            kept->find(in_order, {&route, 1});
            site.now->routes()->find(in_order, {&other, 1});
            ASSERT_EQ(route.found, other.found);
            ASSERT_EQ(route.waypoint, other.waypoint);
        }
    }
}

/// All walkable points that are not walkable after a change, and the other way about, lie in its box.
TEST_P(NavMeshObstacles, TheBoxOfAChangeHoldsAllThatChanges) {
    const GridMap map = any_map(20);
    Site site(NavMesh::from_grid(map).value());
    for (int i = 0; i < 10; ++i) {
        const auto before = site.now;
        change(site, map);
        for (int k = 0; k < 300; ++k) {
            const Vec2 at = any_point(site, map);
            const auto& [ground, low, high] = site.last;
            const bool inside = at.x >= low.x && at.y >= low.y && at.x <= high.x && at.y <= high.y;
            ASSERT_TRUE(inside || before->walkable(at) == site.now->walkable(at)) << at.x << " " << at.y;
        }
    }
}

/// A road, a deck 5 m above it, and a slope across both: floors that lie over each other count as one floor.
NavMesh crossing() {
    HandMesh mesh = test::deck_over_a_road();
    mesh.corners.insert(mesh.corners.end(), {30, 90, 5, 60, 90, 2, 170, 90, 80, 150, 90, 95});
    mesh.polygons.push_back({8, 11, 10, 9});
    return NavMesh::parse(test::tile_of(mesh), "crossing").value();
}

TEST_P(NavMeshObstacles, LieOnAllFloorsAboveEachOther) {
    const GridMap map = GridMap::create(20, 10, std::vector<uint8_t>(200, 1)).value(); // for random points
    Site site(crossing());
    ASSERT_NO_FATAL_FAILURE(expect_changes(site, map, 12, 200, 500));
    // What brute force reaches is on one island.
    const Raster raster = flooded(site, 0.1f, 0.1);
    std::map<int, uint32_t> islands;
    for (int y = 0; y < raster.lines; ++y)
        for (int x = 0; x < raster.columns; ++x)
            if (const int mark = raster.mark(x, y); mark > 0) {
                const uint32_t island = site.now->island(raster.middle(x, y));
                ASSERT_EQ(islands.emplace(mark, island).first->second, island);
            }
    expect_bare_again(site, map, 500);
}

INSTANTIATE_TEST_SUITE_P(Random, NavMeshObstacles, testing::Range(0u, 80u));

// ---- Made by hand ---------------------------------------------------------------------------------------------------

/// A hall of 20 m by 10 m that is a single polygon.
NavMesh hall() {
    HandMesh mesh;
    mesh.corners = {0, 0, 0, 0, 0, 100, 200, 0, 100, 200, 0, 0};
    mesh.polygons = {{0, 1, 2, 3}};
    return NavMesh::parse(test::tile_of(mesh), "hall").value();
}

TEST(NavMeshObstacle, LeavesFourPiecesOfAPolygon) {
    Site site(hall());
    site.add({.at = {10.0f, 5.0f}, .half_extents = {2.0f, 1.0f}});
    EXPECT_EQ(site.now->polygon_count(), 4u);
    EXPECT_EQ(site.now->island_count(), 1u);
    EXPECT_FALSE(site.now->clear({5.0f, 5.0f}, {15.0f, 5.0f}));
    EXPECT_TRUE(site.now->clear({5.0f, 6.1f}, {15.0f, 6.1f}));
    Wall walls[Ground::max_walls];
    ASSERT_EQ(site.now->walls({7.7f, 5.0f}, 0.5f, walls), 1u);
    EXPECT_EQ(walls[0].normal, (Vec2{1.0f, 0.0f}));
    EXPECT_NEAR(walls[0].distance, 0.3f, 2e-3f);
    ASSERT_EQ(site.now->walls({7.7f, 3.7f}, 0.5f, walls), 1u) << "at its corner";
    EXPECT_NEAR(walls[0].normal.x, std::sqrt(0.5f), 1e-4f);
    EXPECT_EQ(site.now->walls({5.0f, 6.0f}, 0.5f, walls), 0u) << "no wall where polygons were cut";
    Vec2 at = {5.0f, 5.1f};
    for (int i = 0; i < 300; ++i) at = site.now->slide(at, {at.x + 0.05f, at.y + 0.02f});
    EXPECT_GT(at.x, 13.0f) << "along its side and past it";
    EXPECT_FALSE(std::static_pointer_cast<const Ground>(site.now)->write(nullptr)) << "the bare mesh is written";
    site.remove(0);
    EXPECT_EQ(site.now->polygon_count(), 1u);
    EXPECT_TRUE(site.now->clear({5.0f, 5.0f}, {15.0f, 5.0f}));
}

TEST(NavMeshObstacle, MayTouchWallsAndOtherObstacles) {
    Site site(hall());
    site.add({.at = {10.0f, 2.5f}, .half_extents = {1.0f, 2.5f}}); // from the wall to the middle
    EXPECT_EQ(site.now->island_count(), 1u);
    site.add({.at = {10.0f, 7.5f}, .half_extents = {1.0f, 2.5f}}); // from the middle to the other wall
    EXPECT_EQ(site.now->island_count(), 2u);
    EXPECT_NE(site.now->island({5.0f, 5.0f}), site.now->island({15.0f, 5.0f}));
    EXPECT_FALSE(site.now->walkable({10.0f, 5.0f}));
    site.remove(0);
    EXPECT_EQ(site.now->island_count(), 1u);
    site.add({.at = {9.0f, 2.0f}, .half_extents = {2.0f, 2.0f}}); // 1 m is free between the two
    EXPECT_EQ(site.now->island({5.0f, 5.0f}), site.now->island({15.0f, 5.0f}));
    const auto finder = site.now->routes();
    EXPECT_TRUE(arrives(*finder, site, {1.0f, 1.0f}, {19.0f, 1.0f}, 0.1f));
    site.add({.at = {10.0f, 4.5f}, .half_extents = {1.0f, 0.499f}}); // and now a thousandth of a metre on each side
    EXPECT_NE(site.now->island({5.0f, 2.0f}), site.now->island({15.0f, 2.0f})) << "too thin to stay";
}

TEST(NavMeshObstacle, MayCoverEverything) {
    Site site(hall());
    site.add({.at = {10.0f, 5.0f}, .half_extents = {10.0f, 5.0f}});
    EXPECT_EQ(site.now->polygon_count(), 0u);
    EXPECT_EQ(site.now->island_count(), 0u);
    EXPECT_FALSE(site.now->walkable({10.0f, 5.0f}));
    Vec2 found{};
    EXPECT_FALSE(site.now->nearest({10.0f, 5.0f}, 1e6f, &found));
    Route route{.from = {1.0f, 1.0f}, .to = {5.0f, 5.0f}};
    site.now->routes()->find(in_order, {&route, 1});
    EXPECT_FALSE(route.found);
    EXPECT_EQ(site.now->slide({1.0f, 1.0f}, {2.0f, 2.0f}), (Vec2{1.0f, 1.0f}));
    site.add({.at = {10.0f, 5.0f}, .half_extents = {100.0f, 1.0f}, .axis = {1.0f, 1.0f}});
    site.remove(0);
    EXPECT_EQ(site.now->island_count(), 2u);
    site.remove(0);
    EXPECT_EQ(site.now->island_count(), 1u);
}

/// An obstacle at the crossing takes both away.
TEST(NavMeshObstacle, TakesAwayAllFloorsAboveEachOther) {
    Site site(NavMesh::parse(test::tile_of(test::deck_over_a_road()), "hand").value());
    site.add({.at = {10.0f, 5.0f}, .half_extents = {1.0f, 1.0f}}); // the deck is wider than the obstacle
    EXPECT_FALSE(site.now->walkable({10.0f, 5.0f}));
    EXPECT_EQ(site.now->island_count(), 1u);
    EXPECT_TRUE(site.now->clear({8.5f, 9.0f}, {8.5f, 1.0f}));
    EXPECT_TRUE(site.now->clear({1.0f, 5.0f}, {8.5f, 5.0f})) << "the deck's edge over the road is no wall";
    EXPECT_FALSE(site.now->clear({1.0f, 5.0f}, {19.0f, 5.0f}));
    site.add({.at = {10.0f, 5.0f}, .half_extents = {2.0f, 1.0f}}); // as wide as the deck
    EXPECT_EQ(site.now->island_count(), 4u);
    site.remove(0);
    site.remove(0);
    site.add({.at = {6.0f, 5.0f}, .half_extents = {2.0f, 3.0f}}); // on the road, up to the deck's edge
    EXPECT_EQ(site.now->island_count(), 2u);
    EXPECT_EQ(site.now->island({10.0f, 1.0f}), site.now->island({19.0f, 5.0f}));
    Vec2 at = {10.0f, 5.0f};
    for (int i = 0; i < 100; ++i) at = site.now->slide(at, {at.x - 0.1f, at.y});
    EXPECT_NEAR(at.x, 8.0f, 0.01f);
    site.remove(0);
    EXPECT_EQ(site.now->island_count(), 1u);
}

TEST(NavMeshObstacle, MayLieOnTilesThatShareOnlyPartsOfEdges) {
    Site site(NavMesh::parse(test::two_tiles(), "set").value());
    site.add({.at = {10.0f, 5.0f}, .half_extents = {0.5f, 1.0f}});
    EXPECT_EQ(site.now->island_count(), 1u);
    for (const float y : {3.1f, 3.9f, 6.05f, 6.15f, 6.9f}) EXPECT_TRUE(site.now->clear({9.0f, y}, {11.0f, y})) << y;
    for (const float y : {2.9f, 4.1f, 5.0f, 5.9f, 7.1f}) EXPECT_FALSE(site.now->clear({9.0f, y}, {11.0f, y})) << y;
    site.add({.at = {10.0f, 3.5f}, .half_extents = {0.5f, 0.5f}});
    site.add({.at = {10.0f, 6.6f}, .half_extents = {0.5f, 0.6f}, .axis = {1.0f, 0.01f}});
    EXPECT_EQ(site.now->island_count(), 2u);
    site.remove(0);
    EXPECT_EQ(site.now->island_count(), 1u);
    EXPECT_TRUE(site.now->clear({9.0f, 5.0f}, {11.0f, 5.0f}));
}

/// Many obstacles on a single polygon, and its random pieces over and under each other.
TEST(NavMeshObstacle, ManyOnOnePolygon) {
    std::mt19937 random(7);
    const auto between = [&](float least, float most) {
        return std::uniform_real_distribution<float>(least, most)(random);
    };
    Site site(hall());
    for (int i = 0; i < 60; ++i) {
        Obstacle obstacle{.at = {between(0.0f, 20.0f), between(0.0f, 10.0f)},
                          .half_extents = {between(0.01f, 1.5f), between(0.01f, 0.3f)}};
        if (i % 3 != 0) obstacle.axis = {between(-1.0f, 1.0f), between(-1.0f, 1.0f)};
        site.add(obstacle);
    }
    for (int k = 0; k < 20000; ++k) {
        const Vec2 at = {between(0.1f, 19.9f), between(0.1f, 9.9f)};
        const double depth = site.deepest(at);
        if (std::abs(depth) > 0.008) {
            ASSERT_EQ(site.now->walkable(at), depth < 0.0) << at.x << " " << at.y << ", " << depth;
        }
    }
    const auto finder = site.now->routes();
    int walks = 0;
    for (int k = 0; k < 300; ++k) {
        const Vec2 from = {between(0.1f, 19.9f), between(0.1f, 9.9f)}, to = {between(0.1f, 19.9f), between(0.1f, 9.9f)};
        if (!site.now->walkable(from) || site.now->island(from) != site.now->island(to)) continue;
        ASSERT_TRUE(arrives(*finder, site, from, to, 0.1f));
        ++walks;
    }
    EXPECT_GT(walks, 50);
}

} // namespace
} // namespace fray
