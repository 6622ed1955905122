// Floors with a stair and a lift between them. To fray, agents on different floors never meet; links lead from one to
// another. Twenty raiders climb to the upper floor, where ten guards hold out: each takes the link by which it is
// there soonest, and waits there for its turn. Exits with 1 if a raider does not get there, or if they do not fight.
#include "must.h"

#include <vector>

int main() {
    fray::World world = fray::World::create({.threads = 1}).value();
    fray::ArchetypeDef soldier{.name = "soldier"};
    soldier.attacks = {{.name = "swing", .damage = 20.0f}};
    must(world.add_archetype(soldier), world);
    must(world.add_team("raiders"), world);
    must(world.add_team("guards"), world);
    const int stair = 0, lift = 1; // the game numbers its links
    must(world.set_nav_link(stair, {.from = {12, 0}, .to = {15, 0}}), world);
    must(world.set_nav_link(
             lift, {.from = {0, 12}, .to = {0, 12}, .radius = 2.5f, .capacity = 6, .departure_interval = 4.0f}),
         world);

    fray::SquadId raiders;
    must(world.add_squad(0, &raiders), world);
    for (int i = 0; i < 20; ++i)
        must(world.spawn({.squad = raiders, .position = {static_cast<float>(i % 5), static_cast<float>(i / 5)}}),
             world);
    for (int i = 0; i < 10; ++i)
        must(world.spawn({.team = 1, .floor = 1, .position = {20.0f + static_cast<float>(i), 12.0f}}), world);
    must(world.set_order(raiders, {.kind = fray::OrderKind::advance, .point = {24, 12}, .floor = 1}), world);

    int by_stair = 0, by_lift = 0, hits = 0;
    double climbed = 0.0;
    for (int frame = 0; frame < 3600; ++frame) {
        must(world.step(1.0 / 60.0), world);
        for (const fray::FloorEvent& event : world.events().floors) { // the game shows them on the other floor
            ++(event.nav_link == stair ? by_stair : by_lift);
            climbed = world.time();
        }
        hits += static_cast<int>(world.events().hits.size());
    }
    std::printf("%d raiders have taken the stair and %d the lift, the last after %.1f s; %d hits above\n", by_stair,
                by_lift, climbed, hits);
    return by_stair + by_lift == 20 && hits > 50 ? 0 : 1;
}
