// The model's monsters by themselves, in small cases straight from engine/docs/rules.md, section Monsters.
#include "stage.h"

namespace fray::model {
namespace {

using Operator = ConditionDef::Operator;

ActDef act(const std::string& name) {
    ActDef def;
    def.name = name;
    return def;
}

ConditionDef when(const std::string& act, Operator op = Operator::equal, double value = 0.0, double duration = -1.0) {
    ConditionDef condition;
    condition.act = act;
    condition.op = op;
    condition.value = value;
    condition.duration = duration;
    return condition;
}

/// What one said of its acts, in words, with the number in `a`.
std::string words(const std::vector<Event>& events, Serial serial) {
    std::string text;
    for (const Event& event : events) {
        if (event.agent != serial) continue;
        const char* word = event.type == EventType::act       ? "act "
                           : event.type == EventType::act_end ? "end "
                           : event.type == EventType::say     ? "say "
                           : event.type == EventType::buff    ? "buff "
                           : event.type == EventType::color   ? "color "
                           : event.type == EventType::skills  ? "skills "
                           : event.type == EventType::pose    ? "pose "
                                                              : nullptr;
        if (word != nullptr) text += word + std::to_string(event.a) + "; ";
    }
    return text;
}

class Monsters : public Stage {
protected:
    void SetUp() override {
        Stage::SetUp();
        carries = false;
        monster.name = "m";
        monster.states.resize(2);
        monster.states[0].name = "first";
        monster.states[1].name = "second";
    }
    /// With the monster as it is now.
    Serial follower(Vec2 position = {0, 0}) {
        ArchetypeDef def = fighter(1, blow(1, 0.1, 0.2, 0.0));
        def.name = "follower";
        def.monster = "m";
        def.health = 20.0f;
        const ArchetypeIndex archetype = kind(def);
        add_monsters({monster});
        return spawn(archetype, orcs, position);
    }
    /// Of this frame.
    std::string said(Serial serial) const { return words(events, serial); }
    void seconds(double s) { frames(static_cast<int>(s / tick + 0.5)); }

