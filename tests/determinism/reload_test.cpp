// Determinism with archetypes and monsters that are replaced while the battle runs.
#include "brawl.h"
#include "golden_hashes.h"
#include "repetitions.h"
#include "thread_limit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace fray {
namespace {

constexpr int frames = 360;
constexpr int agents = 300;
constexpr double dt = 1.0 / 64.0;

/// Soldiers without stagger, reactions or monsters: all of these come with reloads.
void prepare(World& world) {
    for (const ArchetypeDef& def : test::melee_archetypes()) must(world.add_archetype(def));
    must(world.add_team("red"));
    must(world.add_team("blue"));
}

void fill(World& world) {
    prepare(world);
    for (int i = 0; i < agents; ++i) {
        SpawnDef def;
        def.archetype = static_cast<ArchetypeIndex>(i % 4);
        def.team = static_cast<TeamIndex>(i / 5 % 2);
        def.position = {static_cast<float>(i % 20) * 1.5f, static_cast<float>(i / 20) * 1.5f};
        must(world.spawn(def));
    }
}

/// The reload before each frame.
void reload(World& world, int frame) {
    std::vector<ArchetypeDef> defs = test::melee_archetypes();
    MonsterDef monster = test::brawl_monster();
    monster.states[0].on_enter.push_back({ConditionDef::Operator::equals, 0.0, "rage", 1.0});
    monster.states[0].on_enter.push_back({ConditionDef::Operator::equals, 0.0, "call"});
    monster.acts[3].summons = {{defs[0].name, "", 2, true}};
    monster.acts[1].cooldowns = {{defs[2].attacks[0].name, 0.5}};
    monster.acts[4].attacks = {defs[2].attacks[0].name};
    switch (frame) {
    case 40: // stagger and reactions begin
        for (ArchetypeDef& def : defs) def.poise.stagger_time = 0.25;
        defs[1].boss.reacts = defs[3].boss.timed = true;
        defs[1].boss.heal.health_threshold = 0.9f;
        break;
    case 90: // other attacks, other circles
        defs[0].attacks[0].name = "another";
        defs[1].attacks.push_back(defs[1].attacks[0]);
        defs[1].attacks.back().name = "more";
        for (ArchetypeDef& def : defs) def.circle.slots = 6, def.circle.grid_capacity = 5;
        break;
    case 130: // monsters begin, for agents spawned from now on
        defs[2].monster = "ogre";
        break;
    case 200: // monsters change
    case 250: // nothing changes
        defs[2].monster = "ogre";
        defs[2].attacks[0].damage = 2.0f;
        monster.states[0].name = "state_7";
        monster.acts[2].state = "state_7";
        break;
    case 300: // the first definitions again
        break;
    default: return;
    }
    const bool monsters = frame >= 130;
    const Error error = world.reload(defs, {&monster, monsters ? size_t{1} : size_t{0}});
    ASSERT_EQ(error, Error::ok) << frame << ": " << world.error_text();
}

void step(World& world, int frame) {
    if (frame >= 130 && frame % 40 == 0) { // followers of the monster
        SpawnDef def;
        def.archetype = 2;
        def.team = static_cast<TeamIndex>(frame / 40 % 2);
        def.position = {10.0f, 10.0f};
        must(world.spawn(def));
    }
    ASSERT_EQ(world.step(dt), Error::ok);
}

struct Seen {
    std::vector<uint64_t> hashes;
    std::vector<uint32_t> events = std::vector<uint32_t>(event_type_count); ///< counts by type
    std::vector<std::pair<int, int>> reloads; ///< number of changed archetypes and monsters
};

Seen run(WorldDef def) {
    World world = World::create(def).value();
    fill(world);
    Seen seen;
    for (int frame = 0; frame < frames; ++frame) {
        reload(world, frame);
        step(world, frame);
        EXPECT_EQ(check_invariants(world), "");
        seen.hashes.push_back(world.state_hash());
        for (const EventRef& event : world.events().order) ++seen.events[static_cast<size_t>(event.type)];
        for (const ReloadEvent& event : world.events().reloads)
            seen.reloads.emplace_back(event.archetypes, event.monsters);
    }
    return seen;
}

const Seen& truth() { return test::run_serially<run>(); }

TEST(ReloadDeterminism, TheBattleUsesEveryRule) {
    for (const EventType type : {EventType::stagger, EventType::react, EventType::act, EventType::summon,
                                 EventType::buff, EventType::token, EventType::withdraw})
        EXPECT_GT(truth().events[static_cast<size_t>(type)], 1u) << to_string(type);
    const std::vector<std::pair<int, int>> reloads = {{4, 0}, {4, 0}, {4, 1}, {1, 1}, {0, 0}, {1, 1}};
    EXPECT_EQ(truth().reloads, reloads);
}

TEST(ReloadDeterminism, ThreadsStorageChunksAndTrees) {
    const test::ThreadLimit allow(8);
    const WorldDef defs[] = {
#ifndef FRAY_BRIEF_TESTS
        {.tree_interval = 1024, .threads = 8},
#endif
        {.threads = 2, .debug = {.shuffle_storage = 9, .shuffle_chunks = 9, .chunk_size = 64}},
#ifndef FRAY_SLOW_BUILD
        {.threads = 8},
        {.tree_interval = 1024, .threads = 2},
#endif
    };
    for (size_t i = 0; i < std::size(defs); ++i) EXPECT_EQ(run(defs[i]).hashes, truth().hashes) << i;
}

/// A crowd walks through itself. Now and then some agents become as small or as large as others are, so that no size is
/// new or gone.
std::vector<uint64_t> hashes_of_sizes(uint64_t shuffle) {
    World world = World::create({.threads = 1, .debug = {.shuffle_storage = shuffle}}).value();
    std::vector<ArchetypeDef> defs(3);
    const float radii[] = {0.4f, 1.9f, 1.9f}, speeds[] = {1.5f, 1.5f, 6.0f};
    for (size_t i = 0; i < defs.size(); ++i) {
        defs[i].name = "size " + std::to_string(i);
        defs[i].autonomous = false;
        defs[i].body.radius = radii[i];
        defs[i].body.run_speed = defs[i].body.walk_speed = speeds[i];
        must(world.add_archetype(defs[i]));
    }
    must(world.add_team("walkers"));
    for (int i = 0; i < 90; ++i) {
        const Vec2 at = {static_cast<float>(i % 10) * 3.0f - 15.0f, static_cast<float>(i / 10) * 3.0f - 13.0f};
        AgentId agent;
        must(world.spawn({.archetype = static_cast<ArchetypeIndex>(i % 3), .position = at}, &agent));
        must(world.set_order(agent, {.kind = OrderKind::move, .point = at * -1.0f}));
    }
    std::vector<uint64_t> hashes;
    for (int frame = 0; frame < 120; ++frame) {
        if (frame % 15 == 14) {
            defs[1].body.radius = frame % 30 == 14 ? 0.4f : 1.9f;
            must(world.reload(defs));
        }
        must(world.step(dt));
        hashes.push_back(world.state_hash());
    }
    return hashes;
}

TEST(ReloadDeterminism, AgentsThatChangeTheirSizeWalkTheSameInAnyStorageOrder) {
    EXPECT_EQ(hashes_of_sizes(0), hashes_of_sizes(9));
}

TEST(ReloadDeterminism, GoldenHashes) {
    test::expect_golden(
        truth().hashes,
        {{45, 0xdad6f7f2baf7c43e}, {99, 0xbd5702ce4e919746}, {219, 0xdedc8bf21e01c1ab}, {359, 0x30a21649a7d6acd1}});
}

/// Restores every snapshot, the youngest first, over all reloads: the world becomes what it was.
TEST(ReloadDeterminism, SnapshotsReplaceArchetypesAndMonsters) {
    World world = World::create({.threads = 2}).value();
    fill(world);
    constexpr int every = test::repetitions(30, 30, 60);
    std::vector<std::vector<std::byte>> saved;
    for (int frame = 0; frame < frames; ++frame) {
        reload(world, frame); // a pending reload is part of the snapshot
        if (frame % every == 10) must(world.save(&saved.emplace_back()));
        step(world, frame);
    }
    World fresh = World::create({.threads = 1}).value();
    prepare(fresh);
    for (World* const into : {&world, &fresh})
        for (size_t i = saved.size(); i-- > 0;) {
            ASSERT_EQ(into->restore(saved[i]), Error::ok) << into->error_text();
            const int first = static_cast<int>(i) * every + 10;
            for (int frame = first; frame < std::min(first + 35, frames); ++frame) {
                if (frame != first) reload(*into, frame);
                step(*into, frame);
                ASSERT_EQ(into->state_hash(), truth().hashes[static_cast<size_t>(frame)]) << first << ", " << frame;
            }
        }
}

} // namespace
} // namespace fray
