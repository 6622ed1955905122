// The per-agent columns: a structure of arrays.
//
// A row is an agent's position in these arrays. It changes when sort_storage sorts the rows or when agents are removed,
// so it is valid within a frame only. The index of an agent's id stays the same until the agent is removed; `IdTable`
// maps it to the row. The serial is unique for ever and decides ties.
//
// A line below declares a column. sort_storage, snapshots, the state hash, the memory count and the debug checks derive
// from the registry (columns.h). Elements have no padding bytes, because their bytes are hashed.
//
// Lengths are metres, and times are whole microseconds (us) of the world's clock.
#pragma once

#include "fray/defs.h"
#include "fray/events.h"
#include "fray/spatial/ground.h"
#include "fray/states.h"
#include "storage/hash_plan.h"

#include "storage/columns.h"
#include <memory>
#include <vector>

namespace fray {

inline constexpr uint32_t no_index = ~0u;
inline constexpr int64_t never = INT64_MAX;
inline constexpr int64_t long_ago = INT64_MIN / 2;

/// `dead`: killed, but still in storage. `gone`: despawned; publish removes it.
enum class Life : uint8_t { none, living, dead, gone };
/// At its circle. `requester`: a requester in the queue. `holder`: it has a slot. `striker`: it gave its slot back at
/// its hit and keeps its token until the attack ends (`release: launch`).
enum class Role : uint8_t { none, requester, holder, striker };
/// `stepping_in`: it has a token, and its windup has not begun. `interrupted`: it steps in after an interruption, and
/// its windup has never begun. `stepping_again`: the same, but its windup had begun. `begun`: from windup to hit.
/// `struck`: from the hit to the end. `over` and `dropped` (its windup never began) last from evaluate_fsm to
/// resolve_hits, which takes the attack back.
enum class AttackPhase : uint8_t { none, stepping_in, interrupted, stepping_again, begun, struck, over, dropped };

/// Does it have a token and wait for range and angle to begin its attack?
inline bool steps_in(AttackPhase phase) {
    return phase == AttackPhase::stepping_in || phase == AttackPhase::interrupted ||
           phase == AttackPhase::stepping_again;
}
/// Has its windup never begun? Only for an agent that steps in or was dropped.
inline bool never_began(AttackPhase phase) {
    return phase == AttackPhase::stepping_in || phase == AttackPhase::interrupted || phase == AttackPhase::dropped;
}

/// Avoidance priority, as a kind: how firmly an agent goes its way or keeps its place. Locomotion combines it with the
/// mass (`priority_of`, neighbour.h).
enum class AvoidancePriority : uint8_t {
    waits,   ///< has no goal where it is: steps aside for every other agent
    walks,   ///< yields as other walkers do
    presses, ///< is expected: on its way to a slot, into an attack, out of the approach ring; yields less
    arrived, ///< is where it was sent: yields less, and comes back
    stands,  ///< does not yield
};

/// Level of detail: the update interval (rules.md). The agent is updated once in so many frames.
struct UpdateInterval {
    uint8_t frames = 1;  ///< 1, 2, 4 or 8
    uint8_t by_host = 0; ///< frames, set by the host; 0: the rules decide
};

/// Preferred velocity, quantised to 0.25 m/s; read by neighbours.
struct PreferredVelocity {
    int8_t x = 0, y = 0;
};

/// Whether an agent is asleep: it stands, and nothing but the events below can make it move or turn. Locomotion skips
/// sleeping agents. classify_distances skips them too, unless their target has moved. Sleeping never changes a result.
enum class Sleep : uint8_t {
    awake,
    asleep,             ///< until its state machine is evaluated, something happens to it, or its target moves
    while_target_holds, ///< the same, or until its target has no slot any more
};

/// The local detour of an agent that others keep from walking straight (locomotion/local_detour.h).
struct Detour {
    /// See `Mover::keep_detour`.
    enum class Mode : uint8_t { none, round, waits, presses };
    Vec2 waypoint{};      ///< m: of mode `round`, the point to go to first
    float nearest = 1e9f; ///< m: the least distance to the goal that the detours have led to so far
    uint16_t pause = 0;   ///< frames until it may search again
    /// Width of the next search, a level of LocalDetour; greater after failures among standing agents.
    uint8_t level = 0;
    Mode mode = Mode::none;
};

/// The agent's path over the ground, as the last path request has found it.
struct Path {
    enum class Kind : uint8_t {
        unknown,
        straight,     ///< the goal can be reached in a straight line
        via_waypoint, ///< `waypoint` comes first
        none,         ///< there is no path
    };
    Vec2 waypoint{}, goal{}; ///< m: the next waypoint; the goal of the request
    Kind kind = Kind::unknown;
    uint8_t due = 0; ///< 1: a path is requested from the next locomotion system
    uint8_t unused[2] = {};
};

/// What the host has reported about an attack: a bit set.
enum Report : uint8_t { report_hit = 1, report_end = 2, report_interrupt = 4 };

/// Why evaluate_fsm evaluates an agent's state machine: a bit set.
enum Wake : uint8_t {
    wake_target = 1, ///< its target has changed
    wake_order = 2,  ///< it was given an order
    /// Its role, slot or token has changed. Or it is a holder and may have to give its slot up: its unusable clock has
    /// started, a capacity of its circle has changed, or a requester has begun to reserve.
    wake_engagement = 4,
    wake_timer = 8,    ///< its `timer` is due
    wake_arrival = 16, ///< classify_distances has found that it arrived
    wake_again = 32,   ///< its evaluation has to go on in the next frame
    wake_band = 64,    ///< its distance band has changed in this frame; only of agents that react to that
    wake_hurt = 128,   ///< resolve_hits has hurt or staggered it; only of agents that react to that
};

struct Orders {
    OrderKind kind = OrderKind::free;
    uint8_t unused[3] = {}; ///< columns have no padding: their bytes are hashed
    AgentId target;
    Vec2 point{};
};

/// Is it an order under which an agent does not fight?
inline bool sends_away(OrderKind kind) {
    return kind == OrderKind::go || kind == OrderKind::stand || kind == OrderKind::retreat;
}

/// A requester's neighbours in its lane of the queue (circle_queue.h): indices of ids.
struct QueueLinks {
    uint32_t before = no_index, after = no_index;
};

/// Of an agent with a token, or of an unmanaged agent that attacks.
struct AttackTimes {
    int64_t token_at = 0; ///< us: when it got its token
    int64_t hit_due = 0;  ///< us
    int64_t end_due = 0;  ///< us: the end of its attack; while it steps in, the time until which it may
};

/// What an agent has at its circle, and its clocks there. These fields are read together, of few agents at a time, so
/// they share a cache line.
struct Engagement {
    AttackTimes times;             ///< of its token
    int64_t recovered = 0;         ///< us: no attack before this time
    int64_t rest_until = long_ago; ///< us: no request before this time
    /// Of a ready holder without a token. It has two meanings, because no holder has both clocks at once: at least 0:
    /// the token patience clock in us; less: the unusable clock, as -1 - us; `never`: neither clock runs. Use the
    /// functions below.
    int64_t refused_since = never;
    /// us: of a holder, its last change of slot, or its arrival once it has arrived; of a requester, when it was
    /// queued.
    int64_t slot_since = 0;
    uint32_t circle = no_index; ///< number of the circle at which it is a member
    uint32_t use_round = 0;     ///< round of uses of the archetype's cooldown that its token was taken from

