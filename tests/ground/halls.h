// Two halls with a door between them on any kind of ground; a battle in them in which the door and other obstacles come
// and go; and what holds for obstacles on every kind of ground.
#pragma once

#include "must.h"
#include "saving/bytes_of.h"
#include "spatial/parsed_map.h"

#include "fray/inspect.h"
#include "fray/rollback.h"
#include "fray/world.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace fray::test {

/// Two halls, and a door as wide as a cell between them at (10.5, 2.5) from the lowest corner.
inline GridMap two_halls(Vec2 low) {
    return parsed("..........@..........\n"
                  "..........@..........\n"
                  ".....................\n"
                  "..........@..........\n"
                  "..........@..........\n",
                  1.0f, low);
}

struct Halls : testing::Test {
    static constexpr double dt = 1.0 / 60.0;

    World world = World::create({.threads = 1}).value();
    ArchetypeIndex walker = 0, soldier = 0;
    std::vector<ObstacleId> placed;

    /// `closed`: what closes the door between the halls. `made` makes the halls with this lowest corner.
    Halls(const Obstacle& closed, std::shared_ptr<const Ground> (*made)(Vec2 low), GroundReader reader = nullptr)
        : door_(closed), made_(made), reader_(reader) {}
    void SetUp() override { prepare(world); }

    void prepare(World& w, Vec2 low = {}) {
        must(w.set_ground(made_(low)));
        ArchetypeDef def{.name = "walker", .autonomous = false};
        def.body.health = unlimited_health;
        def.circle.approach_radius = 2.0f;
        must(w.add_archetype(def, &walker));
        def.name = "soldier";
        def.autonomous = true;
        def.attacks = {{.name = "swing"}};
        must(w.add_archetype(def, &soldier));
        must(w.add_team("us"));
        must(w.add_team("them"));
    }
    AgentId spawn(Vec2 at, ArchetypeIndex archetype = 0, TeamIndex team = 0) {
        AgentId id;
        must(world.spawn({.archetype = archetype, .team = team, .position = at}, &id));
        return id;
    }
    void seconds(double time) {
        for (int i = 0; i < static_cast<int>(time / dt); ++i) must(world.step(dt));
    }
    void go(AgentId agent, Vec2 point) { must(world.set_order(agent, {.kind = OrderKind::move, .point = point})); }
    Vec2 position(AgentId agent) { return *world.position(agent); }
    ObstacleId set(const Obstacle& obstacle) {
        ObstacleId id;
        must(world.set_obstacle(obstacle, &id));
        return id;
    }

    // The battle.

    void fill(World& w) {
        for (int i = 0; i < 24; ++i)
            must(w.spawn({.archetype = soldier,
                          .team = static_cast<TeamIndex>(i % 2),
                          .position = {1.0f + static_cast<float>(i % 4) * 0.9f + (i % 2 == 0 ? 0.0f : 15.0f),
                                       0.5f + static_cast<float>(i % 5) * 0.9f}}));
    }
    void change(World& w, std::vector<ObstacleId>& ids, int frame) {
        if (frame % 40 == 10) must(w.set_obstacle(door_, &ids.emplace_back()));
        const float x = static_cast<float>(frame * 7 % 20), y = static_cast<float>(frame % 5);
        const Obstacle stone{.at = {x + 0.5f, y},
                             .half_extents = {0.6f, 0.4f},
                             .axis = {1.0f, static_cast<float>(frame % 3)},
                             .blocks = frame % 2 == 0 ? ObstacleBlocks::all : ObstacleBlocks::walking};
        if (frame % 15 == 3) must(w.set_obstacle(stone, &ids.emplace_back()));
        if (frame % 25 != 24 || ids.empty()) return;
        must(w.remove_obstacle(ids.front()));
        ids.erase(ids.begin());
    }
    void run(World& w, std::vector<ObstacleId>& ids, int first, int last) {
        for (int frame = first; frame < last; ++frame) {
            change(w, ids, frame);
            must(w.step(dt));
        }
    }
    /// Runs `world` and another, which has the same obstacles now, and compares their hashes.
    void expect_the_same(World& other, int first, int last) {
        std::vector<ObstacleId> others = placed;
        for (int frame = first; frame < last; ++frame) {
            run(world, placed, frame, frame + 1);
            run(other, others, frame, frame + 1);
            ASSERT_EQ(world.state_hash(), other.state_hash()) << frame;
        }
    }

    // What holds on every kind of ground.

