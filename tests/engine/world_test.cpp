#include "engine/arena.h"
#include "engine/frame_time.h"
#include "flat_events.h"

#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace fray {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

struct Small : test::Arena {
    /// A fighter that the host moves.
    ArchetypeIndex add_puppet() {
        ArchetypeDef def = test::melee_archetypes()[0];
        def.name = "puppet";
        def.body.motion = MotionType::host;
        return add(def);
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) must(world.step(dt));
    }
    bool happened(EventType type, Serial agent) {
        for (const Event& event : test::flat_events(world))
            if (event.type == type && event.agent == agent) return true;
        return false;
    }
};

TEST_F(Small, ASpawnIsACommand) {
    const AgentId id = spawn(fighter, us, {1.0f, 2.0f});
    EXPECT_TRUE(world.is_valid(id));
    EXPECT_EQ(world.row_of(id), std::nullopt) << "it appears with the next step";
    EXPECT_EQ(world.agent_count(), 0u);
    must(world.step(dt));
    ASSERT_EQ(world.agent_count(), 1u);
    EXPECT_EQ(world.position(id), (Vec2{1.0f, 2.0f}));
    EXPECT_EQ(world.serials()[*world.row_of(id)], 0);
    EXPECT_EQ(world.find(0), id);
    EXPECT_EQ(world.health(id), 100.0f);
    EXPECT_TRUE(happened(EventType::spawn, 0));
}

TEST_F(Small, IdsAreReusedSerialsAreNot) {
    const AgentId first = spawn(fighter, us, {});
    must(world.step(dt));
    EXPECT_EQ(world.despawn(first), Error::ok);
    EXPECT_FALSE(world.is_valid(first)) << "at once";
    must(world.step(dt));
    EXPECT_TRUE(happened(EventType::despawn, 0));
    EXPECT_EQ(world.agent_count(), 0u);
    const AgentId second = spawn(fighter, us, {});
    must(world.step(dt));
    EXPECT_EQ(second.index, first.index);
    EXPECT_NE(second.generation, first.generation);
    EXPECT_EQ(world.serials()[*world.row_of(second)], 1);
    EXPECT_EQ(world.row_of(first), std::nullopt);
    EXPECT_EQ(world.find(0), std::nullopt);
}

TEST_F(Small, StaleIdsAreRefused) {
    const AgentId old = spawn(fighter, us, {});
    must(world.step(dt));
    must(world.despawn(old));
    steps(1);
    const AgentId now = spawn(fighter, us, {3.0f, 0.0f});
    steps(1);
    for (const AgentId bad : {old, AgentId{}, AgentId{99999, 1}}) {
        EXPECT_EQ(world.despawn(bad), Error::stale_id);
        EXPECT_EQ(world.teleport(bad, {1.0f, 1.0f}), Error::stale_id);
        EXPECT_EQ(world.set_order(bad, {OrderKind::stand}), Error::stale_id);
        EXPECT_EQ(world.damage(bad, 5.0f), Error::stale_id);
        EXPECT_EQ(world.set_capacity(bad, {1, 1}), Error::stale_id);
        if (bad) {
            EXPECT_EQ(world.damage(now, 5.0f, bad), Error::stale_id);
        }
        EXPECT_EQ(world.set_order(now, {.kind = OrderKind::attack, .target = bad}), Error::stale_id);
    }
    EXPECT_EQ(world.despawn(AgentId{}), Error::stale_id);
    EXPECT_EQ(world.error_text(), "despawn: agent 0 of generation 0 is null");
    must(world.step(dt));
    EXPECT_EQ(world.health(now), 100.0f);
    EXPECT_EQ(world.counters().commands, 0u);
}

