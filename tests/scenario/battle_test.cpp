#include "fray/battle.h"
#include "fray/rollback.h"
#include "scenario_text.h"

#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fray {
namespace {

Scenario scenario_of(const std::string& text) {
    ScenarioResult result = parse_scenario(text, "test.toml");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    return result.scenario;
}

struct Fight {
    Battle battle;

    explicit Fight(const Scenario& scenario, const BattleOptions& options = {.world = {.threads = 1}})
        : battle(Battle::create(scenario, options).value()) {}
    explicit Fight(const std::string& text) : Fight(scenario_of(text)) {}

    int64_t to_the_end(int64_t most) {
        int64_t frames = 0;
        for (; frames < most && !battle.over(); ++frames) battle.step().value();
        return frames;
    }
    /// To its end; `each` is called after each step.
    template <typename Each> void watch(const Each& each) {
        while (!battle.over()) {
            battle.step().value();
            each(battle.world());
        }
    }
    /// To this time, in s.
    void until(double time) {
        while (battle.world().time() < time) battle.step().value();
    }
    const World& world() const { return battle.world(); }
    AgentId agent(Serial serial) const { return battle.world().find(serial).value(); }
    Vec2 position(Serial serial) const { return battle.world().position(agent(serial)).value(); }
};

constexpr int64_t never = 100'000;

void expect_near(Vec2 a, Vec2 b, float apart = 0.05f) {
    EXPECT_LT(std::hypot(a.x - b.x, a.y - b.y), apart) << a.x << ' ' << a.y;
}

TEST(Battle, EndsWhenOneSideIsLeftAlsoForACallerThatAsksSeldom) {
    Fight fight(test::duel());
    int64_t frames = 0; // even: the battle's own frames, 1, 31 and so on, are odd
    for (; frames < 3600 && !fight.battle.over(); frames += 4)
        for (int i = 0; i < 4; ++i) fight.battle.step().value();
    EXPECT_LT(frames, 3600);
    const std::vector<int64_t> living = fight.battle.living();
    EXPECT_LE(living[0] + living[1], 1);
}

TEST(Battle, EndsWithItsDuration) {
    Fight fight(test::duel("duration = 2", "walk_speed = 0\nrun_speed = 0"));
    EXPECT_EQ(fight.to_the_end(never), 120);
}

TEST(Battle, WithoutHostilesIsOverAtOnce) { EXPECT_EQ(Fight(test::in_one_team(test::duel())).to_the_end(never), 1); }

TEST(Battle, ATeamThatFightsItselfIsOverWithItsLastAgent) {
    Fight fight(test::in_one_team(test::duel("hostile = [['red', 'red']]", "walk_speed = 0\nrun_speed = 0",
                                             "[[script]]\ntime = 1\ncommand = 'damage'\nagent = 1\namount = 100\n")));
    EXPECT_GT(fight.to_the_end(600), 60);
    EXPECT_EQ(fight.battle.living()[0], 1);
    EXPECT_TRUE(fight.battle.over());
}

TEST(Battle, WaitsForReinforcements) {
    std::string text = test::duel("", "walk_speed = 0\nrun_speed = 0",
                                  "spawn_trigger = 'script'\n[[script]]\ntime = 3\ncommand = 'spawn'\ngroup = 'blues'\n"
                                  "[[script]]\ntime = 4\ncommand = 'despawn'\ngroup = 'blues'\n");
    Fight fight(text);
    EXPECT_EQ(fight.to_the_end(never), 241); // despawned in frame 240, in which the battle checks whether it is over
    EXPECT_EQ(fight.battle.spawn_count(), 2);
}

TEST(Battle, ScriptsSendAgentsToOtherFloors) {
    Fight fight(test::duel("[[nav_links]]\nfrom = [-4, 0]\nto = [-4, 0]\nopen = false", "",
                           "floor = 5\n[[script]]\ntime = 1\ncommand = 'move'\nagent = 0\nto = [-8, 0]\nfloor = 1\n"
                           "[[script]]\ntime = 3\ncommand = 'set_nav_link'\nnav_link = 0\nopen = true\n"));
    const auto floor = [&] {
        const World& world = fight.world();
        return world.floors()[*world.row_of(fight.agent(0))];
    };
    fight.to_the_end(180);
    EXPECT_EQ(floor(), 0) << "the link is closed";
    fight.to_the_end(600);
    EXPECT_EQ(floor(), 1);
}

TEST(Battle, NumberOfAgentsAndSeedCanBeGiven) {
    std::string text = test::duel("agents = 10");
    for (size_t at = text.find("count"); at != std::string::npos; at = text.find("count")) text.replace(at, 5, "share");
    Fight fight(scenario_of(text), {.agents = 40, .seed = 7, .world = {.threads = 1}});
    EXPECT_EQ(fight.battle.spawn_count(), 40);
    EXPECT_EQ(fight.battle.seed(), 7u);
    EXPECT_EQ(Battle::create(scenario_of(text), {.agents = max_agents + 1}).error(), Error::out_of_range);
}

/// The second call of the world's spawn fails, because it has agents off the ground.
TEST(Battle, ASpawnThatFailsHalfWayLeavesNoAgentsThatAreNotThere) {
    Scenario scenario =
        scenario_of(test::duel("", "",
                               "[[groups]]\nname = 'more'\narchetype = 'fighter'\nteam = 'blue'\ncount = 3000\n"
                               "formation = 'line'\nspacing = 0.01\nat = [0, -10]\nspawn_trigger = 'script'\n"
                               "[[script]]\ncommand = 'spawn'\ngroup = 'more'\n"));
    std::string ground = "ground = { cell_size = 1, rows = [";
    for (int row = 0; row < 24; ++row) ground += row < 18 ? "'................', " : "'@@@@@@@@@@@@@@@@', ";
    scenario.ground = scenario_of(test::duel(ground + "] }")).ground;
    scenario.off_ground = OffGround::refuse;
    Fight fight(scenario);
    EXPECT_EQ(fight.battle.step().error(), Error::off_ground);
    EXPECT_EQ(fight.battle.spawn_count(), 2 + 1024);
    EXPECT_EQ(nlohmann::json::parse(fight.battle.progress())["waves"][0]["agents"].size(), 1024u);
    fight.battle.step().value(); // does not spawn them again
    EXPECT_EQ(fight.world().agent_count(), 2u + 1024u);
}

TEST(Battle, RefusesANumberOfAgentsThatNoGroupCanMakeUp) {
    const auto refused = Battle::create(scenario_of(test::duel()), {.agents = 1000});
    EXPECT_EQ(refused.error(), Error::out_of_range);
    EXPECT_EQ(refused.error_text(),
              "agents: given 1000, allowed 2: no group of this scenario has a share or a count above 1");
    EXPECT_TRUE(Battle::create(scenario_of(test::duel()), {.agents = 2}).ok());
    std::string text = test::duel("agents = 10");
    text.replace(text.find("count = 1"), 9, "share = 1");
    EXPECT_EQ(Battle::create(scenario_of(text), {.agents = -3}).error(), Error::out_of_range);
}

TEST(Battle, RefusesArchetypesAndTeamsOfTheHost) {
    const auto prepare = [](World& world) { EXPECT_EQ(world.add_team("extra"), Error::ok); };
    const auto refused = Battle::create(scenario_of(test::duel()), {.prepare = prepare});
    EXPECT_EQ(refused.error(), Error::out_of_range);
    EXPECT_EQ(refused.error_text(), "prepare: given 0 archetypes and 1 teams, allowed none: the battle adds those of "
                                    "its scenario");
}

TEST(Battle, OnlyTeamsThatTheFileNamesAreHostile) {
    std::string text = test::duel("hostile = [['red', 'green']]");
    text.replace(text.find("'blue']"), 7, "'blue', 'green']");
    Fight fight(text);
    EXPECT_FALSE(fight.world().hostile(0, 1));
    EXPECT_TRUE(fight.world().hostile(0, 2));
    EXPECT_EQ(fight.to_the_end(never), 1);
}

TEST(Script, CapacityDamageAndTeleportTakeEffectAtTheirTime) {
    Fight fight(test::duel(
        "duration = 1", "autonomous = false",
        "[[script]]\ntime = 0.1\ncommand = 'teleport'\ngroup = 'blues'\nto = [7, 8]\n"
        "[[script]]\ntime = 0.1\ncommand = 'damage'\nagent = 1\namount = 4\n"
        "[[script]]\ntime = 0.1\ncommand = 'set_capacity'\nagent = 0\ngrid_capacity = 3\nattack_capacity = 2\n"));
    int capacities = 0;
    fight.watch([&](const World& world) {
        for (const CapacityEvent& event : world.events().capacities) {
            ++capacities;
            EXPECT_EQ(event.grid_capacity, 3);
            EXPECT_EQ(event.attack_capacity, 2);
            EXPECT_GE(world.counters().time, 0.1);
            EXPECT_LT(world.counters().time, 0.117);
        }
    });
    EXPECT_EQ(capacities, 1);
    EXPECT_EQ(fight.position(1), (Vec2{7.0f, 8.0f}));
    EXPECT_FLOAT_EQ(fight.world().health(fight.agent(1)).value(), 6.0f);
}

TEST(Script, AGroupKeepsItsFormationWhenItIsTeleported) {
    const auto teleported = [&](const std::string& keys) {
        std::string text = test::duel("duration = 1", "autonomous = false\nmotion = 'host'",
                                      "[[script]]\ntime = 0.5\ncommand = 'teleport'\ngroup = 'reds'\n" + keys);
        text.replace(text.find("count = 1"), 9, "count = 4\nranks = 1\nspacing = 1.5\nfacing_deg = 90");
        Fight fight(text);
        std::vector<Vec2> before, after;
        fight.battle.step().value();
        for (Serial i = 0; i < 4; ++i) before.push_back(fight.position(i));
        fight.to_the_end(never);
        for (Serial i = 0; i < 4; ++i) after.push_back(fight.position(i) - before[static_cast<size_t>(i)]);
        return after;
    };
    // The middle of the group was at (0, 0).
    const std::pair<const char*, Vec2> cases[] = {{"to = [20, 10]\n", {20.0f, 10.0f}},
                                                  {"to = [1, -2]\nrelative = true\n", {1.0f, -2.0f}}};
    for (const auto& [keys, by] : cases)
        for (const Vec2 moved : teleported(keys)) expect_near(moved, by, 1e-4f);
}

TEST(Script, AGroupKeepsItsFormationOnAPath) {
    std::string text =
        test::duel("duration = 6", "autonomous = false\nmotion = 'host'",
                   "[[script]]\ntime = 0\ncommand = 'path'\ngroup = 'reds'\npoints = [[6, 0], [6, 6]]\nspeed = 3\n"
                   "[[script]]\ntime = 0\ncommand = 'path'\nagent = 4\npoints = [[0, 2]]\nrelative = true\n");
    text.replace(text.find("count = 1"), 9, "count = 4\nranks = 2\nspacing = 2");
    Fight fight(text);
    fight.battle.step().value();
    const Vec2 first = fight.position(0), last = fight.position(3);
    fight.to_the_end(never);
    expect_near(fight.position(3) - fight.position(0), last - first, 0.01f);
    Vec2 middle{};
    for (Serial i = 0; i < 4; ++i) middle = middle + fight.position(i) * 0.25f;
    expect_near(middle, {6.0f, 6.0f}, 0.01f);
    expect_near(fight.position(4), {4.0f, 2.0f}, 0.01f);
}

TEST(Script, ATeleportMaySetTheHeading) {
    const auto heading_after = [](const std::string& keys) {
        Fight fight(test::duel("duration = 0.5", "autonomous = false\nmotion = 'host'",
                               "[[script]]\ntime = 0.1\ncommand = 'teleport'\nto = [7, 8]\n" + keys));
        fight.to_the_end(never);
        return fight.world().heading(fight.agent(0)).value();
    };
    EXPECT_EQ(heading_after("group = 'reds'\n"), (Vec2{1.0f, 0.0f})) << "as it was spawned";
    for (const char* const named : {"agent = 0\n", "group = 'reds'\n"})
        expect_near(heading_after(std::string("facing_deg = -90\n") + named), {0.0f, -1.0f}, 1e-5f);
}

TEST(Script, AnAgentWithoutABrainPerformsTheNamedAttack) {
    // The order is given before the first frame, when the agents do not exist yet.
    std::string text = test::duel("duration = 4", "autonomous = false",
                                  "[[script]]\ncommand = 'perform'\ngroup = 'reds'\ntarget_group = 'blues'\n"
                                  "attack = 'kick'\n");
    text.replace(text.find("damage = 6 }"), 12, "damage = 6 }, { name = 'kick', damage = 3 }");
    Fight fight(text);
    std::vector<int16_t> ordered, begun, hit;
    std::vector<AttackEndCause> ends;
    fight.watch([&](const World& world) {
        const Events& events = world.events();
        for (const OrderEvent& e : events.orders) ordered.push_back(e.attack);
        for (const AttackEvent& e : events.attacks) begun.push_back(e.attack);
        for (const HitEvent& e : events.hits) hit.push_back(e.attack);
        for (const AttackEndEvent& e : events.attack_ends) ends.push_back(e.cause);
    });
    const std::vector<int16_t> once = {1};
    EXPECT_EQ(ordered, once);
    EXPECT_EQ(begun, once);
    EXPECT_EQ(hit, once);
    EXPECT_EQ(ends, std::vector<AttackEndCause>{AttackEndCause::finished});
    EXPECT_FLOAT_EQ(fight.world().health(fight.agent(1)).value(), 7.0f);
    EXPECT_EQ(fight.world().order(fight.agent(0))->kind, OrderKind::free);
}

TEST(Script, DamageAndStaggerNameTheAttacker) {
    Fight fight(test::duel("duration = 3", "walk_speed = 0\nrun_speed = 0\nstagger_time = 0.5",
                           "[[script]]\ntime = 0.5\ncommand = 'damage'\nagent = 0\namount = 1\n"
                           "[[script]]\ntime = 1\ncommand = 'damage'\nagent = 0\namount = 1\nattacker = 1\n"
                           "[[script]]\ntime = 2\ncommand = 'stagger'\ngroup = 'reds'\nattacker_group = 'blues'\n"
                           "[[script]]\ntime = 2.8\ncommand = 'stagger'\nagent = 1\n"));
    std::vector<Serial> hurt_by, staggered_by;
    fight.watch([&](const World& world) {
        for (const HurtEvent& e : world.events().hurts) hurt_by.push_back(e.attacker.serial);
        for (const StaggerEvent& e : world.events().staggers) staggered_by.push_back(e.attacker.serial);
    });
    EXPECT_EQ(hurt_by, (std::vector<Serial>{no_serial, 1}));
    EXPECT_EQ(staggered_by, (std::vector<Serial>{1, 1, no_serial}));
}

TEST(Script, ALoopReturnsToItsStart) {
    Fight fight(test::duel("duration = 30", "autonomous = false\nmotion = 'host'",
                           "[[script]]\ntime = 0\ncommand = 'path'\nagent = 0\nloop = true\nspeed = 1\n"
                           "points = [[0, 0], [3, 0], [3, 3], [0, 3]]\n"));
    // The square has a circumference of 12 m, so a round takes 12 s.
    fight.until(25.5);
    expect_near(fight.position(0), {1.5f, 0.0f});
}

/// The first of two agents that stand apart. It evades on a circle of 3 m round (0, 0) at 2 m/s.
struct Evader {
    Fight fight;

