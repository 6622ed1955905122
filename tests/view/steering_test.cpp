#include "viewing/steering.h"

#include "files/require.h"
#include "scenes.h"

namespace fray::demo {
namespace {

/// A session after its first step, and an agent that is steered in it.
struct Steered {
    Session session;
    Steering steering;

    explicit Steered(Serial agent = 0, const Scenario& scenario = test::brawl(), int steps = 1)
        : session(test::battle_of(scenario)) {
        for (int i = 0; i < steps; ++i) session.step();
        EXPECT_TRUE(steering.take(session, agent));
    }
    void steer(int frames, Steering::MoveInput move_input) {
        for (int i = 0; i < frames; ++i) {
            steering.before_step(session, move_input);
            session.step();
        }
    }
    const World& world() const { return session.world(); }
    uint64_t hash() const { return world().state_hash(); }
    Vec2 at(Serial serial = 0) const { return *world().position(*world().find(serial)); }
};

TEST(Steering, RunsAndStands) {
    Steered one;
    one.steer(60, {{0.0f, 1.0f}, false});
    const Vec2 at = one.at();
    EXPECT_NEAR(at.x, 0.0f, 0.5f);
    EXPECT_GT(at.y, 4.0f);
    one.steer(5, {});
    const Vec2 rest = one.at();
    one.steer(30, {});
    EXPECT_NEAR(one.at().y, rest.y, 0.2f);
}

TEST(Steering, WalksAtHalfTheMoveInput) {
    Steered one;
    one.steer(60, {{0.0f, 0.5f}, false});
    EXPECT_NEAR(one.at().y, 3.0f, 0.6f);
}

TEST(Steering, AnyAgentCanBeTakenAndReleased) {
    Steered one(2);
    one.steer(60, {{1.0f, 0.0f}, false});
    EXPECT_GT(one.at(2).x, 9.0f);
    one.steering.release(one.session);
    EXPECT_EQ(one.steering.agent(), no_serial);
    one.steer(120, {{1.0f, 0.0f}, true});
    EXPECT_LT(one.at(2).x, 8.0f); // back in the fight
    EXPECT_FALSE(one.steering.take(one.session, 17));
}

TEST(Steering, AttacksTheNearestAgentInFront) {
    Steered one;
    const World& world = one.world();
    const AgentId steered = *world.find(0);
    EXPECT_FALSE(Steering::in_front(world, steered)); // too far away
    for (int i = 0; i < 300 && !Steering::in_front(world, steered); ++i) one.steer(1, {});
    const AgentId near = Steering::in_front(world, steered);
    ASSERT_TRUE(near);
    one.steer(2, {{}, true});
    EXPECT_EQ(*world.health(near), 20.0f) << "minus the damage of its first attack; the second hit has to wait";
    EXPECT_FALSE(Steering::in_front(world, AgentId{}));
}

TEST(Steering, ThePlayerWatchesUntilTheMoveInputChanges) {
    Steered one;
    one.steer(40, {{0.7f, 0.7f}, false});
    const uint64_t hash = one.hash(), frame = one.session.frame();
    ASSERT_TRUE(one.session.go_back(20));
    one.steer(static_cast<int>(frame) - 20, {});
    EXPECT_EQ(one.hash(), hash);
    const Vec2 at = one.at();
    one.steer(30, {}); // beyond the latest frame there is no input, and the agent stands
    EXPECT_LT(one.at().y - at.y, 0.5f);
    ASSERT_TRUE(one.session.go_back(20));
    one.steer(static_cast<int>(frame) - 20, {{-1.0f, 0.0f}, false});
    EXPECT_NE(one.hash(), hash);
}

TEST(Steering, GoingBackToBeforeTheAgentExistsDoesNotEndIt) {
    Steered one;
    one.steer(20, {{0.7f, 0.7f}, false});
    ASSERT_TRUE(one.session.go_back(0));
    one.steer(30, {});
    EXPECT_EQ(one.steering.agent(), 0);
}

TEST(Steering, TakesOverAnAgentFromTheScript) {
    Steered one(0, test::read(test::shipped("arena")), 60);
    const Vec2 from = one.at();
    one.steer(60, {{-1.0f, 0.0f}, false});
    EXPECT_NEAR(one.at().x, from.x - 5.5f, 0.3f);
    EXPECT_NEAR(one.at().y, from.y, 0.1f);
    const uint64_t hash = one.hash();
    ASSERT_TRUE(one.session.go_back(30));
    while (one.session.frame() < 120) one.session.step();
    EXPECT_EQ(one.hash(), hash);
    EXPECT_NEAR(one.at().x, from.x - 5.5f, 0.3f);
}

TEST(Steering, StaysOnTheGround) {
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
    Steered one(0, with_ground.scenario);
    one.steer(120, {{1.0f, 0.3f}, false});
    EXPECT_TRUE(one.world().ground()->walkable(one.at()));
}

TEST(Steering, ReleasesAnAgentThatDies) {
    Steered one(1);
    one.session.give(
        [](Battle& battle) { require(battle.world().damage(*battle.world().find(1), 1000.0f), battle.world()); });
    one.steer(3, {{1.0f, 0.0f}, true});
    EXPECT_EQ(one.steering.agent(), no_serial);
    EXPECT_FALSE(one.steering.take(one.session, 1));
}

} // namespace
} // namespace fray::demo
