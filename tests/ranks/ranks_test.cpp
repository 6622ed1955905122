// Several ranks that step one world have the same agents, events and hashes as a single process (fray/communicator.h).
#include "brawl.h"
#include "determinism/lockstep.h"
#include "flat_events.h"
#include "thread_ranks.h"

#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

namespace fray {
namespace {

#ifdef FRAY_SLOW_BUILD
constexpr uint32_t sizes[] = {3};
constexpr int frames = 120;
#else
constexpr uint32_t sizes[] = {2, 3, 4, 8};
constexpr int frames = 300;
#endif

using Deed = std::function<void(World&, int frame)>;

/// Plays the same battle alone and on ranks, and compares them after every step. `prepare` fills a world; `act` is
/// called before each step.
void expect_same(const Deed& prepare, const Deed& act, WorldDef def = {}, std::span<const StateDef> states = {}) {
    def.threads = 2;
    if (def.debug.chunk_size == 0) def.debug.chunk_size = 16; // so that every rank has a share
    for (const uint32_t size : sizes) {
        World alone = World::create(def).value();
        std::optional<test::ThreadRanks> ranks(std::in_place, size, WorldDef{}, states);
        WorldDef led_def = def;
        led_def.communicator = &ranks->leader();
        std::optional<World> led(World::create(led_def).value());
        for (World* world : {&alone, &*led}) prepare(*world, 0);
        for (int frame = 0; frame < frames; ++frame) {
            for (World* world : {&alone, &*led}) {
                act(*world, frame);
                ASSERT_EQ(world->step(1.0 / 60.0), Error::ok) << world->error_text();
            }
            ASSERT_EQ(test::first_difference(alone, *led), "") << size << " ranks, frame " << frame;
            ASSERT_EQ(alone.state_hash(), led->state_hash()) << size << " ranks, frame " << frame;
            ASSERT_EQ(test::flat_events(alone), test::flat_events(*led)) << size << " ranks, frame " << frame;
        }
        EXPECT_GT(alone.counters().dead + alone.spawn_count() - alone.counters().living, 5u) << "a fight";
        led.reset();
        for (const auto& end : ranks->ends()) EXPECT_EQ(end.error, Error::ok) << end.text;
    }
}

TEST(Ranks, AMeleeWithCommandsOfAllKinds) {
    constexpr int agents = 600;
    std::vector<AgentId> ids;
    expect_same([&](World& world, int) { ids = test::fill_melee(world, agents); },
                [&](World& world, int frame) {
                    const auto id = [&](int i) { return ids[static_cast<size_t>(i % agents)]; };
                    const auto give = [&](Error error) {
                        ASSERT_TRUE(error == Error::ok || error == Error::stale_id) << world.error_text();
                    };
                    if (frame % 30 == 5) give(world.damage(id(frame), 40.0f, id(frame * 7)));
                    if (frame % 45 == 7) give(world.set_capacity(id(frame * 3), {frame % 20, frame % 12}));
                    if (frame % 20 == 9) give(world.teleport(id(frame * 5), {static_cast<float>(frame % 90), 20.0f}));
                    if (frame % 40 == 11)
                        give(world.set_order(id(frame * 11), {.kind = OrderKind::go, .point = {70.0f, 30.0f}}));
                    if (frame % 50 == 13) give(world.despawn(id(frame * 13)));
                    if (frame % 60 == 19) give(world.set_update_interval(id(frame * 17), 4));
                    if (frame % 90 == 29)
                        give(world.set_detail({.beyond = {25.0f, 50.0f, 75.0f}, .points = {{30.0f, 20.0f}}}));
                    if (frame % 20 == 17) give(world.spawn({.archetype = 2, .team = 1, .position = {30.0f, 30.0f}}));
                });
}

TEST(Ranks, BrainsMonstersAndSummons) {
    expect_same([](World& world, int) { test::fill_brawl(world, 300); },
                [](World& world, int) { test::answer_sight(world); });
}

} // namespace
} // namespace fray
