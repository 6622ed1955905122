// Fights made by hand, event by event, and the figures that they must give; small battles, and how they stand.
#include "fight/json.h"
#include "fight/melee.h"
#include "fight/standings.h"
#include "fight/stats.h"

#include "fray/battle.h"
#include "fray/jobs.h"
#include "made_events.h"
#include "must.h"
#include "scenario_text.h"

#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

namespace fray::demo {
namespace {

constexpr int64_t step_us = 100'000;

AttackDef attack_of(int weight, double recovery) {
    AttackDef attack;
    attack.weight = weight;
    attack.recovery = recovery;
    return attack;
}

/// Archetype 0 is a target with 8 slots, approach radius 4 and attack capacity 10. Archetype 1 attacks with weight 5,
/// archetype 2 with weight 20.
std::vector<ArchetypeDef> archetypes() {
    std::vector<ArchetypeDef> defs(3);
    defs[1].attacks = {attack_of(5, 1.0)};
    defs[2].attacks = {attack_of(20, 1.0)};
    return defs;
}

/// A fight written frame by frame, ten frames per second. What happens in a frame is one statement, up to `pass`.
class Tale {
public:
    /// Spawns agents of these archetypes. They stand far away from each other.
    explicit Tale(const std::vector<int>& kinds) {
        for (size_t i = 0; i < kinds.size(); ++i) {
            serials_.push_back(static_cast<Serial>(i));
            positions_.push_back({100.0f + 10.0f * static_cast<float>(i), 0.0f});
            events_.add(SpawnEvent{.agent = of(serials_.back()),
                                   .archetype = static_cast<ArchetypeIndex>(kinds[i]),
                                   .position = positions_.back()});
        }
    }

    Tale& aim(Serial agent, Serial target, TargetCause cause) {
        return add(TargetEvent{.agent = of(agent), .target = of(target), .cause = cause});
    }
    Tale& ask(Serial agent, Serial target = 0) { return add(RequestEvent{.agent = of(agent), .target = of(target)}); }
    Tale& withdraw(Serial agent) { return add(WithdrawEvent{.agent = of(agent), .target = of(0)}); }
    Tale& hold(Serial agent, int slot, SlotCause cause = SlotCause::admitted, Serial target = 0) {
        return add(
            SlotEvent{.agent = of(agent), .target = of(target), .slot = static_cast<int16_t>(slot), .cause = cause});
    }
    Tale& lose(Serial agent, int slot, UnslotCause cause) {
        return add(
            UnslotEvent{.agent = of(agent), .target = of(0), .slot = static_cast<int16_t>(slot), .cause = cause});
    }
    Tale& arrive(Serial agent, int slot = 0) {
        return add(ArriveEvent{.agent = of(agent), .target = of(0), .slot = static_cast<int16_t>(slot)});
    }
    Tale& token(Serial agent, int weight = 5) {
        return add(TokenEvent{.agent = of(agent), .target = of(0), .weight = weight});
    }
    Tale& begin(Serial agent) { return add(AttackEvent{.agent = of(agent), .target = of(0), .attack = 0}); }
    Tale& end(Serial agent) {
        return add(AttackEndEvent{.agent = of(agent), .target = of(0), .attack = 0, .cause = AttackEndCause::finished});
    }
    Tale& change(Serial agent, ArchetypeIndex now) { return add(ArchetypeEvent{.agent = of(agent), .to = now}); }
    Tale& die(Serial agent) { return add(DeathEvent{.agent = of(agent), .killer = of(0)}); }
    /// Sets the attack capacity of the circle of agent 0.
    Tale& capacity(int attack) { return add(CapacityEvent{.target = of(0), .attack_capacity = attack}); }
    /// A whole attack, in two frames.
    Tale& attack(Serial agent) { return token(agent).begin(agent).pass(1).end(agent); }
    Tale& stand(Serial agent, Vec2 at) {
        positions_[static_cast<size_t>(agent)] = at;
        return *this;
    }
    Tale& pass(int frames) {
        for (int i = 0; i < frames; ++i) {
            const Events all = events_.events();
            stats.add({now_, now_ + step_us, all, serials_, positions_});
            now_ += step_us;
            events_.clear();
        }
        return *this;
    }

