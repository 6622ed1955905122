// A world of agents that fight. One thread at a time may use a world, apart from the job system's own threads;
// different worlds are independent. Functions that are const but for `save` may be called from many threads at once
// between steps, as long as nobody changes the world meanwhile. `to_string` and `check`: on any thread.
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

/// What a call to a world may answer. On anything but `ok` nothing has changed, but where it is said here, and
/// `World::error_text` says what was given and what is allowed.
enum class Error : uint8_t {
    ok,
    stale_id,     ///< the agent is null, despawned, or of another generation
    not_finite,   ///< a coordinate, heading, amount or time is not a finite number
    out_of_range, ///< a number is outside what its field allows
    unknown,      ///< no such archetype, team, squad or column
    wrong_squad,  ///< a squad holds agents of one team
    stepping,     ///< between step_begin and step_end only `step_end` may be called
    full,         ///< no more agents, teams, archetypes or listeners can be added
    bad_snapshot, ///< not a snapshot of a world like this one
    state_failed, ///< a state of the user's has thrown; the frame was finished all the same
    bad_call,     ///< not the bytes of a call (World::repeat_call)
    off_ground,   ///< nobody can stand there (WorldDef::off_ground)
    dead, ///< memory ran out, or the host's ground has thrown, in the middle of a change: the world is empty now,
          ///< and answers this to everything that would change it
    out_of_memory, ///< before anything was changed: the world goes on as it was
};
/// The enumerator's name.
FRAY_API const char* to_string(Error);

/// A column of the user's own, one element an agent; kept in step with the built-in ones through reorder, save,
/// restore and the state hash.
struct UserColumn {
    uint32_t value = 0; ///< 0: null
    explicit operator bool() const { return value != 0; }
};

/// Hears what the host asks of a world, once it was accepted, as bytes that `World::repeat_call` understands. Called on
/// the thread that makes the call.
class FRAY_API CallListener {
public:
    virtual ~CallListener() = default;
    virtual void called(std::span<const std::byte> call) = 0; ///< valid during the call; must not throw
    virtual void stepped() = 0;                               ///< a step is over: the world may be read; must not throw
};

/// What all agents hold in one column of the state, added up; with the world's circles, clocks and the like as further
/// ones. The same for any order of storage.
struct ColumnSum {
    std::string name;
    uint64_t sum = 0;       ///< of a number for what each agent holds
    uint64_t by_serial = 0; ///< each times 2 * serial + 1: where one agent's differs, the two sums tell whose

    friend bool operator==(const ColumnSum&, const ColumnSum&) = default;
};

/// Bytes of one agent's columns that a stage declares to read, and to write; of those whom it visits it touches no
/// more.
struct StageColumns {
    uint32_t read = 0, written = 0;
};

/// One of many who are placed.
struct Placement {
    AgentId agent;
    Vec2 position; ///< m
    Vec2 heading;  ///< any direction; (0, 0): as it was
};
/// One of many who are hurt.
struct Damage {
    AgentId agent;
    float amount = 0.0f; ///< > 0
    AgentId by{};        ///< null: the host
};
/// One of many whose health is set.
struct Health {
    AgentId agent;
    float health = 0.0f; ///< 0 to its archetype's
};

/// A world. What is said of threads at the head of a section holds for all of its functions.
class FRAY_API World {
public:
    /// @name Making, moving and ending
    /// On any thread, as long as no other uses the world.
    /// @{

    /// Throws std::invalid_argument, naming the field, what was given and what is allowed.
    explicit World(const WorldDef& def = {});
    ~World(); ///< ends a step that was begun
    /// Also between `step_begin` and `step_end`. What was moved from can only be destroyed and assigned to.
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// @}
    /// @name What exists
    /// At any time between steps; takes effect at once. One thread at a time; `ground`, `column` and `column_bytes`
    /// from many threads at once, as long as nobody changes the world.
    /// @{

