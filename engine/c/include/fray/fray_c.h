/*
 * The C99 interface of fray, an AI engine for large crowds that fight. It offers everything in fray.h that a game
 * needs, for engines written in C, and for C#, Rust, Python and other languages that can call C. engine/docs/c-api.md
 * is an introduction.
 *
 * Lengths are in metres, times in seconds, angles in radians. Seen from above, x points to the right and y points up,
 * and angles grow counter-clockwise, from +x towards +y. In an engine with y up, pass (x, z). If its z points towards
 * the viewer when x points to the right, that swaps left and right; pass (x, -z) to avoid it. engine/docs/rules.md
 * gives the exact rules of all decisions.
 *
 * A struct with a field `struct_size` is filled in by its function fray_init_ before use:
 *     fray_world_def def;
 *     fray_init_world_def(&def, sizeof def);
 * The function sets `struct_size` and the defaults. It refuses a size that this version of the library does not know:
 * FRAY_ERROR_BAD_SIZE, and `def` stays as it was. A function that takes such a struct refuses it without the size:
 * FRAY_ERROR_BAD_DEF. Some structs without that field, such as fray_order, have such a function too; using it is up to
 * you.
 *
 * Handles are plain values; zero is null. Every function accepts null, stale, foreign or garbage handles, null pointers
 * and any numbers. It then returns an error and changes nothing. It cannot detect an invalid pointer that is not null,
 * or a count larger than its array. No C++ exception leaves a function.
 *
 * Threads. `Any thread`: the function may be called at any time, from many threads at once. `World's thread`: a single
 * thread at a time may be in a call to a world, and not during its step; different worlds may be used at once. A second
 * thread gets FRAY_ERROR_BUSY; a call during a step, or from a callback of it, gets FRAY_ERROR_STEPPING. Many threads
 * may read what a function has returned (views, lists, names) for as long as it is valid.
 */
#ifndef FRAY_C_H
#define FRAY_C_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Macros of hosts that fields have the names of: Qt's. They are back after the last line. */
#pragma push_macro("slots")
#undef slots

#ifdef __cplusplus
#define FRAY_C_LINKAGE extern "C"
#define FRAY_AN_INT : int32_t /* a caller may pass any number, so the enums must be able to hold any */
#else
#define FRAY_C_LINKAGE
#define FRAY_AN_INT
#endif

/* FRAY_C_SHARED: fray_c is a shared library. FRAY_C_BUILD: the library itself is being compiled. CMake sets both. */
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

/* Greatest absolute value of a coordinate, m. */
#define FRAY_WORLD_EXTENT 16384.0f
#define FRAY_MAX_WORLDS 4096
#define FRAY_MAX_GROUNDS 4096
#define FRAY_MAX_REPLICAS 4096
#define FRAY_MAX_TEAMS 256
#define FRAY_MAX_LINKS 64
#define FRAY_MAX_ARCHETYPES 4096
#define FRAY_MAX_ATTACKS 255
#define FRAY_MAX_SLOTS 256
#define FRAY_MAX_PHASES 16
#define FRAY_MAX_USER_STATES 64 /* per world */
#define FRAY_MAX_STATE_USES 16  /* per archetype */
#define FRAY_MAX_WEIGHT 1000000
#define FRAY_MAX_DETAIL_POINTS 256
#define FRAY_MAX_COLUMN_SIZE 4096     /* bytes per agent of a user column */
#define FRAY_NO_SERIAL (-1)           /* no agent, or the host */
#define FRAY_NO_PROJECTILE UINT32_MAX /* a hit without a projectile */
#define FRAY_NO_ROW UINT32_MAX

/* A point or direction on the ground plane. */
typedef struct fray_vec2 {
    float x, y;
} fray_vec2;

/* The id of a world. After the world is destroyed, its id stays stale for ever. */
typedef struct fray_world_id {
    uint32_t index;
    uint32_t generation;
} fray_world_id;

/* The id of an agent in its world. It is stale once the agent is despawned. Different worlds use the same numbers: an
 * id of another world is either stale here or names another agent. */
typedef struct fray_agent_id {
    uint32_t index;
    uint32_t generation;
} fray_agent_id;

/* The id of a squad in its world, made by fray_world_add_squad. It is valid until fray_world_remove_squad. */
typedef struct fray_squad_id {
    uint32_t value;
} fray_squad_id;

/* The id of a user column, made by fray_world_add_column. It is valid as long as the world. */
typedef struct fray_user_column_id {
    uint32_t value;
} fray_user_column_id;

/* The id of ground, valid until fray_destroy_ground. */
typedef struct fray_ground_id {
    uint32_t index;
    uint32_t generation;
} fray_ground_id;

/* The id of a replica, valid until fray_destroy_replica. */
typedef struct fray_replica_id {
    uint32_t index;
    uint32_t generation;
} fray_replica_id;

/* A view of elements in the world's memory, with an element every `stride` bytes. */
typedef struct fray_view {
    const void* data; /* null: there are no elements */
    size_t count;
    size_t stride;
} fray_view;

/* A version such as 1.2.3. */
typedef struct fray_version_number {
    int major, minor, patch;
} fray_version_number;

/* The version of the library. Any thread. */
FRAY_C_API fray_version_number fray_version(void);

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

/* A call that returns anything but FRAY_OK has changed nothing, except where its comment says so. fray_error_text then
 * gives the value and the allowed values. */
typedef enum fray_error FRAY_AN_INT {
    FRAY_OK = 0,
    FRAY_ERROR_STALE_ID = 1,       /* there is no such agent: its id is null or unknown, or it was despawned */
    FRAY_ERROR_NOT_FINITE = 2,     /* a coordinate, heading, amount or time is not a finite number */
    FRAY_ERROR_OUT_OF_RANGE = 3,   /* a number is outside the range of its field */
    FRAY_ERROR_UNKNOWN = 4,        /* no such archetype, team, squad, column, state, circle or question */
    FRAY_ERROR_WRONG_SQUAD = 5,    /* the squad is of another team, or the agent is in no squad of the host */
    FRAY_ERROR_STEPPING = 6,       /* the call does not fit the phase of the step: between begin and end, in a callback,
                                      or the end of a step that was not begun */
    FRAY_ERROR_FULL = 7,           /* no more agents, teams, archetypes, worlds or recorders can be added */
    FRAY_ERROR_BAD_SNAPSHOT = 8,   /* not a snapshot of a world with the same definitions */
    FRAY_ERROR_STATE_FAILED = 9,   /* the function of a user state has thrown; the frame is complete all the same */
    FRAY_ERROR_BAD_CALL = 10,      /* a recorded call has bytes that are not valid */
    FRAY_ERROR_OFF_GROUND = 11,    /* the position is not on walkable ground */
    FRAY_ERROR_DEAD = 12,          /* memory ran out, or a callback threw, in the middle of a change: the world is
                                      empty now and returns this error from every change but a valid restore */
    FRAY_ERROR_OUT_OF_MEMORY = 13, /* memory ran out before any change: the world is intact */
    /* Errors of the C interface. */
    FRAY_ERROR_STALE_WORLD = 64, /* the world is null, was destroyed, or never existed */
    FRAY_ERROR_STALE_GROUND,     /* the ground is null, was destroyed, or never existed */
    FRAY_ERROR_NULL_POINTER,     /* a required pointer is null */
    FRAY_ERROR_BAD_SIZE,         /* the caller's memory is too small, or a struct has another size */
    FRAY_ERROR_BAD_DEF,          /* a struct that was not filled in by its fray_init_ function */
    FRAY_ERROR_BUSY,             /* another thread is in a call to this world */
    FRAY_ERROR_UNSUPPORTED,      /* the library was built without this part */
    FRAY_ERROR_BAD_FILE,         /* an error in a file or in TOML; the text names the file and the place in it */
    FRAY_ERROR_EXCEPTION,        /* an exception inside fray or in a callback; the text is that of the exception */
    FRAY_ERROR_STALE_REPLICA,    /* the replica is null, was destroyed, or never existed */
    FRAY_ERROR_BAD_PACKET        /* not a packet, of another version, or damaged */
} fray_error;

/* The name of an error, for example `stale_id`. For a number without a name it is "?", never null. Any thread. */
FRAY_C_API const char* fray_error_name(fray_error error);
/* The error text of this thread's last call that did not return FRAY_OK; never null. Valid until another call of this
 * thread does not return FRAY_OK. Any thread. */
FRAY_C_API const char* fray_last_error(void);
/* The error text of the last call for this world, on any thread, that did not return FRAY_OK. If the world is null,
 * stale or busy, it is the text of fray_last_error. A call that is refused because of a step or of another call under
 * way leaves its text in fray_last_error alone; so does FRAY_ERROR_UNSUPPORTED. Valid until another call for the world
 * does not return FRAY_OK. World's thread. */
FRAY_C_API const char* fray_error_text(fray_world_id world);

/* The severity of a log message. */
typedef enum fray_log_level FRAY_AN_INT {
    FRAY_LOG_ERROR = 0,   /* an exception was thrown, memory ran out, or the world is dead (FRAY_ERROR_DEAD) */
    FRAY_LOG_WARNING = 1, /* a call was refused */
} fray_log_level;

/* The log function. It runs on the thread that made the refused call, and must not call fray. `text` is valid until it
 * returns. */
typedef void (*fray_log_fn)(fray_log_level level, const char* text, void* user);
/* Sets the log function of all worlds; null: no log. Do not call it while another thread is in a call to fray. */
FRAY_C_API void fray_set_log(fray_log_fn log, void* user);

/* The function for a failed assertion: fray has a defect, or the decisions of a user state depend on the batch. Only
 * debug builds test for both. It runs on the thread that found the fault. When it returns, the program is aborted. */
typedef void (*fray_assert_fn)(const char* text, void* user);
/* Sets the function for failed assertions in all worlds; null: the text is written to standard error. Do not call it
 * while another thread is in a call to fray. */
FRAY_C_API void fray_set_assert(fray_assert_fn assert_failed, void* user);

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

/* The job system that runs the steps. */
typedef enum fray_jobs FRAY_AN_INT {
    FRAY_JOBS_THREADS, /* a private pool of threads (oneTBB); no thread spins between frames. Without oneTBB: serial */
    FRAY_JOBS_SERIAL,  /* all on the calling thread */
    FRAY_JOBS_HOST,    /* the host's scheduler, fray_host_jobs */
} fray_jobs;

/* A piece of a loop: processes the items [begin, end). May be called on any thread, on many threads at once. */
typedef void (*fray_range_task)(void* context, uint32_t begin, uint32_t end);

/* A frame of a world, for fray_host_jobs.start_frame. */
typedef void (*fray_frame_task)(void* context);

/* The host's scheduler. `enqueue` starts `task` over [0, count) in pieces of about `grain` items. The pieces may have
 * any size and order, as long as each item is in exactly one piece. `enqueue` returns null if all pieces have already
 * run. `finish` waits for a returned handle; fray calls it once for each handle, on the thread that called `enqueue`,
 * and it may run pieces on this thread meanwhile. fray never waits inside a task.
 *
 * `start_frame` and `finish_frame` are optional, both or neither: they make the frame that fray_world_step_begin begins
 * asynchronous. `start_frame` calls `frame(context)` once, on another thread. It returns a handle for `finish_frame`,
 * or null if the frame was not started: then fray_world_step_end runs it. The frame calls `enqueue` and `finish` on its
 * thread, so a job that runs it must be able to wait for others. `finish_frame` returns when the frame has run; fray
 * calls it once for each handle. */
typedef struct fray_host_jobs {
    void* (*enqueue)(fray_range_task task, uint32_t count, uint32_t grain, void* context, void* user);
    void (*finish)(void* handle, void* user);
    int workers; /* threads that may run tasks at once, including the thread of the frame; 1 to 1024 */
    void* user;
    void* (*start_frame)(fray_frame_task frame, void* context, void* user);
    void (*finish_frame)(void* handle, void* user);
} fray_host_jobs;

/* ---- Ranks: one world on several processes ----------------------------------------------------------------------- */

/* The bytes that a rank has sent. */
typedef struct fray_message {
    const void* data;
    size_t size;
} fray_message;

/* The processes that step a world together are called ranks (engine/docs/distributed.md). Rank 0 makes the world with
 * fray_create_world and uses it like any other; the others call fray_follow. All have the same agents and hashes as a
 * single process. `all_gather` null: this process is alone. */
typedef struct fray_communicator {
    uint32_t rank; /* number of this rank, from 0 */
    uint32_t size; /* number of ranks, 1 to 65536 */
    /* Sends `size` bytes to all ranks, and writes to `all`, an array with an element for each rank, what each has sent,
     * this rank included. These bytes stay valid until the next call. All ranks call it equally often; it waits for all
     * of them. It is called by one thread at a time, in a step by any thread of the job system, and must not call fray.
     * False: the ranks can exchange nothing any more. Then the world is dead. */
    bool (*all_gather)(const void* mine, size_t size, fray_message* all, void* user);
    void* user;
} fray_communicator;

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

/* What happens when an agent that fray moves is spawned at, or teleported to, a position off the walkable ground. */
typedef enum fray_off_ground FRAY_AN_INT {
    FRAY_OFF_GROUND_MOVE,   /* it is put at the nearest walkable point; the call is refused if there is none */
    FRAY_OFF_GROUND_REFUSE, /* the call returns FRAY_ERROR_OFF_GROUND */
} fray_off_ground;

/* Test options. They change the order and the size of pieces of work, but never a result. */
typedef struct fray_layout {
    uint64_t shuffle_storage; /* not 0: rows are shuffled with this seed every frame */
    uint64_t shuffle_chunks;  /* not 0: the chunks of a loop run in an order shuffled with this seed */
    uint32_t chunk_size;      /* not 0: agents per chunk, instead of the built-in size */
} fray_layout;

/* The host's allocator. Either both functions are set, or both are null, which means the heap of the process. They are
 * called on any thread and on many threads at once. A frame that needs no more memory than the earlier frames calls
 * neither function. */
typedef struct fray_allocator {
    /* Returns at least `bytes` (> 0), aligned to `alignment` (a power of two), or null if there is no memory. */
    void* (*allocate)(size_t bytes, size_t alignment, void* user);
    void (*free)(void* block, size_t bytes, size_t alignment, void* user);
    void* user;
} fray_allocator;

/* The host's own profiler. It is told when a system of the frame begins and ends. The functions are called on the
 * thread that runs the system; two systems of a frame may run at the same time, on different threads. `system` is the
 * name of the system and stays valid. The functions must not call fray. Null: is not called. */
typedef struct fray_profiler {
    void (*begin)(const char* system, void* user);
    void (*end)(const char* system, void* user);
    void* user;
} fray_profiler;

/* The settings of a world. */
typedef struct fray_world_def {
    uint32_t struct_size; /* set by fray_init_world_def */
    uint64_t seed;
    double hz;           /* steps per second of fray_world_advance, 1 to 1000 */
    uint64_t event_mask; /* bits 1 << fray_event_type: the events that are recorded */
    bool wait_reasons;   /* record an agent's wait reason (FRAY_EVENT_WAIT) whenever it changes */
    bool hash;           /* compute the state hash */
    uint32_t tree_every; /* frames in which all search trees are refreshed once, 1 to 1024 */
    uint32_t sort_every; /* frames in which all agents are sorted into space-filling order once, 1 to 65536 */
    fray_off_ground off_ground;
    fray_jobs jobs;
    int threads; /* for FRAY_JOBS_THREADS: 1 to 1024, with the calling thread; 0: as many as the machine has */
    bool pin;    /* for FRAY_JOBS_THREADS: pin every thread to a core */
    fray_host_jobs host_jobs; /* for FRAY_JOBS_HOST */
    fray_communicator communicator;
    fray_allocator allocator; /* for all memory that grows with the number of agents */
    /* Greatest memory of the world in bytes, at least 4 MiB; 0: no limit. fray_world_spawn and fray_world_reserve
     * return FRAY_ERROR_FULL if another agent might exceed the limit, counting the memory that it may need later in a
     * fight. The world continues without the agent. */
    uint64_t memory_budget;
    fray_profiler profiler;
    fray_layout layout;
} fray_world_def;

/* Defaults: seed 1, 60 Hz, all events except wait reasons, hashes, a private pool of threads. Any thread. */
FRAY_C_API fray_error fray_init_world_def(fray_world_def* def, size_t size);
/* Makes a world; `*out` is null on failure. Any thread. */
FRAY_C_API fray_error fray_create_world(const fray_world_def* def, fray_world_id* out);
/* Destroys a world. If a step was begun, it is ended first; a recording that was not stopped is discarded. World's
 * thread, also between fray_world_step_begin and _end. */
FRAY_C_API fray_error fray_destroy_world(fray_world_id world);
/* Allocates memory for `agents` agents, living and dead, so that no step has to allocate it. World's thread. */
FRAY_C_API fray_error fray_world_reserve(fray_world_id world, size_t agents);
/* Whether the world exists. Any thread. */
FRAY_C_API bool fray_world_is_valid(fray_world_id world);
/* The number of worlds. It must be 0 before the library is unloaded. Any thread. */
FRAY_C_API int fray_world_count(void);

/* ---- Archetypes: the kinds of agents ----------------------------------------------------------------------------- */

