// Orders `perform`, frame by frame (rules acquire_target, give_order, lacks_attack, settle_return, led_by_input and
// end_order_to_perform; rules.md, Performing an attack). A number behind a frame
// (`// 0.02`) is the time of the last frame in s.
#include "rules/oracle_scene.h"
#include "rules/two_teams.h"

#include <functional>

namespace fray::model {
namespace {

using S = AgentState;

/// An ogre of team heroes, and an orc at the origin that can strike as far as 3 m.
class Perform : public TwoTeams {
protected:
    Perform() { carries = false; }

    /// An attack that hits after 0.05 s and ends after 0.1 s. The recovery lasts 0.5 s.
    static AttackDef strike() {
        AttackDef attack = swing(1, 0.05, 0.1, 0.5);
        attack.name = "strike";
        return attack;
    }
    static ArchetypeDef armed(ArchetypeDef def) {
        def.name = "armed";
        def.engagement.engage_range = 5.0f;
        def.engagement.hit_range = 6.0f;
        def.attacks = {strike(), strike()};
        def.attacks[1].name = "long strike";
        def.attacks[1].windup = 1.0;
        def.attacks[1].duration = 2.0;
        return def;
    }
    /// Agents without a brain, managed and unmanaged agents.
    static ArchetypeDef without_brain() { return armed(player()); }
    static ArchetypeDef managed() {
        ArchetypeDef def = armed(ArchetypeDef{});
        def.engagement.hit_range = def.engagement.engage_range = 3.0f;
        return def;
    }
    static ArchetypeDef unmanaged() {
        ArchetypeDef def = armed(unmanaged_agent());
        def.engagement.hit_range = def.engagement.engage_range = 3.0f;
        return def;
    }

    /// The two teams are not hostile, so that no agent takes a target by itself.
    void face(const ArchetypeDef& def, float distance) {
        accept(world.set_hostile(heroes, orcs, false));
        ArchetypeDef ogre_def = player();
        ogre_def.name = "ogre";
        ogre_def.body.health = 50.0f;
        const ArchetypeIndex ogres = kind(ogre_def);
        ogre = spawn(ogres, heroes, {distance, 0});
        other = spawn(ogres, heroes, {0, 2});
        orc = spawn(kind(def), orcs, {0, 0});
        frame();
    }
    /// Faces an ogre beyond the reach of the attack and takes up the order. Ends 0.01 s after that.
    void step_in(const ArchetypeDef& def) {
        face(def, 10.0f);
        order_perform(orc, ogre);
        frame();
        ASSERT_EQ(agent(orc).state, S::attack);
        ASSERT_EQ(count(E::attack, orc), 0);
    }
    /// The long attack has begun.
    void begin(const ArchetypeDef& def) {
        face(def, 2.0f);
        order_perform(orc, ogre, 1);
        frame();
        ASSERT_EQ(count(E::attack, orc), 1);
    }
    void expect_no_order() {
        EXPECT_EQ(agent(orc).order.kind, OrderKind::free);
        EXPECT_EQ(world.order(oracle.id_of(orc))->kind, OrderKind::free);
        EXPECT_EQ(world.order(oracle.id_of(orc))->attack, -1);
    }
    /// Calls `body` with agents of each archetype that have taken up the order: before and after the attack has begun.
    void each_time(const std::vector<ArchetypeDef>& defs, const std::function<void(const ArchetypeDef&, bool)>& body) {
        for (const ArchetypeDef& def : defs)
            for (const bool begun : {false, true}) {
                start_again();
                begun ? begin(def) : step_in(def);
                body(def, begun);
            }
    }
    int64_t now() const { return model.now() - 10000; } ///< the time of the last frame

