// Journeys: what a host hears of agents that it sends somewhere (rules give_order, squad_has_order, find_own_points,
// find_place and look_at_halts).
#include "rules/oracle_scene.h"

#include <array>
#include <vector>

namespace fray {
namespace {

using namespace test;

struct Journeys : OracleScene {
    AgentId walker(Vec2 at) {
        ArchetypeDef def = puppet({});
        def.name = "walker";
        def.autonomous = false;
        return foe(def, at);
    }
    void send(AgentId agent, Vec2 to) { accept(world.set_order(agent, {.kind = OrderKind::move, .point = to})); }
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

/// One agent at the point (6, 0) and three round it that cannot come nearer. Another stands 3 m off.
struct CrowdAtPoint : Journeys {
    AgentId at_point, far;
    std::array<AgentId, 3> round;

    void SetUp() override {
        Journeys::SetUp();
        make_ground();
        at_point = walker({5.9f, 0.0f});
        far = walker({3.0f, 0.0f});
        round = {walker({5.1f, 0.0f}), walker({6.0f, 0.9f}), walker({6.9f, 0.0f})};
        pinned = agents;
    }
    virtual void make_ground() {}
    void send_all() {
        for (const AgentId agent : agents) send(agent, {6.0f, 0.0f});
    }
};

TEST_F(CrowdAtPoint, AgentsThatComeToRestRoundTheirPointHaveReachedIt) {
    send_all();
    seconds(2.9);
    EXPECT_EQ(count(EventType::order_done, at_point, Cause::reached), 1);
    for (const AgentId agent : round) EXPECT_EQ(count(EventType::order_done, agent), 0);
    seconds(0.3);
    for (const AgentId agent : round) EXPECT_EQ(count(EventType::order_done, agent, Cause::reached), 1);
    EXPECT_EQ(count(EventType::order_done, far, Cause::blocked), 1) << "four agents need less than 2 m";
}

TEST_F(CrowdAtPoint, AnAgentAtRestSaysNothingMoreAndTakesItsNextOrder) {
    send_all();
    seconds(3.2);
    pin(round[0], {9.0f, 0.0f}); // pushed away
    seconds(4.0);
    pin(round[0], {6.0f, 0.0f}); // right at its point
    accept(world.set_order(round[1], {.kind = OrderKind::stand}));
    pin(round[2], {9.0f, 2.0f});
    seconds(0.1); // it has moved, so it is not blocked
    seconds_after(world.queue_order(round[2], {.kind = OrderKind::stand}), 1.0);
    for (const AgentId agent : round)
        EXPECT_EQ(count(EventType::order_done, agent), 1) << "neither reached nor blocked nor cancelled after that";
    EXPECT_EQ(count(EventType::order, round[2]), 2);
}

struct CrowdAtWall : CrowdAtPoint {
    void make_ground() override {
        std::vector<uint8_t> cells(48 * 32, 1);
        for (size_t y = 0; y < 32; ++y) cells[y * 48 + 23] = 0; // a wall from x = 5.5 to 5.75
        const auto ground = GridMap::create(48, 32, cells, 0.25f, {-0.25f, -4.0f});
        accept(world.set_ground(std::make_shared<const GridMap>(ground.value())));
    }
};

TEST_F(CrowdAtWall, AgentsBeforeTheWallHaveNotReachedThePointBehindIt) {
    send_all();
    seconds(3.2);
    EXPECT_EQ(count(EventType::order_done, round[0], Cause::blocked), 1);
    EXPECT_EQ(count(EventType::order_done, round[1], Cause::reached), 1);
}

/// Ten agents, and a closed yard round the point (8, 0), 3 m wide, with a gate that the test may open.
struct CrowdAtYard : Journeys {
    ObstacleId gate;

