// Clear lines of attacks, friendly fire and charges, frame by frame (rules in_line_of_attack, has_line, struck_by,
// note_impact, damage_of and push_of).
#include "rules/two_teams.h"

namespace fray::model {
namespace {

/// An archer of team heroes at the origin, and an orc 10 m in front of it. The archer shoots in every frame in which it
/// may: an arrow flies for 0.1 s.
class Lines : public TwoTeams {
protected:
    void SetUp() override {
        TwoTeams::SetUp();
        carries = false;
        ArchetypeDef def = player();
        def.body.radius = 0.5f;
        bodies = kind(def);
    }

    static ArchetypeDef archer_def() {
        ArchetypeDef def = unmanaged_agent();
        def.name = "archer";
        def.perception.bands = {20.0f, 21.0f, 22.0f, 29.0f};
        def.engagement.engage_range = 20.0f;
        def.engagement.hit_range = 30.0f;
        def.attacks = {swing(1, 0.0, 0.0, 0.0)};
        def.attacks[0].range = {0.0f, 20.0f};
        def.attacks[0].projectile_speed = 100.0f;
        return def;
    }
    static ArchetypeDef careful_archer() {
        ArchetypeDef def = archer_def();
        def.attacks[0].needs_clear_line = true;
        return def;
    }
    static ArchetypeDef careless_archer() {
        ArchetypeDef def = archer_def();
        def.attacks[0].friendly_fire = true;
        def.attacks[0].recovery = 100.0;
        return def;
    }
    void start(const ArchetypeDef& def) {
        archer = spawn(kind(def), heroes, {0, 0});
        orc = spawn(bodies, orcs, {10, 0});
    }
    void launch() {
        while (count(E::launch, archer) == 0) frame();
    }
    /// Shoots one arrow, and waits until it lands.
    void shoot() {
        launch();
        while (find(E::hit, archer) == nullptr && find(E::miss, archer) == nullptr) frame();
    }
    /// How many arrows the archer shoots in three frames.
    int shots() {
        const int before = count(E::launch, archer);
        frames(6);
        return count(E::launch, archer) - before;
    }

