// Squads: which agents belong together, and when they scan for targets.
//
// Every agent is in exactly one squad. An agent that is spawned without a squad gets a squad of its own, a lone squad,
// which no agent can join. Members of a squad share what they notice (team alert), and scan for targets at the same
// times. Only squads that the host has made have traits: a leader, followers, move input.
//
// A squad scans for targets at the times phase + k * scan_interval, in us, with k = 0, 1, 2, ... The interval is the
// least `scan_interval` of the members. The phase is computed from the squad's number, so that the scans of all squads
// are spread evenly.
//
// A squad is identified by its index in `Squads::list` or by its number. An index is reused after a lone squad has
// ended; a number is never reused. Members and leaders are stored as indices of ids, because rows change.
#pragma once

#include "fray/defs.h"
#include "fray/id.h"
#include "host_memory.h"
#include "storage/block_pool.h"
#include "storage/clock.h"
#include "storage/fields.h"

#include <algorithm>
#include <utility>

namespace fray {

/// The last order that set_order has given to a squad, as far as it matters whether it is given again.
struct SquadOrder {
    Vec2 point{}; ///< m
    SquadFormation formation{};
    int16_t floor = 0;
    StoredOrder kind = StoredOrder::free;
    bool names_floor = false;

    bool operator==(const SquadOrder&) const = default;
};
static_assert(sizeof(SquadOrder) == 32, "the struct has no padding, because its bytes are saved");

/// The part of a squad's state that only squads made by the host have.
struct SquadTraits {
    uint32_t leader = ~0u; ///< index of the leader's id; ~0u: the squad has no leader
    /// Distances from the leader, in mm. An idle follower starts to follow beyond `follow_mm` and stops at `half_mm`. A
    /// fighting follower comes back beyond `max_mm`. `follow_mm` 0: members do not follow.
    int32_t follow_mm = 0, half_mm = 0, max_mm = 0;
    Vec2 move_input{};  ///< direction with a length of 0 to 1; (0, 0): no move input
    int64_t renew = 0;  ///< us: how often members are sent to a new point (`SquadControl::paths`)
    float ahead = 0.0f; ///< m: how far ahead of a member such a point lies
    SquadControl control = SquadControl::leader; ///< which members the move input steers
    uint8_t unused[3] = {};                      ///< the struct has no padding, because its bytes are saved
    uint32_t morale = ~0u; ///< index in `Squads::morales`; ~0u: its members fight until they are dead
    uint32_t also_unused = 0;
    SquadOrder ordered;

    /// Does the host give move input now?
    bool held() const { return move_input.x != 0.0f || move_input.y != 0.0f; }
    /// Does the move input replace following, because it steers more than the leader?
    bool move_input_moves_all() const { return control != SquadControl::leader && held(); }
};

inline constexpr int32_t full_morale = 100'000; ///< thousandths of a point

/// The morale of a squad with `MoraleDef::enabled` (rule commit_morale). All of it is hashed and saved as bytes.
/// Points are counted in thousandths.
struct SquadMorale {
    uint32_t squad = ~0u; ///< index in `Squads::list`
    // From MoraleDef, in thousandths of a point (a second).
    int32_t losses = 0, flank = 0, rear = 0, kills = 0, leader = 0, leadership = 0, recovery = 0, fear = 0;
    int32_t waver = 0, rout = 0, rally = 0;
    float fear_radius_squared = 0.0f; ///< m^2
    int32_t points = full_morale;     ///< the morale
    // What has happened since the last look. resolve_hits counts several squads at once, with atomic additions.
    uint32_t lost = 0, leaders_lost = 0, killed = 0, side_hits = 0, rear_hits = 0;
    Vec2 flight = {1.0f, 0.0f}; ///< a unit vector: where a routing squad runs
    SquadMood mood = SquadMood::steady;
    bool appointed = false; ///< its leader is not a successor
    uint8_t rallies = 0;    ///< routs that it gets over
    uint8_t routs = 0;      ///< how often it has routed, up to 255

