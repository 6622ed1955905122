// `fray migrate`: renames the keys of an older version in a scenario file.
#pragma once

#include <string>

namespace fray::demo {

/// Rewrites the file in place and prints what was renamed. If the result has errors, throws BadInput with all of them
/// and leaves the file as it was. Returns the exit status.
int migrate(const std::string& path);

} // namespace fray::demo
