// Queues of orders, and the orders that let an agent fight: advance, hold and escort (rules give_order,
// look_at_queue, acquire_target, held_back_from, look_at_arrival and follower).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Orders : OracleScene {
    /// An agent without a brain that fray moves.
    AgentId carrier(Vec2 at, TeamIndex team = 1) {
        if (!carrier_) {
            ArchetypeDef def = walker({});
            def.name = "carrier";
            def.autonomous = false;
            carrier_ = add(def);
        }
        return spawn(*carrier_, team, at);
    }
    void go(AgentId agent, Vec2 to, bool repeat = false) {
        accept(world.set_order(agent, {.kind = OrderKind::move, .point = to, .repeat = repeat}));
    }
    void then_go(AgentId agent, Vec2 to, bool repeat = false, float delay = 0.0f) {
        accept(world.queue_order(agent, {.kind = OrderKind::move, .point = to, .repeat = repeat, .delay = delay}));
    }
    size_t queued(AgentId agent) const { return world.order_queue(agent).value().size(); }
    Vec2 point(AgentId agent) const { return world.order(agent)->point; }

private:
    std::optional<ArchetypeIndex> carrier_;
};

TEST_F(Orders, WaypointsAreReachedInTheirOrder) {
    const AgentId agent = carrier({0.0f, 0.0f});
    go(agent, {3.0f, 0.0f});
    then_go(agent, {3.0f, 3.0f});
    then_go(agent, {0.0f, 3.0f});
    step();
    EXPECT_EQ(queued(agent), 2u);
    EXPECT_EQ(world.order_queue(agent)->front().point, (Vec2{3.0f, 3.0f}));
    seconds(8.0);
    std::vector<Vec2> reached;
    for (const Happened& one : all(EventType::order_done, agent)) {
        EXPECT_EQ(one.event.cause, Cause::reached);
        reached.push_back({one.event.x, one.event.y});
    }
    EXPECT_EQ(reached, (std::vector<Vec2>{{3.0f, 0.0f}, {3.0f, 3.0f}, {0.0f, 3.0f}}));
    EXPECT_EQ(queued(agent), 0u);
    EXPECT_EQ(world.order(agent)->kind, OrderKind::move) << "the last order stays in force";
}

TEST_F(Orders, AFreeAgentTakesAnOrderFromItsQueueInTheSameFrame) {
    const AgentId agent = carrier({0.0f, 0.0f});
    step();
    then_go(agent, {3.0f, 0.0f});
    step();
    EXPECT_TRUE(happened(EventType::order, agent));
    EXPECT_EQ(point(agent), (Vec2{3.0f, 0.0f}));
}

TEST_F(Orders, APatrolGoesToAndFroAndWaitsWhereItIsToldTo) {
    const AgentId agent = carrier({0.0f, 0.0f});
    go(agent, {0.0f, 0.0f}, true);
    then_go(agent, {4.0f, 0.0f}, true, 2.0f);
    seconds(30.0);
    const auto orders = all(EventType::order, agent), done = all(EventType::order_done, agent, Cause::reached);
    ASSERT_GE(done.size(), 9u);
    for (size_t i = 0; i + 1 < orders.size(); ++i) {
        const int waits = orders[i + 1].frame - done[i].frame;
        EXPECT_EQ(waits, i % 2 == 0 ? 1 + 2 * frames_per_second : 1) << "order " << i + 1;
        EXPECT_EQ(orders[i].event.x, i % 2 == 0 ? 0.0f : 4.0f);
    }
    const auto next = *world.order_queue(agent);
    ASSERT_EQ(next.size(), 1u);
    EXPECT_TRUE(next[0].repeat);
    EXPECT_EQ(next[0].delay, next[0].point.x == 4.0f ? 2.0f : 0.0f);
    EXPECT_TRUE(world.order(agent)->repeat);
}

TEST_F(Orders, ARepeatedOrderAloneIsDoneOnce) {
    const AgentId agent = carrier({0.0f, 0.0f});
    go(agent, {2.0f, 0.0f}, true);
    seconds(4.0);
    EXPECT_EQ(count(EventType::order, agent), 1);
    then_go(agent, {0.0f, 0.0f});
    seconds(6.0);
    EXPECT_EQ(count(EventType::order, agent), 3) << "away, and for ever back to the repeated point";
    EXPECT_EQ(point(agent), (Vec2{2.0f, 0.0f}));
}

TEST_F(Orders, AnOrderEmptiesTheQueue) {
    const AgentId agent = carrier({0.0f, 0.0f});
    go(agent, {2.0f, 0.0f});
    then_go(agent, {9.0f, 0.0f});
    step_after(world.set_order(agent, {.kind = OrderKind::stand}));
    EXPECT_EQ(queued(agent), 0u);
    then_go(agent, {9.0f, 0.0f});
    seconds(5.0);
    EXPECT_EQ(queued(agent), 1u) << "to stand is never over";
}

