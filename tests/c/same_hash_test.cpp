// The same fight in the C interface and in C++ gives the same hashes and events.
#include "fight.h"

#include "fray/debug_draw.h"

#include <bit>
#include <span>

namespace fray::test {
namespace {

/// The events of a kind, compared field by field.
template <typename C, typename D> void expect_same(const C* c, size_t count, std::span<const D> cpp) {
    ASSERT_EQ(count, cpp.size());
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(std::bit_cast<D>(c[i]), cpp[i]);
}

void expect_same(const fray_events& c, const Events& cpp) {
    ASSERT_EQ(c.count, cpp.size());
    for (size_t i = 0; i < c.count; ++i) {
        ASSERT_EQ(c.order[i].type, static_cast<uint8_t>(cpp.order[i].type));
        ASSERT_EQ(c.order[i].index, cpp.order[i].index);
    }
    expect_same(c.spawns, c.spawn_count, cpp.spawns);
    expect_same(c.despawns, c.despawn_count, cpp.despawns);
    expect_same(c.orders, c.order_count, cpp.orders);
    expect_same(c.targets, c.target_count, cpp.targets);
    expect_same(c.bands, c.band_count, cpp.bands);
    expect_same(c.states, c.state_count, cpp.states);
    expect_same(c.requests, c.request_count, cpp.requests);
    expect_same(c.withdrawals, c.withdrawal_count, cpp.withdrawals);
    expect_same(c.arrivals, c.arrival_count, cpp.arrivals);
    expect_same(c.attacks, c.attack_count, cpp.attacks);
    expect_same(c.attack_ends, c.attack_end_count, cpp.attack_ends);
    expect_same(c.hits, c.hit_count, cpp.hits);
    expect_same(c.misses, c.miss_count, cpp.misses);
    expect_same(c.hurts, c.hurt_count, cpp.hurts);
    expect_same(c.deaths, c.death_count, cpp.deaths);
    expect_same(c.unslots, c.unslot_count, cpp.unslots);
    expect_same(c.slots, c.slot_count, cpp.slots);
    expect_same(c.tokens, c.token_count, cpp.tokens);
    expect_same(c.capacities, c.capacity_count, cpp.capacities);
    expect_same(c.reservations, c.reservation_count, cpp.reservations);
    expect_same(c.waits, c.wait_count, cpp.waits);
    expect_same(c.reactions, c.reaction_count, cpp.reactions);
    expect_same(c.staggers, c.stagger_count, cpp.staggers);
    expect_same(c.heals, c.heal_count, cpp.heals);
    expect_same(c.phases, c.phase_count, cpp.phases);
    expect_same(c.acts, c.act_count, cpp.acts);
    expect_same(c.act_ends, c.act_end_count, cpp.act_ends);
    expect_same(c.lines, c.line_count, cpp.lines);
    expect_same(c.buffs, c.buff_count, cpp.buffs);
    expect_same(c.colors, c.color_count, cpp.colors);
    expect_same(c.attack_sets, c.attack_set_count, cpp.attack_sets);
    expect_same(c.poses, c.pose_count, cpp.poses);
    expect_same(c.summons, c.summon_count, cpp.summons);
    expect_same(c.leaders, c.leader_count, cpp.leaders);
    expect_same(c.joins, c.join_count, cpp.joins);
    expect_same(c.move_inputs, c.move_input_count, cpp.move_inputs);
    expect_same(c.launches, c.launch_count, cpp.launches);
    expect_same(c.reloads, c.reload_count, cpp.reloads);
    expect_same(c.drops, c.drop_count, cpp.drops);
    expect_same(c.skips, c.skip_count, cpp.skips);
    expect_same(c.morales, c.morale_count, cpp.morales);
    expect_same(c.orders_done, c.order_done_count, cpp.orders_done);
    expect_same(c.archetypes, c.archetype_count, cpp.archetypes);
}

TEST(SameHash, CAndCppGiveTheSameHashesAndEvents) {
    fray_world_def def = initialised(fray_init_world_def);
    def.records_wait_reasons = true;
    def.threads = 4;
    OwnedWorld c(def);
    World cpp = World::create({.records_wait_reasons = true}).value();
    const auto c_ids = fill(c.id, 60);
    const auto cpp_ids = fill(cpp, 60);
    uint64_t events_seen = 0;
    for (int frame = 0; frame < 600; ++frame) {
        if (frame == 100) {
            EXPECT_OK(fray_world_damage(c.id, c_ids[3], 12.5f, c_ids[2]));
            ASSERT_EQ(cpp.damage(cpp_ids[3], 12.5f, cpp_ids[2]), Error::ok);
            EXPECT_OK(fray_world_set_capacity(c.id, c_ids[4], {3, 2}));
            ASSERT_EQ(cpp.set_capacity(cpp_ids[4], {3, 2}), Error::ok);
        }
        if (frame == 200) {
            const fray_order_def go = {FRAY_ORDER_MOVE, false, {0, 0}, {5.0f, 5.0f}, 0, false, 0.0f, 0.0f};
            EXPECT_OK(fray_world_set_order(c.id, c_ids[6], &go));
            ASSERT_EQ(cpp.set_order(cpp_ids[6], {.kind = OrderKind::move, .point = {5.0f, 5.0f}}), Error::ok);
            const fray_order_def next = {FRAY_ORDER_ADVANCE, false, {0, 0}, {9.0f, 5.0f}, 0, true, 0.0f, 0.25f};
            EXPECT_OK(fray_world_queue_order(c.id, c_ids[6], &next));
            ASSERT_EQ(
                cpp.queue_order(cpp_ids[6],
                                {.kind = OrderKind::advance, .point = {9.0f, 5.0f}, .repeat = true, .delay = 0.25f}),
                Error::ok);
            const fray_order_def perform = {FRAY_ORDER_PERFORM, false, c_ids[3], {0.0f, 0.0f}, 1, false, 0.0f, 0.0f};
            EXPECT_OK(fray_world_set_order(c.id, c_ids[10], &perform));
            const OrderDef cpp_perform = {.kind = OrderKind::perform, .target = cpp_ids[3], .attack = 1};
            ASSERT_EQ(cpp.set_order(cpp_ids[10], cpp_perform), Error::ok);
        }
        ASSERT_OK(fray_world_step(c.id, 1.0 / 60.0));
        ASSERT_EQ(cpp.step(1.0 / 60.0), Error::ok);
        ASSERT_EQ(hash_of(c.id), cpp.state_hash()) << "frame " << frame;
        const auto* const events = got<const fray_events*>(fray_world_events, c.id);
        expect_same(*events, cpp.events());
        events_seen += events->count;
    }
    EXPECT_GT(events_seen, 1000u);
    EXPECT_GT(cpp.counters().dead, 0u);
}

TEST(SameHash, DefaultsEqualThoseOfCpp) {
    OwnedWorld world;
    const fray_archetype_def c = initialised(fray_init_archetype_def);
    ASSERT_OK(fray_world_add_archetype(world.id, &c, nullptr));
    const auto read = got<fray_archetype_def>(fray_world_archetype, world.id, uint16_t{0});
    const ArchetypeDef d;
    EXPECT_EQ(read.body.health, d.body.health);
    EXPECT_EQ(read.circle.slots, d.circle.slots);
    EXPECT_EQ(read.circle.attack_timeout, d.circle.attack_timeout);
    EXPECT_EQ(read.circle.no_attack_timeout, d.circle.no_attack_timeout);
    EXPECT_EQ(read.perception.alert_radius, d.perception.alert_radius);
    EXPECT_EQ(read.boss.heal.restored_share, d.boss.heal.restored_share);
    EXPECT_EQ(read.boss.reactions.hurt[2].heal, d.boss.reactions.hurt[2].heal);
    EXPECT_EQ(read.engagement.attack_choice, static_cast<int>(d.engagement.attack_choice));
    EXPECT_EQ(initialised(fray_init_world_def).event_mask, WorldDef{}.event_mask);
    EXPECT_EQ(initialised(fray_init_world_def).tree_interval, WorldDef{}.tree_interval);
    EXPECT_EQ(initialised(fray_init_attack_def).windup, AttackDef{}.windup);
    EXPECT_EQ(initialised(fray_init_attack_def).angle[1], AttackDef{}.angle[1]);
    EXPECT_EQ(initialised(fray_init_squad_def).max_leader_distance, SquadDef{}.max_leader_distance);
    EXPECT_EQ(initialised(fray_init_detail_def).distances[2], DetailDef{}.distances[2]);
    EXPECT_EQ(initialised(fray_init_phase_def).health_threshold, PhaseDef{}.health_threshold);
    EXPECT_EQ(initialised(fray_init_draw_options).elements, DrawOptions{}.elements);
    EXPECT_EQ(initialised(fray_init_draw_options).colours[FRAY_DRAW_SLOTS],
              DrawOptions{}.colours[static_cast<size_t>(DrawElement::slots)]);
}

} // namespace
} // namespace fray::test
