// Wait reasons: every waiting agent has a reason with two numbers. The host can query it, or get an event when it
// changes.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct WaitReasons : OracleScene {
    void expect(AgentId agent, WaitReason reason, double need, double free) {
        const std::optional<WaitInfo> why = wait_reason(world, agent);
        ASSERT_TRUE(why.has_value());
        EXPECT_EQ(to_string(why->reason), to_string(reason));
        EXPECT_DOUBLE_EQ(why->required, need) << to_string(reason);
        EXPECT_DOUBLE_EQ(why->available, free) << to_string(reason);
        EXPECT_EQ(why->target, target(agent));
        ASSERT_EQ(count(EventType::wait, agent) > 0, true) << to_string(reason);
        const Event event = last(EventType::wait, agent).event;
        EXPECT_EQ(event.c, static_cast<int>(reason));
        EXPECT_EQ(event.target, serial(target(agent)));
    }
};

TEST_F(WaitReasons, RequestersWaitForWeightOrASlot) {
    const AgentId target = hero(plain_circle(2, 5));
    foe(weighing(puppet({}), 3), {9.0f, 0.0f});
    const AgentId grid = foe(weighing(puppet({}), 4), {9.0f, 1.0f}), heavy = foe(weighing(puppet({}), 6), {9.0f, 2.0f});
    step();
    expect(grid, WaitReason::grid, 4, 2);
    expect(heavy, WaitReason::too_heavy, 6, 5);
    foe(puppet({}), {9.0f, 3.0f});
    const AgentId no_slot = foe(puppet({}), {9.0f, 4.0f});
    step();
    expect(no_slot, WaitReason::no_slot, 1, 0);
    EXPECT_EQ(circle(target).grid_free, 1);
}

TEST_F(WaitReasons, RequestersWaitWhileCapacityIsReserved) {
    hero(plain_circle(8, 5));
    foe(weighing(puppet({swing(1, 600.0)}), 3), {9.0f, 0.0f});
    const AgentId giant = foe(weighing(puppet({}), 4), {9.0f, 1.0f});
    ASSERT_TRUE(until_event(EventType::reserve, giant, 4.0));
    const AgentId younger = foe(puppet({}), {9.0f, 2.0f});
    step();
    expect(younger, WaitReason::reserved, 1, 2);
    expect(giant, WaitReason::grid, 4, 2);
}

TEST_F(WaitReasons, ARestingAgentWaitsUntilItsRestIsOver) {
    CircleDef circle = plain_circle();
    circle.rest_time = 3.0;
    hero(circle);
    const AgentId fighter = foe(puppet({swing(1, 0.5)}), {9.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::unslot, fighter, 2.0));
    EXPECT_EQ(first(EventType::wait, fighter).event.c != 0, true);
    step();
    EXPECT_EQ(last(EventType::wait, fighter).event.a, 3000) << "said in the frame in which it begins";
    expect(fighter, WaitReason::rest, 2.985, 0); // a frame of 15.6 ms later; rounded up to whole ms
    step(frames_per_second - 2);
    expect(fighter, WaitReason::rest, 2.016, 0);
}

TEST_F(WaitReasons, AHolderWaitsUntilItIsReady) {
    hero(plain_circle());
    const AgentId fighter = foe(puppet({swing(1, 0.5, 2.0)}), {9.0f, 0.0f});
    step();
    expect(fighter, WaitReason::not_ready, 0, 0); // the fighter is on its way
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 2.0));
    step(frames_per_second - 1);
    expect(fighter, WaitReason::not_ready, 1.016, 0);
}

TEST_F(WaitReasons, AHolderOutOfRangeWaitsForRange) {
    CircleDef circle = plain_circle();
    circle.attack_radius = 2.0f;
    hero(circle);
    ArchetypeDef def = puppet({swing(1), swing(1)});
    def.attacks[0].range = {2.5f, 2.75f}; // beyond the attack ring, nearer than the slot
    def.attacks[1].range = {3.5f, 9.0f};  // beyond the engage range
    def.engagement.engage_range = 3.0f;
    const AgentId fighter = foe(def, {4.0f, 0.0f});
    step(2);
    expect(fighter, WaitReason::range, 4.0, 3.0);
}

