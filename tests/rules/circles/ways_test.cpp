// A melee: agents that fight in slots attack each other. When an agent requests a slot (rules near_enough and
// can_reach), when its way is free (rules way_free, point_on_way and usable_now), which enemy it takes (rules
// may_take_enemy_in_reach and at_hand). What place is promised to it (rules look_at_arrival and promise_places). Which
// agents make way for a heavier agent (rule makes_way), and which relieve a tired one (rule is_fresh).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Melee : OracleScene {
    /// An enemy that fights in slots itself and stays where it is. It has no attacks.
    AgentId enemy(Vec2 at, const CircleDef& circle = plain_circle()) {
        ArchetypeDef def = puppet({});
        def.name = "enemy";
        def.circle = circle;
        const AgentId id = spawn(add(def), heroes, at);
        pinned.push_back(id);
        return id;
    }
    /// A body without a brain.
    static ArchetypeDef dummy() {
        ArchetypeDef def = puppet({});
        def.name = "dummy";
        def.autonomous = false;
        return def;
    }
};

TEST_F(Melee, AnAgentRequestsWhenItIsThreeSecondsFromTheCircle) {
    enemy({});
    // The approach ring is at 4 m, and it runs 16.5 m in 3 s.
    const AgentId fighter = pinned_foe(puppet(), {20.51f, 0.0f});
    seconds(1.0);
    EXPECT_EQ(count(EventType::request, fighter), 0);
    pin(fighter, {20.5f, 0.0f});
    step();
    EXPECT_EQ(count(EventType::request, fighter), 1);
}

TEST_F(Melee, WithoutRequestTimeItRequestsAtOnce) {
    CircleDef circle = plain_circle();
    circle.request_time = 0.0;
    enemy({}, circle);
    const AgentId fighter = pinned_foe(puppet(), {50.0f, 0.0f});
    step();
    EXPECT_EQ(count(EventType::request, fighter), 1);
}

TEST_F(Melee, OneBehindAnotherIsHeldUpUntilTheWayIsFree) {
    enemy({});
    const AgentId between = pinned_foe(dummy(), {6.0f, 0.0f}), fighter = pinned_foe(puppet(), {8.0f, 0.0f});
    seconds(1.0);
    EXPECT_EQ(count(EventType::slot, fighter), 0);
    EXPECT_EQ(reason(fighter), WaitReason::way);
    pin(between, {-6.0f, 0.0f});
    EXPECT_TRUE(until_event(EventType::slot, fighter, 0.25, Cause::admitted)) << "at the next look";
}

TEST_F(Melee, AroundATargetInTheOpenNoWayIsLookedAt) {
    hero(plain_circle());
    pinned_foe(dummy(), {6.0f, 0.0f});
    const AgentId fighter = pinned_foe(puppet(), {8.0f, 0.0f});
    step(2);
    EXPECT_EQ(count(EventType::slot, fighter), 1);
}

TEST_F(Melee, AHolderThatCanHitFromWhereItStandsHasArrived) {
    enemy({});
    const AgentId fighter = pinned_foe(puppet(), {1.5f, 0.0f});
    ASSERT_TRUE(until_event(EventType::arrive, fighter, 0.1));
    EXPECT_TRUE(until_event(EventType::attack, fighter, 0.1));
}

TEST_F(Melee, AHolderGetsATokenWhenTheWayToItsTargetIsFree) {
    enemy({});
    const AgentId fighter = pinned_foe(puppet(), {4.0f, 0.0f}), between = pinned_foe(dummy(), {2.7f, 0.0f});
    seconds(1.0);
    EXPECT_EQ(count(EventType::token, fighter), 0);
    EXPECT_EQ(reason(fighter), WaitReason::way);
    pin(between, {0.0f, 9.0f});
    EXPECT_TRUE(until_event(EventType::token, fighter, 0.1));
}

