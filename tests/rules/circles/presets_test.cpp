// Defaults and presets of circles. tests/golden plays the presets in fights worked out by hand.
#include "fray/fray.h"

#include <gtest/gtest.h>

#include <array>

namespace fray {
namespace {

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
    circle.slots = circle.grid_capacity = 5;
    circle.attack_capacity = 3;
    circle.slot_patience = circle.token_patience = circle.request_time = 0.0;
    circle.rebalance_mode = RebalanceMode::off;
    circle.allows_stealing = false;
    circle.roam_mode = RoamMode::patrol;
    EXPECT_TRUE(kungfu_circle(5, 3) == circle);
}

/// Chapter 28's stage manager ("Belgian AI"): the default of everything else.
TEST(Presets, TheBelgianCircleHasEightSlots) {
    EXPECT_TRUE(belgian_circle(5, 3) == (CircleDef{.grid_capacity = 5, .attack_capacity = 3}));
}

} // namespace
} // namespace fray
