// Formations of squads: the places of the members (rule find_formation_places).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Formations : OracleScene {
    SquadId squad;
    std::vector<AgentId> members;

    /// A squad of agents without a brain that fray moves, in a new world. The first leads it.
    void gather(const std::vector<Vec2>& places) {
        start_again();
        members.clear();
        ArchetypeDef def = walker({});
        def.autonomous = false;
        const ArchetypeIndex archetype = add(def);
        squad = add_squad(heroes);
        for (const Vec2 at : places) members.push_back(spawn_in_squad(archetype, at));
        step();
    }
    /// The five agents of the rules' example.
    void gather_five() { gather({{0.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, 2.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}}); }
    AgentId spawn_in_squad(ArchetypeIndex archetype, Vec2 at) {
        return spawned({.archetype = archetype, .squad = squad, .position = at});
    }
    /// They join a new squad, one after the other.
    void change_squads(const std::vector<AgentId>& in_this_order) {
        squad = add_squad(heroes);
        for (const AgentId agent : in_this_order) accept(world.join(agent, squad));
    }
    void march(Vec2 to, const SquadFormation& formation) {
        accept(world.set_order(squad, {.kind = OrderKind::move, .point = to, .formation = formation}));
    }
    void expect_points(const std::vector<Vec2>& expected) const {
        for (size_t i = 0; i < members.size(); ++i) {
            const Vec2 point = world.order(members[i])->point;
            EXPECT_EQ(point, expected[i]) << "member " << i << ": " << point.x << ", " << point.y;
        }
    }
    /// Each order differs from the one before: members do not begin a journey anew that they are on.
    void send_away(int times) {
        for (int i = 0; i < times; ++i)
            accept(world.set_order(squad, {.kind = OrderKind::move, .point = {-50.0f, i % 2 == 0 ? 50.0f : 49.0f}}));
    }
    Vec2 heading(AgentId agent) const { return world.headings()[row(agent)]; }
};

TEST_F(Formations, FiveAgentsInTwoFilesComeToTheirPlaces) {
    gather_five();
    march({10.0f, 0.0f}, {.files = 2, .spacing = 2.0f});
    step();
    const std::vector<Vec2> places = {{10.0f, -1.0f}, {10.0f, 1.0f}, {8.0f, 0.0f}, {12.0f, -1.0f}, {12.0f, 1.0f}};
    expect_points(places);
    for (const AgentId member : members) {
        const Event order = first(EventType::order, member).event;
        EXPECT_EQ((Vec2{order.x, order.y}), (Vec2{10.0f, 0.0f})) << "the event names the point of the squad";
    }
    seconds(15.0);
    for (size_t i = 0; i < members.size(); ++i) {
        const Event done = first(EventType::order_done, members[i], Cause::reached).event;
        EXPECT_EQ((Vec2{done.x, done.y}), places[i]) << "member " << i;
        EXPECT_LT(distance(position(members[i]), places[i]), 0.4f) << "member " << i;
    }
}

TEST_F(Formations, ASquadThatFacesWhereItComesFromTurnsAboutAtItsPoint) {
    gather_five();
    march({10.0f, 0.0f}, {.files = 2, .spacing = 2.0f, .facing = {-3.0f, 0.0f}});
    step();
    expect_points({{10.0f, -1.0f}, {10.0f, 1.0f}, {8.0f, 0.0f}, {12.0f, -1.0f}, {12.0f, 1.0f}});
    seconds(20.0);
    for (const AgentId member : members) EXPECT_LT(heading(member).x, -0.9f);
    march({20.0f, 0.0f}, {.files = 2, .spacing = 2.0f, .facing = {0.0f, 5.0f}});
    step();
    expect_points({{21.0f, 0.0f}, {19.0f, 0.0f}, {20.0f, -2.0f}, {21.0f, 2.0f}, {19.0f, 2.0f}});
}

