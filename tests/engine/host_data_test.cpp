// What the host provides: bulk commands, health that it owns, an update budget, and another origin.
#include "engine/frame_time.h"
#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "melee.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fray {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct HostData : testing::Test {
    World world{{.threads = 1}};
    ArchetypeDef player = test::melee_archetypes()[0];

    void SetUp() override {
        player.brain = false;
        ASSERT_EQ(world.add_team("us"), Error::ok);
        ASSERT_EQ(world.add_team("them"), Error::ok);
    }
    ArchetypeIndex add(const char* name, ArchetypeDef def) {
        def.name = name;
        ArchetypeIndex archetype = 0;
        EXPECT_EQ(world.add_archetype(def, &archetype), Error::ok) << world.error_text();
        return archetype;
    }
    AgentId spawn(ArchetypeIndex archetype, TeamIndex team = 0, Vec2 at = {}) {
        AgentId id;
        EXPECT_EQ(world.spawn({.archetype = archetype, .team = team, .position = at}, &id), Error::ok)
            << world.error_text();
        return id;
    }
    void step() { ASSERT_EQ(world.step(dt), Error::ok) << world.error_text(); }
    size_t row(AgentId id) { return static_cast<size_t>(world.row_of(id)); }
    float health(AgentId id) { return world.healths()[row(id)]; }
    bool dead(AgentId id) { return world.states()[row(id)] == State::dead; }
    std::vector<Event> happened(EventType type) {
        std::vector<Event> found;
        for (const Event& event : world.events())
            if (event.type == type) found.push_back(event);
        return found;
    }
};

// ---- Bulk commands --------------------------------------------------------------------------------------------------

TEST_F(HostData, ManyAgentsAreTeleportedAndHurtInOneCall) {
    const ArchetypeIndex archetype = add("player", player);
    const AgentId a = spawn(archetype), b = spawn(archetype), c = spawn(archetype);
    step();
    size_t done = 99;
    ASSERT_EQ(world.place(std::array{Placement{a, {5, 6}, {0, 2}}, Placement{b, {7, 8}, {}}}, &done), Error::ok);
    EXPECT_EQ(done, 2u);
    ASSERT_EQ(world.damage(std::array{Damage{a, 10}, Damage{b, 20, c}, Damage{a, 5}}), Error::ok);
    ASSERT_EQ(world.set_health(std::array{Health{c, 30}}, &done), Error::ok);
    step();
    EXPECT_EQ(world.positions()[row(a)], (Vec2{5, 6}));
    EXPECT_EQ(world.headings()[row(a)], (Vec2{0, 1}));
    EXPECT_EQ(world.positions()[row(b)], (Vec2{7, 8}));
    EXPECT_EQ(world.headings()[row(b)], (Vec2{1, 0}));
    EXPECT_EQ(health(a), 85.0f);
    EXPECT_EQ(health(b), 80.0f);
    EXPECT_EQ(health(c), 30.0f);
    // Executed up to the first refused entry.
    EXPECT_EQ(world.damage(std::array{Damage{a, 1}, Damage{b, -1}, Damage{c, 1}}, &done), Error::out_of_range);
    EXPECT_EQ(done, 1u);
    EXPECT_EQ(world.place(std::array{Placement{{}, {1, 1}, {}}}, &done), Error::stale_id);
    EXPECT_EQ(done, 0u);
    EXPECT_EQ(world.set_health(std::span<const Health>(), &done), Error::ok);
    EXPECT_EQ(done, 0u);
    step();
    EXPECT_EQ(health(a), 84.0f);
    EXPECT_EQ(health(c), 30.0f);
}

// ---- Health ---------------------------------------------------------------------------------------------------------

