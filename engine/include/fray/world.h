// World: agents that fight, the commands to them, the time step, and everything that can be read after a step. Lengths
// are in metres, times in seconds and angles in radians, unless a comment says otherwise. "Rules" refers to a section
// of engine/docs/rules.md.
//
// Threads: a world may be used by one thread at a time, apart from the threads of its job system. Different worlds are
// independent. Const functions except `save` may be called from many threads at once between steps, as long as no
// thread changes the world. `to_string` and `check` may be called on any thread.
#pragma once

#include "fray/api.h"
#include "fray/defs.h"
#include "fray/events.h"
#include "fray/host_poses.h"
#include "fray/id.h"
#include "fray/spatial/ground.h"
#include "fray/states.h"
#include "fray/stats.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fray {

/// The result of a call to a world. After an error nothing has changed, unless the comment says so, and
/// `World::error_text` says what was given and what is allowed. Every call that changes a world may answer `stepping`
/// and `dead`; the functions below do not repeat it.
enum class Error : uint8_t {
    ok,
    stale_id,     ///< the agent id is null, despawned or of another generation
    not_finite,   ///< a coordinate, heading, amount or time is not finite
    out_of_range, ///< a value is outside the range of its field, or the call is not allowed now
    unknown,      ///< no such archetype, monster, team, squad, state, column, ground or frame
    wrong_squad,  ///< the squad is of another team, or the agent is in no squad of the host
    stepping,     ///< a step runs; between step_begin and step_end only `step_end` may be called
    full,         ///< a limit is reached: agents, teams, archetypes, states, classes, listeners or memory budget
    bad_snapshot, ///< not a snapshot, or a snapshot of a world with other definitions
    state_failed, ///< a user state has failed in this step; the step was finished all the same
    bad_call,     ///< not the bytes of a call (World::replay_command)
    off_ground,   ///< no agent can stand there (WorldDef::off_ground)

    /// Memory ran out in the middle of a change, or the host's ground or job system threw an exception. The world is
    /// empty now. It answers `dead` to every call that would change it, except a restore of a valid snapshot.
    dead,
    out_of_memory, ///< memory ran out before anything was changed; the world goes on
};
/// The name of the enumerator.
FRAY_API const char* to_string(Error);

/// A user column: an array of the host with one element for each agent. It is reordered, saved, restored and hashed
/// together with the built-in columns.
struct UserColumn {
    uint32_t value = 0; ///< number of the column, from 1; 0: null
    explicit operator bool() const { return value != 0; }
};

/// Listens to the calls that change a world (`World::listen`). It receives every call that was accepted, as bytes that
/// `World::replay_command` understands. Its functions are called on the thread that makes the call.
class FRAY_API CallListener {
public:
    virtual ~CallListener() = default;
    virtual void called(std::span<const std::byte> call) = 0; ///< `call` is valid during the call; must not throw
    virtual void stepped() = 0;                               ///< after a step; may read the world; must not throw
};

/// A checksum of a column of the state, to find out where two worlds differ. Circles, clocks and other parts of the
/// state have checksums too. The sums do not depend on the order of storage.
struct ColumnSum {
    std::string name;
    uint64_t sum = 0; ///< sum of a hash of each agent's element, modulo 2^64

    /// Sum of each hash times 2 * serial + 1, modulo 2^64. If a single agent differs, the two sums give its serial. 0
    /// for parts that do not belong to agents.
    uint64_t by_serial = 0;

    friend bool operator==(const ColumnSum&, const ColumnSum&) = default;
};

/// The memory traffic that a system declares: bytes for each agent in the columns that it reads or writes. For an agent
/// that it visits it touches at most that much.
struct SystemColumns {
    uint32_t read = 0, written = 0; ///< bytes; a column that is written counts in `written` only
};

