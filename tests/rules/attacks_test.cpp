// The FSM's state attack, and what the host reports: locking, time-outs, the three release policies, hits, ends and
// interruptions.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Attacks : OracleScene {
    AgentId target, fighter;
    void duel(const ArchetypeDef& def, const CircleDef& circle = plain_circle()) {
        target = hero(circle);
        fighter = foe(def, {9.0f, 0.0f});
        ASSERT_TRUE(until_event(EventType::attack, fighter, 1.0));
    }
    /// The free attack capacity; 10, the whole capacity, if the circle has ended.
    int free_attack() const { return has_circle(target) ? circle(target).attack_free : 10; }
    int frames_since_attack() const { return now() - last(EventType::attack, fighter).frame; }
};

TEST_F(Attacks, AnAttackThatCannotBeginWithinAttackTimeoutEndsAndRecovers) {
    CircleDef circle = plain_circle();
    circle.attack_timeout = 1.5;
    target = hero(circle);
    fighter = foe(puppet({swing(1, 1.0, 2.0)}), {4.0f, 0.0f});
    pinned = {fighter}; // 4 m away: no attack begins beyond 3
    ASSERT_TRUE(until_event(EventType::token, fighter, 1.0));
    const int token = now();
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 3.0, Cause::timeout));
    EXPECT_EQ((now() - token) * frame_time, 1.5);
    EXPECT_EQ(count(EventType::hit, fighter) + count(EventType::miss, fighter), 0);
    EXPECT_EQ(free_attack(), 10);
    EXPECT_TRUE(happened(EventType::unslot, fighter, Cause::finished)) << "it ends like any other";
    const int end = now();
    ASSERT_TRUE(until_event(EventType::token, fighter, 3.0));
    EXPECT_EQ(now() - end, 2 * frames_per_second);
}

TEST_F(Attacks, AnAttackWaitsUntilItsAngleIsMet) {
    target = hero(plain_circle());
    ArchetypeDef def = walker();
    def.attacks[0].angle = {-0.1f, 0.1f};
    def.body.turn_rate = 3.1415927f;
    fighter = foe(def, {5.0f, 0.0f}); // its heading points away from the target
    ASSERT_TRUE(until_event(EventType::attack, fighter, 3.0));
    EXPECT_GE(now() * frame_time, 0.9) << "half a turn takes a second";
    EXPECT_LT(world.headings()[row(fighter)].x, -0.9f);
}

TEST_F(Attacks, TheSlotOfAnAttackerCannotBeStolen) {
    for (const bool locked : {true, false}) {
        start_again();
        CircleDef circle = plain_circle(1, 12, locked ? 10 : 0);
        circle.allows_stealing = true;
        circle.steal_grace_time = 0.0;
        target = hero(circle);
        fighter = foe(puppet({swing(1, 3.0)}), {6.0f, 0.0f});
        step();
        const AgentId thief = foe(puppet(), {0.0f, 5.0f});
        step(4);
        pin(fighter, {12.0f, 0.0f});
        pin(thief, {0.0f, 5.0f});
        seconds(1.0);
        EXPECT_EQ(count(EventType::unslot, fighter, Cause::stolen), locked ? 0 : 1);
        EXPECT_EQ(slot(fighter), locked ? 0 : -1);
    }
}

TEST_F(Attacks, ReleaseAttackKeepsTheSlotAndTakesTheNearestOpenOne) {
    duel(releasing(puppet(), ReleasePolicy::attack));
    ASSERT_EQ(slot(fighter), 0);
    const AgentId second = foe(releasing(puppet({}), ReleasePolicy::attack), on_ring(9.0f, 1.0f));
    step(2);
    ASSERT_EQ(slot(second), 1);
    pin(fighter, on_ring(2.5f, 1.6f)); // the nearest slots are 2 and 1, and 1 is held
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 2.0));
    EXPECT_TRUE(happened(EventType::slot, fighter, Cause::moved));
    EXPECT_FALSE(happened(EventType::unslot, fighter));
    EXPECT_EQ(slot(fighter), 2);
    EXPECT_EQ(circle(target).grid_free, 10);
}

TEST_F(Attacks, AnAgentThatReturnedItsSlotAtTheHitMayChangeItsTarget) {
    target = hero(plain_circle());
    fighter = foe(releasing(puppet({swing(3, 3.0)}), ReleasePolicy::launch), {9.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::hit, fighter, 2.0));
    const AgentId other = hero(plain_circle(), {0.0f, 12.0f});
    step_after(world.set_order(fighter, {.kind = OrderKind::attack, .target = other}), 2);
    EXPECT_EQ(OracleScene::target(fighter), other) << "the lock went with the slot";
    EXPECT_EQ(attack(fighter), 0);
    EXPECT_EQ(circle(target).attack_free, 7) << "what it still holds, it holds there";
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 4.0, Cause::finished));
    EXPECT_EQ(free_attack(), 10);
    step();
    EXPECT_TRUE(happened(EventType::slot, fighter));
    EXPECT_EQ(last(EventType::slot, fighter).event.target, serial(other));
}

TEST_F(Attacks, ReportsBeforeTheWindupAreVoid) {
    target = hero(plain_circle());
    fighter = foe(puppet(), {9.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::token, fighter, 0.1));
    accept(world.report_attack(fighter, AttackReport::hit)); // its windup has not begun
    step_after(world.report_attack(fighter, AttackReport::end));
    EXPECT_EQ(count(EventType::hit, fighter), 0);
    EXPECT_TRUE(until_event(EventType::hit, fighter, 1.0));
    EXPECT_EQ(frames_since_attack(), frames_per_second / 4);
}

} // namespace
} // namespace fray
