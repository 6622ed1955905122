// Compiled archetypes: the frame reads them instead of ArchetypeDef. Durations are whole us, and lengths that rules
// compare are whole mm. Distances that are compared as floats are stored as squares, and names as indices. fray/defs.h
// describes the fields; comments here say only what is different. If an archetype does not give a length, the length
// is computed from the body radii of an agent and its target (reach.h).
#pragma once

#include "fray/defs.h"
#include "storage/agents.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace fray {

inline constexpr int16_t no_class = -1;
/// Stands for a length in mm that the archetype does not give: it is computed from the two bodies (reach.h).
inline constexpr int32_t from_bodies = -1;

/// The attack classes of a world, in the order in which archetypes first named them.
struct AttackClasses {
    std::vector<std::string> names;
    std::vector<uint8_t> shared; ///< for each class: 1 if some attack of the class starts a clock of scope `world`

    /// Adds all classes that an archetype names.
    void add(const ArchetypeDef& def);
    /// The number of a class; adds the class if the name is new. Returns `no_class` for the empty name.
    int16_t find_or_add(const std::string& name);

    friend bool operator==(const AttackClasses&, const AttackClasses&) = default;
};

struct Attack : AttackFigures {
    int32_t weight = 1;
    int32_t score = 1;
    int32_t range_min_mm = 0, range_max_mm = 0; ///< see `range_from_bodies`
    float angle_min = 0.0f, angle_max = 0.0f;   ///< rad
    int32_t reach_mm = from_bodies;             ///< from_bodies: it follows from the range (rule hit_range_of)
    float lunge = 0.0f;                         ///< m
    int32_t lunge_mm = 0;
    float arc_clear = 0.0f, spread = 0.0f, splash = 0.0f; ///< m, of its projectile
    int64_t windup = 0, duration = 0;                     ///< us
    int64_t aimed_for = 0; ///< us before the hit in which the agent no longer turns (rule swing)
    int64_t agent_cooldown = 0, archetype_cooldown = 0, class_cooldown = 0; ///< us; 0: none
    int32_t uses = 1;
    int16_t attack_class = no_class;
    bool agent_clock = false; ///< the attack waits for a cooldown clock of the agent itself (circles/cooldowns.h)
    CooldownScope scope = CooldownScope::circle;
    bool range_from_bodies = false; ///< the archetype gives no range; the greatest distance is computed from the bodies
    bool needs_clear_line = false;  ///< it begins only if no friend stands in the line (rule has_line)
    bool friendly_fire = false;     ///< it strikes friends, too (rules may_strike and strike_bodies)
    bool homing = false;            ///< its projectile follows its target
    bool keeps_speed = false;       ///< the agent does not stand in its windup
    bool any_angle = false;         ///< the attack can begin at any angle
    bool straight_ahead = false;    ///< angle 0 is in [angle_min, angle_max]

    bool has_impact() const { return impact_damage != 0.0f || impact_push != 0.0f; }
    bool in_angle(float bearing) const { return angle_min <= bearing && bearing <= angle_max; }
};

struct CompiledClassLimit {
    int16_t attack_class;
    int32_t tokens;
};

/// A credit for waiting with which the queue is in the order of arrival.
inline constexpr double by_arrival = std::numeric_limits<double>::infinity();

/// A compiled DirectorDef.
struct Director {
    int32_t pressure = 0;                                  ///< thousandths; 0: no director
    int64_t build_up = 0, peak = 0, relief = 0, pause = 0; ///< us; `peak` may be `never`
    CircleCapacity least;
};

struct CircleShape {
    uint32_t most_slots() const { return slots != 0 ? slots : static_cast<uint32_t>(max_slots); }
    /// The number of slots of a new circle.
    uint32_t slots_for(CircleCapacity capacity) const {
        return slots != 0 ? slots : static_cast<uint32_t>(std::clamp(capacity.grid_capacity, 1, max_slots));
    }
    uint32_t slots = 8; ///< 0: as many as the grid capacity
    int32_t grid_capacity = 0, attack_capacity = 0;
    float approach_radius = 0.0f, roam_radius = 0.0f; ///< m
    int32_t attack_radius_mm = from_bodies, arrive_mm = 0;
    int32_t arrive_at_holder_mm = 0; ///< if the target holds a slot itself: a holder has arrived within this distance
    int32_t approach_mm = 0;         ///< the approach radius
    float request_time = 0.0f;       ///< s: an agent requests a slot when it can run here in this time; 0: at once
    int32_t leash_mm = 0;            ///< a holder farther than this from the target may lose its slot to another agent
    float leash_squared = 0.0f; ///< m^2, slightly less than `leash_mm`: a nearer holder is safe without an exact check
    int32_t switch_gain_mm = 0;
    double queue_credit = 1.0; ///< `by_arrival`: the order of arrival
    int64_t slot_patience = 0, token_patience = 0, arrival_timeout = 0, attack_timeout = 0; ///< us
    int64_t switch_dwell_time = 0, steal_grace_time = 0;                                    ///< us
    int64_t token_interval = 0, rest = 0, token_wait_timeout = 0, interrupt_grace_time = 0; ///< us
    int64_t no_attack_timeout = 0;                                                          ///< us
    int32_t max_offscreen_tokens = -1;                                                      ///< tokens; -1: no limit
    RebalanceMode rebalance = RebalanceMode::exact;
    RoamMode outside = RoamMode::flank;
    bool waits_in_view = false;
    bool steal = true;
    std::vector<CompiledClassLimit> class_limits;
    bool limits_unmanaged = false; ///< and some class is limited
    /// Null: the circle does not limit this class.
    const CompiledClassLimit* limit_of(int16_t attack_class) const {
        for (const CompiledClassLimit& limit : class_limits)
            if (limit.attack_class == attack_class) return &limit;
        return nullptr;
    }
    Director director;
    float even_spacing = 0.0f;
};

