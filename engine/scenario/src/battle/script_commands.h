// What a script can ask for, a row each: the word, the keys that go with it, and what of the world's is called.
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
    Keys needed{};          ///< all of these
    Keys one_of{};          ///< exactly one of these
    Keys optional{};        ///< any of these
};

struct ScriptCommand {
    CommandKind kind;
    const char* word;
    Arguments keys;
    Error (*give)(World&, AgentId, const CommandDef&) = nullptr; ///< null: script.cpp knows what is to be done
    std::optional<OrderKind> order{};                            ///< it is one, to agents or to squads
};

const ScriptCommand& script_command(CommandKind kind);

/// Whether a command takes this key.
bool takes(const Arguments& keys, std::string_view key);

/// To the millionth: the last bits of a sine are the C library's own.
Vec2 direction_of(float angle);

} // namespace fray::scenario
