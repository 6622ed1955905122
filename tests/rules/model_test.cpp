// The model by itself, in small cases straight from engine/docs/rules.md and seeds 000 and 003.
#include "stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace fray::model {
namespace {

TEST_F(Stage, RequestAndSlotInOneFramePermitInTheNext) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.02, 0.05, 0.1))), orcs, {8, 0});
    frame();
    EXPECT_EQ(story(orc), (Story{{E::spawn, C::none},
                                 {E::target, C::found},
                                 {E::band, C::none},
                                 {E::state, C::none},
                                 {E::request, C::none},
                                 {E::slot, C::admitted}}));
    EXPECT_EQ(agent(orc).slot, 0); // at angle 0, the nearest to (8, 0)
    frame();
    EXPECT_EQ(story(orc), (Story{{E::band, C::none},
                                 {E::state, C::none}, // approach
                                 {E::arrive, C::none},
                                 {E::state, C::none}, // combat
                                 {E::permit, C::none}}));
    frame();
    EXPECT_EQ(story(orc), (Story{{E::state, C::none}, {E::attack, C::none}}));
    frames(2);
    ASSERT_NE(find(E::hit, orc), nullptr); // begun at 0.02, due at 0.04
    EXPECT_FLOAT_EQ(find(E::hit, orc)->y, 4.0f);
    EXPECT_EQ(find(E::hurt, hero)->target, orc);
    frames(3);
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::finished}, {E::state, C::none}, {E::slot, C::moved}}));
    EXPECT_EQ(agent(orc).ready_at, 170000); // recovery runs from the due time
}

TEST_F(Stage, AdmissionIsFirstComeFirstServedInOnePass) {
    ArchetypeDef hero_def = player();
    hero_def.circle.grid_capacity = 4;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex big = kind(fighter(3, blow(1, 0, 1, 1)));
    const ArchetypeIndex small = kind(fighter(1, blow(1, 0, 1, 1)));
    const Serial first = spawn(big, orcs, {8, 0});
    const Serial second = spawn(big, orcs, {0, 8});
    const Serial third = spawn(small, orcs, {-8, 0});
    const Serial fourth = spawn(small, orcs, {0, -8});
    frame();
    EXPECT_EQ(circle(hero).ring, (std::deque<Serial>{first, third}));
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{second, fourth}));
    EXPECT_EQ(model.grid_free(circle(hero)), 0);
}

TEST_F(Stage, AFullRingOfSlotsTurnsAwayWhoeverTheWeightWouldAllow) {
    ArchetypeDef hero_def = player();
    hero_def.circle.slots = 1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex small = kind(fighter(1, blow(1, 0, 1, 1)));
    spawn(small, orcs, {8, 0});
    const Serial second = spawn(small, orcs, {8, 0});
    frame();
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{second}));
    EXPECT_EQ(model.grid_free(circle(hero)), 11); // nothing is charged without a slot
}

// Seed 000: small, big, small, small with attack capacity 3. The refused big one ends the pass and goes to the back;
// once the small ones' attacks have ended together it is its turn.
TEST_F(Stage, SmallBigSmallSmall) {
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_capacity = 3;
    hero_def.circle.permit_patience = 0.0;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex small = kind(fighter(1, blow(1, 0.1, 0.2, 10)));
    const ArchetypeIndex big = kind(fighter(3, blow(3, 0.1, 0.2, 10)));
    const Serial s1 = spawn(small, orcs, {8, 0});
    const Serial b = spawn(big, orcs, {0, 8});
    const Serial s2 = spawn(small, orcs, {-8, 0});
    const Serial s3 = spawn(small, orcs, {0, -8});
    frames(2);
    EXPECT_EQ(permits, (std::vector<Serial>{s1}));
    EXPECT_EQ(circle(hero).ring, (std::deque<Serial>{s2, s3, s1, b}));
    frame();
    EXPECT_EQ(permits, (std::vector<Serial>{s1, s2, s3}));
    EXPECT_EQ(model.attack_free(circle(hero)), 0);
    frames(30);
    EXPECT_EQ(permits, (std::vector<Serial>{s1, s2, s3, b}));
}

struct Turns {
    int big = 0;
    int small = 0;
};

class Patience : public Stage {
protected:
    /// Five small ones whose attacks never end together, and a big one.
    Turns fight(double permit_patience) {
        ArchetypeDef hero_def = player();
        hero_def.circle.attack_capacity = 3;
        hero_def.circle.permit_patience = permit_patience;
        spawn(kind(hero_def), heroes, {0, 0});
        const Serial b = spawn(kind(fighter(3, blow(3, 0.05, 0.1, 0))), orcs, {0, 8});
        for (int i = 0; i < 5; ++i) {
            const ArchetypeIndex small = kind(fighter(1, blow(1, 0.05, 0.31 + 0.07 * i, 0)));
            spawn(small, orcs, {8.0f, static_cast<float>(i)});
        }
        frames(1000);
        const int of_big = static_cast<int>(std::count(permits.begin(), permits.end(), b));
        return {of_big, static_cast<int>(permits.size()) - of_big};
    }
};

TEST_F(Patience, WithoutItTheHeavyStarve) {
    const Turns turns = fight(0.0);
    EXPECT_LE(turns.big, 1); // at most the very first permit
    EXPECT_GT(turns.small, 50);
}

TEST_F(Patience, WithItTheHeavyGetTheirTurn) {
    const Turns turns = fight(0.5);
    EXPECT_GE(turns.big, 5);
    EXPECT_GT(turns.small, 20);
    EXPECT_GT(model.tally().at("stays at the head by permit_patience"), 0u);
}

TEST_F(Stage, TooHeavyForTheWholeCapacityNeverStaysAtTheHead) {
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_capacity = 3;
    hero_def.circle.permit_patience = 0.01;
    spawn(kind(hero_def), heroes, {0, 0});
    const Serial b = spawn(kind(fighter(1, blow(4, 0, 0.1, 0))), orcs, {0, 8});
    const Serial s = spawn(kind(fighter(1, blow(1, 0, 0.1, 0))), orcs, {8, 0});
    frames(200);
    EXPECT_EQ(count(E::permit, b), 0);
    EXPECT_GT(count(E::permit, s), 5);
    EXPECT_FALSE(agent(b).clock.has_value());
}

TEST_F(Stage, CooldownStartsWhenItsUsesAreSpentAndRefillsThem) {
    AttackDef attack = blow(1, 0.0, 0.0, 0.0);
    attack.cooldown.archetype = 1.0;
    attack.cooldown.uses = 2;
    spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, attack)), orcs, {8, 0});
    frames(50);
    EXPECT_EQ(count(E::permit, orc), 2);
    const int64_t started = agent(orc).ready_at; // the second attack ended one frame after its permit
    while (model.now() < started - 10000 + 1000000) frame();
    EXPECT_EQ(count(E::permit, orc), 2);
    frames(30);
    EXPECT_EQ(count(E::permit, orc), 4);
}