/* How an archetype finds a target. */
typedef enum fray_targeting FRAY_AN_INT {
    FRAY_TARGETING_SELF,   /* the nearest hostile within this agent's own alert distance */
    FRAY_TARGETING_TEAM,   /* the nearest hostile within the alert distance of any living member of the squad */
    FRAY_TARGETING_SIGHT,  /* the nearest hostile that the agent itself sees; kept until it is beyond bands[3] */
    FRAY_TARGETING_SPREAD, /* as FRAY_TARGETING_TEAM, but targets with room on their circle come first */
    FRAY_TARGETING_THREAT, /* the agent that has hurt it most lately; else as FRAY_TARGETING_SELF */
} fray_targeting;

/* The release policy: what an agent keeps after an attack. */
typedef enum fray_release FRAY_AN_INT {
    FRAY_RELEASE_ATTACK, /* the agent keeps its slot, or moves to the nearest open slot if that is nearer */
    FRAY_RELEASE_ALL,    /* the agent releases its slot and requests another at the back of the queue */
    FRAY_RELEASE_LAUNCH, /* the agent releases its slot at the hit, and its token at the end of the attack */
} fray_release;

/* How an agent chooses among the attacks that it may use now. */
typedef enum fray_choice FRAY_AN_INT {
    FRAY_CHOICE_FIRST,     /* the first in table order */
    FRAY_CHOICE_RANDOM,    /* at random, with equal chances */
    FRAY_CHOICE_SCORE,     /* at random, in proportion to the score */
    FRAY_CHOICE_STRONGEST, /* the greatest attack weight; of equal weights the first in table order */
} fray_choice;

/* How slot holders without a token change slots after the target has moved or the holders have changed. */
typedef enum fray_rebalance FRAY_AN_INT {
    FRAY_REBALANCE_EXACT,   /* the assignment with the least sum of distances */
    FRAY_REBALANCE_NEAREST, /* greedy: the nearest pair of holder and slot first */
    FRAY_REBALANCE_OFF,     /* every holder keeps its slot, and every requester its target, unless the open slot of
                               another target is in its reach */
} fray_rebalance;

/* Where agents without a slot wait. */
typedef enum fray_outside FRAY_AN_INT {
    FRAY_OUTSIDE_PATROL, /* they walk round the roam ring, counter-clockwise */
    FRAY_OUTSIDE_FLANK,  /* they stand on the roam ring in front of a free slot */
} fray_outside;

/* Which agents share a cooldown. */
typedef enum fray_scope FRAY_AN_INT {
    FRAY_SCOPE_CIRCLE, /* the agents on the same circle */
    FRAY_SCOPE_WORLD,  /* all agents of the world */
} fray_scope;

/* Which side moves the agent: fray or the host. */
typedef enum fray_motion FRAY_AN_INT {
    FRAY_MOTION_FRAY,
    FRAY_MOTION_HOST, /* the host sets poses (fray_world_set_host_poses), and reads goals, speeds and facings */
} fray_motion;

/* Which members of a squad follow its move input, and how. */
typedef enum fray_control FRAY_AN_INT {
    FRAY_CONTROL_LEADER, /* the leader; the others follow it when it is far enough away */
    FRAY_CONTROL_ALL,    /* all members, at once */
    FRAY_CONTROL_PATHS,  /* the leader at once; a member that is not busy walks to a point ahead of itself */
} fray_control;

/* The mood of a squad with morale. */
typedef enum fray_mood FRAY_AN_INT {
    FRAY_MOOD_STEADY,   /* it fights */
    FRAY_MOOD_WAVERING, /* its members take no new place in the fight; those that have a place fight on */
    FRAY_MOOD_ROUTING,  /* its members run away */
} fray_mood;

/* The greatest number of tokens that a circle may give at once to attacks of a class. */
typedef struct fray_class_limit {
    const char* attack_class;
    int tokens; /* tokens, 0 to FRAY_MAX_SLOTS */
} fray_class_limit;

/* Defaults: one token. Any thread. */
FRAY_C_API fray_error fray_init_class_limit(fray_class_limit* limit, size_t size);

/* How likely each reaction of an agent is when its target enters another distance band: weights from 0 to 1000000, with
 * a sum > 0. */
typedef struct fray_reaction_weights {
    int stay, combat, heal;
} fray_reaction_weights;

/* The weights of reactions to a change of distance band. */
typedef struct fray_reaction_def {
    fray_reaction_weights table[3]; /* for bands 0, 1, 2 */
    fray_reaction_weights hurt[3];  /* for bands 0, 1, 2, if the agent is in need of healing */
} fray_reaction_def;

/* A phase of a fight. It begins when the health falls below a share, and holds even if the health rises again. Values
 * that are not given stay as they were. */
typedef struct fray_phase_def {
    uint32_t struct_size;       /* set by fray_init_phase_def */
    float below;                /* share of the health, 0 to 1, less than in the phase before; 1: from the spawn on */
    const char* const* attacks; /* names of the attacks that the agent may use in this phase; none: as before */
    size_t attack_count;
    bool sets_reactions, sets_super_armour, sets_walk_speed, sets_run_speed; /* which of the next fields are given */
    fray_reaction_def reactions;
    bool super_armour;
    float walk_speed; /* m/s, 0 to 100 */
    float run_speed;  /* m/s, walk_speed to 100 */
} fray_phase_def;

/* When an agent enters a user state. */
typedef struct fray_state_use {
    const char* name; /* name of the state in fray_world_add_state */
    float below;      /* 0 to 1: a hurt agent with less than this share of its health enters the state */
    bool idle;        /* an idle agent without target, order or patrol enters the state */
} fray_state_use;

/* Written by fray_print_c_defs --write from the lists of fields in fray/defs.h. */
/* clang-format off */
/* Limits how often an attack is used, in three tiers. An attack counts as used when its token is given. If
 * it ends before its windup has begun, the use is taken back. */
typedef struct fray_cooldown_def {
    double agent; /* s for the agent that attacks; 0: none (0 to 3600) */
    double archetype; /* s for the whole archetype, from when its uses are spent; 0: none (0 to 3600) */
    int uses; /* uses before the cooldown of the archetype starts (1 to 1000) */
    double global; /* s for all attacks of its class; 0: none (0 to 3600) */
    fray_scope scope; /* which agents share archetype and global */
} fray_cooldown_def;

/* A row of an attack table.
 * duration >= windup.
 * cooldown.global needs a class.
 */
typedef struct fray_attack_def {
    uint32_t struct_size; /* set by fray_init_attack_def */
    const char* name; /* its name; null: none */
    const char* attack_class; /* class for class limits and global cooldowns; null: none */
    int weight; /* attack weight (1 to 1000000) */
    float damage; /* taken from the target's health (0 to 1000000000) */
    float range[2]; /* m, least and greatest distance at the start; [0, 0]: follows from the bodies (0 to 16384) */
    float angle[2]; /* rad from the heading, left positive: least and greatest bearing of the target (-3.141592653589793 to 3.141592653589793) */
    double windup; /* s from the start to the hit (0 to 3600) */
    double duration; /* s from the start to the end (0 to 3600) */
    double recovery; /* s after the end until the agent is ready again (0 to 3600) */
    int score; /* share in a weighted random choice (0 to 1000000) */
    float projectile_speed; /* m/s of its projectile; 0: the hit is immediate (0, or 0.1 to 1000) */
    bool clear_line; /* it begins only if no agent but enemies stands in the line to the target */
    bool friendly_fire; /* its projectile strikes the first agent in the line to the target, friend or foe */
    float impact_damage; /* a charge: further damage for each m/s of the impact speed (0 to 1000000) */
    float impact_push; /* a charge: m by which the target is pushed for each m/s of the impact speed (0 to 10) */
    fray_cooldown_def cooldown; /* limits how often it is used */
} fray_attack_def;

/* The engagement circle around an agent: slots and budgets for the agents that fight it. A given
 * approach_radius must be more than attack_radius. */
typedef struct fray_circle_def {
    int slots; /* standing positions on the approach ring (1 to 256) */
    int grid_capacity; /* greatest sum of the holders' grid weights (0 to 1000000) */
    int attack_capacity; /* greatest sum of the attack weights of all tokens (0 to 1000000) */
    float attack_radius; /* m; 0: follows from the attack and the bodies (0 to 1000) */
    float approach_radius; /* m; 0: follows from the body (0 to 1000) */
    float roam_gap; /* m from the approach ring to the roam ring (more than 0, at most 1000) */
    float arrive; /* m from its slot within which a holder has arrived (more than 0) */
    double slot_patience; /* s that the first requester is too heavy for the free grid capacity before freed capacity is kept for it; 0: never (0 to 3600) */
    double token_patience; /* s for which a ready holder must wait for capacity before it stays first in the queue; 0: never (0 to 3600) */
    double request_time; /* s of running to the circle within which an agent requests a slot; 0: at once (0 to 3600) */
    double reach_limit; /* s a holder may take to arrive; 0: no limit (0 to 3600) */
    double attack_timeout; /* s out of range or angle after which an unused token is dropped (more than 0, at most 3600) */
    fray_rebalance rebalance; /* how holders exchange slots when the target moves */
    float switch_gain; /* m, least gain in distance of a rebalancing or a change of target (0 to 16384) */
    double switch_dwell; /* s, least time between two rebalancings of a holder (0 to 3600) */
    bool steal; /* a requester within roam radius + 0.5 m takes the slot of a holder farther away */
    double steal_after; /* s for which a new holder is safe from stealing (0 to 3600) */
    fray_outside outside; /* where agents without a slot wait */
    float surround; /* weight of even spacing against short distance (0 to 1) */
    double attack_gap; /* s, least time between two tokens; 0: none (0 to 3600) */
    double rest; /* s after releasing a slot until the agent requests another; 0: none (0 to 3600) */
    double hold_limit; /* s a holder may wait for a token; 0: no limit (0 to 3600) */
    double unusable_limit; /* s after which a holder gives up if its attacks do not reach or fit; 0: never (0 to 3600) */
    double interrupt_grace; /* s for which an interrupted attacker keeps its token; 0: none (0 to 3600) */
    const fray_class_limit* class_limits; /* tokens at the same time, by attack class (0 to 1024) */
    size_t class_limit_count;
    int offscreen_limit; /* tokens for agents outside the target's view; -1: no limit (-1 to 256) */
} fray_circle_def;

/* Timers that end a state without progress. Each time is drawn at random between its two values. */
typedef struct fray_timer_def {
    double run[2]; /* s of running in one distance band until it fights, least and greatest (0.001 to 3600) */
    double close[2]; /* s without acting in distance bands 0 and 1 until it steps back, least and greatest (0.001 to 3600) */
} fray_timer_def;

/* A leap away from the target. */
typedef struct fray_backstep_def {
    double time; /* s (0.001 to 3600) */
    float distance; /* m (0 to 100) */
} fray_backstep_def;

/* Healing with heal charges. The agent is invulnerable meanwhile. */
typedef struct fray_heal_def {
    float below; /* share of its health below which it needs healing, if it has a heal charge (0 to 1) */
    int charges; /* number of times that it can heal, as a reaction (0 to 255) */
    double time; /* s of healing; the agent is invulnerable meanwhile (0.001 to 3600) */
    float amount; /* share of its health that is restored (0 to 1) */
} fray_heal_def;

/* The body of an agent, and how it moves.
 * run_speed >= walk_speed.
 */
typedef struct fray_body_def {
    float health; /* full health, lowered by damage (more than 0); infinity: no damage lowers it */
    bool host_health; /* damage is reported but lowers no health; the host or the script sets its health */
    double credit_time; /* s for which an attacker is the killer of a death for which the host names no attacker; 0: never (0 to 3600) */
    float radius; /* m (0.05 to 50) */
    float mass; /* kg: of two agents in each other's way the heavier yields less (0.01 to 1000000) */
    float walk_speed; /* m/s (0 to 100) */
    float run_speed; /* m/s (0 to 100) */
    float acceleration; /* m/s^2 (more than 0, at most 1000) */
    float turn_rate; /* rad a second (more than 0) */
    float headway; /* s in which it would close the gap to the agent in front; 0: as close as bodies allow (0 to 10) */
    float personal_space; /* m, gap to others on all sides, where there is room (0 to 10) */
    fray_motion motion; /* whether fray or the host moves it */
} fray_body_def;

/* What an agent notices, and how it selects its target. */
typedef struct fray_perception_def {
    fray_targeting targeting; /* how it selects its target */
    float bands[4]; /* m: close, mid, far, track; all 0: follow from the bodies (all 0, or more than 0) */
    float alert; /* m within which hostile agents are noticed (more than 0, at most 16384) */
    double alert_every; /* s between two target scans of a squad (1e-06 to 3600) */
    float target_margin; /* m by which another target must be nearer (0 to 16384) */
    double target_dwell; /* s, least time for which a target is kept (0 to 3600) */
    double threat_half_life; /* s in which threat fades to a half, with targeting 'threat'; 0: it stays (0 to 3600) */
    bool retarget_in_reach; /* managed: it takes an enemy in reach instead of a target out of reach */
    bool support; /* managed: with nothing to do it goes to where the enemy's line is open */
    float support_radius; /* m, how long its way to there may be; 0: as long as 'alert' (0 to 16384) */
    float sight; /* m, how far it sees, with targeting 'sight' (more than 0, at most 16384) */
    float fov; /* rad of its field of view, half to either side (more than 0, at most 6.283185307179586) */
    bool line_of_sight; /* it notices only what it sees; the ground decides that, without ground, with targeting 'sight', the host */
} fray_perception_def;

/* How an agent fights. A given hit_range must be at least engage_range. */
typedef struct fray_engagement_def {
    bool managed; /* false: it attacks on its own, without slots and tokens */
    int grid_weight; /* grid capacity that it takes from a circle (1 to 1000000) */
    fray_release release; /* what a holder keeps after an attack */
    fray_choice choice; /* how it chooses among the attacks that fit */
    float engage_range; /* m beyond which no attack begins; 0: follows from the attacks and the bodies (at least 0) */
    float hit_range; /* m beyond which no hit counts; 0: the range of the attack decides alone (0 to 16384) */
    double relief; /* managed: s of fighting after which a fresh agent takes its place; 0: never (0 to 3600) */
} fray_engagement_def;

/* The behaviour of a boss: reactions, timers, backsteps, healing, phases and staggers. */
typedef struct fray_boss_def {
    bool reacts; /* it has reactions; in a file: true if 'reactions' are given */
    bool timed; /* it has timers; in a file: true if 'timers' are given */
    double stagger; /* s for which a hit staggers it; 0: hits do not stagger it (0 to 3600) */
    bool super_armour; /* hits do not stagger it */
    fray_reaction_def reactions; /* to a change of distance band: shares of stay, combat, heal */
    fray_timer_def timers; /* timers that end a state without progress */
    fray_backstep_def backstep; /* a leap away from the target */
    fray_heal_def heal; /* healing with heal charges */
    const fray_phase_def* phases; /* phases of a fight, each begins at a lower share of health (0 to 16) */
    size_t phase_count;
} fray_boss_def;

/* What all agents of a kind have in common.
 * alert > engage_range.
 */
typedef struct fray_archetype_def {
    uint32_t struct_size; /* set by fray_init_archetype_def */
    const char* name; /* null: none */
    bool brain; /* false: a player or a dummy, which only carries out orders */
    int update_interval; /* least update interval in frames: 1, 2, 4 or 8 (level of detail) (1 to 8) */
    fray_body_def body; /* its body, and how it moves */
    fray_perception_def perception; /* what it notices */
    fray_engagement_def engagement; /* how it fights */
    fray_boss_def boss; /* reactions, timers, healing, phases */
    const char* monster; /* the monster that it follows; null: none */
    const fray_state_use* states; /* states of the host, and when the agent enters them (0 to 16) */
    size_t state_count;
    fray_circle_def circle; /* the engagement circle around an agent of this archetype */
    const fray_attack_def* attacks; /* the attack table (0 to 255) */
    size_t attack_count;
} fray_archetype_def;

/* The morale of a squad: 0 to 100 points, at first 100. Its mood follows.
 * waver > rout.
 * rally > waver.
 */
typedef struct fray_morale_def {
    bool on; /* false: its members fight until they are dead */
    float losses; /* points that it falls if all members die at once; each loss has its share (0 to 10000) */
    float flank; /* points that it falls if each member is hit once from the side (0 to 10000) */
    float rear; /* points that it falls if each member is hit once from behind (0 to 10000) */
    float kills; /* points that it rises if each member kills an enemy (0 to 10000) */
    float leader; /* points that it falls when its leader dies (0 to 100) */
    float leadership; /* points a second that it rises under a leader that is not a successor (0 to 100) */
    float recovery; /* points a second that it rises (0 to 100) */
    float fear; /* points a second that it falls for each routing squad of its team near by, at most 3 (0 to 100) */
    float fear_radius; /* m, how near such a squad is, from leader to leader (0 to 16384) */
    float waver; /* points below which it wavers: members take no new place in the fight (0 to 100) */
    float rout; /* points below which it routs: members run away (0 to 100) */
    float rally; /* points from which on it is steady again (0 to 100) */
    int rallies; /* routs that it gets over (0 to 255) */
} fray_morale_def;

/* How a squad keeps together.
 * max_distance > follow.
 */
typedef struct fray_squad_def {
    uint32_t struct_size; /* set by fray_init_squad_def */
    float follow; /* m from the leader beyond which an idle member follows it; 0: no member does (0 to 1000) */
    float max_distance; /* m from the leader beyond which a follower stops fighting (0 to 16384) */
    fray_control control; /* which members obey the move input, and how */
    float ahead; /* m, with control 'paths': distance from a member to its point ahead (more than 0, at most 100) */
    double renew; /* s between two such points of a member (0.001 to 3600) */
    fray_morale_def morale; /* whether and when the squad loses courage and runs away */
} fray_squad_def;
/* clang-format on */

