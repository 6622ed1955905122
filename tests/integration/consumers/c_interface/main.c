/* A C program that uses the installed C interface: two agents meet and fight. */
#include <fray/fray_c.h>

#include <stdio.h>

static int hits_within(fray_world_id world, int frames) {
    int hits = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const fray_events* events;
        if (fray_world_step(world, 1.0 / 60.0) != FRAY_OK) return -1;
        if (fray_world_events(world, &events) != FRAY_OK) return -1;
        hits += (int)events->hit_count;
    }
    return hits;
}

int main(void) {
    fray_world_def world_def;
    fray_attack_def swing;
    fray_archetype_def soldier;
    fray_spawn_def spawn;
    fray_world_id world;
    int hits;
    if (fray_init_world_def(&world_def, sizeof world_def) != FRAY_OK) return 1;
    if (fray_init_attack_def(&swing, sizeof swing) != FRAY_OK) return 1;
    if (fray_init_archetype_def(&soldier, sizeof soldier) != FRAY_OK) return 1;
    if (fray_init_spawn_def(&spawn, sizeof spawn) != FRAY_OK) return 1;
    if (fray_create_world(&world_def, &world) != FRAY_OK) return 1;
    swing.name = "swing";
    soldier.name = "soldier";
    soldier.attacks = &swing;
    soldier.attack_count = 1;
    if (fray_world_add_archetype(world, &soldier, NULL) != FRAY_OK) return 1;
    if (fray_world_add_team(world, "red", NULL) != FRAY_OK) return 1;
    if (fray_world_add_team(world, "blue", NULL) != FRAY_OK) return 1;
    if (fray_world_spawn(world, &spawn, NULL) != FRAY_OK) return 1;
    spawn.team = 1;
    spawn.position.x = 12.0f;
    if (fray_world_spawn(world, &spawn, NULL) != FRAY_OK) return 1;
    hits = hits_within(world, 600);
    printf("%d hits\n", hits);
    return fray_destroy_world(world) == FRAY_OK && hits > 0 ? 0 : 1;
}
