#include "engine/frame_time.h"
#include "melee.h"

#include "fray/glm.h"
#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace fray {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct Small : testing::Test {
    World world{{.threads = 1}};
    ArchetypeIndex fighter = 0, player = 0;
    TeamIndex us = 0, them = 0;

    void SetUp() override {
        ArchetypeDef def = test::melee_archetypes()[0];
        ASSERT_EQ(world.add_archetype(def, &fighter), Error::ok);
        def.name = "player";
        def.brain = false;
        ASSERT_EQ(world.add_archetype(def, &player), Error::ok);
        ASSERT_EQ(world.add_team("us", &us), Error::ok);
        ASSERT_EQ(world.add_team("them", &them), Error::ok);
    }
    AgentId spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 at) {
        AgentId id;
        EXPECT_EQ(world.spawn({.archetype = archetype, .team = team, .position = at}, &id), Error::ok)
            << world.error_text();
        return id;
    }
    size_t row(AgentId id) { return static_cast<size_t>(world.row_of(id)); }
    bool happened(EventType type, Serial agent) {
        for (const Event& event : world.events())
            if (event.type == type && event.agent == agent) return true;
        return false;
    }
};

TEST_F(Small, ASpawnIsACommand) {
    const AgentId id = spawn(fighter, us, {1.0f, 2.0f});
    EXPECT_TRUE(world.valid(id));
    EXPECT_EQ(world.row_of(id), -1) << "it appears with the next step";
    EXPECT_EQ(world.agent_count(), 0u);
    world.step(dt);
    ASSERT_EQ(world.agent_count(), 1u);
    EXPECT_EQ(world.positions()[row(id)], (Vec2{1.0f, 2.0f}));
    EXPECT_EQ(as_glm(world.positions())[row(id)], glm::vec2(1.0f, 2.0f));
    EXPECT_EQ(world.serials()[row(id)], 0);
    EXPECT_EQ(world.find(0), id);
    EXPECT_EQ(world.healths()[row(id)], 100.0f);
    EXPECT_TRUE(happened(EventType::spawn, 0));
}

TEST_F(Small, IdsAreReusedSerialsAreNot) {
    const AgentId first = spawn(fighter, us, {});
    world.step(dt);
    EXPECT_EQ(world.despawn(first), Error::ok);
    EXPECT_FALSE(world.valid(first)) << "at once";
    world.step(dt);
    EXPECT_TRUE(happened(EventType::despawn, 0));
    EXPECT_EQ(world.agent_count(), 0u);
    const AgentId second = spawn(fighter, us, {});
    world.step(dt);
    EXPECT_EQ(second.index, first.index);
    EXPECT_NE(second.generation, first.generation);
    EXPECT_EQ(world.serials()[row(second)], 1);
    EXPECT_EQ(world.row_of(first), -1);
    EXPECT_EQ(world.find(0), AgentId{});
}

TEST_F(Small, StaleIdsAreRefused) {
    const AgentId old = spawn(fighter, us, {});
    world.step(dt);
    world.despawn(old);
    world.step(dt);
    const AgentId now = spawn(fighter, us, {3.0f, 0.0f});
    world.step(dt);
    for (const AgentId bad : {old, AgentId{}, AgentId{99999, 1}}) {
        EXPECT_EQ(world.despawn(bad), Error::stale_id);
        EXPECT_EQ(world.place(bad, {1.0f, 1.0f}), Error::stale_id);
        EXPECT_EQ(world.order(bad, {OrderKind::stand}), Error::stale_id);
        EXPECT_EQ(world.damage(bad, 5.0f), Error::stale_id);
        EXPECT_EQ(world.capacity(bad, 1, 1), Error::stale_id);
        if (bad) {
            EXPECT_EQ(world.damage(now, 5.0f, bad), Error::stale_id);
        }
        EXPECT_EQ(world.order(now, {OrderKind::attack, bad}), Error::stale_id);
    }
    EXPECT_EQ(world.despawn(AgentId{}), Error::stale_id);
    EXPECT_EQ(world.error_text(), "despawn: agent 0 of generation 0 is null");
    world.step(dt);
    EXPECT_EQ(world.healths()[row(now)], 100.0f);
    EXPECT_EQ(world.counters().commands, 0u);
}

