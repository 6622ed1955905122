// Reloads, frame by frame, in small cases straight from engine/docs/rules.md, section Reloading.
#include "rules/two_teams.h"

namespace fray::model {
namespace {

using Operator = ConditionDef::Operator;
using S = AgentState;

ArchetypeDef with_name(const std::string& name, ArchetypeDef def) {
    def.name = name;
    return def;
}

AttackDef with_name(const std::string& name, AttackDef attack) {
    attack.name = name;
    return attack;
}

class Reloads : public TwoTeams {
protected:
    /// `orc` gets a token at its slot at 0.01 s, and attacks from 0.02 s on.
    void meet() {
        hero = spawn(kind(hero_def), heroes, {0, 0});
        orc = spawn(kind(orc_def), orcs, {8, 0});
    }
    /// An unmanaged agent that is in state attack after its first think, with a hero 4 m away.
    ArchetypeDef boss() {
        ArchetypeDef def = with_name("boss", unmanaged_agent());
        def.attacks = {with_name("swing", swing(1, 1.0, 1.0, 0.5))};
        def.attacks[0].range = {0.0f, 5.0f};
        return def;
    }
    void step_with(const std::vector<ArchetypeDef>& archetypes, const std::vector<MonsterDef>& monsters = {}) {
        reload(archetypes, monsters);
        frame();
    }
    /// Counts of changed archetypes and monsters, from this frame's reload events.
    std::vector<std::pair<int, int>> changes() const {
        std::vector<std::pair<int, int>> result;
        for (const Event& event : events)
            if (event.type == E::reload) result.emplace_back(event.a, event.b);
        return result;
    }
    using Changes = std::vector<std::pair<int, int>>;

    ArchetypeDef hero_def = with_name("hero", player());
    ArchetypeDef orc_def = with_name("orc", fighter(1, with_name("swing", swing(1, 0.1, 0.2, 0.5))));
    Serial hero = no_serial, orc = no_serial;
};

TEST_F(Reloads, AReloadCountsChangedAndNewDefinitions) {
    meet();
    frame();
    orc_def.body.walk_speed = 1.0f;
    const MonsterDef monster{.name = "m", .states = {{}}};
    step_with({hero_def, orc_def}, {monster}); // the hero is unchanged
    EXPECT_EQ(changes(), (Changes{{1, 1}}));
    EXPECT_EQ(find(E::reload, no_serial)->target, no_serial);
    step_with({hero_def, orc_def}, {monster});
    EXPECT_EQ(changes(), (Changes{{0, 0}}));
    EXPECT_EQ(agent(orc).role, Role::holder);
}

TEST_F(Reloads, ReloadsGoBeforeAllOtherCommandsInCallOrder) {
    meet();
    const Serial early = spawn(1, orcs, {20, 0}); // spawned by a command that was given before the reload
    ArchetypeDef first = orc_def;
    first.body.health = 50.0f;
    reload({first});
    orc_def.body.health = 10.0f;
    step_with({orc_def});
    EXPECT_EQ(changes(), (Changes{{1, 0}, {1, 0}}));
    EXPECT_EQ(events.front().type, E::reload);
    EXPECT_EQ(agent(early).health, 10.0f);
    step_with({orc_def, with_name("hero", hero_def)}); // definitions that are not given stay, so nothing changes
    EXPECT_EQ(changes(), (Changes{{0, 0}}));
}

class MonsterReloads : public Reloads {
protected:
    MonsterReloads() { carries = false; }
    static ConditionDef when(const std::string& act, Operator op = Operator::equals, double value = 0.0) {
        return {op, value, act};
    }
    Serial follower() {
        orc_def.monster = "m";
        orc_def.body.health = 20.0f;
        const ArchetypeIndex archetype = kind(orc_def);
        add_monsters({monster});
        return spawn(archetype, orcs, {0, 0});
    }

