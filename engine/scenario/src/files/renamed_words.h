// Keys and script commands of scenario files that were renamed after version 0.1 (engine/docs/changes.md).
#pragma once

#include <cstdint>
#include <string_view>

namespace fray::scenario {

/// Where in a file a renamed word stands.
enum class WordPlace : uint8_t {
    key,       ///< a key of any table
    archetype, ///< a key of an archetype
    group,     ///< a key of a group
    detail,    ///< a key of the table `detail`
    command,   ///< a script command, the value of `do`
};

struct RenamedWord {
    std::string_view old_name, new_name;
    WordPlace place = WordPlace::key;
};

inline constexpr RenamedWord renamed_words[] = {
    {"attack_start", "engage_range"},
    {"effective", "hit_range"},
    {"flasks", "charges"},
    {"patience", "slot_patience"},
    {"permit_patience", "token_patience"},
    {"slide_back", "backstep"},
    {"staged", "managed"},
    {"period", "update_interval", WordPlace::archetype},
    {"layer", "storey", WordPlace::group},
    {"turns", "budget", WordPlace::detail},
    {"capacity", "set_capacity", WordPlace::command},
    {"close", "set_closed_slots", WordPlace::command},
    {"detail", "set_detail", WordPlace::command},
    {"health", "set_health", WordPlace::command},
    {"lead", "set_leader", WordPlace::command},
    {"move_input", "set_move_input", WordPlace::command},
    {"period", "set_update_interval", WordPlace::command},
    {"place", "teleport", WordPlace::command},
    {"prefer", "set_target_bias", WordPlace::command},
    {"report", "report_attack", WordPlace::command},
    {"stick", "set_move_input", WordPlace::command},
    {"view", "set_view", WordPlace::command},
};

} // namespace fray::scenario
