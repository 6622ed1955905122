// Tests that `Oracle` finds differences between engine and reference model.
#include "oracle/oracle.h"

#include <gtest/gtest.h>

namespace fray::model {
namespace {

struct Hearing : testing::Test {
    /// Keeps the last command.
    struct Ear final : CommandListener {
        std::vector<std::byte> last;
        void command(std::span<const std::byte> bytes) override { last.assign(bytes.begin(), bytes.end()); }
        void stepped() override {}
    };

    void SetUp() override {
        ASSERT_EQ(world.add_archetype({}), Error::ok);
        ASSERT_EQ(world.add_team("us"), Error::ok);
        ASSERT_EQ(world.spawn({}, &agent), Error::ok);
        ASSERT_EQ(add_command_listener(world, ear), Error::ok);
        step();
    }
    void step() { ASSERT_EQ(world.step(1.0 / 64.0), Error::ok); }
    void expect_difference(const std::string& begin) {
        step();
        EXPECT_EQ(oracle.difference().find(begin), 0u) << oracle.difference();
    }

    World world = World::create({.threads = 1}).value();
    Oracle oracle{world};
    Ear ear;
    AgentId agent;
};

TEST_F(Hearing, TheOracleFindsACommandThatOnlyTheModelGot) {
    ASSERT_EQ(world.damage(agent, 5.0f), Error::ok);
    const std::vector<std::byte> heard = ear.last;
    step();
    EXPECT_EQ(oracle.difference(), "");
    oracle.command(heard);
    expect_difference("engine and model differ at frame 2: event 0 of the frame (0 in the engine, 1 in the model)\n"
                      "    model:  hurt of 0, x 5");
}

TEST_F(Hearing, TheOracleFindsADifferenceWithoutAnEvent) {
    ASSERT_EQ(world.set_health(agent, 50.0f), Error::ok);
    const std::vector<std::byte> heard = ear.last;
    ASSERT_EQ(world.set_health(agent, 60.0f), Error::ok);
    step();
    EXPECT_EQ(oracle.difference(), "");
    oracle.command(heard);
    expect_difference("engine and model differ at frame 2: health of agent 0: engine 60, model 50");
}

/// The model is restored together with the world.
TEST_F(Hearing, RestoresTheModelWithASnapshot) {
    ASSERT_EQ(world.damage(agent, 5.0f), Error::ok); // waits for the next step
    std::vector<std::byte> saved;
    ASSERT_EQ(oracle.save(&saved), Error::ok);
    for (int again = 0; again < 2; ++again) {
        step();
        EXPECT_EQ(world.healths()[0], 95.0f);
        EXPECT_EQ(oracle.difference(), "");
        ASSERT_EQ(world.restore(saved), Error::ok);
    }
    EXPECT_TRUE(oracle.followed());
}

} // namespace
} // namespace fray::model
