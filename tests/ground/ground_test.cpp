// A world with ground (rules: Ground): which agents may be targets, where agents may not stand, and line of sight.
#include "brawl.h"

#include "fray/spatial/grid_map.h"
#include "ground/plane.h"
#include "repetitions.h"
#include "saving/bytes_of.h"
#include "spatial/parsed_map.h"
#include "spatial/random_maps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace fray {
namespace {

constexpr double dt = 1.0 / 64.0;

std::shared_ptr<const GridMap> map_of(const std::string& rows, float cell = 1.0f, Vec2 low = {}) {
    return std::make_shared<GridMap>(test::parsed(rows, cell, low));
}

/// Two banks of a river, each 10 m wide and 4 m high. The river is 2 m wide.
std::shared_ptr<const GridMap> banks() {
    return map_of("..........@@..........\n"
                  "..........@@..........\n"
                  "..........@@..........\n"
                  "..........@@..........\n");
}

struct OnGround : testing::Test {
    World world = World::create({.threads = 1}).value();
    ArchetypeIndex soldier = 0, stone = 0, ghost = 0;
    TeamIndex us = 0, them = 0;

    void prepare(std::shared_ptr<const Ground> ground) {
        ASSERT_EQ(world.set_ground(ground), Error::ok);
        ArchetypeDef def{.name = "soldier"};
        def.body.health = unlimited_health;
        def.perception.scan_interval = dt;
        def.perception.target_dwell_time = 0.0;
        def.body.walk_speed = def.body.run_speed = 0.0f;
        def.perception.alert_radius = 30.0f;
        def.attacks = {{.name = "swing"}};
        soldier = add(def);
        def.circle.request_time = 0.0; // soldiers do not walk
        def.name = "stone";
        def.autonomous = false;
        def.circle.approach_radius = 2.5f;
        stone = add(def);
        def.name = "ghost";
        def.body.motion = MotionType::host;
        ghost = add(def);
        must(world.add_team("us", &us));
        must(world.add_team("them", &them));
    }
    ArchetypeIndex add(const ArchetypeDef& def) {
        ArchetypeIndex index = 0;
        EXPECT_EQ(world.add_archetype(def, &index), Error::ok) << world.error_text();
        return index;
    }
    AgentId spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 at) {
        AgentId id;
        EXPECT_EQ(world.spawn({.archetype = archetype, .team = team, .position = at}, &id), Error::ok)
            << world.error_text();
        return id;
    }
    size_t row(AgentId id) { return *world.row_of(id); }
    AgentId target(AgentId id) { return world.targets()[row(id)]; }
    Vec2 position(AgentId id) { return world.positions()[row(id)]; }
    void step(int count = 1) {
        for (int i = 0; i < count; ++i) ASSERT_EQ(world.step(dt), Error::ok);
    }
    /// Whether the agent lost its target in the last step.
    bool has_lost_target(AgentId agent) {
        const auto targets = world.events().targets;
        return std::any_of(targets.begin(), targets.end(),
                           [&](const TargetEvent& e) { return e.agent == agent && e.cause == TargetCause::lost; });
    }
    std::vector<int> closed(AgentId agent) {
        const std::optional<CircleView> view = inspect_circle(world, agent);
        if (!view) return {-1};
        std::vector<int> slots;
        for (size_t i = 0; i < view->closed.size(); ++i)
            if (view->closed[i]) slots.push_back(static_cast<int>(i));
        return slots;
    }
};

// ---- Positions ------------------------------------------------------------------------------------------------------

TEST_F(OnGround, GroundIsSetBeforeTheFirstAgent) {
    EXPECT_EQ(world.ground(), nullptr);
    prepare(banks());
    EXPECT_NE(world.ground(), nullptr);
    spawn(soldier, us, {1.0f, 1.0f});
    EXPECT_EQ(world.set_ground(banks()), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "ground: set while there are agents or waiting commands; allowed: without");
    step();
    EXPECT_EQ(world.set_ground(nullptr), Error::out_of_range);
}

