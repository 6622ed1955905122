// The model by itself, in small cases straight from engine/docs/rules.md and seeds 000 and 003; then the engine
// against the model in random dramas.
#include "random_drama.h"
#include "reference_model.h"

#include "rules_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace fray::model {
namespace {

constexpr double tick = 0.01; // s; a round number of microseconds, so that times are easy to foretell
constexpr TeamIndex heroes = 0;
constexpr TeamIndex orcs = 1;

ArchetypeDef player() {
    ArchetypeDef def;
    def.brain = false;
    def.health = unlimited_health;
    return def;
}

AttackDef blow(int weight, double windup, double duration, double recovery) {
    AttackDef attack;
    attack.weight = weight;
    attack.windup = windup;
    attack.duration = duration;
    attack.recovery = recovery;
    attack.range = {0.0f, 3.0f};
    return attack;
}

/// Who stands on a slot (4 m out) reaches from there.
ArchetypeDef fighter(int grid_weight, const AttackDef& attack) {
    ArchetypeDef def;
    def.grid_weight = grid_weight;
    def.choice = Choice::first;
    def.release = Release::attack;
    def.attack_start = 5.0f;
    def.effective = 5.0f;
    def.attacks = {attack};
    def.attacks[0].range = {0.0f, 5.0f};
    return def;
}

/// A model with two teams; holders are carried to their slots between the frames.
class Stage : public testing::Test {
protected:
    void SetUp() override {
        model.add_team();
        model.add_team();
    }

    ArchetypeIndex kind(const ArchetypeDef& def) {
        model.add_archetype(def);
        return kinds++;
    }

    Serial spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 position, uint32_t squad = 0) {
        Command command;
        command.kind = Command::Kind::spawn;
        command.agent = next++;
        command.archetype = archetype;
        command.team = team;
        command.squad = squad;
        command.position = position;
        commands.push_back(command);
        poses[command.agent] = {position, {1.0f, 0.0f}};
        return command.agent;
    }

    Command& command(Command::Kind kind_of, Serial agent) {
        commands.emplace_back();
        commands.back().kind = kind_of;
        commands.back().agent = agent;
        return commands.back();
    }

    void damage(Serial agent, float amount) { command(Command::Kind::damage, agent).amount = amount; }

    void capacity(Serial agent, int grid, int attack) {
        Command& c = command(Command::Kind::capacity, agent);
        c.grid = grid;
        c.attack = attack;
    }

    const std::vector<Event>& frame() {
        events = model.step(commands, tick, poses);
        commands.clear();
        for (const Event& event : events) {
            if (event.type == EventType::permit) permits.push_back(event.agent);
            ++counts[{event.type, event.agent}];
        }
        if (carries) to_slots();
        return events;
    }

    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }

    void to_slots() {
        for (const auto& [serial, agent] : model.agents()) {
            if (agent.role != Role::holder) continue;
            const CircleDef& circle = model.archetype_of(model.agents().at(agent.circle)).circle;
            const Vec2 centre = poses[agent.circle].position;
            poses[serial].position = slot_position(centre, circle.approach_radius, agent.slot, circle.slots);
            poses[serial].heading = stable_heading(centre - poses[serial].position);
        }
    }

    const Agent& agent(Serial serial) const { return model.agents().at(serial); }
    const Circle& circle(Serial target) const { return model.circles().at(target); }
    int count(EventType type, Serial serial) { return counts[{type, serial}]; }

    /// The types and causes of this frame's events of one agent.
    std::vector<std::pair<EventType, Cause>> story(Serial serial) const {
        std::vector<std::pair<EventType, Cause>> result;
        for (const Event& event : events)
            if (event.agent == serial) result.emplace_back(event.type, event.cause);
        return result;
    }
    const Event* find(EventType type, Serial serial) const {
        const auto found = std::find_if(events.begin(), events.end(), [=](const Event& event) {
            return event.type == type && event.agent == serial;
        });
        return found == events.end() ? nullptr : &*found;
    }

    ReferenceModel model{7};
    std::map<Serial, Pose> poses;
    std::vector<Command> commands;
    std::vector<Event> events;
    std::vector<Serial> permits;
    std::map<std::pair<EventType, Serial>, int> counts;
    ArchetypeIndex kinds = 0;
    Serial next = 0;
    bool carries = true;
};

using Story = std::vector<std::pair<EventType, Cause>>;
using E = EventType;
using C = Cause;

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
    attack.cooldown = {1.0, 2};
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
    attack.cooldown = {100.0, 1};
    ArchetypeDef def = fighter(1, attack);
    def.attacks[0].range = {0.0f, 2.0f}; // met on the attack ring, where this test never lets it go
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_timeout = 0.1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    const Serial orc = spawn(kind(def), orcs, {8, 0});
    frames(2);
    EXPECT_EQ(count(E::permit, orc), 1);
    EXPECT_EQ(circle(hero).cooldowns.at({1, 0}).due, 100010000);
    frames(10);
    EXPECT_EQ(story(orc), (Story{{E::attack_end, C::timeout}, {E::state, C::none}, {E::slot, C::moved}}));
    EXPECT_LE(circle(hero).cooldowns.at({1, 0}).due, model.now());
    EXPECT_EQ(circle(hero).cooldowns.at({1, 0}).uses_left, 1);
    frame();
    EXPECT_EQ(count(E::permit, orc), 2);
    EXPECT_EQ(count(E::attack, orc), 0);
}

TEST_F(Stage, AUseIsGivenBackToo) {
    AttackDef attack = blow(1, 0.0, 0.1, 0.0);
    attack.cooldown = {100.0, 3};
    ArchetypeDef def = fighter(1, attack);
    def.attacks[0].range = {0.0f, 2.0f};
    ArchetypeDef hero_def = player();
    hero_def.circle.attack_timeout = 0.1;
    const Serial hero = spawn(kind(hero_def), heroes, {0, 0});
    spawn(kind(def), orcs, {8, 0});
    frames(2);
    EXPECT_EQ(circle(hero).cooldowns.at({1, 0}).uses_left, 2);
    frames(10);
    EXPECT_EQ(circle(hero).cooldowns.at({1, 0}).uses_left, 3);
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
    const uint32_t squad = model.add_squad(orcs);
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
    const uint32_t squad = model.add_squad(heroes);
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

uint64_t from_environment(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(Judge, RandomDramas) {
    const uint64_t first = from_environment("FRAY_JUDGE_FIRST", 1);
    const uint64_t seeds = from_environment("FRAY_JUDGE_SEEDS", 300);
    for (uint64_t seed = first; seed < first + seeds; ++seed) {
        const Verdict verdict = run_both(random_drama(seed));
        ASSERT_TRUE(verdict.same) << verdict.report;
    }
}

} // namespace
} // namespace fray::model