    CircleFigures circle() const { return stats.figures().circles.at(0); }
    GroupFigures group(ArchetypeIndex archetype = 1) const {
        for (const auto& [index, group] : circle().archetypes) {
            if (index == archetype) return group;
        }
        return {};
    }

    FightStats stats{archetypes()};

private:
    static EventAgent of(Serial serial) { return test::agent(serial); }
    template <typename Event> Tale& add(const Event& event) {
        events_.add(event);
        return *this;
    }

    test::MadeEvents events_;
    std::vector<Serial> serials_;
    std::vector<Vec2> positions_;
    int64_t now_ = 0;
};

TEST(FightStats, RatesAreAttacksPerSecondOfWaitingOrHolding) {
    Tale tale({0, 1, 1});
    for (const Serial agent : {1, 2}) tale.ask(agent);
    tale.pass(10);
    for (const Serial agent : {1, 2}) tale.hold(agent, agent);
    tale.pass(5);
    tale.attack(1);
    tale.attack(1);
    tale.attack(2);
    tale.pass(2);
    tale.withdraw(1);
    for (const Serial agent : {1, 2}) tale.lose(agent, agent, UnslotCause::withdrew);
    tale.pass(50); // neither waits nor holds a slot
    const GroupFigures group = tale.group();
    ASSERT_TRUE(group.rates);
    EXPECT_EQ(group.agents, 2);
    EXPECT_EQ(group.attacks, 3);
    EXPECT_NEAR(group.asked, 2.0, 1e-9);
    EXPECT_NEAR(group.held, 2.0, 1e-9);
    EXPECT_NEAR(group.rates->least, 0.5, 1e-9);
    EXPECT_NEAR(group.rates->median, 0.75, 1e-9);
    EXPECT_NEAR(group.rates->greatest, 1.0, 1e-9);
    EXPECT_NEAR(group.rates->jain, 0.9, 1e-9);
    EXPECT_NEAR(group.rates->worst_share, 2.0 / 3.0, 1e-9);
    EXPECT_EQ(group.rates->worst, 2);
}

TEST(FightStats, AgentsThatTookPartBrieflyDoNotCountForRates) {
    Tale tale({0, 1, 1});
    tale.ask(1).pass(8);
    tale.ask(2).pass(2);
    EXPECT_EQ(tale.group().rates->agents, 1);
    EXPECT_EQ(tale.group().rates->left_out, 1);
}

TEST(FightStats, WaitsForASlotRunFromTheRequest) {
    Tale tale({0, 1, 1, 1});
    tale.ask(1).ask(2).pass(10);
    tale.hold(1, 0).pass(10);
    tale.lose(1, 0, UnslotCause::evicted).ask(1).pass(3);
    tale.hold(1, 0).pass(2);
    tale.withdraw(2).pass(30);
    tale.ask(3).pass(1);
    const Waits waits = tale.group().for_slot;
    EXPECT_EQ(waits.finished, 2);
    EXPECT_EQ(waits.unfinished, 2);
    EXPECT_NEAR(waits.median, 0.65, 1e-6);
    EXPECT_NEAR(waits.p99, 1.0, 1e-6);
    EXPECT_NEAR(waits.longest, 2.5, 1e-6);
    EXPECT_EQ(waits.longest_of, 2);
}

TEST(FightStats, WaitsForATokenAddUpTheTimeOfReadiness) {
    Tale tale({0, 1});
    tale.ask(1).hold(1, 0).pass(5);
    tale.arrive(1).pass(4);
    tale.hold(1, 3, SlotCause::rebalanced); // while it walks it does not wait for a token
    tale.pass(3);
    tale.arrive(1, 3).pass(1);
    tale.attack(1); // it waited 0.4 s and 0.1 s
    tale.hold(1, 3, SlotCause::moved).pass(2);
    tale.arrive(1, 3); // 0.2 s after the attack: it recovers until 1 s after it
    tale.pass(10);
    tale.token(1).pass(1);
    const Waits waits = tale.group().for_token;
    EXPECT_EQ(waits.finished, 2);
    EXPECT_NEAR(waits.longest, 0.5, 1e-6);
    EXPECT_NEAR(waits.median, 0.35, 1e-6);
}

TEST(FightStats, AWaitThatEndsWithoutATokenCountsForTheLongestOnly) {
    Tale tale({0, 1});
    tale.ask(1).hold(1, 0).arrive(1).pass(7);
    tale.lose(1, 0, UnslotCause::stolen).ask(1).pass(1);
    EXPECT_EQ(tale.group().for_token.finished, 0);
    EXPECT_EQ(tale.group().for_token.unfinished, 1);
    EXPECT_NEAR(tale.group().for_token.longest, 0.7, 1e-6);
}

TEST(FightStats, WeightInUseIsMeasuredAtAllTimesAndWhileAHolderWaits) {
    Tale tale({0, 1, 1, 2});
    tale.ask(1).hold(1, 0).arrive(1).token(1).pass(10); // 5 of 10 in use
    tale.ask(3).hold(3, 2).arrive(3, 2);                // ready, but its attack is too heavy even for the empty circle
    tale.pass(10);
    tale.ask(2).hold(2, 1).arrive(2, 1); // this holder waits
    tale.pass(5);
    tale.end(1).pass(15); // it goes on waiting while no weight is in use
    const CircleTally tally = tale.circle().tally;
    EXPECT_NEAR(tally.seconds, 4.0, 1e-9);
    EXPECT_NEAR(tally.use / tally.seconds, 0.5 * 2.5 / 4.0, 1e-9);
    EXPECT_NEAR(tally.waited_seconds, 2.0, 1e-9);
    EXPECT_NEAR(tally.waited_use / tally.waited_seconds, 0.5 * 0.5 / 2.0, 1e-9);
}

TEST(FightStats, UseIsMeasuredAgainstTheCapacityInForce) {
    Tale tale({0, 1});
    tale.ask(1).hold(1, 0).token(1).pass(10);
    tale.capacity(4); // the weight in use exceeds the new capacity
    tale.pass(10);
    tale.capacity(0).pass(10);
    const CircleTally tally = tale.circle().tally;
    EXPECT_NEAR(tally.seconds, 2.0, 1e-9);
    EXPECT_NEAR(tally.use, 0.5 + 1.0, 1e-9);
}

TEST(FightStats, ChangesOfSlotsAreCountedByCause) {
    Tale tale({0, 1, 1});
    tale.stand(0, {0, 0}).pass(3);
    for (const Serial agent : {1, 2}) {
        tale.ask(agent).hold(agent, agent);
    }
    tale.pass(1);
    tale.hold(1, 4, SlotCause::rebalanced); // on its way: does not count as disturbed
    tale.arrive(1, 4).pass(1);
    tale.stand(0, {1, 0}).hold(1, 5, SlotCause::rebalanced); // the target moves
    tale.arrive(1, 5).pass(5);
    tale.hold(1, 5, SlotCause::moved); // the same slot
    tale.arrive(1, 5).pass(1);
    tale.hold(1, 6, SlotCause::rebalanced); // it has arrived and the target stands: counts as disturbed
    tale.pass(1);
    tale.lose(2, 2, UnslotCause::stolen).ask(2).pass(1);
    tale.hold(2, 3, SlotCause::stolen).pass(1);
    const GroupFigures group = tale.group();
    EXPECT_EQ(group.rebalanced, 3);
    EXPECT_EQ(group.moved, 0);
    EXPECT_EQ(group.stolen, 1);
    EXPECT_EQ(group.disturbed, 1);
    EXPECT_EQ(group.holders, 2);
}

TEST(FightStats, WalkingToASlotIsMeasuredUntilArrival) {
    Tale tale({0, 1});
    tale.ask(1).stand(1, {20, 0}).pass(1);
    tale.hold(1, 0);
    for (int x = 19; x >= 14; --x) {
        tale.stand(1, {static_cast<float>(x), 0});
        if (x == 15) tale.arrive(1);
        tale.pass(1);
    }
    EXPECT_NEAR(tale.group().walked, 4.0, 1e-6);
}

TEST(FightStats, TheOpenAngleLiesBetweenArrivedHolders) {
    Tale tale({0, 1, 1, 1});
    tale.stand(0, {0, 0}).stand(1, {4, 0}).stand(2, {0, 4}).stand(3, {-4, 0});
    for (const Serial agent : {1, 2, 3}) {
        tale.ask(agent).hold(agent, 2 * agent - 2);
    }
    tale.arrive(1).arrive(2, 2).pass(10); // 270 degrees are open
    tale.arrive(3, 4).pass(10);           // 180
    const CircleTally tally = tale.circle().tally;
    EXPECT_EQ(tally.angles, 20);
    EXPECT_NEAR(tally.angle_greatest, 1.5 * std::numbers::pi, 1e-6);
    EXPECT_NEAR(tally.angle_sum / 20, 1.25 * std::numbers::pi, 1e-6);
}

TEST(FightStats, GapsBetweenHoldersAreCountedAtArrivals) {
    Tale tale({0, 1, 1, 1});
    for (const Serial agent : {1, 2, 3}) tale.ask(agent);
    tale.hold(1, 0).hold(2, 1).pass(1);
    tale.arrive(1); // only two holders
    tale.hold(3, 2).pass(1);
    tale.arrive(2, 1); // slots 0 1 2: a gap of 6, more than 4
    tale.pass(1);
    tale.hold(3, 5, SlotCause::rebalanced).arrive(3, 5); // slots 0 1 5: a gap of 4
    tale.pass(1);
    EXPECT_EQ(tale.circle().tally.gaps, 2);
    EXPECT_EQ(tale.circle().tally.even, 1);
}

TEST(FightStats, TimeInsideTheRingWithoutASlotIsMeasured) {
    Tale tale({0, 1});
    tale.stand(0, {0, 0}).stand(1, {10, 0}).aim(1, 0, TargetCause::found).ask(1).pass(3);
    for (const float x : {3.0f, 2.8f, 2.8f, 3.0f, 3.5f, 4.5f}) {
        tale.stand(1, {x, 0}).pass(1);
    }
    EXPECT_NEAR(tale.group().longest_inside, 0.5, 1e-6);
    EXPECT_NEAR(tale.group().longest_tarry, 0.3, 1e-6);
}

TEST(FightStats, ATargetThatComesNearDoesNotHideAStepOutwards) {
    Tale tale({0, 1});
    tale.stand(0, {0, 0}).stand(1, {5, 0}).aim(1, 0, TargetCause::found).ask(1).pass(1);
    for (int i = 1; i <= 4; ++i) {
        tale.stand(0, {1.5f * static_cast<float>(i), 0}).stand(1, {5.0f + 0.1f * static_cast<float>(i), 0}).pass(1);
    }
    EXPECT_NEAR(tale.group().longest_inside, 0.3, 1e-6);
    EXPECT_NEAR(tale.group().longest_tarry, 0.1, 1e-6);
}

TEST(FightStats, TimeInsideTheRingEndsWithASlot) {
    Tale tale({0, 1});
    tale.stand(0, {0, 0}).stand(1, {3, 0}).aim(1, 0, TargetCause::found).ask(1).pass(6);
    tale.hold(1, 0).pass(20);
    EXPECT_NEAR(tale.group().longest_inside, 0.5, 1e-6);
}

TEST(FightStats, ChangeOfTargetEndsTheWaitWithASlot) {
    Tale tale({0, 0, 1});
    tale.ask(2, 0).pass(5);
    tale.aim(2, 1, TargetCause::open_slot).hold(2, 3, SlotCause::rebalanced, 1).pass(5);
    const FightFigures figures = tale.stats.figures();
    ASSERT_EQ(figures.circles.size(), 2u);
    EXPECT_EQ(figures.circles[0].all.for_slot.finished, 1);
    EXPECT_NEAR(figures.circles[0].all.for_slot.longest, 0.5, 1e-6);
    EXPECT_NEAR(figures.circles[1].all.held, 0.5, 1e-9);
    EXPECT_EQ(figures.circles[1].all.rebalanced, 0);
    EXPECT_EQ(figures.total.all.agents, 1);
}

TEST(FightStats, DeadAgentsNeitherWaitNorHold) {
    Tale tale({0, 1, 1});
    tale.ask(1).ask(2).hold(2, 0).pass(10);
    tale.die(1).die(2).lose(2, 0, UnslotCause::died).pass(10);
    EXPECT_NEAR(tale.group().asked, 1.0, 1e-9);
    EXPECT_NEAR(tale.group().held, 1.0, 1e-9);
    EXPECT_NEAR(tale.circle().tally.seconds, 1.0, 1e-9);
}

TEST(FightStats, AnAgentWithAnotherArchetypeCountsForThat) {
    EXPECT_NE(FightStats::events & event_bits(EventType::archetype), EventMask{0});
    Tale tale({0, 1});
    tale.ask(1).pass(5);
    tale.change(1, 2).pass(5);
    EXPECT_EQ(tale.group(1).agents, 0);
    EXPECT_EQ(tale.group(2).agents, 1);
}

TEST(FightStats, ForgetClearsTheCountsAndKeepsTheWaits) {
    Tale tale({0, 1});
    tale.ask(1).pass(10);
    tale.stats.forget();
    tale.pass(5);
    tale.hold(1, 0).pass(5);
    EXPECT_NEAR(tale.group().asked, 0.5, 1e-9);
    EXPECT_NEAR(tale.group().held, 0.5, 1e-9);
    EXPECT_NEAR(tale.group().for_slot.longest, 1.5, 1e-6);
    EXPECT_NEAR(tale.circle().tally.seconds, 1.0, 1e-9);
}

TEST(FightStats, ShowsTheSixtyFourCirclesWithMostAgents) {
    std::vector<int> kinds(80, 0);
    kinds.resize(161, 1);
    Tale tale(kinds);
    for (Serial agent = 80; agent < 160; ++agent) tale.ask(agent, agent - 80);
    tale.ask(160, 79); // the last circle has two agents
    tale.pass(1);
    const FightFigures figures = tale.stats.figures();
    EXPECT_EQ(figures.circle_count, 80);
    ASSERT_EQ(figures.circles.size(), 64u);
    EXPECT_EQ(figures.circles[62].target, 62);
    EXPECT_EQ(figures.circles[63].target, 79);
    EXPECT_EQ(figures.total.all.agents, 81);
    World world = World::create().value();
    for (const ArchetypeDef& def : archetypes()) must(world.add_archetype(def));
    EXPECT_EQ(fight_json(figures, world)["circles_shown"], "the 64 with most agents, of 80");
}

/// A battle that makes its steps one by one.
struct Fought {
    std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    Battle battle;