TEST_F(OnGround, AnAgentSpawnedInTheRiverIsMovedToItsBank) {
    prepare(banks());
    const AgentId dry = spawn(soldier, us, {9.5f, 2.0f}), wet = spawn(soldier, us, {10.25f, 2.0f});
    const AgentId far = spawn(soldier, us, {300.0f, 2.0f}), host = spawn(ghost, us, {11.0f, 2.0f});
    step();
    EXPECT_EQ(world.counters().moved_to_ground, 2u);
    EXPECT_EQ(position(dry), (Vec2{9.5f, 2.0f}));
    EXPECT_NEAR(position(wet).x, 10.0f, 0.05f);
    EXPECT_LT(position(wet).x, 10.0f);
    EXPECT_NEAR(position(far).x, 22.0f, 0.05f);
    EXPECT_EQ(position(host), (Vec2{11.0f, 2.0f})) << "the host may place its agents anywhere";
    EXPECT_EQ(world.teleport(dry, {11.75f, 1.5f}), Error::ok);
    EXPECT_EQ(world.teleport(wet, {12.5f, 1.5f}, {0.0f, 1.0f}), Error::ok);
    const AgentId late = spawn(soldier, us, {5.0f, 3.0f});
    EXPECT_EQ(world.teleport(late, {-3.0f, 3.0f}), Error::ok) << "of an agent that is about to be spawned";
    step();
    EXPECT_EQ(world.counters().moved_to_ground, 2u);
    EXPECT_NEAR(position(dry).x, 12.0f, 0.05f);
    EXPECT_EQ(position(wet), (Vec2{12.5f, 1.5f}));
    EXPECT_NEAR(position(late).x, 0.0f, 0.05f);
    step();
    EXPECT_EQ(world.counters().moved_to_ground, 0u);
}

TEST_F(OnGround, AnAgentOffTheGroundMayBeRefusedInstead) {
    world = World::create({.off_ground = OffGround::refuse, .threads = 1}).value();
    prepare(banks());
    AgentId id;
    EXPECT_EQ(world.spawn({.archetype = soldier, .team = us, .position = {11.0f, 2.0f}}, &id), Error::off_ground);
    EXPECT_EQ(world.error_text(), "spawn: position: given (11, 2), which is off the ground");
    EXPECT_FALSE(id);
    EXPECT_EQ(world.spawn_count(), 0);
    const AgentId dry = spawn(soldier, us, {5.0f, 2.0f});
    EXPECT_EQ(world.teleport(dry, {5.0f, -1.0f}), Error::off_ground);
    EXPECT_EQ(world.error_text(), "teleport: position: given (5, -1), which is off the ground");
    step();
    EXPECT_EQ(position(dry), (Vec2{5.0f, 2.0f}));
    EXPECT_EQ(world.counters().commands, 1u);
}

TEST_F(OnGround, AWorldWithoutWalkableGroundRefusesASpawn) {
    prepare(map_of("..\n..\n", 1.0f, {world_extent + 100.0f, 0.0f})); // all of the map lies outside the world
    AgentId id;
    EXPECT_EQ(world.spawn({.archetype = soldier, .team = us, .position = {1.0f, 2.0f}}, &id), Error::off_ground);
    EXPECT_EQ(world.error_text(),
              "spawn: position: given (1, 2), which is off the ground, as is every point within reach");
}

TEST_F(OnGround, SummonedAgentsAppearOnTheirOwnersIsland) {
    prepare(banks());
    using Op = ConditionDef::Operator;
    MonsterDef def{.name = "caller"};
    def.states = {{.name = "state_1"}};
    def.states[0].on_enter = {{Op::equals, 0.0, "call"}};
    def.acts = {{.name = "call"}};
    def.acts[0].summons = {{"soldier", "", 4, false}, {"spectre", "", 4, false}};
    ArchetypeDef caller = world.archetype(soldier);
    caller.name = "caller";
    caller.monster = "caller";
    caller.body.radius = 1.0f; // summoned agents are placed 1.9 m from it
    ArchetypeDef flier = world.archetype(soldier);
    flier.name = "spectre";
    flier.body.motion = MotionType::host;
    const ArchetypeIndex spectre = add(flier), kind = add(caller);
    ASSERT_EQ(world.add_monsters({&def, 1}), Error::ok) << world.error_text();
    spawn(kind, us, {9.5f, 3.5f});
    step();
    ASSERT_EQ(world.agent_count(), 9u);
    EXPECT_EQ(world.counters().moved_to_ground, 2u) << "of the soldiers those in the east and in the north";
    int wet = 0;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const Vec2 at = world.positions()[row];
        const bool walkable = world.ground()->walkable(at);
        if (world.archetypes()[row] != spectre) {
            EXPECT_TRUE(walkable && at.x <= 10.0f) << at.x << ", " << at.y;
        }
        wet += !walkable;
    }
    EXPECT_EQ(wet, 2) << "host-moved agents are where the host puts them";
}