TEST_F(Small, InvalidInputIsRefusedWithTheFieldAndTheAllowedValues) {
    const AgentId id = spawn(fighter, us, {});
    must(world.step(dt));
    AgentId out{1, 1};
    EXPECT_EQ(world.spawn({.archetype = 9}, &out), Error::unknown);
    EXPECT_EQ(out, AgentId{});
    EXPECT_EQ(world.error_text(), "spawn: archetype 9: there are 2");
    EXPECT_EQ(world.spawn({.team = 7}), Error::unknown);
    EXPECT_EQ(world.spawn({.squad = {3000}}), Error::unknown);
    EXPECT_EQ(world.spawn({.position = {not_a_number, 0.0f}}), Error::not_finite);
    EXPECT_EQ(world.spawn({.position = {0.0f, 20000.0f}}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "spawn: position: given (0, 20000), allowed -16384 to 16384 m");
    EXPECT_EQ(world.spawn({.heading = {0.0f, 0.0f}}), Error::out_of_range);
    EXPECT_EQ(world.spawn({.heading = {not_a_number, 1.0f}}), Error::not_finite);
    EXPECT_EQ(world.teleport(id, {INFINITY, 0.0f}), Error::not_finite);
    EXPECT_EQ(world.damage(id, 0.0f), Error::out_of_range);
    EXPECT_EQ(world.damage(id, -3.0f), Error::out_of_range);
    EXPECT_EQ(world.damage(id, not_a_number), Error::not_finite);
    EXPECT_EQ(world.set_capacity(id, {-1, 3}), Error::out_of_range);
    EXPECT_EQ(world.set_capacity(id, {3, max_weight + 1}), Error::out_of_range);
    EXPECT_EQ(world.step(-0.1), Error::out_of_range);
    EXPECT_EQ(world.step(1.5), Error::out_of_range);
    EXPECT_EQ(world.step(std::nan("")), Error::not_finite);
    EXPECT_EQ(world.advance(-1.0), Error::out_of_range);
    EXPECT_EQ(world.set_host_poses({&id, 1}, std::vector<Vec2>{}), Error::out_of_range);
    EXPECT_EQ(world.set_host_poses({&id, 1}, std::vector<Vec2>{{not_a_number, 0.0f}}), Error::not_finite);
    EXPECT_NE(world.error_text().find("of agent 0"), std::string::npos) << world.error_text();
    EXPECT_EQ(world.frame(), 1u) << "no step was made";
    must(world.step(dt));
    EXPECT_EQ(world.counters().commands, 0u);
    EXPECT_EQ(world.agent_count(), 1u);
}

TEST(World, BadArchetypesAreRefused) {
    World world = World::create({.threads = 1}).value();
    const auto complaint = [&](void (*change)(ArchetypeDef&)) {
        ArchetypeDef def = test::melee_archetypes()[0];
        change(def);
        EXPECT_EQ(world.add_archetype(def), Error::out_of_range);
        return world.error_text();
    };
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.body.radius = -1.0f; }),
              "archetype 'light': radius: given -1, allowed 0.05 to 50");
    EXPECT_EQ(complaint([](ArchetypeDef& d) {
                  d.engagement.engage_range = 3.0f;
                  d.perception.alert_radius = 2.0f;
              }),
              "archetype 'light': alert_radius: given 2, allowed more than 3 (engage_range)");
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.attacks[1].duration = 0.1; }),
              "archetype 'light': attacks[1].duration: given 0.1, allowed at least 0.3 (windup)");
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.circle.slots = 0; }),
              "archetype 'light': circle.slots: given 0, allowed 1 to 256");
    EXPECT_NE(complaint([](ArchetypeDef& d) { d.body.health = not_a_number; }), "");
    EXPECT_NE(complaint([](ArchetypeDef& d) { d.perception.bands = {1.0f, 1.0f, 2.0f, 3.0f}; }), "");
    EXPECT_NE(complaint([](ArchetypeDef& d) { d.attacks[0].weight = 0; }), "");
    EXPECT_EQ(world.archetype_count(), 0u);
}

