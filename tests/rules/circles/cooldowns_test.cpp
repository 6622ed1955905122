// Choice of the attack and cooldowns: the four choices; three tiers of cooldowns, what starts them and what refunds
// them.
#include "rules/oracle_scene.h"

#include <array>

#include <map>

namespace fray {
namespace {

using namespace test;

struct WhichAttack : OracleScene {
    /// How often a single fighter got a token for each attack of its table.
    std::map<int, int> chosen(const ArchetypeDef& def, double time, const CircleDef& circle = plain_circle()) {
        hero(circle);
        const AgentId fighter = foe(def, {9.0f, 0.0f});
        seconds(time);
        std::map<int, int> counts;
        for (const Happened& one : all(EventType::token, fighter)) ++counts[one.event.attack];
        return counts;
    }
    static ArchetypeDef choosing(AttackChoice choice) {
        ArchetypeDef def = puppet({swing(2, 0.25, 0.0), swing(5, 0.25, 0.0), swing(5, 0.25, 0.0), swing(3, 0.25, 0.0)});
        def.engagement.attack_choice = choice;
        for (size_t i = 0; const int score : {1, 0, 6, 3}) def.attacks[i++].score = score;
        return def;
    }
    /// How great a part of the tokens was for each of the four attacks.
    std::array<double, 4> shares(AttackChoice choice) {
        check_every_frame = false;
        double sum = 0.0;
        std::array<double, 4> result{};
        for (const auto& [attack, count] : chosen(choosing(choice), 400.0)) {
            result[static_cast<size_t>(attack)] = count;
            sum += count;
        }
        EXPECT_GT(sum, 800.0);
        for (double& share : result) share /= sum;
        return result;
    }
};

TEST_F(WhichAttack, FirstTakesAttacksInTheTablesOrder) {
    const auto counts = chosen(choosing(AttackChoice::first), 10.0);
    EXPECT_EQ(counts.size(), 1u);
    EXPECT_GT(counts.at(0), 10);
}

TEST_F(WhichAttack, StrongestTakesTheHeaviestAndOfEqualsTheFirst) {
    const auto counts = chosen(choosing(AttackChoice::strongest), 10.0);
    EXPECT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts.count(1), 1u);
}

TEST_F(WhichAttack, RandomTakesAnyAttackWithEqualChance) {
    for (const double share : shares(AttackChoice::random)) EXPECT_NEAR(share, 0.25, 0.05);
}

TEST_F(WhichAttack, ScoreDrawsInProportionToTheScores) {
    const auto drawn = shares(AttackChoice::score);
    EXPECT_NEAR(drawn[0], 0.1, 0.04);
    EXPECT_EQ(drawn[1], 0.0);
    EXPECT_NEAR(drawn[2], 0.6, 0.05);
    EXPECT_NEAR(drawn[3], 0.3, 0.05);
}

TEST_F(WhichAttack, WhereEveryScoreIsZeroTheFirstAttackIsTaken) {
    ArchetypeDef def = choosing(AttackChoice::score);
    for (AttackDef& attack : def.attacks) attack.score = 0;
    const auto counts = chosen(def, 5.0);
    EXPECT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts.count(0), 1u);
}

TEST_F(WhichAttack, OnlyAttacksInRangeFromHereOrFromTheAttackRingAreTaken) {
    ArchetypeDef def = puppet({swing(1), swing(1), swing(1), swing(1)});
    def.engagement.attack_choice = AttackChoice::first;
    def.engagement.engage_range = 6.0f;
    def.engagement.hit_range = 7.0f;
    def.attacks[0].range = {0.0f, 1.9f};  // nearer than the attack ring
    def.attacks[1].range = {2.1f, 3.4f};  // between the rings
    def.attacks[2].range = {7.0f, 9.0f};  // farther than the engage range
    def.attacks[3].range = {3.9f, 4.25f}; // in range from the slot
    CircleDef circle = plain_circle();
    circle.attack_radius = 2.0f;
    const auto counts = chosen(def, 5.0, circle);
    EXPECT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts.count(3), 1u);
}

