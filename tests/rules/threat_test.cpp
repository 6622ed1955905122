// Threat tables, frame by frame (rules change_to_more_threatening, most_threatening and add_threat).
#include "rules/two_teams.h"

namespace fray::model {
namespace {

/// A boss of team heroes, and orcs without a brain around it. The boss scans in every frame.
class ThreatTest : public TwoTeams {
protected:
    void SetUp() override {
        TwoTeams::SetUp();
        carries = false;
        kind_of_orcs = kind(player());
    }

    static ArchetypeDef boss_def(double half_life = 10.0) {
        ArchetypeDef def = unmanaged_agent();
        def.name = "boss";
        def.perception.targeting = Targeting::threat;
        def.perception.threat_half_life = half_life;
        def.perception.target_dwell_time = 0.0;
        def.body.health = 1000.0f;
        def.boss.heal.charges = 0;
        return def;
    }
    void start(const ArchetypeDef& def, int count = 2) {
        boss = spawn(kind(def), heroes, {0, 0});
        for (int i = 0; i < count; ++i)
            orcs_here.push_back(spawn(kind_of_orcs, orcs, {10.0f + static_cast<float>(i), 0}));
        ASSERT_EQ(next_target(boss), orcs_here[0]) << "without threat it takes the nearest";
    }
    void add_threat(Serial attacker, float points) { give(command::AddThreat{named(boss), named(attacker), points}); }
    std::vector<float> points() const {
        std::vector<float> list;
        const std::vector<ThreatEntry> threats = world.threats(oracle.id_of(boss)).value();
        for (const ThreatEntry& threat : threats) list.push_back(threat.points);
        return list;
    }

    ArchetypeIndex kind_of_orcs = 0;
    Serial boss = 0;
    std::vector<Serial> orcs_here;
};

TEST_F(ThreatTest, TheExampleOfThePage) {
    start(boss_def(10.0));
    damage(boss, 40.0f, orcs_here[1]); // the mage
    frame();
    EXPECT_EQ(next_target(boss), orcs_here[1]);
    const int64_t hurt_at = model.agents().at(boss).threats.at(orcs_here[1]).since;
    while (model.now() < hurt_at + 10'000'000) frame();
    damage(boss, 30.0f, orcs_here[0]); // the knight
    frame();
    const auto left = [&](float points, int64_t at) { return points * faded(model.now() - at, 10'000'000); };
    EXPECT_EQ(points(), (std::vector<float>{left(30.0f, hurt_at + 10'000'000), left(40.0f, hurt_at)}));
    frame();
    EXPECT_EQ(find(E::target, boss)->cause, C::threat);
    EXPECT_EQ(agent(boss).target, orcs_here[0]);
}

TEST_F(ThreatTest, ATenthMoreIsNotEnough) {
    start(boss_def(0.0)); // does not fade
    add_threat(orcs_here[0], 30.0f);
    add_threat(orcs_here[1], 33.0f);
    EXPECT_EQ(next_target(boss, 2), orcs_here[0]) << "33 is not more than 1.1 * 30";
    add_threat(orcs_here[1], 0.01f);
    EXPECT_EQ(next_target(boss, 2), orcs_here[1]);
}

TEST_F(ThreatTest, PointsHalveAndFallEvenlyInBetween) {
    start(boss_def(1.0));
    add_threat(orcs_here[1], 80.0f);
    frame();
    frames(49);
    EXPECT_FLOAT_EQ(points()[0], 60.0f) << "half of the first half-life";
    frames(50);
    EXPECT_FLOAT_EQ(points()[0], 40.0f);
    frames(50);
    EXPECT_FLOAT_EQ(points()[0], 30.0f);
}

TEST_F(ThreatTest, AnAttackerFarAwayIsACandidateWhenItHurts) {
    start(boss_def());
    teleport(orcs_here[1], {500, 0});
    frames(2);
    damage(boss, 5.0f, orcs_here[1]);
    EXPECT_EQ(next_target(boss, 3), orcs_here[1]);
    EXPECT_EQ(find(E::target, boss), nullptr) << "it keeps it";
    add_threat(orcs_here[1], -100.0f);
    frames(2);
    EXPECT_TRUE(points().empty());
    EXPECT_EQ(agent(boss).target, orcs_here[0]) << "without points it is too far away";
}

TEST_F(ThreatTest, ANinthAttackerReplacesTheLeast) {
    start(boss_def(0.0), 10);
    for (size_t i = 0; i < 8; ++i) add_threat(orcs_here[i], 10.0f + static_cast<float>(i));
    add_threat(orcs_here[8], 10.0f); // not more than the least
    frame();
    EXPECT_EQ(points().size(), 8u);
    EXPECT_EQ(points().back(), 10.0f);
    EXPECT_FALSE(agent(boss).threats.count(orcs_here[8]));
    add_threat(orcs_here[8], 10.5f);
    frame();
    EXPECT_TRUE(agent(boss).threats.count(orcs_here[8]));
    EXPECT_FALSE(agent(boss).threats.count(orcs_here[0]));
    despawn(orcs_here[7]);
    frame();
    EXPECT_EQ(points().size(), 7u) << "an attacker that is gone does not count";
    add_threat(orcs_here[9], 1.0f);
    frame();
    EXPECT_EQ(points().size(), 8u);
}

TEST_F(ThreatTest, OtherAgentsHaveNoTable) {
    start(boss_def());
    ArchetypeDef def = boss_def();
    def.name = "other";
    def.perception.targeting = Targeting::self;
    const Serial other = spawn(kind(def), heroes, {0, 5});
    frame();
    damage(other, 5.0f, orcs_here[1]);
    give(command::AddThreat{named(other), named(orcs_here[1]), 5.0f});
    frame();
    EXPECT_TRUE(world.threats(oracle.id_of(other))->empty());
    EXPECT_FALSE(world.threats(AgentId{}).has_value());
}

TEST_F(ThreatTest, UnderAnOrderHoldOnlyAgentsInReachCount) {
    ArchetypeDef def = boss_def(0.0);
    def.engagement.engage_range = 3.0f;
    def.engagement.hit_range = 3.0f;
    def.attacks = {swing(1, 0.05, 0.1, 0.5)};
    start(def);
    order(boss, OrderKind::hold);
    damage(boss, 5.0f, orcs_here[1]);
    EXPECT_EQ(next_target(boss, 3), no_serial);
    teleport(orcs_here[1], {2, 0});
    EXPECT_EQ(next_target(boss, 3), orcs_here[1]);
}

TEST_F(ThreatTest, AReloadToAnotherTargetingEndsTheTable) {
    start(boss_def());
    add_threat(orcs_here[1], 5.0f);
    frame();
    ASSERT_EQ(points().size(), 1u);
    ArchetypeDef def = boss_def();
    def.perception.targeting = Targeting::self;
    reload({def});
    frame();
    EXPECT_TRUE(points().empty());
    reload({boss_def()});
    frame();
    EXPECT_TRUE(points().empty());
}

TEST_F(ThreatTest, ManyPointsCount) {
    start(boss_def());
    damage(orcs_here[0], 1.0f);
    add_threat(orcs_here[0], 1e9f);
    frame();
    EXPECT_EQ(points(), std::vector<float>{1e9f * faded(10'000, 10'000'000)}) << "a frame later";
}

} // namespace
} // namespace fray::model
