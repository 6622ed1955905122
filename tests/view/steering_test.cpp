#include "viewing/steering.h"

#include "files/require.h"
#include "scenes.h"

#include <cmath>

namespace fray::demo {
namespace {

Vec2 position(const Session& session, Serial serial) {
    const World& world = session.world();
    return *world.position(*world.find(serial));
}

float health(const Session& session, Serial serial) {
    const World& world = session.world();
    return *world.health(*world.find(serial));
}

void steer(Session& session, Steering& steering, int frames, Steering::MoveInput move_input) {
    for (int i = 0; i < frames; ++i) {
        steering.before_step(session, move_input);
        session.step();
    }
}

TEST(Steering, BeginsWithTheFirstAgentWithoutABrain) {
    Session session(test::battle_of(test::brawl()));
    EXPECT_EQ(Steering::first_without_brain(session.world()), no_serial);
    session.step();
    EXPECT_EQ(Steering::first_without_brain(session.world()), 0);
}

TEST(Steering, RunsAndStands) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    steer(session, steering, 60, {{0.0f, 1.0f}, false});
    const Vec2 at = position(session, 0);
    EXPECT_NEAR(at.x, 0.0f, 0.5f);
    EXPECT_GT(at.y, 4.0f);
    steer(session, steering, 5, {});
    const Vec2 rest = position(session, 0);
    steer(session, steering, 30, {});
    EXPECT_NEAR(position(session, 0).y, rest.y, 0.2f);
}

TEST(Steering, WalksAtHalfTheMoveInput) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    steer(session, steering, 60, {{0.0f, 0.5f}, false});
    EXPECT_NEAR(position(session, 0).y, 3.0f, 0.6f);
}

TEST(Steering, AnyAgentCanBeTakenAndReleased) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 2));
    steer(session, steering, 60, {{1.0f, 0.0f}, false});
    EXPECT_GT(position(session, 2).x, 9.0f);
    steering.release(session);
    EXPECT_EQ(steering.agent(), no_serial);
    steer(session, steering, 120, {{1.0f, 0.0f}, true});
    EXPECT_LT(position(session, 2).x, 8.0f); // back in the fight
    EXPECT_FALSE(steering.take(session, 17));
}

TEST(Steering, AttacksTheNearestAgentInFront) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    const World& world = session.world();
    const AgentId steered = *world.find(0);
    EXPECT_FALSE(Steering::in_front(world, steered)); // too far away
    for (int i = 0; i < 300 && !Steering::in_front(world, steered); ++i) steer(session, steering, 1, {});
    const AgentId near = Steering::in_front(world, steered);
    ASSERT_TRUE(near);
    const Serial serial = world.serials()[*world.row_of(near)];
    steer(session, steering, 2, {{}, true});
    EXPECT_EQ(health(session, serial),
              20.0f); // minus the damage of the first attack of the steered agent; the second hit has to wait
    EXPECT_FALSE(Steering::in_front(world, AgentId{}));
}

TEST(Steering, IsRepeatedAfterGoingBack) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    steer(session, steering, 40, {{0.7f, 0.7f}, false});
    steer(session, steering, 40, {{-1.0f, 0.0f}, true});
    steering.release(session);
    session.step();
    const uint64_t hash = session.world().state_hash(), frame = session.frame();
    ASSERT_TRUE(session.go_back(10));
    while (session.frame() < frame) session.step();
    EXPECT_EQ(session.world().state_hash(), hash);
}

TEST(Steering, ThePlayerWatchesUntilTheMoveInputChanges) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    steer(session, steering, 40, {{0.7f, 0.7f}, false});
    const uint64_t hash = session.world().state_hash(), frame = session.frame();
    ASSERT_TRUE(session.go_back(20));
    steer(session, steering, static_cast<int>(frame) - 20, {});
    EXPECT_EQ(session.world().state_hash(), hash);
    const Vec2 at = position(session, 0);
    steer(session, steering, 30, {}); // beyond the latest frame there is no input, and the agent stands
    EXPECT_LT(position(session, 0).y - at.y, 0.5f);
    ASSERT_TRUE(session.go_back(20));
    steer(session, steering, static_cast<int>(frame) - 20, {{-1.0f, 0.0f}, false});
    EXPECT_NE(session.world().state_hash(), hash);
}

TEST(Steering, GoingBackToBeforeTheAgentExistsDoesNotEndIt) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    steer(session, steering, 20, {{0.7f, 0.7f}, false});
    ASSERT_TRUE(session.go_back(0));
    steer(session, steering, 30, {});
    EXPECT_EQ(steering.agent(), 0);
}

TEST(Steering, TakesOverAnAgentFromTheScript) {
    Session session(test::battle_of(test::read(test::shipped("arena"))));
    for (int i = 0; i < 60; ++i) session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    const Vec2 from = position(session, 0);
    steer(session, steering, 60, {{-1.0f, 0.0f}, false});
    EXPECT_NEAR(position(session, 0).x, from.x - 5.5f, 0.3f);
    EXPECT_NEAR(position(session, 0).y, from.y, 0.1f);
    const uint64_t hash = session.world().state_hash();
    ASSERT_TRUE(session.go_back(30));
    while (session.frame() < 120) session.step();
    EXPECT_EQ(session.world().state_hash(), hash);
    EXPECT_NEAR(position(session, 0).x, from.x - 5.5f, 0.3f);
}

TEST(Steering, StaysOnTheGround) {
    Scenario scenario = test::read(test::shipped("arena"));
    const ScenarioResult with_ground = parse_scenario(R"(
teams = ["a"]
[ground]
rows = ["@@@@@", "@...@", "@...@", "@...@", "@@@@@"]
[archetypes.man]
autonomous = false
motion = "host"
[[groups]]
name = "man"
archetype = "man"
team = "a"
count = 1
)",
                                                      "ground.toml");
    ASSERT_TRUE(with_ground.ok()) << with_ground.errors.front();
    Session session(test::battle_of(with_ground.scenario));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 0));
    steer(session, steering, 120, {{1.0f, 0.3f}, false});
    EXPECT_TRUE(session.world().ground()->walkable(position(session, 0)));
}

TEST(Steering, ReleasesAnAgentThatDies) {
    Session session(test::battle_of(test::brawl()));
    session.step();
    Steering steering;
    ASSERT_TRUE(steering.take(session, 1));
    session.give(
        [](Battle& battle) { require(battle.world().damage(*battle.world().find(1), 1000.0f), battle.world()); });
    steer(session, steering, 3, {{1.0f, 0.0f}, true});
    EXPECT_EQ(steering.agent(), no_serial);
    EXPECT_FALSE(steering.take(session, 1));
}

} // namespace
} // namespace fray::demo
