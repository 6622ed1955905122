// The concepts of engine/docs/concepts.md in one program: eight raiders fight a player's hero on a field with a gate.
#include "must.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

namespace {

/// A field of 60 m by 20 m, with a wall across it that has a gap of 2 m.
std::shared_ptr<const fray::GridMap> field() {
    std::vector<uint8_t> cells(60 * 20, fray::GridMap::passable); // a cell is a square of 1 m
    for (size_t line = 0; line < 20; ++line)
        if (line != 9 && line != 10) cells[line * 60 + 40] = fray::GridMap::wall;
    return std::make_shared<fray::GridMap>(fray::GridMap::create(60, 20, cells).value());
}

} // namespace

int main() {
    fray::WorldDef def;
    def.seed = 7; // the same seed and the same commands give the same battle
    fray::Result<fray::World> made = fray::World::create(def);
    if (!made) return 1; // made.error_text() says which field is wrong
    fray::World& world = *made;

    must(world.set_ground(field()), world); // before the first spawn

    fray::ArchetypeDef raider{.name = "raider", .body = {.run_speed = 6.0f}};
    raider.attacks = {{.name = "claw", .weight = 3, .damage = 10.0f}};
    fray::ArchetypeDef player{.name = "player", .autonomous = false}; // it only carries out orders
    player.body.health = fray::unlimited_health;
    player.circle.grid_capacity = 4;   // four raiders of grid weight 1 may stand round it
    player.circle.attack_capacity = 6; // two claws of weight 3 may run at once

    fray::ArchetypeIndex raiders = 0, players = 0;
    must(world.add_archetype(raider, &raiders), world);
    must(world.add_archetype(player, &players), world);

    fray::TeamIndex red = 0, blue = 0;
    must(world.add_team("red", &red), world);
    must(world.add_team("blue", &blue), world); // hostile to each other, until set_hostile says otherwise
    fray::SquadId squad;
    must(world.add_squad(red, &squad), world);

    fray::AgentId hero;
    must(world.spawn({.archetype = players, .team = blue, .position = {10.0f, 10.0f}}, &hero), world);
    std::vector<fray::AgentId> band;
    for (const float y : {3.0f, 5.0f, 7.0f, 9.0f, 11.0f, 13.0f, 15.0f, 17.0f})
        must(world.spawn({.archetype = raiders, .team = red, .squad = squad, .position = {22.0f, y}},
                         &band.emplace_back()),
             world);

    int tokens = 0, hits = 0, deaths = 0, arrivals = 0;
    for (int frame = 0; frame < 1200; ++frame) {
        if (frame == 300) {
            // The hero walks to one point, and then to another.
            must(world.set_order(hero, {.kind = fray::OrderKind::move, .point = {14.0f, 10.0f}}), world);
            must(world.queue_order(hero, {.kind = fray::OrderKind::move, .point = {8.0f, 6.0f}}), world);
        }
        if (frame == 400) {
            // More raiders may come, and more of them may attack at once.
            must(world.set_capacity(hero, {.grid_capacity = 8, .attack_capacity = 12}), world);
        }
        if (frame == 500) {
            const int behind[] = {3, 4, 5}; // a wall behind the hero, for example
            must(world.set_closed_slots(hero, behind), world);
        }
        if (frame == 600) must(world.set_target_bias(hero, 5.0f), world); // it seems 5 m nearer to all enemies
        if (frame == 700) must(world.damage(band[0], 1000.0f, hero), world);

        must(world.step(1.0 / 60), world);

        for (const fray::TokenEvent& token : world.events().tokens) {
            const fray::AttackDef& attack = raider.attacks[static_cast<size_t>(token.attack)];
            tokens += attack.weight == token.weight; // the windup follows with the event attack
        }
        for (const fray::HitEvent& hit : world.events().hits) hits += hit.target.id == hero;
        for (const fray::OrderDoneEvent& done : world.events().orders_done)
            arrivals += done.cause == fray::OrderDoneCause::reached;
        for (const fray::DeathEvent& death : world.events().deaths) {
            ++deaths;
            must(world.despawn(death.agent), world); // until then the dead agent keeps its row
        }
    }

    const std::optional<fray::AgentId> target = world.target(band[1]); // null: it has none
    const fray::WaitInfo wait = fray::wait_reason(world, band[1]).value();
    if (target == hero && wait.reason != fray::WaitReason::none)
        std::printf("it waits: %s, needs %g, free %g\n", fray::to_string(wait.reason), wait.required, wait.available);

    int open = 0;
    const std::optional<fray::CircleView> circle = fray::inspect_circle(world, hero); // from the first request on
    for (size_t slot = 0; circle && slot < circle->slots.size(); ++slot)
        open += !circle->slots[slot] && !circle->closed[slot];
    std::printf("%d slots are open\n", open);

    fray::ObstacleId gate;
    must(world.set_obstacle({.at = {40.5f, 10.0f}, .half_extents = {0.5f, 1.0f}}, &gate), world); // closed
    must(world.remove_obstacle(gate), world);                                                     // open again

    int steps = 0;
    must(world.advance(0.02, &steps), world); // 1 step of 1/60 s; 0.0033 s are left over
    const double part = world.accumulated_time() * world.hz();
    const fray::Vec2 drawn = world.interpolated_position(hero, part).value();
    std::printf("%d step; the hero is drawn at (%.1f, %.1f)\n", steps, static_cast<double>(drawn.x),
                static_cast<double>(drawn.y));

    std::printf("%d tokens, %d hits, %d deaths, %d arrivals\n", tokens, hits, deaths, arrivals);
    return tokens > 0 && hits > 0 && deaths == 1 && steps == 1 ? 0 : 1;
}
