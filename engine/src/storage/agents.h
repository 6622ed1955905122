// The per-agent columns. A row is an agent's place in storage and changes; an id's index does not, while it lives.
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

enum class Life : uint8_t { none, living, dead, gone };
/// A striker has given its slot back at the hit; its attack goes on (`release: launch`).
enum class Role : uint8_t { none, asker, holder, striker };
/// `interrupted`: stepping in after an interruption, its windup has never begun; `stepping_again`: it had. `over` and
/// `dropped` (its windup never began) last from think to settle, which takes the attack back.
enum class AttackPhase : uint8_t { none, stepping_in, interrupted, stepping_again, begun, struck, over, dropped };

inline bool steps_in(AttackPhase phase) {
    return phase == AttackPhase::stepping_in || phase == AttackPhase::interrupted ||
           phase == AttackPhase::stepping_again;
}
/// Of one that steps in, or has been dropped: had its windup never begun?
inline bool never_began(AttackPhase phase) {
    return phase == AttackPhase::stepping_in || phase == AttackPhase::interrupted || phase == AttackPhase::dropped;
}

/// How firmly an agent goes its way, or keeps its place.
enum class Stance : uint8_t {
    waits,   ///< has no business where it is: steps aside for everybody
    walks,   ///< gives way as others do
    presses, ///< is expected: on its way to a slot, into an attack, out of the approach ring
    arrived, ///< is where it was sent: gives way less, and comes back
    stands,  ///< gives no way
};

/// Level of detail: every how many frames one has its turn (rules).
struct Period {
    uint8_t frames = 1;
    uint8_t by_host = 0; ///< what the host has set it to; 0: as the rule says
};

/// How one would walk if it were alone, in 1/4 m/s: others shall know.
struct Wish {
    int8_t x = 0, y = 0;
};

/// Of one who stands: is there anything that could make it move or turn? If not, move passes it over, and sense too as
/// long as its target stays where it is. What follows from it is the same in any case.
enum class Quiet : uint8_t {
    no,
    yes,                ///< not before it thinks, something happens to it, or its target moves
    while_target_holds, ///< nor before its target has no slot any more
};

/// How one gets on whom others, who stand, keep from walking straight.
struct Detour {
    enum class Mode : uint8_t { none, round, waits, presses };
    Vec2 waypoint;        ///< of `round`: m, where to go first
    float nearest = 1e9f; ///< m: how near to the goal the searches have led so far
    uint16_t pause = 0;   ///< frames until it may search again
    uint8_t level = 0;    ///< of WayRound: how wide the next search is
    Mode mode = Mode::none;
};

/// The way over the ground to where one wants to be; as it was when it was last asked for.
struct Way {
    enum class Kind : uint8_t {
        unknown,
        straight, ///< nothing is between
        round,    ///< `waypoint` comes first
        none,     ///< there is none
    };
    Vec2 waypoint, to; ///< m
    Kind kind = Kind::unknown;
    uint8_t due = 0; ///< the next move finds it anew
    uint8_t unused[2] = {};
};

/// What the host reported of an attack: a bit set.
enum Report : uint8_t { report_hit = 1, report_end = 2, report_interrupt = 4 };

/// Why an agent is visited by think: a bit set.
enum Wake : uint8_t {
    wake_target = 1,     ///< its target changed
    wake_order = 2,      ///< it was given an order
    wake_permission = 4, ///< settle or commit changed its role, slot or permit
    wake_timer = 8,
    wake_arrival = 16, ///< sense found it in its place
    wake_again = 32,   ///< its think has to go on in the next frame
    wake_band = 64,    ///< the band has changed in this frame's sense; only of those who mind
    wake_hurt = 128,   ///< settle has hurt it; only of those who mind
};

struct Orders {
    OrderKind kind = OrderKind::free;
    uint8_t unused[3] = {}; ///< columns have no padding: their bytes are hashed
    AgentId target;
    Vec2 point;
};

/// Orders under which nobody fights.
inline bool sends_away(OrderKind kind) {
    return kind == OrderKind::go || kind == OrderKind::stand || kind == OrderKind::retreat;
}

/// Its neighbours in the queue among those of its weight: indices of ids.
struct QueueLinks {
    uint32_t before = no_index, after = no_index;
};

struct AttackTimes {
    int64_t permit_at = 0; ///< when it was permitted
    int64_t hit_due = 0;
    int64_t end_due = 0; ///< while it is stepping in: until when it may
};

/// What one has at its circle, and when it may do what. These are read together, of few agents at a time; so they lie
/// together, in one line of cache.
struct Engagement {
    AttackTimes times;             ///< of its permit
    int64_t recovered = 0;         ///< us: no attack before
    int64_t rest_until = long_ago; ///< us: no request before
    int64_t refused_since = never; ///< us: for weight
    /// us: of its last change of slot; once it has arrived, of its arrival; of an asker, of its queueing.
    int64_t slot_since = 0;
    uint32_t circle = no_index; ///< number of the circle it asks or holds at
    uint32_t use_round = 0;     ///< the round of uses of the archetype's cooldown that its permit came from
};
static_assert(sizeof(Engagement) == 64);

