// Tokens: holders attack in turns, and no holder starves.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Tokens : OracleScene {
    /// The longest time that each fighter was ready and got no token, in seconds.
    std::vector<double> longest_waits(const std::vector<AgentId>& fighters, double time) {
        std::vector<int> longest(fighters.size(), 0), current(fighters.size(), 0);
        for (int frame = 0; frame < static_cast<int>(time * frames_per_second); ++frame) {
            step();
            for (size_t i = 0; i < fighters.size(); ++i) {
                const WaitReason why = reason(fighters[i]);
                const bool waits = why == WaitReason::attack || why == WaitReason::turn;
                current[i] = waits ? current[i] + 1 : 0;
                longest[i] = std::max(longest[i], current[i]);
            }
        }
        std::vector<double> waits;
        for (const int frames : longest) waits.push_back(frames * frame_time);
        return waits;
    }
    /// The longest time in seconds in which no agent got a token at the circle.
    double longest_pause(int from_frame) const {
        int last = from_frame, longest = 0;
        for (const Happened& one : all(EventType::token)) {
            if (one.frame < from_frame) continue;
            longest = std::max(longest, one.frame - last);
            last = one.frame;
        }
        return std::max(longest, now() - last) * frame_time;
    }
};

TEST_F(Tokens, HoldersAttackInTurns) {
    hero(plain_circle(8, 12, 1));
    const auto fighters = foes_of(releasing(puppet({swing(1, 0.5, 0.0)}), ReleasePolicy::attack), 4);
    seconds(10.0);
    const auto order = order_of(EventType::token);
    ASSERT_GE(order.size(), 12u);
    for (size_t i = 4; i < order.size(); ++i) EXPECT_EQ(order[i], order[i - 4]) << i;
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(order[i], serial(fighters[i])) << "in the order of admission";
}

TEST_F(Tokens, SmallBigSmallSmallAllGetTokens) {
    struct Lengths {
        double a, b, c, big;
    };
    for (const Lengths& one : {Lengths{1.0, 1.0, 1.0, 1.0}, {0.7, 1.1, 1.9, 1.3}, {2.9, 0.4, 1.0, 3.0}})
        for (const ReleasePolicy release : {ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch}) {
            start_again();
            hero(plain_circle(8, 12, 3));
            const AgentId a = foe(releasing(puppet({swing(1, one.a, 0.2)}), release), {9.0f, 0.0f});
            const AgentId giant = foe(releasing(puppet({swing(3, one.big, 0.2)}), release), {9.0f, 1.0f});
            const AgentId c = foe(releasing(puppet({swing(1, one.b, 0.2)}), release), {9.0f, 2.0f});
            const AgentId d = foe(releasing(puppet({swing(1, one.c, 0.2)}), release), {9.0f, 3.0f});
            const std::vector<AgentId> fighters = {a, giant, c, d};
            const auto waits = longest_waits(fighters, 60.0);
            for (size_t i = 0; i < fighters.size(); ++i) {
                EXPECT_LT(waits[i], 8.0) << i << " with lengths " << one.a << ", release " << to_string(release);
                EXPECT_GE(count(EventType::token, fighters[i]), 6) << i << " with lengths " << one.a;
            }
        }
}

TEST_F(Tokens, AHolderRefusedForWeightForTokenPatienceStaysAtTheHead) {
    const AgentId target = hero(plain_circle(8, 12, 3));
    const AgentId quick = foe(releasing(puppet({swing(1, 0.5, 0.0)}), ReleasePolicy::attack), {9.0f, 0.0f});
    const AgentId slow = foe(releasing(puppet({swing(1, 6.0)}), ReleasePolicy::attack), {9.0f, 1.0f});
    step();
    const AgentId giant = foe(puppet({swing(3)}), {9.0f, 2.0f});
    ASSERT_TRUE(until_event(EventType::arrive, giant, 1.0));
    const int refused = now();
    seconds(2.9);
    EXPECT_GE(count(EventType::token, quick), 4) << "within three seconds the others are served";
    step(10);
    EXPECT_EQ(circle(target).token_queue[0], giant);
    ASSERT_TRUE(until_event(EventType::token, giant, 5.0));
    EXPECT_TRUE(happened(EventType::attack_end, slow)) << "in the frame in which it fits";
    EXPECT_LE(last(EventType::token, quick).frame - refused, 3 * frames_per_second);
    EXPECT_EQ(circle(target).attack_free, 0);
}

