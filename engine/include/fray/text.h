// Makes texts from untrusted sources, such as names in the user's files, safe to print.
//
// Threads: the functions of this header may be called on any thread.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"

#include <string>
#include <string_view>

namespace fray {

/// Returns `text` in a form that is safe for a terminal or a log. Control characters (C0, DEL, C1) and bytes that are
/// not UTF-8 are written as `\n`, `\u001b`, `\xff`. Overlong forms and surrogates are not UTF-8. Error texts have this
/// form already, except those of GridMap, NavMesh and a host's Communicator, which quote names and files as they are.
/// The C API escapes these too. An escaped text is not changed by another call.
FRAY_API std::string escaped(std::string_view text);
/// Makes a text of several lines safe, as `escaped` does, but keeps line breaks.
FRAY_API std::string escaped_lines(std::string_view text);

} // namespace fray

#include "fray/end_header.h"