    explicit Evader(const std::string& keys)
        : fight(scenario_of(test::duel("duration = 100", "autonomous = false\nmotion = 'host'",
                                       "[[script]]\ntime = 0\ncommand = 'teleport'\nagent = 0\nto = [3, 0]\n"
                                       "[[script]]\ntime = 0.1\ncommand = 'evade'\nagent = 0\nradius = 3\nspeed = 2\n" +
                                           keys))) {}

    /// The position `seconds` after the command.
    Vec2 at(double seconds) {
        fight.until(seconds + 0.1);
        return fight.position(0);
    }
    Vec2 heading() const { return fight.world().heading(fight.agent(0)).value(); }
};

Vec2 on_circle(double metres, Vec2 middle = {}) {
    return {middle.x + static_cast<float>(3.0 * std::cos(metres / 3.0)),
            middle.y + static_cast<float>(3.0 * std::sin(metres / 3.0))};
}

TEST(Script, EvadersTurnRound) {
    Evader evader("turn_interval = 2\n");
    expect_near(evader.at(2.0), on_circle(4.0));
    expect_near(evader.at(3.0), on_circle(2.0));
    expect_near(evader.heading(), {std::sin(2.0f / 3.0f), -std::cos(2.0f / 3.0f)});
    expect_near(evader.at(4.0), on_circle(0.0));
    expect_near(evader.at(5.0), on_circle(2.0));
}

TEST(Script, RollsMoveTheCircle) {
    Evader evader("roll_interval = 4\nroll_distance = 6\nroll_time = 0.5\nroll_angle_deg = 90\n");
    expect_near(evader.at(4.0), on_circle(8.0));
    // The circle has moved by 2.8 m and not 3 m: the pose is that of the frame's start.
    expect_near(evader.at(4.25), on_circle(8.0, {2.8f, 0.0f}));
    expect_near(evader.heading(), {1.0f, 0.0f});
    expect_near(evader.at(5.5), on_circle(10.0, {6.0f, 0.0f}));
    expect_near(evader.at(9.5), on_circle(17.0, {6.0f, 6.0f}));
}

TEST(Script, EvadersStandAfterTheirTime) {
    Evader evader("evade_time = 2\nroll_interval = 1.75\nroll_time = 0.5\nroll_distance = 6\n");
    const Vec2 last = evader.at(2.1);
    expect_near(last, on_circle(3.5, {3.0f, 0.0f}));
    EXPECT_EQ(evader.at(20.0), last);
}

TEST(Script, SlotsViewsAndReportsAreRead) {
    const Scenario scenario = scenario_of(
        test::duel("duration = 1", "",
                   "[[script]]\ntime = 0.1\ncommand = 'set_closed_slots'\ngroup = 'blues'\nslots = [0, 7, 3]\n"
                   "[[script]]\ntime = 0.2\ncommand = 'set_view'\nagent = 1\ndirection_deg = 180\nhalf_angle_deg = 60\n"
                   "[[script]]\ntime = 0.3\ncommand = 'report_attack'\nagent = 0\nreport = 'interrupt'\n"));
    EXPECT_EQ(world_command<command::SetClosedSlots>(scenario.script[0])->slots, (std::vector<int>{0, 7, 3}));
    const auto& view = std::get<ScriptView>(scenario.script[1].command);
    EXPECT_FLOAT_EQ(view.direction, 3.1415927f);
    EXPECT_FLOAT_EQ(view.half_angle, 1.0471976f);
    EXPECT_EQ(world_command<command::ReportAttack>(scenario.script[2])->report, AttackReport::interrupt);
    Fight fight(scenario);
    EXPECT_EQ(fight.to_the_end(never), 60);
}

/// The scenario library says nothing about these commands.
TEST(Script, GivesAnyCommandOfWorldThatSetsSomethingOfAnAgent) {
    Fight fight(
        test::duel("duration = 1", "",
                   "[[script]]\ncommand = 'set_user_data'\ngroup = 'blues'\ndata = 7\n"
                   "[[script]]\ncommand = 'set_target_bias'\nagent = 1\ntarget_bias = 3\nviewer_group = 'reds'\n"
                   "[[script]]\ncommand = 'set_target_bias'\nagent = 0\ntarget_bias = 2\n"));
    for (int frame = 0; frame < 2; ++frame) fight.battle.step().value();
    const World& world = fight.world();
    EXPECT_EQ(world.user_data()[*world.row_of(fight.agent(1))], 7u);
    EXPECT_EQ(world.target_bias(fight.agent(1), fight.agent(0)), 3.0f);
    EXPECT_EQ(world.target_bias(fight.agent(0)), 2.0f);
}

TEST(Battle, AReloadTakesArchetypesAndMonstersAndNamesOtherChanges) {
    Fight fight(test::duel());
    fight.battle.step().value();
    const std::string archetype = fight.battle.scenario().archetypes[0].name;
    const Reloaded nothing = fight.battle.reload(scenario_of(test::duel())).value();
    EXPECT_EQ(nothing.archetypes + nothing.monsters, 0);
    EXPECT_TRUE(nothing.left.empty());
    const Scenario changed = scenario_of(test::duel("duration = 2\nseed = 7", "walk_speed = 0\nrun_speed = 0",
                                                    "[monsters.x.state_1]\n[archetypes.new]\n"));
    const Reloaded reloaded = fight.battle.reload(changed).value();
    EXPECT_EQ(reloaded.archetypes, 1);
    EXPECT_EQ(reloaded.monsters, 1);
    EXPECT_EQ(reloaded.left, (std::vector<std::string>{"duration", "seed", "archetypes.new"}));
    fight.battle.step().value();
    EXPECT_EQ(fight.world().archetype(0).body.run_speed, 0.0f);
    EXPECT_EQ(fight.world().monster_count(), 1u);
    EXPECT_EQ(fight.battle.scenario().archetypes[0].body.run_speed, 0.0f);

    const Scenario other = scenario_of(test::duel("", "autonomous = false"));
    EXPECT_EQ(fight.battle.reload(other).error(), Error::out_of_range);
    EXPECT_EQ(fight.battle.scenario().archetypes[0].body.run_speed, 0.0f);
}

TEST(Battle, AReloadNamesWhatTheChangedScenarioNoLongerHas) {
    Fight fight(test::duel("", "", "[monsters.x.state_1]\n[archetypes.other]\n"));
    const Reloaded reloaded = fight.battle.reload(scenario_of(test::duel())).value();
    EXPECT_EQ(reloaded.archetypes + reloaded.monsters, 0);
    EXPECT_EQ(reloaded.left, (std::vector<std::string>{"archetypes.other", "monsters.x"}));
    EXPECT_EQ(fight.world().archetype_count(), 2u);
}

/// A reload replaces no script, so the script may order an attack that archetypes no longer have.
TEST(Battle, AnOrderedAttackMayBeRemovedByAReload) {
    std::string text =
        test::duel("duration = 1", "autonomous = false",
                   "[[script]]\ntime = 0.5\ncommand = 'perform'\nagent = 0\ntarget = 1\nattack = 'swing'\n");
    Fight fight(text);
    fight.battle.step().value();
    for (size_t at = 0; (at = text.find("'swing'", at)) != std::string::npos;) text.replace(at, 7, "'slash'");
    const Reloaded reloaded = fight.battle.reload(scenario_of(text)).value();
    EXPECT_EQ(reloaded.archetypes, 1);
    EXPECT_EQ(reloaded.left, std::vector<std::string>{"script"});
    fight.watch([&](const World& world) { EXPECT_TRUE(world.events().orders.empty()); });
}

TEST(Battle, AnAgentMayBeOrderedToAttackWithAnArchetypeOfTheHost) {
    Fight fight(test::duel("duration = 1", "autonomous = false",
                           "[[script]]\ntime = 0.5\ncommand = 'perform'\nagent = 0\ntarget = 1\nattack = 'swing'\n"));
    World& world = fight.battle.world();
    fight.battle.step().value();
    ArchetypeDef changed = world.archetype(0);
    changed.name = "changed";
    ArchetypeIndex added = 0;
    ASSERT_EQ(world.add_archetype(changed, &added), Error::ok);
    ASSERT_EQ(world.set_archetype(fight.agent(0), added), Error::ok);
    size_t orders = 0;
    fight.watch([&](const World& now) { orders += now.events().orders.size(); });
    EXPECT_NE(orders, 0u);
}

/// The hashes of the next frames.
std::vector<uint64_t> fought(Battle& battle, int frames) {
    std::vector<uint64_t> hashes;
    for (int i = 0; i < frames; ++i) {
        battle.step().value();
        hashes.push_back(battle.world().state_hash());
    }
    return hashes;
}

// ---- Rollback

/// A scenario that uses all state of a script: agents on paths, due commands, spawned groups, and points of detail.
std::string long_script() {
    std::string text = test::duel("duration = 30\ndetail = { points = [[0, 0]] }", "motion = 'host'");
    return text + R"(
[[groups]]
name = 'more'
archetype = 'fighter'
team = 'blue'
count = 3
at = [20, 0]
spawn_trigger = 'script'

[[script]]
time = 0.1
command = 'path'
group = 'reds'
points = [[5, 5], [-5, 5]]
loop = true

[[script]]
time = 0.5
command = 'spawn'
group = 'more'

[[script]]
time = 0.7
command = 'set_detail'
points = [[3, 3]]
)";
}

