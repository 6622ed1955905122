// The lists of squads, circles, projectiles and velocities agree with the queries by id, the views of circles and the
// events.
#include "engine/arena.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray {
namespace {

struct WorldLists : test::Arena {};
struct ProjectileList : test::ShotArena {};

TEST_F(WorldLists, SquadsAreListedInTheOrderOfAdding) {
    const SquadId full = squad_of(us), empty = squad_of(them);
    const AgentId first = spawn(dummy, us, {}, full), second = spawn(dummy, us, {3.0f, 0.0f}, full);
    spawn(dummy, them, {9.0f, 0.0f}); // without a squad
    step();
    ASSERT_EQ(world.squads().size(), 2u);
    const SquadInfo &a = world.squads()[0], &b = world.squads()[1];
    EXPECT_EQ(a.id, full);
    EXPECT_EQ(a.team, us);
    EXPECT_EQ(a.leader, first);
    EXPECT_EQ(a.members, 2u);
    EXPECT_EQ(b.id, empty);
    EXPECT_EQ(b.team, them);
    EXPECT_EQ(b.leader, AgentId{});
    EXPECT_EQ(b.members, 0u);
    must(world.set_move_input(full, {1.0f, 0.0f}));
    must(world.despawn(first));
    step();
    ASSERT_EQ(world.squads().size(), 2u);
    EXPECT_EQ(world.squads()[0].leader, second);
    EXPECT_EQ(world.squads()[0].members, 1u);
    EXPECT_EQ(world.squads()[0].move_input, (Vec2{1.0f, 0.0f}));
    ASSERT_EQ(world.events().leaders.size(), 1u);
    EXPECT_EQ(world.events().leaders[0].agent, second);
    EXPECT_EQ(world.events().leaders[0].previous_leader, first);
    ASSERT_EQ(world.events().move_inputs.size(), 1u);
    EXPECT_EQ(world.events().move_inputs[0].squad, full);
    EXPECT_EQ(world.events().move_inputs[0].direction, (Vec2{1.0f, 0.0f}));
}

TEST_F(WorldLists, ACircleIsListedWithItsFigures) {
    const AgentId target = spawn(dummy, them), attacker = spawn(fighter, us, {8.0f, 0.0f});
    step();
    ASSERT_EQ(world.events().slots.size(), 1u);
    EXPECT_EQ(world.events().slots[0].agent, attacker);
    EXPECT_EQ(world.events().slots[0].target, target);
    ASSERT_EQ(world.circles().size(), 1u);
    const CircleInfo& circle = world.circles()[0];
    EXPECT_EQ(circle.target, target);
    EXPECT_EQ(circle.slots, 8u);
    EXPECT_EQ(circle.holders, 1u);
    EXPECT_EQ(circle.requesters, 0u);
    EXPECT_EQ(circle.grid_capacity, 12);
    EXPECT_EQ(circle.grid_free, 11);
    EXPECT_EQ(circle.attack_capacity, 10);
    EXPECT_EQ(circle.attack_free, 10);
    must(world.set_capacity(target, {6, 5}));
    step();
    EXPECT_EQ(world.circles()[0].grid_capacity, 6);
    EXPECT_EQ(world.circles()[0].attack_capacity, 5);
    ASSERT_EQ(world.events().capacities.size(), 1u);
    EXPECT_EQ(world.events().capacities[0].target, target);
    EXPECT_EQ(world.events().capacities[0].grid_capacity, 6);
    EXPECT_EQ(world.events().capacities[0].attack_capacity, 5);
}

TEST(BattleLists, TheListsAgreeWithTheQueriesById) {
    World world = test::melee(400, 0, {.threads = 2});
    size_t circles = 0;
    for (int frame = 0; frame < 240; ++frame) {
        must(world.step(1.0 / 64.0));
        if (frame % 20 != 19) continue;
        const auto ids = world.ids();
        for (const SquadInfo& squad : world.squads()) {
            EXPECT_EQ(world.leader(squad.id), squad.leader);
            EXPECT_EQ(world.move_input(squad.id), squad.move_input);
            EXPECT_EQ(std::count_if(ids.begin(), ids.end(), [&](AgentId id) { return world.squad(id) == squad.id; }),
                      squad.members);
        }
        for (const CircleInfo& circle : world.circles()) {
            const CircleView view = inspect_circle(world, circle.target).value();
            EXPECT_EQ(circle.grid_capacity, view.grid_capacity);
            EXPECT_EQ(circle.grid_free, view.grid_free);
            EXPECT_EQ(circle.attack_capacity, view.attack_capacity);
            EXPECT_EQ(circle.attack_free, view.attack_free);
            EXPECT_EQ(circle.slots, view.slots.size());
            EXPECT_EQ(circle.holders, view.slots.size() - static_cast<size_t>(std::count(view.slots.begin(),
                                                                                         view.slots.end(), AgentId{})));
            EXPECT_EQ(circle.requesters, view.queue.size());
        }
        const auto serial = [&](const CircleInfo& circle) { return world.serials()[*world.row_of(circle.target)]; };
        EXPECT_TRUE(std::is_sorted(world.circles().begin(), world.circles().end(),
                                   [&](const CircleInfo& a, const CircleInfo& b) { return serial(a) < serial(b); }));
        EXPECT_EQ(
            std::count_if(ids.begin(), ids.end(), [&](AgentId id) { return inspect_circle(world, id).has_value(); }),
            world.circles().size());
        circles += world.circles().size();
    }
    EXPECT_GT(circles, 50u);
}

TEST_F(WorldLists, VelocitiesAreThoseOfTheLastStep) {
    const AgentId walker = spawn(dummy, us), idler = spawn(dummy, us, {0.0f, 30.0f});
    must(world.set_order(walker, {.kind = OrderKind::move, .point = {50.0f, 0.0f}}));
    step(60);
    ASSERT_EQ(world.velocities().size(), world.agent_count());
    for (const AgentId agent : {walker, idler})
        EXPECT_EQ(world.velocity(agent), world.velocities()[*world.row_of(agent)]);
    const Vec2 before = world.previous_positions()[*world.row_of(walker)];
    EXPECT_NEAR(world.velocity(walker)->x, (world.position(walker)->x - before.x) * 64.0f, 0.01f);
    EXPECT_GT(world.velocity(walker)->x, 1.0f);
    EXPECT_EQ(world.velocity(idler), (Vec2{0.0f, 0.0f}));
}

TEST_F(ProjectileList, AProjectileIsListedFromItsLaunchToItsHit) {
    const LaunchEvent launch = world.events().launches[0];
    EXPECT_EQ(launch.agent, shooter);
    EXPECT_EQ(launch.target, target);
    ASSERT_EQ(world.projectiles().size(), 1u);
    const Projectile projectile = world.projectiles()[0];
    EXPECT_EQ(projectile.shooter, shooter);
    EXPECT_EQ(projectile.shooter_serial, launch.agent.serial);
    EXPECT_EQ(projectile.target, target);
    EXPECT_EQ(projectile.archetype, world.archetype_of(shooter));
    EXPECT_EQ(projectile.attack, launch.attack);
    EXPECT_EQ(projectile.from, world.position(shooter));
    EXPECT_NEAR(projectile.landing_time - projectile.launch_time, launch.flight_time, 1e-9);
    EXPECT_NEAR(launch.flight_time, 1.0, 1e-9) << "16 m at 16 m/s";
    land();
    EXPECT_EQ(world.events().hits[0].damage, projectile.damage);
    EXPECT_NEAR(world.time(), projectile.landing_time, 2.0 / 64.0);
    EXPECT_TRUE(world.projectiles().empty());
}

} // namespace
} // namespace fray
