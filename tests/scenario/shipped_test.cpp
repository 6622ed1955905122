// Every shipped scenario shows what it is named for: one sentence for each, with bounds rather than figures. Large
// scenarios run with fewer agents. The figures of those in the folder `tuning` are on the page of tuning
// (tests/integration/tuning_page_test.cpp).
#include "battle/example_states.h"
#include "fray/battle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace fray {
namespace {

Scenario shipped(const std::string& name) {
    ScenarioResult result = load_scenario(std::string(FRAY_SCENARIO_DIR "/") + name + ".toml");
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    return std::move(result.scenario);
}

/// A battle with the figures that several sentences need.
class Fight {
public:
    explicit Fight(Scenario scenario, int64_t agents = 0, uint64_t seed = 1)
        : scenario_(std::move(scenario)), battle_(Battle::create(scenario_, options(agents, seed)).value()) {
        const std::vector<int64_t> counts = group_counts(scenario_, agents);
        for (size_t i = 0; i < counts.size(); ++i)
            if (scenario_.groups[i].spawn_trigger == SpawnTrigger::start)
                groups_.insert(groups_.end(), static_cast<size_t>(counts[i]), scenario_.groups[i].name);
    }
    explicit Fight(const std::string& name, int64_t agents = 0, uint64_t seed = 1)
        : Fight(shipped(name), agents, seed) {}

    /// Runs the battle to its end. `each` is called after each step; the battle ends early if it returns false.
    void run(const std::function<bool(const World&, const Events&)>& each = {}) {
        while (!battle_.over()) {
            battle_.step().value();
            tally();
            if (each && !each(world(), world().events())) return;
        }
    }

    /// Runs the battle to its end, and calls `each` after each step.
    void watch(const std::function<void(const World&, const Events&)>& each) {
        run([&](const World& world, const Events& events) { return each(world, events), true; });
    }

    const World& world() const { return battle_.world(); }
    /// The name of the group in which an agent was spawned at the start; empty: it was summoned.
    std::string group(Serial serial) const { return at(serial) < groups_.size() ? groups_[at(serial)] : std::string{}; }
    const std::string& kind(Serial serial) const { return kinds_.at(at(serial)); }
    const std::string& name_of(Serial serial, int16_t attack) const {
        for (const ArchetypeDef& archetype : scenario_.archetypes)
            if (archetype.name == kind(serial)) return archetype.attacks.at(static_cast<size_t>(attack)).name;
        throw std::logic_error("an agent of no archetype");
    }

    /// The name of an act of the first monster.
    const std::string& act(int32_t number) const {
        return scenario_.monsters.at(0).acts.at(static_cast<size_t>(number)).name;
    }

    /// Attacks that the agent has begun.
    int attacks(Serial serial) const { return attacks_.at(at(serial)); }
    int all_attacks() const { return sum(attacks_); }
    /// Attacks of each agent of a group, or of an archetype.
    std::vector<int> attacks_of_group(const std::string& name) const {
        return attacks_where([&](Serial serial) { return group(serial) == name; });
    }
    std::vector<int> attacks_of_kind(const std::string& name) const {
        return attacks_where([&](Serial serial) { return kind(serial) == name; });
    }
    /// How often the attack with this name has begun.
    int times(const std::string& attack) const { return times_.contains(attack) ? times_.at(attack) : 0; }
    /// How many agents are in the middle of the attack with this name.
    int64_t in_progress(const std::string& attack) const {
        return std::count_if(in_progress_.begin(), in_progress_.end(),
                             [&](const auto& entry) { return entry.second == attack; });
    }
    int hits() const { return hits_; }
    int deaths() const { return static_cast<int>(dead_.size()); }
    /// Deaths in a group.
    int64_t deaths_in(const std::string& name) const {
        return std::count_if(dead_.begin(), dead_.end(), [&](Serial serial) { return group(serial) == name; });
    }
    int64_t size_of(const std::string& name) const { return std::count(groups_.begin(), groups_.end(), name); }
    /// The share of a team that has died.
    double lost(TeamIndex team) const {
        const auto size = std::count(teams_.begin(), teams_.end(), team);
        const auto died =
            std::count_if(dead_.begin(), dead_.end(), [&](Serial serial) { return teams_[at(serial)] == team; });
        return static_cast<double>(died) / static_cast<double>(size);
    }

