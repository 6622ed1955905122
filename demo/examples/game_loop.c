/*
 * A complete small game in C: a player that this program moves, against a dozen enemies of two kinds that fray moves.
 * fray decides which enemies may approach the player, which may attack, and when. The program prints fray's events.
 * engine/docs/c-api.md explains it step by step.
 *
 *     fray_example_game_loop
 */
#include <fray/fray_c.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS_TEAM, ENEMIES_TEAM };
enum { ENEMIES = 12 };

typedef struct game {
    fray_world_id world;
    fray_agent_id player;
    fray_vec2 at, looks; /* the player's body, which this program moves */
    double next_blow;    /* s */
    double now;          /* s */
    int hits;
} game;

/* Ends the program when a call fails, which means that its arguments are wrong. */
static void must(fray_error error) {
    if (error == FRAY_OK) return;
    fprintf(stderr, "%s: %s\n", fray_error_name(error), fray_last_error());
    exit(1);
}

/* ---- Setup ------------------------------------------------------------------------------------------------------- */

static void add_player_archetype(fray_world_id world) {
    fray_archetype_def player;
    must(fray_init_archetype_def(&player, sizeof player));
    player.name = "player";
    player.autonomous = false;                  /* it only follows commands */
    player.body.motion = FRAY_MOTION_TYPE_HOST; /* this program sets its position */
    player.body.health = 400.0f;
    player.circle.slots = 6;           /* at most this many agents stand around it, */
    player.circle.attack_capacity = 4; /* and attacks of at most this weight run at the same time */
    must(fray_world_add_archetype(world, &player, NULL));
}

static void add_enemy_archetypes(fray_world_id world) {
    fray_attack_def stab;
    must(fray_init_attack_def(&stab, sizeof stab));
    stab.name = "stab";
    stab.weight = 2;
    stab.damage = 6.0f;
    fray_archetype_def grunt;
    must(fray_init_archetype_def(&grunt, sizeof grunt));
    grunt.name = "grunt";
    grunt.body.health = 40.0f;
    grunt.perception.alert_radius = 40.0f;
    grunt.attacks = &stab;
    grunt.attack_count = 1;
    must(fray_world_add_archetype(world, &grunt, NULL));

    fray_attack_def slam;
    must(fray_init_attack_def(&slam, sizeof slam));
    slam.name = "slam";
    slam.weight = 4;
    slam.damage = 25.0f;
    slam.windup = 0.9;
    slam.duration = 1.6;
    slam.recovery = 3.0;
    fray_archetype_def brute = grunt;
    brute.name = "brute";
    brute.body.health = 120.0f;
    brute.body.radius = 0.7f;
    brute.body.walk_speed = 2.0f;
    brute.body.run_speed = 4.0f;
    brute.engagement.grid_weight = 3;
    brute.attacks = &slam;
    must(fray_world_add_archetype(world, &brute, NULL));
}

static fray_agent_id spawn(fray_world_id world, const char* archetype, uint8_t team, fray_vec2 at) {
    fray_spawn_def def;
    fray_agent_id agent;
    must(fray_init_spawn_def(&def, sizeof def));
    must(fray_world_find_archetype(world, archetype, &def.archetype));
    def.team = team;
    def.position = at;
    must(fray_world_spawn(world, &def, &agent));
    return agent;
}

static void begin(game* g) {
    fray_world_def def;
    must(fray_init_world_def(&def, sizeof def));
    def.seed = 11;
    must(fray_create_world(&def, &g->world));
    must(fray_world_add_team(g->world, "player", NULL));
    must(fray_world_add_team(g->world, "enemies", NULL));
    add_player_archetype(g->world);
    add_enemy_archetypes(g->world);
    g->player = spawn(g->world, "player", PLAYERS_TEAM, g->at);
    for (int i = 0; i < ENEMIES; ++i) {
        const fray_vec2 at = {14.0f + 2.0f * (float)(i % 3), 3.0f * (float)(i / 3) - 4.5f};
        spawn(g->world, i % 4 == 3 ? "brute" : "grunt", ENEMIES_TEAM, at);
    }
}

/* ---- The player -------------------------------------------------------------------------------------------------- */

static const void* column(const game* g, fray_column which, size_t* count) {
    fray_view view;
    must(fray_world_view(g->world, which, &view));
    *count = view.count;
    return view.data;
}

/* Returns the nearest living enemy, with its position and distance. Generation 0: there is none. */
static fray_agent_id nearest_enemy(const game* g, fray_vec2* place, float* distance) {
    size_t count;
    const fray_agent_id* ids = column(g, FRAY_COLUMN_ID, &count);
    const fray_vec2* positions = column(g, FRAY_COLUMN_POSITION, &count);
    const uint8_t* teams = column(g, FRAY_COLUMN_TEAM, &count);
    const uint8_t* states = column(g, FRAY_COLUMN_STATE, &count);
    fray_agent_id nearest = {0, 0};
    for (size_t row = 0; row < count; ++row) {
        if (teams[row] != ENEMIES_TEAM || states[row] == FRAY_AGENT_STATE_DEAD) continue;
        const float dx = positions[row].x - g->at.x, dy = positions[row].y - g->at.y;
        const float away = sqrtf(dx * dx + dy * dy);
        if (nearest.generation != 0 && away >= *distance) continue;
        nearest = ids[row];
        *place = positions[row];
        *distance = away;
    }
    return nearest;
}