/* Defaults: a managed archetype with a brain, 100 health and no attacks. Any thread. */
FRAY_C_API fray_error fray_init_archetype_def(fray_archetype_def* def, size_t size);
/* The defaults of a boss: an unmanaged archetype with targeting by sight, reactions, timers, 2 heal charges, 0.5 s of
 * stagger, an engage range equal to its sight radius, and a hit range of 12 m. Any thread. */
FRAY_C_API fray_error fray_init_boss_archetype_def(fray_archetype_def* def, size_t size);
/* Defaults: weight 1, damage 1, a range that follows from the bodies, 0.3 s to the hit, 0.8 s to the end, 1 s of
 * recovery. Any thread. */
FRAY_C_API fray_error fray_init_attack_def(fray_attack_def* def, size_t size);
/* Defaults: the phase begins below half the health and changes nothing. Any thread. */
FRAY_C_API fray_error fray_init_phase_def(fray_phase_def* def, size_t size);
/* Fills in a circle, for example in an archetype, as the kung-fu circle: as many slots as grid capacity, patrol, no
 * patience, no stealing, no rebalancing. The archetypes that attack on it should have FRAY_RELEASE_ATTACK and
 * FRAY_CHOICE_FIRST. `size` is sizeof(fray_circle_def). Any thread. */
FRAY_C_API fray_error fray_init_kungfu_circle_def(fray_circle_def* def, size_t size, int grid_capacity,
                                                  int attack_capacity);
/* Fills in a circle as that of chapter 28 of Game AI Pro ("Belgian AI"): eight slots, flank, patience, stealing,
 * rebalancing. The archetypes that attack on it should have FRAY_RELEASE_LAUNCH. Any thread. */
FRAY_C_API fray_error fray_init_belgian_circle_def(fray_circle_def* def, size_t size, int grid_capacity,
                                                   int attack_capacity);

/* Adds a copy of an archetype. Writes its index, counted from 0, to `out` unless that is null. World's thread. */
FRAY_C_API fray_error fray_world_add_archetype(fray_world_id world, const fray_archetype_def* def, uint16_t* out);
/* Adds the archetypes and the monsters of a TOML text. Monsters can be added only before the first agent. The text has
 * tables `archetypes.NAME` and `monsters.NAME` with the keys of scenario files. It may be a whole scenario; its other
 * tables are ignored. `name` is the file name in error texts. FRAY_ERROR_BAD_FILE: nothing is added, and each line of
 * the error text is `name:line:column: place: what is wrong`. If the world refuses an archetype (too many, an unknown
 * user state), the archetypes before it stay. World's thread. */
FRAY_C_API fray_error fray_world_add_toml(fray_world_id world, const char* text, const char* name);
/* The same from a file. World's thread. */
FRAY_C_API fray_error fray_world_add_toml_file(fray_world_id world, const char* path);
/* Replaces archetypes by others of the same names, with effect from the next step; all of them or none. World's
 * thread. */
FRAY_C_API fray_error fray_world_reload(fray_world_id world, const fray_archetype_def* defs, size_t count);
/* Replaces archetypes and monsters by those of a TOML text; adds monsters with new names. All of them or none. World's
 * thread. */
FRAY_C_API fray_error fray_world_reload_toml(fray_world_id world, const char* text, const char* name);
/* The same from a file. World's thread. */
FRAY_C_API fray_error fray_world_reload_toml_file(fray_world_id world, const char* path);

/* The number of archetypes. World's thread. */
FRAY_C_API fray_error fray_world_archetype_count(fray_world_id world, size_t* out);
/* The present values of an archetype; its lists (attacks, phases, states, class limits) are left empty. Names are valid
 * until the archetype is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_archetype(fray_world_id world, uint16_t archetype, fray_archetype_def* out);
/* The index of the archetype with this name. FRAY_ERROR_UNKNOWN: there is none. World's thread. */
FRAY_C_API fray_error fray_world_find_archetype(fray_world_id world, const char* name, uint16_t* out);
/* The name of an archetype, valid until the archetype is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_archetype_name(fray_world_id world, uint16_t archetype, const char** out);
/* The name of an attack, valid until the archetype is reloaded. World's thread. */
FRAY_C_API fray_error fray_world_attack_name(fray_world_id world, uint16_t archetype, int attack, const char** out);

/* Selects a text in a monster's table. Events refer to the states, acts and lines of a monster by number. In
 * fray_world_monster_text, `index` is the number of the state or act, and `line` the number of the line. */
typedef enum fray_monster_text FRAY_AN_INT {
    FRAY_MONSTER_NAME,       /* name of the monster */
    FRAY_MONSTER_STATE_NAME, /* name of a state */
    FRAY_MONSTER_STATE_POSE, /* pose of a state, for fray_pose_event */
    FRAY_MONSTER_ACT_NAME,   /* name of an act */
    FRAY_MONSTER_ACT_COLOR,  /* colour of an act, for fray_color_event */
    FRAY_MONSTER_ACT_LINE,   /* line of an act, for fray_say_event */
} fray_monster_text;
/* Valid until monsters are added or reloaded. World's thread. */
FRAY_C_API fray_error fray_world_monster_text(fray_world_id world, int64_t monster, fray_monster_text what,
                                              int32_t index, int32_t line, const char** out);
/* The buffs of an act (fray_buff_event): numbers with a meaning for the host only. Valid until monsters
 * are added or reloaded. World's thread. */
FRAY_C_API fray_error fray_world_act_buffs(fray_world_id world, int64_t monster, int32_t act, const int** out,
                                           size_t* count);

/* ---- Teams and squads -------------------------------------------------------------------------------------------- */

/* Adds a team. Writes its index to `out` unless that is null: the least that no team has, counted from 0. Initially it
 * is hostile to all other teams and not to itself. World's thread. */
FRAY_C_API fray_error fray_world_add_team(fray_world_id world, const char* name, uint8_t* out);
/* Removes a team. FRAY_ERROR_UNKNOWN: there is no such team. FRAY_ERROR_OUT_OF_RANGE: there are living or dead
 * agents of the team, or squads, or a waiting command names it. World's thread. */
FRAY_C_API fray_error fray_world_remove_team(fray_world_id world, uint8_t team);
/* World's thread. */
FRAY_C_API fray_error fray_world_set_hostile(fray_world_id world, uint8_t a, uint8_t b, bool hostile);
/* FRAY_ERROR_UNKNOWN: there was never such a team. A removed team is hostile to none. World's thread. */
FRAY_C_API fray_error fray_world_hostile(fray_world_id world, uint8_t a, uint8_t b, bool* out);
/* The number of teams, with those that were removed until another team has their index. World's thread. */
FRAY_C_API fray_error fray_world_team_count(fray_world_id world, size_t* out);
/* The name of a team, valid until the team is removed; of a removed team an empty text. World's thread. */
FRAY_C_API fray_error fray_world_team_name(fray_world_id world, uint8_t team, const char** out);

/* Defaults: no member follows the leader. Any thread. */
FRAY_C_API fray_error fray_init_squad_def(fray_squad_def* def, size_t size);
/* Adds a squad of a team. It is empty until an agent is spawned into it or joins it. `def` null: the default. World's
 * thread. */
FRAY_C_API fray_error fray_world_add_squad(fray_world_id world, uint8_t team, const fray_squad_def* def,
                                           fray_squad_id* out);
/* Removes a squad. Its dead members get squads of their own. FRAY_ERROR_UNKNOWN: there is no such squad.
 * FRAY_ERROR_OUT_OF_RANGE: it has living members, or a waiting command names it. World's thread. */
FRAY_C_API fray_error fray_world_remove_squad(fray_world_id world, fray_squad_id squad);

/* ---- Ground: where agents can walk ------------------------------------------------------------------------------- */

/* A grid of cells that are floor, wall or water. */
typedef struct fray_grid_def {
    uint32_t struct_size;    /* set by fray_init_grid_def */
    int columns, lines;      /* 1 to 16384 each */
    const uint8_t* walkable; /* columns * lines cells, line by line from the lowest y. 0: a wall; 2: water or a pit,
                                which stops no hits, projectiles and sight; any other number: walkable */
    float cell;              /* m, 0.01 to 100 */
    fray_vec2 low;           /* m, the corner with the lowest x and y */
} fray_grid_def;

/* Defaults: a cell size of 1 m, and no cells. Any thread. */
FRAY_C_API fray_error fray_init_grid_def(fray_grid_def* def, size_t size);
/* Makes ground from a grid; copies the cells. Any thread. */
FRAY_C_API fray_error fray_create_grid_ground(const fray_grid_def* def, fray_ground_id* out);
/* Makes ground from a MovingAI map file; `cell` and `low` are as in fray_grid_def. FRAY_ERROR_BAD_FILE: the file cannot
 * be used. Any thread. */
FRAY_C_API fray_error fray_load_grid_ground(const char* path, float cell, fray_vec2 low, fray_ground_id* out);
/* Makes ground from a Detour navmesh file: a single tile, or a set of tiles as RecastDemo saves it.
 * FRAY_ERROR_BAD_FILE: the file cannot be used. FRAY_ERROR_UNSUPPORTED: the library was built without fray_navmesh. Any
 * thread. */
FRAY_C_API fray_error fray_load_navmesh_ground(const char* path, fray_ground_id* out);
/* Makes the id of a ground stale. Worlds that use the ground keep it. Any thread. */
FRAY_C_API fray_error fray_destroy_ground(fray_ground_id ground);
/* Whether a point is walkable. Any thread. */
FRAY_C_API fray_error fray_ground_walkable(fray_ground_id ground, fray_vec2 at, bool* out);
/* Whether the straight line from a to b is clear for walking. Any thread. */
FRAY_C_API fray_error fray_ground_clear(fray_ground_id ground, fray_vec2 a, fray_vec2 b, bool* out);
/* Sets the ground of a world that has no agents yet; null: every point is walkable. Several worlds may share the same
 * ground. World's thread. */
FRAY_C_API fray_error fray_world_set_ground(fray_world_id world, fray_ground_id ground);
/* What an obstacle stops. */
typedef enum fray_blocks FRAY_AN_INT {
    FRAY_BLOCKS_ALL,     /* walking, hits, projectiles and sight */
    FRAY_BLOCKS_WALKING, /* walking alone: a pit, a ditch, a fence to shoot over */
} fray_blocks;
/* A rectangle on the ground on which no agent can stand. It must be larger than what is seen by the radius of the
 * widest agent. */
typedef struct fray_obstacle {
    fray_vec2 at;       /* m, its middle */
    fray_vec2 half;     /* m, half its length and half its width; 0.01 to 10 000 */
    fray_vec2 along;    /* direction of its length, of any length but 0 */
    fray_blocks blocks; /* what it stops */
} fray_obstacle;

/* Defaults: a square of 1 m at the origin. Any thread. */
FRAY_C_API fray_error fray_init_obstacle(fray_obstacle* obstacle, size_t size);
/* What happens to agents that fray moves where an obstacle is set. */
typedef enum fray_on_obstacle FRAY_AN_INT {
    FRAY_ON_OBSTACLE_PUSH,   /* agents that stand there come to the nearest point where they can stand */
    FRAY_ON_OBSTACLE_REFUSE, /* if there are any, the obstacle is refused */
} fray_on_obstacle;
/* An obstacle of a world. */
typedef struct fray_placed_obstacle {
    uint32_t id;
    fray_obstacle obstacle;
} fray_placed_obstacle;
/* Sets an obstacle on the ground of a world, at any time: a closed door, a fallen tree. `*id` names it. Where it closes
 * the only way, agents wait, and they go on when it is removed. FRAY_ERROR_OFF_GROUND: the world has no ground, or
 * `agents` is FRAY_ON_OBSTACLE_REFUSE and an agent stands there. FRAY_ERROR_UNKNOWN: this kind of ground cannot have
 * obstacles (grids and navmeshes can). World's thread. */
FRAY_C_API fray_error fray_world_set_obstacle(fray_world_id world, const fray_obstacle* obstacle,
                                              fray_on_obstacle agents, uint32_t* id);
/* Removes an obstacle. FRAY_ERROR_UNKNOWN: there is no such obstacle. World's thread. */
FRAY_C_API fray_error fray_world_remove_obstacle(fray_world_id world, uint32_t id);
/* The obstacles in the order of setting; `*count` is their number. Valid until an obstacle changes. World's thread. */
FRAY_C_API fray_error fray_world_obstacles(fray_world_id world, const fray_placed_obstacle** out, size_t* count);
/* Adds a vector to every position at once, for hosts that keep the origin near the player. `ground` is the world's
 * ground, already moved by the vector; null if the world has none. FRAY_ERROR_OUT_OF_RANGE: an agent, or a point that
 * is still in use, would lie outside the world, or host poses wait for the next step. World's thread. */
FRAY_C_API fray_error fray_world_shift_origin(fray_world_id world, fray_vec2 by, fray_ground_id ground);

/* ---- Commands: checked when called, carried out by the next step in call order ----------------------------------- */

/* A command to an agent that has died by the time at which it is carried out is dropped (FRAY_EVENT_DROP); only
 * fray_world_despawn applies to dead agents.
 *
 * A command to many agents skips those with a stale id and carries out the rest. Unless `skipped` is null, the number
 * of skipped agents is written to it. Any other error refuses the whole list. */

/* The settings of a new agent. */
typedef struct fray_spawn_def {
    uint32_t struct_size; /* set by fray_init_spawn_def */
    uint16_t archetype;
    uint8_t team;
    int16_t storey;      /* agents on different storeys are never neighbours or targets */
    fray_squad_id squad; /* null: the agent gets a squad of its own */
    fray_vec2 position;  /* m, within FRAY_WORLD_EXTENT */
    fray_vec2 heading;   /* any finite direction except zero; fray normalises it */
    uint64_t user_data;  /* a value of the host; fray stores it and never reads it */
} fray_spawn_def;

/* Defaults: archetype 0, team 0, at the origin, with heading +x. Any thread. */
FRAY_C_API fray_error fray_init_spawn_def(fray_spawn_def* def, size_t size);
/* Spawns an agent. It appears with the next step, but its id, written to `out` unless that is null, is valid at once.
 * FRAY_ERROR_UNKNOWN: no such archetype, team or squad, or the archetype's monster was not added.
 * FRAY_ERROR_WRONG_SQUAD: the squad is of another team. FRAY_ERROR_OUT_OF_RANGE: the position is outside the world, or
 * the heading is zero. FRAY_ERROR_OFF_GROUND: the agent cannot stand there. FRAY_ERROR_FULL: the memory budget is
 * reached. World's thread. */
FRAY_C_API fray_error fray_world_spawn(fray_world_id world, const fray_spawn_def* def, fray_agent_id* out);
/* Spawns many agents: all of them, or none after an error. `out` is null or has room for `count` ids. After an error
 * these ids are null. World's thread. */
FRAY_C_API fray_error fray_world_spawn_many(fray_world_id world, const fray_spawn_def* defs, size_t count,
                                            fray_agent_id* out);
/* Removes an agent, living or dead, with the next step. fray itself removes no agent: a dead agent, also a summoned
 * agent, keeps its row and its memory until the host despawns it (fray_death_event). World's thread. */
FRAY_C_API fray_error fray_world_despawn(fray_world_id world, fray_agent_id agent);
/* Moves the agent to another squad and to the team of that squad. World's thread. */
FRAY_C_API fray_error fray_world_join(fray_world_id world, fray_agent_id agent, fray_squad_id squad);
/* Teleports the agent; its heading does not change. World's thread. */
FRAY_C_API fray_error fray_world_teleport(fray_world_id world, fray_agent_id agent, fray_vec2 position);
/* Teleports the agent and sets its heading: any finite direction except zero. World's thread. */
FRAY_C_API fray_error fray_world_teleport_facing(fray_world_id world, fray_agent_id agent, fray_vec2 position,
                                                 fray_vec2 heading);
/* A teleport, for fray_world_teleport_many. */
typedef struct fray_teleport {
    fray_agent_id agent;
    fray_vec2 position; /* m, within FRAY_WORLD_EXTENT */
    fray_vec2 heading;  /* of any length; (0, 0): the heading does not change */
} fray_teleport;
/* Teleports many agents. World's thread. */
FRAY_C_API fray_error fray_world_teleport_many(fray_world_id world, const fray_teleport* teleports, size_t count,
                                               size_t* skipped);

/* The kind of an order. An order replaces or limits the agent's own decisions until its next order; FRAY_ORDER_ATTACK,
 * FRAY_ORDER_PERFORM and FRAY_ORDER_ESCORT also end by themselves. An agent without a brain carries out FRAY_ORDER_GO,
 * FRAY_ORDER_RETREAT, FRAY_ORDER_STAND and FRAY_ORDER_PERFORM, and no other order. */
