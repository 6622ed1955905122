// A world in which anything may happen at any time, by a seed: columns, teams, archetypes and states are added between
// spawns, steps, rollbacks and snapshots.
#pragma once

#include "melee.h"
#include "saving/bytes_of.h"

#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace fray::test {

inline StateDef state_of(const char* name) {
    return {.name = name, .decide = [](void*, const StateBatch&, StateWriter&) {}};
}

inline ArchetypeDef archetype_of(const std::string& name) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.name = name;
    return def;
}

inline std::shared_ptr<const Ground> ground_of(int side) {
    const float low = -0.5f * static_cast<float>(side);
    return std::make_shared<const GridMap>(
        GridMap::create(side, side, std::vector<uint8_t>(static_cast<size_t>(side * side), 1), 1.0f, Vec2{low, low})
            .value());
}

/// Random operations in random order. None of them may harm the world.
class Life {
public:
    static constexpr double dt = 1.0 / 60.0;

    /// `communicator`: of the ranks that step the world; null: this process alone.
    explicit Life(unsigned seed, Communicator* communicator = nullptr)
        : random_(seed), world_(World::create({.communicator = communicator,
                                               .threads = 1 + static_cast<int>(seed % 2),
                                               .debug = {.chunk_size = communicator == nullptr ? 0u : 8u}})
                                    .value()) {
        if (seed % 3 == 0) {
            EXPECT_EQ(world_.set_ground(ground_of(64)), Error::ok);
        }
        must(world_.add_team("red"));
        must(world_.add_team("blue"));
        must(world_.add_archetype(archetype_of("first")));
        for (int frames : {4, 16}) rollbacks_.push_back(Rollback::create(world_, frames).value());
    }
    void live(int deeds) {
        for (int i = 0; i < deeds; ++i) {
            act();
            ASSERT_EQ(check_invariants(world_), "");
        }
        EXPECT_GT(restored_, 0);
        EXPECT_GT(refused_, 0);
    }

    World& world() { return world_; }

private:
    void steps(int count) {
        for (int i = 0; i < count; ++i) ASSERT_EQ(world_.step(dt), Error::ok) << world_.error_text();
    }
    unsigned dice(size_t sides) { return static_cast<unsigned>(random_() % sides); }
    Vec2 point() { return {static_cast<float>(dice(48)) - 24.0f, static_cast<float>(dice(48)) - 24.0f}; }

    void act() {
        switch (dice(16)) {
        case 0: // rarely: no older image or snapshot can be restored after it
            if (dice(3) == 0) add();
            break;
        case 1:
        case 2: EXPECT_EQ(rollbacks_[dice(2)].save(), Error::ok); break;
        case 3:
        case 4: restore([&] { return rollbacks_[dice(2)].restore(world_.frame() - dice(12)); }); break;
        case 5:
            if (snapshots_.size() > 4) snapshots_.erase(snapshots_.begin());
            snapshots_.push_back(bytes_of(world_));
            break;
        case 6:
            if (!snapshots_.empty()) restore([&] { return world_.restore(snapshots_[dice(snapshots_.size())]); });
            break;
        case 7:
        case 8:
        case 9: spawn(); break;
        case 10: reload(); break;
        case 11: join(); break;
        default: steps(1 + static_cast<int>(dice(6)));
        }
    }
    void add() {
        const std::string name = "n" + std::to_string(++names_);
        switch (dice(5)) {
        case 0: EXPECT_EQ(world_.add_column<uint8_t>(name, 3, nullptr), Error::ok); break;
        case 1: EXPECT_EQ(world_.add_team(name), Error::ok); break;
        case 2: {
            ArchetypeDef def = archetype_of(name);
            def.engagement.managed = dice(2) != 0;
            def.boss.reacts = true;
            EXPECT_EQ(world_.add_archetype(def), Error::ok);
            break;
        }
        case 3: EXPECT_EQ(world_.add_state(state_of(name.c_str())), Error::ok); break;
        default: EXPECT_EQ((world_.add_column<std::array<float, 6>>(name, {}, nullptr)), Error::ok);
        }
    }
    void spawn() {
        if (dice(4) == 0)
            must(world_.add_squad(static_cast<TeamIndex>(dice(2)),
                                  {.follow_distance = 2.0f, .control = static_cast<SquadControl>(dice(3))}, &squad_));
        for (unsigned i = 0; i < 6; ++i) {
            SpawnDef def{.archetype = static_cast<ArchetypeIndex>(dice(world_.archetype_count())),
                         .team = static_cast<TeamIndex>(dice(world_.team_count())),
                         .position = point()};
            if (squad_ && dice(3) == 0) def.squad = squad_;
            const Error answer = world_.spawn(def);
            // Refused if the squad is of another team, or gone after a restore.
            EXPECT_TRUE(answer == Error::ok || answer == Error::wrong_squad || answer == Error::unknown)
                << world_.error_text();
        }
    }
    void reload() {
        std::vector<ArchetypeDef> defs;
        for (size_t i = 0; i < world_.archetype_count(); ++i)
            defs.push_back(world_.archetype(static_cast<ArchetypeIndex>(i)));
        defs[dice(defs.size())].circle.slots = 3 + static_cast<int>(dice(9));
        MonsterDef monster;
        monster.name = "m" + std::to_string(dice(6));
        monster.states = {{.name = "idle"}};
        EXPECT_EQ(world_.reload(defs, std::span(&monster, 1)), Error::ok) << world_.error_text();
    }
    void join() {
        if (world_.spawn_count() == 0 || !squad_) return;
        const auto agent = world_.find(static_cast<Serial>(dice(static_cast<size_t>(world_.spawn_count()))));
        if (!agent) return;
        const Error answer = world_.join(*agent, squad_);
        EXPECT_TRUE(answer == Error::ok || answer == Error::unknown) << world_.error_text(); // gone after a restore
    }
    void restore(const std::function<Error()>& go_back) {
        const std::vector<std::byte> before = bytes_of(world_);
        const Error answer = go_back();
        if (answer == Error::ok) {
            ++restored_;
        } else {
            EXPECT_TRUE(answer == Error::unknown || answer == Error::bad_snapshot) << to_string(answer);
            ++refused_;
            EXPECT_EQ(bytes_of(world_), before);
        }
        steps(1);
    }

    std::mt19937 random_;
    World world_;
    std::vector<Rollback> rollbacks_;
    std::vector<std::vector<std::byte>> snapshots_;
    SquadId squad_;
    int names_ = 0, restored_ = 0, refused_ = 0;
};

} // namespace fray::test
