// The log of a world: a line for each call that it refuses. The host's profiler.
#include "engine/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fray {
namespace {

struct LogLine {
    LogLevel level = LogLevel::error;
    std::string text;
};

void keep_line(void* lines, LogLevel level, const char* text) {
    static_cast<std::vector<LogLine>*>(lines)->push_back({level, text});
}

struct Log : test::Arena {
    std::vector<LogLine> lines;

    void SetUp() override {
        world = World::create({.threads = 1, .log = {keep_line, &lines}}).value();
        Arena::SetUp();
    }
    /// Checks that the last call was refused, and that its error text is the only new line.
    void expect_logged(LogLevel level = LogLevel::warning) {
        ASSERT_EQ(lines.size(), 1u);
        EXPECT_EQ(lines[0].level, level);
        EXPECT_EQ(lines[0].text, world.error_text());
        EXPECT_NE(lines[0].text, "");
        lines.clear();
    }
};

TEST_F(Log, ACapacityThatTheSlotsCannotUseIsALine) {
    const AgentId agent = spawn(dummy, us);
    must(world.set_capacity(agent, {8, 10}));
    EXPECT_TRUE(lines.empty());
    must(world.set_capacity(agent, {14, 10}));
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].level, LogLevel::warning);
    EXPECT_EQ(lines[0].text, "set_capacity: grid capacity 14 for agent 0, but its circle has 8 slots, so agents of the "
                             "grid weight 1 use no more than 8; with slots = 0 there are as many as the capacity");
}

TEST_F(Log, EachRefusedCallIsALine) {
    const AgentId agent = spawn(dummy, us);
    step();
    EXPECT_TRUE(lines.empty()) << lines[0].text;
    EXPECT_EQ(world.despawn({}), Error::stale_id);
    expect_logged();
    EXPECT_EQ(world.damage(agent, -1.0f), Error::out_of_range);
    expect_logged();
    EXPECT_EQ(world.spawn({.archetype = 77}), Error::unknown);
    expect_logged();
    EXPECT_EQ(world.step(-1.0), Error::out_of_range);
    expect_logged();
    EXPECT_EQ(world.restore({}), Error::bad_snapshot);
    expect_logged();
    ASSERT_EQ(world.step_begin(1.0 / 64.0), Error::ok);
    EXPECT_EQ(world.despawn(agent), Error::stepping);
    must(world.step_end());
    expect_logged();
}

TEST_F(Log, ARefusedListIsALineAndSkippedIdsAreNone) {
    const AgentId agent = spawn(dummy, us);
    EXPECT_EQ(world.damage(std::array{DamageCommand{agent, 1}, DamageCommand{{}, 1}}), Error::ok);
    EXPECT_TRUE(lines.empty()) << lines[0].text;
    EXPECT_EQ(world.damage(std::array{DamageCommand{agent, 1}, DamageCommand{agent, -1}}), Error::out_of_range);
    expect_logged();
    EXPECT_EQ(world.spawn(std::vector<SpawnDef>(3, SpawnDef{.archetype = 77})), Error::unknown);
    expect_logged();
}

TEST_F(Log, MissingMemoryIsAnError) {
    world = World::create({.threads = 1, .allocator = test::stingy_allocator(), .log = {keep_line, &lines}}).value();
    EXPECT_EQ(world.reserve(size_t{1} << 30), Error::out_of_memory);
    expect_logged(LogLevel::error);
}

/// Each system begins and ends once in a frame, on one thread, in an order that fits the graph.
TEST(Profiler, IsToldOfEachSystem) {
    struct Told {
        std::mutex mutex;
        std::vector<std::pair<std::string, std::thread::id>> begun, ended;
        void hear(std::vector<std::pair<std::string, std::thread::id>>& list, const char* system) {
            const std::lock_guard lock(mutex);
            list.emplace_back(system, std::this_thread::get_id());
        }
        static void begin(void* told, const char* system) {
            static_cast<Told*>(told)->hear(static_cast<Told*>(told)->begun, system);
        }
        static void end(void* told, const char* system) {
            static_cast<Told*>(told)->hear(static_cast<Told*>(told)->ended, system);
        }
    } told;
    World world = World::create({.threads = 2, .profiler = {Told::begin, Told::end, &told}}).value();
    must(world.step(1.0 / 60.0));
    ASSERT_EQ(told.begun.size(), static_cast<size_t>(system_count));
    EXPECT_EQ(told.begun.front().first, "apply_commands");
    EXPECT_EQ(told.ended.back().first, "publish");
    std::sort(told.begun.begin(), told.begun.end());
    std::sort(told.ended.begin(), told.ended.end());
    EXPECT_EQ(told.begun, told.ended) << "the same systems, on the same threads";
}

} // namespace
} // namespace fray
