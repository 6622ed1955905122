// Reloading (rules: Reloading): validation, and what a host sees of a reload. The reference model checks the rules
// themselves.
#include "must.h"
#include "saving/bytes_of.h"
#include "scene.h"

#include <gtest/gtest.h>

#include <string>

namespace fray {
namespace {

using namespace test;

struct Reload : Scene {
    AgentId target, fighter;

    /// A fighter at its slot, with a token.
    void fight(ArchetypeDef def = walker({swing(1, 2.0)}), const CircleDef& circle = plain_circle()) {
        target = hero(circle);
        fighter = foe(def, {6.0f, 0.0f});
        EXPECT_TRUE(until_event(EventType::attack, fighter, 20.0));
    }
    ArchetypeDef def_of(AgentId agent) const { return world.archetype(world.archetypes()[row(agent)]); }
    /// Gives a reload, which takes effect in the next step.
    void reload(const ArchetypeDef& def) { ASSERT_EQ(world.reload({&def, 1}), Error::ok) << world.error_text(); }
    void refused(const ArchetypeDef& def, Error error, const std::string& text) {
        EXPECT_EQ(world.reload({&def, 1}), error);
        EXPECT_EQ(world.error_text(), text);
        step();
        EXPECT_TRUE(all(EventType::reload).empty());
    }
};

TEST_F(Reload, AReloadTakesEffectInTheNextStep) {
    fight();
    ArchetypeDef def = def_of(fighter);
    def.body.turn_rate = 1.0f;
    reload(def);
    EXPECT_NE(def_of(fighter), def);
    step();
    EXPECT_EQ(def_of(fighter), def);
    ASSERT_EQ(all(EventType::reload).size(), 1u);
    const Event event = all(EventType::reload)[0].event;
    EXPECT_EQ(event.agent, no_serial);
    EXPECT_EQ(event.a, 1);
    EXPECT_EQ(event.b, 0);
    EXPECT_EQ(state(fighter), AgentState::attack) << "what has nothing to do with it goes on";
    EXPECT_EQ(world.counters().commands, 1u);
}

TEST_F(Reload, BrainsMayBeAddedLate) {
    fight();
    ArchetypeDef def = def_of(fighter);
    def.body.health = 64.0f;
    def.poise.stagger_time = 0.5;
    def.boss.phases.resize(1);
    def.boss.phases[0].health_threshold = 0.5f;
    reload(def);
    step(2);
    const AgentId other = foe(world.archetypes()[row(fighter)], {8.0f, 0.0f});
    step();
    must(world.damage(fighter, 40.0f));
    step(2);
    EXPECT_EQ(count(EventType::phase, fighter), 1);
    EXPECT_EQ(count(EventType::phase, other), 0);
    def.boss.phases.clear();
    def.poise.stagger_time = 0.0;
    reload(def);
    step(2);
    def.boss.phases.resize(2);
    def.boss.phases[0].health_threshold = 1.0f;
    def.boss.phases[1].health_threshold = 0.75f;
    reload(def);
    step();
    EXPECT_EQ(count(EventType::phase, fighter), 2) << "from the first, silently, to the second";
    EXPECT_EQ(count(EventType::phase, other), 0);
}

TEST_F(Reload, MonstersMayBeAddedLateAndKeepTheirStates) {
    ArchetypeDef def = puppet();
    def.body.health = 64.0f;
    const ArchetypeIndex kind = add(def);
    pinned.push_back(foe(kind, {}));
    step();
    MonsterDef beast;
    beast.name = "beast";
    beast.states.resize(2);
    beast.states[0].name = "asleep";
    beast.states[0].on_enter = {{ConditionDef::Operator::equals, 0.0, "snore"},
                                {ConditionDef::Operator::equals, 0.0, "rise"}};
    beast.states[1].name = "awake";
    beast.states[1].on_time = {{ConditionDef::Operator::equals, 2.0, "rage"}};
    beast.acts.resize(3);
    beast.acts[0].name = "snore";
    beast.acts[0].buffs = {1};
    beast.acts[1].name = "rise";
    beast.acts[1].state = "awake";
    beast.acts[2].name = "rage";
    beast.acts[2].buffs = {2};
    def.monster = "beast";
    ASSERT_EQ(world.reload({&def, 1}, {&beast, 1}), Error::ok) << world.error_text();
    step();
    EXPECT_EQ(world.monster_count(), 1u);
    EXPECT_EQ(world.monster_of(agents[0]), -1) << "living agents follow no monster";
    const AgentId follower = foe(kind, {3.0f, 0.0f});
    pinned.push_back(follower);
    step();
    EXPECT_EQ(world.monster_of(follower), 0);
    seconds(2.5);
    EXPECT_EQ(count(EventType::act, follower), 3); // the act `rage` is running
}

void wander(void*, const StateBatch&, StateWriter&) {}

TEST_F(Reload, AnAgentInAStateThatIsNoLongerNamedGoesToIdle) {
    ASSERT_EQ(world.add_state({"wander", wander, nullptr}), Error::ok);
    ArchetypeDef def = puppet();
    def.states = {{"wander", 0.0f, true}};
    const AgentId one = foe(def, {});
    step(3);
    ASSERT_TRUE(is_user_state(state(one)));
    def.states.clear();
    reload(def);
    step();
    EXPECT_EQ(state(one), AgentState::idle);
    EXPECT_EQ(last(EventType::state, one).event.b, static_cast<int>(AgentState::idle));
}

TEST_F(Reload, AnInvalidReloadIsRefusedAsAWhole) {
    ArchetypeDef def = puppet();
    foe(def, {});
    ArchetypeDef other = def;
    other.name = "ghost";
    refused(other, Error::unknown, "reload: archetype 'ghost': there is none of that name");
    other = def;
    other.attacks[0].weight = 0;
    refused(other, Error::out_of_range, "reload: archetype 'puppet': attacks[0].weight: given 0, allowed 1 to 1000000");
    other = def;
    other.engagement.managed = false;
    refused(other, Error::out_of_range,
            "reload: archetype 'puppet': managed: given false, allowed true, as it is: a reload cannot change it");
    other = def;
    other.autonomous = false;
    refused(other, Error::out_of_range,
            "reload: archetype 'puppet': brain: given false, allowed true, as it is: a reload cannot change it");
    other = def;
    other.states = {{"hide", 0.5f, false}};
    refused(other, Error::unknown, "reload: archetype 'puppet': states: no state 'hide'");
    const ArchetypeDef twice[] = {def, def};
    EXPECT_EQ(world.reload(twice), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "reload: archetype 'puppet': given twice");
    MonsterDef beast;
    beast.name = "beast";
    EXPECT_EQ(world.reload({&def, 1}, {&beast, 1}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "reload: monster 'beast': states: given 0, allowed 1 to 255");
    EXPECT_EQ(world.monster_count(), 0u);
    beast.states.resize(1);
    const MonsterDef beasts[] = {beast, beast};
    EXPECT_EQ(world.reload({}, beasts), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "reload: monster 'beast': given twice");
    other = def;
    other.attacks.clear();
    for (int i = 0; i < max_attacks; ++i) other.attacks.push_back(swing(1));
    other.circle.class_limits.clear();
    for (int i = 0; i <= max_attack_classes; ++i)
        other.circle.class_limits.push_back({"class " + std::to_string(i), 1});
    other.circle.class_limits.pop_back();
    other.attacks[0].attack_class = "one more";
    refused(other, Error::full, "reload: attack classes: at most 1024 in a world");
    const auto with_classes = [&](const char* prefix) {
        ArchetypeDef many = def;
        for (int i = 0; i < 600; ++i) many.circle.class_limits.push_back({prefix + std::to_string(i), 1});
        return many;
    };
    reload(with_classes("first "));
    const ArchetypeDef second = with_classes("second ");
    EXPECT_EQ(world.reload({&second, 1}), Error::full) << "what waits counts, too";
    ASSERT_EQ(world.step_begin(frame_time), Error::ok);
    EXPECT_EQ(world.reload({&def, 1}), Error::stepping);
    must(world.step_end());
}

TEST_F(Reload, AnArchetypeAddedLaterIsCheckedWithItsMonster) {
    MonsterDef beast;
    beast.name = "beast";
    beast.states.resize(1);
    beast.acts.resize(1);
    beast.acts[0].name = "bite";
    beast.acts[0].attacks = {"bite"};
    ASSERT_EQ(world.add_monsters({&beast, 1}), Error::ok);
    ArchetypeDef def = puppet();
    def.monster = "beast";
    EXPECT_EQ(world.add_archetype(def), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "monster 'beast': on archetype 'puppet': act 'bite': skill: no attack 'bite'");
    def.attacks[0].name = "bite";
    const AgentId follower = foe(def, {});
    step();
    EXPECT_EQ(world.monster_of(follower), 0);
}

/// Limits and Lists (limits_test.cpp) show that each field is written and read.
TEST_F(Reload, ASnapshotContainsTheDefinitionsThatWaitAndThoseThatHold) {
    ArchetypeDef def;
    def.name = "all";
    def.body.health = 7.0f;
    def.body.motion = MotionType::host;
    def.engagement.release_policy = ReleasePolicy::launch;
    def.perception.targeting = Targeting::sight;
    def.boss.reacts = def.boss.timed = true;
    def.boss.phases.resize(2);
    def.boss.phases[0] = {0.75f, {"swing"}, ReactionDef{}, true, 1.0f, 3.0f};
    def.boss.phases[0].reactions->table[0] = {7, 8, 9};
    def.boss.phases[1].health_threshold = 0.5f;
    def.monster = "beast";
    def.states = {{"wander", 0.5f, true}};
    def.circle.slots = 5;
    def.circle.class_limits = {{"heavy", 2}};
    def.attacks = {swing(3, 2.0, 0.5)};
    def.attacks[0].attack_class = "heavy";
    def.attacks[0].cooldown = {1.0, 2.0, 3, 4.0, CooldownScope::world};
    MonsterDef beast;
    beast.name = "beast";
    beast.summon_depth = 3;
    beast.states.resize(2);
    beast.states[0].name = "state_1";
    beast.states[1] = {"state_2", {20.0f, 40.0f}, 3.0f, -1, "crouch", {}, {}, {}};
    beast.states[1].on_enter = {{ConditionDef::Operator::equals, 0.0, "all", 2.0, 50}};
    beast.states[1].on_health = {{ConditionDef::Operator::below, 0.5, "all"}};
    beast.states[1].on_time = {{ConditionDef::Operator::every, 3.0, "all"}};
    beast.acts.resize(1);
    beast.acts[0] = {"all",    {"swing"}, {{"swing", 2.0}}, {1, 2}, "FF00FF", {"a", "b"}, {{"all", "beast", 2, true}},
                     "state_1"};

    const auto make = [] {
        World made = World::create({.threads = 1}).value();
        ArchetypeDef plain;
        plain.name = "all";
        EXPECT_EQ(made.add_state({"wander", wander, nullptr}), Error::ok);
        EXPECT_EQ(made.add_archetype(plain), Error::ok);
        must(made.add_team("us"));
        return made;
    };
    World one = make(), two = make(), three = make();
    must(one.spawn(SpawnDef{}));
    ASSERT_EQ(one.reload({&def, 1}, {&beast, 1}), Error::ok) << one.error_text();
    const std::vector<std::byte> waiting = bytes_of(one);
    must(one.step(frame_time));
    const std::vector<std::byte> done = bytes_of(one);
    ASSERT_EQ(two.restore(waiting), Error::ok) << two.error_text();
    must(two.step(frame_time));
    ASSERT_EQ(three.restore(done), Error::ok) << three.error_text();
    for (const World* each : {&one, &two, &three}) {
        EXPECT_EQ(each->archetype(0), def);
        ASSERT_EQ(each->monster_count(), 1u);
        EXPECT_EQ(each->monster(0), beast);
        EXPECT_EQ(each->state_hash(), one.state_hash());
    }
    must(two.step(frame_time));
    must(three.step(frame_time));
    EXPECT_EQ(two.state_hash(), three.state_hash());
}

} // namespace
} // namespace fray
