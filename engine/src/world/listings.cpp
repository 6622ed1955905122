// The World functions that list projectiles, squads and circles. Each list is made when it is first asked for after a
// change of the world, so that a host that does not ask pays nothing.
#include "storage/rules_math.h"
#include "world/world_impl.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// Calls `fill` to make `list` again if the world has changed since `list` was made.
template <typename T, typename Fill>
std::span<const T> up_to_date(const WorldImpl& w, Vector<T>& list, uint64_t& made_at, Fill&& fill) {
    const std::lock_guard lock(w.listings.mutex);
    if (made_at != w.changes) {
        const MemoryScope memory(w.memory.get());
        list.clear();
        fill();
        made_at = w.changes;
    }
    return {list.data(), list.size()};
}

} // namespace

std::span<const Projectile> World::projectiles() const {
    const WorldImpl& w = *impl_;
    auto& list = w.listings.projectiles;
    return up_to_date(w, list, w.listings.projectiles_at, [&] {
        for (const FlyingProjectile& p : w.state.combat.projectiles) {
            const Row target = w.state.ids.row_of(p.target);
            const Vec2 to = p.homing != 0 && target != Row::none() ? w.state.agents.position[target] : p.to;
            const float distance = std::sqrt(distance_squared(p.from, to));
            list.push_back({.from = p.from,
                            .to = to,
                            .height = p.arc_clear != 0.0f ? 0.25f * distance : 0.0f,
                            .splash = p.splash,
                            .homing = p.homing != 0,
                            .target = p.target,
                            .shooter = find(p.by).value_or(AgentId{}),
                            .shooter_serial = p.by,
                            .archetype = p.archetype,
                            .attack = p.attack,
                            .launch_time = seconds_of(p.launched_us),
                            .landing_time = seconds_of(p.lands_us),
                            .damage = p.damage,
                            .hit_range = static_cast<float>(p.hit_range_mm) / 1000.0f,
                            .number = p.number,
                            .floor = p.floor});
        }
    });
}

std::span<const SquadInfo> World::squads() const {
    const WorldImpl& w = *impl_;
    auto& list = w.listings.squads;
    return up_to_date(w, list, w.listings.squads_at, [&] {
        for (const auto& [number, squad_index] : w.state.squads.made) {
            const Squad& squad = w.state.squads.list[squad_index];
            const SquadTraits& traits = *w.state.squads.traits_of(squad_index);
            const int32_t points =
                traits.morale == Squads::none ? full_morale : w.state.squads.morales[traits.morale].points;
            list.push_back({.id = {number},
                            .team = squad.team,
                            .leader = leader({number}).value_or(AgentId{}),
                            .members = squad.members.size,
                            .move_input = traits.move_input,
                            .mood = w.state.squads.mood_of(traits),
                            .morale = static_cast<float>(points) / 1000.0f});
        }
    });
}

std::span<const CircleInfo> World::circles() const {
    const WorldImpl& w = *impl_;
    auto& list = w.listings.circles;
    return up_to_date(w, list, w.listings.circles_at, [&] {
        Vector<std::pair<Serial, const Circle*>> found;
        for (const Circle& circle : w.state.circles.all())
            if (circle.in_use && !circle.over(w.state.clock.previous_due_by(), w.state.kinds.archetypes))
                found.push_back({circle.target_serial, &circle});
        std::sort(found.begin(), found.end());
        for (const auto& [serial, circle] : found) {
            list.push_back({.target = w.id_of(circle->target),
                            .grid_capacity = circle->grid_capacity,
                            .grid_free = circle->grid_free,
                            .attack_capacity = circle->attack_capacity,
                            .attack_free = circle->attack_free,
                            .slots = circle->slots.size,
                            .holders = circle->token_queue.size,
                            .requesters = circle->queued});
            for (const DirectorState& state : circle->directed) { // at most one
                const Director& director = w.state.kinds.archetypes[circle->archetype].circle.director;
                const int64_t now = w.state.clock.previous_now;
                list.back().wanted_pressure = static_cast<float>(wanted_pressure(director, state, now)) * 1e-3f;
                list.back().pressure = static_cast<float>(state.mean) * 1e-6f;
            }
        }
    });
}

} // namespace fray
