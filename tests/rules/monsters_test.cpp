// Monsters: tables of states, conditions and acts beside the FSM (rules: Monsters), each paragraph on its own.
#include "rules/oracle_scene.h"

#include <limits>
#include <string>

namespace fray {
namespace {

using namespace test;
using Op = ConditionDef::Operator;

constexpr double for_good = -1.0;

ActDef act(const std::string& name) { return {.name = name}; }
ActDef buff(const std::string& name) { return {.name = name, .buffs = {7}}; }
ActDef call(const std::string& name, std::vector<ActDef::Summon> calls) {
    return {.name = name, .summons = std::move(calls)};
}
ActDef go_to(const std::string& name, const std::string& state) { return {.name = name, .state = state}; }
MonsterDef table(int states, std::vector<ActDef> acts, const MonsterStateDef& first = {}) {
    MonsterDef def{.name = "beast", .states = {first}, .acts = std::move(acts)};
    def.states.resize(static_cast<size_t>(states));
    for (int i = 0; i < states; ++i) def.states[static_cast<size_t>(i)].name = "state_" + std::to_string(i + 1);
    return def;
}

struct MonsterScene : OracleScene {
    static ArchetypeDef kind(const std::string& name = "kind") {
        ArchetypeDef def = puppet({swing(1, 0.5, 0.0), swing(1, 0.5, 0.0)});
        def.attacks[1].name = "bite";
        def.name = name;
        def.engagement.attack_choice = AttackChoice::first;
        def.body.health = 64.0f;
        def.engagement.release_policy = ReleasePolicy::attack;
        def.monster = "beast";
        return def;
    }
    void add_all(const std::vector<MonsterDef>& defs) {
        ASSERT_EQ(world.add_monsters(defs), Error::ok) << world.error_text();
    }
    /// An agent that stands at the origin and follows the table.
    AgentId beast(const MonsterDef& def, const ArchetypeDef& of = kind()) {
        const ArchetypeIndex archetype = add(of);
        add_all({def});
        return pinned_foe(archetype, {});
    }
    /// Agents summoned since the last call. From then on they count like spawned agents.
    std::vector<AgentId> newcomers() {
        std::vector<AgentId> ids;
        while (const std::optional<AgentId> id = world.find(static_cast<Serial>(agents.size()))) {
            agents.push_back(*id);
            ids.push_back(*id);
        }
        return ids;
    }
    std::vector<int> frames(EventType type, AgentId agent) const {
        std::vector<int> found;
        for (const Happened& one : all(type, agent)) found.push_back(one.frame);
        return found;
    }
    /// The whole seconds at which the event happened.
    std::vector<int> at_seconds(EventType type, AgentId agent) const {
        std::vector<int> found;
        for (const int frame : frames(type, agent)) {
            EXPECT_EQ(frame % frames_per_second, 0) << to_string(type);
            found.push_back(frame / frames_per_second);
        }
        return found;
    }
    std::vector<EventType> what_happened(AgentId agent) const {
        std::vector<EventType> types;
        for (const Event& event : events)
            if (event.agent == serial(agent) && event.type >= EventType::act) types.push_back(event.type);
        return types;
    }
    /// The acts that it has started since the log was cleared.
    std::vector<int> acts(AgentId agent) const {
        std::vector<int> found;
        for (const Happened& one : all(EventType::act, agent)) found.push_back(one.event.a);
        return found;
    }
    /// The events that tell which act decides: the second of each event, and the act.
    std::vector<std::pair<int, int>> decisions(EventType type, AgentId agent) const {
        std::vector<std::pair<int, int>> found;
        for (const Happened& one : all(type, agent)) found.emplace_back(one.frame / frames_per_second, one.event.a);
        return found;
    }
    bool living(AgentId agent) const { return state(agent) != AgentState::dead; }
};

TEST_F(MonsterScene, AFreshStateHasItsPoseAndItsConditionsOnce) {
    MonsterDef def = table(1, {act("cry"), buff("rage"), act("whisper")},
                           {.pose = "stand", .on_enter = {{Op::equals, 0.0, "rage", 1.0}, {Op::equals, 0.0, "cry"}}});
    def.acts[0].lines = {"who", "dares"};
    def.acts[1].color = "FF0000";
    def.acts[1].attacks = {"bite"};
    const AgentId one = beast(def);
    step();
    using enum EventType;
    EXPECT_EQ(what_happened(one), (std::vector{pose, EventType::act, EventType::buff, color, attack_set, EventType::act,
                                               say, say, act_end}));
    EXPECT_EQ(first(EventType::act, one).event.a, 1);
    EXPECT_EQ(first(EventType::act, one).event.c, 0);
    EXPECT_EQ(last(EventType::act, one).event.c, 1);
    EXPECT_EQ(last(say, one).event.b, 1);
    EXPECT_EQ(last(act_end, one).event.cause, Cause::finished);
    seconds(0.97);
    EXPECT_EQ(count(act_end, one), 1);
    step(2);
    EXPECT_EQ(count(act_end, one), 2);
    EXPECT_EQ(what_happened(one), (std::vector{act_end, EventType::buff, color, attack_set}))
        << "given back in this order";
    EXPECT_EQ(now(), 64);
}

TEST_F(MonsterScene, BloodConditionsAreEvaluatedWhenHealthChanges) {
    MonsterDef def = table(1, {act("a"), act("b"), act("c")});
    def.states[0].on_health = {{Op::below, 0.5, "a"}, {Op::above, 0.75, "b"}, {Op::equals, 0.5, "c"}};
    const AgentId one = beast(def);
    seconds(1.0);
    EXPECT_EQ(count(EventType::act, one), 0) << "whole, as it has been";
    const std::pair<float, std::vector<int>> swings[] = {
        {8.0f, {1}}, {8.0f, {}}, {16.0f, {2}}, {0.5f, {0}}, {1.0f, {0}}};
    for (const auto& [amount, wanted] : swings) {
        log.clear();
        step_after(world.damage(one, amount), 8);
        EXPECT_EQ(acts(one), wanted) << amount;
    }
}

TEST_F(MonsterScene, WithUnlimitedHealthBloodConditionsNeverChange) {
    ArchetypeDef of = kind();
    of.body.health = unlimited_health;
    const AgentId one = beast(table(1, {act("a")}, {.on_health = {{Op::above, 0.5, "a"}, {Op::below, 1.0, "a"}}}), of);
    seconds_after(world.damage(one, 1e9f), 1.0);
    EXPECT_EQ(count(EventType::act, one), 0) << "its health has not changed";
}

TEST_F(MonsterScene, TimeHasFourOperators) {
    const struct {
        Op op;
        double value;
        std::vector<int> at;
    } cases[] = {{Op::below, 3.0, {1, 2}},  {Op::below, 1.0, {}},     {Op::above, 4.0, {5, 6, 7}},
                 {Op::equals, 3.0, {3}},    {Op::every, 3.0, {3, 6}}, {Op::every, 1.0, {1, 2, 3, 4, 5, 6, 7}},
                 {Op::equals, 86400.0, {}}, {Op::above, 86400.0, {}}};
    for (const auto& [op, value, at] : cases) {
        start_again();
        const AgentId one = beast(table(1, {act("a")}, {.on_time = {{op, value, "a"}}}));
        seconds(7.5);
        EXPECT_EQ(at_seconds(EventType::act, one), at) << static_cast<int>(op) << " " << value;
        EXPECT_EQ(count(EventType::act_end, one), count(EventType::act, one));
    }
}

TEST_F(MonsterScene, ConditionsOfASecondAreEvaluatedInTableOrder) {
    MonsterDef def = table(1, {act("a"), act("b")});
    def.states[0].on_time = {{Op::equals, 2.0, "b"}, {Op::below, 4.0, "a"}};
    beast(def);
    std::vector<int> acts;
    for (int second = 0; second < 4; ++second) {
        ASSERT_EQ(world.step(1.0), Error::ok);
        for (const ActEvent& event : world.events().acts)
            if (second >= 2) acts.push_back(event.act);
    }
    EXPECT_EQ(acts, (std::vector{1, 0, 0}));
}

TEST_F(MonsterScene, AChanceOfZeroIsNeverAndOfAHundredAlways) {
    const AgentId one = beast(table(1, {act("never"), act("half"), act("always")},
                                    {.on_time = {{Op::every, 1.0, "never", for_good, 0},
                                                 {Op::every, 1.0, "half", for_good, 50},
                                                 {Op::every, 1.0, "always"}}}));
    check_every_frame = false;
    seconds(100.0);
    int times[3] = {};
    for (const Happened& h : all(EventType::act, one)) ++times[h.event.a];
    EXPECT_EQ(times[0], 0);
    EXPECT_GT(times[1], 30);
    EXPECT_LT(times[1], 70);
    EXPECT_GE(times[2], 99);
}

TEST_F(MonsterScene, AConditionIsPassedOverWhileItsActStillRuns) {
    const AgentId one = beast(table(1, {buff("a")}, {.on_time = {{Op::every, 1.0, "a", 2.5}}}));
    seconds(7.5);
    EXPECT_EQ(at_seconds(EventType::act, one), (std::vector{1, 4, 7}));
    EXPECT_EQ(frames(EventType::act_end, one), (std::vector{64 * 7 / 2, 64 * 13 / 2}));
}

TEST_F(MonsterScene, OfSeveralActsTheLastDecidesUntilItEnds) {
    MonsterDef def = table(1, {buff("a"), buff("b"), buff("c")});
    for (ActDef& a : def.acts) {
        a.color = "00FF00";
        a.attacks = {"bite"};
    }
    // a runs from 1 to 6, b from 2 to 4, c from 3 to 5: the later act ends later.
    def.states[0].on_time = {{Op::equals, 1.0, "a", 5.0}, {Op::equals, 2.0, "b", 2.0}, {Op::equals, 3.0, "c", 2.0}};
    const AgentId one = beast(def);
    seconds(8.5);
    const std::vector<std::pair<int, int>> wanted = {{1, 0}, {2, 1}, {3, 2}, {5, 0}, {6, -1}};
    for (const EventType type : {EventType::buff, EventType::color, EventType::attack_set})
        EXPECT_EQ(decisions(type, one), wanted) << to_string(type);
    EXPECT_EQ(at_seconds(EventType::act_end, one), (std::vector{4, 5, 6}));
}

TEST_F(MonsterScene, SeveralEndsInAThinkAreHandledOneByOne) {
    MonsterDef def = table(1, {buff("a"), buff("b")});
    def.states[0].on_enter = {{Op::equals, 0.0, "a", 1.0}, {Op::equals, 0.0, "b", 1.0}};
    beast(def);
    seconds(1.5);
    using enum EventType;
    std::vector<std::pair<EventType, int>> ends;
    for (const Happened& h : log)
        if (h.frame == 64 && (h.event.type == act_end || h.event.type == EventType::buff))
            ends.emplace_back(h.event.type, h.event.a);
    EXPECT_EQ(ends, (std::vector<std::pair<EventType, int>>{{act_end, 0}, {act_end, 1}, {EventType::buff, -1}}))
        << "b has decided until it ended";
}

TEST_F(MonsterScene, SkillsAreTheOnlyAttacksInAnyPhase) {
    for (const bool managed : {true, false}) {
        start_again();
        ArchetypeDef of = kind();
        of.engagement.managed = managed;
        of.attacks.push_back(of.attacks[0]);
        of.attacks[2].name = "third";
        of.boss.phases = {{1.0f, {"third"}, {}, {}, {}, {}}};
        of.perception.bands = {3.0f, 5.0f, 10.0f, 12.0f};
        MonsterDef def = table(1, {act("bites"), act("swings")});
        def.acts[0].attacks = {"bite"};
        def.acts[1].attacks = {"swing"};
        def.states[0].on_time = {{Op::equals, 3.0, "bites", 6.0}, {Op::equals, 6.0, "swings", 9.0}};
        const AgentId one = beast(def, of);
        if (managed) unpin(one);
        hero(plain_circle(), {1.0f, 0.0f});
        seconds(20.0);
        int from[4] = {0, 3, 6, 15}, until[4] = {3, 6, 15, 20}, used[4] = {2, 1, 0, 2};
        for (int part = 0; part < 4; ++part) {
            int attacks = 0;
            for (const Happened& h : all(EventType::attack, one)) {
                if (h.frame < (from[part] + 1) * 64 || h.frame >= until[part] * 64) continue;
                ++attacks;
                EXPECT_EQ(h.event.attack, used[part]) << h.frame << (managed ? " managed" : " free");
            }
            EXPECT_GE(attacks, 2) << part;
        }
    }
}

TEST_F(MonsterScene, AChangeOfStateEndsRunningActsAndBeginsAnew) {
    MonsterDef def = table(2, {buff("a"), buff("b"), go_to("go", "state_2"), act("hello")});
    def.acts[2].buffs = {1};
    def.states[0].on_enter = {{Op::equals, 0.0, "a"}, {Op::equals, 0.0, "b", 100.0}};
    def.states[0].on_time = {{Op::equals, 2.0, "go"}, {Op::equals, 2.0, "hello"}};
    def.states[1].pose = "crouch";
    def.states[1].on_enter = {{Op::equals, 0.0, "hello"}};
    def.states[1].on_time = {{Op::equals, 1.0, "a"}};
    const AgentId one = beast(def);
    seconds(2.0);
    step();
    ASSERT_EQ(now(), 128);
    std::vector<std::pair<int, ActEndCause>> ends;
    for (const ActEndEvent& event : world.events().act_ends) ends.emplace_back(event.act, event.cause);
    EXPECT_EQ(
        ends,
        (std::vector<std::pair<int, ActEndCause>>{
            {0, ActEndCause::state}, {1, ActEndCause::state}, {2, ActEndCause::state}, {3, ActEndCause::finished}}));
    EXPECT_EQ(last(EventType::buff, one).event.a, -1);
    EXPECT_EQ(count(EventType::act, one), 4) << "the second condition of this second is not looked at";
    EXPECT_EQ(first(EventType::pose, one).event.a, 1);
    EXPECT_EQ(last(EventType::act, one).event.b, 1) << "the new state is looked at at once";
    seconds(1.0);
    EXPECT_EQ(frames(EventType::act, one).back(), 128 + 64) << "its time counts anew";
}

TEST_F(MonsterScene, OneHitPassesAllStagesInOneFrameWithTheirEvents) {
    for (const float damage : {62.0f, 40.0f, 20.0f}) {
        start_again();
        MonsterDef def = table(4, {go_to("a", "state_2"), go_to("b", "state_3"), go_to("c", "state_4")});
        for (MonsterStateDef& stage : def.states) stage.pose = "pose";
        def.states[0].on_health = {{Op::below, 0.75, "a"}};
        def.states[1].on_health = {{Op::below, 0.5, "b"}};
        def.states[2].on_health = {{Op::below, 0.125, "c"}};
        const AgentId one = beast(def);
        step();
        step_after(world.damage(one, damage), 2);
        std::vector<EventType> wanted;
        const int passed = damage == 62.0f ? 3 : damage == 40.0f ? 2 : 1;
        for (int i = 0; i < passed; ++i)
            wanted.insert(wanted.end(), {EventType::act, EventType::act_end, EventType::pose});
        EXPECT_EQ(what_happened(one), wanted) << damage;
        EXPECT_EQ(last(EventType::pose, one).event.a, passed) << damage;
        seconds(1.0);
        EXPECT_EQ(count(EventType::pose, one), 1 + passed) << "settled";
    }
}

TEST_F(MonsterScene, ATableThatLeadsInACircleGoesRoundOnceInAFrame) {
    MonsterDef def = table(3, {go_to("a", "state_2"), go_to("b", "state_3"), go_to("c", "state_1")});
    for (size_t i = 0; i < 3; ++i) def.states[i].on_enter = {{Op::equals, 0.0, def.acts[i].name}};
    const AgentId one = beast(def);
    for (int frame = 1; frame <= 5; ++frame) {
        step();
        EXPECT_EQ(count(EventType::act, one), 3 * frame);
    }
    start_again();
    const AgentId other = beast(table(1, {go_to("again", "state_1")}, {.on_enter = {{Op::equals, 0.0, "again"}}}));
    step(4);
    EXPECT_EQ(count(EventType::act, other), 4) << "a state that leads to itself";
}

TEST_F(MonsterScene, StatesOfOneEvaluationDrawChancesOfTheirOwn) {
    MonsterDef def = table(3, {go_to("a", "state_2"), go_to("b", "state_3")});
    def.states[0].on_enter = {{Op::equals, 0.0, "a", for_good, 50}};
    def.states[1].on_enter = {{Op::equals, 0.0, "b", for_good, 50}};
    const ArchetypeIndex archetype = add(kind());
    add_all({def});
    int first_acts = 0, second_acts = 0;
    std::vector<AgentId> beasts;
    for (int i = 0; i < 200; ++i)
        beasts.push_back(foe(archetype, {static_cast<float>(i % 20), static_cast<float>(i / 20)}));
    step();
    for (const AgentId one : beasts) {
        first_acts += count(EventType::act, one) > 0;
        second_acts += count(EventType::act, one) > 1;
    }
    EXPECT_NEAR(first_acts, 100, 25);
    EXPECT_NEAR(second_acts, 50, 20);
}

TEST_F(MonsterScene, AConditionWithOnceStartsItsActOnceInAllStaysInItsState) {
    for (const bool once : {false, true}) {
        start_again();
        MonsterDef def = table(
            2, {act("help"), go_to("away", "state_2"), go_to("back", "state_1")},
            {.on_health = {{Op::below, 0.5, "help", for_good, 100, once}}, .on_time = {{Op::equals, 2.0, "away"}}});
        def.states[1].on_time = {{Op::equals, 1.0, "back"}};
        const AgentId one = beast(def);
        const auto helps = [&] {
            const std::vector<int> started = acts(one);
            return std::count(started.begin(), started.end(), 0);
        };
        step();
        EXPECT_EQ(helps(), 0);
        for (int i = 0; i < 4; ++i) {
            step_after(world.damage(one, i == 0 ? 40.0f : 1.0f), 3);
        }
        EXPECT_EQ(helps(), once ? 1 : 4);
        seconds(3.5);
        EXPECT_EQ(count(EventType::act, one), once ? 3 : 7) << "it has gone away and come back";
    }
}

TEST_F(MonsterScene, ASnapshotKnowsWhichActsWithOnceHaveStarted) {
    const AgentId one = beast(table(1, {act("help")}, {.on_health = {{Op::below, 0.5, "help", for_good, 100, true}}}));
    std::vector<std::byte> before, after;
    step();
    ASSERT_EQ(oracle.save(&before), Error::ok);
    step_after(world.damage(one, 40.0f), 3);
    ASSERT_EQ(oracle.save(&after), Error::ok);
    const uint64_t hash = world.state_hash();
    for (const bool started : {false, true, false}) {
        ASSERT_EQ(world.restore(started ? after : before), Error::ok);
        if (started) {
            EXPECT_EQ(world.state_hash(), hash);
        }
        log.clear();
        step_after(world.damage(one, started ? 1.0f : 40.0f), 3);
        EXPECT_EQ(count(EventType::act, one), !started);
    }
}

TEST_F(MonsterScene, AnotherMonsterOrAChangedOneStartsActsWithOnceAnew) {
    MonsterDef def = table(1, {act("help")}, {.on_health = {{Op::below, 0.5, "help", for_good, 100, true}}});
    MonsterDef other = table(1, {act("idle")});
    other.name = "other";
    const ArchetypeIndex archetype = add(kind());
    ArchetypeDef changed = kind("changed");
    changed.monster = "other";
    const ArchetypeIndex second = add(changed);
    add_all({def, other});
    const AgentId one = pinned_foe(archetype, {});
    step();
    step_after(world.damage(one, 40.0f), 3);
    EXPECT_EQ(count(EventType::act, one), 1);
    ArchetypeDef harder = kind();
    harder.attacks[0].damage = 2.0f;
    accept(world.reload(std::vector{harder}, {}));
    step_after(world.damage(one, 1.0f), 3);
    EXPECT_EQ(count(EventType::act, one), 1) << "the monster is the same";
    step_after(world.set_archetype(one, second), 2);
    step_after(world.set_archetype(one, archetype), 2);
    EXPECT_EQ(count(EventType::act, one), 2) << "it begins its monster anew, and its health is not full";
    def.acts[0].lines = {"Help!"};
    accept(world.reload({}, std::vector{def}));
    step_after(world.damage(one, 1.0f), 3);
    EXPECT_EQ(count(EventType::act, one), 3);
}

TEST_F(MonsterScene, ActionSetsTheAlertAndTrackDistanceOfAState) {
    for (const Targeting targeting : {Targeting::self, Targeting::sight}) {
        start_again();
        ArchetypeDef of = kind();
        of.perception.targeting = targeting;
        of.perception.alert_radius = 20.0f;
        const AgentId one = beast(table(2, {go_to("go", "state_2")},
                                        {.action_distances = {5.0f, 11.0f}, .on_time = {{Op::equals, 2.0, "go"}}}),
                                  of);
        const AgentId other = hero(plain_circle(), {9.0f, 0.0f});
        seconds(1.5);
        EXPECT_EQ(target(one), AgentId{});
        seconds(1.5);
        EXPECT_EQ(target(one), other) << "the archetype's again: " << to_string(targeting);
        seconds_after(world.teleport(other, {11.5f, 0.0f}), 1.0);
        EXPECT_EQ(target(one), other);
        EXPECT_EQ(world.bands()[row(one)], 3);
    }
}

TEST_F(MonsterScene, PatrolsAreWalkedCountedAndResumed) {
    for (const bool managed : {true, false}) {
        start_again();
        ArchetypeDef of = kind();
        of.engagement.managed = managed;
        of.body.motion = MotionType::simulated;
        of.perception.alert_radius = 5.0f;
        of.perception.sight_radius = 5.0f;
        const AgentId one = beast(table(1, {}, {.patrol_distance = 6.0f, .patrol_count = 3}), of);
        float farthest = 0.0f;
        ASSERT_TRUE(until(
            [&] {
                farthest = std::max(farthest, position(one).x);
                return state(one) != AgentState::patrol || position(one).x < 0.6f;
            },
            0.1));
        ASSERT_TRUE(until([&] { return position(one).x > 5.4f; }, 3.0));
        EXPECT_NEAR(static_cast<float>(now()) / 64.0f, 5.5f / of.body.walk_speed, 0.1f);
        const AgentId other = hero(plain_circle(), {position(one).x, 4.0f});
        ASSERT_TRUE(until_event(EventType::hit, one, 5.0)) << managed;
        accept(world.despawn(other));
        ASSERT_TRUE(until([&] { return state(one) == AgentState::patrol; }, 4.0)) << "it goes on";
        ASSERT_TRUE(until([&] { return state(one) == AgentState::idle; }, 30.0)) << "three times back, then it stays";
        EXPECT_LE(distance(position(one), {}), 0.55f);
        seconds(3.0);
        EXPECT_EQ(state(one), AgentState::idle);
    }
}

TEST_F(MonsterScene, AnEndlessPatrolIsInterruptedByOrders) {
    ArchetypeDef of = kind();
    of.body.motion = MotionType::simulated;
    MonsterDef def = table(1, {});
    def.states[0].patrol_distance = 0.25f; // nearer than the distance that counts as reached
    def.states[0].patrol_count = -1;
    const AgentId one = beast(def, of);
    seconds(2.0);
    EXPECT_EQ(state(one), AgentState::patrol);
    seconds_after(world.set_order(one, {OrderKind::stand}), 0.5);
    EXPECT_EQ(state(one), AgentState::idle);
    seconds_after(world.set_order(one, {.kind = OrderKind::move, .point = {3.0f, 0.0f}}), 2.0);
    EXPECT_NEAR(position(one).x, 3.0f, 0.1f);
    EXPECT_EQ(state(one), AgentState::idle);
    seconds_after(world.set_order(one, {}), 2.0);
    EXPECT_EQ(state(one), AgentState::patrol);
    EXPECT_LT(position(one).x, 1.0f);
}

TEST_F(MonsterScene, SummonedAgentsStandRoundTheirOwner) {
    ArchetypeDef small = kind("small");
    small.monster = "";
    small.body.radius = 0.25f;
    add(small);
    MonsterDef def = table(1, {call("call", {{"small", "", 3, false}, {"kind", "beast", 1, false}})});
    def.summon_depth = 16;
    def.states[0].on_time = {{Op::equals, 1.0, "call"}};
    const AgentId one = beast(def);
    ASSERT_EQ(world.teleport(one, {10.0f, 20.0f}, {0.0f, 1.0f}), Error::ok);
    pinned = {one};
    seconds(1.0);
    step();
    const auto came = newcomers();
    ASSERT_EQ(came.size(), 4u);
    ASSERT_EQ(count(EventType::summon, one), 4);
    for (size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(all(EventType::summon, one)[k].event.target, serial(came[k]));
        EXPECT_TRUE(happened(EventType::spawn, came[k]));
        EXPECT_EQ(world.teams()[row(came[k])], foes);
        EXPECT_EQ(world.headings()[row(came[k])].y, 1.0f);
        EXPECT_EQ(world.monster_of(came[k]), k < 3 ? -1 : 0);
        EXPECT_TRUE(world.is_valid(came[k]));
        const float apart = k < 3 ? 0.4f + 0.25f + 0.5f : 0.4f + 0.4f + 0.5f;
        const float eighths = k < 3 ? 8.0f * static_cast<float>(k) / 3.0f : 0.0f;
        const Vec2 wanted = {10.0f + on_ring(apart, eighths).x, 20.0f + on_ring(apart, eighths).y};
        EXPECT_LT(distance(position(came[k]), wanted), 1e-4f) << k;
    }
    const AgentId other = hero(plain_circle(), {10.0f, 25.0f});
    step();
    newcomers();
    EXPECT_EQ(target(came[0]), other) << "flagged for a target scan";
}

TEST_F(MonsterScene, AgentsSummonedAtTheWorldsBorderStayWithinIt) {
    MonsterDef def = table(1, {call("call", {{"kind", "", 8, false}})});
    def.states[0].on_enter = {{Op::equals, 0.0, "call"}};
    const ArchetypeIndex archetype = add(kind());
    add_all({def});
    const AgentId one = pinned_foe(archetype, {world_extent, -world_extent});
    step();
    for (const AgentId child : newcomers()) {
        EXPECT_LE(position(child).x, world_extent);
        EXPECT_GE(position(child).y, -world_extent);
    }
    EXPECT_EQ(count(EventType::summon, one), 8);
}

TEST_F(MonsterScene, SummonsStopAtTheGivenDepth) {
    for (const int depth : {1, 2, 5, 16}) {
        start_again();
        MonsterDef def = table(1, {call("call", {{"kind", "", 1, false}})});
        def.summon_depth = depth;
        def.states[0].on_enter = {{Op::equals, 0.0, "call"}};
        beast(def);
        step(20);
        EXPECT_EQ(world.agent_count(), static_cast<size_t>(depth) + 1);
    }
}

TEST_F(MonsterScene, AThousandAgentsMayBeSummonedAtOnceAndAgain) {
    MonsterDef def = table(1, {call("call", {{"kind", "", 1000, true}})});
    def.states[0].on_time = {{Op::below, 4.0, "call"}};
    const AgentId one = beast(def);
    check_every_frame = false;
    seconds(3.0);
    step();
    EXPECT_EQ(world.agent_count(), 3001u);
    EXPECT_EQ(check_invariants(world), "");
    step_after(world.damage(one, 1000.0f), 2);
    EXPECT_EQ(world.counters().deaths, 3000u);
    EXPECT_EQ(check_invariants(world), "");
}

TEST_F(MonsterScene, AnOwnerThatDiedOrWasDespawnedSummonsNoAgent) {
    for (const bool despawned : {false, true}) {
        start_again();
        MonsterDef def = table(1, {call("call", {{"kind", "", 2, false}})});
        def.states[0].on_time = {{Op::equals, 1.0, "call"}};
        const AgentId one = beast(def);
        seconds(1.0);
        accept(despawned ? world.despawn(one) : world.damage(one, 1000.0f));
        step(5);
        EXPECT_TRUE(all(EventType::summon).empty());
        EXPECT_EQ(world.agent_count(), despawned ? 0u : 1u);
    }
}

/// Owner, child and grandchild.
struct Generations : MonsterScene {
    std::vector<AgentId> line;
    void be_born(bool dies_with_owner = true) {
        MonsterDef def = table(1, {call("call", {{"kind", "", 1, dies_with_owner}})});
        def.summon_depth = 2;
        def.states[0].on_enter = {{Op::equals, 0.0, "call"}};
        line = {beast(def)};
        step(4);
        for (const AgentId child : newcomers()) line.push_back(child);
        ASSERT_EQ(line.size(), 3u);
    }
};

TEST_F(Generations, SummonedAgentsDieWithTheirOwnerAGenerationPerFrame) {
    for (const bool despawned : {false, true}) {
        start_again();
        be_born();
        step_after(despawned ? world.despawn(line[0]) : world.damage(line[0], 1000.0f));
        EXPECT_TRUE(despawned || !living(line[0]));
        EXPECT_TRUE(living(line[1]));
        step();
        EXPECT_FALSE(living(line[1]));
        EXPECT_EQ(last(EventType::death, line[1]).event.target, serial(line[0]));
        EXPECT_TRUE(living(line[2]));
        step();
        EXPECT_FALSE(living(line[2]));
        step();
        EXPECT_EQ(all(EventType::death).size(), despawned ? 2u : 3u);
    }
}

TEST_F(Generations, SummonedAgentsDieInTimeThoughTheDeadOwnerIsDespawnedAtOnce) {
    be_born();
    step_after(world.damage(line[0], 1000.0f));
    step_after(world.despawn(line[0]));
    EXPECT_FALSE(living(line[1])) << "its owner was not living at the end of the frame before";
}

TEST_F(Generations, SummonedAgentsLiveOnUnlessTheyDieWithTheirOwner) {
    be_born(false);
    step_after(world.damage(line[0], 1000.0f));
    seconds_after(world.despawn(line[0]), 1.0);
    EXPECT_TRUE(living(line[1]) && living(line[2]));
}

TEST_F(Generations, ADespawnedChildLeavesNothingBehind) {
    be_born();
    step_after(world.despawn(line[1]));
    const AgentId next = foe(0, {30.0f, 0.0f}); // gets the child's place in the id table, but must not get its owner
    ASSERT_EQ(next.index, line[1].index);
    step();
    newcomers();
    EXPECT_FALSE(living(line[2])) << "its owner is gone";
    step_after(world.damage(line[0], 1000.0f), 3);
    EXPECT_TRUE(living(next));
}

TEST_F(Generations, ASnapshotBetweenTheDeathsIsRestoredExactly) {
    be_born();
    step_after(world.damage(line[0], 1000.0f));
    std::vector<std::byte> saved;
    ASSERT_EQ(oracle.save(&saved), Error::ok);
    step();
    const uint64_t hash = world.state_hash();
    ASSERT_FALSE(living(line[1]));
    step(20); // no agent dies any more
    ASSERT_EQ(world.restore(saved), Error::ok);
    step();
    EXPECT_FALSE(living(line[1]));
    EXPECT_EQ(world.state_hash(), hash);
}

TEST_F(MonsterScene, RunningActsEndWithDeath) {
    MonsterDef def = table(1, {buff("a"), buff("b")});
    def.states[0].on_enter = {{Op::equals, 0.0, "a"}, {Op::equals, 0.0, "b"}};
    const AgentId one = beast(def), two = foe(0, {9.0f, 0.0f});
    step(3);
    accept(world.damage(one, 1000.0f));
    step_after(world.despawn(two));
    EXPECT_EQ(what_happened(one), (std::vector{EventType::act_end, EventType::act_end}));
    EXPECT_EQ(all(EventType::act_end, one)[0].event.a, 0);
    EXPECT_EQ(last(EventType::act_end, one).event.cause, Cause::died);
    EXPECT_EQ(count(EventType::act_end, two), 0) << "the gone say nothing";
    const AgentId next = foe(0, {9.0f, 0.0f});
    EXPECT_EQ(next.index, two.index);
    step();
    EXPECT_EQ(count(EventType::act, next), 2) << "no act runs on an agent with an old id";
    seconds(2.0);
    EXPECT_EQ(count(EventType::act, one), 2) << "the dead do nothing";
}

TEST_F(MonsterScene, TenThousandActsMayExistAndAThousandRun) {
    MonsterDef def = table(1, {});
    for (int i = 0; i < 10000; ++i) {
        def.acts.push_back(buff("act_" + std::to_string(i)));
        if (i % 10 == 9) def.states[0].on_time.push_back({Op::equals, 1.0, def.acts.back().name, 0.5});
    }
    const AgentId one = beast(def);
    check_every_frame = false;
    seconds(1.0);
    step();
    EXPECT_EQ(count(EventType::act, one), 1000);
    EXPECT_EQ(last(EventType::act, one).event.a, 9999);
    seconds(0.5);
    EXPECT_EQ(count(EventType::act_end, one), 1000);
    EXPECT_EQ(last(EventType::buff, one).event.a, -1);
}

TEST_F(MonsterScene, MemoryDoesNotGrowWithSummonsAndDespawns) {
    MonsterDef def = table(1, {call("call", {{"small", "", 20, true}}), buff("rage")});
    def.states[0].on_time = {{Op::every, 1.0, "call"}, {Op::every, 1.0, "rage", 0.5}};
    ArchetypeDef small = kind("small");
    small.monster = "";
    add(small);
    const AgentId one = beast(def);
    check_every_frame = false;
    const auto live = [&](int turns) {
        for (int i = 0; i < turns; ++i) {
            seconds(1.0);
            for (const AgentId child : newcomers()) accept(world.despawn(child));
        }
        log.clear();
        return world.memory().total();
    };
    const uint64_t early = live(20), late = live(60);
    EXPECT_LT(late, early + 60 * 20 * 8 + 4096) << "but for a word a serial";
    EXPECT_TRUE(living(one));
}

// ---- Bad input ------------------------------------------------------------------------------------------------------

struct BadMonsters : MonsterScene {
    void SetUp() override {
        MonsterScene::SetUp();
        ArchetypeDef def = kind();
        def.perception.bands = {1.2f, 5.0f, 10.0f, 12.0f};
        def.engagement.engage_range = 3.0f;
        def.engagement.hit_range = 3.5f;
        add(def);
        ArchetypeDef dummy = kind("dummy");
        dummy.autonomous = false;
        dummy.monster = "";
        add(dummy);
    }
    void expect_refused(const MonsterDef& def, const std::string& part) {
        EXPECT_EQ(world.add_monsters({&def, 1}), Error::out_of_range) << part;
        EXPECT_NE(world.error_text().find(part), std::string::npos) << world.error_text();
    }
    static MonsterDef good() {
        MonsterDef def = table(2, {act("a"), call("b", {{"kind", "", 1, false}})});
        def.states[0].on_enter = {{Op::equals, 0.0, "a"}};
        return def;
    }
    void expect_bad(const std::string& what, auto change) {
        std::vector<MonsterDef> defs = {good(), good()};
        defs[0].name = "fine";
        change(defs[1]);
        EXPECT_EQ(world.add_monsters(defs), Error::out_of_range) << what;
        EXPECT_EQ(world.error_text(), "monster '" + defs[1].name + "': " + what);
        EXPECT_EQ(world.monster_count(), 0u) << "all or none";
        std::vector<ArchetypeDef> archetypes;
        for (size_t i = 0; i < world.archetype_count(); ++i)
            archetypes.push_back(world.archetype(static_cast<ArchetypeIndex>(i)));
        EXPECT_EQ(validate(archetypes, defs), world.error_text());
    }
};

TEST_F(BadMonsters, EveryFieldIsChecked) {
    using Def = MonsterDef;
    expect_bad("it has no name", [](Def& d) { d.name = ""; });
    expect_bad("the name is taken already", [](Def& d) { d.name = "fine"; });
    expect_bad("state 'state_1': given twice", [](Def& d) { d.states[1].name = "state_1"; });
    expect_bad("act 'a': given twice", [](Def& d) { d.acts[1].name = "a"; });
    expect_bad("state 'state_1': action_distances: given 30 and 0, allowed both 0, or both more than 0", [](Def& d) {
        d.states[0].action_distances = {30.0f, 0.0f};
    });
    expect_bad("state 'state_1': on_enter: no act 'c'", [](Def& d) { d.states[0].on_enter[0].act = "c"; });
    expect_bad("state 'state_1': on_enter[0].chance: given 101, allowed 0 to 100",
               [](Def& d) { d.states[0].on_enter[0].chance = 101; });
    expect_bad("state 'state_1': on_health: allowed are < > =", [](Def& d) {
        d.states[0].on_health = {{Op::every, 1.0, "a"}};
    });
    expect_bad("state 'state_1': on_health: value given 1.5, allowed 0 to 1", [](Def& d) {
        d.states[0].on_health = {{Op::below, 1.5, "a"}};
    });
    expect_bad("state 'state_2': on_time: value given 0, allowed whole seconds, 1 to 86400", [](Def& d) {
        d.states[1].on_time = {{Op::every, 0.0, "a"}};
    });
    expect_bad("state 'state_2': on_time: value given 1.5, allowed whole seconds, 1 to 86400", [](Def& d) {
        d.states[1].on_time = {{Op::every, 1.5, "a"}};
    });
    expect_bad("act 'a': no state 'state_3'", [](Def& d) { d.acts[0].state = "state_3"; });
    expect_bad("act 'a': cd of 'swing': given twice", [](Def& d) {
        d.acts[0].cooldowns = {{"swing", 1.0}, {"swing", 2.0}};
    });
    expect_bad("act 'b': summons: no archetype 'ghost'", [](Def& d) { d.acts[1].summons[0].archetype = "ghost"; });
    expect_bad("act 'b': summons: no monster 'nothing'", [](Def& d) { d.acts[1].summons[0].monster = "nothing"; });
    expect_bad("act 'b': summons: archetype 'dummy' has no brain",
               [](Def& d) { d.acts[1].summons[0].archetype = "dummy"; });
    // Checked for an archetype that follows the monster.
    expect_bad("on archetype 'kind': act 'a': skill: no attack 'kick'", [](Def& d) { d.acts[0].attacks = {"kick"}; });
    expect_bad("on archetype 'kind': act 'a': cd: no attack 'kick'", [](Def& d) {
        d.acts[0].cooldowns = {{"kick", 1.0}};
    });
    expect_bad("on archetype 'kind': state 'state_1': alert radius given 3, allowed more than 3 (engage_range)",
               [](Def& d) {
                   d.states[0].action_distances = {3.0f, 20.0f};
               });
    expect_bad("on archetype 'kind': state 'state_1': track distance given 10, allowed more than 10 (the band before)",
               [](Def& d) {
                   d.states[0].action_distances = {20.0f, 10.0f};
               });
    const MonsterDef def = good();
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::ok) << "and the world is unharmed";
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::out_of_range) << "there already";
    foe(0, {});
    step(4);
}