TEST_F(OnGround, APatrolEndsAtTheBank) {
    prepare(banks());
    MonsterDef def{.name = "guard"};
    def.states = {{.name = "state_1"}};
    def.states[0].patrol_distance = 6.0f;
    def.states[0].patrol_count = -1;
    ArchetypeDef guard = world.archetype(soldier);
    guard.name = "guard";
    guard.monster = "guard";
    guard.body.walk_speed = guard.body.run_speed = 4.0f;
    const ArchetypeIndex kind = add(guard);
    ASSERT_EQ(world.add_monsters({&def, 1}), Error::ok) << world.error_text();
    const AgentId owner = spawn(kind, us, {6.0f, 2.0f});
    float farthest = 0.0f;
    int back = 0;
    for (int i = 0; i < 64 * 6; ++i) {
        step();
        farthest = std::max(farthest, position(owner).x);
        back += position(owner).x < 6.75f;
    }
    EXPECT_GT(farthest, 9.3f);
    EXPECT_LE(farthest, 10.0f);
    EXPECT_GT(back, 20);
}

// ---- Targets --------------------------------------------------------------------------------------------------------

TEST_F(OnGround, NoAgentFightsAcrossTheRiver) {
    prepare(banks());
    const AgentId mine = spawn(soldier, us, {9.0f, 2.0f}), near = spawn(stone, them, {13.0f, 2.0f});
    step(4);
    EXPECT_FALSE(target(mine));
    const AgentId far = spawn(stone, them, {1.0f, 2.0f}); // on the same bank, though farther away
    step(2);
    EXPECT_EQ(target(mine), far);
    must(world.teleport(far, {21.0f, 2.0f}));
    step();
    EXPECT_TRUE(has_lost_target(mine));
    EXPECT_FALSE(target(mine));
    must(world.teleport(mine, {14.0f, 3.0f}));
    step(2);
    EXPECT_EQ(target(mine), near);
    // An order ignores islands.
    must(world.teleport(mine, {9.0f, 2.0f}));
    must(world.set_order(mine, {.kind = OrderKind::attack, .target = near}));
    step(3);
    EXPECT_EQ(target(mine), near);
}

TEST_F(OnGround, AnAgentOffTheGroundCanBeTargetedFromEveryIsland) {
    prepare(banks());
    const AgentId left = spawn(soldier, us, {5.0f, 2.0f}), right = spawn(soldier, us, {15.0f, 2.0f});
    const AgentId swimmer = spawn(ghost, them, {11.0f, 2.0f});
    step(3);
    EXPECT_EQ(target(left), swimmer);
    EXPECT_EQ(target(right), swimmer);
    const Vec2 ashore = {13.0f, 2.0f};
    must(world.set_host_poses({&swimmer, 1}, {&ashore, 1}));
    step();
    EXPECT_FALSE(target(left));
    EXPECT_EQ(target(right), swimmer);
}

TEST_F(OnGround, SightEndsAtWalls) {
    prepare(map_of("...........\n"
                   ".....@.....\n"
                   ".....@.....\n"
                   "...........\n"));
    ArchetypeDef boss = boss_archetype();
    boss.name = "boss";
    boss.body.health = unlimited_health;
    boss.perception.needs_line_of_sight = true;
    boss.perception.fov = 6.2f;
    boss.perception.scan_interval = dt;
    boss.body.walk_speed = boss.body.run_speed = 0.0f;
    boss.body.turn_rate = 1e-3f;
    const AgentId mine = spawn(add(boss), us, {4.0f, 0.5f});
    const AgentId hidden = spawn(stone, them, {6.5f, 2.5f});
    step(3);
    EXPECT_FALSE(target(mine));
    EXPECT_TRUE(world.sight_questions().empty());
    EXPECT_EQ(world.answer_sight(mine, hidden, true), Error::unknown) << "the ground knows better, so it does not ask";
    step();
    EXPECT_FALSE(target(mine));
    const AgentId seen = spawn(stone, them, {10.0f, 0.5f});
    step(2);
    EXPECT_EQ(target(mine), seen) << "though the other is nearer";
    EXPECT_TRUE(world.sight_questions().empty());
}

