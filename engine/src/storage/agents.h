// The per-agent columns: a structure of arrays.
//
// A row is an agent's position in these arrays. It changes when sort_storage sorts the rows or when agents are removed,
// so it is valid within a frame only. The index of an agent's id stays the same until the agent is removed; `IdTable`
// maps it to the row. The serial is never used again, and ties are decided by it.
//
// Each `Column` member of `Agents` declares a column and adds it to the registry (columns.h). sort_storage, snapshots,
// the state hash, the memory count and the debug checks iterate over the registry. Elements have no padding bytes,
// because their bytes are hashed.
//
// Lengths are metres, and times are whole microseconds (us) of the world's clock.
#pragma once

#include "fray/defs.h"
#include "fray/events.h"
#include "fray/spatial/ground.h"
#include "fray/states.h"
#include "storage/fields.h"
#include "storage/hash_plan.h"

#include "storage/columns.h"

#include <array>
#include <memory>
#include <vector>

namespace fray {

inline constexpr uint32_t no_index = ~0u;
inline constexpr int64_t never = INT64_MAX;
inline constexpr int64_t long_ago = INT64_MIN / 2;

/// `dead`: killed, but still in storage. `gone`: despawned; publish removes it.
enum class Life : uint8_t { none, living, dead, gone };
/// What an agent is at the circle of its target. `requester`: it waits in the queue. `holder`: it has a slot.
/// `striker`: it gave its slot back at its hit and keeps its token until the attack ends (`release_policy: launch`).
enum class Role : uint8_t { none, requester, holder, striker };
/// `stepping_in`: the agent has a token or performs an attack by order, and its windup has not begun. `interrupted`: it
/// steps in again after an interruption before its windup. `stepping_again`: it steps in again after an interruption of
/// its windup. `begun`: from windup to hit. `struck`: from the hit to the end of the attack. `over`: the attack has
/// ended. `dropped`: the attack has ended before its windup. The last two last from evaluate_fsm to resolve_hits, which
/// takes the token back.
enum class AttackPhase : uint8_t { none, stepping_in, interrupted, stepping_again, begun, struck, over, dropped };

/// Does the agent still wait for the range and the angle that its attack needs?
inline bool steps_in(AttackPhase phase) {
    return phase == AttackPhase::stepping_in || phase == AttackPhase::interrupted ||
           phase == AttackPhase::stepping_again;
}
/// Has the windup never begun? Call it only for an agent that steps in or was dropped.
inline bool never_began(AttackPhase phase) {
    return phase == AttackPhase::stepping_in || phase == AttackPhase::interrupted || phase == AttackPhase::dropped;
}

/// How firmly an agent keeps to its way or its position when it meets other agents. Locomotion computes the avoidance
/// priority from this and the mass (`priority_of`, neighbour.h).
enum class AvoidancePriority : uint8_t {
    waits,   ///< has no reason to be where it is: steps aside for every other agent
    walks,   ///< yields as other walkers do
    presses, ///< goes to a slot, or out of the approach ring: yields less
    strikes, ///< steps into its attack: as `presses`, and does not rest
    slips,   ///< was relieved, and goes back between the ranks: as `strikes`, and turns its shoulder to others
    arrived, ///< is where it was sent: yields less, and comes back
    stands,  ///< does not yield
};

/// The update interval of an agent (rules.md, level of detail): it is updated once in `frames` frames.
struct UpdateInterval {
    uint8_t frames = 1;  ///< 1, 2, 4 or 8
    uint8_t by_host = 0; ///< the interval that the host has set, in frames; 0: the rules decide
};

/// Preferred velocity, quantised to 0.25 m/s; read by neighbours.
struct PreferredVelocity {
    int8_t x = 0, y = 0;
};

/// What the host has made of an agent's body (bodies/bodies.h).
struct BodyChange {
    float speed_factor = 1.0f;
    float radius = 0.0f; ///< m; 0: that of the archetype
    float avoidance_factor = 1.0f;
    uint32_t listed = 0;              ///< 1: the agent is in `ChangedBodies::agents`
    int64_t stunned_until = long_ago; ///< us
    int64_t pushed_until = long_ago;  ///< us
    Vec2 push{};                      ///< m/s
};
static_assert(sizeof(BodyChange) == 40);

/// Where a member of a march is to be (locomotion/marches.h), or an agent that gathers (locomotion/gathering.h).
struct MarchPlace {
    enum class Kind : uint32_t {
        none,
        marches, ///< it walks to `at`
        over,    ///< it walks to the point of its order
        gathers, ///< it walks to `at`, which is near the point of its order, and stays there
    };
    Vec2 at{};       ///< m
    Vec2 velocity{}; ///< m/s, of this place
    Vec2 facing{};   ///< a unit vector: where it faces at the point of its order
    Kind kind = Kind::none;
};
static_assert(sizeof(MarchPlace) == 28);

/// What is left of a walker's last plan (locomotion/steering.h) until its next.
struct Avoidance {
    enum class Plan : uint8_t {
        none,   ///< there is no plan: the walker plans in its next frame
        holds,  ///< the walker has to look for contacts
        alone,  ///< it can touch no agent before its next plan
        coasts, ///< and it goes on as planned (`Sleep::coasts`); `bend` is the whole planned velocity
    };
    Vec2 bend{}; ///< m/s: is added to the preferred velocity
    /// m/s: the greatest speed behind others. An agent that makes room has no preferred speed, so it keeps its
    /// `lent_priority` here.
    float queue_speed = 0.0f;
    uint8_t pressed = 0;        ///< 1: it has arrived, and an agent of higher priority nearly touches it
    uint8_t waits_its_turn = 0; ///< 1: it waits behind agents that go the same way
    AvoidancePriority rests_as = AvoidancePriority::waits; ///< of an agent that rests: its priority when it walks
    Plan plan = Plan::none;

