// Rollback: a wrong guess by a peer is taken back, and the result is as if the right input had been known from the
// start.
#include "engine/frame_time.h"
#include "melee.h"
#include "repetitions.h"
#include "saving/bytes_of.h"
#include "saving/steps.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace fray {
namespace {

constexpr int ahead = 8; ///< number of guessed frames

/// A random action of a player on an agent. Worlds in the same state get the same action.
struct Action {
    unsigned kind = 0, which = 0, much = 0;

    AgentId agent_of(const World& world) const {
        for (int64_t i = 0; i < world.spawn_count(); ++i)
            if (const auto agent = world.find(static_cast<Serial>((which + i) % world.spawn_count()))) return *agent;
        return {};
    }
    void carry_out(World& world) const {
        const AgentId agent = agent_of(world);
        const Vec2 point = {static_cast<float>(much % 64) - 32.0f, static_cast<float>(which % 64) - 32.0f};
        switch (kind % 14) {
        case 0: must(world.damage(agent, static_cast<float>(1 + much % 200))); break;
        case 1: must(world.set_capacity(agent, {static_cast<int>(much % 13), static_cast<int>(which % 11)})); break;
        case 2: must(world.teleport(agent, point)); break;
        case 3: must(world.despawn(agent)); break;
        case 4: {
            const OrderDef order{.kind = which % 3 == 0 ? OrderKind::advance : OrderKind::move,
                                 .point = point,
                                 .repeat = much % 3 == 0,
                                 .delay = static_cast<float>(much % 5) * 0.1f};
            must(much % 2 == 0 ? world.set_order(agent, order) : world.queue_order(agent, order));
            break;
        }
        case 5: must(world.set_target_bias(agent, static_cast<float>(much % 20))); break;
        case 6: must(world.set_health(agent, static_cast<float>(much % 60))); break;
        case 7:
            must(world.shift_origin({static_cast<float>(much % 7) - 3.1f, static_cast<float>(which % 7) - 2.9f}));
            break;
        case 8: {
            const auto budget = static_cast<uint32_t>(world.agent_count()) / (1 + which % 4);
            must(world.set_detail({.update_budget = much % 3 == 0 ? 0 : budget}));
            break;
        }
        case 9: must(world.stagger(agent, much % 2 == 0 ? agent : AgentId{})); break;
        case 10: {
            const AgentId target = Action{kind, which + 7, much}.agent_of(world);
            const auto attack = static_cast<int16_t>(much % 2);
            if (!(target == agent))
                must(world.set_order(agent, {.kind = OrderKind::perform, .target = target, .attack = attack}));
            break;
        }
        default: // as many agents are spawned as removed
            for (unsigned i = 0; i < 3; ++i)
                must(world.spawn({.archetype = static_cast<ArchetypeIndex>(much % world.archetype_count()),
                                  .team = static_cast<TeamIndex>((which + i) % 2),
                                  .position = {point.x + static_cast<float>(i), point.y}}));
        }
    }
};

Action random_action(std::mt19937& random) {
    return {static_cast<unsigned>(random()), static_cast<unsigned>(random()), static_cast<unsigned>(random())};
}

/// Steps eight frames with guessed inputs, then goes back and repeats them with the real inputs. Does this `times`
/// times.
void go_back_often(int agents, int times, int threads, WorldDef def) {
    def.threads = threads;
    def.event_mask = 0;
    World truth = test::melee(agents, 0, def), guess = test::melee(agents, 0, def);
    Rollback rollback = Rollback::create(guess, ahead).value();
    std::mt19937 random(7);
    for (int time = 0; time < times; ++time) {
        const uint64_t begin = guess.frame();
        const int wrong = static_cast<int>(random() % ahead);
        const Action guessed = random_action(random), real = random_action(random);
        std::vector<uint64_t> hashes;
        for (int i = 0; i < ahead; ++i) {
            if (i == wrong) real.carry_out(truth);
            must(truth.step(dt));
            hashes.push_back(truth.state_hash());
            ASSERT_EQ(rollback.save(), Error::ok);
            if (i == wrong) guessed.carry_out(guess);
            must(guess.step(dt));
        }
        ASSERT_EQ(rollback.restore(begin + static_cast<uint64_t>(wrong)), Error::ok) << guess.error_text();
        ASSERT_EQ(guess.frame(), begin + static_cast<uint64_t>(wrong));
        ASSERT_EQ(check_invariants(guess), "");
        real.carry_out(guess);
        for (int i = wrong; i < ahead; ++i) {
            must(guess.step(dt));
            ASSERT_EQ(guess.state_hash(), hashes[static_cast<size_t>(i)]) << "time " << time << ", frame " << i;
        }
    }
    EXPECT_GT(truth.agent_count(), static_cast<size_t>(agents) / 4);
}

// In slow builds: still several times each action.
constexpr int many_agents = test::repetitions(2000, 500, 500), often = test::repetitions(60, 40, 25),
              few_agents_often = test::repetitions(400, 150, 80), with_trees_often = test::repetitions(100, 50, 25);

/// FRAY_ROLLBACKS sets the number of repetitions.
TEST(Rollback, AWrongGuessLeavesNoTrace) {
    const char* const given = std::getenv("FRAY_ROLLBACKS");
    go_back_often(many_agents, given != nullptr ? std::atoi(given) : often, 2, {});
}
TEST(Rollback, AWrongGuessOfFewAgentsOnOneThreadLeavesNoTrace) { go_back_often(60, few_agents_often, 1, {}); }
TEST(Rollback, AWrongGuessWithTreesRebuiltEachFrameLeavesNoTrace) {
    go_back_often(200, with_trees_often, 2, {.tree_interval = 1});
}

TEST(Rollback, KeepsTheLastFramesOnly) {
    World world = test::melee(40);
    Rollback rollback = Rollback::create(world, 3).value();
    EXPECT_FALSE(rollback.keeps(0));
    EXPECT_EQ(rollback.restore(0), Error::unknown);
    EXPECT_EQ(world.error_text(), "rollback: frame 0 is not kept; no frame is");
    for (int i = 0; i < 5; ++i) {
        must(rollback.save());
        must(world.step(dt));
    }
    for (const uint64_t frame : {0u, 1u, 5u}) EXPECT_FALSE(rollback.keeps(frame)) << frame;
    for (const uint64_t frame : {2u, 3u, 4u}) EXPECT_TRUE(rollback.keeps(frame)) << frame;
    EXPECT_EQ(rollback.restore(1), Error::unknown);
    EXPECT_EQ(rollback.restore(3), Error::ok);
    EXPECT_TRUE(rollback.keeps(3));
    EXPECT_FALSE(rollback.keeps(4)) << "it lies ahead now";
    EXPECT_TRUE(world.events().empty());
    EXPECT_GT(rollback.memory(), 40u * 200);
    // Each frame has at most one image, the latest.
    must(world.damage(*world.find(0), 1.0f));
    must(rollback.save());
    must(rollback.save());
    EXPECT_EQ(rollback.restore(3), Error::ok);
    must(world.step(dt));
    EXPECT_EQ(rollback.restore(2), Error::ok);
    for (const int frames : {0, 1025}) EXPECT_EQ(Rollback::create(world, frames).error(), Error::out_of_range);
}

/// Restoring a snapshot frees the memory that images refer to.
TEST(Rollback, RestoringASnapshotInvalidatesImages) {
    World world = test::melee(40, 30);
    Rollback rollback = Rollback::create(world, 4).value();
    must(rollback.save());
    const std::vector<std::byte> snapshot = test::bytes_of(world);
    must(world.step(dt));
    const uint64_t hash = world.state_hash();
    must(world.restore(snapshot));
    EXPECT_FALSE(rollback.keeps(30));
    EXPECT_EQ(rollback.restore(30), Error::unknown);
    EXPECT_EQ(rollback.save(), Error::ok);
    must(world.step(dt));
    EXPECT_EQ(rollback.restore(30), Error::ok);
    must(world.step(dt));
    EXPECT_EQ(world.state_hash(), hash);
}

/// Pending commands, archetypes and user columns are restored as well.
TEST(Rollback, RollbackTakesBackReloadsAndColumns) {
    World world = test::melee(100, 0, {.threads = 2});
    UserColumn column;
    must(world.add_column<int32_t>("score", 0, &column));
    for (int i = 0; i < 60; ++i) must(world.step(dt));
    must(world.damage(*world.find(5), 3.0f));
    Rollback rollback = Rollback::create(world, 4).value();
    must(rollback.save());
    const auto go_on = [&] {
        std::vector<uint64_t> hashes;
        steps(world, 30, &hashes);
        return hashes;
    };
    const std::vector<uint64_t> truth = go_on();
    ASSERT_EQ(rollback.restore(60), Error::ok);
    std::vector<ArchetypeDef> defs;
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        defs.push_back(world.archetype(static_cast<ArchetypeIndex>(i)));
        defs.back().body.walk_speed *= 0.5f;
        defs.back().attacks.pop_back();
        defs.back().circle.slots = 3;
    }
    ASSERT_EQ(world.reload(defs), Error::ok);
    world.column<int32_t>(column)[7] = 99;
    EXPECT_NE(go_on(), truth);
    ASSERT_EQ(rollback.restore(60), Error::ok);
    EXPECT_EQ(world.archetype(0).circle.slots, 8);
    EXPECT_EQ(go_on(), truth);
}

} // namespace
} // namespace fray