    MonsterDef monster;
};

using S = State;

TEST_F(Monsters, ActsDoWhatTheyDoInOrderAndTheRestHasEndedAtOnce) {
    ActDef all = act("all");
    all.talk = {"one", "two"};
    all.buffs = {7};
    all.color = "red";
    monster.acts = {all, act("nothing")};
    monster.states[0].pose = "up";
    monster.states[0].once = {when("all"), when("nothing")};
    const Serial a = follower();
    frame();
    EXPECT_EQ(said(a), "pose 0; act 0; say 0; say 0; buff 0; color 0; act 1; end 1; ");
    EXPECT_EQ(agent(a).monster->running.size(), 1U);
    frame();
    EXPECT_EQ(said(a), "");
}

TEST_F(Monsters, TheActThatStartedLastDecidesAndBeforeItTheOneBefore) {
    ActDef first = act("first"), second = act("second");
    first.buffs = second.buffs = {1};
    monster.acts = {first, second};
    monster.states[0].once = {when("first", Operator::equal, 0.0, 0.03), when("second", Operator::equal, 0.0, 0.02)};
    const Serial a = follower();
    frame(); // 0.00
    EXPECT_EQ(said(a), "act 0; buff 0; act 1; buff 1; ");
    frame();
    frame(); // 0.02
    EXPECT_EQ(said(a), "end 1; buff 0; ");
    frame(); // 0.03
    EXPECT_EQ(said(a), "end 0; buff -1; ");
}

TEST_F(Monsters, BloodIsLookedAtWhenItHasChanged) {
    monster.acts = {act("low"), act("half")};
    monster.states[0].blood = {when("low", Operator::less, 0.5), when("half", Operator::equal, 0.5)};
    const Serial a = follower();
    frame();
    damage(a, 10);
    frame(); // think goes before settle
    EXPECT_EQ(said(a), "");
    frame();
    EXPECT_EQ(said(a), "act 1; end 1; ");
    damage(a, 1);
    frames(2);
    EXPECT_EQ(said(a), "act 0; end 0; ");
    frame();
    EXPECT_EQ(said(a), "");
}

TEST_F(Monsters, TimeIsLookedAtEverySecondAndRunningActsArePassedOver) {
    ActDef runs = act("runs");
    runs.color = "red";
    monster.acts = {runs, act("third")};
    monster.states[0].time = {when("runs", Operator::every, 1.0, 1.5), when("third", Operator::equal, 3.0)};
    const Serial a = follower();
    frame();
    seconds(1.0); // at 1.00
    EXPECT_EQ(said(a), "act 0; color 0; ");
    seconds(1.0); // at 2.00 it still runs
    EXPECT_EQ(said(a), "");
    seconds(1.0);
    EXPECT_EQ(said(a), "act 0; color 0; act 1; end 1; ");
}

TEST_F(Monsters, AStateEndsWhatRunsAndIsFreshInTheNextFrame) {
    ActDef buff = act("buff"), change = act("change");
    buff.buffs = {1};
    change.state = "second";
    monster.acts = {buff, change};
    monster.states[0].once = {when("buff"), when("change"), when("buff")}; // no more looking after the change
    monster.states[1].pose = "down";
    const Serial a = follower();
    frame();
    EXPECT_EQ(said(a), "act 0; buff 0; act 1; end 0; buff -1; end 1; ");
    EXPECT_TRUE(agent(a).monster->fresh);
    frame();
    EXPECT_EQ(said(a), "pose 1; ");
}

TEST_F(Monsters, SkillsAreTheOnlyAttacksUsed) {
    ArchetypeDef def = boss_archetype();
    def.name = "boss";
    def.monster = "m";
    def.targeting = Targeting::self;
    def.alert = 30.0f;
    def.bands = {5.0f, 6.0f, 7.0f, 9.0f};
    def.choice = Choice::first;
    def.attacks = {blow(1, 0.0, 0.0, 0.0), blow(1, 0.0, 0.0, 0.0)};
    def.attacks[0].name = "one";
    def.attacks[1].name = "two";
    for (AttackDef& attack : def.attacks) attack.cooldown.agent = 100.0;
    for (ReactionWeights& weights : def.reactions.table) weights = {0, 1, 0};
    ActDef two = act("two");
    two.skills = {"two"};
    two.cooldowns = {{"two", 0.03}};
    monster.acts = {two};
    monster.states[0].once = {when("two", Operator::equal, 0.0, 0.05)};
    spawn(kind(player()), heroes, {2, 0});
    const ArchetypeIndex archetype = kind(def);
    add_monsters({monster});
    const Serial b = spawn(archetype, orcs, {0, 0});
    frame(); // 0.00
    ASSERT_NE(find(E::attack, b), nullptr);
    EXPECT_EQ(find(E::attack, b)->attack, 1);
    EXPECT_EQ(agent(b).cooldowns.at(1), 30000);
    frames(5); // 0.05: the skills are over
    EXPECT_EQ(agent(b).cooldowns.count(0), 1U);
}

TEST_F(Monsters, APatrolGoesOutAndComesBackSoOftenAsItSays) {
    monster.states[0].patrol_distance = 2.0f;
    monster.states[0].patrol_count = 1;
    const Serial a = follower();
    frame();
    EXPECT_EQ(agent(a).state, S::patrol);
    poses[a].position = {1.4f, 0};
    frame();
    EXPECT_TRUE(agent(a).monster->goes_out);
    poses[a].position = {1.5f, 0}; // within 500 mm
    frame();
    EXPECT_FALSE(agent(a).monster->goes_out);
    command(Command::Kind::order, a).order = OrderKind::stand;
    frame();
    EXPECT_EQ(agent(a).state, S::idle);
    command(Command::Kind::order, a).order = OrderKind::free;
    frame(); // what is left is left for later
    EXPECT_EQ(agent(a).state, S::patrol);
    EXPECT_FALSE(agent(a).monster->goes_out);
    poses[a].position = {0.5f, 0};
    frame();
    EXPECT_EQ(agent(a).state, S::idle);
    frame();
    EXPECT_EQ(agent(a).state, S::idle);
}

TEST_F(Monsters, SummonedOnesStandRoundTheirOwnerAndDieWithIt) {
    ActDef calls = act("calls");
    calls.calls = {{"follower", "", 2, true}};
    monster.acts = {calls};
    monster.states[0].once = {when("calls")};
    const Serial a = follower({1, 1});
    frame();
    const Event* summon = find(E::summon, a);
    ASSERT_NE(summon, nullptr);
    const Serial first = a + 1, second = a + 2;
    EXPECT_EQ(summon->target, first);
    EXPECT_EQ(agent(first).position, slot_position({1, 1}, 0.4f + 0.4f + 0.5f, 0, 2));
    EXPECT_EQ(agent(second).position, slot_position({1, 1}, 0.4f + 0.4f + 0.5f, 1, 2));
    EXPECT_EQ(agent(second).depth, 1);
    EXPECT_NE(agent(first).squad, agent(second).squad);
    poses[first].position = agent(first).position;
    poses[second].position = agent(second).position;
    frame(); // their monster's depth is 1: they call nobody
    EXPECT_EQ(said(first), "act 0; end 0; ");
    EXPECT_EQ(model.agents().size(), 3U);
    damage(a, 100);
    frame();
    EXPECT_TRUE(agent(a).dead);
    EXPECT_FALSE(agent(first).dead);
    frame();
    EXPECT_EQ(story(first), (Story{{E::death, C::none}, {E::state, C::none}}));
    EXPECT_EQ(find(E::death, first)->target, a);
    EXPECT_TRUE(agent(second).dead);
}

TEST_F(Monsters, WhoDiesEndsItsActsAndItsWishesAreVoid) {
    ActDef calls = act("calls"), buff = act("buff");
    calls.calls = {{"follower", "", 1, false}};
    buff.buffs = {1};
    monster.acts = {buff, calls};
    monster.states[0].once = {when("buff"), when("calls")};
    const Serial a = follower();
    damage(a, 100);
    frame();
    EXPECT_EQ(model.agents().size(), 1U);
    const Event* end = nullptr;
    for (const Event& event : events)
        if (event.type == E::act_end) end = &event;
    ASSERT_NE(end, nullptr);
    EXPECT_EQ(end->cause, C::died);
    EXPECT_EQ(end->a, 0);
}

} // namespace
} // namespace fray::model
