// Paths over navmeshes: they arrive, they are short, and they do not depend on other requests.
#include "detour_tiles.h"
#include "flow_field.h"
#include "route_jobs.h"

#include "fray/spatial/navmesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace fray {
namespace {

using test::length, test::point_near, test::walled_map, test::in_order, test::backwards, test::threads, test::walk;

struct NavMeshWalkers : testing::Test {
    std::mt19937 random{41};

    Vec2 point_on(const GridMap& map, const NavMesh& mesh) {
        Vec2 found{};
        EXPECT_TRUE(mesh.nearest(point_near(random, map), 1e6f, &found));
        return found;
    }
};

TEST_F(NavMeshWalkers, ArriveByPathsThatAreNearlyShortest) {
    double ways = 0.0, shortest = 0.0;
    int walks = 0;
    for (int i = 0; i < 16; ++i) {
        const GridMap map =
            walled_map(random, 100, 80, 10 + 5 * static_cast<unsigned>(i % 4), i % 2 == 0 ? 1.0f : 0.5f);
        const NavMesh mesh = NavMesh::from_grid(map).value();
        const auto routes = mesh.routes();
        for (int k = 0; k < 12; ++k) {
            const Vec2 from = point_on(map, mesh), to = point_on(map, mesh);
            if (mesh.island(from) != mesh.island(to)) continue;
            Vec2 start{}, end{}; // middles of cells
            ASSERT_TRUE(map.nearest(from, 1.0f, &start));
            ASSERT_TRUE(map.nearest(to, 1.0f, &end));
            FlowField truth(map, std::vector<uint32_t>{map.cell_at(end)});
            truth.reach(map.cell_at(start));
            const float least = 0.1f * map.cell_size() * static_cast<float>(truth.cost(map.cell_at(start)));
            const test::Walk walked =
                walk(*routes, mesh, from, to, 0.3f * map.cell_size(), 3.0f * least + 100.0f * map.cell_size());
            ASSERT_TRUE(walked.arrived) << from.x << " " << from.y << " to " << to.x << " " << to.y << ", way "
                                        << walked.way << " of " << least;
            EXPECT_LE(walked.way, 1.1f * least + 12.0f * map.cell_size());
            ways += double{walked.way} / double{map.cell_size()}, shortest += double{least} / double{map.cell_size()};
            ++walks;
        }
    }
    EXPECT_GT(walks, 100);
    EXPECT_LT(ways, 1.02 * shortest) << "the grid's own ways keep to eight directions";
    RecordProperty("ratio", std::to_string(ways / shortest));
}

TEST_F(NavMeshWalkers, UnreachableGoalsLeadToTheNearestReachablePoint) {
    const GridMap map =
        GridMap::parse("type octile\nheight 3\nwidth 9\nmap\n....@....\n.@..@....\n....@....\n", "map").value();
    const NavMesh mesh = NavMesh::from_grid(map).value();
    const auto routes = mesh.routes();
    Route asked[] = {{{0.5f, 1.5f}, {8.5f, 1.4f}},
                     {{3.5f, 1.5f}, {3.5f, 9.0f}},
                     {{4.5f, 1.5f}, {1.0f, 0.5f}},
                     {{0.5f, 0.5f}, {0.5f, 2.5f}}};
    routes->find(in_order, asked);
    EXPECT_TRUE(asked[0].found);
    EXPECT_LT(asked[0].waypoint.x, 4.0f);
    EXPECT_TRUE(asked[1].found);
    EXPECT_NEAR(asked[1].waypoint.y, 3.0f, 0.05f);
    EXPECT_FALSE(asked[2].found) << "from a position that is not walkable";
    EXPECT_EQ(asked[2].waypoint, asked[2].from);
    EXPECT_EQ(asked[3].waypoint, asked[3].to) << "in sight";
    EXPECT_TRUE(walk(*routes, mesh, {0.5f, 1.5f}, {3.5f, 1.5f}, 0.1f, 20.0f).arrived);
}

TEST_F(NavMeshWalkers, AnswersDependOnTheRequestAlone) {
    const GridMap map = walled_map(random, 150, 150, 25);
    const NavMesh mesh = NavMesh::from_grid(map, 0.25f).value();
    std::vector<Route> asked;
    for (int i = 0; i < 2000; ++i) asked.push_back({point_on(map, mesh), point_near(random, map)});
    std::vector<Route> truth = asked;
    mesh.routes()->find(in_order, truth);
    const auto finder = mesh.routes();
    std::vector<size_t> order(asked.size());
    std::iota(order.begin(), order.end(), size_t{0});
    int unseen = 0;
    for (const RouteJobs& jobs : {threads, backwards, in_order, threads}) {
        std::shuffle(order.begin(), order.end(), random);
        std::vector<Route> again;
        for (const size_t i : order) again.push_back(asked[i]);
        again.resize(again.size() - 100);
        finder->find(jobs, again);
        for (size_t k = 0; k < again.size(); ++k) {
            ASSERT_EQ(again[k].waypoint, truth[order[k]].waypoint);
            ASSERT_EQ(again[k].found, truth[order[k]].found);
            unseen += !(again[k].waypoint == again[k].to);
        }
    }
    EXPECT_GT(unseen, 1000);
}

TEST_F(NavMeshWalkers, WaypointsAreInSight) {
    for (const float radius : {0.0f, 0.3f}) {
        const GridMap map = walled_map(random, 200, 180, 20, 1.0f, {-90.0f, 300.0f});
        const NavMesh mesh = NavMesh::from_grid(map, radius).value();
        const auto routes = mesh.routes();
        int seen = 0, all = 0;
        for (int i = 0; i < 2000; ++i) {
            Route route{point_on(map, mesh), point_on(map, mesh)};
            routes->find(in_order, {&route, 1});
            ++all;
            seen += mesh.clear(route.from, route.waypoint);
            ASSERT_TRUE(mesh.walkable(route.waypoint));
        }
        EXPECT_GT(seen, all * 99 / 100) << seen;
    }
}

/// With too few search nodes the path still leads on, towards the point nearest to the goal that was found.
TEST_F(NavMeshWalkers, WithFewNodesTheyStillMoveTowardsTheGoal) {
    const GridMap map = walled_map(random, 200, 200, 20);
    const NavMesh few = NavMesh::from_grid(map, 0.0f, {.search_nodes = 64}).value();
    const auto routes = few.routes();
    std::vector<Route> asked;
    for (int i = 0; i < 500; ++i) asked.push_back({point_on(map, few), point_on(map, few)});
    std::vector<Route> again = asked;
    routes->find(in_order, asked);
    routes->find(threads, again);
    int moves = 0, unseen = 0;
    for (size_t i = 0; i < asked.size(); ++i) {
        ASSERT_EQ(asked[i].waypoint, again[i].waypoint);
        if (few.island(asked[i].from) != few.island(asked[i].to)) continue;
        ASSERT_TRUE(asked[i].found);
        unseen += !few.clear(asked[i].from, asked[i].to);
        moves += !few.clear(asked[i].from, asked[i].to) && length(asked[i].from, asked[i].waypoint) > 0.1f;
    }
    EXPECT_GT(unseen, 300);
    EXPECT_GT(moves, unseen * 9 / 10);
}

/// The sum is the same with g++ and clang, at every optimisation level, with and without AVX2.
TEST_F(NavMeshWalkers, AnswersAreTheSameWithEveryCompiler) {
    uint64_t sum = 1469598103934665603u;
    const auto add = [&](auto value) {
        unsigned char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        for (const unsigned char byte : bytes) sum = (sum ^ byte) * 1099511628211u;
    };
    for (int i = 0; i < 8; ++i) {
        const auto shift = static_cast<float>(i);
        const GridMap map = walled_map(random, 40 + 10 * i, 40, 25, 0.7f, {100.3f * shift, -7.7f * shift});
        const NavMesh mesh = NavMesh::from_grid(map, 0.1f * static_cast<float>(i % 4)).value();
        const auto routes = mesh.routes();
        const auto point = [&] { // no distribution of the standard library: they differ between implementations
            const auto x = static_cast<float>(random() % 10007) / 10007.0f;
            const auto y = static_cast<float>(random() % 10007) / 10007.0f;
            return Vec2{mesh.low().x + (mesh.high().x - mesh.low().x) * x,
                        mesh.low().y + (mesh.high().y - mesh.low().y) * y};
        };
        for (int k = 0; k < 1000; ++k) {
            Vec2 from = point();
            const Vec2 to = point();
            add(mesh.island(from));
            add(mesh.clear(from, to));
            mesh.nearest(from, 1e6f, &from);
            add(from);
            add(mesh.slide(from, {from.x + (to.x - from.x) * 0.05f, from.y + (to.y - from.y) * 0.05f}));
            Wall walls[Ground::max_walls];
            for (uint32_t n = mesh.walls(from, 0.5f, walls); n-- > 0;) add(walls[n]);
            if (k % 8 != 0) continue;
            Route route{from, to};
            routes->find(in_order, {&route, 1});
            add(route.waypoint);
        }
    }
    EXPECT_EQ(sum, 10612205875216857643u);
}

} // namespace
} // namespace fray
