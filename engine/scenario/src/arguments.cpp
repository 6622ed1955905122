#include "arguments.h"

#include <algorithm>

namespace fray::scenario {
namespace {

bool contains(const std::vector<std::string_view>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

Arguments arguments_of(CommandKind kind) {
    switch (kind) {
    case CommandKind::place: return {true, {"to"}, {}, {}};
    case CommandKind::go:
    case CommandKind::retreat: return {true, {"to"}, {}, {"as_squads"}};
    case CommandKind::attack: return {true, {}, {"target", "target_group"}, {"as_squads"}};
    case CommandKind::stick: return {true, {}, {}, {"direction_deg", "strength"}};
    case CommandKind::prefer: return {true, {"metres"}, {}, {}};
    case CommandKind::period: return {true, {"frames"}, {}, {}};
    case CommandKind::detail: return {false, {"points"}, {}, {}};
    case CommandKind::damage: return {true, {"amount"}, {}, {}};
    case CommandKind::health: return {true, {"health"}, {}, {}};
    case CommandKind::capacity: return {true, {"grid", "attack"}, {}, {}};
    case CommandKind::close: return {true, {"slots"}, {}, {}};
    case CommandKind::view: return {true, {"direction_deg", "half_angle_deg"}, {}, {}};
    case CommandKind::report: return {true, {"what"}, {}, {}};
    case CommandKind::spawn: return {false, {"group"}, {}, {}};
    case CommandKind::path: return {true, {"points"}, {}, {"speed", "loop"}};
    case CommandKind::evade:
        return {
            true, {"radius"}, {}, {"speed", "turn_every", "roll_every", "roll", "roll_time", "roll_turn_deg", "until"}};
    case CommandKind::stand:
    case CommandKind::free: return {true, {}, {}, {"as_squads"}};
    case CommandKind::lead:
    case CommandKind::despawn: break;
    }
    return {true, {}, {}, {}};
}

const std::vector<std::string_view>& argument_keys() {
    static const std::vector<std::string_view> keys = {
        "agent",          "group",      "to",         "target", "target_group",
        "amount",         "grid",       "attack",     "slots",  "direction_deg",
        "half_angle_deg", "what",       "points",     "speed",  "loop",
        "radius",         "turn_every", "roll_every", "roll",   "roll_time",
        "roll_turn_deg",  "until",      "strength",   "metres", "frames",
        "as_squads"};
    return keys;
}

std::string_view without_unit(std::string_view key) {
    constexpr std::string_view unit = "_deg";
    return key.ends_with(unit) ? key.substr(0, key.size() - unit.size()) : key;
}

bool takes(const Arguments& arguments, std::string_view key) {
    if (arguments.whom && (key == "agent" || key == "group")) return true;
    return contains(arguments.needed, key) || contains(arguments.one_of, key) || contains(arguments.optional, key);
}

} // namespace fray::scenario
