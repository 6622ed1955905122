// What the host provides: health that it owns, staggers, an update budget, and another origin.
#include "engine/arena.h"
#include "engine/frame_time.h"
#include "flat_events.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "repetitions.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fray {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct HostData : test::Arena {
    ArchetypeDef player = test::melee_archetypes()[0];

    void SetUp() override {
        Arena::SetUp();
        player.autonomous = false;
    }
    ArchetypeIndex add(const char* name, ArchetypeDef def) {
        def.name = name;
        return Arena::add(def);
    }
    void step() { ASSERT_EQ(world.step(dt), Error::ok) << world.error_text(); }
    float health(AgentId id) { return *world.health(id); }
    bool dead(AgentId id) { return world.state(id) == AgentState::dead; }
};

// ---- Health ---------------------------------------------------------------------------------------------------------

TEST_F(HostData, NoHurtIsLostWhenTheHostOwnsTheHealth) {
    player.body.host_owns_health = true;
    const ArchetypeIndex archetype = add("player", player), orc = add("orc", test::melee_archetypes()[0]);
    const AgentId hero = spawn(archetype);
    spawn(orc, 1, {2, 0});
    float own = 100.0f; // a shield takes half of it
    int hurts = 0;
    step();
    for (int frame = 0; frame < 3000 && !dead(hero); ++frame) {
        for (const HurtEvent& event : world.events().hurts) {
            if (event.agent != hero) continue;
            ++hurts;
            EXPECT_EQ(health(hero), own); // the engine has not changed it
            own -= event.amount / 2;
            ASSERT_EQ(world.set_health(hero, std::max(own, 0.0f)), Error::ok);
        }
        step();
    }
    EXPECT_TRUE(dead(hero));
    EXPECT_GE(hurts, 100 / 9); // a jab does 12 and a slash 18 damage, and the shield takes half
    EXPECT_LE(own, 0.0f);
    EXPECT_EQ(world.events().deaths.size(), 1u);
}