/// A teleport of an agent, for the batch form of `World::place`.
struct Placement {
    AgentId agent;
    Vec2 position; ///< m, within world_extent
    Vec2 heading;  ///< of any length; (0, 0): stays as it was
};
/// Damage to an agent, for the batch form of `World::damage`.
struct Damage {
    AgentId agent;
    float amount = 0.0f; ///< > 0
    AgentId by{};        ///< the attacker; null: the host
};
/// The new health of an agent, for the batch form of `World::set_health`.
struct Health {
    AgentId agent;
    float health = 0.0f; ///< 0 to the health of its archetype
};

/// A world. The thread rule at the head of a section holds for all functions of the section.
class FRAY_API World {
public:
    /// @name Making, moving and ending
    /// On any thread, as long as no other thread uses the world.
    /// @{

    /// Throws std::invalid_argument, which names the field, the value given and the values allowed.
    explicit World(const WorldDef& def = {});
    ~World(); ///< finishes a step that was begun
    /// A world may be moved between `step_begin` and `step_end` too. A moved-from world may only be destroyed or
    /// assigned.
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// @}
    /// @name What exists
    /// These functions may be called at any time between steps and take effect at once. One thread at a time may call
    /// them. `ground`, `column` and `column_bytes` may be called from many threads at once, as long as no thread
    /// changes the world.
    /// @{

