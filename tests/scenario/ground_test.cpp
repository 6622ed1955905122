// Scenarios with ground: rows or a map, armies that stand on it, and the warnings about agents that do not.
#include "fray/battle.h"
#include "fray/spatial/grid_map.h"
#include "scenario_text.h"
#ifdef FRAY_NAVMESH
#include "fray/spatial/navmesh.h"
#include "spatial/detour_tiles.h"
#endif

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace fray {
namespace {

using Lines = std::vector<std::string>;

/// A temporary folder that is removed after the test.
class Folder {
public:
    Folder() : path_(testing::TempDir() + "fray-ground-" + std::to_string(::getpid())) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ + "/" + name, std::ios::binary) << text;
        return path_ + "/" + name;
    }

private:
    std::string path_;
};

const char* const pond = "rows = ['......', '..@@..', '..@@..', '......']";

/// `reds` red agents in the middle of the world and a blue agent.
std::string army(const std::string& ground, int reds, const std::string& of_group = "") {
    return "teams = ['red', 'blue']\n" + ground +
           "\n[archetypes.fighter]\nattacks = [{ name = 'swing' }]\n"
           "[[groups]]\nname = 'reds'\narchetype = 'fighter'\nteam = 'red'\ncount = " +
           std::to_string(reds) + "\n" + of_group +
           "[[groups]]\nname = 'blues'\narchetype = 'fighter'\nteam = 'blue'\ncount = 1\nat = [-8, 0]\n";
}

ScenarioResult parsed(const std::string& text) { return parse_scenario(text, "army.toml"); }

TEST(ScenarioGround, RowsAndAMapMakeTheSameGround) {
    const Folder folder;
    folder.write("pond.map", "type octile\nheight 4\nwidth 6\nmap\n......\n..@@..\n..@@..\n......\n");
    const ScenarioResult rows = parsed(army(std::string("ground = { cell_size = 4, at = [2, 1], ") + pond + " }", 1));
    const ScenarioResult map =
        load_scenario(folder.write("army.toml", army("ground = { cell_size = 4, at = [2, 1], map = 'pond.map' }", 1)));
    ASSERT_EQ(rows.errors, Lines{});
    ASSERT_EQ(map.errors, Lines{});
    for (const ScenarioResult* result : {&rows, &map}) {
        const auto* const made = dynamic_cast<const GridMap*>(result->scenario.ground->made.get());
        ASSERT_NE(made, nullptr);
        EXPECT_EQ(made->low(), (Vec2{-10.0f, -7.0f}));
        EXPECT_EQ(made->high(), (Vec2{14.0f, 9.0f}));
        EXPECT_FALSE(made->walkable(Vec2{2.0f, 1.0f}));
        EXPECT_TRUE(made->walkable(Vec2{2.0f, -6.9f}));
    }
    EXPECT_FALSE(*rows.scenario.ground == *map.scenario.ground) << "they are written in another way";
    const auto resolved = nlohmann::json::parse(resolved_json(map.scenario));
    EXPECT_EQ(
        resolved["ground"],
        nlohmann::json::parse(
            R"({"map":"pond.map","navmesh":"","rows":[],"kind":"grid","agent_radius":0,"open_gaps":false,"cell_size":4,"at":[2,1]})"));
    EXPECT_EQ(resolved["off_ground"], "move");
    EXPECT_FALSE(nlohmann::json::parse(resolved_json(parsed(test::duel()).scenario)).contains("ground"));
}

