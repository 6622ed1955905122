// What exists in a world has a version: an image or a snapshot of another world is refused, names the difference, and
// leaves the world as it was.
#include "engine/frame_time.h"
#include "melee.h"

#include "fray/spatial/grid_map.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace fray {
namespace {

StateDef state_of(const char* name) {
    StateDef def;
    def.name = name;
    def.decide = [](void*, const StateBatch&, StateWriter&) {};
    return def;
}

ArchetypeDef archetype_of(const std::string& name) {
    ArchetypeDef def = test::melee_archetypes()[0];
    def.name = name;
    return def;
}

/// Something that comes to exist, and what a restore to before it has to say.
struct Addition {
    const char* name;
    std::function<void(World&)> add;
    const char* difference;
};

const Addition additions[] = {
    {"column", [](World& world) { EXPECT_EQ(world.add_column<int64_t>("loot", 7, nullptr), Error::ok); },
     "columns[0]: given none, this world has 'loot' of 8 bytes"},
    {"team", [](World& world) { EXPECT_EQ(world.add_team("green"), Error::ok); },
     "teams[2]: given none, this world has 'green'"},
    {"archetype", [](World& world) { EXPECT_EQ(world.add_archetype(archetype_of("giant")), Error::ok); },
     "archetypes[4]: given none, this world has 'giant' (staged)"},
    {"state", [](World& world) { EXPECT_EQ(world.add_state(state_of("dance")), Error::ok); },
     "states[0]: given none, this world has 'dance'"},
};

std::vector<std::byte> bytes_of(const World& world) {
    std::vector<std::byte> bytes;
    EXPECT_EQ(world.save(&bytes), Error::ok);
    return bytes;
}

void steps(World& world, int count) {
    for (int i = 0; i < count; ++i) ASSERT_EQ(world.step(dt), Error::ok) << world.error_text();
}

TEST(Manifest, ARollbackIsRefusedAfterAnAddition) {
    for (const Addition& addition : additions) {
        SCOPED_TRACE(addition.name);
        World world({.threads = 1});
        test::fill_melee(world, 100);
        steps(world, 60);
        Rollback rollback(world, 4);
        ASSERT_EQ(rollback.save(), Error::ok);
        steps(world, 2);
        addition.add(world);
        steps(world, 1);
        const std::vector<std::byte> before = bytes_of(world);
        EXPECT_FALSE(rollback.keeps(60));
        EXPECT_EQ(rollback.restore(60), Error::bad_snapshot);
        EXPECT_EQ(world.error_text(), "rollback: frame 60 is of another world: " + std::string(addition.difference));
        EXPECT_EQ(bytes_of(world), before);
        ASSERT_EQ(rollback.save(), Error::ok);
        steps(world, 5);
        ASSERT_EQ(rollback.restore(63), Error::ok) << world.error_text();
        EXPECT_EQ(bytes_of(world), before);
        steps(world, 5);
        EXPECT_EQ(world.check_invariants(), "");
    }
}

TEST(Manifest, ASnapshotIsRefusedAfterAnAddition) {
    for (const Addition& addition : additions) {
        SCOPED_TRACE(addition.name);
        World world({.threads = 1});
        test::fill_melee(world, 100);
        steps(world, 20);
        const std::vector<std::byte> saved = bytes_of(world);
        addition.add(world);
        const std::vector<std::byte> before = bytes_of(world);
        EXPECT_EQ(world.restore(saved), Error::bad_snapshot);
        EXPECT_EQ(world.error_text(), "snapshot: of another world: " + std::string(addition.difference));
        EXPECT_EQ(bytes_of(world), before);
        steps(world, 5);
    }
}

TEST(Manifest, NamesWhatTheSnapshotHasAndTheWorldHasNot) {
    World given({.threads = 1}), world({.threads = 1});
    given.add_team("a");
    given.add_team("b");
    world.add_team("a");
    world.add_state(state_of("b"));
    EXPECT_EQ(world.restore(bytes_of(given)), Error::bad_snapshot);
    EXPECT_EQ(world.error_text(), "snapshot: of another world: teams[1]: given 'b', this world has none");
    World wide({.threads = 1}), narrow({.threads = 1});
    wide.add_column<int64_t>("loot", 0, nullptr);
    narrow.add_column<int32_t>("loot", 0, nullptr);
    EXPECT_EQ(narrow.restore(bytes_of(wide)), Error::bad_snapshot);
    EXPECT_EQ(narrow.error_text(), "snapshot: of another world: columns[0]: given 'loot' of 8 bytes, this world has "
                                   "'loot' of 4 bytes");
    World seeded({.seed = 2, .threads = 1});
    EXPECT_EQ(seeded.restore(bytes_of(World({.threads = 1}))), Error::bad_snapshot);
    EXPECT_EQ(seeded.error_text(), "snapshot: of another world: seed: given 1, this world has 2");
}

std::shared_ptr<const Ground> ground_of(int side) {
    const float low = -0.5f * static_cast<float>(side);
    return std::make_shared<const GridMap>(side, side, std::vector<uint8_t>(static_cast<size_t>(side * side), 1), 1.0f,
                                           Vec2{low, low});
}

TEST(Manifest, GroundIsPartOfIt) {
    World world({.threads = 1});
    Rollback rollback(world, 4);
    ASSERT_EQ(rollback.save(), Error::ok);
    const std::vector<std::byte> saved = bytes_of(world);
    ASSERT_EQ(world.set_ground(ground_of(40)), Error::ok);
    EXPECT_FALSE(rollback.keeps(0));
    EXPECT_NE(rollback.restore(0), Error::ok);
    EXPECT_EQ(world.restore(saved), Error::bad_snapshot);
    EXPECT_EQ(world.error_text().substr(0, 48), "snapshot: of another world: ground: given none, ");
    test::fill_melee(world, 20);
    steps(world, 3);
}

/// Each has its own past; what one has gone back behind, the other can no longer go to.
TEST(Manifest, TwoRollbacksOfOneWorld) {
    World world({.threads = 1});
    test::fill_melee(world, 200);
    Rollback near(world, 8), far(world, 64);
    steps(world, 30);
    ASSERT_EQ(far.save(), Error::ok);
    steps(world, 300); // circles, squads and clocks take memory meanwhile
    ASSERT_EQ(near.save(), Error::ok);
    ASSERT_EQ(far.save(), Error::ok);
    const uint64_t hash = world.state_hash();
    steps(world, 2);
    ASSERT_EQ(near.restore(330), Error::ok);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_FALSE(far.keeps(330)) << "its image is younger than the one that was gone back to";
    ASSERT_EQ(far.restore(30), Error::ok);
    EXPECT_FALSE(near.keeps(330));
    EXPECT_EQ(near.restore(330), Error::unknown);
    steps(world, 300);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(world.check_invariants(), "");
    {
        Rollback third(world, 2);
        ASSERT_EQ(third.save(), Error::ok);
        third = Rollback(world, 3);
    }
    ASSERT_EQ(far.restore(30), Error::ok);
    steps(world, 3);
}

/// Anything may come to exist between anything else: a world is never harmed by it.
class Life {
public:
    explicit Life(unsigned seed) : random_(seed), world_({.threads = 1 + static_cast<int>(seed % 2)}) {
        if (seed % 3 == 0) {
            EXPECT_EQ(world_.set_ground(ground_of(64)), Error::ok);
        }
        world_.add_team("red");
        world_.add_team("blue");
        world_.add_archetype(archetype_of("first"));
        for (int frames : {4, 16}) rollbacks_.emplace_back(world_, frames);
    }
    void live(int deeds) {
        for (int i = 0; i < deeds; ++i) {
            act();
            ASSERT_EQ(world_.check_invariants(), "");
        }
        EXPECT_GT(restored_, 0);
        EXPECT_GT(refused_, 0);
    }

private:
    unsigned dice(size_t sides) { return static_cast<unsigned>(random_() % sides); }
    Vec2 point() { return {static_cast<float>(dice(48)) - 24.0f, static_cast<float>(dice(48)) - 24.0f}; }

