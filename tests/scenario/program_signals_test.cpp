// How the program ends when it is told to by a signal, and what a killed run leaves.
#include "program_folder.h"

#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/stat.h>

namespace {

namespace fs = std::filesystem;
using fray::test::Answer, fray::test::Child, fray::test::expect_ends, fray::test::expect_refused,
    fray::test::expect_says, fray::test::fray, fray::test::shell;

class ProgramSignals : public fray::test::ProgramFolder {};

TEST_F(ProgramSignals, EndARunWithWholeOutputs) {
    const std::string outputs = " --hash-log " + file("h") + " --stats " + file("s") + " --report " + file("p") +
                                " --trace " + file("t") + " --timeline " + file("l") + " --shot " + file("k");
    for (const auto& [signal, name] : {std::pair(SIGINT, "SIGINT"), {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}) {
        Child run("run arena --watch --quiet --frames 100000 --record " + file("r") + outputs, file("said"));
        run.wait_for_file(file("r"));
        usleep(200'000);
        EXPECT_EQ(run.signal(signal), 128 + signal);
        EXPECT_EQ(names(), (std::set<std::string>{"h", "k", "l", "p", "r", "s", "said", "t"}));
        const size_t frames = lines("h").size();
        EXPECT_GT(frames, 0u);
        EXPECT_EQ(text("said"), std::string("ended by ") + name + " after frame " + std::to_string(frames - 1) + "\n");
        EXPECT_EQ(nlohmann::json::parse(text("s"))["frames"], frames);
        EXPECT_TRUE(nlohmann::json::accept(text("l")));
        EXPECT_NE(text("p").find("</html>"), std::string::npos);
        expect_ends(0, fray("replay " + file("r")), "as recorded: " + std::to_string(frames) + " frames");
        for (const std::string& made : names()) fs::remove(file(made));
    }
    Child graph("graph arena --frames 1000000", file("said"));
    usleep(500'000);
    EXPECT_EQ(graph.signal(SIGINT), 128 + SIGINT);
    EXPECT_EQ(text("said"), "ended by SIGINT; nothing was written\n");
}

TEST_F(ProgramSignals, AProgramWithoutMpiIsTheOnlyRank) {
    if (FRAY_HAS_MPI) GTEST_SKIP() << "the program was built with MPI";
    const std::string ranks = "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=";
    for (const std::string command : {"run troll --frames 2", "sweep troll --seeds 1 --frames 2"}) {
        expect_refused(shell(ranks + "0 " FRAY_PROGRAM " " + command + " 2>&1"), "was started on 4 ranks");
        const Answer second = shell(ranks + "1 " FRAY_PROGRAM " " + command + " 2>&1");
        EXPECT_EQ(second.code, 2);
        EXPECT_EQ(second.text, "") << "rank 0 says why";
    }
}

/// The run waits for the reader of a pipe, so it cannot end by itself.
TEST_F(ProgramSignals, ASecondSignalEndsAtOnce) {
    ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
    const int reader = open(file("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    Child run("run arena --quiet --frames 100000 --trace-positions 1 --trace " + file("pipe") + " --record " +
                  file("r"),
              file("said"));
    run.wait_for_file(file("r"));
    usleep(1'000'000);
    run.send(SIGINT);
    usleep(200'000);
    EXPECT_EQ(run.signal(SIGTERM), 128 + SIGTERM);
    close(reader);
}

TEST_F(ProgramSignals, AClosedPipeEndsARunWithTheOtherOutputsWhole) {
    const Answer answer =
        shell("{ { " FRAY_PROGRAM " run arena --quiet --frames 100000 --trace /dev/stdout --hash-log " + file("h") +
              "; echo exit $? >&2; } | head -c 100 > /dev/null; } 2>&1");
    expect_says(answer, "ended by SIGPIPE after frame " + std::to_string(lines("h").size() - 1) + "\n");
    expect_says(answer, "exit 141");
    EXPECT_EQ(names(), std::set<std::string>{"h"});
}

TEST_F(ProgramSignals, EndTheOtherCommandsWithoutTemporaryFiles) {
    Child sweep("sweep arena --frames 2400 --seeds 1000 --quiet --csv " + file("c"), file("said"));
    sweep.wait_for_file(file("c.journal"));
    EXPECT_EQ(sweep.signal(SIGINT), 128 + SIGINT);
    EXPECT_NE(text("said").find("ended by SIGINT; " + file("c.journal") + " keeps"), std::string::npos) << text("said");
    EXPECT_EQ(names(), (std::set<std::string>{"c.journal", "said"}));
    ASSERT_EQ(fray("run skirmish --quiet --frames 400 --record " + file("r")).code, 0);
    for (const std::string& command : {"scale clash --agents 1000 --frames 100000 --threads 1 --csv " + file("f"),
                                       "replay " + file("r") + " --quiet --check --threads 1 --hash-log " + file("f"),
                                       "shot skirmish --frame 1000000 -o " + file("f")}) {
        fs::remove(file("f"));
        Child child(command, file("said"));
        usleep(500'000);
        EXPECT_EQ(child.signal(SIGTERM), 128 + SIGTERM) << command;
        EXPECT_NE(text("said").find("ended by SIGTERM"), std::string::npos) << command << text("said");
        std::set<std::string> expected = {"c.journal", "r", "said"};
        if (!command.starts_with("scale")) expected.insert("f");
        EXPECT_EQ(names(), expected) << command;
    }
}

TEST_F(ProgramSignals, TheRecordingOfAKilledRunIsReplayedUpToItsLastWholeBlock) {
    Child run("run arena --quiet --frames 1000000 --record " + file("r"), file("said"));
    run.wait_for_file(file("r"));
    while (fs::file_size(file("r")) < 300'000) usleep(10'000);
    EXPECT_EQ(run.signal(SIGKILL), 128 + SIGKILL);
    fs::resize_file(file("r"), fs::file_size(file("r")) - 7);
    const Answer answer = fray("replay " + file("r"));
    EXPECT_EQ(answer.code, 0) << answer.text;
    EXPECT_EQ(answer.text.find(file("r") + ": byte "), 0u) << answer.text;
    expect_says(answer, "cut off");
    expect_says(answer, "as recorded: ");
}

} // namespace
