#include "engine/arena.h"
#include "engine/frame_time.h"
#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace fray {
namespace {

struct Small : test::Arena {};

TEST_F(Small, IdsAreReusedSerialsAreNot) {
    const AgentId first = spawn(fighter, us, {});
    EXPECT_TRUE(world.is_valid(first));
    EXPECT_EQ(world.row_of(first), std::nullopt) << "it appears with the next step";
    must(world.step(dt));
    EXPECT_EQ(world.despawn(first), Error::ok);
    EXPECT_FALSE(world.is_valid(first)) << "at once";
    must(world.step(dt));
    EXPECT_EQ(world.agent_count(), 0u);
    const AgentId second = spawn(fighter, us, {});
    must(world.step(dt));
    EXPECT_EQ(second.index, first.index);
    EXPECT_NE(second.generation, first.generation);
    EXPECT_EQ(world.serials()[*world.row_of(second)], 1);
    EXPECT_EQ(world.row_of(first), std::nullopt);
    EXPECT_EQ(world.find(0), std::nullopt);
}

/// An agent spawned without a squad gets its own squad, which ends with it.
TEST_F(Small, ASingleAgentsSquadEndsWithIt) {
    for (int i = 0; i < 50; ++i) {
        const AgentId id = spawn(fighter, us, {});
        must(world.step(dt));
        EXPECT_EQ(world.events().spawns[0].squad, SquadId{static_cast<uint32_t>(i + 1)})
            << "numbers are not used again";
        must(world.despawn(id));
        must(world.step(dt));
    }
    EXPECT_EQ(world.counters().squads, 0u);
    EXPECT_LT(world.memory().squads, 600000u);
}

TEST_F(Small, HostilityIsAMatrix) {
    TeamIndex third;
    must(world.add_team("third", &third));
    must(world.set_hostile(us, them, false));
    EXPECT_TRUE(world.hostile(us, third));
    EXPECT_FALSE(world.hostile(them, us));
    const AgentId a = spawn(fighter, us, {0.0f, 0.0f});
    spawn(fighter, them, {5.0f, 0.0f});
    const AgentId c = spawn(fighter, third, {9.0f, 0.0f});
    must(world.step(dt));
    EXPECT_EQ(world.target(a), c);
    EXPECT_EQ(world.set_hostile(us, 60, true), Error::unknown);
    EXPECT_THROW(world.hostile(200, 0), std::out_of_range);
}

TEST_F(Small, StepBeginAndStepEndMakeTheSameFrame) {
    for (const bool threads : {false, true}) {
        const auto serial = make_serial_jobs();
        World whole = test::melee(400, 0, {.threads = 2});
        World halves = World::create({.jobs = threads ? nullptr : serial.get(), .threads = 2}).value();
        const auto ids = test::fill_melee(halves, 400);
        for (int i = 0; i < 120; ++i) {
            must(whole.step(dt));
            ASSERT_EQ(halves.step_begin(dt), Error::ok);
            EXPECT_EQ(halves.step(dt), Error::stepping);
            EXPECT_EQ(halves.despawn(ids[0]), Error::stepping);
            ASSERT_EQ(halves.step_end(), Error::ok);
            ASSERT_EQ(whole.state_hash(), halves.state_hash()) << "frame " << i;
        }
        EXPECT_EQ(halves.step_end(), Error::stepping);
    }
}

TEST_F(Small, AdvanceMakesAStepForEachOfItsFrames) {
    for (const double hz : {24.0, 30.0, 60.0, 90.0, 144.0}) {
        World other = World::create({.hz = hz, .threads = 1}).value();
        int steps = 0;
        for (int i = 1; i <= 1000; ++i) {
            must(other.advance(1.0 / hz, &steps));
            ASSERT_EQ(steps, 1) << hz << " Hz, call " << i;
        }
    }
}

TEST_F(Small, StepsInTheTimeOfAFloatAddUpToASecond) {
    for (const int hz : {24, 25, 30, 50, 60, 75, 90, 120, 144, 240}) {
        World other = World::create({.threads = 1}).value();
        for (int i = 0; i < hz; ++i) must(other.step(static_cast<double>(1.0f / static_cast<float>(hz))));
        EXPECT_EQ(other.time(), 1.0) << hz << " Hz";
    }
}

TEST_F(Small, MaskedEventsAreNotRecordedAndChangeNothing) {
    World all = test::melee(400);
    World none = test::melee(400, 0, {.event_mask = event_bit(EventType::death), .threads = 1});
    for (int i = 0; i < 200; ++i) {
        must(all.step(dt));
        must(none.step(dt));
        ASSERT_EQ(all.state_hash(), none.state_hash());
        ASSERT_EQ(none.events().size(), none.events().deaths.size());
        ASSERT_EQ(none.events().deaths.size(), all.events().deaths.size());
    }
}

TEST_F(Small, NoAgentFightsItself) {
    EXPECT_EQ(world.set_hostile(us, us, true), Error::ok);
    const AgentId a = spawn(fighter, us, {}), b = spawn(fighter, us, {3.0f, 0.0f});
    must(world.step(dt));
    EXPECT_EQ(world.target(a), b) << "a team that fights itself";
    EXPECT_EQ(world.target(b), a);
}

TEST_F(Small, HostPosesNameEachAgentOnce) {
    ArchetypeDef puppet{.name = "puppet"};
    puppet.body.motion = MotionType::host;
    const AgentId a = spawn(add(puppet), us, {});
    must(world.step(dt));
    const AgentId twice[] = {a, a};
    const Vec2 positions[] = {{1.0f, 0.0f}, {2.0f, 0.0f}};
    EXPECT_EQ(world.set_host_poses(twice, positions), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "host pose: a second pose of agent 0 (entry 1)");
    EXPECT_EQ(world.set_host_poses({&a, 1}, positions), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "host poses: 1 agents, 2 positions, 0 headings");
    for (const float length : {1e-30f, 1e30f}) {
        const Vec2 heading = {0.0f, length};
        ASSERT_EQ(world.set_host_poses({&a, 1}, {positions, 1}, {&heading, 1}), Error::ok);
        must(world.step(dt));
        EXPECT_EQ(world.heading(a), (Vec2{0.0f, 1.0f}));
    }
}

TEST_F(Small, AdvanceKeepsTheEventsOfAllItsSteps) {
    spawn(fighter, us, {});
    int steps = 0;
    must(world.advance(0.06, &steps));
    EXPECT_EQ(steps, 3);
    EXPECT_EQ(world.events().spawns.size(), 1u);
    must(world.advance(0.001, &steps));
    EXPECT_EQ(steps, 0);
    EXPECT_EQ(world.events().size(), 0u) << "a host that reads the events after each call hears of each once";
    must(world.advance(0.016, &steps));
    EXPECT_EQ(steps, 1);
    EXPECT_TRUE(world.events().spawns.empty());
}

TEST_F(Small, ARoamRingMayBeNarrowerThanItsJitter) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.body.walk_speed = 0.0f;
    def.circle.slots = 1;
    def.circle.attack_radius = 0.1f;
    def.circle.approach_radius = 0.3f;
    def.circle.roam_gap = 0.1f;
    const ArchetypeIndex narrow = add(def);
    spawn(narrow, them, {});
    for (int i = 0; i < 300; ++i) spawn(narrow, us, {0.2f, 0.001f * static_cast<float>(i)});
    step(60);
    for (const Vec2& goal : world.goals()) ASSERT_TRUE(std::isfinite(goal.x) && std::isfinite(goal.y));
}

