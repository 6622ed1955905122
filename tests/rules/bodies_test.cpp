// Bodies that the host changes: speed factor, radius, stun and push (rules set_speed_factor, push,
// staggered_or_stunned, near_enough and touch).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Bodies : OracleScene {
    AgentId target;

    void target_with(const CircleDef& circle) { target = hero(circle); }
    /// A soldier in state combat at its slot.
    AgentId fighter(ArchetypeDef def = walker(), Vec2 at = {6.0f, 0.0f}) {
        const AgentId agent = foe(def, at);
        EXPECT_TRUE(until_event(EventType::arrive, agent, 5.0));
        return agent;
    }
    double stunned(AgentId agent) const { return world.body(agent)->stun_time_left; }
};

TEST_F(Bodies, AStunInterruptsAnAttackAndKeepsTheSlot) {
    target_with(plain_circle());
    const AgentId agent = fighter(releasing(walker(), ReleasePolicy::attack));
    ASSERT_TRUE(until_event(EventType::attack, agent, 5.0));
    const int held = slot(agent);
    step_after(world.stun(agent, 2.0));
    EXPECT_TRUE(happened(EventType::attack_end, agent, Cause::interrupted));
    EXPECT_FALSE(happened(EventType::stagger, agent)) << "only hits and the command stagger have this event";
    EXPECT_EQ(state(agent), AgentState::stagger);
    EXPECT_NEAR(stunned(agent), 2.0 - frame_time, 1e-6);
    seconds(2.0 - 2 * frame_time);
    EXPECT_EQ(state(agent), AgentState::stagger);
    EXPECT_EQ(slot(agent), held);
    EXPECT_EQ(count(EventType::unslot, agent), 0);
    step(2);
    EXPECT_NE(state(agent), AgentState::stagger);
    EXPECT_TRUE(until_event(EventType::attack, agent, 5.0));
}

TEST_F(Bodies, NeitherArmourNorInvulnerabilityPreventsAStun) {
    target_with(plain_circle());
    ArchetypeDef def = walker();
    def.poise.super_armour = true;
    const AgentId agent = fighter(def);
    step_after(world.stun(agent, 1.0));
    EXPECT_EQ(state(agent), AgentState::stagger);
}

TEST_F(Bodies, AStunOfZeroEndsAStun) {
    target_with(plain_circle());
    const AgentId agent = fighter();
    step_after(world.stun(agent, 100.0), 10);
    step_after(world.stun(agent, 0.0), 2);
    EXPECT_NE(state(agent), AgentState::stagger);
    EXPECT_EQ(stunned(agent), 0.0);
}

TEST_F(Bodies, AStunOutlastsAStagger) {
    target_with(plain_circle());
    ArchetypeDef def = walker();
    def.poise.stagger_time = 0.5;
    const AgentId agent = fighter(def);
    seconds_after(world.stun(agent, 2.0), 1.0);
    seconds_after(world.stagger(agent), 0.75);
    EXPECT_EQ(state(agent), AgentState::stagger);
    seconds(0.5);
    EXPECT_NE(state(agent), AgentState::stagger);
    accept(world.stagger(agent));
    seconds_after(world.stun(agent, 0.1), 0.3);
    EXPECT_EQ(state(agent), AgentState::stagger) << "the stagger outlasts the stun";
}

TEST_F(Bodies, TheTimeToReachTheSlotCountsFromTheEndOfTheStun) {
    CircleDef circle = plain_circle();
    circle.arrival_timeout = 3.0;
    target_with(circle);
    const AgentId agent = foe(walker(), {30.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::slot, agent, 5.0));
    seconds_after(world.stun(agent, 10.0), 12.0);
    EXPECT_EQ(count(EventType::unslot, agent), 0);
    seconds_after(world.set_speed_factor(agent, 0.0f), 3.0);
    EXPECT_TRUE(count(EventType::unslot, agent, Cause::arrival_timeout) == 1) << "rooted, it does not reach its slot";
}

TEST_F(Bodies, AStunnedAgentUnderAnOrderStandsAndThenGoesOn) {
    target_with(plain_circle());
    const AgentId agent = foe(walker(), {20.0f, 0.0f});
    seconds_after(world.set_order(agent, {.kind = OrderKind::move, .point = {20.0f, 9.0f}}), 1.0);
    step_after(world.stun(agent, 1.0), 2);
    const Vec2 there = position(agent);
    EXPECT_EQ(state(agent), AgentState::idle);
    step(frames_per_second - 3);
    EXPECT_EQ(position(agent), there);
    EXPECT_TRUE(until_event(EventType::order_done, agent, 5.0, Cause::reached));
}

