// Requests, admission, patience, live difficulty and returns: which agents get a slot, in which order, and when slots
// and tokens come back.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Admission : OracleScene {};

TEST_F(Admission, RequestsOfAFrameQueueBySerialBehindEarlierRequests) {
    const AgentId target = hero(plain_circle(1, 0));
    const auto first = foes_of(puppet({}), 3, {20.0f, 0.0f});
    step();
    const auto second = foes_of(puppet({}), 3, {5.0f, 0.0f});
    step();
    EXPECT_EQ(circle(target).queue,
              (std::vector<AgentId>{first[0], first[1], first[2], second[0], second[1], second[2]}));
}

TEST_F(Admission, AnAgentThatGaveUpItsSlotRequestsAgainInTheNextFrameEvenInRecovery) {
    hero(plain_circle());
    const AgentId fighter = foe(puppet({swing(1, 1.0, 30.0)}), {6.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 3.0));
    EXPECT_TRUE(happened(EventType::unslot, fighter, Cause::finished));
    EXPECT_FALSE(happened(EventType::request, fighter));
    step();
    EXPECT_TRUE(happened(EventType::request, fighter));
    EXPECT_TRUE(happened(EventType::slot, fighter, Cause::admitted)) << "and gets it, recovering";
    step(2);
    EXPECT_EQ(reason(fighter), WaitReason::not_ready);
}