/// While `token_interval` runs no token is given, but a holder that waited for weight may find its slot unusable all
/// the same.
TEST_F(Melee, ASlotBecomesUnusableInTheGapWhenACooldownIsOver) {
    CircleDef circle = plain_circle();
    circle.token_interval = 30.0;
    circle.no_attack_timeout = 0.5;
    enemy({}, circle);
    ArchetypeDef def = puppet({swing(1, 20.0), swing(10)});
    def.engagement.attack_choice = AttackChoice::first;
    def.attacks[0].cooldown.archetype = 3.0;
    const ArchetypeIndex archetype = add(def);
    const AgentId first = spawn(archetype, foes, {-1.5f, 0.0f}), second = spawn(archetype, foes, {4.0f, 0.0f});
    pinned.insert(pinned.end(), {first, second});
    pinned_foe(dummy(), {2.7f, 0.0f});
    ASSERT_TRUE(until_event(EventType::token, first, 0.2));
    seconds(1.0);
    EXPECT_EQ(reason(second), WaitReason::attack);
    ASSERT_TRUE(until_event(EventType::unslot, second, 4.0, Cause::token_wait_timeout));
    EXPECT_NEAR(now() * frame_time, 3.5, 0.1);
}

TEST_F(Melee, AHolderTakesAnEnemyInReach) {
    const AgentId far = enemy({}), fighter = pinned_foe(puppet(), {6.0f, 0.0f});
    seconds(1.5); // `target_dwell_time` is 1 s
    EXPECT_EQ(target(fighter), far);
    const AgentId near = enemy({7.5f, 0.0f});
    ASSERT_TRUE(until_event(EventType::unslot, fighter, 0.5, Cause::retargeted));
    EXPECT_TRUE(happened(EventType::target, fighter, Cause::open_slot));
    EXPECT_TRUE(happened(EventType::slot, fighter, Cause::rebalanced));
    EXPECT_EQ(target(fighter), near);
    EXPECT_TRUE(until_event(EventType::attack, fighter, 0.2));
}

TEST_F(Melee, AHolderKeepsItsTargetWithoutRetargetInReachOrAttackCapacity) {
    for (const bool retargets : {false, true}) {
        start_again();
        const AgentId far = enemy({});
        ArchetypeDef def = puppet();
        def.perception.retargets_in_reach = retargets;
        const AgentId fighter = pinned_foe(def, {6.0f, 0.0f});
        seconds(1.5);
        enemy({7.5f, 0.0f}, plain_circle(8, 12, retargets ? 0 : 10));
        seconds(2.0);
        EXPECT_EQ(target(fighter), far);
    }
}

/// A fighter with a closed way to its target. Then another enemy comes near. The fighter reaches 2 m.
struct ClosedWay : Melee {
    AgentId far{}, near{}, fighter{};

    void begin(float distance) {
        far = enemy({});
        fighter = pinned_foe(puppet(), {4.0f, 0.0f});
        pinned_foe(dummy(), {2.7f, 0.0f});
        seconds(1.5); // `target_dwell_time` is 1 s
        ASSERT_EQ(target(fighter), far);
        near = enemy({4.0f, distance});
    }
};

TEST_F(ClosedWay, ItTakesAnEnemyThatAStepBringsIntoReach) {
    begin(2.99f); // its reach is 2 m, a step 1 m
    ASSERT_TRUE(until_event(EventType::unslot, fighter, 0.5, Cause::retargeted));
    EXPECT_EQ(target(fighter), near);
    EXPECT_TRUE(until_event(EventType::token, fighter, 0.2));
    for (const bool behind_another : {false, true}) {
        start_again();
        begin(behind_another ? 2.9f : 3.01f);
        if (behind_another) pinned_foe(dummy(), {4.0f, 1.3f});
        seconds(2.0);
        EXPECT_EQ(target(fighter), far);
    }
}

TEST_F(Melee, AFighterWithAFreeWayKeepsItsTarget) {
    const AgentId far = enemy({}, plain_circle(8, 12, 0)); // it gives no token
    const AgentId fighter = pinned_foe(puppet(), {4.0f, 0.0f});
    seconds(1.5);
    enemy({4.0f, 2.9f}); // at hand
    seconds(2.0);
    EXPECT_EQ(target(fighter), far);
}

/// Two ranks against an enemy: a fighter that tires after 2 s has the enemy in reach, and another agent is behind it.
struct ReliefInRank : Melee {
    AgentId front{}, second{};

    static ArchetypeDef tiring(double relief = 2.0) {
        ArchetypeDef def = releasing(puppet({swing(1, 0.5, 0.5)}), ReleasePolicy::attack);
        def.engagement.relief_time = relief;
        return def;
    }
    void begin(Vec2 behind, double relief = 2.0) {
        enemy({});
        front = pinned_foe(tiring(relief), {1.5f, 0.0f});
        second = pinned_foe(puppet(), behind);
        ASSERT_TRUE(until_event(EventType::slot, front, 1.0));
    }
    bool relieved() { return until_event(EventType::unslot, front, 4.0, Cause::relieved); }
};

