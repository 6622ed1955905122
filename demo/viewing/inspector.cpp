#include "inspector.h"

#include "fray/inspect.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

Serial serial_of(const World& world, AgentId agent) {
    const std::optional<size_t> row = world.row_of(agent);
    return row ? world.serials()[*row] : no_serial;
}

std::string attack_name(const ArchetypeDef& archetype, int attack) {
    const auto index = static_cast<size_t>(attack);
    return attack >= 0 && index < archetype.attacks.size() ? archetype.attacks[index].name
                                                           : fmt::format("attack {}", attack);
}

const ArchetypeDef& archetype_of(const World& world, size_t row) { return world.archetype(world.archetypes()[row]); }

std::string health_text(const World& world, size_t row) {
    const float health = world.healths()[row], whole = archetype_of(world, row).body.health;
    return std::isinf(health) ? "unlimited" : fmt::format("{:.0f} of {:.0f}", health, whole);
}

void add_fight(const World& world, size_t row, Facts& facts) {
    const Serial target = serial_of(world, world.targets()[row]);
    facts.emplace_back("target", target == no_serial ? "none" : name_of(world, target));
    if (target == no_serial) return;
    const Vec2 at = world.positions()[row], to = *world.position(world.targets()[row]);
    facts.emplace_back("distance",
                       fmt::format("{:.2f} m, band {}", std::hypot(to.x - at.x, to.y - at.y), world.bands()[row]));
    facts.emplace_back("slot", world.slots()[row] < 0 ? "none" : fmt::format("{}", world.slots()[row]));
    const int16_t attack = world.attacks()[row];
    const bool performs = world.order(world.ids()[row])->kind == OrderKind::perform;
    facts.emplace_back(performs ? "ordered attack" : "token",
                       attack < 0 ? "none" : attack_name(archetype_of(world, row), attack));
}

void add_threats(const World& world, AgentId agent, Facts& facts) {
    std::string text;
    const std::vector<ThreatEntry> threats = world.threats(agent).value_or(std::vector<ThreatEntry>{});
    for (size_t i = 0; i < std::min<size_t>(threats.size(), 3); ++i)
        text += fmt::format("{}#{} {:.0f}", text.empty() ? "" : ", ", serial_of(world, threats[i].attacker),
                            threats[i].points);
    if (!text.empty()) facts.emplace_back("threat", text);
}

void add_circle(const World& world, AgentId agent, Facts& facts) {
    const std::optional<CircleView> circle = inspect_circle(world, agent);
    if (!circle) return;
    size_t held = 0;
    for (const AgentId holder : circle->slots) held += holder ? 1 : 0;
    facts.emplace_back(
        "its circle", fmt::format("{} of {} slots, {} in the queue", held, circle->slots.size(), circle->queue.size()));
}

/// Why an agent waits, in a few words and in a sentence. Both are empty: it does not wait.
struct Why {
    std::string brief, sentence;
};

