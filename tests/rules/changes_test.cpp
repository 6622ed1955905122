// Agents that change, frame by frame: squads that they leave, floors, and another archetype (rules leave,
// set_squad_team, set_floor and set_archetype).
#include "rules/two_teams.h"

namespace fray::model {
namespace {

class Changes : public TwoTeams {
protected:
    void set_archetype(Serial agent, ArchetypeIndex archetype) { give(command::SetArchetype{named(agent), archetype}); }
    AgentId id(Serial agent) const { return oracle.id_of(agent); }
    void set_floor(Serial agent, int16_t floor) { give(command::SetFloor{named(agent), floor}); }
};

TEST_F(Changes, AnAgentLeavesItsSquad) {
    const uint32_t squad = add_squad(heroes);
    const ArchetypeIndex heroes_kind = kind(player());
    const Serial first = spawn(heroes_kind, heroes, {0, 0}, squad), second = spawn(heroes_kind, heroes, {5, 0}, squad);
    frame();
    ASSERT_EQ(leader_of(squad), first);
    give(command::Leave{named(first)});
    EXPECT_EQ(next_story(first), "join");
    EXPECT_EQ(story(second), "leader");
    EXPECT_EQ(world.squad(id(first)), SquadId{});
    EXPECT_EQ(world.team(id(first)), heroes);
    EXPECT_EQ(leader_of(squad), second);
    give(command::Leave{named(first)});
    EXPECT_EQ(next_story(first), "") << "it is on its own already";
}

TEST_F(Changes, SquadsCanBeMergedAndRemoved) {
    const uint32_t squad = add_squad(heroes), other = add_squad(heroes);
    const ArchetypeIndex heroes_kind = kind(player());
    const Serial first = spawn(heroes_kind, heroes, {0, 0}, squad), second = spawn(heroes_kind, heroes, {5, 0}, other);
    frame();
    EXPECT_EQ(world.remove_squad(SquadId{squad}), Error::out_of_range) << "it has a living member";
    give(command::Join{named(first), SquadId{other}});
    frame();
    accept(world.join(id(second), SquadId{squad}));
    EXPECT_EQ(world.remove_squad(SquadId{squad}), Error::out_of_range) << "a command names it";
    frame();
    accept(world.join(id(second), SquadId{other}));
    frame();
    accept(world.remove_squad(SquadId{squad}));
    ASSERT_EQ(world.squads().size(), 1u);
    EXPECT_EQ(world.squads()[0].members, 2u);
    EXPECT_EQ(world.remove_squad(SquadId{squad}), Error::unknown);
    EXPECT_EQ(world.join(id(second), SquadId{squad}), Error::unknown);
    EXPECT_EQ(world.leader(SquadId{squad}), std::nullopt);
    const uint32_t next_squad = add_squad(orcs);
    EXPECT_GT(next_squad, other) << "a number is never used again";
    frame();
}

TEST_F(Changes, TheDeadDoNotKeepASquad) {
    const uint32_t squad = add_squad(heroes, {.morale = {.enabled = true}});
    const Serial hero = spawn(kind(mortal(1.0f)), heroes, {0, 0}, squad);
    frame();
    damage(hero, 5.0f);
    frame();
    accept(world.remove_squad(SquadId{squad}));
    frames(2);
    EXPECT_EQ(world.squad(id(hero)), SquadId{});
    EXPECT_TRUE(world.squads().empty());
}

TEST_F(Changes, AnAgentChangesSides) {
    const uint32_t squad = add_squad(heroes);
    const ArchetypeIndex fighters = kind(fighter(1, swing(1, 0.05, 0.1, 0.1)));
    const Serial traitor = spawn(fighters, heroes, {0, 0}, squad), friendly = spawn(fighters, heroes, {4, 0}, squad);
    ASSERT_EQ(next_target(friendly, 5), no_serial);
    give(command::SetTeam{named(traitor), orcs});
    frame();
    EXPECT_EQ(story(traitor).substr(0, 18), "join, target found");
    EXPECT_EQ(story(friendly).substr(0, 6), "leader");
    EXPECT_EQ(world.squad(id(traitor)), SquadId{});
    EXPECT_EQ(world.team(id(traitor)), orcs);
    EXPECT_EQ(next_target(friendly, 40), traitor);
    EXPECT_EQ(agent(traitor).target, friendly);
    give(command::SetTeam{named(traitor), orcs});
    frame();
    EXPECT_EQ(find(E::join, traitor), nullptr) << "it is of that team already";
}

TEST_F(Changes, ASquadChangesSidesWithItsLeaderAndItsDead) {
    const uint32_t squad = add_squad(orcs);
    const ArchetypeIndex fighters = kind(mortal(10.0f, fighter(1, swing(1, 0.05, 0.1, 0.1))));
    const Serial dead = spawn(fighters, orcs, {6, 6}, squad), first = spawn(fighters, orcs, {4, 0}, squad);
    const Serial hero = spawn_hero({});
    damage(dead, 20.0f);
    ASSERT_EQ(next_target(first, 30), hero);
    give(command::SetSquadTeam{SquadId{squad}, heroes});
    frame();
    EXPECT_NE(find(E::join, first), nullptr);
    EXPECT_EQ(find(E::join, dead), nullptr);
    EXPECT_EQ(leader_of(squad), first);
    EXPECT_EQ(world.team(id(dead)), heroes);
    EXPECT_EQ(next_target(first, 40), no_serial) << "the hero is no enemy any more";
    EXPECT_EQ(agent(first).role, Role::none);
}

TEST_F(Changes, AnAgentThatWasSpawnedMeanwhileChangesSidesToo) {
    const uint32_t squad = add_squad(orcs);
    const ArchetypeIndex players = kind(player());
    spawn(players, orcs, {0, 0}, squad);
    frame();
    give(command::SetSquadTeam{SquadId{squad}, heroes});
    const Serial late = spawn(players, orcs, {3, 0}, squad);
    frame();
    EXPECT_EQ(world.team(id(late)), heroes);
}

TEST_F(Changes, AnAgentOnAnotherFloorIsNoTargetAnyMore) {
    const Serial hero = spawn_hero({}), orc = spawn(kind(fighter(1, swing(1, 0.05, 0.1, 0.1))), orcs, {4, 0});
    ASSERT_EQ(next_target(orc, 30), hero);
    set_floor(hero, 2);
    EXPECT_EQ(next_target(orc, 40), no_serial); // an attack may still go on
    EXPECT_EQ(agent(orc).role, Role::none);
    const int hits = count(E::hit, orc);
    frames(40);
    EXPECT_EQ(count(E::hit, orc), hits);
    set_floor(orc, 2);
    EXPECT_EQ(next_target(orc, 40), hero);
    EXPECT_GT(count(E::hit, orc), hits);
}

TEST_F(Changes, AHitDoesNotReachAnotherFloor) {
    const Serial hero = spawn_hero({}), orc = spawn(kind(fighter(1, swing(1, 0.5, 1.0, 0.1))), orcs, {4, 0});
    while (count(E::attack, orc) == 0) frame();
    set_floor(hero, 1);
    while (count(E::hit, orc) + count(E::miss, orc) == 0) frame();
    EXPECT_EQ(count(E::miss, orc), 1);
}

TEST_F(Changes, AHolderGivesUpAndFightsOnAsSomethingElse) {
    ArchetypeDef def = fighter(1, swing(1, 0.05, 0.1, 0.1));
    def.body.health = 40.0f;
    ArchetypeDef other = def;
    other.name = "other";
    other.body.health = 80.0f;
    other.attacks[0].name = "other swing";
    const Serial hero = spawn_hero({}), orc = spawn(kind(def), orcs, {4, 0});
    const ArchetypeIndex others = kind(other);
    damage(orc, 10.0f);
    while (count(E::attack, orc) == 0) frame();
    ASSERT_EQ(agent(orc).role, Role::holder);
    set_archetype(orc, others);
    frame();
    EXPECT_EQ(story(orc).substr(0, 61), "archetype, attack_end withdrew, withdraw, unslot withdrew, st");
    EXPECT_EQ(world.archetype_of(id(orc)), others);
    EXPECT_EQ(agent(orc).health, 60.0f) << "three quarters, as before";
    EXPECT_EQ(agent(orc).target, hero);
    const int attacks = count(E::attack, orc);
    frames(40);
    EXPECT_GT(count(E::attack, orc), attacks);
    set_archetype(orc, others);
    frame();
    EXPECT_EQ(find(E::archetype, orc), nullptr) << "it has it already";
}

TEST_F(Changes, ATargetGetsAnotherCircle) {
    ArchetypeDef hero_def = player();
    hero_def.circle = {.slots = 3};
    const ArchetypeIndex three = kind(hero_def);
    hero_def.name = "other";
    hero_def.circle = {.slots = 1, .grid_capacity = 5};
    const ArchetypeIndex one = kind(hero_def);
    const Serial hero = spawn(three, heroes, {0, 0});
    const ArchetypeIndex fighters = kind(fighter(1, swing(1, 0.05, 0.1, 5.0)));
    for (int i = 0; i < 3; ++i) spawn(fighters, orcs, {4.0f, static_cast<float>(i)});
    frames(30);
    ASSERT_EQ(circle(hero).token_queue.size(), 3u);
    set_archetype(hero, one);
    frames(30);
    EXPECT_EQ(circle(hero).token_queue.size(), 1u);
    EXPECT_EQ(world.capacity(id(hero))->grid_capacity, 5);
}

/// Room counts as the last commit left it, whatever else happens to the target in this frame.
TEST_F(Changes, ATargetThatChangesHasTheSlotsThatThisFrameClosesStillOpen) {
    ArchetypeDef hero_def = player();
    const ArchetypeIndex before = kind(hero_def);
    hero_def.name = "other";
    const ArchetypeIndex after = kind(hero_def);
    ArchetypeDef orc_def = fighter(1, swing(1, 0.05, 0.1, 5.0));
    orc_def.perception.targeting = Targeting::spread;
    const ArchetypeIndex fighters = kind(orc_def);
    const Serial hero = spawn(before, heroes, {0, 0});
    spawn(before, heroes, {12, 0});
    spawn(fighters, orcs, {4, 0});
    frames(5);
    ASSERT_NE(circle(hero).slots.size(), 0u);
    set_closed_slots(hero, {0, 1, 2, 3, 4, 5, 6, 7});
    set_archetype(hero, after);
    const Serial late = spawn(fighters, orcs, {3, 1});
    EXPECT_EQ(next_target(late), hero);
}

TEST_F(Changes, ATimedStateEnds) {
    ArchetypeDef def = fighter(1, swing(1, 0.05, 0.1, 0.1));
    def.poise.stagger_time = 5.0;
    const ArchetypeIndex tough = kind(def);
    def.name = "other";
    const ArchetypeIndex other = kind(def);
    spawn_hero({});
    const Serial orc = spawn(tough, orcs, {4, 0});
    frames(3);
    stagger(orc);
    frames(2);
    ASSERT_EQ(agent(orc).state, AgentState::stagger);
    set_archetype(orc, other);
    frame();
    EXPECT_NE(agent(orc).state, AgentState::stagger);
}

} // namespace
} // namespace fray::model
