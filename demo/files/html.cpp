#include "html.h"

namespace fray::demo {
namespace {

std::string replaced(std::string_view text, std::string_view from, const char* const* to) {
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const size_t at = from.find(c);
        if (at == std::string_view::npos) {
            result += c;
        } else {
            result += to[at];
        }
    }
    return result;
}

} // namespace

std::string script_json(const std::string& json) {
    static constexpr const char* escapes[] = {"\\u003c"};
    return replaced(json, "<", escapes);
}

std::string html_text(std::string_view text) {
    static constexpr const char* entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    return replaced(text, "&<>\"'", entities);
}

} // namespace fray::demo