TEST_F(Stage, AnAttackWithoutWindupGivesItsCooldownBack) {
    AttackDef attack = blow(1, 0.0, 0.1, 0.0);
    attack.cooldown.archetype = 100.0;
    attack.cooldown.uses = 1;
    ArchetypeDef def = fighter(1, attack);
    def.attacks[0].range = {0.0f, 2.0f}; // met on the attack ring, where this test never lets it go
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_timeout = 0.1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const Serial orc = spawn(kind(def), orcs, {8, 0});
    frames(2);
    EXPECT_EQ(count(E::permit, orc), 1);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).due, 100010000);
    frames(10);
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::timeout}, {E::state, C::none}, {E::slot, C::moved}}));
    EXPECT_LE(circle(hero).cooldowns.of_archetypes.at({1, 0}).due, model.now());
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 1);
    frame();
    EXPECT_EQ(count(E::permit, orc), 2);
    EXPECT_EQ(count(E::attack, orc), 0);
}

TEST_F(Stage, AUseIsGivenBackToo) {
    AttackDef attack = blow(1, 0.0, 0.1, 0.0);
    attack.cooldown.archetype = 100.0;
    attack.cooldown.uses = 3;
    ArchetypeDef def = fighter(1, attack);
    def.attacks[0].range = {0.0f, 2.0f};
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_timeout = 0.1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    spawn(kind(def), orcs, {8, 0});
    frames(2);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 2);
    frames(10);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 3);
}

TEST_F(Stage, EvictionTakesTheLastAdmittedFirstAndKeepsTheirOrder) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const ArchetypeIndex small = kind(fighter(1, blow(100, 0, 1, 1)));
    const Serial late = spawn(small, orcs, {30, 0}); // out of alert distance, comes later
    const Serial a = spawn(small, orcs, {8, 0});
    const Serial b = spawn(small, orcs, {0, 8});
    frame();
    poses[late].position = {8, 8};
    command(Command::Kind::order, late).order = OrderKind::free; // flags it to look
    frame();
    EXPECT_EQ(circle(hero).ring.size(), 3u);
    capacity(hero, 1, 10);
    frame();
    std::vector<std::pair<EventType, Serial>> order;
    for (const Event& event : events)
        if (event.type == E::capacity || event.type == E::unslot || event.type == E::request)
            order.emplace_back(event.type, event.agent);
    EXPECT_EQ(order,
              (std::vector<std::pair<EventType, Serial>>{
                  {E::capacity, no_serial}, {E::unslot, late}, {E::unslot, b}, {E::request, b}, {E::request, late}}));
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{b, late}));
    EXPECT_EQ(circle(hero).slots.size(), 1u);
    EXPECT_EQ(agent(a).role, Role::holder);
}

TEST_F(Stage, LoweredCapacityDrainsWithoutInterruptingAnAttack) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(2, blow(2, 0.1, 0.2, 0.0))), orcs, {8, 0});
    frames(2);
    ASSERT_TRUE(agent(orc).permit.has_value());
    capacity(hero, 0, 0);
    frame();
    EXPECT_EQ(model.grid_free(circle(hero)), -2);
    EXPECT_EQ(model.attack_free(circle(hero)), -2);
    frames(19);
    EXPECT_EQ(agent(orc).role, Role::holder);
    frame();
    EXPECT_EQ(
        story(orc),
        (Story{{E::attack_end, C::finished}, {E::state, C::none}, {E::unslot, C::evicted}, {E::request, C::none}}));
}

TEST_F(Stage, TheDeadReturnEverything) {
    ArchetypeDef orc_def = fighter(2, blow(3, 0.5, 1.0, 1.0));
    orc_def.health = 5.0f;
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(orc_def);
    const Serial orc = spawn(orc_kind, orcs, {8, 0});
    const Serial other = spawn(orc_kind, orcs, {0, 8});
    frames(3);
    EXPECT_EQ(model.attack_free(circle(hero)), 4);
    damage(orc, 5.0f);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::hurt, C::none},
                                 {E::death, C::none},
                                 {E::attack_end, C::died},
                                 {E::unslot, C::died},
                                 {E::state, C::none}}));
    EXPECT_EQ(find(E::death, orc)->target, no_serial);
    EXPECT_EQ(model.attack_free(circle(hero)), 7);
    EXPECT_EQ(model.grid_free(circle(hero)), 10);
    EXPECT_EQ(circle(hero).ring, (std::deque<Serial>{other}));
}

TEST_F(Stage, ADeadTargetFreesEveryone) {
    ArchetypeDef hero_def = player();
    hero_def.health = 5.0f;
    hero_def.circle.grid_capacity = 1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(3, 0.5, 1.0, 1.0)));
    const Serial holder = spawn(orc_kind, orcs, {8, 0});
    const Serial asker = spawn(orc_kind, orcs, {0, 8});
    frames(3);
    damage(hero, 6.0f);
    frame();
    EXPECT_EQ(story(holder),
              (Story{{E::attack_end, C::target_gone}, {E::unslot, C::target_gone}, {E::target, C::died}}));
    EXPECT_EQ(story(asker), (Story{{E::target, C::died}}));
    EXPECT_TRUE(model.circles().empty());
    EXPECT_EQ(agent(holder).ready_at, 30000 + 1000000); // recovery from now
    frame();
    EXPECT_EQ(agent(holder).state, State::idle);
    EXPECT_EQ(agent(asker).state, State::idle);
}

TEST_F(Stage, TwoMayKillEachOther) {
    ArchetypeDef def = fighter(1, blow(1, 0.1, 0.2, 1.0));
    def.health = 1.0f;
    const ArchetypeIndex both = kind(def);
    const Serial a = spawn(both, heroes, {0, 0});
    const Serial b = spawn(both, orcs, {4, 0});
    carries = false;
    poses[b].heading = {-1.0f, 0.0f};
    frames(13);
    EXPECT_TRUE(agent(a).dead);
    EXPECT_TRUE(agent(b).dead);
    EXPECT_EQ(count(E::hit, a) + count(E::hit, b), 2);
}

TEST_F(Stage, AMissBeyondTheEffectiveDistance) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.1, 0.2, 1.0))), orcs, {4, 0});
    carries = false;
    poses[orc].heading = {-1.0f, 0.0f};
    frames(3);
    EXPECT_EQ(count(E::attack, orc), 1);
    poses[hero].position = {-1.5f, 0.0f};
    frames(10);
    EXPECT_EQ(count(E::miss, orc), 1);
    EXPECT_EQ(count(E::hurt, hero), 0);
}

