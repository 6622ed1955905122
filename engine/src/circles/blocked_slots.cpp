#include "circles/blocked_slots.h"

#include "storage/rules_math.h"
#include "terrain/footing.h"

namespace fray {
namespace {

/// mm. A circle is surveyed again only when its target is farther than this from its position at the last survey.
constexpr int32_t survey_again_mm = 250;

} // namespace

bool survey(CirclesLayer& layer, Circle& circle) {
    const uint32_t row = layer.ids.row[circle.target];
    const Vec2 here = layer.agents.position.any()[row];
    if (circle.surveyed && millimetres(distance_squared(circle.surveyed_at, here)) <= survey_again_mm) return false;
    // A circle that was never surveyed takes the host's closed slots from its own slots, not from `target_infos`. A
    // command of this frame is already in `target_infos`, but plan_engagements has not yet applied it to the circle.
    const SlotSet by_host = circle.surveyed ? layer.target_infos.closed(circle.target) : circle.closed_set();
    circle.surveyed = true;
    circle.surveyed_at = here;
    const CircleShape& shape = layer.kinds.archetypes[circle.archetype].circle;
    SlotSet blocked;
    for (uint32_t slot = 0; slot < circle.slots.size; ++slot)
        if (is_blocked(layer, row, here + shape.slot_offsets[slot])) blocked.add(slot);
    return circle.block(blocked, by_host);
}

void survey_new_circles(CirclesLayer& layer) {
    for (Circle& circle : layer.circles.list)
        if (circle.in_use && !circle.surveyed) survey(layer, circle);
}

} // namespace fray
