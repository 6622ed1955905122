// Morale of squads (rules set_leader, commit_morale and flee).
#include "rules/oracle_scene.h"

namespace fray {
namespace {

using namespace test;

struct MoraleScene : OracleScene {
    /// A morale that changes by losses only: each loss costs its share of 200 points.
    static MoraleDef plain() {
        MoraleDef def;
        def.enabled = true;
        def.loss_penalty = 200.0f;
        def.flank_penalty = def.rear_penalty = def.kill_bonus = def.leader_penalty = def.leadership_rate =
            def.recovery_rate = def.fear_rate = 0.0f;
        def.waver_threshold = 50.0f;
        def.rout_threshold = 20.0f;
        def.rally_threshold = 60.0f;
        return def;
    }
    SquadId squad(const MoraleDef& morale, TeamIndex team) { return add_squad(team, {.morale = morale}); }
    std::vector<AgentId> members(SquadId of, const ArchetypeDef& def, int count, Vec2 first = {}) {
        const ArchetypeIndex kind = add(def);
        std::vector<AgentId> ids;
        for (int i = 0; i < count; ++i)
            ids.push_back(spawned({kind, foes, 0, of, first + Vec2{static_cast<float>(i), 0.0f}}));
        return ids;
    }
    /// A fighter that stands where it was put, and dies of the host's damage.
    static ArchetypeDef soldier() {
        ArchetypeDef def = walker();
        def.name = "soldier";
        def.body.health = 100.0f;
        return def;
    }
    void kill(AgentId agent, AgentId by = {}) { accept(world.damage(agent, 1000.0f, by)); }
    void kill(const std::vector<AgentId>& men, size_t first, size_t end) {
        for (size_t i = first; i < end; ++i) kill(men[i]);
    }
    const SquadInfo& info(SquadId of) const {
        return *std::find_if(world.squads().begin(), world.squads().end(),
                             [=](const auto& one) { return one.id == of; });
    }
    float morale(SquadId of) const { return info(of).morale; }
    SquadMood mood(SquadId of) const { return info(of).mood; }
    bool until_mood(SquadId of, SquadMood wanted, double limit = 1.0) {
        return until([&] { return mood(of) == wanted; }, limit);
    }
    /// Long enough for one look, and short enough for no second look.
    void one_look() { seconds(0.5); }
};

TEST_F(MoraleScene, LossesCountByTheirShareOfTheLivingAndTheLost) {
    MoraleDef def = plain();
    def.recovery_rate = 1.0f;
    def.leadership_rate = 0.5f;
    const SquadId of = squad(def, foes);
    const auto men = members(of, soldier(), 16);
    one_look();
    EXPECT_EQ(morale(of), 100.0f) << "no more than full";
    kill(men, 1, 4);
    one_look();
    EXPECT_EQ(morale(of), 100.0f - 37.5f + 0.75f);
    EXPECT_EQ(mood(of), SquadMood::steady);
    kill(men, 4, 7);
    one_look();
    EXPECT_EQ(morale(of), 63.25f - 46.153f + 0.75f);
    EXPECT_EQ(mood(of), SquadMood::routing);
    ASSERT_EQ(all(EventType::morale).size(), 1u);
    const Event rout = all(EventType::morale)[0].event;
    EXPECT_EQ(rout.agent, serial(men[0])) << "the leader";
    EXPECT_EQ(rout.a, static_cast<int>(of.value));
    EXPECT_EQ(static_cast<SquadMood>(rout.b), SquadMood::steady);
    EXPECT_EQ(static_cast<SquadMood>(rout.c), SquadMood::routing);
    EXPECT_EQ(rout.x, 17.0f);
}

TEST_F(MoraleScene, WithoutMoraleAndWhenDespawnedNothingFalls) {
    MoraleDef off = plain();
    off.enabled = false;
    const SquadId brave = squad(off, foes), other = squad(plain(), foes);
    const auto men = members(brave, soldier(), 4), others = members(other, soldier(), 4, {0.0f, 5.0f});
    step();
    for (int i = 0; i < 3; ++i) {
        kill(men[static_cast<size_t>(i)]);
        accept(world.despawn(others[static_cast<size_t>(i)]));
    }
    seconds(1.0);
    EXPECT_EQ(morale(brave), 100.0f);
    EXPECT_EQ(morale(other), 100.0f) << "despawned members are no losses";
    EXPECT_TRUE(all(EventType::morale).empty());
}

TEST_F(MoraleScene, WaveringMembersTakeNoNewPlace) {
    const AgentId victim = hero(plain_circle(8, 1));
    const SquadId of = squad(plain(), foes);
    const auto men = members(of, soldier(), 8, {3.0f, 0.0f});
    ASSERT_TRUE(until([&] { return circle(victim).queue.size() == 7; }, 3.0));
    size_t holder = 0;
    while (slot(men[holder]) < 0) ++holder;
    const size_t dead = holder == 0 ? 1 : 0;
    for (size_t i = dead, killed = 0; killed < 3; ++i)
        if (i != holder) kill(men[i]), ++killed; // 200 * 3 / 8 = 75 points
    ASSERT_TRUE(until_mood(of, SquadMood::wavering));
    step();
    EXPECT_TRUE(circle(victim).queue.empty()) << "the requesters have left the queue";
    EXPECT_GE(slot(men[holder]), 0) << "the holder fights on";
    const int attacks = count(EventType::attack, men[holder]);
    seconds(3.0);
    EXPECT_GT(count(EventType::attack, men[holder]), attacks);
    EXPECT_TRUE(circle(victim).queue.empty());
    EXPECT_EQ(state(men[7]), AgentState::pursue);
    EXPECT_EQ(target(men[7]), victim) << "and keeps its target";
}

TEST_F(MoraleScene, ARoutingSquadRunsAwayAndRallies) {
    const AgentId victim = hero(plain_circle());
    MoraleDef def = plain();
    def.recovery_rate = 20.0f;
    const SquadId of = squad(def, foes);
    const auto men = members(of, soldier(), 8, {3.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::attack, men[0], 3.0));
    kill(men, 3, 8);
    ASSERT_TRUE(until_mood(of, SquadMood::routing));
    step();
    for (int i = 0; i < 3; ++i) {
        const AgentId man = men[static_cast<size_t>(i)];
        EXPECT_EQ(state(man), AgentState::rout);
        EXPECT_FALSE(target(man));
        EXPECT_LT(slot(man), 0);
        EXPECT_EQ(count(EventType::target, man, Cause::routed), 1);
    }
    const Vec2 before = position(men[2]);
    seconds(1.0);
    EXPECT_GT(distance(position(men[2]), position(victim)), distance(before, position(victim)) + 2.0f);
    ASSERT_TRUE(until_mood(of, SquadMood::steady, 4.0));
    EXPECT_GE(morale(of), 60.0f);
    step(2);
    EXPECT_EQ(target(men[0]), victim) << "it looks for a target at once";
    ASSERT_TRUE(until_event(EventType::attack, men[0], 10.0));
}

TEST_F(MoraleScene, ASquadGetsOverSoManyRouts) {
    MoraleDef def = plain();
    def.recovery_rate = 40.0f;
    def.max_rallies = 1;
    const SquadId of = squad(def, foes);
    const auto men = members(of, soldier(), 12);
    step();
    kill(men, 0, 7);
    ASSERT_TRUE(until_mood(of, SquadMood::routing));
    ASSERT_TRUE(until_mood(of, SquadMood::steady, 4.0));
    kill(men, 7, 11);
    ASSERT_TRUE(until_mood(of, SquadMood::routing));
    seconds(4.0);
    EXPECT_EQ(morale(of), 100.0f);
    EXPECT_EQ(mood(of), SquadMood::routing) << "it has rallied once already";
}

TEST_F(MoraleScene, OrdersAndMoveInputGoBeforeTheRout) {
    const SquadId of = squad(plain(), foes);
    const auto men = members(of, soldier(), 8);
    step();
    accept(world.set_order(men[1], {.kind = OrderKind::stand}));
    kill(men, 3, 8);
    accept(world.set_move_input(of, {1.0f, 0.0f})); // steers the leader only
    ASSERT_TRUE(until_mood(of, SquadMood::routing));
    step();
    EXPECT_EQ(state(men[0]), AgentState::led);
    EXPECT_EQ(state(men[1]), AgentState::idle) << "under an order";
    EXPECT_EQ(state(men[2]), AgentState::rout);
    accept(world.set_order(men[1], {}));
    step_after(world.set_move_input(of, {}));
    EXPECT_EQ(state(men[0]), AgentState::rout);
    EXPECT_EQ(state(men[1]), AgentState::rout);
}

TEST_F(MoraleScene, HitsFromTheSideAndFromBehindCount) {
    MoraleDef def = plain();
    def.flank_penalty = 40.0f;
    def.rear_penalty = 100.0f;
    // The striker comes to the only slot, in the direction +x, and the first of four members faces another direction.
    const auto after_a_hit = [&](float degrees) {
        start_again();
        const SquadId of = squad(def, heroes);
        ArchetypeDef post;
        post.name = "post";
        post.autonomous = false;
        post.body.health = unlimited_health;
        post.circle = plain_circle(1);
        const ArchetypeIndex kind = add(post);
        const float angle = degrees * 3.1415927f / 180.0f;
        for (int i = 0; i < 4; ++i)
            spawned({kind, heroes, 0, of, {0.0f, 100.0f * static_cast<float>(i)}, {std::cos(angle), std::sin(angle)}});
        const AgentId striker = foe(puppet({swing(1, 1.0, 100.0)}), {5.0f, 0.0f});
        EXPECT_TRUE(until_event(EventType::hit, striker, 5.0));
        one_look();
        return morale(of);
    };
    for (const auto& [degrees, left] :
         {std::pair{55.0f, 100.0f}, {65.0f, 90.0f}, {-115.0f, 90.0f}, {125.0f, 75.0f}, {180.0f, 75.0f}})
        EXPECT_EQ(after_a_hit(degrees), left) << degrees;
}

TEST_F(MoraleScene, KillsRaiseIt) {
    MoraleDef def = plain();
    def.kill_bonus = 80.0f;
    const SquadId of = squad(def, foes);
    const auto men = members(of, soldier(), 8);
    const AgentId enemy = hero(plain_circle(), {500.0f, 0.0f}, 10.0f), friendly = foe(soldier(), {600.0f, 0.0f});
    step();
    kill(men[7]), kill(men[6]);
    one_look();
    ASSERT_EQ(morale(of), 50.0f);
    kill(enemy, men[1]), kill(friendly, men[2]);
    one_look();
    EXPECT_EQ(morale(of), 50.0f + 13.333f) << "a sixth of 80 points, and nothing for a friend";
}

TEST_F(MoraleScene, TheLeadersDeathCostsAndASuccessorDoesNotLead) {
    MoraleDef def = plain();
    def.loss_penalty = 0.0f;
    def.leader_penalty = 60.0f;
    def.leadership_rate = 10.0f;
    const SquadId of = squad(def, foes);
    const auto men = members(of, soldier(), 4);
    one_look();
    kill(men[0]);
    one_look();
    EXPECT_EQ(morale(of), 40.0f);
    seconds(2.0);
    EXPECT_EQ(morale(of), 40.0f) << "a successor does not raise it";
    accept(world.set_leader(world.leader(of).value()));
    one_look();
    EXPECT_EQ(morale(of), 45.0f) << "an appointed leader does";
}

TEST_F(MoraleScene, RoutingFriendsNearBySpreadFear) {
    MoraleDef def = plain();
    def.fear_rate = 8.0f;
    def.fear_radius = 10.0f;
    MoraleDef breaks = plain();
    breaks.max_rallies = 0;
    const SquadId of = squad(def, foes), far = squad(def, foes);
    members(of, soldier(), 4);
    members(far, soldier(), 4, {0.0f, 100.0f});
    std::vector<SquadId> others;
    // They are pinned, so that they stay near.
    ArchetypeDef pinned_kind = soldier();
    pinned_kind.body.motion = MotionType::host;
    for (int i = 0; i < 5; ++i) {
        others.push_back(squad(breaks, foes));
        for (const AgentId one : members(others.back(), pinned_kind, 2, {0.0f, 4.0f + static_cast<float>(i)}))
            pinned.push_back(one);
    }
    one_look();
    const auto rout = [&](size_t i) { kill(pinned[2 * i + 1]); }; // 100 points
    rout(0);
    ASSERT_TRUE(until_mood(others[0], SquadMood::routing));
    const float before = morale(of);
    seconds(1.0);
    EXPECT_EQ(morale(of), before - 8.0f) << "8 points a second";
    for (size_t i = 1; i < 5; ++i) rout(i);
    ASSERT_TRUE(until_mood(others[4], SquadMood::routing));
    seconds(0.5);
    const float later = morale(of);
    seconds(1.0);
    EXPECT_EQ(morale(of), later - 24.0f) << "three of them count";
    EXPECT_EQ(morale(far), 100.0f);
}

struct Relief : MoraleScene {
    /// A circle with this grid capacity. No requester ever reserves.
    static CircleDef narrow(int grid_capacity = 1) {
        CircleDef circle = plain_circle(8, grid_capacity);
        circle.slot_patience = 0.0;
        return circle;
    }
    int relieved(const std::vector<AgentId>& men) {
        int sum = 0;
        for (const AgentId man : men) sum += count(EventType::unslot, man);
        return sum;
    }
    static ArchetypeDef tiring(double relief = 2.0) {
        ArchetypeDef def = releasing(puppet({swing(1, 0.5, 0.5)}), ReleasePolicy::attack);
        def.engagement.relief_time = relief;
        return def;
    }
    static ArchetypeDef rested() {
        ArchetypeDef def = tiring(0.0);
        def.name = "fresh";
        return def;
    }
};

TEST_F(Relief, AFreshAgentTakesTheSlot) {
    hero(narrow());
    const auto men = foes_of(tiring(), 3, {5.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::slot, men[0], 2.0));
    const int admitted = now();
    ASSERT_TRUE(until_event(EventType::arrive, men[0], 2.0));
    const int its_slot = slot(men[0]);
    ASSERT_TRUE(until_event(EventType::unslot, men[0], 4.0, Cause::relieved));
    const double fought = (now() - admitted) * frame_time;
    EXPECT_GE(fought, 2.0);
    EXPECT_LT(fought, 2.0 + 0.25 + 0.6) << "at the next look, or after its attack";
    AgentId fresh;
    for (const AgentId man : men)
        if (happened(EventType::slot, man, Cause::relieved)) fresh = man;
    ASSERT_TRUE(fresh);
    EXPECT_EQ(slot(fresh), its_slot);
    EXPECT_EQ(reason(men[0]), WaitReason::rest);
    const int relieved = now();
    ASSERT_TRUE(until_event(EventType::request, men[0], 3.0)) << "it rests as long as it has to fight, up to 3 s";
    EXPECT_NEAR((now() - relieved) * frame_time, 2.0, 0.05);
}

TEST_F(Relief, ARelievedAgentRestsForThreeSecondsAtMost) {
    hero(narrow());
    const auto men = foes_of(tiring(5.0), 3, {5.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::unslot, men[0], 8.0, Cause::relieved));
    const int relieved = now();
    ASSERT_TRUE(until_event(EventType::request, men[0], 4.0));
    EXPECT_NEAR((now() - relieved) * frame_time, 3.0, 0.05);
}

TEST_F(Relief, AnAgentThatHoldsAPostKeepsItsSlot) {
    hero(narrow());
    const auto men = foes_of(tiring(), 2, {1.5f, 0.0f});
    accept(world.set_order(men[0], {.kind = OrderKind::hold, .point = {1.5f, 0.0f}}));
    ASSERT_TRUE(until_event(EventType::arrive, men[0], 1.0));
    seconds(5.0);
    EXPECT_EQ(count(EventType::unslot, men[0]), 0);
    EXPECT_GT(count(EventType::attack, men[0]), 1);
}

TEST_F(Relief, OnlyByItsOwnTeamAndOnlyIfThereIsOne) {
    TeamIndex third = 0;
    accept(world.add_team("third", &third));
    accept(world.set_hostile(foes, third, false));
    const AgentId victim = hero(narrow());
    const ArchetypeIndex kind = add(tiring());
    const AgentId man = foe(kind, {5.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::arrive, man, 2.0));
    const AgentId stranger = spawn(kind, third, {5.0f, 1.0f});
    seconds(5.0);
    EXPECT_GE(slot(man), 0);
    EXPECT_EQ(circle(victim).queue.size(), 1u);
    EXPECT_LT(slot(stranger), 0);
}

TEST_F(Relief, OneRequesterRelievesOneHolder) {
    hero(narrow(2));
    const auto men = foes_of(tiring(), 2, {5.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::arrive, men[1], 2.0));
    foe(rested(), {5.0f, 1.0f});
    for (int i = 0; i < 240 && relieved(men) == 0; ++i) step();
    EXPECT_EQ(relieved(men), 1);
}

TEST_F(Relief, NotByAnAgentThatIsTooHeavy) {
    hero(narrow(2));
    const auto men = foes_of(tiring(), 2, {5.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::arrive, men[1], 2.0));
    foe(weighing(puppet(), 2), {5.0f, 1.0f});
    seconds(5.0);
    EXPECT_EQ(relieved(men), 0) << "its weight is 2, and theirs 1";
}

TEST_F(Relief, NotWhileARequesterReserves) {
    CircleDef circle = plain_circle(8, 2);
    circle.slot_patience = 0.1;
    hero(circle);
    ArchetypeDef once = tiring();
    once.attacks[0].cooldown.agent = 60.0;
    const auto men = foes_of(once, 2, {5.0f, 0.0f});
    ASSERT_TRUE(until_event(EventType::attack_end, men[1], 3.0));
    foe(weighing(puppet(), 2), {5.0f, 1.0f});
    seconds(0.5);
    foe(rested(), {5.0f, 2.0f});
    seconds(2.5);
    EXPECT_EQ(relieved(men), 0);
}

TEST_F(Relief, InRankNotForASquadThatWavers) {
    ArchetypeDef enemy = puppet({});
    enemy.name = "enemy";
    enemy.circle = plain_circle();
    pinned.push_back(spawn(add(enemy), heroes, {}));
    ArchetypeDef steady = tiring(), behind = puppet();
    behind.name = "behind";
    behind.body.health = 100.0f;
    const AgentId front = foe(steady, {1.5f, 0.0f});
    MoraleDef low = plain();
    low.waver_threshold = 60.0f;
    low.rally_threshold = 100.0f; // it never rallies
    const SquadId of = squad(low, foes);
    const auto men = members(of, behind, 4, {2.4f, 0.0f});
    pinned.push_back(front);
    pinned.insert(pinned.end(), men.begin(), men.end());
    seconds(1.0);
    kill(men[3]);
    seconds(0.6);
    ASSERT_EQ(mood(of), SquadMood::wavering);
    seconds(5.0);
    EXPECT_EQ(count(EventType::unslot, front), 0);
}

} // namespace
} // namespace fray