TEST_F(Stage, ReleaseAllAsksAgainInTheNextFrameBehindTheOthers) {
    ArchetypeDef hero_def = player();
    hero_def.circle.grid_capacity = 1;
    ArchetypeDef def = fighter(1, blow(1, 0.0, 0.1, 0.0));
    def.release = Release::all;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(def);
    const Serial first = spawn(orc_kind, orcs, {8, 0});
    const Serial second = spawn(orc_kind, orcs, {0, 8});
    while (count(E::attack_end, first) == 0) frame();
    EXPECT_EQ(story(first), (Story{{E::attack_end, C::finished}, {E::state, C::none}, {E::unslot, C::finished}}));
    EXPECT_EQ(circle(hero).ring, (std::deque<Serial>{second}));
    frame();
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{first}));
}

TEST_F(Stage, ASlotThatIsNotReachedIsGivenUp) {
    ArchetypeDef hero_def = player();
    hero_def.circle.reach_limit = 0.1;
    spawn(kind(hero_def), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.0, 0.1, 0.0))), orcs, {8, 0});
    carries = false;
    frames(11);
    EXPECT_EQ(story(orc), (Story{{E::withdraw, C::none}, {E::state, C::none}, {E::unslot, C::reach_limit}}));
    frame();
    EXPECT_EQ(story(orc), (Story{{E::request, C::none}, {E::slot, C::admitted}}));
}

TEST_F(Stage, AnOrderToGoTakesThePermitBack) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.3, 0.5, 0.2))), orcs, {8, 0});
    frames(3);
    command(Command::Kind::order, orc).order = OrderKind::go;
    frame();
    EXPECT_EQ(story(orc), (Story{{E::order, C::none},
                                 {E::target, C::ordered},
                                 {E::attack_end, C::withdrew},
                                 {E::withdraw, C::none},
                                 {E::state, C::none},
                                 {E::unslot, C::withdrew}}));
    EXPECT_EQ(agent(orc).state, State::idle);
    EXPECT_EQ(agent(orc).ready_at, 30000 + 200000);
    EXPECT_EQ(model.circles().count(hero), 0u);
}

TEST_F(Stage, TeamAlertSeesWhatAnyMemberSees) {
    ArchetypeDef watch = fighter(1, blow(1, 0.0, 0.1, 0.0));
    ArchetypeDef loner = watch;
    loner.targeting = Targeting::self;
    const ArchetypeIndex watch_kind = kind(watch);
    const ArchetypeIndex loner_kind = kind(loner);
    const ArchetypeIndex hero_kind = kind(player());
    const uint32_t squad = add_squad(orcs);
    const Serial near_member = spawn(watch_kind, orcs, {0, 0}, squad);
    const Serial far_member = spawn(watch_kind, orcs, {50, 0}, squad);
    const Serial alone = spawn(loner_kind, orcs, {50, 1}, squad);
    const Serial a = spawn(hero_kind, heroes, {-10, 0});
    const Serial b = spawn(hero_kind, heroes, {10, 0});
    frame();
    EXPECT_EQ(agent(near_member).target, a); // a tie: the lower serial
    EXPECT_EQ(agent(far_member).target, b);  // the nearest to itself among those that the squad sees
    EXPECT_EQ(agent(alone).target, no_serial);
}

TEST_F(Stage, AHolderKeepsItsTargetAnAskerTakesTheNearer) {
    ArchetypeDef hero_def = player();
    hero_def.circle.grid_capacity = 1;
    const ArchetypeIndex hero_kind = kind(hero_def);
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0.0, 0.1, 0.0)));
    const Serial hero = spawn(hero_kind, heroes, {0, 0});
    const Serial holder = spawn(orc_kind, orcs, {8, 0});
    const Serial asker = spawn(orc_kind, orcs, {0, 8});
    frame();
    const Serial newcomer = spawn(hero_kind, heroes, {1, 6});
    frames(99);
    EXPECT_EQ(agent(asker).target, hero); // target_dwell, 1 s, has not passed
    frames(27);
    EXPECT_EQ(agent(asker).target, newcomer);
    EXPECT_EQ(agent(holder).target, hero);
    EXPECT_EQ(count(E::withdraw, asker), 1);
}

TEST_F(Stage, SquadsAreNumberedInCallOrder) {
    const ArchetypeIndex hero_kind = kind(player());
    const uint32_t squad = add_squad(heroes);
    EXPECT_EQ(squad, 1u);
    const Serial own = spawn(hero_kind, heroes, {0, 0});
    const Serial first = spawn(hero_kind, heroes, {1, 0}, squad);
    const Serial second = spawn(hero_kind, heroes, {2, 0}, squad);
    frame();
    EXPECT_EQ(find(E::spawn, own)->b, 2);
    EXPECT_EQ(find(E::spawn, own)->target, own);
    EXPECT_EQ(find(E::spawn, second)->b, 1);
    EXPECT_EQ(find(E::spawn, second)->target, first);
}

// ---- Reports and interruptions ------------------------------------------------------------------------------------

class Reports : public Stage {
protected:
    /// Its attack begins in the third frame (at 0.02 s), hits at 0.12 s and ends at 0.22 s.
    Serial attacker(Release release, double grace) {
        ArchetypeDef hero_def = player();
        hero_def.circle.interrupt_grace = grace;
        hero = spawn(kind(hero_def), heroes, {0, 0});
        ArchetypeDef def = fighter(1, blow(1, 0.1, 0.2, 0.5));
        def.release = release;
        const Serial orc = spawn(kind(def), orcs, {8, 0});
        frames(3);
        EXPECT_TRUE(agent(orc).permit->begun);
        return orc;
    }
    Serial hero = no_serial;
};

TEST_F(Reports, AReportedHitGoesBeforeItsTime) {
    const Serial orc = attacker(Release::all, 0.0);
    report(orc, AttackReport::hit);
    report(orc, AttackReport::hit); // counts once
    frame();
    EXPECT_EQ(story(orc), (Story{{E::hit, C::none}}));
    frames(30);
    EXPECT_EQ(count(E::hit, orc), 1);
}

TEST_F(Reports, AnEndReportedBeforeTheHitLeavesItOut) {
    const Serial orc = attacker(Release::all, 0.0);
    report(orc, AttackReport::end);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::finished}, {E::state, C::none}, {E::unslot, C::finished}}));
    EXPECT_EQ(agent(orc).ready_at, 30000 + 500000); // recovery from now
    EXPECT_EQ(count(E::hit, orc), 0);
}

TEST_F(Reports, HitAndEndReportedTogetherHit) {
    const Serial orc = attacker(Release::all, 0.0);
    report(orc, AttackReport::end);
    report(orc, AttackReport::hit);
    frame();
    EXPECT_EQ(count(E::hit, orc), 1);
    EXPECT_EQ(count(E::attack_end, orc), 1);
}

TEST_F(Reports, ReportsBeforeTheWindupAreVoid) {
    const Serial hero_serial = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.1, 0.2, 0.5))), orcs, {8, 0});
    frames(2);
    ASSERT_EQ(count(E::permit, orc), 1);
    report(orc, AttackReport::hit);
    report(orc, AttackReport::end);
    frame(); // in which the windup begins
    EXPECT_EQ(story(orc), (Story{{E::state, C::none}, {E::attack, C::none}}));
    EXPECT_EQ(count(E::hurt, hero_serial), 0);
}

