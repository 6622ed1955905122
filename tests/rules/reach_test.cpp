// Bodies and reach: the lengths that follow from the bodies, striking distances, the unusable clock, the chase of
// monsters, and the spread of the squads' scans (rules touch, close_to_target, update_unusable_clock,
// has_action_distances and last_on_schedule).
#include "rules/oracle_scene.h"
#include "rules/two_teams.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace fray::model {
namespace {

using S = AgentState;

ArchetypeDef as_wide_as(float radius, ArchetypeDef def) {
    def.body.radius = radius;
    return def;
}

class Reach : public TwoTeams {
protected:
    Reach() { carries = false; }
    void hero_at(float distance) { poses[hero].position = {distance, 0}; }

    /// An unmanaged agent that is in band 0 everywhere, so that only the reach of its attacks counts.
    static ArchetypeDef brute(float radius, std::array<float, 2> range, double windup = 1.0) {
        ArchetypeDef def = as_wide_as(radius, unmanaged_agent());
        def.perception.bands = {20.0f, 21.0f, 22.0f, 23.0f};
        def.engagement.engage_range = def.engagement.hit_range = 0.0f;
        def.attacks = {swing(1, windup, windup + 1.0, 1.0)};
        def.attacks[0].range = range;
        return def;
    }
    /// Places a hero of the given radius and a brute, `distance` m apart.
    void face(float radius, const ArchetypeDef& def, float distance) {
        hero = spawn(kind(as_wide_as(radius, player())), heroes, {distance, 0});
        orc = spawn(kind(def), orcs, {0, 0});
        frame();
    }
    /// An unmanaged agent with attacks of these ranges that never fit. It stays when its band changes.
    static ArchetypeDef helpless(const std::vector<std::array<float, 2>>& ranges) {
        ArchetypeDef def = as_wide_as(0.9f, unmanaged_agent({1, 0, 0}));
        for (const std::array<float, 2> range : ranges) {
            def.attacks.push_back(swing(1, 0.1, 0.2, 0.0));
            def.attacks.back().range = range;
            def.attacks.back().angle = {3.0f, 3.1f}; // the hero is in front: no attack fits
        }
        return def;
    }

