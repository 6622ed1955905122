// The build that results name as their origin.
#pragma once

#include <string>

namespace fray::demo {

/// Version, sources and compiler of this program.
struct Build {
    std::string version, commit, compiler, flags, type;
};
Build this_build();

} // namespace fray::demo