TEST_F(Reports, WithoutGraceAnInterruptionEndsTheAttack) {
    const Serial orc = attacker(Release::all, 0.0);
    report(orc, AttackReport::interrupt);
    report(orc, AttackReport::hit); // void
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::interrupted}, {E::state, C::none}, {E::unslot, C::finished}}));
    EXPECT_EQ(agent(orc).ready_at, 30000 + 500000);
}

TEST_F(Reports, WithinTheGraceItStepsInAnew) {
    const Serial orc = attacker(Release::all, 0.1);
    report(orc, AttackReport::interrupt);
    frame();
    EXPECT_TRUE(story(orc).empty());
    EXPECT_FALSE(agent(orc).permit->begun);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack, C::none}}));
    EXPECT_EQ(agent(orc).permit->hit_due, 40000 + 100000);
}

TEST_F(Reports, AfterTheGraceTheAttackIsInterrupted) {
    const Serial orc = attacker(Release::all, 0.05);
    report(orc, AttackReport::interrupt);
    carries = false;
    poses[orc].position = {30, 0}; // out of range
    frames(5);
    EXPECT_EQ(count(E::attack_end, orc), 0);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::interrupted}, {E::state, C::none}, {E::unslot, C::finished}}));
    EXPECT_EQ(agent(orc).ready_at, 80000 + 500000); // from the limit
}

TEST_F(Reports, AfterTheHitGraceDoesNotHelp) {
    const Serial orc = attacker(Release::attack, 0.1);
    frames(11);
    ASSERT_EQ(count(E::hit, orc), 1);
    report(orc, AttackReport::interrupt);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::interrupted}, {E::state, C::none}, {E::slot, C::moved}}));
}

// ---- Launch and rest ----------------------------------------------------------------------------------------------

TEST_F(Reports, ALaunchGivesTheSlotBackAtTheHit) {
    const Serial orc = attacker(Release::launch, 0.0);
    frames(9);
    report(orc, AttackReport::hit);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::hit, C::none}, {E::unslot, C::launched}}));
    EXPECT_EQ(agent(orc).role, Role::striker);
    EXPECT_EQ(agent(orc).state, State::attack);
    EXPECT_EQ(model.grid_free(circle(hero)), 12);
    EXPECT_EQ(model.attack_free(circle(hero)), 9);
    EXPECT_EQ(circle(hero).strikers, (std::set<Serial>{orc}));
    while (count(E::attack_end, orc) == 0) frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::finished}, {E::state, C::none}}));
    EXPECT_EQ(model.circles().count(hero), 0u);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::request, C::none}, {E::slot, C::admitted}}));
}

TEST_F(Reports, ALaunchInterruptedBeforeTheHitGivesAllBack) {
    const Serial orc = attacker(Release::launch, 0.0);
    report(orc, AttackReport::interrupt);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::interrupted}, {E::state, C::none}, {E::unslot, C::finished}}));
}

TEST_F(Reports, HitAndEndInOneThinkStillLaunch) {
    const Serial orc = attacker(Release::launch, 0.0);
    report(orc, AttackReport::hit);
    report(orc, AttackReport::end);
    frame();
    EXPECT_EQ(story(orc),
              (Story{{E::attack_end, C::finished}, {E::state, C::none}, {E::hit, C::none}, {E::unslot, C::launched}}));
    EXPECT_EQ(agent(orc).role, Role::none);
}

TEST_F(Reports, AStrikerIsFreeToTurnToAnother) {
    const Serial orc = attacker(Release::launch, 0.0);
    report(orc, AttackReport::hit);
    frame();
    ASSERT_EQ(agent(orc).role, Role::striker);
    const Serial other = spawn(kind(player()), heroes, {0, 2});
    Command& c = command(Command::Kind::order, orc);
    c.order = OrderKind::attack;
    c.target = other;
    frame();
    EXPECT_EQ(agent(orc).target, other);
    EXPECT_EQ(agent(orc).circle, hero);
    EXPECT_EQ(agent(orc).state, State::attack);
}

TEST_F(Reports, AStrikersAttackEndsWithItsCircle) {
    const Serial orc = attacker(Release::launch, 0.0);
    report(orc, AttackReport::hit);
    frame();
    command(Command::Kind::despawn, hero);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::target_gone}, {E::target, C::gone}}));
    EXPECT_EQ(agent(orc).role, Role::none);
}

TEST_F(Stage, WhoReleasedItsSlotRestsOnTheRoamRing) {
    ArchetypeDef hero_def = player();
    hero_def.circle.rest = 0.05;
    ArchetypeDef def = fighter(1, blow(1, 0.0, 0.0, 0.0));
    def.release = Release::all;
    spawn(kind(hero_def), heroes, {0, 0});
    const Serial orc = spawn(kind(def), orcs, {8, 0});
    while (count(E::attack_end, orc) == 0) frame();
    EXPECT_EQ(agent(orc).rest_until, model.now() - 10000 + 50000);
    frame();
    EXPECT_EQ(agent(orc).state, State::roam);
    EXPECT_EQ(agent(orc).role, Role::none);
    frames(3);
    EXPECT_EQ(count(E::request, orc), 1);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::state, C::none}, {E::request, C::none}, {E::slot, C::admitted}}));
}

// ---- Patience and reserving ---------------------------------------------------------------------------------------

class Reserving : public Stage {
protected:
    /// Grid capacity 4: three small ones hold slots for good, a big one (3) waits; it reserves 0.05 s later.
    void SetUp() override {
        Stage::SetUp();
        ArchetypeDef hero_def = player();
        hero_def.circle.grid_capacity = 4;
        hero_def.circle.patience = 0.05;
        hero_def.circle.attack_capacity = 1;
        hero = spawn(kind(hero_def), heroes, {0, 0});
        small_kind = kind(fighter(1, blow(1, 0.01, 0.3, 100.0)));
        for (int i = 0; i < 3; ++i) small[i] = spawn(small_kind, orcs, {8, static_cast<float>(i)});
        big = spawn(kind(fighter(3, blow(1, 0.0, 0.3, 1.0))), orcs, {0, 8});
    }
    Serial hero = no_serial, big = no_serial;
    std::array<Serial, 3> small = {};
    ArchetypeIndex small_kind = 0;
};

