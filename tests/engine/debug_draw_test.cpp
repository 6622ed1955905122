// Debug draw accepts any box. A box off the ground, an infinite box and a box of NaN draw no ground, and the call
// returns.
#include "fray/debug_draw.h"
#include "fray/fray.h"
#include "fray/spatial/grid_map.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

namespace fray {
namespace {

class Lines final : public DebugDraw {
public:
    int count = 0;
    void point(Vec2, float, DrawColour) override {}
    void line(Vec2, Vec2, DrawColour) override { ++count; }
    void circle(Vec2, float, DrawColour) override {}
    void disc(Vec2, float, DrawColour) override {}
    void sector(Vec2, float, float, float, DrawColour) override {}
    void text(Vec2, const char*, DrawColour) override {}
};

int ground_lines(const World& world, Vec2 low, Vec2 high) {
    Lines lines;
    draw(world, lines, {.elements = draw_bit(DrawElement::ground), .low = low, .high = high});
    return lines.count;
}

TEST(DebugDraw, ABoxBeyondTheGroundIsClippedFirst) {
    World world = World::create({.threads = 1}).value();
    std::vector<uint8_t> walkable(64, 1);
    walkable[27] = 0;
    ASSERT_EQ(world.set_ground(std::make_shared<const GridMap>(GridMap::create(8, 8, walkable).value())), Error::ok);
    const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    const int all = ground_lines(world, {-16384.0f, -16384.0f}, {16384.0f, 16384.0f});
    EXPECT_EQ(all, 8) << "four sides of the map, four of the hole";
    for (const float far : {2.2e9f, 3e38f, infinity}) {
        EXPECT_EQ(ground_lines(world, {0.0f, far}, {8.0f, infinity}), 0) << far;
        EXPECT_EQ(ground_lines(world, {far, 0.0f}, {infinity, 8.0f}), 0) << far;
        EXPECT_EQ(ground_lines(world, {-infinity, -infinity}, {8.0f, -far}), 0) << far;
        EXPECT_EQ(ground_lines(world, {-far, -far}, {far, far}), all) << far;
    }
    EXPECT_EQ(ground_lines(world, {5.0f, 5.0f}, {2.0f, 2.0f}), 0) << "the wrong way round";
    EXPECT_EQ(ground_lines(world, {nan, nan}, {nan, nan}), 0);
}

/// A ground class of the host, with an extent of any size.
class Plane final : public Ground {
public:
    explicit Plane(float reach) : reach_(reach) {}
    uint32_t island(Vec2) const override { return 0; }
    bool clear(Vec2, Vec2) const override { return true; }
    void slide(std::span<const Vec2>, std::span<Vec2>) const override {}
    bool nearest(Vec2 at, float, Vec2* found, uint32_t) const override {
        *found = at;
        return true;
    }
    uint32_t walls(Vec2, float, Wall (&)[most_walls]) const override { return 0; }
    std::unique_ptr<RouteFinder> routes() const override { return nullptr; }
    bool extent(Vec2* low, Vec2* high) const override {
        *low = {-reach_, -reach_};
        *high = {reach_, reach_};
        return true;
    }
    uint64_t memory() const override { return 0; }

private:
    float reach_;
};

TEST(DebugDraw, AGroundOfInfiniteExtentDrawsNothing) {
    for (const float reach : {1e9f, 3e38f, std::numeric_limits<float>::infinity()}) {
        World world = World::create({.threads = 1}).value();
        ASSERT_EQ(world.set_ground(std::make_shared<const Plane>(reach)), Error::ok);
        const float infinity = std::numeric_limits<float>::infinity();
        EXPECT_EQ(ground_lines(world, {-infinity, -infinity}, {infinity, infinity}), 0) << reach;
    }
}

} // namespace
} // namespace fray
