// What apply_commands leaves out: commands that it drops. They are counted and reported.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Dropped : OracleScene {
    struct Drop {
        AgentId agent{};
        CommandType command = CommandType::spawn;
        friend bool operator==(const Drop&, const Drop&) = default;
    };

    /// An agent of team heroes that has died and is not despawned yet.
    AgentId dead_hero(SquadId squad = {}) {
        ArchetypeDef def;
        def.name = "mortal";
        def.autonomous = false;
        def.body.health = 1.0f;
        const AgentId id = spawned({.archetype = add(def), .team = heroes, .squad = squad, .position = {6.0f, 6.0f}});
        step_after(world.damage(id, 5.0f));
        EXPECT_EQ(state(id), AgentState::dead);
        return id;
    }
    /// The types of the commands that the last step dropped. Also checks their number.
    std::vector<Drop> drops() const {
        std::vector<Drop> found;
        for (const DropEvent& event : world.events().drops) {
            EXPECT_EQ(event.agent.serial, serial(event.agent));
            found.push_back({event.agent, event.command});
        }
        EXPECT_EQ(world.counters().commands_dropped, found.size());
        return found;
    }
};

TEST_F(Dropped, SetLeaderOfAnAgentThatLeavesItsSquadInTheSameFrame) {
    const SquadId squad = add_squad(heroes), other = add_squad(heroes);
    const AgentId leaves = hero(plain_circle()), changes = hero(plain_circle()), joins = hero(plain_circle());
    for (const AgentId agent : {leaves, changes, joins}) accept(world.join(agent, squad));
    step();
    accept(world.leave(leaves));
    accept(world.set_leader(leaves));
    accept(world.set_team(changes, foes));
    accept(world.set_leader(changes));
    accept(world.leave(joins));
    accept(world.join(joins, other));
    step_after(world.set_leader(joins));
    EXPECT_EQ(drops(), (std::vector<Drop>{{leaves, CommandType::set_leader}, {changes, CommandType::set_leader}}));
    EXPECT_EQ(world.leader(other), joins);
}

TEST_F(Dropped, CommandsToAnAgentThatDiedBeforeTheStep) {
    const AgentId other = hero(plain_circle());
    const SquadId own = add_squad(heroes), another = add_squad(heroes);
    const AgentId dead = dead_hero(own);
    accept(world.teleport(dead, {1.0f, 0.0f}));
    accept(world.set_order(dead, {.kind = OrderKind::stand}));
    accept(world.join(dead, another));
    accept(world.set_leader(dead));
    accept(world.set_target_bias(dead, 5.0f));
    accept(world.damage(dead, 1.0f));
    accept(world.set_health(dead, 1.0f));
    accept(world.set_capacity(dead, {1, 1}));
    accept(world.set_closed_slots(dead, std::vector<int>{0}));
    accept(world.set_view(dead, {{1.0f, 0.0f}, 1.0f}));
    accept(world.report_attack(dead, AttackReport::hit));
    accept(world.set_update_interval(dead, 2));
    accept(world.stagger(dead, other));
    accept(world.set_speed_factor(dead, 2.0f));
    accept(world.set_radius(dead, 2.0f));
    accept(world.set_avoidance_factor(dead, 2.0f));
    accept(world.set_combat_factors(dead, 2.0f, 1.0f, 1.0f));
    accept(world.protect(dead, 1.0));
    accept(world.stun(dead, 2.0));
    step_after(world.push(dead, {2.0f, 0.0f}, 2.0));
    std::vector<Drop> expected;
    using enum CommandType;
    for (const CommandType command : {teleport,
                                      set_order,
                                      join,
                                      set_leader,
                                      set_target_bias,
                                      damage,
                                      set_health,
                                      set_capacity,
                                      set_closed_slots,
                                      set_view,
                                      report_attack,
                                      set_update_interval,
                                      stagger,
                                      set_speed_factor,
                                      set_radius,
                                      set_avoidance_factor,
                                      set_combat_factors,
                                      protect,
                                      stun,
                                      push})
        expected.push_back({dead, command});
    EXPECT_TRUE(drops() == expected) << "in call order";
    EXPECT_EQ(world.counters().commands, expected.size()) << "dropped commands count too";
    EXPECT_EQ(events.size(), expected.size()) << "there is no other event";
    EXPECT_EQ(position(dead), (Vec2{6.0f, 6.0f}));
    EXPECT_EQ(state(dead), AgentState::dead);
    EXPECT_EQ(world.squad(dead), own);
    EXPECT_EQ(world.target_bias(dead), 0.0f);
    step();
    EXPECT_TRUE(drops().empty());
}