    MonsterDef monster{.name = "m",
                       .states = {{.name = "first"}, {.name = "second"}},
                       .acts = {{.name = "red", .color = "red"},
                                {.name = "buff", .buffs = {1}},
                                {.name = "change", .state = "second"}}};
};

TEST_F(MonsterReloads, ActsEndWithTheMonsterAndItsTimeGoesOn) {
    monster.states[0].on_enter = {when("red"), when("buff")};
    monster.states[0].on_time = {when("change", Operator::equals, 2.0)};
    const Serial a = follower();
    frames(151);
    monster.summon_depth = 2;
    reload({}, {monster});
    EXPECT_EQ(next_story(a), "act_end reloaded, color, act_end reloaded, buff"); // at 1.51
    EXPECT_EQ(find(E::buff, a)->a, -1);
    EXPECT_FALSE(agent(a).monster->fresh);
    frames(48); // to 1.99
    EXPECT_EQ(count(E::act, a), 2);
    frame(); // at 2.00, counted from the spawn
    EXPECT_EQ(count(E::act, a), 3);
}

TEST_F(MonsterReloads, ActsEndWithTheAttacksOfTheirArchetype) {
    monster.states[0].on_enter = {when("buff")};
    const Serial a = follower();
    frame();
    orc_def.perception.bands = {0.5f, 5.0f, 10.0f, 12.0f};
    reload({orc_def});
    EXPECT_EQ(next_story(a), ""); // another field has changed
    orc_def.attacks[0].damage = 9.0f;
    reload({orc_def});
    EXPECT_EQ(next_story(a), ""); // acts name attacks by their numbers, which are the same
    orc_def.attacks[0].name = "chop";
    reload({orc_def});
    EXPECT_EQ(next_story(a), "act_end reloaded, buff");
    EXPECT_FALSE(agent(a).monster->fresh);
}

TEST_F(MonsterReloads, TheMonstersStateIsFoundByItsName) {
    monster.states[0].on_enter = {when("change")};
    const Serial a = follower();
    frames(2);
    EXPECT_EQ(agent(a).monster->state, 1);
    const int64_t since = agent(a).monster->since;
    std::swap(monster.states[0], monster.states[1]);
    step_with({}, {monster});
    EXPECT_EQ(agent(a).monster->state, 0);
    EXPECT_EQ(agent(a).monster->since, since);
    EXPECT_EQ(story(a), "");
}

TEST_F(MonsterReloads, WithoutItsStateAMonsterIsFreshInTheFirst) {
    monster.states[0].on_enter = {when("change")};
    const Serial a = follower();
    frames(2);
    EXPECT_EQ(agent(a).monster->state, 1);
    monster.states[1].name = "another";
    monster.acts[2].state.clear();
    monster.states[0].pose = "up";
    reload({}, {monster});
    EXPECT_EQ(next_story(a), "pose, act, act_end finished"); // 0.02
    EXPECT_EQ(agent(a).monster->state, 0);
    EXPECT_EQ(agent(a).monster->since, 20000);
}

TEST_F(MonsterReloads, AFreshMonsterStaysFreshAndIsNotReplaced) {
    // to itself, so it is fresh after each frame
    monster.states[0].on_enter = monster.states[1].on_enter = {when("change")};
    monster.states[1].pose = "down";
    const Serial a = follower();
    frame();
    EXPECT_TRUE(agent(a).monster->fresh);
    MonsterDef other = monster;
    other.name = "other";
    orc_def.monster = "other";
    monster.summon_depth = 3;
    reload({orc_def}, {other, monster});
    const Serial late = spawn(0, orcs, {1, 0});
    frame();
    EXPECT_EQ(changes(), (Changes{{1, 2}}));
    EXPECT_EQ(story(a), "pose, act, act_end finished");
    EXPECT_EQ(agent(a).monster->number, 0);
    EXPECT_EQ(agent(late).monster->number, 1);
}

TEST_F(Reloads, AHolderWithATokenGivesItUpAndItsCooldownIsRefunded) {
    orc_def.attacks[0].cooldown.agent = 10.0;
    orc_def.attacks[0].cooldown.archetype = 10.0;
    meet();
    frames(2);
    ASSERT_TRUE(agent(orc).token.has_value());
    EXPECT_EQ(agent(orc).cooldowns.at(0), 10010000);
    orc_def.attacks[0].recovery = 7.0;
    orc_def.attacks[0].weight = 2;
    reload({orc_def});
    EXPECT_EQ(next_story(orc), "attack_end withdrew, withdraw, unslot withdrew, state, request, slot admitted"); // 0.02
    EXPECT_EQ(find(E::attack_end, orc)->attack, 0);
    EXPECT_EQ(find(E::withdraw, orc)->target, hero);
    EXPECT_EQ(find(E::unslot, orc)->target, hero);
    EXPECT_EQ(agent(orc).ready_at, 520000); // with the recovery that the attack had before
    EXPECT_EQ(agent(orc).cooldowns.at(0), 20000);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).due, 20000);
}

