// Obstacles on a navmesh of a world (rules ground_with, set_obstacle and survey_after_obstacles).
#include "brawl.h"
#include "ground/halls.h"

#include "fray/command_log.h"
#include "fray/recording.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "fray/spatial/navmesh.h"
#include "must.h"
#include "spatial/parsed_map.h"
#include "temporary_file.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray {
namespace {

/// Two halls, and a door of 1 m between them at (10.5, 2.5).
std::shared_ptr<const NavMesh> halls(Vec2 low = {}) {
    const GridMap map = test::parsed("..........@..........\n"
                                     "..........@..........\n"
                                     ".....................\n"
                                     "..........@..........\n"
                                     "..........@..........\n",
                                     1.0f, low);
    return std::make_shared<NavMesh>(NavMesh::from_grid(map).value());
}
constexpr Obstacle door{.at = {10.5f, 2.5f}, .half_extents = {0.4f, 0.5f}};

struct NavMeshObstacles : test::Halls {
    NavMeshObstacles() : Halls(door) {}
    void SetUp() override { prepare(world); }
    void prepare(World& w) { Halls::prepare(w, halls()); }
    using Halls::prepare;
};

TEST_F(NavMeshObstacles, WalkersWaitAtAClosedDoorAndGoOnWhenItOpens) {
    std::vector<AgentId> agents;
    for (const float y : {1.5f, 2.5f, 3.5f}) agents.push_back(spawn({2.5f, y}));
    const ObstacleId closed = set(door);
    for (const AgentId agent : agents) must(world.set_order(agent, {.kind = OrderKind::move, .point = {18.0f, 2.5f}}));
    seconds(8.0);
    for (const AgentId agent : agents) EXPECT_LT(world.position(agent)->x, 10.2f) << "the door is closed";
    must(world.remove_obstacle(closed));
    seconds(12.0);
    for (const AgentId agent : agents) EXPECT_GT(world.position(agent)->x, 15.0f) << "the door is open";
}

TEST_F(NavMeshObstacles, AgentsGoRoundATurnedObstacle) {
    const AgentId agent = spawn({1.5f, 2.5f});
    set({.at = {5.0f, 2.5f}, .half_extents = {1.5f, 0.3f}, .axis = {1.0f, 2.0f}});
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {9.0f, 2.5f}}));
    seconds(8.0);
    EXPECT_NEAR(world.position(agent)->x, 9.0f, 0.5f);
}

TEST_F(NavMeshObstacles, PushAgentsAsideOrAreRefused) {
    const AgentId under = spawn({10.5f, 2.5f}), beside = spawn({8.5f, 2.5f});
    seconds(0.1);
    EXPECT_EQ(world.set_obstacle(door, nullptr, OnObstacle::refuse), Error::off_ground);
    EXPECT_EQ(world.error_text(), "set_obstacle: agent 0 stands there");
    set(door);
    must(world.step(dt));
    EXPECT_TRUE(world.ground()->walkable(*world.position(under)));
    EXPECT_NEAR(std::abs(world.position(under)->x - 10.5f), 0.4f, 0.05f) << "the nearest place is beside the door";
    EXPECT_EQ(*world.position(beside), (Vec2{8.5f, 2.5f}));
    EXPECT_EQ(world.counters().moved_to_ground, 1u);
}

TEST_F(NavMeshObstacles, MayCoverTheWholeGround) {
    const AgentId agent = spawn({2.5f, 2.5f});
    must(world.step(dt));
    const ObstacleId everywhere = set({.at = {10.0f, 2.5f}, .half_extents = {50.0f, 50.0f}});
    seconds(1.0);
    EXPECT_EQ(*world.position(agent), (Vec2{2.5f, 2.5f})) << "there is no other place";
    must(world.remove_obstacle(everywhere));
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {6.0f, 2.5f}}));
    seconds(4.0);
    EXPECT_NEAR(world.position(agent)->x, 6.0f, 0.5f);
}

TEST_F(NavMeshObstacles, NoAgentLeavesTheGround) {
    fill(world);
    for (int frame = 0; frame < 600; ++frame) {
        run(world, placed, frame, frame + 1);
        ASSERT_EQ(check_invariants(world), "") << frame;
        for (const Vec2 at : world.positions()) ASSERT_TRUE(world.ground()->walkable(at)) << frame;
    }
}

TEST_F(NavMeshObstacles, ThreadsAndStorageDecideNothing) {
    fill(world);
    World other = World::create({.tree_interval = 3, .threads = 4}).value();
    prepare(other);
    fill(other);
    expect_the_same(other, 0, 300);
}

