// Support: agents that have nothing to do go to where the enemy's line is open (rules commit_support,
// keeps_supported_target, acquire_target and managed_pursue).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

/// An enemy at the origin and a fighter 4 m from it fight each other, so the enemy is engaged. Both stand in the cell
/// from (0, 0) to (5, 5), and the cells around it are openings.
struct Supports : OracleScene {
    static ArchetypeDef still(const char* name) {
        ArchetypeDef def = puppet({});
        def.name = name;
        return def;
    }
    AgentId pinned_at(const ArchetypeDef& def, TeamIndex team, Vec2 at) {
        const AgentId id = spawn(add(def), team, at);
        pinned.push_back(id);
        return id;
    }
    /// A fighter that notices enemies only within 4 m.
    static ArchetypeDef reserve(float support_radius = 100.0f) {
        ArchetypeDef def = still("reserve");
        def.perception.alert_radius = 4.0f;
        def.perception.support_radius = support_radius;
        return def;
    }
    static ArchetypeDef idler(const char* name) {
        ArchetypeDef def = still(name);
        def.autonomous = false;
        return def;
    }
    AgentId enemy, fighter;
    void a_fight(Vec2 at = {1.0f, 1.0f}) {
        ArchetypeDef def = still("enemy");
        def.circle = plain_circle(8, 1);
        def.perception.supports = false;
        def.perception.alert_radius = 20.0f;
        enemy = pinned_at(def, heroes, at);
        def.name = "fighter";
        fighter = pinned_at(def, foes, at + Vec2{3.0f, 0.0f});
    }
    /// An agent of the reserve, six cells away, that has gone to support.
    AgentId supporter() {
        const AgentId id = pinned_at(reserve(), foes, {32.5f, 2.5f});
        EXPECT_TRUE(supports(id));
        return id;
    }
    bool supports(AgentId agent, double limit = 0.6) {
        return until_event(EventType::target, agent, limit, Cause::support);
    }
};

TEST_F(Supports, AnAgentWithoutATargetGoesToAnEngagedEnemy) {
    a_fight();
    const AgentId helper = supporter();
    EXPECT_EQ(target(helper), enemy);
    step(2);
    EXPECT_EQ(goal(helper), (Vec2{17.5f, 2.5f})) << "the third cell on its way";
    unpin(helper);
    ASSERT_TRUE(until([&] { return position(helper) == Vec2{7.5f, 2.5f}; }, 3.0)) << "the opening";
    EXPECT_TRUE(until_event(EventType::request, helper, 0.7)) << "there it ceases to support";
}

/// The engine keeps the cells in tiles of 16 times 16: fights in cells at the border of a tile have openings beyond it.
TEST_F(Supports, AFightMayBeAnywhere) {
    std::vector<std::pair<AgentId, AgentId>> helpers; // and the enemy of each
    for (const Vec2 cell : {Vec2{1, 0}, {6, 0}, {0, 5}, {0, 6}, {15, 5}, {15, 6}, {1, 15}, {6, 15}}) {
        const Vec2 tile = {240.0f * static_cast<float>(helpers.size()), 0.0f}; // m, its corner
        a_fight(tile + 5.0f * cell + Vec2{1.0f});
        helpers.push_back({pinned_at(reserve(), foes, tile + Vec2{42.5f, 42.5f}), enemy});
    }
    seconds(0.6);
    for (const auto& [helper, its] : helpers) EXPECT_EQ(target(helper), its);
}

TEST_F(Supports, AReloadMayEndSupport) {
    a_fight();
    ArchetypeDef def = reserve();
    const AgentId helper = pinned_at(def, foes, {32.5f, 2.5f});
    ASSERT_TRUE(supports(helper));
    def.perception.supports = false;
    accept(world.reload({&def, 1}));
    EXPECT_TRUE(until_event(EventType::target, helper, 1.0, Cause::lost)) << "it scans again, and notices no enemy";
}

TEST_F(Supports, TheWayIsAtMostAsLongAsTheSupportRadius) {
    a_fight();
    // From the cell (6, 2) five steps lead to the opening (1, 1): one of them is diagonal.
    const AgentId near = pinned_at(reserve(27.071f), foes, {32.5f, 12.5f});
    const AgentId far = pinned_at(reserve(27.070f), foes, {32.5f, 12.5f});
    ArchetypeDef idle = reserve();
    idle.perception.supports = false;
    const AgentId never = pinned_at(idle, foes, {32.5f, 12.5f});
    const AgentId by_alert = pinned_at(reserve(0.0f), foes, {32.5f, 12.5f}); // its alert radius is 4 m
    EXPECT_TRUE(supports(near));
    seconds(2.0);
    EXPECT_FALSE(target(far));
    EXPECT_FALSE(target(never));
    EXPECT_FALSE(target(by_alert));
}

TEST_F(Supports, AnEnemyWithoutATargetOfTheTeamIsLeftAlone) {
    a_fight();
    accept(world.teleport(fighter, {80.0f, 80.0f}));
    pinned.clear();
    pin(fighter, {80.0f, 80.0f});
    const AgentId helper = pinned_at(reserve(), foes, {32.5f, 2.5f});
    seconds(2.0);
    EXPECT_FALSE(target(helper));
}