    /// Of an agent that makes room: the avoidance priority that it has from the agent that asks; 0: only its own.
    float& lent_priority() { return queue_speed; }
    float lent_priority() const { return queue_speed; }
};

/// Is an agent asleep? A sleeping agent stands, and only the events below can make it move or turn. So locomotion skips
/// it, and classify_distances skips it unless it rests or its target has moved. Sleep saves time and never changes a
/// result.
enum class Sleep : uint8_t {
    awake,
    coasts,             ///< walks on as planned: until its state machine is evaluated or its next plan is due
    rests,              ///< until its state machine is evaluated, or a look around is due (Detour::Mode::rests)
    asleep,             ///< until its state machine is evaluated, something happens to it, or its target moves
    while_target_holds, ///< as `asleep`, but the agent also wakes when its target has no slot any more
    until_update,       ///< as `asleep`, but its target has moved since its last update: it wakes at the next
};

/// us: the time between two looks of an agent that rests. Only there it may turn or begin to walk.
constexpr int64_t rest_look_every = 100'000;

/// The local detour of an agent that cannot walk straight because of other agents (locomotion/local_detour.h).
struct Detour {
    /// See `Mover::keep_detour`.
    enum class Mode : uint8_t { none, round, presses, rests, makes_room, joins, gathered };
    Vec2 waypoint{};      ///< m: the point to go to before the goal; only in modes `round` and `joins`
    float nearest = 1e9f; ///< m: the least distance to the goal that was reached during the detours so far
    uint16_t pause = 0;   ///< ticks (1/60 s) until the agent may search for a detour again
    /// Width of the next search, as a level of LocalDetour. It grows when a search among standing agents fails.
    uint8_t level = 0;
    Mode mode = Mode::none;