TEST_F(ReliefInRank, ATiredFighterGoesBackForAFreshAgentBehindIt) {
    begin({2.4f, 0.0f});
    const int admitted = now();
    ASSERT_TRUE(relieved());
    EXPECT_GE((now() - admitted) * frame_time, 2.0);
    EXPECT_LT((now() - admitted) * frame_time, 2.0 + 0.25 + 0.6) << "at the next look, or after its attack";
    EXPECT_EQ(reason(front), WaitReason::rest);
    const int then = now();
    pin(front, {9.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::token, second, 0.5)) << "its way is free";
    ASSERT_TRUE(until_event(EventType::request, front, 3.0)) << "it rests as long as it has to fight";
    EXPECT_NEAR((now() - then) * frame_time, 2.0, 0.05);
}

TEST_F(ReliefInRank, NotWithoutAnAgentNearEnoughAndNotForOneBesideItThatFights) {
    begin({4.31f, 0.0f}); // 2 m are left between the two bodies
    EXPECT_FALSE(relieved());
    pin(second, {4.29f, 0.0f});
    EXPECT_TRUE(relieved());
    start_again();
    begin({1.3f, 0.9f});
    EXPECT_FALSE(relieved());
}

TEST_F(ReliefInRank, OneAgentBehindComesForwardForOneOnly) {
    enemy({});
    const AgentId left = pinned_foe(tiring(), {1.5f, 0.6f}), right = pinned_foe(tiring(), {1.5f, -0.6f});
    second = pinned_foe(puppet(), {2.4f, 0.35f});
    ASSERT_TRUE(until_event(EventType::unslot, left, 4.0, Cause::relieved)) << "it is nearer";
    seconds(1.0);
    EXPECT_EQ(count(EventType::unslot, right), 0) << "the other is still on its way back";
}

TEST_F(ReliefInRank, TheTimeBeforeTheFirstTokenDoesNotCount) {
    const AgentId rival = enemy({}, plain_circle(8, 12, 0));
    front = pinned_foe(tiring(), {1.5f, 0.0f});
    second = pinned_foe(puppet(), {2.4f, 0.0f});
    seconds(4.0);
    EXPECT_EQ(count(EventType::unslot, front), 0);
    accept(world.set_capacity(rival, {12, 10}));
    ASSERT_TRUE(until_event(EventType::token, front, 0.5));
    const int fights = now();
    ASSERT_TRUE(relieved());
    EXPECT_GE((now() - fights) * frame_time, 2.0);
}

TEST_F(ReliefInRank, NotForAnAgentWithoutAttacks) {
    enemy({});
    front = pinned_foe(tiring(), {1.5f, 0.0f});
    pinned_foe(puppet({}), {2.4f, 0.0f});
    EXPECT_FALSE(relieved());
}

TEST_F(ReliefInRank, NotForAnAgentWithAnotherInItsWay) {
    begin({3.2f, 0.0f});
    const AgentId between = pinned_foe(dummy(), {2.35f, 0.0f});
    EXPECT_FALSE(relieved());
    accept(world.despawn(between));
    EXPECT_TRUE(relieved());
}

TEST_F(ReliefInRank, AHolderBehindTheFrontIsNotTired) {
    begin({2.4f, 0.0f}, 0.0);
    const AgentId third = pinned_foe(tiring(), {3.2f, 0.0f});
    pinned_foe(puppet(), {4.1f, 0.0f});
    seconds(5.0);
    EXPECT_EQ(count(EventType::unslot, third), 0);
}

/// An agent stands before an enemy. Behind it stands a heavier agent of its team, which wants a slot.
struct MakingWay : Melee {
    AgentId heavy{};