    /// Adds a user state. It must be added before the archetypes that name it. `*out` is its number in `states` and
    /// events. `full`: there are max_user_states already. `out_of_range`: a name or a function is missing, or the name
    /// is taken.
    Error add_state(const StateDef& def, State* out = nullptr);
    /// Adds an archetype. `*out` is its index. `out_of_range`: the text names the field. `unknown`: a state that it
    /// names was not added. `full`: there are max_archetypes or max_attack_classes already.
    Error add_archetype(const ArchetypeDef& def, ArchetypeIndex* out = nullptr);
    /// Adds monsters, all or none. They must be added after the archetypes that they name and before the first agent is
    /// spawned. `out_of_range`: the text names the monster and the place in it.
    Error add_monsters(std::span<const MonsterDef> defs);
    /// Sets where agents can walk; null: everywhere. It must be set before the first agent is spawned, else
    /// `out_of_range`. `unknown`: there is a listener, and the ground cannot be written (Ground::write). (Rules:
    /// Ground.)
    Error set_ground(std::shared_ptr<const Ground> ground);
    const Ground* ground() const; ///< null: agents can walk everywhere; valid while it is the ground of the world
    /// Moves everything by `by` metres, at once, for hosts that keep the origin near the player (rules: Moving the
    /// origin). A world with ground needs the same ground, moved, else `off_ground`. `out_of_range`: an agent or a
    /// point that is still in use would lie outside the world, or host poses wait for the next step. Events that were
    /// recorded keep their positions. A Rollback of a world with ground cannot go back beyond this call.
    Error shift_origin(Vec2 by, std::shared_ptr<const Ground> ground = nullptr);
    /// Reserves memory for so many agents, living and dead, so that no step has to allocate it. `full`: more than
    /// 2147483647 agents, or more than `WorldDef::memory_budget` allows. `out_of_memory`: the allocator has no more
    /// memory.
    Error reserve(size_t agents);
    /// Adds a team. Initially it is hostile to all other teams and not to itself. `*out` is its index. `full`: there
    /// are max_teams already.
    Error add_team(std::string_view name, TeamIndex* out = nullptr);
    /// Sets whether two teams are hostile to each other; `a` and `b` may be the same team. `unknown`: there is no such
    /// team.
    Error set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    /// Adds a squad for agents of a team. It is empty until agents are spawned into it or join it. `unknown`: there is
    /// no such team.
    Error add_squad(TeamIndex team, SquadId* out);
    /// Likewise, with its own parameters. `out_of_range`: the text names the field.
    Error add_squad(TeamIndex team, const SquadDef& def, SquadId* out);
    /// Adds a user column. `T` must be trivially copyable and aligned to at most 16 bytes. Elements start as `initial`.
    /// The state hash covers their bytes as they are, so padding and the sign of zero count.
    template <typename T> Error add_column(std::string_view name, const T& initial, UserColumn* out) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16);
        return add_column_bytes(name, sizeof(T), alignof(T), &initial, out);
    }
    /// The elements of a user column, by row, for reading and writing. The span is valid until the next step, restore
    /// or change to what exists. Throws std::invalid_argument if there is no such column, or if its elements are of
    /// another size.
    template <typename T> std::span<T> column(UserColumn column) {
        return {static_cast<T*>(column_bytes(column, sizeof(T))), agent_count()};
    }
    /// Likewise for a type that is known at run time only, as in bindings to other languages. An element has `size`
    /// bytes, a multiple of `align`, which is 1, 2, 4, 8 or 16. Elements are packed. `out_of_range`: other values, or
    /// `initial` is null.
    Error add_column_bytes(std::string_view name, size_t size, size_t align, const void* initial, UserColumn* out);
    /// Likewise for the elements; `size` must be the size of an element. Throws as `column` does.
    void* column_bytes(UserColumn column, size_t size);

    /// @}
    /// @name Commands
    /// A command of this section is checked when it is called and applied by the next step, in call order. One thread
    /// at a time, between steps.
    ///
    /// Every command to an agent answers `stale_id` for an invalid id. A command to an agent that has died by the time
    /// it is applied is dropped and counted (Counters::commands_dropped); only `despawn` applies to dead agents.
    /// @{

    /// Spawns an agent. `*out` is its id, which is valid at once and may be used in further commands; the agent appears
    /// with the next step. With a ground, an agent that fray moves must stand on it: `spawn` and `place` follow
    /// WorldDef::off_ground.
    /// `unknown`: no such archetype, monster, team or squad. `wrong_squad`: the squad is of another team. `full`: no
    /// more serials, or WorldDef::memory_budget is reached.
    Error spawn(const SpawnDef& def, AgentId* out = nullptr);
    /// Removes an agent, living or dead, with the next step. No further command may name it.
    Error despawn(AgentId agent);
    /// Moves the agent to a squad made by `add_squad`, and to the team of that squad. The agent and its enemies notice
    /// the change in their next target scans. `unknown`: there is no such squad.
    Error join(AgentId agent, SquadId squad);
    /// Teleports the agent; it keeps its heading. `position` in m, within world_extent.
    Error place(AgentId agent, Vec2 position);
    /// Likewise, with a new heading: any finite vector except zero.
    Error place(AgentId agent, Vec2 position, Vec2 heading);
    /// Teleports many agents, in order, until a call is refused. `*done` is the number of calls that were accepted.
    Error place(std::span<const Placement> placements, size_t* done = nullptr);
    /// Gives an order, which replaces the agent's own decisions until its next order. `out_of_range`: it would attack
    /// itself, or the kind or point is not allowed.
    Error order(AgentId agent, const Order& order);
    /// Gives an order to each living member of a squad, except to the target of an `attack` order. The point of `go`
    /// and `retreat` is for the leader; the other members keep their offsets from it. `unknown`: there is no such
    /// squad.
    Error order(SquadId squad, const Order& order);
    /// Makes the agent the leader of its squad. `wrong_squad`: the agent is in no squad that was made by `add_squad`.
    Error lead(AgentId agent);
    /// Sets the move input of a squad: a direction of length 0 to 1. It is held until the next call; (0, 0) releases
    /// it. `unknown`: there is no such squad.
    Error set_move_input(SquadId squad, Vec2 direction);
    /// Sets the target bias: how many metres nearer a target seems than it is, -1000 to 1000. With `by` null it holds
    /// for all agents (threat), else for the agent `by` (taunt). It holds until the next call for the same target and
    /// the same `by`; 0 removes it.
    Error set_target_bias(AgentId target, float metres, AgentId by = {});
    /// Sets the points of interest for the level of detail until the next call: players, for example, or the point
    /// where the camera looks (rules: Level of detail). Distances 0 to infinity, not descending; points within
    /// world_extent.
    Error set_detail(const DetailDef& detail);
    /// Sets the update interval of an agent: 1, 2, 4 or 8 frames. 0: as its archetype and `set_detail` say.
    Error set_update_interval(AgentId agent, int frames);
    /// Damages the agent. `amount` > 0. `by` is the attacker; null: the host.
    Error damage(AgentId agent, float amount, AgentId by = {});
    /// Damages many agents, in order, until a call is refused. `*done` is the number of calls that were accepted.
    Error damage(std::span<const Damage> damages, size_t* done = nullptr);
    /// Sets the health of an agent in resolve_hits: 0 to the health of its archetype, which must not be unlimited. At 0
    /// the agent dies. It is for hosts that own the health (ArchetypeDef::host_health), or that heal or weaken agents.
    /// (Rules: resolve_hits.)
    Error set_health(AgentId agent, float health);
    /// Sets the health of many agents, in order, until a call is refused. `*done` is the number of calls that were
    /// accepted.
    Error set_health(std::span<const Health> healths, size_t* done = nullptr);
    /// Sets the grid capacity and the attack capacity of the circle around a target, both 0 to max_weight. They hold
    /// until the next such command to that target.
    Error capacity(AgentId target, int grid, int attack);
    /// Closes slots of the circle around a target, so that no agent may hold them. Slots are numbered from 0; the order
    /// of the list does not matter. They stay closed until the next such command to that target, which replaces the
    /// list. If a pending reload changes the number of slots, the numbers of either are allowed.
    Error close_slots(AgentId target, std::span<const int> slots);
    /// Sets what a target sees, for `CircleDef::offscreen_limit`: a cone around `direction` (finite, not zero) with
    /// `half_angle` rad to either side, 0 to pi. Without this command a target sees in all directions.
    Error view(AgentId target, Vec2 direction, float half_angle);
    /// Answers a question of `sight_questions`: whether the viewer sees the target. Holds for the next step only.
    Error answer_sight(AgentId viewer, AgentId target, bool seen);
    /// Reports what the host's animation of the agent's current attack has come to. Holds for the next step only.
    /// Without a current attack it is dropped and counted.
    Error report(AgentId agent, AttackReport what);

    /// Replaces archetypes and monsters by those of the same name, from the next step on. A monster with a new name is
    /// added (rules: Reloading). It replaces all or none and is applied before the other commands of the step.
    /// `unknown`: an archetype with a new name, or a state that was not added. `out_of_range`: a value is not allowed,
    /// a name is given twice, or `managed` or `brain` would change. `full`: there are max_attack_classes already.
    Error reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters = {});

    /// Sets the poses of agents with `Motion::host` for the start of the next step (engine/docs/motion.md).
    ///
    /// Lifetime: the lists are not copied. This call, apply_commands of the next step, `save` and `Rollback::save` read
    /// them. They must stay unchanged until that step is over (after `step` or `step_end`).
    ///
    /// Errors: all poses are refused if any is wrong. `out_of_range`: a list is null, misaligned or has too small a
    /// stride; a position is outside the world, a heading is zero, or an agent is named twice. `not_finite`: a position
    /// or heading is not finite. Agents that are stale, dead or moved by fray are no error: apply_commands skips and
    /// counts them.
    ///
    /// An agent that is not named stays where it is. A second call before the step replaces the first. The poses are
    /// checked in parallel on the world's job system.
    Error set_host_poses(const HostPoses& poses);
    /// Likewise with packed arrays of equal length; `headings` may be empty.
    Error set_host_poses(std::span<const AgentId> agents, std::span<const Vec2> positions,
                         std::span<const Vec2> headings = {});

    /// @}
    /// @name Time
    /// One thread at a time may call these functions, all except `step_end` between steps. A step answers `not_finite`
    /// or `out_of_range` for its time, `state_failed` or `dead`.
    /// @{

    /// Sets what runs the steps from now on: the host's job system or, if `jobs` is null, a private arena of `threads`
    /// threads, 1 to 1024; 0: as many as the machine has. The job system before is no longer used. No result changes.
    Error set_jobs(JobSystem* jobs, int threads = 0);
    /// Steps the world by a frame of `dt` seconds, 0 to 1, rounded to microseconds.
    Error step(double dt);
    /// Begins such a step; `step_end` finishes it. A job system without threads of its own runs all of it in
    /// `step_end`. Between the two only `step_end` may be called.
    Error step_begin(double dt);
    Error step_end(); ///< finishes the step; `stepping`: no step was begun
    /// Makes as many steps of 1 / hz seconds as fit in `elapsed` seconds (0 to 10) plus the time that was left over.
    /// `*steps` is their number. Afterwards `events` holds the events of all these steps. Counters and profile are
    /// those of the last step. A step that answers `state_failed` is complete and is the last.
    Error advance(double elapsed, int* steps = nullptr);

    /// Time that `advance` has left over, in s. Times hz it is the progress towards the next step, 0 to 1, for
    /// interpolation. It may be called from many threads at once.
    double left_over() const;

    /// @}
    /// @name After the step: agents
    /// From many threads at once, between steps, as long as no thread changes the world. Spans are valid until the next
    /// step, restore or change to what exists. They have an element for each row. Rows hold the living and the dead
    /// agents in storage order, which changes from step to step; `row_of` finds the row of an agent.
    /// @{

    size_t agent_count() const; ///< number of rows: living and dead agents
    int64_t spawned() const;    ///< number of agents ever spawned, pending spawns included; it is the next serial
    std::span<const AgentId> ids() const;
    std::span<const Serial> serials() const;
    std::span<const Vec2> positions() const; ///< m
    /// Positions at the beginning of the last step, after its `place` commands and host poses, in m. They serve to
    /// interpolate between two steps (`left_over`).
    std::span<const Vec2> previous_positions() const;
    std::span<const Vec2> headings() const; ///< unit vectors
    /// The point where each agent wants to be, in m. The host moves agents with `Motion::host` there. For an agent with
    /// a longer update interval it is the point of its last update.
    std::span<const Vec2> goals() const;
    /// The speed at which each agent wants to go to its goal, for hosts that move agents, in m/s; 0: it stands. Braking
    /// is left to the host. Empty unless an archetype has `Motion::host`.
    std::span<const float> wanted_speeds() const;
    /// The direction in which each agent wants to look, as unit vectors. Empty unless an archetype has `Motion::host`.
    std::span<const Vec2> facings() const;
    std::span<const State> states() const;
    std::span<const uint8_t> bands() const;   ///< distance bands, 0 to 4
    int period(AgentId agent) const;          ///< update interval in frames; 0: there is no such agent
    int load() const;                         ///< 0 to 3: how often the update budget has doubled the update intervals
    std::span<const AgentId> targets() const; ///< null: none
    std::span<const int16_t> slots() const;   ///< slot on the circle of the target; -1: none
    std::span<const int16_t> attacks() const; ///< attack table index of the token or running attack; -1: none
    std::span<const int16_t> places() const;  ///< slot in front of which a requester waits; -1: none
    std::span<const float> healths() const;   ///< > 0 for living agents; infinity: unlimited_health
    std::span<const TeamIndex> teams() const;
    std::span<const ArchetypeIndex> archetypes() const;
    std::span<const int16_t> layers() const;     ///< storeys
    std::span<const uint64_t> user_data() const; ///< user data of the host (SpawnDef::user_data)

    /// @}
    /// @name After the step: queries
    /// From many threads at once, between steps, as long as no thread changes the world.
    /// @{

    /// Finds the living agents of some teams (a bit for each) within `radius` metres of a point, on one storey. They
    /// are sorted by distance, then by serial. Writes as many as `out` has room for and returns their number. The
    /// result is exact; it uses the KD-trees of acquire_targets. Returns 0 during a step and for a point outside the
    /// world.
    size_t nearest(Vec2 at, float radius, std::span<AgentId> out, uint64_t teams = ~uint64_t{0},
                   int16_t layer = 0) const;
    /// Likewise for agents of the teams to which the agent's team is hostile, around it and on its storey. Returns 0 if
    /// there is no such agent.
    size_t nearest_hostiles(AgentId agent, float radius, std::span<AgentId> out) const;

    bool valid(AgentId agent) const; ///< whether it was spawned (pending spawns included) and not despawned
    /// The row of an agent, or -1 if the id is stale or the spawn is pending. An agent with a pending despawn keeps its
    /// row until the next step is over.
    int64_t row_of(AgentId agent) const;
    /// The id of the agent with this serial; null: there is no such agent now.
    AgentId find(Serial serial) const;

    /// The questions of agents with `line_of_sight`: the targets that they would fight if they saw them. The host
    /// answers with `answer_sight` before the next step. A question without an answer is asked again. Sorted by the
    /// viewer's serial, then the nearest target first. Valid until the next step, restore or change to what exists.
    std::span<const SightQuestion> sight_questions() const;

    /// @}
    /// @name After the step: results
    /// From many threads at once, between steps, as long as no thread changes the world. References and spans are valid
    /// until the next step, restore or change to what exists.
    /// @{

    std::span<const Event> events() const; ///< events of the last step or `advance`, in the order of rules.md, Events
    /// Projectiles in flight, sorted by the time at which they land, then by the order of launching.
    std::span<const Projectile> projectiles() const;
    const Counters& counters() const; ///< of the last step
    const Profile& profile() const;   ///< of the last step
    MemoryUse memory() const;         ///< now

    uint64_t frame() const;      ///< number of the next step, from 0
    int64_t time_us() const;     ///< world time at the start of the next step, us
    uint64_t state_hash() const; ///< after the last step; 0 before the first step or without WorldDef::hash

    /// @}
    /// @name Definitions
    /// From many threads at once, between steps, as long as no thread changes the world. References and views are valid
    /// until the next step, restore or change to what exists.
    /// @{

    /// The present definition of an archetype, after all reloads that were applied. Throws std::out_of_range if there
    /// is no such archetype.
    const ArchetypeDef& archetype(ArchetypeIndex) const;
    size_t archetype_count() const;
    std::string_view state_name(State) const;       ///< of built-in and user states; "?": there is no such state
    const MonsterDef& monster(size_t number) const; ///< in the order of adding; throws std::out_of_range
    size_t monster_count() const;
    /// The number of the monster that an agent follows; -1: none.
    int64_t monster_of(AgentId agent) const;
    std::string_view team_name(TeamIndex) const; ///< throws std::out_of_range if there is no such team
    size_t team_count() const;
    /// The leader of a squad; null: the squad has none, or there is no such squad.
    AgentId leader(SquadId squad) const;
    bool hostile(TeamIndex a, TeamIndex b) const; ///< false if there is no such team

    /// @}
    /// @name Circles and wait reasons
    /// From many threads at once, between steps, as long as no thread changes the world. `set_events` is the exception.
    /// @{

    /// The state of an engagement circle, for drawing and for tests.
    struct CircleView {
        int grid_capacity = 0, grid_free = 0, attack_capacity = 0, attack_free = 0;
        std::vector<AgentId> slots;    ///< holder of each slot, or null
        std::vector<bool> closed;      ///< by slot
        std::vector<AgentId> queue;    ///< requesters, in the order of the queue
        std::vector<AgentId> ring;     ///< holders, in the order of the ring queue for attack tokens
        std::vector<AgentId> strikers; ///< by serial: agents with `Release::launch` from their hit to the attack's end
        AgentId reserver;              ///< the requester for which freed capacity is reserved; null: none
    };
    /// Fills in `*out`. Returns false if there is no circle around this agent.
    bool circle(AgentId target, CircleView* out) const;
    /// All targets that have a circle, by serial.
    std::vector<AgentId> circle_targets() const;
    /// A wait reason, with the numbers (rules: P1).
    struct WaitInfo {
        WaitReason reason = WaitReason::none; ///< none: the agent does not wait
        AgentId target;                       ///< target of the circle at which it waits
        int64_t need = 0, free = 0;           ///< weights, numbers, mm (range) or ms (rest, not_ready, gap, cooldown)
    };
    /// The wait reason of an agent after the last step, computed with the present positions.
    WaitInfo wait_reason(AgentId agent) const;
    /// When the last of the cooldowns ends that delay an attack of the agent at the circle of its target. In us of the
    /// world's time; a time in the past if no cooldown runs. 0 also if there is no such agent or attack.
    int64_t ready_at(AgentId agent, int attack) const;
    /// Checks the invariants of rules.md. Returns an empty text if they hold, else a description of the first breach.
    std::string check_invariants() const;

    /// Sets which events are recorded from the next step on. One thread at a time.
    Error set_events(EventMask mask);

    /// @}
    /// @name Snapshots
    /// A snapshot holds the whole state, pending commands included. One thread at a time, between steps. This holds for
    /// `save` too, although it is const.
    /// @{

    /// Writes a snapshot. Overwrites `*out`. Restoring it gives the saved state bit for bit. `out_of_memory`: the world
    /// is unchanged and `*out` is empty.
    Error save(std::vector<std::byte>* out) const;
    /// Restores a snapshot. It must be of a world with the same seed, teams, ground, user states and user columns, and
    /// with archetypes of the same names and kinds (`managed`, `brain`); else `bad_snapshot`. Archetypes and monsters
    /// become those of the snapshot, whatever was reloaded since. Events are cleared.
    /// A damaged snapshot is refused: `bad_snapshot`, and nothing changes. A forged snapshot with a correct checksum
    /// may also leave the world dead, until a valid snapshot is restored.
    Error restore(std::span<const std::byte> snapshot);

    /// @}
    /// @name Recordings
    /// fray/recording.h writes recordings to files. All functions are for use between steps. `listen` and
    /// `replay_command` may be called by one thread at a time, the others from many threads at once, as long as no
    /// thread changes the world.
    /// @{

    /// Sets the listener, which from now on receives every call that changes the world. First it receives the calls
    /// that turn a new world of the same seed and hz into this world; the last of them restores a snapshot. Each
    /// further call of `listen` with the same listener repeats them. Null removes the listener. What the host writes
    /// into user columns is passed on with the next step. `full`: there is another listener. `unknown`: the ground
    /// cannot be written (Ground::write). `out_of_memory`: there is no listener now.
    Error listen(CallListener* listener);
    /// Replays a call that a listener has received. `bad_call`: these are not the bytes of a call; else the answer is
    /// that of the call. `states` are the user states that the world may need; they are found by name.
    Error replay_command(std::span<const std::byte> call, std::span<const StateDef> states = {});
    /// Checksums of the state, by column. Reads all columns.
    std::vector<ColumnSum> column_sums() const;
    uint64_t seed() const; ///< WorldDef::seed
    double hz() const;     ///< WorldDef::hz
    bool hashes() const;   ///< WorldDef::hash

    /// @}
    /// @name Error text
    /// On the thread that uses the world, also between `step_begin` and `step_end`.
    /// @{

    /// The text of the last call that answered an error; the next error replaces it. A call that was made by a task of
    /// the step leaves no text.
    const std::string& error_text() const;

    /// @}
    /// @name The frame graph
    /// From many threads at once, between steps, as long as no thread changes the world.
    /// @{

    /// The frame graph in the language of Graphviz, and in that of Mermaid.
    std::string graph_dot() const;
    std::string graph_mermaid() const;
    /// The declared memory traffic of each system, by `System`.
    std::vector<SystemColumns> system_columns() const;

    /// @}
    /// @name Internals
    /// For the library only. On the thread that uses the world.
    /// @{

    struct Impl; ///< private
    Impl& impl() { return *impl_; }
    const Impl& impl() const { return *impl_; }

    /// @}

private:
    std::unique_ptr<Impl> impl_;
};

/// Checks an archetype. Returns an empty text if it is valid, else `field: given, allowed` of the first error.
FRAY_API std::string check(const ArchetypeDef& def);
/// Likewise for the parameters of a squad.
FRAY_API std::string check(const SquadDef& def);
/// Likewise for monsters, together with the archetypes that they refer to.
FRAY_API std::string check(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters);

} // namespace fray
