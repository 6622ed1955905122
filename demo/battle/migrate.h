// `fray migrate`: gives the keys of scenario files their names of this version.
#pragma once

#include <string>

namespace fray::demo {

/// Rewrites a scenario file in place, or all files `*.toml` of a folder and its folders, and prints what was renamed. A
/// file stays as it was if the result has errors. Throws BadInput with all errors, after all files were looked at.
/// Returns the exit status.
int migrate(const std::string& path);

} // namespace fray::demo
