// Directors: a course of pressure, within bounds that the host can move, and what does not fit together.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct Directed : OracleScene {
    /// A circle with eight slots, capacities of 12 and 4 and this director.
    static CircleDef directed(const DirectorDef& director) {
        CircleDef circle = plain_circle(8, 12, 4);
        circle.director = director;
        return circle;
    }
    /// The share of so many seconds in which an attack of one of these agents went on.
    double pressed_for(const std::vector<AgentId>& fighters, double time) {
        const int frames = static_cast<int>(time * frames_per_second);
        int attacked = 0;
        for (int i = 0; i < frames; ++i) {
            step();
            attacked += std::any_of(fighters.begin(), fighters.end(), [&](AgentId id) {
                return state(id) == AgentState::attack &&
                       count(EventType::attack, id) > count(EventType::attack_end, id);
            });
        }
        return static_cast<double>(attacked) / frames;
    }
    CircleInfo its() { return world.circles()[0]; }
};

TEST_F(Directed, TheTargetIsUnderAttackForTheShareThatIsWanted) {
    for (const float pressure : {0.3f, 0.5f, 0.7f}) {
        start_again();
        hero(directed({.pressure = pressure}));
        const auto fighters = foes_of(releasing(puppet({swing(1, 0.6, 1.0)}), ReleasePolicy::attack), 6);
        seconds(3.0);
        EXPECT_NEAR(pressed_for(fighters, 12.0), pressure, 0.06) << pressure;
        EXPECT_FLOAT_EQ(its().wanted_pressure, pressure);
        EXPECT_NEAR(its().pressure, pressure, 0.2) << "the mean of the last 10 s";
    }
}

TEST_F(Directed, OneAttackAtATimeUntilPressureLagsBehind) {
    hero(directed({.pressure = 1.0f}));
    foes_of(releasing(puppet({swing(2, 0.6, 4.0)}), ReleasePolicy::attack), 2); // they cannot keep it up
    step(3);
    EXPECT_EQ(its().attack_capacity, 2);
    seconds(4.0);
    EXPECT_EQ(its().attack_capacity, 4) << "the bound of the target";
}

TEST_F(Directed, ACourseRisesStaysRelievesAndBeginsAnew) {
    hero(directed({.pressure = 0.8f, .build_up = 2.0, .peak = 1.0, .relief = 3.0}));
    const auto fighters = foes_of(releasing(puppet({swing(1, 0.5, 0.2)}), ReleasePolicy::attack), 4);
    step(1);
    const auto wanted = [&] { return its().wanted_pressure; };
    EXPECT_FLOAT_EQ(wanted(), 0.0f);
    seconds(1.0);
    EXPECT_NEAR(wanted(), 0.4f, 0.02);
    seconds(1.5);
    EXPECT_FLOAT_EQ(wanted(), 0.8f);
    seconds(1.0);
    EXPECT_FLOAT_EQ(wanted(), 0.0f);
    EXPECT_EQ(its().attack_capacity, 0);
    const auto attacks = all(EventType::attack).size();
    seconds(2.0);
    EXPECT_EQ(all(EventType::attack).size(), attacks) << "nothing attacks in the relief";
    seconds(1.5);
    EXPECT_GT(wanted(), 0.0f);
    EXPECT_LT(wanted(), 0.8f);
}

TEST_F(Directed, TheGridCapacityFollowsTheCourse) {
    hero(directed({.pressure = 0.5f, .peak = 2.0, .relief = 2.0, .least_grid_capacity = 3}));
    foes_of(puppet({swing(1, 0.5, 0.2)}), 8);
    seconds(1.0);
    EXPECT_EQ(its().grid_capacity, 12);
    EXPECT_EQ(its().holders, 8u);
    seconds(2.5);
    EXPECT_EQ(its().grid_capacity, 3);
    EXPECT_LE(its().holders, 3u);
    seconds(1.0);
    EXPECT_EQ(its().grid_capacity, 12);
}

TEST_F(Directed, NoAttackIsAllowedInAPause) {
    hero(directed({.pressure = 1.0f, .pause = 1.5}));
    foes_of(releasing(puppet({swing(1, 0.5, 0.1)}), ReleasePolicy::attack), 6);
    seconds(10.0);
    int ended = -1000;
    for (const Happened& one : log) {
        if (one.event.type == EventType::attack_end) ended = one.frame;
        if (one.event.type == EventType::token) {
            EXPECT_GE(one.frame - ended, frames_per_second * 3 / 2 - 2);
        }
    }
    EXPECT_GE(all(EventType::attack_end).size(), 4u);
}

TEST_F(Directed, TheHostMovesTheBounds) {
    const AgentId target = hero(directed({.pressure = 1.0f}));
    foes_of(releasing(puppet({swing(1, 0.5, 3.0)}), ReleasePolicy::attack), 2);
    seconds(6.0);
    EXPECT_EQ(its().attack_capacity, 4);
    step_after(world.set_capacity(target, {8, 2}));
    EXPECT_EQ(its().attack_capacity, 2);
    EXPECT_EQ(its().grid_capacity, 8);
    EXPECT_EQ(world.capacity(target)->attack_capacity, 2);
    step_after(world.set_capacity(target, {12, 9}));
    EXPECT_GT(its().attack_capacity, 2);
    EXPECT_LE(its().attack_capacity, 9);
}

TEST_F(Directed, AnAttackThatIsTooHeavyForNowCostsNoSlot) {
    CircleDef circle = directed({.pressure = 0.2f, .peak = 1.0, .relief = 5.0});
    circle.no_attack_timeout = 1.0;
    hero(circle);
    const AgentId fighter = foe(releasing(puppet({swing(3, 0.5, 0.2)}), ReleasePolicy::attack), {9.0f, 0.0f});
    seconds(10.0);
    EXPECT_EQ(count(EventType::unslot, fighter), 0);
}

TEST_F(Directed, ALowerBoundThatLeavesNoChoiceIsRefused) {
    ArchetypeDef player;
    player.name = "player";
    player.circle = directed({.pressure = 0.5f, .least_attack_capacity = 4});
    EXPECT_EQ(world.add_archetype(player), Error::out_of_range);
    EXPECT_NE(world.error_text().find("circle.director.least_attack_capacity: given 4, allowed less than "
                                      "attack_capacity (4)"),
              std::string::npos)
        << world.error_text();
    player.circle.director.least_attack_capacity = 0;
    player.circle.director.pressure = 1.5f;
    EXPECT_EQ(world.add_archetype(player), Error::out_of_range);
    player.circle.director.pressure = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(world.add_archetype(player), Error::ok);
}

} // namespace
} // namespace fray
