// The files that the program reads and writes: none costs another, and none is left half-done.
#include "program_folder.h"
#include "scenario_text.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <sys/stat.h>

namespace {

namespace fs = std::filesystem;
using fray::test::Answer, fray::test::Child, fray::test::duel, fray::test::expect_ends, fray::test::expect_refused,
    fray::test::expect_runs, fray::test::expect_says, fray::test::fray, fray::test::shell;

class ProgramFiles : public fray::test::ProgramFolder {
protected:
    void SetUp() override {
        if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
        ProgramFolder::SetUp();
    }
    /// Runs the command with all of these outputs but one, which goes to a full disk. The others must be whole.
    void each_stands_alone(const std::string& command, const std::set<std::string>& options) const {
        for (const std::string& full : options) {
            std::string arguments = command;
            std::set<std::string> wanted;
            for (const std::string& option : options) {
                arguments += " " + option + " " + (option == full ? "/dev/full" : file(option));
                if (option != full) wanted.insert(option);
            }
            const Answer answer = fray(arguments);
            EXPECT_EQ(answer.code, 2) << arguments;
            EXPECT_EQ(answer.text, "/dev/full: cannot be written: No space left on device\n") << arguments;
            EXPECT_EQ(names(), wanted) << arguments;
            for (const std::string& name : wanted) {
                EXPECT_GT(fs::file_size(file(name)), 0u) << arguments << ": " << name;
                fs::remove(file(name));
            }
        }
    }
};

TEST_F(ProgramFiles, AFullDiskForOneOutputCostsNoOther) {
    const std::set<std::string> outputs = {"--trace", "--hash-log", "--stats", "--report", "--shot"};
    std::set<std::string> of_run = outputs;
    of_run.insert({"--record", "--timeline"});
    each_stands_alone("run troll --frames 60 --quiet", of_run);
    ASSERT_EQ(fray("run troll --frames 60 --quiet --record " + file("r")).code, 0);
    const fs::path recording = dir_.string() + ".rec";
    fs::rename(file("r"), recording);
    each_stands_alone("replay " + recording.string() + " --quiet", outputs);
    fs::remove(recording);
    each_stands_alone("scale troll --threads 1 --agents 4 --frames 2 --warmup 1 --repeats 1 --quiet",
                      {"--json", "--csv", "--report"});
    // A sweep keeps its journal, so that nothing has to be fought again.
    const Answer answer = fray("sweep troll --frames 10 --seeds 1 --quiet --csv " + file("c") +
                               " --runs /dev/full --json " + file("j") + " --report " + file("h"));
    EXPECT_EQ(answer.code, 2);
    EXPECT_EQ(names(), (std::set<std::string>{"c", "c.journal", "h", "j"}));
}

/// A limit for the size of files is told as a disk that becomes full. The old files stay.
TEST_F(ProgramFiles, AnOutputThatDoesNotFitLeavesTheOldFile) {
    std::string arguments = "run troll --frames 600 --quiet";
    for (const std::string option : {"--trace", "--report", "--shot"})
        arguments += " " + option + " " + write(option, "old");
    const Answer answer = shell("(ulimit -f 8; " FRAY_PROGRAM " " + arguments + ") 2>&1");
    EXPECT_EQ(answer.code, 2) << answer.text;
    for (const std::string option : {"--trace", "--report", "--shot"}) {
        EXPECT_EQ(text(option), "old") << option;
        expect_says(answer, file(option) + ": cannot be written: File too large; the file is as it was\n");
    }
    EXPECT_EQ(names(), (std::set<std::string>{"--report", "--shot", "--trace"}));
}

TEST_F(ProgramFiles, EveryCommandTellsAFileSizeLimitAndLeavesNothingBehind) {
    const std::string old = write("old.toml", duel("", "", "squad_size = 1\n"));
    const std::set<std::string> before = names();
    const std::string run = "run troll --frames 2 --quiet ", out = file("out"), quick = " --frames 2 --quiet ";
    for (const std::string& arguments :
         {run + "--trace " + out, run + "--hash-log " + out, run + "--stats " + out, run + "--report " + out,
          run + "--shot " + out, run + "--record " + out, run + "--timeline " + out, run + "--checkpoint " + out,
          "shot troll --frame 1 -o " + out, "sweep troll --seeds 1" + quick + "--csv " + out,
          "scale troll --threads 1 --agents 4 --warmup 1 --repeats 1" + quick + "--json " + out,
          "film troll --until 0.1 -o " + out + "/"}) {
        SCOPED_TRACE(arguments);
        expect_refused(shell("(ulimit -f 0; " FRAY_PROGRAM " " + arguments + ") 2>&1"), "File too large");
        if (fs::is_directory(out)) fs::remove(out); // which must be empty
        EXPECT_EQ(names(), before) << arguments;
    }
    EXPECT_EQ(text("old.toml"), duel("", "", "squad_size = 1\n"));
}

TEST_F(ProgramFiles, AnEmptyNameOfAnOutputIsRefused) {
    for (const std::string command :
         {"run troll --trace", "run troll --record", "run troll --report", "run troll --shot", "run troll --stats",
          "run troll --hash-log", "run troll --timeline", "run troll --checkpoint", "shot troll -o", "film troll -o",
          "sweep troll --csv", "sweep troll --journal", "scale troll --json", "view troll --page"}) {
        SCOPED_TRACE(command);
        expect_refused(fray(command + " ''"), ": given ''; allowed: the name of a file\n");
    }
    EXPECT_EQ(fray("run troll --trace= --quiet").text, "fray: --trace=: given no value; allowed: --trace=VALUE\n");
}

TEST_F(ProgramFiles, AFullDiskForAPictureOrForStandardOutputIsAnError) {
    EXPECT_EQ(fray("shot troll --frame 9 -o /dev/full").code, 2);
    for (const std::string arguments :
         {"check troll", "check troll --resolved", "graph", "schema", "--help", "run troll --frames 2",
          "sweep troll --frames 2 --seeds 1", "scale troll --threads 1 --agents 4 --frames 1 --repeats 1"}) {
        const Answer answer = shell("{ " FRAY_PROGRAM " " + arguments + " > /dev/full; } 2>&1");
        EXPECT_EQ(answer.code, 2) << arguments;
        EXPECT_EQ(answer.text, "standard output: cannot be written: No space left on device\n") << arguments;
    }
    EXPECT_EQ(shell(FRAY_PROGRAM " check nonsense 2> /dev/full").code, 2) << "an error that cannot be printed";
    EXPECT_EQ(shell(FRAY_PROGRAM " run troll --frames 2 --hash-log " + file("h") + " 2>&1 1>&-").code, 2);
    const std::string hashes = text("h");
    EXPECT_EQ(std::count(hashes.begin(), hashes.end(), '\n'), 2) << "the summary is not in the file: " << hashes;
}

/// The commands refuse these arguments and leave all files as they are.
TEST_F(ProgramFiles, AnOutputOverAnInputOrAnotherOutputIsRefused) {
    write("field.map", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n");
    const std::string scenario =
        write("a.toml", "teams = ['red', 'blue']\nground = { map = 'field.map', cell_size = 6 }\n"
                        "[archetypes.a]\n"
                        "[[groups]]\nname = 'r'\narchetype = 'a'\nteam = 'red'\ncount = 1\n"
                        "[[groups]]\nname = 'b'\narchetype = 'a'\nteam = 'blue'\ncount = 1\n");
    fs::create_symlink("a.toml", file("link"));
    fs::create_hard_link(file("a.toml"), file("hard"));
    fs::create_symlink("new", file("dangling"));
    fs::create_directory(file("folder"));
    ASSERT_EQ(fray("run " + scenario + " --frames 2 --quiet --record " + file("b.rec")).code, 0);
    std::map<std::string, std::string> before;
    for (const std::string& name : names())
        if (fs::is_regular_file(file(name))) before[name] = text(name);
    const std::set<std::string> before_names = names();
    const std::string run = "run " + scenario + " --frames 2 --quiet ", quick = " --frames 2 --seeds 1 --quiet ";
    for (const std::string& arguments :
         {run + "--trace " + scenario,
          run + "--hash-log " + file("link"),
          run + "--record " + file("hard"),
          run + "--stats " + file("field.map"),
          run + "--report " + file("folder/../a.toml"),
          run + "--timeline " + scenario,
          run + "--shot " + scenario,
          "shot " + scenario + " --frame 1 -o " + scenario,
          run + "--record " + file("new") + " --report " + file("folder/../new"),
          run + "--record " + file("new") + " --report " + file("dangling"),
          run + "--stats " + file("new") + " --trace " + file("new"),
          run + "--stats " + file("b.rec") + " >> " + file("b.rec"),
          "replay " + file("b.rec") + " --hash-log " + file("b.rec"),
          "replay " + file("b.rec") + " --stats " + file("new") + " --shot " + file("new"),
          "sweep " + scenario + quick + "--csv " + file("field.map"),
          "sweep " + scenario + quick + "--json " + file("link"),
          "sweep " + scenario + quick + "--json " + file("new") + " --journal " + file("new"),
          "scale " + scenario + " --threads 1 --frames 1 --json " + scenario,
          "scale " + scenario + " --threads 1 --frames 1 --csv " + file("field.map"),
          "view " + scenario + " --page " + scenario}) {
        SCOPED_TRACE(arguments);
        expect_refused(shell("{ DISPLAY= " FRAY_PROGRAM " " + arguments + "; } 2>&1"), ": the same file as ");
        EXPECT_EQ(names(), before_names) << arguments;
        for (const auto& [name, content] : before) EXPECT_EQ(text(name), content) << arguments << ": " << name;
    }
}

TEST_F(ProgramFiles, TwoRunsDoNotRecordIntoOneFileAtOnce) {
    Child first("run arena --watch --quiet --frames 100000 --record " + file("r"), file("said"));
    first.wait_for_file(file("r"));
    const Answer second = fray("run troll --frames 2 --quiet --record " + file("r"));
    EXPECT_EQ(second.code, 2);
    EXPECT_EQ(second.text, file("r") + ": is being written by another recording\n");
    EXPECT_GT(fs::file_size(file("r")), 0u) << "the first recording stays";
    first.signal(SIGKILL);
    EXPECT_EQ(fray("run troll --frames 2 --quiet --record " + file("r")).code, 0) << "the lock ends with its process";
}

TEST_F(ProgramFiles, InputsWithoutAnEndAreRefused) {
    ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
    fs::resize_file(write("great.toml", ""), (uint64_t{64} << 20) + 1);
    const auto ground = [&](const std::string& key, const std::string& path) {
        return write(key + ".toml", "teams = ['a']\nground = { " + key + " = '" + path +
                                        "' }\n[archetypes.x]\n[[groups]]\nname = 'g'\narchetype = 'x'\n"
                                        "team = 'a'\ncount = 1\n");
    };
    const std::string limit = "allowed: up to 67108864 (64 MiB)", device = "is a device; allowed: a file or a pipe";
    for (const auto& [arguments, why] : std::map<std::string, std::string>{
             {"check /dev/zero", device},
             {"check /dev/full", device},
             {"check " + dir_.string(), "is a folder"},
             {"check " + file("pipe"), "is a pipe that no program writes to"},
             {"check " + file("great.toml"), limit},
             {"run " + file("great.toml"), limit},
             {"migrate " + file("great.toml"), limit},
             {"migrate /dev/zero", device},
             {"sweep /dev/zero", device},
             {"scale /dev/zero --threads 1", device},
             {"check " + ground("map", "/dev/zero"), device},
             {"check " + ground("navmesh", "/dev/zero"), device},
             {"replay /dev/zero", "is a folder, a device or a pipe; allowed: a file"},
             {"replay " + file("pipe"), "is a folder, a device or a pipe; allowed: a file"},
             {"replay " + dir_.string(), "is a folder, a device or a pipe; allowed: a file"}}) {
        SCOPED_TRACE(arguments);
        expect_refused(shell("timeout 20 " FRAY_PROGRAM " " + arguments + " 2>&1"), why);
    }
    expect_says(shell("yes '# no end' | timeout 20 " FRAY_PROGRAM " check /dev/stdin 2>&1"),
                "has more bytes than allowed: up to 67108864");
    const std::string shipped = FRAY_SCENARIO_DIR "/troll.toml";
    EXPECT_EQ(shell("(sleep 0.3; cat " + shipped + ") | " FRAY_PROGRAM " check /dev/stdin 2>&1").code, 0);
}

TEST_F(ProgramFiles, PipesLinksAndStandardOutputAreWrittenThrough) {
    const Answer traced = shell(FRAY_PROGRAM " run troll --frames 2 --trace /dev/stdout --hash-log /dev/stdout >> " +
                                write("log", "first\n") + "; cat " + file("log"));
    EXPECT_EQ(traced.text.find("first\n{\"trace\":1"), 0u) << traced.text;
    EXPECT_NE(traced.text.find("\n1 "), std::string::npos) << "a line for frame 1";
    EXPECT_NE(traced.text.find("  hash "), std::string::npos) << "the summary comes after the files";
    const Answer piped =
        shell("mkfifo " + file("pipe") + "; (cat " + file("pipe") +
              " &); " FRAY_PROGRAM " run troll --frames 2 --quiet --hash-log " + file("pipe") + "; sleep 0.2");
    EXPECT_EQ(std::count(piped.text.begin(), piped.text.end(), '\n'), 2) << piped.text;
    fs::create_symlink("later.json", file("link"));
    ASSERT_EQ(fray("run troll --frames 2 --quiet --stats " + file("link")).code, 0);
    EXPECT_TRUE(fs::is_symlink(file("link")));
    EXPECT_GT(fs::file_size(file("later.json")), 100u);
    fs::create_hard_link(file("later.json"), file("other.json"));
    ASSERT_EQ(fray("run troll --frames 3 --quiet --stats " + file("other.json")).code, 0);
    EXPECT_EQ(text("other.json"), text("later.json"));
    EXPECT_EQ(fs::hard_link_count(file("later.json")), 2u);
}

TEST_F(ProgramFiles, ABattleGoesOnFromWhereItsRunEnded) {
    const std::string run = "run gauntlet --agents 60 --quiet --frames ";
    ASSERT_EQ(fray(run + "50 --checkpoint " + file("at")).code, 0);
    expect_runs(
        fray(run + "120 --resume " + file("at") + " --checkpoint " + file("at") + " --hash-log " + file("rest")));
    ASSERT_EQ(fray(run + "120 --checkpoint " + file("once") + " --hash-log " + file("whole")).code, 0);
    const std::string whole = text("whole"), rest = text("rest");
    EXPECT_EQ(std::count(rest.begin(), rest.end(), '\n'), 70);
    ASSERT_LT(rest.size(), whole.size());
    EXPECT_EQ(whole.substr(whole.size() - rest.size()), rest);
    EXPECT_EQ(text("at"), text("once"));
    expect_refused(fray(run + "120 --resume " + file("at")), "is of frame 120; allowed: more than that");
    EXPECT_EQ(fray(run + "130 --resume " + file("at") + " --checkpoint " + file("./at")).code, 0) << "the same file";
}

TEST_F(ProgramFiles, ACheckpointReplacesNoOtherNameOfItsFile) {
    const std::string run = "run gauntlet --agents 60 --quiet --frames ";
    ASSERT_EQ(fray(run + "50 --checkpoint " + file("at")).code, 0);
    fs::create_hard_link(file("at"), file("kept"));
    const std::string kept = text("kept");
    ASSERT_EQ(fray(run + "60 --resume " + file("at") + " --checkpoint " + file("at")).code, 0);
    EXPECT_EQ(text("kept"), kept);
    EXPECT_NE(text("at"), kept);
    EXPECT_EQ(fray(run + "60 --checkpoint " + file("")).code, 2) << "a folder";
}

TEST_F(ProgramFiles, AFolderHidesNoShippedScenario) {
    fs::create_directory(file("troll"));
    fs::create_directory(file("none"));
    const std::string here = "FRAY_CALLER_DIR=" + file("") + " " FRAY_PROGRAM " check ";
    EXPECT_EQ(shell(here + "troll 2>&1").code, 0);
    expect_refused(shell(here + "none 2>&1"), "none: is a folder; allowed: a file");
}

TEST_F(ProgramFiles, ABattleThatItsScriptEndsLeavesItsFiles) {
    const auto jump = [](const std::string& at) {
        return "[[script]]\ntime = " + at + "\ncommand = 'teleport'\nagent = 0\nrelative = true\nto = [9000, 0]\n";
    };
    std::ofstream(file("far.toml")) << duel("", "", jump("0.1") + jump("0.2")); // the second is too far
    expect_refused(fray("run " + file("far.toml") + " --hash-log " + file("hashes") + " --stats " + file("figures") +
                        " --shot " + file("picture")),
                   "far.toml: script: 'teleport' at 0.2 s: teleport: position: given (1");
    const std::string hashes = text("hashes");
    EXPECT_EQ(std::count(hashes.begin(), hashes.end(), '\n'), 12);
    EXPECT_TRUE(fs::exists(file("figures")) && fs::exists(file("picture")));
}

TEST_F(ProgramFiles, APictureOfAFrameBeforeTheFirstIsRefused) {
    ASSERT_EQ(fray("run troll --frames 20 --quiet --record " + file("a.rec")).code, 0);
    expect_refused(fray("replay " + file("a.rec") + " --from 10 --shot " + file("p") + " --shot-frame 9"),
                   "--shot-frame 9: is before frame 10, the first of this run");
    EXPECT_FALSE(fs::exists(file("p")));
}

TEST_F(ProgramFiles, FiguresOfNoFrameAreRefused) {
    const std::string run = "run troll --frames 20 --stats " + file("figures") + " --measure-from ";
    expect_refused(fray(run + "20"), "--measure-from 20: the last frame of this run is 19");
    EXPECT_FALSE(fs::exists(file("figures")));
    expect_says(fray(run + "19"), "measured      the last 1 frame (");
}

TEST_F(ProgramFiles, APictureOfAFrameThatNeverCameShowsTheLast) {
    const std::string run = "run troll --frames 20 --shot " + file("picture") + " --shot-frame ";
    EXPECT_EQ(fray(run + "19").text.find("because"), std::string::npos);
    expect_says(fray(run + "20"), "a picture of frame 19, the last, because");
}

TEST_F(ProgramFiles, ALoopOfLinksIsRefused) {
    fs::create_symlink("b", file("a"));
    fs::create_symlink("a", file("b"));
    expect_refused(fray("run troll --frames 2 --quiet --stats " + file("a")),
                   "cannot be opened for writing: Too many levels of symbolic links");
    EXPECT_TRUE(fs::is_symlink(file("a")));
}

} // namespace
