// What a picture of a world shows.
#include "must.h"
#include "picture/draw.h"
#include "picture/view.h"

#include <gtest/gtest.h>

#include <vector>

namespace fray::demo {
namespace {

using Pixels = std::vector<uint8_t>;

class PictureOfLinks : public testing::Test {
protected:
    void SetUp() override {
        must(world.add_archetype({.name = "agent"}));
        must(world.add_team("team"));
        must(world.spawn(SpawnDef{}));
        must(world.step(0.0));
    }
    Pixels picture() {
        const DrawOptions options{.width = 320, .height = 180, .focus_width = 30.0f};
        Canvas canvas(options.width, options.height, {});
        draw_field(canvas, view_of(world, options), world, {});
        return canvas.pixels();
    }
    Pixels picture_with(const LinkDef& link) {
        must(world.set_link(0, link));
        must(world.step(0.0));
        return picture();
    }

    World world = World::create({.threads = 1}).value();
};

TEST_F(PictureOfLinks, OpenClosedAndOneWayLinksLookDifferent) {
    LinkDef link{.from = {-5.0f, 2.0f}, .to = {5.0f, 2.0f}};
    const Pixels without = picture(), open = picture_with(link);
    EXPECT_NE(open, without);
    link.two_way = false;
    const Pixels one_way = picture_with(link);
    EXPECT_NE(one_way, open);
    link.open = false;
    EXPECT_NE(picture_with(link), one_way);
    link.from.x = link.to.x = 500.0f;
    EXPECT_EQ(picture_with(link), without) << "it is not in the picture";
}

} // namespace
} // namespace fray::demo
