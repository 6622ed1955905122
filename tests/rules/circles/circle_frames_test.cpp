// Circles, tokens, reports, cooldowns and wait slots, frame by frame.
#include "rules/two_teams.h"

#include <array>

namespace fray::model {
namespace {

TEST_F(TwoTeams, AnAgentTooHeavyForTheWholeCapacityNeverStaysAtTheHead) {
    spawn_hero({.attack_capacity = 3, .token_patience = 0.01});
    const Serial b = spawn(kind(fighter(1, swing(4, 0, 0.1, 0))), orcs, {0, 8});
    const Serial s = spawn(kind(fighter(1, swing(1, 0, 0.1, 0))), orcs, {8, 0});
    frames(200);
    EXPECT_EQ(count(E::token, b), 0);
    EXPECT_GT(count(E::token, s), 5);
    EXPECT_FALSE(agent(b).clock.has_value());
}

TEST_F(TwoTeams, AUseIsRefundedToo) {
    ArchetypeDef def = fighter(1, swing(1, 0.0, 0.1, 0.0));
    def.attacks[0].cooldown = {.archetype = 100.0, .uses = 3};
    def.attacks[0].range = {0.0f, 2.0f};
    const Serial hero = spawn_hero({.attack_timeout = 0.1});
    spawn(kind(def), orcs, {8, 0});
    frames(2);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 2);
    frames(10);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 3);
}

TEST_F(TwoTeams, EvictionTakesTheLastAdmittedFirstAndKeepsTheirOrder) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const ArchetypeIndex small = kind(fighter(1, swing(100, 0, 1, 1)));
    const Serial late = spawn(small, orcs, {30, 0}); // beyond the alert radius; it comes later
    const Serial a = spawn(small, orcs, {8, 0}), b = spawn(small, orcs, {0, 8});
    frame();
    poses[late].position = {8, 8};
    order(late, OrderKind::free); // flags it for a target scan
    frame();
    EXPECT_EQ(circle(hero).token_queue.size(), 3u);
    set_capacity(hero, 1, 10);
    frame();
    std::vector<std::pair<EventType, Serial>> order;
    for (const Event& event : events)
        if (event.type == E::capacity || event.type == E::unslot || event.type == E::request)
            order.emplace_back(event.type, event.agent);
    EXPECT_EQ(order,
              (std::vector<std::pair<EventType, Serial>>{
                  {E::capacity, no_serial}, {E::unslot, late}, {E::unslot, b}, {E::request, b}, {E::request, late}}));
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{b, late}));
    EXPECT_EQ(circle(hero).slots.size(), 1u);
    EXPECT_EQ(agent(a).role, Role::holder);
}

TEST_F(TwoTeams, LoweredCapacityDrainsWithoutInterruptingAnAttack) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(2, swing(2, 0.1, 0.2, 0.0))), orcs, {8, 0});
    frames(2);
    ASSERT_TRUE(agent(orc).token.has_value());
    set_capacity(hero, 0, 0);
    frame();
    EXPECT_EQ(model.grid_free(circle(hero)), -2);
    EXPECT_EQ(model.attack_free(circle(hero)), -2);
    frames(19);
    EXPECT_EQ(agent(orc).role, Role::holder);
    EXPECT_EQ(next_story(orc), "attack_end finished, state, unslot evicted, request");
}

/// Shots of weight 0 have a capacity of their own, the limit of their class, and wait for no other attack.
TEST_F(TwoTeams, AttacksOfWeightZeroTakeNoCapacity) {
    CircleDef circle = kungfu_circle(12, 4);
    circle.token_patience = 0.01;
    circle.class_limits = {{"shot", 2}};
    const Serial hero = spawn_hero(circle);
    AttackDef shot = swing(0, 0.1, 0.5, 0.0);
    shot.attack_class = "shot";
    const ArchetypeIndex brute = kind(fighter(1, swing(4, 0.1, 0.5, 0.0))), archer = kind(fighter(1, shot));
    std::vector<Serial> brutes, archers;
    for (int i = 0; i < 6; ++i)
        (i % 2 == 0 ? brutes : archers)
            .push_back(spawn(i % 2 == 0 ? brute : archer, orcs, slot_position({0, 0}, 6.0f, i, 6)));
    frame();
    to_slots();
    int most = 0, least_free = 4, shots = 0;
    for (int i = 0; i < 600; ++i) {
        frame();
        int now = 0;
        for (const Serial serial : archers) now += agent(serial).token.has_value();
        most = std::max(most, now);
        shots += now == 2;
        least_free = std::min(least_free, model.attack_free(this->circle(hero)));
    }
    EXPECT_EQ(most, 2);
    EXPECT_GT(shots, 300) << "also while a brute attacks or waits at the head of the queue";
    EXPECT_EQ(least_free, 0);
    for (const Serial serial : brutes) EXPECT_GT(count(E::token, serial), 1);
}