TEST_F(Small, InvalidInputIsRefusedWithTheFieldAndTheAllowedValues) {
    const AgentId id = spawn(fighter, us, {});
    world.step(dt);
    AgentId out{1, 1};
    EXPECT_EQ(world.spawn({.archetype = 9}, &out), Error::unknown);
    EXPECT_EQ(out, AgentId{});
    EXPECT_EQ(world.error_text(), "archetype 9: there are 2");
    EXPECT_EQ(world.spawn({.team = 7}), Error::unknown);
    EXPECT_EQ(world.spawn({.squad = {3000}}), Error::unknown);
    EXPECT_EQ(world.spawn({.position = {nan, 0.0f}}), Error::not_finite);
    EXPECT_EQ(world.spawn({.position = {0.0f, 20000.0f}}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "position: given (0, 20000), allowed -16384 to 16384 m");
    EXPECT_EQ(world.spawn({.heading = {0.0f, 0.0f}}), Error::out_of_range);
    EXPECT_EQ(world.spawn({.heading = {nan, 1.0f}}), Error::not_finite);
    EXPECT_EQ(world.place(id, {INFINITY, 0.0f}), Error::not_finite);
    EXPECT_EQ(world.damage(id, 0.0f), Error::out_of_range);
    EXPECT_EQ(world.damage(id, -3.0f), Error::out_of_range);
    EXPECT_EQ(world.damage(id, nan), Error::not_finite);
    EXPECT_EQ(world.capacity(id, -1, 3), Error::out_of_range);
    EXPECT_EQ(world.capacity(id, 3, max_weight + 1), Error::out_of_range);
    EXPECT_EQ(world.step(-0.1), Error::out_of_range);
    EXPECT_EQ(world.step(1.5), Error::out_of_range);
    EXPECT_EQ(world.step(std::nan("")), Error::not_finite);
    EXPECT_EQ(world.advance(-1.0), Error::out_of_range);
    const std::vector<AgentId> ids = {id};
    EXPECT_EQ(world.set_host_poses(ids, std::vector<Vec2>{}), Error::out_of_range);
    EXPECT_EQ(world.set_host_poses(ids, std::vector<Vec2>{{nan, 0.0f}}), Error::not_finite);
    EXPECT_NE(world.error_text().find("of agent 0"), std::string::npos) << world.error_text();
    EXPECT_EQ(world.frame(), 1u) << "no step was made";
    world.step(dt);
    EXPECT_EQ(world.counters().commands, 0u);
    EXPECT_EQ(world.agent_count(), 1u);
}

TEST(World, BadDefsAreRefused) {
    try {
        World world({.threads = -3});
        FAIL();
    } catch (const std::invalid_argument& e) {
        EXPECT_STREQ(e.what(), "WorldDef.threads: given -3, allowed 0 to 1024");
    }
}

TEST(World, BadArchetypesAreRefused) {
    World world({.threads = 1});
    const auto complaint = [&](auto change) {
        ArchetypeDef def = test::melee_archetypes()[0];
        change(def);
        EXPECT_EQ(world.add_archetype(def), Error::out_of_range);
        return world.error_text();
    };
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.radius = -1.0f; }),
              "archetype 'light': radius: given -1, allowed 0.05 to 50");
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.alert = 2.0f; }),
              "archetype 'light': alert: given 2, allowed more than 3 (engage_range)");
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.attacks[1].duration = 0.1; }),
              "archetype 'light': attacks[1].duration: given 0.1, allowed at least 0.3 (windup)");
    EXPECT_EQ(complaint([](ArchetypeDef& d) { d.circle.slots = 0; }),
              "archetype 'light': circle.slots: given 0, allowed 1 to 256");
    EXPECT_NE(complaint([](ArchetypeDef& d) { d.health = nan; }), "");
    EXPECT_NE(complaint([](ArchetypeDef& d) { d.bands = {1.0f, 1.0f, 2.0f, 3.0f}; }), "");
    EXPECT_NE(complaint([](ArchetypeDef& d) { d.attacks[0].weight = 0; }), "");
    EXPECT_EQ(world.archetype_count(), 0u);
}

TEST_F(Small, ASquadHasOneTeam) {
    SquadId squad;
    ASSERT_EQ(world.add_squad(us, &squad), Error::ok);
    EXPECT_EQ(world.spawn({.team = us, .squad = squad}), Error::ok);
    EXPECT_EQ(world.spawn({.team = them, .squad = squad}), Error::wrong_squad);
    EXPECT_EQ(world.add_squad(9, &squad), Error::unknown);
}

