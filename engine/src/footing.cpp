#include "footing.h"

#include "rules_math.h"

#include <limits>

namespace fray {
namespace {

constexpr uint32_t rows_a_job = 4096;

/// A target that stands no farther from where it was looked round is left alone.
constexpr int32_t survey_again_mm = 250;

} // namespace

bool apart_rows(const Core& core, uint32_t row, uint32_t other) {
    if (core.ground == nullptr) return false;
    const uint32_t* const island = core.agents.island.any();
    return apart(island[row], island[other]);
}

void know_islands(Core& core, Loops& loops) {
    loops.chunks(core.rows(), rows_a_job, [&](uint32_t, uint32_t begin, uint32_t end) {
        core.ground->islands({core.agents.position.any() + begin, end - begin},
                             {core.agents.island.write_any() + begin, end - begin});
    });
}

bool is_blocked(const Core& core, uint32_t target_row, Vec2 point) {
    const bool on_ground = core.agents.island.any()[target_row] != Ground::no_island;
    return on_ground ? !core.ground->clear(core.agents.position.any()[target_row], point)
                     : !core.ground->walkable(point);
}

bool survey(Core& core, Circle& circle) {
    const uint32_t row = core.ids.row[circle.target];
    const Vec2 here = core.agents.position.any()[row];
    if (circle.surveyed && millimetres(distance_squared(circle.surveyed_at, here)) <= survey_again_mm) return false;
    // A new one knows what the host has closed; what was closed in this frame's ingest is carried out later.
    const SlotSet by_host = circle.surveyed ? core.target_infos.closed(circle.target) : circle.closed_set();
    circle.surveyed = true;
    circle.surveyed_at = here;
    const CircleShape& shape = core.archetypes[circle.archetype].circle;
    SlotSet blocked;
    for (uint32_t slot = 0; slot < circle.slots.size; ++slot)
        if (is_blocked(core, row, here + shape.slot_offsets[slot])) blocked.add(slot);
    return circle.block(blocked, by_host);
}

void survey_new_circles(Core& core) {
    for (Circle& circle : core.circles.list)
        if (circle.in_use && !circle.surveyed) survey(core, circle);
}

Vec2 nearest_footing(const Core& core, Vec2 point, uint32_t island) {
    Vec2 found;
    return core.ground->nearest(point, std::numeric_limits<float>::max(), &found, island) ? found : point;
}

} // namespace fray
