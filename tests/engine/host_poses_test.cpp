// Poses in the host's own memory layout, and what the engine tells a host that moves agents. Covers strides, invalid
// lists, speeds and facings.
#include "fray/fray.h"
#include "melee.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace fray {
namespace {

constexpr double dt = 1.0 / 64.0;

/// A body as a 3D host may store it, with y up.
struct Body {
    uint8_t kind = 0;
    AgentId id;
    std::array<float, 3> position{}, forward{1.0f, 0.0f, 0.0f};
    double mass = 1.0;
};

HostPoses poses_of(std::span<const Body> bodies) {
    return {.count = bodies.size(),
            .agents = strided(bodies, &Body::id),
            .positions = {strided(bodies, [](const Body& b) -> const float& { return b.position[0]; }),
                          strided(bodies, [](const Body& b) -> const float& { return b.position[2]; })},
            .headings = {strided(bodies, [](const Body& b) -> const float& { return b.forward[0]; }),
                         strided(bodies, [](const Body& b) -> const float& { return b.forward[2]; })}};
}

struct HostPosesTest : testing::Test {
    World world = World::create({.threads = 1}).value();
    std::vector<Body> bodies;

    static void fill(World& world, std::vector<Body>& bodies) {
        for (ArchetypeDef def : test::melee_archetypes()) {
            def.body.motion = MotionType::host;
            must(world.add_archetype(def));
        }
        must(world.add_team("red"));
        must(world.add_team("blue"));
        for (int i = 0; i < 40; ++i) {
            Body& body = bodies.emplace_back();
            body.position = {static_cast<float>(i % 8) * 1.5f, 3.0f, static_cast<float>(i / 8) * 2.0f};
            must(world.spawn({.archetype = static_cast<ArchetypeIndex>(i % 4),
                              .team = static_cast<TeamIndex>(i % 2),
                              .position = {body.position[0], body.position[2]}},
                             &body.id));
        }
        must(world.step(dt));
    }
    void SetUp() override { fill(world, bodies); }

