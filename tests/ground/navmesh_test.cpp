// A world on a navmesh: no agent leaves it, results do not depend on the number of threads, and snapshots and
// recordings contain it.
#include "brawl.h"
#include "melee.h"

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

constexpr double dt = 1.0 / 60.0;

GridMap map(uint32_t seed) {
    std::mt19937 random(seed);
    return test::walled_map(random, 70, 70, 20, 2.0f, {-5.0f, -5.0f});
}
std::shared_ptr<const NavMesh> mesh(uint32_t seed) {
    return std::make_shared<NavMesh>(NavMesh::from_grid(map(seed), 0.5f).value());
}

void expect_on_ground(const World& world) {
    for (size_t row = 0; row < world.agent_count(); ++row)
        EXPECT_TRUE(world.ground()->walkable(world.positions()[row]))
            << world.positions()[row].x << " " << world.positions()[row].y;
}

TEST(NavMeshWorld, ThreadsAndStorageDecideNothing) {
    std::vector<uint64_t> truth;
    for (const int threads : {1, 2, 4}) {
        WorldDef def{.threads = threads};
        if (threads != 1) def.debug = {.shuffle_storage = 5, .shuffle_chunks = 6, .chunk_size = 37};
        World world = World::create(def).value();
        ASSERT_EQ(world.set_ground(mesh(1)), Error::ok);
        test::fill_melee(world, 400);
        std::vector<uint64_t> hashes;
        for (int frame = 0; frame < 240; ++frame) {
            ASSERT_EQ(world.step(dt), Error::ok);
            hashes.push_back(world.state_hash());
        }
        expect_on_ground(world);
        EXPECT_EQ(check_invariants(world), "");
        if (threads == 1)
            truth = hashes;
        else
            EXPECT_TRUE(hashes == truth);
    }
}

TEST(NavMeshWorld, ASnapshotIsRestoredOnlyOnTheSameMesh) {
    World world = World::create({.threads = 2}).value();
    ASSERT_EQ(world.set_ground(mesh(2)), Error::ok);
    test::fill_melee(world, 200);
    for (int i = 0; i < 60; ++i) must(world.step(dt));
    std::vector<std::byte> saved;
    ASSERT_EQ(world.save(&saved), Error::ok);
    const auto restored = [&](std::shared_ptr<const Ground> ground) {
        World other = World::create({.threads = 1}).value();
        EXPECT_EQ(other.set_ground(std::move(ground)), Error::ok);
        test::fill_melee(other, 10);
        if (other.restore(saved) != Error::ok) return other.error_text();
        for (int i = 0; i < 60; ++i) must(other.step(dt));
        return std::to_string(other.state_hash());
    };
    for (int i = 0; i < 60; ++i) must(world.step(dt));
    EXPECT_EQ(restored(mesh(2)), std::to_string(world.state_hash()));
    EXPECT_EQ(restored(mesh(3)), "snapshot: of another world: ground: given one, this world has another");
    EXPECT_EQ(restored(std::make_shared<GridMap>(map(2))),
              "snapshot: of another world: ground: given one, this world has another");
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
    const std::vector<uint64_t> hashes = test::record_fight(mesh(4), file.path);
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

/// Two sides of a wall with a gap. Agents that are ordered to the other side reach it.
TEST(NavMeshWorld, AgentsWalkRoundAWall) {
    const GridMap rooms =
        GridMap::parse("type octile\nheight 7\nwidth 9\nmap\n"
                       "....@....\n....@....\n....@....\n....@....\n....@....\n....@....\n.........\n",
                       "rooms", 2.0f)
            .value();
    World world = World::create({.threads = 2}).value();
    const auto ground = std::make_shared<NavMesh>(NavMesh::from_grid(rooms, 0.4f).value());
    ASSERT_EQ(world.set_ground(ground), Error::ok);
    must(world.add_archetype({.name = "walker"}));
    must(world.add_team("all"));
    std::vector<AgentId> ids(20);
    for (size_t i = 0; i < ids.size(); ++i)
        must(world.spawn(
            {.position = {1.0f + 1.2f * static_cast<float>(i % 5), 12.5f - 1.2f * static_cast<float>(i / 5)}},
            &ids[i]));
    for (const AgentId id : ids) must(world.set_order(id, {.kind = OrderKind::move, .point = {14.0f, 11.0f}}));
    for (int frame = 0; frame < 1800; ++frame) {
        ASSERT_EQ(world.step(dt), Error::ok);
        if (frame % 60 == 0) expect_on_ground(world);
    }
    int across = 0;
    for (size_t row = 0; row < world.agent_count(); ++row) across += world.positions()[row].x > 10.0f;
    EXPECT_EQ(across, 20);
}

} // namespace
} // namespace fray
