// Links between floors: agents under an order to another floor find a stair or a lift, wait for their turn, and go on
// (rules set_nav_link, pass_links, look_at_journey and go_to_link).
#include "fray/fray.h"
#include "fray/rollback.h"
#include "must.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace fray {
namespace {

constexpr double frame_time = 1.0 / 64;

class Links : public testing::Test {
protected:
    void SetUp() override {
        ArchetypeDef walker{.name = "walker"};
        walker.attacks = {{.name = "swing"}};
        must(world.add_archetype(walker));
        must(world.add_team("us"));
    }

    AgentId spawn(Vec2 at, int16_t floor = 0, SquadId squad = {}) {
        AgentId agent;
        must(world.spawn({.floor = floor, .squad = squad, .position = at}, &agent));
        return agent;
    }
    static OrderDef go(Vec2 point, int16_t floor) { return {.kind = OrderKind::move, .point = point, .floor = floor}; }
    /// An agent on its way to a point of another floor.
    AgentId send(Vec2 at, Vec2 point, int16_t from = 0, int16_t to = 1) {
        const AgentId agent = spawn(at, from);
        must(world.set_order(agent, go(point, to)));
        return agent;
    }
    std::vector<AgentId> send_crowd(int count) {
        std::vector<AgentId> crowd;
        for (int i = 0; i < count; ++i)
            crowd.push_back(send({-6.0f - static_cast<float>(i / 6), static_cast<float>(i % 6) - 2.5f}, {20, 0}));
        return crowd;
    }
    void step() {
        must(world.step(frame_time));
        for (const FloorEvent& event : world.events().floors) {
            passed.push_back(event);
            times.push_back(world.time() - frame_time);
        }
        for (const OrderDoneEvent& event : world.events().orders_done) done.push_back(event);
    }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(seconds / frame_time); ++i) step();
    }
    int16_t floor_of(AgentId agent) { return world.floors()[*world.row_of(agent)]; }
    float away(AgentId agent, Vec2 point) {
        const Vec2 at = *world.position(agent);
        return std::hypot(at.x - point.x, at.y - point.y);
    }

    World world = World::create({.threads = 1}).value();
    std::vector<FloorEvent> passed;
    std::vector<double> times; ///< s, of the events in `passed`
    std::vector<OrderDoneEvent> done;
};

TEST_F(Links, AnAgentTakesTheStairToItsPoint) {
    must(world.set_nav_link(3, {.from = {5, 0}, .to = {8, 4}}));
    const AgentId agent = send({0, 0}, {8, 12});
    step();
    EXPECT_EQ(world.nav_link_of(agent), 3);
    EXPECT_EQ(world.order(agent)->floor, std::optional<int16_t>(1));
    run(20);
    ASSERT_EQ(passed.size(), 1u);
    EXPECT_EQ(passed[0].agent, agent);
    EXPECT_EQ(passed[0].from, 0);
    EXPECT_EQ(passed[0].to, 1);
    EXPECT_EQ(passed[0].nav_link, 3);
    EXPECT_EQ(floor_of(agent), 1);
    EXPECT_EQ(world.nav_link_of(agent), -1);
    EXPECT_LT(away(agent, {8, 12}), 0.5f);
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].cause, OrderDoneCause::reached);
}

TEST_F(Links, WaysLeadOverSeveralFloors) {
    must(world.set_nav_link(0, {.from = {5, 0}, .to = {5, 0}}));
    must(world.set_nav_link(1, {.from = {-5, 0}, .to = {-5, 0}, .from_floor = 1, .to_floor = 2}));
    must(world.set_nav_link(2, {.from = {0, 9}, .to = {0, 9}, .from_floor = 0, .to_floor = 5})); // leads nowhere
    const AgentId up = send({0, 0}, {0, -3}, 0, 2), down = send({0, 2}, {0, -6}, 2, 0);
    run(30);
    EXPECT_EQ(floor_of(up), 2);
    EXPECT_EQ(floor_of(down), 0);
    EXPECT_LT(away(up, {0, -3}), 0.5f);
    EXPECT_LT(away(down, {0, -6}), 0.5f);
    EXPECT_EQ(passed.size(), 4u);
}

TEST_F(Links, ALiftTakesSixAtATime) {
    must(world.set_nav_link(0,
                            {.from = {0, 0}, .to = {0, 0}, .radius = 3.0f, .capacity = 6, .departure_interval = 4.0f}));
    const std::vector<AgentId> crowd = send_crowd(24);
    run(40);
    ASSERT_EQ(passed.size(), 24u) << "no agent is left behind, and no agent goes twice";
    for (size_t i = 6; i < times.size(); ++i) EXPECT_GE(times[i], times[i - 6] + 4.0 - 1e-6) << i;
    for (const AgentId agent : crowd) EXPECT_EQ(floor_of(agent), 1);
    for (const OrderDoneEvent& event : done) EXPECT_NE(event.cause, OrderDoneCause::cancelled);
}