TEST_F(Reloads, AnAttackerGoesOnWithoutItsToken) {
    orc_def.attacks[0].cooldown.agent = 10.0;
    meet();
    frames(3);
    ASSERT_EQ(agent(orc).state, S::attack);
    orc_def.engagement.grid_weight = 2;
    reload({orc_def});
    EXPECT_EQ(next_story(orc), "attack_end withdrew, withdraw, unslot withdrew, state, request, slot admitted");
    EXPECT_EQ(states(orc).find("attack to pursue"), 0u);
    EXPECT_EQ(agent(orc).cooldowns.at(0), 10010000); // its windup had begun
    EXPECT_EQ(model.grid_free(circle(hero)), 10);
    frames(20);
    EXPECT_EQ(count(E::hit, orc), 0);
}

TEST_F(Reloads, ARequesterWithdraws) {
    hero_def.circle.slots = 1;
    meet();
    const Serial requester = spawn(kind(with_name("other", orc_def)), orcs, {9, 0});
    frame();
    ASSERT_EQ(agent(requester).role, Role::requester);
    ArchetypeDef other = with_name("other", orc_def);
    other.engagement.release_policy = ReleasePolicy::all;
    step_with({other});
    EXPECT_EQ(count(E::withdraw, requester), 0) << "no circle counts that";
    other.engagement.grid_weight = 2;
    reload({other});
    EXPECT_EQ(next_story(requester), "withdraw, state, request");
    EXPECT_EQ(agent(orc).role, Role::holder);
}

TEST_F(Reloads, AnAttackerWithoutASlotGivesUpItsToken) {
    orc_def.engagement.release_policy = ReleasePolicy::launch;
    orc_def.attacks[0].windup = 0.0;
    meet();
    frames(3);
    ASSERT_EQ(agent(orc).role, Role::striker);
    orc_def.attacks[0].weight = 2;
    reload({orc_def});
    EXPECT_EQ(next_story(orc), "attack_end withdrew, withdraw, state, request, slot admitted"); // 0.03
    EXPECT_TRUE(circle(hero).strikers.empty());
    EXPECT_EQ(agent(orc).ready_at, 530000);
}

TEST_F(Reloads, AChangeOfSlotsOrOutsideEmptiesTheCircle) {
    meet();
    const Serial other_hero = spawn(kind(with_name("other hero", hero_def)), heroes, {100, 0});
    const Serial elsewhere = spawn(1, orcs, {105, 0});
    frame();
    EXPECT_EQ(agent(elsewhere).circle, other_hero);
    hero_def.circle.slots = 5;
    step_with({hero_def});
    EXPECT_EQ(count(E::unslot, orc), 1);
    EXPECT_EQ(count(E::unslot, elsewhere), 0);
    hero_def.circle.roam_mode = RoamMode::patrol;
    step_with({hero_def});
    EXPECT_EQ(count(E::unslot, orc), 2);
    hero_def.circle.slot_patience = 1.0;
    hero_def.circle.approach_radius = 4.5f;
    hero_def.engagement.grid_weight = 7;
    step_with({hero_def});
    EXPECT_EQ(changes(), (Changes{{1, 0}}));
    EXPECT_EQ(count(E::unslot, orc), 2);
}

