#include "inspector.h"

#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

size_t row_of(const World& world, Serial agent) {
    const int64_t row = world.row_of(world.find(agent));
    return row < 0 ? world.agent_count() : static_cast<size_t>(row);
}

Serial serial_of(const World& world, AgentId agent) {
    const int64_t row = world.row_of(agent);
    return row < 0 ? no_serial : world.serials()[static_cast<size_t>(row)];
}

std::string attack_name(const ArchetypeDef& archetype, int attack) {
    const auto index = static_cast<size_t>(attack);
    return attack >= 0 && index < archetype.attacks.size() ? archetype.attacks[index].name
                                                           : fmt::format("attack {}", attack);
}

const ArchetypeDef& archetype_of(const World& world, size_t row) { return world.archetype(world.archetypes()[row]); }

std::string health_text(const World& world, size_t row) {
    const float health = world.healths()[row], whole = archetype_of(world, row).health;
    return std::isinf(health) ? "unlimited" : fmt::format("{:.0f} of {:.0f}", health, whole);
}

void add_fight(const World& world, size_t row, Facts& facts) {
    const Serial target = serial_of(world, world.targets()[row]);
    facts.emplace_back("target", target == no_serial ? "none" : name_of(world, target));
    if (target == no_serial) return;
    const Vec2 at = world.positions()[row], to = world.positions()[row_of(world, target)];
    facts.emplace_back("distance",
                       fmt::format("{:.2f} m, band {}", std::hypot(to.x - at.x, to.y - at.y), world.bands()[row]));
    facts.emplace_back("slot", world.slots()[row] < 0 ? "none" : fmt::format("{}", world.slots()[row]));
    const int16_t attack = world.attacks()[row];
    facts.emplace_back("token", attack < 0 ? "none" : attack_name(archetype_of(world, row), attack));
}

void add_circle(const World& world, AgentId agent, Facts& facts) {
    World::CircleView circle;
    if (!world.circle(agent, &circle)) return;
    size_t held = 0;
    for (const AgentId holder : circle.slots) held += holder ? 1 : 0;
    facts.emplace_back("its circle",
                       fmt::format("{} of {} slots, {} in the queue", held, circle.slots.size(), circle.queue.size()));
}

std::string values_text(const World& world, const Event& event) {
    switch (event.type) {
    case EventType::state:
        return fmt::format(" {} -> {}", world.state_name(static_cast<State>(event.a)),
                           world.state_name(static_cast<State>(event.b)));
    case EventType::wait:
        return fmt::format(" {} {}/{}", to_string(static_cast<WaitReason>(event.c)), event.a, event.b);
    case EventType::band: return fmt::format(" {}, {:.1f} m", event.a, event.x);
    case EventType::hit:
    case EventType::miss: return fmt::format(" {:.0f} damage, {:.1f} m", event.x, event.y);
    case EventType::hurt:
    case EventType::heal: return fmt::format(" {:.0f}", event.x);
    case EventType::order: return fmt::format(" {}", to_string(static_cast<OrderKind>(event.a)));
    case EventType::react: return fmt::format(" {}", to_string(static_cast<Reaction>(event.b)));
    case EventType::phase: return fmt::format(" {}", event.a);
    default: return "";
    }
}

} // namespace

std::string name_of(const World& world, Serial agent) {
    const size_t row = row_of(world, agent);
    return row == world.agent_count() ? fmt::format("#{}", agent)
                                      : fmt::format("#{} {}", agent, archetype_of(world, row).name);
}

Facts facts_of(const World& world, Serial agent) {
    Facts facts;
    const size_t row = row_of(world, agent);
    if (row == world.agent_count()) return facts;
    const AgentId id = world.ids()[row];
    facts.emplace_back("team", world.team_name(world.teams()[row]));
    facts.emplace_back("state", world.state_name(world.states()[row]));
    facts.emplace_back("health", health_text(world, row));
    add_fight(world, row, facts);
    facts.emplace_back("position", fmt::format("{:.1f}, {:.1f} m", world.positions()[row].x, world.positions()[row].y));
    if (world.period(id) > 1) facts.emplace_back("turn", fmt::format("every {} frames", world.period(id)));
    add_circle(world, id, facts);
    return facts;
}

/// In the words of the replay page.
std::string why_text(const World& world, Serial agent) {
    const size_t row = row_of(world, agent);
    if (row == world.agent_count()) return "";
    const World::WaitInfo why = world.wait_reason(world.ids()[row]);
    const std::string seconds = fmt::format("{:.1f} s", static_cast<double>(why.need) * 1e-3);
    const bool asks = world.slots()[row] < 0;
    switch (why.reason) {
    case WaitReason::none: return "";
    case WaitReason::grid:
        return fmt::format("its grid weight {} is more than the {} that is free on the circle", why.need, why.free);
    case WaitReason::no_slot: return "no slot is open";
    case WaitReason::reserved:
        return fmt::format("what is free is kept for another (its weight {}, free {})", why.need, why.free);
    case WaitReason::too_heavy:
        return asks ? fmt::format("its grid weight {} is more than the whole grid capacity {}", why.need, why.free)
                    : fmt::format("its lightest attack in reach weighs {}, more than the whole attack capacity {}",
                                  why.need, why.free);
    case WaitReason::rest: return fmt::format("it rests for {} more before it asks again", seconds);
    case WaitReason::attack:
        return fmt::format("its lightest attack weighs {}, more than the {} of attack capacity that is free", why.need,
                           why.free);
    case WaitReason::cooldown: return fmt::format("its attacks cool down, for {} more", seconds);
    case WaitReason::gap: return fmt::format("the pause between two attacks on this target lasts {} more", seconds);
    case WaitReason::attack_class:
        return fmt::format("attacks of its class are full: it would be number {} of {}", why.need, why.free);
    case WaitReason::offscreen:
        return fmt::format("the target does not see it: it would be number {} of {} from behind", why.need, why.free);
    case WaitReason::range:
        return fmt::format("no attack reaches: its longest goes {:.1f} m", static_cast<double>(why.free) * 1e-3);
    case WaitReason::not_ready:
        return why.need > 0 ? fmt::format("it recovers for {} more", seconds) : "it has not arrived in its slot yet";
    case WaitReason::turn: return "it is ready; other agents are before it";
    }
    return "";
}

std::string event_text(const World& world, const Event& event) {
    std::string text = to_string(event.type);
    text += values_text(world, event);
    const size_t row = row_of(world, event.agent);
    if (event.attack >= 0 && row < world.agent_count())
        text += fmt::format(" {}", attack_name(archetype_of(world, row), event.attack));
    if (event.slot >= 0) text += fmt::format(" slot {}", event.slot);
    if (event.target != no_serial)
        text += fmt::format(" {} #{}", event.type == EventType::hurt || event.type == EventType::death ? "by" : "of",
                            event.target);
    if (event.cause != Cause::none) text += fmt::format(" ({})", to_string(event.cause));
    return text;
}

} // namespace fray::demo