TEST_F(Reserving, TheFirstAskerReservesWhatIsFreed) {
    frames(5);
    EXPECT_EQ(circle(hero).reserver, no_serial);
    const Serial late = spawn(small_kind, orcs, {-8, 0});
    frame();
    ASSERT_NE(find(E::reserve, big), nullptr);
    EXPECT_EQ(find(E::reserve, big)->target, hero);
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{big, late})); // though `late` would fit
    frame();
    EXPECT_EQ(count(E::reserve, big), 1);
    command(Command::Kind::despawn, small[1]);
    frame();
    EXPECT_EQ(circle(hero).reserver, big);
    command(Command::Kind::despawn, small[2]);
    frame();
    EXPECT_EQ(circle(hero).reserver, no_serial);
    EXPECT_EQ(agent(big).role, Role::holder);
    EXPECT_EQ(agent(late).role, Role::asker);
}

TEST_F(Reserving, MeanwhileAttackersGiveTheirSlotsUp) {
    while (count(E::attack_end, small[0]) == 0) frame();
    EXPECT_EQ(story(small[0]), (Story{{E::attack_end, C::finished}, {E::state, C::none}, {E::unslot, C::finished}}));
}

TEST_F(Reserving, AfterFiveSecondsHoldersGiveTheirSlotsUp) {
    capacity(hero, 4, 0); // nobody attacks
    frames(502);
    EXPECT_EQ(story(small[2]), (Story{{E::withdraw, C::none}, {E::state, C::none}, {E::unslot, C::hold_limit}}));
}

TEST_F(Reserving, WhoseWeightExceedsTheWholeCapacityIsNeverFirst) {
    capacity(hero, 2, 1);
    frames(20);
    EXPECT_EQ(count(E::reserve, big), 0);
    EXPECT_EQ(count(E::reserve, small[2]), 1); // put back by the capacity, and first among those it carries
}

TEST_F(Stage, AHolderGivesUpByHoldLimit) {
    ArchetypeDef hero_def = player();
    hero_def.circle.hold_limit = 0.1;
    hero_def.circle.attack_capacity = 0;
    spawn(kind(hero_def), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.0, 0.1, 0.0))), orcs, {8, 0});
    frames(12); // arrived at 0.01
    EXPECT_EQ(story(orc), (Story{{E::withdraw, C::none}, {E::state, C::none}, {E::unslot, C::hold_limit}}));
    frame();
    EXPECT_EQ(story(orc), (Story{{E::request, C::none}, {E::slot, C::admitted}}));
}

TEST_F(Stage, WhoCanNeverAttackHereGivesUpAfterFiveSeconds) {
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_capacity = 2;
    spawn(kind(hero_def), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(3, 0.0, 0.1, 0.0))), orcs, {8, 0});
    frames(501);
    EXPECT_EQ(count(E::withdraw, orc), 0);
    frame();
    EXPECT_EQ(story(orc), (Story{{E::withdraw, C::none}, {E::state, C::none}, {E::unslot, C::hold_limit}}));
}

// ---- Closed slots -------------------------------------------------------------------------------------------------

TEST_F(Stage, AHolderLeavesAClosedSlotForTheNearestOpenOne) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(100, 0, 1, 1))), orcs, {8, 0.1f});
    frames(2);
    ASSERT_EQ(agent(orc).slot, 0);
    close_slots(hero, {0, 1});
    frame();
    EXPECT_EQ(story(orc), (Story{{E::slot, C::moved}}));
    EXPECT_EQ(agent(orc).slot, 7);
    EXPECT_FALSE(agent(orc).arrived);
}

TEST_F(Stage, WithoutAnOpenSlotItGoesToTheQueuesFront) {
    ArchetypeDef hero_def = player();
    hero_def.circle.slots = 2;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {-8, 0});
    const Serial c = spawn(orc_kind, orcs, {0, 8});
    frames(2);
    close_slots(hero, {1, 0});
    frame();
    EXPECT_EQ(story(a), (Story{{E::unslot, C::closed}, {E::request, C::none}}));
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{a, b, c}));
    close_slots(hero, {0}); // replaces what was closed before
    frame();
    EXPECT_EQ(agent(a).slot, 1);
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{b, c}));
}

TEST_F(Stage, AnAttackerKeepsItsClosedSlot) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, blow(1, 0.05, 0.1, 1))), orcs, {8, 0});
    frames(2);
    close_slots(hero, {0});
    frames(10);
    EXPECT_EQ(agent(orc).slot, 0);
    frames(3);
    EXPECT_NE(agent(orc).slot, 0); // moved in the frame of the end, not re-slotted
    EXPECT_EQ(count(E::slot, orc), 2);
}

// ---- Stealing -----------------------------------------------------------------------------------------------------

class Stealing : public Stage {
protected:
    /// Two far off hold the slots; those inside come later.
    void SetUp() override {
        Stage::SetUp();
        ArchetypeDef hero_def = player();
        hero_def.circle.grid_capacity = 2;
        hero_def.circle.steal_after = 0.05;
        hero_def.circle.rebalance = Rebalance::off;
        hero = spawn(kind(hero_def), heroes, {0, 0});
        orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
        far = spawn(orc_kind, orcs, {12, 0});
        farther = spawn(orc_kind, orcs, {-14, 0});
        carries = false;
    }
    Serial hero = no_serial, far = no_serial, farther = no_serial;
    ArchetypeIndex orc_kind = 0;
};

TEST_F(Stealing, AnAskerInsideTakesTheSlotOfTheFarthestOutside) {
    const Serial thief = spawn(orc_kind, orcs, {6, 0});
    frames(5);
    EXPECT_EQ(agent(thief).role, Role::asker); // they are safe by steal_after
    frame();
    std::vector<std::pair<EventType, Serial>> order;
    for (const Event& event : events) order.emplace_back(event.type, event.agent);
    EXPECT_EQ(order, (std::vector<std::pair<EventType, Serial>>{
                         {E::unslot, farther}, {E::slot, thief}, {E::request, farther}}));
    EXPECT_EQ(agent(thief).slot, 4); // that slot, though another is nearer
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{farther}));
    EXPECT_EQ(circle(hero).ring.back(), thief);
}

TEST_F(Stealing, TheWeightMustDo) {
    const Serial heavy = spawn(kind(fighter(2, blow(100, 0, 1, 1))), orcs, {6, 0});
    frames(20);
    EXPECT_EQ(agent(heavy).role, Role::asker);
}

TEST_F(Stealing, NotFromOutside) {
    const Serial asker = spawn(orc_kind, orcs, {6.6f, 0});
    frames(20);
    EXPECT_EQ(agent(asker).role, Role::asker);
}

// ---- Rebalancing --------------------------------------------------------------------------------------------------

class Rebalancing : public Stage {
protected:
    /// Four slots; a goes to slot 1, b to slot 3; then both stand where slot 2 is nearest.
    void begin(Rebalance rebalance, float gain = 0.5f) {
        ArchetypeDef hero_def = player();
        hero_def.circle.slots = 4;
        hero_def.circle.rebalance = rebalance;
        hero_def.circle.switch_gain = gain;
        hero = spawn(kind(hero_def), heroes, {0, 0});
        const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
        a = spawn(orc_kind, orcs, {0, 8});
        b = spawn(orc_kind, orcs, {0, -8});
        carries = false;
        frame();
        EXPECT_EQ(agent(a).slot, 1);
        EXPECT_EQ(agent(b).slot, 3);
        poses[a].position = {-2.5f, 0};
        poses[b].position = {-6, 0};
        frame(); // due: slots were given
    }
    Serial hero = no_serial, a = no_serial, b = no_serial;
};