class LimitedClasses : public TwoTeams {
protected:
    /// Unmanaged agents with a grab and a bite, round a hero. Its circle allows one grab at a time.
    void begin(bool limits_unmanaged) {
        CircleDef circle = kungfu_circle(12, 10);
        circle.class_limits = {{"grab", 1}};
        circle.limits_unmanaged = limits_unmanaged;
        hero = spawn_hero(circle);
        AttackDef grab = swing(1, 0.1, 0.5, 0.2), bite = swing(1, 0.1, 0.3, 0.1);
        grab.attack_class = "grab";
        bite.name = "bite";
        ArchetypeDef def = fighter(1, grab);
        def.attacks.push_back(bite);
        def.attacks[1].range = def.attacks[0].range;
        managed = kind(def);
        def.engagement.managed = false;
        const ArchetypeIndex wild = kind(def);
        for (int i = 0; i < 3; ++i) beasts.push_back(spawn(wild, orcs, slot_position({0, 0}, 3.0f, i, 3)));
    }
    int grabs() const {
        int count = 0;
        for (const auto& [serial, agent] : model.agents())
            count += agent.token && agent.token->begun && agent.token->attack == 0;
        return count;
    }
    int most_grabs(int frames) {
        int most = 0;
        for (int i = 0; i < frames; ++i) {
            frame();
            most = std::max(most, grabs());
            for (size_t k = 0; k < beasts.size(); ++k)
                grabbed[k] += agent(beasts[k]).token && agent(beasts[k]).token->attack == 0;
        }
        return most;
    }

    Serial hero = no_serial;
    ArchetypeIndex managed = 0;
    std::vector<Serial> beasts;
    std::array<int, 3> grabbed{};
};

TEST_F(LimitedClasses, HoldForUnmanagedAgentsIfTheCircleSaysSo) {
    begin(true);
    EXPECT_EQ(most_grabs(1500), 1);
    for (size_t k = 0; k < beasts.size(); ++k) {
        EXPECT_GT(grabbed[k], 100) << "each has its turn";
        EXPECT_GT(count(E::attack, beasts[k]), 20) << "and bites meanwhile";
    }
}

TEST_F(LimitedClasses, DoNotConcernUnmanagedAgentsOtherwise) {
    begin(false);
    EXPECT_EQ(most_grabs(300), 3);
}

TEST_F(LimitedClasses, AreSharedWithManagedAgents) {
    begin(true);
    for (int i = 0; i < 3; ++i) spawn(managed, orcs, slot_position({0, 0}, 8.0f, i, 3));
    frames(2);
    to_slots();
    EXPECT_EQ(most_grabs(1500), 1);
    for (int i = 3; i < 6; ++i) EXPECT_GT(count(E::token, beasts[0] + static_cast<Serial>(i)), 3);
}

class SlotsByCapacity : public TwoTeams {
protected:
    void begin(int slots, int grid, int attack) {
        CircleDef circle = kungfu_circle(grid, attack);
        circle.slots = slots;
        hero = spawn_hero(circle);
        const ArchetypeIndex small = kind(fighter(1, swing(1, 0.1, 2.0, 0.0)));
        for (int i = 0; i < 20; ++i) spawn(small, orcs, slot_position({0, 0}, 8.0f, i, 20));
        frames(2);
    }
    size_t holders() const { return circle(hero).slots.size(); }

    Serial hero = no_serial;
};

TEST_F(SlotsByCapacity, RiseAndFallWithIt) {
    begin(0, 6, 0);
    EXPECT_EQ(holders(), 6u);
    set_capacity(hero, 14, 0);
    frame();
    EXPECT_EQ(holders(), 14u);
    EXPECT_EQ(model.slots_round(hero), 14);
    set_capacity(hero, 4, 0);
    frame();
    EXPECT_EQ(holders(), 4u);
    EXPECT_EQ(model.slots_round(hero), 4);
    set_capacity(hero, 0, 0);
    frame();
    EXPECT_EQ(holders(), 0u);
    EXPECT_EQ(model.slots_round(hero), 1);
}