TEST(Battle, GoesBackWithItsScript) {
    Fight fight(long_script());
    Rollback images = Rollback::create(fight.battle.world(), 4).value();
    fought(fight.battle, 20);
    ASSERT_EQ(images.save(), Error::ok);
    const auto mark = fight.battle.mark();
    const std::vector<uint64_t> hashes = fought(fight.battle, 60);
    const int64_t spawned = fight.battle.spawn_count();
    for (int again = 0; again < 2; ++again) {
        ASSERT_EQ(images.restore(20), Error::ok);
        fight.battle.return_to(*mark).value();
        EXPECT_EQ(fight.battle.spawn_count(), spawned - 3);
        EXPECT_EQ(fought(fight.battle, 60), hashes);
    }
}

TEST(Battle, GoesBackBeforeAReload) {
    Fight fight(test::duel());
    const auto mark = fight.battle.mark();
    Scenario changed = fight.battle.scenario();
    changed.archetypes[0].body.health += 1.0f;
    EXPECT_EQ(fight.battle.reload(changed).value().archetypes, 1);
    EXPECT_EQ(fight.battle.scenario().archetypes[0].body.health, changed.archetypes[0].body.health);
    fight.battle.return_to(*mark).value();
    EXPECT_NE(fight.battle.scenario().archetypes[0].body.health, changed.archetypes[0].body.health);
}

