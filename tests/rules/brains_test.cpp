// What unmanaged agents do, and managed agents with the same kind of brain (rules: from Sight and Gait to the FSM of
// unmanaged agents), each paragraph on its own.
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

constexpr float all_round = 6.2831855f;

/// Reactions with the same weights in every band, whether the agent needs healing or not.
ReactionDef always(ReactionWeights weights) { return {{{weights, weights, weights}}, {{weights, weights, weights}}}; }
constexpr ReactionWeights stays{1, 0, 0}, fights{0, 1, 0}, heals{0, 0, 1};

struct BrainScene : OracleScene {
    /// An unmanaged agent that the host moves; once pinned, it stays. It faces along x, and its clocks are never due.
    static ArchetypeDef boss(std::vector<AttackDef> attacks = {swing(1)}) {
        ArchetypeDef def = boss_archetype();
        def.name = "boss";
        def.body.motion = MotionType::host;
        def.body.health = 64.0f;
        def.perception.fov = all_round;
        def.boss.reactions = always(stays);
        def.boss.timers = {{1000.0, 1000.0}, {1000.0, 1000.0}};
        def.attacks = std::move(attacks);
        return def;
    }
    /// One that asks the host whether it sees.
    static ArchetypeDef asking() {
        ArchetypeDef def = boss();
        def.perception.needs_line_of_sight = true;
        return def;
    }
    /// An unmanaged agent that attacks its ordered target at once from any distance.
    AgentId sniper(AgentId at, double windup = 0.25, float damage = 1.0f, double recovery = 1000.0) {
        AttackDef shot = swing(1, windup, recovery);
        shot.windup = windup;
        shot.damage = damage;
        shot.range = {0.0f, 100.0f};
        ArchetypeDef def = boss({shot});
        def.name = "sniper";
        def.perception.bands = {80.0f, 90.0f, 95.0f, 100.0f};
        def.engagement.engage_range = 100.0f;
        def.engagement.hit_range = 100.0f;
        def.perception.alert_radius = 101.0f;
        def.boss.reactions = always(fights);
        const AgentId id = spawn(add(def), heroes, {0.0f, 40.0f});
        pinned.push_back(id);
        EXPECT_EQ(world.set_order(id, {.kind = OrderKind::attack, .target = at}), Error::ok);
        return id;
    }
    float health(AgentId agent) const { return world.healths()[row(agent)]; }
    /// The speed of the agent in the next frame, in m/s.
    float speed_of(AgentId agent) {
        const Vec2 before = position(agent);
        step();
        return distance(before, position(agent)) * frames_per_second;
    }
    /// The frames in which the agent came to that state.
    std::vector<int> entered(AgentId agent, AgentState to) const {
        std::vector<int> frames;
        for (const Happened& one : all(EventType::state, agent))
            if (one.event.b == static_cast<int>(to)) frames.push_back(one.frame);
        return frames;
    }
    int state_events(AgentId agent, AgentState to) const { return static_cast<int>(entered(agent, to).size()); }
};

TEST_F(BrainScene, SightIsADistanceAndAFieldOfView) {
    constexpr float quarter = 1.5707963f; // an eighth of a turn to either side
    const struct {
        float fov;
        Vec2 at{};
        bool seen;
    } cases[] = {
        {quarter, {10.0f, 0.0f}, true},         {quarter, {10.01f, 0.0f}, false},
        {quarter, on_ring(5.0f, 0.99f), true},  {quarter, on_ring(5.0f, 1.01f), false},
        {quarter, on_ring(5.0f, -0.99f), true}, {quarter, on_ring(5.0f, -1.01f), false},
        {quarter, {-1.0f, 0.0f}, false},        {quarter, {0.0f, 0.0f}, true},
        {all_round, {-5.0f, 0.0f}, true},
    };
    for (const auto& [fov, at, seen] : cases) {
        start_again();
        ArchetypeDef def = boss();
        def.perception.fov = fov;
        const AgentId one = pinned_foe(def, {}), other = hero(plain_circle(), at);
        seconds(1.0);
        EXPECT_EQ(target(one), seen ? other : AgentId{}) << at.x << ", " << at.y;
        EXPECT_EQ(count(EventType::target, one, Cause::found), seen);
    }
}

