// Keys and values of scenario files that have another name since version 0.1 (engine/docs/changes.md).
#pragma once

#include <string_view>

namespace fray::scenario {

struct RenamedWord {
    std::string_view old_name, new_name;
};

inline constexpr RenamedWord renamed_words[] = {
    {"attack_start", "engage_range"},
    {"effective", "hit_range"},
    {"flasks", "charges"},
    {"patience", "slot_patience"},
    {"permit", "token"},
    {"permit_patience", "token_patience"},
    {"prefer", "set_target_bias"},
    {"reorder_every", "sort_every"},
    {"slide_back", "backstep"},
    {"staged", "managed"},
    {"stick", "move_input"},
};

} // namespace fray::scenario
