// Debug draw shows each element, links, and a single floor. It accepts any box. A box off the ground, an infinite box
// and a box of NaN draw no ground, and the call returns.
#include "fray/debug_draw.h"
#include "fray/fray.h"
#include "fray/spatial/grid_map.h"
#include "ground/plane.h"
#include "must.h"
#include "scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
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

/// A shape as a text, with numbers in hundredths, and its bounds. The text ends with h or f if its colour is that of
/// the heroes or foes, and with d if it is that of the dead.
struct Shape {
    std::string text;
    Vec2 low{}, high{};
};

/// Archers attack a hero that has a single place for them. The first has its slot and shoots from another place.
struct DrawnFight : test::Scene {
    AgentId shooter;
    DrawLists lists; // used again for each drawing

    void SetUp() override {
        Scene::SetUp();
        std::vector<uint8_t> walkable(64 * 64, 1);
        walkable[32 * 64 + 42] = walkable[32 * 64 + 43] = 0;
        accept(world.set_ground(
            std::make_shared<const GridMap>(GridMap::create(64, 64, walkable, 1.0f, {-32.0f, -32.0f}).value())));
        accept(world.set_nav_link(
            0, {.from = {0, 30}, .to = {3, 30}, .to_floor = 2, .radius = 1.0f, .bidirectional = false, .open = false}));
        CircleDef circle = test::plain_circle(4, 1);
        circle.attack_radius = 2.5f;
        circle.approach_radius = 3.0f;
        const AgentId target = hero(circle);
        ArchetypeDef def = test::puppet({test::swing(1, 8.0)});
        def.attacks[0].projectile_speed = 0.5f;
        def.attacks[0].range = {0.0f, 5.0f};
        def.body.health = 10.0f;
        const ArchetypeIndex others = add(def);
        def.name = "watcher";
        def.perception.targeting = Targeting::sight;
        accept(world.spawn({.archetype = add(def), .team = foes, .position = {3, 0}, .heading = {-1, 0}}, &shooter));
        agents.push_back(shooter);
        step(2);
        pinned = {foe(others, {0, 8}), foe(others, {-9, 0}), foe(others, {20, 20})};
        step();
        accept(world.set_closed_slots(target, std::vector<int>{2}));
        accept(world.damage(pinned.back(), 100.0f));
        ASSERT_TRUE(until([&] { return !world.projectiles().empty(); }, 5.0));
        seconds(4.0);
        pin(shooter, {4, 0});
        step();
    }

    std::vector<Shape> shapes(DrawElement element, const DrawOptions& options = {}) {
        DrawOptions only = options;
        only.elements = draw_bit(element);
        draw(world, lists, only);
        std::vector<Shape> found;
        const auto add = [&](const std::string& name, DrawColour colour, std::initializer_list<float> numbers, Vec2 low,
                             Vec2 high) {
            std::ostringstream out;
            out << name;
            for (const float value : numbers) out << ' ' << std::round(100.0f * value) / 100.0f + 0.0f;
            if (colour != only.colours[static_cast<size_t>(element)])
                out << (colour == only.teams[heroes] ? " h" : colour == only.teams[foes] ? " f" : " d");
            found.push_back({out.str(), low, high});
        };
        const auto add_round = [&](const char* name, const DrawCircle& c, float radius) {
            add(name, c.colour, {c.centre.x, c.centre.y, c.radius}, c.centre - Vec2{radius}, c.centre + Vec2{radius});
        };
        for (const DrawPoint& p : lists.points) add("point", p.colour, {p.at.x, p.at.y, p.pixels}, p.at, p.at);
        for (const auto& [a, b, colour] : lists.lines)
            add("line", colour, {a.x, a.y, b.x, b.y}, {std::min(a.x, b.x), std::min(a.y, b.y)},
                {std::max(a.x, b.x), std::max(a.y, b.y)});
        for (const DrawCircle& c : lists.circles) add_round("circle", c, c.radius);
        // The disc of an attacker is left out if its centre is out of the box.
        for (const DrawCircle& c : lists.discs) add_round("disc", c, element == DrawElement::tokens ? 0.0f : c.radius);
        for (const DrawSector& s : lists.sectors)
            add("sector", s.colour, {s.centre.x, s.centre.y, s.radius, s.from, s.sweep}, s.centre - Vec2{s.radius},
                s.centre + Vec2{s.radius});
        for (const DrawText& t : lists.texts) add(lists.text(t), t.colour, {t.at.x, t.at.y}, t.at, t.at);
        return found;
    }
    using Texts = std::multiset<std::string>; // the order of agents is that of their storage
    static Texts texts(const std::vector<Shape>& shapes) {
        Texts found;
        for (const Shape& shape : shapes) found.insert(shape.text);
        return found;
    }
};