    /// us: since when it gets no token for lack of attack weight; `never`: the token patience clock does not run.
    int64_t patience_since() const { return refused_since < 0 ? never : refused_since; }
    /// Starts the token patience clock unless it runs. The unusable clock ends.
    void start_patience(int64_t now) {
        if (patience_since() == never) refused_since = now;
    }
    /// us: since when its slot is of no use to it, because no attack reaches, or all that do are too heavy for the
    /// circle; `never`: the clock does not run.
    int64_t unusable_since() const { return refused_since < 0 ? -1 - refused_since : never; }
    /// Starts the unusable clock. The token patience clock ends.
    void set_unusable_since(int64_t now) { refused_since = -1 - now; }
    /// Ends the clock that runs, if any.
    void end_clocks() { refused_since = never; }
};
static_assert(sizeof(Engagement) == 64);

/// Clocks of an agent with brain columns: due at that time (us), or `never`.
struct BrainClocks {
    int64_t run = never;   ///< it has run for so long in the same distance band that it attacks
    int64_t close = never; ///< it has been near for so long without acting that it steps back (state backstep)
};

/// Of unmanaged agents, and of managed agents with phases, reactions or timed states.
struct Brain {
    static constexpr uint8_t no_band = 255;

    uint8_t rolled = no_band; ///< distance band of its last reaction
    uint8_t heal_charges = 0; ///< heal charges that are left
    uint8_t phase = 0;        ///< from 1; 0: before the first
    bool staggered = false;   ///< it was hit; its next evaluation changes its state to stagger
    bool heals_next = false;  ///< it steps back in order to heal
    bool hurt = false;        ///< it was hurt since its user states with `below` were last checked
};

inline constexpr uint16_t no_monster = 0xffff;
inline constexpr uint16_t no_act = 0xffff;

/// State of an agent that follows a monster table (definitions/monsters.h).
struct MonsterBrain {
    uint16_t table = no_monster;                             ///< index in Kinds::monster_tables
    uint16_t skills = no_act, buff = no_act, color = no_act; ///< the running acts that decide about each of these
    uint8_t state = 0;
    uint8_t depth = 0;   ///< length of the chain of summons that led to it; 0: it was spawned by the host
    bool fresh = true;   ///< its machine has not been evaluated in this state yet
    bool outward = true; ///< on patrol, it goes to the far end
};

struct MonsterClocks {
    int64_t since = 0;         ///< us: when it entered its state
    int32_t second = 0;        ///< the last whole second in its state that `time` conditions were checked for
    float seen_health = -1.0f; ///< health that `blood` conditions were last checked for; less than 0: full health
};

struct Patrol {
    Vec2 post{}, end{};  ///< m: where it begins; its far end
    int32_t returns = 0; ///< how often it has come back to its post
    int32_t unused = 0;