TEST_F(Orders, AQueueHolds32Orders) {
    const AgentId agent = carrier({0.0f, 0.0f});
    accept(world.set_order(agent, {.kind = OrderKind::stand}));
    for (int i = 0; i < 33; ++i) then_go(agent, {static_cast<float>(i), 0.0f});
    step();
    EXPECT_EQ(queued(agent), 32u);
    ASSERT_EQ(count(EventType::drop, agent), 1);
    EXPECT_EQ(first(EventType::drop, agent).event.a, static_cast<int>(CommandType::queue_order));
    EXPECT_EQ(world.counters().commands_dropped, 1u);
}

TEST_F(Orders, ABlockedAgentTakesTheNextOrder) {
    ArchetypeDef def = puppet({});
    def.autonomous = false;
    const AgentId agent = pinned_foe(def, {0.0f, 0.0f});
    go(agent, {20.0f, 0.0f});
    then_go(agent, {0.0f, 20.0f});
    seconds(2.9);
    EXPECT_EQ(queued(agent), 1u);
    seconds(0.3);
    EXPECT_EQ(queued(agent), 0u);
    EXPECT_EQ(count(EventType::order_done, agent, Cause::blocked), 1);
    EXPECT_EQ(count(EventType::order_done, agent, Cause::cancelled), 1);
}

TEST_F(Orders, AnOrderWaitsUntilAnAttackIsPerformed) {
    const AgentId target = hero(plain_circle(), {2.0f, 0.0f}), agent = foe(walker(), {0.0f, 0.0f});
    step();
    accept(world.set_order(agent, {.kind = OrderKind::perform, .target = target, .attack = 0}));
    then_go(agent, {-6.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::order, agent, 0.1));
    ASSERT_TRUE(until_event(EventType::attack_end, agent, 4.0, Cause::finished));
    EXPECT_EQ(world.order(agent)->kind, OrderKind::free);
    step();
    EXPECT_EQ(world.order(agent)->kind, OrderKind::move);
}

TEST_F(Orders, ASquadKeepsItsShapeFromPointToPoint) {
    const SquadId squad = add_squad(heroes);
    std::vector<AgentId> members;
    for (const float y : {0.0f, 2.0f, 4.0f}) {
        members.push_back(carrier({0.0f, y}));
        accept(world.join(members.back(), squad));
    }
    step();
    step_after(world.set_order(squad, {.kind = OrderKind::move, .point = {4.0f, 0.0f}}));
    accept(world.queue_order(squad, {.kind = OrderKind::move, .point = {4.0f, -3.0f}}));
    seconds_after(world.queue_order(squad, {.kind = OrderKind::move, .run = true, .point = {8.0f, -3.0f}}), 10.0);
    for (size_t i = 0; i < members.size(); ++i) {
        EXPECT_EQ(count(EventType::order_done, members[i], Cause::reached), 3);
        EXPECT_EQ(point(members[i]), (Vec2{8.0f, -3.0f + 2.0f * static_cast<float>(i)}));
    }
}

TEST_F(Orders, ADeadAgentHasNoQueue) {
    ArchetypeDef def = walker();
    def.body.health = 10.0f;
    const AgentId agent = foe(def, {0.0f, 0.0f});
    go(agent, {20.0f, 0.0f});
    then_go(agent, {0.0f, 20.0f}, true);
    step();
    step_after(world.damage(agent, 20.0f), 2);
    EXPECT_EQ(state(agent), AgentState::dead);
    EXPECT_EQ(queued(agent), 0u);
    step_after(world.queue_order(agent, {.kind = OrderKind::stand}));
    EXPECT_TRUE(happened(EventType::drop, agent));
}

TEST_F(Orders, AnAdvancingAgentFightsOnTheWayAndThenWalksOn) {
    const AgentId target = hero(plain_circle(), {10.0f, 3.0f}, 30.0f);
    ArchetypeDef def = walker();
    def.perception.alert_radius = 6.0f;
    def.attacks[0].damage = 10.0f;
    const AgentId agent = foe(def, {0.0f, 0.0f});
    accept(world.set_order(agent, {.kind = OrderKind::advance, .point = {20.0f, 0.0f}}));
    ASSERT_TRUE(until_event(EventType::death, target, 30.0));
    EXPECT_EQ(count(EventType::order_done, agent), 0) << "a fight is no halt";
    EXPECT_TRUE(until_event(EventType::order_done, agent, 20.0, Cause::reached));
    EXPECT_NEAR(position(agent).x, 20.0f, 0.5f);
}

/// An enemy that the host moves stands in a rock of so many metres, in the way of an agent that advances.
struct EnemyOnRock : Orders {
    AgentId agent, enemy;

    void meet(float rock, bool managed) {
        const auto ground = GridMap::create(120, 40, std::vector<uint8_t>(120 * 40, 1), 0.25f, {-5.0f, -5.0f});
        accept(world.set_ground(std::make_shared<const GridMap>(ground.value())));
        accept(world.set_obstacle({.at = {10.0f, 0.0f}, .half_extents = {0.5f * rock, 0.5f * rock}}));
        ArchetypeDef def = walker();
        def.engagement.managed = managed;
        agent = foe(def, {0.0f, 0.0f});
        ArchetypeDef on_rock = puppet();
        on_rock.autonomous = false;
        on_rock.circle = plain_circle();
        enemy = spawn(add(on_rock), heroes, {10.0f, 0.0f});
        pinned.push_back(enemy);
        accept(world.set_order(agent, {.kind = OrderKind::advance, .point = {20.0f, 3.0f}}));
    }
};