TEST_F(Bodies, AFreedAgentThatIsStillStunnedIsStaggered) {
    target_with(plain_circle());
    const AgentId agent = foe(walker(), {20.0f, 0.0f});
    accept(world.set_order(agent, {.kind = OrderKind::stand}));
    seconds_after(world.stun(agent, 1.0), 0.5);
    EXPECT_EQ(state(agent), AgentState::idle);
    step_after(world.set_order(agent, {.kind = OrderKind::free}));
    EXPECT_EQ(state(agent), AgentState::stagger);
}

TEST_F(Bodies, AnAgentWithoutABrainLosesItsPerformedAttack) {
    target_with(plain_circle());
    ArchetypeDef def = walker();
    def.autonomous = false;
    const AgentId agent = foe(def, {1.5f, 0.0f});
    const OrderDef order{.kind = OrderKind::perform, .target = target, .attack = 0};
    accept(world.set_order(agent, order));
    ASSERT_TRUE(until_event(EventType::attack, agent, 2.0));
    step_after(world.stun(agent, 1.0));
    EXPECT_TRUE(happened(EventType::attack_end, agent, Cause::interrupted));
    seconds_after(world.set_order(agent, order), 0.9);
    EXPECT_EQ(count(EventType::attack, agent), 1) << "it waits until it is not stunned any more";
    seconds(0.2);
    EXPECT_EQ(count(EventType::attack, agent), 2);
}

TEST_F(Bodies, APushStunsAtLeastAsLong) {
    target_with(plain_circle());
    const AgentId agent = fighter();
    accept(world.stun(agent, 0.1));
    step_after(world.push(agent, {3.0f, 0.0f}, 0.5));
    EXPECT_NEAR(stunned(agent), 0.5 - frame_time, 1e-6);
    EXPECT_EQ(state(agent), AgentState::stagger);
    step_after(world.stun(agent, 0.0));
    EXPECT_EQ(world.body(agent)->push_velocity, Vec2{}) << "the stun's end ends the push";
}

TEST_F(Bodies, ASlowAgentRequestsLater) {
    CircleDef circle = plain_circle();
    circle.request_time = 2.0;
    target_with(circle);
    const float approach = 4.0f, run = walker().body.run_speed;
    const AgentId fast = foe(walker(), {30.0f, 0.0f}), slow = foe(walker(), {-30.0f, 0.0f});
    accept(world.set_speed_factor(slow, 0.25f));
    ASSERT_TRUE(until_event(EventType::request, fast, 20.0));
    EXPECT_NEAR(distance(position(fast), position(target)), approach + 2.0f * run, run * 0.05f);
    ASSERT_TRUE(until_event(EventType::request, slow, 60.0));
    EXPECT_NEAR(distance(position(slow), position(target)), approach + 0.5f * run, run * 0.05f);
}

TEST_F(Bodies, ReachFollowsTheRadius) {
    target_with(plain_circle());
    const AgentId agent = foe(puppet(), {8.0f, 0.0f});
    pin(agent, {5.5f, 0.0f});
    seconds(0.5);
    const auto band = [&] { return world.bands()[row(agent)]; };
    EXPECT_EQ(band(), 2) << "5.5 m, beyond 5 m";
    step_after(world.set_radius(target, 1.0f));
    EXPECT_EQ(band(), 1) << "the target has grown by 0.6 m, and the threshold with it";
    step_after(world.set_radius(target, 0.0f));
    EXPECT_EQ(band(), 2);
}

TEST_F(Bodies, HoldersStandOutsideATargetThatHasGrown) {
    target_with(plain_circle());
    const AgentId agent = fighter(standing(puppet()));
    EXPECT_NEAR(distance(goal(agent), position(target)), 4.0f, 0.01f);
    step_after(world.set_radius(target, 5.0f), 2);
    EXPECT_NEAR(distance(goal(agent), position(target)), 5.0f + 0.4f + 0.5f, 0.01f);
}

} // namespace
} // namespace fray