// ---- Walls ----------------------------------------------------------------------------------------------------------

TEST_F(OnGround, AFighterGoesRoundAWallToStrike) {
    prepare(map_of("...........\n"
                   ".....@.....\n"
                   ".....@.....\n"
                   ".....@.....\n"
                   ".....@.....\n"));
    ArchetypeDef def = boss_archetype();
    def.name = "swordsman";
    def.perception.targeting = Targeting::self;
    def.attacks = {{.name = "sword", .range = {0.0f, 2.0f}}};
    for (const bool managed : {false, true}) {
        def.engagement.managed = managed;
        def.name += "!";
        const AgentId fighter = spawn(add(def), us, {4.4f, 0.7f});
        const AgentId hero = spawn(stone, them, {6.6f, 0.7f});
        uint64_t attacks = 0, hits = 0;
        for (int i = 0; i < 600; ++i) {
            step();
            attacks += world.events().attacks.size();
            hits += world.events().hits.size();
            const Vec2 here = *world.position(fighter);
            EXPECT_TRUE(attacks == 0 || here.x > 5.0f || here.y > 3.5f) << "it struck through the wall";
        }
        EXPECT_GT(attacks, 2u) << managed;
        EXPECT_GT(hits, 2u) << managed;
        must(world.despawn(fighter));
        must(world.despawn(hero));
        step();
    }
}

// ---- Slots ----------------------------------------------------------------------------------------------------------

TEST_F(OnGround, SlotsOnBlockedGroundAreClosed) {
    prepare(map_of("............\n"
                   "............\n"
                   "............\n"
                   "............\n"
                   "@@@@@@@@@@@@\n"
                   "............\n"
                   "............\n"));
    // Slots 5 to 7 are beyond the wall, or in it.
    const AgentId hero = spawn(stone, them, {6.0f, 4.0f});
    std::vector<AgentId> men;
    for (int i = 0; i < 8; ++i) men.push_back(spawn(soldier, us, {2.0f + static_cast<float>(i), 6.5f}));
    step(2);
    EXPECT_EQ(closed(hero), (std::vector<int>{5, 6, 7}));
    int held = 0;
    for (const AgentId man : men) {
        const int16_t slot = world.slots()[row(man)];
        held += slot >= 0;
        EXPECT_TRUE(slot < 5);
    }
    EXPECT_EQ(held, 5);
    // Slots that the host closes are closed in addition. Blocked slots stay closed when the host opens all.
    const int slots[] = {1, 6};
    must(world.set_closed_slots(hero, slots));
    step();
    EXPECT_EQ(closed(hero), (std::vector<int>{1, 5, 6, 7}));
    must(world.set_closed_slots(hero, {}));
    step();
    EXPECT_EQ(closed(hero), (std::vector<int>{5, 6, 7}));
    // After a long move of the target other slots are blocked; a small step changes nothing.
    must(world.teleport(hero, {6.0f, 4.2f}));
    step();
    EXPECT_EQ(closed(hero), (std::vector<int>{5, 6, 7}));
    must(world.set_closed_slots(hero, slots));
    must(world.teleport(hero, {10.5f, 4.2f}));
    step();
    EXPECT_EQ(closed(hero), (std::vector<int>{0, 1, 5, 6, 7})); // the map ends there
    for (const AgentId man : men) {
        const int16_t slot = world.slots()[row(man)];
        EXPECT_TRUE(slot == -1 || slot == 2 || slot == 3 || slot == 4);
    }
    EXPECT_EQ(check_invariants(world), "");
}

TEST_F(OnGround, RoundATargetOffTheGroundWalkableSlotsAreOpen) {
    prepare(banks());
    const AgentId swimmer = spawn(ghost, them, {11.0f, 2.0f});
    spawn(soldier, us, {5.0f, 2.0f});
    step(2);
    EXPECT_EQ(closed(swimmer), (std::vector<int>{2, 6})); // points 2.5 m to the north and south lie off the map
}

