// Squads that walk (rules: Squads, resolve_hits 1 and 5, acquire_targets): followers, move input, orders, projectiles,
// and invalid input.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct SquadScene : OracleScene {
    SquadId squad;
    std::vector<AgentId> members;

    static SquadDef following(SquadControl control = SquadControl::leader) {
        return {.follow_distance = 4.0f,
                .max_leader_distance = 10.0f,
                .control = control,
                .lookahead_distance = 6.0f,
                .lookahead_interval = 0.5};
    }
    /// Members stand one after the other along the x axis; the first leads.
    void make(const SquadDef& def, const std::vector<ArchetypeDef>& kinds, float apart = 1.0f) {
        squad = add_squad(foes, def);
        for (size_t i = 0; i < kinds.size(); ++i) join(add(kinds[i]), {-apart * static_cast<float>(i), 0.0f});
        step();
    }
    AgentId join(ArchetypeIndex kind, Vec2 at) {
        members.push_back(spawned({.archetype = kind, .team = foes, .squad = squad, .position = at}));
        return members.back();
    }
    void push(Vec2 direction) { ASSERT_EQ(world.set_move_input(squad, direction), Error::ok) << world.error_text(); }
    static std::vector<ArchetypeDef> walkers(int count) {
        return std::vector<ArchetypeDef>(static_cast<size_t>(count), walker());
    }
    /// A target that stands at the given point.
    AgentId enemy(Vec2 at, float health = unlimited_health) { return hero(plain_circle(), at, health); }
};

TEST_F(SquadScene, ControlAllMovesEveryMemberAlike) {
    make(following(SquadControl::all), walkers(4));
    enemy({8.0f, 0.0f});
    seconds(1.0);
    push({0.0f, 0.5f});
    step();
    for (const AgentId member : members) EXPECT_EQ(state(member), AgentState::led);
    step(16); // they turn round
    std::vector<Vec2> before;
    for (const AgentId member : members) before.push_back(position(member));
    step(64);
    for (size_t i = 0; i < members.size(); ++i)
        EXPECT_NEAR(position(members[i]).y - before[i].y, 2.75f, 0.6f) << "half of its run speed";
}

TEST_F(SquadScene, ControlPathsLetsMembersFinishTheirAttacks) {
    make(following(SquadControl::paths), {walker({swing(1, 2.0)}), walker({swing(1, 2.0)}), walker({swing(1, 2.0)})});
    enemy({3.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::attack, members[1], 20.0));
    push({0.0f, -1.0f});
    step();
    EXPECT_EQ(state(members[0]), AgentState::led);
    EXPECT_EQ(state(members[1]), AgentState::attack) << "it goes on";
    ASSERT_TRUE(until([&] { return state(members[1]) == AgentState::led; }, 3.0));
    EXPECT_EQ(count(EventType::attack_end, members[1], Cause::finished), 1);
    const Vec2 here = position(members[1]);
    EXPECT_NEAR(distance(goal(members[1]), here), 6.0f, 0.2f) << "a point ahead of itself";
    EXPECT_LT(goal(members[1]).y, here.y - 5.0f);
    const Vec2 first = goal(members[1]);
    step(16);
    EXPECT_EQ(goal(members[1]), first) << "until it is renewed";
    step(20);
    EXPECT_NE(goal(members[1]), first);
}

TEST_F(SquadScene, MoveInputSuspendsReturningWithControlAllAndPaths) {
    for (const SquadControl control : {SquadControl::all, SquadControl::paths}) {
        start_again();
        members.clear();
        make(following(control), walkers(2));
        ASSERT_EQ(world.teleport(members[0], {30.0f, 0.0f}), Error::ok);
        push({1.0f, 0.0f});
        step(2);
        EXPECT_EQ(state(members[1]), AgentState::led);
        push({});
        step();
        EXPECT_EQ(state(members[1]), AgentState::follow);
    }
}

TEST_F(SquadScene, ALeaderWithoutABrainIsMovedToo) {
    ArchetypeDef player = walker();
    player.autonomous = false;
    make(following(), {player, walker()});
    push({1.0f, 0.0f});
    step(64);
    EXPECT_GT(position(members[0]).x, 4.5f);
    EXPECT_EQ(state(members[0]), AgentState::idle) << "it has no states";
    EXPECT_EQ(state(members[1]), AgentState::follow);
}

TEST_F(SquadScene, HeldMoveInputOutlivesAllMembers) {
    make(following(SquadControl::all), walkers(3));
    push({1.0f, 0.0f});
    step(10);
    for (const AgentId member : members) accept(world.despawn(member));
    step(10);
    const AgentId late = join(0, {});
    step(2);
    EXPECT_EQ(state(late), AgentState::led);
    seconds(3.0);
    EXPECT_GT(position(late).x, 10.0f);
}

TEST_F(SquadScene, ARetreatIsAGoOrderAtARun) {
    make({}, walkers(2), 2.0f);
    enemy({6.0f, 0.0f});
    seconds(1.0);
    ASSERT_EQ(world.set_order(squad, {.kind = OrderKind::move, .run = true, .point = {-20.0f, 0.0f}}), Error::ok);
    step();
    EXPECT_EQ(target(members[1]), AgentId{});
    step(32); // it turns round
    const float before = position(members[1]).x;
    step(64);
    EXPECT_LT(position(members[1]).x, before - 5.0f) << "5.5 m/s, not 3";
}

TEST_F(SquadScene, ASnapshotHoldsProjectilesInFlight) {
    enemy({16.0f, 0.0f}, 100.0f);
    ArchetypeDef archer = puppet();
    archer.engagement.managed = false;
    archer.engagement.engage_range = 20.0f;
    archer.engagement.hit_range = 24.0f;
    archer.perception.bands = {20.0f, 21.0f, 22.0f, 23.0f};
    archer.attacks[0].range = {0.0f, 20.0f};
    archer.attacks[0].projectile_speed = 8.0f;
    const AgentId shooter = pinned_foe(archer, {});
    ASSERT_TRUE(until_event(EventType::launch, shooter, 5.0));
    std::vector<std::byte> saved;
    accept(oracle.save(&saved));
    step(200);
    const uint64_t hash = world.state_hash();
    ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
    step(200);
    EXPECT_EQ(world.state_hash(), hash);
}

TEST_F(SquadScene, AFollowerMayLeaveItsLeaderFartherThanItFollows) {
    SquadId id{77};
    EXPECT_EQ(world.add_squad(foes, {.follow_distance = 5.0f, .max_leader_distance = 5.0f}, &id), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "add_squad: max_leader_distance: given 5, allowed more than 5 (follow_distance)");
    EXPECT_EQ(id.value, 77u);
}

TEST_F(SquadScene, ASquadMayHaveTenThousandMembers) {
    check_every_frame = false;
    squad = add_squad(foes, {.control = SquadControl::paths});
    const ArchetypeIndex kind = add(walker());
    for (int i = 0; i < 10'000; ++i) join(kind, {static_cast<float>(i % 100), static_cast<float>(i / 100)});
    for (int i = 0; i < 10; ++i) enemy({120.0f, 10.0f * static_cast<float>(i)});
    step(10);
    push({1.0f, 0.0f});
    step(10);
    push({});
    step(20);
    EXPECT_EQ(check_invariants(world), "");
    int have = 0;
    for (const AgentId member : members) have += static_cast<bool>(target(member));
    EXPECT_GT(have, 9000) << "those in front see for all";
}

} // namespace
} // namespace fray
