// The program as a process: its output, its files and its exit codes.
#include "fray/recording.h"
#include "must.h"
#include "program_folder.h"

#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace {

using fray::test::Answer, fray::test::expect_ends, fray::test::expect_refused, fray::test::expect_runs,
    fray::test::expect_says, fray::test::fray;

class Program : public fray::test::ProgramFolder {};

TEST_F(Program, MigratesTheScenariosOfAFolderAndNamesThoseThatAreWrong) {
    std::filesystem::create_directories(file("folder/inner"));
    write("folder/bad.toml", "teams = ['a']\n[archetypes.x]\nbrain = 5\n");
    write("folder/inner/old.toml", "teams = ['a']\n[archetypes.x]\nbrain = true # as ever\n"
                                   "[[groups]]\ncount = 1\nteam = 'a'\nname = 'all'\narchetype = 'x'\n");
    const Answer answer = fray("migrate " + file("folder"));
    expect_refused(answer, "bad.toml:1:1");
    expect_says(answer, ":3: 'brain' is 'autonomous' now");
    EXPECT_EQ(lines("folder/inner/old.toml")[2], "autonomous = true # as ever");
    EXPECT_EQ(lines("folder/bad.toml")[2], "brain = 5") << "an error leaves the file as it was";
    expect_ends(0, fray("migrate " + file("folder/inner/old.toml")), "nothing to rename");
}

TEST_F(Program, WritesTraceHashesAndStatistics) {
    const Answer answer = fray("run troll --frames 200 --quiet --threads 2 --trace-positions 100 --trace " + file("t") +
                               " --hash-log " + file("h") + " --stats " + file("s"));
    EXPECT_EQ(answer.code, 0);
    EXPECT_EQ(answer.text, "");
    EXPECT_EQ(lines("h").size(), 200u);
    int positions = 0;
    for (const std::string& line : lines("t")) {
        const auto json = nlohmann::json::parse(line);
        if (json.contains("trace")) continue;
        EXPECT_TRUE(json.contains("frame") && json.contains("event") && json.contains("agent")) << line;
        EXPECT_NE(json["event"], "wait") << "wait reasons are traced only if that is asked for";
        positions += json["event"] == "positions" ? 1 : 0;
    }
    EXPECT_EQ(positions, 2);
    const auto figures = nlohmann::json::parse(text("s"));
    EXPECT_EQ(figures["frames"], 200);
    EXPECT_EQ(figures["fight"]["total"]["attacks"], figures["totals"]["attacks"]);
    EXPECT_EQ(figures["fight"]["circles"][0]["target"], 0);
    EXPECT_TRUE(figures["fight"]["total"]["archetypes"].contains("soldier"));
}

/// A file with control characters in its names and in its path.
TEST_F(Program, PrintsNoControlCharacters) {
    const std::string name = "\\u001b[31m\\n\\u007f\\u009b";
    const std::string path = "'" + file("a\x1b[31m.toml") + "'";
    std::ofstream(file("a\x1b[31m.toml"))
        << "name = \"n" << name << "\"\nteams = [\"t" << name << "\", \"u" << name << "\"]\nduration = 1\n"
        << "[archetypes.\"a" << name << "\"]\nattacks = [{ name = \"b" << name << "\", attack_class = \"c" << name
        << "\", damage = 1 }]\ncircle = { class_limits = { \"d" << name << "\" = 1 } }\n"
        << "[[groups]]\nname = 'g'\narchetype = \"a" << name << "\"\nteam = \"t" << name << "\"\ncount = 1\n"
        << "[[groups]]\nname = 'h'\narchetype = \"a" << name << "\"\nteam = \"u" << name << "\"\ncount = 1\n";
    const std::string trace = file("t"), recording = file("r"), table = file("c");
    for (const std::string& arguments :
         {"run " + path + " --record " + recording + " --trace " + trace, "replay " + recording, "check " + path,
          "check --resolved " + path, "run " + path + " --set agents=x", "run " + path + " --record " + path + "/r",
          "sweep --seeds 1 --csv " + table + " " + path, "sweep --seeds 1 --player \x1b[31m " + path,
          "scale --frames 1 --warmup 1 --repeats 1 --threads 1 --agents 2 " + path, "replay " + path,
          "view " + path + " --page " + file("p\x1b[31m.html"), "run '" + file("b\x1b[31m.toml") + "'",
          std::string("run troll --thr\x1b[31m"), std::string("\x1b[31m")}) {
        const Answer answer = fray(arguments);
        EXPECT_FALSE(answer.text.empty()) << arguments;
        const size_t at = answer.text.find_first_of("\x1b\x7f\x9b\r\t");
        EXPECT_EQ(at, std::string::npos) << arguments << ": " << answer.text.substr(at - std::min<size_t>(at, 40));
        EXPECT_EQ(answer.text.find("[31m\n\x7f"), std::string::npos) << arguments << ": " << answer.text;
    }
    for (const std::string& line : lines("t")) EXPECT_EQ(line.find_first_of("\x1b\x7f\x9b"), std::string::npos) << line;
}

