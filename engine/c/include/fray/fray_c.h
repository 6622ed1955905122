/*
 * fray in C99: AI for large crowds that fight. All of fray.h that a game needs, through plain C: for engines written in
 * C, and for C#, Rust, Python and whatever else can call C. engine/docs/c-api.md begins at the beginning.
 *
 * Lengths are metres, times seconds, angles radians. What is decided, exactly: engine/docs/rules.md.
 *
 * Handles are plain values; zero is null. Every function may be given null, stale, foreign or garbage handles, null
 * pointers and any numbers, and then answers an error: nothing has changed. What cannot be told is a pointer that is
 * neither null nor good, and a count larger than its array. No C++ exception leaves a function.
 *
 * Threads. `Any thread`: at any time, from many at once. `World's thread`: one thread at a time for a world, and not
 * while it steps; different worlds may be used at once. A second thread is told FRAY_ERROR_BUSY; a call during a step,
 * or from a callback of it, FRAY_ERROR_STEPPING. What a function has handed out (views, lists, names) may then be read
 * from many threads, for as long as it is valid.
 */
#ifndef FRAY_C_H
#define FRAY_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FRAY_C_LINKAGE extern "C"
#define FRAY_AN_INT : int32_t /* any number may come, so enums can store any */
#else
#define FRAY_C_LINKAGE
#define FRAY_AN_INT
#endif

/* FRAY_C_SHARED: fray_c is a shared library; FRAY_C_BUILD: it is being built. CMake sets both. */
#if defined(_WIN32) && defined(FRAY_C_SHARED) && defined(FRAY_C_BUILD)
#define FRAY_C_API FRAY_C_LINKAGE __declspec(dllexport)
#elif defined(_WIN32) && defined(FRAY_C_SHARED)
#define FRAY_C_API FRAY_C_LINKAGE __declspec(dllimport)
#elif defined(FRAY_C_SHARED) && defined(FRAY_C_BUILD)
#define FRAY_C_API FRAY_C_LINKAGE __attribute__((visibility("default")))
#else
#define FRAY_C_API FRAY_C_LINKAGE
#endif

/* ---- Numbers and handles ----------------------------------------------------------------------------------------- */

/* Largest distance of anything from the origin on either axis, m. */
#define FRAY_WORLD_EXTENT 16384.0f
#define FRAY_MAX_WORLDS 4096
#define FRAY_MAX_GROUNDS 4096
#define FRAY_MAX_TEAMS 64
#define FRAY_MAX_ARCHETYPES 4096
#define FRAY_MAX_ATTACKS 255
#define FRAY_MAX_SLOTS 256
#define FRAY_MAX_PHASES 16
#define FRAY_MAX_USER_STATES 64 /* of a world */
#define FRAY_MAX_STATE_USES 16  /* of an archetype */
#define FRAY_MAX_WEIGHT 1000000
#define FRAY_MAX_DETAIL_POINTS 256
#define FRAY_MAX_COLUMN_SIZE 4096 /* bytes an agent, of a column of the user's */
#define FRAY_NO_SERIAL (-1)       /* no agent, or the host */
#define FRAY_NO_ROW UINT32_MAX

/* A point or direction on the ground plane. */
typedef struct fray_vec2 {
    float x, y;
} fray_vec2;

/* Names a world. Of one that was destroyed it is stale, for ever. */
typedef struct fray_world_id {
    uint32_t index;
    uint32_t generation;
} fray_world_id;

/* Names an agent of one world. Of one that was despawned it is stale. Worlds count their agents alike: an id of another
 * world is stale here, or names another agent. */
typedef struct fray_agent_id {
    uint32_t index;
    uint32_t generation;
} fray_agent_id;

/* Names a squad of one world, made by fray_world_add_squad; it lives as long as the world. */
typedef struct fray_squad_id {
    uint32_t value;
} fray_squad_id;

/* Names a column of the user's, made by fray_world_add_column; it lives as long as the world. */
typedef struct fray_user_column_id {
    uint32_t value;
} fray_user_column_id;

/* Names ground, until fray_destroy_ground. */
typedef struct fray_ground_id {
    uint32_t index;
    uint32_t generation;
} fray_ground_id;

/* Elements of memory of the world's, one every `stride` bytes. */
typedef struct fray_view {
    const void* data; /* null: there are none */
    size_t count;
    size_t stride;
} fray_view;

/* As in 1.2.3. */
typedef struct fray_version_number {
    int major, minor, patch;
} fray_version_number;

/* The library's. Any thread. */
FRAY_C_API fray_version_number fray_version(void);

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* On anything but FRAY_OK nothing has changed, except where it is said; fray_error_text says what was given and what is
 * allowed. */
typedef enum fray_error FRAY_AN_INT {
    FRAY_OK = 0,
    FRAY_ERROR_STALE_ID = 1,       /* the agent is null, despawned, or of another generation */
    FRAY_ERROR_NOT_FINITE = 2,     /* a coordinate, heading, amount or time is not a finite number */
    FRAY_ERROR_OUT_OF_RANGE = 3,   /* a number is outside what its field allows */
    FRAY_ERROR_UNKNOWN = 4,        /* no such archetype, team, squad, column, state or circle */
    FRAY_ERROR_WRONG_SQUAD = 5,    /* a squad holds agents of one team */
    FRAY_ERROR_STEPPING = 6,       /* the world steps: between begin and end, or in a callback */
    FRAY_ERROR_FULL = 7,           /* no more agents, teams, archetypes, worlds or recorders can be added */
    FRAY_ERROR_BAD_SNAPSHOT = 8,   /* not a snapshot of a world like this one */
    FRAY_ERROR_STATE_FAILED = 9,   /* a state of the user's has thrown; the frame was finished all the same */
    FRAY_ERROR_BAD_CALL = 10,      /* of recordings: not the bytes of a call */
    FRAY_ERROR_OFF_GROUND = 11,    /* nobody can stand there */
    FRAY_ERROR_DEAD = 12,          /* memory ran out, or a callback has thrown, in the middle of a change: the world is
                                      empty now, and answers this to all that would change it */
    FRAY_ERROR_OUT_OF_MEMORY = 13, /* before anything was changed: the world goes on as it was */
    /* Of the C interface. */
    FRAY_ERROR_STALE_WORLD = 64, /* the world is null, was destroyed, or never was */
    FRAY_ERROR_STALE_GROUND,     /* the same of ground */
    FRAY_ERROR_NULL_POINTER,     /* a pointer that has to be given is null */
    FRAY_ERROR_BAD_SIZE,         /* the caller's memory is too small: the needed size is told */
    FRAY_ERROR_BAD_DEF,          /* a def that was not filled in by its fray_default_ function */
    FRAY_ERROR_BUSY,             /* another thread is in a call to this world */
    FRAY_ERROR_UNSUPPORTED,      /* this library was built without that part */
    FRAY_ERROR_BAD_FILE,         /* a file, or TOML: the text names file, line, column, or place */
    FRAY_ERROR_EXCEPTION         /* an exception inside, or in a callback; the text is its own */
} fray_error;

/* `stale_id` and the like; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_error_name(fray_error error);
/* What the last call of this thread that did not answer FRAY_OK has to say; never null. Valid until the thread's next
 * such call. Any thread. */
FRAY_C_API const char* fray_last_error(void);
/* The same of the last such call for this world, whichever thread made it; of a world that is null, stale or busy:
 * fray_last_error. Valid until the next such call for the world. World's thread. */
FRAY_C_API const char* fray_error_text(fray_world_id world);

/* Of what the log is told. */
typedef enum fray_log_level FRAY_AN_INT {
    FRAY_LOG_ERROR = 0,   /* an exception inside, a world that is dead */
    FRAY_LOG_WARNING = 1, /* a call was refused */
} fray_log_level;

/* Called on the thread that made the call; `text` is valid during it. It must not call fray. */
typedef void (*fray_log_fn)(fray_log_level level, const char* text, void* user);
/* Of all worlds; null: nobody listens. Not while another thread is in a call to fray. */
FRAY_C_API void fray_set_log(fray_log_fn log, void* user);

/* Called on whichever thread found that something holds no longer that always has to: a fault of fray's, or of a state
 * of the user's whose decisions depend on the batch (both are looked for in debug builds). When it returns, the program
 * is aborted. */
typedef void (*fray_assert_fn)(const char* text, void* user);
/* Of all worlds; null: the text goes to standard error. Not while another thread is in a call to fray. */
FRAY_C_API void fray_set_assert(fray_assert_fn assert_failed, void* user);

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

/* What runs the steps. */
typedef enum fray_jobs FRAY_AN_INT {
    FRAY_JOBS_THREADS, /* a private pool of threads (oneTBB); no thread spins between frames */
    FRAY_JOBS_SERIAL,  /* all on the calling thread */
    FRAY_JOBS_HOST,    /* fray_host_jobs */
} fray_jobs;

/* One piece of a loop: handles items [begin, end). May be called on any thread, on many at once. */
typedef void (*fray_range_task)(void* context, uint32_t begin, uint32_t end);

/* The host's scheduler. `enqueue` starts `task` over [0, count) in pieces of about `grain` items, of any size and in
 * any order, as long as each item is in just one; null as its answer means that all of it already ran. `finish` waits
 * for such a handle, once for each, on the thread that steps, which may run pieces meanwhile. fray never waits inside a
 * task. */
typedef struct fray_host_jobs {
    void* (*enqueue)(fray_range_task task, uint32_t count, uint32_t grain, void* context, void* user);
    void (*finish)(void* handle, void* user);
    int workers; /* threads that may run tasks at once, the one that steps included; 1 to 1024 */
    void* user;
} fray_host_jobs;

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

