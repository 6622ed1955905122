// Level of detail, frame by frame, in small cases straight from engine/docs/rules.md. In frame f an agent is updated if
// (f + its serial) mod its update interval = 0. A comment behind a spawn lists these frames. A comment behind `frame()`
// gives the number of the last frame.
#include "rules/two_teams.h"

namespace fray::model {
namespace {

using S = AgentState;

ArchetypeDef with_update_interval(ArchetypeDef def, int frames) {
    def.update_interval = frames;
    return def;
}

class Detail : public TwoTeams {
protected:
    void SetUp() override {
        TwoTeams::SetUp();
        carries = false;
        alone.perception.targeting = Targeting::self;
        alone.perception.scan_interval = 100.0; // it scans for targets only when it is flagged
        unmanaged = unmanaged_agent();
        unmanaged.attacks = {swing(1, 0.02, 0.03, 0.0)};
        unmanaged.attacks[0].range = {0.0f, 5.0f};
    }

    static ArchetypeDef unassailable() { // an archetype with a circle that admits no agent
        ArchetypeDef def = player();
        def.circle.grid_capacity = 0;
        return def;
    }

    ArchetypeDef striker() const { // an agent that hits when the test reports the hit
        ArchetypeDef def = unmanaged;
        def.body.health = unlimited_health;
        def.poise.stagger_time = 0.0;
        def.attacks = {swing(1, 100.0, 100.0, 100.0)};
        def.attacks[0].range = {0.0f, 5.0f};
        def.attacks[0].damage = 5.0f;
        return def;
    }

    void set_detail(const std::vector<Vec2>& points, const std::array<float, 3>& beyond) {
        give(SetDetail{{beyond, points}});
    }
    void set_update_interval(Serial serial, int frames) { give(command::SetUpdateInterval{named(serial), frames}); }
    int update_interval_of(Serial serial) const { return agent(serial).update_interval; }
    /// The update intervals of all agents, by serial.
    std::vector<int> intervals() const {
        std::vector<int> result;
        for (const auto& [serial, one] : model.agents()) result.push_back(one.update_interval);
        return result;
    }
    /// Without points of interest every agent counts as near.
    void budget(uint32_t updates) { give(SetDetail{{.update_budget = updates}}); }
    void spawn_many(ArchetypeIndex archetype, int count) {
        for (int i = 0; i < count; ++i) spawn(archetype, heroes, {0, 0});
    }
    /// The overload level after each of the frames 15, 31, and so on.
    std::vector<int> overload_levels(int count) {
        std::vector<int> result;
        for (int i = 0; i < count; ++i) {
            do {
                frame();
            } while (model.frame() % 16 != 0);
            result.push_back(model.overload_level());
        }
        return result;
    }
    using Levels = std::vector<int>;
    using Intervals = std::vector<int>;
    /// Steps until `frame_number` is the next frame.
    void until(uint64_t frame_number) {
        while (model.frame() < frame_number) frame();
    }
    /// The frames before `end` in which the agent had an event of that type.
    std::vector<uint64_t> frames_with(EventType type, Serial serial, uint64_t end) {
        std::vector<uint64_t> result;
        while (model.frame() < end) {
            frame();
            if (find(type, serial) != nullptr) result.push_back(model.frame() - 1);
        }
        return result;
    }