TEST_F(SlotsByCapacity, HoldersKeepTheirSides) {
    begin(0, 6, 0);
    to_slots();
    frame();
    set_capacity(hero, 12, 0);
    const std::map<int, Serial> before = circle(hero).slots;
    frame();
    for (const auto& [slot, serial] : before) EXPECT_EQ(agent(serial).slot, 2 * slot);
}

TEST_F(SlotsByCapacity, GivenSlotsStay) {
    begin(6, 6, 0);
    set_capacity(hero, 14, 0);
    frames(3);
    EXPECT_EQ(holders(), 6u);
    EXPECT_EQ(model.grid_free(circle(hero)), 8);
}

TEST_F(SlotsByCapacity, StayWhileMoreAgentsAttackThanTheNewNumber) {
    begin(0, 6, 10);
    to_slots();
    frames(2);
    ASSERT_EQ(holders(), 6u);
    for (const auto& [slot, serial] : circle(hero).slots) ASSERT_TRUE(agent(serial).token);
    set_capacity(hero, 3, 10);
    frame();
    EXPECT_EQ(model.slots_round(hero), 6);
    for (int i = 0; i < 300 && model.slots_round(hero) == 6; ++i) frame();
    EXPECT_EQ(model.slots_round(hero), 3);
    EXPECT_LE(holders(), 3u);
}

TEST_F(SlotsByCapacity, AnAgentThatAttacksKeepsItsAttack) {
    begin(0, 6, 1);
    to_slots();
    frames(2);
    Serial attacker = no_serial;
    for (const auto& [slot, serial] : circle(hero).slots)
        if (agent(serial).token) attacker = serial;
    ASSERT_NE(attacker, no_serial);
    set_capacity(hero, 12, 1);
    frame();
    EXPECT_EQ(model.slots_round(hero), 12);
    EXPECT_TRUE(agent(attacker).token);
    EXPECT_TRUE(agent(attacker).arrived);
}

TEST_F(SlotsByCapacity, ClosedSlotsAreThoseOfTheNewNumbers) {
    begin(0, 4, 0);
    give(command::SetClosedSlots{named(hero), {0, 5}});
    frame();
    EXPECT_EQ(holders(), 3u);
    set_capacity(hero, 6, 0);
    frame();
    EXPECT_EQ(holders(), 4u);
    EXPECT_EQ(circle(hero).slots.count(0) + circle(hero).slots.count(5), 0u);
}

class Reports : public TwoTeams {
protected:
    /// Its attack begins in the third frame (at 0.02 s), hits at 0.12 s and ends at 0.22 s.
    Serial attacker(ReleasePolicy release, double grace) {
        hero = spawn_hero({.interrupt_grace_time = grace});
        ArchetypeDef def = fighter(1, swing(1, 0.1, 0.2, 0.5));
        def.engagement.release_policy = release;
        const Serial orc = spawn(kind(def), orcs, {8, 0});
        frames(3);
        EXPECT_TRUE(agent(orc).token->begun);
        return orc;
    }
    Serial hero = no_serial;
};

TEST_F(Reports, WithinTheGraceTheAttackBeginsAnew) {
    const Serial orc = attacker(ReleasePolicy::all, 0.1);
    report_attack(orc, AttackReport::interrupt);
    EXPECT_EQ(next_story(orc), "");
    EXPECT_FALSE(agent(orc).token->begun);
    EXPECT_EQ(next_story(orc), "attack");
    EXPECT_EQ(agent(orc).token->hit_due, 40000 + 100000);
}

TEST_F(Reports, AfterTheGraceTheAttackIsInterrupted) {
    const Serial orc = attacker(ReleasePolicy::all, 0.05);
    report_attack(orc, AttackReport::interrupt);
    carries = false;
    poses[orc].position = {30, 0}; // out of range
    frames(5);
    EXPECT_EQ(count(E::attack_end, orc), 0);
    EXPECT_EQ(next_story(orc), "attack_end interrupted, state, unslot finished");
    EXPECT_EQ(agent(orc).ready_at, 80000 + 500000); // recovery runs from the limit
}

