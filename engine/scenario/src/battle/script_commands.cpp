#include "battle/script_commands.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace scenario {
namespace {

bool contains(const Keys& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

const std::vector<ScriptCommand>& script_commands() {
    using enum CommandKind;
    using W = World&;
    using A = AgentId;
    using C = const CommandDef&;
    static const Arguments to_squads{.optional = {"as_squads", "queue", "delay"}};
    static const Arguments to_point{
        .needed = {"to"},
        .optional = {"as_squads", "queue", "delay", "repeat", "files", "ranks", "spacing", "facing_deg", "storey"}};
    static const Arguments at_target{.one_of = {"target", "target_group"}, .optional = {"as_squads", "queue", "delay"}};
    static const Arguments of_perform{
        .needed = {"attack"}, .one_of = {"target", "target_group"}, .optional = {"queue", "delay"}};
    static const Arguments of_escort{.one_of = {"target", "target_group"},
                                     .optional = {"as_squads", "queue", "delay", "distance"}};
    static const Arguments of_evade{
        .needed = {"radius"},
        .optional = {"speed", "turn_every", "roll_every", "roll", "roll_time", "roll_turn_deg", "until"}};
    static const std::vector<ScriptCommand> all = {
        {go, "go", to_point, nullptr, OrderKind::go},
        {retreat, "retreat", to_point, nullptr, OrderKind::retreat},
        {stand, "stand", to_squads, nullptr, OrderKind::stand},
        {CommandKind::free, "free", to_squads, nullptr, OrderKind::free},
        {attack, "attack", at_target, nullptr, OrderKind::attack},
        {perform, "perform", of_perform, nullptr, OrderKind::perform},
        {advance, "advance", to_point, nullptr, OrderKind::advance},
        {hold, "hold", to_squads, nullptr, OrderKind::hold},
        {escort, "escort", of_escort, nullptr, OrderKind::escort},
        {teleport, "teleport", {.needed = {"to"}, .optional = {"relative", "facing_deg"}}},
        {damage,
         "damage",
         {.needed = {"amount"}, .at_most_one = {"by", "by_group"}},
         nullptr,
         {},
         [](W w, A a, A by, C c) { return w.damage(a, c.amount, by); }},
        {stagger,
         "stagger",
         {.at_most_one = {"by", "by_group"}},
         nullptr,
         {},
         [](W w, A a, A by, C) { return w.stagger(a, by); }},
        {set_health,
         "set_health",
         {.needed = {"health"}, .at_most_one = {"by", "by_group"}},
         nullptr,
         {},
         [](W w, A a, A by, C c) { return w.set_health(a, c.health, by); }},
        {set_capacity,
         "set_capacity",
         {.needed = {"grid", "attack"}},
         [](W w, A a, C c) {
             return w.set_capacity(a, {c.grid, c.attack});
         }},
        {set_closed_slots,
         "set_closed_slots",
         {.needed = {"slots"}},
         [](W w, A a, C c) { return w.set_closed_slots(a, c.slots); }},
        {set_view,
         "set_view",
         {.needed = {"direction_deg", "half_angle_deg"}},
         [](W w, A a, C c) {
             return w.set_view(a, {direction_of(c.direction), c.half_angle});
         }},
        {report_attack,
         "report_attack",
         {.needed = {"what"}},
         [](W w, A a, C c) { return w.report_attack(a, c.what); }},
        {despawn, "despawn", {}, [](W w, A a, C) { return w.despawn(a); }},
        {set_leader, "set_leader", {}, [](W w, A a, C) { return w.set_leader(a); }},
        {set_target_bias,
         "set_target_bias",
         {.needed = {"metres"}},
         [](W w, A a, C c) { return w.set_target_bias(a, c.metres); }},
        {set_update_interval,
         "set_update_interval",
         {.needed = {"frames"}},
         [](W w, A a, C c) { return w.set_update_interval(a, c.frames); }},
        {set_speed_factor,
         "set_speed_factor",
         {.needed = {"factor"}},
         [](W w, A a, C c) { return w.set_speed_factor(a, c.factor); }},
        {set_radius,
         "set_radius",
         {.needed = {"body_radius"}},
         [](W w, A a, C c) { return w.set_radius(a, c.body_radius); }},
        {set_avoidance_factor,
         "set_avoidance_factor",
         {.needed = {"factor"}},
         [](W w, A a, C c) { return w.set_avoidance_factor(a, c.factor); }},
        {stun, "stun", {.needed = {"seconds"}}, [](W w, A a, C c) { return w.stun(a, c.seconds); }},
        {push,
         "push",
         {.needed = {"displacement", "seconds"}},
         [](W w, A a, C c) { return w.push(a, c.displacement, c.seconds); }},
        {add_threat,
         "add_threat",
         {.needed = {"threat"}, .one_of = {"by", "by_group"}},
         nullptr,
         {},
         [](W w, A a, A by, C c) { return by && !(by == a) ? w.add_threat(a, by, c.threat) : Error::ok; }},
        {leave, "leave", {}, [](W w, A a, C) { return w.leave(a); }},
        {set_storey,
         "set_storey",
         {.needed = {"storey"}},
         [](W w, A a, C c) { return w.set_storey(a, static_cast<int16_t>(*c.storey)); }},
        {set_archetype, "set_archetype", {.needed = {"archetype"}}},
        {set_team, "set_team", {.needed = {"team"}, .optional = {"as_squads"}}},
        {set_move_input, "set_move_input", {.optional = {"direction_deg", "strength"}}},
        {spawn, "spawn", {.for_agents = false, .needed = {"group"}}},
        {set_detail, "set_detail", {.for_agents = false, .needed = {"points"}}},
        {set_link, "set_link", {.for_agents = false, .needed = {"link", "open"}}},
        {path, "path", {.needed = {"points"}, .optional = {"speed", "loop", "relative"}}},
        {evade, "evade", of_evade},
    };
    return all;
}

} // namespace

const ScriptCommand& script_command(CommandKind kind) {
    static const ScriptCommand none = {CommandKind{}, "?", {}};
    const auto& all = script_commands();
    const auto found = std::find_if(all.begin(), all.end(), [&](const ScriptCommand& c) { return c.kind == kind; });
    return found == all.end() ? none : *found;
}

bool takes(const Arguments& keys, std::string_view key) {
    if (key == "at" || key == "do") return true;
    if (keys.for_agents && (key == "agent" || key == "group")) return true;
    return contains(keys.needed, key) || contains(keys.one_of, key) || contains(keys.optional, key) ||
           contains(keys.at_most_one, key);
}

Vec2 direction_of(float angle) {
    const auto rounded = [](double v) { return static_cast<float>(std::round(v * 1e6) * 1e-6); };
    return {rounded(std::cos(double{angle})), rounded(std::sin(double{angle}))};
}

} // namespace scenario

const char* to_string(CommandKind kind) { return scenario::script_command(kind).word; }

} // namespace fray
