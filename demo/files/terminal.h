// What a standard stream may receive: escape sequences and colours are for terminals only.
#pragma once

#include <string>
#include <string_view>

namespace fray::demo {

/// Whether the stream (STDOUT_FILENO or STDERR_FILENO) is a terminal that obeys escape sequences: not TERM=dumb.
bool obeys_escapes(int stream);
/// Whether text on the stream is coloured: the terminal obeys escapes, and NO_COLOR is not set (no-color.org).
bool shows_colours(int stream);

enum class Style { bold, dim, green, yellow, red };
/// The text in a style if the stream shows colours, else as it is.
std::string styled(std::string_view text, Style style, int stream);

/// Columns of the terminal; 80 if the stream is no terminal or its width is unknown.
int columns_of(int stream);

} // namespace fray::demo
