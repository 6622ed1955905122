#include "viewing/viewing.h"

#include "files/require.h"
#include "files/whole_file.h"
#include "scenes.h"
#include "temporary_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

struct Scene {
    test::TemporaryFile file{"viewed.toml"};
    Viewing viewing;

    Scene() : viewing(test::battle_of(test::brawl()), tuning()) { viewing.step({}); }
    Tuning tuning() const {
        std::ofstream(file.path, std::ios::binary) << test::brawl_text();
        return Tuning(file.path, test::brawl_text(), {});
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) viewing.step({});
    }
    std::string text() const {
        std::string text;
        EXPECT_EQ(read_whole(file.path, &text), "");
        return text;
    }
    uint64_t hash() const { return viewing.world().state_hash(); }
};

TEST(Viewing, PausesStepsAndGoesBack) {
    Scene scene;
    scene.steps(60);
    const uint64_t before = scene.hash();
    scene.viewing.step_once();
    EXPECT_TRUE(scene.viewing.is_paused());
    const uint64_t after = scene.hash();
    EXPECT_NE(before, after);
    scene.viewing.go_back(1);
    EXPECT_EQ(scene.hash(), before);
    scene.viewing.step_once();
    EXPECT_EQ(scene.hash(), after);
    scene.viewing.go_back(1000);
    EXPECT_EQ(scene.viewing.session.frame(), 0u);
    scene.viewing.go_on(1000);
    EXPECT_EQ(scene.hash(), after);
    scene.viewing.go_back(0);
    EXPECT_EQ(scene.viewing.message(), "this is as far back as it goes");
}

TEST(Viewing, StepsAtTheChosenSpeed) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    EXPECT_EQ(viewing.steps_due(0.051, 100), 3);
    EXPECT_EQ(viewing.steps_due(0.0, 100), 0);
    EXPECT_EQ(viewing.steps_due(10.0, 16), 16); // time beyond the limit of steps is dropped
    EXPECT_LE(viewing.steps_due(0.0, 16), 1);
    for (int i = 0; i < 4; ++i) viewing.slower();
    EXPECT_EQ(Viewing::speeds[viewing.speed()], 0.125);
    for (int i = 0; i < 20; ++i) viewing.faster();
    EXPECT_EQ(viewing.speed(), Viewing::speeds.size() - 1);
    EXPECT_EQ(viewing.steps_due(0.001, 16), 16);
    viewing.pause(true);
    EXPECT_EQ(viewing.steps_due(1.0, 16), 0);
}

TEST(Viewing, PausesWhenTheBattleIsOver) {
    Scene scene;
    scene.viewing.session.give([](Battle& battle) {
        World& world = battle.world();
        for (Serial serial = 1; serial <= 3; ++serial) require(world.damage(*world.find(serial), 1e6f), world);
    });
    scene.steps(60);
    EXPECT_TRUE(scene.viewing.is_paused());
    EXPECT_EQ(scene.viewing.message(), "the battle is over");
    scene.viewing.pause(false);
    scene.steps(2);
    EXPECT_FALSE(scene.viewing.is_paused()); // the battle pauses only once
}

TEST(Viewing, PicksAgentsByClickAndInOrder) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    viewing.pick_at({0.1f, 0.2f}, 1.0f);
    EXPECT_EQ(viewing.picked(), 0);
    viewing.pick_at({100.0f, 0.0f}, 1.0f);
    EXPECT_EQ(viewing.picked(), no_serial);
    for (const Serial next : {0, 1, 2, 3, 0}) {
        viewing.pick_next(false);
        EXPECT_EQ(viewing.picked(), next);
    }
    viewing.pick_next(true);
    EXPECT_EQ(viewing.picked(), 3);
    viewing.toggle_following(Viewing::Follows::agent);
    viewing.move_camera(0.02);
    EXPECT_EQ(viewing.camera.centre(), viewing.world().position(*viewing.world().find(3)));
    viewing.pick(77);
    EXPECT_EQ(viewing.picked(), no_serial);
    EXPECT_EQ(viewing.follows(), Viewing::Follows::nothing);
}

bool shows_all_agents(const Viewing& viewing) {
    const Vec2 low = viewing.camera.low(), high = viewing.camera.high();
    return std::ranges::all_of(viewing.world().positions(),
                               [&](Vec2 at) { return at.x > low.x && at.x < high.x && at.y > low.y && at.y < high.y; });
}