TEST(Battle, RefusesMarksOfAnotherBattleOrALaterTime) {
    Fight fight(long_script()), other(long_script());
    const auto before = fight.battle.mark();
    fought(fight.battle, 40);
    EXPECT_EQ(other.battle.return_to(*before).error(), Error::unknown);
    const auto ahead = fight.battle.mark();
    fight.battle.return_to(*before).value();
    // The agents that were spawned since do not exist any more.
    EXPECT_EQ(fight.battle.return_to(*ahead).error(), Error::unknown);
}

TEST(Battle, LooksAgainWhetherItIsOverAfterGoingBack) {
    Fight fight(test::duel());
    Rollback images = Rollback::create(fight.battle.world(), 4).value();
    fought(fight.battle, 20);
    ASSERT_EQ(images.save(), Error::ok);
    const auto mark = fight.battle.mark();
    const int64_t frames = fight.to_the_end(never);
    ASSERT_EQ(images.restore(20), Error::ok);
    fight.battle.return_to(*mark).value();
    EXPECT_EQ(fight.to_the_end(never), frames);
}

/// A new battle may lie where the old battle lay in memory.
TEST(Battle, RefusesMarksOfABattleThatIsGone) {
    const Scenario scenario = scenario_of(test::duel());
    const auto mark = Fight(scenario).battle.mark();
    for (int i = 0; i < 4; ++i) EXPECT_EQ(Fight(scenario).battle.return_to(*mark).error(), Error::unknown);
}