TEST_F(Rebalancing, ExactMakesTheSumOfTheWaysLeast) {
    begin(Rebalance::exact);
    EXPECT_EQ(agent(a).slot, 1);
    EXPECT_EQ(agent(b).slot, 2);
    EXPECT_NE(find(E::slot, b), nullptr);
    EXPECT_EQ(find(E::slot, b)->cause, C::rebalanced);
    EXPECT_EQ(find(E::slot, a), nullptr);
}

TEST_F(Rebalancing, NearestTakesTheNearestPairFirst) {
    begin(Rebalance::nearest);
    EXPECT_EQ(agent(a).slot, 2);
    EXPECT_EQ(agent(b).slot, 1); // 1 and 3 are as near
}

TEST_F(Rebalancing, Off) {
    begin(Rebalance::off);
    EXPECT_EQ(agent(b).slot, 3);
}

TEST_F(Rebalancing, TheGainMustExceedSwitchGain) {
    begin(Rebalance::exact, 6.0f); // it is 5.2 m
    EXPECT_EQ(agent(b).slot, 3);
}

TEST_F(Rebalancing, WhatSwitchDwellPutsOffStaysDue) {
    begin(Rebalance::exact); // at 0.01 s
    poses[a].position = {3.5f, 0};
    place(hero, {0, 0}); // "placed" counts as moved
    frame();
    EXPECT_EQ(agent(a).slot, 1);
    while (model.now() < 10000 + 2000000) frame();
    EXPECT_EQ(agent(a).slot, 1);
    frame();
    EXPECT_EQ(agent(a).slot, 0);
    EXPECT_EQ(count(E::slot, a), 2);
}

TEST_F(Rebalancing, WhoHasArrivedIsLeftAloneWhileTheTargetStands) {
    ArchetypeDef hero_def = player();
    hero_def.circle.slots = 4;
    hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
    a = spawn(orc_kind, orcs, {8, 0});
    frames(2);
    ASSERT_TRUE(agent(a).arrived);
    carries = false;
    poses[a].position = {-4, 0}; // right at slot 2
    const Serial other = spawn(orc_kind, orcs, {0, 8});
    frames(3); // a slot was given: due, but it is no participant
    EXPECT_EQ(agent(a).slot, 0);
    EXPECT_EQ(agent(other).slot, 1);
    poses[hero].position = {0.001f, 0};
    frame();
    EXPECT_EQ(agent(a).slot, 2);
    EXPECT_EQ(story(a), (Story{{E::slot, C::rebalanced}}));
}

TEST_F(Stage, SurroundGoesForEvenness) {
    ArchetypeDef hero_def = player();
    hero_def.circle.surround = 1.0f;
    spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {8, 0.1f});
    frame();
    EXPECT_EQ(agent(a).slot, 0);
    EXPECT_EQ(agent(b).slot, 4); // 12 m away, but it counts 12.6 m nearer
}

// ---- Change of target ---------------------------------------------------------------------------------------------

class ChangeOfTarget : public Stage {
protected:
    /// All go for the hero at (6, 0), who takes one; the other one's nearest slot is nearer to the askers than that.
    void SetUp() override {
        Stage::SetUp();
        ArchetypeDef hero_def = player();
        hero_def.circle.grid_capacity = 1;
        hero = spawn(kind(hero_def), heroes, {6, 0});
        hero_def.circle.grid_capacity = 2;
        other = spawn(kind(hero_def), heroes, {-7, 0});
        ArchetypeDef orc_def = fighter(1, blow(100, 0, 1, 1));
        orc_def.alert_every = 0.01;
        orc_def.target_dwell = 0.05;
        const ArchetypeIndex orc_kind = kind(orc_def);
        for (Serial& serial : orc) serial = spawn(orc_kind, orcs, {0, 0});
        carries = false;
    }
    Serial hero = no_serial, other = no_serial;
    std::array<Serial, 4> orc = {};
};

TEST_F(ChangeOfTarget, ASlotlessAgentChangesToTheNearestOpenSlot) {
    frames(5);
    EXPECT_EQ(agent(orc[1]).target, hero);
    frame(); // target_dwell has passed
    EXPECT_EQ(story(orc[1]), (Story{{E::target, C::open_slot}, {E::slot, C::rebalanced}}));
    EXPECT_EQ(agent(orc[1]).target, other);
    EXPECT_EQ(agent(orc[1]).slot, 0);
    EXPECT_EQ(circle(other).ring, (std::deque<Serial>{orc[1]}));
    // The others proposed the same slot, which was taken.
    EXPECT_EQ(agent(orc[2]).target, hero);
    frame();
    EXPECT_EQ(agent(orc[2]).target, other);
    EXPECT_EQ(agent(orc[2]).slot, 1);
    frames(20);
    EXPECT_EQ(agent(orc[3]).target, hero); // no weight free
}

TEST_F(ChangeOfTarget, NotForLessThanSwitchGain) {
    for (const Serial serial : orc) poses[serial].position = {1.4f, 0}; // 4.6 m to the hero, 4.4 m to that slot
    frames(20);
    EXPECT_EQ(agent(orc[1]).target, hero);
}

TEST_F(ChangeOfTarget, NotToAClosedSlot) {
    close_slots(other, {0, 1, 2, 3, 4, 5, 6, 7});
    frames(20);
    EXPECT_EQ(agent(orc[1]).target, hero);
}

// ---- Permits: gap, limits, cooldowns ------------------------------------------------------------------------------

TEST_F(Stage, AttackGapKeepsPermitsApart) {
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_gap = 0.05;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(1, 0, 0.1, 10)));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {0, 8});
    frames(2); // one permit ends the pass
    EXPECT_EQ(permits, (std::vector<Serial>{a}));
    frames(4);
    EXPECT_EQ(permits.size(), 1u);
    frame();
    EXPECT_EQ(permits, (std::vector<Serial>{a, b}));
    command(Command::Kind::despawn, a);
    command(Command::Kind::despawn, b);
    frames(4);
    EXPECT_EQ(model.circles().count(hero), 1u); // while the gap runs
    frames(2);
    EXPECT_EQ(model.circles().count(hero), 0u);
}