    ArchetypeIndex bodies = 0;
    Serial archer = 0, orc = 0;
};

TEST_F(Lines, AFriendInTheLineStopsTheShot) {
    start(careful_archer());
    EXPECT_GT(shots(), 0);
    const Serial friendly = spawn(bodies, heroes, {5, 0.59f});
    frames(2);
    EXPECT_EQ(shots(), 0) << "0.5 m and 0.1 m more";
    teleport(friendly, {5, 0.61f});
    frames(2);
    EXPECT_GT(shots(), 0);
    teleport(friendly, {10.55f, 0});
    frames(2);
    EXPECT_EQ(shots(), 0) << "it stands behind the target, but too near to it";
    teleport(friendly, {11, 0});
    frames(2);
    EXPECT_GT(shots(), 0);
    teleport(friendly, {-0.2f, 0});
    frames(2);
    EXPECT_GT(shots(), 0) << "behind the archer";
}

TEST_F(Lines, EnemiesDeadAgentsAndOtherFloorsDoNot) {
    ArchetypeDef def = careful_archer();
    def.perception.target_margin = 1000.0f;
    start(def);
    frames(2);
    spawn(bodies, orcs, {5, 0});
    frames(2);
    EXPECT_GT(shots(), 0) << "an enemy";
    const Serial friendly = spawn(kind(mortal(1.0f)), heroes, {5, 0});
    frames(2);
    EXPECT_EQ(shots(), 0);
    give(command::SetFloor{named(friendly), 1});
    frames(2);
    EXPECT_GT(shots(), 0) << "another floor";
    give(command::SetFloor{named(friendly), 0});
    frames(2);
    EXPECT_EQ(shots(), 0);
    damage(friendly, 1000.0f);
    frames(2);
    EXPECT_GT(shots(), 0) << "dead";
}

TEST_F(Lines, AManagedHolderWaitsForItsWay) {
    ArchetypeDef def = fighter(1, swing(1, 0.05, 0.1, 0.0));
    def.attacks[0].needs_clear_line = true;
    carries = true;
    const Serial hero = spawn_hero({.slots = 1}), holder = spawn(kind(def), orcs, {4, 0});
    const Serial friendly = spawn(bodies, orcs, {2, 0});
    frames(20);
    EXPECT_EQ(count(E::token, holder), 0);
    EXPECT_EQ(wait_reason(world, oracle.id_of(holder))->reason, WaitReason::way);
    teleport(friendly, {2, 5});
    frames(30);
    EXPECT_GT(count(E::token, holder), 0);
    EXPECT_GT(count(E::attack, holder), 0);
    EXPECT_EQ(agent(holder).target, hero);
}

TEST_F(Lines, AnArrowStrikesTheFirstInTheLine) {
    start(careless_archer());
    const Serial near = spawn(bodies, heroes, {4, 0.5f});
    spawn(bodies, orcs, {6, 0});
    frame();
    accept(world.set_target_bias(oracle.id_of(orc), 100.0f));
    shoot();
    EXPECT_EQ(find(E::hit, archer)->target, near) << "a friend";
    EXPECT_NE(find(E::hurt, near), nullptr);
}

TEST_F(Lines, AFoeInTheLineIsStruckToo) {
    start(careless_archer());
    frame();
    accept(world.set_target_bias(oracle.id_of(orc), 100.0f));
    const Serial foe = spawn(bodies, orcs, {6, 0});
    shoot();
    EXPECT_EQ(find(E::hit, archer)->target, foe);
}

TEST_F(Lines, WithAClearLineTheTargetIsStruck) {
    start(careless_archer());
    spawn(bodies, heroes, {4, 0.7f});
    shoot();
    EXPECT_EQ(find(E::hit, archer)->target, orc);
}

TEST_F(Lines, TheLineIsThatOfTheLanding) {
    start(careless_archer());
    const Serial near = spawn(bodies, heroes, {4, 3});
    launch();
    teleport(near, {4, 0});
    shoot();
    EXPECT_EQ(find(E::hit, archer)->target, near);
}

TEST_F(Lines, AnArrowDoesNotReachAnotherFloor) {
    start(careless_archer());
    launch();
    give(command::SetFloor{named(orc), 1});
    shoot();
    EXPECT_NE(find(E::miss, archer), nullptr);
}

/// A rider of 300 kg that comes at an orc of 100 kg. Its attack hits at once.
class Charge : public TwoTeams {
protected:
    Charge() { carries = false; }

    static ArchetypeDef rider_def() {
        ArchetypeDef def = unmanaged_agent();
        def.name = "rider";
        def.body.mass = 300.0f;
        def.engagement.engage_range = def.engagement.hit_range = 3.0f;
        def.attacks = {swing(1, 0.0, 0.05, 100.0)};
        def.attacks[0].damage = 2.0f;
        def.attacks[0].impact_damage = 1.0f;
        def.attacks[0].impact_push = 0.5f;
        return def;
    }
    static ArchetypeDef orc_def() {
        ArchetypeDef def = player();
        def.body.mass = 100.0f;
        def.body.health = 50.0f;
        return def;
    }
    void start(const ArchetypeDef& def = rider_def(), const ArchetypeDef& other = orc_def()) {
        rider = spawn(kind(def), heroes, {0, 0});
        orc = spawn(kind(other), orcs, {8, 0});
        frame();
    }
    /// Moves both by so many m/s until the rider's attack hits.
    void ride(float speed, float orcs_speed = 0.0f) {
        while (find(E::hit, rider) == nullptr && poses[rider].position.x < 20.0f) {
            poses[rider].position.x += speed * 0.01f;
            poses[orc].position.x += orcs_speed * 0.01f;
            frame();
        }
        ASSERT_NE(find(E::hit, rider), nullptr);
    }

