// Runs `fray view` on a virtual display and sends keys and clicks through the X server. Checks what is visible from
// outside: its log of states, the file that it saves, its screenshots and its exit code.
#include "scenario/program_folder.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

namespace fray::test {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr auto patience = 20s;

bool is_there(const std::string& program) { return shell("command -v " + program + " 2>&1").code == 0; }

class ViewWindow : public ProgramFolder {
protected:
    void SetUp() override {
        if (!is_there("Xvfb") || !is_there("xdotool")) GTEST_SKIP() << "there is no Xvfb, or no xdotool";
        WithFolder::SetUp();
        start_display();
    }
    void TearDown() override {
        view_.reset();
        if (display_) display_->signal(SIGTERM);
        if (!dir_.empty()) WithFolder::TearDown();
    }

    void start_display() {
        const Command command{"Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp 3>" + file("display")};
        display_ = std::make_unique<Child>(command, "/dev/null");
        ASSERT_TRUE(comes([&] { return text("display").ends_with('\n'); })) << "no display";
        name_ = ":" + lines("display")[0];
    }

    void start(const std::string& arguments) {
        std::filesystem::remove(file("state"));
        const Command command{"timeout 100 env -u WAYLAND_DISPLAY DISPLAY=" + name_ + " FRAY_CALLER_DIR=" +
                              dir_.string() + " LD_PRELOAD=" FRAY_GAMEPAD_MODULE " FRAY_GAMEPAD=" + file("pad") + " " +
                              FRAY_PROGRAM + " view " + arguments + " --threads 2 --quiet --state-log state"};
        view_ = std::make_unique<Child>(command, file("out"));
    }
    void view(const std::string& arguments) {
        start(arguments);
        ASSERT_TRUE(comes([&] { return state().contains("frame"); })) << text("out");
        x("search --sync --onlyvisible --name fray windowfocus");
    }

    /// Says what the gamepad shows from now on (gamepad.cpp).
    void pad(const std::string& what) const { replace("pad", what); }

    void x(const std::string& command) const {
        EXPECT_EQ(std::system(("DISPLAY=" + name_ + " xdotool " + command + " >/dev/null").c_str()), 0) << command;
    }
    void key(const std::string& name) const { x("key " + name); }
    /// Presses a key that makes the program show this.
    void key(const std::string& name, const std::string& what, const Json& value) const {
        key(name);
        ASSERT_TRUE(shows(what, value)) << name;
    }

    static bool is_whole(const std::string& line) { return line.ends_with('}'); }
    /// The newest complete line of the state log.
    Json state() const {
        const std::vector<std::string> log = lines("state");
        const auto newest = std::find_if(log.rbegin(), log.rend(), is_whole);
        return newest == log.rend() ? Json::object() : Json::parse(*newest);
    }
    std::vector<Json> states() const {
        std::vector<Json> list;
        for (const std::string& line : lines("state"))
            if (is_whole(line)) list.push_back(Json::parse(line));
        return list;
    }
    bool comes(const std::function<bool()>& what) const {
        const auto begin = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begin < patience) {
            if (what()) return true;
            std::this_thread::sleep_for(10ms);
        }
        return false;
    }
    ::testing::AssertionResult shows(const std::string& name, const Json& value) const {
        if (comes([&] { return state().value(name, Json()) == value; })) return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << name << " is not " << value << ": " << state().dump() << "\n"
                                             << text("out");
    }
    void close() {
        key("ctrl+q");
        EXPECT_EQ(view_->wait(), 0) << text("out");
    }

    std::string copy_of_scenario(const std::string& name) const {
        std::filesystem::copy_file(std::string(FRAY_SCENARIO_DIR) + "/" + name + ".toml", file(name + ".toml"));
        return file(name + ".toml");
    }

    std::unique_ptr<Child> display_, view_;
    std::string name_;
};

