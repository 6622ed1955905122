// Archetypes as the frame reads them: whole microseconds and millimetres, squares, no strings.
#pragma once

#include "fray/defs.h"
#include "storage/agents.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fray {

inline constexpr int16_t no_class = -1;

/// The attack classes of a world, in the order in which archetypes named them.
struct AttackClasses {
    std::vector<std::string> names;
    std::vector<uint8_t> shared; ///< some attack of the class starts a clock of the whole world

    /// All that an archetype names.
    void add(const ArchetypeDef& def);
    /// Its number; a new one, if the name is new. `no_class` for the empty name.
    int16_t find_or_add(const std::string& name);

    friend bool operator==(const AttackClasses&, const AttackClasses&) = default;
};

struct Attack {
    int32_t weight = 1;
    int32_t score = 1;
    float damage = 0.0f;
    int32_t projectile_mm_per_s = 0; ///< 0: no missile
    int32_t range_min_mm = 0, range_max_mm = 0;
    float angle_min = 0.0f, angle_max = 0.0f; ///< rad
    int64_t windup = 0, duration = 0, recovery = 0;
    int64_t agent_cooldown = 0, archetype_cooldown = 0, class_cooldown = 0; ///< 0: none
    int32_t uses = 1;
    int16_t attack_class = no_class;
    bool agent_clock = false; ///< it waits for a clock of the agent's own
    Scope scope = Scope::circle;
    bool any_angle = false;
    bool straight_ahead = false; ///< angle 0 is within the angles

    /// May it begin at this distance?
    bool in_range(int32_t mm, int32_t attack_start_mm) const {
        return range_min_mm <= mm && mm <= range_max_mm && mm <= attack_start_mm;
    }
    bool in_angle(float bearing) const { return angle_min <= bearing && bearing <= angle_max; }
};

struct CompiledClassLimit {
    int16_t attack_class;
    int32_t permits;
};

struct CircleShape {
    int32_t slots = 8;
    int32_t grid_capacity = 0, attack_capacity = 0;
    float attack_radius = 0.0f, approach_radius = 0.0f, roam_radius = 0.0f; ///< m
    int32_t attack_radius_mm = 0, arrive_mm = 0;
    int32_t arrive_at_holder_mm = 0; ///< from a target that holds a slot itself
    float stand_squared = 0.0f;      ///< m^2; beyond, a holder whose target holds a slot walks again
    int32_t leash_mm = 0;            ///< inside is who is no farther from the target: stealing
    float leash_squared = 0.0f;      ///< m^2, a little less than that
    int32_t switch_gain_mm = 0;
    int64_t patience = 0, permit_patience = 0, reach_limit = 0, attack_timeout = 0;
    int64_t switch_dwell = 0, steal_after = 0;
    int64_t attack_gap = 0, rest = 0, hold_limit = 0, interrupt_grace = 0;
    int32_t offscreen_limit = -1;
    Rebalance rebalance = Rebalance::exact;
    Outside outside = Outside::flank;
    bool steal = true;
    std::vector<CompiledClassLimit> class_limits;
    std::vector<Vec2> slot_offsets;   ///< of each slot from the centre
    std::vector<int32_t> arc_bonuses; ///< mm, by steps from the nearest taken slot; empty without `surround`
};

/// What a phase may change; of each phase, and first of what is before them.
struct PhaseTables {
    ReactionDef reactions;
    float walk_speed = 0.0f, run_speed = 0.0f;
    float below = 0.0f; ///< health from which it begins
    bool super_armour = false;
    std::vector<uint8_t> usable; ///< by attack; empty: all are used
};

struct Archetype {
    bool brain = true;
    bool staged = true;
    bool has_brain_columns = false; ///< it decides more than staged soldiers do
    bool reacts = false, timed = false;
    bool line_of_sight = false;
    Release release = Release::all;
    Choice choice = Choice::score;
    Targeting targeting = Targeting::team;
    Motion motion = Motion::fray;
    uint8_t period = 1; ///< frames
    int32_t grid_weight = 1;
    float health = 1.0f;
    bool host_health = false;
    float radius = 0.0f, mass = 1.0f; ///< m, kg
    float walk_speed = 0.0f, run_speed = 0.0f, turn_rate = 0.0f;
    float fastest = 0.0f;      ///< m/s, in any phase, sliding included
    float acceleration = 0.0f; ///< m/s^2
    float band_squared[4] = {};
    float alert = 0.0f, alert_squared = 0.0f;
    int32_t attack_start_mm = 0, effective_mm = 0, target_margin_mm = 0;
    int64_t alert_every = 0, target_dwell = 0;
    int32_t least_weight = 0;            ///< of its attacks
    float sight = 0.0f, half_fov = 0.0f; ///< m, rad
    float half_mid_squared = 0.0f;       ///< m^2: nearer, who runs walks again
    int64_t stagger = 0, slide_time = 0, heal_time = 0;
    float slide_speed = 0.0f;                    ///< m/s
    float heal_below = 0.0f, heal_amount = 0.0f; ///< health
    uint8_t flasks = 0;
    uint8_t first_phase = 0; ///< from the spawn on
    int64_t run_clock[2] = {}, close_clock[2] = {};
    std::vector<PhaseTables> phases; ///< the first: before any phase
    struct UserUse {
        State state;
        float below; ///< health
        bool idle;
    };
    std::vector<UserUse> user_states;
    uint16_t monster = no_monster; ///< the table that an agent of it begins with
    uint16_t agent_clocks = 0;     ///< of each agent, one for each attack; 0: none of them needs one
    bool shares_world = false;     ///< some attack of it waits for a clock of the whole world
    CircleShape circle;
    std::vector<Attack> attacks;
};

/// `def` must be valid (fray::check).
Archetype compile(const ArchetypeDef& def, AttackClasses& classes);
/// Which archetypes wait for clocks of the whole world; after the classes have changed. Answers whether that changed.
bool mark_shared(std::vector<Archetype>& archetypes, const AttackClasses& classes);

/// What holds in the phase that an agent is in. `brains`: the column, as the system may read it.
inline const PhaseTables& tables_of(const Archetype& archetype, const Brain* brains, uint32_t row) {
    return archetype.phases[archetype.has_brain_columns ? brains[row].phase : 0];
}

} // namespace fray
