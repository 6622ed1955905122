// Rebalancing, stealing and change of target: which agent gets another slot, and when.
#include "rules/oracle_scene.h"

#include <random>
#include <set>

namespace fray {
namespace {

using namespace test;

ArchetypeDef stander() { return standing(puppet()); }

CircleDef rebalancing(RebalanceMode rebalance, int slots = 8) {
    CircleDef circle = plain_circle(slots);
    circle.rebalance_mode = rebalance;
    circle.no_attack_timeout = 0.0;
    return circle;
}

struct RebalancingScene : OracleScene {
    AgentId target, east, west;
    /// An agent on slot 0 in the east and an agent on the western slot. Both are pinned.
    void two(const CircleDef& circle) {
        target = hero(circle);
        const ArchetypeIndex archetype = add(stander());
        east = foe(archetype, {6.0f, 0.0f});
        west = foe(archetype, {-6.0f, 0.0f});
        step(3);
        ASSERT_EQ(slot(east), 0);
        ASSERT_EQ(slot(west), circle.slots / 2);
        pin(east, {4.0f, 0.0f});
        pin(west, {-4.0f, 0.0f});
        step();
    }
    void exchange_places() {
        accept(world.teleport(east, {-4.0f, 0.0f}));
        accept(world.teleport(west, {4.0f, 0.0f}));
    }
    /// Makes the target count as moved, though its position stays the same.
    void touch_target() { accept(world.teleport(target, {})); }
    bool rebalanced(AgentId who) const { return happened(EventType::slot, who, Cause::rebalanced); }
};

TEST_F(RebalancingScene, HoldersExchangeSlotsWhenTheTargetHasMoved) {
    for (const RebalanceMode how : {RebalanceMode::exact, RebalanceMode::nearest}) {
        start_again();
        two(rebalancing(how));
        exchange_places();
        touch_target();
        step();
        EXPECT_TRUE(rebalanced(east) && rebalanced(west)) << to_string(how);
        EXPECT_EQ(slot(east), 4);
        EXPECT_EQ(slot(west), 0);
        EXPECT_EQ(world.counters().slot_switches, 2u);
        EXPECT_FALSE(happened(EventType::unslot, east));
    }
}

/// Two slots. The agent that is nearest to slot 0 also has the shorter way to slot 1.
TEST_F(RebalancingScene, ExactMinimisesTheSumNearestTheFirstDistance) {
    for (const RebalanceMode how : {RebalanceMode::exact, RebalanceMode::nearest}) {
        start_again();
        two(rebalancing(how, 2));
        accept(world.teleport(east, {1.0f, 0.0f})); // 3 m to slot 0, 5 m to slot 1
        accept(world.teleport(west, {8.0f, 0.0f})); // 4 m to slot 0, 12 m to slot 1
        touch_target();
        step();
        EXPECT_EQ(slot(east), how == RebalanceMode::exact ? 1 : 0);
        EXPECT_EQ(slot(west), how == RebalanceMode::exact ? 0 : 1);
    }
}

TEST_F(RebalancingScene, OfEqualAssignmentsTheSmallestListOfSlotsBySerialIsTaken) {
    two(rebalancing(RebalanceMode::exact, 4));
    accept(world.teleport(east, {0.0f, 20.0f}));
    accept(world.teleport(west, {0.0f, 20.0f})); // both at the same point: slot 1, and 0 or 2
    touch_target();
    step();
    EXPECT_EQ(slot(east), 0);
    EXPECT_EQ(slot(west), 1);
}

TEST_F(RebalancingScene, RebalancingNeedsMoreThanSwitchGain) {
    for (const float eighths : {0.565f, 0.597f}) { // slot 1 is nearer by 0.4 m, by 0.6 m
        start_again();
        two(rebalancing(RebalanceMode::exact));
        accept(world.teleport(east, on_ring(4.0f, eighths)));
        touch_target();
        step();
        EXPECT_EQ(slot(east), eighths > 0.58f ? 1 : 0);
    }
}

TEST_F(RebalancingScene, RebalancingWaitsForSwitchDwellAndIsMadeUpForThen) {
    two(rebalancing(RebalanceMode::exact));
    exchange_places();
    touch_target();
    step();
    ASSERT_TRUE(rebalanced(east));
    const int switched = now();
    accept(world.teleport(east, {4.0f, 0.0f}));
    accept(world.teleport(west, {-4.0f, 0.0f}));
    touch_target();
    step(2 * frames_per_second - 1);
    EXPECT_EQ(slot(east), 4);
    step();
    EXPECT_TRUE(rebalanced(east)) << "what was due stays due";
    EXPECT_EQ(now() - switched, 2 * frames_per_second);
    EXPECT_EQ(slot(east), 0);
}

TEST_F(RebalancingScene, WithRebalancingOffOrEvenSpacingHoldersStay) {
    CircleDef spaced = rebalancing(RebalanceMode::exact);
    spaced.even_spacing = 0.5f;
    for (const CircleDef& circle : {rebalancing(RebalanceMode::off), spaced}) {
        start_again();
        two(circle);
        exchange_places();
        touch_target();
        seconds(circle == spaced ? 0.05 : 5.0);
        EXPECT_EQ(slot(east), 0);
        EXPECT_EQ(slot(west), 4);
    }
}

TEST_F(RebalancingScene, WhileTheTargetStandsArrivedHoldersStay) {
    two(rebalancing(RebalanceMode::exact));
    exchange_places();
    step(3);
    EXPECT_EQ(slot(east), 0);
    foe(stander(), {0.0f, 9.0f}); // the set of holders changes
    step(3);
    EXPECT_EQ(slot(east), 0);
    EXPECT_EQ(slot(west), 4);
}

TEST_F(RebalancingScene, WhileTheTargetStandsHoldersOnTheirWayMoveWhenHoldersChange) {
    target = hero(rebalancing(RebalanceMode::exact));
    const ArchetypeIndex archetype = add(stander());
    const AgentId in_the_way = foe(archetype, {5.0f, 0.0f});
    step();
    const AgentId late = foe(archetype, {9.0f, -1.0f});
    pin(late, {9.0f, 1.0f});
    step(3);
    ASSERT_EQ(slot(late), 1);
    step_after(world.teleport(late, {7.0f, -0.5f}));
    ASSERT_EQ(slot(late), 1);
    step_after(world.despawn(in_the_way));
    EXPECT_TRUE(rebalanced(late));
    EXPECT_EQ(slot(late), 0);
}

TEST_F(RebalancingScene, AttackersAndTheirSlotsAreNotRebalanced) {
    target = hero(rebalancing(RebalanceMode::exact));
    const AgentId attacker = foe(puppet({swing(1, 600.0)}), {6.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::attack, attacker, 1.0));
    const AgentId other = foe(stander(), {-6.0f, 0.0f});
    step(3);
    pin(other, {4.0f, 0.0f}); // at the attacker's slot
    touch_target();
    step();
    EXPECT_EQ(slot(attacker), 0);
    EXPECT_EQ(slot(other), 1) << "the next best";
}

TEST_F(RebalancingScene, NoHolderLosesItsSlotByRebalancing) {
    for (const RebalanceMode how : {RebalanceMode::exact, RebalanceMode::nearest}) {
        start_again();
        CircleDef circle = rebalancing(how);
        circle.arrival_timeout = 0.0;
        circle.switch_dwell_time = 0.25;
        target = hero(circle);
        ArchetypeDef def = stander();
        def.body.motion = MotionType::simulated;
        const auto fighters = foes_of(def, 7);
        step(2);
        std::mt19937 random(5);
        for (int i = 0; i < 200; ++i) {
            const auto coordinate = [&] { return static_cast<float>(random() % 1000) * 0.02f - 10.0f; };
            step_after(world.teleport(target, {coordinate(), coordinate()}), 5);
            std::set<int> slots;
            for (const AgentId fighter : fighters) slots.insert(slot(fighter));
            ASSERT_EQ(slots.size(), fighters.size());
            ASSERT_EQ(slots.count(-1), 0u);
        }
        EXPECT_TRUE(all(EventType::unslot).empty());
        EXPECT_GT(all(EventType::slot).size(), 100u);
    }
}

struct ChangeOfTargetScene : OracleScene {
    AgentId near, far, requester;
    /// A full circle, a requester outside, and another target with a slot that is nearer than the first target itself.
    void choice(const CircleDef& circle_near, const CircleDef& circle_far) {
        near = hero(circle_near);
        far = hero(circle_far, {0.0f, 15.0f});
        foe(stander(), {4.0f, 0.0f});
        requester = foe(stander(), {0.0f, 6.0f});
        pinned = {requester};
        step();
        ASSERT_EQ(target(requester), near);
        ASSERT_EQ(slot(requester), -1);
    }
    static CircleDef one_slot() { return rebalancing(RebalanceMode::exact, 1); }
};

TEST_F(ChangeOfTargetScene, ARequesterChangesToTheNearestOpenSlotAfterTargetDwell) {
    choice(one_slot(), plain_circle());
    step(frames_per_second - 1);
    EXPECT_EQ(target(requester), near);
    seconds(0.5);
    EXPECT_EQ(target(requester), far);
    EXPECT_EQ(slot(requester), 6) << "the nearest of its open slots, at once";
    const Happened change = first(EventType::target, requester, Cause::open_slot);
    EXPECT_GE(change.frame, frames_per_second);
    EXPECT_EQ(first(EventType::slot, requester, Cause::rebalanced).frame, change.frame);
    seconds(3.0);
    EXPECT_EQ(target(requester), far) << "and keeps it";
    EXPECT_TRUE(circle(near).queue.empty());
}

TEST_F(ChangeOfTargetScene, ARequesterChangesOnlyIfNearerBySwitchGainAndIfRebalancingIsOn) {
    for (const float gain : {0.9f, 1.1f, 0.0f}) { // 5 m to the slot, 6 m to the target; 0: without rebalancing
        start_again();
        CircleDef circle = gain > 0.0f ? one_slot() : plain_circle(1);
        if (gain > 0.0f) circle.switch_margin = gain;
        choice(circle, plain_circle());
        seconds(3.0);
        EXPECT_EQ(target(requester), gain == 0.9f ? far : near) << gain;
    }
}

TEST_F(ChangeOfTargetScene, ARequesterChangesOnlyWhereWeightAndSlotFitNow) {
    choice(one_slot(), plain_circle(8, 0));
    seconds(3.0);
    EXPECT_EQ(target(requester), near) << "no weight is free there";
    accept(world.set_capacity(far, {5, 5}));
    seconds_after(world.set_closed_slots(far, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}), 1.0);
    EXPECT_EQ(target(requester), near) << "no slot is open there";
    seconds_after(world.set_closed_slots(far, std::vector<int>{0, 1, 2, 3, 4, 5, 7}), 1.0);
    EXPECT_EQ(target(requester), far);
}

TEST_F(ChangeOfTargetScene, ARequesterDoesNotChangeToReservedCapacity) {
    near = hero(one_slot());
    far = hero(plain_circle(8, 3), {0.0f, 15.0f});
    const ArchetypeIndex light = add(stander());
    ArchetypeDef heavy = weighing(stander(), 3);
    foe(puppet({swing(1, 600.0)}), {0.0f, 20.0f}); // holds one of three weights at the far circle, and attacks
    step();
    const AgentId giant = foe(heavy, {0.0f, 22.0f});
    foe(light, {4.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::reserve, giant, 5.0));
    requester = foe(light, {0.0f, 6.0f});
    pinned = {requester};
    seconds(3.0);
    EXPECT_EQ(target(requester), near);
    EXPECT_EQ(circle(far).grid_free, 2) << "it would fit";
    seconds_after(world.despawn(giant), 0.5);
    EXPECT_EQ(target(requester), far);
}

TEST_F(ChangeOfTargetScene, TwoRequestersNeverChangeToTheSameSlot) {
    near = hero(one_slot());
    far = hero(plain_circle(8), {0.0f, 15.0f});
    accept(world.set_closed_slots(far, std::vector<int>{0, 1, 2, 3, 4, 5, 7}));
    ArchetypeDef def = stander();
    def.perception.scan_interval = frame_time; // both scan in every frame, so both propose the change at once
    const ArchetypeIndex archetype = add(def);
    foe(archetype, {4.0f, 0.0f});
    const AgentId a = foe(archetype, {0.0f, 6.0f}), b = foe(archetype, {2.0f, 6.0f});
    pinned = {a, b};
    seconds(4.0);
    EXPECT_EQ(target(a), far) << "the lower serial";
    EXPECT_EQ(target(b), near);
}

TEST_F(ChangeOfTargetScene, AHolderNeverChangesItsTarget) {
    near = hero(rebalancing(RebalanceMode::exact));
    far = hero(plain_circle(), {0.0f, 15.0f});
    const AgentId holder = foe(stander(), {0.0f, 6.0f});
    pinned = {holder};
    seconds(4.0);
    EXPECT_EQ(target(holder), near);
}

struct StealingScene : OracleScene {
    AgentId target;
    std::vector<AgentId> holders;
    static CircleDef stealing(int slots, int grid_capacity = 12) {
        CircleDef circle = plain_circle(slots, grid_capacity);
        circle.allows_stealing = true;
        circle.arrival_timeout = circle.no_attack_timeout = 0.0;
        return circle;
    }
    void held_by(int count, const CircleDef& circle, const ArchetypeDef& def = stander()) {
        target = hero(circle);
        holders = foes_of(def, count, {9.0f, 0.0f});
        step(3);
        for (const AgentId one : holders) ASSERT_GE(slot(one), 0);
    }
    void outside(AgentId who, float metres) { pin(who, {metres, 0.0f}); }
    AgentId requester_inside(const ArchetypeDef& def = stander()) { return pinned_foe(def, {0.0f, 6.0f}); }
};

TEST_F(StealingScene, ARequesterInsideStealsTheSlotOfAHolderOutsideAfterStealAfter) {
    held_by(1, stealing(1));
    outside(holders[0], 12.0f);
    const int admitted = first(EventType::slot, holders[0]).frame;
    const AgentId thief = requester_inside();
    ASSERT_TRUE(until_event(EventType::slot, thief, 5.0, Cause::stolen));
    EXPECT_EQ(now() - admitted, 3 * frames_per_second) << "steal_grace_time";
    EXPECT_TRUE(happened(EventType::unslot, holders[0], Cause::stolen));
    EXPECT_TRUE(happened(EventType::request, holders[0])) << "at once";
    EXPECT_EQ(circle(target).queue, std::vector<AgentId>{holders[0]});
    EXPECT_EQ(circle(target).token_queue, std::vector<AgentId>{thief});
    EXPECT_EQ(world.counters().slots_stolen, 1u);
}

TEST_F(StealingScene, NoSlotIsStolenIfStealingIsOffOrAnotherIsOpen) {
    CircleDef circle = stealing(1);
    circle.allows_stealing = false;
    held_by(1, circle);
    outside(holders[0], 12.0f);
    const AgentId thief = requester_inside();
    seconds(6.0);
    EXPECT_EQ(slot(thief), -1);
    start_again();
    held_by(1, stealing(2));
    outside(holders[0], 12.0f);
    seconds(4.0);
    const AgentId requester = requester_inside();
    step();
    EXPECT_TRUE(happened(EventType::slot, requester, Cause::admitted));
    EXPECT_GE(slot(holders[0]), 0);
}

TEST_F(StealingScene, InsideEndsHalfAMetreBeyondTheRoamRing) {
    held_by(1, stealing(1));
    outside(holders[0], 6.5f);
    const AgentId thief = requester_inside();
    seconds(5.0);
    EXPECT_EQ(slot(thief), -1) << "the holder is inside";
    outside(holders[0], 6.51f);
    step_after(world.teleport(thief, {0.0f, 6.51f}), 3);
    EXPECT_EQ(slot(thief), -1) << "the requester is outside";
    step_after(world.teleport(thief, {0.0f, 6.5f}));
    EXPECT_TRUE(happened(EventType::slot, thief, Cause::stolen));
}

TEST_F(StealingScene, TheSlotOfTheFarthestHolderIsStolen) {
    held_by(3, stealing(3));
    pinned = holders;
    for (size_t i = 0; const float metres : {8.0f, 12.0f, 10.0f}) accept(world.teleport(holders[i++], {metres, 0.0f}));
    const int lost = slot(holders[1]);
    seconds(3.0);
    const AgentId thief = requester_inside();
    step();
    EXPECT_TRUE(happened(EventType::unslot, holders[1], Cause::stolen));
    EXPECT_EQ(slot(thief), lost);
    EXPECT_EQ(count(EventType::unslot, holders[0]) + count(EventType::unslot, holders[2]), 0);
}

TEST_F(StealingScene, OfEquallyFarHoldersTheLowerSlotIsStolen) {
    held_by(3, stealing(3));
    for (const AgentId one : holders) pin(one, {12.0f, 0.0f});
    seconds(3.0);
    const AgentId thief = requester_inside();
    step();
    EXPECT_EQ(slot(thief), 0);
}

TEST_F(StealingScene, RequestersStealInOrderEachFromAnotherHolder) {
    held_by(2, stealing(2));
    outside(holders[0], 12.0f);
    outside(holders[1], 11.0f);
    const int first_slot = slot(holders[0]), second_slot = slot(holders[1]);
    const AgentId a = requester_inside(), b = requester_inside(), c = requester_inside();
    ASSERT_TRUE(until_event(EventType::slot, a, 5.0, Cause::stolen));
    EXPECT_EQ(slot(a), first_slot);
    EXPECT_EQ(slot(b), second_slot);
    EXPECT_EQ(slot(c), -1);
    EXPECT_EQ(circle(target).queue, (std::vector<AgentId>{c, holders[0], holders[1]})) << "the losers at the back";
    seconds(2.5);
    EXPECT_EQ(slot(a), first_slot) << "safe in its turn";
}

TEST_F(StealingScene, AThiefNeedsEnoughWeight) {
    target = hero(stealing(8, 4));
    const AgentId light = foe(stander(), {9.0f, 0.0f}), heavy = foe(weighing(stander(), 3), {9.0f, 1.0f});
    step(3);
    pin(light, {20.0f, 0.0f}); // the farthest, but its weight does not suffice
    pin(heavy, {12.0f, 0.0f});
    const AgentId thief = requester_inside(weighing(stander(), 2));
    ASSERT_TRUE(until_event(EventType::slot, thief, 5.0, Cause::stolen));
    EXPECT_TRUE(happened(EventType::unslot, heavy, Cause::stolen));
    EXPECT_GE(slot(light), 0);
    EXPECT_EQ(circle(target).grid_free, 1);
}

TEST_F(StealingScene, WhileCapacityIsReservedOnlyItsRequesterSteals) {
    CircleDef circle = stealing(8, 4);
    circle.steal_grace_time = 4.0;
    target = hero(circle);
    const AgentId heavy = foe(weighing(stander(), 3), {9.0f, 0.0f}), light = foe(stander(), {9.0f, 1.0f});
    step(3);
    const AgentId giant = requester_inside(weighing(stander(), 2));
    step();
    const AgentId younger = requester_inside();
    ASSERT_TRUE(until_event(EventType::reserve, giant, 4.0));
    pin(light, {12.0f, 0.0f}); // only `younger` could steal from it
    seconds(1.5);
    EXPECT_EQ(count(EventType::slot, younger), 0);
    EXPECT_EQ(this->circle(target).reserver, giant);
    pin(heavy, {11.0f, 0.0f});
    step();
    EXPECT_TRUE(happened(EventType::slot, giant, Cause::stolen));
    EXPECT_TRUE(happened(EventType::unslot, heavy, Cause::stolen));
}

} // namespace
} // namespace fray