/* What becomes of those whom fray moves, and who are spawned or placed where nobody can stand. */
typedef enum fray_off_ground FRAY_AN_INT {
    FRAY_OFF_GROUND_MOVE,   /* they come to the nearest place; the call is refused if the world has none */
    FRAY_OFF_GROUND_REFUSE, /* FRAY_ERROR_OFF_GROUND */
} fray_off_ground;

/* Test options: they change how the work is laid out, never a result. */
typedef struct fray_layout {
    uint64_t shuffle_storage; /* not 0: rows are shuffled with this seed every frame */
    uint64_t shuffle_chunks;  /* not 0: the chunks of a loop run in an order shuffled with this seed */
    uint32_t chunk_size;      /* not 0: agents per chunk, instead of the built-in size */
} fray_layout;

/* The host's own memory; both functions, or neither: the process's heap. They are called on any thread, on many at
 * once, and not in a steady frame. */
typedef struct fray_allocator {
    /* At least `bytes` (> 0), aligned to `alignment` (a power of two). Null: there is no more. */
    void* (*allocate)(size_t bytes, size_t alignment, void* user);
    void (*free)(void* block, size_t bytes, size_t alignment, void* user);
    void* user;
} fray_allocator;

/* What a world is made with. */
typedef struct fray_world_def {
    uint64_t seed;
    double hz;              /* steps a second of fray_world_advance, 1 to 1000 */
    uint64_t events;        /* bits 1 << fray_event_type: which events are recorded */
    bool refusals;          /* record why agents wait (FRAY_EVENT_REFUSE), when the reason changes */
    bool hash;              /* compute the state hash */
    uint32_t tree_every;    /* frames in which all search trees are brought up to date, 1 to 1024 */
    uint32_t reorder_every; /* frames in which every agent is put into space-filling order once, 1 to 65536 */
    fray_off_ground off_ground;
    fray_jobs jobs;
    int threads;              /* of FRAY_JOBS_THREADS: 1 to 1024, the calling one included; 0: the machine's */
    bool pin;                 /* the same: keep every thread on one core */
    fray_host_jobs host_jobs; /* of FRAY_JOBS_HOST */
    fray_allocator allocator; /* of all that grows with agents */
    /* Bytes, from 4 MiB on; 0: no limit. fray_world_spawn and fray_world_reserve answer FRAY_ERROR_FULL where what the
     * world holds, and what one more may come to need in a fight, would be more; the world goes on without him. */
    uint64_t memory_budget;
    fray_layout layout;
    uint32_t cookie; /* of fray_default_world_def */
} fray_world_def;

/* Seed 1, 60 Hz, all events but refusals, hashes, a private pool of threads. Any thread. */
FRAY_C_API fray_world_def fray_default_world_def(void);
/* `*out` is null when it fails. Any thread. */
FRAY_C_API fray_error fray_create_world(const fray_world_def* def, fray_world_id* out);
/* A step that was begun is ended; a recording without fray_world_stop_recording is thrown away. World's thread, also
 * between fray_world_step_begin and _end. */
FRAY_C_API fray_error fray_destroy_world(fray_world_id world);
/* Room for so many agents, living and dead, so that no step has to make it. World's thread. */
FRAY_C_API fray_error fray_world_reserve(fray_world_id world, size_t agents);
/* Is it there? Any thread. */
FRAY_C_API bool fray_world_is_valid(fray_world_id world);
/* How many there are. 0 before the library is unloaded. Any thread. */
FRAY_C_API int fray_world_count(void);

/* ---- Archetypes: what kinds of agents are made of ---------------------------------------------------------------- */

/* How an archetype finds whom to fight. */
typedef enum fray_targeting FRAY_AN_INT {
    FRAY_TARGETING_SELF,   /* the nearest hostile within this agent's own alert distance */
    FRAY_TARGETING_TEAM,   /* the nearest hostile within the alert distance of any living member of the squad */
    FRAY_TARGETING_SIGHT,  /* the nearest hostile that it sees itself; kept until it is beyond bands[3] */
    FRAY_TARGETING_SPREAD, /* as team, but first those at whose circle there is room */
} fray_targeting;

/* What an agent keeps when its attack has ended. */
typedef enum fray_release FRAY_AN_INT {
    FRAY_RELEASE_ATTACK, /* the slot is kept, and exchanged for the nearest open one */
    FRAY_RELEASE_ALL,    /* the slot is given up, and asked for again at the back of the queue */
    FRAY_RELEASE_LAUNCH, /* the slot is given up at the hit, the attack weight at the end */
} fray_release;

/* How one of the attacks that fit is chosen. */
typedef enum fray_choice FRAY_AN_INT {
    FRAY_CHOICE_FIRST,     /* table order */
    FRAY_CHOICE_RANDOM,    /* any, with equal chance */
    FRAY_CHOICE_SCORE,     /* drawn in proportion to the score */
    FRAY_CHOICE_STRONGEST, /* the greatest attack weight; ties: table order */
} fray_choice;

/* How unlocked holders are given other slots when the target has moved or holders changed. */
typedef enum fray_rebalance FRAY_AN_INT {
    FRAY_REBALANCE_EXACT,   /* so that the sum of their ways is least */
    FRAY_REBALANCE_NEAREST, /* the nearest pair of holder and slot first */
    FRAY_REBALANCE_OFF,     /* everybody keeps its slot, and its target */
} fray_rebalance;

/* Where those wait that have no slot. */
typedef enum fray_outside FRAY_AN_INT {
    FRAY_OUTSIDE_PATROL, /* going round the roam ring, counter-clockwise */
    FRAY_OUTSIDE_FLANK,  /* standing on the roam ring before a free slot */
} fray_outside;

/* Who shares a cooldown. */
typedef enum fray_scope FRAY_AN_INT {
    FRAY_SCOPE_CIRCLE, /* those who fight the same target */
    FRAY_SCOPE_WORLD,
} fray_scope;

/* Who moves the agent. */
typedef enum fray_motion FRAY_AN_INT {
    FRAY_MOTION_FRAY,
    FRAY_MOTION_HOST, /* the host: fray_world_set_host_poses; it reads goals, wanted speeds and facings */
} fray_motion;

/* Who answers a squad's stick, and how. */
typedef enum fray_control FRAY_AN_INT {
    FRAY_CONTROL_LEADER, /* the leader; the others follow when it is far enough away */
    FRAY_CONTROL_ALL,    /* everybody, at once */
    FRAY_CONTROL_PATHS,  /* the leader at once, the others when they have finished, each to a point ahead of itself */
} fray_control;

/* At most so many permits for attacks of a class at once on a circle. */
typedef struct fray_class_limit {
    const char* attack_class;
    int permits; /* 0 to FRAY_MAX_SLOTS */
} fray_class_limit;

/* What a brain may do when the target comes into another band: 0 to 1000000, their sum > 0. */
typedef struct fray_reaction_weights {
    int stay, combat, heal;
} fray_reaction_weights;

/* Rolled on when the band changes. */
typedef struct fray_reaction_def {
    fray_reaction_weights table[3]; /* by band 0, 1, 2 */
    fray_reaction_weights hurt[3];  /* the same in need of healing */
} fray_reaction_def;

/* From less than a share of its health on, for good. What is not given stays as it was. */
typedef struct fray_phase_def {
    float below;                /* 0 to 1, less than in the phase before; 1, of the first: from the spawn on */
    const char* const* attacks; /* names of the only ones it uses; none: as before */
    size_t attack_count;
    bool sets_reactions, sets_super_armour, sets_walk_speed, sets_run_speed; /* which of these are given */
    fray_reaction_def reactions;
    bool super_armour;
    float walk_speed; /* m/s, 0 to 100 */
    float run_speed;  /* m/s, walk_speed to 100 */
    uint32_t cookie;  /* of fray_default_phase_def */
} fray_phase_def;

/* When an agent comes into a state of the user's. */
typedef struct fray_state_use {
    const char* name; /* of fray_world_add_state */
    float below;      /* 0 to 1: when it is hurt, and has less than this share of its health */
    bool idle;        /* when it has nobody to fight and nothing else to do */
} fray_state_use;

/* Written by fray_print_c_defs --write from the lists of fields in fray/defs.h. */
/* clang-format off */
/* How often an attack is used, in three tiers. Spent at the permit, given back when the attack ends
 * before its windup. */
typedef struct fray_cooldown_def {
    double agent; /* s for the same agent; 0: none (0 to 3600) */
    double archetype; /* s for all of the archetype, from when its uses are spent; 0: none (0 to 3600) */
    int uses; /* of archetype: uses before the clock starts (1 to 1000) */
    double global; /* s for all attacks of its class; 0: none (0 to 3600) */
    fray_scope scope; /* of archetype and global: who shares them */
} fray_cooldown_def;

/* One row of an attack table.
 * duration >= windup.
 * cooldown.global needs a class.
 */
typedef struct fray_attack_def {
    const char* name; /* its name; null: none */
    const char* attack_class; /* what class limits and global cooldowns know it by; null: none */
    int weight; /* attack weight (1 to 1000000) */
    float damage; /* taken from the target's health (0 to 1000000000) */
    float range[2]; /* m, least and greatest distance to begin (0 to 16384) */
    float angle[2]; /* rad from the heading, left positive: least and greatest (-3.141592653589793 to 3.141592653589793) */
    double windup; /* s from the start to the hit (0 to 3600) */
    double duration; /* s from the start to the end (0 to 3600) */
    double recovery; /* s after the end before the next (0 to 3600) */
    int score; /* share in a drawn choice (0 to 1000000) */
    float projectile_speed; /* m/s of its missile; 0: it hits at once (0, or 0.1 to 1000) */
    fray_cooldown_def cooldown; /* limits how often it is used */
    uint32_t cookie; /* of fray_default_attack_def */
} fray_attack_def;