TEST_F(Admission, ThePatienceClockEndsWhenTheAgentFits) {
    const AgentId target = hero(plain_circle(8, 4));
    const auto light = foes_of(puppet({}), 2);
    step();
    const AgentId heavy = foe(weighing(puppet({}), 3), {9.0f, 0.0f});
    seconds(2.0);
    accept(world.set_closed_slots(target, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
    accept(world.set_capacity(target, {8, 10})); // its weight fits, but no slot is open
    seconds(1.0);
    accept(world.set_capacity(target, {2, 10})); // too heavy for the whole capacity
    step(2);
    accept(world.set_capacity(target, {4, 10}));
    seconds_after(world.set_closed_slots(target, {}), 2.5);
    EXPECT_EQ(count(EventType::reserve, heavy), 0);
    seconds(1.0);
    EXPECT_EQ(count(EventType::reserve, heavy), 1) << "three seconds after it began anew";
    EXPECT_GE(slot(light[0]), 0);
}

TEST_F(Admission, CapacitiesOutlastTheCircle) {
    const AgentId target = hero(plain_circle());
    step_after(world.set_capacity(target, {2, 1}), 3);
    foes_of(puppet({swing(1, 2.0)}), 5);
    step(4);
    EXPECT_EQ(circle(target).grid_capacity, 2);
    EXPECT_EQ(circle(target).attack_capacity, 1);
    EXPECT_EQ(circle(target).token_queue.size(), 2u);
}

/// The parameter selects what the agent does: it attacks (0), waits at its slot (1) or waits in the queue (2).
struct ReturnsOf : OracleScene, testing::WithParamInterface<int> {
    AgentId target;
    std::vector<AgentId> fighters;
    AgentId chosen() const { return fighters[static_cast<size_t>(GetParam())]; }
    void fight(ReleasePolicy release = ReleasePolicy::all) {
        target = hero(plain_circle(2, 12, 1), {}, 500.0f);
        ArchetypeDef def = releasing(puppet({swing(1, 2.0)}), release);
        def.body.health = 10.0f;
        fighters = foes_of(def, 4);
        ASSERT_TRUE(until_event(EventType::attack, fighters[0], 1.0));
        step(3);
        ASSERT_GE(slot(fighters[1]), 0);
        ASSERT_EQ(slot(fighters[2]), -1);
    }
    void expect_all_returned() {
        const auto view = circle(target);
        EXPECT_EQ(std::count(view.slots.begin(), view.slots.end(), chosen()), 0);
        EXPECT_EQ(std::count(view.queue.begin(), view.queue.end(), chosen()), 0);
        EXPECT_EQ(std::count(view.token_queue.begin(), view.token_queue.end(), chosen()), 0);
        EXPECT_EQ(view.grid_free, 10) << "two hold slots again";
        EXPECT_EQ(view.token_queue.size(), 2u);
        if (GetParam() == 0) {
            EXPECT_EQ(attack(fighters[1]), 0) << "what it needed was free in the same frame";
        }
        if (GetParam() < 2) {
            EXPECT_TRUE(happened(EventType::slot, fighters[2], Cause::admitted)) << "its slot, too";
        }
    }
};

TEST_P(ReturnsOf, AnAgentThatDiesOrIsDespawnedReturnsEverythingInTheSameFrame) {
    for (const bool dies : {true, false}) {
        start_again();
        fight();
        step_after(dies ? world.damage(chosen(), 50.0f) : world.despawn(chosen()));
        expect_all_returned();
        EXPECT_EQ(happened(EventType::attack_end, chosen(), dies ? Cause::died : Cause::withdrew), GetParam() == 0);
        EXPECT_EQ(happened(EventType::unslot, chosen(), dies ? Cause::died : Cause::despawned), GetParam() < 2);
        if (dies) {
            EXPECT_EQ(state(chosen()), AgentState::dead);
        }
    }
}

TEST_P(ReturnsOf, AnAgentOrderedAwayReturnsEverythingInTheSameFrame) {
    for (const OrderKind order : {OrderKind::stand, OrderKind::move}) {
        start_again();
        fight();
        step_after(world.set_order(chosen(), {.kind = order, .point = {9.0f, 9.0f}}));
        expect_all_returned();
        EXPECT_TRUE(happened(EventType::withdraw, chosen()));
        EXPECT_EQ(happened(EventType::attack_end, chosen(), Cause::withdrew), GetParam() == 0);
        EXPECT_EQ(happened(EventType::unslot, chosen(), Cause::withdrew), GetParam() < 2);
        EXPECT_EQ(state(chosen()), AgentState::idle);
        EXPECT_FALSE(this->OracleScene::target(chosen()));
    }
}

TEST_P(ReturnsOf, AnAgentThatChangesItsTargetReturnsEverythingInTheSameFrame) {
    fight();
    const AgentId other = hero(plain_circle(), {0.0f, 12.0f});
    step_after(world.set_order(chosen(), {.kind = OrderKind::attack, .target = other}));
    if (GetParam() == 0) { // it attacks: its target is locked
        EXPECT_EQ(this->OracleScene::target(chosen()), target);
        EXPECT_EQ(attack(chosen()), 0);
        return;
    }
    expect_all_returned();
    EXPECT_TRUE(happened(EventType::withdraw, chosen()));
    EXPECT_EQ(happened(EventType::unslot, chosen(), Cause::retargeted), GetParam() == 1);
    step();
    EXPECT_TRUE(happened(EventType::slot, chosen(), Cause::admitted)) << "at the circle of the other agent";
}

TEST_P(ReturnsOf, ATargetThatDiesOrIsDespawnedFreesItsWholeCircle) {
    for (const bool dies : {true, false}) {
        start_again();
        fight(GetParam() == 0 ? ReleasePolicy::all : GetParam() == 1 ? ReleasePolicy::attack : ReleasePolicy::launch);
        accept(dies ? world.damage(target, 1000.0f) : world.despawn(target));
        step();
        for (const AgentId fighter : fighters) {
            EXPECT_EQ(slot(fighter), -1);
            EXPECT_EQ(attack(fighter), -1);
            EXPECT_FALSE(this->OracleScene::target(fighter));
            EXPECT_TRUE(happened(EventType::target, fighter, dies ? Cause::died : Cause::despawned));
        }
        EXPECT_TRUE(happened(EventType::attack_end, fighters[0], Cause::target_gone));
        EXPECT_TRUE(happened(EventType::unslot, fighters[1], Cause::target_gone));
        EXPECT_TRUE(world.circles().empty());
        const AgentId next = hero(plain_circle(), {0.0f, 6.0f});
        step(2);
        for (const AgentId fighter : fighters) {
            EXPECT_EQ(this->OracleScene::target(fighter), next);
            EXPECT_GE(slot(fighter), 0);
        }
    }
}

TEST_F(Admission, AnAgentThatLosesItsTargetReturnsItsSlotInTheSameFrame) {
    const AgentId target = hero(plain_circle(1, 12, 0));
    const auto fighters = foes_of(puppet(), 2);
    step(3);
    pinned = fighters;
    accept(world.teleport(target, {500.0f, 0.0f}));
    ASSERT_TRUE(until_event(EventType::target, fighters[0], 1.0, Cause::lost));
    EXPECT_TRUE(happened(EventType::withdraw, fighters[0]));
    EXPECT_TRUE(happened(EventType::unslot, fighters[0], Cause::lost));
    EXPECT_EQ(state(fighters[0]), AgentState::idle);
    ASSERT_TRUE(until([&] { return !has_circle(target); }, 0.5));
}

INSTANTIATE_TEST_SUITE_P(AnAttacker_AHolder_AnRequester, ReturnsOf, testing::Values(0, 1, 2));

} // namespace
} // namespace fray