TEST(ScenarioGround, ErrorsOfMapsNameThePlaceInTheMap) {
    const Folder folder;
    folder.write("bad.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n");
    const std::string file = folder.write("army.toml", army("ground = { map = 'bad.map' }", 1));
    EXPECT_EQ(load_scenario(file).errors,
              Lines{file + ":2:18: ground.map: bad.map:6:2: given 'x'; allowed: . G S (walkable) @ O T W (not)"});
    EXPECT_EQ(parsed(army("ground = { rows = ['@@'] }", 1)).errors,
              Lines{"army.toml:2:19: ground.rows: have no walkable cell"});
    EXPECT_EQ(parsed(army("ground = { rows = [] }", 1)).errors,
              Lines{"army.toml:2:19: ground.rows: are 0 of 0 cells; allowed: 1 to 16384 each way"});
    EXPECT_EQ(parsed(army("ground = { rows = ['..'], map = 'a.map' }", 1)).errors.size(), 1u);
    EXPECT_EQ(parsed(army("ground = { rows = ['...'], at = [16383, 0] }", 1)).errors,
              Lines{"army.toml:2:19: ground.rows: makes a ground that reaches 16385 m from the origin; allowed: 0 to "
                    "16384"});
    EXPECT_EQ(parsed(army("ground = 3", 1)).errors, Lines{"army.toml:2:10: ground: is the number 3; allowed: a table"});
}

/// Spawns the agents and returns where the world has them.
std::vector<Vec2> places(const Scenario& scenario) {
    Battle battle = Battle::create(scenario, {.world = {.threads = 1}}).value();
    battle.step().value();
    EXPECT_EQ(battle.world().counters().moved_to_ground, 0u)
        << "every agent that had to be moved was moved to a position of its own";
    return {battle.world().positions().begin(), battle.world().positions().end()};
}

TEST(ScenarioGround, AgentsOffTheGroundAreMovedToFreePlaces) {
    // The block of the reds lies across the pond.
    std::string text = army(std::string("ground = { cell_size = 4, ") + pond + " }", 60, "spacing = 1\n");
    text.replace(text.find("attacks"), 0, "walk_speed = 0\nrun_speed = 0\n");
    const ScenarioResult army_result = parsed(text);
    ASSERT_EQ(army_result.errors, Lines{});
    EXPECT_EQ(army_result.warnings,
              Lines{"army.toml:7:1: warning: groups.reds: has 40 of its agents off the ground: each is moved to the "
                    "nearest free place"});
    const std::vector<Vec2> at = places(army_result.scenario);
    for (size_t i = 0; i < at.size(); ++i) {
        EXPECT_TRUE(army_result.scenario.ground->made->walkable(at[i]));
        for (size_t k = 0; k < i; ++k) EXPECT_GT(std::hypot(at[i].x - at[k].x, at[i].y - at[k].y), 0.8f);
        EXPECT_LT(std::hypot(at[i].x, at[i].y), 12.0f);
    }
}

TEST(ScenarioGround, AnArmyWithoutRoomIsAnError) {
    const std::string text =
        army("ground = { rows = ['..........'], cell_size = 1, at = [-4, 0] }", 60, "at = [-4, 3]\n");
    EXPECT_EQ(parsed(text).errors,
              Lines{"army.toml:5:1: groups.reds: finds no room on the ground for 53 of its agents"});
    // With fewer agents there is room. With more agents than in the file, the error appears when they are spawned.
    ScenarioResult few =
        parsed(army("ground = { rows = ['..........'], cell_size = 1, at = [-4, 0] }", 4, "at = [-4, 3]\n"));
    ASSERT_EQ(few.errors, Lines{});
    const BattleOptions options{.world = {.threads = 1}};
    EXPECT_TRUE(Battle::create(few.scenario, options).ok());
    few.scenario.groups[0].count = 60;
    const Result<Battle> refused = Battle::create(few.scenario, options);
    EXPECT_EQ(refused.error(), Error::out_of_range);
    EXPECT_EQ(refused.error_text(), "groups.reds: 53 agents find no room on the ground");
}

