// Tests that `OracleWorld` finds differences between engine and reference model.
#include "oracle/oracle_world.h"

#include <gtest/gtest.h>

namespace fray::model {
namespace {

TEST(OracleWorld, FindsACommandThatOnlyTheEngineGot) {
    OracleWorld world = OracleWorld::create({.threads = 1}).value();
    ArchetypeDef def;
    def.name = "soldier";
    ASSERT_EQ(world.add_archetype(def), Error::ok);
    ASSERT_EQ(world.add_team("us"), Error::ok);
    AgentId agent;
    ASSERT_EQ(world.spawn({}, &agent), Error::ok);
    ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
    EXPECT_EQ(world.difference(), "");
    ASSERT_EQ(world.World::damage(agent, 5.0f), Error::ok);
    ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
    EXPECT_EQ(world.difference().find("engine and model differ at frame 1: event 0 of the frame (1 in the engine, 0 in "
                                      "the model)\n    engine: hurt of 0, x 5"),
              0u)
        << world.difference();
}

TEST(OracleWorld, FindsADifferenceWithoutAnEvent) {
    OracleWorld world = OracleWorld::create({.threads = 1}).value();
    ASSERT_EQ(world.add_archetype({}), Error::ok);
    ASSERT_EQ(world.add_team("us"), Error::ok);
    AgentId agent;
    ASSERT_EQ(world.spawn({}, &agent), Error::ok);
    ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
    ASSERT_EQ(world.World::set_health(agent, 50.0f), Error::ok);
    ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
    EXPECT_EQ(world.difference().find("engine and model differ at frame 1: health of agent 0: engine 50, model 100"),
              0u)
        << world.difference();
}

/// The model is restored together with the world.
TEST(OracleWorld, RestoresTheModelWithASnapshot) {
    OracleWorld world = OracleWorld::create({.threads = 1}).value();
    ASSERT_EQ(world.add_archetype({}), Error::ok);
    ASSERT_EQ(world.add_team("us"), Error::ok);
    AgentId agent;
    ASSERT_EQ(world.spawn({}, &agent), Error::ok);
    ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
    ASSERT_EQ(world.damage(agent, 5.0f), Error::ok); // waits for the next step
    std::vector<std::byte> saved;
    ASSERT_EQ(world.save(&saved), Error::ok);
    for (int again = 0; again < 2; ++again) {
        ASSERT_EQ(world.step(1.0 / 64.0), Error::ok);
        EXPECT_EQ(world.healths()[0], 95.0f);
        EXPECT_EQ(world.difference(), "");
        ASSERT_EQ(world.restore(saved), Error::ok);
    }
    EXPECT_TRUE(world.followed());
}

} // namespace
} // namespace fray::model
