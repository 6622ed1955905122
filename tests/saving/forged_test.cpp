// A snapshot may come from a stranger, so every value of one that no world could have is refused. This changes one
// value after the other in a skirmish in which as much as possible goes on, and asks what `restore` asks.
#include "frame/invariants.h"
#include "fuzz/skirmish.h"
#include "must.h"
#include "world/snapshot_check.h"
#include "world/world_impl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace fray {
namespace {

constexpr int64_t end_of_time = 2 * last_time, longest_delay = 86'400'000'000;
constexpr float fastest = 1.01e6f; ///< m/s: a backstep of 100 m in a millisecond, ten times as fast

struct ForgedState : testing::Test {
    fuzz::Skirmish skirmish{true};
    WorldState& state = impl_of(skirmish.world).state;
    Agents& agents = state.agents;

    void SetUp() override {
        skirmish.spawn();
        skirmish.live(1);
        for (const AgentId agent : skirmish.world.ids()) must(skirmish.world.set_capacity(agent, {5, 5}));
        const auto strikes = [&](Row row) { return agents.attack_phase[row] == AttackPhase::begun; };
        const auto waits = [&](Row row) { return agents.role[row] == Role::requester; };
        do skirmish.live(1);
        while (state.clock.frame < 17 || !find(strikes) || !find(waits));
        // Attacks that have begun keep their figures.
        ArchetypeDef changed = skirmish.world.archetype(agents.archetype[row_with(strikes)]);
        changed.attacks[0].damage += 1.0f;
        changed.attacks.back().damage += 1.0f;
        ASSERT_EQ(skirmish.world.reload({&changed, 1}, {}), Error::ok) << skirmish.world.error_text();
        skirmish.live(1);
        ASSERT_EQ(check_restored(state), "");
    }

