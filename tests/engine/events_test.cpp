// Events: their order over all kinds, their steps, and the user data.
#include "engine/arena.h"

#include <gtest/gtest.h>

#include <tuple>

namespace fray {
namespace {

struct EventsTest : test::Arena {};

/// The sequence numbers are 0 to n - 1, and `for_each_event` visits the events in this order.
void expect_in_order(const Events& events) {
    uint32_t next = 0;
    for_each_event(events, [&](const auto& event) {
        EXPECT_EQ(event.sequence, next++);
        EXPECT_EQ(events.order[event.sequence].type, event.type);
    });
    EXPECT_EQ(next, events.size());
    size_t listed = 0;
    std::apply([&](const auto&... list) { ((listed += list.size()), ...); }, event_lists(events));
    EXPECT_EQ(listed, events.size());
    EXPECT_EQ(events.empty(), listed == 0);
}

TEST(EventOrder, SequenceNumbersCountAllKinds) {
    World world = test::melee(300, 0, {.records_wait_reasons = true, .threads = 2});
    size_t events = 0;
    for (int frame = 0; frame < 200; ++frame) {
        must(world.step(1.0 / 64.0));
        expect_in_order(world.events());
        EXPECT_EQ(world.counters().events, world.events().size());
        events += world.events().size();
    }
    EXPECT_GT(events, 1000u);
    must(world.advance(0.5));
    expect_in_order(world.events());
}

TEST_F(EventsTest, EachEventOfAnAdvanceHasItsStep) {
    const AgentId first = spawn(dummy, us), second = spawn(dummy, us, {9.0f, 0.0f});
    int steps = 0;
    must(world.damage(first, 1000.0f));
    must(world.advance(0.101, &steps)); // 6 steps of 1/60 s
    ASSERT_EQ(steps, 6);
    ASSERT_EQ(world.events().steps.size(), 6u);
    for (uint32_t i = 0; i < 6; ++i) {
        EXPECT_EQ(world.events().steps[i].frame, i);
        EXPECT_NEAR(world.events().steps[i].time, i / 60.0, 1e-5);
    }
    for_each_event(world.events(), [&](const auto& event) {
        EXPECT_EQ(world.events().step_of(event.sequence).frame, 0u) << to_string(event.type);
    });
    int arrived_in = -1;
    const double before = world.time();
    must(world.set_order(second, {.kind = OrderKind::move, .point = {9.5f, 0.0f}}));
    must(world.advance(3.0, &steps));
    for (const OrderDoneEvent& done : world.events().orders_done) {
        const EventStep& step = world.events().step_of(done.sequence);
        arrived_in = static_cast<int>(step.frame);
        EXPECT_GT(step.time, before);
        EXPECT_LT(step.time, world.time());
        EXPECT_LE(step.first, done.sequence);
    }
    EXPECT_GT(arrived_in, 6) << "it walks for some frames";
}

TEST_F(EventsTest, SpawnsAndDespawnsHaveTheUserData) {
    AgentId agent;
    must(world.spawn({.archetype = dummy, .team = us, .user_data = 17}, &agent));
    step();
    EXPECT_EQ(only(world.events().spawns).user_data, 17u);
    must(world.set_user_data(agent, 18));
    must(world.despawn(agent));
    step();
    EXPECT_EQ(only(world.events().despawns).user_data, 18u);
}

} // namespace
} // namespace fray
