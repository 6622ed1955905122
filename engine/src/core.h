// All that a frame works on: the world's state, and the buffers in which one stage hands over to the next.
#pragma once

#include "agents.h"
#include "archetype.h"
#include "circles.h"
#include "cooldowns.h"
#include "definitions.h"
#include "event_log.h"
#include "fray/host_poses.h"
#include "fray/spatial/ground.h"
#include "fray/stats.h"
#include "group_grid.h"
#include "host_memory.h"
#include "id_table.h"
#include "kd_forest.h"
#include "monsters.h"
#include "neighbour_grid.h"
#include "sort_keys.h"
#include "squads.h"
#include "target_info.h"

#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace fray {

/// Where `list = {}` would keep it.
template <typename T> void free_memory(List<T>& list) { List<T>().swap(list); }

struct Command {
    enum class Type : uint8_t {
        spawn,
        despawn,
        place,
        order,
        damage,
        capacity,
        close_slots,
        view,
        report,
        sight,
        lead,
        stick,
        order_squad,
        prefer,
        join,
        period,
        health
    };
    Type type = Type::spawn;
    TeamIndex team = 0;
    ArchetypeIndex archetype = 0;
    int16_t layer = 0;
    OrderKind order = OrderKind::free;
    bool has_heading = false;
    AgentId agent;
    AgentId other;             ///< who damages, or whom to attack
    uint32_t squad = 0;        ///< its place in Squads::list
    Serial serial = no_serial; ///< of spawn
    Vec2 point;
    Vec2 heading;
    float amount = 0.0f; ///< of damage; health; of a view, half its angle in rad
    int32_t grid = 0, attack = 0;
    uint32_t detail = 0; ///< close_slots: which of `FrameInput::slot_sets`; report: the bit of Report; period: frames;
                         ///< spawn and place: 1, if the point is not the one that was given
    uint64_t host_bits = 0;
};

/// What the host gave for this frame.
struct FrameInput {
    List<Command> commands;
    uint32_t spawns = 0;     ///< among them
    List<SlotSet> slot_sets; ///< of the commands `close_slots`
    DetailDef detail;        ///< the last one of the frame, if `sets_detail`
    bool sets_detail = false;
    std::vector<Definitions> reloads; ///< each whole, as the world is to be
    HostPoses poses;                  ///< borrowed until ingest is over
    List<AgentId> restored_agents;    ///< what `poses` shows after a restore
    List<Vec2> restored_positions, restored_headings;
};

/// Filed by ingest for settle and propose.
struct FiledDamage {
    uint32_t target; ///< index of its id: rows move in between
    float amount;
    Serial by;
    uint32_t order;
    bool sets; ///< `amount` takes the place of the health
};
struct FiledForTarget {
    uint32_t target; ///< index of its id
    uint32_t order;
    bool closes; ///< `closed`, else `capacity`
    Capacity capacity;
    SlotSet closed;
};

/// How much nearer a target seems than it is.
struct Preference {
    uint32_t by = no_index; ///< index of its id, to whom; no_index: to everybody
    uint32_t target = 0;    ///< index of its id
    int32_t mm = 0;
    uint32_t unused = 0;
};

/// A yes of the host's.
struct Sighting {
    uint32_t viewer; ///< index of its id
    AgentId target;
};

/// Whom an act called: of one think, in the order of calling.
struct SummonWish {
    uint32_t owner_row;
    Serial owner;
    Act::Call call;
};

/// What one chunk of think decided.
struct ThinkOutput {
    List<uint32_t> awake;    ///< rows to be visited
    List<uint32_t> requests; ///< rows that ask at their target's circle
    List<uint32_t> returns;  ///< rows that end an attack, or give up what they have on their circle
    List<uint32_t> hits;     ///< rows whose hit is due
    List<SummonWish> wishes;
    List<List<uint32_t>> user; ///< rows to be decided on, by state of the user's
    List<uint32_t> user_targets;
    List<StateWriter::Decision> user_decisions;
    List<uint32_t> ended; ///< rows of free ones whose attack is over
    uint32_t thinks = 0;
    uint32_t attacks = 0; ///< windups started

    /// Room for what a chunk may well come to, so that steady frames do not have to make it.
    ThinkOutput() {
        for (auto* list : {&awake, &requests, &returns, &hits, &ended}) list->reserve(128);
    }
    void clear() {
        awake.clear();
        requests.clear();
        returns.clear();
        hits.clear();
        ended.clear();
        wishes.clear();
        for (auto& rows : user) rows.clear();
        thinks = attacks = 0;
    }
};