TEST_F(Reports, HitEndAndInterruptionAreReported) {
    using enum AttackReport;
    using enum ReleasePolicy;
    const struct {
        ReleasePolicy release;
        std::vector<AttackReport> reports;
        const char* story;
        int hits;
    } cases[] = {
        {all, {hit, hit}, "hit", 1},                                    // before its time, and once
        {all, {end}, "attack_end finished, state, unslot finished", 0}, // before the hit: no hit
        {all, {end, hit}, "attack_end finished, state, hit, unslot finished", 1},
        {all, {interrupt, hit}, "attack_end interrupted, state, unslot finished", 0},
        {launch, {interrupt}, "attack_end interrupted, state, unslot finished", 0},
        {launch, {hit, end}, "attack_end finished, state, hit, unslot launched", 1}, // it still launches
    };
    for (const auto& one : cases) {
        start_again();
        const Serial orc = attacker(one.release, 0.0);
        for (const AttackReport what : one.reports) report_attack(orc, what);
        EXPECT_EQ(next_story(orc), one.story);
        const bool ended = count(E::attack_end, orc) > 0;
        if (ended) {
            EXPECT_EQ(agent(orc).ready_at, 30000 + 500000) << one.story; // recovery runs from now
        }
        EXPECT_EQ(agent(orc).role == Role::none, ended);
        frames(30);
        EXPECT_EQ(count(E::hit, orc), one.hits) << one.story;
    }
}

TEST_F(Reports, AfterTheHitTheGraceDoesNotApply) {
    const Serial orc = attacker(ReleasePolicy::attack, 0.1);
    frames(11);
    ASSERT_EQ(count(E::hit, orc), 1);
    report_attack(orc, AttackReport::interrupt);
    EXPECT_EQ(next_story(orc), "attack_end interrupted, state, slot moved");
}

class Reserving : public TwoTeams {
protected:
    /// Grid capacity 4: three agents of weight 1 hold slots for good, and an agent of weight 3 waits. Capacity is
    /// reserved for it after 0.05 s.
    void SetUp() override {
        TwoTeams::SetUp();
        hero = spawn_hero({.grid_capacity = 4, .attack_capacity = 1, .slot_patience = 0.05});
        small_kind = kind(fighter(1, swing(1, 0.01, 0.3, 100.0)));
        for (int i = 0; i < 3; ++i) small[i] = spawn(small_kind, orcs, {8, static_cast<float>(i)});
        big = spawn(kind(fighter(3, swing(1, 0.0, 0.3, 1.0))), orcs, {0, 8});
    }
    Serial hero = no_serial, big = no_serial;
    std::array<Serial, 3> small = {};
    ArchetypeIndex small_kind = 0;
};

TEST_F(Reserving, FreedCapacityIsReservedForTheFirstRequester) {
    frames(5);
    EXPECT_EQ(circle(hero).reserver, no_serial);
    const Serial late = spawn(small_kind, orcs, {-8, 0});
    frame();
    ASSERT_NE(find(E::reserve, big), nullptr);
    EXPECT_EQ(find(E::reserve, big)->target, hero);
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{big, late})); // though `late` would fit
    frame();
    EXPECT_EQ(count(E::reserve, big), 1);
    despawn(small[1]);
    frame();
    EXPECT_EQ(circle(hero).reserver, big);
    despawn(small[2]);
    frame();
    EXPECT_EQ(circle(hero).reserver, no_serial);
    EXPECT_EQ(agent(big).role, Role::holder);
    EXPECT_EQ(agent(late).role, Role::requester);
}

TEST_F(Reserving, MeanwhileAttackersGiveUpTheirSlots) {
    while (count(E::attack_end, small[0]) == 0) frame();
    EXPECT_EQ(story(small[0]), "attack_end finished, state, unslot finished");
}

TEST_F(Reserving, AfterFiveSecondsHoldersGiveUpTheirSlots) {
    set_capacity(hero, 4, 0); // no agent may attack
    frames(502);
    EXPECT_EQ(story(small[2]), "withdraw, state, unslot token_wait_timeout");
}

TEST_F(Reserving, AnAgentHeavierThanTheWholeCapacityIsNeverFirst) {
    set_capacity(hero, 2, 1);
    frames(20);
    EXPECT_EQ(count(E::reserve, big), 0);
    EXPECT_EQ(count(E::reserve, small[2]), 1); // put back by the lower capacity; the first agent that fits
}

