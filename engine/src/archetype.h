// Archetypes as the frame reads them: whole microseconds and millimetres, squares, no strings.
#pragma once

#include "fray/defs.h"

#include <cstdint>
#include <vector>

namespace fray {

struct Attack {
    int32_t weight = 1;
    int32_t score = 1;
    float damage = 0.0f;
    int32_t range_min_mm = 0, range_max_mm = 0;
    float angle_min = 0.0f, angle_max = 0.0f; ///< rad
    int64_t windup = 0, duration = 0, recovery = 0;
    int64_t cooldown = 0; ///< per archetype and circle; 0: none
    int32_t uses = 1;
    bool any_angle = false;
    bool straight_ahead = false; ///< angle 0 is within the angles

    /// May it begin at this distance?
    bool in_range(int32_t mm, int32_t attack_start_mm) const {
        return range_min_mm <= mm && mm <= range_max_mm && mm <= attack_start_mm;
    }
    bool in_angle(float bearing) const { return angle_min <= bearing && bearing <= angle_max; }
};

struct CircleShape {
    int32_t slots = 8;
    int32_t grid_capacity = 0, attack_capacity = 0;
    float attack_radius = 0.0f, approach_radius = 0.0f, roam_radius = 0.0f; ///< m
    int32_t attack_radius_mm = 0, arrive_mm = 0;
    int32_t arrive_at_holder_mm = 0; ///< from a target that holds a slot itself
    float stand_squared = 0.0f;      ///< m^2; beyond, a holder whose target holds a slot walks again
    int64_t permit_patience = 0, reach_limit = 0, attack_timeout = 0;
    std::vector<Vec2> slot_offsets; ///< of each slot from the centre
};

struct Archetype {
    bool brain = true;
    Release release = Release::all;
    Choice choice = Choice::score;
    Targeting targeting = Targeting::team;
    Motion motion = Motion::fray;
    int32_t grid_weight = 1;
    float health = 1.0f;
    float radius = 0.0f, walk_speed = 0.0f, run_speed = 0.0f, turn_rate = 0.0f;
    float band_squared[4] = {};
    float alert = 0.0f, alert_squared = 0.0f;
    int32_t attack_start_mm = 0, effective_mm = 0, target_margin_mm = 0;
    int64_t alert_every = 0, target_dwell = 0;
    CircleShape circle;
    std::vector<Attack> attacks;
};

/// `def` must be valid (fray::check).
Archetype compile(const ArchetypeDef& def);

} // namespace fray
