#include "battle/script_commands.h"

#include "fray/events.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace scenario {
namespace {

const char* word_of(const ScriptOrder& order) { return to_string(order.kind); }
const char* word_of(const ScriptTeleport&) { return "teleport"; }
const char* word_of(const ScriptSpawn&) { return "spawn"; }
const char* word_of(const ScriptDetail&) { return "set_detail"; }
const char* word_of(const ScriptNavLink&) { return "set_nav_link"; }
const char* word_of(const ScriptPath&) { return "path"; }
const char* word_of(const ScriptEvade&) { return "evade"; }
const char* word_of(const ScriptMoveInput&) { return "set_move_input"; }
const char* word_of(const ScriptView&) { return "set_view"; }
const char* word_of(const WorldCommand& world) { return to_string(static_cast<CommandType>(world.command.index())); }

template <typename... C> void add_all(std::vector<ScriptCommand>& list, const std::variant<C...>&) {
    ((in_scripts<C> ? list.push_back(WorldCommand{C{}, {}}) : void()), ...);
}

} // namespace

const std::vector<ScriptCommand>& script_commands() {
    static const std::vector<ScriptCommand> all = [] {
        std::vector<ScriptCommand> list;
        for (size_t kind = 0; kind < words(OrderKind{}).size(); ++kind)
            list.push_back(ScriptOrder{.kind = static_cast<OrderKind>(kind)});
        list.insert(list.end(), {ScriptTeleport{}, ScriptSpawn{}, ScriptPath{}, ScriptEvade{}, ScriptMoveInput{},
                                 ScriptView{}, ScriptDetail{}, ScriptNavLink{}});
        add_all(list, Command{});
        return list;
    }();
    return all;
}

bool is_for_agents(const ScriptCommand& command) {
    return !std::holds_alternative<ScriptSpawn>(command) && !std::holds_alternative<ScriptDetail>(command) &&
           !std::holds_alternative<ScriptNavLink>(command);
}

bool is_for_squads(const ScriptCommand& command) {
    if (const auto* const order = std::get_if<ScriptOrder>(&command)) return order->kind != OrderKind::perform;
    const auto* const world = std::get_if<WorldCommand>(&command);
    return world != nullptr && std::holds_alternative<command::SetTeam>(world->command);
}

Vec2 direction_of(float angle) {
    const auto rounded = [](double v) { return static_cast<float>(std::round(v * 1e6) * 1e-6); };
    return {rounded(std::cos(double{angle})), rounded(std::sin(double{angle}))};
}

} // namespace scenario

const char* to_string(const ScriptCommand& command) {
    return visit_command(command, [](const auto& each) { return scenario::word_of(each); });
}

} // namespace fray
