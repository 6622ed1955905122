// What `fray sweep` writes, in whichever way it runs.
#include "sweep_program.h"

#include <algorithm>

namespace fray::test {
namespace {

using Json = nlohmann::json;

const std::string arena = "sweep arena --frames 400 --seeds 3 --set archetypes.player.circle.grid_capacity=4,12 --set "
                          "archetypes.player.circle.attack_capacity=4:10:6 ";

TEST_F(SweepProgram, ResultsDoNotDependOnTheNumberOfJobs) {
    const auto with = [&](const std::string& jobs, const std::string& name) {
        const Answer answer =
            fray(arena + "--jobs " + jobs + " --csv " + file(name + ".csv") + " --runs " + file(name + ".runs") +
                 " --json " + file(name + ".json") + " --report " + file(name + ".html"));
        EXPECT_EQ(answer.code, 0) << answer.text;
        return answer.text.substr(0, answer.text.find("Files written:")); // their names differ
    };
    EXPECT_EQ(with("1", "a"), with("5", "b"));
    for (const std::string ending : {".csv", ".runs", ".json", ".html"}) {
        EXPECT_EQ(text("a" + ending), text("b" + ending)) << ending;
        EXPECT_FALSE(text("a" + ending).empty());
    }
    EXPECT_EQ(files(), 8u) << "no journal, nothing half-done";
}

TEST_F(SweepProgram, RowsAreOrderedByVariantThenSeedAndMeansAreThoseOfTheRuns) {
    ASSERT_EQ(fray(arena + "--quiet --seed 9 --json " + file("j") + " --csv " + file("c")).code, 0);
    const Json all = json("j");
    ASSERT_EQ(all["variants"].size(), 4u);
    ASSERT_EQ(all["runs"].size(), 12u);
    for (size_t i = 0; i < 12; ++i) {
        const Json& run = all["runs"][i];
        EXPECT_EQ(run["seed"], 9 + i % 3);
        EXPECT_EQ(run["archetypes.player.circle.grid_capacity"], i < 6 ? 4 : 12);
        EXPECT_EQ(run["archetypes.player.circle.attack_capacity"], i / 3 % 2 == 0 ? 4 : 10);
        EXPECT_EQ(run["frames"], 400);
    }
    EXPECT_EQ(all["how"]["first_seed"], 9);
    for (size_t i = 0; i < 4; ++i) {
        double sum = 0.0;
        for (size_t k = 0; k < 3; ++k) sum += all["runs"][3 * i + k]["pressure"].get<double>();
        EXPECT_NEAR(all["variants"][i]["pressure"].get<double>(), sum / 3.0, 2e-6);
        EXPECT_LE(all["variants"][i]["pressure_low"], all["variants"][i]["pressure"]);
        EXPECT_GE(all["variants"][i]["pressure_high"], all["variants"][i]["pressure"]);
        EXPECT_EQ(all["variants"][i]["pressure_battles"], 3);
    }
    const std::string csv = text("c");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST_F(SweepProgram, EveryBattleEqualsThatOfRun) {
    const Json all = sweep("arena --frames 300 --seeds 2 --seed 4 --set archetypes.player.circle.attack_capacity=5 "
                           "--report " +
                           file("p.html"));
    EXPECT_NE(text("p.html").find("How battles differ"), std::string::npos);
    for (const Json& run : all["runs"]) {
        expect_runs(fray("run arena --frames 300 --quiet --set archetypes.player.circle.attack_capacity=5 --seed " +
                         run["seed"].dump() + " --stats " + file("s")));
        EXPECT_EQ(run["hash"], json("s")["hash"]);
        EXPECT_NEAR(run["capacity_in_use"].get<double>(),
                    json("s")["fight"]["circles"][0]["attack_weight_in_use"]["whole"].get<double>(), 1e-4);
        EXPECT_NEAR(run["slot_wait_longest"].get<double>(),
                    json("s")["fight"]["circles"][0]["wait_for_slot"]["longest"].get<double>(), 1e-4);
    }
}

TEST_F(SweepProgram, ValuesMayBeWordsAndLists) {
    const Json all = sweep("arena --frames 120 --seeds 1 --set 'archetypes.player.circle.roam_mode=flank,patrol' --set "
                           "'groups.light.at=[18,0],[10,0]' --report " +
                           file("p.html"));
    ASSERT_EQ(all["variants"].size(), 4u);
    EXPECT_EQ(all["variants"][1]["archetypes.player.circle.roam_mode"], "flank");
    EXPECT_EQ(all["variants"][1]["groups.light.at"], "[10,0]");
    EXPECT_NE(text("p.html").find("flank"), std::string::npos);
}

TEST_F(SweepProgram, TwoKeysGiveTheLineOnWhichTheGoalIsReached) {
    const std::string search = "arena --frames 240 --seeds 1 --goal attackers=0.2 --vary "
                               "archetypes.player.circle.grid_capacity=4:12 --vary "
                               "archetypes.player.circle.attack_capacity=2:10 --jobs ";
    const Json goal = sweep(search + "2 --report " + file("p.html"))["goal"];
    EXPECT_EQ(goal["line"].size(), 7u) << "as many rows as it looks at";
    EXPECT_EQ(goal["varied"][0]["whole"], true);
    const std::string one = text("sweep.json");
    sweep(search + "1");
    EXPECT_EQ(text("sweep.json"), one);
    EXPECT_NE(text("p.html").find("The goal"), std::string::npos);
}

TEST_F(SweepProgram, AGoalOutOfReachIsReported) {
    const Answer answer = fray(
        "sweep arena --frames 300 --seeds 2 --goal attackers=50 --vary archetypes.player.circle.attack_capacity=4:7");
    expect_ends(0, answer, "attackers = 50 is not reached from attack_capacity = 4 to 7");
    expect_says(answer, "Nearest: attack_capacity =");
}

} // namespace
} // namespace fray::test