TEST(Viewing, OpensOnTheScenariosFocusOnlyIfThatShowsAnAgent) {
    Scenario scenario = test::brawl();
    const auto view = [&](PictureDef picture) {
        scenario.picture = picture;
        auto viewing = std::make_unique<Viewing>(test::battle_of(scenario), Tuning("", test::brawl_text(), {}));
        viewing->step({});
        viewing->show_focus();
        return viewing;
    };
    PictureDef on_player, nowhere;
    on_player.width = 4.0f;
    nowhere.focus = {5000.0f, 0.0f};
    nowhere.width = 4.0f;
    const auto focused = view(on_player), astray = view(nowhere), without = view({});
    EXPECT_EQ(focused->camera.centre(), (Vec2{}));
    EXPECT_FALSE(shows_all_agents(*focused));
    EXPECT_TRUE(shows_all_agents(*astray));
    EXPECT_TRUE(shows_all_agents(*without));
    EXPECT_EQ(astray->camera.centre(), without->camera.centre());
}

/// Two fights far from each other, of which the second begins when the first is over.
TEST(Viewing, FollowsTheAction) {
    Scenario scenario = test::brawl();
    scenario.groups.push_back(scenario.groups[0]);
    scenario.groups.push_back(scenario.groups[1]);
    scenario.groups[2].at = {400.0f, 0.0f};
    scenario.groups[3].at = {406.0f, 0.0f};
    Viewing viewing(test::battle_of(scenario), Tuning("", test::brawl_text(), {}));
    const auto run = [&](int frames) {
        for (int i = 0; i < frames; ++i) {
            viewing.step({});
            viewing.move_camera(1.0 / 60.0);
        }
    };
    run(120);
    viewing.toggle_following(Viewing::Follows::action);
    EXPECT_EQ(viewing.follows(), Viewing::Follows::action);
    const bool begins_left = viewing.camera.centre().x < 200.0f;
    EXPECT_LT(std::abs(viewing.camera.centre().x - (begins_left ? 3.0f : 403.0f)), 6.0f);
    const float scale = viewing.camera.scale();
    viewing.session.give([begins_left](Battle& battle) { // the fight ends
        World& world = battle.world();
        for (size_t row = 0; row < world.agent_count(); ++row)
            if ((world.positions()[row].x < 200.0f) == begins_left && world.teams()[row] == 1)
                require(world.damage(world.ids()[row], 1e6f), world);
    });
    float before = viewing.camera.centre().x;
    float farthest = 0.0f;
    for (int i = 0; i < 600; ++i) {
        run(1);
        farthest = std::max(farthest, std::abs(viewing.camera.centre().x - before));
        before = viewing.camera.centre().x;
    }
    EXPECT_LT(std::abs(viewing.camera.centre().x - (begins_left ? 403.0f : 3.0f)), 8.0f);
    EXPECT_LT(farthest, 10.0f); // it does not jump
    EXPECT_EQ(viewing.camera.scale(), scale);
    const Vec2 there = viewing.camera.centre();
    viewing.toggle_following(Viewing::Follows::action);
    run(10);
    EXPECT_EQ(viewing.camera.centre(), there);
}

TEST(Viewing, FollowsOneThingAtATime) {
    Scene scene;
    scene.viewing.pick(1);
    scene.viewing.toggle_following(Viewing::Follows::action);
    scene.viewing.pick(no_serial); // the action is not what was let go
    EXPECT_EQ(scene.viewing.follows(), Viewing::Follows::action);
    scene.viewing.pick(1);
    scene.viewing.toggle_following(Viewing::Follows::agent);
    EXPECT_EQ(scene.viewing.follows(), Viewing::Follows::agent);
    scene.viewing.show_all();
    EXPECT_EQ(scene.viewing.follows(), Viewing::Follows::nothing);
}

TEST(Viewing, ChangesCapacities) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    viewing.change_capacity(1, 0);
    EXPECT_TRUE(viewing.is_bad_message()); // no agent is picked
    scene.steps(30);
    viewing.pick(1); // shows the circle of its target
    EXPECT_EQ(*viewing.capacity(), (CircleCapacity{4, 6}));
    viewing.change_capacity(2, 0);
    viewing.change_capacity(2, -1);
    EXPECT_EQ(*viewing.capacity(), (CircleCapacity{8, 5}));
    const AgentId target = *viewing.world().find(0);
    EXPECT_EQ(viewing.world().capacity(target)->grid_capacity, 4); // takes effect in the next step
    scene.steps(1);
    EXPECT_EQ(*viewing.capacity(), (CircleCapacity{8, 5}));
    EXPECT_EQ(viewing.world().capacity(target)->grid_capacity, 8);
    viewing.set_capacity({-1, 0});
    EXPECT_TRUE(viewing.is_bad_message());
    EXPECT_EQ(*viewing.capacity(), (CircleCapacity{8, 5}));
}

const TomlPath thug_speed = {"archetypes", "thug", "walk_speed"};

