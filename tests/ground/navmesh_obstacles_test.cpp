// Obstacles on a navmesh of a world (rules ground_with, set_obstacle and survey_after_obstacles).
#include "ground/halls.h"

#include "fray/spatial/navmesh.h"

namespace fray {
namespace {

std::shared_ptr<const Ground> halls(Vec2 low) {
    return std::make_shared<NavMesh>(NavMesh::from_grid(test::two_halls(low)).value());
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

} // namespace
} // namespace fray