    bool at_rest() const { return mode == Mode::rests || mode == Mode::gathered; }
};

/// The agent's path over the ground: the result of its last path request.
struct Path {
    enum class Kind : uint8_t {
        unknown,
        straight,     ///< the goal can be reached in a straight line
        via_waypoint, ///< the agent must go to `waypoint` before the goal
        none,         ///< there is no path
    };
    Vec2 waypoint{}, goal{}; ///< m: the next waypoint; the goal of the request
    Kind kind = Kind::unknown;
    uint8_t due = 0; ///< 1: a path is requested from the next locomotion system
    // The way to a goal in another area of the ground (locomotion/crossings.h).
    uint8_t around = 0;     ///< 1: the path leads to the mouth of `crossing`, because the shortest way is crowded
    uint8_t chosen = 0;     ///< number of the period in which the agent last chose
    uint16_t crossing = 0;  ///< its choice: 1 + number of the crossing; 0: none
    uint16_t came = 0;      ///< 1 + number of the crossing through which it came into this area; 0: none
    uint16_t goal_area = 0; ///< of the ground, for which it chose
    uint8_t side = 0;       ///< of `crossing`, on which it was when it chose: an index
    uint8_t unused = 0;
};
static_assert(sizeof(Path) == 28);

/// What the host has reported about an attack: a bit set.
enum Report : uint8_t { report_hit = 1, report_end = 2, report_interrupt = 4 };

/// Why evaluate_fsm evaluates an agent's state machine: a bit set.
enum Wake : uint8_t {
    wake_target = 1, ///< its target has changed
    wake_order = 2,  ///< it was given an order
    /// Its role, slot or token has changed. Or it is a holder that may have to give its slot up, because its unusable
    /// clock has started, a capacity of its circle has changed, or a requester has begun to reserve.
    wake_engagement = 4,
    wake_timer = 8,    ///< its `timer` is due
    wake_arrival = 16, ///< classify_distances has found that it arrived
    wake_again = 32,   ///< its evaluation has to go on in the next frame
    wake_band = 64,    ///< its distance band has changed in this frame; set only for agents that react to this
    wake_hurt = 128,   ///< resolve_hits has hurt or staggered it; set only for agents that react to this
};

/// The attack of an order `perform` (rules.md, Performing an attack).
enum class Performance : uint8_t {
    none,
    present,  ///< the agent's attack is that of its present order: it steps in, or has begun
    replaced, ///< the agent's attack is that of an order that has been replaced: it ends in the next evaluation
};

/// The kind of an order as the engine keeps it: `OrderKind::move` is a walk or a run. The numbers are hashed.
enum class StoredOrder : uint8_t { free, attack, walk, stand, run, perform, advance, hold, escort };

inline StoredOrder stored_order(OrderKind kind, bool run) {
    if (kind == OrderKind::move) return run ? StoredOrder::run : StoredOrder::walk;
    return static_cast<StoredOrder>(static_cast<int>(kind) + (kind > OrderKind::stand ? 1 : 0));
}
inline StoredOrder stored_order(const OrderDef& order) { return stored_order(order.kind, order.run); }

inline OrderKind kind_of(StoredOrder order) {
    if (order == StoredOrder::run) return OrderKind::move;
    return static_cast<OrderKind>(static_cast<int>(order) - (order > StoredOrder::run ? 1 : 0));
}

struct Orders {
    StoredOrder kind = StoredOrder::free;
    uint8_t attack = 0; ///< for `perform`: index in the attack table
    // Columns have no padding, because their bytes are hashed.
    Performance performance : 2;
    uint8_t under_way : 1;    ///< the agent is on a journey (orders/journeys.h)
    uint8_t blocked : 1;      ///< the journey is blocked
    uint8_t in_formation : 1; ///< the order came with a formation
    uint8_t bound : 1;        ///< the order is to a point on another floor (orders/links.h)
    uint8_t rests : 1;        ///< the agent has come to rest near its point, and the host knows
    uint8_t of_squad : 1;     ///< it is the last order that set_order has given to the agent's squad
    uint8_t journey = 0;      ///< number of the agent's last journey
    AgentId target;
    union {
        Vec2 point{};          ///< m; the post of `hold`
        float escort_distance; ///< m, of `escort`
    };
    /// m, of an order that leads to a point: that point, or the nearest to it that the agent can reach (journeys.h)
    Vec2 place{};

