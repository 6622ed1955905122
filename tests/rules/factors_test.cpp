// What the host makes of how agents and teams fight, and classes of damage.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Factors : OracleScene {
    AgentId target, fighter;

    static ArchetypeDef onlooker(float health = 1000.0f) {
        ArchetypeDef def;
        def.name = "onlooker";
        def.autonomous = false;
        def.body.health = health;
        return def;
    }
    /// A fighter that strikes for 20 in each second, with what it needs before and after.
    static ArchetypeDef swordsman() {
        AttackDef attack = swing(1, 0.5, 0.5);
        attack.damage = 20.0f;
        attack.damage_class = "cut";
        ArchetypeDef def = walker({attack});
        def.engagement.managed = false;
        return def;
    }
    void face(const ArchetypeDef& def = swordsman(), const ArchetypeDef& other = onlooker()) {
        target = spawn(add(other), heroes, {});
        fighter = foe(def, {1.5f, 0.0f});
    }
    /// The damage of the next blow.
    float blow() {
        EXPECT_TRUE(until_event(EventType::hit, fighter, 60.0));
        return last(EventType::hit, fighter).event.x;
    }
};

TEST_F(Factors, ThoseOfAgentsAndTeamsMultiply) {
    face();
    EXPECT_EQ(blow(), 20.0f);
    accept(world.set_combat_factors(fighter, 1.5f, 1.0f, 1.0f));
    accept(world.set_team_combat_factors(foes, 2.0f, 1.0f, 1.0f));
    EXPECT_EQ(blow(), 60.0f);
    accept(world.set_combat_factors(target, 1.0f, 0.5f, 1.0f));
    accept(world.set_team_combat_factors(heroes, 1.0f, 0.1f, 1.0f));
    EXPECT_EQ(blow(), 60.0f * 0.05f);
    EXPECT_EQ(world.body(fighter)->damage_dealt, 1.5f);
    EXPECT_EQ(world.body(target)->damage_taken, 0.5f);
    accept(world.set_combat_factors(target, 1.0f, 0.0f, 1.0f));
    EXPECT_EQ(blow(), 0.0f);
    const float before = *world.health(target);
    step_after(world.damage(target, 7.0f));
    EXPECT_EQ(*world.health(target), before - 7.0f) << "the host's own damage is as it says";
}

TEST_F(Factors, AttacksTakeSoMuchLessTime) {
    face();
    blow();
    accept(world.set_combat_factors(fighter, 1.0f, 1.0f, 4.0f));
    blow();
    const int first = now();
    blow();
    EXPECT_EQ(now() - first, frames_per_second / 4) << "1 s is 0.25 s";
    accept(world.set_team_combat_factors(foes, 1.0f, 1.0f, 0.125f));
    blow();
    const int slow = now();
    blow();
    EXPECT_EQ(now() - slow, 2 * frames_per_second) << "4 * 0.125 is a half";
}

TEST_F(Factors, TheProtectedTakeNothing) {
    for (const bool team : {false, true}) {
        start_again();
        ArchetypeDef def = onlooker();
        def.poise.stagger_time = 0.5;
        face(swordsman(), def);
        step();
        accept(team ? world.protect_team(heroes, 3.0) : world.protect(target, 3.0));
        step();
        EXPECT_EQ(world.body(target)->protection_time_left > 2.9, !team);
        while (world.time() < 2.9) {
            step_after(world.damage(target, 1.0f));
            EXPECT_EQ(*world.health(target), 1000.0f);
        }
        EXPECT_GT(count(EventType::hit, fighter), 1);
        EXPECT_EQ(count(EventType::hurt, target), 0);
        step_after(world.set_health(target, 500.0f));
        EXPECT_EQ(*world.health(target), 500.0f);
        seconds(2.0);
        EXPECT_GT(count(EventType::hurt, target), 0);
    }
}

TEST_F(Factors, DamageOfAClassCountsAsTheStruckArchetypeSays) {
    for (const char* name : {"cut", "pierce"}) {
        start_again();
        ArchetypeDef def = onlooker();
        def.body.damage_factors = {{"pierce", 0.5f}, {"cut", 3.0f}};
        ArchetypeDef attacker = swordsman();
        attacker.attacks[0].damage_class = name;
        face(attacker, def);
        EXPECT_EQ(blow(), name == std::string("cut") ? 60.0f : 10.0f);
    }
}

TEST_F(Factors, ThoseOfATeamAreSavedAndEndWithIt) {
    face();
    accept(world.set_team_combat_factors(foes, 3.0f, 1.0f, 1.0f));
    step_after(world.protect_team(heroes, 0.001));
    std::vector<std::byte> saved;
    accept(oracle.save(&saved));
    EXPECT_EQ(blow(), 60.0f);
    const uint64_t hash = world.state_hash();
    ASSERT_EQ(world.restore(saved), Error::ok) << world.error_text();
    EXPECT_EQ(blow(), 60.0f);
    EXPECT_EQ(world.state_hash(), hash);
    oracle.dismiss_model();
    step_after(world.despawn(fighter), 2);
    accept(world.remove_team(foes));
    accept(world.add_team("others", &foes));
    fighter = foe(ArchetypeIndex{1}, {1.5f, 0.0f});
    EXPECT_EQ(blow(), 20.0f);
}

TEST_F(Factors, AnArrowDealsAsAtItsLaunch) {
    ArchetypeDef def = swordsman();
    def.attacks[0].range = {0.0f, 30.0f};
    def.attacks[0].projectile_speed = 10.0f;
    target = spawn(add(onlooker()), heroes, {20.0f, 0.0f});
    fighter = foe(def, {});
    step_after(world.set_combat_factors(fighter, 2.0f, 1.0f, 1.0f));
    ASSERT_TRUE(until_event(EventType::launch, fighter, 5.0));
    accept(world.set_combat_factors(fighter, 0.0f, 1.0f, 1.0f));
    accept(world.set_combat_factors(target, 1.0f, 3.0f, 1.0f));
    EXPECT_EQ(blow(), 120.0f);
}

TEST_F(Factors, EndlessDamageIsBounded) {
    ArchetypeDef def = swordsman();
    def.attacks[0].damage = 1e9f;
    ArchetypeDef other = onlooker(unlimited_health);
    other.body.damage_factors = {{"cut", 1e6f}};
    face(def, other);
    accept(world.set_combat_factors(fighter, 1e6f, 1.0f, 1.0f));
    accept(world.set_team_combat_factors(heroes, 1.0f, 1e6f, 1.0f));
    EXPECT_EQ(blow(), 1e9f);
    EXPECT_EQ(*world.health(target), unlimited_health);
}

TEST_F(Factors, FactorsBeyondTheirRangeAreRefused) {
    face();
    step();
    EXPECT_EQ(world.set_combat_factors(fighter, -1.0f, 1.0f, 1.0f), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "set_combat_factors: given -1, allowed 0 to 1e+06");
    EXPECT_EQ(world.set_combat_factors(fighter, 1.0f, 1.0f, 0.0f), Error::out_of_range);
    EXPECT_EQ(world.set_team_combat_factors(200, 1.0f, 1.0f, 1.0f), Error::unknown);
    EXPECT_EQ(world.protect(fighter, -1.0), Error::out_of_range);
}

} // namespace
} // namespace fray