struct Blow {
    uint32_t target_row;
    uint32_t attacker_row; ///< no_index: damage by the host
    Serial target_serial;
    Serial by;
    int64_t due;
    float amount;
    uint32_t order;         ///< of damage: in call order; of missiles: in the order of launching
    uint32_t missile = ~0u; ///< its place in Core::missiles; ~0u: it is none's
    bool sets = false;      ///< `amount` takes the place of the health
};

/// What holds in the phase that an agent is in. `brains`: the column, as the stage may read it.
inline const PhaseTables& tables_of(const Archetype& archetype, const Brain* brains, uint32_t row) {
    return archetype.phases[archetype.has_brain_columns ? brains[row].phase : 0];
}

/// A state of the user's, and what it works with.
struct UserStates {
    std::vector<StateDef> defs;
    std::mutex mutex;         ///< of `failure`
    std::string failure;      ///< what the first of a frame has thrown, by its chunk
    uint32_t failed_in = ~0u; ///< chunk
};

/// A permit whose cooldowns are kept by the world, to be given back.
struct WorldReturn {
    ArchetypeIndex archetype;
    int16_t attack;
    uint32_t round;
    int64_t permit_at;
};

/// Settle's working lists.
struct Settling {
    List<FiledDamage> damage;
    List<FiledForTarget> for_targets;
    List<uint32_t> gone;    ///< indices of the ids despawned in this frame's ingest
    List<uint32_t> hitters; ///< rows
    List<Blow> unsorted_blows, blows;
    List<uint32_t> groups;       ///< where the blows, or returns, of each target begin
    List<List<uint32_t>> deaths; ///< by chunk
    List<uint32_t> hits;         ///< by chunk: how many landed
    List<uint32_t> fallen;       ///< rows of the dead and the gone of this frame
    List<uint64_t> keys;
    List<uint32_t> rows;
    List<List<WorldReturn>> world_returns; ///< by chunk
    SortScratch scratch;
};

/// The phases of commit that concern one circle at a time, in order; then come changes of target.
enum class CommitPhase : uint8_t { capacity, stealing, reslotting, rebalancing, admission, permits };
inline constexpr uint32_t commit_phases = 6;

/// What the stage manager works with on one circle; of one chunk of propose.
struct ManagerScratch {
    List<uint32_t> rows, others;
    List<int32_t> costs;
    List<int16_t> columns, assignment;
    List<uint32_t> deferred; ///< circles whose permits wait for commit: their cooldowns are the world's
    List<uint32_t> over;     ///< circles that have nothing to do any more
    uint32_t slots_given = 0, permits_given = 0, switches = 0, thefts = 0;

    ManagerScratch() {
        for (auto* list : {&rows, &others, &deferred, &over}) list->reserve(128);
        costs.reserve(512);
        columns.reserve(64);
        assignment.reserve(64);
    }
};

/// An asker that would rather fight another target, where a slot is open.
struct TargetChange {
    Serial asker;
    AgentId target;
    int16_t slot;
};

/// A circle whose permits wait for clocks of the world, and its place in this frame's order.
struct DeferredCircle {
    uint64_t drawn;
    Serial target;
    uint32_t circle;
};

struct Proposals {
    List<uint64_t> keys; ///< what is visited: target's serial, then circle, or `no_circle` and a target's row
    List<List<uint64_t>> chunk_keys;
    List<ManagerScratch> chunks;
    uint32_t used_chunks = 0;
    List<uint64_t> misplaced; ///< askers whose place is not free: target's serial, asker's serial
    List<TargetChange> changes;
    List<DeferredCircle> deferred;
    List<SummonWish> wishes;
    List<uint32_t> left;        ///< circles whose asker has changed to another target
    uint32_t permit_buffer = 0; ///< first of the event buffers of the phase `permits`
    SortScratch scratch;

    Proposals() {
        misplaced.reserve(256);
        changes.reserve(256);
    }
};

/// The state columns, sorted for the hash: those that are folded together, and those that are not.
struct HashPlan {
    List<const ColumnBase*> bytes; ///< of one byte an element, in groups of eight
    List<const ColumnBase*> wide;  ///< of eight bytes an element, in groups of four
    List<const ColumnBase*> others;
};

