// Where files named on the command line are.
#pragma once

#include <string>

namespace fray::demo {

/// A path as seen from the folder of whoever called: FRAY_CALLER_DIR if it is set, else the current one.
std::string from_caller(const std::string& path);

/// A scenario file, or one that ships with fray by its name. Throws BadInput.
std::string find_scenario(const std::string& given);

} // namespace fray::demo