    void go_to(Vec2 to) { point = place = to; }

    /// No order. The number of the last journey stays: later journeys must not have the number of an earlier one.
    Orders ended() const {
        Orders none{};
        none.journey = journey;
        return none;
    }
};
static_assert(sizeof(Orders) == 28);

/// Does evaluate_fsm evaluate an agent with these orders even if it has no brain?
inline bool performs(const Orders& orders) {
    return orders.kind == StoredOrder::perform || orders.performance != Performance::none;
}

/// Does an agent with this order not fight?
inline bool sends_away(StoredOrder kind) {
    return kind == StoredOrder::walk || kind == StoredOrder::stand || kind == StoredOrder::run;
}

/// Does an agent with this order go to the order's point and stay there, as long as it does not fight?
inline bool gathers(StoredOrder kind) {
    return kind == StoredOrder::walk || kind == StoredOrder::run || kind == StoredOrder::advance;
}

/// Does `Orders::point` hold a point of the world?
inline bool has_point(StoredOrder kind) { return gathers(kind) || kind == StoredOrder::hold; }

/// Does an agent with this order choose its targets itself?
inline bool is_loose(StoredOrder kind) {
    return kind == StoredOrder::free || kind == StoredOrder::advance || kind == StoredOrder::hold ||
           kind == StoredOrder::escort;
}

/// Whether and why a holder gives its slot up.
struct GiveUp {
    uint8_t number = 0; ///< 0: it does not; 1: it stays, but may get another slot; else the cause + 2

    GiveUp() = default;
    explicit GiveUp(UnslotCause cause) : number(static_cast<uint8_t>(static_cast<uint8_t>(cause) + 2)) {}
    static GiveUp only_moves() {
        GiveUp moves;
        moves.number = 1;
        return moves;
    }

    bool moves() const { return number == 1; }
    std::optional<UnslotCause> cause() const {
        return number > 1 ? std::optional(static_cast<UnslotCause>(number - 2)) : std::nullopt;
    }
    bool operator==(const GiveUp&) const = default;
};

/// The requesters before and after a requester in its lane of the queue (circle_queue.h), as indices of their ids.
struct QueueLinks {
    uint32_t before = no_index, after = no_index;
};

/// The times of an attack: of an agent with a token, or of an unmanaged agent that attacks.
struct AttackTimes {
    int64_t token_at = 0; ///< us: when the agent got its token
    int64_t hit_due = 0;  ///< us: when the hit is due
    int64_t end_due = 0;  ///< us: when the attack ends; while the agent steps in: the time limit for this
};

/// The clock of a member of a circle that waits. One of three may run: a requester's since it was held up (rule
/// held_up); those of a holder that is ready and has no token: token patience, and that of a slot that cannot be used.
/// Times in us; `never`: the clock does not run.
class WaitClock {
public:
    int64_t held_up_since() const { return value_; }
    void hold_up(int64_t now) { value_ = now; }
    /// Since when the agent gets no token because too little attack capacity is free.
    int64_t patience_since() const { return value_ < 0 ? never : value_; }
    /// Starts the token patience clock, unless it runs already.
    void start_patience(int64_t now) {
        if (patience_since() == never) value_ = now;
    }
    /// Since when the agent cannot use its slot, because no attack reaches the target from there, or each attack that
    /// does is too heavy for the circle.
    int64_t unusable_since() const { return value_ < 0 ? -1 - value_ : never; }
    void set_unusable_since(int64_t now) { value_ = -1 - now; }
    void end() { value_ = never; }
    bool operator==(const WaitClock&) const = default;

private:
    int64_t value_ = never; ///< less than 0: the slot cannot be used since -1 - value
};

/// What an agent has at its circle, and its clocks there. These fields are read together, of few agents at a time, so
/// they share a cache line.
struct Engagement {
    AttackTimes times;             ///< of its present attack
    int64_t recovered = 0;         ///< us: the agent begins no attack before this time
    int64_t rest_until = long_ago; ///< us: the agent makes no request before this time
    WaitClock clock;
    int64_t place_since = 0;    ///< us: since when it is in the queue, on the way to its slot, or in its slot
    uint32_t circle = no_index; ///< number of the circle that the agent is a member of; `no_index`: none
    uint32_t use_round = 0;     ///< `CooldownRecord::round` of the use that its token has taken
};
static_assert(sizeof(Engagement) == 64);

/// What an attack that has begun keeps if its archetype is reloaded (rule keep_figures).
struct AttackFigures {
    int64_t recovery = 0;                           ///< us
    float damage = 0.0f;                            ///< health
    float impact_damage = 0.0f, impact_push = 0.0f; ///< health and m for each m/s of the impact speed
    int32_t projectile_mm_per_s = 0;                ///< 0: no projectile
};
/// The figures with which the agent's attack began, if its archetype has been reloaded since.
struct KeptAttack {
    AttackFigures figures;
    int32_t hit_range_mm = 0;
    uint32_t in_force = 0; ///< 1: they hold, until the agent begins an attack
};

/// Clocks of an agent with brain columns. Each holds the time (us) at which it is due; `never`: it does not run.
struct BrainClocks {
    int64_t run = never;   ///< when due, the agent attacks, because it has run too long in one distance band
    int64_t close = never; ///< when due, the agent steps back, because it was near too long without acting
};

/// Brain state of unmanaged agents, and of managed agents with phases, reactions or timed states.
struct Brain {
    static constexpr uint8_t no_band = 255;

