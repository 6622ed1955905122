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
    case CommandKind::place:
    case CommandKind::go: return {true, {"to"}, {}, {}};
    case CommandKind::attack: return {true, {}, {"target", "target_group"}, {}};
    case CommandKind::damage: return {true, {"amount"}, {}, {}};
    case CommandKind::capacity: return {true, {"grid", "attack"}, {}, {}};
    case CommandKind::spawn: return {false, {"group"}, {}, {}};
    case CommandKind::path: return {true, {"points"}, {}, {"speed", "loop"}};
    case CommandKind::stand:
    case CommandKind::free:
    case CommandKind::despawn: break;
    }
    return {true, {}, {}, {}};
}

const std::vector<std::string_view>& argument_keys() {
    static const std::vector<std::string_view> keys = {"agent", "group",  "to",     "target", "target_group", "amount",
                                                       "grid",  "attack", "points", "speed",  "loop"};
    return keys;
}

bool takes(const Arguments& arguments, std::string_view key) {
    if (arguments.whom && (key == "agent" || key == "group")) return true;
    return contains(arguments.needed, key) || contains(arguments.one_of, key) || contains(arguments.optional, key);
}

} // namespace fray::scenario
