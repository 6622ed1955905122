// Determinism of morale and relief: two lines of squads that fight, waver, run away and rally, in sight of a third
// squad's rear.
#include "fray/fray.h"
#include "golden_hashes.h"
#include "must.h"
#include "thread_limit.h"

#include <gtest/gtest.h>

#include <map>

namespace fray {
namespace {

constexpr int frames = 900;

ArchetypeDef soldier() {
    ArchetypeDef def;
    def.name = "soldier";
    def.body.health = 30.0f;
    def.perception.alert_radius = 60.0f;
    def.engagement.release_policy = ReleasePolicy::attack;
    def.engagement.relief_time = 1.5;
    def.attacks = {{.name = "sword", .weight = 3, .damage = 6.0f, .windup = 0.3, .duration = 0.6, .recovery = 0.3}};
    return def;
}

void add_squad(World& world, TeamIndex team, Vec2 at, Vec2 heading) {
    SquadDef def;
    def.morale = {.enabled = true,
                  .loss_penalty = 150.0f,
                  .recovery_rate = 4.0f,
                  .fear_rate = 3.0f,
                  .fear_radius = 8.0f,
                  .max_rallies = 3};
    SquadId squad;
    must(world.add_squad(team, def, &squad));
    for (int i = 0; i < 12; ++i) {
        const Vec2 place = at + Vec2{static_cast<float>(i % 4), -heading.y * static_cast<float>(i / 4)};
        must(world.spawn({.team = team, .squad = squad, .position = place, .heading = heading}));
    }
}

World battle(const WorldDef& def) {
    World world = World::create(def).value();
    must(world.add_archetype(soldier()));
    for (const char* team : {"south", "north"}) must(world.add_team(team));
    for (int i = 0; i < 12; ++i) {
        const float x = 5.0f * static_cast<float>(i);
        add_squad(world, 0, {x, -6.0f}, {0.0f, 1.0f});
        add_squad(world, 1, {x + 2.0f, 6.0f}, {0.0f, -1.0f});
    }
    return world;
}

struct Seen {
    std::vector<uint64_t> hashes;
    std::map<SquadMood, int> moods;
    int rallies = 0, reliefs = 0;
};

Seen run(WorldDef def) {
    World world = battle(def);
    Seen seen;
    for (int frame = 0; frame < frames; ++frame) {
        must(world.step(1.0 / 30.0));
        seen.hashes.push_back(world.state_hash());
        for (const MoraleEvent& event : world.events().morales) {
            ++seen.moods[event.to];
            seen.rallies += event.from == SquadMood::routing;
        }
        for (const UnslotEvent& event : world.events().unslots) seen.reliefs += event.cause == UnslotCause::relieved;
    }
    return seen;
}

const Seen& truth() { return test::run_serially<run>(); }

TEST(MoraleDeterminism, TheBattleUsesEveryRule) {
    Seen seen = truth();
    EXPECT_GE(seen.moods[SquadMood::wavering], 10);
    EXPECT_GE(seen.moods[SquadMood::routing], 10);
    EXPECT_GE(seen.rallies, 3);
    EXPECT_GE(seen.reliefs, 10);
}

TEST(MoraleDeterminism, ThreadsStorageAndChunks) {
    const test::ThreadLimit allow(8);
    const WorldDef defs[] = {
#ifndef FRAY_SLOW_BUILD
        {.threads = 2},
#endif
#ifndef FRAY_BRIEF_TESTS
        {.threads = 8},
#endif
        {.threads = 2, .debug = {.shuffle_storage = 9, .shuffle_chunks = 9, .chunk_size = 7}},
    };
    for (size_t i = 0; i < std::size(defs); ++i) EXPECT_EQ(run(defs[i]).hashes, truth().hashes) << i;
}

TEST(MoraleDeterminism, GoldenHashes) {
    test::expect_golden(
        truth().hashes,
        {{0, 0x4e8351066c348f75}, {299, 0x5c6dbde9dd03b616}, {599, 0x4ef472ca1327cecd}, {899, 0x31fbb389a990730d}});
}

} // namespace
} // namespace fray