    uint8_t rolled = no_band; ///< distance band for which the agent last chose a reaction
    uint8_t heal_charges = 0; ///< heal charges that are left
    uint8_t phase = 0;        ///< number of the present phase, from 1; 0: before the first phase
    bool staggered = false;   ///< the agent's next evaluation changes its state to stagger
    bool heals_next = false;  ///< it steps back in order to heal
    bool hurt = false;        ///< it was hurt after the last check of its user states with `health_threshold`
};

inline constexpr uint16_t no_monster = 0xffff;
inline constexpr uint16_t no_act = 0xffff;

/// State of an agent that follows a monster table (definitions/monsters.h).
struct MonsterBrain {
    uint16_t table = no_monster;                             ///< index in Kinds::monster_tables
    uint16_t skills = no_act, buff = no_act, color = no_act; ///< index of the running act that decides each of these
    uint8_t state = 0;                                       ///< index in MonsterTable::states
    uint8_t depth = 0;   ///< number of summons in the chain that created the agent; 0: the host spawned it
    bool fresh = true;   ///< evaluate_fsm has not yet evaluated the agent in this monster state
    bool outward = true; ///< on patrol: the agent walks to the far end; false: back to its post
};

struct MonsterClocks {
    int64_t since = 0;         ///< us: when the agent entered its monster state
    int32_t second = 0;        ///< the last whole second in this state for which `on_time` conditions were checked
    float seen_health = -1.0f; ///< health at the last check of `on_health` conditions; less than 0: full health
};

struct Patrol {
    Vec2 post{}, end{};  ///< m: where the patrol begins, and its far end
    int32_t returns = 0; ///< how often the agent has come back to its post
    int32_t unused = 0;

    Vec2 goal(bool outward) const { return outward ? end : post; }
};

/// mm: an agent on patrol turns back within this distance of its goal.
inline constexpr int32_t patrol_near = 500;

/// Where the host's function for a user state sends the agent.
struct UserMove {
    Vec2 goal{};
    Gait gait = Gait::stand;
    uint8_t unused[3] = {};
};

/// The point to which move input has sent a member of a squad with control `paths`.
struct LedPath {
    Vec2 goal{};                ///< m
    int64_t renewed = long_ago; ///< us: when the goal was last set
};

/// Where an agent without a slot has been lately, and where it goes if it supports (rule commit_support).
struct Support {
    Vec2 mark{};          ///< m
    Vec2 waypoint{};      ///< m: of an agent that supports
    uint8_t marked = 0;   ///< 1: it has a mark
    uint8_t count = 0;    ///< surveys in which it was near its mark, up to 6
    uint8_t supports = 0; ///< 1: it supports
    uint8_t unused = 0;