TEST_F(BadMonsters, AnAgentWithoutABrainFollowsNoTable) {
    ArchetypeDef def = kind("puppet");
    def.autonomous = false;
    add(def);
    const MonsterDef monster = good();
    EXPECT_EQ(world.add_monsters({&monster, 1}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "monster '" + monster.name + "': on archetype 'puppet': it has no brain");
}

TEST_F(BadMonsters, ChainsOfSummonsAreLimited) {
    MonsterDef def = table(1, {call("a", {{"kind", "", 1000, false}})}, {.on_enter = {{Op::equals, 0.0, "a"}}});
    def.summon_depth = 2; // 1000 summons, each of which summons 1000 agents
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::out_of_range);
    EXPECT_EQ(world.error_text(),
              "monster 'beast': summons: given more than 1000000 agents from one summoner: kind -> kind -> kind");
    def.acts[0].summons[0].count = 999;
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::ok) << world.error_text();
}

TEST_F(BadMonsters, ManySummonsOfEachOtherAreCheckedQuickly) {
    MonsterDef def = table(1, {}, {.on_enter = {{Op::equals, 0.0, "0"}}});
    for (int i = 0; i < 30; ++i) def.acts.push_back(call(std::to_string(i), {{"kind", "", 1, false}}));
    def.summon_depth = 16;
    expect_refused(def, "more than 1000000");
}

