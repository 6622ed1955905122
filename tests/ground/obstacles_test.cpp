// Obstacles on the ground of a world (rules ground_with, set_obstacle and survey_after_obstacles).
#include "brawl.h"
#include "ground/halls.h"

#include "fray/command_log.h"
#include "fray/inspect.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "spatial/parsed_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace fray {
namespace {

std::shared_ptr<const GridMap> map_of(const std::string& rows, Vec2 low = {}) {
    return std::make_shared<GridMap>(test::parsed(rows, 1.0f, low));
}

/// Two halls, and a door as wide as a cell between them at (10.5, 2.5).
std::shared_ptr<const GridMap> halls(Vec2 low = {}) {
    return map_of("..........@..........\n"
                  "..........@..........\n"
                  ".....................\n"
                  "..........@..........\n"
                  "..........@..........\n",
                  low);
}
constexpr Obstacle door{.at = {10.5f, 2.5f}, .half_extents = {0.4f, 0.4f}};

struct Obstacles : test::Halls {
    Obstacles() : Halls(door) {}
    void SetUp() override { prepare(world); }
    void prepare(World& w) { Halls::prepare(w, halls()); }
    using Halls::prepare;
    bool can_stand(AgentId agent) { return world.ground()->walkable(*world.position(agent)); }
};

TEST_F(Obstacles, WalkersWaitAtAClosedDoorAndGoOnWhenItOpens) {
    std::vector<AgentId> agents;
    for (const float y : {1.5f, 2.5f, 3.5f}) agents.push_back(spawn({2.5f, y}));
    const ObstacleId closed = set(door);
    for (const AgentId agent : agents) must(world.set_order(agent, {.kind = OrderKind::move, .point = {18.0f, 2.5f}}));
    seconds(8.0);
    for (const AgentId agent : agents) EXPECT_LT(world.position(agent)->x, 10.0f) << "the door is closed";
    must(world.remove_obstacle(closed));
    EXPECT_TRUE(world.obstacles().empty());
    seconds(12.0);
    for (const AgentId agent : agents) EXPECT_GT(world.position(agent)->x, 15.0f) << "the door is open";
}

TEST_F(Obstacles, ADoorThatClosesBeforeAWalkerStopsIt) {
    const AgentId agent = spawn({6.5f, 2.5f});
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {18.0f, 2.5f}}));
    seconds(0.5);
    set(door);
    seconds(5.0);
    EXPECT_LT(world.position(agent)->x, 10.0f);
    EXPECT_TRUE(can_stand(agent));
}

TEST_F(Obstacles, AgentsGoRoundAnObstacle) {
    const AgentId agent = spawn({1.5f, 2.5f});
    set({.at = {5.0f, 2.5f}, .half_extents = {0.4f, 1.4f}});
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {9.0f, 2.5f}}));
    seconds(8.0);
    EXPECT_NEAR(world.position(agent)->x, 9.0f, 0.5f);
}

