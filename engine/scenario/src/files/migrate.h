// Renames of keys and script commands in the text of a scenario file.
#pragma once

#include "fray/scenario.h"

#include <cstdint>
#include <span>
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

/// `migrate_scenario` with these renames.
Migration rename_words(std::string_view text, std::span<const RenamedWord> renamed);

} // namespace fray::scenario