    Serial ogre = no_serial, other = no_serial, orc = no_serial;
};

TEST_F(Perform, AnAgentWithoutABrainStepsInAndStrikes) {
    step_in(without_brain());
    EXPECT_EQ(story(orc), "order, target ordered, band, state");
    EXPECT_EQ(states(orc), "idle to attack");
    EXPECT_EQ(find(E::order, orc)->attack, 0);
    EXPECT_EQ(find(E::order, orc)->target, ogre);
    poses[ogre].position = {3.001f, 0};
    frame();
    EXPECT_EQ(count(E::attack, orc), 0);
    poses[ogre].position = {3.0f, 0};
    EXPECT_EQ(next_story(orc), "attack");
    frames(4);
    EXPECT_EQ(count(E::hit, orc), 0);
    EXPECT_EQ(next_story(orc), "hit");
    EXPECT_EQ(next_story(orc, 5), "attack_end finished, state");
    EXPECT_EQ(states(orc), "attack to idle");
    EXPECT_EQ(find(E::attack_end, orc)->target, ogre);
    expect_no_order();
    EXPECT_EQ(next_story(orc), "target ordered");
    EXPECT_EQ(agent(orc).target, no_serial);
    frames(500);
    EXPECT_EQ(count(E::attack, orc), 1) << "once";
}

TEST_F(Perform, AnAgentWithABrainPursuesAfterwards) {
    for (const ArchetypeDef& def : {managed(), unmanaged()}) {
        start_again();
        face(def, 2.0f);
        order_perform(orc, ogre);
        EXPECT_EQ(next_story(orc), "order, target ordered, band, state, attack");
        EXPECT_EQ(next_story(orc, 10), "attack_end finished, state");
        EXPECT_EQ(states(orc), "attack to pursue");
        EXPECT_EQ(agent(orc).ready_at, now() + 500000);
        EXPECT_TRUE(agent(orc).flagged);
        expect_no_order();
        frame();
        EXPECT_EQ(find(E::target, orc)->cause, C::lost) << "it scans, and the ogre is not hostile";
    }
}

TEST_F(Perform, AnAttackThatCannotBeginWithinFourSecondsEndsAndRecovers) {
    for (const ArchetypeDef& def : {without_brain(), managed(), unmanaged()}) {
        start_again();
        step_in(def);
        const int64_t since = now();
        frames(399);
        EXPECT_EQ(count(E::attack_end, orc), 0);
        EXPECT_EQ(next_story(orc), "attack_end timeout, state");
        EXPECT_EQ(find(E::attack_end, orc)->target, ogre);
        EXPECT_EQ(states(orc), def.autonomous ? "attack to pursue" : "attack to idle");
        EXPECT_EQ(agent(orc).ready_at, since + 4500000);
        expect_no_order();
    }
}

TEST_F(Perform, AnAttackMayBeginInTheFrameInWhichTheTimeIsOver) {
    step_in(without_brain());
    frames(399);
    poses[ogre].position = {2.0f, 0};
    EXPECT_EQ(next_story(orc), "band, attack");
}

TEST_F(Perform, TheAngleKeepsAnAttackFromBeginning) {
    ArchetypeDef def = without_brain();
    def.attacks[0].angle = {-0.1f, 0.1f};
    face(def, 2.0f);
    poses[orc].heading = {0, 1};
    order_perform(orc, ogre);
    frames(10);
    EXPECT_EQ(count(E::attack, orc), 0);
    poses[orc].heading = {1, 0};
    EXPECT_EQ(next_story(orc), "attack");
}

TEST_F(Perform, AgentsOfTheOwnTeamCanBeStruck) {
    face(managed(), 10.0f);
    const Serial friendly = spawn(agent(orc).archetype, orcs, {2, 0});
    frame();
    order_perform(orc, friendly);
    frame();
    EXPECT_EQ(find(E::attack, orc)->target, friendly);
    frames(5);
    EXPECT_EQ(count(E::hit, orc), 1);
}

TEST_F(Perform, AnOrderEndsAfterItsTargetHasDied) {
    each_time({without_brain(), managed(), unmanaged()}, [&](const ArchetypeDef&, bool begun) {
        damage(ogre, 100.0f);
        EXPECT_EQ(next_story(orc), "target died");
        EXPECT_EQ(agent(orc).state, S::attack);
        EXPECT_EQ(next_story(orc), "attack_end target_gone, state");
        EXPECT_EQ(find(E::attack_end, orc)->target, no_serial);
        EXPECT_EQ(find(E::attack_end, orc)->attack, begun ? 1 : 0);
        EXPECT_EQ(states(orc), "attack to idle");
        EXPECT_EQ(agent(orc).ready_at, now() + 500000);
        expect_no_order();
        frames(300);
        EXPECT_EQ(count(E::hit, orc) + count(E::miss, orc), 0);
    });
}

TEST_F(Perform, AnOrderEndsAfterItsTargetWasDespawned) {
    begin(without_brain());
    despawn(ogre);
    EXPECT_EQ(next_story(orc), "target despawned");
    EXPECT_EQ(next_story(orc), "attack_end target_gone, state");
}

TEST_F(Perform, AnOrderAgainstADeadAgentEndsBeforeItIsTakenUp) {
    for (const ArchetypeDef& def : {without_brain(), managed(), unmanaged()}) {
        start_again();
        face(def, 2.0f);
        damage(ogre, 100.0f);
        frame();
        order_perform(orc, ogre, 1);
        EXPECT_EQ(next_story(orc), "order, attack_end target_gone");
        EXPECT_EQ(find(E::attack_end, orc)->attack, 1);
        EXPECT_EQ(agent(orc).state, S::idle);
        expect_no_order();
    }
}

TEST_F(Perform, AnAgentOnAnotherFloorIsNoTarget) {
    face(without_brain(), 2.0f);
    const Serial above = spawn(agent(ogre).archetype, heroes, {1, 0}, 0, 1);
    frame();
    order_perform(orc, above);
    EXPECT_EQ(next_story(orc), "order, attack_end target_gone");
}

TEST_F(Perform, AnotherOrderEndsThePerformedAttack) {
    for (const OrderKind kind : {OrderKind::move, OrderKind::stand})
        each_time({without_brain(), managed(), unmanaged()}, [&](const ArchetypeDef&, bool) {
            order(orc, kind, kind == OrderKind::move ? Vec2{5, 5} : Vec2{});
            EXPECT_EQ(next_story(orc), "order, target ordered, attack_end withdrew, state");
            EXPECT_EQ(find(E::attack_end, orc)->target, no_serial);
            EXPECT_EQ(states(orc), "attack to idle");
            EXPECT_EQ(agent(orc).ready_at, now() + 500000);
            EXPECT_EQ(agent(orc).order.kind, kind);
            frames(300);
            EXPECT_EQ(count(E::attack_end, orc), 1);
            EXPECT_EQ(count(E::hit, orc) + count(E::miss, orc), 0);
        });
}

TEST_F(Perform, AnOrderToAttackLetsAnAgentPursueItsTarget) {
    begin(managed());
    order_attack(orc, other);
    EXPECT_EQ(next_story(orc), "order, target ordered, attack_end withdrew, state");
    EXPECT_EQ(states(orc), "attack to pursue");
    EXPECT_EQ(agent(orc).target, other);
}

TEST_F(Perform, AnUnmanagedAgentIsLockedInThePerformedAttack) {
    begin(unmanaged());
    order_attack(orc, other);
    EXPECT_EQ(next_story(orc), "order, attack_end withdrew, state");
    EXPECT_EQ(find(E::attack_end, orc)->target, no_serial);
    EXPECT_EQ(states(orc), "attack to pursue");
    EXPECT_EQ(agent(orc).target, ogre);
    EXPECT_EQ(next_target(orc), other);
}

TEST_F(Perform, AFreedAgentWithoutABrainLetsGoOfItsTarget) {
    begin(without_brain());
    order(orc, OrderKind::free);
    EXPECT_EQ(next_story(orc), "order, target ordered, attack_end withdrew, state");
    EXPECT_EQ(states(orc), "attack to idle");
}

TEST_F(Perform, AnotherOrderToPerformBeginsAnew) {
    each_time({managed(), unmanaged()}, [&](const ArchetypeDef&, bool) {
        order_perform(orc, other);
        EXPECT_EQ(next_states(orc), "attack to pursue");
        EXPECT_EQ(find(E::attack_end, orc)->cause, C::withdrew);
        EXPECT_EQ(find(E::attack_end, orc)->target, no_serial);
        EXPECT_EQ(agent(orc).order.kind, OrderKind::perform);
        EXPECT_EQ(next_story(orc), "state, attack");
        EXPECT_EQ(find(E::attack, orc)->target, other);
        EXPECT_EQ(find(E::attack, orc)->attack, 0);
    });
}

TEST_F(Perform, TheSameOrderAgainCountsAsAnother) {
    step_in(managed());
    frames(300);
    order_perform(orc, ogre);
    EXPECT_EQ(next_story(orc), "order, attack_end withdrew, state");
    EXPECT_EQ(next_story(orc), "state");
    frames(399);
    EXPECT_EQ(count(E::attack_end, orc), 1);
    EXPECT_EQ(next_story(orc), "attack_end timeout, state");
}

TEST_F(Perform, TheHostReportsHitEndAndInterruption) {
    begin(without_brain());
    report_attack(orc, AttackReport::hit);
    EXPECT_EQ(next_story(orc), "hit");
    report_attack(orc, AttackReport::end);
    EXPECT_EQ(next_story(orc), "attack_end finished, state");
    EXPECT_EQ(agent(orc).ready_at, now() + 500000);
    expect_no_order();
    start_again();
    begin(managed());
    report_attack(orc, AttackReport::interrupt);
    report_attack(orc, AttackReport::hit);
    EXPECT_EQ(next_story(orc), "attack_end interrupted, state");
    EXPECT_EQ(states(orc), "attack to pursue");
    expect_no_order();
}

TEST_F(Perform, ReportsAreVoidUntilTheAttackBegins) {
    step_in(unmanaged());
    for (const AttackReport what : {AttackReport::hit, AttackReport::end, AttackReport::interrupt})
        report_attack(orc, what);
    EXPECT_EQ(next_story(orc), "") << "they are not dropped either";
    EXPECT_EQ(agent(orc).state, S::attack);
}

TEST_F(Perform, AStaggerEndsTheOrder) {
    std::vector<ArchetypeDef> defs = {managed(), unmanaged()};
    for (ArchetypeDef& def : defs) def.poise.stagger_time = 0.1;
    each_time(defs, [&](const ArchetypeDef&, bool) {
        stagger(orc, ogre);
        EXPECT_EQ(next_story(orc), "stagger");
        EXPECT_EQ(next_story(orc), "attack_end interrupted, state");
        EXPECT_EQ(states(orc), "attack to stagger");
        EXPECT_EQ(find(E::attack_end, orc)->target, ogre);
        expect_no_order();
        frames(100);
        EXPECT_EQ(count(E::attack_end, orc), 1);
    });
}

TEST_F(Perform, AStaggeredAgentTakesTheOrderUpAfterwards) {
    ArchetypeDef def = managed();
    def.poise.stagger_time = 0.1;
    face(def, 2.0f);
    stagger(orc, ogre);
    frames(2);
    ASSERT_EQ(agent(orc).state, S::stagger); // until 0.12
    order_perform(orc, ogre);
    frames(9); // 0.11
    EXPECT_EQ(agent(orc).state, S::stagger);
    EXPECT_EQ(next_story(orc), "state, state, attack");
    EXPECT_EQ(states(orc), "stagger to pursue, pursue to attack");
}

TEST_F(Perform, APerformingAgentThatDiesOrGoesEndsItsAttack) {
    std::vector<ArchetypeDef> defs = {without_brain(), managed(), unmanaged()};
    for (ArchetypeDef& def : defs) def.body.health = 10.0f;
    for (const bool dies : {false, true})
        each_time(defs, [&](const ArchetypeDef&, bool begun) {
            dies ? damage(orc, 10.0f) : despawn(orc);
            EXPECT_EQ(next_story(orc), dies ? "hurt, death, attack_end died, state" : "despawn, attack_end withdrew");
            EXPECT_EQ(find(E::attack_end, orc)->target, ogre);
            EXPECT_EQ(find(E::attack_end, orc)->attack, begun ? 1 : 0);
        });
}

TEST_F(Perform, AHolderGivesUpItsTokenAndItsSlot) {
    carries = true;
    const Serial hero = spawn_hero({}), victim = spawn(kind(player()), heroes, {0, 30});
    orc = spawn(kind(fighter(4, swing(3, 1.0, 2.0, 0.5))), orcs, {8, 0});
    while (count(E::attack, orc) == 0) frame();
    ASSERT_TRUE(agent(orc).token.has_value());
    order_perform(orc, victim);
    EXPECT_EQ(next_story(orc), "order, target ordered, band, attack_end withdrew, withdraw, state, unslot withdrew");
    EXPECT_EQ(find(E::attack_end, orc)->target, hero);
    EXPECT_EQ(find(E::withdraw, orc)->target, hero);
    EXPECT_EQ(states(orc), "attack to pursue");
    EXPECT_EQ(agent(orc).role, Role::none);
    EXPECT_EQ(agent(orc).ready_at, now() + 500000);
    EXPECT_EQ(next_states(orc), "pursue to attack");
    poses[orc].position = {0, 28};
    EXPECT_EQ(next_story(orc), "band, attack");
    EXPECT_FALSE(agent(orc).token.has_value());
}

TEST_F(Perform, ARequesterLeavesTheQueue) {
    const Serial hero = spawn_hero({.grid_capacity = 0});
    orc = spawn(kind(fighter(4, swing(3, 1.0, 2.0, 0.5))), orcs, {8, 0});
    frames(5);
    ASSERT_EQ(agent(orc).state, S::roam);
    order_perform(orc, hero);
    EXPECT_EQ(next_story(orc), "order, withdraw, state");
    EXPECT_EQ(states(orc), "roam to pursue");
    EXPECT_EQ(agent(orc).role, Role::none);
    EXPECT_EQ(next_states(orc), "pursue to attack");
}

TEST_F(Perform, AnUnmanagedAgentEndsItsOwnAttack) {
    ArchetypeDef def = unmanaged();
    def.attacks = {swing(1, 1.0, 2.0, 0.5)};
    face(def, 2.0f);
    accept(world.set_hostile(heroes, orcs, true));
    while (count(E::attack, orc) == 0) frame();
    order_perform(orc, agent(orc).target);
    EXPECT_EQ(next_story(orc), "order, attack_end withdrew, state");
    EXPECT_EQ(find(E::attack_end, orc)->target, no_serial);
    EXPECT_EQ(states(orc), "attack to pursue");
    EXPECT_EQ(agent(orc).ready_at, now() + 500000);
    EXPECT_EQ(next_story(orc), "state, attack") << "in spite of its recovery";
}

TEST_F(Perform, CooldownsStartAndDoNotStopAPerformedAttack) {
    for (ArchetypeDef def : {without_brain(), managed(), unmanaged()}) {
        start_again();
        def.attacks[0].cooldown.agent = 100.0;
        face(def, 2.0f);
        for (int i = 1; i <= 2; ++i) {
            order_perform(orc, ogre);
            frame();
            EXPECT_EQ(count(E::attack, orc), i);
            EXPECT_EQ(agent(orc).cooldowns.at(0), now() + 100000000);
            frames(10);
            EXPECT_EQ(count(E::attack_end, orc), i);
        }
    }
}

TEST_F(Perform, APhaseDoesNotKeepAnAttackFromBeginning) {
    ArchetypeDef def = managed();
    def.body.health = 100.0f;
    def.boss.phases = {{.health_threshold = 1.0f, .attacks = {"long strike"}}};
    face(def, 2.0f);
    order_perform(orc, ogre, 0);
    frame();
    EXPECT_EQ(count(E::attack, orc), 1);
}

TEST_F(Perform, MoveInputDoesNotLeadALeaderThatPerforms) {
    for (const ArchetypeDef& def : {managed(), unmanaged()}) {
        start_again();
        const uint32_t squad = add_squad(orcs, {.control = SquadControl::all});
        ogre = spawn(kind(player()), heroes, {2, 0});
        const ArchetypeIndex orcs_kind = kind(def);
        orc = spawn(orcs_kind, orcs, {0, 0}, squad);
        const Serial member = spawn(orcs_kind, orcs, {0, 5}, squad);
        give(command::SetMoveInput{SquadId{squad}, {1, 0}});
        frame();
        ASSERT_EQ(agent(orc).state, S::led);
        order_perform(orc, ogre);
        EXPECT_EQ(next_story(orc), "order, target ordered, band, state, attack");
        EXPECT_EQ(states(orc), "led to attack");
        EXPECT_EQ(agent(member).state, S::led);
        EXPECT_EQ(next_story(orc, 10), "attack_end finished, state");
        EXPECT_EQ(next_story(orc), "target led, state");
        EXPECT_EQ(states(orc), "pursue to led");
    }
}

TEST_F(Perform, AnOrderForAnAttackThatAReloadRemovesIsDropped) {
    const ArchetypeDef def = managed();
    face(def, 2.0f);
    ArchetypeDef fewer = def;
    fewer.attacks.pop_back();
    order_perform(orc, ogre, 1);
    reload({fewer}); // reloads come before all other commands
    EXPECT_EQ(next_story(orc), "drop");
    EXPECT_EQ(find(E::drop, orc)->a, static_cast<int>(CommandType::set_order));
    order_perform(orc, ogre, 0);
    frame();
    EXPECT_EQ(count(E::attack, orc), 1);
}

TEST_F(Perform, AReloadOfWhatCirclesCountEndsTheOrder) {
    each_time({without_brain(), managed(), unmanaged()}, [&](const ArchetypeDef& def, bool) {
        ArchetypeDef changed = def;
        changed.attacks[0].weight += 1;
        reload({changed});
        frame();
        EXPECT_EQ(find(E::attack_end, orc)->cause, C::withdrew);
        EXPECT_EQ(find(E::attack_end, orc)->target, ogre);
        EXPECT_EQ(find(E::state, orc)->b, static_cast<int>(def.autonomous ? S::pursue : S::idle));
        EXPECT_EQ(agent(orc).ready_at, now() + 500000);
        expect_no_order();
        EXPECT_EQ(agent(orc).target, no_serial);
    });
}

TEST_F(Perform, AReloadOfOtherThingsDoesNot) {
    const ArchetypeDef def = without_brain();
    begin(def);
    ArchetypeDef changed = def;
    changed.body.walk_speed += 0.1f;
    changed.attacks[1].damage += 1.0f;
    reload({changed});
    EXPECT_EQ(next_story(orc), "");
    EXPECT_EQ(agent(orc).order.kind, OrderKind::perform);
}

} // namespace
} // namespace fray::model