TEST_F(WhichAttack, TheAngleIsMetFromHereOrStraightAhead) {
    hero(plain_circle());
    ArchetypeDef def = puppet({swing(1), swing(1)});
    def.engagement.attack_choice = AttackChoice::first;
    def.engagement.engage_range = 6.0f;
    def.engagement.hit_range = 7.0f;
    def.attacks[0].angle = {2.0f, 3.0f}; // behind, to the left: the scene never turns it that way
    def.attacks[0].range = {0.0f, 6.0f};
    def.attacks[1].angle = {-3.1415927f, -2.5f}; // behind: it stands with its back to the target
    def.attacks[1].range = {0.0f, 6.0f};
    const AgentId fighter = foe(def, {4.0f, -0.2f});
    pinned = {fighter}; // heading (1, 0); the target lies behind
    step(3);
    EXPECT_EQ(attack(fighter), -1) << "a little to the left";
    step_after(world.teleport(fighter, {4.0f, 0.2f}));
    EXPECT_EQ(attack(fighter), 1);
}

struct Cooldowns : OracleScene {
    static ArchetypeDef cooled(const CooldownDef& cooldown, const char* attack_class = "") {
        ArchetypeDef def = releasing(puppet({swing(1, 0.5, 0.0)}), ReleasePolicy::attack);
        def.attacks[0].cooldown = cooldown;
        def.attacks[0].attack_class = attack_class;
        def.perception.alert_radius = 30.0f;
        return def;
    }
    /// The times between the tokens of these fighters, in frames.
    std::vector<int> gaps(const std::vector<AgentId>& fighters) const {
        std::vector<int> gaps;
        int before = -1;
        for (const Happened& one : all(EventType::token)) {
            const auto same = [&](AgentId id) { return serial(id) == one.event.agent; };
            if (std::none_of(fighters.begin(), fighters.end(), same)) continue;
            if (before >= 0) gaps.push_back(one.frame - before);
            before = one.frame;
        }
        return gaps;
    }
    /// Targets 200 m apart, each with a fighter of this archetype.
    std::vector<AgentId> duels(ArchetypeIndex archetype, int count) {
        std::vector<AgentId> fighters;
        for (int i = 0; i < count; ++i) {
            const float x = 200.0f * static_cast<float>(i);
            hero(plain_circle(), {x, 0.0f});
            fighters.push_back(foe(archetype, {x + 9.0f, 0.0f}));
        }
        return fighters;
    }
    static constexpr int two_seconds = 2 * frames_per_second;
};

TEST_F(Cooldowns, AnArchetypesCooldownHoldsBackAllItsAgentsAtTheCircle) {
    hero(plain_circle());
    const auto fighters = foes_of(cooled({.archetype = 2.0}), 3);
    seconds(13.0);
    ASSERT_GE(gaps(fighters).size(), 5u);
    for (const int gap : gaps(fighters)) EXPECT_EQ(gap, two_seconds);
    for (const AgentId one : fighters) EXPECT_GE(count(EventType::token, one), 2) << "in turns";
}

TEST_F(Cooldowns, AnotherArchetypesCooldownDoesNotMatter) {
    hero(plain_circle());
    const AgentId a = foe(cooled({.archetype = 2.0}), {9.0f, 0.0f}), b = foe(cooled({.archetype = 2.0}), {9.0f, 1.0f});
    step(2);
    EXPECT_TRUE(happened(EventType::token, a));
    EXPECT_TRUE(happened(EventType::token, b));
}

TEST_F(Cooldowns, UsesAreCountedWhenTheyAreNotTakenAtOnce) {
    hero(plain_circle(8, 12, 1));
    const auto fighters = foes_of(cooled({.archetype = 4.0, .uses = 2}), 2);
    seconds(12.0);
    const auto found = gaps(fighters);
    ASSERT_GE(found.size(), 4u);
    for (size_t i = 0; i < found.size(); ++i) {
        if (i % 2 == 0)
            EXPECT_LT(found[i], frames_per_second) << i;
        else
            EXPECT_EQ(found[i], 4 * frames_per_second) << "since the second of a round: " << i;
    }
}

