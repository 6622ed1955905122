// What a standard stream may receive: escape sequences and colours are for terminals only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fray::demo {

/// Whether the stream (STDOUT_FILENO or STDERR_FILENO) is a terminal that obeys escape sequences: not TERM=dumb.
bool obeys_escapes(int stream);

enum class Style { bold, dim, green, yellow, red };
/// The text in a style; as it is if the stream obeys no escapes or NO_COLOR is set (no-color.org).
std::string styled(std::string_view text, Style style, int stream);

/// Columns of the terminal; 80 if the stream is no terminal or its width is unknown.
int columns_of(int stream);

/// A line of a list: `left`, and `right` from a column on, wrapped to the width of the terminal, but to 60 to 100
/// columns. A `left` that leaves no two spaces before the column has its own line.
std::string two_columns(std::string left, const std::string& right, size_t column, int stream);

/// A table with all columns aligned to the right. Columns for which the stream has no room follow below, again beside
/// the first `keys` columns. All rows are of equal size; the first names the columns.
std::string folded_table(const std::vector<std::vector<std::string>>& rows, size_t keys, int stream);

} // namespace fray::demo
