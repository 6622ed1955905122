#include "battle.h"
#include "must.h"

#include <vector>

namespace game {
namespace {

constexpr int blocks = 10;             // of soldiers and of archers, in each army
constexpr float width_of_block = 9.3f; // m

fray::ArchetypeDef soldier() {
    fray::ArchetypeDef def;
    def.name = "soldier";
    def.body.health = 70.0f;
    def.body.walk_speed = 2.2f;
    def.body.run_speed = 4.2f;
    def.body.acceleration = 10.0f;
    def.perception.alert_radius = 25.0f;
    def.perception.support_radius = 60.0f; // the rear ranks come round the ends of the line
    def.poise.stagger_time = 0.35;
    def.attacks = {
        {.name = "cut", .weight = 2, .damage = 11, .windup = 0.45, .duration = 1.0, .recovery = 0.7, .score = 3},
        {.name = "overhead", .weight = 3, .damage = 19, .windup = 0.65, .duration = 1.3, .recovery = 0.9}};
    return def;
}

fray::ArchetypeDef archer() {
    fray::ArchetypeDef def;
    def.name = "archer";
    def.engagement.managed = false; // it attacks without tokens, whenever an attack fits
    def.body.health = 40.0f;
    def.body.walk_speed = 2.2f;
    def.body.run_speed = 4.0f;
    def.perception.targeting = fray::Targeting::spread; // not all arrows at the nearest enemy
    def.perception.alert_radius = 50.0f;
    def.engagement.engage_range = 42.0f;
    def.engagement.hit_range = 50.0f;
    fray::AttackDef shot{.name = "shot", .damage = 9, .range = {0, 42}, .angle = {-0.5f, 0.5f}, .projectile_speed = 26};
    shot.windup = 0.8;
    shot.duration = 1.1;
    shot.recovery = 1.1;
    fray::AttackDef aimed = shot; // a second one, so that archers do not shoot all at once for long
    aimed.name = "aimed shot";
    aimed.damage = 15;
    aimed.windup = 1.3;
    aimed.duration = 1.6;
    aimed.recovery = 1.9;
    def.attacks = {shot, aimed};
    return def;
}

fray::ArchetypeDef ogre() {
    fray::ArchetypeDef def;
    def.name = "ogre";
    def.engagement.managed = false;
    def.body.health = 1400.0f;
    def.body.radius = 1.0f;
    def.body.mass = 700.0f;
    def.body.walk_speed = 2.2f;
    def.body.run_speed = 3.4f;
    def.perception.alert_radius = 25.0f;
    def.circle.grid_capacity = 8;
    def.attacks = {{.name = "club", .damage = 70, .windup = 0.8, .duration = 1.6, .recovery = 0.4}};
    return def;
}

fray::ArchetypeDef hero() {
    fray::ArchetypeDef def;
    def.name = "hero";
    def.engagement.managed = false;
    def.body.health = 800.0f;
    def.body.radius = 0.5f;
    def.body.mass = 200.0f;
    def.body.walk_speed = 3.0f;
    def.body.run_speed = 6.0f;
    def.attacks = {{.name = "great sword", .damage = 60, .windup = 0.35, .duration = 0.8, .recovery = 0.2}};
    return def;
}

/// A squad of `files` by `ranks` fighters in close order, and its order to advance through the enemy.
struct Block {
    Kind kind{};
    Team team{};
    fray::Vec2 front{}; ///< m, the middle of its first rank
    int files = 1, ranks = 1;
    float spacing = 1.15f; ///< m
};

void spawn(fray::World& world, const Block& block) {
    const float forward = block.team == Team::blue ? 1.0f : -1.0f;
    fray::SquadId squad;
    must(world.add_squad(static_cast<fray::TeamIndex>(block.team), &squad), world);
    std::vector<fray::SpawnDef> spawns;
    for (int i = 0; i < block.files * block.ranks; ++i) {
        const int file = i % block.files, rank = i / block.files;
        const float aside = static_cast<float>(file) - 0.5f * static_cast<float>(block.files - 1);
        spawns.push_back({.archetype = static_cast<fray::ArchetypeIndex>(block.kind),
                          .team = static_cast<fray::TeamIndex>(block.team),
                          .squad = squad,
                          .position = {block.front.x - forward * block.spacing * static_cast<float>(rank),
                                       block.front.y + block.spacing * aside},
                          .heading = {forward, 0.0f}});
    }
    must(world.spawn(spawns), world); // all or none
    const fray::Vec2 beyond = {forward * 40.0f, block.front.y};
    must(world.set_order(squad, {.kind = fray::OrderKind::advance, .point = beyond}), world);
}

} // namespace

Hero draw_up(fray::World& world) {
    for (const fray::ArchetypeDef& def : {soldier(), archer(), ogre(), hero()}) must(world.add_archetype(def), world);
    for (const char* team : {"blue", "red"}) must(world.add_team(team), world);
    for (int i = 0; i < blocks; ++i) {
        const float y = width_of_block * (static_cast<float>(i) - 0.5f * (blocks - 1));
        for (const Team team : {Team::blue, Team::red}) {
            const float side = team == Team::blue ? -1.0f : 1.0f;
            spawn(world, {.kind = Kind::soldier, .team = team, .front = {side * 17.0f, y}, .files = 7, .ranks = 10});
            spawn(world, {.kind = Kind::archer, .team = team, .front = {side * 32.0f, y}, .files = 6, .ranks = 5});
        }
    }
    for (const float y : {-28.0f, 0.0f, 28.0f})
        spawn(world, {.kind = Kind::ogre, .team = Team::red, .front = {13.0f, y}});

    // The hero has a squad of its own, because a squad has the move input by which a player steers.
    Hero hero;
    must(world.add_squad(static_cast<fray::TeamIndex>(Team::blue), &hero.squad), world);
    must(world.spawn({.archetype = static_cast<fray::ArchetypeIndex>(Kind::hero),
                      .team = static_cast<fray::TeamIndex>(Team::blue),
                      .squad = hero.squad,
                      .position = {-12.0f, 2.0f}},
                     &hero.agent),
         world);
    return hero;
}

} // namespace game