TEST_F(HostData, NoHurtIsLostWhenTheHostOwnsTheHealth) {
    player.host_health = true;
    const ArchetypeIndex archetype = add("player", player), orc = add("orc", test::melee_archetypes()[0]);
    const AgentId hero = spawn(archetype);
    spawn(orc, 1, {2, 0});
    float own = 100.0f; // a shield takes half of it
    int hurts = 0;
    step();
    for (int frame = 0; frame < 3000 && !dead(hero); ++frame) {
        for (const Event& event : happened(EventType::hurt)) {
            if (event.agent != 0) continue;
            ++hurts;
            EXPECT_EQ(health(hero), own); // the engine has not changed it
            own -= event.x / 2;
            ASSERT_EQ(world.set_health(hero, std::max(own, 0.0f)), Error::ok);
        }
        step();
    }
    EXPECT_TRUE(dead(hero));
    EXPECT_GE(hurts, 100 / 9); // jabs of 12 and slashes of 18, halved
    EXPECT_LE(own, 0.0f);
    ASSERT_EQ(happened(EventType::death).size(), 1u);
}

TEST_F(HostData, InvalidHealthIsRefused) {
    ArchetypeDef endless = player;
    endless.health = unlimited_health;
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
    EXPECT_FALSE(std::signbit(health(a)));
    EXPECT_FALSE(dead(b));
}

// ---- Update budget --------------------------------------------------------------------------------------------------

TEST_F(HostData, AboveTheUpdateBudgetAgentsAreUpdatedLessOften) {
    const ArchetypeIndex archetype = add("player", player);
    const auto spread = [](int i) { return Vec2{static_cast<float>(i), 0}; };
    for (int i = 0; i < 80; ++i) spawn(archetype, 0, spread(i));
    for (int i = 80; i < 100; ++i) world.set_update_interval(spawn(archetype, 0, spread(i)), 1); // at any load level
    const auto run = [&](int frames) {
        for (int i = 0; i < frames; ++i) step();
    };
    const auto set_budget = [&](uint32_t turns) {
        DetailDef detail;
        detail.turns = turns;
        ASSERT_EQ(world.set_detail(detail), Error::ok);
    };
    run(32);
    EXPECT_EQ(world.counters().turns, 100u);
    EXPECT_EQ(world.load(), 0);
    set_budget(60);
    run(16);
    EXPECT_EQ(world.load(), 1);
    run(32);
    EXPECT_EQ(world.load(), 1); // 20 + 40
    EXPECT_EQ(world.counters().turns, 60u);
    set_budget(35);
    run(48);
    EXPECT_EQ(world.load(), 3); // 20 + 20, then 20 + 10
    EXPECT_EQ(world.counters().turns, 30u);
    EXPECT_EQ(world.period(world.find(5)), 8);
    EXPECT_EQ(world.period(world.find(85)), 1);
    set_budget(10);
    run(48);
    EXPECT_EQ(world.load(), 3); // intervals never exceed eight frames
    set_budget(80);
    run(48);
    EXPECT_EQ(world.load(), 1); // at level 0 there would be 100
    set_budget(0);
    run(32);
    EXPECT_EQ(world.load(), 0);
    EXPECT_EQ(world.counters().turns, 100u);
}

TEST_F(HostData, TheLoadLevelIsPartOfTheState) {
    const auto fill = [](World& w) {
        test::fill_melee(w, 400);
        DetailDef detail;
        detail.turns = 150;
        w.set_detail(detail);
    };
    World one({.threads = 1}), two({.threads = 2}), three({.threads = 1});
    for (World* w : {&one, &two, &three}) fill(*w);
    std::vector<std::byte> snapshot;
    for (int frame = 0; frame < 100; ++frame) {
        one.step(dt);
        two.step(dt);
        ASSERT_EQ(one.state_hash(), two.state_hash()) << frame;
        if (frame == 44) { // between two changes
            ASSERT_EQ(one.load(), 2);
            one.save(&snapshot);
            ASSERT_EQ(three.restore(snapshot), Error::ok) << three.error_text();
        }
        if (frame > 44) {
            three.step(dt);
            ASSERT_EQ(three.state_hash(), one.state_hash()) << frame;
            ASSERT_EQ(three.load(), one.load());
        }
    }
}

// ---- The origin -----------------------------------------------------------------------------------------------------

