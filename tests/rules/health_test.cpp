// Health that the host sets, frame by frame, in small cases straight from engine/docs/rules.md. A number behind a frame
// (`// 0.02`) is the time of the last frame in s.
#include "rules/two_teams.h"

namespace fray::model {
namespace {

using S = AgentState;

class Health : public TwoTeams {
protected:
    void SetUp() override {
        TwoTeams::SetUp();
        carries = false;
        mortal.name = "mortal";
        mortal.body.health = 10.0f;
    }
    void set_health(Serial serial, float health) { give(command::SetHealth{named(serial), health}); }
    float health_of(Serial serial) const { return agent(serial).health; }

    static ArchetypeDef boss() {
        ArchetypeDef def = unmanaged_agent();
        def.name = "boss";
        def.body.health = 100.0f;
        return def;
    }
    /// An agent that attacks in the first frame and does 4 damage to an agent 4 m away.
    static ArchetypeDef striker(double windup) {
        ArchetypeDef def = boss();
        def.attacks = {swing(1, windup, 1.0, 1.0)};
        def.attacks[0].range = {0.0f, 5.0f};
        def.attacks[0].damage = 4.0f;
        return def;
    }
    /// An agent in state heal from time 0 to 0.05 s, when it gains 30 health.
    Serial drinking(bool host_owns_health) {
        ArchetypeDef def = unmanaged_agent({0, 0, 1}); // it always heals
        def.name = "boss";
        def.body.health = 100.0f;
        def.body.host_owns_health = host_owns_health;
        def.boss.heal = {0.5f, 1, 0.05, 0.3f};
        spawn(kind(player()), heroes, {6.5f, 0});
        const Serial drinks = spawn(kind(def), orcs, {0, 0});
        frame();
        EXPECT_EQ(agent(drinks).state, S::heal);
        return drinks;
    }