TEST(ScenarioGround, AgentsThatCanReachNoEnemyCauseAWarning) {
    const std::string parted = "ground = { rows = ['...@..', '...@..'], cell_size = 4 }";
    EXPECT_EQ(parsed(army(parted, 4, "at = [9, 0]\n")).warnings,
              (Lines{"army.toml:5:1: warning: groups.reds: has 4 agents that can reach no enemy: none is on their "
                     "island",
                     "army.toml:11:1: warning: groups.blues: has 1 agents that can reach no enemy: none is on their "
                     "island"}));
    EXPECT_EQ(parsed(army("ground = { rows = ['......', '...@..'], cell_size = 4 }", 4, "at = [9, 0]\n")).warnings,
              Lines{});
    // Agents in the wall are moved to the island of their group.
    const ScenarioResult result = parsed(army(parted, 9, "at = [0.2, 0]\nspacing = 0.9\n"));
    EXPECT_EQ(result.warnings.size(), 1u);
    for (const Vec2 at : places(result.scenario)) EXPECT_LT(at.x, 0.5f);
}

TEST(ScenarioGround, GoalsOffTheGroundCauseAWarning) {
    const std::string script = "[[script]]\ntime = 1\ncommand = 'move'\nagent = 0\nto = [0, 0]\n"
                               "[[script]]\ntime = 1\ncommand = 'move'\nagent = 0\nto = [0, 7]\n";
    EXPECT_EQ(
        parsed(army(std::string("ground = { cell_size = 4, ") + pond + " }", 1, "at = [-7, 0]\n") + script).warnings,
        Lines{"army.toml:21:6: warning: script[0].to: is off the ground: the nearest walkable point is used"});
}

TEST(ScenarioGround, AnotherGroundNeedsANewBattle) {
    ScenarioResult result = parsed(army(std::string("ground = { cell_size = 4, ") + pond + " }", 1, "at = [-7, 0]\n"));
    ASSERT_EQ(result.errors, Lines{});
    Battle battle = Battle::create(result.scenario, {.world = {.threads = 1}}).value();
    Scenario changed = result.scenario;
    EXPECT_EQ(battle.reload(changed).value().left, Lines{});
    changed.off_ground = OffGround::refuse;
    EXPECT_EQ(battle.reload(changed).value().left, Lines{"ground"});
    changed = parsed(army("ground = { cell_size = 4, rows = ['......'] }", 1, "at = [-7, 0]\n")).scenario;
    EXPECT_EQ(battle.reload(changed).value().left, Lines{"ground"});
}

TEST(ScenarioGround, IsNotLoadedWhereTheCallerBringsTheGround) {
    const std::string text = army("ground = { map = 'nowhere.map' }", 1);
    EXPECT_EQ(parse_scenario(text, "army.toml").errors.size(), 1u);
    const ScenarioResult result = parse_scenario(text, "army.toml", {}, false);
    EXPECT_EQ(result.errors, Lines{});
    EXPECT_EQ(result.scenario.ground->made, nullptr);
}

TEST(ScenarioGround, NavmeshesHaveKeysOfTheirOwn) {
    EXPECT_EQ(parsed(army("ground = { cell_size = 2 }", 1)).errors,
              Lines{"army.toml:2:10: ground: has neither 'map' nor 'rows' nor 'navmesh'; it needs one of them"});
    EXPECT_EQ(parsed(army("ground = { rows = ['...'], agent_radius = 0.5 }", 1)).errors,
              Lines{"army.toml:2:43: ground.agent_radius: is 0.5; allowed: 0 without kind = 'navmesh'"});
}

#ifdef FRAY_NAVMESH
TEST(ScenarioGround, AMapMakesANavmesh) {
    const ScenarioResult result =
        parsed(army(std::string("ground = { kind = 'navmesh', agent_radius = 1, cell_size = 4, ") + pond + " }", 1,
                    "at = [6, 0]\n"));
    ASSERT_EQ(result.errors, Lines{});
    const auto* const made = dynamic_cast<const NavMesh*>(result.scenario.ground->made.get());
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->low(), (Vec2{-11.0f, -7.0f}));
    EXPECT_EQ(made->high(), (Vec2{11.0f, 7.0f}));
    EXPECT_FALSE(made->walkable({4.9f, 0.0f}));
    EXPECT_TRUE(made->walkable({5.1f, 0.0f}));
    for (const Vec2 at : places(result.scenario)) EXPECT_TRUE(made->walkable(at));
    EXPECT_EQ(parsed(army(std::string("ground = { kind = 'navmesh', agent_radius = 4, ") + pond + " }", 1)).errors,
              Lines{"army.toml:2:19: ground.kind: NavMesh: radius: given 4.000000 m, which leaves no cell walkable"});
}

