// Debug draw shows links, and a single floor. It accepts any box. A box off the ground, an infinite box and a box of
// NaN draw no ground, and the call returns.
#include "fray/debug_draw.h"
#include "fray/fray.h"
#include "fray/spatial/grid_map.h"
#include "ground/plane.h"
#include "must.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// Keeps the circles and texts of a drawing, and counts its lines.
class Shapes final : public DebugDraw {
public:
    std::vector<Vec2> circles;
    std::vector<std::string> texts;
    int lines = 0;
    void point(Vec2, float, DrawColour) override {}
    void line(Vec2, Vec2, DrawColour) override { ++lines; }
    void circle(Vec2 centre, float, DrawColour) override { circles.push_back(centre); }
    void disc(Vec2, float, DrawColour) override {}
    void sector(Vec2, float, float, float, DrawColour) override {}
    void text(Vec2, const char* text, DrawColour) override { texts.emplace_back(text); }
};

Shapes drawn(const World& world, DrawElement element, std::optional<int16_t> floor = {}) {
    Shapes shapes;
    draw(world, shapes, {.elements = draw_bit(element), .floor = floor});
    return shapes;
}

int ground_lines(const World& world, Vec2 low, Vec2 high) {
    Shapes shapes;
    draw(world, shapes, {.elements = draw_bit(DrawElement::ground), .low = low, .high = high});
    return shapes.lines;
}

TEST(DebugDraw, ABoxBeyondTheGroundIsClippedFirst) {
    World world = World::create({.threads = 1}).value();
    std::vector<uint8_t> walkable(64, 1);
    walkable[27] = 0;
    ASSERT_EQ(world.set_ground(std::make_shared<const GridMap>(GridMap::create(8, 8, walkable).value())), Error::ok);
    const int all = ground_lines(world, {-16384.0f, -16384.0f}, {16384.0f, 16384.0f});
    EXPECT_EQ(all, 8) << "four sides of the map, four of the hole";
    for (const float far : {2.2e9f, 3e38f, infinite}) {
        EXPECT_EQ(ground_lines(world, {0.0f, far}, {8.0f, infinite}), 0) << far;
        EXPECT_EQ(ground_lines(world, {far, 0.0f}, {infinite, 8.0f}), 0) << far;
        EXPECT_EQ(ground_lines(world, {-infinite, -infinite}, {8.0f, -far}), 0) << far;
        EXPECT_EQ(ground_lines(world, {-far, -far}, {far, far}), all) << far;
    }
    EXPECT_EQ(ground_lines(world, {5.0f, 5.0f}, {2.0f, 2.0f}), 0) << "the wrong way round";
    EXPECT_EQ(ground_lines(world, {NAN, NAN}, {NAN, NAN}), 0);
}

/// A plane with an extent of any size. Beyond `wall` (x, in m) agents cannot stand.
struct WidePlane final : test::Plane {
    explicit WidePlane(float to, float wall_at = infinite) : reach(to), wall(wall_at) {}
    uint32_t island(Vec2 at) const override { return at.x < wall ? 0 : no_island; }
    bool extent(Vec2* low, Vec2* high) const override {
        *low = {-reach, -reach};
        *high = {reach, reach};
        return true;
    }
    float reach, wall;
};

TEST(DebugDraw, LinksAreDrawnWithTheirEndsAndFloors) {
    World world = World::create({.threads = 1}).value();
    must(world.set_nav_link(3, {.from = {0.0f, 0.0f}, .to = {10.0f, 0.0f}}));
    must(world.set_nav_link(5, {.from = {0.0f, 20.0f},
                                .to = {0.0f, 20.0f},
                                .from_floor = 1,
                                .to_floor = 4,
                                .bidirectional = false,
                                .open = false}));
    EXPECT_TRUE(drawn(world, DrawElement::nav_links).circles.empty()) << "before the step that makes them";
    must(world.step(0.0));
    const Shapes all = drawn(world, DrawElement::nav_links);
    EXPECT_EQ(all.circles, (std::vector<Vec2>{{0, 0}, {10, 0}, {0, 20}, {0, 20}}));
    EXPECT_EQ(all.texts, (std::vector<std::string>{"floor 0 and 1", "floor 1 to 4"}));
    EXPECT_EQ(all.lines, 1 + 4) << "a line between the ends; a cross on each end that is closed";
    EXPECT_EQ(drawn(world, DrawElement::nav_links, int16_t{0}).texts.size(), 1u);
    EXPECT_EQ(drawn(world, DrawElement::nav_links, int16_t{1}).texts.size(), 2u);
    EXPECT_EQ(drawn(world, DrawElement::nav_links, int16_t{2}).texts.size(), 0u);
}

TEST(DebugDraw, OneFloorCanBeDrawnWithoutTheOthers) {
    World world = World::create({.threads = 1}).value();
    must(world.add_archetype({.name = "agent"}));
    must(world.add_team("team"));
    for (const int16_t floor : {int16_t{0}, int16_t{0}, int16_t{7}}) {
        const Vec2 at = {3.0f * static_cast<float>(world.spawn_count()), static_cast<float>(floor)};
        must(world.spawn({.floor = floor, .position = at}));
    }
    must(world.step(0.0));
    EXPECT_EQ(drawn(world, DrawElement::agents).circles.size(), 3u);
    EXPECT_EQ(drawn(world, DrawElement::agents, int16_t{0}).circles.size(), 2u);
    EXPECT_EQ(drawn(world, DrawElement::agents, int16_t{7}).circles, (std::vector<Vec2>{{6.0f, 7.0f}}));
}

TEST(DebugDraw, AGroundOfInfiniteExtentDrawsNothing) {
    for (const float reach : {1e9f, 3e38f, infinite}) {
        World world = World::create({.threads = 1}).value();
        ASSERT_EQ(world.set_ground(std::make_shared<const WidePlane>(reach)), Error::ok);
        EXPECT_EQ(ground_lines(world, {-infinite, -infinite}, {infinite, infinite}), 0) << reach;
    }
}

TEST(DebugDraw, AGroundOfHugeExtentIsDrawnInTheBox) {
    for (const float reach : {20.0f, 1e7f, 1e10f, 1e30f, 3e38f}) {
        World world = World::create({.threads = 1}).value();
        ASSERT_EQ(world.set_ground(std::make_shared<const WidePlane>(reach, 4.0f)), Error::ok);
        EXPECT_EQ(ground_lines(world, {0.0f, 0.0f}, {8.0f, 8.0f}), 1) << reach;
    }
}

} // namespace
} // namespace fray