    void SetUp() override {
        Journeys::SetUp();
        const auto ground = GridMap::create(80, 40, std::vector<uint8_t>(80 * 40, 1), 0.25f, {-5.0f, -5.0f});
        accept(world.set_ground(std::make_shared<const GridMap>(ground.value())));
        const Vec2 sides[] = {{8.0f, 1.5f}, {8.0f, -1.5f}, {9.5f, 0.0f}, {6.5f, 0.0f}};
        for (const Vec2 side : sides) {
            const bool across = side.y == 0.0f;
            accept(
                world.set_obstacle({.at = side, .half_extents = {across ? 0.1f : 1.6f, across ? 1.6f : 0.1f}}, &gate));
        }
        ArchetypeDef def = test::walker({}); // fray moves it
        def.autonomous = false;
        const ArchetypeIndex kind = add(def);
        for (int i = 0; i < 10; ++i) foe(kind, {static_cast<float>(i / 5), static_cast<float>(i % 5) - 2.0f});
    }
};

TEST_F(CrowdAtYard, AgentsGatherAtTheNearestPlaceAndGoOnWhenTheGateOpens) {
    for (const AgentId agent : agents) send(agent, {8.0f, 0.0f});
    seconds(12.0);
    for (const AgentId agent : agents) {
        EXPECT_EQ(count(EventType::order_done, agent), 1);
        EXPECT_EQ(count(EventType::order_done, agent, Cause::blocked), 1);
        EXPECT_EQ(world.velocity(agent), Vec2{}) << "it rests";
        EXPECT_EQ(world.order(agent)->point, (Vec2{8.0f, 0.0f})) << "its order stays";
    }
    seconds_after(world.remove_obstacle(gate), 12.0);
    for (const AgentId agent : agents) EXPECT_EQ(count(EventType::order_done, agent, Cause::reached), 1);
}

TEST_F(CrowdAtYard, AGateThatShutsOnTheWayCutsTheJourneyOff) {
    accept(world.remove_obstacle(gate));
    send(agents[0], {8.0f, 0.0f});
    seconds(0.5);
    accept(world.set_obstacle({.at = {6.5f, 0.0f}, .half_extents = {0.1f, 1.6f}}, &gate));
    EXPECT_TRUE(until_event(EventType::order_done, agents[0], 12.0, Cause::blocked));
    send(agents[0], {4.0f, 3.5f});
    EXPECT_TRUE(until_event(EventType::order_done, agents[0], 12.0, Cause::reached));
}

TEST_F(Journeys, TheSameOrderAgainChangesNothing) {
    const AgentId agent = walker({0.0f, 0.0f});
    for (int i = 0; i < 60; ++i) {
        send(agent, {6.0f, 0.0f});
        step();
    }
    seconds(4.0);
    send(agent, {6.0f, 0.0f});
    seconds(1.0);
    EXPECT_EQ(count(EventType::order, agent), 1);
    EXPECT_EQ(count(EventType::order_done, agent), 1);
    step_after(world.set_order(agent, {.kind = OrderKind::move, .run = true, .point = {6.0f, 0.0f}}));
    EXPECT_EQ(count(EventType::order, agent), 2) << "another kind is another order";
}

TEST_F(Journeys, TheSameOrderAgainEmptiesTheQueue) {
    const AgentId agent = walker({0.0f, 0.0f});
    send(agent, {6.0f, 0.0f});
    accept(world.queue_order(agent, {.kind = OrderKind::move, .point = {0.0f, 0.0f}}));
    send(agent, {6.0f, 0.0f});
    seconds(6.0);
    EXPECT_EQ(count(EventType::order, agent), 1);
    EXPECT_NEAR(world.positions()[*world.row_of(agent)].x, 6.0f, 0.5f);
}

TEST_F(Journeys, TheSameOrderToASquadKeepsItsPlaces) {
    for (const bool formed : {false, true}) {
        const SquadId squad = add_squad(heroes);
        std::vector<AgentId> members;
        for (int i = 0; i < 6; ++i) {
            members.push_back(walker({static_cast<float>(i), formed ? 30.0f : 0.0f}));
            accept(world.join(members.back(), squad));
        }
        const OrderDef order{.kind = OrderKind::move,
                             .point = {12.0f, formed ? 36.0f : 6.0f},
                             .formation = {.files = formed ? 3 : 0, .spacing = 2.0f}};
        step();
        for (int i = 0; i < 80; ++i) {
            seconds_after(world.set_order(squad, order), 0.1);
        }
        for (const AgentId agent : members) {
            EXPECT_EQ(count(EventType::order, agent), 1);
            EXPECT_EQ(count(EventType::order_done, agent, Cause::reached), 1);
        }
        step_after(world.set_order(members[5], {.kind = OrderKind::stand}));
        step_after(world.set_order(squad, order));
        for (const AgentId agent : members)
            EXPECT_GE(count(EventType::order, agent), 2) << "a member had lost it, so it is given anew";
    }
}

/// The numbers of an agent's journeys begin again after 256 orders.
TEST_F(Journeys, HundredsOfOrdersInAFrameAreOneJourney) {
    const std::array<AgentId, 2> both = {walker({0.0f, 0.0f}), walker({0.0f, 3.0f})};
    step();
    for (int i = 0; i < 520; ++i)
        for (const AgentId agent : both) send(agent, {6.0f, static_cast<float>(i % 4)});
    step();
    seconds(5.0);
    for (const AgentId agent : both) EXPECT_EQ(count(EventType::order_done, agent, Cause::reached), 1);
}

TEST_F(Journeys, ADespawnedAgentSaysNothing) {
    const AgentId agent = walker({0.0f, 0.0f});
    pinned.push_back(agent);
    send(agent, {20.0f, 0.0f});
    seconds(1.0);
    seconds_after(world.despawn(agent), 4.0);
    EXPECT_EQ(count(EventType::order_done, agent), 0);
}

} // namespace
} // namespace fray