/// Each agent's position, by serial.
std::vector<Vec2> places(const World& world) {
    std::vector<Vec2> all(static_cast<size_t>(world.spawned()));
    for (size_t row = 0; row < world.agent_count(); ++row)
        all[static_cast<size_t>(world.serials()[row])] = world.positions()[row];
    return all;
}

TEST(Origin, WithoutRoundingAShiftedWorldGoesOnAlike) {
    // Agents move only when the host teleports them, to whole metres. Nothing is rounded, so that all decisions are the
    // same.
    World still({.threads = 1}), shifted({.threads = 2});
    for (World* world : {&still, &shifted}) {
        ArchetypeDef def = test::melee_archetypes()[0];
        def.motion = Motion::host;
        ASSERT_EQ(world->add_archetype(def), Error::ok) << world->error_text();
        world->add_team("us");
        world->add_team("them");
        for (int i = 0; i < 40; ++i)
            world->spawn({.team = static_cast<TeamIndex>(i % 2),
                          .position = {static_cast<float>(i % 8), static_cast<float>(i / 8)}});
    }
    Vec2 origin{};
    size_t events = 0;
    for (int frame = 0; frame < 300; ++frame) {
        if (frame % 50 == 20) {
            const Vec2 by = {static_cast<float>(frame) - 150.0f, 64.0f};
            ASSERT_EQ(shifted.shift_origin(by), Error::ok) << shifted.error_text();
            origin = {origin.x + by.x, origin.y + by.y};
        }
        const Serial who = frame % 40;
        const Vec2 to = {static_cast<float>(frame % 9), static_cast<float>(frame % 5)};
        if (still.find(who)) still.place(still.find(who), to);
        if (shifted.find(who)) shifted.place(shifted.find(who), {to.x + origin.x, to.y + origin.y});
        still.step(dt);
        shifted.step(dt);
        events += still.events().size();
        ASSERT_EQ(still.events().size(), shifted.events().size()) << frame;
        for (size_t i = 0; i < still.events().size(); ++i) {
            const Event &a = still.events()[i], &b = shifted.events()[i];
            ASSERT_EQ(a.type, b.type) << frame;
            ASSERT_EQ(a.agent, b.agent) << frame;
            ASSERT_EQ(a.target, b.target) << frame;
            ASSERT_EQ(a.cause, b.cause) << frame;
        }
    }
    EXPECT_GT(events, 500u);
}

TEST(Origin, EveryPointThatTheWorldKeepsMoves) {
    World world({.threads = 1});
    const std::vector<AgentId> agents = test::fill_melee(world, 400);
    for (int i = 0; i < 120; ++i) world.step(dt);
    world.order(agents[7], {.kind = OrderKind::go, .point = {100, 50}});
    DetailDef detail;
    detail.points = {{1, 2}};
    world.set_detail(detail);
    world.step(dt);
    const std::vector<Vec2> before = places(world);
    const std::vector<Vec2> earlier(world.previous_positions().begin(), world.previous_positions().end());
    world.place(agents[3], {10, 20}); // waits for the next step
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
    world.step(dt);
    const Vec2 placed = world.positions()[static_cast<size_t>(world.row_of(agents[3]))];
    EXPECT_LT(std::hypot(placed.x - 1034, placed.y + 492), 0.2f); // and a step from there
    EXPECT_EQ(world.check_invariants(), "");
    for (int i = 0; i < 60; ++i) world.step(dt);
    const Vec2 goal = world.goals()[static_cast<size_t>(world.row_of(agents[7]))];
    EXPECT_EQ(goal, (Vec2{1124, -462}));
}

TEST(Origin, ABattleWithShiftsIsTheSameForAnyThreadsAndLayout) {
    std::vector<uint64_t> truth;
    for (const int threads : {1, 2}) {
        World world({.threads = threads, .debug = {.shuffle_storage = static_cast<uint64_t>(threads - 1)}});
        test::fill_melee(world, 600);
        std::vector<uint64_t> hashes;
        for (int frame = 0; frame < 240; ++frame) {
            if (frame % 40 == 13) world.shift_origin({static_cast<float>(frame) * 1.37f, -33.3f});
            world.step(dt);
            hashes.push_back(world.state_hash());
        }
        if (threads == 1) truth = hashes;
        EXPECT_TRUE(hashes == truth);
        EXPECT_GT(world.counters().dead, 0u);
    }
}

