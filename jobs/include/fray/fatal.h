// Fatal errors: a defect of fray that a debug build has found, or a user state (StateDef) that breaks its rules.
// There is no recovery: the program is aborted. The comment of each function says which threads may call it.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"

#include <string>

namespace fray {

/// Gets the text of a fatal error before the program is aborted, on the thread that found the error.
using FatalHandler = void (*)(const char* text);

/// Sets the handler of the whole program. With null, the text goes to standard error. Any thread, but not while a world
/// steps.
FRAY_API void set_fatal_handler(FatalHandler handler);

/// Passes `text` to the handler and aborts the program. Any thread, also within a step.
[[noreturn]] FRAY_API void fatal(const std::string& text);

} // namespace fray

#include "fray/end_header.h"