    Serial hero = no_serial, orc = no_serial;
};

TEST_F(Reach, BandsFollowFromBothBodies) {
    const struct {
        float radius, other;
        std::array<float, 4> thresholds, given{};
    } cases[] = {
        {0.4f, 0.4f, {1.2f, 5.0f, 10.0f, 12.0f}},
        {0.4f, 0.9f, {1.7f, 5.5f, 10.5f, 12.5f}},
        {3.0f, 4.0f, {7.4f, 11.2f, 16.2f, 18.2f}},
        {0.05f, 0.05f, {0.5f, 4.3f, 9.3f, 11.3f}},
        {3.0f, 4.0f, {5.0f, 6.0f, 7.0f, 9.0f}, {5.0f, 6.0f, 7.0f, 9.0f}}, // given ones do not
    };
    for (const auto& one : cases) {
        start_again();
        ArchetypeDef def = as_wide_as(one.radius, unmanaged_agent());
        def.perception.bands = one.given;
        face(one.other, def, 1.0f);
        for (size_t i = 0; i < 4; ++i) {
            hero_at(one.thresholds[i] - 0.001f);
            frame();
            EXPECT_EQ(agent(orc).band, static_cast<int>(i)) << one.thresholds[i];
            hero_at(one.thresholds[i] + 0.001f);
            frame();
            EXPECT_EQ(agent(orc).band, static_cast<int>(i) + 1) << one.thresholds[i];
        }
    }
}

TEST_F(Reach, AnAgentRunsUntilHalfOfTheDerivedMidDistance) {
    ArchetypeDef def = as_wide_as(0.9f, unmanaged_agent({1, 0, 0}));
    def.perception.bands = {};
    face(0.4f, def, 8.0f); // band 2
    frame();
    EXPECT_TRUE(agent(orc).runs);
    hero_at(3.001f); // 2.5 m and the half metre by which the two are wider
    frame();
    EXPECT_EQ(agent(orc).band, 1);
    EXPECT_TRUE(agent(orc).runs);
    hero_at(2.999f);
    frame();
    EXPECT_FALSE(agent(orc).runs);
}

TEST_F(Reach, AnAttackBeginsWithinItsRangeTheEngageRangeAndTheHitRange) {
    const struct {
        std::array<float, 2> range;
        float engage_range, hit_range, begins_at;
    } cases[] = {
        {{}, 0.0f, 0.0f, 4.2f},           // 1.2 m beyond the bodies
        {{0.0f, 9.0f}, 0.0f, 0.0f, 9.0f}, // the engage range covers the greatest range that is given
        {{0.0f, 9.0f}, 0.0f, 7.0f, 7.0f}, // it is at most a hit range that is given
        {{}, 3.5f, 0.0f, 3.5f},
    };
    for (const auto& one : cases) {
        start_again();
        ArchetypeDef def = brute(1.0f, one.range);
        def.engagement.engage_range = one.engage_range;
        def.engagement.hit_range = one.hit_range;
        face(2.0f, def, 10.0f);
        hero_at(one.begins_at + 0.001f);
        frames(2);
        EXPECT_EQ(agent(orc).state, S::pursue) << one.begins_at;
        hero_at(one.begins_at);
        EXPECT_EQ(next_states(orc), "pursue to combat, combat to attack") << one.begins_at;
    }
}

TEST_F(Reach, AHitCountsUpToHalfAMetreBeyondTheRangeOfItsAttack) {
    const struct {
        std::array<float, 2> range;
        float given, hit_range;
    } cases[] = {{{0.0f, 9.0f}, 0.0f, 9.5f},
                 {{0.0f, 3.5f}, 0.0f, 4.0f},
                 {{}, 0.0f, 4.7f}, // touch is 3 m
                 {{0.0f, 9.0f}, 9.2f, 9.2f},
                 {{0.0f, 3.5f}, 12.0f, 4.0f}};
    for (const auto& one : cases)
        for (const bool beyond : {false, true}) {
            start_again();
            ArchetypeDef def = brute(1.0f, one.range, 0.02);
            def.engagement.hit_range = one.given;
            face(2.0f, def, 3.2f);
            ASSERT_EQ(agent(orc).state, S::attack);
            hero_at(one.hit_range + (beyond ? 0.001f : 0.0f));
            frames(2);
            EXPECT_EQ(count(E::hit, orc), !beyond) << one.hit_range;
            EXPECT_EQ(count(E::miss, orc), beyond) << one.hit_range;
        }
}

TEST_F(Reach, AnUnmanagedAgentIsCloseWithinItsChaseDistance) {
    const struct {
        std::vector<std::array<float, 2>> ranges;
        float close; // chase distance + 0.05 m; touch is 1.3 m
    } cases[] = {
        {{}, 1.65f},
        {{{0.0f, 2.5f}}, 1.65f},
        {{{}}, 1.65f},
        {{{0.0f, 1.5f}}, 1.45f},               // 0.1 m less than the greatest reach
        {{{0.0f, 1.2f}, {0.0f, 1.5f}}, 1.45f}, // all attacks count
        {{{0.0f, 1.0f}}, 1.4f},                // at least 0.05 m beyond the bodies
    };
    for (const auto& one : cases) {
        start_again();
        ArchetypeDef def = helpless(one.ranges);
        def.perception.bands = {1.0f, 5.0f, 10.0f, 12.0f};
        face(0.4f, def, one.close + 0.001f);
        frames(2);
        EXPECT_EQ(agent(orc).state, S::pursue) << one.close;
        hero_at(one.close);
        EXPECT_EQ(next_states(orc), "pursue to combat") << one.close;
        EXPECT_EQ(agent(orc).band, 1);
        EXPECT_EQ(next_states(orc), "") << one.close;
        hero_at(one.close + 0.001f);
        EXPECT_EQ(next_states(orc), "combat to pursue") << one.close;
    }
}

TEST_F(Reach, InBandZeroAnAgentIsCloseWithinTheReachOfItsAttacks) {
    const struct {
        std::vector<std::array<float, 2>> ranges;
        float engage_range;
        float close; // the first threshold is 5 m, touch is 1.3 m
        int beyond;  // band where it is not close
    } cases[] = {
        {{{0.0f, 3.0f}}, 0.0f, 3.0f, 0},
        {{{0.0f, 3.0f}, {4.0f, 4.5f}}, 0.0f, 4.5f, 0}, // the greatest reach
        {{{0.0f, 4.5f}}, 2.75f, 2.75f, 0},             // the engage range limits it
        {{{}}, 0.0f, 2.5f, 0},                         // touch + 1.2 m
        {{{0.0f, 9.0f}}, 0.0f, 4.999f, 1},             // beyond the band, its reach does not count
        {{{0.0f, 1.2f}}, 0.0f, 1.4f, 0},               // it does not reach past the bodies: the chase distance
        {{}, 0.0f, 1.65f, 0},                          // without attacks too
    };
    for (const auto& one : cases) {
        start_again();
        ArchetypeDef def = helpless(one.ranges);
        def.engagement.engage_range = one.engage_range;
        face(0.4f, def, one.close + 0.0011f);
        frames(2);
        EXPECT_EQ(agent(orc).state, S::pursue) << one.close;
        EXPECT_EQ(agent(orc).band, one.beyond) << one.close;
        hero_at(one.close);
        frames(2); // in the first frame the agent may react to a change of band
        EXPECT_EQ(agent(orc).state, S::combat) << one.close;
        EXPECT_EQ(agent(orc).band, 0) << one.close;
        hero_at(one.close + 0.0011f);
        EXPECT_EQ(next_states(orc), "combat to pursue") << one.close;
    }
}

class Unusable : public TwoTeams {
protected:
    /// A circle with a single slot; its holder has an attack with that range and weight, and a fighter waits.
    void hold(std::array<float, 2> range, int weight, const CircleDef& circle) {
        hero = spawn_hero(circle);
        ArchetypeDef def = fighter(1, swing(weight, 0.0, 0.0, 0.0));
        def.attacks[0].range = range;
        orc = spawn(kind(def), orcs, {8, 0});
        next_orc = spawn(kind(fighter(1, swing(1, 0.1, 0.2, 0.0))), orcs, {8, 3}); // not behind it
    }
    static CircleDef one_slot() {
        CircleDef circle;
        circle.slots = 1;
        circle.token_wait_timeout = circle.arrival_timeout = circle.slot_patience = 0.0;
        circle.allows_stealing = false;
        return circle;
    }

