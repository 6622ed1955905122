// What debug draw draws, in C++ and in C: only the elements asked for, and only inside the box.
#include "fight.h"
#include "saving/bytes_of.h"

#include "fray/debug_draw.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace fray::test {
namespace {

/// Counts the calls and the colours.
struct Counted {
    std::map<uint32_t, int> colours;
    std::vector<std::string> texts;
    int points = 0, lines = 0, circles = 0, discs = 0, sectors = 0;
    int all() const { return points + lines + circles + discs + sectors + static_cast<int>(texts.size()); }

    friend bool operator==(const Counted&, const Counted&) = default;
};

class Counter final : public DebugDraw {
public:
    Counted counted;

    void point(Vec2, float, DrawColour colour) override { ++counted.points, ++counted.colours[colour]; }
    void line(Vec2, Vec2, DrawColour colour) override { ++counted.lines, ++counted.colours[colour]; }
    void circle(Vec2, float, DrawColour colour) override { ++counted.circles, ++counted.colours[colour]; }
    void disc(Vec2, float, DrawColour colour) override { ++counted.discs, ++counted.colours[colour]; }
    void sector(Vec2, float, float, float, DrawColour colour) override { ++counted.sectors, ++counted.colours[colour]; }
    void text(Vec2, const char* text, DrawColour colour) override {
        counted.texts.emplace_back(text);
        ++counted.colours[colour];
    }
};

Counted counted(const World& world, const DrawOptions& options = {}) {
    Counter counter;
    draw(world, counter, options);
    return counter.counted;
}

/// What is drawn in C, by functions that hand on to a Counter.
Counted counted(fray_world_id world, const fray_draw_options* options) {
    Counter counter;
    fray_debug_draw draw = initialised(fray_init_debug_draw);
    draw.user = &counter;
    static const auto of = [](void* user) -> Counter& { return *static_cast<Counter*>(user); };
    draw.point = [](fray_vec2, float, uint32_t colour, void* user) { of(user).point({}, 0, colour); };
    draw.line = [](fray_vec2, fray_vec2, uint32_t colour, void* user) { of(user).line({}, {}, colour); };
    draw.circle = [](fray_vec2, float, uint32_t colour, void* user) { of(user).circle({}, 0, colour); };
    draw.disc = [](fray_vec2, float, uint32_t colour, void* user) { of(user).disc({}, 0, colour); };
    draw.sector = [](fray_vec2, float, float, float, uint32_t colour, void* user) {
        of(user).sector({}, 0, 0, 0, colour);
    };
    draw.text = [](fray_vec2, const char* text, uint32_t colour, void* user) { of(user).text({}, text, colour); };
    EXPECT_OK(fray_world_draw(world, &draw, options));
    return counter.counted;
}

/// A fight of 40 agents at a moment when every kind of element has something to draw.
struct Scene {
    World world = World::create().value();

    Scene() {
        std::vector<uint8_t> walled(64 * 64, 1);
        for (size_t x = 10; x < 20; ++x) walled[40 * 64 + x] = 0;
        auto ground = GridMap::create(64, 64, walled, 1.0f, Vec2{-32.0f, -32.0f}).value();
        EXPECT_EQ(world.set_ground(std::make_shared<const GridMap>(std::move(ground))), Error::ok);
        EXPECT_EQ(world.set_nav_link(0, {.from = {-10.0f, 0.0f}, .to = {10.0f, 0.0f}}), Error::ok);
        const auto ids = fill(world, 40);
        EXPECT_EQ(world.set_closed_slots(ids[3], std::vector<int>{2}), Error::ok);
        for (const AgentId id : ids) EXPECT_EQ(world.set_capacity(id, {2, 7}), Error::ok); // so that some agents wait
        for (int frame = 0; frame < 2000; ++frame) {
            EXPECT_EQ(world.step(1.0 / 60.0), Error::ok);
            if (frame > 100 && !world.projectiles().empty() && has_requesters()) return;
        }
    }