TEST_F(OnGround, AReloadRecomputesBlockedSlots) {
    prepare(map_of("............\n"
                   "............\n"
                   "............\n"
                   "............\n"
                   "@@@@@@@@@@@@\n"));
    const AgentId hero = spawn(stone, them, {6.0f, 2.2f});
    spawn(soldier, us, {2.0f, 3.5f});
    step(2);
    EXPECT_EQ(closed(hero), (std::vector<int>{5, 6, 7}));
    ArchetypeDef def = world.archetype(stone);
    def.circle.approach_radius = 1.1f;
    def.circle.attack_radius = 1.0f;
    ASSERT_EQ(world.reload({&def, 1}), Error::ok) << world.error_text();
    step();
    EXPECT_EQ(closed(hero), (std::vector<int>{}));
}

// ---- Snapshots ------------------------------------------------------------------------------------------------------

/// A plane that identifies itself by its number.
struct NumberedPlane final : test::Plane {
    explicit NumberedPlane(int given) : number(given) {}
    bool write(std::vector<std::byte>* out) const override {
        out->push_back(static_cast<std::byte>(number));
        return true;
    }
    int number;
};

std::shared_ptr<const GridMap> random_map(uint32_t seed) {
    std::mt19937 random(seed);
    return std::make_shared<GridMap>(test::walled_map(random, 70, 70, 20, 2.0f, {-5.0f, -5.0f}));
}

TEST(Ground, ASnapshotIsRestoredOnlyOnTheSameGround) {
    World world = World::create({.threads = 1}).value();
    ASSERT_EQ(world.set_ground(random_map(2)), Error::ok);
    test::fill_brawl(world, 300);
    for (int i = 0; i < 60; ++i) must(world.step(dt));
    std::vector<std::byte> saved;
    ASSERT_EQ(world.save(&saved), Error::ok);
    for (int i = 0; i < 60; ++i) must(world.step(dt));
    const auto restored = [&](std::shared_ptr<const Ground> ground) {
        World other = World::create({.threads = 2}).value();
        EXPECT_EQ(other.set_ground(std::move(ground)), Error::ok);
        test::fill_brawl(other, 40);
        if (other.restore(saved) != Error::ok) return other.error_text();
        for (int i = 0; i < 60; ++i) must(other.step(dt));
        return std::to_string(other.state_hash());
    };
    EXPECT_EQ(restored(random_map(2)), std::to_string(world.state_hash()));
    EXPECT_EQ(restored(nullptr), "snapshot: of another world: ground: given one, this world has none");
    EXPECT_EQ(restored(random_map(3)), "snapshot: of another world: ground: given one, this world has another");
    EXPECT_EQ(restored(std::make_shared<test::Plane>()),
              "snapshot: of another world: ground: given one, this world has another");
    World open = World::create({.threads = 1}).value();
    test::fill_brawl(open, 10);
    must(open.step(dt));
    must(open.save(&saved));
    EXPECT_EQ(restored(random_map(2)), "snapshot: of another world: ground: given none, this world has one");
}

