// Circles: the ring of slots, closed slots, when a circle exists, how ties are broken; defaults and presets, which
// tests/golden plays in fights worked out by hand.
#include "rules/oracle_scene.h"

#include <array>
#include <limits>

namespace fray {
namespace {

using namespace test;

struct Shape : OracleScene {};

TEST_F(Shape, SlotsStandEvenlyOnTheApproachRing) {
    for (const int slots : {1, 3, 8}) {
        const Vec2 centre = {100.0f * static_cast<float>(slots), 0.0f};
        const AgentId target = hero(plain_circle(slots), centre);
        ArchetypeDef def = puppet();
        def.perception.alert_radius = 30.0f;
        const auto fighters = foes_of(def, slots, {centre.x + 6.0f, 0.0f});
        step();
        for (const AgentId fighter : fighters) {
            ASSERT_EQ(this->target(fighter), target);
            const float eighths = 8.0f * static_cast<float>(slot(fighter)) / static_cast<float>(slots);
            const Vec2 offset = on_ring(4.0f, eighths);
            EXPECT_NEAR(goal(fighter).x, centre.x + offset.x, 1e-3);
            EXPECT_NEAR(goal(fighter).y, centre.y + offset.y, 1e-3);
        }
    }
}

TEST_F(Shape, SlotsAreAlignedWithTheWorldAndMoveWithTheTarget) {
    const AgentId target = hero(plain_circle()), fighter = foe(puppet({}), {6.0f, 0.0f});
    step(3);
    ASSERT_EQ(slot(fighter), 0);
    step_after(world.teleport(target, {1.0f, 2.0f}, {0.0f, -1.0f}), 2);
    EXPECT_EQ(slot(fighter), 0);
    EXPECT_NEAR(goal(fighter).x, 5.0f, 1e-3) << "its heading turns nothing";
    EXPECT_NEAR(goal(fighter).y, 2.0f, 1e-3);
}

TEST_F(Shape, ACircleExistsWhileAnAgentRequestsOrHoldsASlot) {
    const AgentId target = hero(plain_circle(1));
    step();
    EXPECT_FALSE(has_circle(target));
    const AgentId holder = foe(puppet({}), {6.0f, 0.0f}), requester = foe(puppet({}), {7.0f, 0.0f});
    step();
    EXPECT_TRUE(has_circle(target));
    accept(world.set_closed_slots(target, std::vector<int>{0}));
    step_after(world.despawn(holder));
    EXPECT_EQ(circle(target).queue, std::vector<AgentId>{requester});
    step_after(world.despawn(requester));
    EXPECT_FALSE(has_circle(target));
    EXPECT_TRUE(world.circles().empty());
}

TEST_F(Shape, ACircleExistsWhileItsCooldownOrGapRunsOrUsesAreSpent) {
    AttackDef cooled = swing(1), spent = swing(1);
    cooled.cooldown = {.archetype = 2.0};
    spent.cooldown = {.archetype = 2.0, .uses = 2};
    CircleDef gapped = plain_circle();
    gapped.token_interval = 2.0;
    struct Case {
        CircleDef circle;
        AttackDef attack;
        bool ends;
    };
    float x = 0.0f;
    for (const Case& one :
         {Case{plain_circle(), cooled, true}, Case{gapped, swing(1), true}, Case{plain_circle(), spent, false}}) {
        ArchetypeDef def = puppet({one.attack});
        def.perception.alert_radius = 30.0f;
        const AgentId target = hero(one.circle, {x, 0.0f}), fighter = foe(def, {x + 6.0f, 0.0f});
        x += 200.0f;
        ASSERT_TRUE(until_event(EventType::attack, fighter, 1.0));
        const int start = first(EventType::token, fighter).frame;
        step_after(world.despawn(fighter));
        EXPECT_TRUE(has_circle(target));
        EXPECT_TRUE(circle(target).token_queue.empty());
        step(start + 2 * frames_per_second - now() - 1);
        EXPECT_TRUE(has_circle(target)) << "until the due time";
        step(2);
        EXPECT_EQ(has_circle(target), !one.ends);
    }
}

TEST_F(Shape, ClosedSlotsOutlastTheCircle) {
    const AgentId target = hero(plain_circle());
    step_after(world.set_closed_slots(target, std::vector<int>{0}), 5);
    ASSERT_FALSE(has_circle(target));
    const AgentId fighter = foe(puppet({}), {6.0f, 0.1f});
    step();
    EXPECT_EQ(slot(fighter), 1);
}

TEST_F(Shape, TheNearestSlotIsGivenAndOfEquallyNearSlotsTheLower) {
    const AgentId target = hero(plain_circle()), between = foe(puppet({}), on_ring(8.0f, 4.5f));
    const AgentId nearest = foe(puppet({}), on_ring(8.0f, 5.8f));
    step();
    ASSERT_TRUE(has_circle(target));
    EXPECT_EQ(slot(between), 4);
    EXPECT_EQ(slot(nearest), 6);
}

TEST_F(Shape, DistancesAreComparedInWholeMillimetres) {
    hero(plain_circle(4));
    // A quarter of a millimetre nearer to slot 1 than to slot 0: a tie, which the lower slot wins.
    const AgentId tied = foe(puppet({}), {5.0f, 5.00025f});
    step();
    EXPECT_EQ(slot(tied), 0);
    step_after(world.despawn(tied));
    const AgentId nearer = foe(puppet({}), {5.0f, 5.01f});
    step();
    EXPECT_EQ(slot(nearer), 1);
}

TEST(Presets, TheDefaultsAreAsWritten) {
    const CircleDef circle;
    EXPECT_EQ(circle.slots, 8);
    EXPECT_EQ(circle.grid_capacity, 12);
    EXPECT_EQ(circle.attack_capacity, 10);
    EXPECT_EQ(circle.attack_radius, 0.0f);
    EXPECT_EQ(circle.approach_radius, 0.0f);
    EXPECT_EQ(circle.roam_gap, 2.0f);
    EXPECT_EQ(circle.roam_mode, RoamMode::flank);
    EXPECT_EQ(circle.slot_patience, 3.0);
    EXPECT_EQ(circle.token_patience, 3.0);
    EXPECT_EQ(circle.arrival_radius, 0.5f);
    EXPECT_EQ(circle.arrival_timeout, 6.0);
    EXPECT_EQ(circle.attack_timeout, 4.0);
    EXPECT_EQ(circle.rebalance_mode, RebalanceMode::exact);
    EXPECT_EQ(circle.switch_margin, 0.5f);
    EXPECT_EQ(circle.switch_dwell_time, 2.0);
    EXPECT_TRUE(circle.allows_stealing);
    EXPECT_EQ(circle.steal_grace_time, 3.0);
    EXPECT_EQ(circle.even_spacing, 0.0f);
    EXPECT_EQ(circle.no_attack_timeout, 5.0);
    EXPECT_EQ(circle.token_interval + circle.rest_time + circle.token_wait_timeout + circle.interrupt_grace_time, 0.0);
    EXPECT_TRUE(circle.class_limits.empty());
    EXPECT_EQ(circle.max_offscreen_tokens, -1);
    const ArchetypeDef def;
    EXPECT_EQ(def.engagement.grid_weight, 1);
    EXPECT_EQ(def.engagement.release_policy, ReleasePolicy::all);
    EXPECT_EQ(def.engagement.attack_choice, AttackChoice::score);
    EXPECT_EQ(def.engagement.engage_range, 0.0f);
    EXPECT_EQ(def.engagement.hit_range, 0.0f);
    EXPECT_EQ(def.perception.bands, (std::array<float, 4>{}));
    EXPECT_EQ(AttackDef{}.range, (std::array<float, 2>{}));
}

/// The kung-fu circle (Game AI Pro, chapter 28): admitted agents stay and attack in turns, all others patrol. It has no
/// patience, no stealing and no rebalancing.
TEST(Presets, TheKungfuCircleHasAsManySlotsAsGridCapacity) {
    CircleDef circle;
    circle.slots = 0;
    circle.grid_capacity = 5;
    circle.attack_capacity = 3;
    circle.slot_patience = circle.token_patience = circle.request_time = 0.0;
    circle.rebalance_mode = RebalanceMode::off;
    circle.allows_stealing = false;
    circle.roam_mode = RoamMode::patrol;
    circle.queue_credit = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(kungfu_circle(5, 3) == circle);
}

/// Chapter 28's stage manager ("Belgian AI"): the default of everything else.
TEST(Presets, TheBelgianCircleHasEightSlots) {
    EXPECT_TRUE(belgian_circle(5, 3) == (CircleDef{.grid_capacity = 5, .attack_capacity = 3}));
}

} // namespace
} // namespace fray