    /// A state of the user's own, before the archetypes that name it. `*out` is what `states` and events show.
    Error add_state(const StateDef& def, State* out = nullptr);
    /// On success `*out` is its index. `out_of_range` names the field.
    Error add_archetype(const ArchetypeDef& def, ArchetypeIndex* out = nullptr);
    /// Tables of monsters, after the archetypes that they speak of, before the first agent. All or none; `out_of_range`
    /// names the monster and the place in it.
    Error add_monsters(std::span<const MonsterDef> defs);
    /// Where agents can walk; null: everywhere. Before the first agent. (Rules: Ground.)
    Error set_ground(std::shared_ptr<const Ground> ground);
    const Ground* ground() const; ///< null: everywhere. As long as the world has it
    /// Moves everything, at once, by so many metres: for hosts that keep the origin near the player. With a ground it
    /// takes the same ground, moved, and else null. `out_of_range`: somebody, or a point that is still in force, would
    /// come to lie outside the world, or poses wait for the next step. Events and missiles that were told stay as they
    /// were told. A rollback does not go back across it in a world with ground. (Rules: Moving the origin.)
    Error shift_origin(Vec2 by, std::shared_ptr<const Ground> ground = nullptr);
    /// Room for so many agents, living and dead, so that no step has to make it. `full`: more than 2^31 - 1, or than
    /// `WorldDef::memory_budget` allows; `out_of_memory`: the allocator does not give as much.
    Error reserve(size_t agents);
    /// Teams are hostile to each other, and not to themselves, until told otherwise.
    Error add_team(std::string_view name, TeamIndex* out = nullptr);
    /// To each other; `a` and `b` may be one team. `unknown`: there is no such team.
    Error set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    /// A squad of agents of one team. Empty until somebody is spawned into it.
    Error add_squad(TeamIndex team, SquadId* out);
    /// The same, with figures of its own. `out_of_range` names the field.
    Error add_squad(TeamIndex team, const SquadDef& def, SquadId* out);
    /// `T` trivially copyable, aligned to at most 16 bytes; elements start as `initial`. Its bytes are hashed as they
    /// are: padding, and the sign of zero, count.
    template <typename T> Error add_column(std::string_view name, const T& initial, UserColumn* out) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16);
        return add_column_bytes(name, sizeof(T), alignof(T), &initial, out);
    }
    /// By row, to read and to write, until the next step, restore or change to what exists. Throws
    /// std::invalid_argument for a column that is not there or another type's size.
    template <typename T> std::span<T> column(UserColumn column) {
        return {static_cast<T*>(column_bytes(column, sizeof(T))), agent_count()};
    }
    /// The same where the type is known only when the program runs: for bindings to other languages. `size` bytes, a
    /// multiple of `align`, which is 16 at most; elements are packed.
    Error add_column_bytes(std::string_view name, size_t size, size_t align, const void* initial, UserColumn* out);
    /// Its elements, as those of `column`; `size`: as it was made.
    void* column_bytes(UserColumn column, size_t size);

    /// @}
    /// @name Commands
    /// Checked when called, carried out by the next step in call order. One thread at a time, between steps.
    /// @{

    /// The id is valid at once, also for further commands; the agent appears with the next step. Whom fray moves has to
    /// stand on the ground, if there is one: `spawn` and `place` do as WorldDef::off_ground says.
    Error spawn(const SpawnDef& def, AgentId* out = nullptr);
    /// The agent is gone with the next step; no further command may name it.
    Error despawn(AgentId agent);
    /// It goes over to a squad of the host's making, and to its team. Who fights it, and whom it fights, finds out when
    /// they next look. `unknown`: no such squad.
    Error join(AgentId agent, SquadId squad);
    /// It stands there, looking as it did. m, within world_extent.
    Error place(AgentId agent, Vec2 position);
    /// It stands there, looking there: any finite direction but zero.
    Error place(AgentId agent, Vec2 position, Vec2 heading);
    /// Of many, in order, up to the first that is refused: `*done` is how many were not.
    Error place(std::span<const Placement> placements, size_t* done = nullptr);
    /// Instead of its own decisions, until the next order.
    Error order(AgentId agent, const Order& order);
    /// To each of its living members, but not to attack himself. With `go` and `retreat` the point is the leader's, and
    /// the others keep their places round it.
    Error order(SquadId squad, const Order& order);
    /// It leads its squad from now on. `wrong_squad` for one that was spawned without a squad.
    Error lead(AgentId agent);
    /// Where a squad's stick points, and how far, 0 to 1; held until the next call. (0, 0): it is let go.
    Error stick(SquadId squad, Vec2 direction);
    /// How many metres nearer a target seems than it is, -1000 to 1000: threat, to everybody (`by` null), or taunt, to
    /// one agent. In force until the next such call, 0: not any more.
    Error prefer(AgentId target, float metres, AgentId by = {});
    /// What matters from now on, until the next such call: players, say, or where the camera looks. (Rules: Level of
    /// detail.) Distances 0 to infinity, points within world_extent.
    Error set_detail(const DetailDef& detail);
    /// The agent has its turn every so many frames: 1, 2, 4 or 8; 0: as its archetype and `set_detail` say.
    Error set_period(AgentId agent, int frames);
    /// `amount` > 0; `by` may be null: the host.
    Error damage(AgentId agent, float amount, AgentId by = {});
    /// Of many, in order, up to the first that is refused: `*done` is how many were not.
    Error damage(std::span<const Damage> damages, size_t* done = nullptr);
    /// Its health from settle on, 0 (it dies of that) to its archetype's, which must have a limit: for hosts whose own
    /// it is (ArchetypeDef::host_health), who heal, or who make somebody weaker. (Rules: settle.)
    Error set_health(AgentId agent, float health);
    /// Of many, in order, up to the first that is refused: `*done` is how many were not.
    Error set_health(std::span<const Health> healths, size_t* done = nullptr);
    /// Both 0 to max_weight. In force until the next capacity command to that target.
    Error capacity(AgentId target, int grid, int attack);
    /// The slots round a target on which nobody may stand: each 0 to slots - 1, in any order. They stay closed until
    /// the next such command to that target. Where a reload waits, slots of before or after it.
    Error close_slots(AgentId target, std::span<const int> slots);
    /// What a target sees from now on, for `offscreen_limit`: a cone round `direction` (finite, not zero), `half_angle`
    /// rad to either side, 0 to pi.
    Error view(AgentId target, Vec2 direction, float half_angle);
    /// Does the viewer see the target? The host's answer to `sight_questions`; for the next step only.
    Error answer_sight(AgentId viewer, AgentId target, bool seen);
    /// Of the attack that the agent has a permit for; for the next step only. Without a permit it is forgotten.
    Error report(AgentId agent, AttackReport what);

    /// Archetypes and monsters as they are to be from the next step on, each in the place of the one of its name; a
    /// monster of a new name is added (rules: Reloading). All or none: `unknown` for an archetype of a new name,
    /// `out_of_range` for what no archetype or monster may be, or for a change of `staged` or `brain`. Goes before the
    /// other commands of the step.
    Error reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters = {});

    /// Poses of agents with `motion: host` as the next step begins, read by its ingest and not to be written before it
    /// is over (after `step`, or `step_end`). Also read by `save` and a Rollback's in between. `out_of_range` where a
    /// list is null, misaligned or of too small a stride. A pose that is not finite, or an agent named twice, is
    /// refused here, all of them; an agent that is stale, dead or not the host's to move is skipped in ingest and
    /// counted. Who is not named stands where he is. A second call before the step replaces the first. Many are looked
    /// through on the world's job system. (engine/docs/motion.md)
    Error set_host_poses(const HostPoses& poses);
    /// Of packed arrays, all of one length, or `headings` empty.
    Error set_host_poses(std::span<const AgentId> agents, std::span<const Vec2> positions,
                         std::span<const Vec2> headings = {});

    /// @}
    /// @name Time
    /// One thread at a time; all but `step_end` between steps. A step answers `not_finite` or `out_of_range` for its
    /// time, `state_failed`, or `dead`.
    /// @{

    /// What runs the steps from now on, as WorldDef has it: the host's job system, or if that is null a private arena
    /// of so many threads, 0 to 1024. The one before is not used any more. Changes no result.
    Error set_jobs(JobSystem* jobs, int threads = 0);
    /// One frame of `dt` seconds, 0 to 1, rounded to microseconds.
    Error step(double dt);
    /// The same frame, begun here and finished by `step_end`; on job systems without threads of their own it is
    /// all done in step_end. Between the two only step_end may be called.
    Error step_begin(double dt);
    Error step_end(); ///< `stepping` where none was begun
    /// As many steps of 1 / hz as fit in `elapsed` seconds (0 to 10) and what was left over; `*steps` is how many.
    /// `events` then holds those of all these steps; counters and profile are the last one's. One that answers
    /// `state_failed` was made, and is the last.
    Error advance(double elapsed, int* steps = nullptr);

    /// s: what `advance` has left over; times hz, how far the next step has come, 0 to 1. From many threads at once.
    double left_over() const;

    /// @}
    /// @name After the step: agents
    /// From many threads at once, between steps, as long as nobody changes the world. Spans are valid until the next
    /// step, restore or change to what exists. One element a row; rows hold the living and the dead in storage order,
    /// which changes; `row_of` finds an agent.
    /// @{

    size_t agent_count() const; ///< rows: living and dead
    int64_t spawned() const;    ///< agents ever, those included that appear with the next step: the next serial
    std::span<const AgentId> ids() const;
    std::span<const Serial> serials() const;
    std::span<const Vec2> positions() const; ///< m
    /// Where each was when the last step began, wherever that step's `place` or pose had put it: to draw what lies
    /// between two steps (`left_over`).
    std::span<const Vec2> previous_positions() const;
    std::span<const Vec2> headings() const; ///< unit vectors
    /// Where each wants to be; the host's to follow with `motion: host`. Of others, with a period, that of their turn.
    std::span<const Vec2> goals() const; ///< m
    /// How each wants to go there, for the host to follow; kept, and not empty, where some archetype has `motion:
    /// host`.
    std::span<const float> wanted_speeds() const; ///< m/s, its braking left to the host; 0: it stands
    std::span<const Vec2> facings() const;        ///< unit vectors: where each wants to look
    std::span<const State> states() const;
    std::span<const uint8_t> bands() const;   ///< 0 to 4
    int period(AgentId agent) const;          ///< of its turns, in frames; 0: there is no such agent
    int load() const;                         ///< 0 to 3: how often the budget of turns has doubled the periods
    std::span<const AgentId> targets() const; ///< null: none
    std::span<const int16_t> slots() const;   ///< in the circle of its target; -1: none
    std::span<const int16_t> attacks() const; ///< index in the attack table, with a permit; -1: none
    std::span<const int16_t> places() const;  ///< the slot before which an asker waits; -1: none
    std::span<const float> healths() const;   ///< > 0 of the living; infinity: unlimited_health
    std::span<const TeamIndex> teams() const;
    std::span<const ArchetypeIndex> archetypes() const;
    std::span<const int16_t> layers() const;
    std::span<const uint64_t> host_bits() const;

    /// @}
    /// @name After the step: who is where
    /// From many threads at once, between steps, as long as nobody changes the world.
    /// @{

    /// Living agents of some teams (bits), the nearest first, then by serial, as many as `out` has room for; within
    /// `radius` metres, on one layer. Answers how many. Exact, in the trees that alert uses. 0 during a step, and for a
    /// point that is not in the world.
    size_t nearest(Vec2 at, float radius, std::span<AgentId> out, uint64_t teams = ~uint64_t{0},
                   int16_t layer = 0) const;
    /// The same of those to whom an agent's team is hostile, round it, on its layer. 0 where there is no such agent.
    size_t nearest_hostiles(AgentId agent, float radius, std::span<AgentId> out) const;

    bool valid(AgentId agent) const; ///< spawned (also if it only appears with the next step) and not despawned
    /// Rows of this world, or -1: stale, or not there before the next step. Who was told to despawn has its row until
    /// the next step is over.
    int64_t row_of(AgentId agent) const;
    /// The null id: no such agent now.
    AgentId find(Serial serial) const;

    /// Whom agents with `line_of_sight` would fight if they saw them: the host answers with `answer_sight` before the
    /// next step, or not at all: they ask again. By the viewer's serial, the nearest first.
    std::span<const SightQuestion> sight_questions() const;

    /// @}
    /// @name After the step: what happened
    /// From many threads at once, between steps, as long as nobody changes the world. What is handed out is valid until
    /// the next step, restore or change to what exists.
    /// @{

    std::span<const Event> events() const; ///< in the order of rules.md
    /// In flight: by when they land, then in the order of their launch.
    std::span<const Missile> missiles() const;
    const Counters& counters() const;
    const Profile& profile() const;
    MemoryUse memory() const;

    uint64_t frame() const;      ///< of the next step
    int64_t time_us() const;     ///< of the next step's start
    uint64_t state_hash() const; ///< after the last step; 0 before the first or with `hash` off

    /// @}
    /// @name What there is
    /// From many threads at once, between steps, as long as nobody changes the world. What is handed out is valid until
    /// the next step, restore or change to what exists.
    /// @{

    /// As it is now. Throws std::out_of_range: there is none of that number.
    const ArchetypeDef& archetype(ArchetypeIndex) const;
    size_t archetype_count() const;
    std::string_view state_name(State) const;       ///< the user's too; "?": there is none
    const MonsterDef& monster(size_t number) const; ///< in the order of adding; throws std::out_of_range
    size_t monster_count() const;
    /// The number of the monster that an agent follows; -1: none.
    int64_t monster_of(AgentId agent) const;
    std::string_view team_name(TeamIndex) const; ///< throws std::out_of_range: there is no such team
    size_t team_count() const;
    /// Who leads a squad; null: nobody, or there is no such squad.
    AgentId leader(SquadId squad) const;
    bool hostile(TeamIndex a, TeamIndex b) const; ///< false where there is no such team

    /// @}
    /// @name Circles, and why agents wait
    /// From many threads at once, between steps, as long as nobody changes the world.
    /// @{

    /// What a circle looks like: for drawing and for tests.
    struct CircleView {
        int grid_capacity = 0, grid_free = 0, attack_capacity = 0, attack_free = 0;
        std::vector<AgentId> slots;    ///< holder of each slot, or null
        std::vector<bool> closed;      ///< by slot
        std::vector<AgentId> queue;    ///< askers, the first first
        std::vector<AgentId> ring;     ///< holders, the next to be looked at first
        std::vector<AgentId> strikers; ///< by serial: `release: launch`, from the hit to the end
        AgentId reserver;              ///< for whom what is freed is kept; null: nobody
    };
    /// Fills in `*out`. False: there is none round this agent.
    bool circle(AgentId target, CircleView* out) const;
    /// All targets that have a circle, by serial.
    std::vector<AgentId> circle_targets() const;
    /// Why an agent waits, with the numbers (rules: emit).
    struct Why {
        Refusal reason = Refusal::none; ///< none: it does not wait
        AgentId target;                 ///< at whose circle
        int64_t need = 0, free = 0;     ///< weights, numbers, mm (range) or ms (rest, not_ready, gap, cooldown)
    };
    /// As of the last step, but where everybody stands now.
    Why why(AgentId agent) const;
    /// When the last of the cooldowns is over that an attack of the agent's table waits for, at the circle of its
    /// target: us of the world's time, in the past if none runs. 0 also where there is no such agent or attack.
    int64_t ready_at(AgentId agent, int attack) const;
    /// The invariants of rules.md; empty: they hold. Else the first breach found, with what it concerns.
    std::string check_invariants() const;

    /// Events recorded from the next step on. One thread at a time.
    Error set_events(EventMask mask);

    /// @}
    /// @name Snapshots
    /// Commands not yet carried out are part of it. One thread at a time, between steps: for `save`, too, though it is
    /// const.
    /// @{

    /// Appends to nothing: `*out` is replaced. Restoring gives, bit for bit, what was saved. Throws std::bad_alloc; the
    /// world is as it was.
    Error save(std::vector<std::byte>* out) const;
    /// From a world with archetypes of the same names and kinds (`staged`, `brain`), the same teams, ground, states and
    /// columns of the user's. Archetypes and monsters are then those that were saved, however often either was
    /// reloaded. A damaged one is refused (`bad_snapshot`); one that was forged, its checksum right, may be, too, and
    /// leave the world dead, until a good one is restored.
    Error restore(std::span<const std::byte> snapshot);

    /// @}
    /// @name Recordings
    /// fray/recording.h writes them to files. Between steps, `listen` and `repeat_call` one thread at a time, the
    /// others from many threads at once, as long as nobody changes the world.
    /// @{

    /// From now on the listener hears every call that changes the world. First those that make a new world of the same
    /// seed and hz into this one, a snapshot the last of them; so again at each further call of `listen`. Null: nobody
    /// listens; `full`: somebody else does; `out_of_memory`: nobody listens now. What the host writes into its columns
    /// is heard with the next step.
    Error listen(CallListener* listener);
    /// Carries out what a listener heard, here: `bad_call` for other bytes, else what the call answers. `states`: those
    /// of the user's that the world may need, found by name.
    Error repeat_call(std::span<const std::byte> call, std::span<const StateDef> states = {});
    /// Takes a pass over all columns.
    std::vector<ColumnSum> column_sums() const;
    uint64_t seed() const;
    double hz() const;
    bool hashes() const; ///< WorldDef::hash

    /// @}
    /// @name What went wrong
    /// On the thread that uses the world, also between `step_begin` and `step_end`.
    /// @{

    /// What the last call that did not answer `ok` has to say. The next such call replaces it; one that a task of the
    /// step has made leaves none.
    const std::string& error_text() const;

    /// @}
    /// @name The frame's plan
    /// From many threads at once, between steps, as long as nobody changes the world.
    /// @{

    /// The frame graph in Graphviz's and in Mermaid's language.
    std::string graph_dot() const;
    std::string graph_mermaid() const;
    /// By stage.
    std::vector<StageColumns> stage_columns() const;

    /// @}
    /// @name Inside
    /// The library's own. On the thread that uses the world.
    /// @{

    struct Impl; ///< private
    Impl& impl() { return *impl_; }
    const Impl& impl() const { return *impl_; }

    /// @}

private:
    std::unique_ptr<Impl> impl_;
};

/// Empty: valid. Else `field: given, allowed`.
FRAY_API std::string check(const ArchetypeDef& def);
/// The same of a squad's figures.
FRAY_API std::string check(const SquadDef& def);
/// Monsters beside the archetypes of a world; empty: valid.
FRAY_API std::string check(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters);

} // namespace fray