TEST_F(DrawnFight, EachElementIsDrawnAsItsCommentSays) {
    const std::array<Texts, draw_element_count> expected = {{
        {"line -32 -32 32 -32", "line -32 32 32 32", "line -32 -32 -32 32", "line 32 -32 32 32", "line 10 0 12 0",
         "line 10 1 12 1", "line 10 0 10 1", "line 12 0 12 1"},
        {"circle 0 30 1", "circle 3 30 1", "line -0.7 29.3 0.7 30.7", "line -0.7 30.7 0.7 29.3",
         "line 2.3 29.3 3.7 30.7", "line 2.3 30.7 3.7 29.3", "line 1 30 2 30", "line 2 30 1.6 29.8",
         "line 2 30 1.6 30.2", "floor 0 to 2 0 30"},
        {"circle 0 0 2.5", "circle 0 0 3", "circle 0 0 5"},
        {"circle 3 0 0.18", "circle 0 3 0.18", "circle -3 0 0.18", "circle 0 -3 0.18", "line -3.18 -0.18 -2.82 0.18",
         "line -3.18 0.18 -2.82 -0.18"},
        {"disc 3 0 0.18", "line 4 0 3 0"},
        {"1 0 8", "2 -9 0", "circle 0 8 1"},
        {"circle 0 0 20", "circle 4 0 60", "circle 0 8 60", "circle -9 0 60"},
        {"sector 4 0 10 2.27 1.75"},
        {"line 4 0 0 0 f", "line 0 8 0 0 f", "line -9 0 0 0 f"},
        {"line 4 0 0 0 f", "disc 4 0 0.2 f", "swing 2 0 f"},
        {"line 0 8 2.78 4.16", "point 2.78 4.16 4", "line -9 0 -4.16 2.78", "point -4.16 2.78 4"},
        {"circle 0 0 0.4 h", "circle 4 0 0.4 f", "circle 0 8 0.4 f", "circle -9 0 0.4 f", "line 19.6 19.6 20.4 20.4 d",
         "line 19.6 20.4 20.4 19.6 d"},
        {"line 0 0 0.6 0 h", "line 4 0 3.4 0 f", "line 0 8 0.6 8 f", "line -9 0 -8.4 0 f"},
        {"line 1.68 0 0.48 0"}, // 2 m in 4 s, and its length is 1.2 m
        {"idle 0 0", "attack 4 0", "roam 0 8", "roam -9 0"},
        {"grid 1/0 0 8", "grid 1/0 -9 0"},
    }};
    for (size_t i = 0; i < draw_element_count; ++i) {
        SCOPED_TRACE(i);
        const auto element = static_cast<DrawElement>(i);
        EXPECT_EQ(texts(shapes(element)), expected[i]);
        EXPECT_EQ(texts(shapes(element, {.floor = int16_t{0}})), expected[i]);
        if (element != DrawElement::ground) {
            EXPECT_EQ(texts(shapes(element, {.floor = int16_t{1}})), Texts{});
        }
    }
}

TEST_F(DrawnFight, ABoxLeavesOutWhatDoesNotReachIntoIt) {
    for (size_t i = 1; i < draw_element_count; ++i) { // the ground is clipped
        SCOPED_TRACE(i);
        const auto element = static_cast<DrawElement>(i);
        const std::vector<Shape> all = shapes(element);
        std::vector<float> x = {-5.0f, 5.0f}, y = x; // m, sides of boxes: they touch the shapes
        for (const Shape& shape : all)
            for (const Vec2 corner : {shape.low, shape.high}) x.push_back(corner.x), y.push_back(corner.y);
        for (size_t box = 0; box < 200; ++box) {
            const auto side = [&](const std::vector<float>& of, size_t k) {
                return of[(box * k + box / 7) % of.size()];
            };
            const Vec2 low = {side(x, 1), side(y, 3)}, high = {side(x, 5), side(y, 11)};
            const auto reaches = [&](Vec2 from, Vec2 to) {
                return to.x >= low.x && from.x <= high.x && to.y >= low.y && from.y <= high.y;
            };
            // Nothing of a circle is drawn if its roam ring is out of the box.
            const bool of_circle = element >= DrawElement::circles && element <= DrawElement::queues;
            if (low.x > high.x || low.y > high.y || (of_circle && !reaches({-5, -5}, {5, 5}))) continue;
            Texts expected;
            for (const Shape& shape : all)
                if (reaches(shape.low, shape.high)) expected.insert(shape.text);
            EXPECT_EQ(texts(shapes(element, {.low = low, .high = high})), expected)
                << low.x << ", " << low.y << " to " << high.x << ", " << high.y;
        }
    }
}

} // namespace
} // namespace fray