/// A living member of the squad that alert looks at.
struct AlertMember {
    uint32_t row;
    Vec2 position;
    float alert_squared;
    float alert;
    int16_t layer;
    uint32_t island; ///< no_island also without ground
};

/// What one chunk of alert works with.
struct AlertScratch {
    uint32_t looks = 0, queries = 0, switches = 0;
    uint32_t slot_queries = 0; ///< searches for open slots, in propose
    List<uint32_t> squads;     ///< that are due
    List<AlertMember> members;
    List<SightQuestion> questions;
    List<uint32_t> seekers;   ///< askers that may change their target, each after its squad's place
    List<uint32_t> misplaced; ///< askers' rows
    List<TargetChange> changes;
    AlertScratch() {
        members.reserve(16);
        for (auto* list : {&squads, &seekers, &misplaced}) list->reserve(256);
        changes.reserve(64);
    }
};

/// How far the budget of turns (DetailDef::turns) makes periods longer.
struct Load {
    uint32_t doublings = 0; ///< 0 to 3
    uint32_t unused = 0;
    uint64_t turns = 0; ///< since the frame f with f mod 16 = 8
};

struct Settings {
    uint64_t seed = 1;
    bool hash = true;
    bool refusals = false;
    uint32_t tree_every = 16;
    uint32_t reorder_every = 64;
    uint32_t chunk_size = 1024;
    uint64_t shuffle_storage = 0;
    SearchBackend search = SearchBackend::kd_trees;
};

struct Core {
    Settings settings;

    // What exists.
    std::deque<ArchetypeDef> archetype_defs; ///< the host holds references
    std::vector<Archetype> archetypes;
    AttackClasses classes;
    bool shares_world = false;      ///< some archetype does
    bool has_brain_columns = false; ///< some archetype does
    bool guides_host = false;       ///< the host moves some archetype
    UserStates user_states;
    std::vector<MonsterTable> monster_tables; ///< of each pair of archetype and monster that may meet, or once could
    std::vector<MonsterDef> monster_defs;
    List<uint32_t> population; ///< rows of each archetype
    std::vector<std::string> team_names;
    List<uint64_t> hostile;               ///< by team: bits of the teams it fights
    std::shared_ptr<const Ground> ground; ///< null: open everywhere
    uint64_t ground_sum = 0;              ///< of what it writes of itself; 0: none
    uint64_t manifest_version = 0;        ///< goes up with every change to what `manifest_of` tells

    // The state.
    Agents agents;
    std::vector<std::unique_ptr<UserColumnStore>> user_columns;
    IdTable ids;
    Squads squads;
    Circles circles;
    List<CooldownRecord> cooldowns; ///< the world's
    AgentClocks agent_clocks;
    TargetInfos target_infos;
    RunningActs acts;
    List<Missile> missiles;       ///< by when they land, then in the order of launching
    uint32_t launched = 0;        ///< missiles, ever
    List<Preference> preferences; ///< by `by` and target
    DetailDef detail;             ///< as the host has set it last
    bool periods_set = false;     ///< the host has set some agent's
    Load load;                    ///< of the budget of turns
    List<Bond> bonds;             ///< in the order of summoning
    bool somebody_fell = false;   ///< in the frame before: bonds have to be looked at
    uint64_t frame = 0;
    int64_t now = 0;                                  ///< us, at the frame's start
    int64_t previous_now = -1;                        ///< of the frame before
    int64_t dt = 0;                                   ///< us, of this frame
    std::array<int64_t, longest_period> recent_dts{}; ///< us, of the last frames: that of frame f at f mod 8
    Serial next_serial = 0;
    uint64_t state_hash = 0;
    uint64_t fixed_hash = 0; ///< sum over the agents of what never changes about them

    // From stage to stage.
    FrameInput input;
    List<Sighting> sightings; ///< by viewer, in this frame's ingest
    /// One who has been sent with his squad, to his place in it.
    struct Formation {
        uint32_t agent; ///< index of its id
        uint32_t squad;
        Vec2 point; ///< the leader's
    };
    List<Formation> formations;          ///< of this frame's ingest
    List<uint32_t> patrols;              ///< ids (by index) whose patrol a reload of this frame has changed
    List<SightQuestion> sight_questions; ///< of this frame's alert
    List<ThinkOutput> decisions;
    Settling settling;
    Proposals proposals;
    EventLog log;
    bool keep_events = false; ///< those of the step before stay, and this step's are added
    Counters counters;
    List<AlertScratch> alert_scratch; ///< by chunk
    HashPlan hash_plan;
    Profile profile;
    struct Tally {
        uint32_t living = 0, dead = 0;
        std::array<uint32_t, 5> bands{};
    };
    List<Tally> chunk_tallies;
    List<uint64_t> hash_sums;

