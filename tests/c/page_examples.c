/* Runs the examples that engine/docs/c-api.md quotes. */
#include <fray/fray_c.h>

#include <stdio.h>
#include <stdlib.h>

static int first_program(void) {
    fray_world_def world_def;
    fray_world_id world;
    fray_init_world_def(&world_def, sizeof world_def);
    if (fray_create_world(&world_def, &world) != FRAY_OK) {
        puts(fray_last_error());
        return 1;
    }
    fray_attack_def swing;
    fray_init_attack_def(&swing, sizeof swing);
    swing.name = "swing";
    swing.weight = 3;
    swing.damage = 10.0f;
    fray_archetype_def soldier;
    fray_init_archetype_def(&soldier, sizeof soldier);
    soldier.name = "soldier";
    soldier.body.health = 60.0f;
    soldier.attacks = &swing;
    soldier.attack_count = 1;
    fray_world_add_archetype(world, &soldier, NULL);
    fray_world_add_team(world, "red", NULL);
    fray_world_add_team(world, "blue", NULL);

    fray_spawn_def spawn;
    fray_init_spawn_def(&spawn, sizeof spawn);
    fray_world_spawn(world, &spawn, NULL);
    spawn.team = 1;
    spawn.position.x = 12.0f;
    fray_world_spawn(world, &spawn, NULL);

    for (int frame = 0; frame < 600; ++frame) {
        fray_world_step(world, 1.0 / 60.0);
        const fray_events* events;
        fray_world_events(world, &events);
        for (size_t i = 0; i < events->hit_count; ++i)
            printf("agent %d hits for %.0f\n", (int)events->hits[i].agent.serial, (double)events->hits[i].damage);
    }
    return fray_destroy_world(world);
}

static fray_world_id a_world(void) {
    fray_world_def def;
    fray_world_id world;
    fray_init_world_def(&def, sizeof def);
    if (fray_create_world(&def, &world) != FRAY_OK) exit(1);
    return world;
}

static float highest_health(fray_world_id world) {
    fray_view healths;
    float highest = 0.0f;
    if (fray_world_view(world, FRAY_COLUMN_HEALTH, &healths) != FRAY_OK) return 0.0f;
    const float* health = healths.data; /* the world's own memory: good until the next step */
    for (size_t row = 0; row < healths.count; ++row)
        if (health[row] > highest) highest = health[row];
    return highest;
}

static int count_deaths(fray_world_id world, int* wounds) {
    const fray_events* events;
    int deaths = 0;
    if (fray_world_events(world, &events) != FRAY_OK) return -1;
    for (size_t i = 0; i < events->count; ++i) {
        const uint32_t index = events->order[i].index;
        switch (events->order[i].type) {
        case FRAY_EVENT_HURT: *wounds += events->hurts[index].amount > 0.0f; break;
        case FRAY_EVENT_DEATH: ++deaths; break;
        default: break;
        }
    }
    return deaths;
}

static void* save(fray_world_id world, size_t* size) {
    if (fray_world_save(world, NULL, 0, size) != FRAY_OK) return NULL; /* how much? */
    void* bytes = malloc(*size);
    if (bytes != NULL) fray_world_save(world, bytes, *size, size);
    return bytes;
}

static void flee(void* context, const fray_state_batch* batch, fray_state_writer* out) {
    (void)context;
    for (size_t i = 0; i < batch->count; ++i) {
        if (batch->target_rows[i] == FRAY_NO_ROW) {
            fray_state_next(out, i, FRAY_AGENT_STATE_IDLE); /* back to the machine */
            continue;
        }
        const fray_vec2 here = batch->positions[batch->rows[i]], from = batch->positions[batch->target_rows[i]];
        const fray_vec2 away = {2.0f * here.x - from.x, 2.0f * here.y - from.y};
        fray_state_move_to(out, i, away, FRAY_GAIT_RUN);
        fray_state_wait(out, i, 0.25);
    }
}

static fray_error add_flee(fray_world_id world) {
    fray_state_def def;
    fray_init_state_def(&def, sizeof def);
    def.name = "flee";
    def.decide = flee;
    return fray_world_add_state(world, &def, NULL); /* before the archetypes that name it */
}

static void draw_line(fray_vec2 from, fray_vec2 to, uint32_t colour, void* user) {
    (void)from, (void)to, (void)colour;
    ++*(int*)user; /* your engine's debug renderer */
}

static fray_error draw_fights(fray_world_id world, int* lines) {
    fray_debug_draw draw;
    fray_init_debug_draw(&draw, sizeof draw);
    draw.line = draw_line;
    draw.user = lines;
    fray_draw_options options;
    fray_init_draw_options(&options, sizeof options);
    options.elements = 1u << FRAY_DRAW_TARGETS | 1u << FRAY_DRAW_HEADINGS;
    return fray_world_draw(world, &draw, &options);
}

static int from_toml(fray_world_id world) {
    /* army.toml:2:1: archetypes.grunt: unknown key 'haelth' (did you mean 'health'?) */
    if (fray_world_add_toml(world, "[archetypes.grunt]\nhaelth = 30\n", "army.toml") == FRAY_ERROR_BAD_FILE)
        puts(fray_error_text(world));
    return 0;
}

int main(void) {
    if (first_program() != 0) return 1;
    const fray_world_id world = a_world();
    int lines = 0;
    size_t size = 0;
    int wounds = 0;
    fray_spawn_def spawn;
    fray_archetype_def soldier;
    fray_agent_id agent;
    const fray_agent_id host = {0, 0};
    fray_init_spawn_def(&spawn, sizeof spawn);
    fray_init_archetype_def(&soldier, sizeof soldier);
    if (add_flee(world) != FRAY_OK || from_toml(world) != 0) return 2;
    fray_world_add_archetype(world, &soldier, NULL);
    fray_world_add_team(world, "red", NULL);
    fray_world_spawn(world, &spawn, &agent);
    fray_world_step(world, 0.1);
    if (highest_health(world) != 100.0f) return 3;
    fray_world_damage(world, agent, 10.0f, host);
    fray_world_step(world, 0.1);
    if (count_deaths(world, &wounds) != 0 || wounds != 1) return 6;
    if (draw_fights(world, &lines) != FRAY_OK || lines == 0) return 4;
    void* const bytes = save(world, &size);
    if (bytes == NULL || fray_world_restore(world, bytes, size) != FRAY_OK) return 5;
    free(bytes);
    return fray_destroy_world(world);
}
