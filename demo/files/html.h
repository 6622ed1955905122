// Escapes text for HTML.
#pragma once

#include <string>
#include <string_view>

namespace fray::demo {

/// JSON as the content of a `<script>`, without any `<`.
std::string script_json(const std::string& json);
/// Text between tags.
std::string html_text(std::string_view text);

} // namespace fray::demo
