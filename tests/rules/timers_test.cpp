// Timers (rule add_time; rules.md, Time, numbers, ties): due after their frames at every rate, in chains too, and with
// frames of any length.
#include "rules/two_teams.h"

namespace fray::model {
namespace {

constexpr double rates[] = {10, 24, 25, 30, 48, 50, 60, 60000.0 / 1001.0, 72, 90, 120, 144, 165, 240};

class Timers : public TwoTeams {
protected:
    /// An unmanaged agent, close to its target. It attacks as soon as it may.
    void meet(const AttackDef& attack) {
        carries = false;
        ArchetypeDef def = unmanaged_agent();
        def.attacks = {attack};
        def.attacks[0].range = {0.0f, 5.0f};
        def.boss.timers.close_timeout = {3600.0, 3600.0};
        hero = spawn(kind(player()), heroes, {4, 0});
        agent = spawn(kind(def), orcs, {0, 0});
    }
    /// The number of frames until the agent has an event of this kind.
    int frames_until(EventType type, int most = 10000) {
        for (int i = 1; i <= most; ++i) {
            frame();
            if (find(type, agent) != nullptr) return i;
        }
        return -1;
    }
    Serial hero = no_serial, agent = no_serial;
};

TEST_F(Timers, AnAttackTakesItsFramesAtEveryRate) {
    for (const double hz : rates)
        for (const bool as_float : {false, true})
            for (const double error : {0.0, 9e-5, -9e-5}) {
                start_again();
                dt = as_float ? static_cast<double>(1.0f / static_cast<float>(hz)) : 1.0 / hz;
                const auto time = [&](int count) { return (count + error) / hz; };
                meet(swing(1, time(3), time(12), time(5)));
                frames(static_cast<int>(hz)); // the rounding of times is not always the same
                ASSERT_NE(frames_until(E::attack), -1);
                for (int i = 0; i < 4; ++i) {
                    SCOPED_TRACE(testing::Message() << hz << " Hz, " << error << ", attack " << i);
                    ASSERT_EQ(frames_until(E::hit), 3);
                    ASSERT_EQ(frames_until(E::attack_end), 9);
                    ASSERT_EQ(frames_until(E::attack), 5);
                }
            }
}

TEST_F(Timers, BetweenTwoAttacksAnAgentScans) {
    meet(swing(1, 0.1, 0.5, 0.0));
    ASSERT_NE(frames_until(E::attack), -1);
    const Serial nearer = spawn(0, heroes, {0, 1});
    bool changes = false;
    for (int i = 0; i < 20 && !changes; ++i) { // target_dwell_time has to pass first
        ASSERT_EQ(frames_until(E::attack), 50);
        changes = find(E::attack, agent)->target == nearer;
    }
    EXPECT_TRUE(changes);
    EXPECT_EQ(story(agent), "target nearer, attack_end finished, state, state, state, attack");
}

TEST_F(Timers, WithFramesOfAnyLengthATimerIsDueInTheFirstThatBeginsAtItsTime) {
    const std::vector<double> lengths = {0.02, 0.001, 0.0, 0.13, 0.0333, 0.05, 0.00001, 0.007};
    for (const double windup : {0.05, 0.1234, 0.3, 0.777}) {
        start_again();
        meet(swing(1, windup, 2.0, 0.5));
        ASSERT_NE(frames_until(E::attack), -1);
        const double begun = static_cast<double>(model.now()) * 1e-6 - dt; // when the frame of the attack began
        double now = begun + dt;
        for (size_t i = 0;; ++i) {
            dt = lengths[i % lengths.size()];
            frame();
            const bool due = now + dt * 1e-4 + 3e-6 >= begun + windup;
            ASSERT_EQ(find(E::hit, agent) != nullptr, due) << windup << " s, frame " << i;
            if (due) break;
            now += dt;
        }
    }
}

class PlaysOn : public TwoTeams {
protected:
    /// An orc that kills its hero with its first hit, 0.1 s after it has begun an attack of 0.5 s.
    void meet(const ArchetypeDef& def, bool performs) {
        hero = spawn(kind(mortal(0.5f)), heroes, {0, 0});
        orc = spawn(kind(def), orcs, {4, 0});
        poses[orc].heading = {-1.0f, 0.0f};
        if (performs) {
            frame();
            order_perform(orc, hero);
            counts.clear();
        }
        for (int i = 0; i < 100 && count(E::attack, orc) == 0; ++i) frame();
        counts.clear();
        for (int i = 0; i < 100 && count(E::death, hero) == 0; ++i) frame();
        ASSERT_EQ(count(E::hit, orc) + count(E::launch, orc), 1);
    }
    static ArchetypeDef managed(ReleasePolicy release) {
        ArchetypeDef def = fighter(1, swing(1, 0.1, 0.5, 0.4));
        def.engagement.release_policy = release;
        def.perception.scan_interval = tick;
        return def;
    }
    static ArchetypeDef unmanaged() {
        ArchetypeDef def = unmanaged_agent();
        def.attacks = managed(ReleasePolicy::all).attacks;
        return def;
    }
    static ArchetypeDef without_brain() {
        ArchetypeDef def = managed(ReleasePolicy::all);
        def.autonomous = false;
        return def;
    }
    Serial hero = no_serial, orc = no_serial;
};

TEST_F(PlaysOn, AnAttackThatKillsLastsAsLongAsAnyOther) {
    const std::vector<std::pair<ArchetypeDef, bool>> kinds = {{managed(ReleasePolicy::attack), false},
                                                              {managed(ReleasePolicy::all), false},
                                                              {managed(ReleasePolicy::launch), false},
                                                              {managed(ReleasePolicy::all), true},
                                                              {unmanaged(), false},
                                                              {unmanaged(), true},
                                                              {without_brain(), true}};
    for (const auto& [def, performs] : kinds) {
        start_again();
        meet(def, performs);
        EXPECT_EQ(agent(orc).state, AgentState::attack);
        EXPECT_EQ(agent(orc).role, Role::none);
        EXPECT_EQ(count(E::attack_end, orc), 0);
        const int64_t killed = model.now();
        for (int i = 0; i < 100 && count(E::attack_end, orc) == 0; ++i) frame();
        ASSERT_EQ(count(E::attack_end, orc), 1);
        EXPECT_EQ(model.now() - killed, 400000);
        EXPECT_EQ(find(E::attack_end, orc)->cause, C::finished);
        EXPECT_EQ(find(E::attack_end, orc)->target, no_serial);
        EXPECT_EQ(agent(orc).ready_at, killed - 10000 + 400000 + 400000) << "recovery counts from the end";
    }
}

TEST_F(PlaysOn, ItMayScanAndFightsOnAfterwards) {
    for (const ArchetypeDef& def : {managed(ReleasePolicy::all), unmanaged()}) {
        start_again();
        meet(def, false);
        const Serial next_hero = spawn(0, heroes, {1, 0});
        EXPECT_EQ(next_target(orc, 3), next_hero);
        EXPECT_EQ(agent(orc).state, AgentState::attack);
        EXPECT_EQ(count(E::request, orc), 0) << "not before the end";
        const int64_t recovered = model.now() + 1000000;
        for (int i = 0; i < 200 && count(E::attack, orc) == 0; ++i) frame();
        EXPECT_EQ(count(E::attack, orc), 1);
        EXPECT_GE(model.now(), agent(orc).ready_at);
        EXPECT_LE(model.now(), recovered);
    }
}

TEST_F(PlaysOn, ReportsOrdersAndStaggersEndIt) {
    ArchetypeDef def = managed(ReleasePolicy::all);
    def.poise.stagger_time = 0.3;
    for (const int how : {0, 1, 2, 3}) {
        start_again();
        meet(def, false);
        frame();
        if (how < 2) report_attack(orc, how == 0 ? AttackReport::end : AttackReport::interrupt);
        if (how == 2) order(orc, OrderKind::move, {9, 9});
        if (how == 3) stagger(orc);
        frames(how == 3 ? 2 : 1);
        EXPECT_EQ(count(E::attack_end, orc), 1) << how;
        ASSERT_NE(find(E::attack_end, orc), nullptr);
        EXPECT_EQ(find(E::attack_end, orc)->cause, how == 0 ? C::finished : how == 2 ? C::withdrew : C::interrupted);
        frames(3);
        EXPECT_EQ(agent(orc).state, how == 3 ? AgentState::stagger : AgentState::idle);
    }
}

} // namespace
} // namespace fray::model