    bool operator==(const Support&) const = default;
};

/// The attackers that have hurt an agent with targeting `threat`, and how much (perception/threats.h).
struct ThreatTable {
    struct Row {
        Serial attacker = no_serial; ///< no_serial: the row is free
        float points = 0.0f;         ///< > 0, as they were at `since`
        int64_t since = 0;           ///< us: when they last changed
    };
    std::array<Row, 8> rows;
};
static_assert(sizeof(ThreatTable) == 128);

using UserColumns = std::vector<std::unique_ptr<UserColumnStore>>;

struct Agents {
    Agents() { registry.written = {&written[0], &written[1]}; }

    ColumnRegistry registry;
    UserColumns user_columns;
    std::array<HashPlan, hash_group_count> hash_plans; ///< of the columns that are enabled
    Vector<const ColumnBase*> fixed_columns;           ///< with Persist::fixed
    uint64_t fixed_hash = 0;                           ///< sum of `hash_fixed` over all agents (column_hash.h)
    /// Sum of `hash_parts` over all agents. False: the parts are out of date, as after a restore.
    uint64_t hash = 0;
    bool hash_is_kept = false;

    uint32_t rows() const { return static_cast<uint32_t>(registry.rows()); }

    // ---- Identity ------------------------------------------------------------------------------------------------
    UntrackedColumn<AgentId> id{registry, "id", Field::identity, Persist::fixed, {}};
    UntrackedColumn<Serial> serial{registry, "serial", Field::identity, Persist::fixed, no_serial};
    UntrackedColumn<ArchetypeIndex> archetype{registry, "archetype", Field::identity, Persist::fixed, 0};
    UntrackedColumn<TeamIndex> team{registry, "team", Field::identity, Persist::fixed, 0};
    UntrackedColumn<int16_t> floor{registry, "floor", Field::identity, Persist::fixed, 0};
    Column<Life> life{registry, "life", Field::life, Persist::state, Life::none};
    UntrackedColumn<uint32_t> squad{registry, "squad", Field::squad_of, Persist::fixed, 0}; ///< index in Squads::list
    UntrackedColumn<uint64_t> user_data{registry, "user_data", Field::user_data, Persist::fixed, 0};

    // ---- The state hash (column_hash.h) --------------------------------------------------------------------------
    // By HashGroup. What the agent's columns with Persist::state added to the sum when they were last hashed; and bits
    // of RowMark.
    std::array<UntrackedColumn<uint64_t>, hash_group_count> hash_parts{
        {{registry, "hash_part_motion", Field::state_hash, Persist::derived, 0},
         {registry, "hash_part_others", Field::state_hash, Persist::derived, 0}}};
    std::array<UntrackedColumn<uint8_t>, hash_group_count> written{
        {{registry, "written_motion", Field::state_hash, Persist::derived, row_written},
         {registry, "written_others", Field::state_hash, Persist::derived, row_written}}};

