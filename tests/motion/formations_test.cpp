// Squads that march in ranks and files (rules find_formation_places and go_on_marches; engine/docs/movement.md).
#include "agents.h"
#include "asked_ground.h"
#include "rates.h"
#include "scenes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace fray::motion {
namespace {

/// A field of 100 x 40 m around (20, 0), with a wall at x = 20 that has a gap in its middle. `room`: m, for the centres
/// of agents; a multiple of half a metre.
std::shared_ptr<const GridMap> wall_with_a_gap(float room) {
    return map_where({-30.0f, -20.0f}, {100.0f, 40.0f}, 0.25f,
                     [=](Vec2 at) { return std::abs(at.x - 20.0f) > 1.0f || std::abs(at.y) <= 0.5f * room; });
}

/// A squad of agents without a brain, in a crooked block around (-8, 0).
struct Column : Agents {
    SquadId squad;

    Column(double rate, int count, const std::shared_ptr<const Ground>& ground = nullptr)
        : Agents(rate, {.name = "walker", .autonomous = false}, ground) {
        must(world.add_squad(0, {}, &squad));
        for (int i = 0; i < count; ++i) {
            const float x = -8.0f + 1.3f * static_cast<float>(i % 6 - 3) + 0.1f * static_cast<float>(i % 5);
            spawn({.squad = squad, .position = {x, 1.3f * static_cast<float>(i / 6 - count / 12)}});
        }
        must(world.step(0.0));
    }
    void march(Vec2 to, SquadFormation formation) {
        must(world.set_order(squad, {.kind = OrderKind::move, .point = to, .formation = formation}));
        step();
    }
    Vec2 point(AgentId agent) const { return world.order(agent)->point; }
    Vec2 middle() const {
        Vec2 sum{};
        for (const AgentId agent : agents) sum = sum + at(agent);
        return sum * (1.0f / static_cast<float>(agents.size()));
    }
    /// m: how far the agents are from their places in the formation, on the mean, wherever the formation is.
    float disorder() const {
        Vec2 off{};
        for (const AgentId agent : agents) off = off + (at(agent) - point(agent));
        off = off * (1.0f / static_cast<float>(agents.size()));
        float sum = 0.0f;
        for (const AgentId agent : agents) sum += distance(at(agent), point(agent) + off);
        return sum / static_cast<float>(agents.size());
    }
    /// s until all have arrived; `limit` if not all have.
    double arrival(double limit) {
        for (double time = 0.0; time < limit; time += 0.1) {
            seconds(0.1);
            if (std::ranges::all_of(agents, [&](AgentId agent) { return between(agent, point(agent)) < 0.4f; }))
                return time;
        }
        return limit;
    }
};

TEST(Formations, AreKeptOnTheMove) {
    for (const double hz : rates) {
        Column column(hz, 30);
        column.march({60.0f, 0.0f}, {.files = 10});
        column.seconds(4.0);
        for (int i = 0; i < 8; ++i) {
            column.seconds(1.5);
            EXPECT_LT(column.disorder(), 0.3f) << hz << " Hz, at " << column.middle().x;
        }
        EXPECT_GT(column.middle().x, 35.0f) << hz;
        EXPECT_LT(column.arrival(20.0), 12.0) << hz;
        EXPECT_LT(column.disorder(), 0.2f) << hz;
    }
}

TEST(Formations, FaceWhereTheyAreTold) {
    for (const Vec2 facing : {Vec2{0.0f, 3.0f}, Vec2{-1.0f, 0.0f}, Vec2{2.0f, 2.0f}}) {
        Column column(60.0, 24);
        column.march({30.0f, 5.0f}, {.ranks = 3, .facing = facing});
        EXPECT_LT(column.arrival(40.0), 22.0) << facing.x << ", " << facing.y;
        column.seconds(3.0);
        const float length = std::hypot(facing.x, facing.y);
        for (const AgentId agent : column.agents) {
            const Vec2 heading = column.world.heading(agent).value();
            EXPECT_GT((heading.x * facing.x + heading.y * facing.y) / length, 0.99f);
        }
    }
}

/// How many agents are side by side on the line x = 20, at most; 0 if not all have passed it in `limit` seconds.
int most_abreast(Column& column, double limit) {
    int most = 0;
    for (double time = 0.0; time < limit; time += 1.0 / column.hz) {
        column.step();
        most = std::max(most, static_cast<int>(std::ranges::count_if(column.agents, [&](AgentId agent) {
                            return std::abs(column.at(agent).x - 20.0f) < 0.35f;
                        })));
    }
    return std::ranges::all_of(column.agents, [&](AgentId agent) { return column.at(agent).x > 20.0f; }) ? most : 0;
}

TEST(Formations, GoThroughAGapForThreeFilesThreeAbreastAndReform) {
    for (const double hz : rates) {
        Column column(hz, 30, wall_with_a_gap(3.5f));
        column.march({55.0f, 0.0f}, {.files = 10});
        const int abreast = most_abreast(column, 20.0);
        EXPECT_GE(abreast, 3) << hz;
        EXPECT_LE(abreast, hz < 30.0 ? 4 : 3) << hz << ": at 10 Hz an agent that catches up passes in a single step";
        EXPECT_LT(column.arrival(20.0), 10.0) << hz;
        EXPECT_LT(column.disorder(), 0.2f) << hz;
    }
}

TEST(Formations, AskForTheirPathEvery267Milliseconds) {
    for (const int frames : {1, 2, 4}) { // in which that time is over to the microsecond
        const auto ground = std::make_shared<AskedGround>(*wall_with_a_gap(2.0f));
        Column column(frames / 0.266667, 2, ground);
        const Vec2 end = {50.0f, 15.0f};
        column.march(end, {.files = 1});
        const Vec2 first = column.point(column.agents[0]), last = column.point(column.agents[1]);
        std::vector<int> asked; // by frame of a period
        for (int frame = 0; frame < 12 * frames; ++frame) {
            ground->asked.clear();
            column.step();
            if (std::ranges::any_of(ground->asked, [&](const Route& r) { return r.to == first || r.to == last; }))
                asked.push_back(frame % frames);
        }
        ASSERT_FALSE(asked.empty());
        EXPECT_EQ(asked, std::vector<int>(12, asked.front())) << frames << " frames";
    }
}

TEST(Formations, LargerThanTheRoomStillArrive) {
    for (const double hz : {10.0, 60.0}) {
        Column column(hz, 60, wall_with_a_gap(1.0f));
        column.march({45.0f, 18.0f}, {.files = 60, .spacing = 2.0f}); // 118 m broad, in a field of 40 m
        column.seconds(90.0);
        const auto beyond =
            std::ranges::count_if(column.agents, [&](AgentId agent) { return column.at(agent).x > 21.0f; });
        EXPECT_EQ(beyond, 60) << hz;
    }
}

TEST(Formations, MembersThatWaitForTheirRankAreNotBlocked) {
    Column column(60.0, 24);
    column.march({40.0f, 0.0f}, {.files = 1});
    must(column.world.queue_order(column.squad, {.kind = OrderKind::move, .point = {-30.0f, 30.0f}}));
    float farthest = 0.0f;
    for (int i = 0; i < 60 * 30; ++i) {
        column.step();
        for (const OrderDoneEvent& event : column.world.events().orders_done)
            EXPECT_NE(event.cause, OrderDoneCause::blocked);
        farthest = std::max(farthest, column.at(column.agents.front()).x);
    }
    EXPECT_GT(farthest, 15.0f);
}

TEST(Formations, OfWideBodiesMarchAtTheirPace) {
    Column column(60.0, 12);
    for (const AgentId agent : column.agents) must(column.world.set_radius(agent, 0.8f));
    column.march({40.0f, 0.0f}, {.files = 4, .spacing = 0.5f}); // they need 1.6 m
    column.seconds(32.0);
    EXPECT_GT(column.middle().x, 36.0f);
}

TEST(Formations, CloseTheirRanksAndFollowNewOrders) {
    Column column(60.0, 30);
    column.march({60.0f, 0.0f}, {.files = 5});
    column.seconds(5.0);
    for (int i = 0; i < 10; ++i) must(column.world.despawn(column.agents[static_cast<size_t>(3 * i)]));
    must(column.world.set_order(column.agents[1], {.kind = OrderKind::move, .point = {0.0f, 30.0f}}));
    column.seconds(6.0);
    float low = 1e9f, high = -1e9f;
    for (size_t i = 2; i < 30; ++i)
        if (i % 3 != 0) {
            low = std::min(low, column.at(column.agents[i]).x);
            high = std::max(high, column.at(column.agents[i]).x);
        }
    EXPECT_LT(high - low, 5.5f) << "19 agents in 5 files are 4 ranks, 4.5 m";
    must(column.world.set_order(column.squad, {.kind = OrderKind::stand}));
    column.seconds(1.0);
    const Vec2 there = column.at(column.agents[2]);
    column.seconds(1.0);
    EXPECT_EQ(column.at(column.agents[2]), there);
}

} // namespace
} // namespace fray::motion