TEST(Ground, GroundIsPartOfTheCommandLogAndIsReplayed) {
    World world = World::create({.threads = 1}).value();
    World own = World::create({.threads = 1}).value();
    World dumb = World::create({.threads = 1}).value();
    test::Heard early, late;
    ASSERT_EQ(add_command_listener(world, early), Error::ok);
    const auto map = random_map(2);
    ASSERT_EQ(world.set_ground(map), Error::ok);
    EXPECT_EQ(world.set_ground(std::make_shared<test::Plane>()), Error::unknown);
    EXPECT_EQ(world.error_text(),
              "ground: its class does not implement Ground::write, which listeners and recordings need");
    EXPECT_EQ(world.ground(), map.get());
    must(remove_command_listener(world, early));
    ASSERT_EQ(add_command_listener(world, late), Error::ok);
    for (const test::Heard* ear : {&early, &late}) {
        World again = World::create({.threads = 1}).value();
        for (const auto& call : ear->calls) ASSERT_EQ(replay_command(again, call), Error::ok) << again.error_text();
        ASSERT_NE(again.ground(), nullptr);
        std::vector<std::byte> written, truth;
        again.ground()->write(&written);
        map->write(&truth);
        EXPECT_TRUE(written == truth);
    }
    // The host has to set a ground that the library cannot read.
    test::Heard ear;
    ASSERT_EQ(own.set_ground(std::make_shared<NumberedPlane>(3)), Error::ok);
    ASSERT_EQ(add_command_listener(own, ear), Error::ok);
    World empty = World::create({.threads = 1}).value();
    EXPECT_EQ(replay_command(empty, ear.calls[0]), Error::ok);
    EXPECT_EQ(replay_command(empty, ear.calls[1]), Error::unknown);
    EXPECT_EQ(empty.error_text(),
              "ground: of a kind that WorldDef::read_ground does not know, or damaged; allowed: a grid "
              "map, a navmesh with fray_navmesh's reader, or the same ground, set before");
    ASSERT_EQ(empty.set_ground(std::make_shared<NumberedPlane>(4)), Error::ok);
    EXPECT_EQ(replay_command(empty, ear.calls[1]), Error::unknown);
    ASSERT_EQ(empty.set_ground(std::make_shared<NumberedPlane>(3)), Error::ok);
    EXPECT_EQ(replay_command(empty, ear.calls[1]), Error::ok);
    ASSERT_EQ(dumb.set_ground(std::make_shared<test::Plane>()), Error::ok);
    EXPECT_EQ(add_command_listener(dumb, ear), Error::unknown);
    EXPECT_EQ(dumb.set_ground(nullptr), Error::ok);
    EXPECT_EQ(add_command_listener(dumb, ear), Error::ok);
}

// ---- Everything together --------------------------------------------------------------------------------------------

TEST(Ground, ThreadsAndStorageDecideNothing) {
    std::vector<uint64_t> truth;
    for (const bool other : {false, true}) {
        WorldDef def{.threads = other ? 2 : 1};
        if (other) def.debug = {.shuffle_storage = 5, .shuffle_chunks = 6, .chunk_size = 37};
        if (other) def.tree_interval = 3;
        World world = World::create(def).value();
        ASSERT_EQ(world.set_ground(random_map(1)), Error::ok);
        test::fill_brawl(world, 600);
        std::vector<uint64_t> hashes;
        uint32_t moved = 0;
        for (int frame = 0; frame < 150; ++frame) {
            ASSERT_EQ(world.step(dt), Error::ok);
            moved += world.counters().moved_to_ground;
            hashes.push_back(world.state_hash());
        }
        EXPECT_GT(moved, 0u);
        if (other)
            EXPECT_TRUE(hashes == truth);
        else
            truth = hashes;
    }
}

TEST(Ground, NoAgentHasATargetOnAnotherIsland) {
    World world = World::create({.threads = 2}).value();
    const auto map = random_map(3);
    ASSERT_EQ(world.set_ground(map), Error::ok);
    test::fill_melee(world, 800, true);
    int pairs = 0;
    for (int frame = 0; frame < 120; ++frame) {
        std::vector<Vec2> at(static_cast<size_t>(world.spawn_count()));
        for (size_t row = 0; row < world.agent_count(); ++row)
            at[static_cast<size_t>(world.serials()[row])] = world.positions()[row];
        ASSERT_EQ(world.step(dt), Error::ok);
        if (frame == 0) continue;
        for (const TargetEvent& event : world.events().targets) {
            if (event.target.serial == no_serial) continue;
            const uint32_t mine = map->island(at[static_cast<size_t>(event.agent.serial)]);
            const uint32_t its = map->island(at[static_cast<size_t>(event.target.serial)]);
            EXPECT_TRUE(mine == its || mine == Ground::no_island || its == Ground::no_island);
            pairs += mine == its && mine != Ground::no_island;
        }
        EXPECT_EQ(check_invariants(world), "");
    }
    EXPECT_GT(pairs, 20);
}

// ---- Motion ---------------------------------------------------------------------------------------------------------