    /// Forgets what has happened since the last look.
    void forget() { lost = leaders_lost = killed = side_hits = rear_hits = 0; }
};
static_assert(sizeof(SquadMorale) == 88);

struct Squad {
    PoolArray<uint32_t> members; ///< indices of ids in order of joining; the dead stay until they are despawned
    Serial founder = no_serial;  ///< the first member ever
    uint32_t number = 0;         ///< counts all squads ever made, from 1; never used again
    TeamIndex team = 0;
    bool lone = false;             ///< made for an agent that was spawned without a squad; ends with that agent
    uint8_t attention = 0;         ///< 1: the next acquire_targets must visit the squad, even if no scan is due
    int64_t scan_interval = 0;     ///< us between two target scans: the least `scan_interval` of the members
    int64_t next_scan = INT64_MAX; ///< us: when the next target scan is due; later if all members are far away
    uint32_t traits = ~0u;         ///< index in `Squads::traits`; ~0u: the squad has no traits
    uint32_t unused = 0;
};

/// us: the first time after `after` (us) at which the squad scans for targets.
inline int64_t next_scan_after(const Squad& squad, int64_t after) {
    return next_on_schedule(squad.number, squad.scan_interval, after);
}

/// An agent that was sent somewhere together with its squad. It keeps its offset from the leader.
struct FormationMove {
    uint32_t agent;      ///< index of the agent's id
    uint32_t squad;      ///< index in `Squads::list`
    Vec2 point{};        ///< m: the goal of the leader
    uint8_t journey = 0; ///< `Orders::journey` of the order
};

struct Squads {
    BlockPool pool;                             ///< memory of the lists of members
    Vector<Squad> list;                         ///< has gaps where lone squads have ended
    Vector<uint32_t> free;                      ///< indices of the gaps
    Vector<std::pair<uint32_t, uint32_t>> made; ///< squads of the host: number and index in `list`; ascending
    Vector<SquadTraits> traits;                 ///< traits of the squads in `made`, in the same order
    Vector<SquadMorale> morales;                ///< of the squads with morale, in the order of their numbers
    uint32_t unsteady = 0;                      ///< number of squads with morale that waver or rout
    bool any_follow = false;                    ///< some squad has `follow_mm` other than 0
    bool any_escort = false;                    ///< some agent has ever had an order `escort`
    uint32_t move_inputs = 0;                   ///< number of squads to which the host gives move input now
    uint64_t hash = 0; ///< part of the state hash: a sum over the leaders and move inputs of squads
    uint32_t next_number = 1;
    Vector<FormationMove> formations; ///< from the commands of this frame

    static constexpr uint32_t none = ~0u;

    /// Makes a squad and returns its index in `list`. `lone` false: a squad of the host, with traits. Not thread-safe;
    /// references to squads and traits become invalid.
    uint32_t create(TeamIndex team, bool lone) {
        uint32_t squad_index = static_cast<uint32_t>(list.size());
        if (free.empty())
            list.emplace_back();
        else {
            squad_index = free.back();
            free.pop_back();
        }
        list[squad_index].number = next_number++;
        list[squad_index].team = team;
        list[squad_index].lone = lone;
        if (lone) return squad_index;
        made.emplace_back(list[squad_index].number, squad_index);
        list[squad_index].traits = static_cast<uint32_t>(traits.size());
        traits.emplace_back();
        return squad_index;
    }
    /// The traits of the squad at this index of `list`; null: it has no traits.
    const SquadTraits* traits_of(uint32_t squad_index) const {
        return list[squad_index].traits == none ? nullptr : &traits[list[squad_index].traits];
    }
    SquadTraits* traits_of(uint32_t squad_index) {
        return list[squad_index].traits == none ? nullptr : &traits[list[squad_index].traits];
    }
    /// Can the traits of any squad influence an agent now? If not, systems need not read traits.
    bool any_ties() const { return any_follow || move_inputs != 0 || unsteady != 0; }
    /// The morale of the squad at this index of `list`; null: it has none.
    SquadMorale* morale_of(uint32_t squad_index) {
        const SquadTraits* const its = traits_of(squad_index);
        return its == nullptr || its->morale == none ? nullptr : &morales[its->morale];
    }
    SquadMood mood_of(const SquadTraits& its) const {
        return its.morale == none ? SquadMood::steady : morales[its.morale].mood;
    }
    /// The index in `list` of a squad of the host; `none`: there is no such squad.
    uint32_t find(SquadId id) const {
        const auto found = std::lower_bound(made.begin(), made.end(), std::pair{id.value, 0u});
        return found != made.end() && found->first == id.value ? found->second : none;
    }
    /// Ends a lone squad after its only member was despawned or joined another squad.
    void end(uint32_t squad_index) {
        list[squad_index].members.give_back(pool);
        list[squad_index] = {};
        free.push_back(squad_index);
    }
    /// Number of squads that have not ended.
    uint32_t count() const { return static_cast<uint32_t>(list.size() - free.size()); }
    /// Memory of the squads, in bytes.
    uint64_t memory() const {
        return pool.memory() + list.capacity() * sizeof(Squad) + traits.capacity() * sizeof(SquadTraits) +
               morales.capacity() * sizeof(SquadMorale);
    }
};

FRAY_PART(Squads, squads, Field::squads);

} // namespace fray