/// Clocks of one who decides more than staged soldiers do, in us: due then, or `never`.
struct BrainClocks {
    int64_t run = never;   ///< it has run for so long without a change of band that it fights
    int64_t close = never; ///< it has been near for so long without acting that it slides back
};

struct Brain {
    static constexpr uint8_t no_band = 255;

    uint8_t rolled = no_band; ///< the band of its last reaction
    uint8_t flasks = 0;
    uint8_t phase = 0;       ///< from 1; 0: before the first
    bool staggered = false;  ///< it was hit, and its next think stops it
    bool heals_next = false; ///< it slides back to heal
    bool hurt = false;       ///< since it last could come into a state of the user's for it
};

inline constexpr uint16_t no_monster = 0xffff;
inline constexpr uint16_t no_act = 0xffff;

/// Where one stands in its monster's table of states and acts.
struct MonsterBrain {
    uint16_t table = no_monster;                             ///< in Kinds::monster_tables
    uint16_t skills = no_act, buff = no_act, color = no_act; ///< the acts that decide
    uint8_t state = 0;
    uint8_t depth = 0;   ///< how many summoned one another before it
    bool fresh = true;   ///< it has not thought in this state yet
    bool outward = true; ///< of its patrol
};

struct MonsterClocks {
    int64_t since = 0;         ///< us: of its state
    int32_t second = 0;        ///< the last that was looked at
    float seen_health = -1.0f; ///< by the conditions `blood`; less than 0: it was full
};

struct Patrol {
    Vec2 post, end;      ///< m
    int32_t returns = 0; ///< how often it has come back
    int32_t unused = 0;

    Vec2 goal(bool outward) const { return outward ? end : post; }
};

/// How near to where it is going one on patrol turns round, in mm.
inline constexpr int32_t patrol_near = 500;

/// Where a state of the user's sends one.
struct UserMove {
    Vec2 goal;
    Gait gait = Gait::stand;
    uint8_t unused[3] = {};
};

/// Where the stick has sent one who is led by paths.
struct LedPath {
    Vec2 goal;
    int64_t renewed = long_ago; ///< us
};

/// Capacities of the circle round an agent; the host may change them.
struct Capacity {
    int32_t grid = 0;
    int32_t attack = 0;
};

struct Agents {
    ColumnRegistry registry;
    std::vector<std::unique_ptr<UserColumnStore>> user_columns;
    HashPlan hash_plan;      ///< of what is enabled
    uint64_t fixed_hash = 0; ///< sum over the agents of what never changes about them

    uint32_t rows() const { return static_cast<uint32_t>(registry.rows()); }

    // Who it is.
    Column<AgentId> id{registry, "id", Field::identity, Persist::fixed, {}};
    Column<Serial> serial{registry, "serial", Field::identity, Persist::fixed, no_serial};
    Column<ArchetypeIndex> archetype{registry, "archetype", Field::identity, Persist::fixed, 0};
    Column<TeamIndex> team{registry, "team", Field::identity, Persist::fixed, 0};
    Column<int16_t> layer{registry, "layer", Field::identity, Persist::fixed, 0};
    Column<Life> life{registry, "life", Field::life, Persist::state, Life::none};
    Column<uint32_t> squad{registry, "squad", Field::squad_of, Persist::fixed, 0}; ///< place in Squads::list
    Column<uint64_t> host_bits{registry, "host_bits", Field::host_bits, Persist::fixed, 0};

    // Where it is.
    Column<Vec2> position{registry, "position", Field::position, Persist::state, {}};
    Column<Vec2> next_position{registry, "next_position", Field::next_position, Persist::derived, {}};
    Column<Vec2> heading{registry, "heading", Field::heading, Persist::state, {1.0f, 0.0f}};
    /// At the frame's start, in a world with ground.
    Column<uint32_t> island{registry, "island", Field::island, Persist::derived, Ground::no_island, Optional{}};
    Column<Vec2> goal{registry, "goal", Field::goal, Persist::state, {}};
    Column<uint8_t> moved{registry, "moved", Field::moved, Persist::state, 0};        ///< elsewhere than a frame ago
    Column<Vec2> velocity{registry, "velocity", Field::velocity, Persist::state, {}}; ///< m/s, of the last step
    Column<Stance> stance{registry, "stance", Field::stance, Persist::state, Stance::stands};
    Column<Quiet> quiet{registry, "quiet", Field::quiet, Persist::saved, Quiet::no};
    Column<uint8_t> stalled{registry, "stalled", Field::stalled, Persist::state, 0}; ///< frames without getting on
    Column<Wish> wish{registry, "wish", Field::wish, Persist::state, {}};
    Column<Detour> detour{registry, "detour", Field::detour, Persist::state, {}};
    Column<Way> way{registry, "way", Field::way, Persist::state, {}, Optional{}}; ///< of worlds with a ground
    // How the host is to move whom it moves. Saved, for it may go on by them after a restore.
    Column<float> wanted_speed{registry, "wanted_speed", Field::guidance, Persist::saved, 0.0f, Optional{}}; ///< m/s
    Column<Vec2> facing{registry, "facing", Field::guidance, Persist::saved, {1.0f, 0.0f}, Optional{}};

