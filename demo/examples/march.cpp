// A squad that marches in ranks and files, and bodies that the game changes: slowed, grown, stunned, knocked back.
#include "must.h"

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
    fray::World world = fray::World::create({}).value();
    must(world.add_team("guards"), world);
    must(world.add_archetype({.name = "guard"}), world);
    fray::SquadId squad;
    must(world.add_squad(0, &squad), world);
    std::vector<fray::AgentId> guards(12);
    for (size_t i = 0; i < guards.size(); ++i)
        must(world.spawn({.team = 0, .squad = squad, .position = {1.5f * static_cast<float>(i % 3), 1.0f}}, &guards[i]),
             world);
    must(world.step(0.02), world);

    must(world.set_order(squad, {.kind = fray::OrderKind::move,
                                 .point = {40, 0},
                                 .formation = {.files = 4, .spacing = 1.5f, .facing = {0, 1}}}),
         world);
    size_t arrived = 0;
    for (int frame = 0; frame < 2000; ++frame) {
        if (frame == 100) {
            must(world.set_speed_factor(guards[0], 0.5f), world); // a spell: the others wait for it
            must(world.set_radius(guards[1], 0.8f), world);       // another: it is twice as large
            must(world.stun(guards[2], 1.5), world);
            must(world.push(guards[3], {-3, 1}, 0.4), world); // a kick: 3.2 m in 0.4 s
        }
        must(world.step(0.02), world);
        for (const fray::OrderDoneEvent& event : world.events().orders_done)
            arrived += event.cause == fray::OrderDoneCause::reached;
    }
    std::printf("%zu of %zu guards have arrived, and face north\n", arrived, guards.size());
    return arrived == guards.size() ? 0 : 1;
}