    /// No agent gets as far as `end` (x) while the door is closed.
    void walkers_wait_at_a_closed_door(float end) {
        std::vector<AgentId> agents;
        for (const float y : {1.5f, 2.5f, 3.5f}) agents.push_back(spawn({2.5f, y}));
        const ObstacleId closed = set(door_);
        for (const AgentId agent : agents) go(agent, {18.0f, 2.5f});
        seconds(8.0);
        for (const AgentId agent : agents) EXPECT_LT(position(agent).x, end) << "the door is closed";
        must(world.remove_obstacle(closed));
        EXPECT_TRUE(world.obstacles().empty());
        seconds(12.0);
        for (const AgentId agent : agents) EXPECT_GT(position(agent).x, 15.0f) << "the door is open";
    }
    /// `half`: half of the width of what the closed door covers.
    void push_agents_aside_or_are_refused(float half) {
        const AgentId under = spawn({10.5f, 2.5f}), beside = spawn({8.5f, 2.5f});
        seconds(0.1);
        EXPECT_EQ(world.set_obstacle(door_, nullptr, OnObstacle::refuse), Error::off_ground);
        EXPECT_EQ(world.error_text(), "set_obstacle: agent 0 stands there");
        EXPECT_TRUE(world.ground()->walkable(position(under))) << "a refused obstacle is not there";
        set(door_);
        must(world.step(dt));
        EXPECT_TRUE(world.ground()->walkable(position(under)));
        EXPECT_NEAR(std::abs(position(under).x - 10.5f), half, 0.05f) << "the nearest place is beside the door";
        EXPECT_EQ(position(beside), (Vec2{8.5f, 2.5f}));
        EXPECT_EQ(world.counters().moved_to_ground, 1u);
    }
    void may_cover_the_whole_ground() {
        const AgentId agent = spawn({2.5f, 2.5f});
        must(world.step(dt));
        const ObstacleId everywhere = set({.at = {10.0f, 2.5f}, .half_extents = {50.0f, 50.0f}});
        must(world.step(dt));
        EXPECT_EQ(world.counters().moved_to_ground, 0u);
        seconds(1.0);
        EXPECT_EQ(position(agent), (Vec2{2.5f, 2.5f})) << "there is no other place";
        must(world.remove_obstacle(everywhere));
        go(agent, {6.0f, 2.5f});
        seconds(4.0);
        EXPECT_NEAR(position(agent).x, 6.0f, 0.5f);
    }
    void no_agent_leaves_the_ground() {
        fill(world);
        for (int frame = 0; frame < 600; ++frame) {
            run(world, placed, frame, frame + 1);
            ASSERT_EQ(check_invariants(world), "") << frame;
            for (const Vec2 at : world.positions()) ASSERT_TRUE(world.ground()->walkable(at)) << frame;
        }
    }
    void threads_and_storage_decide_nothing(int threads) {
        fill(world);
        World other = World::create({.tree_interval = 3, .threads = threads}).value();
        prepare(other);
        fill(other);
        expect_the_same(other, 0, 300);
    }
    void a_snapshot_holds_the_obstacles() {
        fill(world);
        run(world, placed, 0, 100);
        change(world, placed, 103); // and a change that waits for the next step
        std::vector<std::byte> snapshot;
        must(world.save(&snapshot));
        World other = World::create({.threads = 2}).value();
        prepare(other);
        ASSERT_EQ(other.restore(snapshot), Error::ok) << other.error_text();
        ASSERT_EQ(other.obstacles().size(), world.obstacles().size());
        expect_the_same(other, 104, 300);
    }
    void a_rollback_goes_back_across_changes() {
        fill(world);
        run(world, placed, 0, 60);
        Rollback rollback = Rollback::create(world, 100).value();
        std::vector<std::vector<ObstacleId>> ids;
        std::vector<uint64_t> hashes;
        for (int frame = 60; frame < 140; ++frame) {
            must(rollback.save());
            ids.push_back(placed);
            run(world, placed, frame, frame + 1);
            hashes.push_back(world.state_hash());
        }
        for (const int back : {120, 95, 61}) {
            ASSERT_EQ(rollback.restore(static_cast<uint64_t>(back)), Error::ok) << world.error_text();
            placed = ids[static_cast<size_t>(back - 60)];
            for (int frame = back; frame < 140; ++frame) {
                run(world, placed, frame, frame + 1);
                ASSERT_EQ(world.state_hash(), hashes[static_cast<size_t>(frame - 60)]) << frame;
            }
        }
    }
    void the_command_log_repeats_them() {
        Heard listener;
        fill(world);
        run(world, placed, 0, 50); // the listener begins with a world that has obstacles
        must(add_command_listener(world, listener));
        run(world, placed, 50, 200);
        must(remove_command_listener(world, listener));
        World other = World::create({.read_ground = reader_, .threads = 2}).value();
        for (const auto& command : listener.calls)
            ASSERT_EQ(replay_command(other, command), Error::ok) << other.error_text();
        EXPECT_EQ(other.state_hash(), world.state_hash());
        EXPECT_EQ(other.obstacles().size(), world.obstacles().size());
    }
    /// `end`: as with walkers at a closed door.
    void move_with_the_origin(float end) {
        const AgentId agent = spawn({2.5f, 2.5f});
        set(door_);
        must(world.step(dt));
        must(world.shift_origin({64.0f, -32.0f}, made_({64.0f, -32.0f})));
        ASSERT_EQ(world.obstacles().size(), 1u);
        EXPECT_EQ(world.obstacles()[0].obstacle.at, (Vec2{74.5f, -29.5f}));
        EXPECT_FALSE(world.ground()->walkable({74.5f, -29.5f}));
        go(agent, {82.0f, -29.5f});
        seconds(6.0);
        EXPECT_LT(position(agent).x, 64.0f + end);
        must(world.remove_obstacle(world.obstacles()[0].id));
        seconds(10.0);
        EXPECT_GT(position(agent).x, 80.0f);
    }

private:
    Obstacle door_;
    std::shared_ptr<const Ground> (*made_)(Vec2);
    GroundReader reader_;
};

} // namespace fray::test