TEST_F(Small, ASquadHasOneTeam) {
    SquadId squad;
    must(world.add_squad(us, &squad));
    EXPECT_EQ(world.spawn({.team = us, .squad = squad}), Error::ok);
    EXPECT_EQ(world.spawn({.team = them, .squad = squad}), Error::wrong_squad);
    EXPECT_EQ(world.add_squad(9, &squad), Error::unknown);
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

TEST_F(Small, AnAgentObeysOrders) {
    const AgentId a = spawn(fighter, us, {});
    const AgentId near = spawn(dummy, them, {6.0f, 0.0f});
    const AgentId far = spawn(dummy, them, {0.0f, 12.0f});
    must(world.step(dt));
    EXPECT_EQ(world.target(a), near);
    must(world.set_order(a, {.kind = OrderKind::attack, .target = far}));
    must(world.step(dt));
    EXPECT_EQ(world.target(a), far);
    must(world.set_order(a, {.kind = OrderKind::move, .point = {-5.0f, 0.0f}}));
    steps(300);
    EXPECT_EQ(world.target(a), AgentId{});
    EXPECT_NEAR(world.position(a)->x, -5.0f, 0.05f);
    must(world.set_order(a, {.kind = OrderKind::free}));
    steps(2);
    EXPECT_EQ(world.target(a), near);
    EXPECT_EQ(world.set_order(a, {.kind = OrderKind::move, .point = {not_a_number, 0.0f}}), Error::not_finite);
}

/// Latency: an agent that requests in frame f gets its slot and moves in f, and gets a token in f + 1 at the earliest.
TEST_F(Small, ARequestGetsASlotInTheSameFrame) {
    const AgentId a = spawn(fighter, us, {8.0f, 0.0f});
    spawn(dummy, them, {});
    must(world.step(dt));
    EXPECT_TRUE(happened(EventType::request, 0));
    EXPECT_TRUE(happened(EventType::slot, 0));
    EXPECT_LT(world.position(a)->x, 8.0f) << "it walks in the very frame";
    EXPECT_FALSE(happened(EventType::token, 0));
}

TEST_F(Small, TheHostMayMoveAgents) {
    const AgentId a = spawn(add_puppet(), us, {10.0f, 0.0f});
    spawn(dummy, them, {});
    must(world.step(dt));
    const Vec2 goal = world.goals()[*world.row_of(a)];
    EXPECT_NEAR(goal.x, 4.0f, 0.01f) << "fray says where it should stand";
    EXPECT_EQ(world.position(a), (Vec2{10.0f, 0.0f})) << "and leaves it where it is";
    const Vec2 heading = {-2.0f, 0.0f};
    ASSERT_EQ(world.set_host_poses({&a, 1}, {&goal, 1}, {&heading, 1}), Error::ok);
    must(world.step(dt));
    EXPECT_EQ(world.position(a), goal);
    EXPECT_EQ(world.heading(a), (Vec2{-1.0f, 0.0f}));
    EXPECT_TRUE(happened(EventType::arrive, 0));
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

TEST_F(Small, AdvanceMakesFixedSteps) {
    int steps = 0;
    must(world.advance(0.5, &steps));
    EXPECT_EQ(steps, 30);
    must(world.advance(0.017, &steps));
    EXPECT_EQ(steps, 1);
    EXPECT_EQ(world.frame(), 31u);
    EXPECT_DOUBLE_EQ(world.time(), 0.516667);
    EXPECT_NEAR(world.accumulated_time(), 0.017 - 1.0 / 60.0, 1e-12);
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
    EXPECT_EQ(world.set_order(a, {.kind = OrderKind::attack, .target = a}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_order: agent 0 to attack itself");
    must(world.step(dt));
    EXPECT_EQ(world.target(a), b) << "a team that fights itself";
    EXPECT_EQ(world.target(b), a);
}

TEST_F(Small, HostPosesNameEachAgentOnce) {
    const AgentId a = spawn(add_puppet(), us, {});
    must(world.step(dt));
    const AgentId twice[] = {a, a};
    const Vec2 positions[] = {{1.0f, 0.0f}, {2.0f, 0.0f}};
    EXPECT_EQ(world.set_host_poses(twice, positions), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "host pose: a second pose of agent 0 (entry 1)");
    for (const float length : {1e-30f, 1e30f}) {
        const Vec2 heading = {0.0f, length};
        ASSERT_EQ(world.set_host_poses({&a, 1}, {positions, 1}, {&heading, 1}), Error::ok);
        must(world.step(dt));
        EXPECT_EQ(world.heading(a), (Vec2{0.0f, 1.0f}));
    }
    must(world.despawn(a));
    must(world.set_host_poses({&a, 1}, {positions, 1}));
    must(world.step(dt));
    EXPECT_EQ(world.counters().poses_skipped, 1u) << "the pose of an agent that is gone";
}

TEST_F(Small, AdvanceKeepsTheEventsOfAllItsSteps) {
    spawn(fighter, us, {});
    int steps = 0;
    must(world.advance(0.06, &steps));
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(happened(EventType::spawn, 0));
    must(world.advance(0.001, &steps));
    EXPECT_EQ(steps, 0);
    EXPECT_EQ(world.events().size(), 0u) << "a host that reads the events after each call hears of each once";
    must(world.advance(0.016, &steps));
    EXPECT_EQ(steps, 1);
    EXPECT_FALSE(happened(EventType::spawn, 0));
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
    steps(60);
    for (const Vec2& goal : world.goals()) ASSERT_TRUE(std::isfinite(goal.x) && std::isfinite(goal.y));
}

/// The greatest radius allowed, and all agents at the same point: pushes stay finite, and every agent stays within the
/// world.
TEST(World, AllAgentsMayStandAtOnePoint) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.body.radius = 50.0f;
    World world = test::world_of(def, {.threads = 2});
    for (int i = 0; i < 800; ++i) must(world.spawn({.team = static_cast<TeamIndex>(i % 2)}));
    for (int i = 0; i < 20; ++i) must(world.step(dt));
    for (const Vec2& p : world.positions()) ASSERT_LE(std::abs(p.x), world_extent);
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

/// Agents teleported far away do not crowd the border of the grid.
TEST(World, AgentsMayBeTeleportedFarAway) {
    World world = World::create({.threads = 2}).value();
    const auto ids = test::fill_melee(world, 2000, true);
    for (int i = 0; i < 3; ++i) must(world.step(dt));
    for (size_t i = 0; i < ids.size(); ++i)
        must(world.teleport(ids[i], {3000.0f + static_cast<float>(i % 50) * 2.0f, static_cast<float>(i / 50) * 2.0f}));
    for (int i = 0; i < 3; ++i) must(world.step(dt));
    EXPECT_EQ(check_invariants(world), "");
}

/// The bytes per agent that each system declares, against the total size of the columns.
TEST(World, DeclaredColumnsOfTheSystemsAddUp) {
    World world = test::melee(320, 1); // 320 agents fill whole cache lines
    const FrameGraph& graph = world.impl().frame->graph();
    const std::vector<SystemColumns> systems = system_columns(world);
    ASSERT_EQ(systems.size(), size_t{system_count});
    ASSERT_EQ(graph.size(), size_t{system_count});
    const uint64_t all = world.impl().state.agents.registry.memory() / world.agent_count(); // spawned at once: no slack
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

TEST(World, AnEmptyWorldSteps) {
    World world = World::create({.threads = 2}).value();
    EXPECT_EQ(world.step(dt), Error::ok);
    World teams = World::create({.threads = 2}).value();
    must(teams.add_team("alone"));
    EXPECT_EQ(teams.step(0.0), Error::ok);
    EXPECT_EQ(teams.agent_count(), 0u);
}

} // namespace
} // namespace fray