TEST_F(HostData, InvalidHealthIsRefused) {
    ArchetypeDef endless = player;
    endless.body.health = unlimited_health;
    const AgentId a = spawn(add("player", player)), b = spawn(add("endless", endless));
    EXPECT_EQ(world.set_health(a, nan), Error::not_finite);
    EXPECT_EQ(world.set_health(a, unlimited_health), Error::not_finite);
    EXPECT_EQ(world.set_health(a, -1), Error::out_of_range);
    EXPECT_EQ(world.set_health(a, 101), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_health: given 101, allowed 0 to 100");
    EXPECT_EQ(world.set_health(b, 1), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_health: given 1 for agent 1, but the health of its archetype has no limit");
    EXPECT_EQ(world.set_health({}, 1), Error::stale_id);
    EXPECT_EQ(world.set_health(a, -0.0f), Error::ok);
    step();
    EXPECT_TRUE(dead(a));
    EXPECT_EQ(health(a), 0.0f);
    EXPECT_FALSE(std::signbit(health(a)));
    EXPECT_FALSE(dead(b));
}

// ---- Staggers -------------------------------------------------------------------------------------------------------

struct Staggers : HostData {
    ArchetypeDef brute = test::melee_archetypes()[0];
    AgentId hero, attacker;

    void SetUp() override {
        HostData::SetUp();
        brute.poise.stagger_time = 0.5;
        hero = spawn(add("player", player), 0, {100, 0});
        attacker = spawn(add("other", player), 1, {200, 0});
    }
    /// The next step has a single stagger.
    void expect_staggered(AgentId agent, AgentId by, const char* why = "") {
        step();
        ASSERT_EQ(world.events().staggers.size(), 1u) << why;
        EXPECT_EQ(world.events().staggers[0].agent, agent) << why;
        EXPECT_EQ(world.events().staggers[0].attacker, by) << why;
    }
    /// An agent that the next commands are given to.
    AgentId spawned(const ArchetypeDef& def) {
        const AgentId agent = spawn(add(def.name.c_str(), def), 0, {50, 0});
        step();
        return agent;
    }
};

TEST_F(Staggers, DamageInTheNameOfAnAgentStaggersAndDamageByTheHostDoesNot) {
    const AgentId target = spawned(brute);
    must(world.damage(target, 1.0f));
    step();
    EXPECT_EQ(world.events().hurts.size(), 1u);
    EXPECT_TRUE(world.events().staggers.empty());
    must(world.damage(target, 1.0f));
    must(world.damage(target, 2.0f, attacker));
    must(world.damage(target, 3.0f, hero));
    expect_staggered(target, hero, "damage by several agents goes by their serial");
    EXPECT_EQ(world.events().hurts.size(), 3u);
    step();
    EXPECT_EQ(world.state(target), AgentState::stagger) << "in its next evaluation";
}

TEST_F(Staggers, AStaggerLeavesTheHealthAndIsNoHurt) {
    const AgentId target = spawned(brute);
    const float before = health(target);
    must(world.stagger(target, attacker));
    expect_staggered(target, attacker);
    EXPECT_TRUE(world.events().hurts.empty());
    EXPECT_EQ(health(target), before);
    step();
    EXPECT_EQ(world.state(target), AgentState::stagger);
    EXPECT_TRUE(world.events().staggers.empty());
    for (int frame = 0; frame < 100 && world.state(target) == AgentState::stagger; ++frame) step();
    EXPECT_NE(world.state(target), AgentState::stagger) << "it ends";
}

TEST_F(Staggers, TheFirstInTheOrderOfAttackersIsTold) {
    const AgentId target = spawned(brute);
    must(world.damage(target, 1.0f, attacker));
    must(world.stagger(target, hero));
    expect_staggered(target, hero, "one for an agent");
    must(world.damage(target, 1.0f, hero));
    must(world.stagger(target));
    expect_staggered(target, {}, "the host goes before every agent");
    EXPECT_EQ(world.events().staggers.front().attacker, EventAgent{});
}

TEST_F(Staggers, AgentsThatHitsDoNotStaggerAreNotStaggered) {
    ArchetypeDef armoured = brute, steady = brute;
    armoured.name = "armoured";
    armoured.poise.super_armour = true;
    steady.name = "steady";
    steady.poise.stagger_time = 0.0;
    brute.name = "ordered";
    const AgentId agents[] = {spawned(armoured), spawned(steady), spawned(brute), hero};
    must(world.set_order(agents[2], {.kind = OrderKind::stand}));
    for (const AgentId agent : agents) {
        must(world.stagger(agent, attacker));
        must(world.damage(agent, 1.0f, attacker));
    }
    step();
    EXPECT_EQ(world.events().hurts.size(), 4u);
    EXPECT_TRUE(world.events().staggers.empty());
}

TEST_F(Staggers, AnAgentThatDiesInTheStepIsNotStaggered) {
    const AgentId target = spawned(brute);
    ASSERT_EQ(world.stagger(target, attacker), Error::ok);
    ASSERT_EQ(world.damage(target, 1e6f, attacker), Error::ok);
    step();
    EXPECT_TRUE(dead(target));
    EXPECT_TRUE(world.events().staggers.empty());
    ASSERT_EQ(world.stagger(target), Error::ok);
    step();
    ASSERT_EQ(world.events().drops.size(), 1u);
    EXPECT_EQ(world.events().drops[0].agent, target);
    EXPECT_EQ(world.events().drops[0].command, CommandType::stagger);
    EXPECT_STREQ(to_string(CommandType::stagger), "stagger");
}

TEST_F(Staggers, StaleAgentsAreRefused) {
    const AgentId target = spawned(brute);
    ASSERT_EQ(world.despawn(attacker), Error::ok);
    step();
    EXPECT_EQ(world.stagger(attacker), Error::stale_id);
    EXPECT_EQ(world.stagger({}), Error::stale_id);
    EXPECT_EQ(world.stagger(target, attacker), Error::stale_id);
    EXPECT_TRUE(world.error_text().starts_with("stagger: attacker")) << world.error_text();
    step();
    EXPECT_EQ(world.counters().commands, 0u);
}

// ---- Update budget --------------------------------------------------------------------------------------------------

TEST_F(HostData, AboveTheUpdateBudgetAgentsAreUpdatedLessOften) {
    const ArchetypeIndex archetype = add("player", player);
    const auto spread = [](int i) { return Vec2{static_cast<float>(i), 0}; };
    for (int i = 0; i < 80; ++i) spawn(archetype, 0, spread(i));
    for (int i = 80; i < 100; ++i)
        must(world.set_update_interval(spawn(archetype, 0, spread(i)), 1)); // at any overload level
    const auto run = [&](int frames) {
        for (int i = 0; i < frames; ++i) step();
    };
    const auto set_budget = [&](uint32_t budget) { must(world.set_detail({.update_budget = budget})); };
    run(32);
    EXPECT_EQ(world.counters().updates, 100u);
    EXPECT_EQ(world.overload_level(), 0);
    set_budget(60);
    run(16);
    EXPECT_EQ(world.overload_level(), 1);
    run(32);
    EXPECT_EQ(world.overload_level(), 1); // due updates in a frame: 20 at every level + 40
    EXPECT_EQ(world.counters().updates, 60u);
    set_budget(35);
    run(48);
    EXPECT_EQ(world.overload_level(), 3); // due updates at the next levels: 20 + 20, then 20 + 10
    EXPECT_EQ(world.counters().updates, 30u);
    EXPECT_EQ(world.update_interval(*world.find(5)), 8);
    EXPECT_EQ(world.update_interval(*world.find(85)), 1);
    set_budget(10);
    run(48);
    EXPECT_EQ(world.overload_level(), 3); // intervals never exceed eight frames
    set_budget(80);
    run(48);
    EXPECT_EQ(world.overload_level(), 1); // level 0 would need 100 updates
    set_budget(0);
    run(32);
    EXPECT_EQ(world.overload_level(), 0);
    EXPECT_EQ(world.counters().updates, 100u);
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

TEST(Origin, WithoutRoundingAShiftedWorldGoesOnAlike) {
    // Agents move only when the host teleports them, to whole metres. Nothing is rounded, so that all decisions are the
    // same.
    World still = World::create({.threads = 1}).value(), shifted = World::create({.threads = 2}).value();
    for (World* world : {&still, &shifted}) {
        ArchetypeDef def = test::melee_archetypes()[0];
        def.body.motion = MotionType::host;
        ASSERT_EQ(world->add_archetype(def), Error::ok) << world->error_text();
        must(world->add_team("us"));
        must(world->add_team("them"));
        for (int i = 0; i < 40; ++i)
            must(world->spawn({.team = static_cast<TeamIndex>(i % 2),
                               .position = {static_cast<float>(i % 8), static_cast<float>(i / 8)}}));
    }
    Vec2 origin{};
    size_t events = 0;
    for (int frame = 0; frame < 300; ++frame) {
        if (frame % 50 == 20) {
            const Vec2 by = {static_cast<float>(frame) - 150.0f, 64.0f};
            ASSERT_EQ(shifted.shift_origin(by), Error::ok) << shifted.error_text();
            origin = {origin.x + by.x, origin.y + by.y};
        }
        const Serial moved = frame % 40;
        const Vec2 to = {static_cast<float>(frame % 9), static_cast<float>(frame % 5)};
        if (still.find(moved)) must(still.teleport(*still.find(moved), to));
        if (shifted.find(moved)) must(shifted.teleport(*shifted.find(moved), to + origin));
        must(still.step(dt));
        must(shifted.step(dt));
        events += still.events().size();
        const std::vector<Event> here = test::flat_events(still), there = test::flat_events(shifted);
        ASSERT_EQ(here.size(), there.size()) << frame;
        for (size_t i = 0; i < here.size(); ++i) {
            ASSERT_EQ(here[i].type, there[i].type) << frame;
            ASSERT_EQ(here[i].agent, there[i].agent) << frame;
            ASSERT_EQ(here[i].target, there[i].target) << frame;
            ASSERT_EQ(here[i].cause, there[i].cause) << frame;
        }
    }
    EXPECT_GT(events, 500u);
}

TEST(Origin, EveryPointThatTheWorldKeepsMoves) {
    World world = World::create({.threads = 1}).value();
    const std::vector<AgentId> agents = test::fill_melee(world, 400);
    for (int i = 0; i < 120; ++i) must(world.step(dt));
    must(world.set_order(agents[7], {.kind = OrderKind::move, .point = {100, 50}}));
    must(world.set_detail({.points = {{1, 2}}}));
    must(world.step(dt));
    const std::vector<Vec2> before = places(world);
    const std::vector<Vec2> earlier(world.previous_positions().begin(), world.previous_positions().end());
    must(world.teleport(agents[3], {10, 20})); // waits for the next step
    ASSERT_EQ(world.shift_origin({1024, -512}), Error::ok);
    const std::vector<Vec2> after = places(world);
    for (size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].x, before[i].x + 1024.0f);
        EXPECT_EQ(after[i].y, before[i].y - 512.0f);
        EXPECT_EQ(world.previous_positions()[i].x, earlier[i].x + 1024.0f);
    }
    // Queries by position work at once.
    AgentId nearest;
    ASSERT_EQ(world.nearest({before[9].x + 1024.0f, before[9].y - 512.0f}, 0.1f, {&nearest, 1}), 1u);
    EXPECT_EQ(nearest, agents[9]);
    must(world.step(dt));
    const Vec2 placed = *world.position(agents[3]);
    EXPECT_LT(std::hypot(placed.x - 1034, placed.y + 492), 0.2f); // the new place, plus the movement of a step
    EXPECT_EQ(check_invariants(world), "");
    for (int i = 0; i < 60; ++i) must(world.step(dt));
    const Vec2 goal = world.goals()[*world.row_of(agents[7])];
    EXPECT_EQ(goal, (Vec2{1124, -462}));
}

TEST(Origin, ABattleWithShiftsIsTheSameForAnyThreadsAndLayout) {
    std::vector<uint64_t> truth;
    for (const int threads : {1, 2}) {
        World world =
            World::create({.threads = threads, .debug = {.shuffle_storage = static_cast<uint64_t>(threads - 1)}})
                .value();
        test::fill_melee(world, 600);
        std::vector<uint64_t> hashes;
        for (int frame = 0; frame < 240; ++frame) {
            if (frame % 40 == 13) must(world.shift_origin({static_cast<float>(frame) * 1.37f, -33.3f}));
            must(world.step(dt));
            hashes.push_back(world.state_hash());
        }
        if (threads == 1) truth = hashes;
        EXPECT_TRUE(hashes == truth);
        EXPECT_GT(world.counters().dead, 0u);
    }
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