TEST(ScenarioGround, ANavmeshComesFromAFile) {
    const Folder folder;
    std::vector<std::byte> bytes;
    const GridMap field = GridMap::create(20, 10, std::vector<uint8_t>(200, 1), 1.0f, {-10.0f, -5.0f}).value();
    NavMesh::from_grid(field).value().write(&bytes);
    constexpr size_t head = 16;
    const std::string tiles(reinterpret_cast<const char*>(bytes.data()) + head,
                            bytes.size() - head); // as saved by RecastDemo
    folder.write("field.navmesh", tiles);
    folder.write("short.navmesh", tiles.substr(0, tiles.size() - 1));
    const auto loaded = [&](const std::string& ground) {
        return load_scenario(folder.write("army.toml", army(ground, 4)));
    };
    const ScenarioResult result = loaded("ground = { navmesh = 'field.navmesh' }");
    ASSERT_EQ(result.errors, Lines{});
    EXPECT_EQ(result.scenario.ground->made->island({-9.9f, 4.9f}), 0u);
    EXPECT_FALSE(result.scenario.ground->made->walkable({10.1f, 0.0f}));
    const auto complaint = [&](const std::string& ground) {
        const Lines errors = loaded(ground).errors;
        return errors.size() == 1 ? errors[0].substr(errors[0].find("army.toml")) : "";
    };
    EXPECT_EQ(complaint("ground = { navmesh = 'no.navmesh' }"),
              "army.toml:2:22: ground.navmesh: 'no.navmesh' cannot be opened: No such file or directory");
    EXPECT_EQ(complaint("ground = { navmesh = 'army.toml' }").substr(0, 63),
              "army.toml:2:22: ground.navmesh: army.toml: not a navmesh: given");
    EXPECT_NE(complaint("ground = { navmesh = 'short.navmesh' }").find("short.navmesh: ends within a tile"),
              std::string::npos);
    EXPECT_EQ(complaint("ground = { navmesh = 'field.navmesh', cell_size = 2 }"),
              "army.toml:2:51: ground.cell_size: is for maps; allowed: without it, a navmesh has its own");
}

TEST(ScenarioGround, ANavmeshWithFloorsOverEachOtherCausesAWarning) {
    const Folder folder;
    const auto warnings_of = [&](const test::HandMesh& mesh) {
        const std::vector<std::byte> tile = test::tile_of(mesh);
        folder.write("hall.navmesh", {reinterpret_cast<const char*>(tile.data()), tile.size()});
        const std::string text = army("ground = { navmesh = 'hall.navmesh' }\noff_ground = 'move'", 1, "at = [2, 2]\n");
        Lines warnings = load_scenario(folder.write("army.toml", text)).warnings;
        std::erase_if(warnings,
                      [](const std::string& line) { return line.find("ground.navmesh") == std::string::npos; });
        return warnings;
    };
    EXPECT_EQ(warnings_of(test::two_squares()), Lines{});
    const Lines warnings = warnings_of(test::two_squares_and_a_deck());
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("army.toml:2:22: warning: ground.navmesh: has floors that lie over each other, for "
                               "example at ["),
              std::string::npos)
        << warnings[0];
}
#else
TEST(ScenarioGround, ABuildWithoutNavmeshesReportsIt) {
    EXPECT_EQ(parsed(army("ground = { rows = ['...'], kind = 'navmesh' }", 1)).errors,
              Lines{"army.toml:2:33: ground.kind: needs a build with navmeshes (librecast-dev, FRAY_NAVMESH)"});
    EXPECT_EQ(parsed(army("ground = { navmesh = 'a.navmesh' }", 1)).errors,
              Lines{"army.toml:2:22: ground.navmesh: needs a build with navmeshes (librecast-dev, FRAY_NAVMESH)"});
}
#endif

} // namespace
} // namespace fray