typedef enum fray_order_kind FRAY_AN_INT {
    FRAY_ORDER_FREE,    /* the agent decides by itself again */
    FRAY_ORDER_ATTACK,  /* fight only `target` until it is dead, despawned or on another storey; then FRAY_ORDER_FREE */
    FRAY_ORDER_GO,      /* walk to `point` without fighting, and stay there */
    FRAY_ORDER_STAND,   /* stand still without fighting */
    FRAY_ORDER_RETREAT, /* run to `point` without fighting, and stay there */
    /* Run to `target` and attack it once with `attack`, without token or cooldown. Then, or if the attack could not
     * begin within 4 s, or if the target dies or is despawned: FRAY_ORDER_FREE. fray_attack_end_event says how it
     * ended. It is for single agents, not for squads. */
    FRAY_ORDER_PERFORM,
    FRAY_ORDER_ADVANCE, /* walk to `point`, and fight on the way; after a fight walk on */
    FRAY_ORDER_HOLD,    /* stay here, and fight only enemies in reach */
    /* Follow `target` when it is more than `distance` away, and fight near it: no farther away than three times that.
     * When it is dead, despawned or on another storey: FRAY_ORDER_FREE. */
    FRAY_ORDER_ESCORT,
} fray_order_kind;

/* Ranks and files in which a squad marches, and stands at its point. All 0: no formation. */
typedef struct fray_formation {
    int files; /* agents side by side, 1 to 1000; 0: follows from `ranks` */
    int ranks; /* agents one behind the other, 1 to 1000; 0: follows from `files`. At most one of the two is given */
    float spacing;    /* m between neighbours, 0.1 to 100 */
    fray_vec2 facing; /* where it faces at its point, of any length; (0, 0): where it comes from its march */
} fray_formation;

/* Defaults: no formation, 1.5 m between neighbours. Any thread. */
FRAY_C_API fray_error fray_init_formation(fray_formation* formation, size_t size);

/* An order to an agent or a squad. */
typedef struct fray_order {
    fray_order_kind kind;
    fray_agent_id target; /* for FRAY_ORDER_ATTACK, FRAY_ORDER_PERFORM and FRAY_ORDER_ESCORT */
    fray_vec2 point;      /* m, for FRAY_ORDER_GO, FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE */
    int16_t attack;       /* index in the agent's attack table, for FRAY_ORDER_PERFORM; of other orders -1 when read */
    /* For FRAY_ORDER_GO, FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE: when the order is over, it goes to the end of the
     * agent's queue of orders. Two or more such orders make a patrol. */
    bool repeat;
    float distance;           /* m, 0.1 to 1000; for FRAY_ORDER_ESCORT */
    float delay;              /* s, 0 to 3600; of an order in a queue: wait so long after the end of the order before */
    fray_formation formation; /* for fray_world_set_squad_order with FRAY_ORDER_GO, _RETREAT and _ADVANCE */
    /* For FRAY_ORDER_GO, FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE: `storey` is the storey of `point`. An agent on
     * another storey goes there by links (fray_world_set_link). False: the agent goes to `point` on its own storey. */
    bool has_storey;
    int16_t storey;
} fray_order;

/* Defaults: the agent is free; without attack, 4 m to an agent to escort, and the formation of fray_init_formation. Any
 * thread. */
FRAY_C_API fray_error fray_init_order(fray_order* order, size_t size);

/* Gives an order. The agent's queue of orders becomes empty. FRAY_ERROR_STALE_ID: the agent, or the target of the
 * order. FRAY_ERROR_OUT_OF_RANGE: the agent would attack or escort itself, its archetype has no attack of this number,
 * or a field is not allowed; also to attack, advance, hold or escort for an agent without a brain. World's thread. */
FRAY_C_API fray_error fray_world_set_order(fray_world_id world, fray_agent_id agent, const fray_order* order);
/* Gives the order to each living member of a squad, except that no agent is ordered to attack or escort itself. Members
 * that an earlier command spawns or lets join count. With go, retreat and advance the leader goes
 * to the point, and each other member keeps its position relative to the leader. FRAY_ERROR_OUT_OF_RANGE: as above, or
 * the order is FRAY_ORDER_PERFORM. World's thread. */
FRAY_C_API fray_error fray_world_set_squad_order(fray_world_id world, fray_squad_id squad, const fray_order* order);
/* Puts an order at the end of the agent's queue: waypoints, for example, or with `repeat` a patrol. The agent takes the
 * first order of its queue when its present order is over: FRAY_ORDER_FREE always is; FRAY_ORDER_GO, FRAY_ORDER_RETREAT
 * and FRAY_ORDER_ADVANCE are when the agent has arrived or is blocked; FRAY_ORDER_STAND and FRAY_ORDER_HOLD never are.
 * An agent queues 32 orders at most; a command beyond that is dropped and counted. Errors as for
 * fray_world_set_order; FRAY_ERROR_OUT_OF_RANGE also with a formation. World's thread. */
FRAY_C_API fray_error fray_world_queue_order(fray_world_id world, fray_agent_id agent, const fray_order* order);
/* Puts an order at the end of the queue of each living member of a squad. Each member goes from point to point when it
 * has arrived itself, and keeps its place beside the leader. Errors as for fray_world_queue_order. World's thread. */
FRAY_C_API fray_error fray_world_queue_squad_order(fray_world_id world, fray_squad_id squad, const fray_order* order);
/* Makes the agent the leader of its squad. FRAY_ERROR_WRONG_SQUAD: the agent is in no squad that was made by
 * fray_world_add_squad. World's thread. */
FRAY_C_API fray_error fray_world_set_leader(fray_world_id world, fray_agent_id agent);
/* Sets the move input of a squad, a vector of length 0 to 1. The leader (with FRAY_CONTROL_ALL every member) moves at
 * its run speed times this length. The input holds until the next call; (0, 0) releases it. World's thread. */
FRAY_C_API fray_error fray_world_set_move_input(fray_world_id world, fray_squad_id squad, fray_vec2 direction);
/* Sets a target bias: how many metres, -1000 to 1000, are subtracted from the perceived distance of the target. It
 * holds for all agents (`by` null) or for the agent `by`, until the next such call; 0 removes it. World's thread. */
FRAY_C_API fray_error fray_world_set_target_bias(fray_world_id world, fray_agent_id target, float metres,
                                                 fray_agent_id by);
/* Raises (or lowers, if less than 0) the points of `attacker` in the threat table of an agent with
 * FRAY_TARGETING_THREAT. -1e9 to 1e9, not 0. It has no effect on an agent with another targeting. World's thread. */
FRAY_C_API fray_error fray_world_add_threat(fray_world_id world, fray_agent_id agent, fray_agent_id attacker,
                                            float points);
/* Sets the user data of an agent (fray_spawn_def). World's thread. */
FRAY_C_API fray_error fray_world_set_user_data(fray_world_id world, fray_agent_id agent, uint64_t data);
/* The agent leaves its squad and is on its own from now on, in the same team. It has no effect on an agent that was
 * spawned without a squad and never joined one. World's thread. */
FRAY_C_API fray_error fray_world_leave(fray_world_id world, fray_agent_id agent);
/* The agent changes sides: it leaves its squad, and is on its own from now on, in this team. FRAY_ERROR_UNKNOWN: there
 * is no such team. World's thread. */
FRAY_C_API fray_error fray_world_set_team(fray_world_id world, fray_agent_id agent, uint8_t team);
/* The squad changes sides, with all its members. It keeps its leader and its orders. FRAY_ERROR_UNKNOWN: there is no
 * such team or squad. World's thread. */
FRAY_C_API fray_error fray_world_set_squad_team(fray_world_id world, fray_squad_id squad, uint8_t team);
/* Moves the agent to another storey, to the same place there. The agent and those that fight it look for new targets.
 * World's thread. */
FRAY_C_API fray_error fray_world_set_storey(fray_world_id world, fray_agent_id agent, int16_t storey);

/* A link between two storeys: a stair, a ladder, a lift. Every field has to be filled in. */
typedef struct fray_link_def {
    fray_vec2 from, to;             /* m: its two ends */
    int16_t from_storey, to_storey; /* not the same */
    float radius;                   /* m, 0.1 to 100: agents that are so near to an end can enter there */
    int capacity;                   /* 1 to 10000: how many enter at once at an end */
    float interval;                 /* s, 0 to 3600: time between two departures from an end */
    float cost;   /* m, 0 to 100000: how much longer a way through it seems to agents that choose a link */
    bool two_way; /* false: it leads only from `from` to `to` */
    bool open;    /* false: no agent can enter it */
} fray_link_def;

/* Defaults: an open stair for both directions from storey 0 to storey 1. Any thread. */
FRAY_C_API fray_error fray_init_link_def(fray_link_def* def, size_t size);

/* Makes a link, or replaces the link of this number, 0 to FRAY_MAX_LINKS - 1: to close it, to open it, to move it.
 * Agents under an order that names another storey use it; fray_storey_event says when an agent has. fray moves it from
 * end to end at once; the host moves its own agents itself. World's thread. */
FRAY_C_API fray_error fray_world_set_link(fray_world_id world, int link, const fray_link_def* def);
/* Removes a link. FRAY_ERROR_UNKNOWN: there is no link of this number. World's thread. */
FRAY_C_API fray_error fray_world_remove_link(fray_world_id world, int link);
/* The link of this number. FRAY_ERROR_UNKNOWN: there is none. World's thread. */
FRAY_C_API fray_error fray_world_link(fray_world_id world, int link, fray_link_def* out);
/* The number of the link for which the agent heads; -1: for none. World's thread. */
FRAY_C_API fray_error fray_world_link_of(fray_world_id world, fray_agent_id agent, int* out);
/* Gives the agent another archetype. It gives up slot, token and attack; target, order and squad stay. Health keeps its
 * share of the full health. FRAY_ERROR_UNKNOWN: there is no such archetype. FRAY_ERROR_OUT_OF_RANGE: its `managed` or
 * `brain` is another. World's thread. */
FRAY_C_API fray_error fray_world_set_archetype(fray_world_id world, fray_agent_id agent, uint16_t archetype);

/* The level of detail: agents far from all focus points are updated less often. */
typedef struct fray_detail_def {
    uint32_t struct_size; /* set by fray_init_detail_def */
    float beyond[3];      /* m, 0 to infinity, not descending: beyond them agents are updated every 2, 4, 8 frames */
    const fray_vec2* points;
    size_t point_count; /* at most FRAY_MAX_DETAIL_POINTS; 0: the distance has no effect */
    uint32_t budget;    /* agent updates per frame; when exceeded, update intervals double; 0: no budget */
} fray_detail_def;

/* Defaults: no focus points; `beyond` 50, 100 and 150 m; no budget. Any thread. */
FRAY_C_API fray_error fray_init_detail_def(fray_detail_def* def, size_t size);
/* Sets the level of detail until the next such call. World's thread. */
FRAY_C_API fray_error fray_world_set_detail(fray_world_id world, const fray_detail_def* detail);
/* Sets the update interval of the agent: 1, 2, 4 or 8 frames; 0: the archetype and the level of detail decide. World's
 * thread. */
FRAY_C_API fray_error fray_world_set_update_interval(fray_world_id world, fray_agent_id agent, int frames);

/* Multiplies all speeds of the agent, 0 (rooted) to 10; 1 at first. World's thread. */
FRAY_C_API fray_error fray_world_set_speed_factor(fray_world_id world, fray_agent_id agent, float factor);
/* Sets the radius of the agent's body in m, 0.05 to 50; 0: that of its archetype. Bodies, ways and reach follow it.
 * World's thread. */
FRAY_C_API fray_error fray_world_set_radius(fray_world_id world, fray_agent_id agent, float radius);
/* Multiplies the agent's avoidance priority, 0.01 to 100: of two agents, the agent with the higher priority yields
 * less. 1 at first. World's thread. */
FRAY_C_API fray_error fray_world_set_avoidance_factor(fray_world_id world, fray_agent_id agent, float factor);
/* Stuns the agent for so many seconds, 0 to 3600; 0 ends a stun. A stunned agent stands, begins no attack and loses an
 * attack that it has begun. It keeps its target, its order and its slot, unless the end of the attack gives the slot
 * back, as it always does. World's thread. */
FRAY_C_API fray_error fray_world_stun(fray_world_id world, fray_agent_id agent, double seconds);
/* Pushes the agent by a vector (m) in 0.001 to 60 seconds, at 100 m/s at most. It is stunned for this time; others and
 * walls hold it up. An agent that the host moves is stunned, and the host has to push it: until the end of the push its
 * goal and preferred speed say where to and how fast. World's thread. */
FRAY_C_API fray_error fray_world_push(fray_world_id world, fray_agent_id agent, fray_vec2 by, double seconds);

/* Damages an agent by `amount` > 0. `by` is the attacker in events; null: the host. Damage by an agent also staggers,
 * as a hit does. A death is credited to `by`; if that is null, to the last attacker within `credit_time`. World's
 * thread. */
FRAY_C_API fray_error fray_world_damage(fray_world_id world, fray_agent_id agent, float amount, fray_agent_id by);
/* Staggers an agent as a hit would, without damage. `by` is the attacker in events; null: the host. It has no effect on
 * an agent that has no brain or no `stagger` time, has super armour, heals, is ordered away, or is led by move input.
 * World's thread. */
FRAY_C_API fray_error fray_world_stagger(fray_world_id world, fray_agent_id agent, fray_agent_id by);
/* Damage to an agent, for fray_world_damage_many. */
typedef struct fray_damage {
    fray_agent_id agent;
    float amount;     /* > 0 */
    fray_agent_id by; /* null: the host, as in fray_world_damage */
} fray_damage;
/* Damages many agents. Elements with a stale attacker are skipped, too. World's thread. */
FRAY_C_API fray_error fray_world_damage_many(fray_world_id world, const fray_damage* damages, size_t count,
                                             size_t* skipped);
/* Sets the health of an agent, from 0 to the health of its archetype, which must be limited. At 0 the agent dies. Use
 * it if the host owns the health (`host_health`), or to heal or weaken agents. `by` is the attacker, to which the death
 * is credited; null: the last attacker within `credit_time`. World's thread. */
FRAY_C_API fray_error fray_world_set_health(fray_world_id world, fray_agent_id agent, float health, fray_agent_id by);
/* The health of an agent, for fray_world_set_health_many. */
typedef struct fray_health {
    fray_agent_id agent;
    float health;     /* 0 to the health of the agent's archetype */
    fray_agent_id by; /* the attacker; null: the host, as in fray_world_set_health */
} fray_health;
/* Sets the health of many agents. Elements with a stale attacker are skipped, too. World's thread. */
FRAY_C_API fray_error fray_world_set_health_many(fray_world_id world, const fray_health* healths, size_t count,
                                                 size_t* skipped);
/* The capacities of a circle, 0 to FRAY_MAX_WEIGHT. */
typedef struct fray_capacity {
    int grid, attack;
} fray_capacity;
/* Sets the capacities of the circle round a target. They hold until the next call of this function, or until a reload
 * or fray_world_set_archetype gives its circle other capacities. World's thread. */
FRAY_C_API fray_error fray_world_set_capacity(fray_world_id world, fray_agent_id target, fray_capacity capacity);
/* Closes exactly these slots round a target and opens all others. This holds until the next call of this function.
 * World's thread. */
FRAY_C_API fray_error fray_world_set_closed_slots(fray_world_id world, fray_agent_id target, const int* slots,
                                                  size_t count);
/* The cone that a target sees. `offscreen_limit` limits the tokens of agents outside it. */
typedef struct fray_view_cone {
    fray_vec2 direction; /* finite and not zero */
    float half_angle;    /* rad to either side, 0 to pi */
} fray_view_cone;

/* Defaults: it sees in all directions. Any thread. */
FRAY_C_API fray_error fray_init_view_cone(fray_view_cone* view, size_t size);
/* Sets what a target sees. Without this call a target sees in all directions. World's thread. */
FRAY_C_API fray_error fray_world_set_view(fray_world_id world, fray_agent_id target, fray_view_cone view);

/* A question to the host: does the viewer see the target? */
typedef struct fray_sight_question {
    fray_agent_id viewer, target;
} fray_sight_question;
/* The sight questions that the last step left open: agents with `line_of_sight` ask about possible targets. An
 * unanswered question is asked again. Valid as long as a view of fray_world_view. World's thread. */
FRAY_C_API fray_error fray_world_sight_questions(fray_world_id world, const fray_sight_question** out, size_t* count);
/* Answers a sight question; the answer holds for the next step only. FRAY_ERROR_UNKNOWN: the viewer has not asked about
 * the target within the last second. World's thread. */
FRAY_C_API fray_error fray_world_answer_sight(fray_world_id world, fray_agent_id viewer, fray_agent_id target,
                                              bool seen);

/* What happened in the host's animation of an attack. */
typedef enum fray_attack_report FRAY_AN_INT {
    FRAY_REPORT_HIT,       /* the attack hits now */
    FRAY_REPORT_END,       /* the attack ends now */
    FRAY_REPORT_INTERRUPT, /* the attack was interrupted */
} fray_attack_report;
/* Reports on the attack for which the agent has a token, or on the attack in progress of an unmanaged agent. The report
 * holds for the next step only. It is dropped if there is no such attack. World's thread. */
FRAY_C_API fray_error fray_world_report_attack(fray_world_id world, fray_agent_id agent, fray_attack_report report);

/* Poses of the host's bodies, read from the host's memory without a copy: element i of a list is `stride` bytes after
 * element i - 1. */
typedef struct fray_host_poses {
    uint32_t struct_size; /* set by fray_init_host_poses */
    size_t count;
    const fray_agent_id* agents;
    size_t agent_stride;
    const float *x, *y; /* m; the coordinates need not be adjacent in memory */
    size_t x_stride, y_stride;
    const float *heading_x, *heading_y; /* of any length except 0; both null: headings stay as they are */
    size_t heading_x_stride, heading_y_stride;
} fray_host_poses;