TEST_F(BrainScene, ASeenTargetIsKeptUntilItIsBeyondTrack) {
    ArchetypeDef def = boss();
    def.perception.fov = 1.0f;
    const AgentId one = pinned_foe(def, {}), first = hero(plain_circle(), {5.0f, 0.0f});
    seconds(0.5);
    hero(plain_circle(), {2.0f, 0.0f});            // nearer
    accept(world.teleport(first, {-11.9f, 0.0f})); // behind the agent, and farther than it sees
    seconds(2.0);
    EXPECT_EQ(target(one), first);
    EXPECT_EQ(count(EventType::target, one), 1);
    step_after(world.teleport(first, {-12.0f, 0.0f}), 2);
    EXPECT_EQ(count(EventType::target, one, Cause::lost), 1);
    EXPECT_EQ(count(EventType::target, one), 2) << "one event, although it takes another at once";
    EXPECT_NE(target(one), AgentId{});
    EXPECT_NE(target(one), first);
}

TEST_F(BrainScene, SightDoesNotReachOtherFloors) {
    const AgentId one = pinned_foe(boss(), {});
    ArchetypeDef def;
    def.autonomous = false;
    spawned({.archetype = add(def), .team = heroes, .floor = 1, .position = {3.0f, 0.0f}});
    seconds(1.0);
    EXPECT_EQ(target(one), AgentId{});
}

TEST_F(BrainScene, SightQuestionsNameTheFourNearestAndStandUntilTheNextStep) {
    const AgentId one = pinned_foe(asking(), {});
    std::vector<AgentId> others;
    for (const float x : {7.0f, 3.0f, 5.0f, 3.0f, 9.0f, 11.0f}) others.push_back(hero(plain_circle(), {x, 0.0f}));
    step();
    const auto asked = world.sight_questions();
    const std::vector<SightQuestion> wanted = {{one, others[1]}, {one, others[3]}, {one, others[2]}, {one, others[0]}};
    EXPECT_EQ(std::vector<SightQuestion>(asked.begin(), asked.end()), wanted);
    EXPECT_EQ(target(one), AgentId{}) << "no target is taken without an answer";
    step();
    EXPECT_TRUE(world.sight_questions().empty()) << "its scan is not due";
    seconds(0.25);
    EXPECT_EQ(count(EventType::target, one), 0);
}

TEST_F(BrainScene, AnAnswerHoldsForTheNextStepAndNoLonger) {
    const AgentId one = pinned_foe(asking(), {});
    const AgentId near = hero(plain_circle(), {3.0f, 0.0f}), far = hero(plain_circle(), {6.0f, 0.0f});
    step();
    EXPECT_EQ(world.answer_sight(one, near, false), Error::ok);
    step();
    EXPECT_EQ(target(one), AgentId{});
    EXPECT_EQ(world.answer_sight(one, far, true), Error::ok);
    EXPECT_EQ(world.answer_sight(one, near, false), Error::ok);
    step();
    EXPECT_EQ(target(one), far);
    EXPECT_TRUE(happened(EventType::target, one, Cause::found));
    EXPECT_EQ(world.answer_sight(one, near, true), Error::ok);
    step();
    EXPECT_EQ(target(one), far) << "an agent with a target ignores answers";
    accept(world.despawn(far));
    EXPECT_EQ(world.answer_sight(one, near, true), Error::ok); // its target is gone: resolve_hits handles that first
    step(2);
    EXPECT_EQ(target(one), AgentId{}) << "the yes held for one step";
}