TEST_F(Reloads, AnUnmanagedAttackEnds) {
    carries = false;
    const ArchetypeDef def = boss();
    hero = spawn(kind(hero_def), heroes, {4, 0});
    const Serial b = spawn(kind(def), orcs, {0, 0});
    frame();
    ASSERT_EQ(agent(b).state, S::attack);
    ArchetypeDef changed = def;
    changed.poise.stagger_time = 0.1;
    step_with({changed});
    EXPECT_EQ(agent(b).state, S::attack);
    changed.attacks[0].recovery = 3.0;
    changed.attacks[0].weight = 2;
    reload({changed});
    EXPECT_EQ(next_story(b), "attack_end withdrew, state, state"); // 0.02; then to combat, where it recovers
    EXPECT_EQ(find(E::attack_end, b)->target, hero);
    EXPECT_EQ(find(E::state, b)->b, static_cast<int>(S::pursue));
    EXPECT_EQ(agent(b).ready_at, 520000);
}

TEST_F(Reloads, NewFiguresEndNothingAndHoldFromTheNextAttackOn) {
    for (const ReleasePolicy release : {ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch}) {
        start_again();
        hero_def = with_name("hero", player());
        orc_def = with_name("orc", fighter(1, with_name("swing", swing(1, 0.1, 0.2, 0.5))));
        orc_def.engagement.release_policy = release;
        meet();
        frames(5);
        ASSERT_EQ(count(E::attack, orc), 1);
        const int64_t begun = model.now() - 3 * 10000;
        AttackDef& attack = orc_def.attacks[0];
        attack.damage = 50.0f;
        attack.windup = 0.01;
        attack.duration = 0.02;
        attack.recovery = 0.03;
        attack.range = {0.0f, 3.0f};
        orc_def.engagement.engage_range = orc_def.engagement.hit_range = 3.0f; // its target is 4 m away
        orc_def.body.run_speed = 9.0f;
        hero_def.circle.rest_time = 0.0;
        reload({hero_def, orc_def});
        for (int i = 0; i < 30 && count(E::attack_end, orc) == 0; ++i) {
            frame();
            if (const Event* const hit = find(E::hit, orc)) {
                EXPECT_EQ(hit->x, 1.0f) << "the damage that it had";
            }
        }
        EXPECT_EQ(count(E::hit, orc), 1) << "as far as it reached";
        EXPECT_EQ(find(E::attack_end, orc)->cause, C::finished);
        EXPECT_EQ(agent(orc).ready_at, begun + 200000 + 500000) << "its duration and its recovery";
        EXPECT_EQ(count(E::withdraw, orc), 0);
        attack.range = {0.0f, 5.0f};
        orc_def.engagement.engage_range = orc_def.engagement.hit_range = 5.0f;
        reload({orc_def});
        for (int i = 0; i < 200 && count(E::attack, orc) == 1; ++i) frame();
        frame();
        const Event* const hit = find(E::hit, orc);
        ASSERT_NE(hit, nullptr) << "0.01 s after the next attack has begun";
        EXPECT_EQ(hit->x, 50.0f);
    }
}

TEST_F(Reloads, AProjectileNamesItsAttackByTheNewList) {
    for (const bool stays : {true, false}) {
        start_again();
        hero_def = with_name("hero", player());
        orc_def = with_name("orc", fighter(1, with_name("shot", swing(1, 0.0, 0.1, 5.0))));
        orc_def.attacks[0].projectile_speed = 10.0f;
        meet();
        for (int i = 0; i < 20 && count(E::launch, orc) == 0; ++i) frame();
        AttackDef other = with_name("other", orc_def.attacks[0]);
        other.range = {0.0f, 0.1f};
        orc_def.attacks = stays ? std::vector{other, orc_def.attacks[0]} : std::vector{other};
        reload({orc_def});
        for (int i = 0; i < 60 && count(E::hit, orc) == 0; ++i) frame();
        ASSERT_NE(find(E::hit, orc), nullptr);
        EXPECT_EQ(find(E::hit, orc)->attack, stays ? 1 : -1);
    }
}

