// Defaults and presets: the presets behave as their sources describe.
#include "rules/oracle_scene.h"

#include <array>

namespace fray {
namespace {

using namespace test;

struct Presets : OracleScene {
    std::vector<AgentId> gang;
    AgentId target;
    void fight(const CircleDef& circle, ReleasePolicy release, AttackChoice choice, int count) {
        target = hero(circle);
        ArchetypeDef def = releasing(walker({swing(4, 0.6, 1.0), swing(2, 0.6, 1.0)}), release);
        def.engagement.grid_weight = 2;
        def.engagement.attack_choice = choice;
        const ArchetypeIndex archetype = add(def);
        for (int i = 0; i < count; ++i) gang.push_back(foe(archetype, on_ring(10.0f, 0.61f * static_cast<float>(i))));
    }
    int with_slot() const {
        return static_cast<int>(std::count_if(gang.begin(), gang.end(), [&](AgentId id) { return slot(id) >= 0; }));
    }
};

TEST_F(Presets, TheDefaultsAreAsWritten) {
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

TEST_F(Presets, TheKungfuCircleHasAsManySlotsAsGridCapacity) {
    EXPECT_EQ(kungfu_circle(12, 8).slots, 12);
    EXPECT_EQ(kungfu_circle(5, 3).slots, 5);
    EXPECT_EQ(kungfu_circle(5, 3).attack_capacity, 3);
}

/// The kung-fu circle (Game AI Pro, chapter 28): admitted agents stay and attack in turns, all others patrol. It has no
/// patience, no stealing and no rebalancing.
TEST_F(Presets, TheKungfuCircleKeepsItsHoldersAndOthersPatrol) {
    check_every_frame = false;
    fight(kungfu_circle(12, 8), ReleasePolicy::attack, AttackChoice::first, 9);
    seconds(15.0);
    EXPECT_EQ(with_slot(), 6) << "twelve of weight two";
    EXPECT_TRUE(all(EventType::unslot).empty());
    EXPECT_TRUE(all(EventType::reserve).empty());
    EXPECT_GT(all(EventType::hit).size(), 20u);
    accept(world.teleport(target, {7.0f, 7.0f})); // some holders are outside now, and some waiting agents are near
    seconds(15.0);
    EXPECT_TRUE(all(EventType::unslot).empty());
    for (const Happened& one : all(EventType::slot)) {
        EXPECT_NE(one.event.cause, Cause::stolen);
        EXPECT_NE(one.event.cause, Cause::rebalanced);
    }
    std::vector<Vec2> before;
    for (const AgentId one : gang) before.push_back(position(one));
    seconds(1.0);
    for (size_t i = 0; i < gang.size(); ++i) {
        EXPECT_EQ(wait_slot(gang[i]), -1);
        if (slot(gang[i]) >= 0) {
            EXPECT_GE(count(EventType::hit, gang[i]), 3);
        } else {
            EXPECT_GT(distance(position(gang[i]), before[i]), 0.3f) << "patrol";
        }
    }
}

/// The attack table is in order of preference: an attack that is too heavy now gives way to the next row.
TEST_F(Presets, TheKungfuCircleTakesTheFirstAttackThatFits) {
    fight(kungfu_circle(12, 6), ReleasePolicy::attack, AttackChoice::first, 3);
    ASSERT_TRUE(until([&] { return all(EventType::token).size() >= 2; }, 6.0));
    EXPECT_EQ(all(EventType::token)[0].event.attack, 0);
    EXPECT_EQ(all(EventType::token)[1].event.attack, 1) << "four of six are taken";
}

/// Chapter 28's stage manager ("Belgian AI"): an attacker passes its slot on at the hit, so that no agent monopolises
/// it. All others flank.
TEST_F(Presets, TheBelgianCircleReturnsTheSlotAtTheHitAndFlanks) {
    check_every_frame = false;
    EXPECT_EQ(belgian_circle(12, 10).slots, 8);
    fight(belgian_circle(12, 10), ReleasePolicy::launch, AttackChoice::score, 9);
    seconds(30.0);
    const auto hits = all(EventType::hit);
    EXPECT_GT(hits.size(), 20u);
    int launched = 0;
    for (const Happened& one : all(EventType::unslot)) {
        if (one.event.cause != Cause::launched) continue;
        ++launched;
        const auto at = [&](const Happened& hit) {
            return hit.frame == one.frame && hit.event.agent == one.event.agent;
        };
        const auto misses = all(EventType::miss);
        EXPECT_TRUE(std::any_of(hits.begin(), hits.end(), at) || std::any_of(misses.begin(), misses.end(), at));
    }
    EXPECT_EQ(launched, static_cast<int>(hits.size() + all(EventType::miss).size()));
    for (const AgentId one : gang) EXPECT_GE(count(EventType::hit, one), 1) << "every agent gets turns";
    bool flanks = false;
    for (const AgentId one : gang) flanks = flanks || wait_slot(one) >= 0;
    EXPECT_TRUE(flanks);
}

TEST_F(Presets, TheBelgianCircleStealsAndRebalances) {
    check_every_frame = false;
    CircleDef circle = belgian_circle(12, 0); // no agent can attack, so all agents stand
    target = hero(circle);
    const ArchetypeIndex archetype = add(weighing(standing(walker()), 2));
    for (int i = 0; i < 10; ++i) gang.push_back(foe(archetype, on_ring(10.0f, 0.8f * static_cast<float>(i))));
    seconds(4.0);
    accept(world.teleport(target, {9.0f, 0.0f}));
    seconds(4.0);
    int stolen = 0, rebalanced = 0;
    for (const Happened& one : all(EventType::slot)) {
        stolen += one.event.cause == Cause::stolen;
        rebalanced += one.event.cause == Cause::rebalanced;
    }
    EXPECT_GT(stolen + rebalanced, 0);
    EXPECT_GT(rebalanced, 0);
}

} // namespace
} // namespace fray
