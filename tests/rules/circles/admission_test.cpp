// Requests, admission, patience, live difficulty and returns: which agents get a slot, in which order, and when slots
// and tokens come back. When a holder has arrived, how long it stays arrived, and what becomes of one that never does.
#include "repetitions.h"
#include "rules/oracle_scene.h"

#include <random>

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

struct Arrival : OracleScene {
    /// A holder that stands 0.75 m from its slot.
    AgentId almost_there(const CircleDef& circle) {
        hero(circle);
        const AgentId fighter = pinned_foe(puppet(), {6.0f, 0.0f});
        pin(fighter, {4.75f, 0.0f});
        step(2);
        EXPECT_EQ(slot(fighter), 0);
        return fighter;
    }
};

TEST_F(Arrival, AHolderArrivesWithinArriveOfItsSlot) {
    const AgentId fighter = almost_there(plain_circle());
    seconds(1.0);
    EXPECT_EQ(count(EventType::arrive, fighter), 0);
    EXPECT_EQ(state(fighter), AgentState::approach);
    pin(fighter, {4.51f, 0.0f});
    step(2);
    EXPECT_EQ(count(EventType::arrive, fighter), 0);
    pin(fighter, {4.5f, 0.0f});
    step();
    EXPECT_TRUE(happened(EventType::arrive, fighter));
    EXPECT_EQ(state(fighter), AgentState::combat);
    EXPECT_TRUE(happened(EventType::token, fighter)) << "ready in the same frame";
}

TEST_F(Arrival, AHolderStaysArrivedWhileTheTargetMovesUntilItsSlotChanges) {
    CircleDef circle = plain_circle();
    circle.attack_capacity = 0;
    const AgentId target = hero(circle), fighter = foe(puppet(), {6.0f, 0.0f});
    step(3);
    ASSERT_EQ(state(fighter), AgentState::combat);
    pin(fighter, {4.0f, 0.0f});
    seconds_after(world.teleport(target, {1.5f, 0.0f}), 0.5);
    EXPECT_EQ(state(fighter), AgentState::combat);
    EXPECT_EQ(count(EventType::arrive, fighter), 1);
    step_after(world.set_closed_slots(target, std::vector<int>{0}), 2);
    EXPECT_EQ(state(fighter), AgentState::approach);
    EXPECT_EQ(slot(fighter), 1);
}

TEST_F(Arrival, KeepingItsOwnSlotInReslottingCountsAsAChange) {
    hero(plain_circle());
    const AgentId fighter = foe(releasing(puppet({swing(1, 1.0, 0.0)}), ReleasePolicy::attack), {6.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 3.0));
    EXPECT_TRUE(happened(EventType::slot, fighter, Cause::moved));
    EXPECT_EQ(slot(fighter), 0);
    pin(fighter, {3.0f, 0.0f});
    seconds(0.5);
    EXPECT_EQ(state(fighter), AgentState::approach);
    EXPECT_EQ(count(EventType::arrive, fighter), 1);
    unpin(fighter);
    step(3);
    EXPECT_EQ(count(EventType::arrive, fighter), 2);
}

TEST_F(Arrival, ReachLimitRunsFromTheLastChangeOfSlot) {
    CircleDef circle = plain_circle();
    circle.arrival_timeout = 2.0;
    const AgentId fighter = almost_there(circle);
    seconds(1.5);
    step_after(world.set_closed_slots(AgentId{agents[0]}, std::vector<int>{0}));
    ASSERT_TRUE(happened(EventType::slot, fighter, Cause::moved));
    const int moved = now();
    ASSERT_TRUE(until_event(EventType::unslot, fighter, 3.0, Cause::arrival_timeout));
    EXPECT_EQ(now() - moved, 2 * frames_per_second);
}

TEST_F(Arrival, AReachLimitOfZeroIsUnlimited) {
    CircleDef circle = plain_circle();
    circle.arrival_timeout = 0.0;
    const AgentId fighter = almost_there(circle);
    seconds(20.0);
    EXPECT_EQ(slot(fighter), 0);
}

