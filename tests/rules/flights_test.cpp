// Projectiles: where they are aimed, what they strike on their way and where they land, and that none is shot in vain.
#include "rules/oracle_scene.h"

#include <algorithm>
#include <set>

namespace fray {
namespace {

using namespace test;

struct Flights : OracleScene {
    AgentId target, archer;

    static AttackDef arrow(float speed = 20.0f) {
        AttackDef attack = swing(1, 0.5, 0.5);
        attack.range = {0.0f, 40.0f};
        attack.projectile_speed = speed;
        return attack;
    }
    static ArchetypeDef bowman(const AttackDef& attack = arrow()) {
        ArchetypeDef def = walker({attack});
        def.name = "bowman";
        def.engagement.managed = false;
        return def;
    }
    static ArchetypeDef onlooker(float health = unlimited_health, float speed = 3.0f) {
        ArchetypeDef def;
        def.name = "onlooker";
        def.autonomous = false;
        def.body.health = health;
        def.body.walk_speed = def.body.run_speed = speed;
        return def;
    }
    /// An archer at the origin, and its target 20 m in front of it.
    void start(const AttackDef& attack) {
        target = spawn(add(onlooker()), heroes, {20.0f, 0.0f});
        archer = foe(bowman(attack), {});
    }
    void go(AgentId agent, Vec2 to) { accept(world.set_order(agent, {.kind = OrderKind::move, .point = to})); }
    void launch() { ASSERT_TRUE(until_event(EventType::launch, archer, 5.0)); }
    /// Waits for the end of a flight, and returns the agents that it strikes.
    std::vector<AgentId> strike() {
        until([&] { return happened(EventType::hit, archer) || happened(EventType::miss, archer); }, 10.0);
        std::vector<AgentId> struck;
        for (const Event& event : events)
            if (event.type == EventType::hit) struck.push_back(agents[static_cast<size_t>(event.target)]);
        return struck;
    }
    using Agents = std::vector<AgentId>;
};

TEST_F(Flights, WhatMarchesOnIsHit) {
    for (const int hz : {10, 30, 144})
        for (const float speed : {1.5f, 6.0f})
            for (const Vec2 way : {Vec2{0.0f, 1.0f}, Vec2{1.0f, 0.2f}, Vec2{-1.0f, 1.0f}}) {
                start_again();
                rate = hz;
                target = spawn(add(onlooker(unlimited_health, speed)), heroes, {20.0f, -5.0f});
                go(target, Vec2{20.0f, -5.0f} + way * 200.0f);
                seconds(0.5); // it has its speed
                archer = foe(bowman(), {});
                seconds(4.0);
                EXPECT_GE(count(EventType::hit, archer), 2) << hz << " Hz, " << speed << " m/s";
                EXPECT_EQ(count(EventType::miss, archer), 0) << hz << " Hz, " << speed << " m/s";
            }
}

TEST_F(Flights, WhoTurnsAsideIsMissedUnlessItIsFollowed) {
    for (const bool homing : {false, true}) {
        start_again();
        AttackDef attack = arrow();
        attack.homing = homing;
        start(attack);
        go(target, {20.0f, 100.0f});
        launch();
        go(target, {20.0f, -100.0f});
        strike();
        EXPECT_EQ(count(EventType::hit, archer), homing);
        EXPECT_EQ(count(EventType::miss, archer), !homing);
    }
}

TEST_F(Flights, WhatIsInTheWayOfAStraightFlightIsStruck) {
    start(arrow());
    launch();
    const AgentId other = spawn(add(onlooker()), heroes, {15.0f, 0.3f});
    const int launched = now();
    EXPECT_EQ(strike(), Agents{other});
    EXPECT_LT(now(), launched + 50) << "not when it would have landed";
}

TEST_F(Flights, FriendsAreStruckOnlyByFriendlyFireAndNeverOnTheWayOfAnArc) {
    for (const float arc_clear : {0.0f, 8.0f})
        for (const bool friendly_fire : {false, true}) {
            start_again();
            AttackDef attack = arrow();
            attack.arc_clear = arc_clear;
            attack.friendly_fire = friendly_fire;
            start(attack);
            const ArchetypeIndex kind = add(onlooker());
            const AgentId near = spawn(kind, foes, {4.0f, 0.0f});
            for (const float x : {10.0f, 18.0f}) spawn(kind, foes, {x, 0.0f});
            EXPECT_EQ(strike(), Agents{arc_clear == 0.0f && friendly_fire ? near : target});
        }
}

TEST_F(Flights, AnArcStrikesFoesNearItsEnds) {
    for (const float x : {3.0f, 10.0f, 17.0f}) {
        start_again();
        AttackDef attack = arrow();
        attack.arc_clear = 5.0f;
        start(attack);
        launch();
        const AgentId other = spawn(add(onlooker()), heroes, {x, 0.0f});
        EXPECT_EQ(strike(), Agents{x == 10.0f ? target : other});
    }
}

TEST_F(Flights, WhereItLandsItStrikesAllAround) {
    for (const int most : {1, 3, 9}) {
        start_again();
        AttackDef fire = arrow(10.0f);
        fire.arc_clear = 1.0f;
        fire.splash = 2.0f;
        fire.max_hits = most;
        start(fire);
        launch();
        const ArchetypeIndex kind = add(onlooker());
        Agents all{target};
        for (const float y : {1.0f, -1.8f, 2.3f, -2.5f}) {
            const AgentId other = spawn(kind, heroes, {20.0f, y});
            if (std::abs(y) < 2.4f) all.push_back(other);
        }
        all.resize(std::min(all.size(), static_cast<size_t>(most)));
        Agents struck = strike();
        std::sort(struck.begin(), struck.end(), [&](AgentId a, AgentId b) { return serial(a) < serial(b); });
        EXPECT_EQ(struck, all);
    }
}

TEST_F(Flights, TheyScatterEvenly) {
    AttackDef attack = arrow(100.0f);
    attack.spread = 4.0f;
    attack.windup = attack.duration = attack.recovery = 0.0;
    start(attack);
    int launches = 0, inner = 0;
    std::set<uint32_t> seen;
    for (int i = 0; i < 600; ++i) {
        step();
        for (const Projectile& projectile : world.projectiles()) {
            if (!seen.insert(projectile.number).second) continue;
            const float off = distance(projectile.to, {20.0f, 0.0f});
            ASSERT_LE(off, 4.001f);
            ++launches;
            inner += off < 2.8284f; // half of the disc
        }
    }
    ASSERT_GT(launches, 100);
    EXPECT_NEAR(static_cast<double>(inner) / launches, 0.5, 0.1);
}

TEST_F(Flights, NoMoreAreShotThanAreNeeded) {
    for (const bool managed : {false, true})
        for (const int ranks : {1, 2, 8}) {
            start_again();
            check_every_frame = false;
            ArchetypeDef def = bowman();
            def.engagement.managed = managed;
            const ArchetypeIndex bow = add(def), victim = add(onlooker(1.0f));
            for (int i = 0; i < 40; ++i) spawn(bow, foes, {0.0f, static_cast<float>(i) - 20.0f});
            const int files = 24 / ranks;
            for (int i = 0; i < 24; ++i)
                spawn(victim, heroes,
                      {20.0f + static_cast<float>(i / files), static_cast<float>(i % files - files / 2)});
            seconds(10.0);
            const size_t launches = all(EventType::launch).size(), deaths = all(EventType::death).size();
            EXPECT_LE(launches, deaths * 3 / 2) << managed << ' ' << ranks;
            if (!managed) {
                EXPECT_EQ(deaths, 24u) << ranks;
            }
        }
}

TEST_F(Flights, OverTheOwnRanksHardlyAFriendIsStruck) {
    check_every_frame = false;
    AttackDef attack = arrow(30.0f);
    attack.friendly_fire = true;
    attack.arc_clear = 10.0f;
    attack.spread = 0.5f;
    const ArchetypeIndex bow = add(bowman(attack)), own = add(onlooker()), other = add(onlooker());
    for (int i = 0; i < 24; ++i) {
        const float y = static_cast<float>(i) - 12.0f;
        spawn(bow, foes, {0.0f, y});
        for (const float x : {4.0f, 18.0f, 19.0f}) spawn(own, foes, {x, y});
        for (const float x : {20.2f, 21.2f, 22.2f}) spawn(other, heroes, {x, y});
    }
    seconds(6.0);
    size_t friends = 0, hits = 0;
    for (const Happened& one : log) {
        if (one.event.type != EventType::hit) continue;
        ++hits;
        friends += world.teams()[row(agents[static_cast<size_t>(one.event.target)])] == foes;
    }
    EXPECT_GT(hits, 100u);
    EXPECT_LE(20 * friends, hits) << friends << " of " << hits;
}

} // namespace
} // namespace fray