    bool restores() const { return check_restored(state).empty(); }
    template <typename T>
    void refuses(T& value, std::initializer_list<std::type_identity_t<T>> forged, int line = __builtin_LINE()) {
        const T sound = value;
        for (const T& bad : forged) {
            value = bad;
            EXPECT_FALSE(restores()) << "line " << line << ", forgery " << &bad - forged.begin();
            value = sound;
        }
    }
    /// Sound from `least` to `most`, and nowhere else.
    template <typename T>
    void is_within(T& value, std::type_identity_t<T> least, std::type_identity_t<T> most, int line = __builtin_LINE()) {
        const T sound = value;
        for (const T good : {least, most}) {
            value = good;
            EXPECT_EQ(check_restored(state), "") << "line " << line;
            value = sound;
        }
        if constexpr (std::is_floating_point_v<T>) {
            constexpr T far = std::numeric_limits<T>::infinity();
            refuses(value,
                    {std::nextafter(least, -far), std::nextafter(most, far), std::numeric_limits<T>::quiet_NaN()},
                    line);
        } else {
            refuses(value, {static_cast<T>(least - 1), static_cast<T>(most + 1)}, line);
        }
    }
    void is_within(Vec2& value, float most, int line = __builtin_LINE()) {
        is_within(value.x, -most, most, line);
        is_within(value.y, -most, most, line);
    }
    /// Sound up to `last`.
    template <typename E> void is_named(E& value, E last, int line = __builtin_LINE()) {
        refuses(value, {static_cast<E>(static_cast<int>(last) + 1), static_cast<E>(255)}, line);
    }
    void is_flag(auto& value, int line = __builtin_LINE()) {
        std::remove_reference_t<decltype(value)> sound = value;
        const uint8_t two = 2;
        std::memcpy(&value, &two, 1);
        EXPECT_FALSE(restores()) << "line " << line;
        value = sound;
    }
    void is_direction(Vec2& value, int line = __builtin_LINE()) {
        refuses(value, {{0.0f, 0.0f}, {0.999f, 0.0f}, {0.0f, 1.001f}, {std::nanf(""), 1.0f}}, line);
    }
    void is_place(Vec2& value, int line = __builtin_LINE()) { is_within(value, farthest_place, line); }
    void is_time(int64_t& value, int line = __builtin_LINE()) { is_within(value, long_ago, end_of_time, line); }
    /// A time, or `never`.
    void is_clock(int64_t& value, int line = __builtin_LINE()) {
        refuses(value, {never - 1, end_of_time + 1, long_ago - 1}, line);
    }
    /// A living agent for which this holds.
    template <typename Holds> std::optional<Row> find(Holds&& holds) const {
        for (Row row{0}; row < agents.rows(); ++row)
            if (agents.life[row] == Life::living && holds(row)) return row;
        return std::nullopt;
    }
    template <typename Holds> Row row_with(Holds&& holds) const { return find(holds).value(); }
};

TEST_F(ForgedState, ColumnsOfEachAgent) {
    const Row row = row_with([&](Row r) { return agents.role[r] == Role::none && agents.brain[r].phase == 0; });
    const Serial next = state.ids.next_serial;
    refuses(agents.serial.change(row), {-1, next});
    refuses(agents.archetype.change(row), {static_cast<ArchetypeIndex>(state.kinds.archetypes.size())});
    refuses(agents.team.change(row), {3});
    refuses(agents.life.change(row), {Life::none, Life::gone, Life::dead});
    refuses(agents.squad.change(row), {static_cast<uint32_t>(state.squads.list.size())});
    is_within(agents.position.change(row), world_extent);
    is_direction(agents.heading.change(row));
    is_place(agents.goal.change(row));
    refuses(agents.moved.change(row), {3, 5, 16});
    is_within(agents.velocity.change(row), fastest);
    is_within(agents.mean_velocity.change(row), fastest);
    is_named(agents.walk.change(row).priority, AvoidancePriority::stands);
    is_named(agents.sleep.change(row), Sleep::until_update);
    Avoidance& avoidance = agents.walk.change(row).avoidance;
    is_within(avoidance.bend, 2.0f * fastest);
    is_within(avoidance.queue_speed, 0.0f, 1e9f);
    is_within(avoidance.pressed, 0, 1);
    is_flag(avoidance.waits_its_turn);
    is_named(avoidance.rests_as, AvoidancePriority::stands);
    is_named(avoidance.plan, Avoidance::Plan::coasts);
    Detour& detour = agents.walk.change(row).detour;
    is_place(detour.waypoint);
    is_within(detour.nearest, 0.0f, 1e9f);
    is_named(detour.mode, Detour::Mode::gathered);
    Path& path = agents.path.change(row);
    is_place(path.waypoint);
    is_place(path.goal);
    is_named(path.kind, Path::Kind::none);
    for (uint8_t* const flag : {&path.due, &path.around, &path.side}) is_flag(*flag);
    is_within(agents.preferred_speed.change(row), 0.0f, fastest);
    is_direction(agents.facing.change(row));
    MarchPlace& place = agents.march.change(row);
    is_place(place.at);
    is_within(place.velocity, fastest);
    is_within(place.facing, 1.01f);
    is_named(place.kind, MarchPlace::Kind::gathers);
    BodyChange& body = agents.body.change(row);
    is_within(body.speed_factor, 0.0f, 10.0f);
    refuses(body.radius, {-0.05f, std::nextafter(0.05f, 0.0f), std::nextafter(50.0f, 51.0f), std::nanf("")});
    is_within(body.avoidance_factor, 0.01f, 100.0f);
    is_within(body.listed, 0u, 1u);
    is_time(body.stunned_until);
    is_time(body.pushed_until);
    is_within(body.push, 100.0f * 1.01f);
    refuses(agents.target.change(row), {AgentId{0, 7}, AgentId{9999, 1}, agents.id[row]});
    is_time(agents.target_since.change(row));
    Support& support = agents.support.change(row);
    is_place(support.mark);
    is_place(support.waypoint);
    is_flag(support.marked);
    is_flag(support.supports);
    is_flag(agents.scan_due.change(row));
    auto& threat = agents.threats.change(row).rows[3];
    threat = {};
    refuses(threat.points, {1.0f, -1.0f});
    threat = {next - 1, 1.0f, 0};
    refuses(threat.points, {0.0f, -1.0f, std::numeric_limits<float>::infinity(), std::nanf("")});
    refuses(threat.attacker, {-2, next});
    is_time(threat.since);
    is_clock(agents.fighting_since.change(row));
    KeptAttack& kept = agents.kept_attack.change(row);
    is_within(kept.in_force, 0u, 1u);
    refuses(kept.hit_range_mm, {-1});
    is_within(kept.figures.recovery, 0, end_of_time);
    is_within(kept.figures.damage, 0.0f, 1e9f);
    is_within(kept.figures.impact_damage, 0.0f, 1e6f);
    is_within(kept.figures.impact_push, 0.0f, 10.0f);
    refuses(kept.figures.projectile_mm_per_s, {-1});
    is_within(kept.figures.half_arc, 0.0f, 4.0f);
    is_within(kept.figures.max_hits, 1, 65535);
    is_within(agents.impact_speed.change(row), 0.0f, 4.0f * fastest);
    refuses(agents.band.change(row), {5});
    refuses(agents.update_interval.change(row).frames, {0, 3, 16});
    refuses(agents.update_interval.change(row).by_host, {3, 16});
    Orders& orders = agents.orders.change(row);
    is_named(orders.kind, StoredOrder::escort);
    refuses(orders.target, {AgentId{9999, 1}});
    is_place(orders.place);
    refuses(agents.state.change(row), {static_cast<AgentState>(first_user_state + 1), AgentState::dead});
    is_clock(agents.timer.change(row));
}

TEST_F(ForgedState, WhatAgentsHaveInAFight) {
    const Row row = row_with([&](Row r) { return agents.role[r] == Role::holder && agents.attack[r] < 0; });
    Engagement& engagement = agents.engagement.change(row);
    for (int64_t* const time : {&engagement.times.token_at, &engagement.times.hit_due, &engagement.times.end_due,
                                &engagement.recovered, &engagement.rest_until, &engagement.place_since})
        is_time(*time);
    const WaitClock clock = engagement.clock;
    engagement.clock.start_patience(end_of_time + 1);
    EXPECT_FALSE(restores());
    engagement.clock = clock;
    refuses(engagement.circle, {no_index, static_cast<uint32_t>(state.circles.all().size())});
    refuses(agents.role.change(row), {Role::none, Role::requester, Role::striker, static_cast<Role>(4)});
    refuses(agents.slot.change(row), {-2, -1, 99});
    refuses(agents.wait_slot.change(row), {-2, 0, 99});
    is_within(agents.joined.change(row).queue_number, long_ago, end_of_time);
    is_time(agents.switched.change(row));
    is_flag(agents.arrived.change(row));
    const auto attacks = static_cast<int16_t>(state.kinds.archetypes[agents.archetype[row]].attacks.size());
    refuses(agents.attack.change(row), {-2, 0, attacks});
    refuses(agents.attack_phase.change(row), {AttackPhase::begun, AttackPhase::over, AttackPhase::dropped});
    refuses(agents.credit.change(row).last_attacker, {no_serial - 1, state.ids.next_serial});
    is_time(agents.credit.change(row).last_attacked);
    is_named(agents.wait_reason.change(row), WaitReason::way);
    is_within(agents.as_target.change(row).capacity.grid_capacity, 0, max_weight);
    is_within(agents.as_target.change(row).capacity.attack_capacity, 0, max_weight);
    is_clock(agents.brain.change(row).until);
    is_clock(agents.brain.change(row).clocks.run);
    is_clock(agents.brain.change(row).clocks.close);
    Brain& brain = agents.brain.change(row);
    is_within(brain.rolled, 255, 4);
    for (bool* const flag : {&brain.staggered, &brain.heals_next, &brain.hurt}) is_flag(*flag);
    refuses(brain.phase, {static_cast<uint8_t>(state.kinds.archetypes[agents.archetype[row]].phases.size())});
    is_flag(agents.brain.change(row).runs);
    is_place(agents.led_path.change(row).goal);
    is_time(agents.led_path.change(row).renewed);
    is_place(agents.user_move.change(row).goal);
    is_named(agents.user_move.change(row).gait, Gait::run);
    refuses(agents.health.change(row), {std::nextafter(state.kinds.archetypes[agents.archetype[row]].health, 1e9f),
                                        std::nanf(""), -std::numeric_limits<float>::infinity()});
    const Row beast = row_with([&](Row r) { return agents.monster[r].table != no_monster; });
    Monster& monster = agents.monster.change(beast);
    refuses(monster.table, {1});
    for (uint16_t* const act : {&monster.skills, &monster.buff, &monster.color}) refuses(*act, {3});
    refuses(monster.state, {2});
    is_flag(monster.fresh);
    is_flag(monster.outward);
    refuses(agents.monster.change(beast).clocks.since, {-1, state.clock.now + 1});
    refuses(agents.monster.change(beast).clocks.second, {-1, 1000});
    refuses(agents.monster.change(beast).clocks.seen_health, {-1.5f, std::nanf("")});
    is_place(agents.monster.change(beast).patrol.post);
    is_place(agents.monster.change(beast).patrol.end);
    is_within(agents.monster.change(beast).patrol.returns, 0, 1'000'000'001);
}

TEST_F(ForgedState, Circles) {
    const Row holder = row_with([&](Row r) { return agents.role[r] == Role::holder; });
    Circle& circle = state.circles.change(agents.engagement[holder].circle);
    refuses(circle.target, {agents.id[holder].index, 9999u});
    refuses(circle.target_serial, {circle.target_serial + 1});
    refuses(circle.archetype, {static_cast<ArchetypeIndex>(circle.archetype + 1)});
    is_within(circle.grid_capacity, 0, max_weight);
    is_within(circle.attack_capacity, 0, max_weight);
    is_within(circle.grid_free, INT32_MIN / 2, max_weight);
    is_within(circle.attack_free, INT32_MIN / 2, max_weight);
    is_time(circle.gap_until);
    is_clock(circle.held_up_at);
    refuses(circle.front, {circle.back + 1, -last_time - 1});
    refuses(circle.back, {circle.front - 1, last_time + 1});
    is_within(circle.surveyed_at, 1e6f);
    refuses(circle.reserver, {9999u, agents.id[holder].index});
    refuses(circle.closed_slots, {static_cast<uint16_t>(circle.closed_slots + 1)});
    Slot& slot = circle.slots[static_cast<uint32_t>(agents.slot[holder])];
    refuses(slot.holder, {no_index, 9999u, circle.target});
    slot.blocked = 1;
    EXPECT_FALSE(restores()) << "a slot is blocked and open";
    slot.blocked = 0;
    for (uint32_t* const size : {&circle.slots.size, &circle.token_queue.size}) refuses(*size, {*size - 1});
    const Row waits = row_with([&](Row r) { return agents.role[r] == Role::requester; });
    Circle& wanted = state.circles.change(agents.engagement[waits].circle);
    is_within(wanted.lanes[0].weight, 1, max_weight);
    is_clock(wanted.lanes[0].too_heavy_since);
    refuses(agents.joined.change(waits).queue_number, {wanted.front - 1, wanted.back});
    for (Vector<uint32_t>* const free : {&state.circles.free, &state.squads.free, &state.ids.free}) {
        free->push_back(0);
        EXPECT_FALSE(restores()) << "what is in use is free";
        free->pop_back();
    }
}

TEST_F(ForgedState, SquadsAndMorale) {
    Squads& squads = state.squads;
    const auto [number, index] = squads.made[1];
    Squad& squad = squads.list[index];
    is_flag(squad.lone);
    refuses(squad.number, {0u, number + 1, squads.next_number});
    refuses(squad.team, {0, 3});
    is_within(squad.attention, 0, 1);
    is_clock(squad.next_scan);
    is_within(squad.scan_interval, 1, longest_delay);
    refuses(squad.traits, {Squads::none, 0u, static_cast<uint32_t>(squads.traits.size())});
    refuses(squad.members[0], {squad.members[1], 9999u});
    refuses(squads.made[1].first, {number + 1, squads.made[0].first});
    refuses(squads.made[1].second, {9999u, squads.made[0].second});
    SquadTraits& traits = squads.traits[1];
    refuses(traits.leader, {9999u, squads.list[squads.made[0].second].members[0]});
    refuses(traits.half_mm, {traits.half_mm + 1, traits.half_mm - 1});
    is_within(traits.max_mm, 0, 20'000'000);
    refuses(traits.move_input, {{1.01f, 0.0f}, {0.0f, -1.01f}, {std::nanf(""), 0.0f}});
    is_within(traits.renew, 0, longest_delay);
    is_within(traits.ahead, 0.0f, 1000.0f);
    is_named(traits.control, SquadControl::paths);
    is_place(traits.ordered.point);
    is_named(traits.ordered.kind, StoredOrder::escort);
    refuses(traits.morale, {static_cast<uint32_t>(squads.morales.size()), Squads::none});
    SquadMorale& morale = squads.morales[0];
    refuses(morale.squad, {9999u, index});
    is_within(morale.points, 0, full_morale);
    is_within(morale.fear_radius_squared, 0.0f, world_extent * world_extent);
    is_direction(morale.flight);
    is_named(morale.mood, SquadMood::routing);
    refuses(morale.mood, {morale.mood == SquadMood::steady ? SquadMood::wavering : SquadMood::steady});
    is_flag(morale.appointed);
    for (int32_t* const points :
         {&morale.losses, &morale.flank, &morale.rear, &morale.kills, &morale.leader, &morale.leadership,
          &morale.recovery, &morale.fear, &morale.waver, &morale.rout, &morale.rally})
        is_within(*points, 0, 10'000'000);
    for (uint32_t* const count :
         {&morale.lost, &morale.leaders_lost, &morale.killed, &morale.side_hits, &morale.rear_hits})
        is_within(*count, 0u, INT32_MAX);
    for (uint32_t* const count : {&squads.unsteady, &squads.move_inputs}) refuses(*count, {*count + 1});
    refuses(squads.any_follow, {false});
}

TEST_F(ForgedState, TheWorldItsOrdersAndItsLists) {
    must(skirmish.world.set_nav_link(2, {.from = {1, 1}, .to = {3, 3}, .to_floor = 1}));
    must(skirmish.world.set_nav_link(5, {.from = {2, 1}, .to = {4, 3}, .to_floor = 1}));
    must(skirmish.world.set_order(agents.id[Row(0)], {.kind = OrderKind::move, .point = {9, 9}, .floor = 1}));
    must(skirmish.world.step(fuzz::frame_time));
    ASSERT_EQ(check_restored(state), "");
    Clock& clock = state.clock;
    refuses(clock.frame, {(uint64_t{1} << 53) + 1});
    refuses(clock.now, {-1, last_time + 1, clock.previous_now - 1});
    refuses(clock.previous_now, {-2, clock.now + 1, clock.now - 1'000'002});
    is_within(clock.rest, -0.5, 0.5);
    is_within(clock.previous_dt, 0.0, 1.0);
    is_within(clock.recent_nows[0], 0, clock.now);
    refuses(state.lod.budget.doublings, {4u});
    refuses(state.ids.next_serial, {-1, 0});
    refuses(state.ids.row[1], {Row::none(), state.ids.row[2], Row(9999)});
    refuses(state.ids.generation[1], {0u, state.ids.generation[1] + 1});
    refuses(state.ids.valid[1], {2});
    refuses(state.kinds.population[0], {state.kinds.population[0] + 1});

    for (Journey& journey : state.journeys.list) {
        refuses(journey.agent, {AgentId{9999, 1}});
        is_place(journey.mark);
        is_time(journey.since);
        is_within(journey.marked, 0, 1);
        for (uint8_t* const flag : {&journey.ended, &journey.halted}) refuses(*flag, {1});
        refuses(journey.number, {static_cast<uint8_t>(journey.number - 9), static_cast<uint8_t>(journey.number + 1)});
    }
    ASSERT_FALSE(state.journeys.list.empty() || state.marches.list.empty());
    March& march = state.marches.list[0];
    for (uint32_t* const part : {&march.first, &march.trail_first, &march.count, &march.trail_room})
        refuses(*part, {*part + 1});
    for (Vec2* const point : {&march.head, &march.end, &march.last, &march.waypoint}) is_place(*point);
    is_direction(march.facing);
    is_within(march.spacing, 0.1f, 100.0f);
    is_within(march.over, 0u, 1u);
    refuses(march.files, {0u, 1001u, march.files_now - 1});
    is_within(march.files_now, 1u, march.files);
    is_within(march.trail_newest, 0u, march.trail_room - 1);
    is_time(march.path_due);
    refuses(state.marches.members[0].agent, {AgentId{9999, 1}});
    is_within(state.marches.members[0].journey, 0u, 255u);
    is_place(state.marches.trail[0].at);
    refuses(state.marches.trail[0].files, {0u});

    Link& link = state.links.list()[1];
    refuses(link.number, {-1, 2, static_cast<int32_t>(max_nav_links)});
    refuses(link.ends[0], {{0.0f, 1e9f}});
    refuses(link.radius, {-1.0f, std::nanf("")});
    is_within(link.bidirectional, 0, 1);
    is_within(link.open, 0, 1);
    for (int64_t& time : link.next_departure) is_time(time);
    ASSERT_FALSE(state.links.trips().empty());
    Trip& trip = state.links.trips()[0];
    refuses(trip.agent,
            {AgentId{9999, 1}, agents.id[row_with([&](Row r) { return !gathers(agents.orders[r].kind); })]});
    refuses(trip.floor, {0});
    refuses(trip.bound, {0, 2});
    refuses(trip.chooses, {1});
    refuses(trip.passage, {5, 6, 11}); // against its direction; there is no such link; from the other floor

    ASSERT_FALSE(state.order_queues.all().empty());
    OrderQueue& queue = state.order_queues.all()[0];
    is_place(queue.offset);
    is_clock(queue.over_since);
    is_within(queue.delay, 0, longest_delay);
    for (uint8_t* const flag : {&queue.repeats, &queue.has_offset, &queue.wants_offset}) is_within(*flag, 0, 1);
    state.order_queues.for_each(queue, [&](WaitingOrder& order) {
        refuses(order.target, {AgentId{9999, 1}});
        is_place(order.point);
        is_named(order.kind, StoredOrder::escort);
        for (uint8_t* const flag : {&order.repeat, &order.to_squad, &order.names_floor}) is_within(*flag, 0, 1);
        refuses(order.floor, {1});
    });
    bool any_clocks = false;
    for (PoolArray<int64_t>& clocks : state.agent_clocks.by_id) {
        if (clocks.size == 0) continue;
        any_clocks = true;
        is_time(clocks[0]);
        refuses(clocks.size, {clocks.size - 1});
    }
    EXPECT_TRUE(any_clocks);
    TargetInfo& info = state.target_infos.list[0];
    refuses(info.target, {9999u});
    is_within(info.view_half, 0.0f, 4.0f);
    is_direction(info.view_direction);
    TargetBias& bias = state.perception.target_biases[0];
    refuses(bias.target, {9999u});
    refuses(bias.by, {9999u});
    is_within(bias.mm, -1'000'000, 1'000'000);

    state.combat.projectiles.clear();
    const AgentId any = agents.id[Row(0)];
    state.combat.projectiles.push_back({.target = any, .by = 0, .attack = 0, .launched_us = 1, .lands_us = clock.now});
    FlyingProjectile& shot = state.combat.projectiles[0];
    refuses(shot.archetype, {static_cast<ArchetypeIndex>(state.kinds.archetypes.size())});
    is_within(shot.attack, -1, static_cast<int16_t>(state.kinds.archetypes[0].attacks.size() - 1));
    refuses(shot.target, {AgentId{9999, 1}});
    is_within(shot.from, 4.0f * world_extent);
    is_within(shot.by, 0, state.ids.next_serial - 1);
    is_within(shot.launched_us, 0, clock.now);
    is_within(shot.lands_us, 1, end_of_time);
    is_within(shot.damage, 0.0f, 1e9f);
    refuses(shot.hit_range_mm, {-1});
    is_within(shot.friendly_fire, 0, 1);
    is_within(shot.radius, 0.0f, world_extent);
    is_within(shot.to, 4.0f * world_extent);
    is_within(shot.splash, 0.0f, 1000.0f);
    is_within(shot.arc_clear, 0.0f, world_extent);
    is_within(shot.max_hits, 1, 65'535);
    refuses(shot.team, {static_cast<TeamIndex>(state.kinds.team_names.size())});
    is_within(shot.homing, 0, 1);
    refuses(shot.ended, {1});
    refuses(shot.unused[0], {1});
    state.combat.projectiles.push_back(FlyingProjectile(shot));
    EXPECT_FALSE(restores()) << "two projectiles of one number";
    state.combat.projectiles.clear();
    state.combat.bonds.push_back({any, any, 0});
    Bond& bond = *(state.combat.bonds.end() - 1);
    refuses(bond.child, {AgentId{9999, 1}});
    refuses(bond.owner, {AgentId{9999, 1}});
    is_within(bond.owner_serial, 0, state.ids.next_serial - 1);
    state.cooldowns.push_back({});
    CooldownRecord& record = *(state.cooldowns.end() - 1);
    record = {.archetype = 0, .attack = 0, .uses_left = 1};
    is_time(record.ready_at);
    refuses(record.archetype, {static_cast<uint16_t>(state.kinds.archetypes.size())});
    refuses(record.attack, {static_cast<uint16_t>(state.kinds.archetypes[0].attacks.size())});
    refuses(record.uses_left, {0, 1001});
}

TEST_F(ForgedState, BreachesOfInvariantsAreNamed) {
    agents.hash_is_kept = false; // or the hash is the first to differ
    ASSERT_EQ(first_breach(state), "");
    const auto breaks = [&]<typename T>(T& value, std::type_identity_t<T> bad, const char* what) {
        const T sound = std::exchange(value, bad);
        const std::string breach = first_breach(state);
        EXPECT_EQ(breach.substr(std::min(breach.rfind(": ") + 2, breach.size())), what) << breach;
        value = sound;
    };
    // An agent that is no agent's target.
    const auto is = [&](Role role) {
        return row_with([&](Row r) { return agents.role[r] == role && agents.as_target[r].own_circle == no_index; });
    };
    const Row holder = is(Role::holder), waits = is(Role::requester), none = is(Role::none);
    Circle& circle = state.circles.change(agents.engagement[holder].circle);
    Circle& wanted = state.circles.change(agents.engagement[waits].circle);
    breaks(agents.life.change(state.ids.row[circle.target]), Life::dead, "its target is not living");
    for (const int off : {-1, 1}) {
        breaks(circle.grid_free, circle.grid_free + off, "free and held grid weight are not the capacity");
        breaks(circle.attack_free, circle.attack_free + off, "free and used attack weight are not the capacity");
    }
    breaks(agents.slot.change(holder), static_cast<int16_t>(agents.slot[holder] + 1),
           "the holder of a slot has another slot");
    breaks(circle.slots[static_cast<uint32_t>(agents.slot[holder])].holder, no_index, "a holder without a slot");
    breaks(agents.role.change(holder), Role::striker, "elsewhere");
    breaks(agents.engagement.change(holder).circle, 999, "elsewhere");
    breaks(agents.role.change(waits), Role::none, "elsewhere");
    breaks(agents.life.change(waits), Life::dead, "not living");
    breaks(agents.wait_slot.change(waits), 99, "a requester that waits before no slot");
    breaks(agents.queue_links.change(waits).before, agents.id[holder].index,
           "a requester with a wrong link in the queue");
    Lane* lane = wanted.lanes.begin();
    while (lane->count == 0) ++lane;
    breaks(lane->weight, lane->weight + 1, "a requester in the queue of another weight");
    breaks(lane->count, lane->count + 1, "an incomplete queue");
    breaks(lane->last, agents.id[holder].index, "an incomplete queue");
    breaks(wanted.queued, wanted.queued + 1, "the number of requesters differs from the count");
    ++wanted.slots[0].waiting;
    EXPECT_NE(first_breach(state), "") << "an agent waits in front of a slot";
    --wanted.slots[0].waiting;
    breaks(agents.slot.change(none), 0, "holder and slot disagree");
    breaks(agents.engagement.change(none).circle, agents.engagement[holder].circle, "role and circle disagree");

    std::array<uint32_t, 5> bands{};
    for (Row row{0}; row < agents.rows(); ++row) bands[agents.band[row]] += agents.life[row] == Life::living;
    const auto& counted = skirmish.world.counters().bands;
    EXPECT_TRUE(std::equal(bands.begin(), bands.end(), std::begin(counted)));
}

} // namespace
} // namespace fray
