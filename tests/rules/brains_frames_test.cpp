// Brains, frame by frame: gait, the FSM of unmanaged agents, stagger, healing and the close clock. A number behind a
// frame (`// 0.02`) is the time of the last frame in s.
#include "rules/two_teams.h"

namespace fray::model {
namespace {

constexpr ReactionWeights stay{1, 0, 0}, combat{0, 1, 0}, heal{0, 0, 1};

class Brains : public TwoTeams {
protected:
    Brains() { carries = false; }
};

using S = AgentState;

TEST_F(Brains, RunClockRestartsWithAChangeOfBandAndAfterItWasDue) {
    ArchetypeDef def = unmanaged_agent(stay);
    def.boss.timers.run_timeout = {0.05, 0.05};
    const Serial hero = spawn(kind(player()), heroes, {6.5f, 0}), b = spawn(kind(def), orcs, {0, 0});
    frame(); // 0.00: idle in classify_distances, so that it does not run yet
    EXPECT_EQ(story(b), "spawn, target found, band, state, react");
    EXPECT_FALSE(agent(b).runs);
    frame(); // 0.01
    EXPECT_TRUE(agent(b).runs);
    EXPECT_EQ(agent(b).run_due, 60000);
    frame(); // 0.02
    teleport(hero, {8, 0});
    EXPECT_EQ(next_story(b), "band"); // 0.03: in band 3 there is no reaction
    EXPECT_EQ(agent(b).run_due, 80000);
    frames(4); // to 0.07
    EXPECT_EQ(count(E::state, b), 1);
    frame(); // 0.08: to combat, where no attack fits, and back; the agent keeps running
    EXPECT_EQ(states(b), "pursue to combat, combat to pursue");
    EXPECT_EQ(agent(b).run_due, 130000);
}

TEST_F(Brains, AnUnmanagedAttackWithoutDurationIsOverInOneThink) {
    ArchetypeDef def = unmanaged_agent(combat);
    def.attacks = {swing(1, 0.0, 0.0, 0.02)};
    def.attacks[0].cooldown.agent = 0.03;
    def.attacks[0].range = {0.0f, 5.0f};
    const Serial hero = spawn(kind(player()), heroes, {4, 0}), b = spawn(kind(def), orcs, {0, 0});
    report_attack(b, AttackReport::interrupt); // has no effect: there is no attack yet
    EXPECT_EQ(next_states(b), "idle to pursue, pursue to combat, combat to attack, attack to pursue");
    EXPECT_EQ(count(E::hit, b), 1);
    EXPECT_EQ(find(E::attack_end, b)->target, hero);
    EXPECT_EQ(next_states(b), "pursue to combat"); // 0.01: recovers until 0.02, and its cooldown ends at 0.03
    EXPECT_EQ(next_story(b), "");
    EXPECT_EQ(next_states(b), "combat to attack, attack to pursue");
}

class Struck : public Brains {
protected:
    /// An unmanaged hero with an attack that reaches up to 6 m and hits when the test reports the hit.
    ArchetypeDef striker() {
        ArchetypeDef def = unmanaged_agent(combat);
        def.poise.stagger_time = 0.0;
        def.body.health = unlimited_health;
        def.attacks = {swing(1, 100.0, 100.0, 100.0)};
        def.attacks[0].range = {0.0f, 6.0f};
        def.attacks[0].damage = 5.0f;
        return def;
    }
};

TEST_F(Struck, StaggerWithGraceKeepsTheTokenAndTheAttackBeginsAnew) {
    carries = true;
    ArchetypeDef hero_def = striker();
    hero_def.circle.interrupt_grace_time = 0.1;
    ArchetypeDef orc_def = fighter(1, swing(1, 0.1, 0.2, 1.0));
    orc_def.poise.stagger_time = 0.03;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0}), orc = spawn(kind(orc_def), orcs, {8, 0});
    frames(3); // 0.02: its attack begins
    EXPECT_EQ(agent(orc).token->hit_due, 120000);
    frames(3);
    ASSERT_EQ(agent(hero).state, S::attack);
    report_attack(hero, AttackReport::hit);
    EXPECT_EQ(next_story(orc), "hurt, stagger"); // 0.06
    EXPECT_EQ(find(E::stagger, orc)->target, hero);
    EXPECT_EQ(agent(orc).state, S::attack);
    EXPECT_EQ(next_states(orc), "attack to stagger"); // 0.07
    EXPECT_EQ(agent(orc).until, 100000);
    EXPECT_EQ(agent(orc).token->begin_until, 170000);
    EXPECT_FALSE(agent(orc).arrived);
    EXPECT_EQ(agent(orc).slot_since, 70000);
    report_attack(orc, AttackReport::interrupt); // has no effect in this state
    frames(2);
    EXPECT_EQ(agent(orc).token->begin_until, 170000);
    EXPECT_EQ(next_story(orc), "state, attack"); // 0.10
    EXPECT_EQ(agent(orc).token->hit_due, 200000);
}

TEST_F(Struck, StaggerWithoutGraceEndsTheAttackFirst) {
    carries = true;
    ArchetypeDef orc_def = fighter(1, swing(1, 0.1, 0.2, 1.0));
    orc_def.poise.stagger_time = 0.03;
    const Serial hero = spawn(kind(striker()), heroes, {0, 0}), orc = spawn(kind(orc_def), orcs, {8, 0});
    frames(4);
    report_attack(hero, AttackReport::hit);
    EXPECT_EQ(next_story(orc, 2), "attack_end interrupted, state, state, slot moved"); // 0.05
    EXPECT_EQ(states(orc), "attack to approach, approach to stagger");
    EXPECT_EQ(agent(orc).ready_at, 50000 + 1000000);
    frames(3); // 0.08: the stagger is over; the agent arrives again
    EXPECT_EQ(states(orc), "stagger to approach, approach to combat");
}