TEST_F(Dropped, ADespawnOfADeadAgentIsCarriedOut) {
    const AgentId dead = dead_hero();
    step_after(world.despawn(dead));
    EXPECT_TRUE(drops().empty());
    EXPECT_TRUE(happened(EventType::despawn, dead));
}

TEST_F(Dropped, ACommandInTheStepOfTheDeathIsCarriedOut) {
    const AgentId dies = hero(plain_circle(), {}, 1.0f);
    step();
    accept(world.damage(dies, 5.0f));
    step_after(world.set_order(dies, {.kind = OrderKind::stand}));
    EXPECT_TRUE(drops().empty());
    EXPECT_TRUE(happened(EventType::order, dies));
    EXPECT_TRUE(happened(EventType::death, dies));
}

TEST_F(Dropped, AnOrderToASquadIsDroppedForMembersWithoutABrain) {
    const SquadId squad = add_squad(heroes);
    ArchetypeDef def;
    def.name = "page";
    def.autonomous = false;
    const AgentId page = spawned({.archetype = add(def), .team = heroes, .squad = squad});
    const AgentId knight = spawned({.archetype = add(puppet()), .team = heroes, .squad = squad});
    step();
    accept(world.set_order(squad, {.kind = OrderKind::hold}));
    step_after(world.queue_order(squad, {.kind = OrderKind::advance}));
    EXPECT_TRUE(
        (drops() == std::vector<Drop>{{page, CommandType::set_squad_order}, {page, CommandType::queue_squad_order}}));
    EXPECT_EQ(count(EventType::order, page), 0);
    EXPECT_EQ(count(EventType::order, knight), 1);
}

TEST_F(Dropped, AnOrderToASquadIsDroppedForMembersWithAFullQueue) {
    const SquadId squad = add_squad(heroes);
    const AgentId knight = spawned({.archetype = add(puppet()), .team = heroes, .squad = squad});
    step();
    accept(world.set_order(squad, {.kind = OrderKind::stand}));
    for (int i = 0; i < 33; ++i) accept(world.queue_order(squad, {.kind = OrderKind::stand}));
    step();
    EXPECT_TRUE((drops() == std::vector<Drop>{{knight, CommandType::queue_squad_order}}));
}

TEST_F(Dropped, AnOrderToASquadPassesOverItsDead) {
    const SquadId squad = add_squad(heroes);
    const AgentId dead = dead_hero(squad);
    step_after(world.set_order(squad, {.kind = OrderKind::stand}));
    EXPECT_TRUE(drops().empty());
    EXPECT_EQ(count(EventType::order, dead), 0);
}

TEST_F(Dropped, DropsAreReportedByAgentAmongTheOtherEventsOfApplyCommands) {
    const AgentId first = dead_hero(), living = hero(plain_circle()), last = dead_hero();
    accept(world.damage(last, 1.0f));
    accept(world.set_order(living, {.kind = OrderKind::stand}));
    step_after(world.damage(first, 1.0f));
    EXPECT_EQ(drops().size(), 2u);
    ASSERT_EQ(events.size(), 3u);
    EXPECT_TRUE(fits(events[0], EventType::drop, serial(first), {}));
    EXPECT_TRUE(fits(events[1], EventType::order, serial(living), {}));
    EXPECT_TRUE(fits(events[2], EventType::drop, serial(last), {}));
}

TEST_F(Dropped, TauntsByADeadAgent) {
    const AgentId target = hero(plain_circle()), dead = dead_hero();
    step_after(world.set_target_bias(target, 5.0f, dead));
    EXPECT_TRUE(drops() == (std::vector<Drop>{{target, CommandType::set_target_bias}}));
    EXPECT_EQ(world.target_bias(target, dead), 0.0f);
    step_after(world.set_target_bias(target, 5.0f));
    EXPECT_TRUE(drops().empty()) << "a threat is for all agents";
    EXPECT_EQ(world.target_bias(target), 5.0f);
}

} // namespace
} // namespace fray