TEST_F(BrainScene, OfSeveralConfirmedTargetsTheNearestWithinSightIsTaken) {
    ArchetypeDef def = asking();
    def.perception.fov = 1.0f;
    const AgentId one = pinned_foe(def, {});
    std::vector<AgentId> asked;
    for (const float x : {3.0f, 6.0f, 8.0f}) asked.push_back(hero(plain_circle(), {x, 0.0f}));
    step();
    ASSERT_EQ(world.sight_questions().size(), 3u);
    accept(world.teleport(asked[0], {10.5f, 0.0f}));
    accept(world.teleport(asked[2], {-4.0f, 0.0f}));
    for (const AgentId other : asked) EXPECT_EQ(world.answer_sight(one, other, true), Error::ok);
    step();
    EXPECT_EQ(target(one), asked[2]) << "the field of view is not asked again";
}

TEST_F(BrainScene, AnAnswerIsTakenForASecondAfterTheQuestion) {
    ArchetypeDef def = asking();
    def.perception.scan_interval = 5.0;
    const AgentId one = pinned_foe(def, {}), other = hero(plain_circle(), {3.0f, 0.0f});
    step();
    ASSERT_EQ(world.sight_questions().size(), 1u);
    const double asked = world.time() - frame_time;
    while (world.time() < asked + 0.999) {
        EXPECT_EQ(world.answer_sight(one, other, false), Error::ok);
        step();
    }
    EXPECT_EQ(world.answer_sight(one, other, true), Error::unknown);
    EXPECT_EQ(world.error_text(), "answer_sight: agent 0 has not asked about agent 1 within the last second");
}

TEST_F(BrainScene, AnAnswerToAViewerThatHasDiedIsDropped) {
    const AgentId one = pinned_foe(asking(), {}), other = hero(plain_circle(), {3.0f, 0.0f});
    step();
    step_after(world.set_health(one, 0.0f));
    step_after(world.answer_sight(one, other, true));
    ASSERT_EQ(world.events().drops.size(), 1u);
    EXPECT_EQ(world.events().drops[0].command, CommandType::answer_sight);
}

TEST_F(BrainScene, QuestionsArePartOfASnapshot) {
    const AgentId one = pinned_foe(asking(), {}), other = hero(plain_circle(), {3.0f, 0.0f});
    step();
    const std::vector<SightQuestion> asked(world.sight_questions().begin(), world.sight_questions().end());
    ASSERT_EQ(asked.size(), 1u);
    std::vector<std::byte> saved;
    ASSERT_EQ(oracle.save(&saved), Error::ok);
    step_after(world.despawn(other), 20);
    ASSERT_TRUE(world.sight_questions().empty());
    ASSERT_EQ(world.restore(saved), Error::ok);
    EXPECT_EQ(std::vector<SightQuestion>(world.sight_questions().begin(), world.sight_questions().end()), asked);
    step_after(world.answer_sight(one, other, true));
    EXPECT_EQ(target(one), other);
}

TEST_F(BrainScene, AnAgentRunsFromAfarAndWalksOnNearby) {
    ArchetypeDef def = boss({});
    def.body.motion = MotionType::simulated;
    def.body.acceleration = 1000.0f;
    def.perception.bands = {1.0f, 6.0f, 9.0f, 12.0f};
    const AgentId one = foe(def, {}), other = hero(plain_circle(), {8.0f, 0.0f});
    step(2);
    EXPECT_NEAR(speed_of(one), def.body.run_speed, 0.1f);
    bool walked = false;
    while (distance(position(one), position(other)) > 1.5f) {
        const float before = distance(position(one), position(other)), speed = speed_of(one);
        walked = walked || speed < 4.0f;
        EXPECT_NEAR(speed, before >= 3.0f ? def.body.run_speed : def.body.walk_speed, 0.1f)
            << "half of the second band: " << before;
    }
    EXPECT_TRUE(walked);
    step_after(world.teleport(other, {position(one).x + 5.0f, 0.0f}));
    EXPECT_NEAR(speed_of(one), def.body.walk_speed, 0.1f) << "a walking agent does not run in the second band";
    step_after(world.teleport(other, {position(one).x + 6.5f, 0.0f}));
    EXPECT_NEAR(speed_of(one), def.body.run_speed, 0.1f);
}

