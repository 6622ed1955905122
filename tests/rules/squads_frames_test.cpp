// Squads, frame by frame: leaders, move input, orders, followers, target bias, spread and projectiles. A number behind
// a frame (`// 0.02`) is the time of the last frame in s.
#include "rules/two_teams.h"

#include <random>

namespace fray::model {
namespace {

using S = AgentState;

class Squads : public TwoTeams {
protected:
    void SetUp() override {
        TwoTeams::SetUp();
        watchful.perception.scan_interval = tick; // scans for targets in every frame
        watchful.perception.target_dwell_time = 0.0;
    }
    std::vector<Serial> targets_of(EventType type) const {
        std::vector<Serial> result;
        for (const Event& event : events)
            if (event.type == type) result.push_back(event.target);
        return result;
    }
    uint32_t squad(SquadControl control, float follow = 0.0f, float max_distance = 10.0f) {
        return add_squad(orcs, {.follow_distance = follow, .max_leader_distance = max_distance, .control = control});
    }
    /// Two targets of a kind, 6 and 10 m from the origin.
    void two_targets(const ArchetypeDef& def = player()) {
        carries = false;
        const ArchetypeIndex k = kind(def);
        near = spawn(k, heroes, {6, 0});
        far = spawn(k, heroes, {10, 0});
    }
    void set_move_input(uint32_t number, Vec2 direction) { give(command::SetMoveInput{SquadId{number}, direction}); }
    void set_leader(Serial serial) { give(command::SetLeader{named(serial)}); }
    void join(Serial serial, uint32_t number) { give(command::Join{named(serial), SquadId{number}}); }
    void order_squad(uint32_t number, OrderKind kind, Serial target = no_serial, Vec2 point = {}) {
        give(command::SetSquadOrder{SquadId{number}, {.kind = kind, .target = named(target), .point = point}});
    }
    void set_target_bias(Serial target, float metres, Serial by = no_serial) {
        give(command::SetTargetBias{named(target), metres, named(by)});
    }

    /// An agent that attacks for a long time after its first think, with a hero 4 m away.
    static ArchetypeDef boss() {
        ArchetypeDef def = unmanaged_agent();
        def.attacks = {swing(1, 100.0, 100.0, 0.5)};
        def.attacks[0].range = {0.0f, 6.0f};
        def.attacks[0].damage = 5.0f;
        def.engagement.hit_range = 20.0f;
        return def;
    }

