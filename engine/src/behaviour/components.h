// What the state machine of an agent keeps.
#pragma once

#include "fray/defs.h"
#include "fray/states.h"
#include "storage/no_value.h"

#include <cstdint>

namespace fray {

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

/// rad: half of an arc that is a whole circle.
inline constexpr float all_round = 4.0f;

/// What an attack that has begun keeps if its archetype is reloaded (rule keep_figures).
struct AttackFigures {
    int64_t recovery = 0;                           ///< us
    float damage = 0.0f;                            ///< health
    float impact_damage = 0.0f, impact_push = 0.0f; ///< health and m for each m/s of the impact speed
    int32_t projectile_mm_per_s = 0;                ///< 0: no projectile
    float half_arc = all_round;                     ///< rad, to each side of the heading
    int32_t max_hits = 1;                           ///< agents that it strikes
};
/// The figures with which the agent's attack began, if its archetype has been reloaded since.
struct KeptAttack {
    AttackFigures figures;
    int32_t hit_range_mm = 0;
    uint32_t in_force = 0; ///< 1: they hold, until the agent begins an attack
};

/// Clocks of a brain. Each holds the time (us) at which it is due; `never`: it does not run.
struct BrainClocks {
    int64_t run = never;   ///< when due, the agent attacks, because it has run too long in one distance band
    int64_t close = never; ///< when due, the agent steps back, because it was near too long without acting
};

/// Brain state of unmanaged agents, and of managed agents with phases, reactions or timed states.
struct Brain {
    static constexpr uint8_t no_band = 255;

    int64_t until = never; ///< us: end of its state
    BrainClocks clocks;
    uint8_t rolled = no_band; ///< distance band for which the agent last chose a reaction
    uint8_t heal_charges = 0; ///< heal charges that are left
    uint8_t phase = 0;        ///< number of the present phase, from 1; 0: before the first phase
    bool staggered = false;   ///< the agent's next evaluation changes its state to stagger
    bool heals_next = false;  ///< it steps back in order to heal
    bool hurt = false;        ///< it was hurt after the last check of its user states with `health_threshold`
    uint8_t runs = 0;         ///< 1: runs; 0: walks
    uint8_t unused = 0;
};
static_assert(sizeof(Brain) == 32);

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

/// State of an agent that follows a monster table (definitions/monsters.h).
struct Monster {
    MonsterClocks clocks;
    Patrol patrol;
    uint16_t table = no_monster;                             ///< index in Kinds::monster_tables
    uint16_t skills = no_act, buff = no_act, color = no_act; ///< index of the running act that decides each of these
    uint8_t state = 0;                                       ///< index in MonsterTable::states
    uint8_t depth = 0;   ///< number of summons in the chain that created the agent; 0: the host spawned it
    bool fresh = true;   ///< evaluate_fsm has not yet evaluated the agent in this monster state
    bool outward = true; ///< on patrol: the agent walks to the far end; false: back to its post
    uint32_t unused = 0;
};
static_assert(sizeof(Monster) == 56);

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

} // namespace fray
