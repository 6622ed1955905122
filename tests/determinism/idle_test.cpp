// A reserve that stands idle costs next to nothing, and whatever happens to it wakes it in time.
#include "fray/fray.h"
#include "must.h"
#include "wake_sleepers.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

namespace fray {
namespace {

constexpr int companies = 12, company = 20;

/// Companies of idle agents, 40 m from each other: soldiers, and dummies without a brain. One company follows its
/// leader. There are two enemies far away, and a neutral agent near a company.
struct Reserve {
    World world = World::create({.threads = 2}).value();
    std::vector<AgentId> ids;
    std::vector<SquadId> squads;
    AgentId enemy, other_enemy, rider;

    Reserve() {
        ArchetypeDef soldier, dummy, horse, watchman;
        soldier.name = "soldier";
        soldier.attacks.resize(1);
        soldier.attacks[0].name = "cut";
        dummy.name = "dummy";
        dummy.autonomous = false;
        must(world.add_archetype(soldier));
        must(world.add_archetype(dummy));
        horse = watchman = soldier;
        horse.name = "horse";
        horse.body.walk_speed = horse.body.run_speed = 30.0f;
        must(world.add_archetype(horse));
        watchman.name = "watchman";
        watchman.perception.alert_radius = 250.0f;
        must(world.add_archetype(watchman));
        must(world.add_team("us"));
        must(world.add_team("them"));
        must(world.add_team("neutral"));
        must(world.set_hostile(0, 2, false));
        must(world.spawn({.archetype = 0, .team = 1, .position = {0.0f, 500.0f}}, &enemy)); // its id has index 0
        must(world.spawn({.archetype = 0, .team = 1, .position = {50.0f, 500.0f}}, &other_enemy));
        must(world.spawn({.archetype = 2, .team = 1, .position = {125.0f, -90.0f}}, &rider));
        must(world.spawn({.archetype = 0, .team = 2, .position = {242.0f, -10.0f}})); // beside company 6
        for (int i = 0; i < companies; ++i) {
            SquadId squad;
            must(world.add_squad(0, {.follow_distance = i == 10 ? 6.0f : 0.0f, .control = SquadControl::all}, &squad));
            squads.push_back(squad);
            for (int k = 0; k < company; ++k) {
                const Vec2 at = {40.0f * static_cast<float>(i) + static_cast<float>(k % 5), static_cast<float>(k / 5)};
                AgentId id;
                must(world.spawn({.archetype = static_cast<ArchetypeIndex>(i % 3 == 2 ? 1 : 0),
                                  .team = 0,
                                  .squad = squad,
                                  .position = at},
                                 &id));
                ids.push_back(id);
            }
        }
        must(world.set_leader(of(10, 0)));
    }

    AgentId of(int number, int k) const { return ids[static_cast<size_t>(number * company + k)]; }
    SquadId squad(int number) const { return squads[static_cast<size_t>(number)]; }

    /// What happens to the reserve.
    void command(int frame) {
        switch (frame) {
        case 10: must(world.set_order(rider, {.kind = OrderKind::move, .point = {125.0f, -14.0f}})); break; // company 3
        case 60: must(world.despawn(enemy)); break;
        case 70: must(world.set_order(of(0, 3), {.kind = OrderKind::move, .point = {0.0f, 30.0f}})); break;
        case 72: must(world.stun(of(0, 3), 0.5)); break;
        case 75: must(world.set_order(squad(1), {.kind = OrderKind::hold})); break;
        case 80: must(world.teleport(of(1, 4), of_position(1, 5))); break; // two in one place
        case 90: must(world.set_move_input(squad(2), {0.0f, 1.0f})); break;
        case 95: must(world.set_move_input(squad(3), {1.0f, 0.0f})); break;
        case 100: must(world.push(of(4, 7), {3.0f, 0.0f}, 0.3)); break;
        case 105: must(world.damage(of(5, 1), 1000.0f)); break;
        case 110: must(world.damage(of(5, 2), 5.0f, other_enemy)); break;
        case 115: must(world.set_radius(of(6, 6), 1.0f)); break;
        case 120: must(world.set_update_interval(of(7, 2), 8)); break;
        case 130: must(world.set_move_input(squad(2), {})); break;
        case 135: must(world.set_move_input(squad(3), {})); break;
        case 140: must(world.teleport(other_enemy, {288.0f, 10.0f})); break; // before company 7
        case 150: must(world.set_order(of(10, 0), {.kind = OrderKind::move, .point = {400.0f, 40.0f}})); break;
        case 240: must(world.set_archetype(of(4, 5), 3)); break;
        case 260: must(world.set_hostile(0, 2, true)); break;
        case 300: must(world.spawn({.archetype = 0, .team = 0, .position = {401.0f, 1.0f}})); break; // in company 10
        case 320: must(world.set_order(squad(9), {.kind = OrderKind::advance, .point = {340.0f, 20.0f}})); break;
        case 380: watch_farther(); break;
        case 440: must(world.set_detail({.distances = {50.0f, 100.0f, 150.0f}, .points = {{0.0f, 0.0f}}})); break;
        default: break;
        }
    }
    void watch_farther() {
        ArchetypeDef soldier = world.archetype(0);
        soldier.perception.alert_radius = 260.0f;
        must(world.reload(std::span(&soldier, 1)));
    }
    Vec2 of_position(int number, int k) const { return world.position(of(number, k)).value(); }
};

TEST(Idle, AReserveSleeps) {
    Reserve reserve;
    for (int frame = 0; frame < 60; ++frame) must(reserve.world.step(1.0 / 60.0));
    EXPECT_EQ(reserve.world.counters().awake, 0u);
    EXPECT_EQ(reserve.world.counters().living, companies * company + 4u);
    uint32_t scans = 0;
    for (int frame = 60; frame < 120; ++frame) {
        must(reserve.world.step(1.0 / 60.0));
        scans += reserve.world.counters().target_scans;
    }
    EXPECT_EQ(scans, 0u); // all enemies are far away
    must(reserve.world.set_hostile(0, 2, true));
    for (int frame = 120; frame < 150; ++frame) must(reserve.world.step(1.0 / 60.0));
    EXPECT_TRUE(reserve.world.targets()[reserve.world.row_of(reserve.of(6, 0)).value()]) << "an enemy is near now";
}

/// The same world, but no agent ever sleeps: the same hashes.
TEST(Idle, SleepDecidesNothing) {
    Reserve sleeps, wakes;
    uint64_t awake = 0, awake_without_sleep = 0;
    for (int frame = 0; frame < 560; ++frame) {
        test::wake_sleepers(wakes.world);
        for (Reserve* reserve : {&sleeps, &wakes}) {
            reserve->command(frame);
            must(reserve->world.step(1.0 / 60.0));
        }
        ASSERT_EQ(sleeps.world.state_hash(), wakes.world.state_hash()) << "frame " << frame;
        awake += sleeps.world.counters().awake;
        awake_without_sleep += wakes.world.counters().awake;
    }
    EXPECT_LT(3 * awake, awake_without_sleep);
}

} // namespace
} // namespace fray
