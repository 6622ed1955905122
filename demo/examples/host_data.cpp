// A game that keeps health, shields and camera itself. It reads hurt events and sets the remaining health, tells fray
// the player's view, keeps fray's origin near the player, and limits the updates per frame. Exits with 1 if a result is
// wrong.
#include <fray/fray.h>

#include <algorithm>
#include <cstdio>

namespace {

/// The game's own data of the hero.
struct Hero {
    fray::AgentId agent;
    float health = 200.0f, shield = 60.0f;
    double x = 0.0; ///< m, in the game's coordinates, which reach farther than fray's
};

/// Hits reduce the shield first.
void hear_of_hurts(fray::World& world, Hero& hero) {
    const int64_t row = world.row_of(hero.agent);
    if (row < 0) return;
    const fray::Serial serial = world.serials()[static_cast<size_t>(row)];
    for (const fray::Event& event : world.events()) {
        if (event.type != fray::EventType::hurt || event.agent != serial) continue;
        const float on_shield = std::min(event.x, hero.shield);
        hero.shield -= on_shield;
        hero.health = std::max(hero.health - (event.x - on_shield), 0.0f);
    }
    world.set_health(hero.agent, hero.health); // at 0 the hero dies
}

} // namespace

int main() {
    fray::ArchetypeDef hero_def, orc;
    hero_def.name = "hero";
    hero_def.brain = false;
    hero_def.health = 200.0f;
    hero_def.host_health = true;
    hero_def.circle.offscreen_limit = 1; // of the enemies outside the hero's view, one may attack at a time
    orc.name = "orc";
    orc.run_speed = 7.0f; // faster than the hero
    orc.attacks = {{.name = "cut", .weight = 2, .damage = 6}};

    fray::World world({.threads = 1});
    world.add_archetype(hero_def);
    world.add_archetype(orc);
    world.add_team("heroes");
    world.add_team("orcs");
    Hero hero;
    world.spawn({.archetype = 0, .team = 0}, &hero.agent);
    for (int i = 0; i < 400; ++i)
        world.spawn(
            {.archetype = 1,
             .team = 1,
             .position = {static_cast<float>(i % 20) * 2.0f - 20.0f, static_cast<float>(i / 20) * 2.0f + 5.0f}});
    fray::DetailDef detail;
    detail.turns = 250; // updates per frame; if more would be due, every agent is updated less often
    world.set_detail(detail);

    double origin_x = 0.0; // of fray's coordinates, in the game's
    int shifts = 0, greatest_load = 0;
    for (int frame = 0; frame < 3600 && hero.health > 0.0f; ++frame) {
        if (frame < 1800) hero.x += 6.0 / 60.0; // the hero runs, and stands in the second half
        world.place(hero.agent, {static_cast<float>(hero.x - origin_x), 0.0f}, {1.0f, 0.0f});
        world.view(hero.agent, {1.0f, 0.0f}, 0.8f);
        world.step(1.0 / 60.0);
        hear_of_hurts(world, hero);
        greatest_load = std::max(greatest_load, world.load());
        if (hero.x - origin_x > 50.0) { // 50 m in this example; an engine would use about 1000
            if (world.shift_origin({-64.0f, 0.0f}) != fray::Error::ok) return 1;
            origin_x += 64.0;
            ++shifts;
        }
    }
    world.step(1.0 / 60.0);
    const bool dead = world.states()[static_cast<size_t>(world.row_of(hero.agent))] == fray::State::dead;
    std::printf("the hero ran %.0f m, is %s, shield %.0f; %d times the origin was moved; load up to %d\n", hero.x,
                dead ? "dead" : "alive", static_cast<double>(hero.shield), shifts, greatest_load);
    return dead == (hero.health <= 0.0f) && shifts > 0 && greatest_load > 0 && hero.shield == 0.0f ? 0 : 1;
}