    // ---- Position and motion -------------------------------------------------------------------------------------
    Column<Vec2> position{registry, "position", Field::position, Persist::state, {}};
    Column<Vec2> next_position{registry, "next_position", Field::next_position, Persist::derived, {}};
    Column<Vec2> heading{registry, "heading", Field::heading, Persist::state, {1.0f, 0.0f}};
    /// The island that the agent stands on at the frame's start (terrain/footing.h); only in a world with a ground.
    UntrackedColumn<uint32_t> island{registry,         "island",          Field::island,
                                     Persist::derived, Ground::no_island, Optional{}};
    Column<Vec2> goal{registry, "goal", Field::goal, Persist::state, {}};
    /// Number of frames that its step in the last frame covers (update interval); 0: it did not move.
    Column<uint8_t> moved{registry, "moved", Field::moved, Persist::state, 0};
    Column<Vec2> velocity{registry, "velocity", Field::velocity, Persist::state, {}}; ///< m/s, of the last step
    /// m/s: the velocity, averaged over a quarter of a second (`average_velocities`)
    UntrackedColumn<Vec2> mean_velocity{registry, "mean_velocity", Field::mean_velocity, Persist::saved, {}};
    Column<AvoidancePriority> priority{registry, "priority", Field::priority, Persist::state,
                                       AvoidancePriority::stands};
    Column<Sleep> sleep{registry, "sleep", Field::sleep, Persist::saved, Sleep::awake};
    Column<uint8_t> stalled{registry, "stalled", Field::stalled, Persist::state, 0}; ///< ticks without progress
    Column<PreferredVelocity> preferred_velocity{
        registry, "preferred_velocity", Field::preferred_velocity, Persist::state, {}};
    Column<Avoidance> avoidance{registry, "avoidance", Field::avoidance, Persist::state, {}};
    Column<Detour> detour{registry, "detour", Field::detour, Persist::state, {}};
    Column<Path> path{registry, "path", Field::path, Persist::state, {}, Optional{}}; ///< of worlds with a ground
    // Guidance: how an agent that the host moves should walk and turn. Saved, so that the host can use it right after a
    // restore.
    /// m/s
    UntrackedColumn<float> preferred_speed{registry, "preferred_speed", Field::guidance, Persist::saved,
                                           0.0f,     Optional{}};
    UntrackedColumn<Vec2> facing{registry, "facing", Field::guidance, Persist::saved, {1.0f, 0.0f}, Optional{}};

    /// Of members of a march, under the order that began it.
    Column<MarchPlace> march{registry, "march", Field::march, Persist::state, {}, Optional{}};
    Column<BodyChange> body{registry, "body", Field::body, Persist::state, {}, Optional{}};

    // ---- Target --------------------------------------------------------------------------------------------------
    Column<AgentId> target{registry, "target", Field::target, Persist::state, {}};
    Column<int64_t> target_since{registry, "target_since", Field::target_since, Persist::state, 0};
    Column<Support> support{registry, "support", Field::support, Persist::state, {}};
    /// 1: the agent scans for a target in the next acquire_targets.
    Column<uint8_t> scan_due{registry, "scan_due", Field::scan_due, Persist::state, 1};
    Column<uint8_t> band{registry, "band", Field::band, Persist::state, 4};
    Column<UpdateInterval> update_interval{registry, "update_interval", Field::update_interval, Persist::state, {}};
    Column<Orders> orders{registry, "orders", Field::orders, Persist::state, {}};

    // ---- State machine -------------------------------------------------------------------------------------------
    Column<AgentState> state{registry, "state", Field::state, Persist::state, AgentState::idle};
    Column<uint8_t> wake{registry, "wake", Field::wake, Persist::state, wake_target}; ///< bits of Wake
    Column<int64_t> timer{registry, "timer", Field::timer, Persist::state, never};    ///< us: next evaluation is due
    UntrackedColumn<uint8_t> reached{registry, "reached", Field::reached, Persist::derived,
                                     0}; ///< 1: arrived in this frame

