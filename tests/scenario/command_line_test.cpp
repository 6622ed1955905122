// The command line as a newcomer meets it: help, hints for misspelt words, the summary, completion, colours, progress.
#include "program_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;
using fray::test::Answer, fray::test::expect_runs, fray::test::expect_says, fray::test::fray, fray::test::has,
    fray::test::shell;

const char* const commands[] = {"view",  "run",  "replay", "shot",    "film",  "scale",
                                "sweep", "list", "check",  "migrate", "graph", "completion"};

bool exists(const std::string& tool) { return shell("command -v " + tool + " > /dev/null").code == 0; }

class CommandLine : public fray::test::ProgramFolder {
protected:
    /// Runs the program on a terminal.
    static Answer on_terminal(const std::string& arguments, const std::string& environment = "TERM=xterm") {
        return shell("env -u NO_COLOR " + environment + " script -qec '" FRAY_PROGRAM " " + arguments +
                     "' /dev/null < /dev/null");
    }
};

TEST_F(CommandLine, SaysItsVersion) {
    const Answer answer = fray("--version");
    EXPECT_EQ(answer.code, 0);
    EXPECT_TRUE(std::regex_match(answer.text, std::regex("fray \\d+\\.\\d+\\.\\d+ \\(\\S+\\)\n"))) << answer.text;
}

TEST_F(CommandLine, AloneShowsThreeCommands) {
    const Answer answer = fray("");
    EXPECT_EQ(answer.code, 2);
    for (const std::string example : {"  fray list ", "  fray run kungfu ", "  fray view arena ", "'fray --help'"})
        expect_says(answer, example);
    expect_says(shell("FRAY_CALLED_AS=demo/run " FRAY_PROGRAM " 2>&1"), "  demo/run list ");
}

TEST_F(CommandLine, ListsEachShippedScenario) {
    Answer list = fray("list");
    const Answer names = fray("list --names");
    EXPECT_EQ(list.code, 0);
    list.text = std::regex_replace(list.text, std::regex("\n {25}"), " "); // lines are wrapped
    expect_says(list, "arena                25  One player that keeps moving,");
    expect_says(list, "cannae           136000  ");
    std::ptrdiff_t files = 0;
    for (const auto& entry : fs::directory_iterator(FRAY_SCENARIO_DIR)) {
        if (entry.path().extension() != ".toml") continue;
        ++files;
        const std::string name = entry.path().stem().string();
        EXPECT_TRUE(has("\n" + names.text, "\n" + name + "\n")) << name;
        const std::regex line("(^|\n)" + name + " +\\d+  [A-Z][^\n]{10,76}\\.\n");
        EXPECT_TRUE(std::regex_search(list.text, line)) << name << ": its file opens with no short sentence";
    }
    EXPECT_EQ(std::count(names.text.begin(), names.text.end(), '\n'), files);
}