TEST_F(Cooldowns, AGlobalCooldownHoldsBackItsClassInEveryArchetype) {
    hero(plain_circle());
    ArchetypeDef first_kind = cooled({.global = 2.0}, "quake");
    first_kind.attacks[0].recovery = 10.0; // or it might be the first again
    const AgentId a = foe(first_kind, {9.0f, 0.0f});
    ArchetypeDef other = cooled({}, "quake");
    other.attacks[0].name = "tremor"; // without a cooldown of its own
    const AgentId b = foe(other, {9.0f, 1.0f}), c = foe(cooled({}, "slash"), {9.0f, 2.0f});
    step(2);
    EXPECT_TRUE(happened(EventType::token, a));
    EXPECT_FALSE(happened(EventType::token, b));
    EXPECT_EQ(reason(b), WaitReason::cooldown);
    step();
    EXPECT_EQ(count(EventType::token, c), 1) << "of another class";
    ASSERT_TRUE(until_event(EventType::token, b, 3.0));
    EXPECT_EQ(now() - first(EventType::token, a).frame, two_seconds);
}

TEST_F(Cooldowns, CooldownsOfACircleDoNotReachOtherCircles) {
    const auto fighters = duels(add(cooled({.archetype = 2.0, .global = 2.0}, "quake")), 2);
    step(2);
    for (const AgentId one : fighters) EXPECT_TRUE(happened(EventType::token, one));
}

TEST_F(Cooldowns, CooldownsOfTheWorldReachEveryCircle) {
    for (const bool global : {false, true}) {
        start_again();
        CooldownDef cooldown = {.scope = CooldownScope::world};
        (global ? cooldown.global : cooldown.archetype) = 2.0;
        const auto fighters = duels(add(cooled(cooldown, global ? "quake" : "")), 2);
        seconds(9.0);
        const auto found = gaps(fighters);
        ASSERT_GE(found.size(), 3u);
        for (const int gap : found) EXPECT_EQ(gap, two_seconds) << global;
    }
}

TEST_F(Cooldowns, UsesOfTheWorldAreSharedByAllCircles) {
    duels(add(cooled({.archetype = 3.0, .uses = 3, .scope = CooldownScope::world})), 5);
    step(2);
    EXPECT_EQ(all(EventType::token).size(), 3u);
    step(3 * frames_per_second - 1);
    EXPECT_EQ(all(EventType::token).size(), 3u);
    step();
    EXPECT_EQ(all(EventType::token).size(), 6u);
}

/// The first circle is drawn anew in every frame. Neither a serial nor a gap before it is an advantage.
TEST_F(Cooldowns, CooldownsOfTheWorldGoToARandomCircleFirst) {
    std::array<int, 3> firsts{};
    for (int delay = 0; delay < 60; ++delay) {
        start_again();
        const ArchetypeIndex archetype = add(cooled({.archetype = 60.0, .scope = CooldownScope::world}));
        for (int i = 0; i < 3; ++i) hero(plain_circle(), {200.0f * static_cast<float>(i), 0.0f}); // 0, 1, 2
        step(delay);
        for (int i = 0; i < 3; ++i) foe(archetype, {200.0f * static_cast<float>(i) + 9.0f, 0.0f}); // 3, 4, 5
        step(2);
        const std::vector<Serial> permitted = order_of(EventType::token);
        ASSERT_EQ(permitted.size(), 1u) << "delay " << delay;
        ++firsts[static_cast<size_t>(permitted[0] - 3)];
    }
    for (const int first : firsts) EXPECT_GT(first, 9);
}

struct GivenBack : Cooldowns {
    /// A fighter with a token and without a begun windup: it is pinned where it cannot attack.
    AgentId steps_in(const ArchetypeDef& def) {
        const AgentId fighter = pinned_foe(def, {4.0f, 0.0f});
        EXPECT_TRUE(until_event(EventType::token, fighter, 1.0));
        return fighter;
    }
};