    Vec2 goal(bool outward) const { return outward ? end : post; }
};

/// mm: an agent on patrol turns back when it is this near to its goal.
inline constexpr int32_t patrol_near = 500;

/// Where the function of a user state sends its agent.
struct UserMove {
    Vec2 goal{};
    Gait gait = Gait::stand;
    uint8_t unused[3] = {};
};

/// Where move input has sent a member of a squad with control `paths`.
struct LedPath {
    Vec2 goal{};                ///< m
    int64_t renewed = long_ago; ///< us: when the goal was last set
};

struct Agents {
    ColumnRegistry registry;
    std::vector<std::unique_ptr<UserColumnStore>> user_columns;
    HashPlan hash_plan;      ///< of the columns that are enabled
    uint64_t fixed_hash = 0; ///< sum over all agents of the hash of their columns with Persist::fixed

    uint32_t rows() const { return static_cast<uint32_t>(registry.rows()); }

    // ---- Identity ------------------------------------------------------------------------------------------------
    Column<AgentId> id{registry, "id", Field::identity, Persist::fixed, {}};
    Column<Serial> serial{registry, "serial", Field::identity, Persist::fixed, no_serial};
    Column<ArchetypeIndex> archetype{registry, "archetype", Field::identity, Persist::fixed, 0};
    Column<TeamIndex> team{registry, "team", Field::identity, Persist::fixed, 0};
    Column<int16_t> storey{registry, "storey", Field::identity, Persist::fixed, 0};
    Column<Life> life{registry, "life", Field::life, Persist::state, Life::none};
    Column<uint32_t> squad{registry, "squad", Field::squad_of, Persist::fixed, 0}; ///< index in Squads::list
    Column<uint64_t> user_data{registry, "user_data", Field::user_data, Persist::fixed, 0};

    // ---- Position and motion -------------------------------------------------------------------------------------
    Column<Vec2> position{registry, "position", Field::position, Persist::state, {}};
    Column<Vec2> next_position{registry, "next_position", Field::next_position, Persist::derived, {}};
    Column<Vec2> heading{registry, "heading", Field::heading, Persist::state, {1.0f, 0.0f}};
    /// At the frame's start; only in a world with a ground.
    Column<uint32_t> island{registry, "island", Field::island, Persist::derived, Ground::no_island, Optional{}};
    Column<Vec2> goal{registry, "goal", Field::goal, Persist::state, {}};
    Column<uint8_t> moved{registry, "moved", Field::moved, Persist::state, 0}; ///< 1: not where it was a frame ago
    Column<Vec2> velocity{registry, "velocity", Field::velocity, Persist::state, {}}; ///< m/s, of the last step
    Column<AvoidancePriority> priority{registry, "priority", Field::priority, Persist::state,
                                       AvoidancePriority::stands};
    Column<Sleep> sleep{registry, "sleep", Field::sleep, Persist::saved, Sleep::awake};
    Column<uint8_t> stalled{registry, "stalled", Field::stalled, Persist::state, 0}; ///< frames without progress
    Column<PreferredVelocity> preferred_velocity{
        registry, "preferred_velocity", Field::preferred_velocity, Persist::state, {}};
    Column<Detour> detour{registry, "detour", Field::detour, Persist::state, {}};
    Column<Path> path{registry, "path", Field::path, Persist::state, {}, Optional{}}; ///< of worlds with a ground
    // Guidance for the host about agents that it moves. Saved, because the host may continue by it after a restore.
    /// m/s
    Column<float> preferred_speed{registry, "preferred_speed", Field::guidance, Persist::saved, 0.0f, Optional{}};
    Column<Vec2> facing{registry, "facing", Field::guidance, Persist::saved, {1.0f, 0.0f}, Optional{}};

    // ---- Target --------------------------------------------------------------------------------------------------
    Column<AgentId> target{registry, "target", Field::target, Persist::state, {}};
    Column<int64_t> target_since{registry, "target_since", Field::target_since, Persist::state, 0};
    /// 1: scans in the next acquire_targets.
    Column<uint8_t> scan_due{registry, "scan_due", Field::scan_due, Persist::state, 1};
    Column<uint8_t> band{registry, "band", Field::band, Persist::state, 4};
    Column<UpdateInterval> update_interval{registry, "update_interval", Field::update_interval, Persist::state, {}};
    Column<Orders> orders{registry, "orders", Field::orders, Persist::state, {}};