    static int least(const std::vector<int>& figures) { return *std::min_element(figures.begin(), figures.end()); }
    static int sum(const std::vector<int>& figures) { return std::accumulate(figures.begin(), figures.end(), 0); }

private:
    static size_t at(Serial serial) { return static_cast<size_t>(serial); }

    static BattleOptions options(int64_t agents, uint64_t seed) {
        return {.agents = agents, .seed = seed, .world = {.threads = 1}, .prepare = demo::add_example_states};
    }

    template <class Which> std::vector<int> attacks_where(Which which) const {
        std::vector<int> found;
        for (Serial serial = 0; at(serial) < attacks_.size(); ++serial)
            if (which(serial)) found.push_back(attacks_[at(serial)]);
        EXPECT_FALSE(found.empty());
        if (found.empty()) found.push_back(0);
        return found;
    }

    void tally() {
        for (const SpawnEvent& e : world().events().spawns) {
            kinds_.resize(std::max(kinds_.size(), at(e.agent.serial) + 1));
            kinds_[at(e.agent.serial)] = world().archetype(e.archetype).name;
            teams_.resize(kinds_.size());
            teams_[at(e.agent.serial)] = e.team;
            attacks_.resize(kinds_.size());
        }
        for (const ArchetypeEvent& e : world().events().archetypes)
            kinds_[at(e.agent.serial)] = world().archetype(e.to).name;
        for (const AttackEndEvent& e : world().events().attack_ends) in_progress_.erase(e.agent.serial);
        for (const DeathEvent& e : world().events().deaths) in_progress_.erase(e.agent.serial);
        for (const AttackEvent& e : world().events().attacks) {
            ++attacks_[at(e.agent.serial)];
            ++times_[in_progress_[e.agent.serial] = name_of(e.agent.serial, e.attack)];
        }
        hits_ += static_cast<int>(world().events().hits.size());
        for (const DeathEvent& e : world().events().deaths) dead_.insert(e.agent.serial);
    }