TEST_F(BrainScene, ManagedAgentsReactIfTheirArchetypeSaysSo) {
    ArchetypeDef def = puppet();
    def.body.health = 8.0f;
    def.boss.reacts = true;
    def.boss.reactions = always(fights);
    def.boss.reactions.hurt[1] = heals; // it holds its slot at 4 m
    def.boss.heal.charges = 1;
    const AgentId target = hero(plain_circle()), one = foe(releasing(def, ReleasePolicy::attack), {9.0f, 0.0f});
    step(4);
    EXPECT_GE(count(EventType::react, one), 1) << "combat means nothing to them";
    ASSERT_NE(slot(one), -1);
    const int slot_before = slot(one);
    ASSERT_TRUE(until([&] { return attack(one) < 0 && state(one) == AgentState::combat; }, 4.0));
    accept(world.damage(one, 6.0f));
    pin(one, {5.5f, 0.0f}); // band 2
    step(2);
    pin(one, position(one));
    accept(world.teleport(one, {4.0f, 0.0f})); // band 1
    step(2);
    EXPECT_EQ(state(one), AgentState::backstep);
    EXPECT_EQ(slot(one), slot_before) << "it keeps its slot";
    EXPECT_EQ(reason(one), WaitReason::not_ready);
    ASSERT_TRUE(until([&] { return state(one) == AgentState::heal; }, 2.0));
    ASSERT_TRUE(until_event(EventType::heal, one, 3.0));
    unpin(one);
    EXPECT_EQ(health(one), 6.0f);
    EXPECT_EQ(state(one), AgentState::combat);
    EXPECT_GE(count(EventType::arrive, one), 2) << "it has arrived anew";
    EXPECT_TRUE(circle(target).reserver == AgentId{});
}

/// An unmanaged archetype: it attacks without tokens, and has nothing else.
ArchetypeDef unmanaged(std::vector<AttackDef> attacks = {swing(1)}) {
    ArchetypeDef def;
    def.name = "unmanaged";
    def.engagement.managed = false;
    def.attacks = std::move(attacks);
    return def;
}
AttackDef between(float least, float most, double recovery = 0.5) {
    AttackDef def = swing(1, 0.25, recovery);
    def.range = {least, most};
    return def;
}

TEST_F(BrainScene, AnUnmanagedAgentHasNothingOfTheBossUnlessGiven) {
    ArchetypeDef def = unmanaged({});
    def.body.motion = MotionType::host;
    const AgentId one = pinned_foe(def, {}), other = hero(plain_circle(), {8.0f, 0.0f});
    for (const float away : {8.0f, 4.0f, 1.1f, 4.0f}) { // through all bands, in need
        seconds_after(world.teleport(other, {away, 0.0f}), 6.0);
        accept(world.damage(one, 20.0f, other));
    }
    EXPECT_EQ(count(EventType::react, one) + count(EventType::stagger, one) + count(EventType::heal, one), 0);
    EXPECT_EQ(state_events(one, AgentState::backstep) + state_events(one, AgentState::heal), 0);
    EXPECT_EQ(state(one), AgentState::pursue);
}

TEST_F(BrainScene, OnlyWithReactionsNoAttackBeginsInPursue) {
    for (const bool reacts : {false, true}) {
        start_again();
        ArchetypeDef def = reacts ? boss({between(6.0f, 8.0f)}) : unmanaged({between(6.0f, 8.0f)});
        def.body.motion = MotionType::host;
        const AgentId one = pinned_foe(def, {});
        hero(plain_circle(), {7.9f, 0.0f}); // not so near that it stands in combat
        seconds(4.0);
        EXPECT_NEAR(count(EventType::attack, one), reacts ? 0 : 6, reacts ? 0 : 1);
        EXPECT_EQ(state_events(one, AgentState::combat), 0);
    }
}