TEST_F(Tokens, TheHeadLosesItsClockWhenItIsNotReady) {
    const AgentId target = hero(plain_circle(8, 12, 3));
    const AgentId light = foe(releasing(puppet({swing(1, 0.5, 0.0)}), ReleasePolicy::attack), {9.0f, 0.0f});
    foe(puppet({swing(1, 600.0)}), {9.0f, 2.0f});
    step(3);
    const AgentId giant = foe(puppet({swing(3)}), {9.0f, 1.0f});
    seconds(4.0); // by now the agent is at the head, and no other agent gets a token
    ASSERT_EQ(circle(target).token_queue[0], giant);
    const int before = count(EventType::token, light);
    seconds(2.0);
    EXPECT_EQ(count(EventType::token, light), before);
    std::vector<int> closed = {slot(giant)};
    accept(world.set_closed_slots(target, closed)); // it has to move, so it is not ready for a moment
    pinned = {giant};
    step();
    pinned.clear();
    seconds(2.0);
    EXPECT_GE(count(EventType::token, light), before + 2) << "its clock runs anew";
}

/// Eight holders with very different attacks and an attack capacity of ten.
struct EightUnequal : Tokens {
    double longest_wait(ReleasePolicy release, auto&& attacks_of) {
        start_again();
        check_every_frame = false;
        hero(plain_circle(8, 12, 10));
        std::vector<AgentId> fighters;
        for (const int weight : {8, 5, 5, 3, 3, 3, 3, 3}) {
            const int i = static_cast<int>(fighters.size());
            fighters.push_back(foe(releasing(puppet(attacks_of(i, weight)), release), {9.0f, static_cast<float>(i)}));
        }
        const auto waits = longest_waits(fighters, 120.0);
        for (const AgentId fighter : fighters) EXPECT_GE(count(EventType::token, fighter), 8) << serial(fighter);
        return *std::max_element(waits.begin(), waits.end());
    }
};

TEST_F(EightUnequal, NoHolderWaitsLongerThanTwelveSeconds) {
    for (int turn = 0; turn < 8; ++turn) {
        const double longest = longest_wait(ReleasePolicy::attack, [&](int i, int weight) {
            return std::vector<AttackDef>{swing(weight, 1.0 + 2.0 / 7.0 * ((3 * i + turn) % 8))};
        });
        EXPECT_LE(longest, 12.0) << "turn " << turn;
    }
}

/// The length of the attack is drawn at each token; slots are kept or given up.
TEST_F(EightUnequal, NoHolderWaitsTooLongWithAnyReleasePolicy) {
    for (const ReleasePolicy release : {ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch}) {
        const double longest = longest_wait(release, [](int, int weight) {
            return std::vector<AttackDef>{swing(weight, 1.0), swing(weight, 2.0), swing(weight, 3.0)};
        });
        // With `release_policy: attack` fighters stay in reach after an attack, and may stand in the way of others.
        EXPECT_LE(longest, release == ReleasePolicy::attack ? 15.0 : 12.0) << to_string(release);
    }
}

/// Every holder's attacks become too heavy, and agents with light attacks wait outside. These agents get slots, and the
/// fight goes on.
TEST_F(Tokens, ACircleWithLoweredCapacityUnderHeavyHoldersGoesOn) {
    for (const ReleasePolicy release : {ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch}) {
        start_again();
        check_every_frame = false;
        const AgentId target = hero(plain_circle());
        const auto heavy = foes_of(weighing(releasing(puppet({swing(5), swing(4)}), release), 4), 3);
        step(3);
        const auto light = foes_of(releasing(puppet({swing(2)}), release), 4, {12.0f, 5.0f});
        seconds(6.0);
        accept(world.set_capacity(target, {12, 3}));
        const int lowered = now();
        seconds(90.0);
        EXPECT_LT(longest_pause(lowered), 12.0) << to_string(release);
        int struck = 0;
        for (const AgentId one : light) {
            EXPECT_GE(count(EventType::hit, one), 3) << one.index << ", release " << to_string(release);
            struck += count(EventType::hit, one);
        }
        EXPECT_GE(struck, 20);
        for (const AgentId one : heavy) {
            for (const Happened& token : all(EventType::token, one)) EXPECT_LE(token.frame, lowered);
        }
    }
}

TEST_F(Tokens, WithNoFreeWeightTheFirstReadyHolderKeepsItsPlace) {
    const AgentId target = hero(plain_circle(8, 12, 2));
    const auto busy = foes_of(puppet({swing(2, 600.0)}), 1);
    step(3);
    const ArchetypeIndex archetype = add(puppet({swing(1)}));
    std::vector<AgentId> waiting; // not in each other's way
    for (const Vec2 at : {Vec2{9.0f, 6.0f}, {0.0f, 10.0f}, {-9.0f, 0.0f}}) waiting.push_back(foe(archetype, at));
    seconds(1.0);
    EXPECT_EQ(circle(target).token_queue, (std::vector<AgentId>{waiting[0], waiting[1], waiting[2], busy[0]}));
    EXPECT_EQ(reason(waiting[0]), WaitReason::attack);
}

} // namespace
} // namespace fray