TEST_F(ViewWindow, ASessionStepsGoesBackTunesAndSaves) {
    const std::string scenario = copy_of_scenario("arena");
    const std::string before = text("arena.toml");
    view(scenario);
    ASSERT_TRUE(comes([&] { return state().value("frame", 0) > 40; })) << state().dump();
    key("space", "paused", true);
    const Json paused = state();

    // The battle has the hashes of `fray run`.
    ASSERT_EQ(fray("run " + scenario + " --quiet --frames 40 --hash-log " + file("hashes")).code, 0);
    std::map<int, std::string> hashes;
    std::istringstream log(text("hashes"));
    for (std::string frame, hash; log >> frame >> hash;) hashes[std::stoi(frame)] = hash;
    int compared = 0;
    for (const Json& line : states()) {
        const auto found = hashes.find(line["frame"].get<int>() - 1);
        if (found == hashes.end()) continue;
        EXPECT_EQ(line["hash"], found->second);
        ++compared;
    }
    EXPECT_GT(compared, 5);

    // A step forward, a step back and forward again give the same hashes.
    key("period", "frame", paused["frame"].get<int>() + 1);
    const Json stepped = state();
    EXPECT_NE(stepped["hash"], paused["hash"]);
    key("comma", "frame", paused["frame"]);
    EXPECT_EQ(state()["hash"], paused["hash"]);
    key("Home", "frame", 0);
    key("End", "frame", stepped["frame"]);
    EXPECT_EQ(state()["hash"], stepped["hash"]);

    // Changes the circle of the player, first for this battle and then in the file.
    key("Tab", "picked", 0);
    key("Page_Up", "capacity", Json({13, 10}));
    key("shift+Page_Down", "capacity", Json({13, 9}));
    key("ctrl+Page_Up", "changes", 1);
    key("F12");
    const std::string picture = file("fray-view-" + std::to_string(stepped["frame"].get<int>()) + ".png");
    ASSERT_TRUE(comes([&] { return std::filesystem::exists(picture); }));
    key("ctrl+s", "changes", 0);
    std::string wanted = before;
    const std::string line = "circle = { grid_capacity = 12, attack_capacity = 10 }";
    wanted.replace(wanted.find(line), line.size(), "circle = { grid_capacity = 13, attack_capacity = 10 }");
    EXPECT_EQ(text("arena.toml"), wanted);

    // Another program changes the file.
    key("ctrl+Page_Up", "changes", 1);
    std::ofstream(scenario, std::ios::app) << "# theirs\n";
    key("ctrl+s", "asks", true);
    key("o", "asks", false);
    EXPECT_TRUE(text("arena.toml").ends_with("# theirs\n"));
    EXPECT_TRUE(has(text("arena.toml"), "grid_capacity = 14"));
    close();
    EXPECT_GT(std::filesystem::file_size(picture), 10'000u);
}

TEST_F(ViewWindow, SteersSwitchesLayersAndPicks) {
    view("arena");
    key("e", "steered", 0);
    ASSERT_TRUE(comes([&] { return state().contains("at"); }));
    const double from = state()["at"][0].get<double>();
    x("keydown d");
    EXPECT_TRUE(comes([&] {
        return state().value("at", Json({0, 0}))[0].get<double>() > from + 2.0;
    })) << state().dump();
    x("keyup d");
    key("e", "steered", -1);
    // Layers, speeds and following.
    const int layers = state()["layers"].get<int>();
    key("t", "layers", layers ^ (1 << 8));
    key("greater", "speed", 2.0);
    key("v", "follows", "action");
    key("v", "follows", "nothing");
    key("g", "follows", "agent");
    // Esc closes the help first.
    key("question");
    key("Escape");
    key("t", "layers", layers);
    EXPECT_EQ(state()["picked"], 0);
    // Clicks on the middle, where the camera keeps the followed agent.
    key("Escape", "picked", -1);
    key("space", "paused", true);
    x("mousemove 563 383 click 1");
    EXPECT_TRUE(comes([&] { return state()["picked"] != -1; })) << state().dump();
    x("mousemove 600 400 click 4 click 4 click 5 mousedown 1 mousemove 700 450 mouseup 1");
    x("mousemove 1000 300 click 4 click 5"); // over a panel
    close();
}

TEST_F(ViewWindow, AGamepadSteersAndPauses) {
    pad("0 0");
    view("arena");
    pad("0 0 Y");
    ASSERT_TRUE(shows("steered", 0));
    ASSERT_TRUE(comes([&] { return state().contains("at"); }));
    const double from = state()["at"][1].get<double>();
    pad("0 -1 A"); // up, and attacking
    EXPECT_TRUE(comes([&] { return state()["at"][1].get<double>() > from + 2.0; })) << state().dump();
    pad("0.1 0.1 START"); // too small an input: the agent stands
    ASSERT_TRUE(shows("paused", true));
    const int frame = state()["frame"].get<int>();
    pad("0 0 RB");
    ASSERT_TRUE(shows("frame", frame + 1));
    pad("0 0 LB");
    ASSERT_TRUE(shows("frame", frame));
    std::filesystem::remove(file("pad")); // the gamepad is unplugged
    close();
}

TEST_F(ViewWindow, WarnsOnceBeforeTunedFiguresAreLost) {
    copy_of_scenario("arena");
    view("arena.toml");
    key("Tab", "picked", 0);
    key("ctrl+Page_Up", "changes", 1);
    const auto close_by_button = [&] {
        pad("0 0 CLOSE");
        EXPECT_TRUE(comes([&] { return !std::filesystem::exists(file("pad")); }));
    };
    const auto warns = [&] {
        close_by_button();
        const int frame = state()["frame"].get<int>();
        EXPECT_TRUE(comes([&] { return state()["frame"].get<int>() > frame + 10; })) << "it has closed";
        EXPECT_TRUE(shows("message", "tuned figures are not saved: Ctrl+S saves them; to close it again loses them"));
    };
    warns();
    key("ctrl+s", "changes", 0);
    key("ctrl+Page_Up", "changes", 1);
    warns(); // figures that were tuned since
    close_by_button();
    EXPECT_EQ(view_->wait(), 0) << text("out");
}

TEST_F(ViewWindow, SurvivesEverySizeAndClosesWhileItSteps) {
    view("clash --agents 5000");
    for (const char* size : {"100 100", "1 1", "900 40", "1280 720"}) {
        x(std::string("search --name fray windowsize ") + size);
        const int frame = state()["frame"].get<int>();
        EXPECT_TRUE(comes([&] { return state()["frame"].get<int>() > frame + 2; })) << size << state().dump();
    }
    x("search --name fray windowunmap");
    const int frame = state()["frame"].get<int>();
    EXPECT_TRUE(comes([&] { return state()["frame"].get<int>() > frame + 2; })) << "unmapped";
    x("search --name fray windowmap windowfocus");
    for (int i = 0; i < 8; ++i) key("greater"); // the highest speed
    EXPECT_TRUE(shows("speed", 0.0));
    close();
    EXPECT_EQ(text("out"), "");
}

TEST_F(ViewWindow, PrintsTheErrorsOfAScenario) {
    const std::string bad = std::string(FRAY_SCENARIO_DIR) + "/bad/values.toml";
    const Answer viewed = fray("view " + bad), run = fray("run " + bad);
    EXPECT_EQ(viewed.code, 2);
    EXPECT_EQ(viewed.text, run.text);
    EXPECT_EQ(fray("view none-of-this-name").code, 2);
}

TEST_F(ViewWindow, WithoutADisplayItWritesThePage) {
    const std::string page = file("page.html");
    setenv("FRAY_CALLER_DIR", dir_.c_str(), 1);
    const std::string with_nothing = "env -u DISPLAY -u WAYLAND_DISPLAY ";
    const std::string command = with_nothing + FRAY_PROGRAM +
                                " view kungfu --agents 5 --set duration=1 --page page.html >" + file("out") + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
    unsetenv("FRAY_CALLER_DIR");
    EXPECT_TRUE(has(text("out"), "no window can be opened")) << text("out");
    EXPECT_TRUE(has(text("out"), "  page.html  a page that plays the battle")) << text("out");
    EXPECT_GT(std::filesystem::file_size(page), 10'000u);
}

TEST_F(ViewWindow, MeasuresItsFrameRate) {
    start("clash --agents 20000 --measure 1");
    EXPECT_EQ(view_->wait(), 0);
    EXPECT_TRUE(has(text("out"), "pictures a second")) << text("out");
}

} // namespace
} // namespace fray::test