TEST_F(CommandLine, AMistakeIsOneLineThatSaysWhatIsAllowed) {
    for (const auto& [arguments, line] : std::vector<std::pair<std::string, std::string>>{
             {"rum", "fray: there is no command 'rum' (did you mean 'run'?); allowed: view, run, "},
             {"--hlep", "fray: there is no option '--hlep' (did you mean '--help'?)"},
             {"run troll --treads 3", "fray run: there is no option '--treads' (did you mean '--threads'?)"},
             {"run --reprot=x", "fray run: there is no option '--reprot' (did you mean '--report'?)"},
             {"help", "fray: there is no command 'help' (did you mean '--help'?); allowed: view, "},
             {"run troll --threads 1 --threads 2", "fray run: --threads is given 2 values; allowed: 1 (1 to 1024)"},
             {"run troll --quiet=x", "fray run: --quiet takes no value"},
             {"run skirmsh",
              "skirmsh: no such file, and no scenario of this name (did you mean 'skirmish'?); allowed:"},
             {"run", "fray run: <scenario> is missing: a scenario file, or the name of a scenario"},
             {"run troll more", "fray run: 'more' is one argument too many;"},
             {"run troll --threads", "fray run: --threads needs a value: 1 to 1024"},
             {"run troll --threads 0", "fray run: --threads: given '0'; allowed: 1 to 1024"},
             {"run troll --threads many", "fray run: --threads: given 'many'; allowed: 1 to 1024"},
             {"run troll --agents -5", "fray run: --agents: given '-5'; allowed: 1 to "},
             {"run troll --frames 0", "fray run: --frames: given '0'; allowed: 1 to "},
             {"run troll --seed -1", "fray run: --seed: given '-1'; allowed: 0 to 18446744073709551615"},
             {"run troll --jobs tb", "fray run: --jobs: given 'tb'; allowed: tbb or serial"},
             {"run troll --focus 1,2 --shot x", "fray run: --focus needs 3 values: x,y,width"},
             {"view troll --measure 0", "fray view: --measure: given '0'; allowed: 0.1 to 3600 (seconds)"},
             {"run troll --trace-positions 5",
              "fray run: --trace-positions is allowed only together with --trace <file>"},
             {"run troll --trace-wait-reasons",
              "fray run: --trace-wait-reasons is allowed only together with --trace <file>"},
             {"run troll --trace x --trace-goals", "fray run: --trace-goals is allowed only together with "},
             {"run troll --shot-frame 5", "fray run: --shot-frame is allowed only together with --shot <file>"},
             {"replay x --focus 1,2,3", "fray replay: --focus is allowed only together with --shot <file>"},
             {"run troll --jobs serial --threads 4", "--threads 4: with --jobs serial; allowed: 1, or --jobs tbb"},
             {"run troll --watch --checkpoint x", "fray run: --watch excludes --checkpoint"},
             {"run troll --compare-detail --full-detail", "fray run: --full-detail excludes --compare-detail"},
             {"graph --format svg", "fray graph: --format: given 'svg'; allowed: "},
             {"completion fish", "fray completion: shell: given 'fish'; allowed: bash or zsh"}}) {
        const Answer answer = fray(arguments);
        EXPECT_EQ(answer.code, 2) << arguments;
        EXPECT_TRUE(answer.text.starts_with(line)) << arguments << ": " << answer.text;
        EXPECT_EQ(std::count(answer.text.begin(), answer.text.end(), '\n'), 1) << arguments << ": " << answer.text;
    }
    EXPECT_FALSE(has(fray("run troll --xyzzy-plugh").text, "did you mean")) << "nothing is near";
}

TEST_F(CommandLine, HelpHasGroupsAndNamesOfValues) {
    const std::string all = fray("--help").text;
    for (const std::string part : {"\nFight and watch:\n", "\nMeasure and tune:\n", "\nScenarios:\n", "  list "})
        EXPECT_TRUE(has(all, part)) << part << all;
    EXPECT_FALSE(has(all, "schema")) << "it is for editors";
    const std::string run = fray("run --help").text;
    for (const std::string part :
         {"Usage: fray run <scenario> [options]", "\nBattle:\n", "\nOutputs:\n", "\nPicture:\n",
          "--threads <1 to 1024> ", "--jobs <tbb or serial> ", "--report <file> ", "--set <key=value> ", "--quiet  "})
        EXPECT_TRUE(has(run, part)) << part << run;
    expect_says(fray("view --help"), "--measure <seconds> ");
    for (const std::string command : commands) {
        const Answer help = fray(command + " --help");
        EXPECT_EQ(help.code, 0) << command;
        EXPECT_FALSE(has(help.text, "COMMAND")) << "that is the program's own help";
        for (const std::string type : {"TEXT", "INT", "FLOAT", "REQUIRED", "<>"})
            EXPECT_FALSE(has(help.text, type)) << command << help.text;
    }
}