    // ---- Engagement ----------------------------------------------------------------------------------------------
    Column<Engagement> engagement{registry, "engagement", Field::engagement, Persist::state, {}};
    Column<Role> role{registry, "role", Field::role, Persist::state, Role::none};
    Column<int16_t> slot{registry, "slot", Field::slot, Persist::state, -1};
    /// The slot in front of which a requester waits; -1: none.
    Column<int16_t> wait_slot{registry, "wait_slot", Field::wait_slot, Persist::state, -1};
    /// Of a requester: its number in the queue of its circle (circle_queue.h). Of a holder: when it was admitted, in
    /// us.
    Column<int64_t> joined{registry, "joined", Field::joined, Persist::state, 0};
    /// us: when the agent got the first token since its last admission; `never`: it got none. For relief.
    Column<int64_t> fighting_since{registry, "fighting_since", Field::relief, Persist::state, never, Optional{}};
    /// us: when rebalancing last moved the holder to another slot.
    Column<int64_t> switched{registry, "switched", Field::switched, Persist::state, long_ago};
    Column<QueueLinks> queue_links{registry, "queue_links", Field::queue_links, Persist::derived, {}};
    Column<uint8_t> arrived{registry, "arrived", Field::arrived, Persist::state, 0};
    /// Why the agent gives up its slot in this frame; none: it keeps the slot.
    UntrackedColumn<GiveUp> give_up{registry, "give_up", Field::give_up, Persist::derived, GiveUp()};

    // ---- Attacks -------------------------------------------------------------------------------------------------
    /// Index of the attack that the agent has a token for or makes; -1: none.
    Column<int16_t> attack{registry, "attack", Field::token, Persist::state, -1};
    Column<AttackPhase> attack_phase{registry, "attack_phase", Field::attack_phase, Persist::state, AttackPhase::none};
    /// m/s: how fast the agent came at its target when its present attack began (rule note_impact).
    Column<float> impact_speed{registry, "impact_speed", Field::impact, Persist::state, 0.0f, Optional{}};
    Column<KeptAttack> kept_attack{registry, "kept_attack", Field::kept_attack, Persist::state, {}, Optional{}};
    Column<uint8_t> reports{registry, "reports", Field::reports, Persist::derived, 0}; ///< bits of Report

    // ---- Unmanaged agents, and managed agents with phases, reactions or timed states -----------------------------
    Column<int64_t> until{registry, "until", Field::brain, Persist::state, never, Optional{}}; ///< us: end of its state
    Column<BrainClocks> brain_clocks{registry, "brain_clocks", Field::brain, Persist::state, {}, Optional{}};
    Column<Brain> brain{registry, "brain", Field::brain, Persist::state, {}, Optional{}};
    Column<uint8_t> runs{registry, "runs", Field::gait, Persist::state, 0, Optional{}}; ///< 1: runs; 0: walks

    /// Only used for members of a squad with control `paths`.
    Column<LedPath> led_path{registry, "led_path", Field::led_path, Persist::state, {}, Optional{}};
    Column<UserMove> user_move{registry, "user_move", Field::user_move, Persist::state, {}, Optional{}};

    // ---- Monsters ------------------------------------------------------------------------------------------------
    Column<MonsterBrain> monster{registry, "monster", Field::monster, Persist::state, {}, Optional{}};
    Column<MonsterClocks> monster_clocks{registry, "monster_clocks", Field::monster, Persist::state, {}, Optional{}};
    Column<Patrol> patrol{registry, "patrol", Field::monster, Persist::state, {}, Optional{}};

    // ---- As a target ---------------------------------------------------------------------------------------------
    /// Number of the circle around this agent; no_index: none.
    Column<uint32_t> own_circle{registry, "own_circle", Field::own_circle, Persist::state, no_index};
    Column<CircleCapacity> capacity{registry, "capacity", Field::capacity, Persist::state, {}};
    /// The wait reason that was last reported.
    UntrackedColumn<WaitReason> wait_reason{registry, "wait_reason", Field::wait_reason, Persist::saved,
                                            WaitReason::none};
    Column<float> health{registry, "health", Field::health, Persist::state, 0.0f};
    /// The agent that last hurt this agent, and when, in us (rule die_by).
    UntrackedColumn<Serial> last_attacker{registry, "last_attacker", Field::credit, Persist::saved, no_serial};
    UntrackedColumn<int64_t> last_attacked{registry, "last_attacked", Field::credit, Persist::saved, long_ago};

    Column<ThreatTable> threats{registry, "threats", Field::threat, Persist::state, {}, Optional{}};
};

FRAY_PART(Agents, agents);

} // namespace fray
