// Queries that a host makes between steps.
#include "engine/frame_time.h"
#include "fray/rollback.h"
#include "melee.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

namespace fray {
namespace {

float squared_distance(Vec2 a, Vec2 b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

std::vector<AgentId> by_hand(const World& world, Vec2 at, float radius, size_t most,
                             const std::vector<TeamIndex>& teams) {
    std::vector<size_t> rows;
    for (size_t row = 0; row < world.agent_count(); ++row)
        if (world.states()[row] != AgentState::dead &&
            (teams.empty() || std::count(teams.begin(), teams.end(), world.teams()[row]) != 0) &&
            squared_distance(world.positions()[row], at) <= radius * radius)
            rows.push_back(row);
    std::sort(rows.begin(), rows.end(), [&](size_t a, size_t b) {
        const float first = squared_distance(world.positions()[a], at),
                    second = squared_distance(world.positions()[b], at);
        return first != second ? first < second : world.serials()[a] < world.serials()[b];
    });
    rows.resize(std::min(rows.size(), most));
    std::vector<AgentId> ids;
    for (const size_t row : rows) ids.push_back(world.ids()[row]);
    return ids;
}

void expect_exact(const World& world, int frame) {
    std::vector<AgentId> out(12);
    for (int i = 0; i < 8; ++i) {
        const Vec2 at = {static_cast<float>(i * 7 % 30) - 15.0f, static_cast<float>(i * 11 % 30) - 15.0f};
        const float radius = static_cast<float>(1 + i * i);
        const std::vector<TeamIndex> teams =
            i % 3 == 0 ? std::vector<TeamIndex>{} : std::vector<TeamIndex>{static_cast<TeamIndex>(i % 2)};
        const size_t count = world.nearest(at, radius, std::span(out).first(static_cast<size_t>(1 + i)), teams);
        EXPECT_EQ(std::vector<AgentId>(out.begin(), out.begin() + static_cast<ptrdiff_t>(count)),
                  by_hand(world, at, radius, static_cast<size_t>(1 + i), teams))
            << "frame " << frame << ", question " << i;
    }
}

TEST(Queries, NearestIsExact) {
    World world = test::melee(600, 0, {.threads = 2});
    Rollback rollback = Rollback::create(world, 40).value();
    for (int frame = 0; frame < 200; ++frame) {
        expect_exact(world, frame);
        must(rollback.save());
        const auto moved = world.find(frame), hit = world.find(frame + 100); // no agents before the first step
        if (frame % 7 == 0 && moved) must(world.teleport(*moved, {static_cast<float>(frame % 20), 3.0f}));
        if (frame % 11 == 0 && hit) must(world.damage(*hit, 1000.0f));
        if (frame % 5 == 0) must(world.spawn({.team = 1, .position = {1.0f, static_cast<float>(frame % 9)}}));
        if (frame % 50 == 20) {
            must(world.shift_origin({3.0f, -2.0f}));
            expect_exact(world, frame);
        }
        if (frame % 50 == 49) {
            must(rollback.restore(world.frame() - 5));
            expect_exact(world, frame);
            must(world.restore(test::bytes_of(world)));
            expect_exact(world, frame);
        }
        must(world.step(dt));
    }
}

TEST(Queries, QueriesMayBeMadeFromManyThreadsAtOnce) {
    World world = test::melee(400, 90);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            expect_exact(world, 90);
            for (size_t row = 0; row < world.agent_count(); ++row) {
                const AgentId agent = world.ids()[row];
                AgentId hostile;
                if (world.nearest_hostiles(agent, 30.0f, {&hostile, 1}) == 1) {
                    EXPECT_NE(world.team(hostile), world.teams()[row]);
                }
                EXPECT_TRUE(wait_reason(world, agent));
            }
            // These lists are made when they are first asked for.
            EXPECT_FALSE(world.squads().empty());
            EXPECT_FALSE(world.circles().empty());
            for (const CircleInfo& circle : world.circles()) EXPECT_TRUE(inspect_circle(world, circle.target));
        });
    for (std::thread& thread : threads) thread.join();
}

TEST(Queries, InvalidQueriesReturnNothing) {
    World world = World::create({.threads = 1}).value();
    AgentId out[3];
    EXPECT_EQ(world.nearest({}, 10.0f, out), 0u) << "no agent is there";
    test::fill_melee(world, 40);
    EXPECT_EQ(world.nearest({}, 10.0f, out), 0u) << "they come with the step";
    must(world.step(dt));
    EXPECT_EQ(world.nearest({}, 1000.0f, out), 3u);
    EXPECT_EQ(world.nearest({}, 1000.0f, {}), 0u);
    EXPECT_EQ(world.nearest({}, -1.0f, out), 0u);
    EXPECT_EQ(world.nearest({NAN, 0.0f}, 10.0f, out), 0u);
    EXPECT_EQ(world.nearest({}, 1000.0f, out, {}, 3), 0u) << "no agent is on that floor";
    EXPECT_EQ(world.nearest_hostiles({}, 10.0f, out), 0u);
    must(world.step_begin(dt));
    EXPECT_EQ(world.nearest({}, 1000.0f, out), 0u);
    must(world.step_end());
}

/// A host can draw between two steps: previous and present position are the ends of an agent's movement.
TEST(Queries, PreviousPositionsAreThoseOfTheStepBefore) {
    World world = test::melee(300, 1, {.hz = 30.0, .threads = 2});
    for (int i = 0; i < 120; ++i) {
        std::map<Serial, Vec2> before;
        for (size_t row = 0; row < world.agent_count(); ++row) before[world.serials()[row]] = world.positions()[row];
        if (i % 10 == 3) {
            must(world.teleport(*world.find(i), {2.0f, 2.0f}));
            before[i] = {2.0f, 2.0f};
            must(world.despawn(*world.find(299 - i / 10)));
        }
        int steps = 0;
        must(world.advance(0.04, &steps));
        EXPECT_GE(world.accumulated_time(), 0.0);
        EXPECT_LT(world.accumulated_time() * 30.0, 1.0);
        if (steps != 1) continue;
        for (size_t row = 0; row < world.agent_count(); ++row) {
            const Serial serial = world.serials()[row];
            ASSERT_EQ(world.previous_positions()[row], before.at(serial)) << i << ", serial " << serial;
        }
    }
    must(world.restore(test::bytes_of(world)));
    for (size_t row = 0; row < world.agent_count(); ++row)
        ASSERT_EQ(world.previous_positions()[row].x, world.positions()[row].x) << "after a restore all stand still";
}

} // namespace
} // namespace fray
