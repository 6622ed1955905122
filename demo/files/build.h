// What results name as their origin.
#pragma once

#include <string>

namespace fray::demo {

/// What the program was built with and from.
struct Build {
    std::string version, commit, compiler, flags, type;
};
Build this_build();

} // namespace fray::demo