/// Two agents kill a third, which cannot hit back.
const char* const two_against_one =
    "name = 'ambush'\nteams = ['red', 'blue']\nduration = 60\n"
    "[archetypes.fighter]\nattacks = [{ name = 'cut', damage = 1000, range = [0, 4] }]\n"
    "[archetypes.sheep]\n"
    "[[groups]]\nname = 'r'\narchetype = 'fighter'\nteam = 'red'\ncount = 2\n"
    "[[groups]]\nname = 'b'\narchetype = 'sheep'\nteam = 'blue'\ncount = 1\nat = [3, 0]\n";

TEST_F(CommandLine, TheSummarySaysHowTheFightEnded) {
    std::ofstream(file("ambush.toml")) << two_against_one;
    const Answer won = fray("run " + file("ambush.toml") + " --threads 1");
    for (const std::string part :
         {"ambush: 3 agents, ", ", 1 thread\nred has won: 2 of 2 agents are left\n",
          "\n  red           0 of 2 agents lost (0.0 %)\n", "\n  blue          1 of 1 agents lost (100.0 %)\n"})
        expect_says(won, part);
    expect_says(fray("run troll --frames 5"), "\nNo team leads: no agent has died\n");
}

TEST_F(CommandLine, TheSummaryHasTheSpeedAndTheEnginesFiguresOnlyWhenAsked) {
    const Answer answer = fray("run troll --frames 60"), verbose = fray("run troll --frames 60 --verbose");
    const std::regex frame("\n  frame         [0-9.]+ ms median, [0-9.]+ ms at the 99th percentile\n"
                           "                60 frames a second allow 16\\.7 ms\n");
    const std::regex speed("\n  speed         [0-9.]+ ?\\w* agents updated per second\n");
    const std::regex hash("\n  hash          [0-9a-f]{16}\n");
    for (const Answer& said : {answer, verbose})
        for (const std::regex& line : {frame, speed, hash})
            EXPECT_TRUE(std::regex_search(said.text, line)) << said.text;
    EXPECT_FALSE(has(answer.text, "evaluated"));
    EXPECT_FALSE(has(answer.text, "Files written"));
    expect_says(verbose, " agents evaluated, ");
}

TEST_F(CommandLine, EachOutputSaysWhatItIsAndHowToOpenIt) {
    setenv("FRAY_CALLER_DIR", dir_.c_str(), 1);
    const Answer run = fray("run troll --frames 40 --report p.html --shot p.png --stats s.json --trace t --hash-log h "
                            "--record r.rec --timeline l.json");
    const Answer other = fray("run troll --frames 40 --trace /dev/null --hash-log h --stats /dev/full");
    const Answer shot = fray("shot troll --frame 3 -o s.png");
    const Answer sweep = fray("sweep troll --frames 5 --seeds 2 --csv c.csv --report p.html");
    const Answer scale = fray("scale troll --agents 4 --frames 2 --warmup 0 --repeats 1 --threads 1 --json j.json");
    unsetenv("FRAY_CALLER_DIR");
    expect_says(run, "\nFiles written:\n");
    for (const std::string line :
         {"p.html  a page that plays the battle: open it in a web browser", "p.png   a picture", "s.json  all figures",
          "t       every event, as JSON lines: less t, or jq . t", "h       the state hash of every frame",
          "r.rec   a recording: fray replay r.rec", "l.json  what every thread did when: open it at https://ui.perf"})
        EXPECT_TRUE(has(run.text, "\n  " + line)) << line << "\n" << run.text;
    EXPECT_TRUE(has(other.text, "Files written:\n  h  the")) << "devices and files with errors are left out\n"
                                                             << other.text;
    EXPECT_EQ(other.code, 2);
    expect_says(shot, "Files written:\n  s.png  a picture of frame 3: ");
    expect_says(sweep, "\n  c.csv   a line for each variant");
    expect_says(sweep, "\n  p.html  a page that compares the variants");
    expect_says(scale, "\n  j.json  everything, as JSON");
}