    /// A refused call changes nothing: no poses are pending after it.
    void expect_refused(const HostPoses& poses, Error error, const std::string& text) {
        EXPECT_EQ(world.set_host_poses(poses), error);
        EXPECT_EQ(world.error_text(), text);
        const std::vector<std::byte> before = test::bytes_of(world);
        must(world.set_host_poses(HostPoses{}));
        EXPECT_TRUE(test::bytes_of(world) == before) << "poses wait after: " << text;
    }
};

TEST_F(HostPosesTest, PosesWithinStructsEqualPackedPoses) {
    World other = World::create({.threads = 2}).value();
    std::vector<Body> ignored;
    fill(other, ignored);
    test::Heard ear, other_ear;
    must(add_command_listener(world, ear));
    must(add_command_listener(other, other_ear));
    std::vector<AgentId> ids;
    std::vector<Vec2> positions, headings;
    for (int frame = 0; frame < 120; ++frame) {
        ids.clear();
        positions.clear();
        headings.clear();
        for (Body& body : bodies) {
            const auto row = *world.row_of(body.id);
            const Vec2 goal = world.goals()[row];
            body.position = {0.9f * body.position[0] + 0.1f * goal.x, 7.0f, 0.9f * body.position[2] + 0.1f * goal.y};
            body.forward = {world.facings()[row].x, 0.5f, world.facings()[row].y};
            ids.push_back(body.id);
            positions.push_back({body.position[0], body.position[2]});
            headings.push_back({body.forward[0], body.forward[2]});
        }
        ASSERT_EQ(world.set_host_poses(poses_of(bodies)), Error::ok) << world.error_text();
        ASSERT_EQ(other.set_host_poses(ids, positions, headings), Error::ok) << other.error_text();
        EXPECT_TRUE(ear.calls.back() == other_ear.calls.back()) << "what a recording hears";
        if (frame % 40 == 20) {
            const std::vector<std::byte> saved = test::bytes_of(world);
            ASSERT_TRUE(test::bytes_of(other) == saved) << "while they wait";
            ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
        }
        must(world.step(dt));
        must(other.step(dt));
        ASSERT_EQ(world.state_hash(), other.state_hash()) << "frame " << frame;
    }
    EXPECT_GT(world.counters().living, 0u);
    must(remove_command_listener(world, ear));
    must(remove_command_listener(other, other_ear));
}

TEST_F(HostPosesTest, PosesMayBeArraysOfCoordinates) {
    const std::vector<AgentId> ids = {bodies[0].id, bodies[1].id, bodies[2].id};
    const std::vector<float> x = {1.0f, 2.0f, 3.0f}, y = {-1.0f, -2.0f, -3.0f};
    HostPoses poses{.count = 3, .agents = {ids.data()}, .positions = {{x.data()}, {y.data()}}, .headings = {}};
    ASSERT_EQ(world.set_host_poses(poses), Error::ok) << world.error_text();
    must(world.step(dt));
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(world.position(ids[i]), (Vec2{x[i], y[i]}));
}

TEST_F(HostPosesTest, InvalidListsAreRefusedWithTheirNameAndTheAllowedValues) {
    const HostPoses good = poses_of(bodies);
    const auto refuse = [&](auto change, const std::string& text) {
        HostPoses poses = good;
        change(poses);
        expect_refused(poses, Error::out_of_range, "host poses: " + text);
    };
    const auto misaligned = [](const auto* first) {
        return reinterpret_cast<decltype(first)>(reinterpret_cast<const std::byte*>(first) + 2);
    };
    refuse([](HostPoses& p) { p.agents.first = nullptr; }, "agents: given null, for 40 agents");
    refuse([](HostPoses& p) { p.positions = {}; }, "positions.x: given null, for 40 agents");
    refuse([](HostPoses& p) { p.headings.y.first = nullptr; }, "headings.y: given null, for 40 agents");
    refuse([](HostPoses& p) { p.agents.stride = 4; },
           "agents: stride: given 4, allowed 8 or more bytes, a multiple of 4");
    refuse([](HostPoses& p) { p.positions.y.stride = 0; },
           "positions.y: stride: given 0, allowed 4 or more bytes, a multiple of 4");
    refuse([](HostPoses& p) { p.headings.x.stride = 13; },
           "headings.x: stride: given 13, allowed 4 or more bytes, a multiple of 4");
    refuse([&](HostPoses& p) { p.positions.x.first = misaligned(p.positions.x.first); },
           "positions.x: given an address with remainder 2, allowed multiples of 4");
    refuse([](HostPoses& p) { p.count = std::numeric_limits<size_t>::max() / 8; },
           "agents: given " + std::to_string(std::numeric_limits<size_t>::max() / 8) +
               " agents, every 48 bytes: beyond all memory");
    bodies[7].position[2] = std::numeric_limits<float>::quiet_NaN();
    expect_refused(good, Error::not_finite, "host pose: position: given (10.5, nan) of agent 7 (entry 7)");
    HostPoses none = good;
    none.count = 0;
    EXPECT_EQ(world.set_host_poses(none), Error::ok) << "zero poses, whatever the pointers";
}

TEST_F(HostPosesTest, NullAndStaleIdsAreSkippedThoughTheirIndexIsReused) {
    const AgentId gone = bodies[3].id;
    ASSERT_EQ(world.despawn(gone), Error::ok);
    ASSERT_EQ(world.step(dt), Error::ok);
    AgentId heir;
    ASSERT_EQ(world.spawn({.position = {50.0f, 50.0f}}, &heir), Error::ok);
    ASSERT_EQ(world.step(dt), Error::ok);
    ASSERT_EQ(heir.index, gone.index) << "it reuses the index of the agent that is gone";
    const std::vector<AgentId> ids = {bodies[0].id, AgentId{}, gone, heir, AgentId{}, gone};
    const std::vector<Vec2> places = {{1.0f, 1.0f}, {2.0f, 2.0f}, {3.0f, 3.0f},
                                      {4.0f, 4.0f}, {5.0f, 5.0f}, {6.0f, 6.0f}};
    ASSERT_EQ(world.set_host_poses(ids, places), Error::ok) << world.error_text();
    ASSERT_EQ(world.step(dt), Error::ok);
    EXPECT_EQ(world.counters().poses_skipped, 4u);
    EXPECT_EQ(world.counters().commands_dropped, 0u);
    EXPECT_EQ(world.position(bodies[0].id), (Vec2{1.0f, 1.0f}));
    EXPECT_EQ(world.position(heir), (Vec2{4.0f, 4.0f}));
}

TEST_F(HostPosesTest, TheHostGetsSpeedsAndFacings) {
    const auto row = *world.row_of(bodies[0].id);
    EXPECT_EQ(world.preferred_speeds().size(), world.agent_count());
    must(world.set_order(bodies[0].id, {.kind = OrderKind::move, .point = {0.0f, 50.0f}}));
    must(world.set_order(bodies[1].id, {.kind = OrderKind::move, .run = true, .point = {0.0f, 50.0f}}));
    must(world.set_order(bodies[2].id, {.kind = OrderKind::stand}));
    must(world.damage(bodies[3].id, 1e6f));
    must(world.step(dt));
    const auto speed_of = [&](size_t i) { return world.preferred_speeds()[*world.row_of(bodies[i].id)]; };
    EXPECT_EQ(speed_of(0), world.archetype(0).body.walk_speed);
    EXPECT_EQ(speed_of(1), world.archetype(1).body.run_speed);
    EXPECT_EQ(speed_of(2), 0.0f);
    EXPECT_EQ(speed_of(3), 0.0f) << "the dead";
    EXPECT_EQ(world.facings()[row], (Vec2{0.0f, 1.0f}));
    for (const Vec2 facing : world.facings()) EXPECT_NEAR(std::hypot(facing.x, facing.y), 1.0f, 1e-5f);
}

TEST_F(HostPosesTest, SpeedsAndFacingsAreSaved) {
    for (int frame = 0; frame < 60; ++frame) must(world.step(dt));
    const std::vector<float> speeds(world.preferred_speeds().begin(), world.preferred_speeds().end());
    const std::vector<Vec2> facings(world.facings().begin(), world.facings().end());
    const std::vector<std::byte> saved = test::bytes_of(world);
    for (int frame = 0; frame < 100; ++frame) {
        must(world.damage(bodies[static_cast<size_t>(frame) % bodies.size()].id, 1e6f));
        must(world.step(dt));
    }
    ASSERT_EQ(world.restore(saved), Error::ok);
    EXPECT_TRUE(
        std::equal(speeds.begin(), speeds.end(), world.preferred_speeds().begin(), world.preferred_speeds().end()));
    EXPECT_TRUE(std::equal(facings.begin(), facings.end(), world.facings().begin(), world.facings().end()));
}

TEST(HostMotion, NothingIsKeptForAHostThatMovesNoAgent) {
    World world = World::create({.threads = 1}).value();
    test::fill_melee(world, 100);
    must(world.step(dt));
    EXPECT_TRUE(world.preferred_speeds().empty());
    EXPECT_TRUE(world.facings().empty());
    const std::vector<std::byte> saved = test::bytes_of(world);
    // A reload may hand agents over to the host, more agents may be spawned, and a reload may take them back.
    ArchetypeDef def = world.archetype(0);
    for (const MotionType motion : {MotionType::host, MotionType::simulated, MotionType::host}) {
        def.body.motion = motion;
        must(world.reload({&def, 1}));
        for (int i = 0; i < 2000; ++i) must(world.spawn({.position = {-40.0f, static_cast<float>(i) * 0.1f}}));
        for (int frame = 0; frame < 5; ++frame) must(world.step(dt));
        EXPECT_EQ(world.facings().size(), motion == MotionType::host ? world.agent_count() : 0u);
        EXPECT_EQ(check_invariants(world), "");
    }
    const Vec2 facing = world.facings()[static_cast<size_t>(world.agent_count() - 1)];
    EXPECT_NEAR(std::hypot(facing.x, facing.y), 1.0f, 1e-5f);
    ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
    EXPECT_TRUE(world.facings().empty());
    must(world.step(dt));
}

} // namespace
} // namespace fray