class Healing : public Struck {
protected:
    ArchetypeDef drinker() {
        ArchetypeDef def = unmanaged_agent(stay);
        def.boss.reactions.hurt.fill(heal);
        def.poise.stagger_time = 0.02;
        def.boss.backstep.duration = 0.03;
        def.boss.heal = {0.5f, 1, 0.05, 0.3f};
        return def;
    }
    /// At 0.03 s the agent backsteps to heal, with 40 of 100 health.
    void slide() {
        hero = spawn(kind(striker()), heroes, {1.1f, 0});
        drinks = spawn(kind(drinker()), orcs, {0, 0});
        frames(2);
        EXPECT_EQ(agent(drinks).state, S::combat); // close, and no attack to make
        damage(drinks, 60);
        frame();
        poses[hero].position = {5.5f, 0};
        EXPECT_EQ(next_story(drinks), "band, state, react, state");
        EXPECT_EQ(find(E::react, drinks)->b, static_cast<int>(Reaction::heal));
        EXPECT_EQ(find(E::react, drinks)->c, 1);
        EXPECT_EQ(agent(drinks).until, 60000);
    }
    Serial hero = no_serial, drinks = no_serial;
};

TEST_F(Healing, AnAgentBackstepsAndHealsInvulnerable) {
    slide();
    frames(2);
    EXPECT_EQ(agent(drinks).heal_charges, 1);
    report_attack(hero, AttackReport::hit);
    EXPECT_EQ(next_states(drinks), "backstep to heal"); // 0.06: to heal; the hit of this very frame has no effect
    EXPECT_EQ(agent(drinks).heal_charges, 0);
    EXPECT_EQ(find(E::hit, hero)->x, 0.0f);
    EXPECT_EQ(count(E::hurt, drinks), 1); // from the host's earlier damage
    EXPECT_EQ(count(E::stagger, drinks), 0);
    frames(4);
    damage(drinks, 5);
    EXPECT_EQ(next_story(drinks), "heal, state, hurt"); // 0.11: healed first, then hurt
    EXPECT_FLOAT_EQ(find(E::heal, drinks)->x, 30.0f);
    EXPECT_FLOAT_EQ(agent(drinks).health, 65.0f);
}

TEST_F(Healing, AnAgentStaggeredInABackstepKeepsItsHealCharge) {
    slide();
    report_attack(hero, AttackReport::hit);
    frame();                                                // 0.04
    EXPECT_EQ(next_states(drinks), "backstep to stagger");  // 0.05
    EXPECT_EQ(next_states(drinks, 2), "stagger to pursue"); // 0.07: the state is over
    EXPECT_EQ(agent(drinks).heal_charges, 1);
}

TEST_F(Healing, AnAgentHealsWhereItStandsInBandTwoWhileItHasCharges) {
    hero = spawn(kind(player()), heroes, {8, 0});
    drinks = spawn(kind(drinker()), orcs, {0, 0});
    damage(drinks, 81);
    frames(2); // in band 3 there is no reaction
    EXPECT_EQ(count(E::react, drinks), 0);
    poses[hero].position = {6.5f, 0};
    EXPECT_EQ(next_states(drinks), "pursue to heal"); // 0.02
    EXPECT_EQ(agent(drinks).until, 70000);
    EXPECT_EQ(agent(drinks).heal_charges, 0);
    poses[hero].position = {5.5f, 0};
    frames(4);
    EXPECT_EQ(count(E::react, drinks), 1);
    frame(); // 0.07: healed, and in another band by now; still hurt, but without a heal charge
    EXPECT_EQ(story(drinks), "heal, state, react");
    EXPECT_EQ(find(E::react, drinks)->b, static_cast<int>(Reaction::stay));
    EXPECT_EQ(find(E::react, drinks)->c, 0);
    EXPECT_FLOAT_EQ(agent(drinks).health, 49.0f);
}

TEST_F(Brains, ATimedHolderBackstepsAndArrivesAnew) {
    carries = true;
    ArchetypeDef def = fighter(1, swing(100, 0, 1, 1)); // too heavy ever to get a token
    def.boss.timed = true;
    def.perception.bands = {1.0f, 5.0f, 10.0f, 12.0f};
    def.boss.timers.close_timeout = {0.04, 0.04};
    def.boss.backstep.duration = 0.02;
    spawn_hero({.arrival_timeout = 0.05});
    const Serial orc = spawn(kind(def), orcs, {8, 0});
    frames(2); // 0.01: arrives, in band 1
    EXPECT_EQ(agent(orc).close_due, 50000);
    EXPECT_EQ(next_states(orc, 4), "combat to backstep"); // 0.05
    EXPECT_FALSE(agent(orc).arrived);
    EXPECT_EQ(agent(orc).slot, 0);
    EXPECT_FALSE(agent(orc).close_due.has_value());
    EXPECT_EQ(next_states(orc, 2), "backstep to approach, approach to combat"); // 0.07
    EXPECT_EQ(agent(orc).arrived_at, 70000);
    EXPECT_EQ(agent(orc).close_due, 110000);
}

} // namespace
} // namespace fray::model
