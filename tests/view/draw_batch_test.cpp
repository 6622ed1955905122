#include "viewing/draw_batch.h"

#include "scenes.h"
#include "viewing/layers.h"

#include <cmath>
#include <set>

namespace fray::demo {
namespace {

TEST(Camera, ConvertsFromTheWorldToTheScreenAndBack) {
    Camera camera;
    camera.set_field({200.0f, 40.0f}, {1000.0f, 640.0f});
    camera.show({10.0f, -5.0f}, 80.0f);
    EXPECT_EQ(camera.scale(), 10.0f);
    EXPECT_EQ(camera.to_screen({10.0f, -5.0f}), (Vec2{600.0f, 340.0f}));
    EXPECT_EQ(camera.to_screen({11.0f, -4.0f}), (Vec2{610.0f, 330.0f}));
    EXPECT_EQ(camera.to_world({610.0f, 330.0f}), (Vec2{11.0f, -4.0f}));
    EXPECT_EQ(camera.low(), (Vec2{-30.0f, -35.0f}));
    const Vec2 mouse = {700.0f, 100.0f}, before = camera.to_world(mouse);
    camera.zoom(mouse, 3.0f);
    EXPECT_NEAR(camera.to_world(mouse).x, before.x, 1e-4f);
    EXPECT_NEAR(camera.to_world(mouse).y, before.y, 1e-4f);
    camera.move({30.0f, 0.0f});
    EXPECT_NEAR(camera.to_world({730.0f, 100.0f}).x, before.x, 1e-4f);
}

/// Far outside, a step from one line of a grid to the next is lost in rounding.
TEST(Camera, StaysInTheWorld) {
    Camera camera;
    camera.move({-1e12f, 1e12f});
    EXPECT_EQ(camera.centre(), (Vec2{world_extent, world_extent}));
    camera.show({-1e9f, 0.0f}, 10.0f);
    EXPECT_EQ(camera.centre(), (Vec2{-world_extent, 0.0f}));
}

TEST(Camera, StaysFiniteInAWindowWithoutSize) {
    Camera camera;
    camera.set_field({238.0f, 46.0f}, {-392.0f, 0.0f});
    camera.show({}, 10.0f);
    EXPECT_TRUE(std::isfinite(camera.to_world({0.0f, 0.0f}).x));
    camera.zoom({0.0f, 0.0f}, 1e9f);
    camera.zoom({0.0f, 0.0f}, 1e-9f);
    EXPECT_TRUE(std::isfinite(camera.low().x) && camera.low().x < camera.high().x);
}

TEST(DrawBatch, CirclesAreMarksWhenZoomedOut) {
    DrawBatch batch;
    batch.begin(1.0f);
    batch.circle({1.0f, 2.0f}, 0.4f, 0x112233ff);
    ASSERT_EQ(batch.marks().size(), 1u);
    EXPECT_EQ(batch.marks()[0].filled, 1.0f);
    EXPECT_GE(batch.marks()[0].pixels, 1.0f);
    EXPECT_EQ(batch.marks()[0].colour, 0xff332211u); // r, g, b, a in memory
    EXPECT_TRUE(batch.lines().empty());
}

TEST(DrawBatch, LargeCirclesAreLinesWhenZoomedIn) {
    DrawBatch batch;
    batch.begin(20.0f);
    batch.begin_group(0.5f);
    batch.circle({}, 0.5f, ~0u);
    EXPECT_EQ(batch.marks()[0].pixels, 20.0f);
    EXPECT_EQ(batch.marks()[0].filled, 0.5f);
    batch.circle({}, 10.0f, ~0u);
    EXPECT_EQ(batch.marks().size(), 1u);
    EXPECT_GT(batch.lines().size(), 40u);
    for (const DrawVertex& vertex : batch.lines()) EXPECT_NEAR(std::hypot(vertex.at.x, vertex.at.y), 10.0f, 1e-3f);
    batch.disc({}, 10.0f, ~0u);
    EXPECT_EQ(batch.triangles().size() % 3, 0u);
    EXPECT_GT(batch.triangles().size(), 60u);
    batch.sector({}, 10.0f, 0.0f, 1.0f, ~0u);
    ASSERT_EQ(batch.groups().size(), 2u);
    EXPECT_EQ(batch.groups()[1].marks, 0u);
}

TEST(DrawBatch, CountsTextsBeyondItsLimit) {
    DrawBatch batch;
    batch.begin(1.0f);
    for (size_t i = 0; i < DrawBatch::most_texts + 5; ++i) batch.text({}, "ab", ~0u);
    EXPECT_EQ(batch.texts().size(), DrawBatch::most_texts);
    EXPECT_EQ(batch.texts_left_out(), 5u);
    EXPECT_EQ(batch.words(batch.texts()[7]), "ab");
    batch.begin(1.0f);
    EXPECT_TRUE(batch.texts().empty());
}

TEST(Layers, HaveEveryElementOnceWithItsOwnKey) {
    std::set<DrawElement> elements;
    std::set<char> keys;
    for (const Layer& layer : layers()) {
        elements.insert(layer.element);
        keys.insert(layer.key);
    }
    EXPECT_EQ(elements.size(), draw_element_count);
    EXPECT_EQ(keys.size(), draw_element_count);
}

struct Picture {
    Battle battle = test::battle_of(test::brawl());
    Camera camera;
    Layers layers;
    DrawBatch batch;

    Picture() { test::steps(battle, 100); }
    void draw(Vec2 centre, float width) {
        camera.show(centre, width);
        batch.begin(camera.scale());
        layers.draw(battle.world(), camera, nullptr, batch);
    }
};

TEST(Layers, DrawOnlyWhatTheCameraShows) {
    Picture picture;
    picture.draw({}, 30.0f);
    EXPECT_FALSE(picture.batch.close_marks().empty());
    EXPECT_FALSE(picture.batch.lines().empty());
    picture.draw({5000.0f, 0.0f}, 30.0f);
    EXPECT_TRUE(picture.batch.close_marks().empty());
    EXPECT_TRUE(picture.batch.lines().empty());
}

TEST(Layers, CanBeSwitchedOneByOne) {
    Picture picture;
    for (const Layer& layer : layers()) picture.layers.set(layer.element, false);
    picture.draw({}, 30.0f);
    EXPECT_TRUE(picture.batch.close_marks().empty() && picture.batch.lines().empty() && picture.batch.texts().empty());
    picture.layers.toggle(DrawElement::agents);
    picture.draw({}, 30.0f);
    EXPECT_EQ(picture.batch.close_marks().size(), 4u);
    picture.layers.toggle(DrawElement::states);
    picture.draw({}, 30.0f);
    EXPECT_EQ(picture.batch.texts().size(), 4u);
}

TEST(Layers, SmallDetailsAreNotDrawnWhenZoomedOut) {
    Picture picture;
    picture.draw({}, 3000.0f);
    EXPECT_EQ(picture.batch.shapes().size(), 4u);
    EXPECT_TRUE(picture.batch.lines().empty());
    EXPECT_EQ(picture.layers.seen() & draw_bit(DrawElement::circles), 0u);
    EXPECT_TRUE(picture.layers.is_on(DrawElement::circles));
}

} // namespace
} // namespace fray::demo