    /// An agent of 80 kg that fray moves. It fits no circle, so it waits without a slot.
    static ArchetypeDef waiter() {
        ArchetypeDef def = puppet();
        def.name = "waiter";
        def.body.motion = MotionType::simulated;
        def.engagement.grid_weight = 99;
        return def;
    }
    AgentId stand(const ArchetypeDef& def, TeamIndex team) {
        const AgentId id = spawn(add(def), team, {6.0f, 0.0f});
        step(2); // an agent without speed makes no request
        accept(world.set_speed_factor(id, 0.0f));
        return id;
    }
    void come_from_behind(float mass, AgentId target = {}) {
        ArchetypeDef def = puppet();
        def.body.mass = mass;
        def.body.motion = MotionType::simulated;
        heavy = foe(def, {6.9f, 0.0f});
        if (target) accept(world.set_order(heavy, {.kind = OrderKind::attack, .target = target}));
        step(); // it requests
        accept(world.set_speed_factor(heavy, 0.0f));
    }
    bool gets_slot() {
        seconds(1.0);
        return count(EventType::slot, heavy) != 0;
    }
};

TEST_F(MakingWay, AnAgentThatWaitsMakesWayForMoreThanOneAndAHalfTimesItsMass) {
    for (const float mass : {120.1f, 120.0f}) {
        start_again();
        enemy({});
        stand(waiter(), foes);
        come_from_behind(mass);
        EXPECT_EQ(gets_slot(), mass > 120.0f);
    }
    EXPECT_EQ(reason(heavy), WaitReason::way);
    accept(world.set_avoidance_factor(heavy, 1.1f));
    EXPECT_TRUE(gets_slot());
}

TEST_F(MakingWay, NotWithASlotUnderAnOrderToHoldMovedByTheHostOrForAnEnemy) {
    enum { with_slot, holding, moved_by_host, for_one_that_the_host_moves, hostile };
    for (const int why : {with_slot, holding, moved_by_host, for_one_that_the_host_moves, hostile}) {
        start_again();
        const AgentId target = enemy({});
        ArchetypeDef def = waiter();
        if (why == with_slot) def.engagement.grid_weight = 1;
        if (why == moved_by_host) {
            def.body.motion = MotionType::host;
            pinned_foe(def, {6.0f, 0.0f});
        } else {
            const AgentId light = stand(def, why == hostile ? heroes : foes);
            if (why == holding) accept(world.set_order(light, {.kind = OrderKind::hold, .point = {6.0f, 0.0f}}));
        }
        if (why == for_one_that_the_host_moves) {
            ArchetypeDef massive = puppet();
            massive.body.mass = 600.0f;
            heavy = pinned_foe(massive, {6.9f, 0.0f});
        } else {
            come_from_behind(600.0f, why == hostile ? target : AgentId{});
        }
        EXPECT_FALSE(gets_slot()) << why;
    }
}

/// Two enemies stand so that slot 0 of the left and slot 4 of the right are the same place. No other slot is open.
struct SharedGround : Melee {
    AgentId right{}, promised{};

    void SetUp() override {
        Melee::SetUp();
        const AgentId left = enemy({-4.0f, 0.0f});
        right = enemy({4.0f, 0.0f});
        accept(world.set_closed_slots(left, std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
        accept(world.set_closed_slots(right, std::vector<int>{0, 1, 2, 3, 5, 6, 7}));
        promised = pinned_foe(puppet(), {-1.0f, 6.0f}); // it never arrives
        seconds(1.0);
        ASSERT_EQ(count(EventType::slot, promised), 1);
    }
};

TEST_F(SharedGround, APlaceIsPromisedOnce) {
    const AgentId other = pinned_foe(puppet(), {1.0f, -6.0f});
    seconds(1.0);
    EXPECT_EQ(target(other), right);
    EXPECT_EQ(count(EventType::slot, other), 0);
    EXPECT_EQ(reason(other), WaitReason::way);
    accept(world.despawn(promised));
    EXPECT_TRUE(until_event(EventType::slot, other, 0.35, Cause::admitted)) << "at the next look";
}

TEST_F(SharedGround, APlaceIsNoLongerPromisedWhenItsHolderHasArrived) {
    pin(promised, {-2.5f, 0.0f}); // in reach of its target, and away from the shared place
    seconds(0.1);
    ASSERT_EQ(count(EventType::arrive, promised), 1);
    const AgentId other = pinned_foe(puppet(), {1.0f, -6.0f});
    EXPECT_TRUE(until_event(EventType::slot, other, 0.1, Cause::admitted));
}

TEST_F(SharedGround, AnAgentThatIsInReachNeedsNoPlace) {
    const AgentId other = pinned_foe(puppet(), {2.5f, 0.0f});
    EXPECT_TRUE(until_event(EventType::slot, other, 0.1, Cause::admitted));
}

} // namespace
} // namespace fray
