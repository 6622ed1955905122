#include "circles/blocked_slots.h"

#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>

namespace fray {
namespace {

/// mm. A circle is surveyed again only when its target is farther than this from its position at the last survey.
constexpr int32_t survey_again_mm = 250;

constexpr uint32_t circles_a_job = 256;

bool is_near(const ChangedBox& box, Vec2 at, float radius) {
    const Vec2 nearest = glm::clamp(at, box.low, box.high);
    return distance_squared(at, nearest) <= radius * radius * 1.0001f;
}

/// The slots that are blocked around a target at `from`. `on_ground`: it stands on walkable ground.
SlotSet blocked_around(const CirclesLayer& layer, const Circle& circle, Vec2 from, bool on_ground) {
    const CircleShape& shape = layer.kinds.archetypes[circle.archetype].circle;
    SlotSet blocked;
    for (uint32_t slot = 0; slot < circle.slots.size; ++slot)
        if (is_blocked(layer, layer.ids.row[circle.target], from, on_ground, from + shape.slot_offsets[slot]))
            blocked.add(slot);
    return blocked;
}

/// Finds the blocked slots of a circle although its target has not moved, because the ground has changed.
void look_again(CirclesLayer& layer, Circle& circle) {
    const Vec2 from = circle.surveyed_at;
    circle.block(blocked_around(layer, circle, from, layer.terrain.ground->walkable(from)),
                 layer.target_infos.closed(circle.target));
}

} // namespace

bool survey(CirclesLayer& layer, Circle& circle) {
    const uint32_t row = layer.ids.row[circle.target];
    const Vec2 here = layer.agents.position.any()[row];
    if (circle.surveyed && millimetres(distance_squared(circle.surveyed_at, here)) <= survey_again_mm) return false;
    circle.surveyed = true;
    circle.surveyed_at = here;
    const bool on_ground = layer.agents.island.any()[row] != Ground::no_island;
    return circle.block(blocked_around(layer, circle, here, on_ground), layer.target_infos.closed(circle.target));
}

void survey_changed_ground(CirclesLayer& layer, ParallelLoops& loops) {
    const auto& changes = layer.terrain.changes;
    if (changes.empty()) return;
    const auto count = static_cast<uint32_t>(layer.circles.all().size());
    loops.parallel_for(count, circles_a_job, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (uint32_t number = begin; number < end; ++number) {
            const Circle& circle = layer.circles[number];
            if (!circle.in_use || !circle.surveyed) continue;
            const float radius = layer.kinds.archetypes[circle.archetype].circle.approach_radius;
            const bool near = std::any_of(changes.begin(), changes.end(), [&](const ChangedBox& box) {
                return is_near(box, circle.surveyed_at, radius);
            });
            if (near) look_again(layer, layer.circles.change(number));
            layer.circles.mark_dirty(number, layer.clock.frame); // lines may have become free, or walled off
        }
    });
    layer.terrain.changes.clear();
}

void survey_new_circles(CirclesLayer& layer) {
    for (uint32_t number = 0; number < layer.circles.all().size(); ++number)
        if (layer.circles[number].in_use && !layer.circles[number].surveyed)
            survey(layer, layer.circles.change(number));
}

} // namespace fray
