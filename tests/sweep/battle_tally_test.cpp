// What is counted for each agent, from hand-made events.
#include "sweep/battle_tally.h"

#include "made_events.h"

#include <gtest/gtest.h>

namespace fray::demo {
namespace {

using test::agent;

constexpr int64_t second = 1'000'000;

SpawnEvent spawn(Serial serial, TeamIndex team) { return {.agent = agent(serial), .team = team}; }
AttackEvent attack(Serial serial, Serial target) { return {.agent = agent(serial), .target = agent(target)}; }
AttackEndEvent attack_end(Serial serial) { return {.agent = agent(serial)}; }
HurtEvent hurt(Serial serial, float amount) { return {.agent = agent(serial), .amount = amount}; }
DeathEvent death(Serial serial) { return {.agent = agent(serial)}; }
DespawnEvent despawn(Serial serial) { return {.agent = agent(serial)}; }

/// A player with serial 0 and two agents of another team. Each frame takes a second.
class Fight {
public:
    Fight() { frame(spawn(0, 0), spawn(1, 1), spawn(2, 1)); }

    template <typename... Kinds> void frame(Kinds... events) {
        const test::MadeEvents made(events...);
        const Events all = made.events();
        tally.add({now, now + second, all, {}, {}});
        now += second;
    }
    AgentTally player() const { return tally.agents().at(0); }

    BattleTally tally;
    int64_t now = 0;
};

TEST(BattleTally, PressureIsTimeWithAtLeastOneAttack) {
    Fight fight;
    fight.frame(attack(1, 0));                // 1
    fight.frame(attack(2, 0));                // 2
    fight.frame(attack_end(1));               // 3
    fight.frame();                            // 4
    fight.frame(attack_end(2));               // 5
    fight.frame(attack(1, 0), attack_end(1)); // 6: ends in the same frame
    fight.frame(attack(1, 0));                // 7: continues
    EXPECT_EQ(fight.tally.end_us(), 8 * second);
    EXPECT_EQ(fight.player().pressed_us, 5 * second) << "1 to 5, 7 to 8";
    EXPECT_EQ(fight.player().attacks_us, (2 + 3 + 1) * second);
    EXPECT_EQ(fight.player().attacks, 4);
    EXPECT_EQ(fight.tally.first_attack_us(), 1 * second);
}

TEST(BattleTally, AnAttackThatResumesAfterAnInterruptionCountsOnce) {
    Fight fight;
    fight.frame(attack(1, 0));
    fight.frame();
    fight.frame(attack(1, 0));
    fight.frame(attack_end(1));
    EXPECT_EQ(fight.player().attacks, 1);
    EXPECT_EQ(fight.player().pressed_us, 3 * second);
}

TEST(BattleTally, NothingCountsAfterDeath) {
    Fight fight;
    fight.frame(attack(1, 0));
    fight.frame(hurt(0, 2.5f), hurt(0, 1.0005f), death(0));
    fight.frame(attack_end(1));
    fight.frame(despawn(0));
    const AgentTally player = fight.player();
    EXPECT_TRUE(player.died);
    EXPECT_EQ(player.ended_us, 2 * second) << "not when the dead was taken away";
    EXPECT_EQ(player.first_hurt_us, 2 * second);
    EXPECT_EQ(player.pressed_us, 1 * second);
    EXPECT_NEAR(static_cast<double>(player.damage_thousandths), 3501.0, 1.0);
}

TEST(BattleTally, ADespawnedAgentHasNotDied) {
    Fight fight;
    fight.frame(despawn(2));
    EXPECT_FALSE(fight.tally.agents().at(2).died);
    EXPECT_EQ(fight.tally.agents().at(2).ended_us, second);
    EXPECT_EQ(fight.tally.first_attack_us(), -1);
}

TEST(BattleTally, MissesAreNotHits) {
    Fight fight;
    fight.frame(HitEvent{.agent = agent(1), .target = agent(0)}, MissEvent{.agent = agent(2), .target = agent(0)});
    EXPECT_EQ(fight.player().hits, 1);
}

} // namespace
} // namespace fray::demo