TEST_F(Program, ChecksAndResolvesAScenario) {
    const Answer ok = fray("check dragons");
    EXPECT_EQ(ok.code, 0);
    EXPECT_EQ(ok.text.rfind("ok: three dragons: 4 agents", 0), 0u) << ok.text;
    const auto json = nlohmann::json::parse(fray("check dragons --resolved").text);
    EXPECT_EQ(json["archetypes"]["dragon"]["attacks"][2]["cooldown"]["uses"], 2);
}

TEST_F(Program, WarnsAndContinues) {
    const std::string heavy = " troll --set archetypes.troll.grid_weight=13";
    expect_ends(0, fray("check" + heavy), "warning: archetypes.troll.grid_weight: is 13");
    expect_says(fray("run --frames 1" + heavy), "warning: ");
    EXPECT_EQ(fray("run --quiet --frames 1" + heavy).text, "");
}

TEST_F(Program, PrintsTheGraph) {
    expect_says(fray("graph"), "digraph");
    EXPECT_EQ(fray("graph --format mermaid").code, 0);
    const Answer timed = fray("graph clash --agents 300 --measure-from 5 --frames 5 --format mermaid");
    EXPECT_EQ(timed.code, 0);
    for (const char* part : {"critical path", "locomotion<br/>work", "commit ==> locomotion"}) expect_says(timed, part);
    EXPECT_EQ(fray("graph --frames 5").code, 2) << "it needs a scenario";
}

TEST_F(Program, WatchReloadsAChangedFile) {
    const auto scenario = [](const std::string& extra) {
        return "name = 'watched'\nteams = ['a', 'b']\n[archetypes.man]\nattacks = [{name = 'swing', damage = "
               "0.125}]\n" +
               extra +
               "\n[[groups]]\nname = 'a'\narchetype = 'man'\nteam = 'a'\ncount = 2\n"
               "[[groups]]\nname = 'b'\narchetype = 'man'\nteam = 'b'\ncount = 2\nat = [6, 0]\n";
    };
    replace("s.toml", scenario(""));
    // The battle runs in real time. It ends after a version of the file in which every agent dies quickly.
    Answer answer;
    std::thread run([&] { answer = fray("run " + file("s.toml") + " --watch --frames 3600 --trace " + file("t")); });
    const auto change = [&](const std::string& extra) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        replace("s.toml", scenario(extra));
    };
    change("health = 200");
    change("health = 0");
    change("health = 0.25"); // each agent keeps its share of health, and a single hit kills it
    run.join();
    expect_ends(0, answer, "reloaded before frame");
    expect_says(answer, "s.toml:5:10: archetypes.man.health");
    expect_says(answer, "s.toml: not reloaded: the battle goes on as it was");
    int reloads = 0, deaths = 0;
    for (const std::string& line : lines("t")) {
        const auto json = nlohmann::json::parse(line);
        if (!json.contains("event")) continue;
        if (json["event"] == "reload") {
            ++reloads;
            EXPECT_EQ(json["archetypes"], 1);
            EXPECT_EQ(json["monsters"], 0);
            EXPECT_EQ(json["agent"], -1);
        }
        deaths += json["event"] == "death" ? 1 : 0;
    }
    EXPECT_EQ(reloads, 2);
    EXPECT_GT(deaths, 1);
}