TEST_F(WaitReasons, HoldersWaitForAttackWeight) {
    hero(plain_circle(8, 12, 5));
    foe(puppet({swing(3, 600.0)}), {9.0f, 0.0f});
    const AgentId heavy = foe(puppet({swing(8), swing(7)}), {9.0f, 1.0f});
    const AgentId waits = foe(puppet({swing(4), swing(3)}), {9.0f, 2.0f});
    step(3);
    expect(heavy, WaitReason::too_heavy, 7, 5);
    expect(waits, WaitReason::attack, 3, 2);
}

TEST_F(WaitReasons, HoldersWaitForCooldownClassAndView) {
    CircleDef circle = plain_circle();
    circle.class_limits = {{"heavy", 1}};
    circle.max_offscreen_tokens = 0;
    const AgentId target = hero(circle);
    ArchetypeDef cooled = puppet({swing(1, 600.0)}), limited = puppet({swing(1, 600.0)});
    cooled.attacks[0].cooldown.archetype = 10.0;
    limited.attacks[0].attack_class = "heavy";
    const ArchetypeIndex first_kind = add(cooled), second_kind = add(limited);
    foe(first_kind, {6.0f, 0.0f});
    const AgentId cooling = foe(first_kind, {6.0f, 3.0f});
    foe(second_kind, {4.0f, 5.0f});
    const AgentId full = foe(second_kind, {1.0f, 6.0f}), unseen = foe(puppet(), {-6.0f, 0.0f});
    accept(world.set_view(target, {{1.0f, 1.0f}, 2.0f}));
    step(1 + frames_per_second);
    step();
    expect(full, WaitReason::attack_class, 2, 1);
    expect(unseen, WaitReason::offscreen, 1, 0);
    expect(cooling, WaitReason::cooldown, 9.0, 0);
}

TEST_F(WaitReasons, AHolderWaitsForTheAttackGap) {
    CircleDef circle = plain_circle();
    circle.token_interval = 4.0;
    hero(circle);
    const auto fighters = foes_of(puppet({swing(1, 600.0)}), 2);
    step(1 + frames_per_second);
    expect(fighters[1], WaitReason::interval, 3.016, 0);
}

TEST_F(WaitReasons, AHolderThatFitsWaitsForItsTurn) {
    CircleDef circle = plain_circle(8, 12, 3);
    hero(circle);
    foe(puppet({swing(1, 600.0)}), {9.0f, 0.0f});
    foe(puppet({swing(3)}), {9.0f, 1.0f}); // the pass ends with it, without a token
    const AgentId next = foe(puppet(), {9.0f, 2.0f});
    step(2);
    expect(next, WaitReason::turn, 0, 0);
}

TEST_F(WaitReasons, AgentsThatDoNotWaitHaveNoReason) {
    const AgentId target = hero(plain_circle()), attacker = foe(puppet({swing(1, 600.0)}), {9.0f, 0.0f});
    const AgentId alone = spawn(add(puppet()), foes, {9000.0f, 0.0f});
    step(10);
    for (const AgentId agent : {target, attacker, alone}) {
        EXPECT_EQ(reason(agent), WaitReason::none);
        EXPECT_FALSE(wait_reason(world, agent)->target);
    }
    EXPECT_FALSE(wait_reason(world, {}).has_value());
    EXPECT_FALSE(wait_reason(world, {12345, 1}).has_value());
    step_after(world.damage(attacker, 1.0f));
    EXPECT_EQ(count(EventType::wait, alone) + count(EventType::wait, target), 0);
}

TEST_F(WaitReasons, AnEventIsSentOnlyWhenTheReasonChanges) {
    const AgentId target = hero(plain_circle(1, 5));
    foe(puppet({swing(1, 600.0)}), {9.0f, 0.0f});
    const AgentId requester = foe(puppet({}), {9.0f, 1.0f});
    seconds(2.0);
    EXPECT_EQ(count(EventType::wait, requester), 1);
    seconds_after(world.set_capacity(target, {1, 10}), 1.0);
    EXPECT_EQ(count(EventType::wait, requester), 2);
    EXPECT_EQ(last(EventType::wait, requester).event.c, static_cast<int>(WaitReason::grid));
    seconds_after(world.set_capacity(target, {0, 10}), 1.0);
    EXPECT_EQ(count(EventType::wait, requester), 3);
    seconds_after(world.set_capacity(target, {5, 10}), 1.0);
    EXPECT_EQ(count(EventType::wait, requester), 4);
    EXPECT_EQ(last(EventType::wait, requester).event.c, static_cast<int>(WaitReason::no_slot));
}

} // namespace
} // namespace fray
