#include "tuning/tuning.h"

#include "files/whole_file.h"
#include "scenes.h"
#include "temporary_file.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace fray::demo {
namespace {

using Json = nlohmann::json;

const TomlPath thug_health = {"archetypes", "thug", "health"};
const TomlPath grid_capacity = {"archetypes", "player", "circle", "grid_capacity"};

std::string text_of(const std::string& path) {
    std::string text;
    EXPECT_EQ(read_whole(path, &text), "");
    return text;
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string with(std::string text, const std::string& what, const std::string& in_its_place) {
    const size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), in_its_place);
}

struct File : test::TemporaryFile {
    File() : TemporaryFile("tuned.toml") { write(path, test::brawl_text()); }
    Tuning tuning(std::vector<std::string> sets = {}) const { return Tuning(path, text_of(path), std::move(sets)); }
};

Json value_of(const Tuning& tuning, const TomlPath& path) {
    const Tunable* figure = find_figure(tuning.figures(), path);
    return figure == nullptr ? Json() : figure->value;
}

TEST(Figures, HaveTheKeysUnitsAndRangesOfTheSchema) {
    const std::vector<Tunable> figures = figures_of(test::brawl());
    const auto found = [&](TomlPath path) -> const Tunable& {
        path.insert(path.begin(), {"archetypes", "thug"});
        const Tunable* figure = find_figure(figures, path);
        EXPECT_NE(figure, nullptr) << to_text(path);
        return figure != nullptr ? *figure : figures.front();
    };
    EXPECT_EQ(found({"health"}).value, 50.0);
    EXPECT_EQ(found({"health"}).kind, Tunable::Kind::number_or_word);
    EXPECT_EQ(found({"fov_deg"}).value, 100.0);
    EXPECT_EQ(found({"fov_deg"}).unit, "degrees");
    EXPECT_EQ(found({"walk_speed"}).unit, "m/s");
    EXPECT_EQ(range_text(found({"walk_speed"})), "0 to 100 m/s");
    EXPECT_EQ(range_text(found({"engage_range"})), "at least 0 m");
    EXPECT_EQ(range_text(found({"circle", "roam_gap"})), "more than 0, at most 1000 m");
    EXPECT_EQ(found({"bands"}).kind, Tunable::Kind::numbers);
    EXPECT_EQ(found({"bands"}).value.size(), 4u);
    EXPECT_EQ(range_text(found({"bands"})), "more than 0 m, or all 0");
    EXPECT_TRUE(follows_from_bodies(found({"bands"})));
    EXPECT_FALSE(follows_from_bodies(found({"fov_deg"})));
    EXPECT_EQ(found({"release_policy"}).words.size(), 3u);
    EXPECT_EQ(found({"attacks", "1", "damage"}).value, 9.5);
    EXPECT_EQ(found({"attacks", "1", "damage"}).group, "attacks: club");
    EXPECT_EQ(found({"attacks", "0", "cooldown", "agent"}).unit, "s");
    EXPECT_EQ(found({"heal", "charges"}).kind, Tunable::Kind::whole);
    EXPECT_EQ(found({"reactions", "hurt_mid_band"}).value, Json({30, 10, 60}));
}

TEST(Figures, AreFoundByTheirKeyOnTheCommandLine) {
    const Scenario scenario = test::brawl();
    EXPECT_EQ(path_of_change(scenario, "archetypes.thug.attacks.club.damage"),
              (TomlPath{"archetypes", "thug", "attacks", "1", "damage"}));
    EXPECT_EQ(path_of_change(scenario, "archetypes.thug.attacks.0.range.1"),
              (TomlPath{"archetypes", "thug", "attacks", "0", "range", "1"}));
    EXPECT_EQ(path_of_change(scenario, "archetypes.thug.attacks.none.damage"), TomlPath{});
}

TEST(Tuning, ChangesTheScenarioAndNotTheFile) {
    const File file;
    Tuning tuning = file.tuning();
    EXPECT_EQ(tuning.set(thug_health, 75), "");
    EXPECT_EQ(tuning.scenario().archetypes[1].body.health, 75.0f);
    EXPECT_TRUE(tuning.is_changed(thug_health));
    EXPECT_EQ(text_of(file.path), test::brawl_text());
    EXPECT_EQ(tuning.set(thug_health, 50), ""); // the value in the file
    EXPECT_TRUE(tuning.changes().empty());
}

