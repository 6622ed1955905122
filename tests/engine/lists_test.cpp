// The lists of squads, circles and projectiles agree with the queries by id, the views of circles and the events.
#include "engine/arena.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray {
namespace {

struct ProjectileList : test::ShotArena {};

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