TEST_F(BrainScene, EachAttackIsUsedOnTheWayWhereItFits) {
    const AgentId one = foe(unmanaged({between(0.0f, 2.0f), between(6.0f, 8.0f, 1000.0)}), {14.0f, 0.0f});
    const AgentId player = hero(plain_circle());
    const auto attacks = [&](int number) { return until([&] { return attack(one) == number; }, 6.0); };
    ASSERT_TRUE(attacks(1));
    EXPECT_NEAR(distance(position(one), position(player)), 7.0f, 1.01f);
    EXPECT_FALSE(attacks(0)) << "it recovers";
    EXPECT_LT(distance(position(one), position(player)), 1.9f) << "and has walked on meanwhile";
}

TEST_F(BrainScene, AnAgentStopsWhereAllItsAttacksReach) {
    for (const std::array<float, 2>& range :
         {std::array{6.0f, 8.0f}, std::array{0.0f, 2.0f}, std::array{4.0f, 12.0f}}) {
        start_again();
        const AgentId one = foe(unmanaged({between(range[0], range[1])}), {14.0f, 0.0f}), player = hero(plain_circle());
        seconds(8.0);
        const float apart = distance(position(one), position(player));
        EXPECT_GT(apart, range[0] + 0.5f);
        EXPECT_LE(apart, range[1] - 0.1f);
        EXPECT_GE(count(EventType::attack, one), 6);
    }
}

TEST_F(BrainScene, AnAgentThatIsHeldUpStrikesIfItsWeaponReaches) {
    const AgentId player = hero(plain_circle());
    const ArchetypeIndex reaching = add(unmanaged({between(0.0f, 3.5f)}));
    std::vector<AgentId> crowd;
    for (int i = 0; i < 30; ++i) crowd.push_back(foe(reaching, on_ring(6.0f, static_cast<float>(i) * 8.0f / 30.0f)));
    seconds(10.0);
    log.clear();
    seconds(5.0);
    for (const AgentId one : crowd)
        if (distance(position(one), position(player)) < 3.45f) {
            EXPECT_GE(count(EventType::attack, one), 3);
        }
}

TEST_F(BrainScene, TheCloseClockRunsOnlyIfTimed) {
    for (const auto& [managed, timed] : {std::pair{true, false}, {true, true}, {false, false}, {false, true}}) {
        start_again();
        ArchetypeDef def = puppet({});
        def.engagement.managed = managed;
        def.boss.timed = timed;
        def.boss.timers.close_timeout = {0.5, 0.5};
        def.boss.backstep = {0.03125, 0.0f};
        hero(plain_circle());
        const AgentId one = foe(def, {4.0f, 0.0f});
        seconds(2.0);
        EXPECT_EQ(state_events(one, AgentState::backstep) > 0, timed);
        EXPECT_EQ(slot(one) != -1, managed);
    }
}

TEST_F(BrainScene, ABackstepTakesItsTimeAndItsDistance) {
    for (const double time : {0.5, 0.25, 0.01}) { // 0.01 s is shorter than a frame
        start_again();
        ArchetypeDef def = boss({});
        def.body.motion = MotionType::simulated;
        def.boss.reactions.table[1] = heals;
        def.boss.backstep = {time, 3.0f};
        def.boss.heal.duration = 0.5;
        const AgentId one = foe(def, {});
        hero(plain_circle(), {4.0f, 0.0f});
        step();
        ASSERT_EQ(state(one), AgentState::backstep);
        ASSERT_TRUE(until([&] { return state(one) == AgentState::heal; }, 1.0));
        EXPECT_NEAR(position(one).x, -3.0f, 0.05f) << time;
        EXPECT_EQ(now(), std::max(static_cast<int>(time * frames_per_second), 1));
        const Vec2 stands = position(one);
        step(31);
        ASSERT_EQ(state(one), AgentState::heal);
        EXPECT_EQ(distance(position(one), stands), 0.0f) << "a healing agent stands";
    }
}