TEST_F(BadMonsters, MonstersAreAddedOnlyBeforeTheFirstAgent) {
    const MonsterDef def = good();
    ArchetypeDef plain = kind("plain");
    plain.monster = "";
    const ArchetypeIndex archetype = add(plain);
    AgentId id;
    ASSERT_EQ(world.spawn({.archetype = 0}, &id), Error::unknown);
    EXPECT_EQ(world.error_text(), "spawn: archetype 'kind': no monster 'beast'");
    EXPECT_EQ(id, AgentId{});
    ASSERT_EQ(world.spawn({.archetype = archetype}, &id), Error::ok);
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::out_of_range) << "the spawn waits";
    EXPECT_EQ(world.error_text(), "monsters: added after the first command; allowed: before");
    agents.push_back(id);
    step();
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::out_of_range);
    EXPECT_EQ(world.monster_of(id), -1);
    step_after(world.despawn(id));
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::ok) << "no agent is there any more";
    const AgentId one = foe(0, {});
    step(3);
    EXPECT_EQ(world.monster_of(one), 0);
    EXPECT_EQ(count(EventType::act, one), 1);
    ASSERT_EQ(world.step_begin(frame_time), Error::ok);
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::stepping);
    ASSERT_EQ(world.step_end(), Error::ok);
}