TEST(Origin, AShiftOutOfTheWorldIsRefusedAndMovesNothing) {
    World world({.threads = 1});
    const std::vector<AgentId> agents = test::fill_melee(world, 40);
    world.step(dt);
    const std::vector<Vec2> before = places(world);
    EXPECT_EQ(world.shift_origin({nan, 0}), Error::not_finite);
    EXPECT_EQ(world.shift_origin({16383, 0}), Error::out_of_range);
    EXPECT_EQ(world.shift_origin({1, 0}, std::make_shared<GridMap>(1, 1, std::vector<uint8_t>{1})), Error::off_ground);
    world.order(agents[0], {.kind = OrderKind::go, .point = {-16000, 0}});
    EXPECT_EQ(world.shift_origin({-1000, 0}), Error::out_of_range);
    EXPECT_EQ(world.error_text().substr(0, 70),
              "shift_origin: given (-1000, 0), by which (-16000, 0) comes to lie outs");
    const Vec2 at{};
    ArchetypeDef hosted = test::melee_archetypes()[0];
    hosted.name = "hosted";
    hosted.motion = Motion::host;
    world.add_archetype(hosted);
    world.set_host_poses({&agents[1], 1}, {&at, 1});
    EXPECT_EQ(world.shift_origin({1, 0}), Error::out_of_range);
    EXPECT_TRUE(places(world) == before);
    world.step(dt);
    EXPECT_EQ(world.shift_origin({-100, 0}), Error::ok) << world.error_text();
}

struct Ear final : CallListener {
    std::vector<std::vector<std::byte>> calls;
    World* again;
    explicit Ear(World* other) : again(other) {}
    void called(std::span<const std::byte> call) override {
        EXPECT_EQ(again->replay_command(call), Error::ok) << again->error_text();
    }
    void stepped() override {}
};

std::shared_ptr<const GridMap> hall() {
    std::vector<uint8_t> cells(100 * 100, 1);
    for (size_t line = 0; line < 100; ++line)
        if (line % 10 != 5) cells[line * 100 + 40] = 0;
    return std::make_shared<const GridMap>(100, 100, std::move(cells), 1.0f, Vec2{-5, -5});
}

TEST(Origin, TheGroundMovesAlongAndNoAgentLeavesIt) {
    World world({.threads = 1}), again({.threads = 1});
    Ear ear(&again);
    ASSERT_EQ(world.listen(&ear), Error::ok);
    std::shared_ptr<const GridMap> ground = hall();
    ASSERT_EQ(world.set_ground(ground), Error::ok);
    test::fill_melee(world, 300);
    EXPECT_EQ(world.shift_origin({1, 0}), Error::off_ground);
    Rollback rollback(world, 8);
    for (int frame = 0; frame < 300; ++frame) {
        if (frame % 30 == 29) {
            const Vec2 by = {static_cast<float>(frame) * 0.7f - 90.1f, 12.34f};
            ground = std::make_shared<const GridMap>(ground->shifted(by));
            ASSERT_EQ(world.shift_origin(by, ground), Error::ok) << world.error_text();
        }
        rollback.save();
        world.step(dt);
        ASSERT_EQ(again.state_hash(), world.state_hash()) << frame; // it has replayed the step, too
        ASSERT_EQ(world.check_invariants(), "");
        for (size_t row = 0; row < world.agent_count(); ++row)
            ASSERT_TRUE(ground->walkable(world.positions()[row])) << "frame " << frame << ", row " << row;
    }
    EXPECT_TRUE(rollback.keeps(world.frame() - 1));
    ASSERT_EQ(world.shift_origin({1, 1}, std::make_shared<const GridMap>(ground->shifted({1, 1}))), Error::ok);
    EXPECT_FALSE(rollback.keeps(world.frame() - 1)); // its image is of another ground
    world.listen(nullptr);
}

} // namespace
} // namespace fray