TEST_F(EnemyOnRock, AnAdvancingAgentPassesAnEnemyThatItCanNeverStrike) {
    for (const bool managed : {true, false}) {
        start_again();
        meet(5.0f, managed);
        EXPECT_TRUE(until_event(EventType::order_done, agent, 30.0, Cause::reached));
        if (managed) {
            EXPECT_EQ(count(EventType::target, agent), 0);
        }
    }
}

TEST_F(EnemyOnRock, AnAdvancingAgentFightsAnEnemyWithinItsReach) {
    meet(1.5f, true);
    EXPECT_TRUE(until_event(EventType::attack, agent, 20.0));
}

TEST_F(Orders, AHoldingAgentFightsFromItsPost) {
    const AgentId target = hero(plain_circle(), {6.0f, 0.0f}), agent = foe(walker(), {0.0f, 0.0f});
    seconds_after(world.set_order(agent, {.kind = OrderKind::hold}), 2.0);
    EXPECT_EQ(this->target(agent), AgentId{}) << "an enemy out of reach is none of its business";
    pin(target, {1.4f, 0.0f});
    EXPECT_TRUE(until_event(EventType::attack, agent, 4.0));
    seconds(3.0);
    EXPECT_NEAR(distance(position(agent), {0.0f, 0.0f}), 0.0f, 0.05f);
    EXPECT_GE(count(EventType::attack, agent), 2);
    pin(target, {6.0f, 0.0f});
    EXPECT_TRUE(until([&] { return this->target(agent) == AgentId{}; }, 4.0));
    EXPECT_EQ(slot(agent), -1);
    seconds(2.0);
    EXPECT_NEAR(distance(position(agent), {0.0f, 0.0f}), 0.0f, 0.05f);
}

TEST_F(Orders, AHoldingAgentGoesBackToItsPost) {
    const AgentId agent = foe(walker(), {0.0f, 0.0f});
    step_after(world.set_order(agent, {.kind = OrderKind::hold}));
    seconds_after(world.teleport(agent, {3.0f, 0.0f}), 4.0);
    EXPECT_LT(distance(position(agent), {0.0f, 0.0f}), 0.45f);
}

TEST_F(Orders, AHoldingArcherShootsAsFarAsItCan) {
    const AgentId target = hero(plain_circle(), {14.0f, 0.0f});
    ArchetypeDef def = walker();
    def.engagement.managed = false;
    def.attacks[0].range = {0.0f, 15.0f};
    def.attacks[0].projectile_speed = 30.0f;
    def.engagement.engage_range = 15.0f;
    def.engagement.hit_range = 16.0f;
    const AgentId agent = foe(def, {0.0f, 0.0f});
    accept(world.set_order(agent, {.kind = OrderKind::hold}));
    EXPECT_TRUE(until_event(EventType::attack, agent, 4.0));
    seconds(4.0);
    EXPECT_GE(count(EventType::attack, agent), 2);
    EXPECT_NEAR(distance(position(agent), {0.0f, 0.0f}), 0.0f, 0.05f);
    EXPECT_EQ(this->target(agent), target);
}

TEST_F(Orders, AnEscortFollowsAndDoesNotFightFarAway) {
    const AgentId ward = carrier({0.0f, 0.0f}), agent = foe(walker(), {1.0f, 1.0f});
    step();
    accept(world.set_order(agent, {.kind = OrderKind::escort, .target = ward, .escort_distance = 3.0f}));
    go(ward, {20.0f, 0.0f});
    seconds(12.0);
    EXPECT_LT(distance(position(agent), position(ward)), 3.1f);
    const AgentId enemy = hero(plain_circle(), {20.0f, 5.0f});
    ASSERT_TRUE(until_event(EventType::attack, agent, 8.0));
    pin(enemy, {20.0f, 30.0f});
    EXPECT_TRUE(until([&] { return state(agent) == AgentState::follow; }, 8.0))
        << "it has lost its target (rule held_back_from)";
    EXPECT_LT(distance(position(agent), position(ward)), 10.0f);
}

TEST_F(Orders, AnEscortEndsWithItsWard) {
    const AgentId ward = carrier({0.0f, 0.0f}), agent = foe(walker(), {1.0f, 1.0f});
    step();
    accept(world.set_order(agent, {.kind = OrderKind::escort, .target = ward}));
    seconds_after(world.queue_order(agent, {.kind = OrderKind::stand}), 1.0);
    EXPECT_EQ(world.order(agent)->kind, OrderKind::escort);
    EXPECT_EQ(world.order(agent)->escort_distance, 4.0f);
    step_after(world.despawn(ward));
    EXPECT_EQ(world.order(agent)->kind, OrderKind::free);
    step();
    EXPECT_EQ(world.order(agent)->kind, OrderKind::stand);
}

} // namespace
} // namespace fray