/* The circle round an agent, for those who fight it.
 * approach_radius > attack_radius.
 */
typedef struct fray_circle_def {
    int slots; /* standing places on the approach ring (1 to 256) */
    int grid_capacity; /* sum of grid weights it carries (0 to 1000000) */
    int attack_capacity; /* sum of attack weights it carries (0 to 1000000) */
    float attack_radius; /* m (more than 0) */
    float approach_radius; /* m (more than 0, at most 1000) */
    float roam_gap; /* m from the approach ring to the roam ring (more than 0, at most 1000) */
    float arrive; /* m from its slot within which a holder has arrived (more than 0) */
    double patience; /* s the first asker is too heavy before it reserves what is freed; 0: never (0 to 3600) */
    double permit_patience; /* s of refusals before a holder stays first; 0: never (0 to 3600) */
    double reach_limit; /* s a holder may take to arrive; 0: any time (0 to 3600) */
    double attack_timeout; /* s a permit may take to come within range (more than 0, at most 3600) */
    fray_rebalance rebalance; /* how holders change slots when the target moves */
    float switch_gain; /* m by which a change must shorten the ways (0 to 16384) */
    double switch_dwell; /* s between two changes of a holder (0 to 3600) */
    bool steal; /* an asker inside takes the slot of a holder outside */
    double steal_after; /* s for which a new holder is safe from that (0 to 3600) */
    fray_outside outside; /* where those wait that have no slot */
    float surround; /* how far evenness goes before nearness (0 to 1) */
    double attack_gap; /* s between two permits at least; 0: none (0 to 3600) */
    double rest; /* s before one who released its slot asks again; 0: none (0 to 3600) */
    double hold_limit; /* s a holder may wait for a permit; 0: any time (0 to 3600) */
    double interrupt_grace; /* s for which an interrupted attacker keeps its permit; 0: none (0 to 3600) */
    const fray_class_limit* class_limits; /* permits at once, by class of attack (0 to 1024) */
    size_t class_limit_count;
    int offscreen_limit; /* permits at once from outside the target's view; -1: any number (-1 to 256) */
} fray_circle_def;

/* What happens when nothing happens. Times are drawn anew each time. */
typedef struct fray_timer_def {
    double run[2]; /* s of running without a change of band, least and most: then it fights (0.001 to 3600) */
    double close[2]; /* s in bands 0 and 1 without acting, least and most: then it slides back (0.001 to 3600) */
} fray_timer_def;

/* A leap away from the target. */
typedef struct fray_slide_def {
    double time; /* s (0.001 to 3600) */
    float distance; /* m (0 to 100) */
} fray_slide_def;

/* Drinking, invulnerable. */
typedef struct fray_heal_def {
    float below; /* of its health: with less, and a flask, it is in need (0 to 1) */
    int flasks; /* how often it heals (0 to 255) */
    double time; /* s it takes, invulnerable (0.001 to 3600) */
    float amount; /* of its health that it brings (0 to 1) */
} fray_heal_def;

/* What a kind of agent is made of.
 * run_speed >= walk_speed.
 * alert > attack_start.
 * effective >= attack_start.
 */
typedef struct fray_archetype_def {
    const char* name; /* null: none */
    bool staged; /* false: it decides for itself, without slots and permits; the defaults are a boss's then */
    bool brain; /* false: a player or a dummy, which only carries out orders */
    float health; /* that hits lower (more than 0); infinity: no damage lowers it */
    bool host_health; /* hurts are told, and lower nothing: the host, or the script, sets its health */
    float radius; /* m (0.05 to 50) */
    float mass; /* kg: of two in each other's way the heavier gives way less (0.01 to 1000000) */
    float walk_speed; /* m/s (0 to 100) */
    float run_speed; /* m/s (0 to 100) */
    float acceleration; /* m/s^2 (more than 0, at most 1000) */
    float turn_rate; /* rad a second (more than 0) */
    int grid_weight; /* what it costs the circle it stands on (1 to 1000000) */
    fray_release release; /* what is kept after an attack */
    fray_choice choice; /* which of the attacks that fit */
    fray_targeting targeting; /* how a target is found */
    fray_motion motion; /* who moves it */
    float bands[4]; /* m: close, mid, far, track (more than 0) */
    int period; /* 1, 2, 4 or 8: frames between two turns, at least (level of detail) (1 to 8) */
    float alert; /* m within which hostiles are noticed (more than 0, at most 16384) */
    float attack_start; /* m beyond which no attack begins (more than 0) */
    float effective; /* m within which a hit counts (more than 0, at most 16384) */
    double alert_every; /* s between two looks of a squad (1e-06 to 3600) */
    float target_margin; /* m by which another target must be nearer (0 to 16384) */
    double target_dwell; /* s a target is kept at least (0 to 3600) */
    float sight; /* m that it sees, with targeting 'sight' (more than 0, at most 16384) */
    float fov; /* rad that it sees, half to either side (more than 0, at most 6.283185307179586) */
    bool line_of_sight; /* the host is asked whether it sees a target */
    double stagger; /* s for which a hit stops it; 0: hits do not (0 to 3600) */
    bool super_armour; /* hits do not stagger it */
    bool reacts; /* a staged one too has reactions; free ones always do */
    bool timed; /* a staged one too has the timer 'close'; free ones always do */
    fray_reaction_def reactions; /* to a change of band: shares of stay, combat, heal */
    fray_timer_def timers; /* what happens when nothing happens */
    fray_slide_def slide_back; /* a leap away from the target */
    fray_heal_def heal; /* drinking from flasks */
    const fray_phase_def* phases; /* from less and less health on (0 to 16) */
    size_t phase_count;
    const char* monster; /* the monster that it follows; null: none */
    const fray_state_use* states; /* states of the host's own, and when it comes into them (0 to 16) */
    size_t state_count;
    fray_circle_def circle; /* the circle round an agent of this archetype */
    const fray_attack_def* attacks; /* the attack table (0 to 255) */
    size_t attack_count;
    uint32_t cookie; /* of fray_default_archetype_def */
} fray_archetype_def;

/* How a squad keeps together.
 * max_distance > follow.
 */
typedef struct fray_squad_def {
    float follow; /* m: who has nothing to do stays so near to the leader; 0: nobody (0 to 1000) */
    float max_distance; /* m from the leader beyond which nobody fights (0 to 16384) */
    fray_control control; /* who answers the stick, and how */
    float ahead; /* m, of control 'paths': how far ahead of itself each one goes (more than 0, at most 100) */
    double renew; /* s between two such points (0.001 to 3600) */
    uint32_t cookie; /* of fray_default_squad_def */
} fray_squad_def;
/* clang-format on */

/* Staged, with a brain, 100 health, no attacks. Any thread. */
FRAY_C_API fray_archetype_def fray_default_archetype_def(void);
/* A boss: free, with sight, stagger 0.5 s, attacks from as far as it sees. Any thread. */
FRAY_C_API fray_archetype_def fray_boss_archetype_def(void);
/* Weight 1, damage 1, 0 to 2 m, 0.3 s to the hit, 0.8 s to the end, 1 s of recovery. Any thread. */
FRAY_C_API fray_attack_def fray_default_attack_def(void);
/* Below half the health, nothing changes. Any thread. */
FRAY_C_API fray_phase_def fray_default_phase_def(void);
/* As many slots as grid capacity, patrol, no patience, no stealing, no rebalancing. Its attackers have
 * FRAY_RELEASE_ATTACK and FRAY_CHOICE_FIRST. Any thread. */
FRAY_C_API fray_circle_def fray_kungfu_circle_def(int grid_capacity, int attack_capacity);
/* Eight slots, flank, patience, stealing, rebalancing. Its attackers have FRAY_RELEASE_LAUNCH. Any thread. */
FRAY_C_API fray_circle_def fray_belgian_circle_def(int grid_capacity, int attack_capacity);

/* Everything is copied. `*out`, which may be null, is its index, counted from 0. World's thread. */
FRAY_C_API fray_error fray_world_add_archetype(fray_world_id world, const fray_archetype_def* def, uint16_t* out);
/* Archetypes, and monsters (before the first agent only), of a TOML text: tables `archetypes.NAME` and `monsters.NAME`
 * with the keys of scenarios, or a whole scenario, of which nothing else is taken. `name` stands for the file in
 * errors: `name:line:column: place: what is wrong`, a line each (FRAY_ERROR_BAD_FILE, nothing is added). Where the
 * world refuses an archetype (too many, an unknown state of the user's) those before it stay. World's thread. */
FRAY_C_API fray_error fray_world_add_toml(fray_world_id world, const char* text, const char* name);
/* The same from a file. World's thread. */
FRAY_C_API fray_error fray_world_add_toml_file(fray_world_id world, const char* path);
/* Archetypes as they are to be from the next step on, each in the place of the one of its name; all or none. World's
 * thread. */
FRAY_C_API fray_error fray_world_reload(fray_world_id world, const fray_archetype_def* defs, size_t count);
/* The same, with monsters, from TOML; a monster of a new name is added. All or none. World's thread. */
FRAY_C_API fray_error fray_world_reload_toml(fray_world_id world, const char* text, const char* name);
/* The same from a file. World's thread. */
FRAY_C_API fray_error fray_world_reload_toml_file(fray_world_id world, const char* path);

