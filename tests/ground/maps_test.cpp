// Twenty thousand agents on maps of real games: no agent leaves the walkable ground, and every agent that can reach an
// enemy does. FRAY_MAPS names the folder of the maps (MovingAI's, which cannot be distributed here); without it the
// tests are skipped. With FRAY_LONG=1 a test runs until no agent has a reachable enemy left (minutes per map),
// otherwise only for the first seconds.
#include "fray/fray.h"
#include "fray/spatial/grid_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <set>

namespace fray {
namespace {

constexpr int agents = 20'000;

struct GameMap {
    const char* file;
    float cell; ///< m
};

void PrintTo(const GameMap& map, std::ostream* out) { *out << map.file; }

/// A single hit kills, so that every agent gets to fight.
ArchetypeDef soldier() {
    ArchetypeDef def{.name = "soldier"};
    def.body.health = 12.0f;
    def.perception.alert_radius = 4000.0f; // m; larger than the map, so that agents notice each other everywhere
    def.perception.scan_interval = 1.0;
    def.engagement.grid_weight = 3;
    def.circle.approach_radius = 3.0f;
    def.circle.attack_radius = 1.6f;
    def.attacks.emplace_back();
    def.attacks[0].name = "cut";
    def.attacks[0].weight = 2;
    def.attacks[0].damage = 12.0f;
    def.attacks[0].range = {0.0f, 2.5f};
    return def;
}

/// Spawns each agent on a random square metre of its own: red in the west, blue in the east.
void people(World& world, const GridMap& map) {
    std::vector<Vec2> places;
    const int pieces = std::max(1, static_cast<int>(map.cell_size()));
    const float piece = map.cell_size() / static_cast<float>(pieces);
    for (int line = 0; line < map.lines() * pieces; ++line)
        for (int column = 0; column < map.columns() * pieces; ++column)
            if (map.walkable(column / pieces, line / pieces))
                places.push_back({map.low().x + (static_cast<float>(column) + 0.5f) * piece,
                                  map.low().y + (static_cast<float>(line) + 0.5f) * piece});
    ASSERT_GE(places.size(), static_cast<size_t>(agents));
    std::mt19937 random(1);
    std::shuffle(places.begin(), places.end(), random);
    const float middle = 0.5f * (map.low().x + map.high().x);
    for (int i = 0; i < agents; ++i) {
        const Vec2 at = places[static_cast<size_t>(i)];
        ASSERT_EQ(world.spawn({.team = TeamIndex{at.x > middle}, .position = at}), Error::ok) << world.error_text();
    }
}

int off_the_ground(const World& world, const GridMap& map) {
    const auto positions = world.positions();
    return static_cast<int>(
        std::count_if(positions.begin(), positions.end(), [&](Vec2 p) { return !map.walkable(p); }));
}

/// Number of living agents with a living enemy on their island.
int with_enemies(const World& world, const GridMap& map) {
    std::array<std::multiset<uint32_t>, 2> islands;
    for (size_t row = 0; row < world.agent_count(); ++row)
        if (world.states()[row] != AgentState::dead)
            islands[world.teams()[row]].insert(map.island(world.positions()[row]));
    const auto there = [](const std::multiset<uint32_t>& these, const std::multiset<uint32_t>& those) {
        return std::count_if(these.begin(), these.end(), [&](uint32_t island) { return those.contains(island); });
    };
    return static_cast<int>(there(islands[0], islands[1]) + there(islands[1], islands[0]));
}

class Maps : public testing::TestWithParam<GameMap> {};

TEST_P(Maps, NoAgentLeavesTheGroundAndReachableEnemiesAreReached) {
    const char* const folder = std::getenv("FRAY_MAPS");
    if (folder == nullptr) GTEST_SKIP() << "FRAY_MAPS is not set: no maps";
    const std::string path = std::string(folder) + "/" + GetParam().file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "there is no " << path;
    const bool to_the_end = std::getenv("FRAY_LONG") != nullptr;
    const auto map = std::make_shared<const GridMap>(GridMap::load(path, GetParam().cell).value());
    World world = World::create({.event_mask = 0, .hashes = false}).value();
    ASSERT_EQ(world.set_ground(map), Error::ok);
    ASSERT_EQ(world.add_archetype(soldier()), Error::ok);
    for (const char* team : {"red", "blue"}) ASSERT_EQ(world.add_team(team), Error::ok);
    ASSERT_NO_FATAL_FAILURE(people(world, *map));

    int seconds = 0, left = agents;
    for (; left > 0 && seconds < (to_the_end ? 1200 : 8); ++seconds) {
        for (int frame = 0; frame < 60; ++frame) {
            ASSERT_EQ(world.step(1.0 / 60.0), Error::ok);
            if (frame % 10 != 0) continue;
            ASSERT_EQ(off_the_ground(world, *map), 0) << "after " << seconds << " s";
        }
        left = with_enemies(world, *map);
    }
    RecordProperty("seconds", seconds);
    RecordProperty("dead", static_cast<int>(world.counters().dead));
    if (to_the_end)
        EXPECT_EQ(left, 0) << "have enemies that they have not reached in " << seconds << " s";
    else
        EXPECT_GT(world.counters().dead, 100u);
}

INSTANTIATE_TEST_SUITE_P(Games, Maps,
                         testing::Values(GameMap{"den312d.map", 4.0f}, GameMap{"BigGameHunters.map", 1.0f},
                                         GameMap{"icecrown.map", 1.0f}, GameMap{"Boston_0_256.map", 1.0f}),
                         [](const auto& of) { return std::filesystem::path(of.param.file).stem().string(); });

} // namespace
} // namespace fray
