#include "circles/blocked_slots.h"

#include "definitions/slot_ring.h"
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
SlotSet blocked_around(const SurveyView& world, const Circle& circle, Vec2 from, bool on_ground) {
    const float radius = world.kinds.archetypes[circle.archetype].circle.approach_radius;
    SlotSet blocked;
    for (uint32_t slot = 0; slot < circle.slots.size; ++slot)
        if (is_blocked(world, world.ids.row[circle.target], from, on_ground,
                       from + offset_on_ring(radius, slot, circle.slots.size)))
            blocked.add(slot);
    return blocked;
}

/// Finds the blocked slots of a circle although its target has not moved, because the ground has changed.
void look_again(const SurveyView& world, Circle& circle) {
    const Vec2 from = circle.surveyed_at;
    circle.block(blocked_around(world, circle, from, world.terrain.ground->walkable(from)),
                 world.target_infos.closed(circle.target));
}

} // namespace

bool survey(const SurveyView& world, Circle& circle) {
    const Row row = world.ids.row[circle.target];
    const Vec2 here = world.position[row];
    if (circle.surveyed && millimetres(distance_squared(circle.surveyed_at, here)) <= survey_again_mm) return false;
    circle.surveyed = true;
    circle.surveyed_at = here;
    const bool on_ground = world.island[row] != Ground::no_island;
    return circle.block(blocked_around(world, circle, here, on_ground), world.target_infos.closed(circle.target));
}

void survey_changed_ground(const Views<SurveyView, Circles>& world, ParallelLoops& loops) {
    const auto& changes = world.terrain.changes;
    if (changes.empty()) return;
    const auto count = static_cast<uint32_t>(world.circles.all().size());
    loops.parallel_for(count, circles_a_job, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (uint32_t number = begin; number < end; ++number) {
            const Circle& circle = world.circles[number];
            if (!circle.in_use || !circle.surveyed) continue;
            const float radius = world.kinds.archetypes[circle.archetype].circle.approach_radius;
            const bool near = std::any_of(changes.begin(), changes.end(), [&](const ChangedBox& box) {
                return is_near(box, circle.surveyed_at, radius);
            });
            if (near) look_again(world, world.circles.change(number));
            world.circles.mark_dirty(number, world.clock.frame); // lines may have become free, or walled off
        }
    });
}

void survey_new_circles(const Views<SurveyView, Circles>& world) {
    for (uint32_t number = 0; number < world.circles.all().size(); ++number)
        if (world.circles[number].in_use && !world.circles[number].surveyed)
            survey(world, world.circles.change(number));
}

} // namespace fray
