// Two halls with a door between them, for tests of obstacles on any kind of ground; and a battle in them in which the
// door and other obstacles come and go.
#pragma once

#include "must.h"

#include "fray/world.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace fray::test {

struct Halls : testing::Test {
    static constexpr double dt = 1.0 / 60.0;

    World world = World::create({.threads = 1}).value();
    ArchetypeIndex walker = 0, soldier = 0;
    std::vector<ObstacleId> placed;

    /// `closed`: what closes the door between the halls.
    explicit Halls(const Obstacle& closed) : door_(closed) {}

    void prepare(World& w, std::shared_ptr<const Ground> ground) {
        must(w.set_ground(std::move(ground)));
        ArchetypeDef def;
        def.name = "walker";
        def.autonomous = false;
        def.body.health = unlimited_health;
        def.circle.approach_radius = 2.0f;
        must(w.add_archetype(def, &walker));
        def.name = "soldier";
        def.autonomous = true;
        AttackDef swing;
        swing.name = "swing";
        def.attacks = {swing};
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

private:
    Obstacle door_;
};

} // namespace fray::test