TEST_F(Reloads, ClocksFollowTheNamesOfTheirAttacks) {
    orc_def.attacks[0].cooldown = {.agent = 10.0, .archetype = 20.0, .uses = 1};
    meet();
    frames(4);
    ASSERT_EQ(count(E::attack, orc), 1);
    AttackDef other = with_name("other", swing(1, 1.0, 1.0, 0.0));
    orc_def.attacks.insert(orc_def.attacks.begin(), other);
    step_with({orc_def});
    EXPECT_EQ(agent(orc).cooldowns, (std::map<int, int64_t>{{1, 10010000}}));
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.size(), 1U);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 1}).due, 20010000);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 1}).round, 1);
}

TEST_F(Reloads, ClocksOfOtherCooldownsAndNamesAreForgotten) {
    orc_def.attacks[0].cooldown = {.agent = 10.0, .archetype = 20.0, .uses = 1, .scope = CooldownScope::world};
    meet();
    frames(4);
    ASSERT_EQ(agent(orc).cooldowns.size(), 1U);
    orc_def.attacks[0].cooldown.archetype = 21.0;
    step_with({orc_def}); // longer from the next time on
    EXPECT_EQ(agent(orc).cooldowns.at(0), 10010000);
    EXPECT_EQ(count(E::withdraw, orc), 0);
    orc_def.attacks[0].cooldown.archetype = 0.0;
    step_with({orc_def}); // it gets a slot, but no token before it has arrived
    EXPECT_TRUE(agent(orc).cooldowns.empty());
    frames(60);
    EXPECT_EQ(count(E::token, orc), 2);
    EXPECT_EQ(agent(orc).cooldowns.size(), 1U);
    orc_def.attacks[0].name = "renamed";
    step_with({orc_def});
    EXPECT_TRUE(agent(orc).cooldowns.empty());
}

TEST_F(Reloads, ClocksOfClassesStay) {
    orc_def.attacks[0].attack_class = "heavy";
    orc_def.attacks[0].cooldown.global = 10.0;
    meet();
    frames(4);
    EXPECT_EQ(circle(hero).cooldowns.of_classes.at("heavy").due, 10010000);
    orc_def.attacks = {with_name("other", swing(1, 1, 1, 1))};
    step_with({orc_def});
    EXPECT_EQ(circle(hero).cooldowns.of_classes.at("heavy").due, 10010000);
}

TEST_F(Reloads, HealthKeepsItsShareOfTheMaximum) {
    meet();
    damage(orc, 70);
    frame();
    EXPECT_EQ(agent(orc).health, 30.0f);
    orc_def.body.health = 20.0f;
    reload({orc_def});
    damage(orc, 1);
    frame();
    EXPECT_EQ(agent(orc).health, 30.0f / 100.0f * 20.0f - 1.0f);
    orc_def.body.health = unlimited_health;
    step_with({orc_def});
    EXPECT_EQ(agent(orc).health, unlimited_health);
    orc_def.body.health = 20.0f;
    step_with({orc_def});
    EXPECT_EQ(agent(orc).health, 20.0f);
}

TEST_F(MonsterReloads, BloodConditionsAreNotEvaluatedForAScaledHealth) {
    monster.states[0].on_health = {when("red", Operator::below, 1.0)};
    monster.acts[0].color.clear(); // it ends at once, and may start again
    const Serial a = follower();
    damage(a, 5);
    frames(2);
    EXPECT_EQ(count(E::act, a), 1);
    orc_def.body.health = 200.0f;
    step_with({orc_def});
    EXPECT_EQ(agent(a).health, 150.0f);
    EXPECT_EQ(agent(a).monster->health_seen, 150.0f);
    EXPECT_EQ(count(E::act, a), 1);
    damage(a, 1);
    frames(2);
    EXPECT_EQ(count(E::act, a), 2);
}

TEST_F(Reloads, CapacitiesChangeAsByACommandBeforeOtherCommands) {
    meet();
    frame();
    set_capacity(hero, 5, 6);
    frame();
    hero_def.circle.attack_capacity = 3;
    set_capacity(hero, 7, 8);
    step_with({hero_def});
    std::vector<std::pair<int, int>> capacities;
    for (const Event& event : events)
        if (event.type == E::capacity && event.target == hero) capacities.emplace_back(event.a, event.b);
    EXPECT_EQ(capacities, (std::vector<std::pair<int, int>>{{12, 3}, {7, 8}}));
    EXPECT_EQ(agent(hero).grid_capacity, 7);
    hero_def.body.walk_speed = 2.0f;
    step_with({hero_def});
    EXPECT_EQ(find(E::capacity, no_serial), nullptr);
    EXPECT_EQ(agent(hero).attack_capacity, 8);
}