TEST(World, AWorldMayBeMovedAndDestroyedWhileStepping) {
    World a = test::melee(400, 0, {.threads = 2});
    must(a.step_begin(dt));
    a = World::create({.threads = 2}).value(); // the assignment finishes the step of the old world first
    EXPECT_EQ(a.agent_count(), 0u);
    test::fill_melee(a, 400);
    must(a.step_begin(dt));
    World b = std::move(a);
    EXPECT_EQ(b.step_end(), Error::ok);
    EXPECT_EQ(b.agent_count(), 400u);
    must(b.step_begin(dt));
} // the destructor finishes the step, too

TEST(World, WorldsAreIndependentAndMayShareAJobSystem) {
    const auto jobs = make_tbb_jobs({.threads = 2}).value();
    for (const WorldDef& def : {WorldDef{.threads = 2}, WorldDef{.jobs = jobs.get()}}) {
        World alone = test::melee(200), a = test::melee(200, 0, def), b = test::melee(200, 0, def);
        for (int i = 0; i < 60; ++i) {
            must(a.step_begin(dt));
            must(b.step_begin(dt));
            must((i % 2 == 0 ? a : b).step_end());
            must((i % 2 == 0 ? b : a).step_end());
            must(alone.step(dt));
            ASSERT_EQ(a.state_hash(), alone.state_hash());
            ASSERT_EQ(b.state_hash(), alone.state_hash());
        }
    }
    World later = World::create({.jobs = jobs.get()}).value();
    EXPECT_EQ(later.step(dt), Error::ok);
}