TEST_F(Formations, RanksGiveTheFiles) {
    gather_five();
    march({10.0f, 0.0f}, {.ranks = 2, .spacing = 1.0f});
    step(); // three files; by y, the greatest first: the two at x = 1 and the leader, then the others
    expect_points({{10.5f, 0.0f}, {9.5f, -0.5f}, {9.5f, 0.5f}, {10.5f, -1.0f}, {10.5f, 1.0f}});
    gather_five();
    march({10.0f, 0.0f}, {.ranks = 4, .spacing = 1.0f});
    step(); // two files, so three ranks are enough
    expect_points({{10.0f, -0.5f}, {10.0f, 0.5f}, {9.0f, 0.0f}, {11.0f, -0.5f}, {11.0f, 0.5f}});
}

TEST_F(Formations, TheLastOrderOfAFrameCounts) {
    gather_five();
    march({10.0f, 0.0f}, {.files = 2});
    step_after(world.set_order(squad, {.kind = OrderKind::move, .run = true, .point = {-10.0f, 0.0f}}));
    expect_points({{-10.0f, 0.0f}, {-10.0f, 1.0f}, {-10.0f, 2.0f}, {-9.0f, 0.0f}, {-9.0f, 1.0f}});
    accept(world.set_order(squad, {.kind = OrderKind::move, .point = {-10.0f, 0.0f}}));
    march({0.0f, 20.0f}, {.files = 1000, .spacing = 1.0f});
    accept(world.set_order(members[2], {.kind = OrderKind::move, .point = {5.0f, 5.0f}}));
    step_after(world.despawn(members[0])); // three are left in the formation, in one rank; their leader has just gone
    EXPECT_EQ(world.order(members[2])->point, (Vec2{5.0f, 5.0f}));
    std::vector<float> places;
    for (const size_t i : {1u, 3u, 4u}) places.push_back(world.order(members[i])->point.x);
    std::sort(places.begin(), places.end());
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(places[i], static_cast<float>(i) - 1.0f, 0.05f);
}

/// A number of a journey has eight bits, so after 256 orders there is an earlier one with the same.
TEST_F(Formations, AfterHundredsOfOrdersInOneFrameTheLastStillCounts) {
    gather_five();
    march({-50.0f, -50.0f}, {.files = 5, .spacing = 1.0f});
    step();
    send_away(254);
    march({50.0f, -50.0f}, {.files = 5, .spacing = 1.0f}); // two formations before, of this frame and of the last
    send_away(255);
    march({10.0f, 0.0f}, {.files = 2, .spacing = 2.0f});
    step();
    std::vector<Vec2> places;
    for (const AgentId member : members) places.push_back(world.order(member)->point);
    seconds(15.0);
    for (size_t i = 0; i < members.size(); ++i) {
        EXPECT_LT(distance(places[i], {10.0f, 0.0f}), 2.3f) << "member " << i;
        EXPECT_EQ(count(EventType::order_done, members[i], Cause::reached), 1) << "member " << i;
        EXPECT_LT(distance(position(members[i]), places[i]), 0.4f) << "member " << i;
    }
}

TEST_F(Formations, AfterHundredsOfOrdersInOneFrameTheSquadMarchesAsAfterOne) {
    std::vector<std::vector<Vec2>> ways(2);
    for (const bool more : {false, true}) {
        gather_five();
        if (more) send_away(255);
        march({30.0f, 0.0f}, {.files = 1, .spacing = 2.0f}); // after 255 others its number is 0 again
        seconds(4.0);
        for (const AgentId member : members) ways[more].push_back(position(member));
    }
    EXPECT_EQ(ways[0], ways[1]);
}

TEST_F(Formations, AnAgentThatLeavesTheSquadKeepsItsPlaceInTheFormation) {
    gather_five();
    const SquadId other = add_squad(foes);
    march({10.0f, 0.0f}, {.files = 2, .spacing = 2.0f});
    step_after(world.join(members[1], other));
    expect_points({{10.0f, -1.0f}, {10.0f, 1.0f}, {8.0f, 0.0f}, {12.0f, -1.0f}, {12.0f, 1.0f}});
}