/* Defaults: no agents; strides for arrays of fray_agent_id and fray_vec2. Any thread. */
FRAY_C_API fray_error fray_init_host_poses(fray_host_poses* poses, size_t size);
/* Sets the poses of agents with FRAY_MOTION_HOST at the start of the next step; all of them or none. Agents that are
 * stale, dead or moved by fray are skipped by the step (FRAY_EVENT_SKIP). fray reads the lists in this call, in the
 * next step, and in fray_world_save and fray_world_keep_frame before that step. So the lists must stay unchanged until
 * the step is over. World's thread. */
FRAY_C_API fray_error fray_world_set_host_poses(fray_world_id world, const fray_host_poses* poses);

/* ---- Time -------------------------------------------------------------------------------------------------------- */

/* Makes a step of `dt` seconds, 0 to 1. What is 1 / n to a float's precision counts as exactly that, so that no timer
 * drifts. `dt` may change from step to step; with 0 the step carries out commands and makes decisions, but no time
 * passes. For the same outcome give every step the same `dt` in each run, or use fray_world_advance. World's thread. */
FRAY_C_API fray_error fray_world_step(fray_world_id world, double dt);
/* Begins a step of `dt` seconds, which fray_world_step_end finishes. Until then every other call returns
 * FRAY_ERROR_STEPPING. World's thread. */
FRAY_C_API fray_error fray_world_step_begin(fray_world_id world, double dt);
/* Finishes a step. FRAY_ERROR_STEPPING: no step was begun, or the call comes from a callback. World's thread. */
FRAY_C_API fray_error fray_world_step_end(fray_world_id world);
/* Makes as many steps of 1 / hz as fit into `elapsed` seconds (0 to 10) plus the time that the previous call left over.
 * Writes their number, which may be 0, to `steps` unless that is null. The events are those of all these steps; without
 * a step there are none. World's thread. */
FRAY_C_API fray_error fray_world_advance(fray_world_id world, double elapsed, int* steps);
/* The time that fray_world_advance has left over, s. Multiplied by hz it is the fraction, 0 to 1, of the next step that
 * has passed. Use it to interpolate between FRAY_COLUMN_PREVIOUS_POSITION and FRAY_COLUMN_POSITION. World's thread. */
FRAY_C_API fray_error fray_world_left_over(fray_world_id world, double* out);
/* Sets the job system of the next steps. `threads` and `pin` are as in fray_world_def. `host` is for FRAY_JOBS_HOST and
 * may be null otherwise. The previous job system is no longer used. The results of steps do not depend on the job
 * system. World's thread. */
FRAY_C_API fray_error fray_world_set_jobs(fray_world_id world, fray_jobs jobs, int threads, bool pin,
                                          const fray_host_jobs* host);

/* ---- After the step: columns ------------------------------------------------------------------------------------- */

/* A column has an element for each row. The rows are the living and dead agents in storage order, which changes from
 * step to step; fray_world_row_of returns the row of an agent. */
typedef enum fray_column FRAY_AN_INT {
    FRAY_COLUMN_ID,              /* fray_agent_id */
    FRAY_COLUMN_SERIAL,          /* int32_t: number in spawn order, from 0, never reused */
    FRAY_COLUMN_POSITION,        /* fray_vec2, m */
    FRAY_COLUMN_HEADING,         /* fray_vec2, unit vectors */
    FRAY_COLUMN_GOAL,            /* fray_vec2, m: the position that the agent wants to reach */
    FRAY_COLUMN_PREFERRED_SPEED, /* float, m/s: speed to the goal; no elements without FRAY_MOTION_HOST */
    FRAY_COLUMN_FACING,          /* fray_vec2, unit vectors: preferred heading; no elements without FRAY_MOTION_HOST */
    FRAY_COLUMN_STATE,           /* uint8_t: fray_state or a user state */
    FRAY_COLUMN_BAND,            /* uint8_t, 0 to 4: distance band of the target */
    FRAY_COLUMN_TARGET,          /* fray_agent_id; null: none */
    FRAY_COLUMN_SLOT,            /* int16_t: slot in the circle of the target; -1: none */
    FRAY_COLUMN_ATTACK,          /* int16_t: attack table index of the token or of the running attack; -1: none */
    FRAY_COLUMN_WAIT_SLOT,       /* int16_t: the slot in front of which a requester waits; -1: none */
    FRAY_COLUMN_HEALTH,          /* float */
    FRAY_COLUMN_TEAM,            /* uint8_t */
    FRAY_COLUMN_ARCHETYPE,       /* uint16_t */
    FRAY_COLUMN_STOREY,          /* int16_t */
    FRAY_COLUMN_USER_DATA,       /* uint64_t: user data */
    FRAY_COLUMN_PREVIOUS_POSITION, /* fray_vec2, m: position at the start of the last step */
    FRAY_COLUMN_VELOCITY,          /* fray_vec2, m/s, of agents that fray moves; without meaning for others */
    FRAY_COLUMN_COUNT              /* number of columns */
} fray_column;

/* A view of a column in the world's own memory. It becomes invalid with the next step or restore, when anything is
 * added to the world, and when the ground, the origin or the reserved memory of the world changes. World's thread. */
FRAY_C_API fray_error fray_world_view(fray_world_id world, fray_column column, fray_view* out);
/* The number of rows: living and dead agents. World's thread. */
FRAY_C_API fray_error fray_world_agent_count(fray_world_id world, size_t* out);
/* The number of agents ever spawned, including agents that appear with the next step. It is the next serial. World's
 * thread. */
FRAY_C_API fray_error fray_world_spawn_count(fray_world_id world, int64_t* out);
/* Whether the agent was spawned and not despawned. Also true for an agent that appears only with the next step. World's
 * thread. */
FRAY_C_API fray_error fray_world_is_valid_agent(fray_world_id world, fray_agent_id agent, bool* out);
/* The row of an agent. FRAY_ERROR_STALE_ID: there is no such agent, or it has no row before the next step. World's
 * thread. */
FRAY_C_API fray_error fray_world_row_of(fray_world_id world, fray_agent_id agent, size_t* out);
/* The id of the agent with this serial. FRAY_ERROR_STALE_ID: no such agent exists now, and `*out` is null. World's
 * thread. */
FRAY_C_API fray_error fray_world_find(fray_world_id world, int32_t serial, fray_agent_id* out);

/* ---- After the step: one agent, squad or circle ------------------------------------------------------------------ */

/* The functions of this section return the state after the last step, without commands that wait for the next step.
 * FRAY_ERROR_STALE_ID: there is no such agent, or it has no row before the next step. FRAY_ERROR_UNKNOWN: there is no
 * such squad. */

/* The position, m. World's thread. */
FRAY_C_API fray_error fray_world_position(fray_world_id world, fray_agent_id agent, fray_vec2* out);
/* Where to draw the agent, m, when the part `part` (0 to 1) of the last step has passed: on the way from its previous
 * position to its position, or, with a longer update interval, from its last update to the next. World's thread. */
