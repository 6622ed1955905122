// Same input, same output: a battle gives the same list of hashes for any number of threads, job system, memory layout,
// age of the trees and floating-point mode of the host. With the golden hashes also for any compiler and compiler
// options.
#include "float_mode_of_host.h"
#include "frame/hash.h"
#include "fray/rollback.h"
#include "golden_hashes.h"
#include "lockstep.h"
#include "melee.h"
#include "repetitions.h"
#include "storage/column_hash.h"
#include "thread_limit.h"
#include "wake_sleepers.h"
#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace fray {
namespace {

// Slow builds keep the ends of each range: they look for faults in the code that runs, not for a difference.
constexpr bool brief = test::repetitions(false, false, true);
#ifdef FRAY_SLOW_BUILD
constexpr int frames = 180;
constexpr int thread_counts[] = {1, 3};
constexpr uint64_t shuffles[] = {1};
constexpr uint32_t tree_ages[] = {1, 1024}, sorts[] = {1, 65536};
#else
constexpr int frames = 360;
constexpr int thread_counts[] = {1, 2, 3, 4, 8};
constexpr uint64_t shuffles[] = {1, 99};
constexpr uint32_t tree_ages[] = {1, 3, 50, 1024}, sorts[] = {1, 7, 65536};
#endif
constexpr int agents = 1200;

/// Host commands of all kinds, at fixed frames. Some of the agents have been despawned by then.
void command(World& world, const std::vector<AgentId>& ids, int frame) {
    const auto id = [&](int i) { return ids[static_cast<size_t>(i)]; };
    const auto give = [&](Error error) {
        EXPECT_TRUE(error == Error::ok || error == Error::stale_id) << world.error_text();
    };
    if (frame % 30 == 5) give(world.damage(id(frame % agents), 40.0f, id(frame * 7 % agents)));
    if (frame % 45 == 7) give(world.set_capacity(id(frame * 3 % agents), {frame % 20, frame % 12}));
    if (frame % 60 == 9) give(world.teleport(id(frame * 5 % agents), {static_cast<float>(frame % 90), 20.0f}));
    if (frame % 70 == 11)
        give(world.set_order(id(frame * 11 % agents), {.kind = OrderKind::move, .point = {70.0f, 30.0f}}));
    if (frame % 70 == 41) give(world.set_order(id((frame - 30) * 11 % agents), {.kind = OrderKind::free}));
    if (frame % 80 == 13) give(world.despawn(id(frame * 13 % agents)));
    if (frame % 100 == 19) give(world.set_update_interval(id(frame * 17 % agents), frame % 200 == 19 ? 4 : 0));
    if (frame % 60 == 29) {
        const float x = static_cast<float>(frame) * 0.25f;
        give(world.set_detail({.distances = {25.0f, 50.0f, 75.0f}, .points = {{x, 20.0f}, {120.0f, 60.0f}}}));
    }
    if (frame % 90 == 17) give(world.spawn({.archetype = 2, .team = 1, .position = {30.0f, 30.0f}}));
}

std::vector<uint64_t> hashes_of(WorldDef def) {
    World world = World::create(def).value();
    const auto ids = test::fill_melee(world, agents);
    std::vector<uint64_t> hashes;
    for (int frame = 0; frame < frames; ++frame) {
        command(world, ids, frame);
        must(world.step(1.0 / 60.0));
        hashes.push_back(world.state_hash());
    }
    EXPECT_GT(world.counters().dead, 15u) << "a fight, not a parade";
    return hashes;
}

/// The first frame in which two runs differ; -1: none.
int first_difference(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    const auto found = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return found.first == a.end() && found.second == b.end() ? -1 : static_cast<int>(found.first - a.begin());
}

const std::vector<uint64_t>& truth() { return test::run_serially<hashes_of>(); }

TEST(Determinism, Threads) {
    const test::ThreadLimit allow(8);
    for (const int threads : thread_counts)
        EXPECT_EQ(first_difference(hashes_of({.threads = threads}), truth()), -1) << threads;
}

/// A host's scheduler in which three threads share the pieces of every loop.
struct HostThreads {
    struct Loop {
        std::atomic<uint32_t> next = 0;
        std::array<std::thread, 2> threads; // the third is the thread that waits
        std::function<void()> work;
    };
    static void* enqueue(RangeTask task, uint32_t count, uint32_t grain, void* context, void*) {
        auto* const loop = new Loop;
        loop->work = [=] {
            for (uint32_t at = loop->next.fetch_add(grain); at < count; at = loop->next.fetch_add(grain))
                task(context, at, std::min(at + grain, count));
        };
        for (std::thread& thread : loop->threads) thread = std::thread(loop->work);
        return loop;
    }
    static void finish(void* handle, void*) {
        const std::unique_ptr<Loop> loop(static_cast<Loop*>(handle));
        loop->work();
        for (std::thread& thread : loop->threads) thread.join();
    }
    static void* start_frame(FrameTask frame, void* context, void*) { return new std::thread(frame, context); }
    static void finish_frame(void* handle, void*) {
        const std::unique_ptr<std::thread> thread(static_cast<std::thread*>(handle));
        thread->join();
    }
};

/// Plays a battle as a viewer does: steps in two parts, going back, other job systems between steps.
TEST(Determinism, ASessionOnHostThreadsAndOneTbbDecidesNothing) {
    const auto host = make_host_jobs({HostThreads::enqueue, HostThreads::finish, 3, nullptr, HostThreads::start_frame,
                                      HostThreads::finish_frame})
                          .value();
    World world = World::create({.jobs = host.get()}).value();
    const auto ids = test::fill_melee(world, agents);
    Rollback images = Rollback::create(world, 8).value();
    const auto step_to = [&](uint64_t end) {
        while (world.frame() < end) {
            const auto frame = static_cast<int>(world.frame());
            must(images.save());
            command(world, ids, frame);
            must(world.step_begin(1.0 / 60.0));
            must(world.step_end());
            ASSERT_EQ(world.state_hash(), truth()[static_cast<size_t>(frame)]) << "frame " << frame;
        }
    };
    step_to(10);
    must(world.set_jobs(nullptr, 2));
    step_to(14);
    must(images.restore(8));
    step_to(18);
    must(world.set_jobs(host.get()));
    must(images.restore(15));
    step_to(24);
}

TEST(Determinism, ShuffledStorageAndChunksDecideNothing) {
    for (const uint64_t seed : shuffles) {
        const DebugDef both{.shuffle_storage = seed, .shuffle_chunks = seed, .chunk_size = 64};
        EXPECT_EQ(first_difference(hashes_of({.threads = 2, .debug = both}), truth()), -1);
        if (brief) break;
        EXPECT_EQ(first_difference(hashes_of({.threads = 2, .debug = {.shuffle_storage = seed}}), truth()), -1);
        EXPECT_EQ(
            first_difference(hashes_of({.threads = 2, .debug = {.shuffle_chunks = seed, .chunk_size = 7}}), truth()),
            -1);
    }
}

TEST(Determinism, AgeOfTheTreesAndReorderingDecideNothing) {
    if (brief) {
        EXPECT_EQ(first_difference(hashes_of({.tree_interval = 1, .sort_interval = 65536, .threads = 2}), truth()), -1);
        EXPECT_EQ(first_difference(hashes_of({.tree_interval = 1024, .sort_interval = 1, .threads = 2}), truth()), -1);
        return;
    }
    for (const uint32_t every : tree_ages)
        EXPECT_EQ(first_difference(hashes_of({.tree_interval = every, .threads = 2}), truth()), -1);
    for (const uint32_t every : sorts)
        EXPECT_EQ(first_difference(hashes_of({.sort_interval = every, .threads = 2}), truth()), -1);
}

TEST(Determinism, FlushToZeroAndRoundingModeOfTheHostDecideNothing) {
    truth(); // in the usual mode
    for (const test::HostMode mode : test::host_modes) {
        const std::vector<uint64_t> hashes = [&] {
            const test::HostModeScope host(mode);
            return hashes_of({.threads = 2});
        }();
        EXPECT_EQ(first_difference(hashes, truth()), -1) << mode.name;
    }
}

/// Locomotion skips agents that stand undisturbed. This saves time and has no other effect.
TEST(Determinism, SleepingAgentsDecideNothing) {
    World world = World::create({.threads = 2}).value();
    const auto ids = test::fill_melee(world, agents);
    int64_t marked = 0;
    for (int frame = 0; frame < frames; ++frame) {
        marked += test::wake_sleepers(world);
        command(world, ids, frame);
        must(world.step(1.0 / 60.0));
        ASSERT_EQ(world.state_hash(), truth()[static_cast<size_t>(frame)]) << "frame " << frame;
    }
    EXPECT_GT(marked, 10 * frames) << "or there was nothing to be skipped";
}

/// The hashes are the same for g++ and clang, debug and release, x86-64 v1 and v3. They change when a rule or the hash
/// changes; the commit message of that change says why.
TEST(Determinism, GoldenHashes) {
    test::expect_golden(truth(), {{0, 0x7bdb148590841118}, {59, 0xf7bbab64a1382c70}, {179, 0x327c205fc29b0e85}});
    if (frames == 360) test::expect_golden(truth(), {{359, 0xe38280feb76dd6b9}});
}

/// The lock-step comparison finds no difference between equal worlds. It names frame, agent and column of an injected
/// difference.
TEST(Lockstep, TheComparisonNamesFrameAgentAndColumn) {
    World a = World::create({.threads = 1}).value();
    World b = World::create({.threads = 2, .debug = {.shuffle_storage = 5}}).value();
    const auto ids_a = test::fill_melee(a, agents), ids_b = test::fill_melee(b, agents);
    constexpr int compared = test::repetitions(100, 100, 40);
    for (int frame = 0; frame < compared; ++frame) {
        command(a, ids_a, frame);
        command(b, ids_b, frame);
        must(a.step(1.0 / 60.0));
        must(b.step(1.0 / 60.0));
        ASSERT_EQ(test::first_difference(a, b), "");
    }
    impl_of(b).state.agents.health.change(Row(static_cast<uint32_t>(*b.row_of(*b.find(417))))) += 1.0f;
    const std::string difference = test::first_difference(a, b);
    const std::string start = "after frame " + std::to_string(compared - 1) + ": agent 417, column health: ";
    EXPECT_EQ(difference.substr(0, start.size()), start);
    must(a.step(1.0 / 60.0));
    must(b.step(1.0 / 60.0));
    EXPECT_NE(a.state_hash(), b.state_hash()) << "and the hash sees it";
}

/// Two agents that exchange their places in a long queue change the hash.
TEST(Hash, TheHashDependsOnTheOrderOfQueues) {
    World world = World::create({.threads = 1}).value();
    ArchetypeDef def = test::melee_archetypes()[0];
    def.perception.alert_radius = 100.0f;
    def.circle.request_time = 0.0;
    must(world.add_archetype(def));
    must(world.add_team("crowd"));
    must(world.add_team("hero"));
    must(world.spawn({.team = 1}));
    for (int i = 0; i < 200; ++i)
        must(world.spawn({.position = {10.0f + static_cast<float>(i % 20), static_cast<float>(i / 20)}}));
    must(world.step(1.0 / 60.0));
    WorldState& state = impl_of(world).state;
    const uint64_t hash = recompute_state_hash(state);
    std::vector<Row> requesters;
    for (Row row{0}; row < state.agents.rows(); ++row)
        if (state.agents.role[row] == Role::requester) requesters.push_back(row);
    ASSERT_GT(requesters.size(), 150u);
    for (size_t i = 1; i < requesters.size(); ++i) {
        const auto exchange = [&] {
            std::swap(state.agents.joined.change(requesters[0]), state.agents.joined.change(requesters[i]));
        };
        exchange();
        EXPECT_NE(recompute_state_hash(state), hash) << i;
        exchange();
    }
    EXPECT_EQ(recompute_state_hash(state), hash);
}

/// Every column of the state is in the hash, and no derived column.
TEST(Hash, TheHashDependsOnEveryColumnOfTheState) {
    World world = test::melee(300);
    for (int frame = 0; frame < 120; ++frame) must(world.step(1.0 / 60.0));
    WorldState& state = impl_of(world).state;
    const uint64_t hash = recompute_state_hash(state);
    EXPECT_EQ(world.state_hash(), hash);
    const uint64_t fixed = hash_fixed(state.agents, Row(17));
    for (ColumnBase* column : state.agents.registry.columns())
        for (size_t byte = 0; byte < column->element_size(); ++byte) {
            std::byte& flipped = column->bytes()[17 * column->element_size() + byte];
            flipped ^= std::byte{1};
            const bool is_fixed = column->persist() == Persist::fixed;
            const bool seen =
                is_fixed ? hash_fixed(state.agents, Row(17)) != fixed : recompute_state_hash(state) != hash;
            const bool hashed = column->persist() == Persist::state || is_fixed;
            EXPECT_EQ(seen, hashed) << column->name();
            flipped ^= std::byte{1};
        }
}

/// Two worlds that differ in a single part of the state that few agents have, or that belongs to the world: the hash
/// sees it, and the sums name it.
TEST(Hash, TheHashDependsOnWhatFewAgentsHave) {
    static const auto begin_act = [](World& w, const std::vector<ConditionDef>& when) {
        const MonsterDef beast{
            .name = "beast", .states = {{.name = "angry", .on_enter = when}}, .acts = {{.name = "cry", .buffs = {7}}}};
        must(w.reload({}, {&beast, 1}));
    };
    static const auto squad_of = [](World& w, const SquadDef& def) {
        SquadId squad;
        must(w.add_squad(0, def, &squad));
        return squad;
    };
    constexpr auto set = [](World& w, AgentId agent, float v, int part) {
        const int slot = static_cast<int>(v);
        switch (part) {
        case 0: // begun by the first or by the second condition
            return begin_act(
                w, {{.act = "cry", .chance = slot == 1 ? 100 : 0}, {.act = "cry", .chance = slot == 1 ? 0 : 100}});
        case 1: return begin_act(w, {{.act = "cry", .once = slot == 1}});
        case 2: return must(w.set_target_bias(agent, v));
        case 3: return must(w.set_view(agent, {{1, 0}, v}));
        case 4: return must(w.set_closed_slots(agent, {&slot, 1}));
        case 5: return must(w.set_detail({.distances = {v, 5, 5}}));
        case 6: return must(w.set_detail({.points = {{v, 0}}}));
        case 7: return must(w.set_detail({.update_budget = 100u + static_cast<uint32_t>(slot)}));
        case 8: return must(w.set_nav_link(0, {.to = {9, 0}, .radius = v}));
        case 9: return must(w.queue_order(agent, {.kind = OrderKind::move, .point = {v, 0}, .delay = 9.0f}));
        case 10: return static_cast<void>(squad_of(w, {.morale = {.enabled = true, .kill_bonus = v}}));
        default: return must(w.set_move_input(squad_of(w, {}), {0.25f * v, 0}));
        }
    };
    for (int part = 0; part < 12; ++part) {
        SCOPED_TRACE(part);
        std::vector<World> worlds;
        for (const float value : {1.0f, 2.0f}) {
            ArchetypeDef def = test::melee_archetypes()[0];
            def.monster = "beast";
            World& world = worlds.emplace_back(test::world_of(def));
            const MonsterDef beast{.name = "beast", .states = {{.name = "calm"}}};
            must(world.add_monsters({&beast, 1}));
            AgentId agent;
            must(world.spawn({}, &agent));
            set(world, agent, value, part);
            for (int i = 0; i < 3; ++i) must(world.step(1.0 / 64.0));
        }
        EXPECT_NE(worlds[0].state_hash(), worlds[1].state_hash());
        const std::vector<ColumnSum> sums = column_sums(worlds[0]), others = column_sums(worlds[1]);
        for (size_t i = 0; i < sums.size(); ++i)
            EXPECT_EQ(sums[i] == others[i], sums[i].name.find(part < 2 ? "acts" : "squads, ") != 0) << sums[i].name;
    }
}

} // namespace
} // namespace fray
