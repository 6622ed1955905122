// Orders in a queue: a squad patrols between two points, and a door on its way closes and opens.
#include "must.h"

#include <fray/spatial/grid_map.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

/// Two courtyards of 20 m by 20 m, with a gap of 2 m in the wall between them.
std::shared_ptr<const fray::GridMap> courtyards() {
    std::vector<uint8_t> cells(41 * 20, 1);
    for (size_t line = 0; line < 20; ++line) cells[line * 41 + 20] = line == 9 || line == 10;
    return std::make_shared<fray::GridMap>(fray::GridMap::create(41, 20, cells).value());
}

/// How many guards have arrived in the other courtyard in the last step.
size_t arrivals(const fray::World& world) {
    size_t count = 0;
    for (const fray::OrderDoneEvent& event : world.events().orders_done)
        count += event.cause == fray::OrderDoneCause::reached && event.point.x > 20.0f;
    return count;
}

} // namespace

int main() {
    fray::World world = fray::World::create({}).value();
    must(world.set_ground(courtyards()), world);
    must(world.add_team("guards"), world);
    must(world.add_archetype({.name = "guard"}), world);
    fray::SquadId squad;
    must(world.add_squad(0, &squad), world);
    for (const float y : {8.0f, 10.0f, 12.0f})
        must(world.spawn({.team = 0, .squad = squad, .position = {4.0f, y}}), world);
    must(world.step(0.02), world);

    must(world.set_order(squad, {.kind = fray::OrderKind::advance, .point = {4, 8}, .repeat = true}), world);
    must(world.queue_order(squad, {.kind = fray::OrderKind::advance, .point = {34, 8}, .repeat = true, .delay = 3}),
         world);

    fray::ObstacleId door;
    must(world.set_obstacle({.at = {20.5f, 10.0f}, .half_extents = {0.4f, 1.0f}}, &door), world);
    size_t arrived[2] = {};
    for (int frame = 0; frame < 3000; ++frame) {
        if (frame == 1000) must(world.remove_obstacle(door), world);
        must(world.step(0.02), world);
        arrived[frame >= 1000] += arrivals(world);
    }
    // Guards that are blocked at the door go back to the first point of their patrol.
    std::printf("arrivals while the door is closed: %zu, afterwards: %zu\n", arrived[0], arrived[1]);
    return arrived[0] == 0 && arrived[1] >= 3 ? 0 : 1;
}
