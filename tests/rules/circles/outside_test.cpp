// Outside: where agents without a slot wait, and how evenly slot holders stand.
#include "rules/oracle_scene.h"

#include <algorithm>
#include <map>

namespace fray {
namespace {

using namespace test;

struct OutsideTheRing : OracleScene {
    AgentId target;
    std::vector<AgentId> crowd;
    /// Holders that never attack, as many as the capacity allows, and requesters. The engine moves all of them.
    void wait(CircleDef circle, int count) {
        target = hero(circle);
        const ArchetypeIndex archetype = add(standing(walker()));
        for (int i = 0; i < count; ++i)
            crowd.push_back(foe(archetype, on_ring(10.0f + static_cast<float>(i % 3), 0.37f * static_cast<float>(i))));
    }
    std::vector<AgentId> requesters() const {
        std::vector<AgentId> found;
        for (const AgentId one : crowd)
            if (slot(one) < 0) found.push_back(one);
        return found;
    }
    static CircleDef of(RoamMode outside, int slots, int grid_capacity) {
        CircleDef circle = plain_circle(slots, grid_capacity);
        circle.roam_mode = outside;
        circle.slot_patience = circle.no_attack_timeout = 0.0;
        return circle;
    }
};

TEST_F(OutsideTheRing, PatrollingAgentsGoRoundTheRoamRingCounterClockwise) {
    wait(of(RoamMode::patrol, 8, 2), 6);
    seconds(6.0);
    std::map<uint32_t, float> turned;
    for (int i = 0; i < 4 * frames_per_second; ++i) {
        std::vector<Vec2> before;
        for (const AgentId one : requesters()) before.push_back(position(one));
        step();
        const auto now = requesters();
        ASSERT_EQ(now.size(), 4u);
        for (size_t k = 0; k < now.size(); ++k) {
            const Vec2 p = position(now[k]);
            EXPECT_NEAR(distance(p, {}), 6.0f, 1.0f) << "jitter of half a metre, and a step aside";
            turned[now[k].index] +=
                std::atan2(before[k].x * p.y - before[k].y * p.x, before[k].x * p.x + before[k].y * p.y);
        }
    }
    for (const auto& [who, angle] : turned) EXPECT_GT(angle, 0.4f) << "left turns count positive";
}

TEST_F(OutsideTheRing, FlankingAgentsReachTheirFlankSlotAndStand) {
    wait(of(RoamMode::flank, 8, 3), 13);
    seconds(8.0);
    std::vector<Vec2> before;
    for (const AgentId one : crowd) before.push_back(position(one));
    seconds(2.0);
    for (size_t i = 0; i < crowd.size(); ++i) EXPECT_LT(distance(position(crowd[i]), before[i]), 1.0f) << i;
    for (const AgentId one : requesters()) {
        const Vec2 spot = on_ring(6.0f, static_cast<float>(wait_slot(one)));
        EXPECT_LT(distance(position(one), spot), 2.5f);
        EXPECT_GT(distance(position(one), {}), 4.0f);
    }
}

struct Passing : OutsideTheRing {
    AgentId a, b;
    /// A holder at the ring, and two agents that come after it to flank.
    void pass(Vec2 holder, Vec2 first, Vec2 second) {
        wait(of(RoamMode::flank, 8, 1), 0);
        accept(world.set_closed_slots(target, std::vector<int>{0, 3, 4, 5, 6}));
        const ArchetypeIndex archetype = add(standing(walker()));
        foe(archetype, holder);
        step(2);
        a = foe(archetype, first);
        b = foe(archetype, second);
        seconds(20.0);
    }
    float way_left(AgentId who) const {
        return distance(position(who), on_ring(6.0f, static_cast<float>(wait_slot(who))));
    }
};

TEST_F(Passing, TwoThatMeetHeadOnBesideAHolderOrAtAFlankSlotPassEachOther) {
    for (const bool head_on : {true, false}) {
        start_again();
        crowd.clear();
        if (head_on)
            pass(on_ring(4.0f, 1.0f), on_ring(5.2f, 0.6f), on_ring(5.2f, 1.7f));
        else
            pass(on_ring(4.0f, 2.0f), on_ring(6.0f, 0.6f), on_ring(6.0f, 2.2f));
        EXPECT_EQ(wait_slot(a), head_on ? 2 : 1);
        EXPECT_EQ(wait_slot(b), 7);
        EXPECT_LT(way_left(a), 2.5f);
        EXPECT_LT(way_left(b), 2.5f);
    }
}

TEST_F(OutsideTheRing, RequestersTakeTheSidesOnWhichTheFewestAre) {
    wait(of(RoamMode::flank, 4, 1), 9);
    accept(world.set_closed_slots(target, std::vector<int>{2}));
    seconds(1.0);
    std::map<int, int> waiting;
    for (const AgentId one : requesters()) ++waiting[wait_slot(one)];
    EXPECT_EQ(waiting[2], 0) << "closed";
    EXPECT_EQ(waiting.size(), 4u);
    for (const int slot : {0, 1, 3}) EXPECT_NEAR(waiting[slot], 2.5, 0.5) << "eight, and the holder, on three sides";
}

TEST_F(OutsideTheRing, RequestersChangeSidesWhenTheTargetLeavesThemBehind) {
    wait(of(RoamMode::flank, 8, 1), 12);
    seconds(6.0);
    for (int i = 0; i < 6 * frames_per_second; ++i) { // it walks east, along slot 0
        accept(world.teleport(target, {2.0f * static_cast<float>(i) / frames_per_second, 0.0f}));
        step();
    }
    int ahead = 0;
    for (const AgentId one : requesters()) ahead += position(one).x > position(target).x;
    EXPECT_GE(ahead, 4) << "of eleven";
}

TEST_F(OutsideTheRing, RequestersWaitInTheViewOfTheTarget) {
    CircleDef circle = of(RoamMode::flank, 8, 3);
    circle.waits_in_view = true;
    wait(circle, 15);
    for (const float facing : {1.0f, -1.0f}) {
        accept(world.set_view(target, {{facing, 0.0f}, 1.0f}));
        seconds(12.0);
        ASSERT_EQ(requesters().size(), 12u);
        for (const AgentId one : requesters()) {
            const float angle = std::atan2(position(one).y, position(one).x * facing);
            EXPECT_LE(std::abs(angle), 1.0f + 0.45f) << "a slot in the view, and its files half a step to either side";
        }
    }
    accept(world.set_view(target, {{0.87f, 0.5f}, 0.1f})); // no slot is in it
    seconds(12.0);
    EXPECT_EQ(requesters().size(), 12u);
}

TEST_F(OutsideTheRing, TheFirstOfAFileStandsOnTheRoamRing) {
    wait(of(RoamMode::flank, 1, 1), 5); // one slot: a file behind the other
    seconds(10.0);
    std::vector<float> from_target;
    for (const AgentId one : requesters()) from_target.push_back(distance(position(one), {}));
    std::sort(from_target.begin(), from_target.end());
    ASSERT_EQ(from_target.size(), 4u);
    EXPECT_NEAR(from_target.front(), 6.0f, 0.1f) << "on the roam ring";
}

TEST_F(OutsideTheRing, ARestingAgentStandsOnTheRoamRing) {
    CircleDef circle = plain_circle();
    circle.rest_time = 10.0;
    target = hero(circle);
    const AgentId fighter = foe(walker({swing(1, 0.5, 0.5)}), {7.0f, 1.0f});
    ASSERT_TRUE(until_event(EventType::attack_end, fighter, 5.0));
    seconds(4.0);
    EXPECT_EQ(state(fighter), AgentState::roam);
    const Vec2 before = position(fighter);
    EXPECT_NEAR(distance(before, {}), 6.0f, 1.0f);
    seconds(1.0);
    EXPECT_LT(distance(position(fighter), before), 0.05f);
}

TEST_F(OutsideTheRing, AnAgentWithoutASlotLeavesTheApproachRingAtOnce) {
    for (const RoamMode how : {RoamMode::patrol, RoamMode::flank}) {
        start_again();
        crowd.clear();
        wait(of(how, 8, 0), 1);
        seconds(1.0);
        step_after(world.teleport(crowd[0], {1.0f, 0.5f}));
        float before = distance(position(crowd[0]), {});
        int frames = 1;
        for (; before < 4.0f && frames < frames_per_second; ++frames) {
            step();
            const float now = distance(position(crowd[0]), {});
            ASSERT_GT(now, before + (frames < 15 ? 0.0f : 0.05f)) << "straight outwards, running";
            before = now;
        }
        EXPECT_LT(frames * frame_time, 0.7);
    }
}

/// A target jumps into the midst of waiting agents. No agent without a slot stays inside the circle for long.
TEST_F(OutsideTheRing, NoAgentWithoutASlotStaysInsideForLong) {
    for (const RoamMode how : {RoamMode::patrol, RoamMode::flank}) {
        start_again();
        crowd.clear();
        check_every_frame = false;
        wait(of(how, 8, 8), 32);
        seconds(6.0);
        std::vector<int> inside(crowd.size(), 0);
        int longest = 0;
        const Vec2 leaps[] = {{6.0f, 0.0f}, {0.0f, 3.0f}, {-5.0f, -5.0f}};
        for (const Vec2 leap : leaps) {
            accept(world.teleport(target, leap));
            for (int i = 0; i < 8 * frames_per_second; ++i) {
                step();
                for (size_t k = 0; k < crowd.size(); ++k) {
                    const bool is = slot(crowd[k]) < 0 && distance(position(crowd[k]), position(target)) < 4.0f;
                    inside[k] = is ? inside[k] + 1 : 0;
                    longest = std::max(longest, inside[k]);
                }
            }
        }
        EXPECT_LT(longest * frame_time, 3.0) << to_string(how);
    }
}

struct Surround : OracleScene {
    /// The slots of agents that arrive one after another from the east.
    std::vector<int> slots_of(float surround, int count) {
        CircleDef circle = plain_circle(8, 12, 0);
        circle.even_spacing = surround;
        start_again();
        hero(circle);
        std::vector<int> slots;
        for (const AgentId one : foes_of(puppet(), count, {6.0f, 0.0f})) {
            step();
            slots.push_back(slot(one));
        }
        step(frames_per_second / 2); // one may have been in another's way
        for (size_t i = 0; i < slots.size(); ++i) slots[i] = slot(agents[i + 1]);
        return slots;
    }
};

TEST_F(Surround, SurroundZeroTakesTheNearestSlot) { EXPECT_EQ(slots_of(0.0f, 3), (std::vector<int>{0, 1, 7})); }

TEST_F(Surround, SurroundOneSpreadsTheSlotsEvenly) {
    const auto slots = slots_of(1.0f, 2);
    EXPECT_EQ(slots[0], 0) << "without another holder it gets the nearest slot";
    EXPECT_EQ(slots[1], 4) << "10.05 m less an arc of 12.57 m";
}

TEST_F(Surround, ALittleSurroundLeavesAMuchNearerSlot) { EXPECT_EQ(slots_of(0.1f, 2)[1], 1); }

} // namespace
} // namespace fray
