// The scenarios that ship with fray.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

struct ShippedScenario {
    std::string name;
    int64_t agents = 0;
    std::string purpose; ///< the first sentence of the file's opening comment; escaped
};

/// In alphabetical order. Throws BadInput if a file cannot be read.
std::vector<ShippedScenario> describe_shipped();

} // namespace fray::demo