TEST(Viewing, TunesDuringTheFight) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    scene.steps(10);
    viewing.tune(thug_speed, 1.5);
    EXPECT_FALSE(viewing.is_bad_message()) << viewing.message();
    scene.steps(1);
    EXPECT_EQ(viewing.world().archetype(1).body.walk_speed, 1.5f);
    viewing.tune(thug_speed, -1);
    EXPECT_TRUE(viewing.is_bad_message());
    EXPECT_NE(viewing.message().find("archetypes.thug.walk_speed: is -1; allowed: 0 to 100"), std::string::npos);
    scene.steps(1);
    EXPECT_EQ(viewing.world().archetype(1).body.walk_speed, 1.5f);
    viewing.take_back(thug_speed);
    scene.steps(1);
    EXPECT_EQ(viewing.world().archetype(1).body.walk_speed, 3.0f);
    EXPECT_TRUE(viewing.tuning.changes().empty());
}

TEST(Viewing, AChangeThatTheWorldRefusesIsDiscarded) {
    Scene scene;
    scene.viewing.tune({"archetypes", "thug", "autonomous"}, false);
    EXPECT_TRUE(scene.viewing.is_bad_message());
    EXPECT_TRUE(scene.viewing.tuning.changes().empty());
    scene.steps(5);
    EXPECT_TRUE(scene.viewing.world().archetype(1).autonomous);
}

TEST(Viewing, TuningIsUndoneAndRepeatedWithTime) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    scene.steps(30);
    viewing.tune(thug_speed, 1.5);
    scene.steps(20);
    const uint64_t hash = scene.hash();
    viewing.go_back(40);
    scene.steps(1);
    EXPECT_EQ(viewing.world().archetype(1).body.walk_speed, 3.0f);
    viewing.go_on(100);
    EXPECT_EQ(scene.hash(), hash);
    viewing.go_back(40);
    viewing.apply_tuning();
    scene.steps(1);
    EXPECT_EQ(viewing.world().archetype(1).body.walk_speed, 1.5f);
}

TEST(Viewing, SavesAndAsksIfTheFileHasChanged) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    viewing.pick(0);
    viewing.change_figure({"circle", "grid_capacity"}, 3);
    EXPECT_FALSE(viewing.is_bad_message()) << viewing.message();
    viewing.save();
    EXPECT_FALSE(viewing.is_asking());
    EXPECT_NE(scene.text().find("circle = { grid_capacity = 7, attack_capacity = 6 }  # narrow"), std::string::npos);
    viewing.tune(thug_speed, 2);
    std::string theirs = scene.text() + "# theirs\n";
    theirs.replace(theirs.find("damage = 9.5"), 12, "damage = 11");
    std::ofstream(scene.file.path, std::ios::binary) << theirs;
    viewing.save();
    EXPECT_TRUE(viewing.is_asking());
    viewing.answer_cancel();
    EXPECT_EQ(scene.text(), theirs);
    viewing.save();
    viewing.answer_overwrite();
    EXPECT_FALSE(viewing.is_asking());
    EXPECT_NE(scene.text().find("walk_speed = 2"), std::string::npos);
    EXPECT_NE(scene.text().find("# theirs"), std::string::npos);
    EXPECT_EQ(viewing.tuning.scenario().archetypes[1].attacks[1].damage, 11.0f);
    std::ofstream(scene.file.path, std::ios::binary) << test::brawl_text();
    viewing.save();
    EXPECT_TRUE(viewing.is_asking());
    viewing.answer_reload();
    scene.steps(1);
    EXPECT_EQ(viewing.world().archetype(1).body.walk_speed, 3.0f);
    EXPECT_EQ(viewing.world().archetype(0).circle.grid_capacity, 4);
}

TEST(Viewing, AFileThatTheBattleRefusesIsNotOverwritten) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    viewing.tune(thug_speed, 2);
    std::string theirs = scene.text();
    theirs.insert(theirs.find("health = 50.0"), "autonomous = false\n"); // a world refuses that of its archetypes
    std::ofstream(scene.file.path, std::ios::binary) << theirs;
    viewing.save();
    ASSERT_TRUE(viewing.is_asking());
    viewing.answer_overwrite();
    EXPECT_TRUE(viewing.is_bad_message());
    EXPECT_EQ(scene.text(), theirs);
    EXPECT_EQ(viewing.tuning.changes().size(), 1u);
}

TEST(Viewing, SteersTheFirstAgentWithoutABrain) {
    Scene scene;
    Viewing& viewing = scene.viewing;
    viewing.toggle_steering();
    EXPECT_EQ(viewing.steering.agent(), 0);
    EXPECT_EQ(viewing.picked(), 0);
    for (int i = 0; i < 30; ++i) viewing.step({{0.0f, 1.0f}, false});
    const auto line = nlohmann::json::parse(state_line(viewing));
    EXPECT_EQ(line["steered"], 0);
    EXPECT_GT(line["at"][1].get<double>(), 1.5);
    viewing.toggle_steering();
    EXPECT_EQ(viewing.steering.agent(), no_serial);
}

} // namespace
} // namespace fray::demo