/// For AddressSanitizer: the step reads the poses of the script.
TEST(Battle, MayBeDestroyedWhileAStepIsBegun) {
    Fight fight(long_script());
    fought(fight.battle, 20);
    fight.battle.give_commands().value();
    EXPECT_EQ(fight.battle.world().step_begin(1.0 / 60.0), Error::ok);
}

TEST(Battle, AForgedProgressIsRefusedAndChangesNothing) {
    using Json = nlohmann::json;
    const Scenario scenario = scenario_of(long_script());
    Fight fight(scenario), other(scenario);
    fought(fight.battle, 40);
    std::vector<std::byte> world;
    ASSERT_EQ(fight.battle.world().save(&world), Error::ok);
    ASSERT_EQ(other.battle.world().restore(world), Error::ok);
    const Json good = Json::parse(fight.battle.progress());
    const std::vector<std::pair<std::string, std::string>> forgeries = {{"/walkers/0/corners", "[[0, 0]]"},
                                                                        {"/walkers/0/corners/0/0", "1e300"},
                                                                        {"/walkers/0/began_us", "1000000000"},
                                                                        {"/walkers/0/began_us", "-1"},
                                                                        {"/walkers/0/command", "1"},
                                                                        {"/next", "1e30"},
                                                                        {"/waves/0/agents", "[]"},
                                                                        {"/waves/0/group", "-1"},
                                                                        {"/decided", "2"}};
    for (const auto& forgery : forgeries) {
        Json forged = good;
        forged[Json::json_pointer(forgery.first)] = Json::parse(forgery.second);
        EXPECT_EQ(other.battle.resume(forged.dump()).error(), Error::bad_snapshot) << forgery.first;
    }
    other.battle.resume(good.dump()).value();
    EXPECT_EQ(fought(other.battle, 30), fought(fight.battle, 30));
}

TEST(Battle, RefusesScenariosMadeByHandThatWouldCrash) {
    const Scenario good = scenario_of(long_script());
    const auto expect_refused = [&](auto change) {
        Scenario bad = good;
        change(bad);
        EXPECT_EQ(Battle::create(bad).error(), Error::out_of_range);
    };
    expect_refused([](Scenario& s) { s.groups[0].archetype = "none"; });
    expect_refused([](Scenario& s) { s.groups[0].team = "none"; });
    expect_refused([](Scenario& s) { s.groups[0].count = -1; });
    expect_refused([](Scenario& s) { s.groups[0].company_size = 0; });
    expect_refused([](Scenario& s) { s.groups[0].parts = 0; });
    expect_refused([](Scenario& s) { std::get<ScriptPath>(s.script[0].command).points.clear(); });
    expect_refused([](Scenario& s) { std::get<ScriptSpawn>(s.script[1].command).group = "none"; });
    expect_refused([](Scenario& s) { s.script[2].command = ScriptNavLink{}; });
}

} // namespace
} // namespace fray