TEST_F(Obstacles, PushAgentsAsideOrAreRefused) {
    const AgentId under = spawn({10.5f, 2.5f}), beside = spawn({8.5f, 2.5f});
    seconds(0.1);
    EXPECT_EQ(world.set_obstacle(door, nullptr, OnObstacle::refuse), Error::off_ground);
    EXPECT_EQ(world.error_text(), "set_obstacle: agent 0 stands there");
    EXPECT_TRUE(can_stand(under)) << "a refused obstacle is not there";
    EXPECT_EQ(world.set_obstacle(door, nullptr, static_cast<OnObstacle>(7)), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_obstacle: OnObstacle 7, allowed 0 (push) and 1 (refuse)");
    set(door);
    must(world.step(dt));
    EXPECT_TRUE(can_stand(under));
    EXPECT_NEAR(std::abs(world.position(under)->x - 10.5f), 0.5f, 0.05f) << "the nearest place is beside the door";
    EXPECT_EQ(*world.position(beside), (Vec2{8.5f, 2.5f}));
    EXPECT_EQ(world.counters().moved_to_ground, 1u);
}

TEST_F(Obstacles, StopsWhatIsAllowedAlone) {
    Obstacle wrong = door;
    wrong.blocks = static_cast<ObstacleBlocks>(2);
    EXPECT_EQ(world.set_obstacle(wrong), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_obstacle: blocks 2, allowed 0 (all) and 1 (walking)");
}

TEST_F(Obstacles, ASpawnThatWaitsComesBesideTheObstacle) {
    const AgentId agent = spawn({10.5f, 2.5f});
    set(door);
    must(world.step(dt));
    EXPECT_TRUE(can_stand(agent));
}

TEST_F(Obstacles, EndAtTheSideOfACell) {
    set({.at = {5.5f, 2.5f}, .half_extents = {0.5f, 0.5f}});
    EXPECT_FALSE(world.ground()->walkable({5.5f, 2.5f}));
    for (const Vec2 beside : {Vec2{4.5f, 2.5f}, Vec2{6.5f, 2.5f}, Vec2{5.5f, 1.5f}, Vec2{5.5f, 3.5f}})
        EXPECT_TRUE(world.ground()->walkable(beside)) << beside.x << ' ' << beside.y;
    set({.at = {5.5f, 2.5f}, .half_extents = {0.51f, 0.4f}});
    EXPECT_FALSE(world.ground()->walkable({4.5f, 2.5f})) << "it reaches into the next cell";
}

TEST_F(Obstacles, SlotsClosedByACommandOfTheFrameAreOpenUntilCommit) {
    ArchetypeDef def;
    def.name = "chooser";
    def.perception.targeting = Targeting::spread;
    def.attacks = {AttackDef{.name = "swing"}};
    ArchetypeIndex chooser = 0;
    must(world.add_archetype(def, &chooser));
    const AgentId target = spawn({5.5f, 2.5f}), other = spawn({1.5f, 2.5f});
    spawn({6.5f, 2.5f}, soldier, 1); // makes the circle around `target`
    must(world.step(dt));
    must(world.step(dt));
    ASSERT_TRUE(inspect_circle(world, target).has_value());
    const AgentId fighter = spawn({7.5f, 2.5f}, chooser, 1);
    std::vector<int> all(inspect_circle(world, target)->closed.size());
    std::iota(all.begin(), all.end(), 0);
    must(world.set_closed_slots(target, all));
    set({.at = {5.5f, 4.5f}, .half_extents = {0.4f, 0.4f}});
    must(world.step(dt));
    EXPECT_EQ(world.target(fighter), target) << "there was still room when it chose";
    EXPECT_TRUE(world.is_valid(other));
}

TEST_F(Obstacles, CloseSlotsAndOpenThemAgain) {
    const AgentId target = spawn({5.5f, 2.5f});
    const AgentId fighter = spawn({8.5f, 2.5f}, soldier, 1);
    seconds(3.0);
    const auto open_slots = [&] {
        const auto circle = inspect_circle(world, target);
        return circle ? std::count(circle->closed.begin(), circle->closed.end(), false) : -1;
    };
    const auto before = open_slots();
    ASSERT_GT(before, 0);
    const ObstacleId wall = set({.at = {5.5f, 4.5f}, .half_extents = {4.0f, 0.3f}});
    must(world.step(dt));
    EXPECT_LT(open_slots(), before);
    must(world.remove_obstacle(wall));
    must(world.step(dt));
    EXPECT_EQ(open_slots(), before);
    EXPECT_TRUE(world.is_valid(fighter));
}

struct Siege : Obstacles {};

TEST_F(Siege, NoAgentLeavesTheGround) {
    fill(world);
    for (int frame = 0; frame < 600; ++frame) {
        change(world, placed, frame);
        must(world.step(dt));
        ASSERT_EQ(check_invariants(world), "") << frame;
        for (const Vec2 at : world.positions()) ASSERT_TRUE(world.ground()->walkable(at)) << frame;
    }
}

TEST_F(Siege, ThreadsAndStorageDecideNothing) {
    fill(world);
    World other = World::create({.tree_interval = 3, .threads = 3}).value();
    prepare(other);
    fill(other);
    expect_the_same(other, 0, 300);
}

TEST_F(Siege, ASnapshotHoldsTheObstacles) {
    fill(world);
    run(world, placed, 0, 100);
    change(world, placed, 103); // and a change that waits for the next step
    std::vector<std::byte> snapshot;
    must(world.save(&snapshot));
    World other = World::create({.threads = 2}).value();
    prepare(other);
    ASSERT_EQ(other.restore(snapshot), Error::ok) << other.error_text();
    ASSERT_EQ(other.obstacles().size(), world.obstacles().size());
    expect_the_same(other, 104, 250);
}

TEST_F(Siege, ARollbackGoesBackAcrossChanges) {
    fill(world);
    run(world, placed, 0, 60);
    Rollback rollback = Rollback::create(world, 100).value();
    std::vector<std::vector<ObstacleId>> ids;
    std::vector<uint64_t> hashes;
    const auto play = [&](int first, bool again) {
        for (int frame = first; frame < 140; ++frame) {
            if (!again) {
                must(rollback.save());
                ids.push_back(placed);
            }
            run(world, placed, frame, frame + 1);
            if (!again)
                hashes.push_back(world.state_hash());
            else
                ASSERT_EQ(world.state_hash(), hashes[static_cast<size_t>(frame - 60)]) << frame;
        }
    };
    play(60, false);
    for (const int back : {120, 95, 61}) {
        ASSERT_EQ(rollback.restore(static_cast<uint64_t>(back)), Error::ok) << world.error_text();
        placed = ids[static_cast<size_t>(back - 60)];
        play(back, true);
    }
}

TEST_F(Siege, TheCommandLogRepeatsThem) {
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
    World other = World::create({.threads = 2}).value();
    for (const auto& command : listener.heard)
        ASSERT_EQ(replay_command(other, command), Error::ok) << other.error_text();
    EXPECT_EQ(other.state_hash(), world.state_hash());
    EXPECT_EQ(other.obstacles().size(), world.obstacles().size());
}

TEST_F(Obstacles, MoveWithTheOrigin) {
    const AgentId agent = spawn({2.5f, 2.5f});
    set(door);
    must(world.step(dt));
    must(world.shift_origin({64.0f, -32.0f}, halls({64.0f, -32.0f})));
    ASSERT_EQ(world.obstacles().size(), 1u);
    EXPECT_EQ(world.obstacles()[0].obstacle.at, (Vec2{74.5f, -29.5f}));
    EXPECT_FALSE(world.ground()->walkable({74.5f, -29.5f}));
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {82.0f, -29.5f}}));
    seconds(6.0);
    EXPECT_LT(world.position(agent)->x, 74.0f);
    must(world.remove_obstacle(world.obstacles()[0].id));
    seconds(10.0);
    EXPECT_GT(world.position(agent)->x, 80.0f);
}

