// Texts that name what the user's files name. The functions here: on any thread.
#pragma once

#include "fray/api.h"

#include <string>
#include <string_view>

namespace fray {

/// `text` as it may go to a terminal or a log: control characters (C0, DEL, C1), and bytes that are not UTF-8, are
/// written as `\n`, `\u001b`, `\xff`. All texts of errors are such already; done twice it is as done once.
FRAY_API std::string escaped(std::string_view text);
/// The same of a text of several lines, whose line breaks stay.
FRAY_API std::string escaped_lines(std::string_view text);

} // namespace fray
