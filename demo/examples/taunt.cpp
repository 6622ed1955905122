// A giant fights the agent that has hurt it most, until a guard taunts it. One guard takes up a bow, another leaves its
// squad.
#include "must.h"

#include <cstdio>
#include <vector>

namespace {

fray::ArchetypeDef guard() {
    fray::ArchetypeDef def{.name = "guard"};
    def.body.health = 1000.0f;
    def.attacks = {{.name = "sword", .damage = 5.0f}};
    return def;
}

/// As a guard, but with a bow instead of the sword, which it does not draw while a friend stands in the line.
fray::ArchetypeDef bowman() {
    fray::ArchetypeDef def = guard();
    def.name = "bowman";
    def.attacks = {
        {.name = "bow", .damage = 20.0f, .range = {0.0f, 30.0f}, .projectile_speed = 50.0f, .needs_clear_line = true}};
    return def;
}

fray::ArchetypeDef giant() {
    fray::ArchetypeDef def = fray::boss_archetype();
    def.name = "giant";
    def.body.health = 100'000.0f;
    def.body.radius = 1.5f;
    def.perception.targeting = fray::Targeting::threat;
    def.perception.threat_half_life = 20.0;
    def.attacks = {{.name = "fist", .damage = 10.0f}};
    return def;
}

} // namespace

int main() {
    fray::World world = fray::World::create({}).value();
    must(world.add_team("guards"), world);
    must(world.add_team("giants"), world);
    fray::ArchetypeIndex guards_kind = 0, bowmen = 0, giants = 0;
    must(world.add_archetype(guard(), &guards_kind), world);
    must(world.add_archetype(bowman(), &bowmen), world);
    must(world.add_archetype(giant(), &giants), world);
    fray::SquadId squad;
    must(world.add_squad(0, &squad), world);
    std::vector<fray::AgentId> guards(4);
    for (size_t i = 0; i < guards.size(); ++i)
        must(world.spawn({.archetype = guards_kind, .squad = squad, .position = {2.0f * static_cast<float>(i), -6.0f}},
                         &guards[i]),
             world);
    fray::AgentId boss;
    must(world.spawn({.archetype = giants, .team = 1, .position = {3.0f, 6.0f}, .heading = {0, -1}}, &boss), world);

    int changes = 0;
    for (int frame = 0; frame < 1200; ++frame) {
        if (frame == 300) {
            must(world.set_archetype(guards[1], bowmen), world);
            must(world.leave(guards[2]), world);
        }
        if (frame == 600) must(world.add_threat(boss, guards[0], 200.0f), world); // a taunt
        if (frame == 900) {
            must(world.set_combat_factors(boss, 1.5f, 0.5f, 1.2f), world); // damage dealt, damage taken, attack speed
            must(world.protect(guards[0], 2.0), world);
        }
        must(world.step(1.0 / 60.0), world);
        for (const fray::TargetEvent& event : world.events().targets)
            changes += event.agent.id == boss && event.cause == fray::TargetCause::threat;
        if (frame == 700 && world.target(boss) != guards[0]) return 1;
    }
    std::printf("the giant has changed its target %d times for threat; its threat table now:\n", changes);
    const std::vector<fray::ThreatEntry> threats = *world.threats(boss);
    for (const fray::ThreatEntry& threat : threats)
        std::printf("  guard %u: %.0f points\n", threat.attacker.index, static_cast<double>(threat.points));
    const bool alone = !*world.squad(guards[2]);
    return !threats.empty() && changes > 0 && alone && world.archetype_of(guards[1]) == bowmen ? 0 : 1;
}