TEST_F(CommandLine, CompletionScriptsAreValid) {
    for (const std::string name : {"bash", "zsh"}) {
        expect_runs(fray("completion " + name + " > " + file(name)));
        if (!exists(name)) continue;
        const Answer checked = shell(name + " -n " + file(name) + " 2>&1");
        EXPECT_EQ(checked.code, 0) << checked.text;
        EXPECT_EQ(checked.text, "");
    }
}

TEST_F(CommandLine, BashCompletesCommandsOptionsValuesAndScenarios) {
    if (!exists("bash")) GTEST_SKIP() << "there is no bash";
    ASSERT_EQ(fray("completion bash > " + file("c")).code, 0);
    const auto completed = [&](const std::string& words) {
        std::ofstream(file("try")) << "compopt() { :; }\nsource " << file("c") << "\nCOMP_WORDS=(" << words
                                   << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_fray\necho \"${COMPREPLY[*]}\"\n";
        return shell("cd " + dir_.string() + " && bash try 2>&1").text;
    };
    EXPECT_EQ(completed("fray r"), "run replay\n");
    EXPECT_EQ(completed("fray run sk"), "skirmish\n");
    EXPECT_EQ(completed("fray run skirmish --thr"), "--threads\n");
    EXPECT_EQ(completed("fray run skirmish --jobs ''"), "tbb serial\n");
    EXPECT_EQ(completed("fray run skirmish --report t"), "try\n");
    EXPECT_EQ(completed("fray run skirmish --threads ''"), "\n") << "a number";
    EXPECT_EQ(completed("demo/run completion z"), "zsh\n");
}

TEST_F(CommandLine, HelpAndTablesFitEightyColumns) {
    const std::string sweep = "sweep troll --seeds 2 --frames 200 --set archetypes.player.circle.grid_capacity=12,20 "
                              "--set archetypes.player.circle.attack_capacity=10,12";
    std::vector<std::string> all = {
        "",
        "list",
        "--help",
        "check boss-and-court",
        "run skirmish --agents 400 --frames 20 --verbose --compare-detail",
        "scale skirmish --threads 1 --agents 400 --warmup 1 --frames 2 --repeats 1 --project 2",
        sweep};
    for (const std::string command : commands) all.push_back(command + " --help");
    for (const std::string& arguments : all) {
        std::istringstream lines(fray(arguments).text);
        for (std::string line; std::getline(lines, line);) {
            const auto width = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }); // UTF-8
            EXPECT_LE(width, 80) << arguments << "\n" << line;
        }
    }
}

TEST_F(CommandLine, ColoursAndProgressAreForTerminalsOnly) {
    const std::string run = "run skirmish --agents 400 --frames 400";
    for (const std::string& arguments : {run, std::string("run --help"), std::string("list"), std::string("")})
        EXPECT_FALSE(has(fray(arguments).text, "\x1b")) << arguments;
    if (!exists("script")) GTEST_SKIP() << "there is no program to make a terminal (script)";
    const std::string bold = "\x1b[1m", rewritten = "\r\x1b[K";
    const Answer shown = on_terminal(run);
    expect_ends(0, shown, bold);
    expect_says(shown, rewritten + "frame 1 of 400");
    EXPECT_TRUE(has(on_terminal("run --help").text, bold + "Usage:"));
    const Answer plain = on_terminal(run, "TERM=xterm NO_COLOR=1");
    EXPECT_FALSE(has(plain.text, "\x1b[1m")) << plain.text;
    EXPECT_TRUE(has(plain.text, rewritten)) << "NO_COLOR is about colours only";
    EXPECT_FALSE(has(on_terminal(run, "TERM=dumb").text, "\x1b"));
    EXPECT_FALSE(has(on_terminal(run + " --quiet").text, "\x1b"));
}

} // namespace