TEST_F(TwoTeams, WithoutAnOpenSlotAHolderGoesToTheQueuesFront) {
    const Serial hero = spawn_hero({.slots = 2});
    const ArchetypeIndex orc_kind = kind(fighter(1, swing(100, 0, 1, 1)));
    const Serial a = spawn(orc_kind, orcs, {8, 0}), b = spawn(orc_kind, orcs, {-8, 0});
    const Serial c = spawn(orc_kind, orcs, {0, 8});
    frames(2);
    set_closed_slots(hero, {1, 0});
    EXPECT_EQ(next_story(a), "unslot closed, request");
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{a, b, c}));
    set_closed_slots(hero, {0}); // replaces what was closed before
    frame();
    EXPECT_EQ(agent(a).slot, 1);
    EXPECT_EQ(circle(hero).queue, (std::deque<Serial>{b, c}));
}

TEST_F(TwoTeams, AnAttackerKeepsItsClosedSlot) {
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(fighter(1, swing(1, 0.05, 0.1, 1))), orcs, {8, 0});
    frames(2);
    set_closed_slots(hero, {0});
    frames(10);
    EXPECT_EQ(agent(orc).slot, 0);
    frames(3);
    EXPECT_NE(agent(orc).slot, 0); // moved in the frame in which the attack ends, not re-slotted
    EXPECT_EQ(count(E::slot, orc), 2);
}

class Tiers : public TwoTeams {
protected:
    /// An agent with attacks that end at once; if not `attacks`, with attacks that can only time out.
    ArchetypeDef orc(const CooldownDef& cooldown, bool attacks = true) {
        AttackDef attack = swing(1, 0.0, 0.0, 0.0);
        attack.attack_class = "heavy";
        attack.cooldown = cooldown;
        ArchetypeDef def = fighter(1, attack);
        if (!attacks) def.attacks[0].range = {0.0f, 2.0f}; // in range only on the attack ring, which it never reaches
        return def;
    }
    ArchetypeDef hero_def() {
        ArchetypeDef def = player();
        def.circle.attack_timeout = 0.05;
        return def;
    }
};

TEST_F(Tiers, WhenTheRoundsClockHasRunOutThereIsNothingToRefund) {
    const Serial hero = spawn(kind(hero_def()), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(orc({.archetype = 0.02, .uses = 2}, false));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    const Serial b = spawn(orc_kind, orcs, {0, 8});
    frames(2);
    const auto& record = circle(hero).cooldowns.of_archetypes.at({1, 0});
    EXPECT_EQ(record.due, 30000); // both uses were taken at 0.01 s
    frames(5);
    EXPECT_EQ(count(E::attack_end, a), 1);
    EXPECT_EQ(count(E::attack_end, b), 1);
    EXPECT_EQ(record.uses_left, 2);
}

TEST_F(Tiers, ARunningClockIsRefundedToItsRound) {
    const Serial hero = spawn(kind(hero_def()), heroes, {0, 0});
    const ArchetypeIndex orc_kind = kind(orc({.archetype = 100.0, .uses = 2}, false));
    const Serial a = spawn(orc_kind, orcs, {8, 0});
    spawn(orc_kind, orcs, {0, 8});
    frames(2);
    EXPECT_EQ(circle(hero).cooldowns.of_archetypes.at({1, 0}).uses_left, 2); // refilled, and the clock runs
    despawn(a);
    frame();
    const auto& record = circle(hero).cooldowns.of_archetypes.at({1, 0});
    EXPECT_EQ(record.due, 20000);
    EXPECT_EQ(record.uses_left, 1); // the other agent still has its use
    frames(4);
    EXPECT_EQ(record.uses_left, 2);
}

TEST_F(TwoTeams, RequestersTakeTheSideWithTheFewestAgentsThenTheNearest) {
    const Serial hero = spawn_hero({.slots = 4, .grid_capacity = 1});
    const ArchetypeIndex orc_kind = kind(fighter(1, swing(100, 0, 1, 1)));
    const Serial holder = spawn(orc_kind, orcs, {8, 0}); // on the side of slot 0
    std::array<Serial, 4> orc = {};
    for (Serial& serial : orc) serial = spawn(orc_kind, orcs, {1, 8});
    frame();
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(agent(orc[i]).wait_slot, i < 3 ? 1 + static_cast<int>(i) : 1);
    poses[holder].position = {0, 8}; // on the side of slot 1, where two requesters wait
    for (int i = 1; i < 60; ++i) {
        poses[hero].position = {0.01f * static_cast<float>(i), 0};
        frame();
    }
    std::array<int, 4> waiting{};
    for (const Serial serial : orc) ++waiting[static_cast<size_t>(agent(serial).wait_slot)];
    EXPECT_EQ(waiting, (std::array{1, 1, 1, 1})) << "one of the two has changed to the empty side";
}

} // namespace
} // namespace fray::model