TEST_F(Stage, AClassLimitLetsOthersPass) {
    ArchetypeDef hero_def = player();
    hero_def.circle.class_limits = {{"heavy", 1}};
    spawn(kind(hero_def), heroes, {0, 0});
    AttackDef heavy = blow(1, 0, 0.5, 10);
    heavy.attack_class = "heavy";
    const ArchetypeIndex heavy_kind = kind(fighter(1, heavy));
    const Serial a = spawn(heavy_kind, orcs, {8, 0});
    const Serial b = spawn(heavy_kind, orcs, {0, 8});
    const Serial c = spawn(kind(fighter(1, blow(1, 0, 0.5, 10))), orcs, {-8, 0});
    frames(3);
    EXPECT_EQ(permits, (std::vector<Serial>{a, c}));
    frames(60);
    EXPECT_EQ(permits, (std::vector<Serial>{a, c, b}));
}

TEST_F(Stage, AtMostSoManyPermitsFromOutsideTheView) {
    ArchetypeDef hero_def = player();
    hero_def.circle.offscreen_limit = 1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(1, 0, 0.5, 10)));
    const Serial behind = spawn(orc_kind, orcs, {-8, 0});
    const Serial beside = spawn(orc_kind, orcs, {0, 8});
    const Serial ahead = spawn(orc_kind, orcs, {8, 0});
    Command& view = command(Command::Kind::view, hero);
    view.heading = {1.0f, 0.0f};
    view.half_angle = 0.8f;
    frames(3);
    EXPECT_EQ(permits, (std::vector<Serial>{behind, ahead}));
    frames(60);
    EXPECT_EQ(permits, (std::vector<Serial>{behind, ahead, beside}));
}

class Tiers : public Stage {
protected:
    /// Permits for attacks that only ever time out, or (`attacks`) that do not.
    ArchetypeDef orc(const CooldownDef& cooldown, bool attacks = true) {
        AttackDef attack = blow(1, 0.0, 0.0, 0.0);
        attack.attack_class = "heavy";
        attack.cooldown = cooldown;
        ArchetypeDef def = fighter(1, attack);
        if (!attacks) def.attacks[0].range = {0.0f, 2.0f}; // met on the attack ring, where nobody is let go
        return def;
    }
    ArchetypeDef hero_def() {
        ArchetypeDef def = player();
        def.circle.attack_timeout = 0.05;
        return def;
    }
};

TEST_F(Tiers, AnAgentsOwn) {
    CooldownDef cooldown;
    cooldown.agent = 0.3;
    spawn(kind(hero_def()), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(orc(cooldown));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {0, 8});
    frames(20);
    EXPECT_EQ(permits, (std::vector<Serial>{a, b}));
    frames(20);
    EXPECT_EQ(permits, (std::vector<Serial>{a, b, a, b}));
}

TEST_F(Tiers, AnAgentsOwnIsGivenBack) {
    CooldownDef cooldown;
    cooldown.agent = 100.0;
    spawn(kind(hero_def()), heroes, {0, 0});
    const Serial a = spawn(kind(orc(cooldown, false)), orcs, {8, 0});
    frames(20);
    EXPECT_GE(count(E::permit, a), 2);
}

TEST_F(Tiers, EveryAttackOfTheClassWaitsForItsClock) {
    CooldownDef global;
    global.global = 0.3;
    spawn(kind(hero_def()), heroes, {0, 0});
    spawn(kind(orc(global)), orcs, {8, 0});
    const Serial b = spawn(kind(orc({})), orcs, {0, 8}); // of the class, without a cooldown of its own
    frames(31);                                          // the clock was set at 0.01 s
    EXPECT_EQ(permits.size(), 1u);
    EXPECT_EQ(count(E::permit, b), 0);
    frame();
    EXPECT_EQ(permits.size(), 2u);
}

TEST_F(Tiers, AClassClockIsGivenBackByTheOneThatSetIt) {
    CooldownDef global;
    global.global = 100.0;
    spawn(kind(hero_def()), heroes, {0, 0});
    const Serial a = spawn(kind(orc(global, false)), orcs, {8, 0});
    frames(20);
    EXPECT_GE(count(E::permit, a), 2);
}

TEST_F(Tiers, TheWorldIsSharedByAllCircles) {
    CooldownDef cooldown;
    cooldown.archetype = 0.3;
    cooldown.scope = Scope::world;
    const ArchetypeIndex hero_kind = kind(hero_def());
    spawn(hero_kind, heroes, {0, 0});
    spawn(hero_kind, heroes, {100, 0});
    const ArchetypeIndex orc_kind = kind(orc(cooldown));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {108, 0});
    frames(2);
    EXPECT_EQ(permits.size(), 1u); // whose is first is drawn
    while (permits.size() < 2) frame();
    EXPECT_EQ(model.frame() - 1, 31u);
    while (permits.size() < 40) frame();
    for (const Serial one : {a, b}) EXPECT_GT(std::count(permits.begin(), permits.end(), one), 9);
}

