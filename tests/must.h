// Checks calls that a test needs to succeed but does not test.
#pragma once

#include "fray/result.h"

#include <string>

namespace fray {

/// Throws if the call returned an error, which ends the test. `file` and `line` are those of the call.
inline void must(Error error, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (error != Error::ok)
        throw BadResult({error, std::string(file) + ":" + std::to_string(line) + ": " + to_string(error)});
}

} // namespace fray