/// The bytes per agent that each system declares, against the total size of the columns.
TEST(World, DeclaredColumnsOfTheSystemsAddUp) {
    World world = test::melee(320, 1); // 320 agents fill whole cache lines
    const FrameGraph& graph = impl_of(world).frame->graph();
    const std::vector<SystemColumns> systems = system_columns(world);
    ASSERT_EQ(systems.size(), size_t{system_count});
    ASSERT_EQ(graph.size(), size_t{system_count});
    const uint64_t all =
        impl_of(world).state.agents.registry.memory() / world.agent_count(); // spawned at once: no slack
    for (size_t i = 0; i < systems.size(); ++i) {
        EXPECT_STREQ(graph.system(i).name, to_string(static_cast<FrameSystem>(i)));
        EXPECT_GT(systems[i].read + systems[i].written, 0u) << graph.system(i).name;
        EXPECT_LE(systems[i].read + systems[i].written, all) << graph.system(i).name;
    }
    const std::set<FrameSystem> whole = {FrameSystem::apply_commands, FrameSystem::sort_storage, FrameSystem::commit,
                                         FrameSystem::publish};
    for (const FrameSystem system : whole)
        EXPECT_EQ(systems[static_cast<size_t>(system)].written, all) << to_string(system);
    EXPECT_EQ(systems[static_cast<size_t>(FrameSystem::build_trees)].written, 0u);

    // A user column is counted.
    const uint64_t memory = world.memory().columns;
    UserColumn column;
    ASSERT_EQ(world.add_column("three", std::array<float, 3>{}, &column), Error::ok);
    EXPECT_EQ(world.memory().columns - memory, world.agent_count() * 12);
    const std::vector<SystemColumns> later = system_columns(world);
    for (size_t i = 0; i < systems.size(); ++i) {
        const auto system = static_cast<FrameSystem>(i);
        // user states may write it
        const bool writes_it = whole.count(system) != 0 || system == FrameSystem::evaluate_fsm;
        EXPECT_EQ(later[i].written - systems[i].written, writes_it ? 12u : 0u) << to_string(system);
        EXPECT_EQ(later[i].read, systems[i].read) << to_string(system);
    }
}

TEST(World, InvalidColumnsAreRefused) {
    World world = World::create({.threads = 1}).value();
    UserColumn column;
    const float zero[8] = {};
    for (const auto& [size, align] : {std::pair<size_t, size_t>{0, 1}, {4, 0}, {12, 8}, {32, 32}, {6, 3}})
        EXPECT_EQ(world.add_column_bytes("bad", size, align, zero, &column), Error::out_of_range) << size;
    EXPECT_EQ(world.add_column_bytes("bad", 4, 4, nullptr, &column), Error::out_of_range);
    EXPECT_EQ(world.error_text(),
              "column 'bad': given 4 bytes, aligned to 4, without initial value; allowed 1, 2, 4, 8 "
              "or 16 to align to, and a multiple of that");
    EXPECT_EQ(world.add_column_bytes("good", 32, 16, zero, &column), Error::ok);
}

} // namespace
} // namespace fray
