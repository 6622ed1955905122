// Errors of a battle. The functions inside throw BadResult, and the public functions return a Failure.
#pragma once

#include "as_result.h"
#include "fray/result.h"
#include "fray/world.h"

#include <string>

namespace fray {

/// Throws BadResult with the world's error text if `error` is not `ok`.
inline void require(Error error, const World& world) {
    if (error != Error::ok) throw BadResult({error, world.error_text()});
}

/// Throws BadResult with Error::out_of_range.
[[noreturn]] inline void refuse(const std::string& text) { throw BadResult({Error::out_of_range, text}); }

} // namespace fray
