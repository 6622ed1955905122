// Obstacles on the ground of a world (rules ground_with, set_obstacle and survey_after_obstacles).
#include "ground/halls.h"
#include "ground/plane.h"

#include <gtest/gtest.h>

#include <limits>

namespace fray {
namespace {

std::shared_ptr<const Ground> halls(Vec2 low) { return std::make_shared<GridMap>(test::two_halls(low)); }
constexpr Obstacle door{.at = {10.5f, 2.5f}, .half_extents = {0.4f, 0.4f}};

struct Obstacles : test::Halls {
    Obstacles() : Halls(door, halls) {}
};

TEST_F(Obstacles, WalkersWaitAtAClosedDoorAndGoOnWhenItOpens) { walkers_wait_at_a_closed_door(10.0f); }
TEST_F(Obstacles, PushAgentsAsideOrAreRefused) { push_agents_aside_or_are_refused(0.5f); }
TEST_F(Obstacles, MayCoverTheWholeGround) { may_cover_the_whole_ground(); }
TEST_F(Obstacles, NoAgentLeavesTheGround) { no_agent_leaves_the_ground(); }
TEST_F(Obstacles, ThreadsAndStorageDecideNothing) { threads_and_storage_decide_nothing(3); }
TEST_F(Obstacles, ASnapshotHoldsTheObstacles) { a_snapshot_holds_the_obstacles(); }
TEST_F(Obstacles, ARollbackGoesBackAcrossChanges) { a_rollback_goes_back_across_changes(); }
TEST_F(Obstacles, TheCommandLogRepeatsThem) { the_command_log_repeats_them(); }
TEST_F(Obstacles, MoveWithTheOrigin) { move_with_the_origin(10.0f); }

TEST_F(Obstacles, ADeadAgentStaysUnderOneWhenTheOriginMoves) {
    ArchetypeIndex mortal = 0;
    must(world.add_archetype({.name = "mortal", .autonomous = false}, &mortal));
    const AgentId dead = spawn({10.5f, 2.5f}, mortal);
    must(world.step(dt));
    must(world.set_health(dead, 0.0f));
    must(world.step(dt));
    must(world.set_obstacle(door, nullptr, OnObstacle::refuse));
    must(world.shift_origin({64.0f, 0.0f}, halls({64.0f, 0.0f})));
    EXPECT_EQ(position(dead), (Vec2{74.5f, 2.5f}));
}

TEST_F(Obstacles, AnAgentThatIsLedAwayIsNotPushed) {
    const AgentId agent = spawn({10.5f, 2.5f}), other = spawn({10.5f, 2.2f});
    seconds(0.1);
    must(world.teleport(agent, {2.5f, 2.5f}));
    must(world.despawn(other));
    must(world.set_obstacle(door, nullptr, OnObstacle::refuse));
    must(world.step(dt));
    EXPECT_EQ(position(agent), (Vec2{2.5f, 2.5f}));
    EXPECT_EQ(world.counters().commands_dropped, 0u);
}

TEST_F(Obstacles, MayLeaveTheWorldWhenTheOriginMoves) {
    const float far = world_extent - 10.0f;
    World edge = World::create({.threads = 1}).value();
    prepare(edge, {far - 5.0f, 0.0f});
    must(edge.set_obstacle({.at = {far, 2.5f}}));
    must(edge.step(dt));
    must(edge.shift_origin({100.0f, 0.0f}, halls({far + 95.0f, 0.0f})));
    std::vector<std::byte> snapshot;
    must(edge.save(&snapshot));
    EXPECT_EQ(edge.restore(snapshot), Error::ok) << edge.error_text();
}

TEST_F(Obstacles, AGroundWithoutThemRefusesThem) {
    World plane = World::create({.threads = 1}).value();
    must(plane.set_ground(std::make_shared<test::Plane>()));
    EXPECT_EQ(plane.set_obstacle(door), Error::unknown);
    EXPECT_EQ(plane.error_text(), "set_obstacle: this kind of ground cannot have obstacles");
    EXPECT_TRUE(plane.obstacles().empty());
}

TEST_F(Obstacles, BadInputIsRefused) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(world.set_obstacle({.at = {nan, 0.0f}}), Error::not_finite);
    EXPECT_EQ(world.set_obstacle({.at = {0.0f, 1e6f}}), Error::out_of_range);
    EXPECT_EQ(world.set_obstacle({.half_extents = {0.0f, 1.0f}}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_obstacle: half (0, 1), allowed 0.01 to 10000 m");
    EXPECT_EQ(world.set_obstacle({.axis = {0.0f, 0.0f}}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_obstacle: along (0, 0), allowed any other direction");
    EXPECT_EQ(world.set_obstacle({.blocks = static_cast<ObstacleBlocks>(2)}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_obstacle: blocks 2, allowed 0 (all) and 1 (walking)");
    EXPECT_EQ(world.set_obstacle(door, nullptr, static_cast<OnObstacle>(7)), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_obstacle: OnObstacle 7, allowed 0 (push) and 1 (refuse)");
    EXPECT_EQ(world.remove_obstacle({1}), Error::unknown);
    EXPECT_EQ(world.error_text(), "remove_obstacle: obstacle 1 is not in this world");
    World plane = World::create({.threads = 1}).value();
    EXPECT_EQ(plane.set_obstacle({}), Error::off_ground);
    EXPECT_EQ(plane.error_text(), "set_obstacle: the world has no ground");
}

} // namespace
} // namespace fray
