// What always has to hold, and does not: a fault of fray's, found by a debug build, or a state of the user's that
// breaks its rules. There is no way on: the program is aborted. Which thread may call what is said beside it.
#pragma once

#include "fray/api.h"

#include <string>

namespace fray {

/// Told before the program is aborted, on whichever thread found it.
using FatalHandler = void (*)(const char* text);

/// Of the whole program; null: the text goes to standard error. Any thread, but not while a world steps.
FRAY_API void set_fatal_handler(FatalHandler handler);

/// Tells the handler, and aborts the program. Any thread, also within a step.
[[noreturn]] FRAY_API void fatal(const std::string& text);

} // namespace fray
