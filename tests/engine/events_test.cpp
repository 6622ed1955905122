// Events: their order over all kinds, their ids, and the events of calls that had no effect.
#include "engine/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace fray {
namespace {

struct EventsTest : test::Arena {};
struct ProjectileEvents : test::ShotArena {};

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

TEST(EventOrder, SequenceNumbersCountAllKindsAndEventsNameTheirAgentByIdAndSerial) {
    World world = test::melee(300, 0, {.records_wait_reasons = true, .threads = 2});
    size_t events = 0;
    for (int frame = 0; frame < 200; ++frame) {
        must(world.step(1.0 / 64.0));
        expect_in_order(world.events());
        EXPECT_EQ(world.counters().events, world.events().size());
        events += world.events().size();
        for_each_event(world.events(), [&](const auto& event) {
            const auto expect_named = [&](const EventAgent& agent) {
                EXPECT_EQ(world.find(agent.serial).value_or(AgentId{}), agent.id);
            };
            if constexpr (requires { event.agent; }) expect_named(event.agent);
            if constexpr (requires { event.target; }) expect_named(event.target);
        });
    }
    EXPECT_GT(events, 1000u);
    must(world.advance(0.5));
    expect_in_order(world.events());
}

TEST_F(EventsTest, ADeathNamesTheDeadAndTheKiller) {
    const AgentId killer = spawn(dummy, us), killed = spawn(dummy, them, {3.0f, 0.0f});
    step();
    must(world.damage(killed, 1000.0f, killer));
    step();
    ASSERT_EQ(world.events().deaths.size(), 1u);
    EXPECT_EQ(world.events().deaths[0].agent, killed);
    EXPECT_EQ(world.events().deaths[0].killer, killer);
    EXPECT_EQ(only(world.events().hurts).attacker, killer);
    must(world.damage(killer, 1000.0f));
    step();
    EXPECT_EQ(only(world.events().deaths).killer, EventAgent{}) << "the host";
}

TEST_F(EventsTest, AnAgentDespawnedInTheStepHasItsIdInTheEvents) {
    const AgentId attacker = spawn(dummy, us), hurt = spawn(dummy, them, {3.0f, 0.0f});
    step();
    must(world.damage(hurt, 5.0f, attacker));
    must(world.despawn(attacker));
    step();
    EXPECT_EQ(only(world.events().despawns).agent, (EventAgent{attacker, 0}));
    EXPECT_EQ(only(world.events().hurts).attacker, (EventAgent{attacker, 0}));
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

TEST_F(EventsTest, AnAttackHasItsWindupAndAHitItsProjectile) {
    spawn(dummy, them, {16.0f, 0.0f});
    for (int i = 0; i < 3; ++i) spawn(add(test::archer()), us, {0.0f, static_cast<float>(i)});
    std::vector<uint32_t> launched, landed;
    size_t attacks = 0;
    for (int frame = 0; frame < 300; ++frame) {
        step();
        for (const AttackEvent& attack : world.events().attacks) {
            EXPECT_DOUBLE_EQ(attack.windup, 0.25);
            EXPECT_DOUBLE_EQ(attack.duration, 0.5);
            ++attacks;
        }
        for (const LaunchEvent& launch : world.events().launches) launched.push_back(launch.projectile);
        for (const HitEvent& hit : world.events().hits) landed.push_back(hit.projectile);
    }
    EXPECT_EQ(attacks, 3u);
    EXPECT_EQ(launched, (std::vector<uint32_t>{0, 1, 2}));
    std::sort(landed.begin(), landed.end());
    EXPECT_EQ(landed, launched);
}

TEST_F(EventsTest, AHitOfAWeaponHasNoProjectile) {
    spawn(dummy, them, {2.0f, 0.0f});
    spawn(fighter, us);
    for (int frame = 0; frame < 600 && world.events().hits.empty(); ++frame) step();
    ASSERT_FALSE(world.events().hits.empty());
    EXPECT_EQ(world.events().hits[0].projectile, no_projectile);
}

TEST_F(ProjectileEvents, AShooterDespawnedEarlierHasASerialAndNoId) {
    const Serial serial = world.events().launches[0].agent.serial;
    must(world.despawn(shooter));
    step();
    ASSERT_EQ(world.projectiles().size(), 1u);
    EXPECT_EQ(world.projectiles()[0].shooter, AgentId{});
    EXPECT_EQ(world.projectiles()[0].shooter_serial, serial);
    land();
    EXPECT_EQ(world.events().hits[0].agent, (EventAgent{AgentId{}, serial}));
    EXPECT_EQ(world.events().hits[0].target, target);
    EXPECT_EQ(only(world.events().hurts).attacker, (EventAgent{AgentId{}, serial}));
}

TEST_F(EventsTest, ADroppedCommandIsAnEvent) {
    const AgentId dead = spawn(dummy, us), idle = spawn(dummy, us, {9.0f, 0.0f});
    step();
    must(world.damage(dead, 1000.0f));
    step();
    EXPECT_TRUE(world.events().drops.empty());
    must(world.set_order(dead, {.kind = OrderKind::stand}));
    must(world.teleport(dead, {1.0f, 1.0f}));
    must(world.report_attack(idle, AttackReport::hit)); // it has no attack
    step();
    std::vector<std::pair<AgentId, CommandType>> drops;
    for (const DropEvent& drop : world.events().drops) drops.emplace_back(drop.agent.id, drop.command);
    EXPECT_EQ(drops,
              (std::vector<std::pair<AgentId, CommandType>>{
                  {dead, CommandType::set_order}, {dead, CommandType::teleport}, {idle, CommandType::report_attack}}));
    EXPECT_EQ(world.counters().commands_dropped, 3u);
}

TEST_F(EventsTest, SkippedPosesAreOneEventAndNoDroppedCommands) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.name = "puppet";
    def.body.motion = MotionType::host;
    const ArchetypeIndex puppet = add(def);
    const AgentId moved = spawn(puppet, us), dead = spawn(puppet, us, {3.0f, 0.0f}),
                  own = spawn(dummy, us, {6.0f, 0.0f});
    step();
    must(world.damage(dead, 1000.0f));
    const AgentId stale = gone();
    const std::array<AgentId, 4> agents = {moved, dead, own, stale};
    const std::array<Vec2, 4> positions = {Vec2{1.0f, 1.0f}, Vec2{2.0f, 2.0f}, Vec2{3.0f, 3.0f}, Vec2{4.0f, 4.0f}};
    must(world.set_host_poses(agents, positions));
    step();
    EXPECT_EQ(world.position(moved), (Vec2{1.0f, 1.0f}));
    EXPECT_EQ(only(world.events().skips).count, 3);
    EXPECT_EQ(world.counters().poses_skipped, 3u);
    EXPECT_EQ(world.counters().commands_dropped, 0u);
    must(world.set_host_poses(std::span(agents).first(1), std::span(positions).first(1)));
    step();
    EXPECT_TRUE(world.events().skips.empty());
    EXPECT_EQ(world.counters().poses_skipped, 0u);
}

} // namespace
} // namespace fray