TEST(Tuning, SavesOnlyTheChangedValues) {
    const File file;
    ::chmod(file.path.c_str(), 0640);
    Tuning tuning = file.tuning();
    EXPECT_EQ(tuning.set(thug_health, 75.5), "");
    EXPECT_EQ(tuning.set(grid_capacity, 9), "");
    EXPECT_EQ(tuning.set({"archetypes", "thug", "attacks", "0", "recovery"}, 2), "");
    EXPECT_EQ(tuning.set({"archetypes", "thug", "alert_radius"}, 30), "");
    const std::string tuned = resolved_json(tuning.scenario());
    const Tuning::Saved saved = tuning.save();
    EXPECT_TRUE(saved.done) << saved.message;
    EXPECT_TRUE(tuning.changes().empty());
    std::string wanted = with(test::brawl_text(), "health = 50.0", "health = 75.5");
    wanted = with(wanted, "grid_capacity = 4", "grid_capacity = 9");
    wanted = with(wanted, "windup = 0.3 }", "windup = 0.3, recovery = 2 }");
    wanted = with(wanted, "damage = 9.5 },\n]\n", "damage = 9.5 },\n]\nalert_radius = 30\n");
    EXPECT_EQ(text_of(file.path), wanted);
    Scenario loaded = test::read(file.path);
    EXPECT_EQ(resolved_json(loaded), tuned);
    struct stat status {};
    ASSERT_EQ(::stat(file.path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(Tuning, AValueOfAPresetIsSavedAsAnOverride) {
    const test::TemporaryFile file("preset.toml");
    write(file.path, with(test::brawl_text(), "health = 50.0", "preset = 'kungfu'"));
    Tuning tuning(file.path, text_of(file.path), {});
    const TomlPath patience = {"archetypes", "thug", "circle", "slot_patience"};
    EXPECT_EQ(value_of(tuning, patience), 0.0);
    EXPECT_EQ(tuning.set(patience, 2), "");
    EXPECT_EQ(tuning.set({"archetypes", "thug", "circle", "token_interval"}, 0.25), "");
    EXPECT_EQ(tuning.set({"archetypes", "thug", "release_policy"}, "launch"), "");
    EXPECT_TRUE(tuning.save().done);
    EXPECT_NE(text_of(file.path).find(
                  "]\ncircle.slot_patience = 2\ncircle.token_interval = 0.25\nrelease_policy = \"launch\"\n"),
              std::string::npos);
    EXPECT_EQ(test::read(file.path).archetypes[1].circle.slot_patience, 2.0);
    EXPECT_EQ(test::read(file.path).archetypes[1].circle.rebalance_mode, RebalanceMode::off);
}

TEST(Tuning, ValuesFromTheCommandLineAreSavedToo) {
    const File file;
    Tuning tuning = file.tuning({"archetypes.thug.health=60", "archetypes.thug.attacks.jab.range.1=3", "duration=5"});
    EXPECT_EQ(tuning.changes().size(), 2u);
    EXPECT_EQ(tuning.scenario().duration, 5.0);
    EXPECT_EQ(tuning.set(thug_health, 61), "");
    EXPECT_TRUE(tuning.save().done);
    EXPECT_EQ(text_of(file.path),
              with(with(test::brawl_text(), "50.0", "61.0"), "range = [0, 2.2]", "range = [0, 3.0]"));
}

TEST(Tuning, AWholeListFromTheCommandLineOverridesChanges) {
    const File file;
    Tuning tuning = file.tuning({"archetypes.thug.attacks=[{name='bite',damage=1}]"});
    const std::string wrong = tuning.set({"archetypes", "thug", "attacks", "0", "damage"}, 2);
    EXPECT_NE(wrong.find("archetypes.thug.attacks[0].damage"), std::string::npos) << wrong;
    EXPECT_EQ(tuning.scenario().archetypes[1].attacks[0].damage, 1.0f);
}

TEST(Tuning, RefusesAnInvalidFile) {
    const File file;
    Tuning tuning = file.tuning();
    EXPECT_EQ(tuning.set(thug_health, 75), "");
    const std::string theirs = with(test::brawl_text(), "damage = 9.5", "damage = -1");
    write(file.path, theirs);
    const Tuning::Saved over = tuning.overwrite();
    EXPECT_FALSE(over.done);
    EXPECT_NE(over.message.find("archetypes.thug.attacks.club.damage: is -1"), std::string::npos) << over.message;
    EXPECT_FALSE(tuning.reload().done);
    EXPECT_EQ(text_of(file.path), theirs);
    EXPECT_EQ(tuning.scenario().archetypes[1].body.health, 75.0f);
}

TEST(Tuning, ReportsAMissingFile) {
    const File file;
    Tuning tuning = file.tuning();
    EXPECT_EQ(tuning.set(thug_health, 75), "");
    std::filesystem::remove(file.path);
    const Tuning::Saved saved = tuning.save();
    EXPECT_FALSE(saved.done);
    EXPECT_NE(saved.message.find("cannot be opened: No such file or directory"), std::string::npos) << saved.message;
    EXPECT_EQ(tuning.changes().size(), 1u);
}

/// Simulates a full disk with a limit for the size of files of this process.
class FullDisk {
public:
    FullDisk() {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none = {100, before_.rlim_max};
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};

TEST(Tuning, AFullDiskKeepsTheFileAndTheChanges) {
    const File file;
    Tuning tuning = file.tuning();
    EXPECT_EQ(tuning.set(thug_health, 75), "");
    Tuning::Saved saved;
    {
        const FullDisk disk;
        saved = tuning.save();
    }
    EXPECT_FALSE(saved.done);
    EXPECT_NE(saved.message.find("cannot be written: File too large; the file is as it was"), std::string::npos)
        << saved.message;
    EXPECT_EQ(text_of(file.path), test::brawl_text());
    EXPECT_EQ(tuning.changes().size(), 1u);
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(file.path).parent_path()))
        EXPECT_FALSE(entry.path().string().starts_with(file.path + ".")) << entry.path();
    EXPECT_TRUE(tuning.save().done);
}

TEST(WholeFile, ALinkRemainsALink) {
    const test::TemporaryFile file("real"), link("link");
    write(file.path, "old");
    std::filesystem::create_symlink(file.path, link.path);
    EXPECT_EQ(replace_whole(link.path, "new"), "");
    EXPECT_TRUE(std::filesystem::is_symlink(link.path));
    EXPECT_EQ(text_of(file.path), "new");
}

TEST(WholeFile, ReportsWhyItFails) {
    EXPECT_EQ(replace_whole("/nowhere/file", "x"),
              "/nowhere/file: cannot be opened for writing: No such file or directory");
    std::string text;
    EXPECT_NE(read_whole("/nowhere/file", &text), "");
    EXPECT_NE(read_whole("/", &text), "");
}

} // namespace
} // namespace fray::demo
