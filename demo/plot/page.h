// Pages of figures: one HTML file without scripts, its plots inline, its raw data inside.
#pragma once

#include <initializer_list>
#include <string>

namespace fray::demo {

/// Up to where the content begins.
std::string page_begin(const std::string& title);
inline constexpr const char* page_end = "</main></body></html>\n";

/// A table's cell; `look`: classes of the style sheet.
std::string cell(const std::string& text, const char* look = "");
std::string cell(double value, int digits);
/// The first row of a table: the names of its columns.
std::string head(std::initializer_list<const char*> names);

} // namespace fray::demo