    // Derived: the index. How old it is never shows in an answer.
    KdForest forest;      ///< of the backend `kd_trees`
    GroupGrid group_grid; ///< of the backend `grid`
    NeighbourGrid grid;
    List<uint32_t> team_cursors, team_end;
    bool rebuild_trees = true; ///< asked for by ingest or restore
    List<uint32_t> side_list;  ///< ids (by index) that are not where the trees think: searched one by one
    List<uint32_t> side_teams; ///< scratch of index
    List<KdPoint> side_points;
    float least_leash_squared = 0.0f; ///< m^2, of all archetypes: nobody nearer to its target can be stolen from
    double moved = 0.0;               ///< m, how far anybody may have moved since the world began
    uint32_t shifts = 0;              ///< of the origin, ever: what was kept before has other coordinates
    std::unique_ptr<RouteFinder> route_finder; ///< of `ground`
    List<Route> routes;                        ///< of this frame's move
    List<uint32_t> route_rows, chunk_due, chunk_turns;
    List<float> chunk_steps;
    List<uint32_t> chunk_drops;
    List<uint32_t> permutation;
    List<std::byte> permute_scratch;
    List<uint64_t> order_keys;
    struct WindowScratch {
        List<uint64_t> keys;
        List<std::byte> bytes;
        List<uint32_t> places;
    };
    List<WindowScratch> window_scratch;
    SortScratch order_scratch;
    uint32_t unordered_rows = 0; ///< spawned since the last full reorder

    bool has_monsters() const { return !monster_tables.empty(); }
    uint32_t rows() const { return static_cast<uint32_t>(agents.registry.rows()); }
    uint32_t chunks() const { return Loops::chunk_count(rows(), settings.chunk_size); }
    bool is_hostile(TeamIndex a, TeamIndex b) const { return (hostile[a] >> b & 1) != 0; }
    /// Is it an agent's turn, one frame in every `every`?
    bool takes_turn(Serial serial, uint64_t every) const {
        return (frame + static_cast<uint64_t>(static_cast<uint32_t>(serial))) % every == 0;
    }
    /// Since the last frame that would be an agent's turn by its period.
    uint32_t frames_since_turn(Serial serial, Period period) const {
        return (static_cast<uint32_t>(frame) + static_cast<uint32_t>(serial)) & (period.frames - 1u);
    }
    /// Level of detail.
    bool has_turn(uint32_t row) const {
        return frames_since_turn(agents.serial.any()[row], agents.period.own()[row]) == 0;
    }
    /// Asks for where the target of the agent some rows on is stored.
    void ask_for_targets_row(uint32_t row, uint32_t end) const {
        if (row + rows_ahead >= end) return;
        if (const AgentId target = agents.target.own()[row + rows_ahead]) prefetch(&ids.row[target.index]);
    }
    /// Of an agent that is in the world.
    uint32_t row_of_serial(Serial serial) const { return ids.row[ids.index_of_serial[static_cast<size_t>(serial)]]; }
    /// A circle round a target that has none yet; serial. Its number.
    uint32_t make_circle(uint32_t target_row);
    /// Has the circle visited in this frame's propose; safe from many threads at once.
    void touch(uint32_t circle) { circles.touch(circle, frame); }
    /// Nobody is there any more, and nothing to be read. Takes no memory.
    void drop_everything() noexcept;
    /// Bytes that the world holds.
    MemoryUse memory() const;
};

// The stages, in order. Each in a file of its own.
void ingest(Core& core, Loops& loops);
void reorder(Core& core, Loops& loops);
void index(Core& core, Loops& loops);
void alert(Core& core, Loops& loops);
void sense(Core& core, Loops& loops);
void think(Core& core, Loops& loops);
void settle(Core& core, Loops& loops);
void propose(Core& core, Loops& loops);
void commit(Core& core, Loops& loops);
void move(Core& core, Loops& loops);
void emit(Core& core, Loops& loops);

} // namespace fray
