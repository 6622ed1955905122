// A sweep that is killed or finds its disk full continues where it was. Its results equal those of an uninterrupted
// sweep.
#include "sweep_program.h"

#include <algorithm>
#include <filesystem>

namespace fray::test {
namespace {

class SweepResumes : public SweepProgram {
protected:
    /// Runs the program through a shell. `before` limits the program.
    static Answer limited(const std::string& before, const std::string& arguments) {
        return shell("(" + before + " " FRAY_PROGRAM " " + arguments + ") 2>&1");
    }
    std::string outputs(const std::string& name) const {
        return " --quiet --jobs 2 --csv " + file(name + ".csv") + " --runs " + file(name + ".runs") + " --json " +
               file(name + ".json") + " --report " + file(name + ".html");
    }
    void same(const std::string& a, const std::string& b) const {
        for (const std::string ending : {".csv", ".runs", ".json", ".html"}) {
            EXPECT_FALSE(text(a + ending).empty()) << ending;
            EXPECT_EQ(text(a + ending), text(b + ending)) << ending;
        }
    }
    /// Kills the sweep again and again, each time later, until it ends by itself. `a` has the expected results. Returns
    /// the number of starts.
    int killed_until_done(const std::string& arguments) const {
        int starts = 1;
        for (double seconds = 0.1; limited("timeout -s KILL " + std::to_string(seconds), arguments).code != 0;
             seconds *= 1.2) {
            EXPECT_TRUE(!there("b.csv") || text("b.csv") == text("a.csv")) << "half-done";
            if (++starts > 60) break;
        }
        return starts;
    }
};

TEST_F(SweepResumes, AKilledSweepContinuesToTheSameResults) {
    const std::string sweep = "sweep arena --frames 2400 --seeds 4 --set archetypes.player.circle.grid_capacity=4:16:4";
    ASSERT_EQ(fray(sweep + outputs("a")).code, 0);
    const int starts = killed_until_done(sweep + outputs("b"));
    EXPECT_GT(starts, 1) << "it was too quick to be killed";
    EXPECT_LT(starts, 60);
    same("a", "b");
    for (const auto& left : std::filesystem::directory_iterator(dir_)) // a kill may leave a temporary file of an output
        EXPECT_NE(left.path().extension(), ".journal") << left.path();
}

TEST_F(SweepResumes, AKilledSearchFindsTheSame) {
    const std::string sweep = "sweep arena --frames 900 --seeds 3 --goal pressure=0.4 --vary "
                              "archetypes.player.circle.attack_capacity=2:9";
    ASSERT_EQ(fray(sweep + outputs("a")).code, 0);
    EXPECT_GT(killed_until_done(sweep + outputs("b")), 1);
    same("a", "b");
}

TEST_F(SweepResumes, AJournalWithAGivenNameIsKept) {
    const std::string sweep = "sweep arena --frames 60 --seeds 2 --quiet --journal " + file("journal");
    ASSERT_EQ(fray(sweep + " --json " + file("a")).code, 0);
    const std::string journal = text("journal");
    ASSERT_EQ(fray(sweep + " --json " + file("b")).code, 0);
    EXPECT_EQ(text("a"), text("b"));
    EXPECT_EQ(text("journal"), journal) << "nothing was fought again";
    for (const std::string other : {"--frames 60 --seeds 3", "--frames 61 --seeds 2", "--frames 60 --seeds 2 --seed 2",
                                    "--frames 60 --seeds 2 --agents 30", "--frames 60 --seeds 2 --set hz=30",
                                    "--frames 60 --seeds 2 --player light", "--frames 60 --seeds 2 --team enemies"}) {
        SCOPED_TRACE(other);
        expect_refused(fray("sweep arena --quiet --journal " + file("journal") + " " + other),
                       file("journal") + ": is the journal of another sweep");
    }
    EXPECT_EQ(text("journal"), journal);
}

TEST_F(SweepResumes, AScenarioThatChangedIsAnotherSweep) {
    const std::string scenario = write("one.toml", one_enemy);
    const std::string sweep = "sweep " + scenario + " --frames 60 --seeds 1 --quiet --journal " + file("journal");
    ASSERT_EQ(fray(sweep).code, 0);
    write("one.toml", one_enemy + "\n# another\n");
    expect_refused(fray(sweep), "sum of the scenario");
}

/// A limit for the size of files simulates a full disk.
TEST_F(SweepResumes, AFullDiskLeavesAJournalFromWhichTheSweepContinues) {
    const std::string sweep = "sweep arena --frames 60 --seeds 24";
    ASSERT_EQ(fray(sweep + outputs("a")).code, 0);
    const Answer full = limited("trap \"\" XFSZ; ulimit -f 8;", sweep + outputs("b"));
    expect_refused(full, file("b.csv.journal") + ": cannot be written: ");
    EXPECT_EQ(std::ranges::count(full.text, '\n'), 1) << full.text;
    const std::string journal = text("b.csv.journal");
    ASSERT_FALSE(journal.empty());
    EXPECT_EQ(journal.back(), '\n') << "whole lines only";
    EXPECT_EQ(fray(sweep + outputs("b")).code, 0);
    same("a", "b");
}

} // namespace
} // namespace fray::test