TEST_F(Tiers, WhenTheRoundsClockHasRunOutThereIsNothingToGiveBack) {
    CooldownDef cooldown;
    cooldown.archetype = 0.02;
    cooldown.uses = 2;
    const Serial hero = spawn(kind(hero_def()), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(orc(cooldown, false));
    spawn(orc_kind, orcs, {8, 0});
    spawn(orc_kind, orcs, {0, 8});
    frames(2);
    const auto& record = circle(hero).cooldowns.of_archetypes.at({1, 0});
    EXPECT_EQ(record.due, 30000); // both uses went at 0.01
    frames(5);
    EXPECT_EQ(model.tally().at("nothing to give back: the round's clock has run out"), 2u);
    EXPECT_EQ(record.uses_left, 2);
}

TEST_F(Tiers, ARunningClockIsGivenBackToItsRound) {
    CooldownDef cooldown;
    cooldown.archetype = 100.0;
    cooldown.uses = 2;
    const Serial hero = spawn(kind(hero_def()), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(orc(cooldown, false));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    spawn(orc_kind, orcs, {0, 8});
    frames(2);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 2); // refilled, and the clock runs
    command(Command::Kind::despawn, a);
    frame();
    const auto& record = circle(hero).cooldowns.of_archetypes.at({1, 0});
    EXPECT_EQ(record.due, 20000);
    EXPECT_EQ(record.uses_left, 1); // the other one still has its use
    frames(4);
    EXPECT_EQ(model.tally().at("use given back to its round"), 1u);
}

// ---- Places -------------------------------------------------------------------------------------------------------

TEST_F(Stage, FlankersTakeTheFreeSlotWithTheFewestThenTheNearest) {
    ArchetypeDef hero_def = player();
    hero_def.circle.slots = 4;
    hero_def.circle.grid_capacity = 1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
    spawn(orc_kind, orcs, {8, 0}); // holds slot 0
    std::array<Serial, 4> orc = {};
    for (Serial& serial : orc) serial = spawn(orc_kind, orcs, {1, 8});
    frame();
    EXPECT_EQ(agent(orc[0]).place, 1);
    EXPECT_EQ(agent(orc[1]).place, 2);
    EXPECT_EQ(agent(orc[2]).place, 3);
    EXPECT_EQ(agent(orc[3]).place, 1);
    close_slots(hero, {1});
    frame();
    EXPECT_EQ(agent(orc[0]).place, 1); // kept until it looks
    for (const Serial serial : orc) command(Command::Kind::order, serial).order = OrderKind::free;
    frame();
    EXPECT_EQ(agent(orc[0]).place, 2); // 2 and 3 have one asker each; 2 is nearer
    EXPECT_EQ(agent(orc[1]).place, 2); // free, and kept
    EXPECT_EQ(agent(orc[3]).place, 3);
}

TEST_F(Stage, WithoutAFreeSlotTheyFlankAll) {
    ArchetypeDef hero_def = player();
    hero_def.circle.slots = 1;
    spawn(kind(hero_def), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(fighter(1, blow(100, 0, 1, 1)));
    spawn(orc_kind, orcs, {8, 0});
    const Serial asker = spawn(orc_kind, orcs, {8, 0});
    frame();
    EXPECT_EQ(agent(asker).place, 0);
}

// ---- emit ---------------------------------------------------------------------------------------------------------

class Refusals : public Stage {
protected:
    void SetUp() override {
        world = JudgedWorld({.seed = 7, .refusals = true, .threads = 1});
        Stage::SetUp();
    }
    using Numbers = std::array<int, 3>; // reason, need, free
    Numbers refusal(Serial serial) const {
        const Event* event = find(E::refuse, serial);
        return event != nullptr ? Numbers{event->c, event->a, event->b} : Numbers{-1, -1, -1};
    }
    static Numbers numbers(Refusal reason, int need, int free) { return {static_cast<int>(reason), need, free}; }
    static constexpr Numbers none = {-1, -1, -1};
};

TEST_F(Refusals, OfAskers) {
    ArchetypeDef hero_def = player();
    hero_def.circle.grid_capacity = 4;
    hero_def.circle.slots = 1;
    spawn(kind(hero_def), heroes, {0, 0});
    const AttackDef attack = blow(1, 1, 1, 1);
    spawn(kind(fighter(2, attack)), orcs, {8, 0}); // holds the slot
    const Serial no_slot = spawn(kind(fighter(1, attack)), orcs, {8, 0});
    const Serial grid = spawn(kind(fighter(3, attack)), orcs, {8, 0});
    const Serial heavy = spawn(kind(fighter(5, attack)), orcs, {8, 0});
    frame();
    EXPECT_EQ(refusal(no_slot), numbers(Refusal::no_slot, 1, 0));
    EXPECT_EQ(refusal(grid), numbers(Refusal::grid, 3, 2));
    EXPECT_EQ(refusal(heavy), numbers(Refusal::too_heavy, 5, 4));
    frame();
    EXPECT_EQ(refusal(grid), none); // no other reason than a frame before
}

TEST_F(Refusals, OfHolders) {
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_capacity = 3;
    hero_def.circle.class_limits = {{"heavy", 1}};
    spawn(kind(hero_def), heroes, {0, 0});
    AttackDef heavy = blow(2, 1, 1, 1);
    heavy.attack_class = "heavy";
    const ArchetypeIndex heavy_kind = kind(fighter(1, heavy));
    const Serial a = spawn(heavy_kind, orcs, {8, 0});
    const Serial of_class = spawn(heavy_kind, orcs, {0, 8});
    const Serial too_heavy = spawn(kind(fighter(1, blow(4, 1, 1, 1))), orcs, {-8, 0});
    ArchetypeDef short_def = fighter(1, blow(1, 1, 1, 1));
    short_def.attacks[0].range = {0.0f, 1.5f};
    const Serial range = spawn(kind(short_def), orcs, {0, -8});
    const Serial weight = spawn(kind(fighter(1, blow(2, 1, 1, 1))), orcs, {8, 8});
    frame();
    EXPECT_EQ(refusal(a), numbers(Refusal::not_ready, 0, 0));
    frame();
    EXPECT_EQ(refusal(a), none);
    EXPECT_EQ(refusal(of_class), numbers(Refusal::attack_class, 2, 1));
    EXPECT_EQ(refusal(too_heavy), numbers(Refusal::too_heavy, 4, 3));
    EXPECT_EQ(refusal(range), numbers(Refusal::range, 4000, 1500));
    EXPECT_EQ(refusal(weight), numbers(Refusal::attack, 2, 1));
}

TEST_F(Refusals, TimesAreInMillisecondsRoundedUp) {
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_gap = 0.0505;
    hero_def.circle.rest = 0.0305;
    spawn(kind(hero_def), heroes, {0, 0});
    ArchetypeDef def = fighter(1, blow(1, 0, 0, 0.0));
    def.release = Release::all;
    const ArchetypeIndex orc_kind = kind(def);
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {0, 8});
    frames(2);
    EXPECT_EQ(refusal(b), numbers(Refusal::gap, 51, 0));
    frame();
    EXPECT_EQ(refusal(a), numbers(Refusal::rest, 31, 0));
}

TEST_F(Refusals, CooldownAndTurn) {
    AttackDef attack = blow(1, 0, 0, 0);
    attack.cooldown.agent = 0.1;
    ArchetypeDef hero_def = player();
    hero_def.circle.interrupt_grace = 0.0;
    spawn(kind(hero_def), heroes, {0, 0});
    const Serial cooling = spawn(kind(fighter(1, attack)), orcs, {8, 0});
    const Serial other = spawn(kind(fighter(1, blow(1, 0, 0, 0))), orcs, {0, 8});
    std::map<int, int> reasons;
    for (int i = 0; i < 8; ++i) {
        frame();
        if (find(E::refuse, cooling) != nullptr) ++reasons[refusal(cooling)[0]];
        if (find(E::refuse, other) != nullptr) ++reasons[100 + refusal(other)[0]];
    }
    EXPECT_GT(reasons[static_cast<int>(Refusal::cooldown)], 0);
    EXPECT_GT(reasons[100 + static_cast<int>(Refusal::turn)], 0); // it fits, but the pass ended before it
}

TEST_F(Refusals, ReservedAndOffscreen) {
    ArchetypeDef hero_def = player();
    hero_def.circle.grid_capacity = 4;
    hero_def.circle.patience = 0.02;
    hero_def.circle.offscreen_limit = 0;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    Command& view = command(Command::Kind::view, hero);
    view.heading = {-1.0f, 0.0f};
    view.half_angle = 0.5f;
    const ArchetypeIndex small = kind(fighter(1, blow(1, 1, 1, 1)));
    const Serial holder = spawn(small, orcs, {8, 0});
    spawn(kind(fighter(4, blow(1, 1, 1, 1))), orcs, {8, 0});
    frames(2);
    EXPECT_EQ(refusal(holder), numbers(Refusal::offscreen, 1, 0));
    const Serial kept = spawn(small, orcs, {8, 0});
    frame();
    EXPECT_EQ(refusal(kept), numbers(Refusal::reserved, 1, 3));
}

} // namespace
} // namespace fray::model