TEST_F(Obstacles, ADeadAgentStaysUnderOneWhenTheOriginMoves) {
    ArchetypeDef def;
    def.name = "mortal";
    def.autonomous = false;
    ArchetypeIndex mortal = 0;
    must(world.add_archetype(def, &mortal));
    const AgentId dead = spawn({10.5f, 2.5f}, mortal);
    must(world.step(dt));
    must(world.set_health(dead, 0.0f));
    must(world.step(dt));
    must(world.set_obstacle(door, nullptr, OnObstacle::refuse));
    must(world.shift_origin({64.0f, 0.0f}, halls({64.0f, 0.0f})));
    EXPECT_EQ(*world.position(dead), (Vec2{74.5f, 2.5f}));
}

TEST_F(Obstacles, AnAgentThatIsLedAwayIsNotPushed) {
    const AgentId agent = spawn({10.5f, 2.5f}), other = spawn({10.5f, 2.2f});
    seconds(0.1);
    must(world.teleport(agent, {2.5f, 2.5f}));
    must(world.despawn(other));
    must(world.set_obstacle(door, nullptr, OnObstacle::refuse));
    must(world.step(dt));
    EXPECT_EQ(*world.position(agent), (Vec2{2.5f, 2.5f}));
    EXPECT_EQ(world.counters().commands_dropped, 0u);
}

TEST_F(Obstacles, MayLeaveTheWorldWhenTheOriginMoves) {
    const float far = world_extent - 10.0f;
    World edge = World::create({.threads = 1}).value();
    prepare(edge, halls({far - 5.0f, 0.0f}));
    must(edge.set_obstacle({.at = {far, 2.5f}}));
    must(edge.step(dt));
    must(edge.shift_origin({100.0f, 0.0f}, halls({far + 95.0f, 0.0f})));
    std::vector<std::byte> snapshot;
    must(edge.save(&snapshot));
    EXPECT_EQ(edge.restore(snapshot), Error::ok) << edge.error_text();
}

TEST_F(Obstacles, AGroundWithoutThemRefusesThem) {
    struct Plane final : Ground {
        uint32_t island(Vec2) const override { return 0; }
        bool clear(Vec2, Vec2) const override { return true; }
        void slide(std::span<const Vec2>, std::span<Vec2>) const override {}
        bool nearest(Vec2 at, float, Vec2* found, uint32_t) const override {
            *found = at;
            return true;
        }
        std::unique_ptr<RouteFinder> routes() const override { return halls()->routes(); }
        uint64_t memory() const override { return 0; }
    };
    World plane = World::create({.threads = 1}).value();
    must(plane.set_ground(std::make_shared<Plane>()));
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
    EXPECT_EQ(world.remove_obstacle({1}), Error::unknown);
    EXPECT_EQ(world.error_text(), "remove_obstacle: obstacle 1 is not in this world");
    World plane = World::create({.threads = 1}).value();
    EXPECT_EQ(plane.set_obstacle({}), Error::off_ground);
    EXPECT_EQ(plane.error_text(), "set_obstacle: the world has no ground");
}

TEST_F(Obstacles, MayCoverTheWholeGround) {
    const AgentId agent = spawn({2.5f, 2.5f});
    must(world.step(dt));
    const ObstacleId everywhere = set({.at = {10.0f, 2.5f}, .half_extents = {50.0f, 50.0f}});
    must(world.step(dt));
    EXPECT_EQ(world.counters().moved_to_ground, 0u);
    seconds(1.0);
    EXPECT_EQ(*world.position(agent), (Vec2{2.5f, 2.5f})) << "there is no other place";
    must(world.remove_obstacle(everywhere));
    must(world.set_order(agent, {.kind = OrderKind::move, .point = {6.0f, 2.5f}}));
    seconds(4.0);
    EXPECT_NEAR(world.position(agent)->x, 6.0f, 0.5f);
}

} // namespace
} // namespace fray
