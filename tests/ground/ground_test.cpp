// A world with ground: where agents may not stand, snapshots and recordings, and motion. The reference model checks its
// rules.
#include "brawl.h"

#include "fray/spatial/grid_map.h"
#include "ground/plane.h"
#include "repetitions.h"
#include "saving/bytes_of.h"
#include "spatial/parsed_map.h"
#include "spatial/random_maps.h"

#include <gtest/gtest.h>

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
    enum : ArchetypeIndex { soldier, ghost };

    World world = World::create({.threads = 1}).value();

    void prepare(std::shared_ptr<const Ground> ground) {
        ASSERT_EQ(world.set_ground(ground), Error::ok);
        ArchetypeDef def{.name = "soldier"};
        def.body.walk_speed = def.body.run_speed = 0.0f;
        must(world.add_archetype(def));
        def.name = "ghost";
        def.body.motion = MotionType::host;
        must(world.add_archetype(def));
        must(world.add_team("us"));
    }
    AgentId spawn(ArchetypeIndex archetype, Vec2 at) {
        AgentId id;
        EXPECT_EQ(world.spawn({.archetype = archetype, .position = at}, &id), Error::ok) << world.error_text();
        return id;
    }
    Vec2 position(AgentId id) { return *world.position(id); }
    void step() { ASSERT_EQ(world.step(dt), Error::ok); }
};

// ---- Positions ------------------------------------------------------------------------------------------------------

TEST_F(OnGround, GroundIsSetBeforeTheFirstAgent) {
    EXPECT_EQ(world.ground(), nullptr);
    prepare(banks());
    EXPECT_NE(world.ground(), nullptr);
    spawn(soldier, {1.0f, 1.0f});
    EXPECT_EQ(world.set_ground(banks()), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "ground: set while there are agents or waiting commands; allowed: without");
    step();
    EXPECT_EQ(world.set_ground(nullptr), Error::out_of_range);
}

TEST_F(OnGround, AnAgentSpawnedInTheRiverIsMovedToItsBank) {
    prepare(banks());
    const AgentId dry = spawn(soldier, {9.5f, 2.0f}), wet = spawn(soldier, {10.25f, 2.0f});
    const AgentId far = spawn(soldier, {300.0f, 2.0f}), host = spawn(ghost, {11.0f, 2.0f});
    step();
    EXPECT_EQ(world.counters().moved_to_ground, 2u);
    EXPECT_EQ(position(dry), (Vec2{9.5f, 2.0f}));
    EXPECT_NEAR(position(wet).x, 10.0f, 0.05f);
    EXPECT_LT(position(wet).x, 10.0f);
    EXPECT_NEAR(position(far).x, 22.0f, 0.05f);
    EXPECT_EQ(position(host), (Vec2{11.0f, 2.0f})) << "the host may place its agents anywhere";
    EXPECT_EQ(world.teleport(dry, {11.75f, 1.5f}), Error::ok);
    EXPECT_EQ(world.teleport(wet, {12.5f, 1.5f}, {0.0f, 1.0f}), Error::ok);
    const AgentId late = spawn(soldier, {5.0f, 3.0f});
    EXPECT_EQ(world.teleport(late, {-3.0f, 3.0f}), Error::ok) << "of an agent that is about to be spawned";
    step();
    EXPECT_EQ(world.counters().moved_to_ground, 2u);
    EXPECT_NEAR(position(dry).x, 12.0f, 0.05f);
    EXPECT_EQ(position(wet), (Vec2{12.5f, 1.5f}));
    EXPECT_NEAR(position(late).x, 0.0f, 0.05f);
    step();
    EXPECT_EQ(world.counters().moved_to_ground, 0u);
}

TEST_F(OnGround, AWorldWithoutWalkableGroundRefusesASpawn) {
    prepare(map_of("..\n..\n", 1.0f, {world_extent + 100.0f, 0.0f})); // all of the map lies outside the world
    AgentId id;
    EXPECT_EQ(world.spawn({.archetype = soldier, .position = {1.0f, 2.0f}}, &id), Error::off_ground);
    EXPECT_EQ(world.error_text(),
              "spawn: position: given (1, 2), which is off the ground, as is every point within reach");
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
