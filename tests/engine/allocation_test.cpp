// A steady frame allocates no heap memory. The test counts every allocation of the process, those of nanoflann and
// oneTBB included.
#include "melee.h"
#include "repetitions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

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

/// The host moves every agent to its goal.
class Bodies {
public:
    explicit Bodies(World& world) : world_(world) {
        std::vector<ArchetypeDef> defs;
        for (size_t i = 0; i < world.archetype_count(); ++i) {
            defs.push_back(world.archetype(static_cast<ArchetypeIndex>(i)));
            defs.back().body.motion = MotionType::host;
        }
        must(world.reload(defs));
        must(world.step(1.0 / 60.0));
        for (size_t row = 0; row < world.agent_count(); ++row)
            bodies_.push_back({world.ids()[row], world.positions()[row], {1.0f, 0.0f}});
    }
    void move() {
        for (Body& body : bodies_) {
            const size_t row = *world_.row_of(body.agent);
            const Vec2 goal = world_.goals()[row], way = {goal.x - body.position.x, goal.y - body.position.y};
            const float most = world_.preferred_speeds()[row] / 60.0f, distance = std::hypot(way.x, way.y);
            const float part = distance > most ? most / distance : 1.0f;
            body.position = {body.position.x + way.x * part, body.position.y + way.y * part};
            body.heading = world_.facings()[row];
        }
        const auto points = [&](Vec2 Body::*point) {
            return StridedPoints{strided(bodies_, [=](const Body& b) -> const float& { return (b.*point).x; }),
                                 strided(bodies_, [=](const Body& b) -> const float& { return (b.*point).y; })};
        };
        must(world_.set_host_poses(
            {bodies_.size(), strided(bodies_, &Body::agent), points(&Body::position), points(&Body::heading)}));
    }

private:
    struct Body {
        AgentId agent;
        Vec2 position{}, heading{};
    };
    World& world_;
    std::vector<Body> bodies_;
};

/// The number of frames that allocated anything, of `frames` frames after `warm_up` frames.
int allocating_frames(int threads, int warm_up, int frames, bool hosts = false,
                      int agents = test::repetitions(4000, 2000, 2000)) {
    World world = World::create({.event_mask = 0, .threads = threads}).value();
    test::fill_melee(world, agents, true); // unlimited health: no agent dies, so the load is steady
    std::optional<Bodies> bodies;
    if (hosts) bodies.emplace(world);
    int count = 0;
    for (int i = 0; i < warm_up + frames; ++i) {
        const uint64_t before = allocations;
        if (bodies) bodies->move();
        must(world.step(1.0 / 60.0));
        count += i >= warm_up && allocations != before;
    }
    return count;
}

constexpr int counted = test::repetitions(600, 300, 300); ///< frames

TEST(Allocation, TheCounterCounts) {
    const uint64_t before = allocations;
    void* volatile block = std::malloc(1000);
    EXPECT_GT(allocations, before);
    std::free(block);
}

#ifdef FRAY_CHECK_ACCESS
TEST(Allocation, Steady) { GTEST_SKIP() << "this build checks the invariants after every frame, which allocates"; }
#else
TEST(Allocation, ASteadyFrameAllocatesNothingOnOneThread) { EXPECT_EQ(allocating_frames(1, 3000, counted), 0); }
TEST(Allocation, ASteadyFrameWithHostPosesAllocatesNothing) { EXPECT_EQ(allocating_frames(1, 2000, counted, true), 0); }
// FRAY_ALLOCATION_AGENTS=1000000 takes up to twenty minutes. In so large a crowd the number of circles now and then
// reaches a new maximum.
TEST(Allocation, ASteadyFrameOfAGivenNumberOfAgentsAllocatesNothing) {
    const char* const agents = std::getenv("FRAY_ALLOCATION_AGENTS");
    if (agents == nullptr) GTEST_SKIP() << "FRAY_ALLOCATION_AGENTS is not set";
    EXPECT_LE(allocating_frames(1, 2000, 300, false, std::atoi(agents)), 3);
}
// oneTBB gives a worker its own task pool at the worker's first use, which may be late on a busy machine.
TEST(Allocation, ASteadyFrameAllocatesNothingOnTwoThreads) { EXPECT_LE(allocating_frames(2, 2000, counted), 3); }
#endif

} // namespace
} // namespace fray
