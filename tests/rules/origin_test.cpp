// Moving the origin, frame by frame, in small cases straight from engine/docs/rules.md. The test moves the poses
// itself. A number behind a frame (`// 0.02`) is the time of the last frame in s.
#include "rules/two_teams.h"

#include "fray/spatial/grid_map.h"

namespace fray::model {
namespace {

using S = AgentState;

class Origin : public TwoTeams {
protected:
    Origin() { carries = false; }
    void shift(Vec2 by, std::shared_ptr<const Ground> ground = nullptr) {
        accept(world.shift_origin(by, std::move(ground)));
        for (auto& [serial, pose] : poses) pose.position = pose.position + by;
    }
    void refused(Vec2 by) {
        EXPECT_EQ(world.shift_origin(by), Error::out_of_range);
        EXPECT_FALSE(ReferenceModel(model).shift_origin(by, nullptr, {}));
    }
};

TEST_F(Origin, PositionsOfThisAndThePreviousFrameMove) {
    const Serial one = spawn(kind(player()), heroes, {1, 2});
    frame();
    teleport(one, {3, 2});
    frame();
    shift({100, -50});
    EXPECT_EQ(agent(one).position, (Vec2{103, -48}));
    EXPECT_EQ(agent(one).previous_position, (Vec2{103, -48})); // the position before the next frame
    EXPECT_TRUE(frame().empty());
    EXPECT_EQ(agent(one).position, (Vec2{103, -48}));
}

TEST_F(Origin, ATargetMovedWithTheOriginHasNotMoved) {
    ArchetypeDef orc_def = fighter(1, swing(100, 0, 1, 1)); // too heavy ever to get a token
    orc_def.perception.targeting = Targeting::self;
    const Serial hero = spawn_hero({.slots = 4, .switch_margin = 0.0f, .switch_dwell_time = 0.0});
    const Serial orc = spawn(kind(orc_def), orcs, {8, 0});
    frame();
    ASSERT_EQ(agent(orc).slot, 0);
    poses[orc].position = {4, 0};
    frames(2);
    ASSERT_TRUE(agent(orc).arrived);
    shift({1000, 0});
    poses[orc].position = {1000, 4}; // slot 1 is nearer now, but holders that have arrived stay while the target
                                     // stands
    frame();
    EXPECT_EQ(agent(orc).slot, 0);
    teleport(hero, {1001, 0});
    frame();
    EXPECT_NE(find(E::slot, orc), nullptr);
    EXPECT_EQ(find(E::slot, orc)->cause, C::rebalanced);
    EXPECT_EQ(agent(orc).slot, 1);
}

TEST_F(Origin, DistancesDoNotChange) {
    ArchetypeDef orc_def = fighter(1, swing(1, 0.02, 0.05, 1.0));
    carries = true;
    const Serial hero = spawn(kind(player()), heroes, {0, 0}), orc = spawn(kind(orc_def), orcs, {4, 0});
    frames(2); // 0.01: it gets a token
    shift({-300, 64});
    EXPECT_EQ(next_story(orc), "state, attack"); // 0.02: its attack begins
    shift({8, 8});
    frames(2); // 0.04
    EXPECT_EQ(find(E::hit, orc)->target, hero);
    EXPECT_EQ(find(E::hit, orc)->y, 4.0f);
}

TEST_F(Origin, LaunchPointsOfProjectilesMove) {
    ArchetypeDef orc_def = fighter(1, swing(1, 0.1, 0.2, 3600.0));
    orc_def.attacks[0].projectile_speed = 4.0f; // the projectile flies 1 s for 4 m
    carries = true;
    const Serial hero = spawn(kind(player()), heroes, {0, 0}), orc = spawn(kind(orc_def), orcs, {4, 0});
    frames(13); // 0.12
    ASSERT_EQ(model.projectiles().size(), 1u);
    EXPECT_EQ(model.projectiles()[0].from, (Vec2{4, 0}));
    shift({100, 100});
    EXPECT_EQ(model.projectiles()[0].from, (Vec2{104, 100}));
    EXPECT_EQ(model.projectiles()[0].lands_us, 1'120'000);
    teleport(hero, {99, 100}); // 5 m from the launch point: just within the hit range
    frames(100);
    EXPECT_EQ(count(E::hit, orc), 1);
    EXPECT_EQ(find(E::hit, orc)->y, 5.0f);
}

TEST_F(Origin, PostsAndEndsOfPatrolsMove) {
    ArchetypeDef def = fighter(1, swing(1, 0.1, 0.2, 0.0));
    def.monster = "m";
    const ArchetypeIndex k = kind(def);
    add_monsters({{.name = "m", .states = {{.name = "here", .patrol_distance = 2.0f, .patrol_count = 1}}}});
    const Serial a = spawn(k, orcs, {0, 0});
    frame();
    ASSERT_EQ(agent(a).state, S::patrol); // from {0, 0} to {2, 0}
    shift({10, 3});
    EXPECT_EQ(agent(a).monster->post, (Vec2{10, 3}));
    EXPECT_EQ(agent(a).monster->end, (Vec2{12, 3}));
    poses[a].position = {11.4f, 3};
    frame();
    EXPECT_TRUE(agent(a).monster->goes_out);
    poses[a].position = {11.5f, 3}; // within 500 mm
    frame();
    EXPECT_FALSE(agent(a).monster->goes_out);
    shift({-10, -3});
    poses[a].position = {0.5f, 0};
    frame();
    EXPECT_EQ(agent(a).state, S::idle);
}

TEST_F(Origin, PointsOfInterestMove) {
    const ArchetypeIndex k = kind(player());
    const Serial near = spawn(k, heroes, {2, 0}); // serial 0: updated in frames 0, 8, 16
    give(SetDetail{{{3.0f, 4.0f, 5.0f}, {{0, 0}}}});
    frame();
    EXPECT_EQ(agent(near).update_interval, 1);
    shift({500, 0});
    EXPECT_EQ(model.detail().points[0], (Vec2{500, 0}));
    EXPECT_EQ(model.detail().distances[0], 3.0f); // a move of the origin does not change distances
    frames(8);
    EXPECT_EQ(agent(near).update_interval, 1);
    teleport(near, {502, 4}); // 4.47 m from the point
    frames(8);
    EXPECT_EQ(agent(near).update_interval, 4);
}

TEST_F(Origin, TheGroundAndBlockedSlotsMove) {
    std::vector<uint8_t> cells(20 * 20, 1);
    for (int y = 0; y < 20; ++y) cells[static_cast<size_t>(y * 20 + 12)] = 0; // a wall from x = 2 to 3
    const auto ground = [&cells](Vec2 by) {
        return std::make_shared<const GridMap>(GridMap::create(20, 20, cells, 1.0f, Vec2{-10, -10} + by).value());
    };
    accept(world.set_ground(ground({})));
    ArchetypeDef hero_def = player();
    hero_def.circle.slots = 4;
    hero_def.circle.approach_radius = 4.0f; // slot 0 is behind the wall
    const Serial hero = spawn(kind(hero_def), heroes, {0.5f, 0.5f});
    spawn(kind(fighter(1, swing(100, 0, 1, 1))), orcs, {-4.5f, 0.5f});
    frame();
    ASSERT_EQ(circle(hero).blocked, (std::set<int>{0}));
    EXPECT_EQ(*circle(hero).surveyed_at, (Vec2{0.5f, 0.5f}));
    shift({64, 0}, ground({64, 0}));
    EXPECT_EQ(*circle(hero).surveyed_at, (Vec2{64.5f, 0.5f}));
    frame();
    EXPECT_EQ(circle(hero).blocked, (std::set<int>{0}));
    teleport(hero, {69.5f, 0.5f}); // on the other side of the wall
    poses[1].position = {73.5f, 0.5f};
    frames(2);
    EXPECT_EQ(circle(hero).blocked, (std::set<int>{2}));
}

TEST_F(Origin, NothingMovesIfAnAgentWouldLeaveTheWorld) {
    const ArchetypeIndex k = kind(player());
    const Serial far = spawn(k, heroes, {16380, 0}), near = spawn(k, heroes, {0, 0});
    frame();
    refused({4.5f, 0});
    EXPECT_EQ(agent(far).position, (Vec2{16380, 0}));
    EXPECT_EQ(agent(near).position, (Vec2{0, 0}));
    refused({0, -16385});
    shift({4, 0}); // moves a point exactly onto the border, which is allowed
    EXPECT_EQ(agent(far).position, (Vec2{world_extent, 0}));
    EXPECT_EQ(agent(near).position, (Vec2{4, 0}));
}

TEST_F(Origin, NothingMovesIfAPointOfInterestWouldLeaveTheWorld) {
    const Serial one = spawn(kind(player()), heroes, {0, 0});
    give(SetDetail{{{3.0f, 4.0f, 5.0f}, {{0, 0}, {0, 16000}}}});
    frame();
    refused({0, 385});
    EXPECT_EQ(agent(one).position, (Vec2{0, 0}));
    EXPECT_EQ(model.detail().points[0], (Vec2{0, 0}));
    shift({0, 384});
    EXPECT_EQ(model.detail().points[1], (Vec2{0, world_extent}));
}

} // namespace
} // namespace fray::model
