// A world on a navmesh: crowds pass doors, squads march through a maze, and recordings contain it. What holds for
// obstacles on it is in navmesh_obstacles_test.cpp.
#include "fray/recording.h"
#include "fray/spatial/grid_map.h"
#include "fray/spatial/navmesh.h"
#include "fray/world.h"
#include "saving/fight_on_ground.h"
#include "spatial/random_maps.h"
#include "temporary_file.h"

#include <gtest/gtest.h>

namespace fray {
namespace {

void expect_on_ground(const World& world) {
    for (size_t row = 0; row < world.agent_count(); ++row)
        EXPECT_TRUE(world.ground()->walkable(world.positions()[row]))
            << world.positions()[row].x << " " << world.positions()[row].y;
}

TEST(NavMeshWorld, ACrowdSpreadsOverTwoDoors) {
    // Two halls with a wall between them, with doors of 2.5 m for the middles of agents 30 m apart.
    std::vector<uint8_t> walkable;
    for (int i = 0; i < 200 * 160; ++i) {
        const int x = i % 200, y = i / 200;
        walkable.push_back(x != 120 || (y >= 75 && y < 80) || (y >= 135 && y < 140));
    }
    const GridMap halls = GridMap::create(200, 160, walkable, 0.5f).value();
    World world = World::create({.hz = 30.0, .threads = 2}).value();
    ASSERT_EQ(world.set_ground(std::make_shared<NavMesh>(NavMesh::from_grid(halls).value())), Error::ok);
    must(world.add_archetype({.name = "soldier"}));
    must(world.add_team("team"));
    std::vector<AgentId> agents(300);
    for (size_t i = 0; i < agents.size(); ++i) {
        must(world.spawn({.position = {50.0f - static_cast<float>(i / 20), 30.0f + static_cast<float>(i % 20)}},
                         &agents[i]));
        must(world.set_order(agents[i], {.kind = OrderKind::move, .point = {85.0f, 38.75f}}));
    }
    size_t through = 0, far = 0;
    std::vector<char> passed(agents.size());
    for (int frame = 0; frame < 60 * 30; ++frame) {
        must(world.step(1.0 / 30.0));
        for (size_t i = 0; i < agents.size(); ++i) {
            const Vec2 at = world.position(agents[i]).value();
            if (passed[i] || at.x < 61.5f) continue;
            passed[i] = 1;
            ++through;
            far += at.y > 54.0f;
        }
    }
    EXPECT_EQ(through, agents.size());
    EXPECT_GT(far, 50u);
    EXPECT_LT(far, 170u);
}

/// A squad of 24 in eight files goes round three walls, through gaps of 3 m.
TEST(NavMeshWorld, ASquadMarchesThroughAMaze) {
    std::vector<uint8_t> walkable;
    for (int i = 0; i < 160 * 60; ++i) {
        const int x = i % 160, y = i / 160;
        const bool wall = x == 50 || x == 80 || x == 110, up = x != 80;
        walkable.push_back(!wall || (up ? y >= 50 && y < 56 : y >= 4 && y < 10));
    }
    const auto maze =
        std::make_shared<NavMesh>(NavMesh::from_grid(GridMap::create(160, 60, walkable, 0.5f).value(), 0.4f).value());
    for (const double hz : {10.0, 30.0, 60.0, 144.0}) {
        World world = World::create({.hz = hz, .threads = 2}).value();
        must(world.set_ground(maze));
        must(world.add_archetype({.name = "soldier"}));
        must(world.add_team("team"));
        SquadId squad;
        must(world.add_squad(0, {}, &squad));
        std::vector<AgentId> agents(24);
        for (size_t i = 0; i < agents.size(); ++i)
            must(
                world.spawn({.squad = squad,
                             .position = {16.0f - 1.2f * static_cast<float>(i / 8), 10.0f + static_cast<float>(i % 8)}},
                            &agents[i]));
        must(world.set_order(
            squad, {.kind = OrderKind::move, .point = {68.0f, 15.0f}, .formation = {.files = 8, .spacing = 1.2f}}));
        for (int frame = 0; frame < static_cast<int>(80.0 * hz); ++frame) must(world.step(1.0 / hz));
        for (const AgentId agent : agents) {
            const Vec2 off = world.position(agent).value() - world.order(agent)->point;
            EXPECT_LT(std::hypot(off.x, off.y), 0.5f) << hz << " Hz";
        }
        expect_on_ground(world);
    }
}

TEST(NavMeshWorld, ARecordingContainsTheMesh) {
    const test::TemporaryFile file("navmesh.fray");
    std::mt19937 random(4);
    const GridMap map = test::walled_map(random, 70, 70, 20, 2.0f, {-5.0f, -5.0f});
    const auto mesh = std::make_shared<NavMesh>(NavMesh::from_grid(map, 0.5f).value());
    const std::vector<uint64_t> hashes = test::record_fight(mesh, file.path);
    const Recording recording = Recording::open(file.path).value();
    World world = World::create({.seed = 5, .read_ground = read_ground_or_navmesh, .threads = 1}).value();
    test::expect_fought_again(recording, world, hashes);
    expect_on_ground(world);

    World without = World::create({.seed = 5, .threads = 1}).value();
    const Result<Replayer> other = Replayer::create(recording, without);
    EXPECT_FALSE(other) << "read without a reader";
    EXPECT_NE(other.error_text().find("ground: of a kind that WorldDef::read_ground does not know"), std::string::npos)
        << other.error_text();
}

} // namespace
} // namespace fray