    Serial hero = no_serial, orc = no_serial, next_orc = no_serial;
};

TEST_F(Unusable, AHolderWhoseAttacksDoNotReachOrAreTooHeavyGivesItsSlotUp) {
    const struct {
        float range;
        int weight;
        double limit;
    } cases[] = {{0.5f, 1, 5.0}, {5.0f, 11, 5.0}, {0.5f, 1, 0.1}}; // 0.5 m do not reach past the bodies
    for (const auto& one : cases) {
        start_again();
        CircleDef circle = one_slot();
        circle.no_attack_timeout = one.limit;
        hold({0.0f, one.range}, one.weight, circle);
        frames(1 + static_cast<int>(std::lround(one.limit / tick))); // it has been ready since 0.01 s
        EXPECT_EQ(agent(orc).slot, 0);
        EXPECT_EQ(agent(orc).unusable_since, 10000);
        EXPECT_EQ(count(E::withdraw, orc), 0);
        EXPECT_EQ(next_story(orc), "withdraw, state, unslot token_wait_timeout");
        EXPECT_EQ(story(next_orc), "slot admitted");
        frames(2);
        EXPECT_EQ(agent(orc).role, Role::requester);
        EXPECT_EQ(count(E::attack, next_orc), 1);
    }
}

TEST_F(Unusable, ALimitOfZeroMeansNever) {
    CircleDef circle = one_slot();
    circle.no_attack_timeout = 0.0;
    hold({0.0f, 0.5f}, 1, circle);
    frames(1200);
    EXPECT_EQ(count(E::unslot, orc), 0);
    EXPECT_EQ(agent(orc).unusable_since, 10000);
}

TEST_F(Unusable, AHolderThatAlternatesKeepsItsSlot) {
    hold({0.0f, 5.0f}, 3, one_slot());
    for (int i = 0; i < 4; ++i) {
        set_capacity(hero, 12, 2); // too heavy
        frames(400);
        EXPECT_TRUE(agent(orc).unusable_since.has_value());
        set_capacity(hero, 12, 10);
        frames(20);
        EXPECT_EQ(agent(orc).slot, 0);
    }
    EXPECT_EQ(count(E::unslot, orc), 0);
    EXPECT_GT(count(E::attack, orc), 4);
}

TEST_F(Unusable, WaitingForATurnIsNoWasteOfASlot) {
    hold({0.0f, 5.0f}, 3, one_slot());
    frames(1);
    set_capacity(hero, 12, 3);
    frames(1);
    EXPECT_EQ(count(E::token, orc), 1);
    EXPECT_FALSE(agent(orc).unusable_since.has_value());
}

class MonsterChase : public TwoTeams, public testing::WithParamInterface<Targeting> {
protected:
    void SetUp() override {
        TwoTeams::SetUp();
        carries = false;
        ArchetypeDef def = unmanaged_agent({1, 0, 0});
        def.perception.targeting = GetParam();
        def.perception.bands = {};
        def.perception.target_dwell_time = 0.0;
        def.perception.target_margin = 0.5f;
        def.engagement.engage_range = 3.0f;
        def.engagement.hit_range = 4.0f;
        def.monster = "hound";
        const ArchetypeIndex of_hero = kind(player()), of_hound = kind(def);
        add_monsters({{.name = "hound", .states = {{.name = "hunts", .action_distances = {6.0f, 15.0f}}}}});
        prey = spawn(of_hero, heroes, {5.5f, 0});
        other = spawn(of_hero, heroes, {50, 0});
        hound = spawn(of_hound, orcs, {0, 0});
        EXPECT_EQ(next_target(hound), prey);
    }
    void put(Serial serial, float distance) { poses[serial].position = {distance, 0}; }