    // ---- State machine -------------------------------------------------------------------------------------------
    Column<State> state{registry, "state", Field::state, Persist::state, State::idle};
    Column<uint8_t> wake{registry, "wake", Field::wake, Persist::state, wake_target};  ///< bits of Wake
    Column<int64_t> timer{registry, "timer", Field::timer, Persist::state, never};     ///< us: next evaluation is due
    Column<uint8_t> reached{registry, "reached", Field::reached, Persist::derived, 0}; ///< 1: arrived in this frame

    // ---- Engagement ----------------------------------------------------------------------------------------------
    Column<Engagement> engagement{registry, "engagement", Field::engagement, Persist::state, {}};
    Column<Role> role{registry, "role", Field::role, Persist::state, Role::none};
    Column<int16_t> slot{registry, "slot", Field::slot, Persist::state, -1};
    /// The slot in front of which a requester waits; -1: none.
    Column<int16_t> wait_slot{registry, "wait_slot", Field::wait_slot, Persist::state, -1};
    /// Has two meanings, because no agent needs both at once: see `queue_number` and `admitted_at`.
    Column<int64_t> joined{registry, "joined", Field::joined, Persist::state, 0};
    /// us: when rebalancing last gave it another slot.
    Column<int64_t> switched{registry, "switched", Field::switched, Persist::state, long_ago};
    Column<QueueLinks> queue_links{registry, "queue_links", Field::queue_links, Persist::derived, {}};
    Column<uint8_t> arrived{registry, "arrived", Field::arrived, Persist::state, 0};
    /// Why it gives up its slot in this frame; none: it does not.
    Column<Cause> give_up{registry, "give_up", Field::give_up, Persist::derived, Cause::none};

    // ---- Attacks -------------------------------------------------------------------------------------------------
    /// Index of the attack that it has a token for, or makes; -1: none.
    Column<int16_t> attack{registry, "attack", Field::token, Persist::state, -1};
    Column<AttackPhase> attack_phase{registry, "attack_phase", Field::attack_phase, Persist::state, AttackPhase::none};
    Column<uint8_t> reports{registry, "reports", Field::reports, Persist::derived, 0}; ///< bits of Report

    // ---- Unmanaged agents, and managed agents with phases, reactions or timed states -----------------------------
    Column<int64_t> until{registry, "until", Field::brain, Persist::state, never, Optional{}}; ///< us: end of its state
    Column<BrainClocks> brain_clocks{registry, "brain_clocks", Field::brain, Persist::state, {}, Optional{}};
    Column<Brain> brain{registry, "brain", Field::brain, Persist::state, {}, Optional{}};
    Column<uint8_t> runs{registry, "runs", Field::gait, Persist::state, 0, Optional{}}; ///< 1: runs; 0: walks

    /// Of members of a squad with control `paths`.
    Column<LedPath> led_path{registry, "led_path", Field::led_path, Persist::state, {}, Optional{}};
    Column<UserMove> user_move{registry, "user_move", Field::user_move, Persist::state, {}, Optional{}};

    // ---- Monsters ------------------------------------------------------------------------------------------------
    Column<MonsterBrain> monster{registry, "monster", Field::monster, Persist::state, {}, Optional{}};
    Column<MonsterClocks> monster_clocks{registry, "monster_clocks", Field::monster, Persist::state, {}, Optional{}};
    Column<Patrol> patrol{registry, "patrol", Field::monster, Persist::state, {}, Optional{}};

    // ---- As a target ---------------------------------------------------------------------------------------------
    /// Number of the circle round it; no_index: none.
    Column<uint32_t> own_circle{registry, "own_circle", Field::own_circle, Persist::state, no_index};
    Column<Capacity> capacity{registry, "capacity", Field::capacity, Persist::state, {}};
    /// The wait reason that was last reported.
    Column<WaitReason> wait_reason{registry, "wait_reason", Field::wait_reason, Persist::saved, WaitReason::none};
    Column<float> health{registry, "health", Field::health, Persist::state, 0.0f};

    // ---- The two meanings of `joined` ----------------------------------------------------------------------------
    /// Of a requester: its number in the queue of its circle (circle_queue.h).
    int64_t queue_number(uint32_t row) const { return joined.any()[row]; }
    void set_queue_number(uint32_t row, int64_t number) { joined.write_any()[row] = number; }
    /// Of a holder, us: when it was admitted.
    int64_t admitted_at(uint32_t row) const { return joined.any()[row]; }
    void set_admitted_at(uint32_t row, int64_t now) { joined.write_any()[row] = now; }
};

} // namespace fray