    Scenario scenario_;
    Battle battle_;
    std::vector<std::string> groups_, kinds_; ///< by serial
    std::vector<TeamIndex> teams_;
    std::vector<int> attacks_;
    std::map<std::string, int> times_;
    std::map<Serial, std::string> in_progress_; ///< by agent: from the event attack to the event attack_end
    std::set<Serial> dead_;
    int hits_ = 0;
};

template <typename Which> Fight fought(const Which& scenario, int64_t agents = 0) {
    Fight fight(scenario, agents);
    fight.run();
    return fight;
}

/// The least number of attacks of an agent of any of these archetypes.
int least_of_kinds(const Fight& fight, const std::vector<std::string>& kinds) {
    int least = 1'000'000;
    for (const std::string& kind : kinds) least = std::min(least, Fight::least(fight.attacks_of_kind(kind)));
    return least;
}

TEST(Shipped, EveryScenarioHasATestHere) {
    std::set<std::string> with_a_test;
    const auto& suite = *testing::UnitTest::GetInstance()->GetTestSuite(0);
    for (int i = 0; i < suite.total_test_count(); ++i) with_a_test.insert(suite.GetTestInfo(i)->name());
    for (const auto& entry : std::filesystem::directory_iterator(FRAY_SCENARIO_DIR)) {
        if (entry.path().extension() != ".toml") continue;
        std::string name = entry.path().stem().string();
        std::replace(name.begin(), name.end(), '-', '_');
        EXPECT_TRUE(std::ranges::any_of(with_a_test, [&](const std::string& test) {
            return test.starts_with(name + "_");
        })) << name;
    }
}

TEST(Shipped, arena_EveryEnemyAttacks) {
    const Fight fight = fought("arena");
    EXPECT_GE(least_of_kinds(fight, {"light", "medium", "heavy"}), 3);
}

TEST(Shipped, arena24_EveryEnemyAttacksMoreOftenThanInTheArena) {
    const Fight fight = fought("arena24"), arena = fought("arena");
    EXPECT_GE(least_of_kinds(fight, {"light", "medium", "heavy"}), 5);
    EXPECT_GE(fight.all_attacks() * 10, arena.all_attacks() * 13);
}

TEST(Shipped, boss_TheApostleUsesAllItsAttacksHealsAndEntersItsSecondPhase) {
    std::map<std::string, int> times;
    for (const uint64_t seed : {1, 2, 3}) {
        Fight fight("boss", 0, seed);
        size_t heals = 0, phases = 0;
        fight.watch([&](const World&, const Events& events) {
            heals += events.heals.size();
            phases += events.phases.size();
        });
        EXPECT_GE(heals, 1u) << "seed " << seed;
        EXPECT_GE(phases, 1u) << "seed " << seed;
        for (const char* attack : {"cut", "three cuts", "lunge", "fireball", "circle of magic", "storm"})
            times[attack] += fight.times(attack);
    }
    for (const auto& [attack, count] : times) EXPECT_GT(count, 0) << attack;
}

TEST(Shipped, boss_and_court_EverySoldierGetsASlot) {
    Fight fight("boss-and-court");
    std::set<Serial> held;
    fight.watch([&](const World&, const Events& events) {
        for (const SlotEvent& e : events.slots)
            if (fight.group(e.agent.serial) == "soldiers") held.insert(e.agent.serial);
    });
    EXPECT_EQ(held.size(), 200u);
    EXPECT_GT(Fight::sum(fight.attacks_of_kind("boss")), 0);
}

TEST(Shipped, bridge_ThereIsFightingOnTheBridgeTheFordAndTheDam) {
    Fight fight("bridge", 1000);
    std::array<bool, 3> seen{};
    fight.run([&](const World& world, const Events& events) {
        for (const HitEvent& e : events.hits) {
            const std::optional<Vec2> at = world.position(e.target.id);
            if (!at || std::abs(at->x) > 14.0f) continue; // the river
            seen[0] |= at->y > -4.0f && at->y < 2.0f;
            seen[1] |= at->y > 28.0f && at->y < 32.0f;
            seen[2] |= at->y > -32.0f && at->y < -28.0f;
        }
        return !(seen[0] && seen[1] && seen[2]);
    });
    EXPECT_TRUE(seen[0]) << "bridge";
    EXPECT_TRUE(seen[1]) << "ford";
    EXPECT_TRUE(seen[2]) << "dam";
}

TEST(Shipped, cannae_EveryKindAttacks) {
    Fight fight("cannae", 2000);
    const std::vector<std::string> kinds = {"legionary", "celt", "african", "roman_horse", "heavy_horse", "numidian"};
    std::set<std::string> attacked;
    fight.run([&](const World&, const Events& events) {
        for (const AttackEvent& e : events.attacks) attacked.insert(fight.kind(e.agent.serial));
        return attacked.size() < kinds.size();
    });
    for (const std::string& kind : kinds) EXPECT_TRUE(attacked.contains(kind)) << kind;
}

TEST(Shipped, clash_NearlyEveryAgentAttacksAndNoneDies) {
    const Fight fight = fought("clash", 1000);
    int attacked = 0;
    for (Serial serial = 0; serial < 1000; ++serial) attacked += fight.attacks(serial) > 0;
    EXPECT_GE(attacked, 930);
    EXPECT_EQ(fight.deaths(), 0);
}

TEST(Shipped, dragons_NeverUseTwoFlamesAtOnceNorThreeTailsInARow) {
    Fight fight("dragons");
    std::vector<double> tails;
    int64_t flames = 0;
    fight.watch([&](const World& world, const Events& events) {
        flames = std::max(flames, fight.in_progress("flame"));
        for (const AttackEvent& e : events.attacks)
            if (fight.name_of(e.agent.serial, e.attack) == "tail") tails.push_back(world.time());
    });
    EXPECT_EQ(flames, 1);
    EXPECT_GE(tails.size(), 4u);
    for (size_t i = 2; i < tails.size(); ++i) EXPECT_GT(tails[i] - tails[i - 2], 8.0) << i;
    EXPECT_GT(fight.times("claw"), 0);
}

TEST(Shipped, drill_TheCompanyPassesTheGatewayAndFacesAbout) {
    Fight fight("drill");
    size_t arrived = 0;
    fight.watch([&](const World&, const Events& events) {
        for (const OrderDoneEvent& event : events.orders_done) arrived += event.cause == OrderDoneCause::reached;
    });
    EXPECT_EQ(arrived, 60u);
    const World& world = fight.world();
    for (size_t row = 0; row < world.agent_count(); ++row)
        if (world.positions()[row].x < 29.0f || world.positions()[row].y > -11.0f) { // not the officer
            EXPECT_LT(world.headings()[row].x, -0.9f) << world.serials()[row];
        }
}

TEST(Shipped, exodus_ThePeopleLeaveThroughAllThreeGates) {
    Fight fight("exodus");
    std::map<Serial, float> passed_at; // y, m
    fight.watch([&](const World& world, const Events&) {
        for (size_t row = 0; row < world.agent_count(); ++row)
            if (const Vec2 at = world.positions()[row]; at.x > 1.5f && world.teams()[row] == 0)
                passed_at.emplace(world.serials()[row], at.y);
    });
    EXPECT_EQ(passed_at.size(), 400u);
    int low = 0, middle = 0, high = 0;
    for (const auto& [serial, y] : passed_at) ++(y < -8.0f ? low : y < 7.0f ? middle : high);
    EXPECT_GT(low, 40);
    EXPECT_GT(middle, 100);
    EXPECT_GT(high, 80);
}

TEST(Shipped, five_heroes_GoThroughAllThreeCamps) {
    const Fight fight = fought("five-heroes");
    for (const char* camp : {"first camp", "second camp", "third camp"})
        EXPECT_GE(fight.deaths_in(camp) * 3, fight.size_of(camp)) << camp;
    EXPECT_EQ(fight.lost(0), 0.0);
}

TEST(Shipped, gauntlet_AgentsOfAllThreeGroupsAttack) {
    const Fight fight = fought("gauntlet");
    for (const std::string group : {"first", "second", "third"}) {
        int attacks = 0;
        for (const std::string kind : {" light", " medium", " heavy"})
            attacks += Fight::sum(fight.attacks_of_group(group + kind));
        EXPECT_GE(attacks, 3) << group;
    }
}

TEST(Shipped, hoplites_AllFourKindsAttackAndBothSidesBleed) {
    Scenario scenario = shipped("hoplites");
    scenario.duration = 45; // with fewer agents one side is soon gone
    const Fight fight = fought(scenario, 1000);
    for (const char* kind : {"spearman", "pikeman", "swordsman", "champion_swordsman"})
        EXPECT_GT(Fight::sum(fight.attacks_of_kind(kind)), 0) << kind;
    for (const TeamIndex team : {TeamIndex{0}, TeamIndex{1}}) {
        EXPECT_GT(fight.lost(team), 0.1) << int{team};
        EXPECT_LT(fight.lost(team), 0.9) << int{team};
    }
}

TEST(Shipped, horizon_LevelOfDetailSavesAThirdAndChangesLittle) {
    Scenario scenario = shipped("horizon");
    scenario.duration = 15;
    std::array<std::array<double, 4>, 2> figures{}; // updates, attacks, hits, deaths
    for (size_t i = 0; i < 2; ++i) {
        Fight fight(i == 0 ? scenario : without_detail(scenario), 4000);
        fight.watch([&](const World& world, const Events&) { figures[i][0] += world.counters().updates; });
        figures[i][1] = fight.all_attacks();
        figures[i][2] = fight.hits();
        figures[i][3] = fight.deaths();
    }
    EXPECT_LT(figures[0][0], figures[1][0] * 2.0 / 3.0);
    for (size_t k = 1; k < 4; ++k) EXPECT_NEAR(figures[0][k] / figures[1][k], 1.0, 0.05) << k;
}

TEST(Shipped, knight_PerformsTheLungeAndThenTheSwingAndBothHit) {
    Fight fight("knight");
    std::vector<std::string> begun, hit;
    std::vector<AttackEndCause> ends;
    fight.watch([&](const World&, const Events& events) {
        const auto by_knight = [&](const auto& e) { return fight.group(e.agent.serial) == "knight"; };
        for (const AttackEvent& e : events.attacks)
            if (by_knight(e)) begun.push_back(fight.name_of(e.agent.serial, e.attack));
        for (const HitEvent& e : events.hits)
            if (by_knight(e)) hit.push_back(fight.name_of(e.agent.serial, e.attack));
        for (const AttackEndEvent& e : events.attack_ends)
            if (by_knight(e)) ends.push_back(e.cause);
    });
    EXPECT_EQ(begun, (std::vector<std::string>{"lunge", "overhead swing"}));
    EXPECT_EQ(hit, begun);
    EXPECT_EQ(ends, (std::vector<AttackEndCause>{AttackEndCause::finished, AttackEndCause::finished}));
}

TEST(Shipped, kungfu_EveryAgentOfAllThreeColoursAttacks) {
    const Fight fight = fought("kungfu");
    EXPECT_GE(least_of_kinds(fight, {"orange", "red", "black"}), 1);
}

TEST(Shipped, menagerie_EachActOccursAndTheFightIsThatOfClash) {
    const Fight clash = fought("clash", 1000);
    Fight fight("menagerie", 1000);
    std::set<std::string> acts;
    fight.watch([&](const World&, const Events& events) {
        for (const ActEvent& e : events.acts) acts.insert(fight.act(e.act));
    });
    EXPECT_EQ(acts, (std::set<std::string>{"act_1", "act_2", "act_3", "act_4"}));
    // The monsters are quicker than the fighters. So the fighters look for contacts a little farther away.
    EXPECT_NEAR(fight.all_attacks(), clash.all_attacks(), 0.005 * static_cast<double>(clash.all_attacks()));
}

TEST(Shipped, ogre_SummonsFiveChangesItsSkillsAndTakesTheFiveWithIt) {
    Fight fight("ogre");
    size_t summons = 0;
    int skills = 0;
    double summoned = 0.0;
    fight.watch([&](const World& world, const Events& events) {
        if (summons == 0 && !events.summons.empty()) summoned = world.time();
        summons += events.summons.size();
        for (const AttackSetEvent& e : events.attack_sets) skills += fight.group(e.agent.serial) == "ogre";
    });
    EXPECT_EQ(summons, 5u);
    EXPECT_NEAR(summoned, 10.0, 0.1);
    EXPECT_GE(skills, 2);
    EXPECT_EQ(fight.deaths(), 6);
}

TEST(Shipped, presets_HeavyEnemiesAttackOnTheRightOnly) {
    const Fight fight = fought("presets");
    EXPECT_GE(least_of_kinds(fight, {"belgian_light", "belgian_medium", "belgian_heavy"}), 2);
    EXPECT_GT(Fight::sum(fight.attacks_of_kind("kungfu_light")), 0);
    EXPECT_EQ(Fight::sum(fight.attacks_of_kind("kungfu_heavy")), 0);
}

TEST(Shipped, skirmish_AllKindsAttackAndEachSideLosesMoreThanHalf) {
    Fight fight("skirmish", 1000);
    std::set<Serial> holders;
    fight.watch([&](const World&, const Events& events) {
        for (const SlotEvent& e : events.slots) holders.insert(e.agent.serial);
    });
    int64_t giants = 0, with_slot = 0;
    for (Serial serial = 0; serial < 1000; ++serial) {
        if (fight.kind(serial) != "giant") continue;
        ++giants;
        with_slot += holders.contains(serial);
    }
    EXPECT_GT(giants, 0);
    EXPECT_EQ(with_slot, giants);
    for (const char* kind : {"swordsman", "spearman", "giant", "rider"})
        EXPECT_GT(Fight::sum(fight.attacks_of_kind(kind)), 0) << kind;
    EXPECT_GT(fight.lost(0), 0.5);
    EXPECT_GT(fight.lost(1), 0.5);
}

/// How an agent moves in the frames in which it waits for a place at an enemy out of reach.
struct Waiter {
    Vec2 from{}, to{};
    double way = 0.0; ///< m
    int frames = 0, moved = 0;
    bool waits = true; ///< in all of the frames

