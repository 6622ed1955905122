// All that a frame works on: the world's state, and the buffers in which one stage hands over to the next.
#pragma once

#include "agents.h"
#include "archetype.h"
#include "circles.h"
#include "event_log.h"
#include "fray/stats.h"
#include "id_table.h"
#include "kd_forest.h"
#include "neighbour_grid.h"
#include "sort_keys.h"
#include "squads.h"

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fray {

struct Command {
    enum class Type : uint8_t { spawn, despawn, place, order, damage, capacity };
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
    float amount = 0.0f;
    int32_t grid = 0, attack = 0;
    uint32_t unused = 0; ///< commands have no padding: their bytes are saved
    uint64_t host_bits = 0;
};

/// What the host gave for this frame.
struct FrameInput {
    std::vector<Command> commands;
    std::span<const AgentId> pose_agents; ///< borrowed until ingest is over
    std::span<const Vec2> pose_positions;
    std::span<const Vec2> pose_headings;
    std::vector<AgentId> restored_agents; ///< what the spans show after a restore
    std::vector<Vec2> restored_positions, restored_headings;
};

/// Filed by ingest for settle and propose.
struct FiledDamage {
    uint32_t target; ///< index of its id: rows move in between
    float amount;
    Serial by;
    uint32_t order;
};
struct FiledCapacity {
    uint32_t target; ///< index of its id
    Capacity capacity;
    uint32_t order;
};

/// What one chunk of think decided.
struct ThinkOutput {
    std::vector<uint32_t> requests; ///< rows that ask at their target's circle
    std::vector<uint32_t> returns;  ///< rows that end an attack, or give up what they have on their circle
    std::vector<uint32_t> hits;     ///< rows whose hit is due
    std::vector<uint32_t> touched;  ///< circles where somebody became ready
    uint32_t thinks = 0;
    uint32_t attacks = 0; ///< windups started

    /// Room for what a chunk may well come to, so that steady frames do not have to make it.
    ThinkOutput() {
        for (auto* list : {&requests, &returns, &hits, &touched}) list->reserve(128);
    }
    void clear() {
        requests.clear();
        returns.clear();
        hits.clear();
        touched.clear();
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
    uint32_t order;
};

/// Settle's working lists.
struct Settling {
    std::vector<FiledDamage> damage;
    std::vector<FiledCapacity> capacities;
    std::vector<uint32_t> gone; ///< indices of the ids despawned in this frame's ingest
    std::vector<Blow> blows;
    std::vector<uint32_t> groups;              ///< where the blows, or returns, of each target begin
    std::vector<std::vector<uint32_t>> deaths; ///< by chunk
    std::vector<uint32_t> hits;                ///< by chunk: how many landed
    std::vector<uint32_t> fallen;              ///< rows of the dead and the gone of this frame
    std::vector<uint64_t> keys;
    std::vector<uint32_t> rows;
    std::vector<uint32_t> touched; ///< circles that settle changed
    SortScratch scratch;
};

/// One change that commit makes, prepared by propose.
struct Operation {
    enum class Kind : uint8_t { capacity, evict, requeue, move, admit, permit };
    Kind kind;
    int16_t slot = -1;
    int16_t attack = -1;
    uint32_t row = 0;    ///< of the agent; of the target for `capacity`
    uint32_t target = 0; ///< row of the circle's target
    int32_t a = 0, b = 0;
};

enum class CommitPhase : uint8_t { capacity, reslot, admission, permits };
inline constexpr int commit_phases = 4;

/// What one chunk of propose prepared, by phase.
struct Operations : std::array<std::vector<Operation>, commit_phases> {
    Operations() {
        for (auto& phase : *this) phase.reserve(32);
    }
};

struct Proposals {
    std::vector<uint32_t> visits; ///< circles, by the serial of their target
    std::vector<uint64_t> keys;
    std::vector<Operations> chunks;
    uint32_t used_chunks = 0;
    std::vector<Operation> capacities; ///< that were set, by the serial of the target
    SortScratch scratch;
};

/// The state columns, sorted for the hash: those that are folded together, and those that are not.
struct HashPlan {
    std::vector<const ColumnBase*> bytes; ///< of one byte an element, in groups of eight
    std::vector<const ColumnBase*> wide;  ///< of eight bytes an element, in groups of four
    std::vector<const ColumnBase*> others;
};

/// A living member of the squad that alert looks at.
struct AlertMember {
    uint32_t row;
    Vec2 position;
    float alert_squared;
    float alert;
    int16_t layer;
};

/// What one chunk of alert works with.
struct AlertScratch {
    uint32_t looks = 0, kd_queries = 0;
    std::vector<AlertMember> members;
    AlertScratch() { members.reserve(16); }
};

/// Beyond touching, how near to each other walkers begin to give way, in metres.
inline constexpr float neighbour_margin = 0.3f;

struct Settings {
    uint64_t seed = 1;
    bool hash = true;
    uint32_t tree_every = 16;
    uint32_t reorder_every = 64;
    uint32_t chunk_size = 1024;
    uint64_t shuffle_storage = 0;
};

struct Core {
    Settings settings;

    // What exists.
    std::deque<ArchetypeDef> archetype_defs; ///< the host holds references
    std::vector<Archetype> archetypes;
    std::vector<uint32_t> population; ///< rows of each archetype
    std::vector<std::string> team_names;
    std::vector<uint64_t> hostile; ///< by team: bits of the teams it fights

    // The state.
    Agents agents;
    std::vector<std::unique_ptr<UserColumnStore>> user_columns;
    IdTable ids;
    Squads squads;
    Circles circles;
    uint64_t frame = 0;
    int64_t now = 0;           ///< us, at the frame's start
    int64_t previous_now = -1; ///< of the frame before
    int64_t dt = 0;            ///< us, of this frame
    Serial next_serial = 0;
    uint64_t state_hash = 0;
    uint64_t fixed_hash = 0; ///< sum over the agents of what never changes about them

    // From stage to stage.
    FrameInput input;
    std::vector<ThinkOutput> decisions;
    Settling settling;
    Proposals proposals;
    EventLog log;
    bool keep_events = false; ///< those of the step before stay, and this step's are added
    Counters counters;
    std::vector<AlertScratch> alert_scratch; ///< by chunk
    HashPlan hash_plan;
    Profile profile;
    struct Tally {
        uint32_t living = 0, dead = 0;
        std::array<uint32_t, 5> bands{};
    };
    std::vector<Tally> chunk_tallies;
    std::vector<uint64_t> hash_sums;

    // Derived: the index. How old it is never shows in an answer.
    KdForest forest;
    NeighbourGrid grid;
    std::vector<uint32_t> team_cursors, team_end;
    bool rebuild_trees = true;       ///< asked for by ingest or restore
    std::vector<uint32_t> side_list; ///< ids (by index) that are not where the trees think: searched one by one
    float drift = 0.0f;              ///< m, how far anybody may have moved since the trees were built
    std::vector<float> chunk_steps;
    std::vector<uint32_t> chunk_drops;
    std::vector<uint32_t> permutation;
    std::vector<std::byte> permute_scratch;
    std::vector<uint64_t> order_keys;
    struct WindowScratch {
        std::vector<uint64_t> keys;
        std::vector<std::byte> bytes;
    };
    std::vector<WindowScratch> window_scratch;
    SortScratch order_scratch;
    uint32_t unordered_rows = 0; ///< spawned since the last full reorder

    uint32_t rows() const { return static_cast<uint32_t>(agents.registry.rows()); }
    uint32_t chunks() const { return Loops::chunk_count(rows(), settings.chunk_size); }
    bool is_hostile(TeamIndex a, TeamIndex b) const { return (hostile[a] >> b & 1) != 0; }
    /// Of an agent that is in the world.
    uint32_t row_of_serial(Serial serial) const { return ids.row[ids.index_of_serial[static_cast<size_t>(serial)]]; }
    /// Marks the circle for this frame's visits; serial.
    void touch(uint32_t circle) { settling.touched.push_back(circle); }
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
