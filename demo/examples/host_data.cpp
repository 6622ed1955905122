// A game that keeps health, shields and camera itself. It reads hurt events and sets the remaining health, tells fray
// the player's view, keeps fray's origin near the player, and limits the updates per frame. Exits with 1 if a result is
// wrong.
#include "must.h"

#include <algorithm>

namespace {

/// The game's own data of the hero.
struct Hero {
    fray::AgentId agent;
    float health = 200.0f, shield = 60.0f;
    double x = 0.0; ///< m, in the game's coordinates, which reach farther than fray's
};

/// Hits reduce the shield first.
void hear_of_hurts(fray::World& world, Hero& hero) {
    for (const fray::HurtEvent& hurt : world.events().hurts) {
        if (hurt.agent.id != hero.agent) continue;
        const float on_shield = std::min(hurt.amount, hero.shield);
        hero.shield -= on_shield;
        hero.health = std::max(hero.health - (hurt.amount - on_shield), 0.0f);
    }
    must(world.set_health(hero.agent, hero.health), world); // at 0 the hero dies
}

} // namespace

int main() {
    fray::ArchetypeDef hero_def, orc;
    hero_def.name = "hero";
    hero_def.autonomous = false;
    hero_def.body.health = 200.0f;
    hero_def.body.host_owns_health = true;
    hero_def.circle.max_offscreen_tokens = 1; // of the enemies outside the hero's view, one may attack at a time
    orc.name = "orc";
    orc.body.run_speed = 7.0f; // faster than the hero
    orc.attacks = {{.name = "cut", .weight = 2, .damage = 6}};

    fray::World world = fray::World::create({.threads = 1}).value();
    must(world.add_archetype(hero_def), world);
    must(world.add_archetype(orc), world);
    must(world.add_team("heroes"), world);
    must(world.add_team("orcs"), world);
    Hero hero;
    must(world.spawn({.archetype = 0, .team = 0}, &hero.agent), world);
    for (int i = 0; i < 400; ++i) {
        const fray::Vec2 at = {static_cast<float>(i % 20) * 2.0f - 20.0f, static_cast<float>(i / 20) * 2.0f + 5.0f};
        must(world.spawn({.archetype = 1, .team = 1, .position = at}), world);
    }
    fray::DetailDef detail;
    detail.update_budget = 250; // updates per frame; if more would be due, every agent is updated less often
    must(world.set_detail(detail), world);

    double origin_x = 0.0; // of fray's coordinates, in the game's
    int shifts = 0, greatest_level = 0;
    for (int frame = 0; frame < 3600 && hero.health > 0.0f; ++frame) {
        if (frame < 1800) hero.x += 6.0 / 60.0; // the hero runs, and stands in the second half
        must(world.teleport(hero.agent, {static_cast<float>(hero.x - origin_x), 0.0f}, {1.0f, 0.0f}), world);
        must(world.set_view(hero.agent, {.direction = {1.0f, 0.0f}, .half_angle = 0.8f}), world);
        must(world.step(1.0 / 60.0), world);
        hear_of_hurts(world, hero);
        greatest_level = std::max(greatest_level, world.overload_level());
        if (hero.x - origin_x > 50.0) { // 50 m in this example; an engine would use about 1000
            must(world.shift_origin({-64.0f, 0.0f}), world);
            origin_x += 64.0;
            ++shifts;
        }
    }
    must(world.step(1.0 / 60.0), world);
    const bool dead = world.state(hero.agent) == fray::AgentState::dead;
    std::printf("the hero ran %.0f m, is %s, shield %.0f; %d times the origin was moved; overload level up to %d\n",
                hero.x, dead ? "dead" : "alive", static_cast<double>(hero.shield), shifts, greatest_level);
    return dead == (hero.health <= 0.0f) && shifts > 0 && greatest_level > 0 && hero.shield == 0.0f ? 0 : 1;
}
