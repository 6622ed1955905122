// Text that HTML can carry.
#pragma once

#include <string>
#include <string_view>

namespace fray::demo {

/// JSON as the text of a `<script>`: no `<` is left in it.
std::string script_json(const std::string& json);
/// Text between tags.
std::string html_text(std::string_view text);

} // namespace fray::demo
