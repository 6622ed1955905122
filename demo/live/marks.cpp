#include "marks.h"

#include <cmath>

namespace fray::live {
namespace {

Style attack_style(const World& world, size_t row, double begun) {
    if (begun < 0.0) return Style::step_in;
    const ArchetypeDef& archetype = world.archetype(world.archetypes()[row]);
    const int16_t attack = world.attacks()[row];
    const bool known = attack >= 0 && static_cast<size_t>(attack) < archetype.attacks.size();
    return known && world.time() - begun < archetype.attacks[static_cast<size_t>(attack)].windup ? Style::windup
                                                                                                 : Style::strike;
}

Style style_of(const World& world, size_t row, double begun) {
    switch (world.states()[row]) {
    case AgentState::dead: return Style::dead;
    case AgentState::idle: return world.archetype(world.archetypes()[row]).autonomous ? Style::idle : Style::combat;
    case AgentState::patrol: return Style::idle;
    case AgentState::roam: return Style::outside;
    case AgentState::approach: return Style::approach;
    case AgentState::combat: return world.attacks()[row] >= 0 ? Style::step_in : Style::combat;
    case AgentState::attack: return attack_style(world, row, begun);
    case AgentState::backstep: return Style::slide;
    case AgentState::stagger: return Style::stagger;
    case AgentState::heal: return Style::heal;
    default: return Style::moving;
    }
}

} // namespace

void Marks::show(const World& world, const Player& player, const std::vector<double>& begun, bool with_queues) {
    const size_t count = world.agent_count();
    for (std::vector<float>* list : {&x, &y, &next_x, &next_y, &heading, &radius, &health}) list->resize(count);
    for (std::vector<uint8_t>* list : {&team, &style}) list->resize(count);
    lines.clear();
    for (size_t row = 0; row < count; ++row) {
        // A dead player does not move any more, but `before` stays as it was.
        const bool is_player = world.ids()[row] == player.agent() && player.taken() && player.lives(world);
        const Vec2 now = is_player ? player.before() : world.interpolated_position(row, 0.0);
        const Vec2 next = world.interpolated_position(row, 1.0), way = world.headings()[row];
        x[row] = now.x, y[row] = now.y, next_x[row] = next.x, next_y[row] = next.y;
        heading[row] = std::atan2(way.y, way.x);
        const BodyDef& body = world.archetype(world.archetypes()[row]).body;
        radius[row] = body.radius;
        health[row] = body.health == unlimited_health ? 1.0f : world.healths()[row] / body.health;
        team[row] = world.teams()[row];
        style[row] = static_cast<uint8_t>(style_of(world, row, begun[static_cast<size_t>(world.serials()[row])]));
        if (style[row] == static_cast<uint8_t>(Style::dead)) continue;
        const bool waits = with_queues && style[row] == static_cast<uint8_t>(Style::outside);
        if (!waits && style[row] < static_cast<uint8_t>(Style::step_in)) continue;
        const std::optional<size_t> target = world.row_of(world.targets()[row]);
        if (!target) continue;
        const Line kind = waits                                                ? Line::queue
                          : style[row] == static_cast<uint8_t>(Style::step_in) ? Line::step_in
                                                                               : Line::attack;
        lines.insert(lines.end(), {static_cast<int32_t>(row), static_cast<int32_t>(*target), static_cast<int32_t>(kind),
                                   int32_t{team[row]}});
    }
    for (const HitEvent& hit : world.events().hits) {
        const std::optional<Vec2> at = world.position(hit.target.id);
        if (at) hits.insert(hits.end(), {at->x, at->y, hit.damage, hit.target.id == player.agent() ? 1.0f : 0.0f});
    }
    projectiles.clear();
    const double now = world.counters().time, step = 1.0 / world.hz();
    for (const Projectile& each : world.projectiles()) {
        projectiles.insert(projectiles.end(), {each.from.x, each.from.y, each.to.x, each.to.y, each.height,
                                               each.share(now - step), each.share(now)});
    }
}

} // namespace fray::live