/// The point lies between two members, and they face to the left of both ways: the second is in front if the march
/// begins at the first.
TEST_F(Formations, WithoutALeaderTheMarchBeginsAtTheFirstMemberBySpawn) {
    for (const bool reversed : {true, false}) { // the second member comes to the squad before the first
        gather({{0.0f, 0.0f}, {4.0f, 0.0f}});
        if (reversed) change_squads({members[1], members[0]});
        step();
        march({3.0f, 0.0f}, {.files = 1, .spacing = 1.0f, .facing = {0.0f, 1.0f}});
        const SquadId left = squad;
        change_squads(members);
        step();
        EXPECT_EQ(world.leader(left), AgentId{});
        expect_points({{3.0f, -0.5f}, {3.0f, 0.5f}});
    }
}

/// Once, the end of an order `perform` began the numbers of journeys anew, so two marches had the same member.
TEST_F(Formations, AMemberThatHasPerformedAnAttackFollowsItsLastFormation) {
    ArchetypeDef def = walker({swing(1)});
    def.autonomous = false;
    const ArchetypeIndex archetype = add(def);
    squad = add_squad(heroes);
    for (int i = 0; i < 6; ++i) members.push_back(spawn_in_squad(archetype, {0.0f, static_cast<float>(i)}));
    const AgentId dummy = foe(archetype, {-300.0f, 2.0f});
    step();
    march({100.0f, 0.0f}, {.files = 2});
    seconds(0.5);
    seconds_after(world.set_order(members[3], {.kind = OrderKind::perform, .target = dummy, .attack = 0}), 0.2);
    accept(world.despawn(dummy)); // so the order ends
    seconds(0.2);
    change_squads({members[3]});
    march({0.0f, 60.0f}, {.files = 2});
    seconds(30.0);
    EXPECT_LT(distance(position(members[3]), {0.0f, 60.0f}), 1.0f);
}

TEST_F(Formations, AtThePointOfTheLeaderTheFacingIsTheMarch) {
    gather({{2.0f, 3.0f}, {2.0f, 4.0f}, {3.0f, 3.0f}});
    march({2.0f, 3.0f}, {.files = 1, .spacing = 1.0f});
    step(); // as if it marched along x
    expect_points({{2.0f, 3.0f}, {1.0f, 3.0f}, {3.0f, 3.0f}});
    gather({{2.0f, 3.0f}, {2.0f, 4.0f}, {3.0f, 3.0f}});
    march({2.0f, 3.0f}, {.files = 1, .spacing = 1.0f, .facing = {0.0f, 0.01f}});
    step();
    expect_points({{2.0f, 3.0f}, {2.0f, 4.0f}, {2.0f, 2.0f}});
    gather({{2.0f, 3.0f}});
    march({9.0f, 9.0f}, {.ranks = 3});
    step();
    expect_points({{9.0f, 9.0f}});
}

TEST_F(Formations, PlacesAreKeptInsideTheWorld) {
    gather_five();
    march({world_extent, 0.0f}, {.ranks = 5, .spacing = 100.0f});
    step();
    expect_points({{world_extent, 0.0f},
                   {world_extent - 100.0f, 0.0f},
                   {world_extent - 200.0f, 0.0f},
                   {world_extent, 0.0f},
                   {world_extent, 0.0f}});
}

TEST_F(Formations, QueuedOrdersKeepTheShapeOfTheFormation) {
    gather({{0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 0.0f}});
    march({3.0f, 0.0f}, {.files = 1, .spacing = 1.0f});
    step_after(world.queue_order(squad, {.kind = OrderKind::move, .point = {3.0f, 5.0f}}));
    expect_points({{3.0f, 0.0f}, {2.0f, 0.0f}, {4.0f, 0.0f}});
    seconds(20.0);
    expect_points({{3.0f, 5.0f}, {2.0f, 5.0f}, {4.0f, 5.0f}});
    for (const AgentId member : members) EXPECT_EQ(count(EventType::order_done, member, Cause::reached), 2);
}

} // namespace
} // namespace fray