TEST_F(BrainScene, ABackstepFromTheTargetsOwnPositionMovesSomewhere) {
    ArchetypeDef def = boss({});
    def.body.motion = MotionType::simulated;
    def.boss.reactions = always(heals);
    const AgentId one = foe(def, {1.0f, 1.0f});
    hero(plain_circle(), {1.0f, 1.0f});
    seconds(2.0);
    EXPECT_TRUE(std::isfinite(position(one).x) && std::isfinite(position(one).y));
    EXPECT_GT(distance(position(one), {1.0f, 1.0f}), 1.0f);
}

TEST_F(BrainScene, DamageByTheHostAndHitsWithoutDamageDoNotStagger) {
    const AgentId one = pinned_foe(boss({}), {}), enemy = sniper(one, 0.125, 0.0f);
    seconds_after(world.damage(one, 5.0f), 1.0);
    EXPECT_EQ(count(EventType::hit, enemy), 1);
    EXPECT_EQ(count(EventType::stagger, one), 0);
    accept(world.damage(one, 5.0f, enemy)); // in the name of another agent
    step();
    EXPECT_EQ(count(EventType::stagger, one), 1);
}

TEST_F(BrainScene, AnAgentStaggeredAgainIsStaggeredLonger) {
    ArchetypeDef def = boss({});
    def.poise.stagger_time = 1.0;
    const AgentId one = pinned_foe(def, {});
    sniper(one, 0.25);
    sniper(one, 0.75);
    seconds(1.5);
    EXPECT_EQ(state(one), AgentState::stagger);
    EXPECT_EQ(count(EventType::stagger, one), 2);
    EXPECT_EQ(state_events(one, AgentState::stagger), 1) << "it was there already";
    ASSERT_TRUE(until([&] { return state(one) == AgentState::idle; }, 1.0));
    EXPECT_EQ(now(), 48 + 1 + 64);
}

TEST_F(BrainScene, AStaggeredAgentLosesAnAttackThatItContinuedWithoutASlot) {
    const AgentId target = hero(plain_circle());
    ArchetypeDef def = releasing(puppet({swing(3, 3.0, 1.0)}), ReleasePolicy::launch);
    def.poise.stagger_time = 0.5;
    const AgentId one = foe(def, {6.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::hit, one, 2.0));
    sniper(one, 0.125);
    ASSERT_TRUE(until([&] { return state(one) == AgentState::stagger; }, 1.0));
    EXPECT_EQ(count(EventType::attack_end, one, Cause::interrupted), 1);
    EXPECT_FALSE(has_circle(target)) << "nothing is left there";
    ASSERT_TRUE(until_event(EventType::hit, one, 4.0));
    EXPECT_EQ(circle(target).attack_free, 7);
}

TEST_F(BrainScene, PhasesChangeAttacksArmourAndReactions) {
    for (const bool managed : {false, true}) {
        start_again();
        ArchetypeDef def = boss({swing(1, 0.5, 0.0), swing(1, 0.5, 0.0), swing(1, 0.5, 0.0)});
        for (size_t i = 0; i < 3; ++i) def.attacks[i].name = std::string(1, static_cast<char>('a' + i));
        def.engagement.managed = managed;
        def.engagement.release_policy = ReleasePolicy::attack;
        def.engagement.attack_choice = AttackChoice::first;
        def.poise.stagger_time = 0.0;
        def.poise.super_armour = true;
        def.boss.phases = {
            {0.75f, {"b"}, {}, {}, {}, {}}, {0.5f, {"c"}, always(fights), false, {}, {}}, {0.25f, {}, {}, {}, {}, {}}};
        if (!managed) def.perception.bands = {3.0f, 5.0f, 10.0f, 12.0f};
        const AgentId target = hero(plain_circle()), one = foe(def, {1.0f, 0.0f});
        if (!managed) pinned.push_back(one);
        const auto used = [&] { return last(EventType::attack, one).event.attack; };
        seconds(3.0);
        EXPECT_EQ(used(), 0) << managed;
        accept(world.damage(one, 16.0f)); // no phase: three quarters are not less than three quarters
        seconds(2.0);
        EXPECT_EQ(used(), 0);
        step_after(world.damage(one, 0.5f), 2);
        EXPECT_EQ(count(EventType::phase, one), 1);
        EXPECT_EQ(last(EventType::phase, one).event.a, 1);
        seconds(2.0);
        EXPECT_EQ(used(), 1);
        accept(world.damage(one, 40.0f)); // enters two phases at once
        step(2);
        ASSERT_EQ(count(EventType::phase, one), 3);
        EXPECT_EQ(all(EventType::phase, one)[1].frame, all(EventType::phase, one)[2].frame);
        seconds(2.0);
        EXPECT_EQ(used(), 2) << "the last phase names none: as before";
        EXPECT_EQ(this->target(one), target);
    }
}

