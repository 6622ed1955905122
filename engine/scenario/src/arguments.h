// Which keys each script command takes.
#pragma once

#include "fray/scenario.h"

#include <string_view>
#include <vector>

namespace fray::scenario {

struct Arguments {
    bool whom = true;                       ///< takes `agent` or `group`; else `group` only
    std::vector<std::string_view> needed;   ///< all of these
    std::vector<std::string_view> one_of;   ///< exactly one of these
    std::vector<std::string_view> optional; ///< any of these
};

Arguments arguments_of(CommandKind kind);

/// All keys that some command takes as an argument.
const std::vector<std::string_view>& argument_keys();

/// The key as it stands where angles are radians: without its `_deg`.
std::string_view without_unit(std::string_view key);

/// Whether a command of this kind takes this key.
bool takes(const Arguments& arguments, std::string_view key);

} // namespace fray::scenario