    void act() {
        switch (dice(16)) {
        case 0: add(); break;
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
        default: steps(world_, 1 + static_cast<int>(dice(6)));
        }
    }
    void add() {
        const std::string name = "n" + std::to_string(++names_);
        switch (dice(5)) {
        case 0: world_.add_column<uint8_t>(name, 3, nullptr); break;
        case 1: EXPECT_EQ(world_.add_team(name), Error::ok); break;
        case 2: {
            ArchetypeDef def = archetype_of(name);
            def.staged = dice(2) != 0;
            def.reacts = true;
            EXPECT_EQ(world_.add_archetype(def), Error::ok);
            break;
        }
        case 3: EXPECT_EQ(world_.add_state(state_of(name.c_str())), Error::ok); break;
        default: world_.add_column<std::array<float, 6>>(name, {}, nullptr);
        }
    }
    void spawn() {
        if (dice(4) == 0)
            world_.add_squad(static_cast<TeamIndex>(dice(2)),
                             {.follow = 2.0f, .control = static_cast<Control>(dice(3))}, &squad_);
        for (unsigned i = 0; i < 6; ++i) {
            SpawnDef def{.archetype = static_cast<ArchetypeIndex>(dice(world_.archetype_count())),
                         .team = static_cast<TeamIndex>(dice(world_.team_count())),
                         .position = point()};
            if (squad_ && dice(3) == 0) def.squad = squad_;
            world_.spawn(def); // a squad may be of another team, or gone with a restore: refused
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
        if (world_.spawned() == 0 || !squad_) return;
        if (const AgentId agent = world_.find(static_cast<Serial>(dice(static_cast<size_t>(world_.spawned())))))
            world_.join(agent, squad_);
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
        steps(world_, 1);
    }

    std::mt19937 random_;
    World world_;
    std::vector<Rollback> rollbacks_;
    std::vector<std::vector<std::byte>> snapshots_;
    SquadId squad_;
    int names_ = 0, restored_ = 0, refused_ = 0;
};

TEST(Manifest, AnythingMayComeToExistAtAnyTime) {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(seed);
        Life(seed).live(400);
    }
}

} // namespace
} // namespace fray