TEST_F(BrainScene, APhaseTakesSuperArmourAwayAndChangesSpeeds) {
    ArchetypeDef def = boss({});
    def.body.motion = MotionType::simulated;
    def.body.acceleration = 1000.0f;
    def.poise.super_armour = true;
    def.poise.stagger_time = 0.25;
    def.boss.phases = {{0.5f, {}, {}, false, 6.0f, 9.0f}};
    const AgentId one = foe(def, {}), other = hero(plain_circle(), {9.0f, 0.0f});
    sniper(one, 0.25, 40.0f);
    step(2);
    EXPECT_NEAR(speed_of(one), def.body.run_speed, 0.1f);
    ASSERT_TRUE(until_event(EventType::phase, one, 1.0));
    EXPECT_EQ(count(EventType::stagger, one), 0) << "it had armour when it was hit";
    step_after(world.teleport(other, {position(one).x + 9.0f, 0.0f}));
    EXPECT_NEAR(speed_of(one), 9.0f, 0.1f);
    sniper(one, 0.125, 1.0f);
    EXPECT_TRUE(until_event(EventType::stagger, one, 1.0));
}

TEST_F(BrainScene, AFirstPhaseThatHoldsFromTheSpawnOnHasNoEvent) {
    for (const float full : {64.0f, unlimited_health}) {
        start_again();
        ArchetypeDef def = boss({swing(1, 0.5, 0.0), swing(1, 0.5, 0.0)});
        def.body.health = full;
        def.attacks[1].name = "other";
        def.engagement.attack_choice = AttackChoice::first;
        def.boss.phases = {{1.0f, {"other"}, {}, {}, {}, {}}, {0.0f, {"swing"}, {}, {}, {}, {}}};
        const AgentId one = pinned_foe(def, {});
        hero(plain_circle(), {1.0f, 0.0f});
        seconds_after(world.damage(one, 63.0f), 2.0);
        EXPECT_EQ(count(EventType::phase, one), 0);
        EXPECT_EQ(last(EventType::attack, one).event.attack, 1);
    }
}

TEST_F(BrainScene, ATimedStateGoesOnWhenTheTargetIsGone) {
    for (const float away : {4.0f, 8.0f}) { // at 4 m the agent backsteps, at 8 m it heals
        start_again();
        ArchetypeDef def = boss({});
        def.boss.reactions = always(heals);
        const AgentId one = pinned_foe(def, {}), target = hero(plain_circle(), {away, 0.0f});
        step(4);
        step_after(world.despawn(target), 4);
        EXPECT_EQ(state(one), away < 5.0f ? AgentState::backstep : AgentState::heal);
        EXPECT_EQ(this->target(one), AgentId{});
        ASSERT_TRUE(until([&] { return state(one) == AgentState::idle; }, 5.0));
        EXPECT_EQ(count(EventType::heal, one), 1) << "it drinks all the same";
    }
}

