// A world's memory: the host's allocator, and what happens when it runs out.
#include "engine/arena.h"
#include "repetitions.h"
#include "saving/bytes_of.h"
#include "storage/block_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <random>
#include <span>

namespace fray {
namespace {

/// Counts calls and bytes, checks alignment, and returns null from a chosen call on.
struct CountingHeap {
    std::atomic<int64_t> calls = 0, blocks = 0, bytes = 0, refuse_from = INT64_MAX, most = 0;
    std::atomic<int> misaligned = 0;

    AllocatorDef def() { return {allocate, free, this}; }
    static void* allocate(size_t bytes, size_t alignment, void* user) {
        auto& heap = *static_cast<CountingHeap*>(user);
        if (heap.calls++ >= heap.refuse_from) return nullptr;
        ++heap.blocks;
        const int64_t now = heap.bytes += static_cast<int64_t>(bytes);
        for (int64_t most = heap.most; now > most && !heap.most.compare_exchange_weak(most, now);) {
        }
        return ::operator new(bytes, std::align_val_t(alignment), std::nothrow);
    }
    static void free(void* block, size_t bytes, size_t alignment, void* user) {
        auto& heap = *static_cast<CountingHeap*>(user);
        heap.misaligned += reinterpret_cast<uintptr_t>(block) % alignment != 0;
        --heap.blocks;
        heap.bytes -= static_cast<int64_t>(bytes);
        ::operator delete(block, std::align_val_t(alignment));
    }
};

void expect_all_given_back(const CountingHeap& heap) {
    EXPECT_EQ(heap.blocks, 0);
    EXPECT_EQ(heap.bytes, 0);
    EXPECT_EQ(heap.misaligned, 0);
}

TEST(Memory, MemoryComesFromTheHostsAllocatorAndIsFreed) {
    CountingHeap heap;
    {
        World world = test::melee(2000, 0, {.threads = 2, .allocator = heap.def()});
        for (int i = 0; i < test::repetitions(200, 200, 60); ++i) ASSERT_EQ(world.step(1.0 / 60.0), Error::ok);
        const auto held = static_cast<int64_t>(world.memory().total());
        EXPECT_GT(held, 2000 * 300);
        // `memory()` does not count a few small lists.
        EXPECT_NEAR(static_cast<double>(heap.bytes), static_cast<double>(held), 0.03 * static_cast<double>(held));
        EXPECT_EQ(world.memory().allocated, static_cast<uint64_t>(heap.bytes));
        ASSERT_EQ(world.restore(test::bytes_of(world)), Error::ok);
        World other = std::move(world);
        must(other.step(1.0 / 60.0));
    }
    expect_all_given_back(heap);
}

TEST(Memory, TheAllocatorDecidesNothing) {
    CountingHeap heap;
    World own = test::melee(500, 0, {.threads = 2});
    World hosts = test::melee(500, 0, {.threads = 2, .allocator = heap.def()});
    for (int i = 0; i < 120; ++i) {
        must(own.step(1.0 / 60.0));
        must(hosts.step(1.0 / 60.0));
        ASSERT_EQ(own.state_hash(), hosts.state_hash()) << i;
    }
}

TEST(Memory, TheMemoryBudgetIsKept) {
    constexpr uint64_t more = test::repetitions(6, 6, 4);
    for (uint64_t budget = uint64_t{4} << 20; budget <= more << 20; budget += uint64_t{2} << 20) {
        CountingHeap heap;
        World world =
            test::melee(200, 0, {.event_mask = 0, .threads = 1, .allocator = heap.def(), .memory_budget = budget});
        int refused = 0;
        for (int i = 0; i < 75; ++i) {
            for (int j = 0; j < 160; ++j) {
                const auto along = static_cast<float>((i * 160 + j) % 100);
                const Error e = world.spawn(
                    {.team = static_cast<TeamIndex>(j % 2), .position = {along, static_cast<float>(j % 80)}});
                if (e == Error::ok) continue;
                ASSERT_EQ(e, Error::full) << world.error_text();
                ++refused;
            }
            ASSERT_EQ(world.step(1.0 / 60.0), Error::ok);
        }
        EXPECT_GT(refused, 0);
        EXPECT_LE(static_cast<uint64_t>(heap.most), budget);
        EXPECT_GT(world.agent_count(), budget / 4000);
        EXPECT_EQ(world.error_text().substr(0, 15), "spawn: memory: ");
    }
}

/// The columns need no more memory for agents that were reserved.
TEST(Memory, ReserveAllocatesBeforehand) {
    World world = test::melee(10, 1, {.event_mask = 0, .threads = 1});
    ASSERT_EQ(world.reserve(5000), Error::ok);
    const uint64_t before = world.memory().columns;
    for (int i = 0; i < 4900; ++i) must(world.spawn({.position = {static_cast<float>(i), 0.0f}}));
    must(world.step(1.0 / 60.0));
    EXPECT_EQ(world.memory().columns, before);
    EXPECT_EQ(world.reserve(size_t{1} << 40), Error::full);
}

/// More memory than the machine gives is refused, and the world goes on.
TEST(Memory, ReserveBeyondTheMachineIsRefused) {
    World world = test::melee(40, 1, {.threads = 1, .allocator = test::stingy_allocator()}), other = test::melee(40, 1);
    EXPECT_EQ(world.reserve(size_t{1} << 30), Error::out_of_memory);
    EXPECT_EQ(world.error_text(), "out of memory; nothing has changed");
    EXPECT_EQ(check_invariants(world), "");
    for (int i = 0; i < 60; ++i) {
        ASSERT_EQ(world.step(1.0 / 60.0), Error::ok);
        must(other.step(1.0 / 60.0));
    }
    EXPECT_EQ(world.state_hash(), other.state_hash());
}

TEST(Memory, MemoryFollowsTheLiving) {
    World world = test::world_of({.name = "soldier"});
    std::vector<AgentId> wave(100);
    const auto fight = [&](int waves) {
        for (int k = 0; k < waves; ++k) {
            for (const AgentId agent : wave)
                if (world.is_valid(agent)) must(world.despawn(agent));
            for (size_t i = 0; i < wave.size(); ++i)
                must(world.spawn({.team = static_cast<TeamIndex>(i % 2), .position = {static_cast<float>(i), 0.0f}},
                                 &wave[i]));
            must(world.step(1.0 / 60.0));
        }
        return std::pair{static_cast<double>(world.memory().total()),
                         static_cast<double>(test::bytes_of(world).size())};
    };
    const auto early = fight(300), late = fight(test::repetitions(1500, 1500, 400));
    EXPECT_LT(late.first, 1.05 * early.first);
    EXPECT_LT(late.second, 1.02 * early.second);
    EXPECT_EQ(world.find(0), std::nullopt);
    EXPECT_EQ(world.find(static_cast<Serial>(world.spawn_count() - 1)), wave.back());
}

/// Surveys for support look only near engaged enemies.
TEST(Memory, IdleAgentsFarApartTakeNoRoomForSurveys) {
    World world = test::world_of({.name = "guard"});
    for (int i = 0; i < 2500; ++i)
        must(world.spawn({.position = {static_cast<float>(i % 50) * 100.0f, static_cast<float>(i / 50) * 100.0f}}));
    for (int frame = 0; frame < 60; ++frame) must(world.step(1.0 / 60.0));
    EXPECT_LT(world.memory().scratch, 2500u * 800u);
    must(world.spawn({.team = 1, .position = {3.0f, 0.0f}}));
    for (int frame = 0; frame < 60; ++frame) must(world.step(1.0 / 60.0));
    EXPECT_LT(world.memory().scratch, 2500u * 800u) << "there is a single fight";
}

TEST(Memory, BadDefsAreRefused) {
    EXPECT_EQ(World::create({.memory_budget = 1000000}).error(), Error::out_of_range);
    CountingHeap heap;
    AllocatorDef def = heap.def();
    def.free = nullptr;
    EXPECT_EQ(World::create({.allocator = def}).error(), Error::out_of_range);
}

/// The host's commands in a small battle. Returns the first error; `ok` if there was none.
Error fight(World& world) {
    Error first = Error::ok;
    const auto note = [&](Error e) {
        if (first == Error::ok) first = e;
        EXPECT_TRUE(first != Error::dead || e == Error::dead) << to_string(e);
    };
    ArchetypeDef soldier;
    soldier.name = "soldier";
    soldier.body.health = 40.0f;
    soldier.attacks = {{.name = "swing", .weight = 3, .damage = 10}};
    note(world.add_archetype(soldier));
    note(world.add_team("red"));
    note(world.add_team("blue"));
    AgentId first_agent;
    for (int i = 0; i < 24; ++i)
        note(world.spawn({.team = static_cast<TeamIndex>(i % 2), .position = {static_cast<float>(i), 0.0f}},
                         i == 0 ? &first_agent : nullptr));
    for (int i = 0; i < 60; ++i) {
        if (i == 20) note(world.set_capacity(first_agent, {2, 2}));
        if (i == 40) note(world.damage(first_agent, 5.0f));
        note(world.step(0.05));
    }
    return first;
}

/// A dead world has no agents, and its error text says why it died.
void expect_dead(World& world) {
    EXPECT_EQ(world.agent_count(), 0u);
    EXPECT_TRUE(world.ids().empty());
    EXPECT_TRUE(world.events().empty());
    EXPECT_TRUE(world.circles().empty());
    EXPECT_TRUE(world.squads().empty());
    EXPECT_TRUE(world.projectiles().empty());
    EXPECT_FALSE(world.find(0));
    EXPECT_EQ(world.state_hash(), 0u);
    EXPECT_EQ(world.error_text(), "the world is dead: no memory left, in the middle of a change");
    EXPECT_EQ(world.step(0.05), Error::dead);
    EXPECT_EQ(world.add_team("green"), Error::dead);
    std::vector<std::byte> snapshot;
    EXPECT_EQ(world.save(&snapshot), Error::dead);
    EXPECT_EQ(check_invariants(world), "");
}

/// Makes a world with an allocator that may fail at some request, and runs a battle. Returns whether the world died.
bool fights_or_dies(int threads, CountingHeap& heap) {
    Result<World> world = World::create({.threads = threads, .allocator = heap.def()});
    if (!world) {
        EXPECT_EQ(world.error(), Error::out_of_memory) << world.error_text();
        return false;
    }
    const Error ended = fight(*world);
    if (ended == Error::ok) return false;
    EXPECT_EQ(ended, Error::dead);
    expect_dead(*world);
    return true;
}

// Slow builds refuse some requests to one thread, and others to two.
constexpr int64_t stride = test::repetitions(1, 2, 6);

/// Lets the allocator fail from the n-th request on, for every n of the battle (for some in slow builds): the world is
/// either complete or dead.
void run_out_everywhere(int threads, int64_t first) {
    int64_t calls = 0;
    {
        CountingHeap heap;
        World world = World::create({.threads = threads, .allocator = heap.def()}).value();
        ASSERT_EQ(fight(world), Error::ok);
        calls = heap.calls;
    }
    ASSERT_GT(calls, 100);
    int64_t died = 0;
    for (int64_t n = first; n <= calls; n += stride) {
        CountingHeap heap;
        heap.refuse_from = n;
        died += fights_or_dies(threads, heap);
        expect_all_given_back(heap);
    }
    EXPECT_GT(died, calls / stride / 2);
}

TEST(Memory, RunningOutAtAnyRequestHarmsOnlyThisWorld) { run_out_everywhere(1, 0); }
TEST(Memory, RunningOutOnSeveralThreadsHarmsOnlyThisWorld) { run_out_everywhere(2, stride - 1); }

/// A dead world stays dead when memory is available again.
TEST(Memory, ADeadWorldStaysDead) {
    CountingHeap heap;
    World world = World::create({.threads = 1, .allocator = heap.def()}).value();
    ASSERT_EQ(fight(world), Error::ok);
    heap.refuse_from = heap.calls.load();
    Error e = Error::ok;
    for (int i = 0; i < 1000 && e == Error::ok; ++i) e = world.spawn({.position = {1.0f, 1.0f}});
    if (e == Error::ok) e = world.step(0.05);
    ASSERT_EQ(e, Error::dead);
    heap.refuse_from = INT64_MAX;
    expect_dead(world);
}

TEST(Memory, BlocksOfAPoolAreApartAndAreUsedAgain) {
    struct Block {
        std::span<std::byte> bytes;
        std::byte value; ///< of each of the bytes
    };
    std::mt19937 random(5);
    BlockPool pool;
    std::vector<Block> blocks;
    const auto add = [&](size_t size) {
        const std::span bytes(static_cast<std::byte*>(pool.allocate(size)), size);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes.data()) % 16, 0u);
        blocks.push_back({bytes, static_cast<std::byte>(random())});
        std::fill(bytes.begin(), bytes.end(), blocks.back().value);
    };
    const auto change = [&] {
        for (int i = 0; i < 100; ++i) {
            if (blocks.empty() || random() % 3 != 0) {
                add(size_t{16} << random() % 16);
                continue;
            }
            std::swap(blocks[random() % blocks.size()], blocks.back());
            pool.release(blocks.back().bytes.data(), blocks.back().bytes.size());
            blocks.pop_back();
        }
    };
    const auto expect_sound = [&] {
        for (const auto& [bytes, value] : blocks)
            EXPECT_EQ(std::count(bytes.begin(), bytes.end(), value), static_cast<std::ptrdiff_t>(bytes.size()));
    };
    change();
    const BlockPool::Mark mark = pool.mark();
    const std::vector<Block> then = blocks;
    std::vector<std::byte> contents;
    pool.visit_blocks(mark, [&](std::byte* at, size_t size) { contents.insert(contents.end(), at, at + size); });
    change();
    expect_sound();
    ASSERT_TRUE(pool.holds(mark));
    pool.go_back(mark);
    blocks = then;
    auto from = contents.begin();
    pool.visit_blocks(mark, [&](std::byte* at, size_t size) {
        std::copy_n(from, size, at);
        from += static_cast<std::ptrdiff_t>(size);
    });
    change();
    expect_sound();
    pool.clear();
    EXPECT_FALSE(pool.holds(mark));
    EXPECT_EQ(pool.memory(), 0u);
    blocks.clear();
    for (const size_t size : {size_t{16}, size_t{1} << 17, size_t{1} << 17}) add(size); // the third begins a new slab
    const uint64_t memory = pool.memory();
    for (size_t size = 1 << 17; size >= 16; size /= 2) add(size); // what was left of both slabs
    EXPECT_EQ(pool.memory(), memory);
    constexpr size_t slab = 1 << 18;
    add(slab);
    pool.release(blocks.back().bytes.data(), slab);
    const BlockPool::Mark with_free_slab = pool.mark();
    add(slab);
    EXPECT_EQ(pool.memory(), memory + slab);
    add(slab);
    EXPECT_EQ(pool.memory(), memory + 2 * slab);
    pool.go_back(with_free_slab);
    EXPECT_EQ(pool.memory(), memory + slab);
}

} // namespace
} // namespace fray