/// The words are those of the replay page. `asks`: the agent has no slot.
Why words_of(const WaitInfo& why, bool asks) {
    const auto with_both = [&](fmt::format_string<const double&, const double&> text) {
        return fmt::format(text, why.required, why.available);
    };
    const std::string numbers = with_both("needs {}, free {}"), seconds = fmt::format("{:.1f} s", why.required);
    switch (why.reason) {
    case WaitReason::none: return {};
    case WaitReason::grid:
        return {numbers, with_both("its grid weight {} is more than the {} that is free on the circle")};
    case WaitReason::no_slot: return {"no slot open", "no slot is open"};
    case WaitReason::reserved:
        return {"reserved for another", with_both("what is free is kept for another (its weight {}, free {})")};
    case WaitReason::too_heavy:
        return {"too heavy",
                asks ? with_both("its grid weight {} is more than the whole grid capacity {}")
                     : with_both("its lightest attack in reach weighs {}, more than the whole attack capacity {}")};
    case WaitReason::rest: return {"rests", fmt::format("it rests for {} more before it asks again", seconds)};
    case WaitReason::attack:
        return {numbers, with_both("its lightest attack weighs {}, more than the {} of attack capacity that is free")};
    case WaitReason::cooldown: return {"cooldown", fmt::format("its attacks cool down, for {} more", seconds)};
    case WaitReason::interval:
        return {"pause", fmt::format("the pause between two attacks on this target lasts {} more", seconds)};
    case WaitReason::attack_class:
        return {"class full", with_both("attacks of its class are full: it would be number {} of {}")};
    case WaitReason::offscreen:
        return {"unseen", with_both("the target does not see it: it would be number {} of {} from behind")};
    case WaitReason::range:
        return {"out of reach", fmt::format("no attack reaches: its longest goes {:.1f} m", why.available)};
    case WaitReason::not_ready:
        if (why.required > 0.0) return {"recovers", fmt::format("it recovers for {} more", seconds)};
        return {"on its way", "it has not arrived in its slot yet"};
    case WaitReason::turn: return {"others first", "it is ready; other agents are before it"};
    case WaitReason::way:
        return {"way blocked", asks ? "others are in its way to the slot, or on theirs to the same place"
                                    : "others are in its way to the target"};
    }
    return {};
}

Why why_of(const World& world, size_t row) {
    return words_of(wait_reason(world, world.ids()[row]).value_or(WaitInfo{}), world.slots()[row] < 0);
}

std::string activity_text(const World& world, size_t row) {
    if (const int16_t attack = world.attacks()[row]; attack >= 0)
        return fmt::format("attack: {}", attack_name(archetype_of(world, row), attack));
    const std::string why = why_of(world, row).brief;
    return why.empty() ? std::string(world.state_name(world.states()[row])) : "waits: " + why;
}

/// The part of an event's text that depends on the kind of the event.
template <typename Kind> std::string values_text(const World& world, const Kind& event) {
    const auto damage = [](const auto& e) { return fmt::format(" {:.0f} damage, {:.1f} m", e.damage, e.distance); };
    const auto amount = [](const auto& e) { return fmt::format(" {:.0f}", e.amount); };
    const Overloaded text = {
        [&](const StateEvent& e) { return fmt::format(" {} -> {}", world.state_name(e.from), world.state_name(e.to)); },
        [](const WaitEvent& e) { return fmt::format(" {} {}/{}", to_string(e.reason), e.required, e.available); },
        [](const BandEvent& e) { return fmt::format(" {}, {:.1f} m", e.band, e.distance); },
        [&](const HitEvent& e) { return damage(e); },
        [&](const MissEvent& e) { return damage(e); },
        [&](const HurtEvent& e) { return amount(e); },
        [&](const HealEvent& e) { return amount(e); },
        [](const OrderEvent& e) { return fmt::format(" {}", to_string(e.order)); },
        [](const ReactEvent& e) { return fmt::format(" {}", to_string(e.reaction)); },
        [](const PhaseEvent& e) { return fmt::format(" {}", e.phase); },
        [&](const FloorEvent& e) { return fmt::format(" {} to {}, link {}", e.from, e.to, e.nav_link); },
        [&](const ArchetypeEvent& e) { return fmt::format(" {}", world.archetype(e.to).name); },
        [](const DropEvent& e) { return fmt::format(" {}", to_string(e.command)); },
        [](const auto&) { return std::string(); },
    };
    return text(event);
}

/// The other agent of an event: its target, its cause, or the leader of a squad. no_serial: there is none.
template <typename Kind> Serial other_of(const Kind& event) {
    if constexpr (std::is_same_v<Kind, MoveInputEvent>)
        return no_serial;
    else if constexpr (requires { event.target; })
        return event.target.serial;
    else if constexpr (requires { event.attacker; })
        return event.attacker.serial;
    else if constexpr (requires { event.killer; })
        return event.killer.serial;
    else if constexpr (requires { event.summoned; })
        return event.summoned.serial;
    else if constexpr (requires { event.previous_leader.serial; })
        return event.previous_leader.serial;
    else if constexpr (requires { event.leader; })
        return event.leader.serial;
    else
        return no_serial;
}

