// `fray sweep` on several ranks gives what it gives on one, says everything once, and goes on after its end by force.
#include "mpi_program.h"

#include <algorithm>

namespace fray::test {
namespace {

class RanksSweep : public MpiProgram {
protected:
    std::string outputs(const std::string& name) const {
        return " --csv " + file(name + ".csv") + " --runs " + file(name + ".runs") + " --json " + file(name + ".json") +
               " --report " + file(name + ".html");
    }
    void same(const std::string& a, const std::string& b) const {
        for (const std::string ending : {".csv", ".runs", ".json", ".html"}) {
            EXPECT_FALSE(text(a + ending).empty()) << ending;
            EXPECT_EQ(text(a + ending), text(b + ending)) << b + ending;
        }
    }
    /// A sweep that takes some seconds also on a fast machine, so that it can be ended in the middle.
    static std::string long_sweep() {
        return "sweep arena --quiet --jobs 1 --frames 2400 --seeds 100 --set "
               "archetypes.player.circle.attack_capacity=2,6";
    }
    size_t lines(const std::string& name) const {
        const std::string all = text(name);
        return static_cast<size_t>(std::count(all.begin(), all.end(), '\n'));
    }
    /// Waits until the journal has three battles.
    void wait_for_battles(const std::string& journal) const {
        for (int i = 0; i < 6000 && lines(journal) < 4; ++i) usleep(10'000);
        ASSERT_GE(lines(journal), 4u) << text("said");
    }
    /// The rest of the long sweep, which was ended by force, on two ranks. The results are in `name`.
    void goes_on(const std::string& name) const {
        const std::string journal = text(name + ".csv.journal");
        ASSERT_GE(lines(name + ".csv.journal"), 4u) << text("said");
        EXPECT_LT(lines(name + ".csv.journal"), 201u) << "it was over";
        EXPECT_EQ(journal.back(), '\n') << "whole lines only";
        EXPECT_FALSE(there(name + ".csv"));
        const Answer rest = shell(on_ranks(2, long_sweep() + outputs(name)) + " 2>&1");
        ASSERT_EQ(rest.code, 0) << rest.text;
        ASSERT_EQ(fray(long_sweep() + outputs("whole")).code, 0);
        same("whole", name);
        EXPECT_FALSE(there(name + ".csv.journal"));
    }
};

TEST_F(RanksSweep, ResultsAndMessagesAreThoseOfOneProcess) {
    const std::string sweep =
        "sweep arena --frames 300 --seeds 6 --set archetypes.player.circle.attack_capacity=2,6 --set "
        "archetypes.player.circle.grid_capacity=4"; // with a warning: the heavy enemies find no room
    const std::string said = " > " + file("one.out") + " 2> " + file("one.err");
    ASSERT_EQ(shell(std::string(FRAY_PROGRAM) + " " + sweep + outputs("f") + said).code, 0);
    for (const std::string ending : {".csv", ".runs", ".json", ".html"})
        std::filesystem::rename(file("f" + ending), file("one" + ending));
    EXPECT_FALSE(text("one.err").empty());
    for (int ranks = 1; ranks <= 4; ++ranks) {
        const std::string here = " > " + file("f.out") + " 2> " + file("f.err");
        ASSERT_EQ(shell(on_ranks(ranks, sweep + outputs("f")) + here).code, 0) << text("f.err");
        same("one", "f");
        EXPECT_EQ(text("f.out"), text("one.out")) << ranks;
        EXPECT_EQ(text("f.err"), text("one.err")) << ranks;
    }
}

TEST_F(RanksSweep, ASearchFindsTheSame) {
    const std::string search = "sweep arena --quiet --frames 300 --seeds 2 --goal pressure=0.4 --vary "
                               "archetypes.player.circle.attack_capacity=2:9";
    ASSERT_EQ(fray(search + outputs("one")).code, 0);
    const Answer answer = shell(on_ranks(3, search + outputs("three")) + " 2>&1");
    ASSERT_EQ(answer.code, 0) << answer.text;
    same("one", "three");
}

TEST_F(RanksSweep, RanksMayDifferInSpeedAndThreads) {
    const std::string sweep = "sweep arena --quiet --frames 300 --seeds 24";
    ASSERT_EQ(fray(sweep + outputs("one")).code, 0);
    ASSERT_NO_FATAL_FAILURE(runs_on_unequal_ranks(sweep + outputs("three"), "--jobs"));
    same("one", "three");
}

TEST_F(RanksSweep, ASignalEndsAllRanksAndTheSweepGoesOnWithAnotherNumber) {
    Child sweep(Command{on_ranks(3, long_sweep() + outputs("b"))}, file("said"));
    wait_for_battles("b.csv.journal");
    EXPECT_NE(sweep.signal(SIGINT), 0);
    EXPECT_NE(text("said").find("keeps the battles that are over: the same command goes on"), std::string::npos)
        << text("said");
    goes_on("b");
}

TEST_F(RanksSweep, AfterTheDeathOfARankTheSweepGoesOn) {
    Child sweep(Command{on_mortal_ranks(long_sweep() + outputs("b"))}, file("said"));
    wait_for_battles("b.csv.journal");
    kill_the_last_rank();
    EXPECT_NE(sweep.wait(), 0);
    EXPECT_NE(text("said").find("keeps the battles that are over: the same command goes on"), std::string::npos)
        << text("said");
    goes_on("b");
}

TEST_F(RanksSweep, BadInputIsToldOnce) {
    refuses(on_ranks(3, "sweep arena --set archetypes.player.helth=3"), "did you mean 'health'?");
    refuses(on_ranks(3, "sweep arena --no-such-option"), "--no-such-option");
    refuses(on_ranks(3, "sweep arena --csv /nowhere/f"), "/nowhere/f: cannot be opened");
    refuses(on_ranks(2, "check arena"), "fray check: was started on 2 ranks, but runs on one rank");
}

TEST_F(RanksSweep, AllRanksExitWithTheSameCode) {
    all_exit_with(2, "sweep arena --set archetypes.player.helth=3");
    all_exit_with(2, "sweep arena --csv /nowhere/f");
    all_exit_with(2, "list");
    all_exit_with(0, "sweep arena --frames 10 --seeds 2 --quiet");
}

TEST_F(RanksSweep, ARankWithoutTheScenarioOrWithAnotherIsNamed) {
    std::filesystem::create_directories(dir_ / "other");
    write("one.toml", one_enemy);
    const std::string program = std::string(FRAY_PROGRAM) + " sweep one.toml --frames 60 --csv " + file("c");
    const std::string command = std::string(FRAY_MPIRUN) + " -n 1 --wdir " + dir_.string() + " " + program +
                                " : -n 2 --wdir " + file("other") + " " + program;
    refuses(command, ": one.toml: no such file");
    const std::string said = shell(command + " 2>&1").text;
    EXPECT_EQ(said.find("rank 1 on "), 0u) << said;
    EXPECT_NE(said.find(" (and 1 more rank cannot take part)\n"), std::string::npos) << said;
    write("other/one.toml", one_enemy + "\n# another\n");
    refuses(command, ": has another sweep than rank 0: sum of the scenario is ");
    EXPECT_FALSE(there("c.journal")) << "before the first battle";
}

TEST_F(RanksSweep, ABattleThatFailsOnOneRankNamesIt) {
    std::filesystem::create_directories(dir_ / "other");
    std::string scenario = one_enemy;
    scenario.insert(scenario.find("\n[archetypes.player]"), "\n[ground]\nmap = \"plain.map\"\n");
    write("one.toml", scenario);
    write("other/one.toml", scenario);
    std::string map = "type octile\nheight 32\nwidth 32\nmap\n";
    for (int row = 0; row < 32; ++row) map += std::string(32, '.') + "\n";
    write("plain.map", map);
    const std::string program = std::string(FRAY_PROGRAM) + " sweep one.toml --frames 60 --csv " + file("c");
    ASSERT_EQ(shell("cd " + dir_.string() + " && " + program).code, 0);
    const std::string command = std::string(FRAY_MPIRUN) + " -n 1 --wdir " + dir_.string() + " " + program +
                                " : -n 1 --wdir " + file("other") + " " + program;
    refuses(command, "rank 1 on ");
}

} // namespace
} // namespace fray::test