FRAY_C_API fray_error fray_world_drawn_position(fray_world_id world, fray_agent_id agent, double part, fray_vec2* out);
/* The velocity, m/s. World's thread. */
FRAY_C_API fray_error fray_world_velocity(fray_world_id world, fray_agent_id agent, fray_vec2* out);
/* The heading, a unit vector. World's thread. */
FRAY_C_API fray_error fray_world_heading(fray_world_id world, fray_agent_id agent, fray_vec2* out);
/* The number of the agent's state: a fray_state or a user state. World's thread. */
FRAY_C_API fray_error fray_world_state(fray_world_id world, fray_agent_id agent, uint8_t* out);
/* The target of the agent; null: it has none. World's thread. */
FRAY_C_API fray_error fray_world_target(fray_world_id world, fray_agent_id agent, fray_agent_id* out);
/* The health; 0: the agent is dead. World's thread. */
FRAY_C_API fray_error fray_world_health(fray_world_id world, fray_agent_id agent, float* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_team(fray_world_id world, fray_agent_id agent, uint8_t* out);
/* The squad of the agent; null: it is in none that was made by fray_world_add_squad. World's thread. */
FRAY_C_API fray_error fray_world_squad(fray_world_id world, fray_agent_id agent, fray_squad_id* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_archetype_of(fray_world_id world, fray_agent_id agent, uint16_t* out);
/* The index of the monster table that the agent follows, counted from 0 in the order in which monsters were added; -1:
 * none. World's thread. */
FRAY_C_API fray_error fray_world_monster_of(fray_world_id world, fray_agent_id agent, int64_t* out);
/* The order that the agent has; FRAY_ORDER_FREE: it decides by itself. World's thread. */
FRAY_C_API fray_error fray_world_order(fray_world_id world, fray_agent_id agent, fray_order* out);
/* The orders in the agent's queue, the next order first; `*count` is their number. FRAY_ERROR_BAD_SIZE: there are more
 * than `capacity`. With `out` null and capacity 0 the call only counts them. World's thread. */
FRAY_C_API fray_error fray_world_order_queue(fray_world_id world, fray_agent_id agent, fray_order* out, size_t capacity,
                                             size_t* count);
/* What the host has made of an agent's body. */
typedef struct fray_body {
    float speed_factor;
    float radius; /* m: the present radius */
    float avoidance_factor;
    fray_vec2 push;   /* m/s: the velocity of a push that goes on */
    double stunned;   /* s: for how long the agent stays stunned */
    double push_left; /* s: for how long the push goes on */
} fray_body;
/* The agent's body. World's thread. */
FRAY_C_API fray_error fray_world_body(fray_world_id world, fray_agent_id agent, fray_body* out);
/* The present update interval of the agent, in frames. World's thread. */
FRAY_C_API fray_error fray_world_update_interval(fray_world_id world, fray_agent_id agent, int* out);
/* The target bias of a target, m: the bias set for the agent `by`, or with `by` null the bias set for all agents; 0:
 * none. World's thread. */
FRAY_C_API fray_error fray_world_target_bias(fray_world_id world, fray_agent_id target, fray_agent_id by, float* out);
/* A row of an agent's threat table. */
typedef struct fray_threat {
    fray_agent_id attacker;
    float points; /* > 0; as they have faded by now */
} fray_threat;
/* The threat table of an agent, the most points first; `*count` is its length, 0 without FRAY_TARGETING_THREAT.
 * FRAY_ERROR_BAD_SIZE: there are more than `capacity`. With `out` null and capacity 0 the call only counts them.
 * World's thread. */
FRAY_C_API fray_error fray_world_threats(fray_world_id world, fray_agent_id agent, fray_threat* out, size_t capacity,
                                         size_t* count);
/* The capacities of the circle round an agent; without a circle, the capacities that it would have. World's thread. */
FRAY_C_API fray_error fray_world_capacity(fray_world_id world, fray_agent_id target, fray_capacity* out);
/* The closed slots round an agent, ascending; `*count` is their number. FRAY_ERROR_BAD_SIZE: there are more than
 * `capacity`. With `out` null and capacity 0 the call only counts them. World's thread. */
FRAY_C_API fray_error fray_world_closed_slots(fray_world_id world, fray_agent_id target, int* out, size_t capacity,
                                              size_t* count);
/* The cone that an agent sees (fray_world_set_view). World's thread. */
FRAY_C_API fray_error fray_world_view_cone(fray_world_id world, fray_agent_id target, fray_view_cone* out);
/* The move input of a squad; (0, 0): released. World's thread. */
FRAY_C_API fray_error fray_world_move_input(fray_world_id world, fray_squad_id squad, fray_vec2* out);
/* The leader of a squad; null: the squad has none. World's thread. */
FRAY_C_API fray_error fray_world_leader(fray_world_id world, fray_squad_id squad, fray_agent_id* out);

/* ---- After the step: searches and user columns ------------------------------------------------------------------- */

/* Finds living agents of `team_count` teams (0: of all teams) within `radius` m of a point on a storey. The nearest
 * comes first; at equal distances the lower serial comes first. Writes at most `capacity` ids to `out`, and their
 * number to `count`. World's thread. */
FRAY_C_API fray_error fray_world_nearest(fray_world_id world, fray_vec2 at, float radius, const uint8_t* teams,
                                         size_t team_count, int16_t storey, fray_agent_id* out, size_t capacity,
                                         size_t* count);
/* As fray_world_nearest, around this agent and on its storey, for all teams that are hostile to its team.
 * FRAY_ERROR_STALE_ID: there is no such agent, or it has no row before the next step. World's thread. */
FRAY_C_API fray_error fray_world_nearest_hostiles(fray_world_id world, fray_agent_id agent, float radius,
                                                  fray_agent_id* out, size_t capacity, size_t* count);

/* Adds a user column of `size` bytes per agent, 1 to FRAY_MAX_COLUMN_SIZE. New elements are copies of `initial`. Like a
 * built-in column it is sorted, saved, restored and hashed, as bytes. Elements lie next to each other, so `size` must
 * be a multiple of their alignment, which is at most 16. World's thread. */
FRAY_C_API fray_error fray_world_add_column(fray_world_id world, const char* name, size_t size, const void* initial,
                                            fray_user_column_id* out);
/* The elements of a user column by row, to read and to write. `size` must be the size given to fray_world_add_column.
 * `*out` is null if there are no rows. It is valid as long as a view of fray_world_view. FRAY_ERROR_UNKNOWN: there is
 * no such column of this size. World's thread. */
FRAY_C_API fray_error fray_world_user_column(fray_world_id world, fray_user_column_id column, size_t size, void** out,
                                             size_t* count);

/* ---- After the step: events -------------------------------------------------------------------------------------- */

/* The states of an agent. */
typedef enum fray_state FRAY_AN_INT {
    FRAY_STATE_IDLE,
    FRAY_STATE_PURSUE,
    FRAY_STATE_APPROACH,
    FRAY_STATE_ROAM,
    FRAY_STATE_COMBAT,
    FRAY_STATE_ATTACK,
    FRAY_STATE_DEAD,
    FRAY_STATE_BACKSTEP,
    FRAY_STATE_HEAL,
    FRAY_STATE_STAGGER,
    FRAY_STATE_PATROL,
    FRAY_STATE_FOLLOW,    /* goes to its leader, with nothing else to do */
    FRAY_STATE_RETURNING, /* returns to its leader from a fight too far away */
    FRAY_STATE_LED,       /* steered by its squad's move input */
    FRAY_STATE_ROUT,      /* runs away, because its squad routs */
    FRAY_STATE_USER = 32  /* the first user state; they are numbered in the order of fray_world_add_state */
} fray_state;

/* The systems of a frame, in order. */
typedef enum fray_system FRAY_AN_INT {
    FRAY_SYSTEM_APPLY_COMMANDS,
    FRAY_SYSTEM_SORT_STORAGE,
    FRAY_SYSTEM_BUILD_TREES,
    FRAY_SYSTEM_BUILD_GRID,
    FRAY_SYSTEM_ACQUIRE_TARGETS,
    FRAY_SYSTEM_CLASSIFY_DISTANCES,
    FRAY_SYSTEM_EVALUATE_FSM,
    FRAY_SYSTEM_RESOLVE_HITS,
    FRAY_SYSTEM_PLAN_ENGAGEMENTS,
    FRAY_SYSTEM_COMMIT,
    FRAY_SYSTEM_COLLECT_EVENTS,
    FRAY_SYSTEM_LOCOMOTION,
    FRAY_SYSTEM_PUBLISH,
    FRAY_SYSTEM_COUNT
} fray_system;

/* What the ranks of a world tell each other in a step, in order: a call of fray_communicator.all_gather each. */
typedef enum fray_exchange FRAY_AN_INT {
    FRAY_EXCHANGE_COMMANDS,  /* those of rank 0, given since the last step */
    FRAY_EXCHANGE_TARGETS,   /* the results of acquire_targets */
    FRAY_EXCHANGE_DECISIONS, /* of classify_distances and evaluate_fsm */
    FRAY_EXCHANGE_CIRCLES,   /* of plan_engagements: the circles that it has planned */
    FRAY_EXCHANGE_PROPOSALS, /* of plan_engagements: the changes of target that agents propose */
    FRAY_EXCHANGE_MOTION,    /* of locomotion */
    FRAY_EXCHANGE_AGREEMENT, /* that all ranks have completed the step, with the same result */
    FRAY_EXCHANGE_COUNT
} fray_exchange;

/* The kinds of events. Each kind has a struct of its own below, with a comment that says when it happens. */
typedef enum fray_event_type FRAY_AN_INT {
    FRAY_EVENT_SPAWN,
    FRAY_EVENT_DESPAWN,
    FRAY_EVENT_ORDER,
    FRAY_EVENT_TARGET,
    FRAY_EVENT_BAND,
    FRAY_EVENT_STATE,
    FRAY_EVENT_REQUEST,
    FRAY_EVENT_WITHDRAW,
    FRAY_EVENT_ARRIVE,
    FRAY_EVENT_ATTACK,
    FRAY_EVENT_ATTACK_END,
    FRAY_EVENT_HIT,
    FRAY_EVENT_MISS,
    FRAY_EVENT_HURT,
    FRAY_EVENT_DEATH,
    FRAY_EVENT_UNSLOT,
    FRAY_EVENT_SLOT,
    FRAY_EVENT_TOKEN,
    FRAY_EVENT_CAPACITY,
    FRAY_EVENT_RESERVE,
    FRAY_EVENT_WAIT,
    FRAY_EVENT_REACT,
    FRAY_EVENT_STAGGER,
    FRAY_EVENT_HEAL,
    FRAY_EVENT_PHASE,
    FRAY_EVENT_ACT,
    FRAY_EVENT_ACT_END,
    FRAY_EVENT_SAY,
    FRAY_EVENT_BUFF,
    FRAY_EVENT_COLOR,
    FRAY_EVENT_SKILLS,
    FRAY_EVENT_POSE,
    FRAY_EVENT_SUMMON,
    FRAY_EVENT_LEADER,
    FRAY_EVENT_JOIN,
    FRAY_EVENT_MOVE_INPUT,
    FRAY_EVENT_LAUNCH,
    FRAY_EVENT_RELOAD,
    FRAY_EVENT_DROP,
    FRAY_EVENT_SKIP,
    FRAY_EVENT_MORALE,
    FRAY_EVENT_ORDER_DONE,
    FRAY_EVENT_ARCHETYPE,
    FRAY_EVENT_STOREY,
    FRAY_EVENT_COUNT
} fray_event_type;

/* The reaction of a brain to a change of distance band. */
typedef enum fray_reaction FRAY_AN_INT { FRAY_REACTION_STAY, FRAY_REACTION_COMBAT, FRAY_REACTION_HEAL } fray_reaction;

/* Why a target, a slot or an attack changed. */
typedef enum fray_cause FRAY_AN_INT {
    FRAY_CAUSE_NONE,
    /* FRAY_EVENT_TARGET */
    FRAY_CAUSE_FOUND,
    FRAY_CAUSE_NEARER,
    FRAY_CAUSE_LOST,
    FRAY_CAUSE_DIED, /* target event: the target has died; unslot, attack_end, act_end: the agent itself has died */
    FRAY_CAUSE_GONE,
    FRAY_CAUSE_ORDERED,
    FRAY_CAUSE_OPEN_SLOT,
    FRAY_CAUSE_LED,
    FRAY_CAUSE_RETURNED,
    /* FRAY_EVENT_SLOT */
    FRAY_CAUSE_ADMITTED,
    FRAY_CAUSE_MOVED,
    FRAY_CAUSE_REBALANCED,
    FRAY_CAUSE_STOLEN,
    /* FRAY_EVENT_UNSLOT; it also has the causes died, lost and stolen */
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
    /* FRAY_EVENT_ATTACK_END; it also has the causes finished, died, target_gone and withdrew */
    FRAY_CAUSE_TIMEOUT,
    FRAY_CAUSE_INTERRUPTED,
    /* FRAY_EVENT_ACT_END; it also has the causes finished and died */
    FRAY_CAUSE_STATE,
    FRAY_CAUSE_RELOADED,
    FRAY_CAUSE_SUPPORT,
    FRAY_CAUSE_ROUTED,
    FRAY_CAUSE_RELIEVED,
    FRAY_CAUSE_REACHED,
    FRAY_CAUSE_BLOCKED,
    FRAY_CAUSE_CANCELLED,
    FRAY_CAUSE_THREAT /* FRAY_EVENT_TARGET */
} fray_cause;

/* The wait reason: why an agent has no slot or no token. */
typedef enum fray_wait_reason FRAY_AN_INT {
    FRAY_WAIT_REASON_NONE,
    FRAY_WAIT_REASON_GRID,         /* its grid weight exceeds the free capacity */
    FRAY_WAIT_REASON_NO_SLOT,      /* no slot is open */
    FRAY_WAIT_REASON_RESERVED,     /* the free capacity is reserved for another agent */
    FRAY_WAIT_REASON_TOO_HEAVY,    /* its grid weight, or every attack that reaches, exceeds the whole capacity */
    FRAY_WAIT_REASON_REST,         /* it released a slot recently */
    FRAY_WAIT_REASON_ATTACK,       /* its attacks exceed the free attack capacity */
    FRAY_WAIT_REASON_COOLDOWN,     /* the cooldowns of its attacks are running */
    FRAY_WAIT_REASON_GAP,          /* the circle's `attack_gap` is running */
    FRAY_WAIT_REASON_ATTACK_CLASS, /* the class limits of its attacks are reached */
    FRAY_WAIT_REASON_OFFSCREEN,    /* it is outside the target's view, and `offscreen_limit` is reached */
    FRAY_WAIT_REASON_RANGE,        /* none of its attacks reaches the target */
    FRAY_WAIT_REASON_NOT_READY,    /* it is on the way to its slot, recovers, is staggered, heals or steps back */
    FRAY_WAIT_REASON_TURN,         /* other holders come first */
    FRAY_WAIT_REASON_WAY,          /* another agent is in its way, or is promised the place */
} fray_wait_reason;

/* The kinds of commands, for fray_drop_event. */
typedef enum fray_command_type FRAY_AN_INT {
    FRAY_COMMAND_SPAWN,
    FRAY_COMMAND_DESPAWN,
    FRAY_COMMAND_TELEPORT,
    FRAY_COMMAND_SET_ORDER,
    FRAY_COMMAND_SET_SQUAD_ORDER,
    FRAY_COMMAND_JOIN,
    FRAY_COMMAND_SET_LEADER,
    FRAY_COMMAND_SET_MOVE_INPUT,
    FRAY_COMMAND_SET_TARGET_BIAS,
    FRAY_COMMAND_DAMAGE,
    FRAY_COMMAND_SET_HEALTH,
    FRAY_COMMAND_SET_CAPACITY,
    FRAY_COMMAND_SET_CLOSED_SLOTS,
    FRAY_COMMAND_SET_VIEW,
    FRAY_COMMAND_REPORT_ATTACK,
    FRAY_COMMAND_ANSWER_SIGHT,
    FRAY_COMMAND_SET_UPDATE_INTERVAL,
    FRAY_COMMAND_STAGGER,
    FRAY_COMMAND_QUEUE_ORDER,
    FRAY_COMMAND_QUEUE_SQUAD_ORDER,
    FRAY_COMMAND_SET_SPEED_FACTOR,
    FRAY_COMMAND_SET_RADIUS,
    FRAY_COMMAND_SET_AVOIDANCE_FACTOR,
    FRAY_COMMAND_STUN,
    FRAY_COMMAND_PUSH,
    FRAY_COMMAND_ADD_THREAT,
    FRAY_COMMAND_SET_USER_DATA,
    FRAY_COMMAND_LEAVE,
    FRAY_COMMAND_SET_STOREY,
    FRAY_COMMAND_SET_ARCHETYPE,
    FRAY_COMMAND_SET_TEAM,
    FRAY_COMMAND_SET_SQUAD_TEAM,
    FRAY_COMMAND_SET_LINK,
    FRAY_COMMAND_REMOVE_LINK,
} fray_command_type;

/* An agent in an event. */
typedef struct fray_event_agent {
    /* The id. If the agent was despawned in the step of the event (or in a later step of the same fray_world_advance),
     * functions refuse the id as stale. It is a key for the host's own tables. Null: there is no agent, or it
     * was despawned in an earlier step (`serial` still names it). */
    fray_agent_id id;
    int32_t serial; /* FRAY_NO_SERIAL: there is no agent, or the host caused the event */
} fray_event_agent;

/* The events. `sequence` is the place of the event among all events of the last step or fray_world_advance, from 0.
 * `agent` is the agent to which the event happens. `target` is its target, or the target of the circle that the event
 * is about. `attack` is an index in the attack table of the agent's archetype; -1: none. `slot` is a slot on the circle
 * of the target, from 0; -1: none. */

/* An agent was spawned. */
typedef struct fray_spawn_event {
    uint32_t sequence;
    fray_event_agent agent;
    uint16_t archetype;
    uint8_t team;
    fray_squad_id squad;     /* squad of the agent, which may be a squad of its own */
    fray_event_agent leader; /* leader of the squad; no agent: the squad has none */
    fray_vec2 position;      /* m */
    uint64_t user_data;
} fray_spawn_event;
/* An agent was despawned. */
typedef struct fray_despawn_event {
    uint32_t sequence;
    fray_event_agent agent;
    uint64_t user_data;
} fray_despawn_event;
/* An agent got an order. */
typedef struct fray_order_event {
    uint32_t sequence;
    fray_event_agent agent;
    uint8_t order;           /* fray_order_kind */
    fray_event_agent target; /* for FRAY_ORDER_ATTACK, FRAY_ORDER_PERFORM and FRAY_ORDER_ESCORT */
    int16_t attack;          /* for FRAY_ORDER_PERFORM */
    fray_vec2 point;         /* m, of FRAY_ORDER_GO, FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE; the post of a hold */
} fray_order_event;
/* An agent has another target, or lost its target. */
typedef struct fray_target_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target; /* the new target; no agent: the agent has no target now */
    uint8_t cause;           /* fray_cause */
} fray_target_event;
/* The target has entered another distance band. */
typedef struct fray_band_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int32_t band;   /* the new band, 0 to 4 */
    float distance; /* m */
} fray_band_event;
/* An agent has entered another state. */
typedef struct fray_state_event {
    uint32_t sequence;
    fray_event_agent agent;
    uint8_t before; /* the state before: fray_state or a user state */
    uint8_t now;    /* the new state: fray_state or a user state */
} fray_state_event;
/* An agent requests a slot at the circle of its target. */
typedef struct fray_request_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
} fray_request_event;
/* An agent gives up what it has at the circle of its target. */
typedef struct fray_withdraw_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
} fray_withdraw_event;
/* A holder has arrived at its slot. */
typedef struct fray_arrive_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t slot;
} fray_arrive_event;
/* The windup of an attack starts, or starts again after an interruption (`interrupt_grace`). */
typedef struct fray_attack_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t attack;
    double windup;   /* s, from the time of the event to the hit */
    double duration; /* s, from the time of the event to the end of the attack */
} fray_attack_event;
/* An attack has ended. */
typedef struct fray_attack_end_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t attack;
    uint8_t cause; /* fray_cause */
} fray_attack_end_event;
/* An attack or a projectile hits its target. */
typedef struct fray_hit_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t attack;
    float damage;
    float distance;      /* m */
    uint32_t projectile; /* its number (fray_launch_event); FRAY_NO_PROJECTILE: the hit was immediate */
} fray_hit_event;
/* An attack or a projectile misses: the target was out of hit range, or invulnerable. */
typedef struct fray_miss_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t attack;
    float damage;        /* damage that the hit would have done */
    float distance;      /* m */
    uint32_t projectile; /* as in fray_hit_event */
} fray_miss_event;
/* An agent was damaged. */
typedef struct fray_hurt_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent attacker; /* no agent: the host */
    float amount;
} fray_hurt_event;
/* An agent has died. */
typedef struct fray_death_event {
    uint32_t sequence;
    fray_event_agent agent;
    /* The attacker; if the host named none, the last attacker within `credit_time`; of a summoned agent that dies with
     * its summoner, the summoner. No agent: the host. */
    fray_event_agent killer;
} fray_death_event;
/* A holder gives up or loses its slot. */
typedef struct fray_unslot_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t slot;
    uint8_t cause; /* fray_cause */
} fray_unslot_event;
/* An agent gets a slot, or another slot. */
typedef struct fray_slot_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t slot;
    uint8_t cause; /* fray_cause */
} fray_slot_event;
/* A holder gets an attack token. */
typedef struct fray_token_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t attack;
    int16_t slot;
    int32_t weight; /* attack weight of the attack */
} fray_token_event;
/* The capacities of a circle were changed by a command. */
typedef struct fray_capacity_event {
    uint32_t sequence;
    fray_event_agent target;
    int32_t grid;   /* grid capacity */
    int32_t attack; /* attack capacity */
} fray_capacity_event;
/* Freed capacity of a circle is reserved for a requester from now on. */
typedef struct fray_reserve_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
} fray_reserve_event;
/* The wait reason of an agent has changed. Recorded only with fray_world_def.wait_reasons. The end of waiting has no
 * wait event: see the slot and token events, or call fray_world_wait_reason. */
typedef struct fray_wait_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target; /* target of the circle at which the agent waits */
    uint8_t reason;          /* fray_wait_reason, never FRAY_WAIT_REASON_NONE */
    double need;             /* what is needed, as in fray_wait_info */
    double free;
} fray_wait_event;
/* An agent reacts to a change of distance band. */
typedef struct fray_react_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int32_t band;     /* the new band, 0 to 2 */
    uint8_t reaction; /* fray_reaction */
    bool hurt;        /* the agent was in need of healing */
} fray_react_event;
/* A hit has stopped an agent. */
typedef struct fray_stagger_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent attacker;
} fray_stagger_event;
/* An agent has healed. */
typedef struct fray_heal_event {
    uint32_t sequence;
    fray_event_agent agent;
    float amount;
} fray_heal_event;
/* An agent enters a phase of its fight. */
typedef struct fray_phase_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t phase; /* number of the phase, from 1 */
} fray_phase_event;
/* An act of a monster starts. The numbers are indices in the tables of the monster (rules.md, Monsters). */
typedef struct fray_act_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t act;
    int32_t state;
    int32_t condition; /* index in the state's conditions: `once`, then `blood`, then `time` */
} fray_act_event;
/* An act of a monster has ended. */
typedef struct fray_act_end_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t act;
    uint8_t cause; /* fray_cause */
} fray_act_end_event;
/* A monster says a line. */
typedef struct fray_say_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t act;
    int32_t line; /* index in the `talk` of the act */
} fray_say_event;
/* The buffs of a monster now come from another act. */
typedef struct fray_buff_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t act; /* -1: none */
} fray_buff_event;
/* The color of a monster now comes from another act. */
typedef struct fray_color_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t act; /* -1: none */
} fray_color_event;
/* The attacks that a monster may use now come from another act. */
typedef struct fray_skills_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t act; /* -1: none */
} fray_skills_event;
/* A monster has entered a state with another pose. */
typedef struct fray_pose_event {
    uint32_t sequence;
    fray_event_agent agent;
    int32_t state;
} fray_pose_event;
/* A monster has summoned an agent. */
typedef struct fray_summon_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent summoned;
} fray_summon_event;
/* An agent has become the leader of its squad. */
typedef struct fray_leader_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent before; /* the previous leader; no agent: there was none */
} fray_leader_event;
/* An agent has joined a squad. */
typedef struct fray_join_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_squad_id squad;
    uint8_t team;
    fray_event_agent leader; /* leader of that squad; no agent: it has none */
} fray_join_event;
/* The move input of a squad has changed. */
typedef struct fray_move_input_event {
    uint32_t sequence;
    fray_squad_id squad;
    fray_event_agent leader; /* no agent: the squad has none */
    fray_vec2 direction;     /* length 0 to 1 */
} fray_move_input_event;
/* An agent has launched a projectile. */
typedef struct fray_launch_event {
    uint32_t sequence;
    fray_event_agent agent;
    fray_event_agent target;
    int16_t attack;
    double flight_time;  /* s, from the launch to the hit */
    uint32_t projectile; /* its number: fray_projectile.number, and that of its hit or miss */
} fray_launch_event;
/* A reload was applied. */
typedef struct fray_reload_event {
    uint32_t sequence;
    int32_t archetypes; /* number of archetypes that have changed */
    int32_t monsters;   /* number of monsters that have changed or are new */
} fray_reload_event;
/* A command was dropped, most often because the agent has died since the call. */
typedef struct fray_drop_event {
    uint32_t sequence;
    fray_event_agent agent; /* the agent to which the command was given */
    uint8_t command;        /* fray_command_type */
} fray_drop_event;
/* Host poses were skipped, because the agents do not live or are moved by fray. At most one such event a step. */
typedef struct fray_skip_event {
    uint32_t sequence;
    int32_t count; /* number of skipped poses */
} fray_skip_event;
/* A squad has another mood. */
typedef struct fray_morale_event {
    uint32_t sequence;
    fray_squad_id squad;
    fray_event_agent leader;
    uint8_t before; /* fray_mood */
    uint8_t now;    /* fray_mood */
    int32_t points; /* its morale, 0 to 100, rounded down */
} fray_morale_event;
/* An agent has ended its way to the point of an order FRAY_ORDER_GO, FRAY_ORDER_RETREAT or FRAY_ORDER_ADVANCE, or has
 * come to a halt on it. The order stays in force. */
typedef struct fray_order_done_event {
    uint32_t sequence;
    fray_event_agent agent;
    uint8_t order;   /* fray_order_kind */
    fray_vec2 point; /* m: where the agent itself was sent */
    uint8_t cause;   /* fray_cause: REACHED, BLOCKED or CANCELLED */
} fray_order_done_event;
/* An agent has another archetype (fray_world_set_archetype). */
typedef struct fray_archetype_event {
    uint32_t sequence;
    fray_event_agent agent;
    uint16_t before;
    uint16_t now;
} fray_archetype_event;

/* An agent has gone through a link to another storey (fray_world_set_link). */
typedef struct fray_storey_event {
    uint32_t sequence;
    fray_event_agent agent;
    int16_t before;
    int16_t now;
    int32_t link; /* number of the link */
} fray_storey_event;

/* Refers to an event by its kind and its place in the list of this kind. */
typedef struct fray_event_ref {
    uint8_t type; /* fray_event_type */
    uint32_t index;
} fray_event_ref;

/* A step of which fray_events holds the events. */
typedef struct fray_event_step {
    uint64_t frame; /* number of the step */
    double time;    /* s: the world's time before the step, which is the time of its events */
    uint32_t first; /* sequence number of its first event; the next step's events begin where these end */
} fray_event_step;

