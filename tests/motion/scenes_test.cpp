// The scenes are as described: checked with hand-worked figures and with properties that hold for any number of agents.
#include "overlaps.h"
#include "scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace fray::motion {
namespace {

/// The starts or the goals of all walkers.
std::vector<Vec2> places(const Scene& scene, Vec2 Walker::*which) {
    std::vector<Vec2> all;
    for (const Walker& walker : scene.walkers) all.push_back(walker.*which);
    return all;
}

/// Counts the runs of walkable cells along the wall, and the walkable cells in all of them.
std::pair<int, int> openings(const GridMap& ground) {
    int runs = 0, cells = 0;
    for (int y = 0; y < ground.lines(); ++y) {
        const bool open = ground.walkable(ground.columns() / 2, y);
        runs += open && !ground.walkable(ground.columns() / 2, y - 1);
        cells += open;
    }
    return {runs, cells};
}

/// No walkers touch at the start or at their goals. Every goal can be reached over the ground, and is not the start.
void expect_sound(const Scene& scene) {
    OverlapSearch search(scene.walkers);
    EXPECT_EQ(search.find(places(scene, &Walker::start)).touching, 0);
    if (scene.reachable) {
        EXPECT_EQ(search.find(places(scene, &Walker::goal)).touching, 0);
    }
    for (const Walker& walker : scene.walkers) {
        ASSERT_EQ(walker.way < 1.0, walker.stands);
        if (!scene.ground) continue;
        ASSERT_TRUE(scene.ground->walkable(walker.start));
        ASSERT_EQ(scene.ground->island(walker.start), scene.ground->island(walker.goal));
    }
}

TEST(Scenes, AreSoundForAnyNumberOfAgentsAndVariant) {
    for (const std::string& name : scene_names())
        for (const int agents : {0, 7, 100, 1234})
            for (const uint32_t variant : {0u, 1u}) {
                SCOPED_TRACE(testing::Message() << name << ", " << agents << " agents, variant " << variant);
                expect_sound(make_scene(name, agents, variant));
            }
}

TEST(Scenes, DefaultsAreFrozen) {
    const auto expect = [](std::string_view name, size_t walkers, double free_time) {
        const Scene scene = make_scene(name);
        EXPECT_EQ(scene.walkers.size(), walkers) << name;
        EXPECT_NEAR(scene.free_time, free_time, 1e-3) << name;
    };
    expect("columns", 1000, 70.0 / 3.0);                                // 35 m to the crossing and 35 m beyond it
    expect("circle", 200, 1.0 / std::sin(std::acos(-1.0) / 200) / 3.0); // the diameter, each chord 1 m
    expect("door", 500, 16.0 / 3.0 + 499 / (9.0 / 1.058301));           // three lines, 1.058 m between neighbours
    expect("line", 1 + 12, 16.7112 / 3.0);                              // 2 * 8.1191 m straight, 0.591 rad at 0.8 m
    expect("closed", 1 + 21, (12.0 - 3.0193 - 0.8) / 3.0);
}

TEST(Scenes, TheShortestPathThroughTheDoorBendsAtItsPosts) {
    const Scene scene = door(1);
    EXPECT_NEAR(scene.walkers[0].way, 2.0 * std::hypot(7.4, 11.4) + 1.2, 1e-4);
    EXPECT_NEAR(scene.free_time, scene.walkers[0].way / 3.0, 1e-9);
}

TEST(Scenes, ThereIsADoorForEveryFiveHundredWalkers) {
    EXPECT_EQ(openings(*door(500).ground), std::pair(1, 3));
    EXPECT_EQ(openings(*door(501).ground), std::pair(2, 6));
    EXPECT_EQ(openings(*door(2000).ground), std::pair(4, 12));
    const Scene scene = door(2000); // a walker that starts in front of the middle of a door sees its goal through it
    int straight = 0;
    for (const Walker& walker : scene.walkers) straight += scene.ground->clear(walker.start, walker.goal);
    EXPECT_EQ(straight, 4 * 20);
}

TEST(Scenes, TheLineHasOneGap) {
    std::vector<float> at;
    for (const Walker& walker : line().walkers)
        if (walker.stands) at.push_back(walker.start.y);
    std::sort(at.begin(), at.end());
    int wide = 0;
    for (size_t i = 1; i < at.size(); ++i) {
        const float between = at[i] - at[i - 1] - 0.8f;
        if (between > 0.8f) ++wide;
        EXPECT_TRUE(between < 0.11f || std::abs(between - 2.0f) < 1e-4f);
    }
    EXPECT_EQ(wide, 1);
    EXPECT_NEAR(at.back() - at.front() + 0.8f, 12.0f, 0.7f);
}

TEST(Scenes, VariantsShiftStartsByFiveCentimetresAtMost) {
    const Scene frozen = columns(100), shifted = columns(100, 3), again = columns(100, 3);
    double most = 0.0;
    for (size_t i = 0; i < frozen.walkers.size(); ++i) {
        const Vec2 a = frozen.walkers[i].start, b = shifted.walkers[i].start;
        most = std::max({most, double{std::abs(a.x - b.x)}, double{std::abs(a.y - b.y)}});
        EXPECT_EQ(b, again.walkers[i].start);
        EXPECT_EQ(frozen.walkers[i].goal, shifted.walkers[i].goal);
    }
    EXPECT_GT(most, 0.04);
    EXPECT_LT(most, 0.0501);
}

TEST(Scenes, AnUnknownSceneOrANegativeCountThrows) {
    EXPECT_THROW(make_scene("maze"), std::invalid_argument);
    EXPECT_THROW(make_scene("door", -1), std::invalid_argument);
}

} // namespace
} // namespace fray::motion
