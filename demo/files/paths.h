// Resolves file names given on the command line.
#pragma once

#include <string>

namespace fray::demo {

/// Resolves a path relative to the caller's folder: FRAY_CALLER_DIR if it is set, else the current folder.
std::string from_caller(const std::string& path);

/// Finds a scenario file by its path, or a scenario that ships with fray by its name. Throws BadInput.
std::string find_scenario(const std::string& given);

} // namespace fray::demo