TEST_F(BadMonsters, ArchetypesOfTheSameNameEachHaveTheirOwnAttacks) {
    ArchetypeDef other = kind(); // the same name, but without the attack `bite`
    other.attacks.resize(1);
    add(other);
    MonsterDef def = good();
    def.acts[0].attacks = {"bite"};
    expect_refused(def, "on archetype 'kind': act 'a': skill: no attack 'bite'");
}

TEST_F(BadMonsters, MonstersAddedInTwoCallsKnowEachOther) {
    ArchetypeDef second = kind("second");
    second.monster = "later";
    add(second);
    MonsterDef def = good();
    def.states[0].on_enter[0].act = "b";
    def.acts[1].summons[0] = {"second", "", 1, false};
    add_all({def});
    MonsterDef later = table(1, {act("x")});
    later.name = "later";
    later.states[0].on_enter = {{Op::equals, 0.0, "x"}};
    add_all({later});
    foe(0, {});
    step(3);
    const auto came = newcomers();
    ASSERT_EQ(came.size(), 1u);
    EXPECT_EQ(world.monster_of(came[0]), 1) << "its archetype's";
    EXPECT_EQ(count(EventType::act, came[0]), 1);
}

TEST_F(BadMonsters, MorePairsThanNumbersAreRefused) {
    // Each of 300 monsters summons each of 300 archetypes with the next monster: 90000 combinations to check.
    std::vector<MonsterDef> defs;
    for (int i = 0; i < 300; ++i) {
        ArchetypeDef def = kind("kind_" + std::to_string(i));
        def.monster = "";
        add(def);
    }
    for (int i = 0; i < 300; ++i) {
        MonsterDef def = table(1, {act("a")});
        def.name = i == 0 ? "beast" : "beast_" + std::to_string(i);
        for (int k = 0; k < 300 && i < 299; ++k)
            def.acts[0].summons.push_back({"kind_" + std::to_string(k), "beast_" + std::to_string(i + 1), 1, false});
        defs.push_back(def);
    }
    EXPECT_EQ(world.add_monsters(defs), Error::out_of_range);
    EXPECT_NE(world.error_text().find("tables"), std::string::npos) << world.error_text();
}

TEST_F(BadMonsters, ConditionNumbersFitIntoAnEvent) {
    MonsterDef def = good();
    def.states[0].on_enter.assign(32768, {Op::equals, 0.0, "a"});
    expect_refused(def, "conditions: given 32768, allowed 0 to 32767");
    def.states[0].on_enter.pop_back();
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::ok);
    const AgentId one = foe(0, {});
    step();
    EXPECT_EQ(last(EventType::act, one).event.c, 32766);
}

TEST_F(BadMonsters, ValuesThatAreNotReadMayBeAnything) {
    MonsterDef def = good();
    def.states[0].on_enter[0].value = std::numeric_limits<double>::infinity();
    EXPECT_EQ(world.add_monsters({&def, 1}), Error::ok);
    const AgentId one = foe(0, {});
    step();
    EXPECT_EQ(count(EventType::act, one), 1);
}

} // namespace
} // namespace fray