/* The events of a step, or of all steps of a fray_world_advance: a list for each kind, in the order of the events. */
typedef struct fray_events {
    const fray_event_ref* order; /* all events, in their total order; element i has the sequence number i */
    size_t count;                /* number of events of all kinds */
    const fray_spawn_event* spawns;
    size_t spawn_count;
    const fray_despawn_event* despawns;
    size_t despawn_count;
    const fray_order_event* orders;
    size_t order_count;
    const fray_target_event* targets;
    size_t target_count;
    const fray_band_event* bands;
    size_t band_count;
    const fray_state_event* states;
    size_t state_count;
    const fray_request_event* requests;
    size_t request_count;
    const fray_withdraw_event* withdrawals;
    size_t withdrawal_count;
    const fray_arrive_event* arrivals;
    size_t arrival_count;
    const fray_attack_event* attacks;
    size_t attack_count;
    const fray_attack_end_event* attack_ends;
    size_t attack_end_count;
    const fray_hit_event* hits;
    size_t hit_count;
    const fray_miss_event* misses;
    size_t miss_count;
    const fray_hurt_event* hurts;
    size_t hurt_count;
    const fray_death_event* deaths;
    size_t death_count;
    const fray_unslot_event* unslots;
    size_t unslot_count;
    const fray_slot_event* slots;
    size_t slot_count;
    const fray_token_event* tokens;
    size_t token_count;
    const fray_capacity_event* capacities;
    size_t capacity_count;
    const fray_reserve_event* reservations;
    size_t reservation_count;
    const fray_wait_event* waits;
    size_t wait_count;
    const fray_react_event* reactions;
    size_t reaction_count;
    const fray_stagger_event* staggers;
    size_t stagger_count;
    const fray_heal_event* heals;
    size_t heal_count;
    const fray_phase_event* phases;
    size_t phase_count;
    const fray_act_event* acts;
    size_t act_count;
    const fray_act_end_event* act_ends;
    size_t act_end_count;
    const fray_say_event* lines;
    size_t line_count;
    const fray_buff_event* buffs;
    size_t buff_count;
    const fray_color_event* colors;
    size_t color_count;
    const fray_skills_event* skills;
    size_t skill_count;
    const fray_pose_event* poses;
    size_t pose_count;
    const fray_summon_event* summons;
    size_t summon_count;
    const fray_leader_event* leaders;
    size_t leader_count;
    const fray_join_event* joins;
    size_t join_count;
    const fray_move_input_event* move_inputs;
    size_t move_input_count;
    const fray_launch_event* launches;
    size_t launch_count;
    const fray_reload_event* reloads;
    size_t reload_count;
    const fray_drop_event* drops;
    size_t drop_count;
    const fray_skip_event* skips;
    size_t skip_count;
    const fray_morale_event* morales;
    size_t morale_count;
    const fray_order_done_event* orders_done;
    size_t order_done_count;
    const fray_archetype_event* archetypes;
    size_t archetype_count;
    const fray_storey_event* storeys;
    size_t storey_count;
    const fray_event_step* steps; /* the steps of which these are the events, in their order */
    size_t step_count;
} fray_events;

/* The events of the last step or fray_world_advance (none, if that made no step), without a copy. All kinds are
 * recorded unless the event mask says otherwise; wait events need fray_world_def.wait_reasons too. `*out` and its lists
 * are valid as long as a view of fray_world_view. World's thread. */
FRAY_C_API fray_error fray_world_events(fray_world_id world, const fray_events** out);
/* Sets the events that are recorded from the next step on: bits 1 << fray_event_type. World's thread. */
FRAY_C_API fray_error fray_world_set_event_mask(fray_world_id world, uint64_t mask);
/* The event mask: bits 1 << fray_event_type. World's thread. */
FRAY_C_API fray_error fray_world_event_mask(fray_world_id world, uint64_t* out);

/* The name of an event in traces; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_event_name(fray_event_type type);
/* The name of a command in traces; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_command_name(fray_command_type type);
/* The name of a cause in traces; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_cause_name(fray_cause cause);
/* The name of a wait reason in traces; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_wait_reason_name(fray_wait_reason wait_reason);
/* The name of a system; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_system_name(fray_system system);
/* The name of an exchange; "?" for other numbers. Never null. Any thread. */
FRAY_C_API const char* fray_exchange_name(fray_exchange exchange);
/* The name of a built-in or user state; "?": there is no such state. Valid as long as the world. World's thread. */
FRAY_C_API fray_error fray_world_state_name(fray_world_id world, uint8_t state, const char** out);

/* A projectile in flight. */
typedef struct fray_projectile {
    fray_vec2 from; /* m, the point of the launch */
    fray_agent_id target;
    fray_agent_id shooter; /* null: the shooter was despawned since the launch */
    int32_t shooter_serial;
    uint16_t archetype;     /* archetype of the shooter */
    int16_t attack;         /* index in the shooter's attack table at the launch */
    double launched, lands; /* world times of the launch and the landing, s */
    float damage;           /* damage of the attack at the launch */
    float hit_range;        /* m: it hits if its target is then at most this far from `from` */
    uint32_t number;        /* number in the order of launches, from 0 */
    int16_t storey;         /* where it was launched */
} fray_projectile;

/* The projectiles in flight, sorted by landing time. Valid as long as a view of fray_world_view. World's thread. */
FRAY_C_API fray_error fray_world_projectiles(fray_world_id world, const fray_projectile** out, size_t* count);

/* A squad that was made by fray_world_add_squad. */
typedef struct fray_squad_info {
    fray_squad_id id; /* made by fray_world_add_squad */
    uint8_t team;
    fray_agent_id leader; /* null: it has none */
    uint32_t members;     /* living and dead agents */
    fray_vec2 move_input; /* (0, 0): released */
    uint8_t mood;         /* fray_mood */
    float morale;         /* points, 0 to 100; always 100 without morale.on */
} fray_squad_info;

/* The squads, in the order of adding. Valid as long as a view of fray_world_view. World's thread. */
FRAY_C_API fray_error fray_world_squads(fray_world_id world, const fray_squad_info** out, size_t* count);

/* The capacities and counts of an engagement circle. */
typedef struct fray_circle_info {
    fray_agent_id target;
    int grid_capacity, grid_free, attack_capacity, attack_free;
    uint32_t slots, holders, requesters;
} fray_circle_info;

/* The engagement circles, sorted by the serial of the target. fray_world_inspect_circle shows the slots and queues of a
 * circle. Valid as long as a view of fray_world_view. World's thread. */
FRAY_C_API fray_error fray_world_circles(fray_world_id world, const fray_circle_info** out, size_t* count);

/* ---- After the step: statistics ---------------------------------------------------------------------------------- */

/* Counts of a single step. They do not depend on the number of threads. */
typedef struct fray_counters {
    uint64_t frame;  /* number of the frame that the step made */
    double time;     /* s, world time at the start of the frame */
    uint32_t living; /* living agents, after the step */
    uint32_t dead;   /* dead agents that are not despawned, after the step */
    uint32_t squads;
    uint32_t circles;          /* after the step */
    uint32_t commands;         /* commands carried out or dropped by this step */
    uint32_t commands_dropped; /* commands without effect, most often because the agent had died */
    uint32_t poses_skipped;    /* host poses of agents that do not live or are moved by fray */
    uint32_t moved_to_ground;  /* agents spawned or teleported off the ground and moved to a walkable point */
    uint32_t updates;          /* living agents that were due for an update by their interval */
    uint32_t awake;      /* living agents that locomotion moved, turned or looked around for: all but those that rest */
    uint32_t neighbours; /* agents that moving agents came across when they searched for neighbours */
    uint32_t neighbours_left_out; /* of these, near enough to matter, but not among the eight nearest of a walker */
    uint32_t target_scans;        /* target scans, by agent */
    uint32_t kd_queries;          /* searches in the trees */
    uint32_t retargets;           /* changes from a living target to another */
    uint32_t evaluations;         /* agents visited by evaluate_fsm */
    uint32_t dirty_circles;       /* circles visited by plan_engagements, also if only their target has moved */
    uint32_t slots_given;
    uint32_t slot_switches; /* changes of slot by rebalancing */
    uint32_t slots_stolen;
    uint32_t target_changes; /* requesters that changed to a target with an open slot */
    uint32_t tokens_given;   /* tokens given */
    uint32_t attacks_started;
    uint32_t hits;
    uint32_t deaths;
    uint32_t bands[5]; /* living agents by distance band of the target; without target: band 4 */
    uint32_t events;   /* recorded events, after the mask */
} fray_counters;

/* Wall-clock time of the last step, ns. The arrays are indexed by fray_system. */
typedef struct fray_profile {
    int64_t system_ns[13];
    int64_t serial_ns[13]; /* the part of system_ns in which only a single thread had work */
    int64_t hash_ns;       /* time for the state hash, a part of publish */
    int64_t step_ns;       /* the whole step */
} fray_profile;

/* What this rank exchanged with the others in the last step (fray_communicator); all 0 in a world that has no others.
 * The arrays are indexed by fray_exchange. Times are wall times, ns. */
typedef struct fray_exchange_stats {
    uint64_t sent[7];        /* bytes that this rank sent to each other rank */
    uint64_t received[7];    /* bytes that this rank received from all others together */
    int64_t work_ns[7];      /* of this rank's share of the work before the exchange */
    int64_t most_work_ns[7]; /* of the rank that took longest for its share */
    int64_t wait_ns[7];      /* in all_gather: waiting for the others, and the messages */
    int64_t copy_ns[7];      /* of writing the message and reading those of the others */
} fray_exchange_stats;

/* Memory of a world, bytes. */
typedef struct fray_memory_use {
    uint64_t columns; /* columns of agents, including user columns */
    uint64_t index;   /* search trees and neighbour grid */
    uint64_t circles; /* circles and all cooldowns */
    uint64_t squads;
    uint64_t scratch;   /* temporary buffers of the systems */
    uint64_t allocated; /* memory in use from fray_world_def.allocator, or from the heap in its place */
} fray_memory_use;