    explicit Fought(const std::string& text) : battle(make(text)) {}
    void steps(int count) {
        for (int i = 0; i < count; ++i) battle.step().value();
    }
    void kill(Serial serial) {
        World& world = battle.world();
        must(world.damage(world.find(serial).value(), 1000.0f));
        steps(1);
    }
    std::string said() const { return verdict(battle, standings(battle.world())); }

private:
    Battle make(const std::string& text) const {
        const ScenarioResult read = parse_scenario(text, "test.toml");
        EXPECT_EQ(read.errors, std::vector<std::string>{});
        return Battle::create(read.scenario, {.world = {.event_mask = MeleeStats::events, .jobs = jobs.get()}}).value();
    }
};

const std::string standing = "walk_speed = 0\nrun_speed = 0";

/// Both fighters are in a team that is its own enemy.
const std::string free_for_all = test::in_one_team(test::duel("hostile = [['red', 'red']]", standing));

TEST(Standings, NoTeamHasWonWhileTheScriptWillSpawnAgents) {
    Fought fought(test::duel(
        "", standing,
        "[[groups]]\nname = 'more'\narchetype = 'fighter'\nteam = 'blue'\ncount = 1\n"
        "at = [20, 0]\nspawn_trigger = 'script'\n[[script]]\ntime = 0.5\ncommand = 'spawn'\ngroup = 'more'\n"));
    fought.steps(1);
    fought.kill(1);
    EXPECT_EQ(fought.said(), "red leads: it has lost 0.0 % of its agents, blue 100.0 %");
    fought.steps(30);
    EXPECT_EQ(fought.said(), "red leads: it has lost 0.0 % of its agents, blue 50.0 %");
    fought.kill(2);
    EXPECT_EQ(fought.said(), "red has won: 1 of 1 agents is left");
}

TEST(Standings, ATeamThatFightsItselfIsWonByItsLastAgent) {
    Fought fought(free_for_all);
    fought.steps(1);
    EXPECT_EQ(fought.said(), "");
    fought.kill(1);
    EXPECT_EQ(fought.said(), "red has won: 1 of 2 agents is left");
}

TEST(MeleeStats, AnAgentIsNotItsOwnEnemy) {
    Fought fought(free_for_all);
    fought.steps(1);
    fought.kill(1);
    MeleeStats melee;
    for (int i = 0; i < 360; ++i) {
        fought.steps(1);
        melee.add(fought.battle.world());
    }
    EXPECT_EQ(melee.figures(fought.battle.world()).attacked_in_contact.of, 0);
}

/// Also in frames without a sample, whatever the frame in which it begins; and with ten samples a second at 30 Hz.
TEST(MeleeStats, CountsFromTheFirstAttackOn) {
    Fought fought("teams = ['red', 'blue']\nhz = 30\n[archetypes.fighter]\nhealth = 100000\n"
                  "attacks = [{ name = 'swing', damage = 1 }]\n"
                  "[[groups]]\nname = 'reds'\narchetype = 'fighter'\nteam = 'red'\ncount = 1\n"
                  "[[groups]]\nname = 'blues'\narchetype = 'fighter'\nteam = 'blue'\ncount = 1\nat = [8, 0]\n");
    const World& world = fought.battle.world();
    std::array<MeleeStats, 4> stats;
    int64_t attacks = 0;
    size_t frame = 0;
    const auto step = [&] {
        fought.steps(1);
        attacks += static_cast<int64_t>(world.events().attacks.size());
        for (size_t i = 0; i < stats.size(); ++i)
            if (frame >= i) stats[i].add(world);
        ++frame;
    };
    while (frame < 4 || (attacks == 0 && frame < 600)) step();
    ASSERT_GT(attacks, 0);
    for (int i = 0; i < 90; ++i) step();
    for (const MeleeStats& melee : stats) {
        const MeleeFigures figures = melee.figures(world);
        EXPECT_EQ(figures.attacks, attacks);
        EXPECT_NEAR(static_cast<double>(figures.near_enemy.of), 60.0, 4.0); // 3 s, two agents
    }
}

} // namespace
} // namespace fray::demo