/// An agent spawned without a squad gets its own squad, which ends with it.
TEST_F(Small, ASingleAgentsSquadEndsWithIt) {
    for (int i = 0; i < 50; ++i) {
        const AgentId id = spawn(fighter, us, {});
        world.step(dt);
        EXPECT_EQ(world.events()[0].b, i + 1) << "numbers are not used again";
        world.despawn(id);
        world.step(dt);
    }
    EXPECT_EQ(world.counters().squads, 0u);
    EXPECT_LT(world.memory().squads, 600000u);
}

TEST_F(Small, HostilityIsAMatrix) {
    TeamIndex third;
    world.add_team("third", &third);
    world.set_hostile(us, them, false);
    EXPECT_TRUE(world.hostile(us, third));
    EXPECT_FALSE(world.hostile(them, us));
    const AgentId a = spawn(fighter, us, {0.0f, 0.0f});
    spawn(fighter, them, {5.0f, 0.0f});
    const AgentId c = spawn(fighter, third, {9.0f, 0.0f});
    world.step(dt);
    EXPECT_EQ(world.targets()[row(a)], c);
    EXPECT_EQ(world.set_hostile(us, 60, true), Error::unknown);
    EXPECT_FALSE(world.hostile(200, 0));
}

TEST_F(Small, AnAgentObeysOrders) {
    const AgentId a = spawn(fighter, us, {});
    const AgentId near = spawn(player, them, {6.0f, 0.0f});
    const AgentId far = spawn(player, them, {0.0f, 12.0f});
    world.step(dt);
    EXPECT_EQ(world.targets()[row(a)], near);
    world.order(a, {.kind = OrderKind::attack, .target = far});
    world.step(dt);
    EXPECT_EQ(world.targets()[row(a)], far);
    world.order(a, {.kind = OrderKind::go, .point = {-5.0f, 0.0f}});
    for (int i = 0; i < 300; ++i) world.step(dt);
    EXPECT_FALSE(world.targets()[row(a)]);
    EXPECT_NEAR(world.positions()[row(a)].x, -5.0f, 0.05f);
    world.order(a, {.kind = OrderKind::free});
    for (int i = 0; i < 2; ++i) world.step(dt);
    EXPECT_EQ(world.targets()[row(a)], near);
    EXPECT_EQ(world.order(a, {.kind = OrderKind::go, .point = {nan, 0.0f}}), Error::not_finite);
}

/// Latency: request in frame f, slot and first movement in f; token in f + 1 at the earliest.
TEST_F(Small, ARequestGetsASlotInTheSameFrame) {
    const AgentId a = spawn(fighter, us, {8.0f, 0.0f});
    spawn(player, them, {});
    world.step(dt);
    EXPECT_TRUE(happened(EventType::request, 0));
    EXPECT_TRUE(happened(EventType::slot, 0));
    EXPECT_LT(world.positions()[row(a)].x, 8.0f) << "it walks in the very frame";
    EXPECT_FALSE(happened(EventType::token, 0));
}

TEST_F(Small, TheHostMayMoveAgents) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.motion = Motion::host;
    ArchetypeIndex puppet;
    world.add_archetype(def, &puppet);
    const AgentId a = spawn(puppet, us, {10.0f, 0.0f});
    spawn(player, them, {});
    world.step(dt);
    const Vec2 goal = world.goals()[row(a)];
    EXPECT_NEAR(goal.x, 4.0f, 0.01f) << "fray says where it should stand";
    EXPECT_EQ(world.positions()[row(a)], (Vec2{10.0f, 0.0f})) << "and leaves it where it is";
    const std::vector<AgentId> ids = {a};
    const std::vector<Vec2> positions = {goal}, headings = {{-2.0f, 0.0f}};
    ASSERT_EQ(world.set_host_poses(ids, positions, headings), Error::ok);
    world.step(dt);
    EXPECT_EQ(world.positions()[row(a)], goal);
    EXPECT_EQ(world.headings()[row(a)], (Vec2{-1.0f, 0.0f}));
    EXPECT_TRUE(happened(EventType::arrive, 0));
}