TEST_F(BrainScene, AnUnmanagedAgentThatCannotAttackDoesNotGetStuck) {
    // No attacks at all; out of range; target behind the agent.
    AttackDef far = swing(1), ahead = swing(1);
    far.range = {5.0f, 6.0f};
    ahead.angle = {-0.5f, 0.5f};
    for (const auto& attacks : {std::vector<AttackDef>{}, {far}, {ahead}}) {
        start_again();
        ArchetypeDef def = boss(attacks);
        def.boss.timers = {{0.25, 0.5}, {0.5, 0.75}};
        def.boss.backstep.duration = 0.25;
        const AgentId one = pinned_foe(def, {}), target = hero(plain_circle(), {-1.0f, 0.0f});
        seconds(2.0);
        EXPECT_GE(state_events(one, AgentState::backstep), 1) << "the close clock helps";
        EXPECT_EQ(count(EventType::attack, one), 0);
        seconds_after(world.teleport(target, {0.0f, 0.0f}), 2.0);
        accept(world.teleport(target, {1.0f, 0.0f}));
        if (attacks.size() == 1 && attacks[0].range[0] == 0.0f) {
            EXPECT_TRUE(until_event(EventType::hit, one, 3.0)) << "now it fits";
        }
        seconds_after(world.despawn(target), 1.0);
        EXPECT_EQ(state(one), AgentState::idle);
    }
}

TEST_F(BrainScene, OrdersEndEveryState) {
    for (const AgentState wanted : {AgentState::idle, AgentState::pursue, AgentState::combat, AgentState::attack,
                                    AgentState::stagger, AgentState::backstep, AgentState::heal})
        for (const OrderKind kind : {OrderKind::stand, OrderKind::move}) {
            start_again();
            ArchetypeDef def = boss({});
            float away = 8.0f;
            if (wanted == AgentState::attack) def = boss({swing(1, 3.0, 1.0)});
            if (wanted == AgentState::combat || wanted == AgentState::attack) away = 1.0f;
            if (wanted == AgentState::backstep || wanted == AgentState::heal) def.boss.reactions = always(heals);
            if (wanted == AgentState::backstep) away = 4.0f;
            if (wanted == AgentState::idle) away = 40.0f;
            const AgentId one = pinned_foe(def, {});
            hero(plain_circle(), {away, 0.0f});
            if (wanted == AgentState::stagger) sniper(one, 0.125);
            ASSERT_TRUE(until([&] { return state(one) == wanted; }, 1.0)) << to_string(wanted);
            step_after(world.set_order(one, {.kind = kind, .point = {30.0f, 30.0f}}));
            EXPECT_EQ(state(one), AgentState::idle) << to_string(wanted);
            EXPECT_EQ(target(one), AgentId{});
            EXPECT_EQ(attack(one), -1);
            EXPECT_EQ(count(EventType::attack_end, one, Cause::withdrew), wanted == AgentState::attack);
            seconds(3.0);
            EXPECT_EQ(state(one), AgentState::idle);
            EXPECT_EQ(count(EventType::heal, one), 0);
            step_after(world.set_order(one, {}), 2);
            EXPECT_EQ(target(one) != AgentId{}, wanted != AgentState::idle) << "free again";
        }
}

TEST_F(BrainScene, ADummyWithAllTheFieldsOfABossStaysADummy) {
    ArchetypeDef def = boss();
    def.autonomous = false;
    def.perception.needs_line_of_sight = true;
    def.boss.reacts = def.boss.timed = true;
    def.boss.reactions = always(heals);
    def.boss.phases = {{1.0f, {"swing"}, {}, true, 1.0f, 2.0f}, {0.5f, {}, {}, {}, {}, {}}};
    for (const bool with_others : {false, true}) {
        start_again();
        const AgentId one = pinned_foe(def, {}), enemy = spawn(add(puppet()), heroes, {6.0f, 0.0f});
        if (with_others) sniper(one, 0.25, 40.0f);
        seconds_after(world.set_order(one, {.kind = OrderKind::move, .point = {3.0f, 0.0f}}), 3.0);
        seconds_after(world.damage(one, 10.0f), 1.0);
        EXPECT_EQ(state(one), AgentState::idle);
        EXPECT_EQ(count(EventType::stagger, one) + count(EventType::phase, one) + count(EventType::react, one), 0);
        EXPECT_GE(count(EventType::hit, enemy), 1);
        EXPECT_EQ(reason(one), WaitReason::none);
    }
}

} // namespace
} // namespace fray
