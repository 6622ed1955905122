// What the host provides: health, an update budget, and another origin.
#include "engine/arena.h"
#include "engine/frame_time.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "repetitions.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fray {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct HostData : test::Arena {};

TEST_F(HostData, AHealthOfMinusZeroIsZero) {
    const AgentId agent = spawn(dummy, us);
    must(world.set_health(agent, -0.0f));
    step();
    EXPECT_EQ(world.state(agent), AgentState::dead);
    EXPECT_EQ(world.health(agent), 0.0f);
    EXPECT_FALSE(std::signbit(*world.health(agent)));
}

TEST_F(HostData, TheLoadLevelIsPartOfTheState) {
    World one = World::create({.threads = 1}).value(), two = World::create({.threads = 2}).value();
    World three = World::create({.threads = 1}).value();
    for (World* w : {&one, &two, &three}) {
        test::fill_melee(*w, 400);
        must(w->set_detail({.update_budget = 150}));
    }
    for (int frame = 0; frame < 100; ++frame) {
        must(one.step(dt));
        must(two.step(dt));
        ASSERT_EQ(one.state_hash(), two.state_hash()) << frame;
        if (frame == 44) { // between two changes
            ASSERT_EQ(one.overload_level(), 2);
            ASSERT_EQ(three.restore(test::bytes_of(one)), Error::ok) << three.error_text();
        }
        if (frame > 44) {
            must(three.step(dt));
            ASSERT_EQ(three.state_hash(), one.state_hash()) << frame;
            ASSERT_EQ(three.overload_level(), one.overload_level());
        }
    }
}

// ---- The origin -----------------------------------------------------------------------------------------------------

/// Each agent's position, by serial.
std::vector<Vec2> places(const World& world) {
    std::vector<Vec2> all(static_cast<size_t>(world.spawn_count()));
    for (size_t row = 0; row < world.agent_count(); ++row)
        all[static_cast<size_t>(world.serials()[row])] = world.positions()[row];
    return all;
}

TEST(Origin, AShiftOutOfTheWorldIsRefusedAndMovesNothing) {
    World world = World::create({.threads = 1}).value();
    const std::vector<AgentId> agents = test::fill_melee(world, 40);
    must(world.step(dt));
    const std::vector<Vec2> before = places(world);
    EXPECT_EQ(world.shift_origin({nan, 0}), Error::not_finite);
    EXPECT_EQ(world.shift_origin({16383, 0}), Error::out_of_range);
    EXPECT_EQ(
        world.shift_origin({1, 0}, std::make_shared<GridMap>(GridMap::create(1, 1, std::vector<uint8_t>{1}).value())),
        Error::off_ground);
    must(world.set_order(agents[0], {.kind = OrderKind::move, .point = {-16000, 0}}));
    EXPECT_EQ(world.shift_origin({-1000, 0}), Error::out_of_range);
    EXPECT_EQ(world.error_text().substr(0, 70),
              "shift_origin: given (-1000, 0), by which (-16000, 0) comes to lie outs");
    const Vec2 at{};
    ArchetypeDef hosted = test::melee_archetypes()[0];
    hosted.name = "hosted";
    hosted.body.motion = MotionType::host;
    must(world.add_archetype(hosted));
    must(world.set_host_poses({&agents[1], 1}, {&at, 1}));
    EXPECT_EQ(world.shift_origin({1, 0}), Error::out_of_range);
    EXPECT_TRUE(places(world) == before);
    must(world.step(dt));
    EXPECT_EQ(world.shift_origin({-100, 0}), Error::ok) << world.error_text();
}

std::shared_ptr<const GridMap> hall() {
    std::vector<uint8_t> cells(100 * 100, 1);
    for (size_t line = 0; line < 100; ++line)
        if (line % 10 != 5) cells[line * 100 + 40] = 0;
    return std::make_shared<const GridMap>(GridMap::create(100, 100, std::move(cells), 1.0f, Vec2{-5, -5}).value());
}

TEST(Origin, TheGroundMovesAlongAndNoAgentLeavesIt) {
    World world = World::create({.threads = 1}).value();
    test::Mirror mirror;
    ASSERT_EQ(add_command_listener(world, mirror), Error::ok);
    std::shared_ptr<const GridMap> ground = hall();
    ASSERT_EQ(world.set_ground(ground), Error::ok);
    test::fill_melee(world, 300);
    EXPECT_EQ(world.shift_origin({1, 0}), Error::off_ground);
    Rollback rollback = Rollback::create(world, 8).value();
    for (int frame = 0; frame < test::repetitions(300, 300, 120); ++frame) {
        if (frame % 30 == 29) {
            const Vec2 by = {static_cast<float>(frame) * 0.7f - 90.1f, 12.34f};
            ground = std::make_shared<const GridMap>(ground->shifted(by));
            ASSERT_EQ(world.shift_origin(by, ground), Error::ok) << world.error_text();
        }
        must(rollback.save());
        must(world.step(dt));
        ASSERT_EQ(mirror.world.state_hash(), world.state_hash()) << frame; // equal after the replayed step, too
        ASSERT_EQ(check_invariants(world), "");
        for (size_t row = 0; row < world.agent_count(); ++row)
            ASSERT_TRUE(ground->walkable(world.positions()[row])) << "frame " << frame << ", row " << row;
    }
    EXPECT_TRUE(rollback.keeps(world.frame() - 1));
    ASSERT_EQ(world.shift_origin({1, 1}, std::make_shared<const GridMap>(ground->shifted({1, 1}))), Error::ok);
    EXPECT_FALSE(rollback.keeps(world.frame() - 1)); // the image belongs to another ground
    must(remove_command_listener(world, mirror));
}

} // namespace
} // namespace fray
