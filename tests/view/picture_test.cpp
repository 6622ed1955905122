// What a picture of a world shows.
#include "fray/battle.h"
#include "must.h"
#include "picture/draw.h"
#include "picture/picture.h"
#include "picture/png.h"
#include "picture/view.h"
#include "temporary_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
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
    Pixels picture_with(const NavLinkDef& link) {
        must(world.set_nav_link(0, link));
        must(world.step(0.0));
        return picture();
    }

    World world = World::create({.threads = 1}).value();
};

TEST_F(PictureOfLinks, OpenClosedAndOneWayLinksLookDifferent) {
    NavLinkDef link{.from = {-5.0f, 2.0f}, .to = {5.0f, 2.0f}};
    const Pixels without = picture(), open = picture_with(link);
    EXPECT_NE(open, without);
    link.bidirectional = false;
    const Pixels one_way = picture_with(link);
    EXPECT_NE(one_way, open);
    link.open = false;
    EXPECT_NE(picture_with(link), one_way);
    link.from.x = link.to.x = 500.0f;
    EXPECT_EQ(picture_with(link), without) << "it is not in the picture";
}

/// Before that frame the armies may be elsewhere.
TEST(PictureOfABattle, TheScenariosPartOfTheFieldIsForItsOwnFrame) {
    Scenario scenario = load_scenario(FRAY_SCENARIO_DIR "/charge.toml").scenario;
    scenario.picture.frame = 3;
    Battle battle = Battle::create(scenario, {}).value();
    battle.step().value();
    const test::TemporaryFile file("picture.png");
    const auto picture_of_frame = [&](int64_t frame) {
        Picture picture({.file = file.path, .frame = frame, .width = 320, .height = 180, .focus = {}}, scenario);
        picture.finish(battle);
        std::ostringstream bytes;
        bytes << std::ifstream(file.path, std::ios::binary).rdbuf();
        return bytes.str();
    };
    DrawOptions options{.width = 320, .height = 180};
    EXPECT_EQ(picture_of_frame(1), png(draw(battle, options)));
    options.focus = scenario.picture.focus;
    options.focus_width = scenario.picture.width;
    EXPECT_EQ(picture_of_frame(3), png(draw(battle, options)));
    EXPECT_NE(picture_of_frame(1), picture_of_frame(3));
}

} // namespace
} // namespace fray::demo