namespace fray {
namespace {

using namespace test;

struct PerformScene : OracleScene {
    /// A player's knight, 6 m from an ogre, as in the rules' example.
    void SetUp() override {
        OracleScene::SetUp();
        ArchetypeDef ogre_def;
        ogre_def.name = "ogre";
        ogre_def.autonomous = false;
        ogre_def.body.radius = 0.9f;
        ogre_def.body.health = unlimited_health;
        ogre = spawn(add(ogre_def), foes, {6.0f, 0.0f});
        ArchetypeDef def;
        def.name = "knight";
        def.autonomous = false;
        AttackDef lunge = swing(1, 1.0, 1.0);
        lunge.name = "lunge";
        lunge.range = {0.0f, 2.5f};
        def.attacks = {lunge};
        knight = spawn(add(def), heroes, {});
        step(2);
    }

    AgentId ogre, knight;
};

TEST_F(PerformScene, AnAgentWithoutABrainRunsToTheStrikingDistance) {
    step_after(world.set_order(knight, {.kind = OrderKind::perform, .target = ogre, .attack = 0}));
    EXPECT_EQ(state(knight), AgentState::attack);
    EXPECT_NEAR(distance(goal(knight), position(ogre)), 2.35f, 0.01f);
    ASSERT_TRUE(until_event(EventType::attack, knight, 3.0));
    EXPECT_LE(distance(position(knight), position(ogre)), 2.6f);
    const int begun = now();
    ASSERT_TRUE(until_event(EventType::hit, knight, 1.0));
    EXPECT_EQ(now() - begun, frames_per_second / 4);
    ASSERT_TRUE(until_event(EventType::attack_end, knight, 1.0, Cause::finished));
    EXPECT_EQ(state(knight), AgentState::idle);
    EXPECT_EQ(world.order(knight)->kind, OrderKind::free);
    step();
    EXPECT_EQ(target(knight), AgentId{});
}

TEST_F(PerformScene, AnAgentWithoutABrainTurnsToItsTarget) {
    accept(world.teleport(knight, {4.0f, 0.0f}, {-1.0f, 0.0f}));
    ArchetypeDef def = world.archetype(world.archetypes()[row(knight)]);
    def.attacks[0].angle = {-0.1f, 0.1f};
    step_after(world.reload(std::vector{def}));
    accept(world.set_order(knight, {.kind = OrderKind::perform, .target = ogre, .attack = 0}));
    ASSERT_TRUE(until_event(EventType::attack, knight, 3.0));
    EXPECT_GT(world.headings()[row(knight)].x, 0.9f);
}

} // namespace
} // namespace fray
