// Rhythm of a circle: token_interval, rest_time, token_wait_timeout, interrupt_grace_time, class_limits and
// max_offscreen_tokens, each on its own.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

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