TEST_F(Links, AWaitingCrowdIsNotBlocked) {
    must(world.set_nav_link(0, {.from = {0, 0}, .to = {0, 0}, .departure_interval = 100.0f}));
    send_crowd(12);
    run(20);
    EXPECT_EQ(passed.size(), 1u);
    for (const OrderDoneEvent& event : done) EXPECT_EQ(event.cause, OrderDoneCause::reached);
}

TEST_F(Links, ACrowdSpreadsOverTwoStairs) {
    must(world.set_nav_link(0, {.from = {0, 6}, .to = {0, 6}, .departure_interval = 1.0f}));
    must(world.set_nav_link(1, {.from = {0, -8}, .to = {0, -8}, .departure_interval = 1.0f}));
    send_crowd(30);
    run(40);
    ASSERT_EQ(passed.size(), 30u);
    const auto first =
        std::count_if(passed.begin(), passed.end(), [](const auto& event) { return event.nav_link == 0; });
    EXPECT_GE(first, 12);
    EXPECT_LE(first, 18);
}

TEST_F(Links, AClosedLinkIsNoWay) {
    NavLinkDef stair{.from = {5, 0}, .to = {5, 0}, .open = false};
    must(world.set_nav_link(0, stair));
    const AgentId agent = send({0, 0}, {9, 0});
    run(5);
    EXPECT_EQ(world.nav_link_of(agent), -1);
    EXPECT_LT(away(agent, {0, 0}), 0.1f) << "it stays where it is";
    ASSERT_EQ(done.size(), 1u);
    EXPECT_EQ(done[0].cause, OrderDoneCause::blocked);
    stair.open = true;
    must(world.set_nav_link(0, stair));
    run(20);
    EXPECT_EQ(floor_of(agent), 1);
    EXPECT_EQ(done.back().cause, OrderDoneCause::reached);
}

TEST_F(Links, ASquadPatrolsBetweenTwoFloors) {
    must(world.set_nav_link(0, {.from = {5, 0}, .to = {5, 0}, .departure_interval = 0.1f}));
    SquadId squad;
    must(world.add_squad(0, &squad));
    std::vector<AgentId> members;
    for (int i = 0; i < 4; ++i) members.push_back(spawn({0.0f, static_cast<float>(i)}, 0, squad));
    step();
    OrderDef order = go({10, 0}, 1);
    order.repeat = true;
    must(world.set_order(squad, order));
    order = go({-5, 0}, 0);
    order.repeat = true;
    must(world.queue_order(squad, order));
    run(60);
    for (const AgentId member : members) {
        const auto times_up = std::count_if(passed.begin(), passed.end(), [&](const FloorEvent& event) {
            return event.agent == member && event.to == 1;
        });
        EXPECT_GE(times_up, 2);
    }
}

TEST_F(Links, SnapshotsRollbackAndOriginKeepTrips) {
    const Vec2 by = {64, -32};
    must(world.set_nav_link(0,
                            {.from = {0, 0}, .to = {0, 0}, .radius = 3.0f, .capacity = 2, .departure_interval = 1.0f}));
    must(world.set_nav_link(7, {.from = {0, 20}, .to = {0, 20}}));
    send_crowd(20);
    run(4);
    Rollback images = Rollback::create(world, 4).value();
    must(images.save());
    const uint64_t frame = world.frame();
    std::vector<std::byte> snapshot;
    must(world.save(&snapshot));
    must(world.set_nav_link(7, {.from = {0, 5}, .to = {0, 5}}));
    std::vector<uint64_t> hashes;
    for (int i = 0; i < 200; ++i) step(), hashes.push_back(world.state_hash());
    const auto repeat = [&](World& other) {
        must(other.set_nav_link(7, {.from = {0, 5}, .to = {0, 5}}));
        for (const uint64_t hash : hashes) {
            must(other.step(frame_time));
            ASSERT_EQ(other.state_hash(), hash) << "frame " << other.frame();
        }
    };
    must(images.restore(frame));
    repeat(world);
    must(world.restore(snapshot));
    repeat(world);

    const NavLinkDef before = *world.nav_link(0);
    must(world.shift_origin(by));
    EXPECT_EQ(world.nav_link(0)->from, before.from + by);
    EXPECT_EQ(world.nav_link(0)->to, before.to + by);
    run(60);
    EXPECT_EQ(passed.size(), 20u);
}

TEST_F(Links, BadInputIsRefused) {
    const NavLinkDef stair{.from = {0, 0}, .to = {1, 0}};
    EXPECT_EQ(world.set_nav_link(64, stair), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_nav_link: link 64, allowed 0 to 63");
    EXPECT_EQ(world.set_nav_link(0, {.from = {20'000, 0}, .to = {1, 0}}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_nav_link: from: given (20000, 0), allowed -16384 to 16384 m");
    EXPECT_NE(world.set_nav_link(0, {.from = {0, 0}, .to = {1, NAN}}), Error::ok);
    must(world.set_nav_link(5, stair));
    must(world.remove_nav_link(5)); // the set_nav_link waits
    step();
    EXPECT_EQ(world.nav_link(5), std::nullopt);
    EXPECT_EQ(world.nav_link_of({}), std::nullopt);
}

} // namespace
} // namespace fray
