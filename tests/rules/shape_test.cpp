// What a hit strikes: reach, arc, the greatest number of agents, and how an attack moves its attacker.
#include "rules/oracle_scene.h"

#include <algorithm>
#include <array>
#include <set>

namespace fray {
namespace {

using namespace test;

struct AttackShape : OracleScene {
    AgentId target, fighter;

    static AttackDef cut() {
        AttackDef attack = swing(1);
        attack.arc = AttackDef().arc;
        return attack;
    }
    static ArchetypeDef swordsman(const AttackDef& attack = cut()) {
        ArchetypeDef def = walker({attack});
        def.name = "swordsman";
        def.engagement.managed = false;
        def.body.run_speed = 6.0f;
        return def;
    }
    static ArchetypeDef onlooker() {
        ArchetypeDef def;
        def.name = "onlooker";
        def.autonomous = false;
        def.body.health = unlimited_health;
        return def;
    }
    /// Puts the fighter 2 m before its target, facing it.
    void face_to_face(const AttackDef& attack) {
        target = hero(plain_circle());
        fighter = foe(swordsman(attack), {2.0f, 0.0f});
        accept(world.teleport(fighter, {2.0f, 0.0f}, Vec2{-1.0f, 0.0f}));
    }
    size_t struck() const {
        std::set<Serial> all;
        for (const Happened& one : log)
            if (one.event.type == EventType::hit) all.insert(one.event.target);
        return all.size();
    }
    /// A target that walks away from the fighter at this speed (m/s), for so many seconds. Returns the hits and misses.
    std::array<int, 2> fight_a_walker(const AttackDef& attack, float speed, double time) {
        ArchetypeDef def = onlooker();
        def.body.walk_speed = std::max(speed, 0.1f);
        def.body.run_speed = std::max(speed, 0.1f);
        target = spawn(add(def), heroes, {});
        fighter = foe(swordsman(attack), {-3.0f, 0.0f});
        if (speed != 0.0f) accept(world.set_order(target, {.kind = OrderKind::move, .point = {1000.0f, 0.0f}}));
        seconds(time);
        return {count(EventType::hit, fighter), count(EventType::miss, fighter)};
    }
};

TEST_F(AttackShape, ASweepStrikesAsManyAsItMayInItsArc) {
    for (const int most : {1, 3, 65'535}) {
        start_again();
        AttackDef sweep = cut();
        sweep.max_hits = most;
        sweep.arc = 3.1415927f;
        face_to_face(sweep);
        const ArchetypeIndex bystander = add(onlooker());
        for (const Vec2 at : {Vec2{1.0f, 1.2f}, Vec2{1.0f, -1.2f}, Vec2{2.0f, 1.5f}}) spawn(bystander, heroes, at);
        spawn(bystander, heroes, {3.0f, 0.5f}); // behind it
        spawn(bystander, foes, {1.0f, 0.4f});   // a friend
        ASSERT_TRUE(until_event(EventType::attack_end, fighter, 3.0));
        EXPECT_EQ(struck(), std::min<size_t>(static_cast<size_t>(most), 4));
        EXPECT_EQ(count(EventType::miss, fighter), 0);
    }
}

TEST_F(AttackShape, FriendsAreStruckOnlyByFriendlyFire) {
    for (const bool friendly_fire : {false, true}) {
        start_again();
        AttackDef sweep = cut();
        sweep.max_hits = 9;
        sweep.friendly_fire = friendly_fire;
        face_to_face(sweep);
        spawn(add(onlooker()), foes, {1.0f, 0.4f});
        ASSERT_TRUE(until_event(EventType::hit, fighter, 3.0));
        EXPECT_EQ(struck(), friendly_fire ? 2u : 1u);
    }
}

TEST_F(AttackShape, WhoStepsBehindTheAttackerIsMissed) {
    AttackDef attack = cut();
    attack.windup = 0.6;
    face_to_face(attack);
    ASSERT_TRUE(until_event(EventType::attack, fighter, 1.0));
    seconds(0.45); // it no longer turns
    pin(target, {3.5f, 0.0f});
    ASSERT_TRUE(until_event(EventType::miss, fighter, 1.0));
    EXPECT_EQ(count(EventType::hit, fighter), 0);
}

TEST_F(AttackShape, ALungeCarriesItsAttackerAsFarAsItSays) {
    for (const double pace : {1.0, 2.0}) { // windups of other lengths
        start_again();
        AttackDef attack = cut();
        attack.windup = 0.4 * pace;
        attack.duration = 2.0;
        attack.range = {0.0f, 6.0f};
        attack.lunge = 2.5f;
        target = hero(plain_circle());
        fighter = foe(swordsman(attack), {5.0f, 0.0f});
        accept(world.teleport(fighter, {5.0f, 0.0f}, Vec2{-1.0f, 0.0f}));
        ASSERT_TRUE(until_event(EventType::attack, fighter, 1.0));
        const float from = world.positions()[row(fighter)].x;
        ASSERT_TRUE(until_event(EventType::hit, fighter, 2.0));
        step();
        EXPECT_NEAR(from - world.positions()[row(fighter)].x, 2.5f, 0.01f);
    }
}

TEST_F(AttackShape, WalkingAwayIsNoDodge) {
    for (const float speed : {0.5f, 1.0f, 2.0f}) {
        start_again();
        const auto [hits, misses] = fight_a_walker(cut(), speed, 30.0);
        EXPECT_GE(hits, 9 * misses) << speed << " m/s: " << hits << " hits, " << misses << " misses";
        EXPECT_GE(hits, 8) << speed;
    }
}

TEST_F(AttackShape, StepsAndRidesCatchWhatRuns) {
    AttackDef standing = cut(), lunge = cut(), ride = cut();
    lunge.lunge = 1.5f;
    ride.keeps_speed = true;
    int on_standing = 0;
    for (const AttackDef& attack : {standing, lunge, ride}) {
        for (const float speed : {0.0f, 2.0f, 4.0f}) {
            if (attack == standing && speed != 0.0f) continue;
            start_again();
            const int hits = fight_a_walker(attack, speed, 60.0)[0];
            EXPECT_GE(2 * hits, on_standing) << attack.lunge << ' ' << attack.keeps_speed << ' ' << speed << ' '
                                             << count(EventType::attack, fighter);
        }
    }
}

TEST_F(AttackShape, ARollThatEndsOutOfReachOrArcIsADodge) {
    int hits = 0, attacks = 0;
    for (const Vec2 roll : {Vec2{4.0f, 0.0f}, Vec2{-4.0f, 0.0f}, Vec2{0.0f, 4.0f}, Vec2{2.8f, 2.8f}, Vec2{-2.5f, 3.0f}})
        for (const double begins : {0.05, 0.15, 0.25}) {
            start_again();
            AttackDef attack = cut();
            attack.windup = 0.5;
            face_to_face(attack);
            ASSERT_TRUE(until_event(EventType::attack, fighter, 1.0));
            seconds(begins);
            for (int i = 1; i <= 12; ++i) { // 4 m in 0.2 s
                pin(target, roll * (static_cast<float>(i) / 12.0f));
                step();
            }
            seconds(1.0);
            hits += count(EventType::hit, fighter);
            ++attacks;
        }
    EXPECT_LE(5 * hits, attacks) << hits << " of " << attacks;
}

} // namespace
} // namespace fray