/* How many archetypes there are. World's thread. */
FRAY_C_API fray_error fray_world_archetype_count(fray_world_id world, size_t* out);
/* The figures of an archetype, as they are now. Its lists (attacks, phases, states, class limits) are left out; names
 * are valid until it is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_archetype(fray_world_id world, uint16_t archetype, fray_archetype_def* out);
/* The archetype of a name. FRAY_ERROR_UNKNOWN: there is none. World's thread. */
FRAY_C_API fray_error fray_world_find_archetype(fray_world_id world, const char* name, uint16_t* out);
/* Valid until it is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_archetype_name(fray_world_id world, uint16_t archetype, const char** out);
/* Valid until it is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_attack_name(fray_world_id world, uint16_t archetype, int attack, const char** out);

/* The monster that an agent follows, in the order in which TOML brought them; -1: none. Events of acts speak of its
 * states and acts by number. World's thread. */
FRAY_C_API fray_error fray_world_monster_of(fray_world_id world, fray_agent_id agent, int64_t* out);

/* Texts of a monster's table. `index` is the state's or the act's number, `line` the line's. */
typedef enum fray_monster_text FRAY_AN_INT {
    FRAY_MONSTER_NAME,       /* its own */
    FRAY_MONSTER_STATE_NAME, /* of a state */
    FRAY_MONSTER_STATE_POSE, /* FRAY_EVENT_POSE */
    FRAY_MONSTER_ACT_NAME,   /* of an act */
    FRAY_MONSTER_ACT_COLOR,  /* FRAY_EVENT_COLOR */
    FRAY_MONSTER_ACT_LINE,   /* FRAY_EVENT_SAY */
} fray_monster_text;
/* Valid until it is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_monster_text(fray_world_id world, int64_t monster, fray_monster_text what,
                                              int32_t index, int32_t line, const char** out);
/* The buffs of an act (FRAY_EVENT_BUFF), the host's own numbers. Valid until it is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_act_buffs(fray_world_id world, int64_t monster, int32_t act, const int** out,
                                           size_t* count);

/* ---- Teams and squads -------------------------------------------------------------------------------------------- */

/* Teams are hostile to each other, and not to themselves, until told otherwise. `*out`, which may be null, is its
 * index, counted from 0. World's thread. */