    // Whom it fights.
    Column<AgentId> target{registry, "target", Field::target, Persist::state, {}};
    Column<int64_t> target_since{registry, "target_since", Field::target_since, Persist::state, 0};
    Column<uint8_t> look{registry, "look", Field::look, Persist::state, 1}; ///< looks in the next alert
    Column<uint8_t> band{registry, "band", Field::band, Persist::state, 4};
    Column<Period> period{registry, "period", Field::period, Persist::state, {}};
    Column<Orders> orders{registry, "orders", Field::orders, Persist::state, {}};

    // What it does.
    Column<State> state{registry, "state", Field::state, Persist::state, State::idle};
    Column<uint8_t> wake{registry, "wake", Field::wake, Persist::state, wake_target};  ///< bits of Wake
    Column<int64_t> timer{registry, "timer", Field::timer, Persist::state, never};     ///< when think is due again
    Column<uint8_t> reached{registry, "reached", Field::reached, Persist::derived, 0}; ///< sense: in its place now

    // What it holds.
    Column<Engagement> engagement{registry, "engagement", Field::engagement, Persist::state, {}};
    Column<Role> role{registry, "role", Field::role, Persist::state, Role::none};
    Column<int16_t> slot{registry, "slot", Field::slot, Persist::state, -1};
    Column<int16_t> place{registry, "place", Field::place, Persist::state,
                          -1}; ///< the slot before which an asker waits
    Column<int64_t> joined{registry, "joined", Field::joined, Persist::state,
                           0}; ///< of an asker its number in the queue; of a holder when it was admitted, us
    Column<int64_t> switched{registry, "switched", Field::switched, Persist::state,
                             long_ago}; ///< us: when it was last given another slot by rebalancing
    Column<QueueLinks> queue_links{registry, "queue_links", Field::queue_links, Persist::derived, {}};
    Column<uint8_t> arrived{registry, "arrived", Field::arrived, Persist::state, 0};
    Column<Cause> give_up{registry, "give_up", Field::give_up, Persist::derived, Cause::none}; ///< in this think

    // How it attacks.
    Column<int16_t> attack{registry, "attack", Field::permit, Persist::state, -1}; ///< permitted attack
    Column<AttackPhase> attack_phase{registry, "attack_phase", Field::attack_phase, Persist::state, AttackPhase::none};
    Column<uint8_t> reports{registry, "reports", Field::reports, Persist::derived, 0}; ///< bits of Report

    // What free ones, and staged ones with brains of that kind, keep besides.
    Column<int64_t> until{registry, "until", Field::brain, Persist::state, never, Optional{}}; ///< us: of its state
    Column<BrainClocks> brain_clocks{registry, "brain_clocks", Field::brain, Persist::state, {}, Optional{}};
    Column<Brain> brain{registry, "brain", Field::brain, Persist::state, {}, Optional{}};
    Column<uint8_t> runs{registry, "runs", Field::gait, Persist::state, 0, Optional{}};

    /// Of those who are led by paths.
    Column<LedPath> led_path{registry, "led_path", Field::led_path, Persist::state, {}, Optional{}};
    Column<UserMove> user_move{registry, "user_move", Field::user_move, Persist::state, {}, Optional{}};

    // What monsters keep besides.
    Column<MonsterBrain> monster{registry, "monster", Field::monster, Persist::state, {}, Optional{}};
    Column<MonsterClocks> monster_clocks{registry, "monster_clocks", Field::monster, Persist::state, {}, Optional{}};
    Column<Patrol> patrol{registry, "patrol", Field::monster, Persist::state, {}, Optional{}};

    // As a target.
    Column<uint32_t> own_circle{registry, "own_circle", Field::own_circle, Persist::state, no_index};
    Column<Capacity> capacity{registry, "capacity", Field::capacity, Persist::state, {}};
    Column<Refusal> refusal{registry, "refusal", Field::refusal, Persist::saved, Refusal::none}; ///< last reported
    Column<float> health{registry, "health", Field::health, Persist::state, 0.0f};
};

} // namespace fray
