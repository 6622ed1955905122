// A call that a test relies on, where an error is not what the test is about.
#pragma once

#include "fray/result.h"

#include <string>

namespace fray {

/// Throws, and so ends the test, if the call was refused. `file` and `line` are those of the call.
inline void must(Error error, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (error != Error::ok)
        throw BadResult({error, std::string(file) + ":" + std::to_string(line) + ": " + to_string(error)});
}

} // namespace fray