    /// Whether it gets less far than 0.5 m, or than half of its way.
    bool gets_nowhere() const {
        const double got_on = std::hypot(to.x - from.x, to.y - from.y);
        return got_on < 0.5 || got_on < 0.5 * way;
    }
};

bool waits_out_of_reach(const World& world, size_t row) {
    const std::optional<size_t> target = world.row_of(world.targets()[row]);
    if (world.slots()[row] >= 0 || !target) return false;
    const Vec2 to_target = world.positions()[*target] - world.positions()[row];
    return std::hypot(to_target.x, to_target.y) > 3.0f;
}

TEST(Shipped, skirmish_AgentsThatWaitBehindTheLineStandStillOrGetOn) {
    Fight fight("skirmish", 10'000);
    std::map<Serial, Waiter> waiters;
    std::set<Serial> supporting; // they are on their way to where the enemy's line is open, and do not wait
    int frames = 0;
    fight.run([&](const World& world, const Events& events) {
        for (const TargetEvent& e : events.targets)
            if (e.cause == TargetCause::support) supporting.insert(e.agent.serial);
        for (const RequestEvent& e : events.requests) supporting.erase(e.agent.serial);
        if (world.frame() <= 1200) return true;
        ++frames;
        for (size_t row = 0; row < world.agent_count(); ++row) {
            Waiter& waiter = waiters[world.serials()[row]];
            const Vec2 at = world.positions()[row], before = world.previous_positions()[row];
            if (waiter.frames++ == 0) waiter.from = before;
            waiter.waits = waiter.waits && waits_out_of_reach(world, row) && !supporting.contains(world.serials()[row]);
            waiter.moved += at != before;
            waiter.way += std::hypot(at.x - before.x, at.y - before.y);
            waiter.to = at;
        }
        return world.frame() < 1320;
    });
    double all = 0.0, moved = 0.0, in_vain = 0.0; // frames of all agents
    for (const auto& [serial, waiter] : waiters) {
        if (!waiter.waits || waiter.frames != frames) continue;
        all += frames;
        moved += waiter.moved;
        if (waiter.gets_nowhere()) in_vain += waiter.moved;
    }
    EXPECT_LT(moved / all, 0.5); // they follow the line, or make room for those that go to its ends
    EXPECT_LT(in_vain / all, 0.13);
}

TEST(Shipped, troll_AllFourAttacksAndBothCombinationsOfTheChapterOccur) {
    Fight fight("troll");
    bool lunge_with_club = false, charge_with_swing = false;
    fight.watch([&](const World&, const Events&) {
        lunge_with_club |= fight.in_progress("lunge") > 0 && fight.in_progress("club") > 0;
        charge_with_swing |= fight.in_progress("charge") > 0 && fight.in_progress("swing") > 0;
    });
    for (const char* attack : {"lunge", "swing", "charge", "club"}) EXPECT_GT(fight.times(attack), 0) << attack;
    EXPECT_TRUE(lunge_with_club);
    EXPECT_TRUE(charge_with_swing);
}

TEST(Shipped, volley_ArrowsKillManyBeforeTheFirstSwordAttack) {
    Fight fight("volley", 1500);
    int64_t killed = 0;
    fight.run([&](const World&, const Events&) {
        if (Fight::sum(fight.attacks_of_kind("swordsman")) > 0) return false;
        killed = fight.deaths();
        return true;
    });
    EXPECT_GE(killed * 20, static_cast<int64_t>(fight.attacks_of_kind("swordsman").size()));
    EXPECT_GT(Fight::sum(fight.attacks_of_kind("swordsman")), 0);
}

TEST(Shipped, charge_TheFirstLancesWoundMostAndOnlyTheCarelessShootFriends) {
    Fight fight("charge");
    float first = 0.0f, last = 0.0f;
    int by_careful = 0, by_careless = 0, of_careful = 0, pushed = 0;
    fight.watch([&](const World& world, const Events& events) {
        for (const HitEvent& e : events.hits) {
            const std::string& kind = fight.kind(e.agent.serial);
            const bool is_friend = fight.kind(e.target.serial) != "lancer";
            if (kind == "lancer" && fight.name_of(e.agent.serial, e.attack) == "lance") {
                if (first == 0.0f) first = e.damage;
                last = e.damage;
                pushed += world.body(e.target).value_or(BodyState{}).push_time_left > 0.0;
            }
            of_careful += kind == "careful_archer";
            by_careful += kind == "careful_archer" && is_friend;
            by_careless += kind == "careless_archer" && is_friend;
        }
    });
    EXPECT_GT(first, 95.0f) << "at full speed";
    EXPECT_LT(last, first) << "in the melee";
    EXPECT_GT(pushed, 20);
    EXPECT_EQ(by_careful, 0);
    EXPECT_GT(of_careful, 20);
    EXPECT_GT(by_careless, 20);
}

TEST(Shipped, raid_TheGiantFightsTheHeroThatHurtsItUntilTheKnightTaunts) {
    Fight fight("raid");
    std::vector<std::string> targets;
    bool armed = false;
    fight.watch([&](const World&, const Events& events) {
        for (const TargetEvent& e : events.targets)
            if (e.cause == TargetCause::threat && e.agent.serial == 4) targets.push_back(fight.group(e.target.serial));
        armed = armed || !events.archetypes.empty();
    });
    ASSERT_GE(targets.size(), 2u);
    EXPECT_EQ(targets[0], "mage");
    EXPECT_EQ(targets[1], "knight");
    EXPECT_TRUE(armed);
    EXPECT_EQ(fight.kind(4), "giant_with_club");
    EXPECT_GT(fight.times("sweep"), 0);
}

TEST(Shipped, wounded_GuardsFleeAndReturnToTheirPosts) {
    Fight fight("wounded");
    int returns = 0, returns_after_flight = 0;
    std::set<Serial> fought, fled;
    fight.watch([&](const World& world, const Events& events) {
        for (const AttackEvent& e : events.attacks) fought.insert(e.agent.serial);
        for (const StateEvent& e : events.states) {
            if (fight.kind(e.agent.serial) != "guard") continue;
            if (world.state_name(e.to) == "flee") fled.insert(e.agent.serial);
            if (world.state_name(e.to) != "guard") continue;
            returns += fought.contains(e.agent.serial);
            returns_after_flight += fled.contains(e.agent.serial);
        }
    });
    EXPECT_FALSE(fled.empty());
    EXPECT_GT(returns, 0);
    EXPECT_GT(returns_after_flight, 0);
}

} // namespace
} // namespace fray