/// A random map with ground and walls, and two crowds on it.
class Wanderers {
public:
    explicit Wanderers(uint32_t seed) : random_(seed) {
        const int side = 30 + static_cast<int>(random_() % 40);
        std::vector<uint8_t> cells(static_cast<size_t>(side * side), 1);
        const unsigned walls = 5 + static_cast<unsigned>(random_() % 40);
        for (size_t i = 0; i < cells.size(); ++i) {
            if (random_() % 1000 >= walls) continue;
            const size_t step = random_() % 2 == 0 ? 1 : static_cast<size_t>(side);
            for (size_t k = 0, n = 2 + random_() % 10; k < n && i + k * step < cells.size(); ++k)
                cells[i + k * step] = 0;
        }
        cells[0] = 1;
        map_ = std::make_shared<GridMap>(GridMap::create(side, side, cells, 1.5f, Vec2{-20.0f, 5.0f}).value());
        EXPECT_EQ(world_.set_ground(map_), Error::ok);
        for (ArchetypeDef def : test::melee_archetypes()) {
            def.body.health = unlimited_health;
            def.perception.alert_radius = 300.0f;
            def.circle.approach_radius = 2.5f;
            def.circle.attack_radius = 1.5f;
            must(world_.add_archetype(def));
        }
        must(world_.add_team("red"));
        must(world_.add_team("blue"));
        for (int i = 0; i < 60; ++i)
            EXPECT_EQ(world_.spawn({.archetype = static_cast<ArchetypeIndex>(i % 4),
                                    .team = static_cast<TeamIndex>(i % 2),
                                    .position = somewhere()}),
                      Error::ok);
        must(world_.step(dt));
        for (size_t row = 0; row < world_.agent_count(); ++row) {
            islands_.resize(world_.agent_count());
            islands_[static_cast<size_t>(world_.serials()[row])] = map_->island(world_.positions()[row]);
        }
        met_.resize(world_.agent_count(), false);
    }

    /// Makes a step and checks what must hold after it.
    void step() {
        ASSERT_EQ(world_.step(1.0 / 32.0), Error::ok);
        ASSERT_EQ(check_invariants(world_), "");
        for (size_t row = 0; row < world_.agent_count(); ++row) {
            const auto serial = static_cast<size_t>(world_.serials()[row]);
            ASSERT_EQ(map_->island(world_.positions()[row]), islands_[serial])
                << "agent " << serial << " in frame " << world_.frame() << " at " << world_.positions()[row].x << ", "
                << world_.positions()[row].y;
            if (world_.targets()[row] && world_.bands()[row] <= 1) met_[serial] = true;
        }
    }

    /// Whether an enemy of the agent is on the same island.
    bool has_foes(size_t serial) const {
        for (size_t other = serial % 2 == 0 ? 1 : 0; other < islands_.size(); other += 2)
            if (islands_[other] == islands_[serial]) return true;
        return false;
    }
    bool has_met(size_t serial) const { return met_[serial]; } ///< whether an enemy has been within 5 m of the agent
    size_t count() const { return met_.size(); }

private:
    Vec2 somewhere() {
        std::uniform_real_distribution<float> x(map_->low().x, map_->high().x), y(map_->low().y, map_->high().y);
        return {x(random_), y(random_)};
    }

    std::mt19937 random_;
    World world_ = World::create({.threads = 2}).value();
    std::shared_ptr<const GridMap> map_;
    std::vector<uint32_t> islands_;
    std::vector<bool> met_;
};

constexpr uint32_t wandered_maps = test::repetitions(12u, 4u, 2u), hunted_maps = test::repetitions(12u, 3u, 1u);

TEST(Ground, NoAgentLeavesItAndEveryAgentThatCanReachAnEnemyDoes) {
    for (uint32_t seed = 1; seed <= wandered_maps; ++seed) {
        const bool hunted = seed <= hunted_maps;
        Wanderers wanderers(seed);
        for (int frame = 0; frame < (hunted ? 32 * 90 : 600); ++frame) {
            wanderers.step();
            if (HasFatalFailure()) FAIL() << "map " << seed;
        }
        if (!hunted) continue;
        int late = 0, foes = 0;
        for (size_t serial = 0; serial < wanderers.count(); ++serial) {
            foes += wanderers.has_foes(serial);
            late += wanderers.has_foes(serial) && !wanderers.has_met(serial);
        }
        EXPECT_GT(foes, 20) << "map " << seed;
        EXPECT_EQ(late, 0) << "map " << seed << ": of " << foes;
    }
}

} // namespace
} // namespace fray
