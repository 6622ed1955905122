// The same fight in the C interface and in C++ gives the same hashes and events.
#include "fight.h"

#include "fray/debug_draw.h"

#include <bit>

namespace fray::test {
namespace {

TEST(SameHash, CAndCppGiveTheSameHashesAndEvents) {
    OwnedWorld c;
    World cpp;
    const auto c_ids = fill(c.id, 60);
    const auto cpp_ids = fill(cpp, 60);
    uint64_t events_seen = 0;
    for (int frame = 0; frame < 600; ++frame) {
        if (frame == 100) {
            EXPECT_OK(fray_world_damage(c.id, c_ids[3], 12.5f, c_ids[2]));
            cpp.damage(cpp_ids[3], 12.5f, cpp_ids[2]);
            EXPECT_OK(fray_world_capacity(c.id, c_ids[4], 3, 2));
            cpp.capacity(cpp_ids[4], 3, 2);
        }
        if (frame == 200) {
            const fray_order go = {FRAY_ORDER_GO, {0, 0}, {5.0f, 5.0f}};
            EXPECT_OK(fray_world_order(c.id, c_ids[6], &go));
            cpp.order(cpp_ids[6], {.kind = OrderKind::go, .point = {5.0f, 5.0f}});
        }
        ASSERT_OK(fray_world_step(c.id, 1.0 / 60.0));
        ASSERT_EQ(cpp.step(1.0 / 60.0), Error::ok);
        ASSERT_EQ(hash_of(c.id), cpp.state_hash()) << "frame " << frame;
        const fray_event* events = nullptr;
        size_t count = 0;
        ASSERT_OK(fray_world_events(c.id, &events, &count));
        ASSERT_EQ(count, cpp.events().size());
        for (size_t i = 0; i < count; ++i) ASSERT_EQ(std::bit_cast<Event>(events[i]), cpp.events()[i]);
        events_seen += count;
    }
    EXPECT_GT(events_seen, 1000u);
    EXPECT_GT(cpp.counters().dead, 0u);
}

TEST(SameHash, EveryJobSystemGivesTheSameHash) {
    uint64_t serial = 0;
    for (const int threads : {0, 1, 4}) {
        fray_world_def def = threads == 0 ? serial_world() : fray_default_world_def();
        def.threads = threads;
        OwnedWorld world(def);
        fill(world.id, 40);
        step(world.id, 200);
        if (threads == 0) serial = hash_of(world.id);
        EXPECT_EQ(hash_of(world.id), serial) << threads;
    }
}

TEST(SameHash, DefaultsEqualThoseOfCpp) {
    OwnedWorld world;
    const fray_archetype_def c = fray_default_archetype_def();
    ASSERT_OK(fray_world_add_archetype(world.id, &c, nullptr));
    fray_archetype_def read = {};
    ASSERT_OK(fray_world_archetype(world.id, 0, &read));
    const ArchetypeDef d;
    EXPECT_EQ(read.health, d.health);
    EXPECT_EQ(read.circle.slots, d.circle.slots);
    EXPECT_EQ(read.circle.attack_timeout, d.circle.attack_timeout);
    EXPECT_EQ(read.heal.amount, d.heal.amount);
    EXPECT_EQ(read.reactions.hurt[2].heal, d.reactions.hurt[2].heal);
    EXPECT_EQ(read.choice, static_cast<int>(d.choice));
    EXPECT_EQ(fray_default_world_def().events, WorldDef{}.events);
    EXPECT_EQ(fray_default_world_def().tree_every, WorldDef{}.tree_every);
    EXPECT_EQ(fray_default_attack_def().windup, AttackDef{}.windup);
    EXPECT_EQ(fray_default_attack_def().angle[1], AttackDef{}.angle[1]);
    EXPECT_EQ(fray_default_squad_def().max_distance, SquadDef{}.max_distance);
    EXPECT_EQ(fray_default_detail_def().beyond[2], DetailDef{}.beyond[2]);
    EXPECT_EQ(fray_default_phase_def().below, PhaseDef{}.below);
    EXPECT_EQ(fray_default_draw_options().elements, DrawOptions{}.elements);
    EXPECT_EQ(fray_default_draw_options().colours[FRAY_DRAW_SLOTS], DrawOptions{}.colours[2]);
}

} // namespace
} // namespace fray::test