/* The player walks up to the nearest enemy and hits it twice a second, for 20 health each. */
static void move_player(game* g, double dt) {
    fray_vec2 enemy = {0.0f, 0.0f};
    float distance = 0.0f;
    const fray_agent_id foe = nearest_enemy(g, &enemy, &distance);
    if (foe.generation == 0) return;
    if (distance > 0.01f) {
        g->looks.x = (enemy.x - g->at.x) / distance;
        g->looks.y = (enemy.y - g->at.y) / distance;
    }
    if (distance > 2.0f) {
        g->at.x += g->looks.x * 3.0f * (float)dt;
        g->at.y += g->looks.y * 3.0f * (float)dt;
    } else if (g->now >= g->next_blow) {
        must(fray_world_damage(g->world, foe, 20.0f, g->player));
        g->next_blow = g->now + 0.5;
        ++g->hits;
    }
}

/* fray reads the pose from `g` during the step, so `g` must stay in place until the step is over. */
static void tell_pose(game* g) {
    fray_host_poses poses;
    must(fray_init_host_poses(&poses, sizeof poses));
    poses.count = 1;
    poses.agents = &g->player;
    poses.x = &g->at.x;
    poses.y = &g->at.y;
    poses.heading_x = &g->looks.x;
    poses.heading_y = &g->looks.y;
    must(fray_world_set_host_poses(g->world, &poses));
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

/* For example `player` or `grunt 3`. */
static const char* name_of(const game* g, fray_event_agent agent, char* buffer, size_t size) {
    uint16_t archetype;
    const char* name;
    if (agent.serial == FRAY_NO_SERIAL) return "the program";
    must(fray_world_archetype_of(g->world, agent.id, &archetype));
    must(fray_world_archetype_name(g->world, archetype, &name));
    snprintf(buffer, size, agent.serial == 0 ? "the %s" : "%s %d", name, (int)agent.serial);
    return buffer;
}

static void print_hit(const game* g, const fray_hit_event* hit) {
    char agent[64];
    printf("%5.2f s  %s hits for %.0f\n", g->now, name_of(g, hit->agent, agent, sizeof agent), (double)hit->damage);
}

static void print_miss(const game* g, const fray_miss_event* miss) {
    char agent[64];
    printf("%5.2f s  %s misses, %.0f\n", g->now, name_of(g, miss->agent, agent, sizeof agent), (double)miss->damage);
}

static void print_death(const game* g, const fray_death_event* death) {
    char agent[64], killer[64];
    printf("%5.2f s  %s dies by %s\n", g->now, name_of(g, death->agent, agent, sizeof agent),
           name_of(g, death->killer, killer, sizeof killer));
}

/* fray has a list for each kind of event. `order` is the order in which all of them have happened. */
static void print_events(const game* g) {
    const fray_events* events;
    must(fray_world_events(g->world, &events));
    for (size_t i = 0; i < events->count; ++i) {
        const uint32_t index = events->order[i].index;
        switch (events->order[i].type) {
        case FRAY_EVENT_HIT: print_hit(g, &events->hits[index]); break;
        case FRAY_EVENT_MISS: print_miss(g, &events->misses[index]); break;
        case FRAY_EVENT_DEATH: print_death(g, &events->deaths[index]); break;
        default: break;
        }
    }
}

static bool is_over(const game* g, const char** how) {
    fray_vec2 place;
    float distance;
    uint8_t state;
    must(fray_world_state(g->world, g->player, &state));
    *how = state == FRAY_AGENT_STATE_DEAD                        ? "the player has fallen"
           : nearest_enemy(g, &place, &distance).generation == 0 ? "the player has won"
           : g->now >= 120.0                                     ? "neither side has won"
                                                                 : NULL;
    return *how != NULL;
}

int main(void) {
    const double dt = 1.0 / 60.0;
    const char* how = NULL;
    uint64_t hash = 0;
    game g = {.looks = {1.0f, 0.0f}};
    begin(&g);
    do {
        move_player(&g, dt);
        tell_pose(&g);
        must(fray_world_step(g.world, dt));
        g.now += dt;
        print_events(&g);
    } while (!is_over(&g, &how));
    must(fray_world_state_hash(g.world, &hash));
    printf("%5.2f s  %s, after %d hits; state %016llx\n", g.now, how, g.hits, (unsigned long long)hash);
    must(fray_destroy_world(g.world));
    return 0;
}