/* World's thread. */
FRAY_C_API fray_error fray_world_counters(fray_world_id world, fray_counters* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_profile(fray_world_id world, fray_profile* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_exchange_stats(fray_world_id world, fray_exchange_stats* out);
/* World's thread. */
FRAY_C_API fray_error fray_world_memory(fray_world_id world, fray_memory_use* out);
/* The frame number of the next step. World's thread. */
FRAY_C_API fray_error fray_world_frame(fray_world_id world, uint64_t* out);
/* The world time at the start of the next step, s, rounded to microseconds. World's thread. */
FRAY_C_API fray_error fray_world_time(fray_world_id world, double* out);
/* The state hash after the last step; 0 before the first step, or without hashes. World's thread. */
FRAY_C_API fray_error fray_world_state_hash(fray_world_id world, uint64_t* out);
/* How often the update budget has doubled the update intervals, 0 to 3. World's thread. */
FRAY_C_API fray_error fray_world_overload_level(fray_world_id world, int* out);
/* The level of detail that the last step used. The points are valid as long as a view of fray_world_view. World's
 * thread. */
FRAY_C_API fray_error fray_world_detail(fray_world_id world, fray_detail_def* out);

/* ---- Looking inside ---------------------------------------------------------------------------------------------- */

/* The state of a circle. The caller provides the lists and their capacities. The call writes as many elements as a list
 * has room for, and the full number to its count. A list of capacity 0 may be null. */
typedef struct fray_circle_view {
    int grid_capacity, grid_free, attack_capacity, attack_free;
    fray_agent_id reserver; /* the requester for which freed capacity is reserved; null: none */
    fray_agent_id* slots;   /* the holder of each slot, or a null id */
    bool* closed;           /* whether each slot is closed: null, or a list with room for slot_capacity elements */
    size_t slot_capacity, slot_count;
    fray_agent_id* queue; /* requesters in queue order */
    size_t queue_capacity, queue_count;
    fray_agent_id* token_queue; /* holders in the order in which they are next considered for a token */
    size_t token_queue_capacity, token_queue_count;
    fray_agent_id* strikers; /* agents with FRAY_RELEASE_LAUNCH between the hit and the end of an attack, by serial */
    size_t striker_capacity, striker_count;
} fray_circle_view;

/* The circle round an agent. FRAY_ERROR_STALE_ID: there is no such agent. FRAY_ERROR_UNKNOWN: it has no circle.
 * FRAY_ERROR_BAD_SIZE: a list is too small; it holds as many elements as fit, and all other fields are filled in.
 * World's thread. */
FRAY_C_API fray_error fray_world_inspect_circle(fray_world_id world, fray_agent_id target, fray_circle_view* out);

/* The wait reason of an agent, and what it needs and what is free. */
typedef struct fray_wait_info {
    fray_wait_reason reason; /* FRAY_WAIT_REASON_NONE: the agent does not wait */
    fray_agent_id target;    /* the target of the circle on which it waits */
    double need, free;       /* by reason: weights, counts, m (range) or s (rest, not_ready, gap, cooldown) */
} fray_wait_info;
/* The wait reason after the last step, but with the present positions of all agents. FRAY_ERROR_STALE_ID: there is no
 * such agent. World's thread. */
FRAY_C_API fray_error fray_world_wait_reason(fray_world_id world, fray_agent_id agent, fray_wait_info* out);
/* The world time, s, at which the last cooldown ends that delays this attack of the agent at the circle of its target.
 * It is in the past if no cooldown runs. FRAY_ERROR_STALE_ID: there is no such agent. FRAY_ERROR_UNKNOWN: it has no
 * such attack. World's thread. */
FRAY_C_API fray_error fray_world_ready_at(fray_world_id world, fray_agent_id agent, int attack, double* out);
/* Checks the invariants of rules.md. `*breach` is null if all hold, else a text that describes the first breach. The
 * text is valid until the next call of this function or of fray_world_replay_divergence for the world. World's
 * thread. */
FRAY_C_API fray_error fray_world_check_invariants(fray_world_id world, const char** breach);

/* ---- User states ------------------------------------------------------------------------------------------------- */

/* How fast an agent moves. */
typedef enum fray_gait FRAY_AN_INT { FRAY_GAIT_STAND, FRAY_GAIT_WALK, FRAY_GAIT_RUN } fray_gait;

/* The agents for which a user state decides, and the data that it may read. An array `by row` has an element for every
 * row of the world, with the values at the start of evaluate_fsm. Valid during the call. */
typedef struct fray_state_batch {
    size_t count;                /* number of agents in the batch */
    const uint32_t* rows;        /* rows of the batch's agents */
    const uint32_t* target_rows; /* rows of their targets; FRAY_NO_ROW: none */
    size_t row_count;            /* number of rows in the world */
    const fray_vec2* positions;  /* by row, m */
    const fray_vec2* headings;   /* by row, unit vectors */
    const float* healths;        /* by row; to be read only for the agents of the batch */
    const int32_t* serials;      /* by row */
    const uint16_t* archetypes;  /* by row */
    double time;                 /* s, world time at the start of the frame */
    uint64_t frame;
} fray_state_batch;

/* Receives the decisions of a user state. In the functions fray_state_, `i` is an index in the batch. An agent without
 * a decision continues as before, and the state is called for it again in the next frame. */
typedef struct fray_state_writer fray_state_writer;

/* The function of a user state. It is called on many threads at once, each time for other agents. Its decision for an
 * agent must depend only on this agent and on the data in the batch. It must not depend on row numbers, on the other
 * agents in the batch, or on their order. It may use only those functions of this world that take a fray_state_writer.
 * If it throws (in C++), the agents of the batch continue as before, and the step returns FRAY_ERROR_STATE_FAILED. See
 * engine/docs/states.md. */
typedef void (*fray_state_fn)(void* context, const fray_state_batch* batch, fray_state_writer* out);

/* A user state, for fray_world_add_state. */
typedef struct fray_state_def {
    uint32_t struct_size; /* set by fray_init_state_def */
    const char* name;
    fray_state_fn decide;
    void* context; /* not owned; must outlive the world */
} fray_state_def;

/* Defaults: no name and no function. Any thread. */
FRAY_C_API fray_error fray_init_state_def(fray_state_def* def, size_t size);
/* Adds a user state. Call it before adding archetypes that name the state. Unless `out` is null, writes to it the
 * number that stands for the state in columns and events. World's thread. */
FRAY_C_API fray_error fray_world_add_state(fray_world_id world, const fray_state_def* def, uint8_t* out);

/* For the ranks other than 0 of a fray_communicator: makes a world like that of rank 0 and takes part in all its steps.
 * Returns when rank 0 has destroyed its world. It is told every command that rank 0 gives. Of `own` it takes what
 * belongs to this process: `communicator`, `jobs`, `threads`, `pin`, `host_jobs`, `allocator`, `memory_budget` and
 * `profiler`; everything else comes from rank 0. `states`: the user states that rank 0 adds, matched by name; they must
 * decide alike. FRAY_ERROR_NULL_POINTER: there is no communicator. FRAY_ERROR_OUT_OF_RANGE: `own` is not allowed, or
 * this is rank 0. FRAY_ERROR_DEAD: a rank has failed, or has another version of fray; fray_last_error says why. Any
 * other error is that of a command that rank 0 could carry out and this rank could not. Any thread. */
FRAY_C_API fray_error fray_follow(const fray_world_def* own, const fray_state_def* states, size_t count);

/* The agent stands still. In the callback, on its thread. */
FRAY_C_API fray_error fray_state_stand(fray_state_writer* out, size_t i);
/* The agent goes to a point until another decision. The point must be finite and within the world. In the callback, on
 * its thread. */
FRAY_C_API fray_error fray_state_go(fray_state_writer* out, size_t i, fray_vec2 goal, fray_gait gait);
/* The state is not called for the agent for `seconds` (0 to 3600), unless the agent is hurt, changes its target or
 * gets an order. In the callback, on its thread. */
FRAY_C_API fray_error fray_state_wait(fray_state_writer* out, size_t i, double seconds);
/* In the next frame the agent leaves the state, to FRAY_STATE_IDLE or FRAY_STATE_PURSUE or to another user state. In
 * the callback, on its thread. */
FRAY_C_API fray_error fray_state_next(fray_state_writer* out, size_t i, uint8_t state);
/* The elements of a user column by row. Change only the elements of the batch's agents. `size` must be the size given
 * to fray_world_add_column. FRAY_ERROR_UNKNOWN: there is no such column of this size. In the callback, on its
 * thread. */
FRAY_C_API fray_error fray_state_column(fray_state_writer* out, fray_user_column_id column, size_t size, void** data);

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

/* Writes a snapshot of the world to `buffer`, including commands not yet carried out. `*size` is the size of the
 * snapshot in bytes. FRAY_ERROR_BAD_SIZE: it is more than `capacity`, and `buffer` is not written. With `buffer` null
 * and capacity 0 the call only gives the size. World's thread. */
FRAY_C_API fray_error fray_world_save(fray_world_id world, void* buffer, size_t capacity, size_t* size);
/* Restores a snapshot bit for bit. The snapshot must be of a world with the same teams, ground, user states and user
 * columns, and with archetypes of the same names and kinds. A snapshot may come from
 * a stranger: it is refused, or it gives a valid world. FRAY_ERROR_BAD_SNAPSHOT: it is damaged and the world is
 * unchanged, or it is forged and the world may be dead until a valid snapshot is restored. World's thread. */
FRAY_C_API fray_error fray_world_restore(fray_world_id world, const void* snapshot, size_t size);
/* Writes a compressed snapshot to a file. FRAY_ERROR_UNSUPPORTED: the library was built without fray_recording. World's
 * thread. */
FRAY_C_API fray_error fray_world_save_file(fray_world_id world, const char* path);
/* Restores a snapshot from a file. FRAY_ERROR_BAD_FILE: the file cannot be used, and the world is unchanged. World's
 * thread. */
FRAY_C_API fray_error fray_world_restore_file(fray_world_id world, const char* path);

/* ---- Rollback: the last frames, kept in memory ------------------------------------------------------------------- */

/* From now on the world keeps images of up to `frames` frames, 1 to 1024; 0: it keeps none. Images kept before are
 * discarded. World's thread. */
FRAY_C_API fray_error fray_world_keep_frames(fray_world_id world, int frames);
/* Keeps an image of the world as it is now, including commands not yet carried out. Its frame is fray_world_frame, the
 * frame of the next step. Discards the oldest image if there are too many, and any image of this frame or later.
 * FRAY_ERROR_UNKNOWN: fray_world_keep_frames was not called. World's thread. */
FRAY_C_API fray_error fray_world_keep_frame(fray_world_id world);
/* Restores the image of a frame and discards later images. It is faster than a snapshot. FRAY_ERROR_UNKNOWN: the frame
 * is not kept, or fray_world_restore was called in between. World's thread. */
FRAY_C_API fray_error fray_world_go_back(fray_world_id world, uint64_t frame);
/* Whether an image of this frame is kept. World's thread. */
FRAY_C_API fray_error fray_world_keeps_frame(fray_world_id world, uint64_t frame, bool* out);

/* ---- Network: packets for clients that draw the battle ----------------------------------------------------------- */

/* A packet holds what has changed since the newest frame that the client has acknowledged: positions, headings, states,
 * attacks and healths of the agents near its point of view. How packets travel is the host's: they may be lost, come
 * twice, or come in another order. */

/* What a client is sent. */
typedef struct fray_client_def {
    uint32_t struct_size; /* set by fray_init_client_def */
    fray_vec2 at;         /* m: the point of view */
    float near_radius;    /* m, > 0 to `far_radius`: agents within it are in every packet */
    float far_radius;     /* m, to 40 000: agents beyond it are not sent, and are removed beyond 1.1 times that */
    int far_every;        /* 1 to 64: an agent farther away than `near_radius` is in one of n packets */
    int max_bytes;        /* size of a packet, 64 to 1e6; 0: no limit. What leaves the view may exceed it */
} fray_client_def;

/* Any thread. */
FRAY_C_API fray_error fray_init_client_def(fray_client_def* def, size_t size);
/* From now on the world can write packets. It remembers `history` packets for each client, 2 to 1024; 0: it ends that,
 * and forgets all clients. FRAY_ERROR_OUT_OF_RANGE: the world does not record the events attack and attack_end. World's
 * thread. */
FRAY_C_API fray_error fray_world_broadcast(fray_world_id world, int history);
/* Notes the attacks of the last step. Call it after every step, even if no packet is due. FRAY_ERROR_UNKNOWN:
 * fray_world_broadcast was not called; this holds for all functions below. World's thread. */
FRAY_C_API fray_error fray_world_capture(fray_world_id world);
/* Adds a client. Its number is never used again. World's thread. */
FRAY_C_API fray_error fray_world_add_client(fray_world_id world, const fray_client_def* def, uint32_t* out);
/* Changes what a client is sent. FRAY_ERROR_UNKNOWN: there is no such client. World's thread. */
FRAY_C_API fray_error fray_world_set_client(fray_world_id world, uint32_t client, const fray_client_def* def);
/* FRAY_ERROR_UNKNOWN: there is no such client. World's thread. */
FRAY_C_API fray_error fray_world_remove_client(fray_world_id world, uint32_t client);
/* The client has sent back what it has read (fray_replica_receipt). What comes late has no effect. FRAY_ERROR_UNKNOWN:
 * there is no such client, or no packet has this receipt yet. World's thread. */
FRAY_C_API fray_error fray_world_acknowledge(fray_world_id world, uint32_t client, uint64_t receipt);
/* The next packet of the client is whole, for a client that has begun anew. World's thread. */
FRAY_C_API fray_error fray_world_forget_client(fray_world_id world, uint32_t client);
/* Writes a packet of the last captured frame to `buffer`; a second call gives the same packet. `*size` is its size in
 * bytes. FRAY_ERROR_BAD_SIZE: it is more than `capacity`, and `buffer` is not written. With `buffer` null and capacity
 * 0 the call only gives the size. World's thread. */
FRAY_C_API fray_error fray_world_write_packet(fray_world_id world, uint32_t client, void* buffer, size_t capacity,
                                              size_t* size);

/* An agent as a client sees it. */
typedef struct fray_replica_agent {
    fray_agent_id id;
    fray_vec2 position; /* m, in steps of 1/64 */
    fray_vec2 heading;  /* a unit vector, one of 256 directions */
    float health;       /* share of its full health, 0 to 1; 0: it is dead */
    float attack_time;  /* s since its attack began, at the time of the newest packet */
    int16_t attack;     /* number of the attack that it carries out, in its attack table; -1: none */
    int16_t storey;
    uint16_t archetype;
    uint8_t team;
    uint8_t state;  /* a fray_state */
    uint64_t frame; /* of the packet that last told of a change */
} fray_replica_agent;

/* What a replica accepts. */
typedef struct fray_replica_def {
    uint32_t struct_size; /* set by fray_init_replica_def */
    int max_agents;       /* in view, 1 to 1 000 000, so that a server cannot fill the memory */
} fray_replica_def;

/* Any thread. */
FRAY_C_API fray_error fray_init_replica_def(fray_replica_def* def, size_t size);
/* Makes a replica: what a client knows of a battle. It needs no world. `def` null: the defaults. Any thread. */
FRAY_C_API fray_error fray_create_replica(const fray_replica_def* def, fray_replica_id* out);
/* Makes the id of a replica stale, and frees the replica. Any thread. */
FRAY_C_API fray_error fray_destroy_replica(fray_replica_id replica);
/* Reads a packet. `*out` false: a newer packet was read before, so it has no effect. FRAY_ERROR_BAD_PACKET: not
 * a packet, of another version, or damaged. FRAY_ERROR_UNKNOWN: the packet builds on a frame that this client does not
 * have (any more); see fray_world_forget_client. FRAY_ERROR_FULL: it shows more agents than `max_agents`. After an
 * error nothing has changed. One thread at a time. */
FRAY_C_API fray_error fray_replica_read(fray_replica_id replica, const void* packet, size_t size, bool* out);
/* What is to be sent back for fray_world_acknowledge; 0 before the first packet. One thread at a time. */
FRAY_C_API fray_error fray_replica_receipt(fray_replica_id replica, uint64_t* out);
/* The frame of the newest packet; 0 before the first. One thread at a time. */
FRAY_C_API fray_error fray_replica_frame(fray_replica_id replica, uint64_t* out);
/* World time of the newest packet, in s. One thread at a time. */
FRAY_C_API fray_error fray_replica_time(fray_replica_id replica, double* out);
/* The agents, by ascending index of their ids; `*count` is their number. One thread at a time. With `out` null and
 * capacity 0 the call only counts them. FRAY_ERROR_BAD_SIZE: there are more than `capacity`. */
FRAY_C_API fray_error fray_replica_agents(fray_replica_id replica, fray_replica_agent* out, size_t capacity,
                                          size_t* count);

/* ---- Recordings: FRAY_ERROR_UNSUPPORTED without fray_recording --------------------------------------------------- */

/* The settings of a recording. */
typedef struct fray_recording_def {
    uint32_t struct_size;  /* set by fray_init_recording_def */
    double snapshot_every; /* s of world time between two snapshots, more than 0, at most 1e9; a replay can start at any
                              of them */
    int sums_every; /* frames between two checksums of columns, with which a replay finds a difference; 0: automatic */
    int level;      /* compression level, 1 to 19 */
    const char* about; /* a text of the host; may be null */
} fray_recording_def;

/* Defaults: a snapshot every 4 s. Any thread. */
FRAY_C_API fray_error fray_init_recording_def(fray_recording_def* def, size_t size);
/* Records the calls that change the world, and the hash of every frame, until fray_world_stop_recording. `def` null:
 * the defaults. The world needs hashes, and can have a single recording at a time. World's thread. */
FRAY_C_API fray_error fray_world_start_recording(fray_world_id world, const char* path, const fray_recording_def* def);
/* Completes the recording. FRAY_ERROR_BAD_FILE: it could not be written, and the file is removed. FRAY_ERROR_UNKNOWN:
 * no recording was started. World's thread. */
FRAY_C_API fray_error fray_world_stop_recording(fray_world_id world);

/* The properties of a recording; if it was cut off, those of its whole blocks. */
typedef struct fray_recording_info {
    uint64_t seed;
    double hz;
    uint64_t first_frame, frames, bytes; /* frame at its start, number of frames, size of the file */
} fray_recording_info;
/* Reads the properties of a recording. A world with this seed and hz can replay it. Any thread. */
FRAY_C_API fray_error fray_read_recording_info(const char* path, fray_recording_info* out);
/* Begins to replay a recording. The world must be new, with hashes and with the recording's seed and hz. `states` are
 * the user states that the recording names; they must not be added before. World's thread. */
FRAY_C_API fray_error fray_world_start_replay(fray_world_id world, const char* path, const fray_state_def* states,
                                              size_t state_count);
/* Repeats the recorded calls of the next frame and its step. `*more` is false at the end of the recording. World's
 * thread. */
FRAY_C_API fray_error fray_world_replay_step(fray_world_id world, bool* more);
/* Goes forward or back in the recording, so that fray_world_replay_step makes this frame next. World's thread. */
FRAY_C_API fray_error fray_world_replay_seek(fray_world_id world, uint64_t frame);
/* `*text` is null as long as all hashes agree, else it names the first frame with another hash, and the columns and
 * agents that differ. Valid until the next call for this world. World's thread. */
FRAY_C_API fray_error fray_world_replay_divergence(fray_world_id world, const char** text);
/* Ends the replay. The world stays as it is, and accepts commands and steps of the host again. World's thread. */
FRAY_C_API fray_error fray_world_stop_replay(fray_world_id world);

/* ---- Debug draw -------------------------------------------------------------------------------------------------- */

/* The elements that can be drawn, in the order of drawing. Each is a bit 1 << element of fray_draw_options.elements. */
typedef enum fray_draw_element FRAY_AN_INT {
    FRAY_DRAW_GROUND,      /* borders of the walkable ground */
    FRAY_DRAW_LINKS,       /* links between storeys */
    FRAY_DRAW_CIRCLES,     /* attack, approach and roam rings */
    FRAY_DRAW_SLOTS,       /* slots of circles; closed slots are crossed out */
    FRAY_DRAW_HOLDERS,     /* which agent holds which slot */
    FRAY_DRAW_QUEUES,      /* queue positions of requesters, and the requester with the reservation */
    FRAY_DRAW_ALERT,       /* alert radii */
    FRAY_DRAW_SIGHT,       /* sight cones */
    FRAY_DRAW_TARGETS,     /* target of each agent */
    FRAY_DRAW_TOKENS,      /* tokens: which agent may attack which target, and with which attack */
    FRAY_DRAW_GOALS,       /* goal of each agent */
    FRAY_DRAW_AGENTS,      /* bodies */
    FRAY_DRAW_HEADINGS,    /* heading of each agent */
    FRAY_DRAW_PROJECTILES, /* projectiles in flight */
    FRAY_DRAW_STATES,      /* names of states */
    FRAY_DRAW_REASONS,     /* wait reason of each agent, with the numbers */
    FRAY_DRAW_COUNT
} fray_draw_element;

/* The elements, area and colours of a debug drawing. */
typedef struct fray_draw_options {
    uint32_t struct_size;              /* set by fray_init_draw_options */
    uint32_t elements;                 /* bits 1 << fray_draw_element */
    fray_vec2 low, high;               /* m: everything outside this box is left out */
    uint32_t colours[FRAY_DRAW_COUNT]; /* 0xRRGGBBAA by element; 0: the colour of the agent's team */
    uint32_t teams[8];                 /* colours by team, modulo 8 */
    uint32_t dead;                     /* colour of dead agents */
    bool one_storey;                   /* only what is on `storey` is drawn, and the links that begin or end there */
    int16_t storey;
} fray_draw_options;

/* Defaults: all elements in the whole world, except goals, alert radii, sight and states. Any thread. */
FRAY_C_API fray_error fray_init_draw_options(fray_draw_options* options, size_t size);

/* The host's drawing functions. Coordinates are metres on the ground plane, and `colour` is 0xRRGGBBAA. A function that
 * is null draws nothing. The functions must not call fray. */
typedef struct fray_debug_draw {
    uint32_t struct_size; /* set by fray_init_debug_draw */
    void (*point)(fray_vec2 at, float pixels, uint32_t colour, void* user);
    void (*line)(fray_vec2 from, fray_vec2 to, uint32_t colour, void* user);
    void (*circle)(fray_vec2 centre, float radius, uint32_t colour, void* user); /* outline only */
    void (*disc)(fray_vec2 centre, float radius, uint32_t colour, void* user);   /* filled */
    /* The outline of a sector of a disc, from the angle `from` counter-clockwise over `sweep` rad. */
    void (*sector)(fray_vec2 centre, float radius, float from, float sweep, uint32_t colour, void* user);
    void (*text)(fray_vec2 at, const char* text, uint32_t colour, void* user); /* `text` is valid during the call */
    void* user;
} fray_debug_draw;

/* Defaults: no functions, so nothing is drawn. Any thread. */
FRAY_C_API fray_error fray_init_debug_draw(fray_debug_draw* draw, size_t size);
/* Draws the world. `options` null: the default options. Callbacks are called on this thread. World's thread. */
FRAY_C_API fray_error fray_world_draw(fray_world_id world, const fray_debug_draw* draw,
                                      const fray_draw_options* options);

/* A dot. The fields of this struct and the next have the meaning of the parameters in fray_debug_draw. */
typedef struct fray_draw_point {
    fray_vec2 at;
    float pixels;
    uint32_t colour;
} fray_draw_point;
/* A straight line. */
typedef struct fray_draw_line {
    fray_vec2 from, to;
    uint32_t colour;
} fray_draw_line;
/* The outline of a circle, or a filled circle. */
typedef struct fray_draw_circle {
    fray_vec2 centre;
    float radius;
    uint32_t colour;
} fray_draw_circle;
/* The outline of a sector of a disc. */
typedef struct fray_draw_sector {
    fray_vec2 centre;
    float radius, from, sweep;
    uint32_t colour;
} fray_draw_sector;
/* A text. */
typedef struct fray_draw_text {
    fray_vec2 at;
    uint32_t begin; /* index of its first character in fray_draw_lists.characters; it ends with a null character */
    uint32_t colour;
} fray_draw_text;

/* A drawing as an array for each kind of primitive, each in the order of drawing. */
typedef struct fray_draw_lists {
    const fray_draw_point* points;
    size_t point_count;
    const fray_draw_line* lines;
    size_t line_count;
    const fray_draw_circle* circles; /* outlines */
    size_t circle_count;
    const fray_draw_circle* discs; /* filled */
    size_t disc_count;
    const fray_draw_sector* sectors;
    size_t sector_count;
    const fray_draw_text* texts;
    size_t text_count;
    const char* characters; /* of all texts */
} fray_draw_lists;

/* Draws the world into arrays, for renderers that pass many primitives on at once. `options` null: the default options.
 * The arrays are valid until the next call of this function for the world. World's thread. */
FRAY_C_API fray_error fray_world_draw_lists(fray_world_id world, const fray_draw_options* options,
                                            fray_draw_lists* out);

#pragma pop_macro("slots")

#endif