TEST_F(GivenBack, ATokenDroppedBeforeTheWindupRefundsEveryCooldown) {
    struct Case {
        const char* name;
        CooldownDef cooldown;
    };
    for (const Case& one : {Case{"agent", {.agent = 60.0}},
                            {"archetype", {.archetype = 60.0}},
                            {"global", {.global = 60.0}},
                            {"archetype in the world", {.archetype = 60.0, .scope = CooldownScope::world}},
                            {"global in the world", {.global = 60.0, .scope = CooldownScope::world}}}) {
        start_again();
        CircleDef circle = plain_circle();
        circle.attack_timeout = 0.5;
        hero(circle);
        const AgentId fighter = steps_in(cooled(one.cooldown, "quake"));
        ASSERT_TRUE(until_event(EventType::attack_end, fighter, 1.0, Cause::timeout)) << one.name;
        EXPECT_EQ(count(EventType::attack, fighter), 0);
        EXPECT_TRUE(until_event(EventType::token, fighter, 1.0)) << one.name;
    }
}

TEST_F(GivenBack, CooldownsAreNotRefundedOnceTheWindupHasBegun) {
    for (const CooldownDef& cooldown :
         {CooldownDef{.agent = 60.0}, CooldownDef{.archetype = 60.0}, CooldownDef{.global = 60.0}}) {
        start_again();
        hero(plain_circle());
        const AgentId fighter = foe(cooled(cooldown, "quake"), {9.0f, 0.0f});
        ASSERT_TRUE(until_event(EventType::attack, fighter, 1.0));
        step_after(world.report_attack(fighter, AttackReport::interrupt));
        ASSERT_TRUE(happened(EventType::attack_end, fighter, Cause::interrupted));
        seconds(5.0);
        EXPECT_EQ(count(EventType::token, fighter), 1);
        EXPECT_EQ(reason(fighter), WaitReason::cooldown);
    }
}

TEST_F(GivenBack, DeathAndTheCirclesEndRefundCooldownsOfTheWorld) {
    const ArchetypeIndex archetype = add(cooled({.archetype = 60.0, .scope = CooldownScope::world}));
    for (const bool target_dies : {false, true}) {
        const AgentId target = hero(plain_circle(), {}, 10.0f), fighter = foe(archetype, {4.0f, 0.0f});
        pinned = {fighter};
        ASSERT_TRUE(until_event(EventType::token, fighter, 1.0)) << "the previous attacker's use was given back";
        accept(target_dies ? world.damage(target, 100.0f) : world.despawn(fighter));
        step();
        accept(world.despawn(target));
        if (target_dies) accept(world.despawn(fighter));
        step();
    }
    hero(plain_circle());
    EXPECT_TRUE(until_event(EventType::token, foe(archetype, {4.0f, 0.0f}), 1.0));
}

struct ReadyAt : OracleScene {
    int64_t microseconds(AgentId agent, int attack) const {
        return std::llround(ready_at(world, agent, attack).value() * 1e6);
    }
};

TEST_F(ReadyAt, ReadyAtIsWhenTheLastClockIsOver) {
    hero(plain_circle());
    ArchetypeDef def = puppet({swing(2, 0.25, 0.0), swing(2, 0.25, 0.0)});
    def.engagement.attack_choice = AttackChoice::first;
    def.attacks[0].cooldown = {.agent = 2.0, .archetype = 5.0, .uses = 2};
    const AgentId fighter = foe(def, {9.0f, 0.0f});
    std::vector<int64_t> tokens;
    for (int frame = 0; frame < 600; ++frame) {
        step(1);
        tokens.clear();
        for (const Happened& one : all(EventType::token, fighter))
            if (one.event.attack == 0) tokens.push_back(one.frame * 1'000'000ll / frames_per_second);
        const int64_t ready = microseconds(fighter, 0);
        if (tokens.empty()) {
            EXPECT_EQ(ready, 0);
        } else { // every second use starts the archetype's clock, which is longer; what is over may be forgotten
            const int64_t over = tokens.back() + (tokens.size() % 2 == 0 ? 5'000'000 : 2'000'000);
            const int64_t now = frame * 1'000'000ll / frames_per_second;
            EXPECT_EQ(std::max(ready, now), std::max(over, now)) << tokens.size();
        }
        EXPECT_EQ(microseconds(fighter, 1), 0);
    }
    EXPECT_GE(tokens.size(), 2u);
    EXPECT_FALSE(ready_at(world, fighter, 2).has_value());
    EXPECT_FALSE(ready_at(world, fighter, -1).has_value());
    EXPECT_FALSE(ready_at(world, {}, 0).has_value());
}

} // namespace
} // namespace fray