/// The values that a phase can replace. An archetype has one entry for the time before the first phase, and one for
/// each phase.
struct PhaseTables {
    ReactionDef reactions;
    float walk_speed = 0.0f, run_speed = 0.0f; ///< m/s
    float below = 0.0f;                        ///< the phase begins when health is less than this
    bool super_armour = false;
    std::vector<uint8_t> usable; ///< for each attack: 1 if the phase uses it; empty: all attacks are used
};

struct Archetype {
    bool brain = true;
    bool managed = true;
    bool has_brain_columns = false;     ///< agents use the brain columns: they decide more than slots and tokens
    bool reacts = false, timed = false; ///< agents react to a new distance band; agents have close and run clocks
    bool needs_line_of_sight = false;
    bool retargets_in_reach = true; ///< takes an enemy in reach or at hand (rules may_take_enemy_in_reach and at_hand)
    bool needs_lines = false;       ///< an attack of it needs a clear line (rule has_shot)
    bool supports = false;          ///< goes to where the enemy's line is open (rule commit_support)
    int32_t support_radius_mm = 0;  ///< how long its way to there may be
    int64_t relief = 0; ///< us of fighting after which another agent relieves it; 0: never (rule tired_holders)
    ReleasePolicy release = ReleasePolicy::all;
    AttackChoice choice = AttackChoice::score;
    Targeting targeting = Targeting::team;
    int64_t threat_half_life = 0; ///< us; 0: threat does not fade
    MotionType motion = MotionType::simulated;
    uint8_t update_interval = 1; ///< frames: 1, 2, 4 or 8
    /// Does such an agent fight in slots itself (rule fights_in_slots)? Then agents that attack it need free ways.
    bool fights_in_slots() const { return managed && brain; }
    /// Do such agents choose targets by distance and room, so that commit may give them others?
    bool weighs_targets() const { return targeting != Targeting::sight && targeting != Targeting::threat; }

    int32_t grid_weight = 1;
    float health = 1.0f;
    bool host_owns_health = false;
    int64_t credit_time = 0;          ///< us
    float radius = 0.0f, mass = 1.0f; ///< m, kg
    int32_t radius_mm = 0;
    float walk_speed = 0.0f, run_speed = 0.0f, turn_rate = 0.0f; ///< m/s, m/s, rad/s
    float fastest = 0.0f;                        ///< m/s, the greatest speed in any phase, backsteps included
    float acceleration = 0.0f;                   ///< m/s^2
    float headway = 0.0f, personal_space = 0.0f; ///< s, m
    bool bands_from_bodies = false;              ///< the bands are computed from the bodies; `band_squared` is not used
    std::array<float, 4> band_squared{};         ///< m^2
    float half_mid = 0.0f;                       ///< m: half of the second band threshold (rule classify_gait)
    float alert = 0.0f, alert_squared = 0.0f;    ///< m, m^2
    // Engage range: an attack may begin within this distance. Hit range: a hit counts within this distance.
    int32_t engage_range_mm = from_bodies, target_margin_mm = 0;
    int32_t hit_range_limit_mm = INT32_MAX; ///< `hit_range` if it is given; the engage range is never greater
    int32_t greatest_range_mm = 0;          ///< the greatest range that an attack gives; 0: no attack gives a range
    bool some_range_from_bodies = false;    ///< at least one attack has `range_from_bodies`
    int64_t scan_interval = 0, target_dwell_time = 0;      ///< us
    float sight = 0.0f, half_fov = 0.0f;                   ///< m, rad
    int64_t stagger = 0, backstep_time = 0, heal_time = 0; ///< us
    float backstep_speed = 0.0f;                           ///< m/s, of the backstep
    float heal_below = 0.0f, heal_amount = 0.0f;           ///< in units of health
    uint8_t heal_charges = 0;                              ///< number of heal charges at the spawn
    uint8_t first_phase = 0;                               ///< 1 if the agent spawns in the first phase, otherwise 0
    int64_t run_clock[2] = {}, close_clock[2] = {};        ///< us, least and greatest duration
    std::vector<PhaseTables> phases;                       ///< index 0: before any phase; index i: phase i
    /// A user state that the archetype names.
    struct UserUse {
        AgentState state;
        float below; ///< a hurt agent enters the state when its health is less than this
        bool idle;   ///< an idle agent enters the state
    };
    std::vector<UserUse> user_states;
    uint16_t monster = no_monster; ///< number of the monster table with which agents start
    uint16_t agent_clocks = 0;     ///< number of clocks of an agent: one for each attack; 0: no attack needs a clock
    bool weightless = false;       ///< at least one attack has the weight 0
    bool shares_world = false;     ///< at least one attack waits for a clock of scope `world`
    CircleShape circle;
    std::vector<Attack> attacks;
};

/// The radius of the approach ring around a target with this body radius, both in m (rule approach_radius_of).
float approach_radius_of(const CircleDef& def, float radius);
/// Compiles an archetype. Adds its attack classes to `classes`. `def` must be valid (fray::check).
Archetype compile(const ArchetypeDef& def, AttackClasses& classes);
/// Updates Archetype::shares_world after `classes` has changed. Returns whether the value of some archetype changed.
bool mark_shared(std::vector<Archetype>& archetypes, const AttackClasses& classes);

/// The values of the phase that an agent is in. `brains` is the column `brain`. The caller obtains it, because the
/// access that is allowed depends on the running system.
inline const PhaseTables& tables_of(const Archetype& archetype, const Brain* brains, Row row) {
    return archetype.phases[archetype.has_brain_columns ? brains[row.number()].phase : 0];
}

} // namespace fray