TEST_F(Supports, ATargetInTheOpenNeedsNoSupport) {
    hero(plain_circle());
    pinned_at(still("fighter"), foes, {3.0f, 0.0f});
    const AgentId helper = pinned_at(reserve(), foes, {32.5f, 2.5f});
    seconds(2.0);
    EXPECT_FALSE(target(helper));
}

TEST_F(Supports, TheWayLeadsRoundHostileCells) {
    a_fight();
    for (const float y : {-7.5f, -2.5f, 2.5f, 7.5f}) pinned_at(idler("guard"), heroes, {22.5f, y});
    const AgentId helper = supporter();
    step(2);
    // The wall ends above at y = 10. No diagonal step cuts its corner: from (5, 1) the way goes up and then past it.
    EXPECT_EQ(goal(helper), (Vec2{22.5f, 12.5f}));
}

TEST_F(Supports, TheWayLeadsRoundAThickCrowd) {
    a_fight();
    ArchetypeDef friends = idler("friend");
    friends.body.radius = 0.5f; // 1 m^2 each, and 5 m^2 of a cell cost nothing
    const ArchetypeIndex kind = add(friends);
    const auto crowd = [&](int count) {
        for (int i = 0; i < count; ++i)
            for (const float y : {-2.5f, 2.5f, 7.5f}) pinned.push_back(spawn(kind, foes, {17.5f, y}));
    };
    crowd(5);
    const AgentId through = pinned_at(reserve(25.0f), foes, {32.5f, 2.5f});
    EXPECT_TRUE(supports(through));
    crowd(1);
    const AgentId round = pinned_at(reserve(25.0f), foes, {32.5f, 2.5f});
    const AgentId longer = pinned_at(reserve(25.8f), foes, {32.5f, 2.5f});
    ASSERT_TRUE(supports(longer)) << "1 m^2 more costs 0.8 m";
    EXPECT_FALSE(target(round));
}

TEST_F(Supports, AnAgentWithAFriendInAnOpeningStillSupportsAndWithTwoItIsNoOpening) {
    a_fight();
    const ArchetypeIndex kind = add(idler("friend"));
    const AgentId helper = pinned_at(reserve(25.0f), foes, {32.5f, 2.5f});
    pinned.push_back(spawn(kind, foes, {7.5f, 2.5f}));
    ASSERT_TRUE(supports(helper));
    step(2);
    EXPECT_EQ(goal(helper), (Vec2{17.5f, 2.5f}));
    pinned.push_back(spawn(kind, foes, {7.5f, 2.5f}));
    // The nearest openings are now (1, 1) and (1, -1): four steps and a diagonal one.
    const AgentId later = pinned_at(reserve(25.0f), foes, {32.5f, 2.5f});
    seconds(1.0);
    EXPECT_FALSE(target(later));
}

TEST_F(Supports, ARequesterThatIsNotTheFirstLeavesAfterThreeSeconds) {
    a_fight(); // one slot, which the fighter has
    ArchetypeDef def = still("waiting");
    const AgentId first = pinned_at(def, foes, {12.5f, 2.5f});
    step(4);
    const AgentId second = pinned_at(def, foes, {17.5f, 2.5f});
    seconds(2.9);
    EXPECT_EQ(count(EventType::withdraw, second), 0);
    ASSERT_TRUE(until_event(EventType::withdraw, second, 1.2));
    EXPECT_EQ(state(second), AgentState::roam);
    seconds(0.1);
    EXPECT_EQ(state(second), AgentState::pursue);
    seconds(2.0);
    EXPECT_EQ(count(EventType::withdraw, first), 0);
}

TEST_F(Supports, AnAgentThatDoesNotGetOnCeasesToSupport) {
    a_fight();
    const AgentId helper = supporter();
    EXPECT_EQ(count(EventType::target, helper, Cause::lost), 0);
    // It stays where it is pinned: four surveys later it gives up. The enemy is beyond its alert radius.
    EXPECT_TRUE(until_event(EventType::target, helper, 2.8, Cause::lost));
    EXPECT_TRUE(supports(helper, 1.1)) << "it has no target, so it tries again";
}

TEST_F(Supports, ASupporterPassesOtherEnemiesBy) {
    a_fight();
    const AgentId helper = supporter();
    pinned_at(still("another"), heroes, {33.5f, 3.5f});
    seconds(0.25);
    EXPECT_EQ(target(helper), enemy);
}

TEST_F(Supports, AfterTheDeathOfItsTargetASupporterIsAimedAnew) {
    a_fight();
    const AgentId helper = supporter();
    const AgentId other = pinned_at(still("another"), heroes, {2.0f, 3.0f});
    accept(world.despawn(enemy));
    std::erase(pinned, enemy);
    ASSERT_TRUE(supports(helper));
    EXPECT_EQ(target(helper), other);
}

TEST_F(Supports, AnOrderEndsSupport) {
    a_fight();
    const AgentId helper = supporter();
    step_after(world.set_order(helper, {OrderKind::stand}), 2);
    EXPECT_FALSE(target(helper));
    seconds(2.0);
    EXPECT_FALSE(target(helper));
    accept(world.set_order(helper, {OrderKind::free}));
    EXPECT_TRUE(supports(helper, 1.0));
}

} // namespace
} // namespace fray