TEST_F(NavMeshObstacles, ASnapshotHoldsTheObstacles) {
    fill(world);
    run(world, placed, 0, 100);
    change(world, placed, 103); // and a change that waits for the next step
    std::vector<std::byte> snapshot;
    must(world.save(&snapshot));
    World other = World::create({.threads = 2}).value();
    prepare(other);
    ASSERT_EQ(other.restore(snapshot), Error::ok) << other.error_text();
    ASSERT_EQ(other.obstacles().size(), world.obstacles().size());
    expect_the_same(other, 104, 300);
}

TEST_F(NavMeshObstacles, ARollbackGoesBackAcrossChanges) {
    fill(world);
    run(world, placed, 0, 60);
    Rollback rollback = Rollback::create(world, 100).value();
    std::vector<std::vector<ObstacleId>> ids;
    std::vector<uint64_t> hashes;
    for (int frame = 60; frame < 140; ++frame) {
        must(rollback.save());
        ids.push_back(placed);
        run(world, placed, frame, frame + 1);
        hashes.push_back(world.state_hash());
    }
    for (const int back : {120, 95, 61}) {
        ASSERT_EQ(rollback.restore(static_cast<uint64_t>(back)), Error::ok) << world.error_text();
        placed = ids[static_cast<size_t>(back - 60)];
        for (int frame = back; frame < 140; ++frame) {
            run(world, placed, frame, frame + 1);
            ASSERT_EQ(world.state_hash(), hashes[static_cast<size_t>(frame - 60)]) << frame;
        }
    }
}

TEST_F(NavMeshObstacles, TheCommandLogRepeatsThem) {
    struct Listener : CommandListener {
        std::vector<std::vector<std::byte>> heard;
        void command(std::span<const std::byte> bytes) override { heard.emplace_back(bytes.begin(), bytes.end()); }
        void stepped() override {}
    } listener;
    fill(world);
    run(world, placed, 0, 50); // the listener begins with a world that has obstacles
    must(add_command_listener(world, listener));
    run(world, placed, 50, 200);
    must(remove_command_listener(world, listener));
    World other = World::create({.read_ground = read_ground_or_navmesh, .threads = 2}).value();
    for (const auto& command : listener.heard)
        ASSERT_EQ(replay_command(other, command), Error::ok) << other.error_text();
    EXPECT_EQ(other.state_hash(), world.state_hash());
    EXPECT_EQ(other.obstacles().size(), world.obstacles().size());
}

TEST_F(NavMeshObstacles, ARecordingRepeatsThem) {
    const test::TemporaryFile file("navmesh_obstacles.fray");
    fill(world);
    run(world, placed, 0, 50);
    std::vector<uint64_t> hashes;
    {
        Recorder recorder = Recorder::create(world, file.path, {.snapshot_interval = 0.5}).value();
        for (int frame = 50; frame < 170; ++frame) {
            run(world, placed, frame, frame + 1);
            hashes.push_back(world.state_hash());
        }
        recorder.close().value();
    }
    const Recording recording = Recording::open(file.path).value();
    World other = World::create({.read_ground = read_ground_or_navmesh, .threads = 2}).value();
    Replayer replayer = Replayer::create(recording, other).value();
    while (replayer.step().value()) {
    }
    EXPECT_FALSE(replayer.divergence().has_value()) << to_string(*replayer.divergence());
    EXPECT_EQ(other.state_hash(), hashes.back());
    for (const int frame : {100, 75}) { // from the snapshots within it
        replayer.seek(static_cast<uint64_t>(frame)).value();
        EXPECT_TRUE(replayer.step().value());
        EXPECT_EQ(other.state_hash(), hashes[static_cast<size_t>(frame - 50)]) << frame;
    }
}

TEST_F(NavMeshObstacles, MoveWithTheOrigin) {
    const AgentId agent = spawn({2.5f, 2.5f});
    set(door);
    must(world.step(dt));
    must(world.shift_origin({64.0f, -32.0f}, halls({64.0f, -32.0f})));
    ASSERT_EQ(world.obstacles().size(), 1u);
    EXPECT_FALSE(world.ground()->walkable({74.5f, -29.5f}));
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {82.0f, -29.5f}}));
    seconds(6.0);
    EXPECT_LT(world.position(agent)->x, 74.2f);
    must(world.remove_obstacle(world.obstacles()[0].id));
    seconds(10.0);
    EXPECT_GT(world.position(agent)->x, 80.0f);
}

} // namespace
} // namespace fray
