// Many teams: up to 256 that fight each other, and teams that are removed and added while a battle runs.
#include "engine/arena.h"
#include "saving/bytes_of.h"
#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <vector>

namespace fray {
namespace {

struct Teams : test::Arena {};

TEST_F(Teams, AllOf256FightEachOther) {
    for (int team = 2; team < max_teams; ++team) must(world.add_team("team " + std::to_string(team)));
    EXPECT_EQ(world.add_team("one more"), Error::full);
    std::vector<AgentId> agents;
    for (int team = 0; team < max_teams; ++team) {
        const Vec2 at = {static_cast<float>(team % 16) * 3.0f, static_cast<float>(team / 16) * 3.0f};
        agents.push_back(spawn(fighter, static_cast<TeamIndex>(team), at));
    }
    step(128);
    for (const AgentId agent : agents) EXPECT_NE(world.target(agent), AgentId{}) << world.team(agent).value_or(0);
    AgentId found[3];
    const TeamIndex last[] = {254, 255};
    ASSERT_EQ(world.nearest({}, 1000.0f, found, last), 2u);
    EXPECT_EQ(world.nearest_hostiles(agents[200], 1000.0f, found), 3u);
}

TEST_F(Teams, ATeamIsRemovedWhenNothingIsOfIt) {
    TeamIndex third = 0, again = 0;
    must(world.add_team("third", &third));
    ASSERT_EQ(third, 2);
    EXPECT_EQ(world.remove_team(7), Error::unknown);
    EXPECT_EQ(world.error_text(), "remove_team: team 7: there are 3");

    const AgentId agent = spawn(dummy, third);
    EXPECT_EQ(world.remove_team(third), Error::out_of_range) << "a spawn waits";
    step();
    EXPECT_EQ(world.remove_team(third), Error::out_of_range) << "it has an agent";
    must(world.set_team(agent, us));
    step();
    const SquadId squad = squad_of(third);
    EXPECT_EQ(world.remove_team(third), Error::out_of_range) << "it has a squad";
    must(world.remove_squad(squad));
    must(world.set_team(agent, third));
    EXPECT_EQ(world.remove_team(third), Error::out_of_range) << "an agent changes to it";
    step();
    must(world.set_team(agent, us));
    step();
    must(world.set_hostile(us, third, false));
    must(world.remove_team(third));

    EXPECT_EQ(world.team_count(), 3u);
    EXPECT_EQ(world.team_name(third), "");
    EXPECT_EQ(world.remove_team(third), Error::unknown);
    EXPECT_EQ(world.error_text(), "remove_team: team 2 was removed");
    EXPECT_EQ(world.spawn({.archetype = dummy, .team = third}), Error::unknown);
    EXPECT_EQ(world.set_hostile(us, third, true), Error::unknown);
    EXPECT_EQ(world.add_squad(third), Error::unknown);
    EXPECT_EQ(world.set_team(agent, third), Error::unknown);
    must(world.add_team("fourth", &again));
    EXPECT_EQ(again, third);
    EXPECT_TRUE(world.hostile(us, again)) << "as every new team is";
    EXPECT_FALSE(world.hostile(again, again));
}

TEST_F(Teams, ALogAndASnapshotKnowOfRemovedTeams) {
    TeamIndex third = 0;
    must(world.add_team("third", &third));
    must(world.add_team("fourth"));
    must(world.remove_team(third));
    spawn(fighter, us);
    spawn(fighter, 3, {5.0f, 0.0f});
    step();
    test::Heard heard;
    must(add_command_listener(world, heard));
    World repeated = World::create({.threads = 1}).value();
    for (const auto& call : heard.calls) ASSERT_EQ(replay_command(repeated, call), Error::ok) << repeated.error_text();
    must(remove_command_listener(world, heard));
    must(repeated.step(1.0 / 64.0));
    step();
    EXPECT_EQ(repeated.state_hash(), world.state_hash());
    EXPECT_EQ(repeated.remove_team(third), Error::unknown) << "it is removed there, too";

    const std::vector<std::byte> snapshot = test::bytes_of(world);
    must(world.add_team("fifth"));
    EXPECT_EQ(world.restore(snapshot), Error::bad_snapshot) << "another team has the index now";
    must(world.remove_team(third));
    must(world.restore(snapshot));
}

TEST_F(Teams, AForgedSnapshotCannotRemoveATeamWithAgents) {
    spawn(dummy, us);
    step();
    impl_of(world).state.kinds.removed_teams.set(us, true);
    const std::vector<std::byte> forged = test::bytes_of(world);
    impl_of(world).state.kinds.removed_teams.set(us, false);
    EXPECT_EQ(world.restore(forged), Error::bad_snapshot);
}

} // namespace
} // namespace fray
