// The table of script commands. A row has the command's name, its keys, and the function of World that it calls.
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fray::scenario {

using Keys = std::vector<std::string_view>;

struct Arguments {
    bool for_agents = true; ///< takes `agent` or `group`
    Keys needed{};          ///< all of these keys
    Keys one_of{};          ///< exactly one key of these
    Keys optional{};        ///< any of these keys
    Keys at_most_one{};     ///< one key of these, or none
};

struct ScriptCommand {
    CommandKind kind;
    const char* word;
    Arguments keys;
    Error (*give)(World&, AgentId, const CommandDef&) = nullptr; ///< null: script.cpp carries the command out
    std::optional<OrderKind> order{};                            ///< the order that it gives, to agents or to squads
    /// The same as `give` for commands that name an attacker, `by`; null: the host.
    Error (*give_by)(World&, AgentId, AgentId by, const CommandDef&) = nullptr;
};

const ScriptCommand& script_command(CommandKind kind);

/// Whether a command takes this key.
bool takes(const Arguments& keys, std::string_view key);

/// A unit vector, rounded to a millionth, because the last bits of a sine depend on the C library.
Vec2 direction_of(float angle);

} // namespace fray::scenario