TEST_F(Reloads, ASquadScansAsOftenAsItsMostWatchfulLivingMember) {
    carries = false;
    ArchetypeDef watchful = with_name("watchful", fighter(1, swing(1, 1, 1, 1))), slow = with_name("slow", watchful);
    watchful.perception.scan_interval = 0.01;
    watchful.body.health = 1.0f;
    slow.perception.scan_interval = 100.0;
    const uint32_t squad = add_squad(orcs);
    const Serial dies = spawn(kind(watchful), orcs, {50, 0}, squad), stays = spawn(kind(slow), orcs, {0, 0}, squad);
    frame(); // the flags of the first frame are used up
    damage(dies, 5);
    frame();
    slow.perception.scan_interval = 50.0;
    step_with({slow}); // dead members no longer count
    hero = spawn(kind(hero_def), heroes, {3, 0});
    EXPECT_EQ(next_target(stays, 3), no_serial);
    slow.perception.scan_interval = 0.01;
    step_with({slow});
    EXPECT_EQ(agent(stays).target, hero);
}

TEST_F(Reloads, ChangedPhasesBeginAnew) {
    const PhaseDef half{.health_threshold = 0.5f};
    orc_def.boss.phases = {half};
    meet();
    damage(orc, 60);
    frames(2);
    EXPECT_EQ(agent(orc).phase, 1);
    orc_def.body.walk_speed = 2.0f;
    orc_def.boss.phases[0].run_speed = 3.0f;
    step_with({orc_def}); // it begins where it began
    EXPECT_EQ(agent(orc).phase, 1);
    PhaseDef more = half, less = half;
    more.health_threshold = 0.7f;
    less.health_threshold = 0.3f;
    orc_def.boss.phases = {more, half, less};
    step_with({orc_def}); // 40 of 100
    EXPECT_EQ(agent(orc).phase, 2);
    EXPECT_EQ(count(E::phase, orc), 3);
    more.health_threshold = 1.0f;
    less.health_threshold = 0.1f;
    orc_def.boss.phases = {more, less};
    step_with({orc_def}); // in the first phase, without an event
    EXPECT_EQ(agent(orc).phase, 1);
    EXPECT_EQ(count(E::phase, orc), 3);
    orc_def.boss.phases.clear();
    step_with({orc_def});
    EXPECT_EQ(agent(orc).phase, 0);
}

TEST_F(Reloads, LastReactionAndRunningClocksStayAndHealChargesAreReset) {
    carries = false;
    ArchetypeDef def = boss();
    def.boss.heal.charges = 2;
    def.boss.timers.close_timeout = {1.0, 1.0};
    def.attacks.clear();
    hero = spawn(kind(hero_def), heroes, {4, 0});
    const Serial b = spawn(kind(def), orcs, {0, 0});
    frames(2);
    const std::optional<int64_t> close_due = agent(b).close_due;
    ASSERT_TRUE(close_due.has_value());
    EXPECT_EQ(count(E::react, b), 1);
    def.boss.heal.charges = 7;
    def.boss.timers.close_timeout = {3.0, 3.0};
    def.boss.reactions.table.fill({1, 0, 0});
    reload({def});
    const Serial late = spawn(1, orcs, {50, 0});
    frame();
    EXPECT_EQ(agent(b).heal_charges, 7);
    EXPECT_EQ(agent(late).heal_charges, 7);
    EXPECT_EQ(agent(b).close_due, close_due);
    EXPECT_EQ(count(E::react, b), 1);
    teleport(hero, {5.5f, 0});
    frame(); // another band: reacts by the new weights
    EXPECT_EQ(find(E::react, b)->b, static_cast<int>(Reaction::stay));
}

} // namespace
} // namespace fray::model