TEST_F(Program, ARecordingIsReplayed) {
    expect_runs(fray("run ogre --frames 300 --quiet --record " + file("r") + " --trace " + file("t1") + " --hash-log " +
                     file("h1")));
    expect_ends(
        0, fray("replay " + file("r") + " --threads 1 --check --trace " + file("t2") + " --hash-log " + file("h2")),
        "as recorded: 300 frames, from 0 on");
    EXPECT_EQ(lines("t1"), lines("t2"));
    EXPECT_EQ(lines("h1"), lines("h2"));
    // A replay from the middle has the same hashes from there on.
    EXPECT_EQ(fray("replay " + file("r") + " --from 250 --frames 20 --quiet --hash-log " + file("h3")).code, 0);
    const auto all = lines("h1");
    EXPECT_EQ(lines("h3"), (std::vector<std::string>(all.begin() + 250, all.begin() + 270)));
}

TEST_F(Program, ARecordingContainsItsGround) {
    std::ofstream(file("field.map")) << "type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n....\n";
    std::ofstream(file("field.toml")) << "teams = ['red', 'blue']\nground = { map = 'field.map', cell_size = 6 }\n"
                                         "[archetypes.a]\nalert_radius = 30\nattacks = [{ name = 'swing' }]\n"
                                         "[[groups]]\nname = 'r'\narchetype = 'a'\nteam = 'red'\ncount = 9\n"
                                         "[[groups]]\nname = 'b'\narchetype = 'a'\nteam = 'blue'\ncount = 9\n"
                                         "at = [-9, 6]\n";
    expect_ends(0,
                fray("run " + file("field.toml") + " --frames 200 --record " + file("r") + " --hash-log " + file("h1")),
                "warning: groups.r: has");
    std::filesystem::remove(file("field.map"));
    expect_runs(fray("replay " + file("r") + " --threads 1 --hash-log " + file("h2")));
    EXPECT_EQ(lines("h1"), lines("h2"));
    EXPECT_EQ(fray("run " + file("field.toml") + " --frames 1 --quiet").code, 2) << "the map is gone";
}

/// A recording of another host, which adds teams and archetypes while it records.
void record_another_host(const std::string& path) {
    fray::World world = fray::World::create({.seed = 3, .threads = 1}).value();
    fray::ArchetypeDef def{.name = "early"};
    def.perception.alert_radius = 40.0f;
    def.body.health = 30.0f;
    def.attacks.emplace_back();
    fray::must(world.add_archetype(def));
    fray::must(world.add_team("red"));
    fray::must(world.add_team("blue"));
    const auto spawn = [&](int i) {
        const auto late = static_cast<fray::ArchetypeIndex>(i >= 40);
        const auto team = static_cast<fray::TeamIndex>(late ? 2 : i % 2);
        fray::must(
            world.spawn({.archetype = late, .team = team, .position = {float(i % 8) * 1.5f, float(i / 8) * 1.5f}}));
    };
    for (int i = 0; i < 40; ++i) spawn(i);
    fray::Recorder recorder = fray::Recorder::create(world, path, {.about = "{\"program\": 5}"}).value();
    for (int i = 0; i < 60; ++i) fray::must(world.step(1.0 / 60.0));
    def.name = "late";
    fray::must(world.add_archetype(def));
    fray::must(world.add_team("late"));
    for (int i = 40; i < 60; ++i) spawn(i);
    for (int i = 0; i < 300; ++i) fray::must(world.step(1.0 / 60.0));
    recorder.close().value();
}

TEST_F(Program, ARecordingOfAnotherHostIsReplayed) {
    record_another_host(file("r"));
    for (const char* from : {"", " --from 30"}) {
        expect_runs(fray("replay " + file("r") + from + " --quiet --trace " + file("t") + " --report " +
                         file("page.html") + " --stats " + file("s.json")));
        size_t late = 0;
        for (const std::string& line : lines("t"))
            late += line.find("\"archetype\":\"late\",\"team\":\"late\"") != std::string::npos ? 1u : 0u;
        EXPECT_EQ(late, 20u);
    }
}

TEST_F(Program, ABadRecordingIsRefusedWithItsPlace) {
    ASSERT_EQ(fray("run troll --frames 30 --quiet --record " + file("r")).code, 0);
    const auto refused = [&](const std::string& arguments, const std::string& why) {
        expect_refused(fray("replay " + arguments), why);
    };
    refused(file("r") + " --from 31", "frame 31: the recording has 0 to 30");
    refused(file("none"), "cannot be opened");
    refused(FRAY_SCENARIO_DIR "/troll.toml", "byte 0: not a recording");
    expect_refused(fray("run troll --frames 30 --quiet --record /no/such/folder/r"),
                   "/no/such/folder/r: cannot be opened for writing");
}

} // namespace
