// Pages of figures: an HTML file without scripts, with inline plots and the raw data.
#pragma once

#include <initializer_list>
#include <string>

namespace fray::demo {

/// The beginning of a page, up to its content.
std::string page_begin(const std::string& title);
inline constexpr const char* page_end = "</main></body></html>\n";

/// A cell of a table; `look` names its CSS classes.
std::string cell(const std::string& text, const char* look = "");
std::string cell(double value, int digits);
/// The header row of a table.
std::string head(std::initializer_list<const char*> names);

} // namespace fray::demo