TEST_F(Arrival, AHolderWaitsForeverWhereNoCapacityIsReserved) {
    hero(plain_circle(8, 8, 1));
    foes_of(puppet({swing(1, 600.0)}), 1);
    const auto waiting = foes_of(puppet(), 7, {12.0f, 2.0f});
    seconds(20.0);
    for (const AgentId one : waiting) EXPECT_EQ(count(EventType::unslot, one), 0);
}

/// If the target holds a slot itself, the holder arrives within approach radius + `arrival_radius` of it, on any side.
TEST_F(Arrival, AHolderArrivesAnywhereNearATargetThatHoldsASlot) {
    const ArchetypeIndex archetype = add(puppet({}));
    const AgentId a = spawn(archetype, heroes, {0.0f, 0.0f}), b = spawn(archetype, foes, {4.4f, 0.0f});
    pinned = {a, b};
    step(2);
    EXPECT_EQ(count(EventType::arrive, a), 1);
    EXPECT_EQ(count(EventType::arrive, b), 1);
    EXPECT_EQ(goal(b), position(b)) << "it stands";
    // It stands until its distance exceeds the approach radius + the spacing of the slots: 4 + pi.
    pin(b, {7.1f, 0.0f});
    step();
    EXPECT_EQ(goal(b), position(b));
    pin(b, {7.2f, 0.0f});
    step();
    EXPECT_NE(goal(b), position(b)) << "it goes after it";
}

/// Shows why the rule about targets that hold a slot exists: pairs and rings must not chase each other's slots.
struct Chases : Arrival, testing::WithParamInterface<int> {
    /// The distance that every agent walks in 30 s, and what it walks in the last 10 s of them.
    void fight(unsigned seed, bool ordered, bool strikes, std::vector<float>* ways, std::vector<float>* late) {
        start_again();
        oracle.dismiss_model(); // the test is about locomotion
        check_every_frame = false;
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> coordinate(-5.0f, 5.0f);
        ArchetypeDef def;
        def.name = "duellist";
        def.body.health = unlimited_health;
        if (strikes) def.attacks = {swing(3, 0.8, 1.0)};
        const ArchetypeIndex archetype = add(def);
        const int count = GetParam();
        for (int i = 0; i < count; ++i) {
            TeamIndex team;
            accept(world.add_team("one", &team));
            spawn(archetype, team, {coordinate(random), coordinate(random)});
        }
        for (int i = 0; ordered && i < count; ++i)
            accept(
                world.set_order(agents[static_cast<size_t>(i)],
                                {.kind = OrderKind::attack, .target = agents[static_cast<size_t>((i + 1) % count)]}));
        std::vector<float> way(static_cast<size_t>(count), 0.0f), last(way);
        step();
        for (int frame = 0; frame < 30 * frames_per_second; ++frame) {
            std::vector<Vec2> before;
            for (const AgentId id : agents) before.push_back(position(id));
            step();
            for (size_t i = 0; i < agents.size(); ++i) {
                const float moved = distance(position(agents[i]), before[i]);
                way[i] += moved;
                if (frame >= 20 * frames_per_second) last[i] += moved;
            }
        }
        ways->insert(ways->end(), way.begin(), way.end());
        late->insert(late->end(), last.begin(), last.end());
    }
    static float median(std::vector<float> values) {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    }
};

TEST_P(Chases, PairsAndRingsStandInsteadOfChasingEachOther) {
    for (const bool ordered : {true, false})
        for (const bool strikes : {false, true}) {
            std::vector<float> ways, late;
            for (unsigned seed = 1; seed <= test::repetitions(30u, 10u, 10u); ++seed)
                fight(seed, ordered, strikes, &ways, &late);
            const char* const whom = ordered ? "the next one" : "the nearest";
            EXPECT_LT(median(ways), 10.0f) << whom << ", strikes " << strikes;
            // An agent that loses its slot steps back for a frame: after an attack, or every five seconds without any
            // attack.
            EXPECT_LT(median(late), strikes ? 3.0f : 1.0f) << whom << ", strikes " << strikes;
            const auto restless = std::count_if(late.begin(), late.end(), [](float way) { return way > 5.0f; });
            EXPECT_LE(restless * 20, static_cast<long>(late.size())) << whom << ", strikes " << strikes;
        }
}

INSTANTIATE_TEST_SUITE_P(Two_Three_Five, Chases, testing::Values(2, 3, 5));

} // namespace
} // namespace fray