    ArchetypeDef alone = fighter(1, swing(1, 0.02, 0.05, 0.1)), unmanaged;
    const std::array<float, 3> near_by = {3.0f, 4.0f, 5.0f};
};

TEST_F(Detail, AnAgentIsUpdatedByFrameSerialAndInterval) {
    const Serial hero = spawn(kind(unassailable()), heroes, {3, 0}); // 0
    const ArchetypeIndex eighth = kind(with_update_interval(alone, 8)), fourth = kind(with_update_interval(alone, 4));
    const ArchetypeIndex second = kind(with_update_interval(alone, 2)), always = kind(alone);
    for (int i = 0; i < 8; ++i) spawn(eighth, orcs, {0, 0}); // 1 to 8
    for (int i = 0; i < 4; ++i) spawn(fourth, orcs, {0, 0}); // 9 to 12
    for (int i = 0; i < 2; ++i) spawn(second, orcs, {0, 0}); // 13 and 14
    spawn(always, orcs, {0, 0});                             // 15
    const std::map<Serial, uint64_t> first = {{1, 7}, {2, 6},  {3, 5},  {4, 4},  {5, 3},  {6, 2},  {7, 1}, {8, 0},
                                              {9, 3}, {10, 2}, {11, 1}, {12, 0}, {13, 1}, {14, 0}, {15, 0}};
    std::map<Serial, uint64_t> found, sensed, sensed_anew;
    for (uint64_t f = 0; f < 16; ++f) {
        if (f == 8) teleport(hero, {6, 0});
        frame();
        for (const Event& event : events) {
            if (event.type == E::target) found[event.agent] = f;
            if (event.type == E::band) (f < 8 ? sensed : sensed_anew)[event.agent] = f;
        }
    }
    for (const auto& [serial, frame] : found) EXPECT_EQ(frame, 0u) << serial; // a target scan finds its target at once
    EXPECT_EQ(found.size(), first.size());
    EXPECT_EQ(sensed, first);
    std::map<Serial, uint64_t> later;
    for (const auto& [serial, f] : first) later[serial] = f + 8;
    EXPECT_EQ(sensed_anew, later);
}

TEST_F(Detail, BandsAndArrivalsWaitForTheUpdate) {
    carries = true;
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(with_update_interval(alone, 8)), orcs, {8, 0}); // 7, 15, 23
    EXPECT_EQ(next_story(orc), "spawn, target found, state, request, slot admitted");
    until(7);
    EXPECT_EQ(agent(orc).state, S::approach); // still approach, though the agent stands at its slot
    EXPECT_EQ(agent(orc).band, 4);
    EXPECT_EQ(next_story(orc), "band, arrive, state, token"); // 7
    EXPECT_EQ(next_story(orc), "state, attack");              // 8: a managed agent thinks in every frame
    carries = false;
    teleport(hero, {-3, 0});
    EXPECT_EQ(next_story(orc), ""); // 9
    teleport(hero, {0, 0});
    until(13);
    EXPECT_EQ(next_story(orc), "attack_end finished, state, slot moved"); // 13: the attack is over
    teleport(hero, {-3, 0});
    until(15);
    EXPECT_EQ(count(E::band, orc), 1);
    EXPECT_EQ(next_story(orc), "band"); // 15
}

TEST_F(Detail, SquadsScanForTargetsInFramesWithoutAnUpdate) {
    alone.perception.scan_interval = 0.05; // squad 5: 4506, 54506, 104506 us: frames 1, 6 and 11
    const Serial hero = spawn(kind(unassailable()), heroes, {50, 0}); // squad 1
    for (int i = 0; i < 3; ++i) add_squad(heroes);
    const Serial orc = spawn(kind(with_update_interval(alone, 2)), orcs, {0, 0}); // 1, 3, 5, 7
    frames(2);
    EXPECT_FALSE(agent(orc).flagged);
    teleport(hero, {10, 0});
    until(6);
    EXPECT_EQ(agent(orc).target, no_serial);
    EXPECT_EQ(next_target(orc), hero); // 6
}

TEST_F(Detail, SquadsFarAwayLeaveScansOut) {
    alone.perception.scan_interval = 0.05; // squads 2, 3 and 4: from 11802, 42704 and 23605 us on, frames 2, 5 and 3
    const Serial hero = spawn(kind(unassailable()), heroes, {50, 0});                // squad 1
    const Serial fourth = spawn(kind(with_update_interval(alone, 4)), orcs, {0, 0}); // every second scan
    const Serial eighth = spawn(kind(with_update_interval(alone, 8)), orcs, {0, 0}); // every fourth
    frame();                                                                         // 0
    const uint32_t mixed = add_squad(orcs);
    const Serial far = spawn(kind(with_update_interval(alone, 8)), orcs, {0, 0}, mixed);
    spawn(kind(with_update_interval(alone, 2)), orcs, {0, 0}, mixed); // so every scan
    until(6);
    teleport(hero, {10, 0});
    EXPECT_EQ(frames_with(E::target, far, 9), (std::vector<uint64_t>{8}));
    until(12);
    EXPECT_EQ(agent(fourth).target, no_serial);
    EXPECT_EQ(next_target(fourth), hero); // 12: the scan of 61802 us in frame 7 was left out
    EXPECT_EQ(frames_with(E::target, eighth, 40), (std::vector<uint64_t>{25}));
}

TEST_F(Detail, AtMostASecondIsLeftBetweenTwoScans) {
    const Serial hero = spawn(kind(unassailable()), heroes, {50, 0});
    // Squads 2, 3 and 4 have scanned by frame 60: at 118026, 512448 and 118026 us. Their next scans are 2, 1 and 4
    // times `scan_interval` later: at 1118026, 1112448 and 1118026 us.
    for (const double every : {0.5, 0.6, 0.25}) {
        alone.perception.scan_interval = every;
        spawn(kind(with_update_interval(alone, 8)), orcs, {0, 0});
    }
    until(60);
    teleport(hero, {10, 0});
    until(112);
    for (const Serial orc : {1, 2, 3}) EXPECT_EQ(agent(orc).target, no_serial) << orc;
    frame(); // 112
    for (const Serial orc : {1, 2, 3}) EXPECT_EQ(agent(orc).target, hero) << orc;
}

TEST_F(Detail, AgentsFarAwayThatHaveLostTheirTargetScanAtOnce) {
    alone.perception.scan_interval = 0.05;
    const Serial near = spawn(kind(mortal(1.0f, unassailable())), heroes, {10, 0});
    const Serial hero = spawn(kind(unassailable()), heroes, {15, 0});
    const Serial orc = spawn(kind(with_update_interval(alone, 8)), orcs, {0, 0});
    until(6);
    ASSERT_EQ(agent(orc).target, near);
    damage(near, 1.0f);
    EXPECT_EQ(next_target(orc, 2), hero); // 6, 7
}

TEST_F(Detail, OrdersTakeEffectInEveryFrame) {
    const ArchetypeIndex k = kind(mortal(1.0f, unassailable()));
    const Serial hero = spawn(k, heroes, {5, 0});
    const Serial orc = spawn(kind(with_update_interval(alone, 8)), orcs, {0, 0}); // 7, 15, 23
    const Serial other = spawn(k, heroes, {6, 0});
    order_attack(orc, other);
    frame(); // 0
    EXPECT_EQ(find(E::target, orc)->target, other);
    EXPECT_EQ(find(E::band, orc), nullptr);
    EXPECT_NE(find(E::request, orc), nullptr); // it is managed, so it thinks
    order(orc, OrderKind::stand);
    frame(); // 1
    EXPECT_EQ(find(E::target, orc)->cause, C::ordered);
    order_attack(orc, other);
    damage(other, 1.0f);
    frames(2); // 2, 3: the target is dead, so the order is over
    EXPECT_EQ(agent(orc).order.kind, OrderKind::free);
    EXPECT_EQ(agent(orc).target, hero);
}

TEST_F(Detail, GaitAndRunClockWaitForTheUpdate) {
    unmanaged.boss.reactions.table.fill({1, 0, 0});
    const Serial hero = spawn(kind(player()), heroes, {6.5f, 0});
    const Serial b = spawn(kind(with_update_interval(unmanaged, 4)), orcs, {0, 0}); // 3, 7, 11
    until(4);
    EXPECT_EQ(agent(b).state, S::pursue);
    EXPECT_FALSE(agent(b).runs); // idle in classify_distances of frame 3
    until(7);
    EXPECT_FALSE(agent(b).runs);
    EXPECT_FALSE(agent(b).run_due.has_value());
    frame(); // 7
    EXPECT_TRUE(agent(b).runs);
    EXPECT_TRUE(agent(b).run_due.has_value());
    teleport(hero, {2, 0});
    until(11);
    EXPECT_TRUE(agent(b).runs);
    EXPECT_EQ(agent(b).band, 2);
    frame(); // 11
    EXPECT_FALSE(agent(b).runs);
    EXPECT_EQ(agent(b).band, 0);
}

TEST_F(Detail, WithoutATargetTheBandIsFourAtOnce) {
    spawn(kind(unassailable()), heroes, {3, 0});
    const Serial orc = spawn(kind(with_update_interval(alone, 8)), orcs, {0, 0}); // 7, 15
    until(8);
    EXPECT_EQ(agent(orc).band, 1);
    order(orc, OrderKind::stand);
    EXPECT_EQ(next_target(orc), no_serial); // 8
    EXPECT_EQ(agent(orc).band, 4);
    EXPECT_EQ(find(E::band, orc), nullptr);
}

TEST_F(Detail, AnUnmanagedAgentThinksWhenItIsUpdatedAndWhileItAttacks) {
    const Serial hero = spawn(kind(player()), heroes, {4, 0});
    const Serial b = spawn(kind(with_update_interval(unmanaged, 8)), orcs, {0, 0}); // 7, 15
    until(7);
    EXPECT_EQ(agent(b).target, hero);
    EXPECT_EQ(agent(b).state, S::idle);
    report_attack(b, AttackReport::end);
    frame(); // 7
    EXPECT_EQ(agent(b).state, S::attack);
    EXPECT_EQ(agent(b).token->hit_due, 90000);
    EXPECT_EQ(next_story(b), "");
    frame(); // 9
    EXPECT_NE(find(E::hit, b), nullptr);
    EXPECT_EQ(next_story(b), "attack_end finished, state"); // 10
    EXPECT_EQ(frames_with(E::state, b, 16), (std::vector<uint64_t>{15}));
    EXPECT_EQ(agent(b).state, S::attack);
    despawn(hero);
    EXPECT_EQ(next_story(b, 2), "attack_end target_gone, state"); // 16, 17: it thinks, because it is in attack
}

TEST_F(Detail, AnUnmanagedAgentsDecisionsWaitForItsUpdate) {
    unmanaged.poise.stagger_time = 0.03;
    const Serial hero = spawn(kind(striker()), heroes, {4, 0});
    const Serial b = spawn(kind(with_update_interval(unmanaged, 8)), orcs, {0, 0}); // 7, 15, 23
    until(11);
    ASSERT_EQ(agent(hero).state, S::attack);
    ASSERT_EQ(agent(b).state, S::pursue);
    report_attack(hero, AttackReport::hit);
    frame(); // 11
    EXPECT_NE(find(E::stagger, b), nullptr);
    EXPECT_EQ(frames_with(E::state, b, 16), (std::vector<uint64_t>{15}));
    EXPECT_EQ(agent(b).state, S::stagger);
    EXPECT_EQ(agent(b).until, 180000);
    EXPECT_EQ(frames_with(E::state, b, 24), (std::vector<uint64_t>{23}));
    order(b, OrderKind::stand);
    frame(); // 24: it attacks, so it thinks
    EXPECT_EQ(agent(b).state, S::idle);
    order(b, OrderKind::free);
    EXPECT_EQ(frames_with(E::state, b, 32), (std::vector<uint64_t>{31}));
}

TEST_F(Detail, TheIntervalChangesOnlyEveryEightFrames) {
    spawn(kind(player()), heroes, {0, 0});                  // 0, 8, 16
    const Serial orc = spawn(kind(player()), orcs, {0, 0}); // 7, 15, 23
    spawn(kind(player()), orcs, {100, 100});                // serial 2: 6, 14
    set_detail({{0, 0}}, near_by);
    frame(); // 0
    EXPECT_EQ(intervals(), (Intervals{1, 1, 1}));
    until(2);
    set_update_interval(orc, 4);
    until(6);
    EXPECT_EQ(intervals(), (Intervals{1, 1, 1}));
    frame(); // 6
    EXPECT_EQ(intervals(), (Intervals{1, 1, 8}));
    frame(); // 7
    EXPECT_EQ(intervals(), (Intervals{1, 4, 8}));
    set_update_interval(orc, 0);
    until(15);
    EXPECT_EQ(intervals(), (Intervals{1, 4, 8}));
    set_update_interval(orc, 2);
    set_update_interval(orc, 8); // the last command counts
    frame();                     // 15
    EXPECT_EQ(intervals(), (Intervals{1, 8, 8}));
    set_update_interval(orc, 0);
    until(24);
    EXPECT_EQ(intervals(), (Intervals{1, 1, 8}));
}

TEST_F(Detail, TheHostsIntervalGoesBeforeAllOthers) {
    const Serial slow = spawn(kind(with_update_interval(player(), 4)), heroes, {0, 0});
    const Serial far = spawn(kind(player()), heroes, {100, 0});
    set_detail({{0, 0}}, near_by);
    frames(8);
    EXPECT_EQ(intervals(), (Intervals{4, 8})); // 4 is greater than the interval of its distance
    set_update_interval(slow, 1);
    set_update_interval(far, 2);
    frames(8);
    EXPECT_EQ(intervals(), (Intervals{1, 2}));
    set_detail({}, near_by);
    frames(8);
    EXPECT_EQ(update_interval_of(far), 2);
    set_update_interval(slow, 0);
    set_update_interval(far, 0);
    frames(8);
    EXPECT_EQ(intervals(), (Intervals{4, 1}));
}

TEST_F(Detail, ADistanceOnTheBorderIsNotExceeded) {
    const ArchetypeIndex k = kind(player()), slow = kind(with_update_interval(player(), 2));
    const Vec2 places[] = {{0, 0}, {3, 0}, {0, -3.001f}, {-4, 0}, {4.01f, 0}, {3, 4}, {0, 5.01f}, {20, 0}};
    for (const Vec2 at : places) spawn(k, heroes, at);
    spawn(slow, heroes, {3, 0});
    spawn(slow, heroes, {9, 0});
    set_detail({{0, 0}, {24, 0}}, near_by);
    frames(8);
    EXPECT_EQ(intervals(), (Intervals{1, 1, 2, 2, 4, 4, 8, 2, 2, 8})); // the last of kind `k` is 4 m from (24, 0)
    set_detail({}, near_by);                                           // without points no agent is far
    frames(8);
    EXPECT_EQ(intervals(), (Intervals{1, 1, 1, 1, 1, 1, 1, 1, 2, 2}));
}

TEST_F(Detail, TheDistanceIsThatAtTheFramesStart) {
    const Serial zero = spawn(kind(player()), heroes, {0, 0});
    set_detail({{0, 0}}, near_by);
    frames(8);
    EXPECT_EQ(update_interval_of(zero), 1);
    teleport(zero, {10, 0});
    frame(); // 8
    EXPECT_EQ(update_interval_of(zero), 8);
}

TEST_F(Detail, ASpawnedAgentHasItsArchetypesInterval) {
    const ArchetypeIndex slow = kind(with_update_interval(player(), 4)), k = kind(player());
    set_detail({{0, 0}}, near_by);
    for (const ArchetypeIndex one : {slow, slow, k}) spawn(one, heroes, {10, 0});
    frame();
    EXPECT_EQ(intervals(), (Intervals{8, 4, 1})); // serial 0 is updated at once
}

TEST_F(Detail, TheOverloadLevelFollowsTheUpdatesOfEightFrames) {
    struct Budget {
        uint32_t updates;
        Levels levels; // after 16 frames each
    };
    const std::vector<std::pair<int, std::vector<Budget>>> cases = {
        {8, {{0, {0, 0, 0}}}},        // without a budget the level is 0
        {24, {{1, {1, 2, 3, 3, 3}}}}, // at most 3; at last 24 > 8
        // Exactly at the budget the level stays: 64 is not more than 64, but more than 56. 32 is not more than 32, and
        // 64 is not at most 32. 32 > 24; then 16 is not more than 24, and 32 is not at most 24.
        {8, {{8, {0, 0}}, {7, {1}}, {4, {1, 1}}, {3, {2, 2, 2}}}},
        // The level falls if twice the updates are at most the budget: 2 * 8 <= 16; 2 * 16 <= 32; 2 * 32 <= 800.
        {8, {{1, {1, 2, 3, 3}}, {2, {2, 2, 2}}, {4, {1, 1}}, {100, {0, 0, 0}}}},
    };
    for (const auto& [agents, budgets] : cases) {
        start_again();
        spawn_many(kind(player()), agents);
        for (const auto& [updates, expected] : budgets) {
            if (updates != 0) budget(updates);
            EXPECT_EQ(overload_levels(static_cast<int>(expected.size())), expected)
                << agents << " with a budget of " << updates;
        }
    }
}

TEST_F(Detail, TheOverloadLevelDoublesTheInterval) {
    spawn(kind(player()), heroes, {0, 0});
    spawn(kind(with_update_interval(player(), 2)), heroes, {0, 0});
    spawn(kind(with_update_interval(player(), 8)), heroes, {0, 0});
    spawn(kind(player()), heroes, {4.5f, 0}); // interval 4
    const Serial told = spawn(kind(player()), heroes, {0, 0});
    set_update_interval(told, 1);
    give(SetDetail{{near_by, {{0, 0}}, 1}});
    until(15);
    EXPECT_EQ(intervals(), (Intervals{1, 2, 8, 4, 1}));
    until(24); // 8 + 4 + 1 + 2 + 8 > 8
    EXPECT_EQ(intervals(), (Intervals{2, 4, 8, 8, 1}));
    set_update_interval(told, 0);
    until(40); // 4 + 2 + 1 + 1 + 8 > 8
    EXPECT_EQ(model.overload_level(), 2);
    EXPECT_EQ(intervals(), (Intervals{4, 8, 8, 8, 4}));
}

TEST_F(Detail, UpdatesOfLivingAgentsAreCountedOverEightFrames) {
    for (const bool in_time : {true, false}) {
        start_again();
        spawn_many(kind(mortal(1.0f)), 8);
        budget(4);
        until(in_time ? 8 : 9);
        for (Serial serial = 0; serial < 4; ++serial) damage(serial, 1.0f); // not updated in this frame either
        EXPECT_EQ(overload_levels(1), Levels{in_time ? 0 : 1});             // 8 * 4, or 8 + 7 * 4 = 36 > 32
    }
}

TEST_F(Detail, TheLastBudgetOfAFrameCounts) {
    spawn_many(kind(player()), 8);
    until(15);
    budget(0);
    budget(4'294'967'295u);
    budget(1); // takes effect in frame 15
    frame();   // 15
    EXPECT_EQ(model.overload_level(), 1);
    budget(4'294'967'295u);
    EXPECT_EQ(overload_levels(1), (Levels{0}));
}

} // namespace
} // namespace fray::model