TEST_F(Small, StepBeginAndStepEndMakeTheSameFrame) {
    for (const bool threads : {false, true}) {
        const auto serial = make_serial_jobs();
        World whole({.threads = 2});
        World halves({.jobs = threads ? nullptr : serial.get(), .threads = 2});
        test::fill_melee(whole, 400);
        const auto ids = test::fill_melee(halves, 400);
        for (int i = 0; i < 120; ++i) {
            whole.step(dt);
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
    world.advance(0.5, &steps);
    EXPECT_EQ(steps, 29); // a step is 16667 us
    world.advance(0.017, &steps);
    EXPECT_EQ(steps, 2);
    EXPECT_EQ(world.frame(), 31u);
    EXPECT_EQ(world.time_us(), 31 * 16667);
}

TEST_F(Small, MaskedEventsAreNotRecordedAndChangeNothing) {
    World all({.threads = 1}), none({.events = event_bit(EventType::death), .threads = 1});
    test::fill_melee(all, 400);
    test::fill_melee(none, 400);
    for (int i = 0; i < 200; ++i) {
        all.step(dt);
        none.step(dt);
        ASSERT_EQ(all.state_hash(), none.state_hash());
        for (const Event& event : none.events()) ASSERT_EQ(event.type, EventType::death);
    }
}

TEST_F(Small, NoAgentFightsItself) {
    EXPECT_EQ(world.set_hostile(us, us, true), Error::ok);
    const AgentId a = spawn(fighter, us, {}), b = spawn(fighter, us, {3.0f, 0.0f});
    EXPECT_EQ(world.order(a, {.kind = OrderKind::attack, .target = a}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "order: agent 0 to attack itself");
    world.step(dt);
    EXPECT_EQ(world.targets()[row(a)], b) << "a team that fights itself";
    EXPECT_EQ(world.targets()[row(b)], a);
}

TEST_F(Small, HostPosesNameEachAgentOnce) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.motion = Motion::host;
    ArchetypeIndex puppet;
    world.add_archetype(def, &puppet);
    const AgentId a = spawn(puppet, us, {});
    world.step(dt);
    const std::vector<AgentId> twice = {a, a}, once = {a};
    const std::vector<Vec2> positions = {{1.0f, 0.0f}, {2.0f, 0.0f}};
    EXPECT_EQ(world.set_host_poses(twice, positions), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "host pose: a second pose of agent 0 (entry 1)");
    for (const float length : {1e-30f, 1e30f}) {
        const std::vector<Vec2> position = {{1.0f, 0.0f}}, heading = {{0.0f, length}};
        ASSERT_EQ(world.set_host_poses(once, position, heading), Error::ok);
        world.step(dt);
        EXPECT_EQ(world.headings()[row(a)], (Vec2{0.0f, 1.0f}));
    }
    world.despawn(a);
    const std::vector<Vec2> position = {{5.0f, 0.0f}};
    world.set_host_poses(once, position);
    world.step(dt);
    EXPECT_EQ(world.counters().commands_dropped, 1u) << "the pose of an agent that is gone";
}

TEST_F(Small, AdvanceKeepsTheEventsOfAllItsSteps) {
    spawn(fighter, us, {});
    int steps = 0;
    world.advance(0.06, &steps);
    EXPECT_EQ(steps, 3);
    EXPECT_TRUE(happened(EventType::spawn, 0));
    world.step(dt);
    EXPECT_FALSE(happened(EventType::spawn, 0));
}

TEST_F(Small, ARoamRingMayBeNarrowerThanItsJitter) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.walk_speed = 0.0f;
    def.circle.slots = 1;
    def.circle.attack_radius = 0.1f;
    def.circle.approach_radius = 0.3f;
    def.circle.roam_gap = 0.1f;
    ArchetypeIndex narrow;
    world.add_archetype(def, &narrow);
    spawn(narrow, them, {});
    for (int i = 0; i < 300; ++i) spawn(narrow, us, {0.2f, 0.001f * static_cast<float>(i)});
    for (int i = 0; i < 60; ++i) world.step(dt);
    for (const Vec2& goal : world.goals()) ASSERT_TRUE(std::isfinite(goal.x) && std::isfinite(goal.y));
}

/// The greatest radius allowed, and all agents at the same point: pushes stay finite, and every agent stays within the
/// world.
TEST(World, AllAgentsMayStandAtOnePoint) {
    World world({.threads = 2});
    ArchetypeDef def = test::melee_archetypes()[0];
    def.radius = 50.0f;
    world.add_archetype(def);
    world.add_team("a");
    world.add_team("b");
    for (int i = 0; i < 800; ++i) world.spawn({.team = static_cast<TeamIndex>(i % 2)});
    for (int i = 0; i < 20; ++i) world.step(dt);
    for (const Vec2& p : world.positions()) ASSERT_LE(std::abs(p.x), world_extent);
}

TEST(World, AWorldMayBeMovedAndDestroyedWhileStepping) {
    World a({.threads = 2});
    test::fill_melee(a, 400);
    a.step_begin(dt);
    a = World({.threads = 2}); // finishes the step first
    EXPECT_EQ(a.agent_count(), 0u);
    test::fill_melee(a, 400);
    a.step_begin(dt);
    World b = std::move(a);
    EXPECT_EQ(b.step_end(), Error::ok);
    EXPECT_EQ(b.agent_count(), 400u);
    b.step_begin(dt);
} // finishes its step here, too

TEST(World, WorldsShareAJobSystem) {
    const auto jobs = make_tbb_jobs({.threads = 2});
    World alone({.threads = 1});
    test::fill_melee(alone, 200);
    {
        World a({.jobs = jobs.get()}), b({.jobs = jobs.get()});
        test::fill_melee(a, 200);
        test::fill_melee(b, 200);
        for (int i = 0; i < 60; ++i) {
            a.step_begin(dt);
            b.step_begin(dt);
            a.step_end();
            b.step_end();
            alone.step(dt);
            ASSERT_EQ(a.state_hash(), alone.state_hash());
            ASSERT_EQ(b.state_hash(), alone.state_hash());
        }
    }
    World later({.jobs = jobs.get()});
    EXPECT_EQ(later.step(dt), Error::ok);
}

/// Agents teleported far away do not crowd the border of the grid.
TEST(World, AgentsMayBeTeleportedFarAway) {
    World world({.threads = 2});
    const auto ids = test::fill_melee(world, 2000, true);
    for (int i = 0; i < 3; ++i) world.step(dt);
    for (size_t i = 0; i < ids.size(); ++i)
        world.place(ids[i], {3000.0f + static_cast<float>(i % 50) * 2.0f, static_cast<float>(i / 50) * 2.0f});
    for (int i = 0; i < 3; ++i) world.step(dt);
    EXPECT_EQ(world.check_invariants(), "");
}

/// The bytes per agent that each system declares, against the total size of the columns.
TEST(World, DeclaredColumnsOfTheSystemsAddUp) {
    World world({.threads = 1});
    test::fill_melee(world, 320); // fills whole cache lines
    world.step(dt);
    const FrameGraph& graph = world.impl().frame->graph();
    const std::vector<SystemColumns> stages = world.system_columns();
    ASSERT_EQ(stages.size(), size_t{system_count});
    ASSERT_EQ(graph.size(), size_t{system_count});
    const uint64_t all = world.impl().core.agents.registry.memory() / world.agent_count(); // spawned at once: no slack
    for (size_t i = 0; i < stages.size(); ++i) {
        EXPECT_STREQ(graph.stage(i).name, to_string(static_cast<System>(i)));
        EXPECT_GT(stages[i].read + stages[i].written, 0u) << graph.stage(i).name;
        EXPECT_LE(stages[i].read + stages[i].written, all) << graph.stage(i).name;
    }
    const std::set<System> whole = {System::apply_commands, System::sort_storage, System::commit, System::publish};
    for (const System stage : whole) EXPECT_EQ(stages[static_cast<size_t>(stage)].written, all) << to_string(stage);
    EXPECT_EQ(stages[static_cast<size_t>(System::build_indices)].written, 0u);

    // A user column is counted.
    const uint64_t memory = world.memory().columns;
    UserColumn column;
    ASSERT_EQ(world.add_column("three", std::array<float, 3>{}, &column), Error::ok);
    EXPECT_EQ(world.memory().columns - memory, world.agent_count() * 12);
    const std::vector<SystemColumns> later = world.system_columns();
    for (size_t i = 0; i < stages.size(); ++i) {
        const auto stage = static_cast<System>(i);
        const bool writes_it = whole.count(stage) != 0 || stage == System::evaluate_fsm; // user states may write it
        EXPECT_EQ(later[i].written - stages[i].written, writes_it ? 12u : 0u) << to_string(stage);
        EXPECT_EQ(later[i].read, stages[i].read) << to_string(stage);
    }
}

TEST(World, InvalidColumnsAreRefused) {
    World world({.threads = 1});
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
    World world({.threads = 2});
    EXPECT_EQ(world.step(dt), Error::ok);
    World teams({.threads = 2});
    teams.add_team("alone");
    EXPECT_EQ(teams.step(0.0), Error::ok);
    EXPECT_EQ(teams.agent_count(), 0u);
}

TEST(World, WorldsAreIndependent) {
    World a({.threads = 2}), b({.threads = 2});
    test::fill_melee(a, 200);
    test::fill_melee(b, 200);
    for (int i = 0; i < 60; ++i) {
        a.step_begin(dt);
        b.step_begin(dt);
        b.step_end();
        a.step_end();
        ASSERT_EQ(a.state_hash(), b.state_hash());
    }
}

} // namespace
} // namespace fray
