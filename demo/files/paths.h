// Resolves file names given on the command line.
#pragma once

#include <string>
#include <vector>

namespace fray::demo {

/// Resolves a path relative to the caller's folder: FRAY_CALLER_DIR if it is set, else the current folder.
std::string from_caller(const std::string& path);

/// How the caller calls this program: "fray", or a script such as "demo/run" (FRAY_CALLED_AS). For hints that can be
/// copied. Control characters are escaped.
std::string program_call();

/// The names of the scenarios that ship with fray, in alphabetical order.
std::vector<std::string> shipped_scenarios();

/// Finds a scenario file by its path, or a scenario that ships with fray by its name. Throws BadInput.
std::string find_scenario(const std::string& given);

} // namespace fray::demo