    Serial prey = no_serial, other = no_serial, hound = no_serial;
};

TEST_P(MonsterChase, ATargetIsKeptWithinTheTrackDistance) {
    put(prey, 14.99f); // the alert radius is 6 m
    EXPECT_EQ(next_target(hound, 10), prey);
    EXPECT_EQ(count(E::target, hound), 1);
    put(prey, 15.0f);
    frame();
    EXPECT_EQ(find(E::target, hound)->cause, C::lost);
    put(prey, 14.0f); // it is not noticed again so far away
    EXPECT_EQ(next_target(hound, 10), no_serial);
}

TEST_P(MonsterChase, ATargetThatIsNotAlertedDoesNotWinOverANearerOne) {
    put(prey, 14.0f);
    frame();
    put(other, 5.9f);
    frame();
    EXPECT_EQ(find(E::target, hound)->cause, C::nearer);
    EXPECT_EQ(agent(hound).target, other);
}

TEST_P(MonsterChase, ATargetThatIsNoLongerHostileIsNotKept) {
    put(prey, 14.0f);
    frame();
    give(SetHostile{heroes, orcs, false});
    EXPECT_EQ(next_target(hound), no_serial);
}

INSTANTIATE_TEST_SUITE_P(Self_Team_Spread, MonsterChase,
                         testing::Values(Targeting::self, Targeting::team, Targeting::spread));

TEST(SquadScans, TheExampleOfTheRules) {
    World world = World::create({.threads = 1}).value();
    Oracle oracle(world);
    ArchetypeDef def;                            // scan_interval is 0.25 s
    def.perception.targeting = Targeting::sight; // otherwise sleeping agents leave their scans out
    ASSERT_EQ(world.add_archetype(def), Error::ok);
    ASSERT_EQ(world.add_team("one"), Error::ok);
    SquadId squad;
    for (int i = 0; i < 5; ++i) ASSERT_EQ(world.add_squad(0, &squad), Error::ok);
    ASSERT_EQ(world.spawn({.squad = squad}), Error::ok);
    std::vector<int> scans;
    for (int frame = 0; frame < 10; ++frame) {
        ASSERT_EQ(world.step(0.1), Error::ok);
        if (frame > 0 && world.counters().target_scans > 0) scans.push_back(frame); // a new agent scans in frame 0
    }
    EXPECT_EQ(oracle.difference(), "");
    EXPECT_EQ(scans, (std::vector<int>{1, 3, 6, 8}));
}

/// The scans are spread evenly over the frames of an interval, however many members the squads have.
TEST(SquadScans, ScansAreSpreadEvenly) {
    constexpr int frames = 16; // of 1/64 s in an interval of 0.25 s
    for (const int members : {1, 16, 32, 80, 89})
        for (const int squads : {100, 128, 160}) {
            World world = World::create({.threads = 1}).value();
            ArchetypeDef def;
            def.body.motion = MotionType::host;
            def.perception.scan_interval = 0.25;
            def.perception.targeting = Targeting::sight; // otherwise sleeping agents leave their scans out
            ASSERT_EQ(world.add_archetype(def), Error::ok);
            ASSERT_EQ(world.add_team("one"), Error::ok);
            for (int i = 0; i < squads; ++i) {
                SquadId squad;
                if (members > 1) { // otherwise each agent has its own squad
                    ASSERT_EQ(world.add_squad(0, &squad), Error::ok);
                }
                for (int k = 0; k < members; ++k)
                    ASSERT_EQ(world.spawn({.squad = squad,
                                           .position = {2.0f * static_cast<float>(i), 2.0f * static_cast<float>(k)}}),
                              Error::ok);
            }
            ASSERT_EQ(world.step(1.0 / 64), Error::ok); // every new agent scans
            const double mean = static_cast<double>(squads * members) / frames;
            uint32_t all = 0;
            for (int frame = 0; frame < frames; ++frame) {
                ASSERT_EQ(world.step(1.0 / 64), Error::ok);
                const uint32_t scans = world.counters().target_scans;
                all += scans;
                EXPECT_NEAR(scans, mean, 0.2 * mean) << squads << " squads of " << members << ", frame " << frame;
            }
            EXPECT_EQ(all, static_cast<uint32_t>(squads * members));
        }
}

} // namespace
} // namespace fray::model

