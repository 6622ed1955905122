// The lifetime of worlds; which functions may be called when, and from which thread.
#include "fight.h"

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

namespace fray::test {
namespace {

TEST(Worlds, HandlesOfDestroyedWorldsStayStale) {
    const int before = fray_world_count();
    const fray_world_def def = serial_world();
    fray_world_id first = {}, second = {};
    ASSERT_OK(fray_create_world(&def, &first));
    EXPECT_NE(first.generation, 0u);
    EXPECT_EQ(fray_world_count(), before + 1);
    EXPECT_TRUE(fray_world_is_valid(first));
    ASSERT_OK(fray_destroy_world(first));
    EXPECT_FALSE(fray_world_is_valid(first));
    ASSERT_OK(fray_create_world(&def, &second));
    EXPECT_EQ(second.index, first.index);
    EXPECT_NE(second.generation, first.generation);
    EXPECT_EQ(fray_world_step(first, 0.1), FRAY_ERROR_STALE_WORLD);
    EXPECT_EQ(fray_destroy_world(first), FRAY_ERROR_STALE_WORLD);
    EXPECT_TRUE(fray_world_is_valid(second));
    ASSERT_OK(fray_destroy_world(second));
    EXPECT_EQ(fray_world_count(), before);
}

TEST(Worlds, BadDefsAreRefused) {
    fray_world_id world = {7, 7};
    EXPECT_EQ(fray_create_world(nullptr, &world), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(world.generation, 0u);
    fray_world_def def = {};
    EXPECT_EQ(fray_create_world(&def, &world), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(std::string(fray_last_error()), "fray_world_def: given struct_size 0, allowed " +
                                                  std::to_string(sizeof def) + "; begin with fray_init_world_def");
    def = initialised(fray_init_world_def);
    EXPECT_EQ(fray_create_world(&def, nullptr), FRAY_ERROR_NULL_POINTER);
    const auto answer_to = [&](void (*change)(fray_world_def&)) {
        fray_world_def changed = initialised(fray_init_world_def);
        change(changed);
        return fray_create_world(&changed, &world);
    };
    EXPECT_EQ(answer_to([](fray_world_def& d) { d.hz = 0.0; }), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_STREQ(fray_last_error(), "WorldDef.hz: given 0, allowed 1 to 1000");
    EXPECT_EQ(answer_to([](fray_world_def& d) { d.threads = -1; }), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(answer_to([](fray_world_def& d) { d.jobs = static_cast<fray_jobs>(99); }), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(answer_to([](fray_world_def& d) { d.off_ground = static_cast<fray_off_ground>(256); }),
              FRAY_ERROR_OUT_OF_RANGE)
        << "a cast to a byte would give 0";
    EXPECT_EQ(answer_to([](fray_world_def& d) { d.jobs = FRAY_JOBS_HOST; }), FRAY_ERROR_NULL_POINTER);
}

TEST(Worlds, EachWorldAndThreadHasItsOwnLastError) {
    OwnedWorld a(serial_world()), b(serial_world());
    EXPECT_EQ(fray_world_step(a.id, -1.0), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(fray_world_add_team(b.id, nullptr, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_STREQ(fray_error_text(a.id), "step: dt given -1, allowed 0 to 1 s");
    EXPECT_STREQ(fray_error_text(b.id), "name: given null");
    EXPECT_STREQ(fray_last_error(), "name: given null");
    EXPECT_STREQ(fray_error_text({}), "name: given null");
    std::thread([] { EXPECT_STREQ(fray_last_error(), ""); }).join();
}

/// Many threads create, use and destroy worlds, and use each other's worlds by mistake.
TEST(Worlds, MayBeCreatedAndDestroyedOnManyThreads) {
    std::atomic<uint64_t> last = 0;
    std::atomic<int> wrong = 0;
    const auto work = [&] {
        const fray_world_def def = serial_world();
        for (int i = 0; i < 200; ++i) {
            fray_world_id own = {};
            if (fray_create_world(&def, &own) != FRAY_OK) ++wrong;
            const uint64_t others = last.exchange(uint64_t{own.generation} << 32 | own.index);
            const fray_world_id foreign = {static_cast<uint32_t>(others), static_cast<uint32_t>(others >> 32)};
            const fray_error e = fray_world_step(foreign, 0.01);
            if (e != FRAY_OK && e != FRAY_ERROR_STALE_WORLD && e != FRAY_ERROR_BUSY && e != FRAY_ERROR_STEPPING)
                ++wrong;
            fray_error gone = fray_destroy_world(own);
            while (gone == FRAY_ERROR_BUSY || gone == FRAY_ERROR_STEPPING) gone = fray_destroy_world(own);
            if (gone != FRAY_OK || fray_world_is_valid(own)) ++wrong;
        }
    };
    const int before = fray_world_count();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(fray_world_count(), before);
}

TEST(Worlds, TheLogReportsRefusedCalls) {
    std::vector<std::string> heard;
    fray_set_log(
        [](fray_log_level level, const char* text, void* user) {
            static_cast<std::vector<std::string>*>(user)->push_back(std::to_string(level) + text);
        },
        &heard);
    fray_world_step({}, 0.1);
    OwnedWorld world(serial_world());
    fray_world_add_team(world.id, nullptr, nullptr);
    fray_set_log(nullptr, nullptr);
    fray_world_step({}, 0.1);
    ASSERT_EQ(heard.size(), 2u);
    EXPECT_EQ(heard[0], "1world: null, destroyed, or never made by fray_create_world");
    EXPECT_EQ(heard[1], "1name: given null");
}

TEST(Worlds, ALogThatCallsFrayIsNotCalledAgain) {
    static int heard = 0;
    fray_set_log(
        [](fray_log_level, const char*, void*) {
            ++heard;
            fray_world_step({}, 0.1);
            throw 1; // the exception does not leave fray
        },
        nullptr);
    EXPECT_EQ(fray_world_step({}, 0.1), FRAY_ERROR_STALE_WORLD);
    fray_set_log(nullptr, nullptr);
    EXPECT_EQ(heard, 1);
}

/// The host allocates the memory of the world and limits it.
TEST(Worlds, UseTheAllocatorOfTheHostWithinTheirBudget) {
    static std::atomic<int64_t> bytes = 0;
    fray_world_def def = initialised(fray_init_world_def);
    def.jobs = FRAY_JOBS_SERIAL;
    def.allocator.allocate = [](size_t size, size_t alignment, void*) -> void* {
        bytes += static_cast<int64_t>(size);
        return ::operator new(size, std::align_val_t(alignment), std::nothrow);
    };
    def.allocator.free = [](void* block, size_t size, size_t alignment, void*) {
        bytes -= static_cast<int64_t>(size);
        ::operator delete(block, std::align_val_t(alignment));
    };
    def.memory_budget = uint64_t{4} << 20;
    {
        FilledWorld world(60, 60, def);
        EXPECT_EQ(got<fray_memory_use>(fray_world_memory, world.id).allocated, static_cast<uint64_t>(bytes));
        EXPECT_EQ(fray_world_reserve(world.id, 1000000), FRAY_ERROR_FULL);
        EXPECT_OK(fray_world_reserve(world.id, 1000));
    }
    EXPECT_EQ(bytes, 0);
}

TEST(Worlds, MayGoBackToAKeptFrame) {
    FilledWorld world(60, 0, initialised(fray_init_world_def));
    EXPECT_EQ(fray_world_keep_frame(world.id), FRAY_ERROR_UNKNOWN);
    EXPECT_OK(fray_world_keep_frames(world.id, 8));
    EXPECT_EQ(fray_world_keep_frames(world.id, 2000), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_OK(fray_world_keep_frames(world.id, 8));
    step(world.id, 30);
    EXPECT_OK(fray_world_keep_frame(world.id));
    step(world.id, 5);
    const uint64_t hash = hash_of(world.id);
    EXPECT_TRUE(got<bool>(fray_world_keeps_frame, world.id, 30u));
    EXPECT_OK(fray_world_go_back(world.id, 30));
    step(world.id, 5);
    EXPECT_EQ(hash_of(world.id), hash);
    EXPECT_EQ(fray_world_go_back(world.id, 29), FRAY_ERROR_UNKNOWN);
}

TEST(Worlds, HealthUpdateBudgetAndOriginMayBeSet) {
    const FilledWorld world(24, 1);
    EXPECT_OK(fray_world_set_health(world.id, world.ids[1], 7.0f, {}));
    fray_detail_def detail = initialised(fray_init_detail_def);
    detail.update_budget = 12;
    EXPECT_OK(fray_world_set_detail(world.id, &detail));
    step(world.id, 1);
    const auto present = got<fray_detail_def>(fray_world_detail, world.id);
    EXPECT_EQ(present.update_budget, 12u);
    EXPECT_EQ(present.struct_size, sizeof present);
    EXPECT_EQ(got<float>(fray_world_health, world.id, world.ids[1]), 7.0f);
    const auto before = got<fray_vec2>(fray_world_position, world.id, world.ids[1]);
    EXPECT_OK(fray_world_shift_origin(world.id, {512.0f, 0.0f}, {0, 0}));
    EXPECT_EQ(got<fray_vec2>(fray_world_position, world.id, world.ids[1]).x, before.x + 512.0f);
    EXPECT_EQ(fray_world_shift_origin(world.id, {20000.0f, 0.0f}, {0, 0}), FRAY_ERROR_OUT_OF_RANGE);
    EXPECT_EQ(fray_world_shift_origin(world.id, {1.0f, 0.0f}, {7, 7}), FRAY_ERROR_STALE_GROUND);
    step(world.id, 32);
    EXPECT_EQ(got<int>(fray_world_overload_level, world.id), 1);
    EXPECT_OK(fray_world_advance(world.id, 0.02, nullptr));
    EXPECT_NEAR(got<double>(fray_world_accumulated_time, world.id), 0.02 - 1.0 / 60.0, 2e-6);
}

TEST(Worlds, TheProfilerIsToldOfEachSystem) {
    struct Told {
        int begun = 0, ended = 0;
        std::string last;
    } told;
    fray_world_def def = serial_world();
    def.profiler.begin = [](const char*, void* user) { ++static_cast<Told*>(user)->begun; };
    def.profiler.end = [](const char* system, void* user) {
        ++static_cast<Told*>(user)->ended;
        static_cast<Told*>(user)->last = system;
    };
    def.profiler.user = &told;
    OwnedWorld world(def);
    step(world.id, 2);
    EXPECT_EQ(told.begun, 2 * FRAY_FRAME_SYSTEM_COUNT);
    EXPECT_EQ(told.ended, 2 * FRAY_FRAME_SYSTEM_COUNT);
    EXPECT_EQ(told.last, fray_frame_system_name(FRAY_FRAME_SYSTEM_PUBLISH));
    def.profiler.end = [](const char*, void*) { throw std::runtime_error("no ink"); };
    OwnedWorld thrown(def);
    EXPECT_EQ(fray_world_step(thrown.id, 0.1), FRAY_ERROR_DEAD) << "though it must not throw";
}

} // namespace
} // namespace fray::test
