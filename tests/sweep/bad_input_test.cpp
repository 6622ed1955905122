// What `fray sweep` refuses, and its error messages.
#include "sweep_program.h"

#include <algorithm>

namespace fray::test {
namespace {

class SweepRefuses : public SweepProgram {
protected:
    /// It exits with 2 and prints these words in one or two lines, before any battle, and leaves no file.
    void refuses(const std::string& arguments, const std::string& words) const {
        const Answer answer = fray("sweep arena --frames 10 --quiet " + arguments);
        EXPECT_EQ(answer.code, 2) << arguments << "\n" << answer.text;
        EXPECT_NE(answer.text.find(words), std::string::npos) << arguments << "\n" << answer.text;
        EXPECT_LE(std::count(answer.text.begin(), answer.text.end(), '\n'), 2) << arguments << "\n" << answer.text;
        EXPECT_EQ(files(), 0u) << arguments;
    }
};

const std::string capacity = "archetypes.player.circle.attack_capacity";

TEST_F(SweepRefuses, InvalidSets) {
    const std::string csv = " --csv " + file("c");
    refuses("--set " + capacity + "=" + csv, "--set " + capacity + "=: a value is missing; allowed: KEY=value");
    refuses("--set " + capacity + "=9:3:1" + csv, "begins above its end; allowed: lo:hi:step");
    refuses("--set " + capacity + "=3:9:a" + csv, "attack_capacity");
    refuses("--set " + capacity + "=3,3" + csv, "the value 3 is given twice");
    refuses("--set " + capacity + "=3,3.0" + csv, "the value 3.0 is given twice");
    refuses("--set " + capacity + "=3 --set " + capacity + "=4" + csv, "given twice; allowed: all its values in one");
    refuses("--set archetypes.player.circle.atack_capacity=3,4" + csv,
            "unknown key 'atack_capacity' (did you mean 'attack_capacity'?)");
    refuses("--set " + capacity + "=3,x" + csv, capacity + "=x");
    refuses("--set seed=1,2" + csv, "--set seed: a sweep sets the seed itself");
    refuses("--vary seed=1:9 --goal pressure=0.5" + csv, "--vary seed: a sweep sets the seed itself");
}

TEST_F(SweepRefuses, TooManyBattles) {
    refuses(
        "--set " + capacity + "=1:1000:1 --set archetypes.player.circle.grid_capacity=1:1000:1",
        "1000000 variants with 16 seeds each are too many; allowed: 100000 battles in all, or as many as --most says");
    refuses("--set duration=0:1:1e-7", "10000001 values");
    refuses("--set " + capacity + "=1,2,3 --seeds 2 --most 5", "allowed: 5 battles");
    refuses("--goal pressure=0.5 --vary " + capacity + "=1:9 --seeds 10000", "--most");
}

TEST_F(SweepRefuses, InvalidGoals) {
    const std::string vary = " --vary " + capacity + "=2:9";
    refuses("--goal presure=0.5" + vary, "there is no figure 'presure' (did you mean 'pressure'?); allowed: win, loss");
    refuses("--goal pressure" + vary, "allowed: FIGURE=NUMBER");
    refuses("--goal pressure=high" + vary, "'high' is not a number");
    refuses("--goal pressure=0.5", "--vary");
    refuses("--vary " + capacity + "=2:9", "--goal");
    refuses("--goal pressure=0.5 --vary " + capacity + "=9:2", "begins above its end; allowed: KEY=lo:hi with lo < hi");
    refuses("--goal pressure=0.5 --vary " + capacity + "=2:2", "is one value");
    refuses("--goal pressure=0.5 --vary " + capacity + "=low:9", "'low' is not a number");
    refuses("--goal pressure=0.5 --vary " + capacity, "is not a range of a key");
    refuses("--goal pressure=0.5 --vary " + capacity + "=2.5:9", "attack_capacity");
    refuses("--goal pressure=0.5 --vary " + capacity + "=-3:9", "allowed: 0 to");
    refuses("--goal pressure=0.5 --vary archetypes.player.helth=2:9", "did you mean 'health'?");
    refuses("--goal pressure=0.5" + vary + vary, "given twice");
    refuses("--goal pressure=0.5 --vary archetypes.player.walk_speed=1:3 "
            "--vary archetypes.player.run_speed=2:5",
            "run_speed");
    refuses("--goal pressure=0.5" + vary + " --set " + capacity + "=3", "also given with --set");
    refuses("--goal pressure=0.5" + vary + " --set duration=3,4", "allowed with --goal: one");
    refuses("--goal pressure=0.5" + vary + " --vary duration=3:4 --vary hz=30:60", "3 keys; allowed: one or two");
}

TEST_F(SweepRefuses, InvalidPlayersAndFiles) {
    refuses("--player nobody", "there is no such group with agents from the start; allowed: player, light");
    refuses("--team nobody", "there is no such team; allowed: player, enemies");
    refuses("--player light --team player", "is of team 'enemies', not of 'player'");
    for (const std::string option : {"--csv", "--runs", "--json", "--report", "--journal"}) {
        refuses(option + " /nowhere/f", "/nowhere/f: cannot be ");
        refuses(option + " /tmp", "/tmp: ");
    }
    EXPECT_EQ(fray("sweep nobody-has-this").code, 2);
    EXPECT_EQ(fray("sweep").code, 2);
}

} // namespace
} // namespace fray::test