namespace fray {
namespace {

using namespace test;

struct ReachScene : OracleScene {
    static AttackDef attack_of(std::array<float, 2> range) {
        AttackDef attack = swing(1);
        attack.range = range;
        return attack;
    }
    /// How far from the target an agent with a token begins its attack; 0: it gets no token and waits for range.
    float strikes_from(float attack_radius, float radius, std::array<float, 2> range) {
        start_again();
        CircleDef circle = plain_circle();
        circle.attack_radius = attack_radius;
        circle.approach_radius = 8.0f;
        hero(circle);
        ArchetypeDef def = puppet({attack_of(range)});
        def.body.radius = radius;
        const AgentId fighter = foe(def, {8.0f, 0.0f});
        if (!until_event(EventType::attack, fighter, 2.0)) {
            EXPECT_EQ(reason(fighter), WaitReason::range);
            EXPECT_EQ(count(EventType::token, fighter), 0);
            return 0.0f;
        }
        return distance(position(fighter), {});
    }
};

TEST_F(ReachScene, StrikingDistanceFollowsFromTheAttackAndTheBodies) {
    const struct {
        float attack_radius, radius;
        std::array<float, 2> range;
        float distance;
        const char* why;
    } cases[] = {
        {0.0f, 0.4f, {0.0f, 6.0f}, 2.0f, "1.2 m between the bodies"},
        {0.0f, 1.4f, {0.0f, 6.0f}, 3.0f, "1.2 m between the bodies"},
        {0.0f, 0.4f, {}, 1.85f, "0.15 m within the derived range"},
        {0.0f, 1.4f, {}, 2.85f, "0.15 m within the derived range"},
        {0.0f, 0.4f, {0.0f, 1.5f}, 1.35f, "0.15 m within a short range"},
        {0.0f, 0.4f, {4.0f, 6.0f}, 4.15f, "0.15 m beyond the least distance"},
        {0.0f, 0.4f, {4.0f, 4.1f}, 4.05f, "the middle of a narrow range"},
        {0.0f, 0.4f, {4.0f, 4.26f}, 4.13f, "the middle of a range of less than 0.3 m"},
        {0.0f, 1.4f, {0.0f, 1.9f}, 1.85f, "the middle between the bodies' touch and the range"},
        {0.0f, 1.4f, {0.0f, 1.7f}, 0.0f, "it does not reach past the bodies"},
        {3.0f, 0.4f, {0.0f, 6.0f}, 3.0f, "a given attack radius binds"},
        {3.0f, 1.4f, {0.0f, 3.5f}, 3.0f, "a given attack radius binds"},
        {3.0f, 0.4f, {}, 0.0f, "a given attack radius binds where no attack reaches"},
    };
    for (const auto& one : cases)
        EXPECT_NEAR(strikes_from(one.attack_radius, one.radius, one.range), one.distance, 0.01f) << one.why;
}

TEST_F(ReachScene, ThePositionOfASlotIsFartherOutForAWideHolder) {
    CircleDef circle = plain_circle();
    circle.approach_radius = 2.0f;
    circle.attack_capacity = 0;
    hero(circle);
    ArchetypeDef def = puppet();
    const AgentId slim = foe(def, {6.0f, 0.0f});
    def.name = "wide";
    def.body.radius = 2.0f;
    def.attacks.clear(); // so that it does not arrive by having its target in reach
    const AgentId wide = foe(def, {-9.0f, 0.0f});
    pinned = {wide};
    step(2);
    EXPECT_NEAR(distance(goal(slim), {}), 2.0f, 0.001f);
    EXPECT_NEAR(distance(goal(wide), {}), 2.9f, 0.001f) << "0.5 m between the bodies";
    pin(wide, {-2.0f, 0.0f});
    step(2);
    EXPECT_EQ(count(EventType::arrive, wide), 0);
    pin(wide, {-2.9f, 0.0f});
    step(2);
    EXPECT_EQ(count(EventType::arrive, wide), 1);
}

TEST_F(ReachScene, AWideHolderArrivesFartherFromATargetThatHoldsASlot) {
    ArchetypeDef def = puppet({});
    def.circle = plain_circle();
    def.circle.approach_radius = 2.0f;
    const AgentId slim = spawn(add(def), heroes, {});
    def.name = "wide";
    def.body.radius = 3.0f;
    const AgentId wide = spawn(add(def), foes, on_ring(4.41f, 0.5f)); // between two slots
    pinned = {slim, wide};
    step(3);
    EXPECT_EQ(count(EventType::arrive, slim) + count(EventType::arrive, wide), 0);
    accept(world.teleport(wide, on_ring(4.399f, 0.5f))); // 0.5 m between the bodies, and `arrival_radius`
    step(2);
    EXPECT_EQ(count(EventType::arrive, slim), 1);
    EXPECT_EQ(count(EventType::arrive, wide), 1);
}

TEST_F(ReachScene, TheApproachRadiusFollowsFromTheTargetsBody) {
    const struct {
        float radius, attack_radius, approach_radius;
    } cases[] = {{0.4f, 0.0f, 4.0f}, {0.9f, 0.0f, 4.5f}, {0.4f, 2.0f, 4.0f}, {0.4f, 5.0f, 6.0f}};
    for (const auto& one : cases) {
        start_again();
        ArchetypeDef def;
        def.name = "hero";
        def.autonomous = false;
        def.body.radius = one.radius;
        def.circle = plain_circle();
        def.circle.attack_radius = one.attack_radius;
        spawn(add(def), heroes, {});
        const AgentId fighter = foe(puppet({}), {12.0f, 0.0f});
        step();
        EXPECT_NEAR(distance(goal(fighter), {}), one.approach_radius, 0.001f);
    }
}

/// The case of the boss that stood in front of a player that did not move, and never attacked.
struct BossAgainstAStillPlayer : ReachScene, testing::WithParamInterface<float> {};

TEST_P(BossAgainstAStillPlayer, ItComesCloseAndAttacks) {
    hero(plain_circle());
    const float touch = GetParam() + 0.4f;
    for (const std::array<float, 2> range : {std::array{0.0f, 0.0f}, std::array{0.0f, touch + 0.45f}}) {
        ArchetypeDef def = boss_archetype();
        def.name = "boss " + std::to_string(range[1]);
        def.body.radius = GetParam();
        def.perception.targeting = Targeting::self;
        def.perception.alert_radius = 30.0f;
        def.boss.reactions.table.fill({0, 1, 0});
        def.boss.reactions.hurt = def.boss.reactions.table;
        def.attacks = {attack_of(range)};
        const AgentId boss = foe(def, {range[1] > 0.0f ? 10.0f : -10.0f, 0.0f});
        ASSERT_TRUE(until_event(EventType::attack, boss, 20.0));
        EXPECT_GE(distance(position(boss), {}), touch * 0.97f) << "hardly any overlap";
        EXPECT_LE(distance(position(boss), {}), range[1] > 0.0f ? range[1] + 0.001f : touch + 1.201f);
        step_after(world.despawn(boss));
    }
}

INSTANTIATE_TEST_SUITE_P(Radii, BossAgainstAStillPlayer, testing::Values(0.4f, 0.9f, 2.0f, 4.0f));

} // namespace
} // namespace fray
