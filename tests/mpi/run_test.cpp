// `fray run` on several ranks: its files are those of a single process, it says everything once, and it goes on from
// its checkpoints with another number of ranks.
#include "mpi_program.h"

namespace fray::test {
namespace {

class RanksRun : public MpiProgram {
protected:
    /// All files that do not depend on time.
    std::string outputs(const std::string& name) const {
        return " --quiet --hash-log " + file(name + ".log") + " --trace " + file(name + ".trace") +
               " --trace-wait-reasons --record " + file(name + ".rec") + " --stats " + file(name + ".json") +
               " --checkpoint " + file(name + ".at") + " --checkpoint-every 0.7";
    }
    /// The figures without times and sizes of memory.
    nlohmann::json figures(const std::string& name) const {
        nlohmann::json all = json(name + ".json");
        for (const char* const left_out :
             {"threads", "ranks", "exchanges", "frame_ms", "system_ms", "serial_ms", "hash_ms", "memory_bytes"})
            all.erase(left_out);
        return all;
    }
    void same(const std::string& a, const std::string& b) const {
        for (const std::string ending : {".log", ".trace", ".rec", ".at"}) {
            EXPECT_FALSE(text(a + ending).empty()) << ending;
            EXPECT_TRUE(text(a + ending) == text(b + ending)) << b + ending;
        }
        EXPECT_EQ(figures(a), figures(b));
    }
    void gives_the_same(const std::string& run, const std::vector<int>& sizes) const {
        ASSERT_EQ(fray(run + " --threads 2" + outputs("one")).code, 0);
        for (const int ranks : sizes) {
            const Answer answer = shell(on_ranks(ranks, run + " --threads 1" + outputs("many")) + " 2>&1");
            ASSERT_EQ(answer.code, 0) << run << "\n" << answer.text;
            EXPECT_EQ(answer.text, "") << run;
            same("one", "many");
            if (HasFailure()) FAIL() << run << " on " << ranks << " ranks";
        }
    }
    /// A battle of some seconds, so that it can be ended in the middle.
    std::string long_run(const std::string& name) const {
        return "run skirmish --threads 1 --hash-log " + file(name + ".log") + " --checkpoint " + file(name + ".at") +
               " --checkpoint-every 0.1";
    }
};

TEST_F(RanksRun, FilesAreThoseOfOneProcess) {
    gives_the_same("run skirmish --agents 1500 --frames 90", {1, 2, 3, 4, 8});
    gives_the_same("run bridge --agents 700 --frames 60", {3}); // on a grid map
#ifdef FRAY_NAVMESH
    gives_the_same("run bridge --agents 700 --frames 60 --set ground.kind=navmesh --set ground.agent_radius=0.4", {2});
#endif
    gives_the_same("run menagerie --agents 600 --frames 100", {2}); // monsters that summon
    gives_the_same("run hoplites --agents 800 --frames 60", {4});   // morale
    gives_the_same("run wounded --frames 120", {3});                // states of the program
    gives_the_same("run arena --frames 200", {2});                  // an agent that the script moves
    gives_the_same("run horizon --agents 1000 --frames 60", {3});   // level of detail
    gives_the_same("run arena --agents 3 --frames 60", {8});        // more ranks than agents
}

TEST_F(RanksRun, RanksMayDifferInSpeedAndThreads) {
    const std::string run = "run skirmish --agents 1500 --frames 60";
    ASSERT_EQ(fray(run + outputs("one")).code, 0);
    ASSERT_NO_FATAL_FAILURE(runs_on_unequal_ranks(run + outputs("three"), "--threads"));
    same("one", "three");
}

TEST_F(RanksRun, TheSummaryAndTheFiguresTellOfRanks) {
    const Answer answer = shell(on_ranks(3, "run arena --frames 30 --threads 2 --stats " + file("f.json") +
                                                " --report " + file("f.html") + " --timeline " + file("f.timeline")));
    ASSERT_EQ(answer.code, 0) << answer.text;
    says_once(answer.text, "3 ranks, 2 threads on rank 0");
    EXPECT_EQ(json("f.json")["ranks"], 3);
    EXPECT_GT(json("f.json")["exchanges"]["locomotion"]["received_bytes"], 0);
    EXPECT_TRUE(there("f.html") && there("f.timeline"));
}

TEST_F(RanksRun, ACheckpointGoesOnWithAnotherNumberOfRanks) {
    // With waves of agents, walks and changes of the level of detail before and after the checkpoints.
    for (const std::string run : {"run gauntlet", "run exodus --agents 400"}) {
        const std::string whole_run = run + " --frames 200 --threads 1";
        ASSERT_EQ(fray(whole_run + outputs("one")).code, 0);
        ASSERT_EQ(shell(on_ranks(3, run + " --frames 90 --threads 1" + outputs("first"))).code, 0);
        ASSERT_EQ(shell(on_ranks(2, whole_run + " --resume " + file("first.at") + outputs("rest"))).code, 0);
        const std::string whole = text("one.log"), rest = text("rest.log");
        ASSERT_GT(rest.size(), whole.size() / 2 - 1);
        ASSERT_LT(rest.size(), whole.size());
        EXPECT_EQ(whole.substr(whole.size() - rest.size()), rest);
        EXPECT_TRUE(text("one.at") == text("rest.at")) << run;
        EXPECT_EQ(fray("replay --quiet " + file("rest.rec")).code, 0);
    }
}

TEST_F(RanksRun, ASignalEndsAllRanks) {
    Child run(Command{on_ranks(3, long_run("a"))}, file("said"));
    run.wait_for_file(file("a.at"));
    EXPECT_NE(run.signal(SIGINT), 0);
    says_once(text("said"), "ended by SIGTERM after frame ");
    EXPECT_FALSE(text("a.log").empty()) << "it is whole";
    says_once(fray("run skirmish --quiet --frames 1 --resume " + file("a.at")).text, "is of frame "); // it was read
}

TEST_F(RanksRun, TheDeathOfARankEndsTheRunAndLeavesACheckpoint) {
    Child run(Command{on_mortal_ranks(long_run("a"))}, file("said"));
    run.wait_for_file(file("a.at"));
    kill_the_last_rank();
    EXPECT_NE(run.wait(), 0);
    says_once(text("said"), "another rank does not answer");
    EXPECT_FALSE(there("a.log"));
    // It was read.
    refuses(on_ranks(2, "run skirmish --quiet --threads 1 --frames 1 --resume " + file("a.at")), "is of frame ");
}

TEST_F(RanksRun, BadInputIsToldOnce) {
    refuses(on_ranks(3, "run arena --set archetypes.player.helth=3"), "did you mean 'health'?");
    refuses(on_ranks(3, "run arena --no-such-option"), "--no-such-option");
    refuses(on_ranks(3, "run arena --frames 5 --quiet --hash-log /dev/full"), "No space left on device");
    refuses(on_ranks(3, "run arena --checkpoint /nowhere/f"), "/nowhere/f: cannot be opened");
    const std::string program = std::string(FRAY_PROGRAM);
    refuses(std::string(FRAY_MPIRUN) + " -n 1 " + program + " run arena : -n 1 " + program + " sweep arena --seeds 2",
            "rank 1: carries out another command");
}

TEST_F(RanksRun, ACheckpointOfAnotherBattleIsRefused) {
    ASSERT_EQ(fray("run arena --frames 90 --quiet" + outputs("one")).code, 0);
    refuses(on_ranks(2, "run arena --seed 5 --resume " + file("one.at")), "of another battle: seed is ");
    refuses(on_ranks(2, "run kungfu --resume " + file("one.at")), "of another battle: ");
    refuses(on_ranks(2, "run arena --resume " + file("one.log")), "not a recording or snapshot");
}

TEST_F(RanksRun, AllRanksExitWithTheSameCode) {
    all_exit_with(2, "run arena --set archetypes.player.helth=3");
    all_exit_with(0, "run arena --frames 10 --quiet");
}

} // namespace
} // namespace fray::test
