// Journeys: what a host hears of agents that it sends somewhere (A21, A24a, A26, D17 to D19).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Journeys : OracleScene {
    AgentId walker(Vec2 at) {
        ArchetypeDef def = puppet({});
        def.name = "walker";
        def.brain = false;
        return foe(def, at);
    }
    void send(AgentId agent, Vec2 to) { accept(world.set_order(agent, {.kind = OrderKind::go, .point = to})); }
};

TEST_F(Journeys, AnAgentReachesItsPointOnce) {
    const AgentId agent = walker({0.0f, 0.0f});
    send(agent, {6.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::order_done, agent, 3.0, Cause::reached));
    seconds(5.0);
    EXPECT_EQ(count(EventType::order_done, agent), 1);
    send(agent, {0.0f, 0.0f});
    EXPECT_TRUE(until_event(EventType::order_done, agent, 3.0, Cause::reached)) << "another order, another journey";
}

TEST_F(Journeys, AnAgentThatGetsNoFartherIsBlockedAndMayStillArrive) {
    const AgentId agent = walker({0.0f, 0.0f});
    pinned.push_back(agent);
    send(agent, {6.0f, 0.0f});
    seconds(2.9);
    EXPECT_EQ(count(EventType::order_done, agent), 0);
    ASSERT_TRUE(until_event(EventType::order_done, agent, 0.3, Cause::blocked));
    seconds(5.0);
    EXPECT_EQ(count(EventType::order_done, agent), 1) << "it says so once";
    pin(agent, {5.8f, 0.0f});
    EXPECT_TRUE(until_event(EventType::order_done, agent, 0.2, Cause::reached));
}

TEST_F(Journeys, AnotherOrderCancelsTheJourney) {
    const AgentId agent = walker({0.0f, 0.0f});
    pinned.push_back(agent);
    send(agent, {20.0f, 0.0f});
    seconds(1.0);
    accept(world.set_order(agent, {.kind = OrderKind::stand}));
    step();
    EXPECT_TRUE(happened(EventType::order_done, agent, Cause::cancelled));
    accept(world.set_order(agent, {.kind = OrderKind::free}));
    seconds(4.0);
    EXPECT_EQ(count(EventType::order_done, agent), 1) << "to stand is no journey";
}

TEST_F(Journeys, MembersOfASquadReachTheirOwnPoints) {
    SquadId squad;
    accept(world.add_squad(heroes, &squad));
    std::vector<AgentId> members;
    for (const float y : {0.0f, 3.0f, 6.0f}) {
        members.push_back(walker({0.0f, y}));
        accept(world.join(members.back(), squad));
    }
    step();
    accept(world.set_order(squad, {.kind = OrderKind::go, .point = {6.0f, 0.0f}}));
    seconds(4.0);
    for (size_t i = 0; i < members.size(); ++i) {
        EXPECT_EQ(count(EventType::order_done, members[i], Cause::reached), 1);
        EXPECT_NEAR(world.positions()[*world.row_of(members[i])].y, 3.0f * static_cast<float>(i), 0.5f);
    }
}

TEST_F(Journeys, ADespawnedAgentSaysNothing) {
    const AgentId agent = walker({0.0f, 0.0f});
    pinned.push_back(agent);
    send(agent, {20.0f, 0.0f});
    seconds(1.0);
    accept(world.despawn(agent));
    seconds(4.0);
    EXPECT_EQ(count(EventType::order_done, agent), 0);
}

} // namespace
} // namespace fray
