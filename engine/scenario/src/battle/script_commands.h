// The commands that a script can give.
#pragma once

#include "fray/scenario.h"

#include <tuple>
#include <type_traits>
#include <vector>

namespace fray::scenario {

/// Whether a field of a command of World has a key in files.
template <typename T>
inline constexpr bool in_files =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, Vec2> || std::is_same_v<T, AgentId> ||
    std::is_same_v<T, CircleCapacity> || std::is_same_v<T, std::vector<int>> || std::is_same_v<T, std::vector<Vec2>>;
template <typename> inline constexpr bool first_agent = false;
template <typename... T> inline constexpr bool first_agent<std::tuple<AgentId&, T&...>> = (in_files<T> && ...);
/// Whether a command of World can be a WorldCommand: it is for an agent, and files have all its fields.
template <typename C> inline constexpr bool in_scripts = first_agent<decltype(all_fields(std::declval<C&>()))>;

/// All commands, with the defaults of their fields.
const std::vector<ScriptCommand>& script_commands();

/// Whether the command is for an agent, or for the agents of a group.
bool is_for_agents(const ScriptCommand& command);
/// Whether it can be for the squads of a group instead.
bool is_for_squads(const ScriptCommand& command);

/// The unit vector at an angle in rad, rounded to a millionth, because the last bits of a sine depend on the C library.
Vec2 direction_of(float angle);

} // namespace fray::scenario
