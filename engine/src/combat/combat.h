// Hits, projectiles and deaths, and the working data of resolve_hits.
//
// Model:
// - A hit is the moment at which an attack takes effect. It is due a windup after the attack begins. It strikes what is
//   within the hit range and the arc of the attack then, if no wall is between (struck.h); if that is nothing, it is a
//   miss.
// - An attack with a projectile speed launches a projectile instead (flights.h). Where it lands, and when, is fixed at
//   the launch. It strikes what is on its way or where it lands; one that homes in, its target.
// - The host can deal damage or set the health of an agent by command.
// All of these are called effects here. They are put into one order for each target, and applied to its health in that
// order.
//
// Units: health and damage are plain numbers. Times are whole us of world time, lengths whole mm, positions m.
// Invariant: the order of effects depends on due times, serials and call order only, never on threads or storage.
#pragma once

#include "circles/target_info.h"
#include "fray/defs.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <compare>
#include <cstdint>

namespace fray {

/// What a command of the host does to its target in resolve_hits.
enum class HostEffect : uint8_t {
    damage,     ///< subtracts `amount` from the health
    set_health, ///< `amount` is the new health
    stagger,    ///< leaves the health; `amount` is 0
};
/// A command of the host that damages, heals or staggers; apply_commands leaves it to resolve_hits.
struct FiledEffect {
    uint32_t target; ///< index of the target's id: sort_storage changes rows before resolve_hits
    float amount;    ///< health
    Serial by;       ///< the agent to which the host attributes it; `no_serial`: none
    uint32_t order;  ///< number of the command, in call order
    HostEffect effect;
};
/// A command of the host that changes a target's circle; apply_commands leaves it to plan_engagements.
struct FiledForTarget {
    uint32_t target;         ///< index of the target's id
    uint32_t order;          ///< number of the command, in call order
    bool closes;             ///< true: the command sets `closed`; false: it sets `capacity`
    CircleCapacity capacity; ///< replaces the capacities of the target's circle
    SlotSet closed;          ///< replaces the set of slots that the host has closed
};

/// An effect on a target that is due now: a hit, a projectile that lands, or a command of the host.
struct PendingHit {
    Row target_row;
    Row attacker_row; ///< row of the attacker of a hit; `Row::none()`: a projectile or a command
    Serial target_serial;
    Serial by;                              ///< the attacker; of a command, the agent to which the host attributes it
    int64_t due;                            ///< us: when it takes effect
    float amount;                           ///< health; for a hit it is read from the attack when the hit is resolved
    uint32_t order;                         ///< of commands: call order; of projectiles: launch order; of hits: 0
    uint32_t projectile = ~0u;              ///< index in `Combat::projectiles`; ~0u: not a projectile
    HostEffect effect = HostEffect::damage; ///< of commands
    bool misses = false;                    ///< of hits and projectiles
};

/// An agent that a hit or a projectile strikes. They sort by rank, then by distance.
struct StruckAgent {
    uint32_t rank; ///< the least is struck first
    int32_t mm;
    Serial serial;
    Row row;
    auto operator<=>(const StruckAgent&) const = default;
};
/// What a chunk of hits or of projectiles strikes.
struct StruckAgents {
    Vector<PendingHit> hits;   ///< of hits: those on agents beside the targets
    Vector<StruckAgent> found; ///< working memory: of the hit or projectile at hand
    StruckAgents() {
        hits.reserve(64);
        found.reserve(32);
    }
};

/// A hit of a charge pushes its target (rule push_of).
struct ImpactPush {
    Row row;       ///< of the agent that is pushed
    Vec2 velocity; ///< m/s
};

/// A projectile in flight. It is hashed and saved as bytes.
struct FlyingProjectile {
    Vec2 from{}, to{}; ///< m, where it was launched, and where it lands; with `homing` only the time follows from it
    AgentId target{};
    Serial by = no_serial;                 ///< the shooter, which may be dead or despawned by now
    int16_t attack = -1;                   ///< index in the attack table of `archetype`; -1: a reload has removed it
    ArchetypeIndex archetype = 0;          ///< of the shooter
    int64_t launched_us = 0, lands_us = 0; ///< us of the world's time
    float damage = 0.0f;                   ///< health: the damage of the attack at the launch
    int32_t hit_range_mm = 0;              ///< with `homing` it hits if its target is at most this far from `from`
    uint32_t number = 0;                   ///< in launch order
    float radius = 0.0f;                   ///< m: of the shooter's body at the launch
    float splash = 0.0f, arc_clear = 0.0f; ///< m (AttackDef)
    int32_t max_hits = 1;
    int16_t floor = 0;         ///< where it was launched
    TeamIndex team = 0;        ///< of the shooter at the launch
    uint8_t friendly_fire = 0; ///< 1: it strikes friends, too
    uint8_t homing = 0;        ///< 1: it follows its target
    uint8_t ended = 0;         ///< 1: it has landed, or struck an agent on its way; only within resolve_hits
    uint8_t unused[6] = {};
};
static_assert(sizeof(FlyingProjectile) == 88);

/// A hit that launches a projectile.
struct Shot {
    Serial by;       ///< the shooter
    Row row, target; ///< of the shooter, and of the agent at which it aims; `Row::none()`: there is none any more
    bool free;       ///< it may aim at another agent
};

/// A summoned agent that dies when its owner does.
struct Bond {
    AgentId child, owner;
    Serial owner_serial = no_serial;
};

/// Working data of resolve_hits. Only the contents of the lists that apply_commands fills outlast a system. All lists
/// keep their memory.
struct Settling {
    Vector<FiledEffect> from_host;      ///< in call order; read and cleared by resolve_hits
    Vector<FiledForTarget> for_targets; ///< in call order; read and cleared by plan_engagements
    Vector<uint32_t> closing;           ///< indices in `for_targets` of commands that close slots
    Vector<uint32_t> gone;              ///< indices of the ids that this frame's apply_commands has despawned
    Vector<Row> hitters;                ///< rows of the agents with a hit that is due
    Vector<Shot> shots;                 ///< of this frame
    Vector<FlyingProjectile> launched;  ///< the projectiles of this frame
    Vector<int64_t> awaited;            ///< by index of id: thousandths of damage in flight; outside of launches all 0
    /// The effects of this frame. `unsorted_hits`: as collected. `pending_hits`: sorted by the target's serial (their
    /// groups are in TargetGroups), then in the order of application.
    Vector<PendingHit> unsorted_hits, pending_hits;
    Vector<StruckAgents> struck;       ///< by chunk of hits
    Vector<Vector<Row>> deaths;        ///< rows of the agents that were killed, by chunk
    Vector<Vector<ImpactPush>> pushes; ///< by chunk
    Vector<uint32_t> hits;             ///< number of hits that counted, by chunk
    Vector<Row> fallen;                ///< rows of the agents that died or were despawned in this frame
    Vector<uint8_t> fallen_marks;      ///< by index of id: 1 for the fallen; outside of clear_targets all are 0
    Vector<Row> rows;                  ///< working memory of several functions
};

struct Combat {
    Vector<FlyingProjectile> projectiles; ///< projectiles in flight, by landing time, then in launch order
    uint32_t launched = 0;                ///< number of projectiles launched since the world began
    Vector<Bond> bonds;                   ///< summoned agents that die with their owner, in the order of summoning
    bool somebody_fell = false; ///< an agent died or was despawned in the frame before, so bonds have to be checked
    Settling settling;
};

FRAY_PART(Combat, combat, Field::settling);

} // namespace fray