    Serial rider = 0, orc = 0;
};

TEST_F(Charge, SpeedAndMassWoundAndPush) {
    start();
    ride(8.0f); // 8 m/s * 2 * 300 / 400 = 12 m/s
    EXPECT_NEAR(find(E::hit, rider)->x, 14.0f, 0.01f);
    EXPECT_NEAR(find(E::hurt, orc)->x, 14.0f, 0.01f);
    const BodyState body = *world.body(oracle.id_of(orc));
    EXPECT_NEAR(body.push_velocity.x, 0.5f * 12.0f / 0.3f, 0.05f) << "6 m in 0.3 s";
    EXPECT_NEAR(body.push_time_left, 0.29, 1e-6);
    EXPECT_NEAR(body.stun_time_left, 0.29, 1e-6);
}

TEST_F(Charge, WhatCountsIsHowFastTheyApproachEachOtherAndEqualMassesMakeItTheSpeedItself) {
    start();
    ride(8.0f, 4.0f);
    EXPECT_NEAR(find(E::hit, rider)->x, 2.0f + 4.0f * 1.5f, 0.01f) << "it runs away";
    start_again();
    ArchetypeDef orc_of_equal_mass = orc_def();
    orc_of_equal_mass.body.mass = 300.0f;
    start(rider_def(), orc_of_equal_mass);
    ride(6.0f);
    EXPECT_NEAR(find(E::hit, rider)->x, 2.0f + 6.0f, 0.01f);
}

/// A game stops the time for some frames after a hit.
TEST_F(Charge, APauseTakesNothingFromIt) {
    start();
    for (int i = 0; i < 200; ++i) {
        poses[rider].position.x += 8.0f * 0.01f;
        frame();
        if (find(E::hit, rider) != nullptr) break;
        dt = 0.0;
        frames(3);
        dt = tick;
    }
    ASSERT_NE(find(E::hit, rider), nullptr);
    EXPECT_NEAR(find(E::hit, rider)->x, 14.0f, 0.01f);
}

TEST_F(Charge, FromAStandItIsAnAttackAsAnyOther) {
    start();
    teleport(rider, {6, 0});
    frames(3);
    ASSERT_EQ(count(E::hit, rider), 1);
    EXPECT_EQ(agent(orc).health, 48.0f);
    EXPECT_EQ(world.body(oracle.id_of(orc))->push_time_left, 0.0);
}

TEST_F(Charge, ItPushesTwentyMetresAtMost) {
    ArchetypeDef def = rider_def();
    def.attacks[0].impact_push = 10.0f;
    start(def);
    ride(8.0f);
    EXPECT_NEAR(world.body(oracle.id_of(orc))->push_velocity.x, 20.0f / 0.3f, 0.01f);
}

TEST_F(Charge, TheDeadAreNotPushed) {
    start(rider_def(), mortal(1.0f, orc_def()));
    ride(8.0f);
    EXPECT_TRUE(agent(orc).dead);
    EXPECT_EQ(world.body(oracle.id_of(orc))->push_time_left, 0.0);
}

TEST_F(Charge, AnAttackMayOnlyWoundOrOnlyPush) {
    for (const bool wounds : {true, false}) {
        start_again();
        ArchetypeDef def = rider_def();
        (wounds ? def.attacks[0].impact_push : def.attacks[0].impact_damage) = 0.0f;
        start(def);
        ride(8.0f);
        EXPECT_NEAR(find(E::hit, rider)->x, wounds ? 14.0f : 2.0f, 0.01f);
        EXPECT_EQ(world.body(oracle.id_of(orc))->push_time_left > 0.0, !wounds);
    }
}

TEST_F(Charge, APerformedAttackIsAChargeToo) {
    ArchetypeDef def = rider_def();
    def.autonomous = false;
    start(def);
    order_perform(rider, orc);
    ride(8.0f);
    EXPECT_NEAR(find(E::hit, rider)->x, 14.0f, 0.01f);
}

} // namespace
} // namespace fray::model