    ArchetypeDef mortal = player();
};

TEST_F(Health, HealthIsNeverMoreThanTheArchetypesAndUnlimitedHealthIsNotChanged) {
    for (const float limit : {4.0f, unlimited_health}) {
        start_again();
        const Serial one = spawn(kind(mortal), heroes, {0, 0});
        frame();
        set_health(one, limit == unlimited_health ? 0.0f : 8.0f);
        ArchetypeDef changed = mortal;
        changed.body.health = limit;
        reload({changed}); // reloads go first
        frame();
        EXPECT_EQ(health_of(one), limit);
        EXPECT_TRUE(agent(one).living());
    }
}

TEST_F(Health, HealthCountsInCallOrderWithHostDamageBeforeDamageByAgents) {
    enum class Call { sets, damages, damages_in_a_name };
    using enum Call;
    const struct {
        std::vector<std::pair<Call, float>> calls;
        const char* story;
        float health;
    } cases[] = {
        {{{sets, 6.0f}, {sets, 9.0f}, {sets, 7.0f}}, "spawn", 7.0f}, // the last value counts
        {{{damages, 4.0f}, {sets, 9.0f}, {damages, 2.0f}}, "spawn, hurt, hurt", 7.0f},
        {{{damages_in_a_name, 3.0f}, {sets, 5.0f}}, "spawn, hurt", 2.0f},
        {{{damages, 12.0f}, {sets, 5.0f}}, "spawn, hurt, death, state", -2.0f}, // a dead agent does not come back
        {{{sets, 0.0f}, {damages, 3.0f}, {sets, 10.0f}}, "spawn, hurt, death, state", -3.0f},
    };
    const ArchetypeIndex k = kind(mortal);
    const Serial author = spawn(k, heroes, {0, 0});
    for (const auto& one : cases) {
        const Serial serial = spawn(k, heroes, {0, 0}); // health 10
        for (const auto& [call, amount] : one.calls) {
            if (call == sets)
                set_health(serial, amount);
            else
                damage(serial, amount, call == damages ? no_serial : author);
        }
        EXPECT_EQ(next_story(serial), one.story);
        EXPECT_EQ(health_of(serial), one.health) << one.story;
        EXPECT_TRUE(one.health > 0.0f || find(E::death, serial)->target == no_serial);
    }
}

TEST_F(Health, HealthCountsAfterHitsThatWereDueBeforeAndBeforeHitsThatAreDueNow) {
    for (const double windup : {0.015, 0.02}) {
        start_again();
        const Serial hero = spawn(kind(mortal), heroes, {4, 0});
        spawn(kind(striker(windup)), orcs, {0, 0});
        frames(2);
        set_health(hero, 9.0f);
        frame(); // 0.02
        EXPECT_EQ(count(E::hurt, hero), 1);
        EXPECT_EQ(health_of(hero), windup < 0.02 ? 9.0f : 5.0f); // 10 - 4 by the hit, then set to 9; or 9 - 4
    }
}

class Credit : public Health {
protected:
    void SetUp() override {
        Health::SetUp();
        mortal.body.credit_time = 0.05;
        hero = spawn(kind(mortal), heroes, {0, 0});
        orc = spawn(kind(player()), orcs, {50, 0});
        other = spawn(kind(player()), orcs, {60, 0});
        frame();
    }
    void set_health_by(Serial by, float health) { give(command::SetHealth{named(hero), health, named(by)}); }
    /// The host kills it in no one's name.
    void finish() {
        damage(hero, 100.0f);
        frame();
    }
    Serial killer() const { return find(E::death, hero)->target; }
    Serial hero = no_serial, orc = no_serial, other = no_serial;
};

TEST_F(Credit, AHealthSetInTheNameOfAnAgentKillsInItsName) {
    set_health_by(orc, 0.0f);
    EXPECT_EQ(next_story(hero), "death, state");
    EXPECT_EQ(killer(), orc);
}

TEST_F(Credit, TheLastAttackerCountsForTheCreditTime) {
    damage(hero, 1.0f, orc);
    frames(5); // 0.05
    set_health_by(no_serial, 0.0f);
    frame(); // now is 0.06, which is 0.05 after the hurt
    EXPECT_EQ(killer(), no_serial);
}

TEST_F(Credit, TheLastOfSeveralAttackersCounts) {
    damage(hero, 1.0f, orc);
    frame();
    set_health_by(other, 8.0f); // lower than before
    frame();
    set_health_by(orc, 9.0f); // higher: it has not hurt it
    frames(2);
    finish();
    EXPECT_EQ(killer(), other);
}

TEST_F(Credit, DamageThatNamesNoAttackerLeavesTheLast) {
    damage(hero, 1.0f, orc);
    damage(hero, 1.0f);
    set_health_by(no_serial, 5.0f);
    frame();
    despawn(orc);
    frame();
    finish();
    EXPECT_EQ(killer(), orc) << "though it is gone";
}

TEST_F(Credit, WithoutCreditTimeThereIsNoKiller) {
    mortal.body.credit_time = 0.0;
    reload({mortal});
    damage(hero, 1.0f, orc);
    frame();
    finish();
    EXPECT_EQ(killer(), no_serial);
}

TEST_F(Credit, TheHostComesBeforeTheAttackersOfTheSameMoment) {
    damage(hero, 1.0f, orc);
    finish();
    EXPECT_EQ(killer(), no_serial) << "it was dead when the orc hurt it";
}

TEST_F(Health, AHitStaggersThoughTheHostOwnsTheHealth) {
    ArchetypeDef hurt = boss();
    hurt.body.host_owns_health = true;
    hurt.poise.stagger_time = 0.03;
    const Serial b = spawn(kind(striker(0.02)), orcs, {0, 0}), other = spawn(kind(hurt), heroes, {4, 0});
    frames(3);
    EXPECT_EQ(find(E::stagger, other)->target, b);
    EXPECT_EQ(health_of(other), 100.0f);
}

TEST_F(Health, TheHostMayTakeOverHealthByAReload) {
    const Serial one = spawn(kind(mortal), heroes, {0, 0});
    damage(one, 3.0f);
    frame();
    damage(one, 3.0f);
    mortal.body.host_owns_health = true;
    reload({mortal}); // reloads go first
    frame();
    EXPECT_EQ(health_of(one), 7.0f);
    damage(one, 3.0f);
    mortal.body.host_owns_health = false;
    reload({mortal});
    frame();
    EXPECT_EQ(health_of(one), 4.0f);
}

TEST_F(Health, HealthOfAnInvulnerableAgentCanBeSet) {
    const Serial drinks = drinking(false);
    damage(drinks, 5.0f);
    set_health(drinks, 40.0f);
    damage(drinks, 5.0f);
    EXPECT_EQ(next_story(drinks), "");
    EXPECT_EQ(health_of(drinks), 40.0f);
    frames(4); // 0.05
    EXPECT_FLOAT_EQ(find(E::heal, drinks)->x, 30.0f);
    EXPECT_FLOAT_EQ(health_of(drinks), 70.0f);
}

TEST_F(Health, AnInvulnerableAgentDiesOfHealthSetToZero) {
    const Serial drinks = drinking(false);
    set_health(drinks, 0.0f);
    EXPECT_EQ(next_story(drinks), "death, state");
}

TEST_F(Health, HealingHealthOwnedByTheHostOnlyCausesAnEvent) {
    const Serial drinks = drinking(true);
    set_health(drinks, 85.0f);
    frames(5);                                        // 0.05
    EXPECT_FLOAT_EQ(find(E::heal, drinks)->x, 15.0f); // to 100 at most
    EXPECT_EQ(health_of(drinks), 85.0f);
    EXPECT_EQ(agent(drinks).heal_charges, 0);
}

} // namespace
} // namespace fray::model
