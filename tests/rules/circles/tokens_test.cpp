// Tokens: holders attack in turns, and no holder starves. The rhythm of a circle: token_interval, rest_time,
// token_wait_timeout, class_limits and max_offscreen_tokens.
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

struct Rhythm : OracleScene {
    static constexpr float pi = 3.1415927f;
    int tokens_at_once(const std::vector<AgentId>& fighters) const {
        return static_cast<int>(
            std::count_if(fighters.begin(), fighters.end(), [&](AgentId id) { return attack(id) >= 0; }));
    }
};

TEST_F(Rhythm, AttackGapIsTheLeastTimeBetweenTwoTokens) {
    CircleDef circle = plain_circle();
    circle.token_interval = 0.75;
    const AgentId target = hero(circle);
    const auto fighters = foes_of(releasing(puppet({swing(1, 0.25, 0.0)}), ReleasePolicy::attack), 8);
    step(3);
    EXPECT_EQ(reason(fighters[3]), WaitReason::interval);
    EXPECT_EQ(this->circle(target).attack_free, 9);
    seconds(20.0);
    const auto tokens = all(EventType::token);
    ASSERT_GE(tokens.size(), 26u);
    for (size_t i = 1; i < tokens.size(); ++i) EXPECT_EQ(tokens[i].frame - tokens[i - 1].frame, 48);
    for (const AgentId one : fighters) EXPECT_GE(count(EventType::token, one), 3) << "in turns";
}

TEST_F(Rhythm, AnAgentThatReleasedItsSlotRestsBeforeItRequestsAnywhere) {
    for (const ReleasePolicy release : {ReleasePolicy::all, ReleasePolicy::launch}) {
        start_again();
        CircleDef circle = plain_circle();
        circle.rest_time = 3.0;
        const AgentId target = hero(circle);
        const AgentId fighter = foe(releasing(puppet({swing(1, 0.5, 0.0)}), release), {9.0f, 0.0f});
        ASSERT_TRUE(until_event(EventType::unslot, fighter, 2.0));
        const int released = now();
        const AgentId other = hero(plain_circle(), {0.0f, 12.0f});
        accept(world.despawn(target)); // the circle of the other target has no rest, which does not matter
        ASSERT_TRUE(until_event(EventType::request, fighter, 5.0));
        EXPECT_EQ(now() - released, 3 * frames_per_second) << to_string(release);
        EXPECT_EQ(first(EventType::wait, fighter).event.c != static_cast<int>(WaitReason::none), true);
        EXPECT_EQ(this->target(fighter), other);
    }
}

TEST_F(Rhythm, AgentsThatKeepTheirSlotOrAreEvictedDoNotRest) {
    CircleDef circle = plain_circle();
    circle.rest_time = 600.0;
    const AgentId target = hero(circle);
    const AgentId keeps = foe(releasing(puppet({swing(1, 0.5, 0.0)}), ReleasePolicy::attack), {9.0f, 0.0f});
    const AgentId evicted = foe(standing(puppet()), {9.0f, 1.0f});
    seconds(4.0);
    EXPECT_GE(count(EventType::token, keeps), 4);
    step_after(world.set_capacity(target, {1, 10}));
    EXPECT_TRUE(happened(EventType::unslot, evicted, Cause::evicted));
    EXPECT_TRUE(happened(EventType::request, evicted));
}

TEST_F(Rhythm, HoldLimitRemovesAHolderThatHasArrivedAndNotAttacked) {
    CircleDef circle = plain_circle(1, 12, 10);
    circle.token_wait_timeout = 2.0;
    hero(circle);
    const auto fighters = foes_of(standing(puppet()), 2);
    pinned = {fighters[0]};
    pin(fighters[0], {9.0f, 0.0f});
    pin(fighters[1], {4.0f, 4.0f}); // no agent is in its way
    seconds(1.0);                   // the way to the slot does not count
    unpin(fighters[0]);
    ASSERT_TRUE(until_event(EventType::unslot, fighters[0], 4.0, Cause::token_wait_timeout));
    EXPECT_TRUE(happened(EventType::withdraw, fighters[0]));
    EXPECT_EQ(now() - first(EventType::arrive, fighters[0]).frame, 2 * frames_per_second);
    pin(fighters[0], {9.0f, 0.0f});
    seconds(0.5); // until the next look of the circle
    EXPECT_EQ(slot(fighters[1]), 0) << "the next requester's turn";
}

