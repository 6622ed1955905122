// The camera of `fray film`, and what a picture opens on.
#include "film/camera.h"
#include "framing/area.h"
#include "picture/draw.h"
#include "picture/view.h"
#include "scenes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace fray::demo {
namespace {

constexpr double fps = 10.0, length = 8.0; // s of film

struct Filmed {
    Scenario scenario;
    Battle battle;

    /// Of the scenario with this path. Large scenarios have fewer agents.
    explicit Filmed(const std::string& path, int64_t agents = 300)
        : scenario(test::read(path)), battle(make(scenario, agents)) {}

    void run(double until) {
        while (battle.world().time() < until && !battle.over()) battle.step().value();
    }

private:
    static Battle make(const Scenario& scenario, int64_t agents) {
        const std::vector<int64_t> counts = group_counts(scenario);
        return Battle::create(scenario,
                              {.agents = std::min(agents, std::accumulate(counts.begin(), counts.end(), int64_t{0})),
                               .world = {.event_mask = 0, .hashes = false, .jobs = &test::serial_jobs()},
                               .prepare = add_example_states})
            .value();
    }
};

/// No frame is empty. The camera neither jumps nor jitters: from one frame to the next the picture moves by a small
/// part of its width, and its speed changes little.
TEST(FilmCamera, ShowsAgentsAndMovesSmoothlyInEveryShippedScenario) {
    for (const std::string& name : test::shipped_scenarios()) {
        Filmed filmed(name);
        FilmCamera camera(1280, 720, {}, length);
        Area before;
        Vec2 speed_before{};
        double zoom_before = 0.0;
        for (int frame = 0; frame < static_cast<int>(fps * length); ++frame) {
            filmed.run(std::max(frame / fps, 0.001));
            const Area area = camera.area(filmed.battle.world(), frame / fps);
            ASSERT_TRUE(shows_agent(filmed.battle.world(), area)) << name << ", frame " << frame;
            if (frame > 0) {
                const Vec2 moved = {(area.centre.x - before.centre.x) / area.size.x,
                                    (area.centre.y - before.centre.y) / area.size.x};
                const double zoomed = std::log(area.size.x / before.size.x);
                EXPECT_LT(std::hypot(moved.x, moved.y), 0.2) << name << ", frame " << frame;
                EXPECT_LT(std::abs(zoomed), 0.25) << name << ", frame " << frame;
                EXPECT_LT(std::hypot(moved.x - speed_before.x, moved.y - speed_before.y), 0.06)
                    << name << ", frame " << frame;
                EXPECT_LT(std::abs(zoomed - zoom_before), 0.15) << name << ", frame " << frame;
                speed_before = moved;
                zoom_before = zoomed;
            }
            before = area;
        }
    }
}

bool holds(const Area& area, Vec2 at) {
    return std::abs(at.x - area.centre.x) < 0.5f * area.size.x && std::abs(at.y - area.centre.y) < 0.5f * area.size.y;
}

/// It begins with all agents, and has come close to the fight a few seconds later.
TEST(FilmCamera, OpensWideAndGoesToTheFight) {
    Filmed filmed(test::shipped("skirmish"), 3000);
    filmed.run(8.0);
    FilmCamera camera(1280, 720, {}, 60.0);
    const Area first = camera.area(filmed.battle.world(), 0.0), all = whole_area(filmed.battle.world());
    EXPECT_GE(first.size.x, all.size.x);
    EXPECT_GE(first.size.y, all.size.y);
    Area last;
    for (int frame = 1; frame < 60; ++frame) last = camera.area(filmed.battle.world(), frame / fps);
    EXPECT_LT(last.size.x, 0.8f * first.size.x);
    const auto states = filmed.battle.world().states();
    int attacks = 0, shown = 0;
    for (size_t row = 0; row < states.size(); ++row) {
        if (states[row] != AgentState::attack) continue;
        ++attacks;
        shown += holds(last, filmed.battle.world().positions()[row]);
    }
    EXPECT_GT(attacks, 0);
    EXPECT_GT(shown, 0);
}

TEST(FilmCamera, RestsOnAFocusOnlyWhileItShowsAnAgent) {
    Filmed filmed(test::shipped("kungfu"));
    filmed.run(5.0);
    const Area there{{0.0f, 0.0f}, {30.0f, 17.0f}}, nowhere{{5000.0f, 0.0f}, {30.0f, 17.0f}};
    ASSERT_TRUE(shows_agent(filmed.battle.world(), there));
    FilmCamera resting(1280, 720, there, 20.0), astray(1280, 720, nowhere, 20.0);
    for (int frame = 0; frame < 20; ++frame) {
        const Area area = resting.area(filmed.battle.world(), frame / fps);
        EXPECT_NEAR(area.centre.x, 0.0f, 1e-3f);
        EXPECT_NEAR(area.size.x, 30.23f, 0.3f);
        EXPECT_TRUE(shows_agent(filmed.battle.world(), astray.area(filmed.battle.world(), frame / fps)));
    }
}

TEST(FilmCamera, AFocusIsNotWidenedToShowMoreAgents) {
    Filmed filmed(test::shipped("kungfu"));
    filmed.run(5.0);
    const World& world = filmed.battle.world();
    size_t row = 0;
    while (row + 1 < world.agent_count() && world.states()[row] == AgentState::dead) ++row;
    const Area on_one{world.positions()[row], {0.6f, 0.3f}};
    ASSERT_TRUE(shows_agent(world, on_one));
    FilmCamera camera(1280, 720, on_one, 20.0);
    for (int frame = 0; frame < 10; ++frame) EXPECT_NEAR(camera.area(world, frame / fps).size.x, 0.6f, 0.01f);
}

TEST(FilmCamera, ComesBackToAllAgentsAlsoIfTheFilmBecomesShorter) {
    Filmed filmed(test::shipped("skirmish"), 3000);
    filmed.run(8.0);
    FilmCamera camera(1280, 720, {}, 60.0);
    const float wide = camera.area(filmed.battle.world(), 0.0).size.x;
    float shown = wide;
    for (int frame = 1; frame < 60; ++frame) shown = camera.area(filmed.battle.world(), frame / fps).size.x;
    const float narrow = shown;
    ASSERT_LT(narrow, 0.8f * wide);
    camera.set_length(9.0);
    for (int frame = 60; frame < 90; ++frame) shown = camera.area(filmed.battle.world(), frame / fps).size.x;
    EXPECT_GT(shown, 0.5f * (narrow + wide));
}

/// What `fray shot` shows.
Area picture_of(const Filmed& filmed, const DrawOptions& options) {
    const View view = view_of(filmed.battle.world(), options);
    return {view.centre, {view.width() / view.scale, view.height() / view.scale}};
}

TEST(Framing, AFocusThatShowsNoAgentFallsBackToTheAction) {
    Filmed filmed(test::shipped("kungfu"));
    filmed.run(5.0);
    DrawOptions options;
    options.focus = {1.0f, 2.0f};
    options.focus_width = 40.0f;
    EXPECT_FLOAT_EQ(picture_of(filmed, options).size.x, 40.0f);
    options.focus = {-900.0f, 900.0f};
    const Area area = picture_of(filmed, options);
    EXPECT_TRUE(shows_agent(filmed.battle.world(), area));
    EXPECT_LT(std::abs(area.centre.x), 50.0f);
}

/// A line of battle that is much wider than it is deep would be a thin line in the middle of the picture.
TEST(Framing, APictureOfALongLineShowsThePartThatFights) {
    Filmed filmed(test::shipped("cannae"), 2000);
    const World& world = filmed.battle.world();
    while (std::ranges::count(world.states(), AgentState::attack) == 0) filmed.run(world.time() + 1.0);
    const Area whole = whole_area(filmed.battle.world()), shown = picture_of(filmed, {});
    EXPECT_GT(whole.size.x, 2.5f * whole.size.y);
    EXPECT_LT(shown.size.x, 0.5f * whole.size.x);
    EXPECT_TRUE(shows_agent(filmed.battle.world(), shown));
}

TEST(Framing, APictureBeforeTheFightShowsTheArmies) {
    for (const std::string name : {"skirmish", "cannae", "bridge", "charge", "volley", "gauntlet", "five-heroes"}) {
        Filmed filmed(test::shipped(name), 2000);
        filmed.battle.step().value();
        const World& world = filmed.battle.world();
        const Area shown = picture_of(filmed, {});
        std::vector<size_t> seen(filmed.scenario.teams.size()), all = seen;
        for (size_t row = 0; row < world.agent_count(); ++row) {
            const Vec2 at = world.positions()[row];
            const size_t team = world.teams()[row];
            ++all[team];
            seen[team] += holds(shown, at);
        }
        for (size_t team = 0; team < all.size(); ++team)
            EXPECT_GE(seen[team] * 100, all[team] * 98) << name << ", " << filmed.scenario.teams[team];
    }
}

} // namespace
} // namespace fray::demo