FRAY_C_API fray_error fray_world_add_team(fray_world_id world, const char* name, uint8_t* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_set_hostile(fray_world_id world, uint8_t a, uint8_t b, bool hostile);
/* World's thread. */
FRAY_C_API fray_error fray_world_hostile(fray_world_id world, uint8_t a, uint8_t b, bool* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_team_count(fray_world_id world, size_t* out);
/* Valid as long as the world. World's thread. */
FRAY_C_API fray_error fray_world_team_name(fray_world_id world, uint8_t team, const char** out);

/* Nobody follows. Any thread. */
FRAY_C_API fray_squad_def fray_default_squad_def(void);
/* A squad of agents of one team. Empty until somebody is spawned into it. `def` null: the default. World's thread. */
FRAY_C_API fray_error fray_world_add_squad(fray_world_id world, uint8_t team, const fray_squad_def* def,
                                           fray_squad_id* out);
/* Who leads it; null: nobody, or there is no such squad. World's thread. */
FRAY_C_API fray_error fray_world_leader(fray_world_id world, fray_squad_id squad, fray_agent_id* out);

/* ---- Ground: where agents can walk ------------------------------------------------------------------------------- */

/* A grid of cells that can be walked on, or not. */
typedef struct fray_grid_def {
    int columns, lines;      /* 1 to 16384 each */
    const uint8_t* walkable; /* columns * lines: not 0 for each cell that is; line by line, the lowest y first */
    float cell;              /* m, 0.01 to 100 */
    fray_vec2 low;           /* m, the corner with the lowest x and y */
    uint32_t cookie;         /* of fray_default_grid_def */
} fray_grid_def;

/* No cells yet, of 1 m. Any thread. */
FRAY_C_API fray_grid_def fray_default_grid_def(void);
/* Any thread. */
FRAY_C_API fray_error fray_create_grid_ground(const fray_grid_def* def, fray_ground_id* out);
/* A map of MovingAI's, from a file; `cell` and `low` as in fray_grid_def. FRAY_ERROR_BAD_FILE. Any thread. */
FRAY_C_API fray_error fray_load_grid_ground(const char* path, float cell, fray_vec2 low, fray_ground_id* out);
/* A navmesh of Detour's, from a file: one tile, or a set of tiles as RecastDemo saves it. FRAY_ERROR_BAD_FILE;
 * FRAY_ERROR_UNSUPPORTED without fray_navmesh. Any thread. */
FRAY_C_API fray_error fray_load_navmesh_ground(const char* path, fray_ground_id* out);
/* Worlds that have it keep it. Any thread. */
FRAY_C_API fray_error fray_destroy_ground(fray_ground_id ground);
/* Can one stand there? Any thread. */
FRAY_C_API fray_error fray_ground_walkable(fray_ground_id ground, fray_vec2 at, bool* out);
/* Can one walk, and see, straight from a to b? Any thread. */
FRAY_C_API fray_error fray_ground_clear(fray_ground_id ground, fray_vec2 a, fray_vec2 b, bool* out);
/* Before the first agent; null: everywhere. A world's ground may be given to other worlds. World's thread. */
FRAY_C_API fray_error fray_world_set_ground(fray_world_id world, fray_ground_id ground);
/* Moves everything, at once, by so many metres: for hosts that keep the origin near the player. `ground`: the same
 * ground, moved; null where the world has none. FRAY_ERROR_OUT_OF_RANGE: somebody, or a point that is still in force,
 * would come to lie outside the world, or poses wait for the next step. World's thread. */
FRAY_C_API fray_error fray_world_shift_origin(fray_world_id world, fray_vec2 by, fray_ground_id ground);

/* ---- Commands: checked when called, carried out by the next step in call order ----------------------------------- */

/* An agent that is to appear. */
typedef struct fray_spawn_def {
    uint16_t archetype;
    uint8_t team;
    int16_t layer;       /* storey; agents on different layers are never neighbours or targets */
    fray_squad_id squad; /* null: a squad of its own */
    fray_vec2 position;  /* m, within FRAY_WORLD_EXTENT */
    fray_vec2 heading;   /* any finite direction but zero; normalised */
    uint64_t host_bits;  /* the host's, carried along */
    uint32_t cookie;     /* of fray_default_spawn_def */
} fray_spawn_def;

/* Archetype 0 and team 0 at the origin, looking along x. Any thread. */
FRAY_C_API fray_spawn_def fray_default_spawn_def(void);
/* The id, written to `out` unless that is null, is valid at once; the agent appears with the next step. World's
 * thread. */
FRAY_C_API fray_error fray_world_spawn(fray_world_id world, const fray_spawn_def* def, fray_agent_id* out);
/* Many, in order, up to the first that is refused: `*made`, which may be null, is how many were not. `out`, which may
 * be null, has room for `count` ids. World's thread. */
FRAY_C_API fray_error fray_world_spawn_many(fray_world_id world, const fray_spawn_def* defs, size_t count,
                                            fray_agent_id* out, size_t* made);
/* World's thread. */
FRAY_C_API fray_error fray_world_despawn(fray_world_id world, fray_agent_id agent);
/* It goes over to a squad, and to its team. World's thread. */
FRAY_C_API fray_error fray_world_join(fray_world_id world, fray_agent_id agent, fray_squad_id squad);
/* It stands there, looking as it did. World's thread. */
FRAY_C_API fray_error fray_world_place(fray_world_id world, fray_agent_id agent, fray_vec2 position);
/* It stands there, looking there: any finite direction but zero. World's thread. */
FRAY_C_API fray_error fray_world_place_facing(fray_world_id world, fray_agent_id agent, fray_vec2 position,
                                              fray_vec2 heading);
/* Of many: fray_world_place_many. */
typedef struct fray_placement {
    fray_agent_id agent;
    fray_vec2 position;
    fray_vec2 heading; /* (0, 0): as it was */
} fray_placement;
/* In order, up to the first that is refused: `*done`, which may be null, is how many were not. World's thread. */
FRAY_C_API fray_error fray_world_place_many(fray_world_id world, const fray_placement* placements, size_t count,
                                            size_t* done);

/* Orders replace an agent's own decisions until the next order. */
typedef enum fray_order_kind FRAY_AN_INT {
    FRAY_ORDER_FREE,    /* decide for yourself again */
    FRAY_ORDER_ATTACK,  /* fight `target`, and no other, until it dies or goes; then free */
    FRAY_ORDER_GO,      /* walk to `point`, fight nobody */
    FRAY_ORDER_STAND,   /* fight nobody, stay */
    FRAY_ORDER_RETREAT, /* run to `point`, fight nobody */
} fray_order_kind;

/* What an agent, or a squad, is told to do. */
typedef struct fray_order {
    fray_order_kind kind;
    fray_agent_id target; /* of FRAY_ORDER_ATTACK */
    fray_vec2 point;      /* m, of FRAY_ORDER_GO and FRAY_ORDER_RETREAT */
} fray_order;

/* World's thread. */
FRAY_C_API fray_error fray_world_order(fray_world_id world, fray_agent_id agent, const fray_order* order);
/* To each of its living members, but not to attack himself. With go and retreat the point is the leader's, and the
 * others keep their places round it. World's thread. */
FRAY_C_API fray_error fray_world_order_squad(fray_world_id world, fray_squad_id squad, const fray_order* order);
/* It leads its squad from now on. World's thread. */
FRAY_C_API fray_error fray_world_lead(fray_world_id world, fray_agent_id agent);
/* Where a squad's stick points, and how far, 0 to 1; held until the next call. (0, 0): it is let go. World's thread. */
FRAY_C_API fray_error fray_world_stick(fray_world_id world, fray_squad_id squad, fray_vec2 direction);
/* How many metres nearer a target seems than it is, -1000 to 1000: to everybody (`by` null), or to one agent. In force
 * until the next such call; 0: not any more. World's thread. */
FRAY_C_API fray_error fray_world_prefer(fray_world_id world, fray_agent_id target, float metres, fray_agent_id by);

/* What matters, for the level of detail: who is far from all points has its turn less often. */
typedef struct fray_detail_def {
    float beyond[3]; /* m, 0 to infinity, ascending: from there on every 2, 4, 8 frames */
    const fray_vec2* points;
    size_t point_count; /* at most FRAY_MAX_DETAIL_POINTS; none: everybody is near */
    uint32_t turns;     /* a frame, for overload: where there would be more, all have theirs less often; 0: no budget */
    uint32_t cookie;    /* of fray_default_detail_def */
} fray_detail_def;

/* No points; 50, 100 and 150 m; no budget. Any thread. */
FRAY_C_API fray_detail_def fray_default_detail_def(void);
/* Until the next such call. World's thread. */
FRAY_C_API fray_error fray_world_set_detail(fray_world_id world, const fray_detail_def* detail);
/* The agent has its turn every so many frames: 1, 2, 4 or 8; 0: as its archetype and the detail say. World's thread. */
FRAY_C_API fray_error fray_world_set_period(fray_world_id world, fray_agent_id agent, int frames);
/* Of its turns, in frames. World's thread. */
FRAY_C_API fray_error fray_world_period(fray_world_id world, fray_agent_id agent, int* out);
/* How often the budget of turns has doubled the periods, 0 to 3. World's thread. */
FRAY_C_API fray_error fray_world_load(fray_world_id world, int* out);

/* `amount` > 0; `by` may be null: the host. World's thread. */
FRAY_C_API fray_error fray_world_damage(fray_world_id world, fray_agent_id agent, float amount, fray_agent_id by);
/* Of many: fray_world_damage_many. */
typedef struct fray_damage {
    fray_agent_id agent;
    fray_agent_id by; /* null: the host */
    float amount;     /* > 0 */
} fray_damage;
/* In order, up to the first that is refused: `*done`, which may be null, is how many were not. World's thread. */
FRAY_C_API fray_error fray_world_damage_many(fray_world_id world, const fray_damage* damages, size_t count,
                                             size_t* done);
/* Its health, 0 (it dies of that) to its archetype's, which must have a limit: for hosts whose own it is
 * (`host_health`), who heal, or who make somebody weaker. World's thread. */
FRAY_C_API fray_error fray_world_set_health(fray_world_id world, fray_agent_id agent, float health);
/* Of many: fray_world_set_health_many. */
typedef struct fray_health {
    fray_agent_id agent;
    float health; /* 0 to its archetype's */
} fray_health;
/* In order, up to the first that is refused: `*done`, which may be null, is how many were not. World's thread. */
FRAY_C_API fray_error fray_world_set_health_many(fray_world_id world, const fray_health* healths, size_t count,
                                                 size_t* done);
/* Of the circle round a target: both 0 to FRAY_MAX_WEIGHT. In force until the next such call. World's thread. */
FRAY_C_API fray_error fray_world_capacity(fray_world_id world, fray_agent_id target, int grid, int attack);
/* The slots round a target on which nobody may stand, and no others. In force until the next such call. World's
 * thread. */
FRAY_C_API fray_error fray_world_close_slots(fray_world_id world, fray_agent_id target, const int* slots, size_t count);
/* What a target sees from now on, for `offscreen_limit`: a cone round `direction`, `half_angle` rad to either side, 0
 * to pi. World's thread. */
FRAY_C_API fray_error fray_world_set_view(fray_world_id world, fray_agent_id target, fray_vec2 direction,
                                          float half_angle);

/* Does the viewer see the target? */
typedef struct fray_sight_question {
    fray_agent_id viewer, target;
} fray_sight_question;
/* Whom agents with `line_of_sight` would fight if they saw them; who gets no answer asks again. Valid until the next
 * step. World's thread. */
FRAY_C_API fray_error fray_world_sight_questions(fray_world_id world, const fray_sight_question** out, size_t* count);
/* For the next step only. World's thread. */
FRAY_C_API fray_error fray_world_answer_sight(fray_world_id world, fray_agent_id viewer, fray_agent_id target,
                                              bool seen);

/* What the host's animation of an attack came to. */
typedef enum fray_attack_report FRAY_AN_INT {
    FRAY_REPORT_HIT,       /* it hits now */
    FRAY_REPORT_END,       /* it is over now */
    FRAY_REPORT_INTERRUPT, /* it was interrupted */
} fray_attack_report;
/* Of the attack that the agent has a permit for; for the next step only. World's thread. */
FRAY_C_API fray_error fray_world_report(fray_world_id world, fray_agent_id agent, fray_attack_report what);

/* Where the host's bodies are, read where they lie: element i of a list is `stride` bytes after element i - 1. */
typedef struct fray_host_poses {
    size_t count;
    const fray_agent_id* agents;
    size_t agent_stride;
    const float *x, *y; /* m; two coordinates that need not be neighbours */
    size_t x_stride, y_stride;
    const float *heading_x, *heading_y; /* of any length but 0; both null: headings stay as they are */
    size_t heading_x_stride, heading_y_stride;
    uint32_t cookie; /* of fray_default_host_poses */
} fray_host_poses;

/* Nobody; strides of packed ids and fray_vec2. Any thread. */
FRAY_C_API fray_host_poses fray_default_host_poses(void);
/* Poses of agents with FRAY_MOTION_HOST as the next step begins. The lists are read by this call, by the next step, and
 * by fray_world_save in between: they have to stay, unchanged, until that step is over. All or none. World's thread. */
FRAY_C_API fray_error fray_world_set_host_poses(fray_world_id world, const fray_host_poses* poses);

/* ---- Time -------------------------------------------------------------------------------------------------------- */

/* One frame of `dt` seconds, 0 to 1, rounded to microseconds. World's thread. */
FRAY_C_API fray_error fray_world_step(fray_world_id world, double dt);
/* The same frame, begun here and finished by fray_world_step_end: until then every other call answers
 * FRAY_ERROR_STEPPING. World's thread. */
FRAY_C_API fray_error fray_world_step_begin(fray_world_id world, double dt);
/* FRAY_ERROR_STEPPING where none was begun, or in a callback. World's thread. */
FRAY_C_API fray_error fray_world_step_end(fray_world_id world);
/* As many steps of 1 / hz as fit in `elapsed` seconds (0 to 10) and what was left over; `*steps`, which may be null, is
 * how many. Events are then those of all these steps. World's thread. */
FRAY_C_API fray_error fray_world_advance(fray_world_id world, double elapsed, int* steps);
/* s: what fray_world_advance has left over; times hz, how far the next step has come, 0 to 1: to draw what lies between
 * FRAY_COLUMN_PREVIOUS_POSITION and FRAY_COLUMN_POSITION. World's thread. */
FRAY_C_API fray_error fray_world_left_over(fray_world_id world, double* out);
/* What runs the steps from now on: `threads` and `pin` as in fray_world_def, `host` of FRAY_JOBS_HOST, else it may be
 * null. The job system before is not used any more. Changes no result. World's thread. */
FRAY_C_API fray_error fray_world_set_jobs(fray_world_id world, fray_jobs jobs, int threads, bool pin,
                                          const fray_host_jobs* host);

/* ---- After the step: columns ------------------------------------------------------------------------------------- */

/* One element a row. Rows hold the living and the dead in storage order, which changes from step to step. */
typedef enum fray_column FRAY_AN_INT {
    FRAY_COLUMN_ID,           /* fray_agent_id */
    FRAY_COLUMN_SERIAL,       /* int32_t: in spawn order, from 0, never used again */
    FRAY_COLUMN_POSITION,     /* fray_vec2, m */
    FRAY_COLUMN_HEADING,      /* fray_vec2, unit vectors */
    FRAY_COLUMN_GOAL,         /* fray_vec2, m: where each wants to be */
    FRAY_COLUMN_WANTED_SPEED, /* float, m/s: how each wants to go there. Empty where no archetype is the host's to move
                               */
    FRAY_COLUMN_FACING,       /* fray_vec2, unit vectors: where each wants to look. Empty likewise */
    FRAY_COLUMN_STATE,        /* uint8_t, fray_state, or a user's */
    FRAY_COLUMN_BAND,         /* uint8_t, 0 to 4: how far off its target is */
    FRAY_COLUMN_TARGET,       /* fray_agent_id; null: none */
    FRAY_COLUMN_SLOT,         /* int16_t, in the circle of its target; -1: none */
    FRAY_COLUMN_ATTACK,       /* int16_t, in the attack table, with a permit; -1: none */
    FRAY_COLUMN_PLACE,        /* int16_t, the slot before which an asker waits; -1: none */
    FRAY_COLUMN_HEALTH,       /* float */
    FRAY_COLUMN_TEAM,         /* uint8_t */
    FRAY_COLUMN_ARCHETYPE,    /* uint16_t */
    FRAY_COLUMN_LAYER,        /* int16_t */
    FRAY_COLUMN_HOST_BITS,    /* uint64_t */
    FRAY_COLUMN_PREVIOUS_POSITION, /* fray_vec2, m: where each was when the last step began */
    FRAY_COLUMN_COUNT              /* how many columns there are */
} fray_column;

/* No copy: the world's own memory, valid until the next step, restore, or change to what exists. World's thread. */
FRAY_C_API fray_error fray_world_view(fray_world_id world, fray_column column, fray_view* out);
/* Rows: living and dead. World's thread. */
FRAY_C_API fray_error fray_world_agent_count(fray_world_id world, size_t* out);
/* Agents ever, those included that appear with the next step: the next serial. World's thread. */
FRAY_C_API fray_error fray_world_spawned(fray_world_id world, int64_t* out);
/* Spawned (also if it only appears with the next step) and not despawned. World's thread. */
FRAY_C_API fray_error fray_world_agent_valid(fray_world_id world, fray_agent_id agent, bool* out);
/* FRAY_ERROR_STALE_ID: there is no such row, or not before the next step. World's thread. */
FRAY_C_API fray_error fray_world_row_of(fray_world_id world, fray_agent_id agent, size_t* out);
/* The agent of a serial. FRAY_ERROR_STALE_ID, and null: there is none now. World's thread. */
FRAY_C_API fray_error fray_world_find(fray_world_id world, int32_t serial, fray_agent_id* out);

/* Living agents of some teams (bits), the nearest first, then by serial, within `radius` m of a point on one layer: as
 * many as `out` has room for; `*count` is how many. Exact. World's thread. */
FRAY_C_API fray_error fray_world_nearest(fray_world_id world, fray_vec2 at, float radius, uint64_t teams, int16_t layer,
                                         fray_agent_id* out, size_t capacity, size_t* count);
/* The same of those to whom an agent's team is hostile, round it, on its layer. FRAY_ERROR_STALE_ID. World's thread. */
FRAY_C_API fray_error fray_world_nearest_hostiles(fray_world_id world, fray_agent_id agent, float radius,
                                                  fray_agent_id* out, size_t capacity, size_t* count);

/* A column of the user's own, `size` bytes an agent, 1 to FRAY_MAX_COLUMN_SIZE, all begin as `initial`; kept in step
 * with the built-in ones, saved, restored and hashed as bytes. Elements are packed: `size` is a multiple of the
 * alignment that they need, at most 16. World's thread. */
FRAY_C_API fray_error fray_world_add_column(fray_world_id world, const char* name, size_t size, const void* initial,
                                            fray_user_column_id* out);
/* Its elements, to read and to write, by row; `size` as it was made. `*out` is null where there are no rows. Valid as
 * fray_world_view's. FRAY_ERROR_UNKNOWN: there is no such column of that size. World's thread. */
FRAY_C_API fray_error fray_world_user_column(fray_world_id world, fray_user_column_id column, size_t size, void** out,
                                             size_t* count);

/* ---- After the step: events -------------------------------------------------------------------------------------- */

/* States of an agent. */
typedef enum fray_state FRAY_AN_INT {
    FRAY_STATE_IDLE,
    FRAY_STATE_PURSUE,
    FRAY_STATE_APPROACH,
    FRAY_STATE_ROAM,
    FRAY_STATE_COMBAT,
    FRAY_STATE_ATTACK,
    FRAY_STATE_DEAD,
    FRAY_STATE_SLIDE_BACK,
    FRAY_STATE_HEAL,
    FRAY_STATE_STAGGER,
    FRAY_STATE_PATROL,
    FRAY_STATE_FOLLOW,    /* to its leader, having nothing else to do */
    FRAY_STATE_RETURNING, /* to its leader, from a fight too far off */
    FRAY_STATE_LED,       /* by its squad's stick */
    FRAY_STATE_USER = 32  /* states of the user's are numbered from here, in the order of fray_world_add_state */
} fray_state;

/* The stages of a frame, in order. */
typedef enum fray_stage FRAY_AN_INT {
    FRAY_STAGE_INGEST,
    FRAY_STAGE_REORDER,
    FRAY_STAGE_INDEX,
    FRAY_STAGE_ALERT,
    FRAY_STAGE_SENSE,
    FRAY_STAGE_THINK,
    FRAY_STAGE_SETTLE,
    FRAY_STAGE_PROPOSE,
    FRAY_STAGE_COMMIT,
    FRAY_STAGE_MOVE,
    FRAY_STAGE_EMIT,
    FRAY_STAGE_COUNT
} fray_stage;

/* `agent` is the serial of the one it happens to; what the other fields hold is said beside each. */
typedef enum fray_event_type FRAY_AN_INT {
    FRAY_EVENT_SPAWN,      /* a archetype, b squad, c team, target the squad's leader (its founder), x y position */
    FRAY_EVENT_DESPAWN,    /* nothing else */
    FRAY_EVENT_ORDER,      /* a fray_order_kind, target, x y point */
    FRAY_EVENT_TARGET,     /* target or FRAY_NO_SERIAL, cause */
    FRAY_EVENT_BAND,       /* target, a band, x distance in metres */
    FRAY_EVENT_STATE,      /* a from, b to (fray_state) */
    FRAY_EVENT_REQUEST,    /* target */
    FRAY_EVENT_WITHDRAW,   /* target */
    FRAY_EVENT_ARRIVE,     /* target, slot */
    FRAY_EVENT_ATTACK,     /* target, attack: the windup starts; once more after an interruption within the grace */
    FRAY_EVENT_ATTACK_END, /* target, attack, cause */
    FRAY_EVENT_HIT,        /* target, attack, x damage, y distance */
    FRAY_EVENT_MISS,       /* target, attack, x damage, y distance */
    FRAY_EVENT_HURT,       /* target by whom, x amount */
    FRAY_EVENT_DEATH,      /* target by whom */
    FRAY_EVENT_UNSLOT,     /* target, slot, cause */
    FRAY_EVENT_SLOT,       /* target, slot, cause */
    FRAY_EVENT_PERMIT,     /* target, attack, slot, a weight */
    FRAY_EVENT_CAPACITY,   /* target, a grid, b attack; agent is FRAY_NO_SERIAL */
    FRAY_EVENT_RESERVE,    /* target: what is freed there is kept for the agent */
    FRAY_EVENT_REFUSE,     /* target, c fray_refusal, a need, b free; only with fray_world_def.refusals */
    FRAY_EVENT_REACT,      /* target, a band, b fray_reaction, c 1 if it was in need of healing */
    FRAY_EVENT_STAGGER,    /* target by whom */
    FRAY_EVENT_HEAL,       /* x amount */
    FRAY_EVENT_PHASE,      /* a its number, from 1 */
    FRAY_EVENT_ACT,        /* a act, b state, c condition (rules: Monsters) */
    FRAY_EVENT_ACT_END,    /* a act, cause */
    FRAY_EVENT_SAY,        /* a act, b line */
    FRAY_EVENT_BUFF,       /* a the act that decides on it now; -1: none */
    FRAY_EVENT_COLOR,      /* the same */
    FRAY_EVENT_SKILLS,     /* the same */
    FRAY_EVENT_POSE,       /* a state */
    FRAY_EVENT_SUMMON,     /* target the one that came */
    FRAY_EVENT_LEADER,     /* target who led its squad before */
    FRAY_EVENT_JOIN,       /* b squad, c team, target the leader of the squad that it comes to */
    FRAY_EVENT_STICK,      /* a squad, x y; agent is its leader or FRAY_NO_SERIAL */
    FRAY_EVENT_LAUNCH,     /* target, attack, a the flight in us */
    FRAY_EVENT_RELOAD,     /* a how many archetypes, b how many monsters are different now; agent is FRAY_NO_SERIAL */
    FRAY_EVENT_COUNT
} fray_event_type;

/* What a brain made of a change of band. */
typedef enum fray_reaction FRAY_AN_INT { FRAY_REACTION_STAY, FRAY_REACTION_COMBAT, FRAY_REACTION_HEAL } fray_reaction;

/* Why a target, a slot or an attack changed. */
typedef enum fray_cause FRAY_AN_INT {
    FRAY_CAUSE_NONE,
    /* target */
    FRAY_CAUSE_FOUND,
    FRAY_CAUSE_NEARER,
    FRAY_CAUSE_LOST,
    FRAY_CAUSE_DIED,
    FRAY_CAUSE_GONE,
    FRAY_CAUSE_ORDERED,
    FRAY_CAUSE_OPEN_SLOT,
    FRAY_CAUSE_LED,
    FRAY_CAUSE_RETURNED,
    /* slot */
    FRAY_CAUSE_ADMITTED,
    FRAY_CAUSE_MOVED,
    FRAY_CAUSE_REBALANCED,
    FRAY_CAUSE_STOLEN,
    /* unslot; also died, lost, stolen */
    FRAY_CAUSE_FINISHED,
    FRAY_CAUSE_LAUNCHED,
    FRAY_CAUSE_REMOVED,
    FRAY_CAUSE_WITHDREW,
    FRAY_CAUSE_RETARGETED,
    FRAY_CAUSE_EVICTED,
    FRAY_CAUSE_REACH_LIMIT,
    FRAY_CAUSE_HOLD_LIMIT,
    FRAY_CAUSE_CLOSED,
    FRAY_CAUSE_TARGET_GONE,
    /* attack_end; also finished, died, target_gone, withdrew */
    FRAY_CAUSE_TIMEOUT,
    FRAY_CAUSE_INTERRUPTED,
    /* act_end; also finished, died */
    FRAY_CAUSE_STATE,
    FRAY_CAUSE_RELOADED
} fray_cause;

/* Why an agent waits. */
typedef enum fray_refusal FRAY_AN_INT {
    FRAY_REFUSAL_NONE,
    FRAY_REFUSAL_GRID,         /* its grid weight exceeds the free capacity */
    FRAY_REFUSAL_NO_SLOT,      /* no slot is open */
    FRAY_REFUSAL_RESERVED,     /* what is free is kept for another */
    FRAY_REFUSAL_TOO_HEAVY,    /* its grid weight, or every attack in reach, exceeds the whole capacity */
    FRAY_REFUSAL_REST,         /* it has just released a slot */
    FRAY_REFUSAL_ATTACK,       /* its attacks exceed the free attack capacity */
    FRAY_REFUSAL_COOLDOWN,     /* the cooldowns of its attacks run */
    FRAY_REFUSAL_GAP,          /* `attack_gap` runs */
    FRAY_REFUSAL_ATTACK_CLASS, /* its attacks' classes are full */
    FRAY_REFUSAL_OFFSCREEN,    /* the target does not see it, and enough others that it does not see attack */
    FRAY_REFUSAL_RANGE,        /* no attack reaches */
    FRAY_REFUSAL_NOT_READY,    /* not arrived, or recovering */
    FRAY_REFUSAL_TURN,         /* others come first */
} fray_refusal;

/* What happened to whom; fray_event_type says what each field holds. */
typedef struct fray_event {
    uint8_t type;   /* fray_event_type */
    uint8_t cause;  /* fray_cause */
    int16_t attack; /* in the attack table of the agent's archetype; -1: none */
    int16_t slot;   /* -1: none */
    int16_t c;
    int32_t agent; /* serials */
    int32_t target;
    int32_t a;
    int32_t b;
    float x;
    float y;
} fray_event;

/* What happened in the step, in a fixed order; no copy. Valid until the next step. World's thread. */
FRAY_C_API fray_error fray_world_events(fray_world_id world, const fray_event** out, size_t* count);
/* Which are recorded from the next step on: bits 1 << fray_event_type. World's thread. */
FRAY_C_API fray_error fray_world_set_events(fray_world_id world, uint64_t mask);

/* The words of traces; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_event_name(fray_event_type type);
/* The same. Any thread. */
FRAY_C_API const char* fray_cause_name(fray_cause cause);
/* The same. Any thread. */
FRAY_C_API const char* fray_refusal_name(fray_refusal refusal);
/* The same. Any thread. */
FRAY_C_API const char* fray_stage_name(fray_stage stage);
/* The user's too; "?": there is none. Valid as long as the world. World's thread. */
FRAY_C_API fray_error fray_world_state_name(fray_world_id world, uint8_t state, const char** out);

/* An attack's projectile on its way. */
typedef struct fray_missile {
    fray_vec2 from; /* m, where it was launched */
    fray_agent_id target;
    int32_t by;         /* serial of the shooter, who may be dead by now */
    int16_t attack;     /* in the shooter's table, at the launch */
    uint16_t archetype; /* the shooter's */
    int64_t launched_us, lands_us;
    float damage;
    int32_t effective_mm; /* it counts if its target is no farther from where it was launched */
    uint32_t number;      /* in the order of launching */
    uint32_t unused;
} fray_missile;

/* In flight: by when they land. Valid until the next step. World's thread. */
FRAY_C_API fray_error fray_world_missiles(fray_world_id world, const fray_missile** out, size_t* count);

/* ---- After the step: figures ------------------------------------------------------------------------------------- */

/* What one step did. The same for any number of threads. */
typedef struct fray_counters {
    uint64_t frame;  /* the frame these belong to */
    int64_t time_us; /* the world's time at the frame's start */
    uint32_t living; /* after the step */
    uint32_t dead;   /* in the world, not despawned; after the step */
    uint32_t squads;
    uint32_t circles;          /* after the step */
    uint32_t commands;         /* taken in by this step */
    uint32_t commands_dropped; /* of these, and of the host's poses, to agents that had died or gone meanwhile */
    uint32_t moved_to_ground;  /* agents spawned or placed off the ground, and put where one can stand */
    uint32_t turns;            /* living agents that had their turn in move */
    uint32_t looks;            /* agents that looked for a target */
    uint32_t kd_queries;       /* searches in the trees */
    uint32_t retargets;        /* changes from one living target to another */
    uint32_t thinks;           /* agents visited by think */
    uint32_t circles_visited;
    uint32_t slots_given;
    uint32_t slot_switches; /* by rebalancing */
    uint32_t slots_stolen;
    uint32_t target_changes; /* of askers, to where a slot was open */
    uint32_t permits_given;
    uint32_t attacks_started;
    uint32_t hits;
    uint32_t deaths;
    uint32_t bands[5]; /* living agents with a target by band; without: band 4 */
    uint32_t events;   /* recorded, after the mask */
} fray_counters;

/* Wall time of the last step, ns; arrays by fray_stage. */
typedef struct fray_profile {
    int64_t stage_ns[11];
    int64_t serial_ns[11]; /* of that: in which only one thread had work */
    int64_t hash_ns;       /* part of emit */
    int64_t step_ns;       /* the whole step */
} fray_profile;

/* Bytes held by a world. */
typedef struct fray_memory_use {
    uint64_t columns; /* per-agent columns, the user's included */
    uint64_t index;   /* trees and grid */
    uint64_t circles; /* with all cooldowns */
    uint64_t squads;
    uint64_t scratch;   /* what stages hand over and work with */
    uint64_t allocated; /* all that is in use of fray_world_def.allocator, or would be */
} fray_memory_use;

/* World's thread. */
FRAY_C_API fray_error fray_world_counters(fray_world_id world, fray_counters* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_profile(fray_world_id world, fray_profile* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_memory(fray_world_id world, fray_memory_use* out);
/* Of the next step. World's thread. */
FRAY_C_API fray_error fray_world_frame(fray_world_id world, uint64_t* out);
/* us, of the next step's start. World's thread. */
FRAY_C_API fray_error fray_world_time(fray_world_id world, int64_t* out);
/* After the last step; 0 before the first, or without hashes. World's thread. */
FRAY_C_API fray_error fray_world_state_hash(fray_world_id world, uint64_t* out);

/* What a circle looks like. The lists are the caller's: as much is written as they have room for, and the counts are
 * those that there are. A list of capacity 0 may be null. */
typedef struct fray_circle_view {
    int grid_capacity, grid_free, attack_capacity, attack_free;
    fray_agent_id reserver; /* for whom what is freed is kept; null: nobody */
    fray_agent_id* slots;   /* holder of each slot, or null */
    bool* closed;           /* by slot; may be null, else of slot_capacity */
    size_t slot_capacity, slot_count;
    fray_agent_id* queue; /* askers, the first first */
    size_t queue_capacity, queue_count;
    fray_agent_id* ring; /* holders, the next to be looked at first */
    size_t ring_capacity, ring_count;
    fray_agent_id* strikers; /* by serial: of FRAY_RELEASE_LAUNCH, from the hit to the end */
    size_t striker_capacity, striker_count;
} fray_circle_view;

/* The circle round an agent. FRAY_ERROR_UNKNOWN: there is none. FRAY_ERROR_BAD_SIZE: a list that was given has too
 * little room; all else is filled in. World's thread. */
FRAY_C_API fray_error fray_world_circle(fray_world_id world, fray_agent_id target, fray_circle_view* out);
/* All targets that have a circle, by serial; `*count` is how many there are. FRAY_ERROR_BAD_SIZE: more than `capacity`;
 * `out` null and 0: only to count them. World's thread. */
FRAY_C_API fray_error fray_world_circle_targets(fray_world_id world, fray_agent_id* out, size_t capacity,
                                                size_t* count);

/* Why an agent waits, with the numbers. */
typedef struct fray_why {
    fray_refusal reason;  /* FRAY_REFUSAL_NONE: it does not wait */
    fray_agent_id target; /* at whose circle */
    int64_t need, free;   /* weights, numbers, mm (range) or ms (rest, not_ready, gap, cooldown) */
} fray_why;
/* As of the last step, but where everybody stands now. World's thread. */
FRAY_C_API fray_error fray_world_why(fray_world_id world, fray_agent_id agent, fray_why* out);
/* When the last of the cooldowns is over that an attack of the agent's table waits for: us of the world's time, in the
 * past if none runs; 0 also where there is no such attack. World's thread. */
FRAY_C_API fray_error fray_world_ready_at(fray_world_id world, fray_agent_id agent, int attack, int64_t* out);
/* Looks through the invariants of rules.md: `*breach` is null where they hold, else the first breach found, valid until
 * the next such call. World's thread. */
FRAY_C_API fray_error fray_world_check(fray_world_id world, const char** breach);

/* ---- States of the user's own ------------------------------------------------------------------------------------ */

/* How fast one goes. */
typedef enum fray_gait FRAY_AN_INT { FRAY_GAIT_STAND, FRAY_GAIT_WALK, FRAY_GAIT_RUN } fray_gait;

/* The agents that a state decides on, and what it may look at. What is `by row` has an element for every row of the
 * world, as things were when think began. Valid during the call. */
typedef struct fray_state_batch {
    size_t count;                /* of agents in the batch */
    const uint32_t* rows;        /* of the batch's agents */
    const uint32_t* target_rows; /* of their targets; FRAY_NO_ROW: none */
    size_t row_count;            /* of the world */
    const fray_vec2* positions;  /* by row, m */
    const fray_vec2* headings;   /* by row, unit vectors */
    const float* healths;        /* by row; only of the batch's own agents */
    const int32_t* serials;      /* by row */
    const uint16_t* archetypes;  /* by row */
    int64_t time_us;             /* the frame's start */
    uint64_t frame;
} fray_state_batch;

/* What a state decides, agent by agent: element i of the batch. Said of nothing, an agent goes on as it was told last,
 * and is asked again in the next frame. */
typedef struct fray_state_writer fray_state_writer;

/* Called on many threads at once, each time for other agents. What it says of an agent must depend on that agent and on
 * what it may look at alone: not on the rows, on who else is in the batch, or on the order. It may use the functions
 * that take a fray_state_writer, and no others of this world. If it throws (in C++), the batch goes on as it was, and
 * the step answers FRAY_ERROR_STATE_FAILED. engine/docs/states.md */
typedef void (*fray_state_fn)(void* context, const fray_state_batch* batch, fray_state_writer* out);

/* A state, for fray_world_add_state. */
typedef struct fray_state_def {
    const char* name;
    fray_state_fn decide;
    void* context;   /* not owned, outlives the world */
    uint32_t cookie; /* of fray_default_state_def */
} fray_state_def;

/* No name and no function yet. Any thread. */
FRAY_C_API fray_state_def fray_default_state_def(void);
/* Before the archetypes that name it. `*out`, which may be null, is what columns and events show. World's thread. */
FRAY_C_API fray_error fray_world_add_state(fray_world_id world, const fray_state_def* def, uint8_t* out);

/* It stands. In the callback, on its thread. */
FRAY_C_API fray_error fray_state_stand(fray_state_writer* out, size_t i);
/* It goes there, until told otherwise; the goal finite, within the world. In the callback, on its thread. */
FRAY_C_API fray_error fray_state_go(fray_state_writer* out, size_t i, fray_vec2 goal, fray_gait gait);
/* Not to be asked again for so long (s, 0 to 3600), unless it is hurt, gets another target or an order. In the
 * callback, on its thread. */
FRAY_C_API fray_error fray_state_wait(fray_state_writer* out, size_t i, double seconds);
/* Back to the machine (FRAY_STATE_IDLE or FRAY_STATE_PURSUE), or into another state of the user's; in the next frame.
 * In the callback, on its thread. */
FRAY_C_API fray_error fray_state_next(fray_state_writer* out, size_t i, uint8_t state);
/* Elements of a user column by row, of which the batch's own may be changed; `size` as it was made. FRAY_ERROR_UNKNOWN
 * as above. In the callback, on its thread. */
FRAY_C_API fray_error fray_state_column(fray_state_writer* out, fray_user_column_id column, size_t size, void** data);

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

/* `*size` is how many bytes the world takes now. FRAY_ERROR_BAD_SIZE: more than `capacity`, and nothing is written;
 * `buffer` null and 0: only to ask. Commands not yet carried out are part of it. World's thread. */
FRAY_C_API fray_error fray_world_save(fray_world_id world, void* buffer, size_t capacity, size_t* size);
/* Bit for bit what was saved, of a world with archetypes of the same names and kinds, the same teams, ground, states
 * and columns of the user's. Damaged ones are refused; one that was made to deceive can crash a world: take snapshots
 * from whom you would take a program. World's thread. */
FRAY_C_API fray_error fray_world_restore(fray_world_id world, const void* snapshot, size_t size);
/* The same on disk, compressed. FRAY_ERROR_UNSUPPORTED without fray_recording. World's thread. */
FRAY_C_API fray_error fray_world_save_file(fray_world_id world, const char* path);
/* From there; FRAY_ERROR_BAD_FILE, and the world is as it was. World's thread. */
FRAY_C_API fray_error fray_world_restore_file(fray_world_id world, const char* path);

/* ---- Rollback: the last frames, kept in memory ------------------------------------------------------------------- */

/* Room for the images of so many frames, 1 to 1024; 0: none any more. Those that there are, are forgotten. World's
 * thread. */
FRAY_C_API fray_error fray_world_keep_frames(fray_world_id world, int frames);
/* Keeps the world as it is now, before the step of fray_world_frame, commands that wait included; forgets the oldest
 * image if there are too many, and any of this frame or later. FRAY_ERROR_UNKNOWN without fray_world_keep_frames.
 * World's thread. */
FRAY_C_API fray_error fray_world_keep_frame(fray_world_id world);
/* The world is again as it was when that frame was kept; later ones are forgotten. Quicker than a snapshot.
 * FRAY_ERROR_UNKNOWN: it is not kept, or fray_world_restore came in between. World's thread. */
FRAY_C_API fray_error fray_world_go_back(fray_world_id world, uint64_t frame);
/* World's thread. */
FRAY_C_API fray_error fray_world_keeps_frame(fray_world_id world, uint64_t frame, bool* out);

/* ---- Recordings: FRAY_ERROR_UNSUPPORTED without fray_recording --------------------------------------------------- */

/* How a recording is made. */
typedef struct fray_recording_def {
    double snapshot_every; /* s of the world's time between two snapshots, > 0: replays start from any of them */
    int sums_every;        /* frames between two sums over columns, by which a replay names what differs; 0: chosen */
    int level;             /* of compression, 1 to 19 */
    const char* about;     /* the host's own words; may be null */
    uint32_t cookie;       /* of fray_default_recording_def */
} fray_recording_def;

/* A snapshot every 4 s. Any thread. */
FRAY_C_API fray_recording_def fray_default_recording_def(void);
/* Writes down what the world is asked, and every frame's hash, from now until fray_world_stop_recording. `def` null:
 * the default. One recording at a time; a world with hashes. World's thread. */
FRAY_C_API fray_error fray_world_start_recording(fray_world_id world, const char* path, const fray_recording_def* def);
/* The recording is whole. FRAY_ERROR_BAD_FILE: it could not be written, and is removed. FRAY_ERROR_UNKNOWN: there is
 * none. World's thread. */
FRAY_C_API fray_error fray_world_stop_recording(fray_world_id world);

/* What a recording is of. */
typedef struct fray_recording_info {
    uint64_t seed;
    double hz;
    uint64_t first_frame, frames, bytes; /* when it began, how many it holds, its size on disk */
} fray_recording_info;
/* What a recording is of: a world of this seed and hz can replay it. Any thread. */
FRAY_C_API fray_error fray_read_recording_info(const char* path, fray_recording_info* out);
/* From now on the world, which is fresh, with hashes, of the recording's seed and hz, repeats it. `states`: those of
 * the user's that the recording names, not yet added. World's thread. */
FRAY_C_API fray_error fray_world_start_replay(fray_world_id world, const char* path, const fray_state_def* states,
                                              size_t state_count);
/* Gives what the host gave, and makes the next step. `*more` false: the recording is over. World's thread. */
FRAY_C_API fray_error fray_world_replay_step(fray_world_id world, bool* more);
/* So that the next step is this frame's. World's thread. */
FRAY_C_API fray_error fray_world_replay_seek(fray_world_id world, uint64_t frame);
/* `*text` is null as long as all hashes agreed, else it names the first frame, agent and column that differ. Valid
 * until the next call for this world. World's thread. */
FRAY_C_API fray_error fray_world_replay_divergence(fray_world_id world, const char** text);
/* The world stays as it is, and is the host's to command. World's thread. */
FRAY_C_API fray_error fray_world_stop_replay(fray_world_id world);

/* ---- Debug draw -------------------------------------------------------------------------------------------------- */

/* What can be drawn, bit 1 << element of fray_draw_options.elements. In the order of drawing. */
typedef enum fray_draw_element FRAY_AN_INT {
    FRAY_DRAW_GROUND,   /* where walkable ground ends */
    FRAY_DRAW_CIRCLES,  /* attack, approach and roam rings */
    FRAY_DRAW_SLOTS,    /* of circles; closed ones are crossed out */
    FRAY_DRAW_HOLDERS,  /* who holds which slot */
    FRAY_DRAW_QUEUES,   /* of circles: who is whose turn before; for whom what is freed is kept */
    FRAY_DRAW_ALERT,    /* alert radii */
    FRAY_DRAW_SIGHT,    /* sight cones */
    FRAY_DRAW_TARGETS,  /* whom each fights */
    FRAY_DRAW_PERMITS,  /* who may attack whom, and with what */
    FRAY_DRAW_GOALS,    /* where each wants to be */
    FRAY_DRAW_AGENTS,   /* bodies */
    FRAY_DRAW_HEADINGS, /* where each looks */
    FRAY_DRAW_MISSILES, /* in flight */
    FRAY_DRAW_STATES,   /* names of states */
    FRAY_DRAW_REASONS,  /* why each waits, with the numbers */
    FRAY_DRAW_COUNT
} fray_draw_element;

/* What is drawn, where, and in which colours. */
typedef struct fray_draw_options {
    uint32_t elements;                 /* bits 1 << fray_draw_element */
    fray_vec2 low, high;               /* m: what lies outside of this box is left out */
    uint32_t colours[FRAY_DRAW_COUNT]; /* 0xRRGGBBAA by element; 0: the team's of the agent */
    uint32_t teams[8];                 /* by team, modulo 8 */
    uint32_t dead;
    uint32_t cookie; /* of fray_default_draw_options */
} fray_draw_options;

/* Everything of the world but goals, alert radii, sight and states. Any thread. */
FRAY_C_API fray_draw_options fray_default_draw_options(void);

/* How to draw, in metres on the ground plane; functions that are null draw nothing. `colour`: 0xRRGGBBAA. They must not
 * call fray. */
typedef struct fray_debug_draw {
    void (*point)(fray_vec2 at, float pixels, uint32_t colour, void* user);
    void (*line)(fray_vec2 from, fray_vec2 to, uint32_t colour, void* user);
    void (*circle)(fray_vec2 centre, float radius, uint32_t colour, void* user); /* its outline */
    void (*disc)(fray_vec2 centre, float radius, uint32_t colour, void* user);   /* filled */
    /* The outline of a piece of a disc: from the angle `from`, counter-clockwise, `sweep` rad on. */
    void (*sector)(fray_vec2 centre, float radius, float from, float sweep, uint32_t colour, void* user);
    void (*text)(fray_vec2 at, const char* text, uint32_t colour, void* user); /* valid during the call */
    void* user;
    uint32_t cookie; /* of fray_default_debug_draw */
} fray_debug_draw;

/* Draws nothing yet. Any thread. */
FRAY_C_API fray_debug_draw fray_default_debug_draw(void);
/* `options` null: the default, everywhere. Callbacks are called on this thread. World's thread. */
FRAY_C_API fray_error fray_world_draw(fray_world_id world, const fray_debug_draw* draw,
                                      const fray_draw_options* options);

#endif
