// Obstacles on a navmesh of a world (rules ground_with, set_obstacle and survey_after_obstacles).
#include "ground/halls.h"

#include "fray/recording.h"
#include "fray/spatial/grid_map.h"
#include "fray/spatial/navmesh.h"
#include "spatial/parsed_map.h"
#include "temporary_file.h"

namespace fray {
namespace {

/// Two halls, and a door of 1 m between them at (10.5, 2.5).
std::shared_ptr<const Ground> halls(Vec2 low) {
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
    NavMeshObstacles() : Halls(door, halls, read_ground_or_navmesh) {}
};

TEST_F(NavMeshObstacles, WalkersWaitAtAClosedDoorAndGoOnWhenItOpens) { walkers_wait_at_a_closed_door(10.2f); }
TEST_F(NavMeshObstacles, PushAgentsAsideOrAreRefused) { push_agents_aside_or_are_refused(0.4f); }
TEST_F(NavMeshObstacles, MayCoverTheWholeGround) { may_cover_the_whole_ground(); }
TEST_F(NavMeshObstacles, NoAgentLeavesTheGround) { no_agent_leaves_the_ground(); }
TEST_F(NavMeshObstacles, ThreadsAndStorageDecideNothing) { threads_and_storage_decide_nothing(4); }
TEST_F(NavMeshObstacles, ASnapshotHoldsTheObstacles) { a_snapshot_holds_the_obstacles(); }
TEST_F(NavMeshObstacles, ARollbackGoesBackAcrossChanges) { a_rollback_goes_back_across_changes(); }
TEST_F(NavMeshObstacles, TheCommandLogRepeatsThem) { the_command_log_repeats_them(); }
TEST_F(NavMeshObstacles, MoveWithTheOrigin) { move_with_the_origin(10.2f); }

TEST_F(NavMeshObstacles, AgentsGoRoundATurnedObstacle) {
    const AgentId agent = spawn({1.5f, 2.5f});
    set({.at = {5.0f, 2.5f}, .half_extents = {1.5f, 0.3f}, .axis = {1.0f, 2.0f}});
    go(agent, {9.0f, 2.5f});
    seconds(8.0);
    EXPECT_NEAR(position(agent).x, 9.0f, 0.5f);
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

} // namespace
} // namespace fray