template <typename Kind> std::string text_of(const World& world, const Kind& event) {
    constexpr bool is_harm = std::is_same_v<Kind, HurtEvent> || std::is_same_v<Kind, DeathEvent>;
    std::string text = to_string(Kind::type) + values_text(world, event);
    if constexpr (requires { event.agent, event.attack; }) {
        const std::optional<ArchetypeIndex> archetype = world.archetype_of(event.agent);
        if (event.attack >= 0 && archetype)
            text += fmt::format(" {}", attack_name(world.archetype(*archetype), event.attack));
    }
    if constexpr (requires { event.slot; })
        if (event.slot >= 0) text += fmt::format(" slot {}", event.slot);
    if (other_of(event) != no_serial) text += fmt::format(" {} #{}", is_harm ? "by" : "of", other_of(event));
    if constexpr (requires { event.cause; }) text += fmt::format(" ({})", to_string(event.cause));
    return text;
}

} // namespace

std::optional<size_t> row_of(const World& world, Serial agent) {
    return world.row_of(world.find(agent).value_or(AgentId{}));
}

std::string name_of(const World& world, Serial agent) {
    const std::optional<size_t> row = row_of(world, agent);
    return row ? fmt::format("#{} {}", agent, archetype_of(world, *row).name) : fmt::format("#{}", agent);
}

Facts facts_of(const World& world, Serial agent) {
    Facts facts;
    const std::optional<size_t> found = row_of(world, agent);
    if (!found) return facts;
    const size_t row = *found;
    const AgentId id = world.ids()[row];
    const int interval = *world.update_interval(id);
    facts.emplace_back("team", world.team_name(world.teams()[row]));
    facts.emplace_back("state", world.state_name(world.states()[row]));
    facts.emplace_back("health", health_text(world, row));
    add_fight(world, row, facts);
    add_threats(world, id, facts);
    facts.emplace_back("position", fmt::format("{:.1f}, {:.1f} m", world.positions()[row].x, world.positions()[row].y));
    if (interval > 1) facts.emplace_back("update", fmt::format("every {} frames", interval));
    add_circle(world, id, facts);
    return facts;
}

std::string why_text(const World& world, Serial agent) {
    const std::optional<size_t> row = row_of(world, agent);
    return row ? why_of(world, *row).sentence : "";
}

std::vector<std::string> label_lines(const World& world, Serial agent, AgentId circle) {
    const std::optional<size_t> row = row_of(world, agent);
    if (!row) return {};
    std::vector<std::string> lines = {name_of(world, agent), activity_text(world, *row)};
    const std::optional<CircleView> view = inspect_circle(world, circle);
    if (!view) return lines;
    if (circle != world.ids()[*row])
        lines.push_back(fmt::format("circle of {}", name_of(world, serial_of(world, circle))));
    lines.push_back(fmt::format("grid weight {} of {}", view->grid_capacity - view->grid_free, view->grid_capacity));
    lines.push_back(
        fmt::format("attack weight {} of {}", view->attack_capacity - view->attack_free, view->attack_capacity));
    for (const CircleInfo& info : world.circles())
        if (info.target == circle && world.archetype(*world.archetype_of(circle)).circle.director.pressure > 0.0f)
            lines.push_back(fmt::format("under attack {:.0f} % of the time, its director wants {:.0f} %",
                                        100.0f * info.pressure, 100.0f * info.wanted_pressure));
    const size_t requesters = view->queue.size();
    lines.push_back(fmt::format("{} requester{} in the queue", requesters, requesters == 1 ? "" : "s"));
    return lines;
}

std::string event_text(const World& world, const AnyEvent& event) {
    return std::visit([&](const auto& kind) { return text_of(world, kind); }, event);
}

} // namespace fray::demo