    ArchetypeDef watchful = fighter(1, swing(1, 0.1, 0.2, 0.5));
    const Vec2 east = {1.0f, 0.0f};
    Serial near = no_serial, far = no_serial;
};

TEST_F(Squads, TheFirstSpawnedMemberLeads) {
    const uint32_t one = squad(SquadControl::leader);
    const ArchetypeIndex k = kind(player());
    const Serial alone = spawn(k, orcs, {5, 0}), first = spawn(k, orcs, {0, 0}, one);
    const Serial second = spawn(k, orcs, {1, 0}, one);
    EXPECT_EQ(leader_of(one), no_serial);
    frame();
    EXPECT_EQ(leader_of(one), first);
    EXPECT_EQ(find(E::spawn, first)->target, first);
    EXPECT_EQ(find(E::spawn, second)->target, first);
    EXPECT_EQ(find(E::spawn, second)->b, static_cast<int32_t>(one));
    EXPECT_EQ(find(E::spawn, alone)->target, alone);
    EXPECT_EQ(find(E::spawn, alone)->b, static_cast<int32_t>(one) + 1) << "a squad of its own";
    EXPECT_TRUE(targets_of(E::leader).empty());
}

TEST_F(Squads, TheLeaderEventNamesThePreviousLeader) {
    const uint32_t one = squad(SquadControl::leader);
    const ArchetypeIndex k = kind(player());
    const Serial first = spawn(k, orcs, {0, 0}, one), second = spawn(k, orcs, {1, 0}, one);
    frame();
    set_leader(second);
    const Serial third = spawn(k, orcs, {2, 0}, one);
    EXPECT_EQ(next_story(second), "leader");
    EXPECT_EQ(find(E::leader, second)->target, first);
    EXPECT_EQ(find(E::spawn, third)->target, second);
    EXPECT_EQ(leader_of(one), second);
    set_leader(second); // no effect: the agent leads already
    EXPECT_TRUE(frame().empty());
}

TEST_F(Squads, AfterADeathTheLowestSerialLeads) {
    const uint32_t one = squad(SquadControl::leader);
    const ArchetypeIndex k = kind(mortal(10.0f));
    const Serial first = spawn(k, orcs, {0, 0}, one), second = spawn(k, orcs, {1, 0}, one);
    const Serial third = spawn(k, orcs, {2, 0}, one);
    frame();
    set_leader(third);
    frame();
    damage(first, 10.0f); // both in one frame
    damage(third, 10.0f);
    EXPECT_EQ(next_story(second), "leader");
    EXPECT_EQ(find(E::leader, second)->target, third);
    despawn(second);
    frame();
    EXPECT_TRUE(targets_of(E::leader).empty());
    EXPECT_EQ(leader_of(one), no_serial);
    set_move_input(one, east);
    const Serial fourth = spawn(k, orcs, {0, 0}, one); // after the move input: the squad had no member
    frame();
    EXPECT_EQ(find(E::move_input, no_serial)->a, static_cast<int32_t>(one));
    EXPECT_EQ(find(E::spawn, fourth)->target, fourth);
    EXPECT_EQ(leader_of(one), fourth);
}

TEST_F(Squads, ANewMemberLeadsOnlyIfNoOtherMemberLives) {
    const uint32_t one = squad(SquadControl::leader);
    const ArchetypeIndex k = kind(player());
    const Serial first = spawn(k, orcs, {0, 0}, one), second = spawn(k, orcs, {1, 0}, one);
    frame();
    despawn(first);
    const Serial third = spawn(k, orcs, {2, 0}, one);
    frame();
    EXPECT_EQ(find(E::spawn, third)->target, first);
    EXPECT_EQ(leader_of(one), second);
    despawn(second);
    despawn(third);
    const Serial fourth = spawn(k, orcs, {2, 0}, one);
    frame();
    EXPECT_EQ(find(E::spawn, fourth)->target, fourth);
    EXPECT_EQ(leader_of(one), fourth);
    EXPECT_TRUE(targets_of(E::leader).empty());
}

TEST_F(Squads, TheEventOfTheNewLeaderComesLast) {
    const uint32_t one = squad(SquadControl::leader);
    const Serial hero = spawn(kind(player()), heroes, {0, 0});
    const ArchetypeIndex k = kind(mortal(10.0f, watchful));
    const Serial first = spawn(k, orcs, {8, 0}, one), second = spawn(k, orcs, {-8, 0}, one);
    frames(4); // 0.03: both attack
    damage(first, 10.0f);
    despawn(hero);
    EXPECT_EQ(next_story(second), "attack_end target_gone, unslot target_gone, target despawned, leader");
}

TEST_F(Squads, AJoiningAgentLeavesItsSquadAndItsTeam) {
    const uint32_t one = squad(SquadControl::leader), two = add_squad(heroes, {});
    const ArchetypeIndex k = kind(player());
    const Serial first = spawn(k, orcs, {0, 0}, one), second = spawn(k, orcs, {1, 0}, one);
    const Serial third = spawn(k, orcs, {2, 0}, one), alone = spawn(k, orcs, {3, 0});
    frame();
    join(first, two); // the squad has no member: it leads
    join(alone, two);
    EXPECT_EQ(next_story(first), "join");
    EXPECT_EQ(story(second), "leader");
    EXPECT_EQ(story(alone), "join");
    EXPECT_EQ(find(E::leader, second)->target, first);
    EXPECT_EQ(find(E::join, first)->target, first);
    EXPECT_EQ(find(E::join, first)->b, static_cast<int32_t>(two));
    EXPECT_EQ(find(E::join, first)->c, heroes);
    EXPECT_EQ(find(E::join, alone)->target, first);
    EXPECT_EQ(agent(first).team, heroes);
    EXPECT_EQ(agent(alone).team, heroes);
    EXPECT_EQ(leader_of(one), second);
    EXPECT_EQ(leader_of(two), first);
    join(first, two); // its own squad
    EXPECT_TRUE(frame().empty());
    join(third, two);
    join(second, two); // the last member
    frame();
    EXPECT_TRUE(targets_of(E::leader).empty());
    EXPECT_EQ(leader_of(one), no_serial);
    join(first, one); // back again; the leadership of `two` goes to the lowest serial, not to the first that came
    set_leader(third);
    frame();
    EXPECT_EQ(find(E::join, first)->target, first);
    EXPECT_EQ(find(E::leader, second)->target, first);
    EXPECT_EQ(story(third), "leader");
    EXPECT_EQ(find(E::leader, third)->target, second);
    EXPECT_EQ(agent(first).team, orcs);
}

TEST_F(Squads, AnAgentMayJoinInTheFrameInWhichTheLeaderGoes) {
    const uint32_t one = squad(SquadControl::leader), two = squad(SquadControl::leader);
    const ArchetypeIndex k = kind(player());
    const Serial early = spawn(k, orcs, {0, 0}, one), first = spawn(k, orcs, {1, 0}, two);
    const Serial second = spawn(k, orcs, {2, 0}, two);
    frame();
    despawn(first);
    join(early, two);
    join(first, one); // refused
    const Serial late = spawn(k, orcs, {3, 0}, one);
    join(late, two);
    EXPECT_EQ(next_story(early), "join, leader"); // the lowest serial
    EXPECT_EQ(find(E::join, early)->target, first);
    EXPECT_EQ(find(E::leader, early)->target, first);
    EXPECT_EQ(story(late), "spawn, join");
    EXPECT_EQ(find(E::join, late)->target, first);
    EXPECT_EQ(leader_of(one), no_serial);
    EXPECT_EQ(model.squads()[two - 1].members, (std::vector<Serial>{early, first, second, late}));
    order_squad(two, OrderKind::stand);
    order_squad(one, OrderKind::stand);
    frame();
    EXPECT_EQ(count(E::order, early), 1);
    EXPECT_EQ(count(E::order, late), 1);
}

TEST_F(Squads, TheScanIntervalCountsAllAgentsThatWereEverMembers) {
    const uint32_t one = squad(SquadControl::leader), two = squad(SquadControl::leader);
    ArchetypeDef rare = player();
    rare.perception.scan_interval = 1.0;
    const Serial rarely = spawn(kind(rare), orcs, {0, 0}, one), often = spawn(kind(watchful), orcs, {1, 0});
    frame();
    join(often, one);
    frame();
    EXPECT_EQ(model.squads()[one - 1].scan_interval, 10000);
    join(often, two);
    join(rarely, two);
    frame();
    EXPECT_EQ(model.squads()[one - 1].scan_interval, 10000);
    EXPECT_TRUE(model.squads()[one - 1].members.empty());
    EXPECT_EQ(model.squads()[two - 1].scan_interval, 10000);
    EXPECT_EQ(leader_of(two), often);
}

TEST_F(Squads, AHolderWithATokenIsLedAndReleased) {
    const uint32_t one = squad(SquadControl::leader);
    const Serial hero = spawn(kind(player()), heroes, {0, 0}), orc = spawn(kind(watchful), orcs, {8, 0}, one);
    frames(3); // 0.02: it attacks
    ASSERT_EQ(agent(orc).state, S::attack);
    set_move_input(one, {0.0f, -0.5f});
    EXPECT_EQ(next_story(orc), "move_input, target led, attack_end withdrew, withdraw, state, unslot withdrew"); // 0.03
    EXPECT_EQ(find(E::move_input, orc)->a, static_cast<int32_t>(one));
    EXPECT_EQ(find(E::move_input, orc)->x, 0.0f);
    EXPECT_EQ(find(E::move_input, orc)->y, -0.5f);
    EXPECT_EQ(find(E::attack_end, orc)->target, hero);
    EXPECT_EQ(find(E::withdraw, orc)->target, hero);
    EXPECT_EQ(states(orc), "attack to led");
    EXPECT_EQ(agent(orc).ready_at, 530000);
    frames(50); // held until the next such command; meanwhile it does not scan for targets
    EXPECT_EQ(count(E::target, orc), 2);
    set_move_input(one, {});
    frame();
    EXPECT_EQ(story(orc).find("move_input"), 0u);
    EXPECT_EQ(find(E::target, orc)->cause, C::found);
    EXPECT_EQ(states(orc), "led to idle, idle to pursue");
    EXPECT_EQ(count(E::request, orc), 2);
}

TEST_F(Squads, ControlAllLeadsEveryMemberAndGoesBeforeOrders) {
    const uint32_t one = squad(SquadControl::all);
    spawn(kind(player()), heroes, {0, 0});
    const ArchetypeIndex k = kind(watchful);
    const Serial first = spawn(k, orcs, {8, 0}, one), second = spawn(k, orcs, {-8, 0}, one);
    const Serial other = spawn(k, orcs, {0, 8});
    frames(3);
    order(second, OrderKind::move, {50, 0});
    set_move_input(one, east);
    EXPECT_EQ(next_states(first), "attack to led");
    EXPECT_EQ(states(second), "attack to led");
    EXPECT_EQ(find(E::target, second)->cause, C::led);
    EXPECT_EQ(agent(other).state, S::attack);
    set_move_input(one, {});
    EXPECT_EQ(next_states(second), "led to idle"); // now its order takes effect
    EXPECT_EQ(agent(second).target, no_serial);
}

TEST_F(Squads, ControlPathsLeadsMembersThatAreNotBusy) {
    const uint32_t one = squad(SquadControl::paths);
    spawn(kind(player()), heroes, {0, 0});
    const ArchetypeIndex k = kind(watchful);
    const ArchetypeIndex unarmed = kind([this] {
        ArchetypeDef def = watchful;
        def.attacks.clear();
        return def;
    }());
    const Serial leader = spawn(unarmed, orcs, {8, 0}, one), busy = spawn(k, orcs, {-8, 0}, one);
    const Serial waiting = spawn(unarmed, orcs, {0, 8}, one), ordered = spawn(unarmed, orcs, {0, -8}, one);
    const Serial dummy = spawn(kind(player()), orcs, {0, -9}, one);
    frames(2); // 0.01: `busy` has its token, and is in combat
    ASSERT_TRUE(agent(busy).token.has_value());
    order(ordered, OrderKind::stand);
    set_move_input(one, east);
    EXPECT_EQ(next_states(leader), "combat to led"); // 0.02
    EXPECT_EQ(states(busy), "combat to attack");
    EXPECT_EQ(states(waiting), "combat to led");
    EXPECT_EQ(states(ordered), "combat to idle");
    EXPECT_FALSE(model.led(agent(dummy)));
    frames(19); // to 0.21
    EXPECT_EQ(agent(busy).state, S::attack);
    EXPECT_EQ(next_states(busy), "attack to approach"); // 0.22: its attack is over, and in this think it is not led yet
    EXPECT_EQ(next_story(busy), "target led, withdraw, state, unslot withdrew");
    EXPECT_EQ(agent(busy).state, S::led);
    order(waiting, OrderKind::free);
    order(busy, OrderKind::move, {}, true); // an agent under an order is not led
    EXPECT_EQ(next_states(busy), "led to idle");
    EXPECT_EQ(agent(waiting).state, S::led);
}

TEST_F(Squads, ARequesterLeavesTheQueueWithoutUnslot) {
    const uint32_t one = squad(SquadControl::leader);
    const Serial hero = spawn(kind(player()), heroes, {0, 0}), orc = spawn(kind(watchful), orcs, {8, 0}, one);
    set_capacity(hero, 0, 10);
    frames(2);
    ASSERT_EQ(agent(orc).role, Role::requester);
    set_move_input(one, east);
    EXPECT_EQ(next_story(orc), "move_input, target led, withdraw, state");
    EXPECT_EQ(agent(orc).role, Role::none);
    EXPECT_TRUE(model.circles().empty());
}

TEST_F(Squads, AnAgentThatReturnedItsSlotAtTheHitIsLed) {
    const uint32_t one = squad(SquadControl::leader);
    watchful.engagement.release_policy = ReleasePolicy::launch;
    spawn(kind(player()), heroes, {0, 0});
    const Serial orc = spawn(kind(watchful), orcs, {8, 0}, one);
    frames(13); // 0.12: its hit
    ASSERT_EQ(agent(orc).role, Role::striker);
    set_move_input(one, east);
    EXPECT_EQ(next_story(orc), "move_input, target led, attack_end withdrew, withdraw, state");
    EXPECT_EQ(states(orc), "attack to led");
    EXPECT_EQ(agent(orc).role, Role::none);
}

TEST_F(Squads, ALedAgentIsNotStopped) {
    carries = false;
    const uint32_t one = squad(SquadControl::leader);
    ArchetypeDef orc_def = watchful;
    orc_def.poise.stagger_time = 0.05;
    const Serial hero = spawn(kind(boss()), heroes, {0, 0}), orc = spawn(kind(orc_def), orcs, {4, 0}, one);
    frames(2);
    ASSERT_EQ(agent(hero).state, S::attack);
    set_move_input(one, east);
    report_attack(hero, AttackReport::hit);
    frame(); // hit while it is led: event stagger all the same
    EXPECT_EQ(agent(orc).state, S::led);
    EXPECT_NE(find(E::stagger, orc), nullptr);
    EXPECT_EQ(next_story(orc), "");
}

TEST_F(Squads, ControlAllLeadsOutOfStaggerControlPathsOnlyAfterIt) {
    for (const SquadControl control : {SquadControl::all, SquadControl::paths}) {
        const uint32_t one = squad(control);
        ArchetypeDef orc_def = boss(); // unmanaged: it has nothing at a circle
        orc_def.poise.stagger_time = 0.05;
        const float y = control == SquadControl::all ? 0.0f : 1000.0f;
        const Serial hero = spawn(kind(boss()), heroes, {0, y}), leader = spawn(kind(player()), orcs, {500, y}, one);
        const Serial orc = spawn(kind(orc_def), orcs, {4, y}, one);
        frames(2);
        report_attack(hero, AttackReport::hit);
        frame();
        frame(); // + 0.03
        ASSERT_EQ(agent(orc).state, S::stagger);
        EXPECT_EQ(leader_of(one), leader);
        set_move_input(one, east);
        frame();
        if (control == SquadControl::all) {
            EXPECT_EQ(states(orc), "stagger to led");
            continue;
        }
        EXPECT_EQ(agent(orc).state, S::stagger);
        EXPECT_NE(agent(orc).target, no_serial);
        frames(4); // over; it goes on in this think
        EXPECT_EQ(states(orc).find("stagger to pursue"), 0u);
    }
}

TEST_F(Squads, ASquadOrderGoesToEachLivingMember) {
    const uint32_t one = squad(SquadControl::leader);
    const ArchetypeIndex k = kind(mortal(10.0f, watchful));
    const Serial a = spawn(k, orcs, {0, 0}, one), b = spawn(k, orcs, {1, 0}, one), c = spawn(k, orcs, {2, 0}, one);
    const Serial other = spawn(k, orcs, {3, 0});
    frame();
    damage(b, 10.0f);
    frame();
    order_squad(one, OrderKind::move, no_serial, {7, 8});
    frame();
    for (const Serial serial : {a, c}) {
        EXPECT_EQ(find(E::order, serial)->a, static_cast<int32_t>(OrderKind::move));
        EXPECT_EQ(find(E::order, serial)->x, 7.0f);
        EXPECT_EQ(find(E::order, serial)->y, 8.0f);
    }
    EXPECT_EQ(find(E::order, b), nullptr);
    EXPECT_EQ(find(E::order, other), nullptr);
    order_squad(one, OrderKind::attack, a); // but no agent is ordered to attack itself
    frame();
    EXPECT_EQ(agent(a).order.kind, OrderKind::move);
    EXPECT_EQ(agent(c).target, a);
    EXPECT_EQ(find(E::target, c)->cause, C::ordered);
}

TEST_F(Squads, ABiasedTargetSeemsNearer) {
    watchful.perception.target_margin = 0.0f;
    two_targets();
    const ArchetypeIndex orc = kind(watchful);
    const Serial a = spawn(orc, orcs, {0, 0}), b = spawn(orc, orcs, {0, 0});
    set_capacity(near, 0, 0); // they request slots, so they may change their target
    set_capacity(far, 0, 0);
    EXPECT_EQ(next_target(a), near);
    set_target_bias(far, 3.999f); // not enough
    EXPECT_EQ(next_target(a), near);
    set_target_bias(far, 4.5f); // replaces the first bias
    frame();
    EXPECT_EQ(find(E::target, a)->target, far);
    EXPECT_EQ(find(E::target, a)->cause, C::nearer);
    EXPECT_EQ(agent(b).target, far);
    set_target_bias(far, -1.0f, b); // together 3.5 m for b
    EXPECT_EQ(next_target(a), far);
    EXPECT_EQ(agent(b).target, near);
    set_target_bias(far, 0.0f); // taken back
    set_target_bias(far, 30.0f, b);
    EXPECT_EQ(next_target(a), near);
    EXPECT_EQ(agent(b).target, far);
}

TEST_F(Squads, OfTargetsThatSeemEquallyNearTheNearerThenTheLowerSerialIsTaken) {
    carries = false;
    const ArchetypeIndex k = kind(player());
    const Serial low = spawn(k, heroes, {8, 0}), middle = spawn(k, heroes, {0, 8});
    near = spawn(k, heroes, {6, 0});
    frame();
    set_target_bias(low, 2.0f);
    set_target_bias(middle, 2.0f);
    const Serial a = spawn(kind(watchful), orcs, {0, 0}); // all three seem 6 m away
    EXPECT_EQ(next_target(a), near);
    despawn(near);
    EXPECT_EQ(next_target(a, 2), low);
}

TEST_F(Squads, TheTargetMarginIncludesTheBias) {
    watchful.perception.target_margin = 1.0f;
    two_targets();
    const Serial a = spawn(kind(watchful), orcs, {0, 0});
    set_capacity(near, 0, 0);
    frame();
    set_target_bias(far, 4.999f);
    EXPECT_EQ(next_target(a), near);
    set_target_bias(far, 5.0f);
    EXPECT_EQ(next_target(a), far);
}

TEST_F(Squads, TheBiasAppliesToSight) {
    ArchetypeDef def = boss();
    def.perception.targeting = Targeting::sight;
    def.perception.needs_line_of_sight = true;
    def.perception.sight_radius = 30.0f;
    def.perception.fov = 6.2831853f;
    two_targets();
    frame();
    set_target_bias(far, 5.0f);
    const Serial b = spawn(kind(def), orcs, {0, 0});
    frame();
    EXPECT_EQ(model.sight_questions(), (std::vector<std::pair<Serial, Serial>>{{b, far}, {b, near}}));
    for (const Serial seen : {near, far}) give(command::AnswerSight{named(b), named(seen), true});
    EXPECT_EQ(next_target(b), far);
}

TEST_F(Squads, ManyBiasesCountInEverySearch) {
    carries = false;
    std::mt19937 random(3);
    const auto between = [&](float least, float most) {
        return std::uniform_real_distribution<float>(least, most)(random);
    };
    const auto any = [&](const std::vector<Serial>& list) { return list[random() % list.size()]; };
    ArchetypeDef without_room = player(); // so agents remain free to change their targets
    without_room.circle.grid_capacity = 0;
    const ArchetypeIndex roomless = kind(without_room), roomy = kind(player());
    std::vector<Serial> targets, viewers;
    for (int i = 0; i < 40; ++i)
        targets.push_back(spawn(i % 20 == 0 ? roomy : roomless, heroes, {between(-25, 25), between(-25, 25)}));
    for (const Targeting targeting : {Targeting::self, Targeting::team, Targeting::sight, Targeting::spread}) {
        watchful.perception.targeting = targeting;
        watchful.perception.alert_radius = watchful.perception.sight_radius = 25.0f;
        watchful.perception.bands = {1.0f, 2.0f, 3.0f, 4.0f}; // targeting `sight` keeps a target as near as that
        watchful.perception.fov = 6.2831853f;
        watchful.perception.needs_line_of_sight = targeting == Targeting::sight;
        const ArchetypeIndex k = kind(watchful);
        for (int i = 0; i < 3; ++i) viewers.push_back(spawn(k, orcs, {between(-9, 9), between(-9, 9)}));
    }
    frame();
    int changes = 0;
    for (int i = 0; i < 80 && !HasFailure(); ++i) {
        for (int k = 0; k < 4; ++k)
            set_target_bias(any(targets), between(-12, 12), i % 3 == 0 ? any(viewers) : no_serial);
        for (int k = 0; k < 5; ++k) poses[any(targets)].position += Vec2{between(-1, 1), between(-1, 1)};
        for (const auto& [viewer, target] : model.sight_questions())
            give(command::AnswerSight{named(viewer), named(target), random() % 2 == 0});
        frame();
        for (const Serial viewer : viewers) changes += find(E::target, viewer) != nullptr;
    }
    EXPECT_GT(changes, 50);
}

TEST_F(Squads, SpreadTakesTheTargetWithRoom) {
    carries = false;
    watchful.perception.targeting = Targeting::spread;
    watchful.engagement.grid_weight = 2;
    const ArchetypeIndex k = kind(player());
    near = spawn(k, heroes, {0, 6});
    far = spawn(k, heroes, {10, 0});
    set_capacity(near, 1, 10); // less than the requester's weight
    set_capacity(far, 2, 10);
    frame();
    const ArchetypeIndex orc = kind(watchful);
    const Serial a = spawn(orc, orcs, {0, 0});
    EXPECT_EQ(next_target(a), far);
    EXPECT_EQ(agent(a).role, Role::holder); // it fills the circle
    const Serial b = spawn(orc, orcs, {0, 1});
    EXPECT_EQ(next_target(b), near); // no target has room: the nearest is taken
    EXPECT_EQ(agent(a).target, far); // a holder keeps its target
}

TEST_F(Squads, ClosedSlotsAreNoRoomWithoutACircleEither) {
    watchful.perception.targeting = Targeting::spread;
    ArchetypeDef narrow = player();
    narrow.circle.slots = 1;
    two_targets(narrow);
    set_closed_slots(near, {0});
    frame();
    const Serial a = spawn(kind(watchful), orcs, {0, 0});
    EXPECT_EQ(next_target(a), far);
}

TEST_F(Squads, ARequesterChangesToATargetWithRoom) {
    watchful.perception.targeting = Targeting::spread;
    watchful.perception.target_dwell_time = 0.03;
    watchful.perception.target_margin = 50.0f; // does not matter here
    ArchetypeDef off = player();
    off.circle.rebalance_mode = RebalanceMode::off; // commit changes no target
    two_targets(off);
    const Serial a = spawn(kind(watchful), orcs, {0, 0});
    set_capacity(near, 0, 10);
    set_capacity(far, 0, 10);
    frame(); // in the first frame both have room; commit takes it away
    ASSERT_EQ(agent(a).role, Role::requester);
    ASSERT_EQ(agent(a).target, near);
    set_capacity(far, 1, 10);
    EXPECT_EQ(next_target(a), near); // 0.01: as the last commit left it, no target has room
    EXPECT_EQ(next_target(a), near); // 0.02: target_dwell_time
    frame();                         // 0.03
    EXPECT_EQ(find(E::target, a)->cause, C::open_slot);
    EXPECT_EQ(agent(a).target, far);
}

TEST_F(Squads, ReservedCapacityIsNoRoomNotEvenForItsRequester) {
    watchful.perception.target_margin = 50.0f;
    watchful.engagement.grid_weight = 2;
    ArchetypeDef first = watchful;
    first.name = "first";
    watchful.perception.targeting = Targeting::spread;
    ArchetypeDef light = watchful;
    light.engagement.grid_weight = 1;
    ArchetypeDef def = player();
    def.circle.slot_patience = 0.01;
    def.circle.rebalance_mode = RebalanceMode::off;
    two_targets(def);
    set_closed_slots(far, {0, 1, 2, 3, 4, 5, 6, 7});
    set_capacity(near, 3, 10);
    const Serial a = spawn(kind(first), orcs, {0, 0}), b = spawn(kind(watchful), orcs, {0, 1});
    frames(4);
    ASSERT_EQ(agent(a).role, Role::holder);
    ASSERT_EQ(circle(near).reserver, b);
    set_closed_slots(far, {});                         // counts in this frame's acquire_targets
    const Serial c = spawn(kind(light), orcs, {0, 0}); // its weight would fit, and a slot is open
    first.engagement.hit_range = 6.0f;
    first.attacks[0].damage = 9.0f;
    reload({first}); // all capacity is free now, except for the reservation
    EXPECT_EQ(next_target(c), far);
    EXPECT_EQ(find(E::target, b)->cause, C::open_slot);
    EXPECT_EQ(agent(b).target, far);
}

TEST_F(Squads, WithRoomAtBothTargetsTheMarginCounts) {
    watchful.perception.targeting = Targeting::spread;
    watchful.perception.target_margin = 1.0f;
    two_targets();
    const Serial a = spawn(kind(watchful), orcs, {0, 0});
    set_capacity(near, 0, 10);
    set_capacity(far, 0, 10);
    frames(2);
    ASSERT_EQ(agent(a).role, Role::requester); // neither target has room
    teleport(far, {5.1f, 0});
    EXPECT_EQ(next_target(a), near);
    teleport(far, {5, 0});
    EXPECT_EQ(next_target(a), far);
    EXPECT_EQ(find(E::target, a)->cause, C::nearer);
}

class Followers : public Squads {
protected:
    void SetUp() override {
        Squads::SetUp();
        carries = false;
        dummy = kind(player());
    }
    /// A squad with a leader without a brain at (0, 0).
    void make(SquadControl control = SquadControl::leader, float follow = 3.0f, float max_distance = 6.0f) {
        one = squad(control, follow, max_distance);
        leader = spawn(dummy, orcs, {0, 0}, one);
    }
    /// The leader has a brain, but notices nothing. Its followers notice enemies that are farther from it than they may
    /// fight (rule held_back_from).
    void make_with_sleepy_leader() {
        ArchetypeDef sleepy = watchful;
        sleepy.perception.targeting = Targeting::self;
        sleepy.perception.alert_radius = 5.5f;
        one = squad(SquadControl::leader, 3.0f, 6.0f);
        leader = spawn(kind(sleepy), orcs, {0, 0}, one);
    }
    ArchetypeIndex dummy = 0;
    uint32_t one = 0;
    Serial leader = no_serial;
};

TEST_F(Followers, AFollowerFollowsFromBeyondTheDistanceUntilHalfOfIt) {
    make();
    const Serial a = spawn(kind(watchful), orcs, {3, 0}, one);
    frame();
    EXPECT_EQ(agent(a).state, S::idle); // not beyond the distance
    poses[a].position = {3.001f, 0};
    EXPECT_EQ(next_states(a), "idle to follow");
    poses[a].position = {1.501f, 0};
    EXPECT_TRUE(frame().empty());
    poses[a].position = {1.5f, 0};
    EXPECT_EQ(next_states(a), "follow to idle");
}

TEST_F(Followers, FollowGoesBeforePatrol) {
    add_monsters({{.name = "m", .states = {{.name = "state", .patrol_distance = 2.0f, .patrol_count = -1}}}});
    watchful.monster = "m";
    make();
    const ArchetypeIndex k = kind(watchful);
    far = spawn(k, orcs, {5, 0}, one);
    near = spawn(k, orcs, {2, 0}, one);
    EXPECT_EQ(next_states(far), "idle to follow");
    EXPECT_EQ(states(near), "idle to patrol");
    poses[far].position = {1, 0};
    EXPECT_EQ(next_states(far), "follow to idle, idle to patrol");
}

TEST_F(Followers, OrderedDistantOrUnattachedAgentsAreNoFollowers) {
    make();
    const ArchetypeIndex k = kind(watchful);
    const Serial ordered = spawn(k, orcs, {5, 0}, one), elsewhere = spawn(k, orcs, {5, 1}, one, 1);
    const Serial alone = spawn(k, orcs, {5, 2}), not_following = spawn(k, orcs, {5, 3}, add_squad(orcs));
    order(ordered, OrderKind::stand);
    frame();
    for (const Serial serial : {ordered, elsewhere, alone, not_following}) EXPECT_EQ(agent(serial).state, S::idle);
    order(ordered, OrderKind::free);
    frame();
    EXPECT_EQ(agent(ordered).state, S::follow);
    order(ordered, OrderKind::move);
    EXPECT_EQ(next_states(ordered), "follow to idle");
    order(ordered, OrderKind::free);
    frame();
    despawn(leader); // the next agent leads, and is no follower either
    EXPECT_EQ(next_states(ordered), "follow to idle");
    EXPECT_EQ(leader_of(one), ordered);
    EXPECT_TRUE(frame().empty());
}

TEST_F(Followers, AnEnemyTooFarFromALeaderWithoutABrainIsIgnored) {
    make();
    const Serial hero = spawn(dummy, heroes, {6.001f, 0});
    ArchetypeDef short_armed = watchful;
    short_armed.attacks[0].range = {0.0f, 2.0f};
    const Serial a = spawn(kind(short_armed), orcs, {2, 0}, one);
    EXPECT_EQ(next_target(a, 3), no_serial);
    poses[hero].position = {6, 0};
    EXPECT_EQ(next_target(a, 3), hero);
}

TEST_F(Followers, AHolderReturnsToItsLeader) {
    make_with_sleepy_leader();
    const Serial hero = spawn(dummy, heroes, {10, 0}), a = spawn(kind(watchful), orcs, {6, 0}, one);
    frames(2);
    ASSERT_EQ(agent(a).role, Role::holder);
    poses[a].position = {6.001f, 3}; // 6.708 m
    ASSERT_EQ(agent(a).token.has_value(), true);
    frame(); // with a token it stays in combat, and attacks
    EXPECT_EQ(agent(a).state, S::attack);
    frames(20); // 0.22
    EXPECT_EQ(next_story(a), "withdraw, state, unslot withdrew");
    EXPECT_EQ(find(E::withdraw, a)->target, hero);
    EXPECT_EQ(agent(a).state, S::returning);
    EXPECT_EQ(agent(a).target, hero);
    EXPECT_EQ(next_story(a), "target returned");
    poses[a].position = {1.501f, 0};
    EXPECT_TRUE(frame().empty());
    poses[a].position = {1.5f, 0};
    EXPECT_EQ(next_states(a), "return to idle"); // no target scan in this frame
    frame();
    EXPECT_EQ(find(E::target, a)->target, hero);
}

TEST_F(Followers, ARequesterReturnsToItsLeader) {
    make();
    const Serial hero = spawn(dummy, heroes, {10, 0}), a = spawn(kind(watchful), orcs, {7, 0}, one);
    set_capacity(hero, 0, 10);
    frame(); // from idle to pursue, where it requests a slot; its return begins with the next think
    EXPECT_EQ(agent(a).role, Role::requester);
    EXPECT_EQ(next_story(a), "withdraw, state");
    EXPECT_EQ(states(a), "pursue to return");
    EXPECT_EQ(agent(a).role, Role::none);
    order(a, OrderKind::stand); // no follower any more
    frame();
    EXPECT_EQ(find(E::target, a)->cause, C::returned);
    EXPECT_EQ(states(a), "return to idle");
}

TEST_F(Followers, AnUnmanagedAgentReturnsButNotOutOfItsAttack) {
    make();
    spawn(dummy, heroes, {11, 0});
    ArchetypeDef def = boss();
    def.attacks[0].duration = def.attacks[0].windup = 0.05;
    const Serial b = spawn(kind(def), orcs, {7, 0}, one);
    frame(); // straight into its attack
    ASSERT_EQ(agent(b).state, S::attack);
    EXPECT_EQ(next_states(b, 5), "attack to pursue");
    EXPECT_EQ(next_story(b), "state");
    EXPECT_EQ(agent(b).state, S::returning);
    EXPECT_EQ(next_story(b), "target returned");
}

class Projectiles : public Squads {
protected:
    void SetUp() override {
        Squads::SetUp();
        watchful.attacks[0].projectile_speed = 4.0f;
        watchful.attacks[0].homing = true;
        watchful.attacks[0].recovery = 3600.0;
        watchful.attacks[0].name = "shot";
        watchful.name = "orc";
    }
    /// 4 m apart from 0.01 on; the hit is due at 0.12.
    void meet(float health = unlimited_health) {
        hero = spawn(kind(mortal(health)), heroes, {0, 0});
        orc = spawn(kind(watchful), orcs, {4, 0});
    }
    Serial hero = no_serial, orc = no_serial;
};

TEST_F(Projectiles, TheHitRangeCountsFromTheLaunchPoint) {
    for (const float x : {-1.0f, -1.001f}) { // the hit range is 5 m
        start_again();
        carries = true;
        meet();
        frames(13);
        poses[hero].position = {x, 0};
        carries = false; // the shooter's position does not matter
        poses[orc].position = {50, 0};
        frames(100);
        EXPECT_EQ(count(E::hit, orc), x == -1.0f);
        EXPECT_EQ(count(E::miss, orc), x != -1.0f);
    }
}

TEST_F(Projectiles, AProjectileHasNoEffectIfItsTargetIsGone) {
    meet();
    frames(13);
    despawn(hero);
    frames(99);
    EXPECT_EQ(model.projectiles().size(), 1u); // in flight all the same
    frame();
    EXPECT_TRUE(model.projectiles().empty());
    EXPECT_EQ(count(E::hit, orc) + count(E::miss, orc), 0);
}

TEST_F(Projectiles, NoProjectileIsLaunchedAtADespawnedTarget) {
    meet();
    frames(12);
    despawn(hero);
    frame(); // 0.12
    EXPECT_EQ(count(E::launch, orc), 0);
    EXPECT_TRUE(model.projectiles().empty());
}

TEST_F(Projectiles, AProjectileMayLandInTheFrameOfItsLaunch) {
    watchful.attacks[0].projectile_speed = 1000.0f; // 4 ms
    watchful.attacks[0].windup = 0.095;             // due at 0.115
    meet();
    EXPECT_EQ(next_story(orc, 13), "launch, hit"); // 0.12
    EXPECT_EQ(find(E::launch, orc)->a, 4000);
    EXPECT_TRUE(model.projectiles().empty());
}

TEST_F(Projectiles, FlightTimesAreWholeMicroseconds) {
    watchful.attacks[0].projectile_speed = 3.0f;
    meet();
    frames(13);
    EXPECT_EQ(find(E::launch, orc)->a, 1'333'333);
    EXPECT_EQ(model.projectiles()[0].lands_us, 1'453'333);
}

TEST_F(Projectiles, ATargetKilledInTheFrameOfTheLandingIsHit) {
    meet(10.0f);
    frames(112); // 1.11
    damage(hero, 10.0f);
    EXPECT_EQ(next_story(hero), "hurt, hurt, death, state"); // 1.12: it was living when resolve_hits began
    EXPECT_EQ(count(E::hit, orc), 1);
}

TEST_F(Projectiles, AProjectileKeepsItsPropertiesFromTheLaunch) {
    meet();
    frames(13);
    watchful.attacks[0].damage = 7.0f;
    watchful.engagement.hit_range = 10.0f;
    reload({watchful});
    teleport(hero, {-1.5f, 0}); // 5.5 m
    frames(100);
    EXPECT_EQ(count(E::miss, orc), 1);
}

TEST_F(Projectiles, HitsAreReportedByTheTargetsSerialAfterALaunch) {
    carries = false;
    ArchetypeDef archer = boss();
    archer.attacks[0].windup = archer.attacks[0].duration = archer.attacks[0].recovery = 0.0;
    archer.attacks[0].cooldown.agent = 0.5;
    archer.attacks[0].projectile_speed = 4.0f;
    archer.attacks[0].homing = true;
    const ArchetypeIndex k = kind(player());
    const Serial low = spawn(k, heroes, {0, -1.999f}), high = spawn(k, heroes, {0, 3.985f});
    orc = spawn(kind(archer), orcs, {0, 0});
    order_attack(orc, high);
    frames(40);
    order_attack(orc, low);
    frames(60); // 0.99
    EXPECT_EQ(count(E::launch, orc), 2);
    ASSERT_EQ(model.projectiles().size(), 2u);
    EXPECT_EQ(model.projectiles()[0].lands_us, 996'250);
    EXPECT_EQ(model.projectiles()[1].lands_us, 999'750);
    frame(); // 1.00: both, and the next launch, which is due now
    EXPECT_EQ(targets_of(E::hit), (std::vector<Serial>{low, high}));
    std::vector<EventType> types;
    for (const Event& event : events)
        if (event.agent == orc && (event.type == E::hit || event.type == E::launch)) types.push_back(event.type);
    EXPECT_EQ(types, (std::vector<EventType>{E::launch, E::hit, E::hit}));
}

} // namespace
} // namespace fray::model
