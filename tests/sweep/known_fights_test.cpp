// Sweeps of fights with figures that can be worked out by hand.
#include "sweep_program.h"

namespace fray::test {
namespace {

using Json = nlohmann::json;

class KnownFights : public SweepProgram {};

/// The enemy attacks from where it stands. A round is an attack of 1 s, a recovery of 0.6 s or 3 s, and a frame or two
/// until the attack token is granted and the windup begins.
TEST_F(KnownFights, PressureOfALoneAttackerIsItsAttackTimePerRound) {
    const Json all = sweep(write("one.toml", one_enemy) + " --set archetypes.enemy.attacks.swing.recovery=0.6,3 --set "
                                                          "archetypes.enemy.attacks.death.score=0 --seeds 3");
    ASSERT_EQ(all["variants"].size(), 2u);
    for (const double recovery : {0.6, 3.0}) {
        const Json& row = all["variants"][recovery == 0.6 ? 0 : 1];
        const double round = 1.0 + recovery + 2.0 / 60.0;
        EXPECT_NEAR(row["pressure"].get<double>(), 1.0 / round, 0.02) << row.dump();
        EXPECT_EQ(row["attackers"], row["pressure"]) << "never more than one";
        EXPECT_NEAR(row["attacks_a_second"].get<double>(), 1.0 / round, 0.02);
        EXPECT_NEAR(row["damage_a_second"].get<double>(), 3.0 / round, 0.1);
        EXPECT_EQ(row["survived"], 1.0);
        EXPECT_EQ(row["draw"], 1.0);
        EXPECT_TRUE(row["fairness"].is_null()) << "fairness needs two agents of an archetype";
        EXPECT_TRUE(row["time_to_kill"].is_null());
        EXPECT_NEAR(row["seconds"].get<double>(), 100.0, 0.01);
    }
}

/// The battle is so short that the enemy attacks once. A third of the battles is lost (two thirds with the other
/// score).
TEST_F(KnownFights, TheRateOfLossesIsTheChanceOfADeadlyHit) {
    const Json row =
        sweep(write("one.toml", one_enemy) + " --set archetypes.player.health=100 --set duration=1.2 --set "
                                             "archetypes.enemy.attacks.death.score=1,4 --seeds 400")["variants"];
    EXPECT_LT(row[0]["loss_low"], 1.0 / 3.0);
    EXPECT_GT(row[0]["loss_high"], 1.0 / 3.0);
    EXPECT_LT(row[0]["loss_high"].get<double>() - row[0]["loss_low"].get<double>(), 0.1);
    EXPECT_LT(row[1]["loss_low"], 2.0 / 3.0);
    EXPECT_GT(row[1]["loss_high"], 2.0 / 3.0);
    EXPECT_NEAR(row[0]["loss"].get<double>() + row[0]["draw"].get<double>(), 1.0, 1e-9);
    EXPECT_NEAR(row[0]["survived"].get<double>(), row[0]["draw"].get<double>(), 1e-9);
    EXPECT_EQ(row[0]["losses"], row[0]["loss"]);
}

TEST_F(KnownFights, EqualSidesWinEquallyOften) {
    const Json row = sweep(write("duel.toml", duel) + " --seeds 400")["variants"][0];
    const double decided = 1.0 - row["draw"].get<double>();
    EXPECT_GT(decided, 0.5);
    EXPECT_LT(row["win_low"], 0.5 * decided);
    EXPECT_GT(row["win_high"], 0.5 * decided);
    EXPECT_LT(row["loss_low"], 0.5 * decided);
    EXPECT_GT(row["loss_high"], 0.5 * decided);
    EXPECT_NE(row["player"].get<std::string>().find("the agent of team 'left' that is attacked most"),
              std::string::npos);
    const Json other = sweep(file("duel.toml") + " --seeds 400 --team right")["variants"][0];
    EXPECT_EQ(other["win"], row["loss"]);
    EXPECT_EQ(other["draw"], row["draw"]);
}

TEST_F(KnownFights, TimesEqualThoseOfTheTrace) {
    const Json run = sweep(write("duel.toml", duel) + " --seeds 1 --seed 5 --player right")["runs"][0];
    ASSERT_EQ(
        fray("run " + file("duel.toml") + " --seed 5 --quiet --trace " + file("t") + " --stats " + file("s")).code, 0);
    EXPECT_EQ(json("s")["hash"], run["hash"]);
    double first_attack = -1.0, first_hurt = -1.0, death = -1.0, end = json("s")["measured_seconds"];
    int64_t attacks = 0;
    for (const std::string& line : lines("t")) {
        const Json event = Json::parse(line);
        if (!event.contains("event")) continue;
        const double now = event["frame"].get<double>() / 60.0;
        if (event["event"] == "attack" && first_attack < 0.0) first_attack = now;
        if (event["event"] == "attack" && event["target"] == 1) ++attacks;
        if (event["event"] == "hurt" && event["agent"] == 0 && first_hurt < 0.0) first_hurt = now;
        if (event["event"] == "death" && event["agent"] == 1) death = now;
        if (event["event"] == "death" && event["agent"] == 0) {
            EXPECT_NEAR(run["time_to_kill"].get<double>(), now - first_hurt, 1e-3);
        }
    }
    const double lived = death >= 0.0 ? death : end;
    EXPECT_NEAR(run["lasted"].get<double>(), lived - first_attack, 1e-3);
    EXPECT_NEAR(run["attacks_a_second"].get<double>(), static_cast<double>(attacks) / lived, 1e-4);
    EXPECT_EQ(run["outcome"], death >= 0.0 ? "loss" : "win");
}

/// Pressure is about 1 / (1 + recovery): a round takes a frame or two longer, and the last of about twenty rounds is
/// incomplete. So pressure is 0.4 where the recovery is 1.5.
TEST_F(KnownFights, TheSearchFindsAKnownGoal) {
    const Json goal = sweep(write("one.toml", one_enemy) +
                            " --set archetypes.enemy.attacks.death.score=0 --seeds 2 --frames 3000 --goal pressure=0.4 "
                            "--vary archetypes.enemy.attacks.swing.recovery=0.5:4")["goal"];
    ASSERT_EQ(goal["line"].size(), 1u);
    const Json& level = goal["line"][0];
    EXPECT_EQ(level["reach"], "reached");
    EXPECT_NEAR(level["at"].get<double>(), 1.5 - 2.0 / 60.0, 0.1);
    EXPECT_NEAR(level["figure"]["mean"].get<double>(), 0.4, 0.005);
    EXPECT_EQ(goal["varied"][0]["whole"], false);
}

} // namespace
} // namespace fray::test