TEST_F(Rhythm, ClassLimitsBoundTheSimultaneousTokensOfAClass) {
    CircleDef circle = plain_circle();
    circle.class_limits = {{"heavy", 2}, {"forbidden", 0}};
    hero(circle);
    ArchetypeDef def = puppet({swing(1), swing(1), swing(1)});
    def.engagement.attack_choice = AttackChoice::first;
    def.attacks[0].attack_class = "forbidden";
    def.attacks[1].attack_class = "heavy";
    def.attacks[2].attack_class = "light"; // a class without a limit
    const auto fighters = foes_of(def, 5);
    step(2);
    std::vector<int> attacks;
    for (const AgentId one : fighters) attacks.push_back(attack(one));
    EXPECT_EQ(attacks, (std::vector<int>{1, 1, 2, 2, 2}));
    for (int i = 0; i < 20 * frames_per_second; ++i) {
        step();
        const auto of = [&](int which) {
            return std::count_if(fighters.begin(), fighters.end(), [&](AgentId id) { return attack(id) == which; });
        };
        ASSERT_LE(of(1), 2);
        ASSERT_EQ(of(0), 0);
    }
}

TEST_F(Rhythm, OffscreenLimitBoundsTheTokensOutsideTheView) {
    CircleDef circle = plain_circle();
    circle.max_offscreen_tokens = 1;
    const AgentId target = hero(circle);
    const ArchetypeIndex archetype = add(puppet({swing(1, 1.0, 0.25)}));
    std::vector<AgentId> behind, before;
    for (const float eighths : {3.0f, 4.0f, 5.0f}) behind.push_back(foe(archetype, on_ring(6.0f, eighths)));
    for (const float eighths : {7.0f, 0.0f, 1.0f}) before.push_back(foe(archetype, on_ring(6.0f, eighths)));
    step_after(world.set_view(target, {{5.0f, 0.0f}, 0.3f * pi}), 2);
    EXPECT_EQ(tokens_at_once(behind), 1);
    EXPECT_EQ(tokens_at_once(before), 3);
    for (int i = 0; i < 20 * frames_per_second; ++i) {
        step();
        ASSERT_LE(tokens_at_once(behind), 1);
    }
    for (const AgentId one : behind) EXPECT_GE(count(EventType::token, one), 2) << "in turns";
}

TEST_F(Rhythm, OffscreenLimitFollowsTheViewAndDoesNotApplyBeforeTheFirstView) {
    CircleDef circle = plain_circle();
    circle.max_offscreen_tokens = 0;
    const AgentId target = hero(circle), fighter = foe(puppet({swing(1, 0.5, 0.25)}), {9.0f, 0.0f});
    step(2);
    EXPECT_EQ(count(EventType::token, fighter), 1);
    seconds_after(world.set_view(target, {{-1.0f, 0.0f}, 0.5f * pi}), 4.0);
    EXPECT_EQ(count(EventType::token, fighter), 1);
    EXPECT_EQ(reason(fighter), WaitReason::offscreen);
    step_after(world.set_view(target, {{0.0f, 1.0f}, 0.6f * pi}));
    EXPECT_EQ(count(EventType::token, fighter), 2);
    seconds_after(world.set_view(target, {{-1.0f, 0.0f}, pi}), 3.0);
    EXPECT_GE(count(EventType::token, fighter), 4) << "half an angle of pi is all round";
}

} // namespace
} // namespace fray
