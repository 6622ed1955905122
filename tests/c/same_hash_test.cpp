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
#include "event_lists.inc"
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
    EXPECT_EQ(read.circle.attack_timeout, d.circle.attack_timeout);
    EXPECT_EQ(read.boss.reactions.hurt[2].heal, d.boss.reactions.hurt[2].heal);
    EXPECT_EQ(read.engagement.attack_choice, static_cast<int>(d.engagement.attack_choice));
    EXPECT_EQ(initialised(fray_init_world_def).event_mask, WorldDef{}.event_mask);
    EXPECT_EQ(initialised(fray_init_attack_def).angle[1], AttackDef{}.angle[1]);
    EXPECT_EQ(initialised(fray_init_squad_def).max_leader_distance, SquadDef{}.max_leader_distance);
    EXPECT_EQ(initialised(fray_init_detail_def).distances[2], DetailDef{}.distances[2]);
    EXPECT_EQ(initialised(fray_init_phase_def).health_threshold, PhaseDef{}.health_threshold);
    EXPECT_EQ(initialised(fray_init_draw_options).colours[FRAY_DRAW_SLOTS],
              DrawOptions{}.colours[static_cast<size_t>(DrawElement::slots)]);
}

} // namespace
} // namespace fray::test