    bool has_requesters() const {
        const auto circles = world.circles();
        return std::any_of(circles.begin(), circles.end(), [](const CircleInfo& c) { return c.requesters > 0; });
    }
};

TEST(DebugDraw, EachElementDrawsWithoutTheOthers) {
    Scene scene;
    Counted sum;
    for (size_t element = 0; element < draw_element_count; ++element) {
        DrawOptions options;
        options.elements = draw_bit(static_cast<DrawElement>(element));
        options.colours[element] = options.dead = 0x12345678;
        const Counted one = counted(scene.world, options);
        EXPECT_GT(one.all(), 0) << element;
        EXPECT_EQ(one.colours.size(), 1u) << element;
        EXPECT_EQ(one.colours.count(0x12345678), 1u) << element;
        sum.points += one.points, sum.lines += one.lines, sum.circles += one.circles, sum.discs += one.discs;
        sum.sectors += one.sectors;
        sum.texts.insert(sum.texts.end(), one.texts.begin(), one.texts.end());
    }
    DrawOptions all;
    all.elements = ~0u;
    EXPECT_EQ(counted(scene.world, all).all(), sum.all());
}

TEST(DebugDraw, TeamsHaveTheirOwnColours) {
    Scene scene;
    DrawOptions options;
    options.elements = draw_bit(DrawElement::headings);
    const Counted drawn = counted(scene.world, options);
    EXPECT_EQ(drawn.colours.size(), 2u);
    EXPECT_GT(drawn.colours.at(options.teams[0]), 5);
    EXPECT_GT(drawn.colours.at(options.teams[1]), 5);
}

TEST(DebugDraw, NothingOutsideTheBoxIsDrawn) {
    Scene scene;
    DrawOptions options;
    options.elements = ~0u;
    const Counted all = counted(scene.world, options);
    options.low = {-2.0f, -2.0f};
    options.high = {2.0f, 2.0f};
    const Counted some = counted(scene.world, options);
    EXPECT_GT(some.all(), 0);
    EXPECT_LT(some.all(), all.all());
    options.low = {500.0f, 500.0f};
    options.high = {600.0f, 600.0f};
    EXPECT_EQ(counted(scene.world, options).all(), 0);
}

TEST(DebugDraw, DrawingChangesNothing) {
    Scene scene;
    const uint64_t hash = scene.world.state_hash();
    const std::vector<std::byte> before = bytes_of(scene.world);
    counted(scene.world);
    EXPECT_EQ(bytes_of(scene.world), before);
    EXPECT_EQ(scene.world.state_hash(), hash);
}

TEST(DebugDraw, DrawsTheSameInC) {
    OwnedWorld c(serial_world());
    World cpp = World::create().value();
    fill(c.id, 40);
    fill(cpp, 40);
    step(c.id, 150);
    for (int i = 0; i < 150; ++i) ASSERT_EQ(cpp.step(1.0 / 60.0), Error::ok);
    EXPECT_EQ(counted(c.id, nullptr), counted(cpp));
    fray_draw_options options = initialised(fray_init_draw_options);
    options.elements = ~0u;
    options.low = {-3.0f, -5.0f};
    options.high = {3.0f, 5.0f};
    EXPECT_EQ(counted(c.id, &options), counted(cpp, {.elements = ~0u, .low = {-3.0f, -5.0f}, .high = {3.0f, 5.0f}}));
    const fray_debug_draw nothing = initialised(fray_init_debug_draw);
    EXPECT_OK(fray_world_draw(c.id, &nothing, nullptr));
}

/// Counts the shapes and the colours of a list, as the calls of a DebugDraw are counted.
template <typename List> int count_list(const List& list, Counted& counted) {
    for (const auto& shape : list) ++counted.colours[shape.colour];
    return static_cast<int>(list.size());
}

TEST(DebugDraw, TheListsHoldWhatIsDrawn) {
    Scene scene;
    for (const uint32_t elements : {draw_everything, draw_bit(DrawElement::states)}) {
        const DrawOptions options{.elements = elements};
        DrawLists lists;
        lists.lines.resize(7); // from an earlier drawing
        draw(scene.world, lists, options);
        Counted found;
        found.points = count_list(lists.points, found);
        found.lines = count_list(lists.lines, found);
        found.circles = count_list(lists.circles, found);
        found.discs = count_list(lists.discs, found);
        found.sectors = count_list(lists.sectors, found);
        count_list(lists.texts, found);
        for (const DrawText& one : lists.texts) found.texts.emplace_back(lists.text(one));
        EXPECT_EQ(found, counted(scene.world, options));
        EXPECT_GT(found.all(), 0);
    }
}

TEST(DebugDraw, TheListsAreTheSameInC) {
    const FilledWorld world(40, 150);
    fray_draw_options options = initialised(fray_init_draw_options);
    options.elements = ~0u;
    const auto lists = got<fray_draw_lists>(fray_world_draw_lists, world.id, &options);
    Counted found;
    found.points = count_list(std::span(lists.points, lists.point_count), found);
    found.lines = count_list(std::span(lists.lines, lists.line_count), found);
    found.circles = count_list(std::span(lists.circles, lists.circle_count), found);
    found.discs = count_list(std::span(lists.discs, lists.disc_count), found);
    found.sectors = count_list(std::span(lists.sectors, lists.sector_count), found);
    count_list(std::span(lists.texts, lists.text_count), found);
    for (size_t i = 0; i < lists.text_count; ++i) found.texts.emplace_back(lists.characters + lists.texts[i].begin);
    EXPECT_EQ(found, counted(world.id, &options));
}

TEST(DebugDraw, ACallbackMayThrowAndMayNotStepTheWorld) {
    FilledWorld world(10, 10);
    fray_debug_draw draw = initialised(fray_init_debug_draw);
    draw.circle = [](fray_vec2, float, uint32_t, void*) { throw std::runtime_error("no ink"); };
    EXPECT_EQ(fray_world_draw(world.id, &draw, nullptr), FRAY_ERROR_EXCEPTION);
    EXPECT_STREQ(fray_error_text(world.id), "no ink");
    draw.user = &world.id;
    draw.circle = [](fray_vec2, float, uint32_t, void* user) {
        if (fray_world_step(*static_cast<fray_world_id*>(user), 0.1) != FRAY_ERROR_BUSY) throw 1;
    };
    EXPECT_OK(fray_world_draw(world.id, &draw, nullptr));
    step(world.id, 1); // drawing has changed nothing
}

} // namespace
} // namespace fray::test
