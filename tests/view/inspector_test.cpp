#include "viewing/inspector.h"

#include "fray/inspect.h"
#include "scenes.h"

#include <algorithm>

namespace fray::demo {
namespace {

std::string fact(const World& world, Serial agent, const std::string& name) {
    for (const auto& [key, value] : facts_of(world, agent))
        if (key == name) return value;
    return "";
}

TEST(Inspector, ShowsTheFactsOfAnAgent) {
    Battle battle = test::battle_of(test::brawl());
    test::steps(battle, 120);
    const World& world = battle.world();
    EXPECT_EQ(name_of(world, 1), "#1 thug");
    EXPECT_EQ(name_of(world, 99), "#99");
    EXPECT_TRUE(facts_of(world, 99).empty());
    EXPECT_EQ(fact(world, 1, "team"), "enemies");
    EXPECT_EQ(fact(world, 1, "health"), "50 of 50");
    EXPECT_EQ(fact(world, 1, "target"), "#0 player");
    EXPECT_TRUE(fact(world, 0, "its circle").ends_with(" of 8 slots, 0 in the queue")) << fact(world, 0, "its circle");
}

TEST(Inspector, LabelsAnAgentAndItsCircleAndSaysWhyItWaits) {
    Scenario scenario = test::brawl();
    scenario.archetypes[0].circle.grid_capacity = 1;
    Battle battle = test::battle_of(scenario);
    test::steps(battle, 1);
    const World& world = battle.world();
    const AgentId player = *world.find(0);
    std::vector<std::string> waits, attacks;
    std::string why;
    for (int i = 0; i < 240; ++i) {
        test::steps(battle, 1);
        for (Serial serial = 1; serial <= 3; ++serial) {
            const std::vector<std::string> lines = label_lines(world, serial, player);
            if (lines.size() == 2) continue; // there is no circle yet
            if (lines[1].starts_with("attack: ")) attacks = lines;
            if (wait_reason(world, *world.find(serial))->reason != WaitReason::grid) continue;
            waits = lines;
            why = why_text(world, serial);
        }
    }
    EXPECT_EQ(why, "its grid weight 1 is more than the 0 that is free on the circle");
    EXPECT_EQ(why_text(world, 0), "");
    EXPECT_EQ(why_text(world, 99), "");
    ASSERT_EQ(waits.size(), 6u);
    EXPECT_TRUE(waits[0].ends_with(" thug"));
    EXPECT_EQ(waits[1], "waits: needs 1, free 0");
    EXPECT_EQ(waits[2], "circle of #0 player");
    EXPECT_EQ(waits[3], "grid weight 1 of 1");
    EXPECT_TRUE(waits[4].starts_with("attack weight ") && waits[4].ends_with(" of 6")) << waits[4];
    EXPECT_EQ(waits[5], "2 requesters in the queue");
    ASSERT_EQ(attacks.size(), 6u);
    EXPECT_TRUE(attacks[1] == "attack: jab" || attacks[1] == "attack: club") << attacks[1];
    EXPECT_EQ(label_lines(world, 0, player).size(), 5u); // its own circle needs no name
    EXPECT_EQ(label_lines(world, 1, {}).size(), 2u);
    EXPECT_TRUE(label_lines(world, 99, player).empty());
}

TEST(Inspector, ShowsEventsAsText) {
    Battle battle = test::battle_of(test::brawl());
    std::vector<std::string> told;
    for (int i = 0; i < 200; ++i) {
        test::steps(battle, 1);
        for_each_event(battle.world().events(),
                       [&](const auto& event) { told.push_back(event_text(battle.world(), event)); });
    }
    const auto was_told = [&](const std::string& text) {
        return std::find(told.begin(), told.end(), text) != told.end();
    };
    EXPECT_TRUE(was_told("state pursue -> approach"));
    EXPECT_TRUE(was_told("target of #0 (found)"));
    EXPECT_TRUE(std::any_of(told.begin(), told.end(),
                            [](const std::string& text) { return text.starts_with("token jab slot "); }));
    EXPECT_TRUE(std::any_of(told.begin(), told.end(),
                            [](const std::string& text) { return text.starts_with("hit 3 damage, "); }));
}

} // namespace
} // namespace fray::demo
