// A steady frame takes no memory from the heap: every allocation of the process is counted, nanoflann's and oneTBB's
// included.
#include "melee.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

namespace {
std::atomic<uint64_t> allocations{0};
}

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_realloc(block, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_memalign(alignment, size);
}
}

namespace fray {
namespace {

/// Frames in which anything was allocated, of `frames` after `warm_up`.
int allocating_frames(int threads, int warm_up, int frames) {
    World world({.events = 0, .threads = threads});
    test::fill_melee(world, 4000, true); // nobody dies: the load is steady
    for (int i = 0; i < warm_up; ++i) world.step(1.0 / 60.0);
    int count = 0;
    for (int i = 0; i < frames; ++i) {
        const uint64_t before = allocations;
        world.step(1.0 / 60.0);
        count += allocations != before;
    }
    return count;
}

TEST(Allocation, TheCounterCounts) {
    const uint64_t before = allocations;
    void* volatile block = std::malloc(1000);
    EXPECT_GT(allocations, before);
    std::free(block);
}

#ifdef FRAY_CHECK_ACCESS
TEST(Allocation, Steady) { GTEST_SKIP() << "this build checks the invariants after every frame, which allocates"; }
#else
TEST(Allocation, ASteadyFrameAllocatesNothingOnOneThread) { EXPECT_EQ(allocating_frames(1, 2000, 600), 0); }
// oneTBB gives a worker its own task pool when it first comes, which may be late on a busy machine.
TEST(Allocation, ASteadyFrameAllocatesNothingOnTwoThreads) { EXPECT_LE(allocating_frames(2, 2000, 600), 3); }
#endif

} // namespace
} // namespace fray
