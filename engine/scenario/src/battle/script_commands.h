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
    bool for_agents = true; ///< the command has a key `agent` or `group`
    Keys needed{};          ///< keys that must be given
    Keys one_of{};          ///< keys of which exactly one must be given
    Keys optional{};        ///< keys that may be given
    Keys at_most_one{};     ///< keys of which at most one may be given
};

struct ScriptCommand {
    CommandKind kind;
    const char* word;
    Arguments keys;
    Error (*give)(World&, AgentId, const CommandDef&) = nullptr; ///< null: script.cpp carries the command out
    std::optional<OrderKind> order{};                            ///< the order that it gives to agents or squads
    /// Used instead of `give` for commands that may name an attacker. `by` is null if the host is the attacker.
    Error (*give_by)(World&, AgentId, AgentId by, const CommandDef&) = nullptr;
};

const ScriptCommand& script_command(CommandKind kind);

/// Whether a command with these keys may have this key.
bool takes(const Arguments& keys, std::string_view key);

/// The unit vector at an angle in rad, rounded to a millionth, because the last bits of a sine depend on the C library.
Vec2 direction_of(float angle);

} // namespace fray::scenario
