// What is counted for each agent, from hand-made events.
#include "sweep/battle_tally.h"

#include <gtest/gtest.h>

namespace fray::demo {
namespace {

constexpr int64_t second = 1'000'000;

Event spawn(Serial agent, int team) {
    Event e{.type = EventType::spawn, .agent = agent};
    e.c = static_cast<int16_t>(team);
    return e;
}
Event attack(Serial agent, Serial target) { return {.type = EventType::attack, .agent = agent, .target = target}; }
Event attack_end(Serial agent) { return {.type = EventType::attack_end, .agent = agent}; }
Event hurt(Serial agent, float amount) { return {.type = EventType::hurt, .agent = agent, .x = amount}; }
Event death(Serial agent) { return {.type = EventType::death, .agent = agent}; }

/// A player with serial 0 and two agents of another team. Each frame takes a second.
class Fight {
public:
    Fight() { frame({spawn(0, 0), spawn(1, 1), spawn(2, 1)}); }

    void frame(const std::vector<Event>& events = {}) {
        tally.add({now, now + second, events, {}, {}});
        now += second;
    }
    AgentTally player() const { return tally.agents().at(0); }

    BattleTally tally;
    int64_t now = 0;
};

TEST(BattleTally, PressureIsTimeWithAtLeastOneAttack) {
    Fight fight;
    fight.frame({attack(1, 0)});                // 1
    fight.frame({attack(2, 0)});                // 2
    fight.frame({attack_end(1)});               // 3
    fight.frame();                              // 4
    fight.frame({attack_end(2)});               // 5
    fight.frame({attack(1, 0), attack_end(1)}); // 6: ends in the same frame
    fight.frame({attack(1, 0)});                // 7: continues
    EXPECT_EQ(fight.tally.end_us(), 8 * second);
    EXPECT_EQ(fight.player().pressed_us, 5 * second) << "1 to 5, 7 to 8";
    EXPECT_EQ(fight.player().attacks_us, (2 + 3 + 1) * second);
    EXPECT_EQ(fight.player().attacks, 4);
    EXPECT_EQ(fight.tally.first_attack_us(), 1 * second);
}

TEST(BattleTally, AnAttackThatResumesAfterAnInterruptionCountsOnce) {
    Fight fight;
    fight.frame({attack(1, 0)});
    fight.frame();
    fight.frame({attack(1, 0)});
    fight.frame({attack_end(1)});
    EXPECT_EQ(fight.player().attacks, 1);
    EXPECT_EQ(fight.player().pressed_us, 3 * second);
}

TEST(BattleTally, NothingCountsAfterDeath) {
    Fight fight;
    fight.frame({attack(1, 0)});
    fight.frame({hurt(0, 2.5f), hurt(0, 1.0005f), death(0)});
    fight.frame({attack_end(1)});
    fight.frame({Event{.type = EventType::despawn, .agent = 0}});
    const AgentTally player = fight.player();
    EXPECT_TRUE(player.died);
    EXPECT_EQ(player.ended_us, 2 * second) << "not when the dead was taken away";
    EXPECT_EQ(player.first_hurt_us, 2 * second);
    EXPECT_EQ(player.pressed_us, 1 * second);
    EXPECT_NEAR(static_cast<double>(player.damage_thousandths), 3501.0, 1.0);
}

TEST(BattleTally, ADespawnedAgentHasNotDied) {
    Fight fight;
    fight.frame({Event{.type = EventType::despawn, .agent = 2}});
    EXPECT_FALSE(fight.tally.agents().at(2).died);
    EXPECT_EQ(fight.tally.agents().at(2).ended_us, second);
    EXPECT_EQ(fight.tally.first_attack_us(), -1);
}

TEST(BattleTally, MissesAreNotHits) {
    Fight fight;
    fight.frame({Event{.type = EventType::hit, .agent = 1, .target = 0},
                 Event{.type = EventType::miss, .agent = 2, .target = 0}});
    EXPECT_EQ(fight.player().hits, 1);
}

} // namespace
} // namespace fray::demo
